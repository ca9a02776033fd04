"""Processes of an older version go on beside those of a newer one, over a migration that is compatible."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from shutil import copytree

import asyncpg
import pytest

from cogs.house.house import House
from cogs.house.store.database import StoreUnavailable
from cogs.house.store.postgresql import database
from cogs.house.store.store import Store
from cogs.house.values.records import Status
from tests.house.conftest import ANN, BOB, MIGRATIONS, Recorder, lobby
from tests.postgresql.database import migrate
from tests.toy import KIT

pytestmark = pytest.mark.threads

COMPATIBLE = """-- compatible
ALTER TABLE game ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine';
ALTER TABLE seat ADD COLUMN hat TEXT;
ALTER TABLE outbox ADD COLUMN color BIGINT NOT NULL DEFAULT 7;
ALTER TABLE clock ADD COLUMN loud BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE log ADD COLUMN aloud BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE hat (name TEXT PRIMARY KEY);
CREATE INDEX game_mood ON game (mood);
DROP INDEX game_in_lobby;
"""
"""All that the pages say a migration may do beside older processes, and to the tables that are used the most."""


@pytest.fixture
async def url(bare_postgresql_url: str) -> str:
    connection = await asyncpg.connect(bare_postgresql_url)
    await migrate(connection)
    await connection.close()
    return bare_postgresql_url


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The migrations of a newer version, which has one more."""
    folder = copytree(MIGRATIONS, tmp_path / "migrations")
    (folder / "postgresql" / "9001_hats.sql").write_text(COMPATIBLE)
    return folder


@asynccontextmanager
async def process(url: str, migrations: Path, sender: Recorder | None = None) -> AsyncIterator[House]:
    """A house as a process has it that knows these migrations; without a sender it delivers nothing."""
    store = await Store.open(url, migrations)
    house = House(store, {"toy": KIT})
    try:
        if sender is not None:
            await house.begin(sender)
        await house.learn()
        yield house
    finally:
        await house.close()
        await store.close()


async def played(channel: int, *houses: House, decided: Callable[[], None] = lambda: None) -> int:
    """Opens a game, which is then played to its end through all of these processes in turn; its number.

    `decided` is called after each decision.
    """
    table = await lobby(houses[0], channel)
    await (await houses[-1].table(table.game.id)).lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    for house in cycle(houses):
        table = await house.table(table.game.id)
        if table.game.status is Status.OVER:
            return table.game.id
        seat = min(table.awaiting)
        await table.submit(seat, table.legal(seat, undo=False)[0])
        decided()
    raise AssertionError


async def test_older_processes_play_on_while_a_newer_one_changes_the_tables_and_after_it(url: str, newer: Path) -> None:
    """Each statement that a process has prepared, and each that it prepares anew, is one of the tables as they are."""
    discord, meanwhile = Recorder(), list[int]()
    async with AsyncExitStack() as processes:
        older = await processes.enter_async_context(process(url, MIGRATIONS, discord))
        other = await processes.enter_async_context(process(url, MIGRATIONS))
        first = [await played(1, older, other), await played(2, other, older)]
        changed, decisions = asyncio.Event(), asyncio.Semaphore(0)

        async def playing(channel: int, *houses: House) -> None:
            while not changed.is_set():
                meanwhile.append(await played(channel, *houses, decided=decisions.release))

        tasks = [asyncio.create_task(playing(channel, older, other)) for channel in (3, 4, 5)]
        await decisions.acquire()
        late = await processes.enter_async_context(process(url, newer))
        changed.set()
        await asyncio.gather(*tasks)
        restarted = await processes.enter_async_context(process(url, MIGRATIONS))
        after = [await played(6, older, late, other), await played(7, late, restarted, older)]

        for number in (*first, *meanwhile, *after):
            told = {str((await house.table(number)).view(None)) for house in (older, other, late, restarted)}
            assert len(told) == 1
        rows = await late.store.database.read("SELECT mood FROM game")
        assert [row["mood"] for row in rows] == ["fine"] * len((*first, *meanwhile, *after))
        assert await older.settled()
        assert discord.channel


async def test_over_a_migration_that_is_not_compatible_no_older_process_is_started(url: str, newer: Path) -> None:
    (newer / "postgresql" / "9002_gone.sql").write_text("ALTER TABLE note DROP COLUMN text")
    async with process(url, newer):
        pass

    with pytest.raises(StoreUnavailable, match="schema 9002"):
        async with process(url, MIGRATIONS):
            pass


async def test_a_migration_that_is_not_compatible_waits_until_nobody_runs_who_could_not_go_on(
    url: str, newer: Path
) -> None:
    (newer / "postgresql" / "9002_gone.sql").write_text("ALTER TABLE note DROP COLUMN text")
    async with process(url, MIGRATIONS, Recorder()) as older:
        await older.woken()
        with pytest.raises(StoreUnavailable, match="Stop them all first"):
            async with process(url, newer):
                pass
        await played(1, older)

    async with process(url, newer):
        pass


async def test_a_migration_may_take_longer_than_a_statement(
    url: str, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "COMMAND_SECONDS", 0.5)
    (newer / "postgresql" / "9002_slow.sql").write_text("-- compatible\nSELECT pg_sleep(1.5)")

    async with process(url, newer) as house:
        rows = await house.store.database.read("SELECT max(version) AS newest FROM schema_version")

    assert rows[0]["newest"] == 9002
