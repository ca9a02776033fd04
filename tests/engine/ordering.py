"""Orders filed and fired in positions, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core import Illegal, Seat
from engine.titan.orders import FiledOrder, FiredOrder, filed, fire, parse, standing
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Gathering, Moving, Phase, State
from tests.engine.positions import battle, battling, do, lines, position

RED = "Red: Rd01@41 OGR OGR LIO; Rd02@100 TTN ANG OGR"


BLUE = "Blue: Bu01@200 TTN OGR; Bu03@8 CEN CEN"


def given(state: State, *orders: str, seat: int = 0) -> tuple[FiledOrder, ...]:
    """The orders of a seat as it has filed them."""
    view = TITAN.view(state, Seat(seat))
    return tuple(filed(parse(order), number, view) for number, order in enumerate(orders, 1))


def fired(state: State, orders: Sequence[FiledOrder], seat: int = 0) -> FiredOrder | None:
    """What the orders of a seat have to say to its decision; an action is legal."""
    view, actions = TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat)))
    found = fire(orders, view, actions)
    assert found is None or found.action is None or found.action in actions
    return found


def said(state: State, *orders: str, seat: int = 0) -> str:
    """What is done first by the orders: a line, `ask: code`, `wait`; empty if they have nothing to say."""
    return spoken(fired(state, given(state, *orders, seat=seat), seat))


def spoken(found: FiredOrder | None) -> str:
    """What an order has said: a line, `ask: code` or `wait`; empty for nothing."""
    if found is None:
        return ""
    if found.why is not None:
        return f"ask: {found.why.code}"
    line: str = TITAN.notation.line(found.action) if found.action else "wait"
    return line


def carried(state: State, *orders: str, seat: int = 0) -> tuple[list[str], tuple[FiledOrder, ...]]:
    """All that the orders do until they have nothing more to say, ask, or chance is wanted; and those left."""
    left, told = given(state, *orders, seat=seat), []
    while Seat(seat) in TITAN.awaiting(state):
        found = fired(state, left, seat)
        told += [spoken(found)] if found else []
        if found:
            left = tuple(one for one in (found.left if one == found.by else one for one in left) if one)
        if found is None or found.action is None:
            break
        state = do(state, told[-1], seat=seat)
    return told, standing(left, TITAN.view(state, Seat(seat)))


def refused(state: State, order: str, seat: int = 0, *, advice: bool = True) -> str:
    """The code of the refusal that an order meets when it is filed. Fails if it is taken."""
    try:
        filed(parse(order), 1, TITAN.view(state, Seat(seat)), advice=advice)
    except Illegal as illegal:
        return illegal.code
    raise AssertionError(f"{order} was taken")


def moving(roll: int, red: str = RED, blue: str = BLUE, turn: int = 2) -> State:
    return position(red, blue, phase=Moving(roll), turn=turn)


def attacked(red: str = "LIO LIO LIO", blue: str = "OGR OGR", land: int = 41) -> State:
    """Red has come upon Bu04 with Rd01, and Blue is asked."""
    others = "Rd09@20 TTN OGR", "Bu09@30 TTN OGR"
    state = position(
        f"Red: Rd01@{land}>3 {red}; {others[0]}", f"Blue: Bu04@{land} {blue}; {others[1]}", phase=Moving(1)
    )
    return do(state, "done")


def goals() -> tuple[str, str]:
    """Where Rd01 and Rd02 can go by a three without being in each other's way."""
    free = lines(moving(3))
    one, two = ([line.split()[2] for line in free if line.startswith(f"move {m}")][-1] for m in ("Rd01", "Rd02"))
    return one, two


def blocked() -> State:
    """By a three Rd01 can go on, and Rd02 no more: Blue has come to the land where it was to go."""
    return moving(3, blue=f"Blue: Bu01@200 TTN OGR; Bu03@{goals()[1]} CEN CEN")


def before_strikes(lion: int) -> State:
    """An Ogre on C3 and a Troll on D5, each beside Lion and Centaur; the Troll also beside an Ogre on D6."""
    defenders = f"LIO C4({lion}), CEN D4, OGR D6"
    return battle("Plains", "OGR C3, TRO D5", defenders, red="Rd09@20 TTN", mover=ATTACKER, step="strike")


def with_phase(phase: Phase, red: str = RED, blue: str = BLUE, turn: int = 2) -> State:
    return position(red, blue, phase=phase, turn=turn)


def opened(state: State) -> State:
    """The battle with the window for an addition open."""
    phase = battling(state)
    return replace(state, phase=replace(phase, battle=replace(phase.battle, window=True)))


def winning(side: int, creatures: str, due: tuple[int, ...] = ()) -> State:
    """One of the two has won in a land of Plains and may add to his legion whatever is left."""
    land = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")
    legions = ["", ""]
    legions[side] = f"{'RB'[side]}{'du'[side]}01@{land}>3 {creatures}; "
    red, blue = f"Red: {legions[0]}Rd09@20 TTN ANG", f"Blue: {legions[1]}Bu09@30 TTN ANG"
    engagement = Engagement(land, ("Rd01", "Bu01"), (Seat(0), Seat(1)), summoned=False)
    gathering = Gathering(engagement, side, due, side == ATTACKER, side == DEFENDER, secret=False)
    return replace(position(red, blue), phase=gathering)
