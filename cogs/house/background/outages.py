"""When nobody could reach the bot, and what becomes of that time: it is given back, for nobody was absent then.

Here alone it is decided that we were away: until this start, while the gateway was gone, or while the machine slept or
the program stood still. Nobody's deadline is dealt with before they have been given a part of it anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial

from cogs.house.background.waking import Waking
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.availability import Spans
from cogs.house.values.records import Status

TICK = 10.0
"""Seconds between two looks at the clock."""

LEAST = 60.0
"""Seconds: of shorter outages nobody is hindered."""

LONG = 3600.0
"""Seconds: of longer outages it is kept when they were, so that nobody counts as absent for them."""

BEAT = 600.0
"""Seconds after which it is kept again that the bot can be reached."""

REMEMBERED = 60 * 24 * 3600.0
"""Seconds for which it is kept when an outage was."""

ALIVE = "alive"

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
    ) -> None:
        self._store, self._environment, self._tasks, self._waking = store, environment, tasks, waking
        self._known, self._wake = known, wake
        self._checking = asyncio.Lock()
        self._games = tasks.setbacks("outages")
        self._seen: tuple[float, float] | None = None
        self._lost: float | None = None
        self._away: tuple[float, float] | None = None
        self._back = False
        self._beat = 0.0
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

    def away(self, since: float, until: float) -> None:
        """Nobody could reach the bot from one moment to another."""
        if until - since >= LEAST:
            before = self._away or (since, until)
            self._away = min(before[0], since), max(before[1], until)

    # What follows

    @property
    def gone(self) -> bool:
        """Whether nobody can reach the bot just now: nobody is reminded, and no deadline is dealt with."""
        return self._lost is not None

    async def learn(self) -> None:
        """Reads when nobody could reach the bot of late, this start included."""
        now, alive = self._environment.now(), await self._store.settings.value(ALIVE)
        self.gaps = await self._store.outages.after(now - REMEMBERED)
        if alive is not None:
            await self._keep(float(alive), now)
        await self._live()

    async def begin(self) -> None:
        """Gives back the time until this start, however long that was, to all but the games, which are woken for it."""
        await self._set_right()
        await self._give_back()

    async def check(self) -> None:
        """Sees to it that what was away before now is known, before anything is done about what is late."""
        async with self._checking:
            self._look()
            if self._away is None and not self._back:
                if not self.gone and not 0 <= self._environment.now() - self._beat < BEAT:
                    await self._live()
                return
            if self._back:
                _log.warning("the clock was set back")
                await self._set_right()
            if self._away is not None:
                _log.warning("nobody could reach the bot for %d s, which are given back", self._away[1] - self._away[0])
                await self._keep(*self._away)
            await self._give_back()
            await self._waking.look()
            self._away, self._back = None, False
            self._tasks.job("waking", 0, partial(self._waking.wake, self._wake))
            if self._seen is not None:  # what it took to give it back was no outage
                self._seen = self._environment.now(), self._environment.steady()

    async def _live(self) -> None:
        """Keeps that the bot can be reached now: the next start takes what comes after for an outage."""
        self._beat = self._environment.now()
        await self._store.settings.keep(ALIVE, str(self._beat))

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
