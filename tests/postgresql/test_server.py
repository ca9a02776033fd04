"""The PostgreSQL of the tests: every test finds its database empty, and no server is left when a run is over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from tests.postgresql.database import EmptiedDatabase
from tests.postgresql.server import GIVEN, ROOT, Server

GAME = (
    "INSERT INTO game (guild_id, channel_id, host_id, name, ruleset, version, options, places, status, seed,"
    " created_at, updated_at) VALUES (1, 2, 3, 'a', 'toy', 1, '{}', 2, 'lobby', decode(repeat('00', 32), 'hex'), 0, 0)"
    " RETURNING id"
)
ALONE = 3.0
"""Seconds within which a database is emptied, whatever somebody has left there; it takes some milliseconds."""

RUN = """
import sys, time
from tests.postgresql.server import begin_run, server_of_run
begin_run()
print(server_of_run(), flush=True)
time.sleep(600)
"""


async def test_what_one_test_has_written_the_next_does_not_find(emptied_database: EmptiedDatabase) -> None:
    for _ in range(2):
        emptied_database.empty()
        connection = await asyncpg.connect(emptied_database.url)

        assert await connection.fetchval("SELECT count(*) FROM game") == 0
        assert await connection.fetchval(GAME) == 1
        await connection.execute("INSERT INTO vote VALUES (7, 1, 'end', 0, '', 0, 0, 0, '')")
        await connection.execute("INSERT INTO ballot VALUES (7, 0, 'yes')")
        await connection.close()

    assert await stands_in(emptied_database) == {"game", "vote", "ballot", "schema_version"}
    emptied_database.empty()
    assert await stands_in(emptied_database) == {"schema_version"}


async def test_numbers_begin_anew_though_nothing_stands_there(emptied_database: EmptiedDatabase) -> None:
    for _ in range(2):
        emptied_database.empty()
        connection = await asyncpg.connect(emptied_database.url)
        transaction = connection.transaction()
        await transaction.start()
        assert await connection.fetchval(GAME) == 1
        await transaction.rollback()
        await connection.close()


async def test_what_a_test_has_left_open_holds_up_nobody(emptied_database: EmptiedDatabase) -> None:
    emptied_database.empty()
    left = [await asyncpg.connect(emptied_database.url) for _ in range(3)]
    await left[0].fetchval(GAME)
    await left[1].execute("BEGIN; SELECT pg_advisory_xact_lock(5); UPDATE game SET seq = 1")
    await left[2].execute("SELECT pg_advisory_lock(6)")

    began = time.monotonic()
    emptied_database.empty()

    assert time.monotonic() - began < ALONE
    new = await asyncpg.connect(emptied_database.url)
    assert await new.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0
    assert await new.fetchval("SELECT count(*) FROM game") == 0
    await new.close()
    for each in left:
        each.terminate()


async def test_a_test_may_end_every_connection(emptied_database: EmptiedDatabase) -> None:
    connection = await asyncpg.connect(emptied_database.url)
    await connection.fetchval(GAME)
    await connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    emptied_database.empty()

    assert await stands_in(emptied_database) == {"schema_version"}
    connection.terminate()


def test_no_server_is_left_of_a_run_that_was_killed() -> None:
    """Not by its end: it has none. Nobody asks for its result either before all is over."""
    free = {name: value for name, value in os.environ.items() if name != GIVEN}
    with subprocess.Popen([sys.executable, "-c", RUN], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=free) as run:
        assert run.stdout is not None
        folder = Path(parse_qs(urlsplit(run.stdout.readline().strip()).query)["host"][0]).parent
        postmaster = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, 0)

        run.send_signal(signal.SIGKILL)

        gone = time.monotonic() + 20
        while folder.exists():
            assert time.monotonic() < gone
            time.sleep(0.05)
        with pytest.raises(ProcessLookupError):
            os.kill(postmaster, 0)


async def test_a_server_comes_back_with_what_it_had_however_it_was_ended() -> None:
    """The folder is not pytest's: its name is too long for a socket, and not everybody gets there."""
    with tempfile.TemporaryDirectory(prefix="titan-") as name:
        server = Server(Path(name))
        for number, how in enumerate((signal.SIGINT, signal.SIGQUIT, signal.SIGINT)):
            server.start()
            connection = await asyncpg.connect(server.url)
            await connection.execute("CREATE TABLE IF NOT EXISTS kept (number BIGINT)")
            assert await connection.fetchval("SELECT count(*) FROM kept") == number
            await connection.execute("INSERT INTO kept VALUES (1)")
            server.stop(how)
            connection.terminate()


async def stands_in(database: EmptiedDatabase) -> set[str]:
    """The tables that hold anything."""
    connection = await asyncpg.connect(database.url)
    tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    try:
        return {
            row["tablename"]
            for row in tables
            if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {row['tablename']})")  # noqa: S608  # of the catalog
        }
    finally:
        await connection.close()
