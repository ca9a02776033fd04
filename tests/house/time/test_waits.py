"""Nobody waits for the event loop while others ask for much: short forms of what `tests.bench.waits` measures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import MIGRATIONS, games
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.interactions.context import Context
from tests.bench import late, waits
from tests.late import played
from tests.waits import BOUND, measured

PEOPLE = 4


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    store = await Store.open(f"sqlite:///{tmp_path}/waits.db", MIGRATIONS)
    house = House(store, {face.kit.rules.name: face.kit for face in games()}, Environment())
    yield waits.desk_for(house)
    await house.close()
    await store.close()


async def test_nobody_waits_while_a_game_is_brought_in_and_its_dice_are_checked(context: Context) -> None:
    written = waits.recorded(150, 2)

    async with measured() as waited:
        table = await waits.bringing_in(context, written)
        await waits.checking(context, table, PEOPLE)

    assert context.verdicts[table.game.id].finding is None
    assert waited.longest < BOUND


async def test_nobody_waits_while_others_ask_for_odds(context: Context) -> None:
    async with measured() as waited:
        await waits.odds(context, PEOPLE, 0.1)

    assert waited.longest < BOUND


async def test_nobody_waits_while_somebody_types_as_much_as_can_be_typed(context: Context) -> None:
    table = await waits.opening(context.house, 2)

    async with measured() as waited:
        await waits.typing(context, table)

    assert waited.longest < BOUND


async def test_nobody_waits_while_late_games_are_played_and_looked_back_at(tmp_path: Path) -> None:
    file = tmp_path / "late.db"
    store = await Store.open(f"sqlite:///{file}", MIGRATIONS)
    numbers = await late.tables_of(store, file, 1, played(4, 500, 1), 6)

    async with late.housed(store) as house, measured() as waited:
        await late.played_in_turn(house, numbers, 2)
        points = await (await house.table(numbers[0])).rewinding.phase_points()
    await store.close()

    assert len(points) > 50
    assert waited.longest < BOUND
