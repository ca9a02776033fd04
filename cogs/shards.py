"""The shards of this process: connections to Discord's gateway, which come and go while the program runs.

Discord tells of a server through the shard that its id falls to, to whoever is connected as that shard: for a while
that may be two processes. Which shards are held here a `ShardSource` says; of one that is let go nothing stays known.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol, cast

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

log = logging.getLogger(__name__)

IDENTIFY_EVERY = 5.0
"""Seconds in which Discord takes one IDENTIFY for each key."""

DAY = 24 * 3600.0

OPENING = 60.0
"""Seconds that a connection may take until it has been introduced."""

FRESH = 60.0
"""Seconds for which it is taken for granted what Discord says of starting sessions."""

CLOSING = 3.0
"""Seconds that the other side has to say that it closes as well."""

LASTING = 10.0
"""Seconds after which a connection has not failed from the start."""

LONGEST_PAUSE = 15.0
"""Seconds between two tries to connect, at most: Discord, or the network, is away."""

FINAL = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""With these codes Discord closes a connection for good: of a token, shard, version or intent that it does not take."""

UNREACHABLE = (
    discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed, aiohttp.ClientError, OSError, TimeoutError
)  # fmt: skip

WRITTEN = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """Some shards by their numbers, from 0, of `count` that there are."""

    ids: frozenset[int]
    count: int

    @classmethod
    def read(cls, written: str) -> Shards:
        """`0-3/8` are four of eight, `5/8` is one. Raises ValueError for anything else."""
        found = WRITTEN.fullmatch(written)
        if found is None:
            raise ValueError("no shards")
        first, count = int(found[1]), int(found[3])
        last = int(found[2] or first)
        if not first <= last < count:
            raise ValueError("no such shards")
        return cls(frozenset(range(first, last + 1)), count)


class ShardSource(Protocol):
    """Says which shards this process is to hold. It raises nothing: while it can't know, they stay as they are.

    A shard that goes to another process is taken away here when that one is connected, or will not be.
    """

    async def next(self, recommended: int) -> Shards:
        """Waits until the shards are others than it said last, and gives them: the first time, at once.

        `recommended` is how many there should be of all, as Discord sees it.
        """
        ...

    async def connected(self, shards: Shards) -> None:
        """Is told which shards are connected and know their servers, whenever that has changed."""
        ...

    def identifying(self, key: int) -> AbstractAsyncContextManager[None]:
        """The turn of one shard to identify: of all with the same key, of all processes, one in `IDENTIFY_EVERY`."""
        ...

    async def hand_over(self) -> bool:
        """Gives all shards to other processes, and waits until these are connected: says whether they all are.

        It gives up once it is plain that nobody takes them. `next` goes on saying what is to be held meanwhile.
        """
        ...


Hears = Callable[[frozenset[int], int], Awaitable[None]]
"""Is told which shards are heard, of how many."""


class FixedShards:
    """The same shards from the start to the end: those of a setting, or all, as many as Discord recommends.

    Which of them are heard `hears` is told.
    """

    def __init__(self, shards: Shards | None = None, hears: Hears | None = None) -> None:
        self._shards, self._hears, self._said = shards, hears, False
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free: dict[int, float] = {}

    async def next(self, recommended: int) -> Shards:
        """Gives them once, and then never others."""
        if self._said:
            await asyncio.Event().wait()
        self._said = True
        return self._shards or Shards(frozenset(range(recommended)), recommended)

    async def connected(self, shards: Shards) -> None:
        """Nobody waits for them, but for who is told what is heard."""
        if self._hears is not None:
            await self._hears(shards.ids, shards.count)

    @asynccontextmanager
    async def identifying(self, key: int) -> AsyncIterator[None]:
        """One at a time, and so many seconds after the last. Of other processes Discord refuses what is too much."""
        async with self._turns[key]:
            now = asyncio.get_running_loop().time
            await asyncio.sleep(max(0.0, self._free.get(key, 0.0) - now()))
            try:
                yield
            finally:
                self._free[key] = now() + IDENTIFY_EVERY

    async def hand_over(self) -> bool:
        """Nobody else is there to take them."""
        return False


@dataclass(slots=True)
class SessionStart:
    """What Discord says of starting sessions: where, and how many more; it holds `until` a time of the steady clock."""

    gateway: URL
    remaining: int
    concurrency: int
    """So many keys there are: the shards of different ones may identify at the same time."""
    until: float


class ShardedClient(discord.AutoShardedClient):
    """The library's client, with shards that its `source` says.

    The library can connect shards and not let one go, and connects them anew one after the other: hence that is done
    here. `shard_count` is 1 until the source has said how many there are.
    """

    def __init__(self, source: ShardSource, **options: Any) -> None:
        super().__init__(shard_count=1, **options)
        self.source = source
        self._held: dict[int, HeldShard] = {}
        self._told = self._leaves = False
        self._over: asyncio.Future[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._start: SessionStart | None = None
        self._asking = asyncio.Lock()

    @property
    def open_shards(self) -> dict[int, Any]:
        """What the library knows as the connected shards: it asks each for its `ws`, and closes it at the end."""
        return cast("dict[int, Any]", vars(self)["_AutoShardedClient__shards"])

    async def connect(self, *, reconnect: bool = True) -> None:
        """Holds what the source says until the client is closed, whatever `reconnect` says.

        Raises what the library's does where Discord wants none of it, and GatewayNotFound.
        """
        self._over = asyncio.get_running_loop().create_future()
        following = asyncio.create_task(self._follow())
        following.add_done_callback(self._ends)
        try:
            await self._over
        finally:
            following.cancel()

    async def close(self) -> None:
        """Lets go of all shards and ends the client."""
        if self._over is not None and not self._over.done():
            self._over.set_result(None)
        held, self._held = list(self._held.values()), {}
        await asyncio.gather(*(shard.close() for shard in held), *self._closing)
        await super().close()

    async def hold(self, shards: frozenset[int], count: int) -> None:
        """Has these shards connected, of `count`: lets go of all others, and begins to connect those that are missing.

        What is held already is not touched, unless there were not so many shards before.
        """
        first = not self._told
        gone = [shard for shard in self._held.values() if shard.id not in shards or count != self.shard_count]
        for shard in gone:
            del self._held[shard.id]
        await asyncio.gather(*(shard.close() for shard in gone))
        for shard in gone:
            self.forget(shard.id)
            self.dispatch("shard_released", shard.id)
        self.shard_count = self._connection.shard_count = count
        self._connection.shard_ids = sorted(shards)
        self._told = True
        for missing in sorted(shards - self._held.keys()):
            self._held[missing] = HeldShard(self, missing, self._ends)
        if gone or first:  # then nothing is heard here, and of how many
            await self._tell()
        if not shards and not self._leaves:
            self.dispatch("nothing_held")

    async def hand_over(self) -> bool:
        """Gives all shards to other processes, and lets go of them; False if these have not taken them."""
        self._leaves = True
        taken = await self.source.hand_over()
        if taken:
            await self.hold(frozenset(), self.shard_count or 1)
        return taken

    def forget(self, shard_id: int) -> None:
        """Forgets the servers of a shard, of which nothing is heard any more, or all is to be heard anew."""
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self._connection._remove_guild(guild)

    def is_ready(self) -> bool:
        """Whether it was said which shards are held here, and all of them are connected and know their servers."""
        if self._over is None:  # connected by somebody else, such as SimCord
            return super().is_ready()
        return self._told and self.complete.ids == self._held.keys()

    @property
    def complete(self) -> Shards:
        """The shards that are connected and know their servers."""
        ids = (each.id for each in self._held.values() if each.connected and each.known)
        return Shards(frozenset(ids), self.shard_count or 1)

    async def on_shard_connect(self, shard_id: int) -> None:
        """A shard is heard in a new session: of its servers Discord tells now, one after the other."""
        await self._becomes(shard_id, connected=True, known=False)

    async def on_shard_ready(self, shard_id: int) -> None:
        """All servers of a shard are known."""
        await self._becomes(shard_id, known=True)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard is heard again, and what was said meanwhile."""
        await self._becomes(shard_id, connected=True)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A shard is not heard any more, for a while."""
        await self._becomes(shard_id, connected=False)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library would wait here: whose turn it is the source says, before anything is connected."""

    async def _becomes(self, shard_id: int, connected: bool | None = None, known: bool | None = None) -> None:
        shard, before = self._held.get(shard_id), self.complete
        if shard is not None:
            shard.connected = shard.connected if connected is None else connected
            shard.known = shard.known if known is None else known
        if self.complete != before:
            await self._tell()

    async def _tell(self) -> None:
        await self.source.connected(self.complete)

    def close_late(self, opened: asyncio.Task[DiscordWebSocket]) -> None:
        """Closes a connection that is there only now, when nobody waits for it any more."""
        if not opened.cancelled() and opened.exception() is None:
            closing = asyncio.create_task(opened.result().close(code=1000))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def session_start(self) -> SessionStart:
        """Where and how sessions may be started, now that one is to be: waits where no more are allowed today."""
        async with self._asking:
            while self._start is None or self._start.remaining < 1 or self._start.until < monotonic():
                _, url, limit = await self.http.get_bot_gateway()
                self._start = SessionStart(URL(url), limit["remaining"], limit["max_concurrency"], monotonic() + FRESH)
                if self._start.remaining < 1:
                    log.warning("no session may be started for %d s", limit["reset_after"] // 1000)
                    await asyncio.sleep(limit["reset_after"] / 1000)
            self._start.remaining -= 1
            return self._start

    async def _follow(self) -> None:
        recommended, _, _ = await self.http.get_bot_gateway()
        shards = await self.source.next(recommended)
        advising = asyncio.create_task(self._advise())
        try:
            while True:
                await self.hold(shards.ids, shards.count)
                shards = await self.source.next(recommended)
        finally:
            advising.cancel()

    async def _advise(self) -> None:
        """Warns, once a day, where Discord wants more shards than there are: it closes those that are too full."""
        while True:
            try:
                recommended, _, _ = await self.http.get_bot_gateway()
            except UNREACHABLE as error:
                log.info("how many shards Discord recommends is not known: %s", type(error).__name__)
            else:
                if recommended > (self.shard_count or 1):
                    log.warning("Discord recommends %d shards, and there are %d", recommended, self.shard_count)
            await asyncio.sleep(DAY)

    def _ends(self, task: asyncio.Task[None]) -> None:
        """Ends `connect` with what one of its tasks has failed of."""
        error = None if task.cancelled() else task.exception()
        if error is not None and self._over is not None and not self._over.done():
            self._over.set_exception(error)


class HeldShard:
    """One shard, connected until it is closed. It resumes by itself after a break, and identifies where it can't.

    The library, which sees it among the client's shards, knows `id`, `ws` and `close`.
    """

    def __init__(self, client: ShardedClient, shard_id: int, ended: Any) -> None:
        self.id, self._client = shard_id, client
        self.ws: DiscordWebSocket | None = None
        self.connected = self.known = False
        """Whether it is heard, and whether Discord has told of all its servers."""
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(ended)

    async def close(self) -> None:
        """Closes it for good, at once: its session is not to be resumed."""
        self._task.cancel()
        await asyncio.wait({self._task})
        if self._client.open_shards.get(self.id) is self:
            del self._client.open_shards[self.id]
        if self.ws is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ws.close(code=1000), CLOSING)

    async def _run(self) -> None:
        now, failures, resumes = asyncio.get_running_loop().time, 0, False
        while True:
            began = now()
            try:
                await self._connect(resumes)
                await self._listen()
            except ReconnectWebSocket as asked:
                resumes = asked.resume
            except discord.ConnectionClosed as closed:
                if closed.code in FINAL:
                    raise
                resumes = self._resumable
            except UNREACHABLE as error:
                log.warning("shard %d is not connected: %s", self.id, type(error).__name__)
                resumes = self._resumable
            failures = 0 if now() - began > LASTING else failures + 1
            if failures > 1:
                await asyncio.sleep(min(LONGEST_PAUSE, 2.0 ** (failures - 1)) * random.uniform(0.5, 1))

    @property
    def _resumable(self) -> bool:
        return self.ws is not None and self.ws.session_id is not None

    async def _listen(self) -> None:
        assert self.ws is not None, "it is connected"
        try:
            while True:
                await self.ws.poll_event()
        except Exception:
            self._client.dispatch("disconnect")
            self._client.dispatch("shard_disconnect", self.id)
            raise

    async def _connect(self, resumes: bool) -> None:
        last = self.ws
        if resumes and last is not None:
            self.ws = await self._opened(
                gateway=last.gateway, session=last.session_id, sequence=last.sequence, resume=True
            )
            return
        start = await self._client.session_start()
        async with self._client.source.identifying(self.id % start.concurrency):
            self._client.forget(self.id)
            self.ws = await self._opened(gateway=start.gateway)
        self._client.open_shards[self.id] = self

    async def _opened(self, **how: Any) -> DiscordWebSocket:
        """A connection that has been introduced. One that is not waited for any more is closed when it is there."""
        opening = asyncio.create_task(DiscordWebSocket.from_client(self._client, shard_id=self.id, **how))
        try:
            return await asyncio.wait_for(asyncio.shield(opening), OPENING)
        except (asyncio.CancelledError, TimeoutError):
            opening.add_done_callback(self._client.close_late)
            raise
