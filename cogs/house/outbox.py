"""The task that delivers what is written in the outbox: in order for each target, side by side across targets.

Woken by commits and by the clock. What fails for a while is tried again with growing pauses; what Discord refuses is
given up, with the reason kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.house.delivery import Delivery, Note
from cogs.house.drafts import Row, Target
from cogs.house.seams import Seams
from cogs.house.sender import Gone, TryLater, Undelivered
from cogs.house.store import Store, StoreUnavailable
from cogs.house.table import Table
from engine.core import Illegal

LONGEST_PAUSE = 300.0
PATIENT_REFUSALS = 3
"""So many refusals in a row by one target, and it is left alone for a while: Discord bans who goes on asking."""

_log = logging.getLogger(__name__)


def pause(attempts: int) -> float:
    """Seconds to wait after so many attempts."""
    return float(min(LONGEST_PAUSE, 2 ** min(attempts - 1, 16)))


class Outbox:
    """Has `delivery` do what is due, for the tables that `table` gives."""

    def __init__(
        self, store: Store, seams: Seams, table: Callable[[int], Awaitable[Table]], delivery: Delivery
    ) -> None:
        self._store, self._seams, self._table, self._delivery = store, seams, table, delivery
        self._event = asyncio.Event()
        self._idle = asyncio.Event()
        self._busy: dict[Target, asyncio.Task[None]] = {}
        self._notes: dict[int, Note] = {}
        self._refusals: dict[Target, int] = {}
        self._stopping = False
        self._task = seams.spawn(self._run())

    def wake(self) -> None:
        """Something was written."""
        self._idle.clear()
        self._event.set()

    async def flush(self, patience: float) -> bool:
        """Waits until nothing is due, and says whether that came about within `patience` seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Stops delivering. What was not sent is sent at the next start."""
        self._stopping = True
        tasks = [self._task, *self._busy.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        troubles = 0
        while True:
            self._event.clear()
            try:
                heads = await self._store.heads()
                troubles = 0
            except StoreUnavailable as error:
                troubles += 1
                _log.warning("outbox: %s", error)
                await self._until(self._seams.now() + pause(troubles))
                continue
            now = self._seams.now()
            due = [row for row in heads if row.not_before <= now and row.target not in self._busy]
            for row in due:
                self._busy[row.target] = self._seams.spawn(self._serve(row))
            later = [row.not_before for row in heads if row.not_before > now]
            if not self._busy and not self._event.is_set():
                self._idle.set()
            await self._until(min(later, default=None))

    async def _until(self, when: float | None) -> None:
        """Sleeps until woken, or until `when`."""
        seconds = None if when is None else max(0.0, when - self._seams.now())
        await self._seams.woken(self._event, seconds, "outbox")

    async def _serve(self, row: Row) -> None:
        """Delivers one row, and lets the run look for the next."""
        try:
            await self._deliver(row)
        except StoreUnavailable as error:
            # Sent or not, it is not noted: the row is still due, and what was sent is only noted next time.
            _log.warning("outbox row %d: %s", row.id, error)
            await self._seams.park(asyncio.sleep(pause(1)), "outbox store")
        finally:
            del self._busy[row.target]
            self.wake()

    async def _deliver(self, row: Row) -> None:
        if row.id not in self._notes:
            claimed = await self._store.claim(row.id)
            if claimed is None:
                return
            note = await self._done(claimed)
            if note is None:
                return
            self._notes[row.id] = note
        await self._notes[row.id]()
        del self._notes[row.id]

    async def _done(self, row: Row) -> Note | None:
        """What to note of a row that was delivered; None if it was not, and that was noted."""
        try:
            try:
                table = await self._table(row.game)
            except Illegal as illegal:  # kept for a program that can read the game
                raise TryLater(illegal.code, LONGEST_PAUSE) from illegal
            note = await self._delivery.deliver(table, row)
        except TryLater as error:
            await self._later(row, error.reason, max(pause(row.attempts), error.seconds or 0.0))
        except Undelivered as error:
            await self._given_up(row, error)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a bug in drawing or words must not hold up all that comes after
            _log.exception("outbox row %d of game %d (%s) cannot be made", row.id, row.game, row.kind.value)
            await self._store.delivered(row, None, f"failed: {type(error).__name__}")
        else:
            self._refusals.pop(row.target, None)
            return note
        return None

    async def _later(self, row: Row, reason: str, seconds: float) -> None:
        await self._store.later(row.id, self._seams.now() + seconds, reason)

    async def _given_up(self, row: Row, error: Undelivered) -> None:
        _log.warning("outbox row %d of game %d (%s): %s", row.id, row.game, row.kind.value, error.reason)
        if isinstance(error, Gone):
            table = await self._table(row.game)
            await table.suspend(error.reason)
            await self._later(row, error.reason, 0.0)
            return
        await self._store.delivered(row, None, error.reason)
        self._refusals[row.target] = self._refusals.get(row.target, 0) + 1
        if self._refusals[row.target] >= PATIENT_REFUSALS:
            seconds = pause(self._refusals[row.target])
            await self._seams.park(asyncio.sleep(seconds), "outbox: refused by the channel")
