"""Several processes on one database lease the shards, each with a client that connects what it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import asyncpg
import pytest

import bot
from cogs import leased_shards
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.leases import LeaseTimes
from cogs.house.store.shards import CLAIMED, FORGETS
from cogs.house.store.store import Store
from cogs.leased_shards import LeasedShards
from cogs.shards import Shards
from tests.standin.conftest import comes

COUNT = 8
TIMES = LeaseTimes(look=0.1, answer=4.0, trust=6.0, idle=8.0, ending=1.0)
LONG_DEAD = "a process that is no more"


@dataclass
class Connections:
    """What each process is connected as, as Discord sees it; `unheard` are shards that nobody heard any more."""

    of: dict[int, list[Process]] = field(default_factory=dict)
    unheard: list[int] = field(default_factory=list)

    def opens(self, shard: int, process: Process) -> None:
        self.of.setdefault(shard, []).append(process)

    def closes(self, shard: int, process: Process, killed: bool = False) -> None:
        self.of[shard].remove(process)
        if not self.of[shard] and not killed:
            self.unheard.append(shard)

    def shared(self, *processes: Process) -> bool:
        """Whether each shard is heard by just one of these, and these have even shares."""
        by = [each for shard in range(COUNT) for each in self.of.get(shard, ())]
        shares = [by.count(each) for each in processes]
        return len(by) == sum(shares) == COUNT and max(shares) - min(shares) <= 1


@dataclass(eq=False)
class Process:
    """A process: its client connects one shard after the other, and knows their servers once it is `told` of them."""

    source: LeasedShards
    house: House
    discord: Connections
    held: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    heard: set[int] = field(default_factory=set)
    told: asyncio.Event = field(default_factory=asyncio.Event)
    closed: list[int] = field(default_factory=list)
    running: asyncio.Task[None] | None = None

    async def run(self) -> None:
        await self.source.connected(Shards(frozenset(), COUNT))
        while True:
            wanted = (await self.source.next(COUNT)).ids
            for shard in sorted(self.held.keys() - wanted):
                await self._close(shard)
            for shard in sorted(wanted - self.held.keys()):
                self.held[shard] = asyncio.create_task(self._connect(shard))

    async def _connect(self, shard: int) -> None:
        async with self.source.identifying(0):
            self.discord.opens(shard, self)
        self.heard.add(shard)
        await self.told.wait()
        await self._tell()

    async def _close(self, shard: int, killed: bool = False) -> None:
        connecting = self.held.pop(shard)
        connecting.cancel()
        await asyncio.wait({connecting})
        if shard in self.heard:
            self.heard.discard(shard)
            self.closed.append(shard)
            self.discord.closes(shard, self, killed)
        if not killed:
            await self._tell()

    async def _tell(self) -> None:
        await self.source.connected(Shards(frozenset(self.heard if self.told.is_set() else ()), COUNT))

    async def leave(self) -> bool:
        """Told to stop, it hands over, and goes."""
        given = await self.source.hand_over()
        await self.dies()
        return given

    async def dies(self) -> None:
        """It ends where it stands, and its connections are gone."""
        if self.running is None:
            return
        self.running.cancel()
        with suppress(asyncio.CancelledError):
            await self.running
        self.running = None
        for shard in tuple(self.held):
            await self._close(shard, killed=True)
        await self.house._tasks.close()
        await self.house.leases.close()
        self.house.workers.close()


Start = Callable[..., Awaitable[Process]]


@asynccontextmanager
async def process(url: str, discord: Connections, told: bool = True) -> AsyncIterator[Process]:
    store = await Store.open(url, bot.MIGRATIONS)
    house = House(store, {}, Environment(), lease_times=TIMES)
    made = Process(LeasedShards(house, store.shards), house, discord)
    if told:
        made.told.set()
    made.running = asyncio.create_task(made.run())
    try:
        yield made
    finally:
        await made.dies()
        await store.close()


@pytest.fixture
def discord() -> Connections:
    return Connections()


@pytest.fixture
async def start(postgresql_url: str, discord: Connections, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    """Starts one more process. Nothing takes as long as at Discord."""
    for name, seconds in {"IDENTIFY_EVERY": 0.05, "PATIENCE": 1.0, "LOOKS": 0.05, "TAKEN": 3.0}.items():
        monkeypatch.setattr(leased_shards, name, seconds)
    async with AsyncExitStack() as stack:

        async def started(told: bool = True) -> Process:
            return await stack.enter_async_context(process(postgresql_url, discord, told))

        yield started


async def test_each_process_that_joins_gets_its_share_and_no_shard_is_unheard_meanwhile(
    start: Start, discord: Connections
) -> None:
    first = await start()
    await comes(lambda: discord.shared(first))
    second = await start()
    await comes(lambda: discord.shared(first, second))
    third = await start()
    await comes(lambda: discord.shared(first, second, third))

    assert discord.unheard == []
    assert third.closed == []


async def test_the_shards_of_a_dead_process_are_connected_by_those_that_live(
    start: Start, discord: Connections
) -> None:
    processes = [await start() for _ in range(3)]
    await comes(lambda: discord.shared(*processes))

    await processes[0].dies()

    await comes(lambda: discord.shared(*processes[1:]))
    assert discord.unheard == []


async def test_no_shard_is_closed_while_the_database_is_away(
    start: Start, discord: Connections, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leased_shards, "PATIENCE", 8.0)
    processes = [await start() for _ in range(3)]
    await comes(
        lambda: (
            discord.shared(*processes)
            and all(each.source._set is not None and each.source._set.held == each.heard for each in processes)
        )
    )
    before = [list(each.closed) for each in processes]

    parts = urlsplit(postgresql_url)
    name = parts.path.removeprefix("/")
    db = await asyncpg.connect(parts._replace(path="/postgres").geturl())
    await db.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
    try:
        await db.fetch("SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = $1", name)
        await asyncio.sleep(3.0)
    finally:
        await db.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        await db.close()
    leases = [each.house.leases for each in processes]
    await comes(lambda: all(each._is_trusted() for each in leases))  # type: ignore[attr-defined]  # those of PostgreSQL
    await asyncio.sleep(2.0)

    assert [each.closed for each in processes] == before
    assert discord.shared(*processes)


async def test_told_to_stop_a_process_stays_connected_until_others_are(start: Start, discord: Connections) -> None:
    first, second = await start(), await start()
    await comes(lambda: discord.shared(first, second))

    assert await first.leave()

    assert discord.unheard == []
    assert discord.shared(second)


async def test_who_heard_a_shard_before_this_process_is_nobody_who_takes_it(start: Start, discord: Connections) -> None:
    """Discord has not told yet of its servers: in the database it is still heard by who had it last."""
    first = await start(told=False)
    await first.house.store.shards.heard(COUNT, range(COUNT), 60.0)
    await first.house.store.database.read("UPDATE shard SET process = ? RETURNING 1", LONG_DEAD)
    await comes(lambda: discord.shared(first))
    second = await start(told=False)
    await comes(lambda: len(second.heard) == COUNT // 2)
    assert first.closed == [], "it does not know the servers yet"
    second.told.set()
    await second._tell()
    await comes(lambda: discord.shared(first, second))

    leaving = asyncio.create_task(first.leave())
    await comes(lambda: len(second.heard) == COUNT)
    assert await leaving
    assert discord.unheard == []


async def test_what_nobody_takes_in_time_is_all_that_is_left(start: Start, discord: Connections) -> None:
    first = await start()
    await comes(lambda: discord.shared(first))
    second = await start()
    await comes(lambda: discord.shared(first, second))

    async def goes_silent() -> None:
        await comes(lambda: len(second.heard) > COUNT // 2)
        second.told.clear()

    hindering = asyncio.create_task(goes_silent())
    assert not await first.source.hand_over()
    await hindering
    await comes(lambda: len(first.held) < COUNT // 2)
    assert first.held, "nobody else is known to hear them"
    assert discord.unheard == []


async def test_processes_that_end_together_do_not_wait_for_each_other(
    start: Start, discord: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leased_shards, "TAKEN", 300.0)
    processes = [await start() for _ in range(3)]
    await comes(lambda: discord.shared(*processes))

    async with asyncio.timeout(20.0):
        assert await asyncio.gather(*(each.source.hand_over() for each in processes)) == [False] * 3


async def test_a_turn_to_identify_is_taken_when_it_comes(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else those of a process that dies while it waits are lost, and all others wait for them."""
    monkeypatch.setattr(leased_shards, "IDENTIFY_EVERY", 5.0)
    first = await start()
    await comes(lambda: len(first.held) == COUNT and bool(first.heard))

    await first.dies()

    second = await start()
    await comes(lambda: bool(second.held))
    assert await second.house.store.shards.turn(0, 5.0) < 4 * 5.0


async def test_a_turn_that_a_wrong_clock_has_taken_is_not_waited_for(start: Start) -> None:
    house = (await start()).house
    await house.store.settings.keep("identify 7", str(house.now() + 24 * 3600.0))

    assert await house.store.shards.turn(7, 5.0) <= 60.0


async def test_old_claims_are_forgotten_whatever_their_numbers(start: Start) -> None:
    made = (await start()).house.store.shards
    assert await made.claim(1)
    await made.db.read("UPDATE claim SET at = at - ? RETURNING 1", CLAIMED + 1)
    assert not await made.claim(1)

    for number in range(3, 2 * FORGETS, 2):
        await made.claim(number)

    assert await made.claim(1)
