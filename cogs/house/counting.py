"""The task that counts games when they are over: each once, and what was not counted at the next start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.house.dice import place_of
from cogs.house.drafts import Draft, Kind, Said
from cogs.house.finished import Finish
from cogs.house.records import Status
from cogs.house.seams import Seams
from cogs.house.store import Store, StoreUnavailable
from cogs.house.table import Table
from cogs.house.tally import figures_said, finished

AGAIN = 60.0
"""Seconds after which it is tried again if the store could not be reached."""

LATE = 24 * 3600.0
"""Seconds after its end from which on nobody waits for the figures of a game any more."""

_log = logging.getLogger(__name__)


class Counting:
    """Keeps the results of the tables that `table` gives: woken when one is over, and at the start for older ones."""

    def __init__(self, store: Store, seams: Seams, table: Callable[[int], Awaitable[Table]]) -> None:
        self._store, self._seams, self._table = store, seams, table
        self._event = asyncio.Event()
        self._lock = asyncio.Lock()
        self._hopeless: set[int] = set()
        self._task = seams.spawn(self._run())

    def wake(self) -> None:
        """A game has ended."""
        self._event.set()

    async def count(self) -> None:
        """Keeps the results of every game that is over and was not counted."""
        async with self._lock:
            for game in await self._store.uncounted():
                if game not in self._hopeless:
                    await self._count(game)

    async def close(self) -> None:
        """Counts no more. What was not counted is at the next start."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _count(self, game: int) -> None:
        try:
            table = await self._table(game)
            if table.kit.tally is None or table.game.status is not Status.OVER:
                self._hopeless.add(game)
                return
            entries = await table.entries(1, table.seq)
            kit, kept, chairs = table.kit, table.game, table.seats
            finish = await table.means.studio.work(lambda: finished(kit, kept, chairs, entries))
            await self._store.keep_finish(finish, self._told(table, finish))
            table.written()
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - our mistake in one game must not keep the others from being counted
            self._hopeless.add(game)
            _log.exception("game %d is not counted", game)

    def _told(self, table: Table, finish: Finish) -> tuple[Draft, ...]:
        """The figures of the game, to everybody where its history stands; nothing of one that ended long ago."""
        said = figures_said(table.kit, table.names, finish)
        if not said or self._seams.now() - finish.ended_at > LATE:
            return ()
        sentences = tuple(Said(table.seq, each) for each in said)
        return (Draft(Kind.TEXT, None, table.seq, said=sentences, place=place_of(table.game)),)

    async def _run(self) -> None:
        while True:
            self._event.clear()
            following = None
            try:
                await self.count()
            except StoreUnavailable as error:
                _log.warning("results: %s", error)
                following = AGAIN
            await self._seams.woken(self._event, following, "results")
