"""The Victory Point Step: banners, the line of one's half, cards shown, and a look at one (B14.3, B23.12, B23.13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Illegal, Seat
from engine.phases import Handler, the_active
from engine.skirmish import scenario
from engine.skirmish.actions import Action, Peek, Stay
from engine.skirmish.board import ROWS, row, turned
from engine.skirmish.events import Declined, Event, Peeked, Scored
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Reshuffling, Revealing, Scoring, State, other
from engine.skirmish.steps import windows
from engine.skirmish.tables import Half
from engine.values import replace


def scored(state: State) -> Step:
    """The active side scores, and shows the cards of the buildings that it has stormed, in an order of its choice."""
    seat, events = state.active, tuple[Event, ...]()
    for points, why in ((banners(state, seat), "banner"), (line(state, seat), "half")):
        if points:
            side = state.sides[seat]
            side = replace(side, victory=side.victory + points)
            state = state.with_side(seat, side)
            events += (Scored(seat, points, side.victory, why),)
    return replace(state, phase=Revealing(seat, scenario.stormed(state, seat), Scoring())), events


def banners(state: State, seat: Seat) -> int:
    """The points of a side for the banners that it stands on (B14.3, B22.7)."""
    field, built = state.rules.tables.field, state.rules.scenario
    flags = field.banners if built is None else built.banners
    return field.banner_points * sum(unit.hex in flags for unit in state.own(seat))


def line(state: State, seat: Seat) -> int:
    """The points of a side for the line of its scenario half (B14.3)."""
    half = state.rules.tables.halves.get(state.sides[seat].half)
    if half is None:
        return 0
    held = [unit.hex for unit in state.own(seat)]
    match half.points:
        case ("all_of", terrain):
            return int(_of_half(state, seat, half, terrain) <= set(held))
        case ("at_least", terrain, number):
            return int(len(_of_half(state, seat, half, terrain) & set(held)) >= int(number))
        case ("every", terrain, number):
            return sum(state.terrain(at).id == terrain for at in held) // int(number)
        case ("no_enemy_on", rows):
            own = {ROWS.index(name) for name in rows}
            return int(not any(_row(state, seat, unit.hex) in own for unit in state.own(other(seat))))
        case ("on_rows_of_enemy", number):
            return int(any(_row(state, seat, at) >= len(ROWS) - int(number) for at in held))
        case ("killed_this_turn",):
            return int(state.turn.killed)
        case _:
            raise AssertionError(f"{half.points} is no way to score")


def _row(state: State, seat: Seat, at: str) -> int:
    """The row of a hex as a seat counts them, its own first."""
    return row(at) if state.south(seat) else len(ROWS) - 1 - row(at)


def _of_half(state: State, seat: Seat, half: Half, terrain: str) -> set[str]:
    """The hexes of a terrain on a seat's own half (B4.2)."""
    hexes = (at for at, name in half.terrain.items() if name == terrain)
    return {at if state.south(seat) else turned(at) for at in hexes}


# A look at a hidden card


def unseen(state: State, seat: Seat) -> tuple[str, ...]:
    """The hexes whose card a side can pay to look at now (B23.12)."""
    built, side = state.rules.scenario, state.sides[seat]
    if built is None or built.special.peeks != side.faction or side.lore < built.special.peek_cost:
        return ()
    return () if state.turn.peeked else _left(state, seat)


def _left(state: State, seat: Seat) -> tuple[str, ...]:
    seen = {at for at, _ in state.sides[seat].peeked}
    return tuple(at for at, _ in state.hidden if at not in seen)


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    yield from map(Peek, unseen(state, seat))
    yield Stay()


def _apply(state: State, seat: Seat, action: Action) -> Step:
    """Once in a step, or not at all (B23.12)."""
    state = replace(state, turn=replace(state.turn, peeked=True))
    if isinstance(action, Stay):
        return state, (Declined(seat, "peek"),)
    assert isinstance(action, Peek)
    assert state.rules.scenario is not None, "only a scenario has cards to look at"
    kind, cost = dict(state.hidden)[action.hex], state.rules.scenario.special.peek_cost
    side = state.sides[seat]
    side = replace(side, lore=side.lore - cost, peeked=(*side.peeked, (action.hex, kind)))
    return replace(state.with_side(seat, side), learnt=state.learnt + 1), (Peeked(seat, action.hex, cost, kind),)


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    if not isinstance(action, Peek):
        return None
    return Illegal("peek-no-card", hex=action.hex, hexes=unseen(state, seat))


def _onward(state: State) -> Step | None:
    """The step is over when there is nothing to look at, or nothing to pay with."""
    if unseen(state, state.active):
        return None
    return windows.opened(state, ("own_vp_step", ""), state.active, Reshuffling()), ()


HANDLERS: Handlers = {Scoring: Handler("scoring", (Peek, Stay), the_active, _legal, _apply, _refusal, onward=_onward)}
