"""Random walks over `legal`, 200 games of two to six seats: what must hold in every game whatever happens."""

from __future__ import annotations

import pytest

from tests.engine.walking import Walk

MOST = 2400
GAMES = 5


@pytest.mark.parametrize("batch", range(8))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_no_walk_gets_stuck_or_breaks_what_must_hold(seats: int, batch: int) -> None:
    ended = 0

    for game in range(GAMES):
        walk = Walk(seats, seed=1000 * seats + 10 * batch + game)
        walk.run(MOST)
        ended += walk.over

    assert ended >= GAMES - 2, "most walks reach the end of the game"


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
def test_long_walks_hold_as_well(seed: int) -> None:
    walk = Walk(2 + seed % 5, seed=900000 + seed)

    walk.run(20000)

    assert walk.over
