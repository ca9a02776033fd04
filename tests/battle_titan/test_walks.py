"""Random walks over `legal` in Battle Titan: what must hold in every game whatever happens (V2.1, V2.2, V6, V7)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.battle_titan.campaign import HAPPENED, Campaign, any_game

ENDLESS = 20_000
"""No game is as long: a walk that is not over then would never be."""

SHARDS, SHARD = 4, 250
"""A thousand games, in portions for two processes."""


def walked(seeds: range, care: float) -> Counter[str]:
    """Plays a game of each seed to its end, and counts what happened."""
    counted: Counter[str] = Counter()
    for seed in seeds:
        walk = Campaign(2 + seed % 5, seed, any_game(Random(seed)), care)
        walk.run(ENDLESS)
        assert walk.over, f"seed {seed}"
        counted += walk.counted
    return counted


def test_games_of_every_size_come_to_their_end() -> None:
    counted = walked(range(7_000_000, 7_000_008), care=0.5)

    assert counted["over"] == 8
    assert counted["spawned"] > 5


@pytest.mark.deep
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_thousand_games_come_to_their_end(shard: int) -> None:
    """2 to 6 seats, all options and end conditions at random; in every quarter of them each kind of thing happens."""
    first = 8_000_000 + SHARD * shard

    counted = walked(range(first, first + SHARD), care=0.2)

    print(dict(counted))
    assert counted["over"] == SHARD
    assert not [what for what in HAPPENED if not counted[what]], counted
