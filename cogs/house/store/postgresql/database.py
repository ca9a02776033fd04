"""The database in a PostgreSQL, which several processes share.

Connections are lent for a statement, a snapshot or a transaction. The dialect of the store is translated here. A
transaction takes its locks in the message that begins it, and tells the other processes in the one that commits it.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import asyncpg

from cogs.house.store.catalogs import POSTGRESQL
from cogs.house.store.database import Clash, Database, News, Revision, Snapshot, Transaction, Uncertain, written
from cogs.house.store.leases import LeaseTimes
from cogs.house.store.postgresql.leases import PostgresqlLeases
from cogs.house.store.postgresql.locks import GONE_ON, Scope
from cogs.house.store.postgresql.migrations import migrate
from cogs.house.store.postgresql.news import Listener
from cogs.house.store.postgresql.server import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    CONNECTION_ERRORS,
    Connection,
    Lent,
    is_unanswered,
    kept,
    settings_for,
    usable,
)
from cogs.house.store.revisions import KnownRevisions

CONNECTIONS = 8
"""How many of them one process has at most, beside those for news."""
STATEMENTS = 1000
"""How many statements a connection keeps prepared: more than the store has."""
ROLLBACK_SECONDS = 3.0

_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_REVISION = "SELECT game_id, number FROM revision WHERE game_id IN (0, $1)"

_LIST = re.compile(r"\b(NOT )?IN \(SELECT value FROM json_each\((\?\d*)\)\)")
_PARAMETER = re.compile(r"'[^']*'|\?(\d*)")
_ALL_COLUMNS = re.compile(r"(SELECT|RETURNING|,) +(\w+\.)?\*")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as PostgreSQL takes it. `open`: it gives all columns, and another process may add one."""

    sql: str
    open: bool


@cache
def translated(sql: str) -> Statement:
    """A statement of the store's dialect, which `cogs.house.store.database` describes."""
    listed = _LIST.sub(lambda found: f"{'<> ALL' if found[1] else '= ANY'}({found[2]})", sql)
    count = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal count
        if found[0].startswith("'"):
            return found[0]
        count += 1
        return f"${found[1] or count}"

    return Statement(_PARAMETER.sub(numbered, listed), bool(_ALL_COLUMNS.search(sql)))


class PostgresqlSnapshot(Snapshot):
    """What is read together, in a transaction that is open."""

    def __init__(self, connection: Lent) -> None:
        self._connection = connection

    async def read(self, sql: str, *values: object) -> list[asyncpg.Record]:
        """Where another process may have added a column since a statement was prepared, it is prepared anew.

        Outside of a transaction the driver does so by itself, once it has failed; here it would be too late.
        """
        statement = translated(sql)
        if statement.open:
            return await (await self._connection.prepare(statement.sql, name="")).fetch(*_bound(values))
        return await self._connection.fetch(statement.sql, *_bound(values))


class PostgresqlTransaction(PostgresqlSnapshot, Transaction):
    """A transaction that is open."""

    def __init__(self, connection: Lent, now: float) -> None:
        super().__init__(connection)
        self.now = now

    async def write(self, sql: str, *values: object) -> int:
        return _changed(await self._connection.execute(translated(sql).sql, *_bound(values)))

    async def write_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        bound = [_bound(row) for row in rows]
        if bound:
            await self._connection.executemany(translated(sql).sql, bound)


class PostgresqlDatabase(Database):
    """A database on a server, as one of several processes has it open."""

    catalog = POSTGRESQL

    def __init__(self, url: str, pool: asyncpg.Pool[asyncpg.Record], now: Callable[[], float]) -> None:
        self._url, self._pool = url, pool
        self.now = now
        self.process = secrets.token_hex(8)
        self._known = KnownRevisions()
        self._relying: dict[asyncio.Task[object] | None, int] = {}
        self._listeners: list[Listener] = []

    @classmethod
    async def open(cls, url: str, migrations: Path, now: Callable[[], float] = time.time) -> Self:
        """The database at `url`, brought up to date. Raises StoreUnavailable."""
        with kept("the database could not be opened"):
            with usable():
                pool = await connections(url)
            try:
                with usable():
                    connection = await pool.acquire(timeout=CONNECT_SECONDS)
                await migrate(connection, migrations.glob("[0-9]*_*.sql"), now)
                await pool.release(connection)
            except BaseException:
                pool.terminate()
                raise
        return cls(url, pool, now)

    async def close(self) -> None:
        for listener in self._listeners:
            await listener.close()
        # What is not answered by then ends without a goodbye, and what the server has ended is gone already.
        with suppress(*CONNECTION_ERRORS):
            await asyncio.wait_for(self._pool.close(), COMMAND_SECONDS)

    @asynccontextmanager
    async def transaction(
        self, *, game: int | None = None, person: int | None = None, place: int | None = None, quiet: bool = False
    ) -> AsyncIterator[PostgresqlTransaction]:
        scope = Scope(game, person, place, quiet)
        async with self._lent("the database could not be written") as connection:
            try:
                await self._begin(connection, scope)
                yield PostgresqlTransaction(connection, self.now())
                await self._commit(connection, scope)
            except BaseException as error:
                await _roll_back(connection)
                if isinstance(error, asyncpg.DeadlockDetectedError) and self._relied_on(scope) is not None:
                    raise Clash from error
                raise

    def _relied_on(self, scope: Scope) -> int | None:
        """The game, if what is to be written follows from a memory of it, and is tried anew if it can't be written."""
        game = self._relying.get(asyncio.current_task())
        return game if game == scope.game else None

    async def _begin(self, connection: Lent, scope: Scope) -> None:
        """Raises Clash if what is to be written follows from a memory of the game that is older than the game."""
        game = self._relied_on(scope)
        if scope.quiet or game is None:
            await connection.execute(scope.begin)
            return
        if (known := self._known.of(game)) is None:
            raise Clash
        try:
            await connection.execute(scope.begin_at(known))
        except asyncpg.PostgresError as error:
            if error.sqlstate == GONE_ON:
                raise Clash from None
            raise

    async def _commit(self, connection: Lent, scope: Scope) -> None:
        """Raises Uncertain where the answer is lost."""
        before = self._known.before(scope.game) if scope.counts else {}
        with _answered():
            status = await connection.execute(scope.commit(self.process))
        assert status == "COMMIT", "a statement had failed, and nobody minded"
        written()
        self._known.committed(scope.game, before)

    async def write(self, sql: str, *values: object) -> int:
        async with self._lent("the database could not be written") as connection:
            with _answered():
                changed = _changed(await connection.execute(translated(sql).sql, *_bound(values)))
            written()
            return changed

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[PostgresqlSnapshot]:
        async with self._lent("the database could not be read") as connection:
            try:
                await connection.execute(_SNAPSHOT)
                yield PostgresqlSnapshot(connection)
            finally:
                await _roll_back(connection)

    async def read(self, sql: str, *values: object) -> list[asyncpg.Record]:
        async with self._lent("the database could not be read") as connection:
            return await connection.fetch(translated(sql).sql, *_bound(values))

    @asynccontextmanager
    async def _lent(self, doing: str) -> AsyncIterator[Lent]:
        """A connection for one thing. Raises StoreUnavailable, which says what was not done."""
        with kept(doing):
            connection = await self._pool.acquire(timeout=CONNECT_SECONDS)
            try:
                yield connection
            finally:
                await self._pool.release(connection)

    async def revision(self, game: int) -> Revision:
        numbers = {row["game_id"]: row["number"] for row in await self.read(_REVISION, game)}
        return Revision(numbers.get(0, 0), numbers.get(game, 0))

    def taken_up(self, game: int, at: Revision) -> None:
        self._known.put(game, at)

    async def is_current(self, game: int) -> bool:
        known = self._known.of(game)  # before it is asked: what is committed meanwhile is not in the answer
        return known is not None and known == await self.revision(game)

    @contextmanager
    def relying_on(self, game: int) -> Iterator[None]:
        task = asyncio.current_task()
        before = self._relying.get(task)
        self._relying[task] = game
        try:
            yield
        finally:
            del self._relying[task]
            if before is not None:
                self._relying[task] = before

    def forgotten(self, game: int) -> None:
        self._known.drop(game)

    def leases(self, times: LeaseTimes) -> PostgresqlLeases:
        return PostgresqlLeases(self._url, times)

    def listen(self, heard: Callable[[News], None]) -> None:
        self._listeners.append(Listener(self._url, self.process, heard))


@contextmanager
def _answered() -> Iterator[None]:
    """Has the database keep what was written. Raises Uncertain where its answer is lost."""
    try:
        yield
    except BaseException as error:
        if is_unanswered(error):
            raise Uncertain("it is not known whether the database has kept what was written") from error
        raise


def _changed(status: str) -> int:
    """How many rows a statement has changed, by what the server says of it: `INSERT 0 1`."""
    return int(status.rpartition(" ")[2])


def _bound(values: Sequence[object]) -> Sequence[object]:
    """The values as PostgreSQL takes them: no text holds U+0000, and U+FFFD stands in its place."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]


async def connections(url: str) -> asyncpg.Pool[asyncpg.Record]:
    """The connections of a process, none of which is made before it is needed."""

    async def as_it_is(connection: Connection) -> None:
        """Nothing is set for a connection but at its beginning, so nothing need be set back, which takes a message."""

    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=CONNECTIONS,
        timeout=CONNECT_SECONDS,
        command_timeout=COMMAND_SECONDS,
        statement_cache_size=STATEMENTS,
        max_cached_statement_lifetime=0,
        max_inactive_connection_lifetime=0,
        reset=as_it_is,
        server_settings=settings_for(url),
    )


async def _roll_back(connection: Lent) -> None:
    """Ends a transaction that is not to be kept; where that can't be done, its connection."""
    try:
        await connection.execute("ROLLBACK", timeout=ROLLBACK_SECONDS)
    except BaseException as error:
        with suppress(asyncpg.InterfaceError):  # it is lost, and gone already
            connection.terminate()
        if not is_unanswered(error):
            raise
