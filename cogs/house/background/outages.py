"""When nobody could reach the bot, and what becomes of that time: it is given back, for nobody was absent then.

Of several processes one that can be reached is enough: then there is no outage, but for the servers of a shard that
none of them hears. When one could be reached last stands in the database, where each of them looks.

Here alone it is decided that we were away: until this start, while the gateway was gone, or while the machine slept or
the program stood still. Nobody's deadline is dealt with before they have been given a part of it anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from cogs.house.background.partitions import Partitions
from cogs.house.background.waking import Waking
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.table import Table
from cogs.house.values.availability import Spans
from cogs.house.values.records import Status

TICK = 10.0
"""Seconds between two looks at the clock."""

LEAST = 60.0
"""Seconds: of shorter outages nobody is hindered."""

LONG = 3600.0
"""Seconds: of longer outages it is kept when they were, so that nobody counts as absent for them."""

BEAT, SHARED_BEAT = 600.0, 20.0
"""Seconds after which it is kept again that the bot can be reached: by the only process, and by one of several."""

LOOKS = 5.0
"""Seconds for which one of several processes believes what it has read of the others."""

RECENT = 600.0
"""Seconds after an outage for which games may still be owed their time by a process that is no more."""

REMEMBERED = 60 * 24 * 3600.0
"""Seconds for which it is kept when an outage was."""

JUMP = 5.0
"""Seconds by which a clock that is set back jumps at least; less is its drift."""

_log = logging.getLogger(__name__)


class Outages:
    """Gives the time back: to all alike in the store, which the tables that are `known` take up, and by `waking`.

    `wake` is called when what is due may be so earlier than it was thought.
    """

    def __init__(
        self,
        store: Store,
        environment: Environment,
        tasks: Tasks,
        waking: Waking,
        known: Callable[[], Iterable[Table]],
        wake: Callable[[], None],
        partitions: Partitions,
    ) -> None:
        self._partitions = partitions
        self._store, self._environment, self._tasks, self._waking = store, environment, tasks, waking
        self._known, self._wake = known, wake
        self._checking = asyncio.Lock()
        self._games = tasks.setbacks("outages")
        self._seen: tuple[float, float] | None = None
        self._lost: float | None = None
        self._away: tuple[float, float] | None = None
        self._back = False
        self._beat = 0.0
        self._alive: float | None = None
        self._looked = (float("-inf"), float("-inf"))
        self._silent = False
        self._gap: tuple[float, float] | None = None
        self._shards: tuple[frozenset[int], int] | None = None
        self._silences: Mapping[int, tuple[float, float | None]] = {}
        self._listened = float("-inf")
        self.gaps: Spans = ()
        """When nobody could reach the bot of late, and for long."""

    # What it is told

    def watch(self) -> None:
        """Begins to look at the clock: at one that goes on while the program does not, and at one that is set back."""
        self._seen = self._environment.now(), self._environment.steady()
        self._tasks.loop("time", self._round)

    def lost(self) -> None:
        """The gateway is gone: nobody can press anything."""
        self._lost = self._lost or self._environment.now()

    def found(self) -> None:
        """The gateway is there, again or for the first time."""
        if self._lost is not None:
            self.away(self._lost, self._environment.now())
        self._lost = None

    async def hears(self, shards: frozenset[int], count: int) -> None:
        """This process hears these shards of `count` from now on, and no others."""
        self._shards, self._listened = (shards, count), float("-inf")
        try:
            await self._listen()
        except StoreUnavailable as error:
            _log.warning("it is kept later which shards are heard: %s", type(error).__name__)

    def away(self, since: float, until: float) -> None:
        """Nobody could reach the bot from one moment to another."""
        if until - since >= LEAST:
            before = self._away or (since, until)
            self._away = min(before[0], since), max(before[1], until)

    # What follows

    @property
    def gone(self) -> bool:
        """Whether nobody can reach the bot just now: nobody is reminded, and no deadline is dealt with."""
        together = self._partitions.shared and not self._partitions.alone
        return self._silent if together else self._lost is not None

    @property
    def recent(self) -> bool:
        """Whether there was an outage a little while ago."""
        return self._gap is not None and self._environment.now() - self._gap[1] < RECENT

    async def spares(self, table: Table) -> bool:
        """Whether nobody could be heard in the server of a game until now, so that nothing is decided there.

        What ended while nobody could is given a part of its time anew.
        """
        if self._shards is None:
            return False
        await self._listen()
        silence = self._silences.get((table.game.guild >> 22) % self._shards[1])
        if silence is None:
            return False
        since, until = silence
        if until is None:
            return True
        if any(clock.ends is not None and since <= clock.ends <= until for clock in table.clocks.values()):
            await table.timing.relieve()
        return False

    async def learn(self) -> None:
        """Reads when nobody could reach the bot of late, this start included."""
        now = self._environment.now()
        self._alive, self._gap = await self._store.outages.alive()
        self.gaps = await self._store.outages.after(now - REMEMBERED)
        if not self._partitions.shared:
            if self._alive is not None:
                await self._keep(self._alive, now)
            await self._live()

    async def begin(self) -> None:
        """Gives back the time until this start, however long that was, to all but the games, which are woken for it."""
        if self._partitions.shared and not self._partitions.alone:
            async with self._checking:
                await self._check_together()
            return
        await self._set_right()
        await self._give_back()
        if self._partitions.shared:
            now = self._environment.now()
            since = now if self._alive is None else self._alive
            await self._keep(since, now)
            await self._live(since if now - since >= LEAST else None)

    async def check(self) -> None:
        """Sees to it that what was away before now is known, before anything is done about what is late."""
        async with self._checking:
            self._look()
            if self._partitions.shared and not self._partitions.alone:
                self._away, self._back = None, False  # of this process, which is not the only one
                await self._check_together()
            else:
                await self._check_alone()

    async def _check_alone(self) -> None:
        if self._away is None and not self._back:
            beat = SHARED_BEAT if self._partitions.shared else BEAT
            if not self.gone and not 0 <= self._environment.now() - self._beat < beat:
                await self._live()
            return
        if self._back:
            _log.warning("the clock was set back")
            await self._set_right()
        if self._away is not None:
            _log.warning("nobody could reach the bot for %d s, which are given back", self._away[1] - self._away[0])
            await self._keep(*self._away)
        await self._give_back()
        if self._partitions.shared:
            await self._live(None if self._away is None else self._away[0])
        await self._waking.look()
        self._away, self._back = None, False
        self._tasks.job("waking", 0, partial(self._waking.wake, self._wake))
        if self._seen is not None:  # what it took to give it back was no outage
            self._seen = self._environment.now(), self._environment.steady()

    async def _check_together(self) -> None:
        """Finds out by what all processes have kept whether none could be reached for a while."""
        now, steady = self._environment.now(), self._environment.steady()
        if 0 <= now - self._looked[0] < LOOKS and 0 <= steady - self._looked[1] < LOOKS:
            return
        known, (alive, gap) = self._gap, await self._store.outages.alive()
        unheard = 0.0 if alive is None else now - alive
        if self._lost is None and alive is not None and unheard >= LEAST:
            _log.warning("nobody could reach the bot for %d s, which are given back", unheard)
            await self._keep(alive, now)
            await self._give_back()
            await self._live(alive)
            gap = alive, now
        elif self._lost is None and (alive is None or not 0 <= unheard < SHARED_BEAT):
            await self._live()
        self._silent = self._lost is not None and unheard >= LEAST
        if gap is not None and gap != known and now - gap[1] < RECENT:
            self.gaps = await self._store.outages.after(now - REMEMBERED)
            await self._waking.look()
            self._tasks.job("waking", 0, partial(self._waking.wake, self._wake))
        self._gap, self._looked = gap, (now, steady)

    async def _listen(self) -> None:
        """Keeps which shards this process hears, and reads which nobody does."""
        now = self._environment.now()
        if self._shards is None or 0 <= now - self._listened < LOOKS:
            return
        numbers, count = self._shards
        if numbers:
            await self._store.shards.heard(count, numbers, LEAST)
        self._silences = await self._store.shards.silences(count, LEAST)
        self._listened = now

    async def _live(self, since: float | None = None) -> None:
        """Keeps that the bot can be reached now: the next start takes what comes after for an outage.

        With `since` nobody could reach it from then until now.
        """
        self._beat = self._environment.now()
        await self._store.outages.live(self._beat, since)
        if since is not None:
            self._gap = since, self._beat

    async def _keep(self, since: float, until: float) -> None:
        if until - since >= LONG:
            await self._store.outages.keep(since, until, until - REMEMBERED)
            self.gaps = await self._store.outages.after(until - REMEMBERED)

    def _look(self) -> None:
        """Compares the clock with one that only goes on while the program does."""
        if self._seen is None:
            return
        (before, then), (now, steady) = self._seen, (self._environment.now(), self._environment.steady())
        self._seen = now, steady
        self.away(before + TICK, now)
        self._back = self._back or now - before < steady - then - JUMP

    async def _round(self) -> float:
        await self.check()
        await self._listen()
        return TICK

    async def _set_right(self) -> None:
        await self._store.clocks.set_right()
        self._wake()

    async def _give_back(self) -> None:
        """Gives it to votes and offers, which the games in memory take up. Of several late reminders one is left."""
        await self._store.clocks.relieve()
        await self._store.outbox.tidy_reminders()
        for table in tuple(self._known()):
            if table.game.status is Status.RUNNING:
                await self._games.tried(table.game.id, table.retimed)
