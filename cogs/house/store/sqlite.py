"""The SQLite file: opened, brought up to date, read and written.

One connection writes, behind one lock: two tasks on a shared connection end up inside each other's transaction. Another
one reads, behind a lock of its own: nobody waits there for what is being written, and no write for a long list. One
process has the file (`process_lock`) and one transaction is open at a time, so it need not be known what it is about.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, closing, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Self

import aiosqlite

from cogs.house.store.catalogs import SQLITE
from cogs.house.store.database import Database, News, Revision, Snapshot, StoreUnavailable, Transaction, written
from cogs.house.store.leases import LeaseTimes, OnlyProcess
from cogs.house.store.private_files import owned

PREFIX = "sqlite:///"
OLDEST = (3, 39)
"""The first SQLite that knows `IS NOT DISTINCT FROM`."""
BUSY_SECONDS = 5.0
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

_WORLD = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB,
}  # fmt: skip
"""Codes by which SQLite says that the world failed, not our SQL."""


def path_of(url: str) -> Path:
    """The file that `sqlite:///PATH` names; a path that begins with a slash is absolute. Raises StoreUnavailable."""
    if not url.startswith(PREFIX) or not url[len(PREFIX) :]:
        raise StoreUnavailable("DATABASE_URL must read sqlite:///PATH, or postgresql://USER@HOST/NAME")
    return Path(url[len(PREFIX) :])


@asynccontextmanager
async def _kept(doing: str) -> AsyncIterator[None]:
    """Turns what SQLite says of a full disk and its like into StoreUnavailable; our own mistakes pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code: int | None = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF not in _WORLD:
            raise
        raise StoreUnavailable(f"{doing}: {error}") from error


class SqliteSnapshot(Snapshot):
    """What is read together from a file."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def read(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._connection.execute_fetchall(sql, _bound(values)))


class SqliteTransaction(SqliteSnapshot, Transaction):
    """A transaction that is open on a file."""

    def __init__(self, connection: aiosqlite.Connection, now: float) -> None:
        super().__init__(connection)
        self.now = now

    async def write(self, sql: str, *values: object) -> int:
        return (await self._connection.execute(sql, _bound(values))).rowcount

    async def write_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        await self._connection.executemany(sql, rows)


class SqliteDatabase(Database):
    """An open file."""

    catalog = SQLITE

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, now: Callable[[], float]) -> None:
        self._writer, self._reader = writer, reader
        self.now = now
        self._writes, self._reads = asyncio.Lock(), asyncio.Lock()

    @classmethod
    async def open(cls, url: str, migrations: Path, now: Callable[[], float] = time.time) -> Self:
        """The database at `url`, made if there is none and brought up to date. Raises StoreUnavailable."""
        path = path_of(url).resolve()
        if sqlite3.sqlite_version_info < OLDEST:
            raise StoreUnavailable(f"SQLite 3.39 is needed, and this is {sqlite3.sqlite_version}")
        async with _kept(str(path)):
            try:
                owned(path)
            except OSError as error:
                raise StoreUnavailable(f"{path}: {error}") from error
            await asyncio.to_thread(migrate, path, migrations, now)
            async with AsyncExitStack() as opened:
                writer = await _connected(path.as_uri())
                opened.push_async_callback(writer.close)
                for pragma in PRAGMAS:
                    await writer.execute(f"PRAGMA {pragma}")
                reader = await _connected(f"{path.as_uri()}?mode=ro")
                opened.push_async_callback(reader.close)
                database = cls(writer, reader, now)
                opened.pop_all()
        return database

    async def close(self) -> None:
        async with self._writes, self._reads:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def transaction(
        self, *, game: int | None = None, person: int | None = None, place: int | None = None, quiet: bool = False
    ) -> AsyncIterator[SqliteTransaction]:
        async with self._writes, _kept("the database could not be written"):
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield SqliteTransaction(self._writer, self.now())
                await self._writer.execute("COMMIT")
                written()
            except BaseException:
                # A cancelled task leaves its last statement in the queue of the database's thread; this comes after it.
                # It fails where nothing was begun, or all is committed already.
                with suppress(sqlite3.OperationalError):
                    await self._writer.execute("ROLLBACK")
                raise

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[SqliteSnapshot]:
        async with self._reads, _kept("the database could not be read"):
            try:
                await self._reader.execute("BEGIN")
                yield SqliteSnapshot(self._reader)
            finally:
                with suppress(sqlite3.OperationalError):  # as in a transaction
                    await self._reader.execute("ROLLBACK")

    async def read(self, sql: str, *values: object) -> list[sqlite3.Row]:
        async with self._reads, _kept("the database could not be read"):
            return await SqliteSnapshot(self._reader).read(sql, *values)

    # No other process writes: whatever this one has in memory is current, and there is nothing to hear.

    async def revision(self, game: int) -> Revision:
        return Revision(0, 0)

    def taken_up(self, game: int, at: Revision) -> None:
        pass

    async def is_current(self, game: int) -> bool:
        return True

    def relying_on(self, game: int) -> AbstractContextManager[None]:
        return nullcontext()

    def forgotten(self, game: int) -> None:
        pass

    def leases(self, times: LeaseTimes) -> OnlyProcess:
        return OnlyProcess()

    def listen(self, heard: Callable[[News], None]) -> None:
        pass


def _bound(values: Sequence[object]) -> Sequence[object]:
    """The values as SQLite takes them: a list is the text of a JSON array."""
    return [json.dumps(value) if isinstance(value, list) else value for value in values]


async def _connected(uri: str) -> aiosqlite.Connection:
    """A connection in which nothing is begun but by a statement.

    It prepares each statement anew. Python (3.11 to 3.14) lends a prepared one to a cursor and takes it back when that
    is freed: the garbage collector does so in any thread, in the middle of what the next one does with it.
    """
    db = await aiosqlite.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS, cached_statements=0)
    db.row_factory = sqlite3.Row
    return db


def migrate(path: Path, folder: Path, now: Callable[[], float]) -> None:
    """Makes the file, or brings it up to date: applies what is missing, each migration with its record in one
    transaction. Some numbers were taken before lower ones, so what is missing need not be the newest.

    All at once, by a connection of its own: where that fails, aiosqlite would leave a thread behind that ends when it
    likes, and what it would be asked for one after the other took most of an opening. Raises StoreUnavailable.
    """
    found = {int(file.name.split("_")[0]): file for file in folder.glob("[0-9]*_*.sql")}
    assert found, "there are no migrations"
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)) as db:
        for pragma in PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
        db.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at REAL NOT NULL) STRICT"
        )
        for version, file in sorted(found.items()):
            db.execute("BEGIN IMMEDIATE")  # left open where anything fails, and given up with the connection
            applied = {row[0] for row in db.execute("SELECT version FROM schema_version")}
            newest = max(applied, default=0)
            if newest > max(found):
                raise StoreUnavailable(
                    f"a newer version of the bot wrote it (schema {newest}, this one knows {max(found)}). Run that one"
                )
            if version not in applied:
                for statement in _statements(file):
                    db.execute(statement)
                db.execute("INSERT INTO schema_version VALUES (?, ?)", (version, now()))
            db.execute("COMMIT")


@cache
def _statements(file: Path) -> tuple[str, ...]:
    """The statements of a migration, each whole."""
    found, begun = [], ""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    assert not re.sub(r"--.*", "", begun).strip(), "the last statement has no end"
    return tuple(found)
