"""Bots at a stand-in for Discord: several in one process, each with a store and a client of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy

import discord
import pytest

import bot
from cogs import shards
from cogs.client import Client
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.interactions.acknowledging import Claims
from cogs.shards import FixedShards, Shards, ShardSource
from tests.plain import plain_face
from tests.standin.server import TOKEN, StandIn

PATIENCE = 20.0
"""Seconds in which whatever is waited for comes about."""


class Given(FixedShards):
    """Shards as a test gives them: `gives` says others, `told` is what the client has said of them."""

    def __init__(self, first: Shards) -> None:
        super().__init__(first)
        self._first, self._others = first, asyncio.Queue[Shards]()
        self._others.put_nowait(first)
        self.told = Shards(frozenset(), first.count)
        self.news = asyncio.Condition()

    async def next(self, recommended: int) -> Shards:
        return await self._others.get()

    def gives(self, ids: set[int], count: int | None = None) -> None:
        self._others.put_nowait(Shards(frozenset(ids), count or self._first.count))

    async def connected(self, shards: Shards) -> None:
        async with self.news:
            self.told = shards
            self.news.notify_all()


@dataclass
class Claimed:
    """Claims of several processes, as a database has them; `asked` are all that were asked for, in order."""

    taken: set[int] = field(default_factory=set)
    asked: list[int] = field(default_factory=list)

    async def claim(self, number: int) -> bool:
        self.asked.append(number)
        await asyncio.sleep(0)
        first = number not in self.taken
        self.taken.add(number)
        return first


async def comes(fact: Callable[[], bool]) -> None:
    """Waits until something is so. Raises TimeoutError after `PATIENCE` seconds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if fact():
                return
            await asyncio.sleep(0.01)


@dataclass
class Process:
    """A bot with what a process has for itself."""

    client: Client
    house: House
    store: Store
    source: ShardSource
    running: asyncio.Task[None]

    async def connected(self, ids: set[int]) -> None:
        """Waits until just these shards are connected and know their servers."""
        await comes(lambda: self.client.complete.ids == ids)


SERVERS_KNOWN = 0.2
"""Seconds without another server after which a shard counts as ready; outside of tests they are two."""


@dataclass
class Town:
    """A server with a channel and people, at a stand-in."""

    standin: StandIn
    folder: Path
    template: Path
    guild: int = 0
    channel: int = 0
    people: dict[str, int] = field(default_factory=dict)
    made: int = 0

    async def registered(self) -> None:
        """Waits until the bot has registered its commands, and so begun."""
        await comes(lambda: bool(self.standin.backend.commands))

    @asynccontextmanager
    async def process(
        self, source: ShardSource | None = None, claims: Claims | None = None, begins: bool = True, ends: bool = False
    ) -> AsyncIterator[Process]:
        """A bot that connects what its source says; if it `ends`, what it ended of is the test's."""
        self.made += 1
        file = self.folder / f"titan-{self.made}.db"
        copy(self.template, file)
        store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS)
        environment, faces = Environment(), tuple(map(plain_face, bot.games()))
        house = bot.house_for(store, environment, faces)
        source = source or FixedShards()
        client = bot.client_for(house, environment, begins, faces, source, claims)
        client._connection.guild_ready_timeout = SERVERS_KNOWN
        async with client:
            await client.login(TOKEN)
            running = asyncio.create_task(client.connect())
            try:
                yield Process(client, house, store, source, running)
            finally:
                await client.drain()
                await house.close()
                await client.close()
                if not ends:
                    await running
                await store.close()


@pytest.fixture
async def town(tmp_path: Path, new_database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """A server of Ann and Ben with a channel. IDENTIFYs need not wait as long as at Discord."""
    standin = StandIn()
    standin.gateway.every = 0.05
    monkeypatch.setattr(shards, "IDENTIFY_EVERY", 0.06)
    await standin.start()
    monkeypatch.setattr(discord.http.Route, "BASE", standin.api_url)
    town = Town(standin, tmp_path, new_database)
    town.people = {name: standin.control.user(name) for name in ("Ann", "Ben")}
    town.guild = standin.control.guild("Friends", town.people.values())
    town.channel = standin.control.channel(town.guild)
    yield town
    await standin.stop()
