"""The draft: neutral units are taken from the pool, in turns, for muster points (B15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.core import Illegal, Seat
from engine.phases import Handler, current
from engine.skirmish.actions import Draft, Pass
from engine.skirmish.events import Drafted
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Drafting, State, other
from engine.skirmish.steps import prepare
from engine.values import replace, without

MOST_AT_ONCE = 2
"""How many the second player may take in their first turn; in every other turn it is one (B15.4-B15.6)."""


def began(state: State) -> State:
    """The state with the draft open, which the first player begins."""
    return replace(state, phase=Drafting(state.first))


def most(phase: Drafting) -> int:
    """How many units may be taken in this turn of the draft."""
    return MOST_AT_ONCE if phase.number == 2 else 1


def _waiting(state: State) -> tuple[Seat, ...]:
    return (current(state.phase, Drafting).mover,) if state.pool else ()


def _legal(state: State, seat: Seat) -> Iterator[Draft | Pass]:
    for count in range(1, most(current(state.phase, Drafting)) + 1):
        for units in dict.fromkeys(combinations(state.pool, count)):
            if _cost(state, units) <= state.side(seat).points:
                yield Draft(units)
    yield Pass()


def _cost(state: State, units: tuple[str, ...]) -> int:
    return sum(state.rules.tables.kinds[unit].cost for unit in units)


def _refusal(state: State, seat: Seat, action: Draft | Pass) -> Illegal | None:
    if isinstance(action, Pass):
        return Illegal("draft-pass-now")
    if not 0 < len(action.units) <= most(current(state.phase, Drafting)):
        return Illegal("draft-most", asked=len(action.units), most=most(current(state.phase, Drafting)))
    if not Counter(action.units) <= Counter(state.pool):
        return Illegal("draft-pool", units=action.units, pool=state.pool)
    if (cost := _cost(state, action.units)) > state.side(seat).points:
        return Illegal("draft-points", cost=cost, points=state.side(seat).points)
    return None


def _apply(state: State, seat: Seat, action: Draft | Pass) -> Step:
    return _taken(state, seat, action.units if isinstance(action, Draft) else ())


def _taken(state: State, seat: Seat, units: tuple[str, ...]) -> Step:
    """A turn of the draft with the units taken; a pass right after a pass ends it (B15.8)."""
    phase, side = current(state.phase, Drafting), state.side(seat)
    side = replace(side, drafted=side.drafted + units, points=side.points - _cost(state, units))
    after = Drafting(other(seat), phase.number + 1, not units)
    state = replace(state.with_side(seat, side), pool=without(state.pool, units), phase=after)
    if phase.passed and not units:
        state = prepare.began(state)
    return state, (Drafted(seat, units, side.points),)


def _onward(state: State) -> Step | None:
    """A side that finds the pool empty passes (B15.7)."""
    return None if state.pool else _taken(state, current(state.phase, Drafting).mover, ())


HANDLERS: Handlers = {
    Drafting: Handler("drafting", (Draft, Pass), _waiting, _legal, _apply, _refusal, onward=_onward),
}
