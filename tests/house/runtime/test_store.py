"""The file: what cannot be opened or written is said clearly, and nothing is lost."""

from __future__ import annotations

import asyncio
import gc
import re
import sqlite3
import threading
from pathlib import Path

import pytest

from cogs.house.store.people import PERSON_GOES
from cogs.house.store.store import DISCORD, LOCAL, OtherWorld, Store, StoreUnavailable, path_of
from cogs.house.values.records import AuditEntry, PostStyle, SoughtGame, Status
from engine.core import Illegal, Seat
from tests.house.conftest import (
    ANN,
    CAT,
    CHANNEL,
    GUILD,
    MIGRATIONS,
    MODERATORS,
    Opened,
    Recorder,
    game,
    lobby,
    written,
)
from tests.quick_sqlite import file_of
from tests.toy import Lay, Roll

pytestmark = pytest.mark.threads

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
        with pytest.raises(StoreUnavailable, match=re.escape(str(path))):
            await Store.open(f"sqlite:///{path}", MIGRATIONS)


async def test_a_file_that_is_no_database_stops_the_start_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_text("a letter to grandmother, " * 100)

    with pytest.raises(StoreUnavailable, match="not a database"):
        await Store.open(f"sqlite:///{path}", MIGRATIONS)

    assert path.read_text().startswith("a letter")


@pytest.mark.sqlite("it is about SQLite itself")
async def test_an_sqlite_that_lacks_what_the_statements_need_stops_the_start(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 38, 5))

    with pytest.raises(StoreUnavailable, match=r"SQLite 3\.39 is needed"):
        await Store.open(url, MIGRATIONS)


@pytest.mark.sqlite("tests/house/runtime/test_postgresql.py has PostgreSQL's migrations")
async def test_a_newer_schema_is_left_alone(url: str) -> None:
    await (await Store.open(url, MIGRATIONS)).close()
    await written(url, "INSERT INTO schema_version (version, applied_at) VALUES (99, 0)")

    with pytest.raises(StoreUnavailable, match="schema 99"):
        await Store.open(url, MIGRATIONS)


async def test_migrations_are_applied_once_each_in_order(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/data/house.db"
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


async def test_a_migration_that_fails_leaves_nothing_of_itself(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/data/house.db"
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("CREATE TABLE one (a TEXT) STRICT;\nCREATE TABLE one (a TEXT) STRICT;\n")

    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        await Store.open(url, folder)

    with sqlite3.connect(path_of(url)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'one'").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM schema_version").fetchone() == (0,)


@pytest.mark.sqlite("it is about SQLite itself")
async def test_the_file_is_safe_against_a_loss_of_power(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    writer = file_of(store)._writer
    try:
        assert [tuple(row) for row in await writer.execute_fetchall("PRAGMA journal_mode")] == [("wal",)]
        assert [tuple(row) for row in await writer.execute_fetchall("PRAGMA synchronous")] == [(2,)]
        assert [tuple(row) for row in await writer.execute_fetchall("PRAGMA foreign_keys")] == [(1,)]
    finally:
        await store.close()


@pytest.mark.sqlite("the disk is full by a pragma")
async def test_a_full_disk_is_said_and_the_game_stays_where_it_was(opened: Opened, discord: Recorder) -> None:
    async with opened() as house:
        table = await game(house)
        store, seq, view = house.store, table.seq, table.view(FIRST)
        await file_of(store)._writer.execute_fetchall("VACUUM")  # what migrations have freed would be room
        await file_of(store)._writer.execute_fetchall("PRAGMA max_page_count = 1")
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

        await file_of(store)._writer.execute_fetchall("PRAGMA max_page_count = 100000")
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
        assert await house.store.settings.value("tree") is None
        await house.store.settings.keep("tree", "1")
        await house.store.settings.keep("tree", "2")
    async with opened() as house:
        assert await house.store.settings.value("tree") == "2"


async def test_a_database_is_marked_once_and_nobody_takes_anything_up_anew_for_it(opened: Opened) -> None:
    async with opened() as house:
        before = await house.store.database.revision(1)
        await asyncio.gather(*(house.store.settings.belong(DISCORD) for _ in range(3)))
        with pytest.raises(OtherWorld):
            await house.store.settings.belong(LOCAL)

        assert await house.store.settings.value("world") == DISCORD
        assert await house.store.database.revision(1) == before


async def test_of_several_processes_that_keep_a_value_for_good_the_first_does(opened: Opened) -> None:
    """All of them mark their messages alike, so that none is sent twice if another goes on."""
    async with opened() as house:
        kept = await asyncio.gather(*(house.store.settings.settled("nonce", f"of {number}") for number in range(8)))

        assert {await house.store.settings.value("nonce")} == {*kept}


@pytest.mark.sqlite("it is about SQLite's plans")
async def test_who_is_forgotten_is_found_without_looking_through_what_there_is_of_others(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    try:
        plans = {
            table: await store.database.read(f"EXPLAIN QUERY PLAN {sql}", *(ANN, "Nobody")[: 1 + (table == "seat")])
            for table, sql in (*PERSON_GOES.items(), ("host", "UPDATE game SET host_id = 0 WHERE host_id = ?"))
        }
    finally:
        await store.close()

    assert [table for table, plan in plans.items() if any(row["detail"].startswith("SCAN") for row in plan)] == []


async def test_people_find_their_games(opened: Opened) -> None:
    async with opened() as house:
        one, two = await game(house), await game(house, channel=11)

        assert [found.id for found in await house.store.games.of(ANN)] == [one.game.id, two.game.id]
        assert await house.store.games.of(999) == ()


async def test_a_task_that_is_cancelled_while_it_writes_leaves_the_file_usable(opened: Opened) -> None:
    async with opened() as house:
        for steps in range(12):
            writing = asyncio.create_task(house.store.settings.keep("key", str(steps)))
            for _ in range(steps):
                await asyncio.sleep(0)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

        await house.store.settings.keep("key", "last")
        assert await house.store.settings.value("key") == "last"


async def test_a_game_that_cannot_be_replayed_stops_no_other(opened: Opened, discord: Recorder, url: str) -> None:
    async with opened(sender=None) as house:
        broken, sound = await game(house), await game(house, channel=11)
        await broken.vacancies.fill(FIRST, "random", MODERATORS)
    await written(url, "UPDATE log SET line = 'shuffle 1' WHERE game_id = ? AND seq = 1", broken.game.id)

    async with opened() as house:
        await house.settled()
        with pytest.raises(Illegal) as refused:
            await house.at(CHANNEL)
        assert refused.value.code == "game-suspended"
        assert {post.game for post in discord.channel} == {sound.game.id}


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n"
"""A read that takes a while."""


async def test_a_read_does_not_wait_for_what_is_being_written_and_sees_none_of_it(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    await store.settings.keep("word", "before")
    async with asyncio.timeout(20), store.database.transaction() as tx:
        await tx.write("UPDATE setting SET value = 'after' WHERE key = 'word'")

        during = await store.settings.value("word")
        together = await store.habits.all()

    assert (during, together) == ("before", {})
    assert await store.settings.value("word") == "after", "whoever has written reads it"
    await store.close()


async def test_a_write_does_not_wait_for_a_long_read(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    long = asyncio.create_task(store.database.read(ENDLESS))
    await asyncio.sleep(0)

    await store.settings.keep("word", "written")

    assert not long.done()
    assert tuple((await long)[0]) == (3_000_000,)
    assert await store.settings.value("word") == "written"
    await store.close()


async def test_what_is_read_together_is_of_one_moment(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)
    async with store.database.snapshot() as present:
        await present.read("SELECT 1 FROM setting")
        await store.settings.keep("word", "meanwhile")
        assert await present.read("SELECT 1 FROM setting") == []

    assert await store.settings.value("word") == "meanwhile"
    await store.close()


@pytest.mark.sqlite("its reader can't write; in PostgreSQL that is for snapshots alone")
async def test_what_reads_can_not_write(url: str) -> None:
    store = await Store.open(url, MIGRATIONS)

    with pytest.raises(StoreUnavailable, match="readonly"):
        await store.database.read("INSERT INTO setting VALUES ('a', 'b')")

    await store.close()


@pytest.mark.sqlite("it is about SQLite itself")
async def test_what_the_garbage_collector_frees_meanwhile_takes_no_statement_away(url: str) -> None:
    """It may run in any thread, as those that draw."""
    store, ended = await Store.open(url, MIGRATIONS), threading.Event()

    def collecting() -> None:
        while not ended.wait(0.0002):
            gc.collect(0)

    collector = threading.Thread(target=collecting, daemon=True)
    collector.start()
    try:
        for number in range(2_000):
            async with store.database.transaction():
                put = await file_of(store)._writer.executemany(
                    "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", [(str(each), "") for each in range(3)]
                )
                changed = await file_of(store)._writer.execute("UPDATE setting SET value = ?", (str(number),))
                garbage: list[object] = [put, changed]
                garbage.append(garbage)
                del put, changed, garbage
        assert [row["value"] for row in await store.database.read("SELECT value FROM setting")] == ["1999"] * 3
    finally:
        ended.set()
        collector.join()
        await store.close()


async def test_how_a_game_is_told_is_not_believed_before_it_is_stored(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as house:
        table = await game(house, posts=PostStyle.CHANNEL)
        seen: list[PostStyle] = []

        async def full(*_: object) -> None:
            seen.append(table.game.posts)
            raise StoreUnavailable("full")

        with monkeypatch.context() as patched:
            patched.setattr(house.store.games, "keep_settings", full)
            with pytest.raises(StoreUnavailable):
                await table.settings.change({"posts": PostStyle.CARD}, MODERATORS)
        await house.settled()

        assert seen == [PostStyle.CHANNEL]
        assert table.game.posts is PostStyle.CHANNEL


@pytest.mark.sqlite("PostgreSQL's first migration is younger")
async def test_notes_of_before_are_found_again_and_go_with_their_game_and_their_author(url: str) -> None:
    """They stood among the settings, under keys of words."""
    await (await Store.open(url, MIGRATIONS)).close()
    with sqlite3.connect(path_of(url)) as db:
        db.executescript(
            "DROP TABLE note; DROP TABLE chronicle; DELETE FROM schema_version WHERE version = 24;"
            "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
            " seed, created_at, updated_at)"
            " VALUES (12, 1, 1, 1, '', 'toy', 1, '{}', 2, 'running', zeroblob(32), 0, 0);"
            "INSERT INTO setting VALUES ('note 12 345 Bk02', 'a Titan, surely'), ('note 12 678 two words', 'mine'),"
            " ('note 12 345 Bk03', ''), ('note 99 345 Bk02', 'of a game that is gone'), ('chronicle 12', '57');"
        )
    db.close()

    store = await Store.open(url, MIGRATIONS)

    assert await store.people.note(12, 345, "Bk02") == "a Titan, surely"
    assert await store.people.note(12, 678, "two words") == "mine"
    assert await store.people.note(12, 345, "Bk03") == ""
    assert await store.log.shared(12) == 57
    assert (await store.people.known(345))["note"] == [{"game": 12, "legion": "Bk02", "note": "a Titan, surely"}]
    assert await store.settings.value("chronicle 12") is None
    await store.people.forget(345, "Somebody", "A game")
    assert await store.people.note(12, 345, "Bk02") == ""
    await store.games.purge(12, AuditEntry(1, 12, 1, "purge", "", 0.0))
    assert await store.people.note(12, 678, "two words") == ""
    await store.close()


async def test_the_games_of_a_server_are_listed_by_what_is_asked_for_and_never_without_end(opened: Opened) -> None:
    async with opened() as house:
        for number in range(4):
            await game(house, CHANNEL + number)
        await house.store.games.call_off((await house.table(1)).game, ())
        await lobby(house, CHANNEL + 9)

        listed = await house.store.games.in_server(GUILD, most=3)
        running = await house.store.games.in_server(GUILD, Status.RUNNING, channels={CHANNEL + 1, CHANNEL + 2, CHANNEL})

        assert [one.id for one in listed] == [5, 4, 3]
        assert [one.id for one in running] == [3, 2]
        assert await house.store.games.counted_in(GUILD) == {Status.ENDED: 1, Status.RUNNING: 3, Status.LOBBY: 1}


async def test_of_a_game_that_somebody_asks_for_it_is_known_what_they_have_to_do_with_it(opened: Opened) -> None:
    async with opened() as house:
        table = await game(house)
        await game(house, CHANNEL + 1)
        await house.store.spectators.follow(table.game.id, CAT, follows=True)
        await table.spectators.relay(GUILD, CHANNEL + 7)

        own = await house.sought(table.game.id, ANN, CHANNEL)
        followed = await house.sought(table.game.id, CAT, CHANNEL + 7)

        assert own == SoughtGame(table.game, sits=True, follows=False, relayed=False)
        assert followed == SoughtGame(table.game, sits=False, follows=True, relayed=True)
        assert await house.sought(99, ANN, CHANNEL) is None
        listed = await house.sought_in(GUILD, Status.RUNNING, user=CAT, channel=CHANNEL + 7)
        assert [(each.game.id, each.follows, each.relayed) for each in listed] == [(2, False, False), (1, True, True)]
        assert await house.sought_in(GUILD + 1, user=ANN, channel=CHANNEL) == ()
