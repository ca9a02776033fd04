"""A PostgreSQL server: how it is reached, and what it says of the world."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from cogs.house.store.database import StoreUnavailable

CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 10.0
"""How long a statement may take, with what it waits for. What is not answered by then is given up."""

SETTINGS = {
    "application_name": "titan",
    "jit": "off",  # compiling takes longer than any statement of the store
    # A machine that vanished must not keep what it has locked.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "15000",
}

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Lent: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
"""A connection that its pool wants back."""

CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where there is no connection, or no more; the last where it is in the middle of something."""

_WORLD = ("08", "25006", "25P0", "28", "3D000", "40001", "40P01", "42501", "53", "55P03", "57", "58", "XX001", "XX002")
"""How codes begin by which PostgreSQL says that the world failed, not our SQL.

Connections; read only; transactions ended for their time; passwords; no such database; deadlocks; rights; nothing left
of something; locks; stopping, starting and cancelled; disks; damaged files. 25P02 is a mistake of ours, and the first
error has been thrown before it.
"""
_FAILED_TRANSACTION = "25P02"
_CLOSED = ("connection is closed", "connection was closed", "released back to the pool", "pool is clos")
"""What the driver says where somebody uses a connection that is lost."""


async def connected(url: str, doing: str) -> Connection:
    """A new connection, for whoever keeps one. Raises StoreUnavailable, which says what was not done."""
    with kept(doing), usable():
        return await asyncpg.connect(
            url, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=settings_for(url)
        )


def settings_for(url: str) -> dict[str, str]:
    """What a session is set to, unless the URL says otherwise."""
    given = parse_qs(urlsplit(url).query)
    return {name: value for name, value in SETTINGS.items() if name not in given}


@contextmanager
def usable() -> Iterator[None]:
    """Connects by a URL. Raises StoreUnavailable if that is none, and says nothing of what stands in it."""
    try:
        yield
    except ValueError:
        raise StoreUnavailable("DATABASE_URL must read postgresql://USER:PASSWORD@HOST/NAME") from None


@contextmanager
def kept(doing: str) -> Iterator[None]:
    """Turns what says that the database can't be reached or used into StoreUnavailable; our own mistakes pass."""
    try:
        yield
    except CONNECTION_ERRORS as error:
        if not is_of_the_world(error):
            raise
        raise StoreUnavailable(f"{doing}: {_reason(error)}") from error


def is_of_the_world(error: BaseException) -> bool:
    """Whether the database can't be reached or used, and whoever asked made no mistake."""
    match error:
        case asyncpg.InvalidCachedStatementError():
            return True  # a newer process has just changed the tables; the next try reads them as they are
        case asyncpg.PostgresError():
            code = error.sqlstate or ""
            return code.startswith(_WORLD) and code != _FAILED_TRANSACTION
        case asyncpg.InterfaceError():
            return _says_closed(error)
        case asyncpg.InternalClientError():
            return True  # the server has just said on that connection that it ends
        case _:
            return isinstance(error, OSError)  # with those of time


def is_unanswered(error: BaseException) -> bool:
    """Whether it says nothing of what became of the statement: the answer to it was lost."""
    match error:
        case asyncpg.PostgresError():
            return (error.sqlstate or "").startswith(("08", "57"))
        case asyncpg.InterfaceError():
            return _says_closed(error)
        case _:
            return isinstance(error, (asyncpg.InternalClientError, OSError))


def _says_closed(error: asyncpg.InterfaceError) -> bool:
    return any(said in str(error) for said in _CLOSED)


def _reason(error: BaseException) -> str:
    """What went wrong, for whoever runs the bot: nothing of what was to be read or written."""
    match error:
        case asyncpg.PostgresError():
            return error.message or type(error).__name__
        case TimeoutError():
            return "no answer in time"
        case _:
            return f"{error}" or type(error).__name__
