"""A finished game as text, with all that is needed to compute its rolls again. docs/dice.md describes the format.

A head of one fact a line, an empty line, then each entry of the log: number, seat and line. Behind what chance said
stands what was asked of it, since the rules alone would know: `12 -1 draw 4,1,6 <- 3 of 6: strike`; and its
place, if it has one: `7 -1 draw 4 <- 1 of 6: movement @ turn 1 seat 0 roll 1`. What the clock said stands like this:
`80 -1 draw 2 <- the clock at 2026-12-24T20:00Z: deadline`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core import CHANCE, Draw, Seat

FORMAT = 1
"""Goes up when a reader of the old format could not read the new one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log; `draw` is what chance was asked for, None for a decision."""

    seq: int
    seat: Seat
    line: str
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game. `words` has one for each seat, empty where none was added."""

    game: int
    ruleset: str
    version: int
    options: Mapping[str, str]
    words: tuple[str, ...]
    commitment: str
    seed: bytes
    entries: tuple[Entry, ...]


class Unreadable(Exception):
    """The text is no record: which line, counted from 1, and what stands there."""

    def __init__(self, number: int, line: str) -> None:
        super().__init__(number, line)
        self.number = number
        self.line = line


def head(
    game: int,
    ruleset: str,
    version: int,
    options: Mapping[str, str],
    seats: int,
    status: str,
    commitment: str,
    words: Sequence[str],
) -> tuple[str, ...]:
    """The lines that a game begins with, finished or not. The caller sees to it that the words may be shown."""
    return (
        f"export {FORMAT}",
        f"game {game}",
        f"rules {ruleset} {version}",
        f"seats {seats}",
        *(f"option {name} {value}" for name, value in sorted(options.items())),
        f"status {status}",
        f"commitment {commitment}",
        *(f"word {seat} {word}" for seat, word in enumerate(words) if word),
    )


def text(record: Record, status: str) -> str:
    """The whole game."""
    first = head(
        record.game, record.ruleset, record.version, record.options, len(record.words), status, record.commitment,
        record.words,
    )  # fmt: skip
    return "\n".join((*first, f"seed {record.seed.hex()}", "", *map(_entry_line, record.entries), ""))


def _entry_line(entry: Entry) -> str:
    line = f"{entry.seq} {entry.seat} {entry.line}"
    if entry.draw is None:
        return line
    draw = entry.draw
    if draw.instant:
        return f"{line} <- the clock at {draw.instant}: {draw.purpose}"
    place = f" @ {draw.place}" if draw.place else ""
    return f"{line} <- {draw.count}{' different' if draw.distinct else ''} of {draw.sides}: {draw.purpose}{place}"


_ENTRY = re.compile(r"([1-9][0-9]*) (-[12]|[0-9]+) (.+)")
_ASKED = re.compile(r"(.+) <- ([0-9]+)( different)? of ([1-9][0-9]*): (.+?)(?: @ (.+))?")
_CLOCK = re.compile(r"(.+) <- the clock at (\S+): (.+)")


def parse(written: str) -> Record:
    """The record that `text` wrote. Raises Unreadable."""
    lines = written.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    end = lines.index("") if "" in lines else len(lines)
    facts: dict[str, str] = {}
    options: dict[str, str] = {}
    words: dict[int, str] = {}
    for number, line in enumerate(lines[:end], 1):
        name, _, rest = line.partition(" ")
        key, _, value = rest.partition(" ")
        if name == "option":
            options[key] = value
        elif name == "word" and key.isdecimal() and int(key) not in words:
            words[int(key)] = value
        elif name == "word" or not rest or name in facts:
            raise Unreadable(number, line)
        else:
            facts[name] = rest
    entries = tuple(_entry(number, line) for number, line in enumerate(lines[end + 1 :], end + 2) if line)
    try:
        if facts["export"] != str(FORMAT):
            raise Unreadable(1, f"export {facts['export']}")
        ruleset, version = facts["rules"].split()
        seats = int(facts["seats"])
        record = Record(
            int(facts["game"]), ruleset, int(version), options, tuple(words.get(seat, "") for seat in range(seats)),
            facts["commitment"].lower(), bytes.fromhex(facts["seed"]), entries,
        )  # fmt: skip
    except (KeyError, ValueError) as error:  # a fact is missing, or is no number
        raise Unreadable(1, f"{type(error).__name__}: {error}") from error
    if stray := sorted(set(words) - set(range(seats))):
        raise Unreadable(end, f"word {stray[0]}")
    return record


def _entry(number: int, line: str) -> Entry:
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise Unreadable(number, line)
    seq, seat, said = int(found[1]), Seat(int(found[2])), found[3]
    if seat != CHANCE:
        return Entry(seq, seat, said)
    if clock := _CLOCK.fullmatch(said):
        return Entry(seq, seat, clock[1], Draw(clock[3], 1, 2, instant=clock[2]))
    asked = _ASKED.fullmatch(said)
    if asked is None:
        raise Unreadable(number, line)
    count, sides, distinct = int(asked[2]), int(asked[4]), asked[3] is not None
    if (distinct and count > sides) or (asked[6] or "").isdigit():
        raise Unreadable(number, line)
    return Entry(seq, seat, asked[1], Draw(asked[5], count, sides, distinct, asked[6] or ""))
