"""A process that is told to stop: its shards go to another, and nobody who presses meanwhile notices."""

from __future__ import annotations

import asyncio
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import bot
from cogs.house.store.store import Store
from cogs.house.words.words import Words
from cogs.shards import Shards
from tests.standin.conftest import Claimed, Given, Town, comes
from tests.standin.server import TOKEN

ONE = frozenset({0})
PUT_OFF = Words().text("refusal.restarting")


class Ending(Given):
    """The shards of a process that ends: they are another's, which connects them before they are let go here."""

    def __init__(self, other: Given) -> None:
        super().__init__(Shards(ONE, 1))
        self._other = other

    async def hand_over(self) -> bool:
        self._other.gives({0})
        async with asyncio.timeout(20), self._other.news:
            await self._other.news.wait_for(lambda: self._other.told.ids == ONE)
        return True


async def pressing(town: Town, who: str, over: asyncio.Event) -> list[dict[str, Any]]:
    """What somebody gets who asks for help again and again, until it is over."""
    answers: list[dict[str, Any]] = []
    while not over.is_set():
        answers.append(await town.standin.control.command(town.people[who], town.channel, "titan help"))
    return answers


async def stopped(town: Town, other: Given, claims: Claimed, file: Path, guilds_after: float = 0.0) -> None:
    """A process that is started as ever and told to stop, while people press: `other` takes its place."""
    source, stop, over = Ending(other), asyncio.Event(), asyncio.Event()
    store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS)
    town.standin.control.gateway(guilds_after=guilds_after)
    running = asyncio.create_task(bot.online(bot.Settings(TOKEN, "", "INFO"), store, stop, source, claims))
    await comes(lambda: bool(town.standin.gateway.listening(town.guild)))
    town.standin.control.gateway(guilds_after=0.0)
    people = [asyncio.create_task(pressing(town, who, over)) for who in town.people]
    await comes(lambda: len(town.standin.api.interactions) > 2)

    stop.set()
    assert await running == 0
    after = len(town.standin.api.interactions)
    await comes(lambda: len(town.standin.api.interactions) > after + 2)
    over.set()

    answers = [each for answered in await asyncio.gather(*people) for each in answered]
    assert {each["hearing"] for each in answers} >= {1, 2}
    assert all(each["acknowledged"] is not None for each in answers), "nothing is lost"
    assert all((each["callbacks"], each["refused"]) == (1, 0) for each in answers), "and nothing done twice"
    assert all(each["message"]["content"] != PUT_OFF for each in answers)
    await store.close()


@pytest.mark.parametrize("guilds_after", [0.0, 60.0])
async def test_nothing_that_is_pressed_is_lost_when_a_process_stops_and_another_takes_its_shards(
    town: Town, new_database: Path, tmp_path: Path, guilds_after: float
) -> None:
    """Also one that is told to stop before Discord has told it of the servers of its shard."""
    claims, free = Claimed(), Given(Shards(frozenset(), 1))
    file = tmp_path / "ending.db"
    copy(new_database, file)
    async with town.process(free, claims) as other:
        await town.registered()
        await stopped(town, free, claims, file, guilds_after)

        assert other.client.complete.ids == ONE


async def test_alone_a_process_ends_at_once(town: Town, new_database: Path, tmp_path: Path) -> None:
    copy(new_database, tmp_path / "alone.db")
    store, stop = await Store.open(f"sqlite:///{tmp_path}/alone.db", bot.MIGRATIONS), asyncio.Event()
    running = asyncio.create_task(bot.online(bot.Settings(TOKEN, "", "INFO"), store, stop))
    await comes(lambda: bool(town.standin.gateway.listening(town.guild)))

    stop.set()
    async with asyncio.timeout(10):
        assert await running == 0
    assert town.standin.control.report()["connected"] == []
    await store.close()
