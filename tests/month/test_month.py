"""A month of many games: nobody is told twice, in his sleep or for nothing, and no game is ever stuck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.month.counting import spread
from tests.month.living import Told, lived

QUICK = 2, 2.5, 1
"""Games, days, seed."""

MONTH = 50, 30.0, 1


def check(told: Told) -> None:
    """What holds of every month."""
    print(*told.lines(), sep="\n")
    assert told.faults == []
    assert told.counted["reminders"] > 0
    assert told.counted["decisions"] > 8 * told.games


async def test_some_days_of_some_games(tmp_path: Path) -> None:
    check(await lived(tmp_path, *QUICK))


@pytest.mark.deep
async def test_a_month_of_fifty_games(tmp_path: Path) -> None:
    """People vanish, close their messages and go on vacation; the bot is down for a night, and started anew."""
    told = await lived(tmp_path, *MONTH)

    check(told)
    battles, turns = told.figures.battles, told.figures.turns
    for number in (0, 1, 2):
        assert len(battles[number]) >= 10, f"{number} plans: {spread(battles[number])}"
    middle = [sorted(counts)[len(counts) // 2] for _, counts in sorted(battles.items())]
    assert middle[2] <= 2, "two plans, and the battle is fought nearly without anybody"
    assert middle == sorted(middle, reverse=True), "the more plans, the fewer hand-offs"
    for engaged in (False, True):
        with_orders, without = turns[engaged, True], turns[engaged, False]
        assert sum(with_orders) / len(with_orders) < sum(without) / len(without)
    assert told.counted["deadlines"] > 20
