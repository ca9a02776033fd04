"""The task that delivers what is written in the outbox: in order for each target, side by side across targets.

Woken by commits and by the clock. What fails for a while is tried again with growing pauses; what Discord refuses is
given up, with the reason kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable

from cogs.house.posting import in_words, post
from cogs.house.records import Row
from cogs.house.seams import Seams
from cogs.house.sender import Gone, Post, Refused, Sender, TryLater, Undelivered
from cogs.house.store import REPLACED, Store, StoreUnavailable
from cogs.house.studio import Studio
from cogs.house.table import Table
from engine.core import Illegal, Seat

LONGEST_PAUSE = 300.0
DM_AGAIN = 24 * 3600.0
"""Seconds after which closed direct messages are tried again."""
PATIENT_REFUSALS = 3
"""So many refusals in a row by one target, and it is left alone for a while: Discord bans who goes on asking."""
CLOSED = "direct messages closed"

_log = logging.getLogger(__name__)

Target = tuple[int, Seat | None]


def pause(attempts: int) -> float:
    """Seconds to wait after so many attempts."""
    return float(min(LONGEST_PAUSE, 2 ** min(attempts - 1, 16)))


def nonce_of(token: str, row: int) -> str:
    """What marks the message of a row. Clients can read it: it does not tell how many private rows came between."""
    return hashlib.blake2s(str(row).encode(), key=token.encode(), digest_size=10).hexdigest()


class Outbox:
    """Delivers through `sender`. `token` makes the nonces of this database its own."""

    def __init__(
        self,
        store: Store,
        studio: Studio,
        seams: Seams,
        token: str,
        table: Callable[[int], Awaitable[Table]],
        sender: Sender,
    ) -> None:
        self._store, self._studio, self._seams, self._token = store, studio, seams, token
        self._table, self._sender = table, sender
        self._event = asyncio.Event()
        self._idle = asyncio.Event()
        self._busy: dict[Target, asyncio.Task[None]] = {}
        self._sent: dict[int, str] = {}
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
            due = [row for row in heads if row.not_before <= now and (row.game, row.seat) not in self._busy]
            for row in due:
                target = (row.game, row.seat)
                self._busy[target] = self._seams.spawn(self._serve(target, row))
            later = [row.not_before for row in heads if row.not_before > now]
            if not self._busy and not self._event.is_set():
                self._idle.set()
            await self._until(min(later, default=None))

    async def _until(self, when: float | None) -> None:
        """Sleeps until woken, or until `when`."""
        if when is None:
            await self._seams.park(self._event.wait(), "outbox")
            return
        try:
            async with asyncio.timeout(max(0.0, when - self._seams.now())):
                await self._seams.park(self._event.wait(), "outbox")
        except TimeoutError:
            pass

    async def _serve(self, target: Target, row: Row) -> None:
        """Delivers one row, and lets the run look for the next."""
        try:
            await self._deliver(row)
        except StoreUnavailable as error:
            # Sent or not, it is not noted: the row is still due, and what was sent is only noted next time.
            _log.warning("outbox row %d: %s", row.id, error)
            await self._seams.park(asyncio.sleep(pause(1)), "outbox store")
        finally:
            del self._busy[target]
            self.wake()

    async def _deliver(self, row: Row) -> None:
        if row.id in self._sent:
            await self._note(row)
            return
        claimed = await self._store.claim(row.id)
        if claimed is None:
            return
        target = (row.game, row.seat)
        try:
            sent = await self._send(claimed)
        except TryLater as error:
            await self._later(claimed, error.reason, max(pause(claimed.attempts), error.seconds or 0.0))
        except Undelivered as error:
            await self._given_up(claimed, error)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a bug in drawing or words must not hold up all that comes after
            _log.exception("outbox row %d of game %d (%s) cannot be made", row.id, row.game, row.kind.value)
            await self._store.delivered(row.id, None, f"failed: {type(error).__name__}")
        else:
            self._refusals.pop(target, None)
            if sent is not None:
                self._sent[row.id] = f"{self._seams.world}:{sent}"
                await self._note(row)

    async def _note(self, row: Row) -> None:
        await self._store.delivered(row.id, self._sent[row.id])
        del self._sent[row.id]

    async def _send(self, row: Row) -> int | None:
        """The id of the message sent; None if the row is done with otherwise."""
        try:
            table = await self._table(row.game)
        except Illegal as illegal:  # kept for a program that can read the game
            raise TryLater(illegal.code, LONGEST_PAUSE) from illegal
        nonce = nonce_of(self._token, row.id)
        if row.seat is None:
            made = await post(table, row, self._studio, nonce)
            if made is not None:
                return await self._to_channel(table.game.channel, made)
            await self._store.delivered(row.id, None, REPLACED)
            return None
        person = table.person(row.seat)
        if person is None:
            await self._store.delivered(row.id, None, "nobody sits there")
            return None
        if await self._store.closed(person, DM_AGAIN):
            await self._store.undeliverable(row, person, CLOSED, tried=False)
            return None
        made = await post(table, row, self._studio, nonce)
        if made is None:
            await self._store.delivered(row.id, None, REPLACED)
            return None
        try:
            sent = await self._sender.to_user(person, made)
        except (Refused, Gone) as error:
            await self._store.undeliverable(row, person, f"{CLOSED}: {error.reason}", tried=True)
            return None
        await self._store.reachable(person)
        return sent

    async def _to_channel(self, channel: int, made: Post) -> int:
        try:
            return await self._sender.to_channel(channel, made)
        except Refused as error:
            if not made.pictures:
                raise
            _log.warning("channel %d takes no picture: %s", channel, error.reason)
            return await self._sender.to_channel(channel, in_words(made))

    async def _later(self, row: Row, reason: str, seconds: float) -> None:
        await self._store.later(row.id, self._seams.now() + seconds, reason)

    async def _given_up(self, row: Row, error: Undelivered) -> None:
        _log.warning("outbox row %d of game %d (%s): %s", row.id, row.game, row.kind.value, error.reason)
        if isinstance(error, Gone):
            table = await self._table(row.game)
            await table.suspend(error.reason)
            await self._later(row, error.reason, 0.0)
            return
        await self._store.delivered(row.id, None, error.reason)
        target = (row.game, row.seat)
        self._refusals[target] = self._refusals.get(target, 0) + 1
        if self._refusals[target] >= PATIENT_REFUSALS:
            seconds = pause(self._refusals[target])
            await self._seams.park(asyncio.sleep(seconds), "outbox: refused by the channel")
