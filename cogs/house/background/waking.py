"""What is owed to the games that run after a start, and after any outage: time anew, and the program at its seats.

The store says which of them it concerns; only those are loaded, one after the other, the most urgent first, while
everything else goes on. Cut off, it does the same again: time is given anew up to a moment, never added, so
that twice is as good as once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cogs.house.background.bots import Bots
from cogs.house.background.partitions import Partitions
from cogs.house.game.players import PlayedBy, players
from cogs.house.runtime.tasks import Tasks, kind_of
from cogs.house.store.leases import Share
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.clocks import Clock, owes_time, pace_of
from cogs.house.values.records import Chair, Game
from engine.core import Seat

AT_ONCE = 16
"""So many games are dealt with until the clocks are looked at again."""

_log = logging.getLogger(__name__)


class Urgency(NamedTuple):
    """The order in which games are woken: where people wait for the program, then by the time that has passed."""

    late: bool
    since: float
    game: int
    owed: bool = True
    """Whether it is owed time, after an outage, and not the program's moves alone."""


class Waking:
    """Wakes the games that are owed something. `owed` are those that it has not come to yet: nothing is decided there
    for want of time, and no orders are carried out. One that can't be woken is tried again, and holds up no other."""

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        bots: Bots,
        table: Callable[[int], Awaitable[Table]],
        habit: Callable[[int], Habit],
        now: Callable[[], float],
        partitions: Partitions,
    ) -> None:
        self._store, self._tasks, self._bots, self._table = store, tasks, bots, table
        self._partitions = partitions
        self._habit, self._now = habit, now
        self._turn = asyncio.Lock()
        self._order: list[Urgency] = []
        self.owed: set[int] = set()

    async def look(self) -> None:
        """Finds out which games of ours it concerns after an outage, without loading any."""
        late, share = await self._store.orders.to_put_off(), self._partitions.share
        found = [each async for each in self._found(share, partial(self._urgency, late=late))]
        self._order = sorted(found, reverse=True)
        self.owed |= {each.game for each in found}

    async def take_over(self, parts: Collection[int]) -> None:
        """Finds out where the program is to move in games that another process had. There was no outage."""
        self._order += [each async for each in self._found(sorted(parts), self._waits)]
        self._order.sort(reverse=True)

    async def call(self, game: int) -> None:
        """Has the program play in a game that another process has written to, if it is the program's turn there."""
        for found, seats, clocks in await self._store.games.running(game - 1, 1):
            if found.id == game and self._waits(found, seats, clocks) is not None:
                self._bots.call(await self._table(game))

    async def _found(
        self, share: Share, urgency: Callable[[Game, Sequence[Chair], Mapping[Seat, Clock]], Urgency | None]
    ) -> AsyncIterator[Urgency]:
        page = await self._store.games.running(share=share)
        while page:
            for one in page:
                if (each := urgency(*one)) is not None:
                    yield each
            page = await self._store.games.running(page[-1][0].id, share=share)

    async def wake(self, done: Callable[[], None]) -> None:
        """Deals with them all; `done` is called after some, and at the end. Raises StoreUnavailable: go on later."""
        async with self._turn:
            while self._order:
                urgency = self._order.pop()
                try:
                    await self._woken(urgency)
                except StoreUnavailable:
                    self._order.append(urgency)
                    raise
                except Exception as error:  # noqa: BLE001 - one game that can't be woken lets the others not sleep
                    _log.warning("game %d could not be woken: %s", urgency.game, kind_of(error))
                    self._tasks.job("waking", urgency.game, partial(self._woken, urgency), done)
                if len(self._order) % AT_ONCE == 0:
                    done()

    async def _woken(self, urgency: Urgency) -> None:
        with self._partitions.working(urgency.game) as may:
            if may:
                table = await self._table(urgency.game)
                if urgency.owed:
                    await table.orders.put_off()
                    await table.timing.relieve()
                self._bots.call(table)
                del table  # it may sleep again while the program has its hands full
        if urgency.owed:
            self.owed.discard(urgency.game)
        await self._bots.room()

    def _waits(self, game: Game, seats: Sequence[Chair], clocks: Mapping[Seat, Clock]) -> Urgency | None:
        """When it is the turn of a game in which the program is to move; None for all others."""
        ours = {seat for seat, player in players(seats, clocks).items() if player is not PlayedBy.OWNER}
        ends = [clock.ends for clock in clocks.values() if clock.ends is not None and not clock.out]
        if game.frozen is not None or not ours & game.awaiting:
            return None
        return Urgency(False, min(ends, default=self._now()), game.id, owed=False)

    def _urgency(
        self, game: Game, seats: Sequence[Chair], clocks: Mapping[Seat, Clock], late: Sequence[int]
    ) -> Urgency | None:
        """When it is the turn of a game; None if nothing is to be done there."""
        if game.frozen is not None:
            return None
        if (waits := self._waits(game, seats, clocks)) is not None:
            return waits._replace(owed=True)
        ends = [clock.ends for clock in clocks.values() if clock.ends is not None and not clock.out]
        since = min(ends, default=self._now())
        people = {chair.seat: chair.user_id for chair in seats}

        def habit(seat: Seat) -> Habit:
            person = people.get(seat)
            return Habit() if person is None else self._habit(person)

        if game.id in late or owes_time(clocks, pace_of(game.pace), self._now(), habit):
            return Urgency(True, since, game.id)
        return None
