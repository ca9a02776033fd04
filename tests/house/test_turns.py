"""Whatever takes a game up from the store does it in turn: what is written meanwhile is not undone in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from cogs.house.house import House
from tests.house.conftest import game
from tests.house.late import FIRST, dithered

HOST = 777
"""Somebody who has opened a game and left it."""


async def overlapping(
    house: House, one: Callable[[], Awaitable[object]], other: Callable[[], Awaitable[object]]
) -> AsyncIterator[None]:
    """Does both at once, again and again, each time with the `other` one a turn at the database later."""
    for turns in range(14):
        doing = asyncio.ensure_future(one())
        for _ in range(turns):
            await house.store.settings.value("nothing")
        await other()
        await doing
        yield


async def test_a_move_that_is_made_while_somebody_is_forgotten_stays_made(house: House) -> None:
    table = await game(house)

    async def forget() -> None:
        async with house.store.database.transaction() as tx:
            await tx.write("UPDATE game SET host_id = ?", HOST)
        await house.forget(HOST, "somebody", "a game")

    async for _ in overlapping(house, forget, lambda: table.submit(FIRST, dithered(table.timeline))):
        found = await house.store.games.load(table.game.id)
        assert found is not None
        assert table.seq == found[0].seq == table.game.seq


async def test_a_channel_that_is_gone_stays_known_while_the_game_is_taken_up(house: House) -> None:
    table, reasons = await game(house), iter(["gone", None] * 7)

    async def suspend() -> None:
        await table.suspend(next(reasons))

    async for _ in overlapping(house, lambda: table.in_turn(table.refresh), suspend):
        found = await house.store.games.load(table.game.id)
        assert found is not None
        assert table.game.suspended == found[0].suspended
