"""A finished game as text, with all that is needed to compute its rolls again. docs/dice.md describes the format.

A head of one fact a line, an empty line, then each entry of the log: number, seat and line. Behind what chance said
stands what was asked of it, since the rules alone would know: `12 -1 draw 4,1,6 <- 3 of 6: strike`; and its
place, if it has one: `7 -1 draw 4 <- 1 of 6: movement @ turn 1 seat 0 roll 1`. What the clock said stands like this:
`80 -1 draw 2 <- the clock at 2026-12-24T20:00Z: deadline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core import CHANCE, Draw, Seat

FORMAT = 1
"""Goes up when a reader of the old format could not read the new one."""


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry of the log; `draw` is what chance was asked for, None for a decision.

    `proxy`: the program decided it in the place of whoever sat there.
    """

    seq: int
    seat: Seat
    line: str
    draw: Draw | None = None
    proxy: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game; one that is over has its seed and its entries. `words` has one for each seat, empty where none was added.

    `title` is what it was called. `names` and `bots` are who sat on each seat, and on which level the program did,
    empty where that was a person; nothing at all where it is not told. `agreed` is how its players ended it before its
    end, empty if they did not.
    """

    game: int
    ruleset: str
    version: int
    options: Mapping[str, str]
    words: tuple[str, ...]
    commitment: str
    seed: bytes
    entries: tuple[RecordedEntry, ...]
    title: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    agreed: str = ""


class UnreadableRecord(Exception):
    """The text is no record: which line, counted from 1, and what stands there."""

    def __init__(self, number: int, line: str) -> None:
        super().__init__(number, line)
        self.number = number
        self.line = line


def head(record: Record, status: str) -> tuple[str, ...]:
    """The lines that a game begins with, finished or not. The caller sees to it that the words may be shown."""
    options = sorted(record.options.items())
    return (
        f"export {FORMAT}",
        f"game {record.game}",
        *([f"title {record.title}"] if record.title else []),
        f"rules {record.ruleset} {record.version}",
        f"seats {len(record.words)}",
        *_by_seat("name", record.names),
        *_by_seat("bot", record.bots),
        *(f"option {name} {value}" for name, value in options),
        f"status {status}",
        *([f"agreed {record.agreed}"] if record.agreed else []),
        f"commitment {record.commitment}",
        *_by_seat("word", record.words),
    )


def _by_seat(fact: str, values: Sequence[str]) -> Iterator[str]:
    return (f"{fact} {seat} {value}" for seat, value in enumerate(values) if value)


def text(record: Record, status: str) -> str:
    """The whole game."""
    return "\n".join((*head(record, status), f"seed {record.seed.hex()}", "", *map(_entry_line, record.entries), ""))


def _entry_line(entry: RecordedEntry) -> str:
    line = f"{entry.seq} {entry.seat}{PROXY * entry.proxy} {entry.line}"
    if entry.draw is None:
        return line
    draw = entry.draw
    if draw.instant:
        return f"{line} <- the clock at {draw.instant}: {draw.purpose}"
    place = f" @ {draw.place}" if draw.place else ""
    return f"{line} <- {draw.count}{' different' if draw.distinct else ''} of {draw.sides}: {draw.purpose}{place}"


PROXY = "*"
"""What stands behind the seat of an entry that the program decided in somebody's place."""

_ENTRY = re.compile(r"([1-9][0-9]{0,8}) (-[12]|[0-9]{1,3}\*?) (.+)")
_ASKED = re.compile(r"(.+) <- ([0-9]{1,5})( different)? of ([1-9][0-9]{0,8}): (.+?)(?: @ (.+))?")
_CLOCK = re.compile(r"(.+) <- the clock at (\S+): (.+)")


MOST_SEATS = 100

MOST_DISTINCT = 10_000
"""Different numbers are drawn from a row of so many at most: of a longer one a forged file could ask for all memory."""

SEATED = ("name", "bot", "word")
"""The facts that are told by seat."""


def parse(written: str) -> Record:
    """The record that `text` wrote. Raises UnreadableRecord."""
    lines = written.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    end = lines.index("") if "" in lines else len(lines)
    facts: dict[str, str] = {}
    options: dict[str, str] = {}
    seated: dict[tuple[str, int], str] = {}
    for number, line in enumerate(lines[:end], 1):
        name, _, rest = line.partition(" ")
        key, _, value = rest.partition(" ")
        if name == "option" and key not in options:
            options[key] = value
        elif name in SEATED and re.fullmatch("[0-9]{1,2}", key) and (name, int(key)) not in seated:
            seated[name, int(key)] = value
        elif name in (*SEATED, "option") or not rest or name in facts:
            raise UnreadableRecord(number, line)
        else:
            facts[name] = rest
    entries = tuple(_entry(number, line) for number, line in enumerate(lines[end + 1 :], end + 2) if line)
    try:
        if facts["export"] != str(FORMAT):
            raise UnreadableRecord(1, f"export {facts['export']}")
        ruleset, version = facts["rules"].split()
        seats = _number(facts["seats"])
        if seats > MOST_SEATS:
            raise ValueError(f"{seats} seats are too many")
        if stray := sorted((seat, name) for name, seat in seated if seat >= seats):
            raise UnreadableRecord(end, f"{stray[0][1]} {stray[0][0]}")
        names, bots, words = (tuple(seated.get((name, seat), "") for seat in range(seats)) for name in SEATED)
        names, bots = names if any(names) else (), bots if any(bots) else ()
        record = Record(
            _number(facts["game"]), ruleset, _number(version), options, words, facts["commitment"].lower(),
            bytes.fromhex(facts["seed"]), entries, facts.get("title", ""), names, bots, facts.get("agreed", ""),
        )  # fmt: skip
    except (KeyError, ValueError) as error:  # a fact is missing, or is no number
        raise UnreadableRecord(1, lines[0]) from error
    return record


def _number(said: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", said):
        raise ValueError(f"{said[:40]} is no number")
    return int(said)


def _entry(number: int, line: str) -> RecordedEntry:
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise UnreadableRecord(number, line)
    seq, seat, said = int(found[1]), Seat(int(found[2].rstrip(PROXY))), found[3]
    if seat != CHANCE:
        return RecordedEntry(seq, seat, said, proxy=found[2].endswith(PROXY))
    if clock := _CLOCK.fullmatch(said):
        return RecordedEntry(seq, seat, clock[1], Draw(clock[3], 1, 2, instant=clock[2]))
    asked = _ASKED.fullmatch(said)
    if asked is None:
        raise UnreadableRecord(number, line)
    count, sides, distinct = int(asked[2]), int(asked[4]), asked[3] is not None
    if (distinct and not count <= sides <= MOST_DISTINCT) or (asked[6] or "").isdigit():
        raise UnreadableRecord(number, line)
    return RecordedEntry(seq, seat, asked[1], Draw(asked[5], count, sides, distinct, asked[6] or ""))
