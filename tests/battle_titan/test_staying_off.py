"""Staying off the map never pays: not against flight, concession or an agreement, for either side (V4.1, V5.2)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.titan import outcomes
from engine.titan.points import Points
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import State
from tests.battle_titan.stories import placed, scores
from tests.engine.positions import do, lines

KINDS = ("TTN", "ANG", "SER", "COL", "OGR", "CEN", "LIO", "TRO", "RAN", "CYC")


def legion(dice: Random) -> str:
    """One to seven characters, at most one Titan."""
    found = [dice.choice(KINDS[1:]) for _ in range(dice.randint(1, 7))]
    return " ".join(["TTN", *found[1:]] if dice.random() < 0.2 else found)


def met(dice: Random) -> State:
    """Two legions have met; both have more elsewhere."""
    red, blue = (dice.choice((0, 95, 240)) for _ in range(2))
    return do(
        placed(
            f"Red {red}: Rd01@1>3 {legion(dice)}; Rd09@20 OGR OGR",
            f"Blue {blue}: Bu01@1 {legion(dice)}; Bu09@30 OGR OGR",
        ),
        "done",
    )


def gained(before: State, after: State) -> Points:
    """What both have got."""
    red, blue = (now - then for now, then in zip(scores(after), scores(before), strict=True))
    return red, blue


def stayed_off(state: State, side: int) -> Points:
    """What both get if nobody of a side enters and the other comes with all that it can."""
    fight = do(state, "1: fight")
    if side == DEFENDER:
        return gained(state, do(fight, "1: done"))
    entered = next((line for line in lines(fight, 1) if line.startswith("maneuver")), "")
    while entered:
        fight = do(fight, f"1: {entered}")
        entered = next((line for line in lines(fight, 1) if line.startswith("maneuver") and line[9:12].isalpha()), "")
    return gained(state, do(fight, "1: done", "done"))


@pytest.mark.parametrize("seed", range(4))
def test_nobody_does_better_by_entering_nobody(seed: int) -> None:
    dice = Random(f"stay {seed}")
    for _ in range(12):
        state = met(dice)
        view = {side: TITAN.view(state, state.phase.engagement.seats[side]) for side in (ATTACKER, DEFENDER)}  # type: ignore[union-attr]
        for side, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
            got = stayed_off(state, side)
            ways = [outcomes.conceded(view[side], side)]
            ways += [outcomes.agreed(view[side], lost, ()) for lost in (("attacker", "defender")[side], "both")]
            if side == DEFENDER and "flee" in lines(state, 1):
                ways.append(outcomes.fled(view[side]))
            for points, mine in product(ways, (side,)):
                assert got[mine] <= points[mine], (side, points, got)
                assert got[other] >= points[other], (side, points, got)
