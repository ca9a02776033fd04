"""What an engagement would bring is what it brings: foretold from a view, held against the rules that settle it."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import CHANCE, Draw, Seat
from engine.log import opening
from engine.ruleset import play
from engine.titan import outcomes
from engine.titan.actions import Accept, Action, Concede, Flee
from engine.titan.bots import LEVELS
from engine.titan.events import Event, Scored
from engine.titan.points import Points
from engine.titan.ruleset import TITAN
from engine.titan.state import Engaging, Over, State
from engine.titan.view import View
from tests.engine.positions import battle, do, position
from tests.selfplay import answer

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"variant": "battle_titan", "end_condition": "turns 9"},
    {"variant": "battle_titan", "end_condition": "turns 9", "offboard_scores": "on", "loser_kill_credit": "none"},
    {"variant": "battle_titan", "end_condition": "turns 9", "consolation_on_concession": "never"},
)

SETTLES = ("flight", "concession", "agreement", "consolation")
"""What players score for in an engagement that is given up, beside half-points for what stood elsewhere."""


def foretold(view: View, seat: Seat, action: Action) -> Points:
    """What somebody is told beforehand."""
    assert view.engaged is not None
    match action:
        case Flee():
            return outcomes.fled(view)
        case Accept(lost, losses):
            return outcomes.agreed(view, lost, losses)
        case _:
            return outcomes.conceded(view, view.engaged.seats.index(seat))


def scored(view: View, events: tuple[Event, ...]) -> Points:
    """What the two then have."""
    assert view.engaged is not None
    attacker, defender = (
        sum(e.points for e in events if isinstance(e, Scored) and e.seat == seat and e.why in SETTLES)
        for seat in view.engaged.seats
    )
    return attacker, defender


def held(state: State) -> int:
    """Foretells every way in which the engaged two may give up, and sees what comes of it; how many there were."""
    ways = 0
    for seat in map(Seat, range(len(state.players))):
        for action in TITAN.legal(state, seat):
            if isinstance(action, Concede | Flee | Accept):
                view = TITAN.view(state, seat)
                _, events = play(TITAN, state, seat, action)
                assert foretold(view, seat, action) == scored(view, events), f"{action} of {seat}"
                ways += 1
    return ways


@pytest.mark.parametrize("options", OPTIONS, ids=["standard", "variant", "offboard", "never"])
def test_what_giving_up_would_bring_is_what_it_brings(options: dict[str, str]) -> None:
    dice, whims, ways = Random(3), Random(4), 0
    for _ in range(2):
        state = opening(TITAN, 3, options).state
        while not isinstance(state.phase, Over) and state.turn < 10:
            draw: Draw | None = TITAN.wants(state)
            if draw is not None:
                state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
                continue
            ways += held(state)
            seat = min(TITAN.awaiting(state))
            legal = tuple(TITAN.legal(state, seat))
            level = "steady" if whims.random() < 0.7 else "random"
            state, _ = play(TITAN, state, seat, LEVELS[level](TITAN.view(state, seat), legal, whims))
    assert ways > 100


BATTLE_TITAN = {"variant": "battle_titan"}


def test_an_attacker_who_gives_up_in_his_first_maneuver_scores_for_those_on_the_map() -> None:
    """V4.8, example h: 36 entered, the Angel of 24 did not, 24 stand against them."""
    state = battle("Plains", "UNI D1, OGR E1, ANG", "BEH D4", in_round=1, mover=0, options=BATTLE_TITAN)

    assert outcomes.conceded(TITAN.view(state, Seat(0)), 0) == (18, 30)


def test_a_battle_to_come_is_foretold_with_all_of_both_legions() -> None:
    """V4, example a: 42 attack 36."""
    start = position("Red: Rd01@41>3 LIO LIO OGR", "Blue: Bu01@41 SER", phase=Engaging(), options=BATTLE_TITAN)
    view = TITAN.view(do(start, "engage 41"), Seat(0))

    assert outcomes.won(view, 0) == (36, 0)
    assert outcomes.won(view, 1) == (21, 21)
