"""Lore that a side gains: as much of it as it has room for (B5.5)."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.events import Event, LoreGained, LoreLost
from engine.skirmish.handler import Step
from engine.skirmish.state import State
from engine.skirmish.tables import Tables
from engine.values import replace


def room(tables: Tables, lore: int) -> int:
    """How much more lore a side that holds so much can gain."""
    return max(0, tables.most_lore - lore)


def gained(state: State, seat: Seat, amount: int, why: str) -> Step:
    """The state with lore gained, by what `why` says; what goes beyond the most that a side holds is lost."""
    side = state.sides[seat]
    more = min(amount, room(state.rules.tables, side.lore))
    events: tuple[Event, ...] = (LoreGained(seat, more, why),) if more else ()
    if more < amount:
        events += (LoreLost(seat, amount - more, why),)
    return state.with_side(seat, replace(side, lore=side.lore + more)), events
