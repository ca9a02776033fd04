"""Random walks over `legal`, 210 games of two to six seats, 6 of them in each run: what must hold in every game
whatever happens."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.deep import deep_but
from tests.engine.walking import Walk, any_options

MOST = 2400
GAMES = 3

ENDLESS = 50_000
"""No game is as long: a walk that is not over then would never be."""

SHARDS, SHARD = 40, 50
"""Two thousand games, in portions for two processes. They take ten minutes of one core."""


@pytest.mark.parametrize(
    ("seats", "batch"), deep_but(product(range(2, 7), range(14)), *((seats, seats % 2) for seats in (2, 6)))
)
def test_no_walk_gets_stuck_or_breaks_what_must_hold(seats: int, batch: int) -> None:
    """Every other batch has its options drawn for each game (R22)."""
    ended = 0

    for game in range(GAMES):
        seed = 1000 * seats + 10 * batch + game
        walk = Walk(seats, seed, any_options(Random(seed)) if batch % 2 else None)
        walk.run(MOST)
        ended += walk.over

    assert ended >= GAMES - 1, "most walks reach the end of the game"


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
def test_long_walks_hold_as_well(seed: int) -> None:
    walk = Walk(2 + seed % 5, seed=900000 + seed)

    walk.run(ENDLESS)

    assert walk.over


@pytest.mark.deep
@pytest.mark.parametrize("shard", range(SHARDS))
def test_thousands_of_games_with_any_options_come_to_their_end(shard: int) -> None:
    """2 to 6 seats, all options at random: no dead end, everything conserved, undo undoes, replay equals play."""
    for game in range(SHARD):
        seed = 10_000_000 + SHARD * shard + game
        walk = Walk(2 + game % 5, seed, any_options(Random(seed)), care=0.2)

        walk.run(ENDLESS)

        assert walk.over, f"seed {seed}"
