"""A game from its lines: opening, going on, and going on by a decision with what chance says to it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cogs.house.announce import Entry
from cogs.house.dice import Dice
from cogs.house.kit import Kit
from cogs.house.records import Game, Line
from engine import log
from engine.core import CHANCE, Seat
from engine.log import Course, Told, Undo


def opened(kit: Kit, seats: int, game: Game) -> Entry:
    """The game before its first line. Nobody decided it and it tells nothing."""
    return Entry(CHANCE, None, log.opening(kit.rules, seats, dict(game.options)), Told(()))


def replayed(kit: Kit, course: Course, lines: Iterable[Line]) -> Iterator[Entry]:
    """The entries that `lines` of the log are, one after the other. They went through the door once and are trusted."""
    for line in lines:
        assert line.seq == course.seq + 1, f"entry {line.seq} follows {course.seq}"
        after, told = log.step(kit.rules, course, line.seat, kit.rules.notation.parse(line.line))
        yield Entry(line.seat, course, after, told)
        course = after


def check(kit: Kit, course: Course, seat: Seat, action: Any) -> None:
    """The door. Raises Illegal unless `seat` may do `action`."""
    if isinstance(action, Undo):
        log.check_undo(kit.rules, course, seat, action)
    elif action not in kit.rules.legal(course.state, seat):
        raise kit.rules.refusal(course.state, seat, action)


def decided(
    kit: Kit, dice: Dice, course: Course, seat: Seat, action: Any
) -> tuple[tuple[Entry, ...], tuple[Line, ...]]:
    """What follows from a checked decision: its entry, and those of chance that it needs; and their lines."""
    after, told = log.step(kit.rules, course, seat, action)
    entry = Entry(seat, course, after, told)
    more, lines = drawn(kit, dice, after)
    return (entry, *more), (Line(after.seq, seat, kit.rules.notation.line(action)), *lines)


def drawn(kit: Kit, dice: Dice, course: Course) -> tuple[tuple[Entry, ...], tuple[Line, ...]]:
    """The entries of chance that the game wants before anybody decides, and their lines."""
    entries, lines = [], []
    while draw := kit.rules.wants(course.state):
        said = dice(course.seq + 1, draw)
        after, told = log.step(kit.rules, course, CHANCE, said)
        entries.append(Entry(CHANCE, course, after, told))
        lines.append(Line(after.seq, CHANCE, kit.rules.notation.line(said)))
        course = after
    return tuple(entries), tuple(lines)
