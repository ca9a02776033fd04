"""So many games wait for players at a time, of one person and in one server."""

from __future__ import annotations

import asyncio

import pytest

from cogs.house.house import House
from cogs.house.table import openings
from cogs.house.table.openings import Openings
from cogs.house.table.table import Table
from engine.core import Illegal
from tests.house.conftest import ANN, BOB


def opening(house: House, host: int, channel: int, guild: int = 1) -> asyncio.Task[Table]:
    return asyncio.create_task(house.open(guild, channel, host, f"Host {host}", "toy", 2, f"Game {channel}"))


async def test_whoever_opens_many_at_the_same_moment_gets_three(house: House) -> None:
    made = await asyncio.gather(*(opening(house, ANN, 100 + n) for n in range(6)), return_exceptions=True)

    refused = [each for each in made if isinstance(each, Illegal)]
    assert {each.code for each in refused} == {"lobbies-own"}
    assert len(made) - len(refused) == openings.OWN
    with pytest.raises(Illegal, match="lobbies-own"):
        await opening(house, ANN, 300, guild=2)
    assert (await opening(house, BOB, 301)).game.host == BOB


async def test_a_game_that_was_opened_a_moment_ago_does_not_count_twice(house: House) -> None:
    ahead = Openings(house.store)
    await opening(house, ANN, 100)

    async def another() -> None:
        async with ahead.one_more(1, ANN):
            pass

    async with ahead.one_more(1, ANN):
        await opening(house, ANN, 101)  # it waits already, and whoever opened it does not know yet
        second = asyncio.create_task(another())
        await asyncio.sleep(0.05)
    await second


async def test_a_game_that_has_begun_waits_for_nobody(house: House) -> None:
    tables = [await opening(house, ANN, 100 + n) for n in range(openings.OWN)]
    await tables[0].lobby.add_bot("random")
    await tables[0].lobby.start(ANN)

    assert (await opening(house, ANN, 200)).game.host == ANN


async def test_a_server_has_so_many(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "ALL", 4)
    for host in range(4):
        await opening(house, 1000 + host, 100 + host)

    with pytest.raises(Illegal, match="lobbies-all"):
        await opening(house, ANN, 200)
    assert (await opening(house, ANN, 201, guild=2)).game.guild == 2
