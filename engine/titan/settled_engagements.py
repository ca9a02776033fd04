"""How the engagements of a turn have ended, as everybody saw it (R3.2, R9.4-R9.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.titan.events import Agreed, BattleEnded, Conceded, Event, Fled
from engine.titan.sides import BOTH, SIDE_NAMES
from engine.titan.state import Engagement, Outcomes, State


def outcomes(before: State, after: State, events: Iterable[Event]) -> Outcomes:
    """Those of the turn that `after` is in, with what the events tell of the engagement that `before` was in.

    Each is a land with whose legion was lost there: `attacker`, `defender` or `both`.
    """
    if (before.turn, before.active) != (after.turn, after.active):
        return ()
    engagement = getattr(before.phase, "engagement", None)
    if not isinstance(engagement, Engagement):
        return before.outcomes
    found = ((engagement.land, lost) for event in events for lost in _lost(engagement.markers, event))
    return (*before.outcomes, *found)


def _lost(markers: tuple[str, str], event: Event) -> Iterator[str]:
    match event:
        case Fled(legion=legion) | Conceded(legion=legion, in_battle=False):
            yield SIDE_NAMES[markers.index(legion)]
        case Agreed(lost=lost):
            yield BOTH if len(lost) == len(markers) else SIDE_NAMES[markers.index(lost[0][0])]
        case BattleEnded(winner=winner):
            yield SIDE_NAMES[1 - markers.index(winner)] if winner else BOTH
        case _:
            pass
