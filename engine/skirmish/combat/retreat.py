"""How a unit retreats, and what it suffers on the way (B9, B17.4, B19.4)."""

from __future__ import annotations

from engine.skirmish import board
from engine.skirmish.combat.current_combat import current_combat, hurt
from engine.skirmish.combat.results import HEAVY_SWING
from engine.skirmish.events import Event, Ignored, Moved
from engine.skirmish.handler import Step
from engine.skirmish.state import State
from engine.skirmish.units import Unit
from engine.values import replace

SWING_DAMAGE = 1
"""What Heavy Swing does to a unit that has not suffered in the combat (B19.4)."""


def retreat(state: State, unit: Unit, direction: int, results: int, swings: int) -> Step:
    """A unit retreats hex by hex in one direction for so many results, `swings` of them of Heavy Swing.

    A friend on the next hex lets it ignore what is left; where it cannot go, or where terrain holds it, it suffers 1
    damage for each result left (B9.4, B9.5). Support at the first hex means that it does not retreat at all, and
    Heavy Swing does nothing to it (B19.6).
    """
    events: tuple[Event, ...] = ()
    if swings and not supported(state, unit, direction) and unit.number not in dict(current_combat(state).suffered):
        state, events = hurt(state, unit.number, SWING_DAMAGE, HEAVY_SWING)
        if state.unit(unit.number) is None:
            return state, events
    path, left, blow = [unit.hex], results, 0
    while left:
        ahead = board.ahead(path[-1], direction)
        found = None if ahead is None else state.at(ahead)
        if found is not None and found.owner == unit.owner:
            state, gone = _gone(state, unit, path)
            held = Ignored(unit.number, unit.kind, unit.owner, path[-1], "retreat", left, "support")
            return state, (*events, *gone, held)
        if ahead is None or found is not None or not state.terrain(ahead).passable:
            blow = left
            break
        path.append(ahead)
        left -= 1
        if state.terrain(ahead).retreat_stops:
            blow = left
            break
    state, gone = _gone(state, unit, path)
    events += gone
    for amount, why in ((state.terrain(path[-1]).hurts if len(path) > 1 else 0, "ruins"), (blow, "retreat")):
        state, suffered = hurt(state, unit.number, amount, why)
        events += suffered
    return state, events


def supported(state: State, unit: Unit, direction: int) -> bool:
    """Whether a friend stands right behind a unit, so that it does not retreat at all (B9.4)."""
    ahead = board.ahead(unit.hex, direction)
    behind = None if ahead is None else state.at(ahead)
    return behind is not None and behind.owner == unit.owner


def _gone(state: State, unit: Unit, path: list[str]) -> Step:
    """The unit at the end of its way, with the health that it has now."""
    if len(path) == 1:
        return state, ()
    now = state.unit(unit.number)
    assert now is not None, "who retreats is still there"
    moved = Moved(unit.owner, unit.number, unit.kind, tuple(path), "retreat")
    return state.with_unit(replace(now, hex=path[-1])), (moved,)
