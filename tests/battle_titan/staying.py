"""What staying off the map brings, worked out for both sides of an engagement and held against every other way to
lose it (V4.1, V5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ruleset import play
from engine.titan import outcomes
from engine.titan.actions import Done, Fight
from engine.titan.battle.entering import entering
from engine.titan.points import Points
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER, SIDE_NAMES
from engine.titan.state import Parleying, State
from engine.titan.view import View


def gained(before: State, after: State) -> Points:
    """What the two who have met have got."""
    assert isinstance(before.phase, Parleying), "two legions have met"
    then, now = before.players, after.players
    attacker, defender = (now[seat].score - then[seat].score for seat in before.phase.engagement.seats)
    return attacker, defender


def stayed_off(state: State, side: int) -> Points:
    """What both get if nobody of a side enters, and of the other all come who can."""
    assert isinstance(state.phase, Parleying), "two legions have met"
    seats = state.phase.engagement.seats
    fight, _ = play(TITAN, state, seats[DEFENDER], Fight())
    if side == ATTACKER:
        seat = seats[DEFENDER]
        while step := entering(TITAN.view(fight, seat), tuple(TITAN.legal(fight, seat))):
            fight, _ = play(TITAN, fight, seat, step)
        fight, _ = play(TITAN, fight, seat, Done())
    fight, _ = play(TITAN, fight, seats[side], Done())
    return gained(state, fight)


def losing(view: View, side: int, may_flee: bool) -> Iterator[tuple[str, Points]]:
    """What both get by each other way in which a side can lose its legion before a battle."""
    yield "conceding", outcomes.conceded(view, side)
    yield "agreeing", outcomes.agreed(view, SIDE_NAMES[side], ())
    yield "agreeing on both", outcomes.agreed(view, "both", ())
    if side == DEFENDER and may_flee:
        yield "fleeing", outcomes.fled(view)


def check_staying_off(state: State) -> None:
    """Two legions have met, and nothing has been said: nobody gets more, nor the enemy less, by entering nobody."""
    assert isinstance(state.phase, Parleying), "two legions have met"
    for side, seat in enumerate(state.phase.engagement.seats):
        got = stayed_off(state, side)
        for way, points in losing(TITAN.view(state, seat), side, state.phase.may_flee):
            assert got[side] <= points[side], (SIDE_NAMES[side], way, points, got)
            assert got[1 - side] >= points[1 - side], (SIDE_NAMES[side], way, points, got)
