"""What befalls a unit: damage, stun, poison, and their end; and the side whose last unit is gone (B1, B11, B14)."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.events import (
    Cured,
    Damaged,
    Destroyed,
    Event,
    GameOver,
    GotPoisoned,
    Healed,
    Scored,
    Stunned,
)
from engine.skirmish.handler import Step
from engine.skirmish.state import Over, State, other
from engine.skirmish.units import NOT_STUNNED, STUNNED, Unit
from engine.values import replace

ANY = "any"
"""What a table of points calls every unit that it does not name."""


def suffer(state: State, number: int, amount: int, why: str, by: Seat | None) -> Step:
    """A unit suffers damage, and is destroyed at 0 health (B1.3, B1.4). Nothing for one that is gone, or for none.

    `by` is the seat whose deed it is, which scores for a unit of the other side (B14.4, B23.8); None for nobody's.
    Damage beyond what it has left is not counted.
    """
    unit = state.unit(number)
    if unit is None or amount <= 0:
        return state, ()
    if by == unit.owner:
        by = None
    amount = min(amount, unit.health)
    left = unit.health - amount
    damaged = Damaged(number, unit.kind, unit.owner, unit.hex, amount, left, why)
    if left:
        return state.with_unit(replace(unit, health=left)), (damaged,)
    state = replace(state, units=tuple(one for one in state.units if one.number != number))
    events: tuple[Event, ...] = (damaged, Destroyed(number, unit.kind, unit.owner, unit.hex, by))
    if by is None:
        return state, events
    if by == state.active:
        state = replace(state, turn=replace(state.turn, killed=True))
    state, scored = _score(state, unit, by)
    return state, (*events, *scored)


def kill_points(state: State, unit: Unit, by: Seat) -> int:
    """What `by` scores for destroying a unit: for its kind, its class, or any (B14.4, B23.8)."""
    scenario, kind = state.rules.scenario, state.kind(unit)
    if scenario is None:
        table = state.rules.tables.field.kill_points
    else:
        table = scenario.special.kill_points.get(state.sides[by].faction, {})
    named = [points for name, points in table.items() if name == kind.id or name in kind.tags]
    return max(named, default=table.get(ANY, 0))


def _score(state: State, unit: Unit, by: Seat) -> Step:
    points = kill_points(state, unit, by)
    if not points:
        return state, ()
    side = replace(state.sides[by], victory=state.sides[by].victory + points)
    return state.with_side(by, side), (Scored(by, points, side.victory, "kill"),)


def stun(state: State, number: int) -> Step:
    """A unit is stunned; a second stun has no effect (B11.16)."""
    unit = state.unit(number)
    if unit is None or unit.stunned:
        return state, ()
    event = Stunned(number, unit.kind, unit.owner, unit.hex)
    return state.with_unit(replace(unit, stunned=STUNNED)), (event,)


def poison(state: State, number: int) -> Step:
    """A unit has a poison token; it has one at most (B11.13)."""
    unit = state.unit(number)
    if unit is None or unit.poisoned:
        return state, ()
    event = GotPoisoned(number, unit.kind, unit.owner, unit.hex)
    return state.with_unit(replace(unit, poisoned=True)), (event,)


def heal(state: State, number: int, amount: int) -> Step:
    """A unit recovers damage, at most what it has suffered."""
    unit = state.unit(number)
    amount = 0 if unit is None else min(amount, state.kind(unit).full - unit.health)
    if unit is None or amount <= 0:
        return state, ()
    event = Healed(number, unit.kind, unit.owner, unit.hex, amount)
    return state.with_unit(replace(unit, health=unit.health + amount)), (event,)


def cure(state: State, number: int, of: str) -> Step:
    """A unit loses its `stun` or its `poison`."""
    unit = state.unit(number)
    if unit is None:
        return state, ()
    well = replace(unit, stunned=NOT_STUNNED) if of == "stun" else replace(unit, poisoned=False)
    if well == unit:
        return state, ()
    return state.with_unit(well), (Cured(number, unit.kind, unit.owner, unit.hex, of),)


def ended(state: State) -> Step | None:
    """The end of the game if a side has no unit left (B14.2, B22.6), else None.

    If both have none, which a card can do that hurts both, the side whose turn it is has lost.
    """
    if isinstance(state.phase, Over):
        return None
    gone = [seat for seat in (state.active, other(state.active)) if not state.own(seat)]
    if not gone:
        return None
    winner = other(gone[0])
    return replace(state, phase=Over(winner, "destroyed")), (GameOver(winner, "destroyed"),)
