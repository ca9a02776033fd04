"""Connections to PostgreSQL that outlive a test: to make them, and to prepare statements anew, takes longer than most.

Each database that is opened in a test gets what looks like connections of its own; closing it leaves them to the next.
Nothing is given up for its time: SimCord looks at all timers of the loop again and again.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from cogs.house.store.postgresql import database as driver
from cogs.house.store.postgresql.server import CONNECTION_ERRORS
from tests.postgresql.database import LASTING

_made: dict[str, tuple[asyncio.AbstractEventLoop, asyncpg.Pool[asyncpg.Record]]] = {}
_connections, _connect = driver.connections, asyncpg.connect

_lent = set[Any]()
_free: dict[tuple[str, asyncio.AbstractEventLoop], list[asyncpg.Connection[asyncpg.Record]]] = {}
_leaving = set[asyncio.Task[None]]()


def busy() -> bool:
    """Whether somebody has a connection just now, to whom PostgreSQL is to answer."""
    return bool(_lent)


class _Share:
    """A part in connections that are several databases', one after the other or at once."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._pool, self._lent, self._back = pool, set[Any](), asyncio.Condition()
        self._closing = False

    async def acquire(self, *, timeout: float) -> Any:  # noqa: ASYNC109  # as the pool has it
        del timeout
        if self._closing:
            raise asyncpg.InterfaceError("pool is closing")
        connection = await self._pool.acquire()
        self._lent.add(connection)
        _lent.add(connection)
        return connection

    async def release(self, connection: Any) -> None:
        try:
            await self._pool.release(connection)
        finally:
            self._lent.discard(connection)
            _lent.discard(connection)
            async with self._back:
                self._back.notify_all()

    async def close(self) -> None:
        self._closing = True
        async with self._back:
            await self._back.wait_for(lambda: not self._lent)
        await asyncio.gather(*_leaving)

    def terminate(self) -> None:
        self._closing = True
        for connection in self._lent:
            connection.terminate()
        _lent.difference_update(self._lent)


class _Own:
    """A connection that somebody has alone, to listen or to hold locks: without these it is the next one's."""

    def __init__(self, connection: asyncpg.Connection[asyncpg.Record], free: list[Any]) -> None:
        self._connection, self._free = connection, free
        self._listeners, self._ends = list[tuple[str, Any]](), list[Any]()
        self._left = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def add_listener(self, channel: str, callback: Any) -> None:
        self._listeners.append((channel, callback))
        await self._connection.add_listener(channel, callback)

    def add_termination_listener(self, callback: Any) -> None:
        def ended(_: object) -> None:
            callback(self)

        self._ends.append(ended)
        self._connection.add_termination_listener(ended)

    def terminate(self) -> None:
        task = asyncio.get_running_loop().create_task(self.close())
        _leaving.add(task)
        task.add_done_callback(_leaving.discard)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  # as the driver has it
        del timeout
        if self._left:
            return
        self._left = True
        for ended in self._ends:
            self._connection.remove_termination_listener(ended)
        try:
            for channel, callback in self._listeners:
                await self._connection.remove_listener(channel, callback)
            await self._connection.execute("SELECT pg_advisory_unlock_all()")
        except CONNECTION_ERRORS:
            self._connection.terminate()
        except BaseException:
            self._connection.terminate()
            raise
        else:
            self._free.append(self._connection)


def install_own(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each connection that somebody makes for himself be one of those that others had before."""

    async def connect(wanted: str, **how: Any) -> Any:
        if wanted != url:
            return await _connect(wanted, **how)
        free = _free.setdefault((url, asyncio.get_running_loop()), [])
        while free:
            connection = free.pop()
            if not connection.is_closed():
                return _Own(connection, free)
        settings = {"application_name": LASTING, "jit": "off"}
        return _Own(await _connect(url, server_settings=settings), free)

    monkeypatch.setattr(asyncpg, "connect", connect)


def forget() -> None:
    """What a test still has when it ends is nobody's any more."""
    _lent.clear()


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each database that is opened from now on use them."""

    async def shared(url: str) -> Any:
        loop = asyncio.get_running_loop()
        if _made.get(url, (None,))[0] is not loop:
            sign = "&" if urlsplit(url).query else "?"
            pool = await _connections(f"{url}{sign}application_name={LASTING}&plan_cache_mode=force_generic_plan")
            _made[url] = loop, pool
        return _Share(_made[url][1])

    monkeypatch.setattr(driver, "connections", shared)
    monkeypatch.setattr(driver, "COMMAND_SECONDS", None)
