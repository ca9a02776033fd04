"""The task that delivers what is written in the outbox: in order for each target, side by side across targets.

Woken by commits and by the clock. What fails for a while is tried again with growing pauses; what Discord refuses is
given up, with the reason kept. What our own program cannot read or deliver is set aside: it stays owed, to a program
that can, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from cogs.house.background.delivery import Delivery, WriteDown
from cogs.house.background.outages import Outages
from cogs.house.background.partitions import Partitions
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import BackgroundTask, Tasks, kind_of, pause, traced
from cogs.house.store.leases import part_of
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.store.times import LONGEST_PAUSE
from cogs.house.table.table import Table
from cogs.house.values.drafts import OWED, PostDraft, PostRow, Target
from cogs.house.values.sender import Forbidden, Gone, TryLater, Undelivered
from engine.core import Illegal

PATIENT_REFUSALS = 3
"""So many refusals in a row by one target, and it is left alone for a while: Discord bans who goes on asking."""

MOST_REFUSING = 1_000
"""Targets of which it is known how often they refused; of more the one that did so longest ago is forgotten."""

SELDOM = 30.0
"""Seconds for which what is owed in a game is not tried anew by what people do there."""

AT_ONCE = 16
"""Deliveries that are made at a time. Each holds its table and its pictures in memory; what wakes waits behind them."""

_log = logging.getLogger(__name__)


class Outbox:
    """Has `delivery` do what is due, for the tables that `table` gives."""

    def __init__(
        self,
        store: Store,
        environment: Environment,
        tasks: Tasks,
        table: Callable[[int], Awaitable[Table]],
        delivery: Delivery,
        outages: Outages,
        partitions: Partitions,
        left_alone: float,
    ) -> None:
        """What another process began to send is `left_alone` for so many seconds."""
        self._partitions, self._left_alone = partitions, left_alone
        self._store, self._environment, self._tasks, self._table, self._delivery = (
            store,
            environment,
            tasks,
            table,
            delivery,
        )
        self._outages = outages
        self._idle = asyncio.Event()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._busy: dict[Target, tuple[int, BackgroundTask]] = {}
        self._notes: dict[int, WriteDown] = {}
        self._refusals: OrderedDict[Target, int] = OrderedDict()
        self._parked: dict[Target, asyncio.Event] = {}
        self._owing: dict[int, float] = {}
        self._loop = tasks.loop("deliveries", self._round)

    def wake(self) -> None:
        """Something was written."""
        self._idle.clear()
        self._loop.wake()

    async def owes(self) -> None:
        """Takes up what is owed since before this start."""
        self._owing |= dict.fromkeys(await self._store.outbox.owing_games(), 0.0)

    async def ask_again(self, game: int) -> None:
        """Has what is owed in a game tried again: somebody acts where it is played. Not at every press."""
        tried, now = self._owing.get(game, None if self._partitions.holds(game) else 0.0), self._environment.now()
        if tried is not None and now - tried >= SELDOM:
            self._owing[game] = now
            await self._store.outbox.try_owed(game)
            self.wake()

    async def allowed_elsewhere(self, guild: int) -> None:
        """Another process has had tried again what may be permitted in a server now: nothing rests here that does."""
        await self._forgive([guild])
        self.wake()

    async def allowed_in(self, guilds: Collection[int]) -> tuple[tuple[int, int], ...]:
        """Tries again at once what may be permitted in servers now. The games that rest there, with their channels."""
        resting = await self._store.outbox.try_owed_in(guilds)
        await self._forgive(guilds)
        self.wake()
        return resting

    async def _forgive(self, guilds: Collection[int]) -> None:
        """Forgets how often targets in servers have refused."""
        for game in await self._store.games.among(guilds, {target[0] for target in self._refusals}):
            for target in [target for target in self._refusals if target[0] == game]:
                del self._refusals[target]
                if target in self._parked:
                    self._parked[target].set()

    async def flush(self, patience: float) -> bool:
        """Waits until nothing is due, and says whether that came about within `patience` seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def leave(self, parts: Collection[int]) -> None:
        """Stops what is being delivered for the games of some partitions, which another process does now."""
        await self._tasks.end(*(job for target, (_, job) in self._busy.items() if part_of(target[0]) in parts))

    async def close(self) -> None:
        """Stops delivering. What was not sent is sent at the next start."""
        await self._tasks.end(self._loop)
        await self._tasks.end(*(job for _, job in self._busy.values()))

    async def _round(self) -> float | None:
        if self._slots.locked():
            return None  # it is woken by the next that comes to its end
        await self._outages.check()  # of what was to be told while the program stood still, not all is
        busy = [row for row, _ in self._busy.values()]
        found = await self._store.outbox.heads(
            busy, AT_ONCE, reminds=not self._outages.gone, share=self._partitions.share
        )
        for number, game, error in found.unreadable:
            _log.error("outbox row %d of game %d cannot be read: %s", number, game, kind_of(error))
            await self._store.outbox.set_aside(game, number, f"unreadable: {kind_of(error)}")
            self.wake()
        for row in found.due:
            if row.target not in self._busy:  # as one is that was set aside, while what follows it is delivered
                job = self._tasks.job("delivery", row.id, partial(self._serve, row), partial(self._over, row))
                self._busy[row.target] = row.id, job
                if self._is_begun_elsewhere(row):
                    self.wake()  # it takes no slot while it is left alone: there may be more to be delivered
        if not self._busy and not self._loop.woken:
            self._idle.set()
        return None if found.next is None else max(0.0, found.next - self._environment.now())

    def _over(self, row: PostRow) -> None:
        """Lets the loop look for the next for the same target."""
        self._busy.pop(row.target, None)
        self.wake()

    async def _serve(self, row: PostRow) -> None:
        """Delivers one row, and leaves a target alone that refuses all. Raises StoreUnavailable: it is still due."""
        if self._is_begun_elsewhere(row):
            await self._environment.woken(asyncio.Event(), self._left_alone, "outbox: another process may be sending")
        async with self._slots:
            with self._partitions.working(row.game) as may:
                refused = await self._deliver(row) if may else 0
        if refused >= PATIENT_REFUSALS:
            allowed = self._parked[row.target] = asyncio.Event()
            try:
                await self._environment.woken(allowed, pause(refused, LONGEST_PAUSE), "outbox: refused by the channel")
            finally:
                del self._parked[row.target]

    def _is_begun_elsewhere(self, row: PostRow) -> bool:
        return row.claimed_by not in (None, self._store.database.process)

    async def _deliver(self, row: PostRow) -> int:
        """Delivers a row; how often its target has now refused in a row.

        What was sent and could not be noted is only noted next time. If it is our mistake, that is in a while.
        """
        claimed = await self._store.outbox.claim(row)
        if claimed is None:
            self._notes.pop(row.id, None)
            return 0
        try:
            self._notes[row.id] = self._notes.get(row.id) or await self._done(claimed)
            await self._notes[row.id]()
            del self._notes[row.id]
            self._refusals.pop(row.target, None)
            if row.kind in OWED:
                self._owing.pop(row.game, None)
        except TryLater as error:
            await self._later(claimed, error.reason, max(pause(claimed.attempts, LONGEST_PAUSE), error.seconds or 0.0))
        except Undelivered as error:
            return await self._given_up(claimed, error)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a bug in drawing or words must not hold up all that comes after
            where = "outbox row %d of game %d (%s) is set aside: %s\n%s"
            _log.error(where, row.id, row.game, row.kind.value, kind_of(error), traced(error))
            await self._store.outbox.set_aside(row.game, row.id, f"failed: {kind_of(error)}")
        return 0

    async def _done(self, row: PostRow) -> WriteDown:
        """Does what a row asks for; what to note of it. Raises Undelivered."""
        try:
            table = await self._table(row.game)
        except Illegal as illegal:  # kept for a program that can read the game
            raise TryLater(illegal.code, LONGEST_PAUSE) from illegal
        return await self._delivery.deliver(table, row)

    async def _later(self, row: PostRow, reason: str, seconds: float) -> None:
        await self._store.outbox.later(row, self._environment.now() + seconds, reason)

    async def _given_up(self, row: PostRow, error: Undelivered) -> int:
        _log.warning("outbox row %d of game %d (%s): %s", row.id, row.game, row.kind.value, error.reason)
        if isinstance(error, Gone):
            table = await self._table(row.game)
            await table.suspend(error.reason)
            await self._later(row, error.reason, 0.0)
            return 0
        told: tuple[PostDraft, ...] = ()
        if isinstance(error, Forbidden):
            told = await self._delivery.lacking(await self._table(row.game), row)
            if row.kind in OWED:
                await self._store.outbox.owe(row, error.reason, told)
                self._owing[row.game] = self._environment.now()
                return 0
        await self._store.outbox.delivered(row, None, error.reason, told)
        self._refusals[row.target] = self._refusals.get(row.target, 0) + 1
        self._refusals.move_to_end(row.target)
        while len(self._refusals) > MOST_REFUSING:
            self._refusals.popitem(last=False)
        return self._refusals[row.target]
