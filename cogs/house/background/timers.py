"""The task that looks at the clock: for deadlines, which stand in the store and are dealt with once, and for orders.

Woken by commits and by the time. What passed while the program was not there is seen at its next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from cogs.house.background.outages import Outages
from cogs.house.background.partitions import Partitions
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.house.store.store import Store
from cogs.house.table.table import Table

LONGEST = 60.0
"""Seconds after which it looks again whatever it knows: a machine that slept has a clock that jumped."""


class Timers:
    """Deals with the deadlines of the tables that `table` gives. A game whose clocks fail holds up no other.

    Those in `spared` are left alone: they are still to be given time back, and while there is an outage all are.
    """

    def __init__(
        self,
        store: Store,
        environment: Environment,
        tasks: Tasks,
        table: Callable[[int], Awaitable[Table]],
        outages: Outages,
        partitions: Partitions,
        spared: Collection[int] = (),
    ) -> None:
        self._partitions = partitions
        self._store, self._environment, self._tasks, self._table = store, environment, tasks, table
        self._outages, self._spared = outages, spared
        self._orders, self._clocks = tasks.setbacks("orders"), tasks.setbacks("clocks")
        self._votes, self._seats = tasks.setbacks("votes"), tasks.setbacks("seats")
        self._firing = asyncio.Lock()
        self._loop = tasks.loop("clocks", self._round)

    def wake(self) -> None:
        """A clock may have changed, or orders."""
        self._loop.wake()

    async def fire(self) -> None:
        """Has the orders looked at for which it is time, and then deals with every deadline that has passed."""
        async with self._firing:  # what has just failed is not tried twice at once
            await self._fire()

    async def _fire(self) -> None:
        await self._outages.check()
        for game in await self._store.orders.due(self._partitions.share):
            await self._orders.tried(game, partial(self._with, game, lambda table: table.orders.look()))
        for game in () if self._outages.gone else await self._store.clocks.overdue(self._partitions.share):
            await self._clocks.tried(game, partial(self._late, game, lambda table: table.timing.time_out()))
            await self._votes.tried(game, partial(self._late, game, lambda table: table.voting.time_out()))
            await self._seats.tried(game, partial(self._late, game, lambda table: table.vacancies.time_out()))

    async def _with(self, game: int, doing: Callable[[Table], Awaitable[None]]) -> None:
        with self._partitions.working(game) as may:
            if may and game not in self._spared:
                await doing(await self._table(game))

    async def _late(self, game: int, doing: Callable[[Table], Awaitable[None]]) -> None:
        """Does it unless nobody in the game's server could do anything until now.

        That is looked at once more, for the program may have stood still since it found out what is late.
        """

        async def unless_unheard(table: Table) -> None:
            if not await self._outages.spares(table):
                await doing(table)

        await self._outages.check()
        if not self._outages.gone:
            await self._with(game, unless_unheard)

    async def close(self) -> None:
        """Looks no more. What passes from now on is seen at the next start."""
        await self._tasks.end(self._loop)

    async def _round(self) -> float | None:
        """Looks, and says in how many seconds to look again: for the next deadline, or for what could not be done."""
        await self.fire()
        now = self._environment.now()
        share = self._partitions.share
        nexts = [await self._store.clocks.next_deadline(share), await self._store.orders.next_due(share)]
        nexts += [each.again for each in (self._orders, self._clocks, self._votes, self._seats)]
        seconds = [at - now if at > now else LONGEST for at in nexts if at is not None]
        return min((LONGEST, *seconds)) if seconds else None
