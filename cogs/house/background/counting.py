"""The task that counts games when they are over: each once, and what was not counted at the next start."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from cogs.house.background.partitions import Partitions
from cogs.house.game.dice import place_of
from cogs.house.game.tally import figures_said, finished
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.finished import Finish

LATE = 24 * 3600.0
"""Seconds after its end from which on nobody waits for the figures of a game any more."""


class Counting:
    """Keeps the results of the tables that `table` gives: woken when one is over, and at the start for older ones.

    `rulesets` are those of which games have a result.
    """

    def __init__(
        self,
        store: Store,
        environment: Environment,
        tasks: Tasks,
        table: Callable[[int], Awaitable[Table]],
        rulesets: Collection[str],
        partitions: Partitions,
    ) -> None:
        self._partitions = partitions
        self._store, self._environment, self._tasks, self._table = store, environment, tasks, table
        self._rulesets = rulesets
        self._lock = asyncio.Lock()
        self._games = tasks.setbacks("results")
        self._loop = tasks.loop("results", self._round)

    def wake(self) -> None:
        """A game has ended."""
        self._loop.wake()

    async def count(self) -> None:
        """Keeps the results of every game of ours that is over and was not counted."""
        async with self._lock:
            for game in await self._store.results.uncounted(self._rulesets):
                with self._partitions.working(game) as may:
                    if may:
                        await self._games.tried(game, partial(self._count, game))

    async def close(self) -> None:
        """Counts no more. What was not counted is at the next start."""
        await self._tasks.end(self._loop)

    async def _count(self, game: int) -> None:
        table = await self._table(game)
        entries = await table.entries(1, table.seq)
        kit, kept, chairs = table.kit, table.game, table.seats
        finish = await table.services.workers.work(lambda: finished(kit, kept, chairs, entries))
        await self._store.results.keep(finish, self._told(table, finish))
        table.written()

    def _told(self, table: Table, finish: Finish) -> tuple[PostDraft, ...]:
        """The figures of the game, to everybody where its history stands; nothing of one that ended long ago."""
        said = figures_said(table.kit, table.names, finish)
        if not said or self._environment.now() - finish.ended_at > LATE:
            return ()
        sentences = tuple(Sentence(table.seq, each) for each in said)
        return (PostDraft(PostKind.TEXT, None, table.seq, said=sentences, place=place_of(table.game)),)

    async def _round(self) -> float | None:
        await self.count()
        again = self._games.again
        return None if again is None else again - self._environment.now()
