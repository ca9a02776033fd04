"""PostgreSQL as several processes share it: whom a transaction excludes, what others hear of it, what may go wrong."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest

from cogs.house.store.database import Clash, News, Revision
from cogs.house.store.postgresql import database as driver
from cogs.house.store.postgresql.database import PostgresqlDatabase, translated
from cogs.house.store.revisions import KnownRevisions
from cogs.house.store.store import Store, StoreUnavailable, Uncertain, named
from tests.house.conftest import MIGRATIONS, until
from tests.postgresql.proxy import proxied

pytestmark = pytest.mark.threads

OURS = MIGRATIONS / "postgresql"
PUT = "INSERT INTO setting VALUES (?, ?)"
ALL = "SELECT key FROM setting ORDER BY key"


@pytest.fixture
async def both(postgresql_url: str) -> AsyncIterator[tuple[PostgresqlDatabase, PostgresqlDatabase]]:
    """The same database, as two processes have it open."""
    async with AsyncExitStack() as stack:
        one, other = [await PostgresqlDatabase.open(postgresql_url, OURS) for _ in range(2)]
        stack.push_async_callback(one.close)
        stack.push_async_callback(other.close)
        yield one, other


Both = tuple[PostgresqlDatabase, PostgresqlDatabase]


@pytest.mark.parametrize(
    ("sql", "said", "is_open"),
    [
        ("SELECT a FROM t WHERE a = ? AND b = ?", "SELECT a FROM t WHERE a = $1 AND b = $2", False),
        ("SELECT a FROM t WHERE a = ?2 OR b = ?1 OR c = ?2", "SELECT a FROM t WHERE a = $2 OR b = $1 OR c = $2", False),
        ("SELECT count(*) FROM t WHERE a <> '?' AND b = ?", "SELECT count(*) FROM t WHERE a <> '?' AND b = $1", False),
        (
            "SELECT t.* FROM t WHERE a IN (SELECT value FROM json_each(?))"
            " AND b NOT IN (SELECT value FROM json_each(?))",
            "SELECT t.* FROM t WHERE a = ANY($1) AND b <> ALL($2)",
            True,
        ),
        ("INSERT INTO t VALUES (?1, ?1) RETURNING *", "INSERT INTO t VALUES ($1, $1) RETURNING *", True),
    ],
)
def test_statements_of_the_store_are_said_in_its_words(sql: str, said: str, is_open: bool) -> None:
    assert (translated(sql).sql, translated(sql).open) == (said, is_open)


@pytest.mark.parametrize(
    ("first", "second", "waits"),
    [
        ({"game": 1}, {"game": 1}, True),
        ({"game": 1}, {"game": 2}, False),
        ({"game": 1}, {"person": 1}, False),
        ({"person": 1 << 60}, {"person": 1 << 60}, True),
        ({"place": 1}, {"place": 1, "game": 3}, True),
        ({"game": 1}, {}, True),
        ({}, {"place": 7}, True),
        ({}, {}, True),
        ({}, {"quiet": True}, False),
        ({"game": 1}, {"game": 1, "quiet": True}, True),
    ],
)
async def test_no_other_transaction_is_open_about_the_same(
    both: Both, first: dict[str, int], second: dict[str, int], waits: bool
) -> None:
    one, other = both
    done = asyncio.Event()

    async def following() -> None:
        async with other.transaction(**second):  # type: ignore[arg-type]  # a number, or whether it is quiet
            done.set()

    async with one.transaction(**first):  # type: ignore[arg-type]
        later = asyncio.create_task(following())
        if waits:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(done.wait(), 0.2)
        else:
            await asyncio.wait_for(done.wait(), 5)
    await asyncio.wait_for(later, 5)


async def test_who_has_waited_sees_what_the_other_has_written(both: Both) -> None:
    async def counted(database: PostgresqlDatabase) -> None:
        async with database.transaction(game=1) as tx:
            kept = await tx.read("SELECT value FROM setting WHERE key = 'n'")
            number = int(kept[0]["value"]) if kept else 0
            await tx.write(
                "INSERT INTO setting VALUES ('n', ?1) ON CONFLICT (key) DO UPDATE SET value = ?1", str(number + 1)
            )

    await asyncio.gather(*(counted(database) for database in both * 15))

    assert [row["value"] for row in await both[0].read("SELECT value FROM setting")] == ["30"]


async def test_a_game_is_current_until_another_process_writes_to_it_or_to_everything(both: Both) -> None:
    one, other = both
    assert not await one.is_current(7)
    one.taken_up(7, await one.revision(7))
    assert await one.is_current(7)

    await written(one, game=7)
    await written(one, game=8)
    await written(one)
    await written(other, game=8)
    await written(other, person=7)
    await written(other, game=7, quiet=True)
    assert await one.is_current(7)

    await written(other, game=7)
    assert not await one.is_current(7)
    await written(one, game=7)
    assert not await one.is_current(7)
    one.taken_up(7, await one.revision(7))
    assert await one.is_current(7)
    await written(other)
    assert not await one.is_current(7)
    one.taken_up(7, await one.revision(7))
    one.forgotten(7)
    assert not await one.is_current(7)


def test_a_game_that_is_taken_up_while_a_commit_is_answered_does_not_count_that_twice() -> None:
    """Counted twice it would hide what another writes next."""
    known = KnownRevisions()
    known.put(7, Revision(3, 4))
    before = known.before(7)
    known.put(7, Revision(3, 6))  # read by another task: it is committed, and so is somebody else's; we do not know yet

    known.committed(7, before)

    assert known.of(7) == Revision(3, 6)


async def test_other_processes_hear_of_what_is_committed_and_of_nothing_else(both: Both) -> None:
    one, other = both
    heard, own = list[News](), list[News]()
    other.listen(heard.append)
    one.listen(own.append)
    await until(lambda: heard and own)
    assert heard == own == [News("everything", 0)]
    heard.clear()

    await written(one, game=7)
    await written(one, game=7, quiet=True)
    await written(one, quiet=True)
    with pytest.raises(KeyError):
        async with one.transaction(game=9):
            raise KeyError
    await written(one, person=1 << 60)
    await written(one, place=3, game=8)
    await written(one)
    await until(lambda: len(heard) >= 5)

    assert heard == [
        News("game", 7), News("person", 1 << 60), News("place", 3), News("game", 8), News("everything", 0)
    ]  # fmt: skip
    assert own == [News("everything", 0)]


async def test_who_could_not_hear_for_a_while_hears_that_everything_may_have_changed(
    postgresql_url: str, both: Both
) -> None:
    one, _ = both
    heard = list[News]()
    async with proxied(postgresql_url) as proxy:
        far = await PostgresqlDatabase.open(proxy.url, OURS)
        far.listen(heard.append)
        await until(lambda: heard)

        proxy.cut()
        await until(lambda: len(heard) == 2)
        await written(one, game=7)
        await until(lambda: len(heard) == 3)
        await far.close()

    assert heard == [News("everything", 0), News("everything", 0), News("game", 7)]


async def test_what_is_lost_in_the_middle_is_not_kept_and_the_next_is(postgresql_url: str) -> None:
    async with proxied(postgresql_url) as proxy:
        far = await PostgresqlDatabase.open(proxy.url, OURS)
        with pytest.raises(StoreUnavailable) as raised:
            await interrupted(far, proxy.cut)
        assert not isinstance(raised.value, Uncertain)
        far = await again(far)
        with pytest.raises(StoreUnavailable):
            await looked(far, proxy.cut)

        far = await again(far)
        await written(far, "c", game=7)
        assert keys(await far.read(ALL)) == ["c"]
        await far.close()


async def test_whether_it_was_kept_is_not_known_if_the_answer_is_lost(postgresql_url: str, both: Both) -> None:
    one, _ = both
    async with proxied(postgresql_url) as proxy:
        far = await PostgresqlDatabase.open(proxy.url, OURS)
        far.taken_up(7, await far.revision(7))
        proxy.cut_after = b"; COMMIT"
        with pytest.raises(Uncertain):
            await written(far, "a", game=7)

        assert keys(await one.read(ALL)) == ["a"]
        assert not await far.is_current(7)
        await far.close()


async def test_who_would_wait_for_each_other_without_end_begins_anew(both: Both) -> None:
    """PostgreSQL ends one of the two. What follows from a memory of a game is decided once more."""
    first, second = both
    async with first.transaction() as tx:
        await tx.write_each("INSERT INTO setting VALUES (?, ?)", [("a", ""), ("b", "")])
    held = asyncio.Barrier(2)

    async def writes(database: PostgresqlDatabase, game: int, *keys: str) -> bool:
        """Whether it was written at once."""
        first.taken_up(game, await first.revision(game))
        second.taken_up(game, await second.revision(game))
        with database.relying_on(game):
            try:
                async with database.transaction(game=game) as tx:
                    for key in keys:
                        await tx.write("UPDATE setting SET value = 'new' WHERE key = ?", key)
                        if key == keys[0]:
                            await held.wait()
            except Clash:
                return False
        return True

    assert sorted(await asyncio.gather(writes(first, 1, "a", "b"), writes(second, 2, "b", "a"))) == [False, True]


async def test_what_is_never_answered_is_given_up(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, both: Both
) -> None:
    monkeypatch.setattr(driver, "COMMAND_SECONDS", 0.3)
    monkeypatch.setattr(driver, "ROLLBACK_SECONDS", 0.3)
    async with proxied(postgresql_url) as proxy:
        far = await PostgresqlDatabase.open(proxy.url, OURS)
        await far.read(ALL)
        proxy.mute, began = True, time.monotonic()

        with pytest.raises(StoreUnavailable):
            await far.read(ALL)
        assert time.monotonic() - began < 5
        proxy.mute = False
        assert await far.read(ALL) == []
        await far.close()


async def test_a_server_that_has_vanished_holds_up_no_end(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "COMMAND_SECONDS", 0.3)
    async with proxied(postgresql_url) as proxy:
        far = await PostgresqlDatabase.open(proxy.url, OURS)
        proxy.deaf = proxy.mute = True

        await asyncio.wait_for(far.close(), 5)


async def test_a_task_that_is_cancelled_at_any_moment_leaves_no_lock_and_nothing_half_done(both: Both) -> None:
    one, other = both
    complaints = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, facts: complaints.append(facts))
    for steps in range(40):
        task = asyncio.create_task(pair(one, steps))
        for pause in (steps, steps % 4):
            for _ in range(pause):
                await asyncio.sleep(0)
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)

        async with asyncio.timeout(5), other.transaction(game=1):
            rows = await other.read("SELECT value, count(*) AS kept FROM setting GROUP BY value")
            assert {row["kept"] for row in rows} <= {2}
    asyncio.get_running_loop().set_exception_handler(None)
    assert len(keys(await one.read(ALL))) < 80, "some were cancelled"
    assert complaints == []


async def test_a_server_that_ends_our_connections_is_reached_again(both: Both, postgresql_url: str) -> None:
    one, _ = both
    await one.read(ALL)
    connection = await asyncpg.connect(postgresql_url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()
    await asyncio.sleep(0.1)

    await written(one, "a", game=1)

    assert keys(await one.read(ALL)) == ["a"]


async def test_our_own_mistakes_pass_and_leave_the_connection_usable(both: Both) -> None:
    one, _ = both
    with pytest.raises(asyncpg.UniqueViolationError):
        await interrupted(one, lambda: None, "a", "a")
    with pytest.raises(asyncpg.UndefinedTableError):
        await one.read("SELECT 1 FROM nothing")

    await written(one, "b", game=1)
    assert keys(await one.read(ALL)) == ["b"]


async def test_what_no_text_can_hold_is_written_as_what_stands_for_it(both: Both) -> None:
    one, _ = both
    async with one.transaction(game=1) as tx:
        await tx.write(PUT, "a", "\0x")
        await tx.write_each(PUT, [("b", "\0x")])
        assert keys(await tx.read("SELECT * FROM setting WHERE value = ? ORDER BY key", "\0x")) == ["a", "b"]

    assert keys(await one.read("SELECT key FROM setting WHERE value = ? ORDER BY key", "\ufffdx")) == ["a", "b"]


async def test_writes_say_how_many_rows_they_changed_and_no_rows_are_none(both: Both) -> None:
    one, _ = both
    async with one.transaction(game=1) as tx:
        await tx.write_each(PUT, [("a", "x"), ("b", "x")])
        await tx.write_each(PUT, [])
        assert await tx.write("UPDATE setting SET value = 'y'") == 2
        assert await tx.write("DELETE FROM setting WHERE key = ?", "a") == 1
        assert await tx.write("DELETE FROM setting WHERE key = ?", "a") == 0
        assert await tx.write(PUT, "c", "") == 1
        listed = await tx.read("SELECT key FROM setting WHERE key IN (SELECT value FROM json_each(?))", ["b", "z"])
    assert keys(listed) == ["b"]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://titan:secret@127.0.0.1:1/titan",
        "postgresql://titan:secret@127.0.0.1:port/titan",
        "postgresql://titan:secret@[nowhere/titan",
        "postgres://titan:secret@/titan?host=/nowhere",
    ],
)
async def test_a_server_that_is_not_there_stops_the_start_and_no_password_is_said(url: str) -> None:
    with pytest.raises(StoreUnavailable) as raised:
        await Store.open(url, MIGRATIONS)

    assert "secret" not in f"{raised.value}{named(url)}"
    assert raised.value.__cause__ is None or "secret" not in str(raised.value.__cause__)


async def test_a_database_that_is_not_there_and_a_name_that_may_not_are_said(postgresql_server: str) -> None:
    missing = postgresql_server.replace("/postgres?", "/nothing?")
    with pytest.raises(StoreUnavailable, match="nothing"):
        await Store.open(missing, MIGRATIONS)


def test_a_database_is_named_without_whoever_opens_it() -> None:
    assert named("postgresql://titan:secret@db.example.org:5433/games?sslmode=require") == "db.example.org/games"
    assert named("sqlite:///data/titan.db") == "sqlite:///data/titan.db"


async def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cogs.house.store.postgresql")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)

    with pytest.raises(StoreUnavailable, match=r"requirements-postgres\.lock"):
        await Store.open("postgresql://somewhere/titan", MIGRATIONS)


# Migrations.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Migrations of which there is one, that makes a table."""
    put(tmp_path, 1, "CREATE TABLE one (a TEXT); CREATE TABLE two (a TEXT); INSERT INTO one VALUES ('x;y'); -- done;")
    put(tmp_path, 2, "CREATE TABLE revision (game_id BIGINT PRIMARY KEY, number BIGINT NOT NULL)")
    return tmp_path


async def test_migrations_are_applied_once_each_whoever_begins(bare_postgresql_url: str, folder: Path) -> None:
    put(folder, 4, "ALTER TABLE one ADD COLUMN b TEXT")

    await asyncio.gather(*(opened(bare_postgresql_url, folder) for _ in range(5)))
    put(folder, 3, "ALTER TABLE one ADD COLUMN c TEXT")
    await asyncio.gather(*(opened(bare_postgresql_url, folder) for _ in range(5)))

    connection = await asyncpg.connect(bare_postgresql_url)
    try:
        assert [tuple(row) for row in await connection.fetch("SELECT a, b, c FROM one")] == [("x;y", None, None)]
        rows = await connection.fetch("SELECT version FROM schema_version ORDER BY version")
        assert [row["version"] for row in rows] == [1, 2, 3, 4]
    finally:
        await connection.close()


async def test_a_migration_that_fails_leaves_nothing_of_itself(bare_postgresql_url: str, folder: Path) -> None:
    put(folder, 3, "CREATE TABLE three (a TEXT); CREATE TABLE three (a TEXT)")

    with pytest.raises(asyncpg.DuplicateTableError):
        await opened(bare_postgresql_url, folder)

    (folder / "0003_x.sql").unlink()
    database = await PostgresqlDatabase.open(bare_postgresql_url, folder)
    assert [row["version"] for row in await database.read("SELECT version FROM schema_version")] == [1, 2]
    assert (await database.read("SELECT to_regclass('three') AS found"))[0]["found"] is None
    await database.close()


async def test_a_newer_schema_is_left_alone_unless_its_migrations_are_compatible(
    bare_postgresql_url: str, folder: Path
) -> None:
    await opened(bare_postgresql_url, folder)
    newer = put(folder, 3, "-- compatible\nALTER TABLE one ADD COLUMN b TEXT")
    await opened(bare_postgresql_url, folder)
    newer.unlink()

    await opened(bare_postgresql_url, folder)
    put(folder, 3, newer.name)
    newer = put(folder, 4, "ALTER TABLE one ADD COLUMN c TEXT")
    await opened(bare_postgresql_url, folder)
    newer.unlink()

    with pytest.raises(StoreUnavailable, match="schema 4, this one knows 3"):
        await opened(bare_postgresql_url, folder)


@pytest.mark.parametrize("how", ["by itself", "in a snapshot", "in a transaction", "as it is written"])
async def test_an_older_process_goes_on_over_a_compatible_migration(
    bare_postgresql_url: str, folder: Path, how: str
) -> None:
    """What it has prepared says how many columns there are."""
    older = await PostgresqlDatabase.open(bare_postgresql_url, folder)

    async def columns() -> int:
        if how == "by itself":
            return len((await older.read("SELECT * FROM one"))[0])
        if how == "in a snapshot":
            async with older.snapshot() as present:
                return len((await present.read("SELECT * FROM one"))[0])
        written = "UPDATE one SET a = 'y' RETURNING *"
        async with older.transaction(quiet=True) as tx:
            return len((await tx.read("SELECT * FROM one" if how == "in a transaction" else written))[0])

    assert [await columns(), await columns()] == [1, 1]
    put(folder, 3, "-- compatible\nALTER TABLE one ADD COLUMN b TEXT")
    await opened(bare_postgresql_url, folder)

    assert await columns() == 2
    await older.close()


async def test_a_migration_gives_way_to_who_reads(bare_postgresql_url: str, folder: Path) -> None:
    """He has read from one table and goes on to the other, which it has already: one of them must give in."""
    reading = await PostgresqlDatabase.open(bare_postgresql_url, folder)
    put(folder, 3, "-- compatible\nALTER TABLE two ADD COLUMN b TEXT; ALTER TABLE one ADD COLUMN b TEXT")
    async with reading.snapshot() as present:
        await present.read("SELECT a FROM one")
        newer = asyncio.create_task(opened(bare_postgresql_url, folder))
        await asyncio.sleep(1.3)  # within a second it would find the deadlock itself; then it is the reader who does
        assert not newer.done()

        assert await present.read("SELECT a FROM two") == []

    await asyncio.wait_for(newer, 10)
    await reading.close()


async def test_whoever_writes_waits_for_a_migration_and_does_not_fail(bare_postgresql_url: str, folder: Path) -> None:
    writing = await PostgresqlDatabase.open(bare_postgresql_url, folder)
    put(folder, 3, "-- compatible\nALTER TABLE one ADD COLUMN b TEXT; SELECT pg_sleep(0.3)")
    newer = asyncio.create_task(opened(bare_postgresql_url, folder))
    count = 0
    while not newer.done():
        async with writing.transaction(game=1, quiet=True) as tx:
            await tx.read("INSERT INTO one VALUES ('') RETURNING *")
            count += 1
    await newer

    assert count > 1
    assert len(await writing.read("SELECT a FROM one")) == 1 + count
    await writing.close()


async def written(database: PostgresqlDatabase, key: str | None = None, **about: int) -> None:
    """A transaction; it writes that setting, if one is said."""
    async with database.transaction(**about) as tx:  # type: ignore[arg-type]  # numbers, and whether it is quiet
        if key is not None:
            await tx.write(PUT, key, "")


async def looked(database: PostgresqlDatabase, happens: Callable[[], None]) -> None:
    """A snapshot in which something happens before it is read."""
    async with database.snapshot() as present:
        happens()
        await present.read(ALL)


async def again(database: PostgresqlDatabase) -> PostgresqlDatabase:
    """The same, with connections of which none is lost and not known to be."""
    await database.close()
    return await PostgresqlDatabase.open(database._url, OURS)


async def interrupted(database: PostgresqlDatabase, happens: Callable[[], None], *put: str) -> None:
    """A transaction that writes two settings; something happens between them."""
    first, second = put or "ab"
    async with database.transaction(game=7) as tx:
        await tx.write(PUT, first, "")
        happens()
        await tx.write(PUT, second, "")


async def pair(database: PostgresqlDatabase, number: int) -> None:
    """Writes two rows, both or none."""
    async with database.transaction(game=1) as tx:
        for half in "ab":
            await tx.write(PUT, f"{number}{half}", str(number))


async def opened(url: str, folder: Path) -> None:
    """Opens a database as a process does that knows these migrations, and closes it."""
    await (await PostgresqlDatabase.open(url, folder)).close()


def put(folder: Path, number: int, sql: str) -> Path:
    """A migration."""
    path = folder / f"{number:04}_x.sql"
    path.write_text(sql)
    return path


def keys(rows: list[asyncpg.Record]) -> list[str]:
    return [row["key"] for row in rows]
