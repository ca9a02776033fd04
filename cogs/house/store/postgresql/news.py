"""What other processes have written, heard on a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import get_args

from cogs.house.store.database import News, StoreUnavailable, Subject
from cogs.house.store.postgresql.server import CONNECTION_ERRORS, connected, kept

CHANNEL = "titan"
"""Where `tell`, a function in the database, says it."""
HEARTBEAT = 5.0
"""Seconds after which it is asked whether the connection still is one."""
AGAIN = 1.0
"""Seconds after which it is tried again to connect."""

DOING = "other processes could not be heard"

_KINDS: dict[str, Subject] = {kind: kind for kind in get_args(Subject)}


class Listener:
    """Hears, until it is closed, what all processes but this one have written."""

    def __init__(self, url: str, process: str, heard: Callable[[News], None]) -> None:
        self._url, self._process, self._heard = url, process, heard
        # It is no part of whatever was going on when somebody began to listen.
        self._task = Context().run(asyncio.create_task, self._listening())

    async def close(self) -> None:
        """Nothing is heard any more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listening(self) -> None:
        while True:
            with suppress(StoreUnavailable, *CONNECTION_ERRORS):
                await self._listened()
            await asyncio.sleep(AGAIN)

    async def _listened(self) -> None:
        """Listens until the connection is lost. Raises StoreUnavailable."""
        connection = await connected(self._url, DOING)
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            with kept(DOING):
                await connection.add_listener(CHANNEL, self._notified)
                # As the driver calls what it has heard: where that fails it is shown, and listening goes on.
                asyncio.get_running_loop().call_soon(self._heard, News("everything", 0))
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), HEARTBEAT)
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _notified(self, connection: object, pid: int, channel: str, payload: object) -> None:
        process, kind, number = str(payload).split(" ")
        if process != self._process and kind in _KINDS:  # newer processes may know kinds that this one does not
            self._heard(News(_KINDS[kind], int(number)))
