"""The file: what cannot be opened or written is said clearly, and nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from cogs.house.store import Store, StoreUnavailable, path_of
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, CHANNEL, MIGRATIONS, MODERATORS, Opened, Recorder, game
from tests.toy import Lay, Roll

FIRST = Seat(0)


async def test_an_unknown_kind_of_database_is_refused() -> None:
    for url in ("postgresql://somewhere/db", "sqlite:///", "games.db"):
        with pytest.raises(StoreUnavailable, match="DATABASE_URL"):
            path_of(url)


async def test_three_slashes_are_relative_and_four_absolute() -> None:
    assert path_of("sqlite:///data/house.db") == Path("data/house.db")
    assert path_of("sqlite:////data/house.db") == Path("/data/house.db")


async def test_a_database_that_cannot_be_opened_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    for path in (tmp_path, tmp_path / "file" / "house.db"):
        with pytest.raises(StoreUnavailable, match="cannot open the database"):
            await Store.open(f"sqlite:///{path}", MIGRATIONS)


async def test_a_file_that_is_no_database_stops_the_start_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_text("a letter to grandmother, " * 100)

    with pytest.raises(StoreUnavailable, match="not a database"):
        await Store.open(f"sqlite:///{path}", MIGRATIONS)

    assert path.read_text().startswith("a letter")


async def test_a_newer_schema_is_left_alone(url: str) -> None:
    await (await Store.open(url, MIGRATIONS)).close()
    with sqlite3.connect(path_of(url)) as db:
        db.execute("INSERT INTO schema_version VALUES (99, 0)")

    with pytest.raises(StoreUnavailable, match="schema 99"):
        await Store.open(url, MIGRATIONS)


async def test_migrations_are_applied_once_each_in_order(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text(
        "CREATE TABLE one (a TEXT) STRICT;\nINSERT INTO one VALUES ('x;y'); -- done;\n"
    )
    await (await Store.open(url, folder)).close()
    (folder / "0002_two.sql").write_text("ALTER TABLE one ADD COLUMN b TEXT;")
    await (await Store.open(url, folder)).close()
    await (await Store.open(url, folder)).close()

    with sqlite3.connect(path_of(url)) as db:
        assert db.execute("SELECT a, b FROM one").fetchall() == [("x;y", None)]
        assert db.execute("SELECT version FROM schema_version").fetchall() == [(1,), (2,)]


async def test_a_migration_that_fails_leaves_nothing_of_itself(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("CREATE TABLE one (a TEXT) STRICT;\nCREATE TABLE one (a TEXT) STRICT;\n")

    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        await Store.open(url, folder)

    with sqlite3.connect(path_of(url)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'one'").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM schema_version").fetchone() == (0,)


async def test_the_file_is_safe_against_a_loss_of_power(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    try:
        assert [tuple(row) for row in await store._read("PRAGMA journal_mode")] == [("wal",)]
        assert [tuple(row) for row in await store._read("PRAGMA synchronous")] == [(2,)]
        assert [tuple(row) for row in await store._read("PRAGMA foreign_keys")] == [(1,)]
    finally:
        await store.close()


async def test_a_full_disk_is_said_and_the_game_stays_where_it_was(opened: Opened, discord: Recorder) -> None:
    async with opened() as house:
        table = await game(house)
        store, seq, view = house._store, table.seq, table.view(FIRST)
        await store._read("VACUUM")  # what migrations have freed would be room
        await store._read("PRAGMA max_page_count = 1")
        done, said = 0, ""
        try:
            for done in range(200):
                act = Lay(view.cards[0]) if done % 2 == 0 else table.legal(FIRST)[-1]
                await table.submit(FIRST, act, done)
        except StoreUnavailable as error:
            said = str(error)
        assert "full" in said
        assert 0 < done < 199
        assert table.seq == seq + done
        before = table.view(FIRST)

        await store._read("PRAGMA max_page_count = 100000")
        await table.submit(FIRST, Roll(), 1_000)
        assert table.seq == seq + done + 2
        assert table.view(FIRST).cards == before.cards
    async with opened() as house:
        again = await house.at(CHANNEL)
        assert again is not None
        await house.settled()
        assert again.seq == seq + done + 2
        assert discord.texts.count("Ann rolls") == 1


async def test_settings_are_kept(opened: Opened) -> None:
    async with opened() as house:
        assert await house.setting("tree") is None
        await house.keep_setting("tree", "1")
        await house.keep_setting("tree", "2")
    async with opened() as house:
        assert await house.setting("tree") == "2"


async def test_people_find_their_games(opened: Opened) -> None:
    async with opened() as house:
        one, two = await game(house), await game(house, channel=11)

        assert [found.id for found in await house.games_of(ANN)] == [one.game.id, two.game.id]
        assert await house.games_of(999) == ()


async def test_a_task_that_is_cancelled_while_it_writes_leaves_the_file_usable(opened: Opened) -> None:
    async with opened() as house:
        for steps in range(12):
            writing = asyncio.create_task(house.keep_setting("key", str(steps)))
            for _ in range(steps):
                await asyncio.sleep(0)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

        await house.keep_setting("key", "last")
        assert await house.setting("key") == "last"


async def test_a_game_that_cannot_be_replayed_stops_no_other(opened: Opened, discord: Recorder, url: str) -> None:
    async with opened(sender=None) as house:
        broken, sound = await game(house), await game(house, channel=11)
        await broken.moderation.set_seat(FIRST, None, "", "random", MODERATORS)
    with sqlite3.connect(path_of(url)) as db:
        db.execute("UPDATE log SET line = 'shuffle 1' WHERE game_id = ? AND seq = 1", (broken.game.id,))

    async with opened() as house:
        await house.settled()
        with pytest.raises(Illegal) as refused:
            await house.at(CHANNEL)
        assert refused.value.code == "game-suspended"
        assert {post.game for post in discord.channel} == {sound.game.id}
