"""Databases in the PostgreSQL of the tests: new ones, and one for each worker that every test finds empty."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg

from cogs.house.store.postgresql.migrations import migrate as migrate_connection

MIGRATIONS = Path(__file__).parents[2] / "migrations" / "postgresql"

T = TypeVar("T")

REFERENCES = """
SELECT tables.relname AS name, array_remove(array_agg(others.relname), NULL) AS referring
FROM pg_class AS tables
    LEFT JOIN pg_constraint ON confrelid = tables.oid AND contype = 'f' AND conrelid <> confrelid
    LEFT JOIN pg_class AS others ON others.oid = conrelid
WHERE tables.relkind = 'r' AND tables.relnamespace = 'public'::regnamespace AND tables.relname <> 'schema_version'
GROUP BY tables.relname
"""
"""Each table, and those that refer to it."""

SEQUENCES = (
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"
)

LASTING = "lasting"
"""The name by which connections are left alone that several tests use, one after the other."""

ALONE = """
    FOR attempt IN 1..2500 LOOP
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user
            AND application_name <> 'lasting';
        EXIT WHEN NOT FOUND;
        PERFORM pg_sleep(0.002), pg_stat_clear_snapshot();
    END LOOP;
"""
"""Ends what a test has left connected, and waits up to five seconds until that is gone, with its locks."""


class EmptiedDatabase:
    """A database with all tables, for one test after the other.

    What is done here is done in a thread of its own: an event loop may run in that of the tests.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._thread, self._loop = ThreadPoolExecutor(1), asyncio.SelectorEventLoop()
        self._connection = self._run(self._opened(migrated=False))

    def empty(self) -> None:
        """Nobody is connected any more, nothing stands in it, and all numbers begin at 1."""
        try:
            self._run(self._connection.execute("SELECT pg_temp.empty()"))
        except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.AdminShutdownError, OSError):
            self._connection = self._run(self._opened(migrated=True))  # a test has ended it, or the server
            self._run(self._connection.execute("SELECT pg_temp.empty()"))

    def close(self) -> None:
        self._thread.submit(self._connection.terminate).result()  # a test may have ended it
        self._thread.shutdown()
        self._loop.close()

    async def _opened(self, *, migrated: bool) -> asyncpg.Connection[asyncpg.Record]:
        connection = await asyncpg.connect(self.url, server_settings={"lock_timeout": "10s"})
        if not migrated:
            await migrate(connection)
        referring = {row["name"]: row["referring"] for row in await connection.fetch(REFERENCES)}
        emptied = "".join(
            f"IF EXISTS (SELECT FROM public.{name}) THEN DELETE FROM public.{name}; END IF;\n"  # noqa: S608  # of the catalog
            for name in TopologicalSorter(referring).static_order()
        )
        counted = "".join(f"PERFORM setval('{row['name']}', 1, FALSE);\n" for row in await connection.fetch(SEQUENCES))
        await connection.execute(
            f"CREATE FUNCTION pg_temp.empty() RETURNS void LANGUAGE plpgsql"
            f" AS $$ BEGIN {ALONE} {emptied} {counted} END $$"
        )
        return connection

    def _run(self, doing: Coroutine[None, None, T]) -> T:
        return self._thread.submit(self._loop.run_until_complete, doing).result()


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """The URL of a database in which nothing stands; it goes in the end, even if somebody is still connected."""
    name = f"titan_test_{secrets.token_hex(6)}"
    _execute(server, f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


async def migrate(connection: asyncpg.Connection[asyncpg.Record], last: int | None = None) -> None:
    """Brings an empty database up to date, or up to the migration of a number."""
    files = {int(file.name.split("_")[0]): file for file in MIGRATIONS.glob("[0-9]*_*.sql")}
    applied = [file for version, file in files.items() if last is None or version <= last]
    await migrate_connection(connection, applied, time.time)


def _execute(server: str, sql: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(server)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, execute()).result()
