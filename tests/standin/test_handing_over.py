"""A process that is told to stop: its shards go to another, and nobody who presses meanwhile notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import bot
from cogs import leased_shards, shards
from cogs.client import Client
from cogs.house.store.store import Store
from cogs.house.words.words import Words
from tests.plain import plain_face
from tests.standin.conftest import Town, comes
from tests.standin.server import TOKEN

PUT_OFF = Words().text("refusal.restarting")


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn: several processes that begin in one are busy with that for longer than anybody waits."""
    faces = tuple(map(plain_face, bot.games()))
    monkeypatch.setattr(bot, "games", lambda: faces)


async def asking(town: Town, who: int, channel: int, over: asyncio.Event) -> list[dict[str, Any]]:
    """What somebody gets who asks for help again and again, until it is over."""
    answers: list[dict[str, Any]] = []
    while not over.is_set():
        answers.append(await town.standin.control.command(who, channel, "titan help"))
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
            people = [asyncio.create_task(asking(town, who, town.channel, over)) for who in town.people.values()]
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


async def test_nothing_that_is_pressed_is_lost_when_more_processes_take_their_share(
    town: Town, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leased_shards, "IDENTIFY_EVERY", shards.IDENTIFY_EVERY)
    control, over, count = town.standin.control, asyncio.Event(), 4
    control.gateway(shards=count)
    channels = [control.channel(control.guild("Guild", town.people.values(), shard, count)) for shard in range(count)]
    pressed = [(town.people["Ann"], channel) for channel in channels]

    clients: list[Client] = []
    made = bot.client_for

    def client_for(*given: Any, **named: Any) -> Client:
        clients.append(made(*given, **named))
        return clients[-1]

    monkeypatch.setattr(bot, "client_for", client_for)

    def divided_by(number: int) -> bool:
        """Whether each shard is heard by one of so many processes alone, and by each process one at least."""
        connected = [each.shard[0] for each in town.standin.gateway.sessions.values() if each.line is not None]
        parts = [each.complete.ids for each in clients]
        return len(parts) == number and sorted(connected) == [*range(count)] and all(parts)

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(process(postgresql_url))
        await comes(partial(divided_by, 1))
        await town.registered()
        people = [asyncio.create_task(asking(town, *each, over)) for each in pressed]
        for number in (2, 3):
            await stack.enter_async_context(process(postgresql_url))
            await comes(partial(divided_by, number))
        over.set()
        answers = [each for answered in await asyncio.gather(*people) for each in answered]

    assert all(each["acknowledged"] is not None for each in answers), "nothing is lost"
    assert all((each["callbacks"], each["refused"]) == (1, 0) for each in answers), "and nothing done twice"


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
