"""How far a game can go back, and who must agree: from its entries. Pure.

Within a phase everybody takes back his own acts himself (`engine.log.Undo`). This is what lies further back: the end of
a phase that was pressed by mistake, one's own acts that nothing secret and no dice have followed, and the whole game.
Whatever is offered to one person or to all follows from what they know, so that an offer tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cogs.house.game.announce import Entry, waiting
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.kit import Kit
from engine import log
from engine.core import CHANCE, Action, Seat, Takeback, View
from engine.log import Rewind

WINDOW = 120.0
"""Seconds in which the end of a phase can be taken back by whoever ended it."""

CONSENT = 24 * 3600.0
"""Seconds in which the others can agree to go back."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An end of a phase that can still be taken back: what was done, to which entry it leads, and until when.

    `own` is the view of who did it, as it was before.
    """

    action: Action
    own: View
    entry: int
    until: float


@dataclass(frozen=True, slots=True)
class RewindPoint:
    """Where a game can go back to: the state after `entry`, in the phase that is counted `began`.

    `view` is the channel's view of it. `action` is what one did there, with `own` one's view before it; None where the
    whole table goes back to the beginning of a phase.
    """

    began: int
    entry: int
    view: Opaque
    action: Action | None = None
    own: View | None = None


def take_backs(
    kit: Kit, entries: Mapping[int, Entry], timeline: Timeline, seat: Seat, now: float
) -> Iterator[TakeBack]:
    """The ends of phases that `seat` can take back, the newest first. `entries` are the last ones by number.

    Nobody else has acted since so that anybody knew of it, no dice have fallen and nothing was shown. What another has
    staged in silence does not count: who could not take back would learn of it. Where others decide at the same time
    nothing can be taken back so.
    """
    number = timeline.seq
    while (entry := entries.get(number)) is not None and entry.before is not None and entry.at > now - WINDOW:
        if isinstance(entry.action, Rewind):
            number = entry.action.entry
            continue
        if entry.seat == CHANCE or (entry.seat != seat and not _goes_unnoticed(kit, entry)):
            return
        if entry.seat == seat and kit.rules.takeback(entry.action) is Takeback.SOON:
            if _has_shown(kit, entry.before, timeline) or _beside_others(kit, entry.before):
                return
            assert entry.action is not None, "only the opening is nobody's"
            own = log.view(kit.rules, entry.before, seat)
            yield TakeBack(entry.action, own, number - 1, entry.at + WINDOW)
        number -= 1


def _goes_unnoticed(kit: Kit, entry: Entry) -> bool:
    """Whether an entry told nobody but its author anything, or was no choice of anybody."""
    assert entry.before is not None, "the opening is nobody's"
    staged = not entry.told.events and not entry.told.undone and entry.before.began == entry.after.began
    return staged or kit.deciding.forced(entry.before.state, entry.seat) == entry.action


def _beside_others(kit: Kit, past: Timeline) -> bool:
    """Whether several decide at once, unseen by each other: going back would undo what the others have done since, and
    not to be able to would tell that they have done something."""
    return len(kit.rules.awaiting(past.state)) > 1


def _has_shown(kit: Kit, past: Timeline, timeline: Timeline) -> bool:
    """Whether somebody has learnt something secret since."""
    return bool(kit.rules.remember(past.state, timeline.state, past.firm) != past.state)


def own_points(
    kit: Kit, entries: Iterable[Entry], present: Timeline, seat: Seat
) -> tuple[tuple[RewindPoint, ...], bool]:
    """Where `seat` ended a phase, the newest first, as far as no dice have fallen and nothing was shown since, and
    whether that is so of all `entries`.

    They are a part of those that `present` has come of, the newest first.
    """
    points: list[RewindPoint] = []
    for entry in entries:
        before = entry.before
        if entry.seat == CHANCE or before is None:
            return tuple(points), False
        if entry.seat == seat and before.began != entry.after.began and not isinstance(entry.action, Rewind):
            if _has_shown(kit, before, present):
                return tuple(points), False
            views = log.view(kit.rules, before, None), log.view(kit.rules, before, seat)
            points.append(RewindPoint(before.began, before.seq, views[0], entry.action, views[1]))
    return tuple(points), True


def phase_points(kit: Kit, entries: Iterable[Entry]) -> Iterator[RewindPoint]:
    """The beginnings of phases that somebody had to decide in, in the order of the entries."""
    for entry in entries:
        before, after = entry.before, entry.after
        begins = before is not None and before.began != after.began and not isinstance(entry.action, Rewind)
        if begins and kit.rules.awaiting(after.state):
            yield RewindPoint(after.began, after.seq, log.view(kit.rules, after, None))


def waited_in(kit: Kit, entries: Iterable[Entry]) -> frozenset[Seat]:
    """Whom the channel has seen to be waited for after one of the entries."""
    views = (log.view(kit.rules, entry.after, None) for entry in entries)
    return frozenset(seat for view in views for seat in waiting(kit, view))
