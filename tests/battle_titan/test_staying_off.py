"""Staying off the map never pays: not against flight, concession or an agreement, for either side (V4.1, V5.2).

In the random games of `test_walks` it is worked out for every engagement, too.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.core import CHANCE
from engine.ruleset import play
from engine.titan.bots import choose_steady
from engine.titan.options import END_CONDITION
from engine.titan.ruleset import TITAN
from engine.titan.state import Engagement, Over, Parleying, State
from tests.battle_titan.staying import check_staying_off
from tests.battle_titan.stories import placed, variant
from tests.engine.positions import do
from tests.selfplay import answer

KINDS = ("TTN", "ANG", "SER", "COL", "OGR", "CEN", "LIO", "TRO", "RAN", "CYC")

SHARDS, SHARD = 20, 10
"""Two hundred games, in portions for two processes."""


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


@pytest.mark.parametrize("seed", range(4))
def test_nobody_does_better_by_entering_nobody(seed: int) -> None:
    dice = Random(f"stay {seed}")
    for _ in range(12):
        check_staying_off(met(dice))


def played(seed: int, turns: int) -> int:
    """A game of so many Game-Turns that the program plays by itself; gives how many engagements were looked at."""
    dice, state = Random(seed), TITAN.new_game(2 + seed % 5, variant(**{END_CONDITION: f"turns {turns}"}))
    looked_at = 0
    latest: tuple[int, Engagement] | None = None
    while not isinstance(state.phase, Over):
        draw = TITAN.wants(state)
        if draw:
            state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
            continue
        if isinstance(state.phase, Parleying) and (state.turn, state.phase.engagement) != latest:
            latest = (state.turn, state.phase.engagement)
            check_staying_off(state)
            looked_at += 1
        seat = dice.choice(sorted(TITAN.awaiting(state)))
        state, _ = play(
            TITAN, state, seat, choose_steady(TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), dice)
        )
    return looked_at


@pytest.mark.parametrize("seed", [31, 32])
def test_nor_in_games_that_the_program_plays_by_itself(seed: int) -> None:
    assert played(seed, turns=5) > 1


@pytest.mark.deep
@pytest.mark.parametrize("shard", range(SHARDS))
def test_nor_in_two_hundred_games_that_the_program_plays_by_itself(shard: int) -> None:
    """Two players may not meet in twelve Game-Turns."""
    looked_at = [played(40_000 + seed, turns=12) for seed in range(SHARD * shard, SHARD * (shard + 1))]

    assert sum(looked_at) > 2 * SHARD
