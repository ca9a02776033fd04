"""Processes of an older version go on beside those of a newer one, over a migration that is compatible."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from shutil import copytree

import asyncpg
import pytest

from cogs.house.house import House
from cogs.house.store import postgresql
from cogs.house.store.database import StoreUnavailable
from cogs.house.store.store import Store
from tests.house.conftest import ANN, MIGRATIONS, Recorder, game, lobby, until
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

DECISIONS = 40


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


async def plays(house: House, number: int, decisions: int = DECISIONS) -> None:
    """Whoever a game waits for decides, again and again."""
    for _ in range(decisions):
        table = await house.table(number)
        seat = min(table.awaiting)
        await table.submit(seat, table.legal(seat, undo=False)[0])


async def test_older_processes_play_on_while_a_newer_one_changes_the_tables_and_after_it(url: str, newer: Path) -> None:
    """Each statement that a process has prepared, and each that it prepares anew, is one of the tables as they are."""
    discord = Recorder()
    async with AsyncExitStack() as processes:
        older = await processes.enter_async_context(process(url, MIGRATIONS, discord))
        other = await processes.enter_async_context(process(url, MIGRATIONS))
        games = [(await game(older, channel=10 + each)).game.id for each in range(4)]
        for house in (older, other):
            await asyncio.gather(*(plays(house, number, 2) for number in games))

        playing = [
            asyncio.create_task(plays(house, number))
            for house, number in zip((older, older, other, other), games, strict=True)
        ]
        late = await processes.enter_async_context(process(url, newer))
        assert not all(task.done() for task in playing)
        await asyncio.gather(*playing)
        await asyncio.gather(*(plays(house, number, 4) for house in (late, older) for number in games[:1]))
        await asyncio.gather(plays(late, games[1]), plays(older, games[2]), plays(other, games[3]))
        opened = await lobby(other, channel=30)
        restarted = await processes.enter_async_context(process(url, MIGRATIONS))

        for number in games:
            entries = {(await house.table(number)).seq for house in (older, other, late, restarted)}
            assert len(entries) == 1
        assert (await late.table(opened.game.id)).game.host == ANN
        rows = await late.store.database.read("SELECT mood FROM game")
        assert [row["mood"] for row in rows] == ["fine"] * 5
        await until(lambda: discord.channel)


async def test_over_a_migration_that_is_not_compatible_no_older_process_is_started(url: str, newer: Path) -> None:
    (newer / "postgresql" / "9002_gone.sql").write_text("ALTER TABLE note DROP COLUMN text")
    async with process(url, newer):
        pass

    with pytest.raises(StoreUnavailable, match="schema 9002"):
        async with process(url, MIGRATIONS):
            pass


async def test_a_migration_may_take_longer_than_a_statement(
    url: str, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "COMMAND_SECONDS", 0.5)
    (newer / "postgresql" / "9002_slow.sql").write_text("-- compatible\nSELECT pg_sleep(1.5)")

    async with process(url, newer) as house:
        rows = await house.store.database.read("SELECT max(version) AS newest FROM schema_version")

    assert rows[0]["newest"] == 9002
