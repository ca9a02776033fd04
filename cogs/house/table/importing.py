"""A game from a file, as `cogs.house.game.export` wrote it. Nothing in it is believed: each line must follow by the
rules.

Whoever brings a file may have written it himself. So it must read just as we would write it, chance must have said what
the seed and the words give, and every entry must be legal where it stands. Who played is told by name alone: a seat of
the game belongs to nobody.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cogs.house.game.dice import WORD, fit
from cogs.house.game.export import one_line
from cogs.house.game.kit import Kit
from cogs.house.runtime.workers import Check
from cogs.house.store.store import AlreadyHere
from cogs.house.table.running_game import Services
from cogs.house.values.records import ENDINGS, SITTER, AuditEntry, Chair, Game, Status, StoredLine
from engine import proof, record
from engine.core import Illegal, Seat
from engine.log import Undo
from engine.record import Record, UnreadableRecord
from engine.ruleset import plays

MOST_BYTES = 1_000_000
"""Some times what the longest game takes."""

MOST_ENTRIES, MOST_UNDOS = 5_000, 1_000
"""Entries, and how many of them may take something back: each such plays the rest of its phase again."""

MOST_SECONDS = 60.0
"""So long a file is checked; a game of two thousand entries takes a second."""

_UNDO = re.compile(rf"^\d+ \d+\*? {Undo.verb} ", re.MULTILINE)

NAME, TITLE = 32, 100
"""Characters of a player's name, and of a game's."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A finished game that is as it should be; `rolls` is how many of chance's were computed again."""

    record: Record
    chairs: tuple[Chair, ...]
    lines: tuple[StoredLine, ...]
    rolls: int


def decoded(data: bytes) -> str:
    """The text of a file. Raises Illegal `import-too-large`, `import-not-text`."""
    if len(data) > MOST_BYTES:
        raise Illegal("import-too-large", size=len(data), most=MOST_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Illegal("import-not-text", number=data.count(b"\n", 0, error.start) + 1) from error


def imported(written: str, kits: Mapping[str, Kit], step: Callable[[], None]) -> Imported:
    """The game that a text tells of. `step` is called between the pieces of the work; what it raises ends it.

    Raises Illegal `import-too-many`, `import-undos`, `import-unreadable`, `import-running`, `import-other-game`,
    `import-name`, `bot-unknown`, or `import-wrong-<code>` for each finding of `engine.proof`: with the number of the
    line in the file.
    """
    _check_size(written)
    _check_over(written)
    try:
        found = record.parse(written)
    except UnreadableRecord as error:
        raise Illegal("import-unreadable", number=error.number, line=error.line) from error
    step()
    _check_as_written(found, written)
    step()
    _check_end(found, written)
    _check_game(found, kits)
    _check_people(found, kits[found.ruleset])
    verdict = proof.check(found, kits[found.ruleset].rules, step=step)
    if verdict.finding is not None:
        wrong = verdict.finding
        number = _line_of(written, wrong.seq, "option" if wrong.code == "options" else "seed")
        raise Illegal(f"import-wrong-{wrong.code}", number=number, line=written.split("\n")[number - 1])
    lines = tuple(StoredLine(entry.seq, entry.seat, entry.line, proxy=entry.proxy) for entry in found.entries)
    return Imported(found, _chairs(found), lines, verdict.rolls)


def _check_size(written: str) -> None:
    """It has not more to be worked on than a game can have."""
    entries = written.partition("\n\n")[2].count("\n")
    if entries > MOST_ENTRIES:
        raise Illegal("import-too-many", number=entries, most=MOST_ENTRIES)
    undos = len(_UNDO.findall(written))
    if undos > MOST_UNDOS:
        raise Illegal("import-undos", number=undos, most=MOST_UNDOS)


def _check_over(written: str) -> None:
    """It is of a game that was played out; the file of one that runs has sentences where entries stand later."""
    for number, line in enumerate(written.partition("\n\n")[0].split("\n"), 1):
        if line.startswith("status ") and line.strip() != f"status {Status.OVER.value}":
            raise Illegal("import-running", number=number, line=line)


def _check_as_written(found: Record, written: str) -> None:
    """What is read is all that stands there: the file is just as we would write it."""
    ours, theirs = record.text(found, Status.OVER.value).split("\n"), written.split("\n")
    if ours == theirs:
        return
    for number, (due, said) in enumerate(zip(ours, theirs, strict=False), 1):
        if due != said:
            raise Illegal("import-unreadable", number=number, line=said)
    raise Illegal("import-unreadable", number=min(len(ours), len(theirs)) + 1, line="")


def _check_end(found: Record, written: str) -> None:
    """If its players ended it, then as players can."""
    if found.agreed and found.agreed not in ENDINGS:
        raise Illegal("import-unreadable", number=_line_of(written, 0, "agreed"), line=f"agreed {found.agreed}")


def _check_game(found: Record, kits: Mapping[str, Kit]) -> None:
    """It is a game that this program plays, by rules that it plays it by."""
    kit = kits.get(found.ruleset)
    seats = len(found.words)
    if kit is None or not plays(kit.rules, found.version) or seats not in kit.seats:
        versions = ((name, range(1, each.rules.version + 1)) for name, each in kits.items())
        known = tuple(f"{name} {version}" for name, every in versions for version in every)
        raise Illegal("import-other-game", game=f"{found.ruleset} {found.version}", seats=seats, known=known)


def _check_people(found: Record, kit: Kit) -> None:
    """Names, levels and words are such as could have been chosen here."""
    names = [(found.title, one_line, TITLE), *((name, one_line, NAME) for name in found.names or ("",))]
    words = [(word, fit, WORD) for word in found.words if word]
    for said, ours, most in (*names, *words):
        if len(said) > most or said != ours(said):
            raise Illegal("import-name", text=said, most=most)
    for level in filter(None, found.bots):
        if level not in (*kit.deciding.bots, SITTER):
            raise Illegal("bot-unknown", level=level, levels=tuple(kit.deciding.bots))


def _line_of(written: str, seq: int, fact: str) -> int:
    """The number of the line of an entry; of a fact in the head, where it is about none."""
    lines = written.split("\n")
    if seq:
        return min(lines.index("") + 1 + seq, len(lines))
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"{fact} ")), 1)


def _chairs(found: Record) -> tuple[Chair, ...]:
    """The seats, by name: where a person sat there is somebody without an account, as after `/me forget`."""
    bots = found.bots or ("",) * len(found.names)
    return tuple(
        Chair(Seat(seat), None if bot else -1 - seat, name, bot or None, word)
        for seat, (name, bot, word) in enumerate(zip(found.names, bots, found.words, strict=True))
    )


async def bring_in(
    services: Services, kits: Mapping[str, Kit], data: bytes, place: Game, deed: AuditEntry
) -> tuple[int, int]:
    """Keeps the game of a file in the server, the channel and the language of `place`, of which nothing else counts.

    Gives its number here, and how many rolls were computed again. The `deed` is kept. Raises Illegal as `imported`
    and `decoded` do, `import-too-long`, or `import-known` if the server has that game; Stopped when the bot stops.
    """
    written = decoded(data)

    def checked(check: Check) -> Imported:
        ends = time.monotonic() + MOST_SECONDS

        def step() -> None:
            check()
            if time.monotonic() > ends:
                raise Illegal("import-too-long", seconds=int(MOST_SECONDS))

        return imported(written, kits, step)

    found = await services.workers.long_work(checked)
    known = found.record
    game = replace(
        place, name=known.title, ruleset=known.ruleset, version=known.version, options=known.options,
        places=len(known.words), status=Status.OVER, seq=len(found.lines), seed=known.seed, origin=known.game,
        agreed=known.agreed,
    )  # fmt: skip
    try:
        return await services.store.games.bring_in(game, found.chairs, found.lines, deed), found.rolls
    except AlreadyHere as here:
        raise Illegal("import-known", game=here.game) from here
