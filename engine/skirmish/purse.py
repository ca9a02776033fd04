"""Lore that a side gains: as much of it as it has room for (B5.5)."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.events import LoreGained
from engine.skirmish.handler import Step
from engine.skirmish.state import State
from engine.values import replace


def gained(state: State, seat: Seat, amount: int, why: str) -> Step:
    """The state with lore gained, by what `why` says; what goes beyond the most that a side holds is lost."""
    side = state.sides[seat]
    more = min(amount, max(0, state.rules.tables.most_lore - side.lore))
    if not more:
        return state, ()
    return state.with_side(seat, replace(side, lore=side.lore + more)), (LoreGained(seat, more, why),)
