"""SQLite without its thread and without waiting for the disk, which together take a quarter of a simulated game's time.

aiosqlite hands each statement to a thread, which wakes the event loop when it is done. Here a statement is executed as
it is handed over, and whoever awaits it goes on in the loop's next turn: others get theirs in between, as before. That
what was written outlives a power cut is nothing a test can see. Tests marked `threads` have it all as the bot has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiosqlite
import pytest
from aiosqlite import core

from cogs.house.store import sqlite
from cogs.house.store.sqlite import SqliteDatabase
from cogs.house.store.store import Store

_connect = aiosqlite.connect
USED = ("SimpleQueue", "Thread", "set_result", "set_exception")

assert all(hasattr(core, name) for name in USED), "aiosqlite has changed how it uses its thread"


class _AtOnce:
    """In place of the queue from which the thread takes what it is to execute."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = item
        tell: Callable[[asyncio.Future[Any], Any], None] = core.set_result
        try:
            outcome = function()
        except BaseException as error:  # noqa: BLE001  # as the thread does
            tell, outcome = core.set_exception, error
        if future is not None:
            # The method of the class: SimCord, which keeps a record of all that the loop is to call, need not of this.
            loop: Any = future.get_loop()
            asyncio.BaseEventLoop.call_soon(loop, tell, future, outcome)


class _NoThread:
    def __init__(self, target: Callable[..., None], args: tuple[Any, ...]) -> None:
        del target, args

    def start(self) -> None:
        return


def _prepared(*args: Any, **options: Any) -> aiosqlite.Connection:
    """A connection that keeps its prepared statements: with one thread, none is taken back in the middle of its use."""
    return _connect(*args, **{**options, "cached_statements": 200})


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has each database be like this that is opened from now on."""
    pragmas = tuple(each.replace("synchronous = FULL", "synchronous = OFF") for each in sqlite.PRAGMAS)
    assert pragmas != sqlite.PRAGMAS
    monkeypatch.setattr(sqlite, "PRAGMAS", pragmas)
    monkeypatch.setattr(aiosqlite, "connect", _prepared)
    monkeypatch.setattr(core, "SimpleQueue", _AtOnce)
    monkeypatch.setattr(core, "Thread", _NoThread)


def file_of(store: Store) -> SqliteDatabase:
    """The file of a store, for what only SQLite has."""
    assert isinstance(store.database, SqliteDatabase)
    return store.database
