"""PostgreSQL's tables, brought up to date: by one process at a time, while others may be at work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import asyncpg

from cogs.house.store.database import StoreUnavailable
from cogs.house.store.postgresql.leases import LOCKS, TAKES_PART
from cogs.house.store.postgresql.locks import everything
from cogs.house.store.postgresql.server import Connection, Lent

COMPATIBLE = "-- compatible"
"""The first line of a migration beside which processes that don't know it go on, and may be started."""
TRIES = 60
"""So often, about once a second, a migration is tried that others hold up."""
PATIENCE = 24 * 3600.0
"""Seconds that a migration may take, instead of those that a connection gives each statement: tables may be large."""

_VERSIONS = """
CREATE TABLE IF NOT EXISTS schema_version (
    version BIGINT PRIMARY KEY,
    applied_at DOUBLE PRECISION NOT NULL,
    compatible BOOLEAN NOT NULL DEFAULT FALSE
)
"""
_QUIET = "SET LOCAL client_min_messages = 'warning'"
_YIELDING = "SET LOCAL lock_timeout = '500ms'"
"""Less than PostgreSQL takes to find a deadlock: it is the migration that gives way, and not who plays."""


async def migrate(connection: Connection | Lent, files: Iterable[Path], now: Callable[[], float]) -> None:
    """Applies what is missing of these files, each with its record in one transaction; only looks if that is nothing.

    Raises StoreUnavailable if a newer version of the bot has changed the tables so that this one can't go on, or if
    this one would do so while others run.
    """
    found = {int(file.name.split("_")[0]): file for file in files}
    assert found, "there are no migrations"
    for version in sorted(await _missing(connection, found)):
        for attempt in range(1, TRIES + 1):
            try:
                await _apply(connection, found, version, now())
                break
            except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                if attempt == TRIES:
                    raise
                await asyncio.sleep(0.5)


async def _missing(connection: Connection | Lent, found: Mapping[int, Path]) -> set[int]:
    """What is to be applied."""
    try:
        rows = await connection.fetch("SELECT version, compatible FROM schema_version")
    except asyncpg.UndefinedTableError:
        return set(found)
    newer = {row["version"] for row in rows if row["version"] > max(found) and not row["compatible"]}
    if newer:
        raise StoreUnavailable(
            f"a newer version of the bot wrote it (schema {max(newer)}, this one knows {max(found)}). Run that one"
        )
    return found.keys() - {row["version"] for row in rows}


async def _apply(connection: Connection | Lent, found: Mapping[int, Path], version: int, now: float) -> None:
    """Applies a migration unless another process has done so. Nobody else does, or writes, in the meantime.

    Raises StoreUnavailable if processes run that could not go on after it.
    """
    text = found[version].read_text(encoding="utf-8")
    async with connection.transaction():
        await connection.execute(f"{_QUIET}; {everything()}; {_VERSIONS}; {_YIELDING}", timeout=PATIENCE)
        if version not in await _missing(connection, found):
            return
        compatible = text.startswith(COMPATIBLE)
        if not compatible and await connection.fetch(LOCKS, str(TAKES_PART)):
            raise StoreUnavailable(f"schema {version} is nothing for the processes that run. Stop them all first")
        await connection.execute(text, timeout=PATIENCE)
        await connection.execute("INSERT INTO schema_version VALUES ($1, $2, $3)", version, now, compatible)
