"""The shards that this process leases of all, where several processes share them."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from cogs.house.house import House
from cogs.house.store.leases import LeasedSet, Participation
from cogs.house.store.shards import ShardStore
from cogs.house.store.store import StoreUnavailable
from cogs.shards import IDENTIFY_EVERY, Shards

SET = "shards of"
"""The name of the set of leases, with how many shards there are."""

PATIENCE = 8.0
"""Seconds for which a shard is left to who had it: it may only have lost its connection to the database."""

LOOKS = 0.5
"""Seconds after which it is looked again whether others hear what was let go here."""

STAYS = 60.0
"""Seconds for which a shard that was let go stays connected here while nobody else hears it."""

TAKEN = 20.0
"""Seconds in which another process connects the next shard of those that are handed over, or nobody does."""

log = logging.getLogger(__name__)


class LeasedShards:
    """A share of all shards, as even as those of the other processes.

    A shard that goes to another process stays connected here until that one hears it, so that nothing is missed: for a
    moment both hear it. While the database can't be asked all stays as it is.
    """

    def __init__(self, house: House, store: ShardStore) -> None:
        self._house, self._store = house, store
        self._changed = asyncio.Event()
        self._set: LeasedSet | None = None
        self._leaving: frozenset[int] | None = None
        self._said: frozenset[int] = frozenset()
        self._let_go: dict[int, float] = {}
        self._last_heard: dict[int, tuple[str, float] | None] = {}
        self._connected: Shards | None = None
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def next(self, recommended: int) -> Shards:
        """Those that are leased here, and those that were until somebody else hears them."""
        if self._set is None:
            count = await self._agreed(recommended)
            self._set = self._house.leases.take_part(
                f"{SET} {count}", count, Participation(self._changed.set, patience=PATIENCE, keeps=True)
            )
            await self._house.divide()
            self._said = self._set.held
            return Shards(self._said, count)
        while True:
            self._changed.clear()
            wanted = await self._wanted(self._set) if self._leaving is None else self._leaving
            if self._leaving is not None:  # perhaps only since it was asked what is wanted
                wanted = self._leaving
            if wanted != self._said:
                self._said = wanted
                return Shards(wanted, self._set.count)
            async with _woken_within(LOOKS if self._let_go else None):
                await self._changed.wait()

    async def _agreed(self, recommended: int) -> int:
        """How many shards there are: as many as the processes before this one have; of the first, as recommended."""
        while True:
            try:
                return await self._store.agree(recommended)
            except StoreUnavailable as error:
                log.warning("how many shards there are is not known: %s", type(error).__name__)
                await asyncio.sleep(LOOKS)

    async def _wanted(self, leased: LeasedSet) -> frozenset[int]:
        now, held, before = asyncio.get_running_loop().time(), leased.held, self._let_go.keys()
        self._let_go = {
            number: self._let_go.get(number, now)
            for number in self._said - held
            if now - self._let_go.get(number, now) < STAYS
        }
        self._last_heard = {number: self._last_heard[number] for number in self._let_go if number in self._last_heard}
        taken = await self._taken(self._let_go.keys(), leased.count) if self._let_go else frozenset[int]()
        if self._let_go.keys() != before:
            await self._tell()
        self._let_go = {number: since for number, since in self._let_go.items() if number not in taken}
        return held | self._let_go.keys()

    async def _taken(self, numbers: Collection[int], count: int) -> frozenset[int]:
        """Those of some shards that another process hears since they were first asked for; none while that can't be
        known. Who heard them before that may be no more."""
        try:
            heard = await self._store.heard_elsewhere(count)
        except StoreUnavailable:
            return frozenset()
        for number in numbers:
            self._last_heard.setdefault(number, heard.get(number))
        return frozenset(number for number in numbers if heard.get(number) not in (None, self._last_heard[number]))

    async def connected(self, shards: Shards) -> None:
        """Is told which shards are heard here."""
        self._connected = shards
        await self._tell()

    async def _tell(self) -> None:
        """Keeps which shards are heard here, but for those that somebody else is to have."""
        if self._connected is not None:
            stays = self._connected.ids - self._let_go.keys() if self._leaving is None else frozenset[int]()
            await self._house.hears(stays, self._connected.count)

    @asynccontextmanager
    async def identifying(self, key: int) -> AsyncIterator[None]:
        """Waits for the turn of one shard of those with a key, of all processes; without the database, the longest.

        One after the other takes its turn: those of a process that dies before they come are lost to all.
        """
        async with self._turns[key]:
            try:
                seconds = await self._store.turn(key, IDENTIFY_EVERY)
            except StoreUnavailable:
                seconds = IDENTIFY_EVERY
            await asyncio.sleep(seconds)
        yield

    async def hand_over(self) -> bool:
        """Gives all to others, and waits until these hear them; False where nobody does.

        What another hears `next` says no more, so that what does not get there in time is all that is left.
        """
        if self._set is None or self._set.alone:
            return False
        self._leaving, self._last_heard = self._said, {}
        await self._taken(self._leaving, self._set.count)
        await self._tell()
        name = f"{SET} {self._set.count}"
        await self._house.leases.give_up(name)
        now = asyncio.get_running_loop().time
        until = now() + TAKEN
        while self._leaving and now() < until:
            if taken := await self._taken(self._leaving, self._set.count):
                self._leaving, until = self._leaving - taken, now() + TAKEN
                self._changed.set()
            elif await self._house.leases.deserted(name):  # all end at the same time
                break
            else:
                await asyncio.sleep(LOOKS)
        return not self._leaving


@asynccontextmanager
async def _woken_within(seconds: float | None) -> AsyncIterator[None]:
    """What is done within goes on after so many seconds at the latest."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        pass
