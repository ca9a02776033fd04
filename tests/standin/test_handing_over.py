"""A process that is told to stop: its shards go to another, and nobody who presses meanwhile notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import bot
from cogs.house.store.store import Store
from cogs.house.words.words import Words
from tests.standin.conftest import Town, comes
from tests.standin.server import TOKEN

PUT_OFF = Words().text("refusal.restarting")


async def pressing(town: Town, who: str, over: asyncio.Event) -> list[dict[str, Any]]:
    """What somebody gets who asks for help again and again, until it is over."""
    answers: list[dict[str, Any]] = []
    while not over.is_set():
        answers.append(await town.standin.control.command(town.people[who], town.channel, "titan help"))
    return answers


@asynccontextmanager
async def process(url: str) -> AsyncIterator[tuple[asyncio.Event, asyncio.Task[int]]]:
    """A process as it is started, with what tells it to stop."""
    store, stop = await Store.open(url, bot.MIGRATIONS), asyncio.Event()
    running = asyncio.create_task(bot.online(bot.Settings(TOKEN, url, "INFO"), store, stop))
    try:
        yield stop, running
    finally:
        stop.set()
        await running
        await store.close()


@pytest.mark.parametrize("guilds_after", [0.0, 60.0])
async def test_nothing_that_is_pressed_is_lost_when_a_process_stops_and_another_takes_its_shards(
    town: Town, postgresql_url: str, guilds_after: float
) -> None:
    """Also one that is told to stop before Discord has told it of the servers of its shard."""
    over = asyncio.Event()
    town.standin.control.gateway(guilds_after=guilds_after)
    async with process(postgresql_url) as (stop, first):
        await comes(lambda: bool(town.standin.gateway.listening(town.guild)))
        town.standin.control.gateway(guilds_after=0.0)
        async with process(postgresql_url) as (_, other):
            await town.registered()
            people = [asyncio.create_task(pressing(town, who, over)) for who in town.people]
            await comes(lambda: len(town.standin.api.interactions) > 2)

            stop.set()
            assert await first == 0
            assert town.standin.gateway.listening(town.guild), "the other one has taken the shard"
            after = len(town.standin.api.interactions)
            await comes(lambda: len(town.standin.api.interactions) > after + 2)
            over.set()
            answers = [each for answered in await asyncio.gather(*people) for each in answered]
            assert not other.done()

    assert {each["hearing"] for each in answers} >= {1, 2}
    assert all(each["acknowledged"] is not None for each in answers), "nothing is lost"
    assert all((each["callbacks"], each["refused"]) == (1, 0) for each in answers), "and nothing done twice"
    assert all(each["message"]["content"] != PUT_OFF for each in answers)


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
