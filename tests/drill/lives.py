"""One life of the bot's process, which can end at any moment as by `kill -9`: nothing of it has any effect afterwards.

What a dead process asks for, of its database or of Discord, is never answered: what waits for that waits for good, and
nothing runs on to clean up. Its file is copied in that moment, with what SQLite has written ahead, and the next process
opens the copy.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite

LIFE: ContextVar[Life] = ContextVar("LIFE")
"""The process that whatever is made here belongs to."""

AHEAD = "-wal"


class Dead(Exception):
    """This process has ended."""


class Life:
    """A process of the bot on the database `file`. `died` is set when it is killed, and `left` is the file it leaves.

    `trace` is what it has its requests to Discord traced by.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.left = file
        self.died = asyncio.Event()
        self.trace: aiohttp.TraceConfig | None = None
        self._over = False
        self._forgotten = asyncio.Event()
        self._between = threading.Lock()
        self._connections: list[Mortal] = []

    def kill(self) -> None:
        """Ends it between two statements of its database, where one that was begun and not committed is lost."""
        with self._between:
            self._over = True
            self.left = self.file.with_name(f"{self.file.stem}x.db")
            copied(self.file, self.left)
        self.died.set()

    async def lives(self) -> None:
        """Goes on at once while the process lives, else never."""
        if self._over:
            await self._forgotten.wait()
            raise asyncio.CancelledError  # what is left of it is being taken away

    def statement(self, doing: Callable[[], Any]) -> Any:
        """Does something with the database, unless the process has ended. Raises Dead."""
        with self._between:
            if self._over:
                raise Dead
            return doing()

    def owns(self, connection: Mortal) -> None:
        """Takes a connection to the database as this life's own."""
        self._connections.append(connection)

    async def forget(self) -> None:
        """Lets what still waits be taken away, and ends the threads of its connections."""
        self._forgotten.set()
        connections, self._connections = self._connections, []  # one that was stopped would never say so again
        stopped = [connection.stop() for connection in connections]
        await asyncio.gather(*(future for future in stopped if future is not None))


class Mortal(aiosqlite.Connection):
    """A connection that does nothing any more when its process has ended."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._life = LIFE.get()
        self._life.owns(self)

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        life = self._life
        await life.lives()
        plain: Any = super()._execute
        try:
            result = await plain(lambda: life.statement(lambda: fn(*args, **kwargs)))
        except Dead:
            await life.lives()
            raise
        await life.lives()
        return result


def copied(file: Path, to: Path) -> None:
    """Copies a database with what is written ahead of it."""
    shutil.copyfile(file, to)
    ahead, beside = file.with_name(file.name + AHEAD), to.with_name(to.name + AHEAD)
    beside.unlink(missing_ok=True)
    if ahead.exists():
        shutil.copyfile(ahead, beside)


@contextmanager
def mortal() -> Iterator[None]:
    """Has every connection that is opened meanwhile belong to the life of its context."""
    plain = aiosqlite.core.Connection
    aiosqlite.core.Connection = Mortal  # type: ignore[misc]
    try:
        yield
    finally:
        aiosqlite.core.Connection = plain  # type: ignore[misc]


class Heard(logging.Handler):
    """The errors that were logged, but for those of processes that had ended."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []
        self.deaf = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps it, with the exception's own words."""
        life = LIFE.get(None)
        if not self.deaf and (life is None or not life.died.is_set()):
            error = record.exc_info[1] if record.exc_info else None
            self.errors.append(f"{record.name}: {record.getMessage()}" + (f": {error!r}" if error else ""))
