"""The task that looks at the clock: for deadlines, which stand in the store and are dealt with once, and for orders.

Woken by commits and by the time. What passed while the program was not there is seen at its next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.house.seams import Seams
from cogs.house.store import Store, StoreUnavailable
from cogs.house.table import Table
from engine.core import Illegal

LONGEST = 60.0
"""Seconds after which it looks again whatever it knows: a machine that slept has a clock that jumped."""

_log = logging.getLogger(__name__)


class Timers:
    """Deals with the deadlines of the tables that `table` gives."""

    def __init__(self, store: Store, seams: Seams, table: Callable[[int], Awaitable[Table]]) -> None:
        self._store, self._seams, self._table = store, seams, table
        self._event = asyncio.Event()
        self._task = seams.spawn(self._run())

    def wake(self) -> None:
        """A clock may have changed, or orders."""
        self._event.set()

    async def fire(self) -> None:
        """Has the orders looked at for which it is time, and then deals with every deadline that has passed."""
        for game in await self._store.to_fire():
            await self._deal(game, lambda table: table.orders.look())
        for game in await self._store.overdue():
            await self._deal(game, lambda table: table.timing.time_out())
            await self._deal(game, lambda table: table.voting.time_out())
            await self._deal(game, lambda table: table.vacancies.time_out())

    async def _deal(self, game: int, doing: Callable[[Table], Awaitable[None]]) -> None:
        try:
            await doing(await self._table(game))
        except Illegal as illegal:
            _log.error("game %d: its clocks stand: %s", game, illegal.code)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - our mistake in one game must not stop the clocks of the others
            _log.exception("game %d: its clocks stand", game)

    async def close(self) -> None:
        """Looks no more. What passes from now on is seen at the next start."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._event.clear()
            try:
                await self.fire()
                nexts = (await self._store.next_deadline(), await self._store.next_firing())
                following = min((at for at in nexts if at is not None), default=None)
            except StoreUnavailable as error:
                _log.warning("clocks: %s", error)
                following = self._seams.now() + LONGEST
            await self._until(following)

    async def _until(self, when: float | None) -> None:
        """Sleeps until woken, or until `when`; a deadline that could not be dealt with is tried again in a while."""
        left = None if when is None else when - self._seams.now()
        seconds = left if left is None else min(LONGEST, left) if left > 0 else LONGEST
        await self._seams.woken(self._event, seconds, "clocks")
