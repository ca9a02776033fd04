"""A database moved into another one: all that stands there, or nothing."""

from __future__ import annotations

import asyncio
import gzip
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from shutil import copy

import asyncpg
import pytest

import bot
from cogs.house.house import House
from cogs.house.moving import MovedCounts, moved
from cogs.house.store.process_lock import held
from cogs.house.store.store import Store
from cogs.house.store.transfer import OWN, Unmovable
from cogs.house.table.table import Table
from cogs.interactions import private_logging
from tests.house.conftest import BOB

ROOT = Path(bot.__file__).parent
STORED = ROOT / "tests" / "games" / "stored" / "0029.sql.gz"
"""Games of Titan that an earlier program has stored."""

FIRST = 1000
"""The channel of the first of the games that are played here."""

HIGHEST = 77
"""The number of a deed that was deleted: no later one may have it."""

FURTHER = """
INSERT INTO deed VALUES (77, 1, NULL, 3, 'purge', 'of age', 1e9);
DELETE FROM deed;
INSERT INTO prediction (game_id, question, user_id, name, answer, sure, points) VALUES
    (1, 'z', 5, 'Zoë', 'yes', 3, NULL),
    (1, 'b', 5, 'Zoë', 'no', 1, -4),
    (1, 'a', 6, 'A' || char(0) || 'b', 'no', 1, 0);
DELETE FROM prediction WHERE question = 'b';
INSERT INTO note VALUES (1, 8, 'Bk01', 'Ω, or two: ' || char(10) || '"quoted"');
INSERT INTO outage VALUES (1700000000.123456, 1e300);
INSERT INTO person VALUES (9007199254740993, 'UTC', NULL, NULL, 'dm', 1, NULL, 0, 1);
INSERT INTO vote VALUES (8, 1, 'end', 0, '', 0, 0, 0.1, '0,1', NULL);
INSERT INTO ballot VALUES (8, 0, 'yes');
"""

Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of all rulesets, some of them begun, and with rows of all kinds of values."""
    file = tmp_path_factory.mktemp("played") / "titan.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(gzip.decompress(STORED.read_bytes()).decode())

    asyncio.run(play(file))
    with closing(sqlite3.connect(file)) as db:
        db.executescript(FURTHER)
    return file


async def play(file: Path) -> None:
    """Has a game of each ruleset begin."""
    async with housed(f"sqlite:///{file}") as house:
        for number, ruleset in enumerate(bot.kits()):
            table = await house.open(1, FIRST + number, 7, "Ann", ruleset, 2, "Friday")
            await table.lobby.join(BOB, "Bob")
            await table.lobby.start(7)
            for _ in range(25):
                await went_on(table)


async def went_on(table: Table) -> None:
    """Somebody for whom a game waits decides as is done for those whose time is up."""
    seat = min(table.awaiting)
    legal = table.legal(seat, undo=False)
    await table.submit(seat, table.kit.deciding.default(table.view(seat), legal, Random(1)))


@asynccontextmanager
async def housed(url: str) -> AsyncIterator[House]:
    async with bot.store_at(url) as store:
        house = House(store, bot.kits())
        try:
            yield house
        finally:
            await house.close()


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    """The same, for one test."""
    return Path(copy(played, tmp_path / "titan.db"))


@asynccontextmanager
async def both(source: str, target: str) -> AsyncIterator[tuple[Store, Store]]:
    async with bot.store_at(source) as here, bot.store_at(target) as there:
        yield here, there


async def move(source: str, target: str) -> MovedCounts:
    """As the program does, only that it plays the games again in this process."""
    async with both(source, target) as (here, there):
        with ThreadPoolExecutor(1) as executor:
            return await moved(here.database, there.database, bot.kits, executor)


def in_file(file: Path) -> Rows:
    """All that a file holds, without what it says of itself, and the numbers from which it counts on."""
    with closing(sqlite3.connect(file)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in names if name not in OWN}  # noqa: S608
        found["rowids"] = db.execute("SELECT rowid, question FROM prediction").fetchall()
        return found


async def in_postgresql(url: str) -> Rows:
    """All that a database in PostgreSQL holds, without what it says of itself."""
    connection = await asyncpg.connect(url)
    try:
        tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {
            name: [tuple(row) for row in await connection.fetch(f"SELECT * FROM {name}")]  # noqa: S608
            for (name,) in tables
            if name not in OWN
        }
    finally:
        await connection.close()


async def test_all_that_stands_in_a_file_stands_in_postgresql_and_comes_back(
    file: Path, postgresql_url: str, tmp_path: Path
) -> None:
    before, back = in_file(file), tmp_path / "back.db"

    there = await move(f"sqlite:///{file}", postgresql_url)
    again = await move(postgresql_url, f"sqlite:///{back}")

    assert in_file(file) == before
    assert there == again
    assert there.games == len(before["game"])
    assert there.replayed == len({row[0] for row in before["log"]}) == there.games - 1
    kept = await in_postgresql(postgresql_url)
    assert {name: len(rows) for name, rows in kept.items()} == {name: len(before[name]) for name in kept}
    assert there.rows == sum(map(len, kept.values()))
    after = in_file(back)
    assert [row[3] for row in after.pop("prediction")] == ["A\ufffdb", "Zoë"]  # PostgreSQL has no U+0000
    assert [row[3] for row in before.pop("prediction")] == ["A\0b", "Zoë"]
    assert after == before


@pytest.mark.parametrize("kinds", ["sqlite sqlite", "sqlite postgresql", "postgresql sqlite", "postgresql postgresql"])
async def test_what_is_made_after_a_move_takes_no_number_that_was_taken_before(
    kinds: str, file: Path, postgresql_url: str, bare_postgresql_url: str, tmp_path: Path
) -> None:
    first, second = kinds.split()
    source, target = f"sqlite:///{file}", f"sqlite:///{tmp_path}/new.db"
    if first == "postgresql":
        await move(source, source := postgresql_url)
    await move(source, target := bare_postgresql_url if second == "postgresql" else target)

    made = "INSERT INTO deed (guild_id, user_id, what, reason, at) VALUES (1, 2, 'x', 'y', 0) RETURNING id"
    foretold = (
        "INSERT INTO prediction (game_id, question, user_id, name, answer, sure) VALUES (2, 'c', 5, 'Z', 'no', 1)"
    )
    async with bot.store_at(target) as store:
        async with store.database.transaction() as tx:
            assert [row["id"] for row in await tx.read(made)] == [HIGHEST + 1]
            await tx.write(foretold)
        order = "SELECT question FROM prediction ORDER BY rowid"
        assert [row["question"] for row in await store.database.read(order)] == ["z", "a", "c"]


async def test_games_go_on_where_they_were_moved_to(file: Path, postgresql_url: str) -> None:
    await move(f"sqlite:///{file}", postgresql_url)

    async with housed(postgresql_url) as house:
        for number in range(len(bot.kits())):
            table = await house.at(FIRST + number)
            assert table is not None
            before = table.seq
            await went_on(table)
            assert table.seq > before


@pytest.mark.parametrize(
    "broken",
    [
        "UPDATE log SET line = 'dance' WHERE game_id = 3 AND seq = 20",
        "DELETE FROM log WHERE game_id = 3 AND seq = 20",
        "UPDATE game SET seq = seq + 1 WHERE id = 3",
        "UPDATE game SET version = 99 WHERE id = 3",
    ],
)
async def test_of_a_file_with_a_game_that_can_not_be_replayed_nothing_is_moved(
    broken: str, file: Path, postgresql_url: str
) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(broken)
    before = in_file(file)

    with pytest.raises(Unmovable) as why:
        await move(f"sqlite:///{file}", postgresql_url)

    assert (why.value.code, why.value.facts["game"]) == ("unplayable", 3)
    assert not any((await in_postgresql(postgresql_url)).values())
    assert in_file(file) == before


async def test_what_the_other_database_keeps_otherwise_is_found(file: Path, postgresql_url: str) -> None:
    """By a trigger, which stands for whatever could go wrong there."""
    connection = await asyncpg.connect(postgresql_url)
    await connection.execute(
        "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.reason := '?'; RETURN NEW; END $$;"
        "CREATE TRIGGER other BEFORE INSERT ON deed FOR EACH ROW EXECUTE FUNCTION other()"
    )
    try:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("INSERT INTO deed VALUES (1, 1, NULL, 3, 'purge', 'of age', 1e9)")
        with pytest.raises(Unmovable) as why:
            await move(f"sqlite:///{file}", postgresql_url)
    finally:
        await connection.execute("DROP FUNCTION other CASCADE")
        await connection.close()

    assert (why.value.code, why.value.facts) == ("different", {"table": "deed"})
    assert not any((await in_postgresql(postgresql_url)).values())


async def test_a_move_that_is_interrupted_leaves_nothing_and_is_done_anew(file: Path, postgresql_url: str) -> None:
    source = f"sqlite:///{file}"
    moving = asyncio.create_task(move(source, postgresql_url))
    await asyncio.sleep(0.3)
    moving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await moving

    assert not any((await in_postgresql(postgresql_url)).values())
    await move(source, postgresql_url)


async def test_nothing_is_added_to_what_stands_somewhere(file: Path, postgresql_url: str, tmp_path: Path) -> None:
    for target in (postgresql_url, f"sqlite:///{tmp_path}/new.db"):
        async with bot.store_at(target) as store:
            await store.settings.belong("discord")

        with pytest.raises(Unmovable) as why:
            await move(f"sqlite:///{file}", target)

        assert (why.value.code, why.value.facts) == ("not-empty", {"table": "setting"})


@pytest.mark.parametrize("reads", [True, False])
async def test_while_a_bot_is_on_postgresql_nothing_is_moved_there_or_from_there(
    reads: bool, postgresql_url: str, tmp_path: Path
) -> None:
    bots = await Store.open(postgresql_url, bot.MIGRATIONS)
    bots.database.listen(lambda news: None)
    await bots.database.read("SELECT 1")
    other = f"sqlite:///{tmp_path}/new.db"
    try:
        with pytest.raises(Unmovable) as why:
            await move(*((postgresql_url, other) if reads else (other, postgresql_url)))
    finally:
        await bots.close()

    assert why.value.code == "in-use"


async def test_a_source_that_has_more_than_this_program_knows_is_refused(file: Path, bare_postgresql_url: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("ALTER TABLE note ADD COLUMN color TEXT")

    with pytest.raises(Unmovable) as why:
        await move(f"sqlite:///{file}", bare_postgresql_url)

    assert (why.value.code, why.value.facts) == ("other-tables", {"table": "note"})


# The program


def test_the_program_moves_a_file_and_says_how_much(file: Path, postgresql_url: str) -> None:
    """In a process of its own, and further ones that play the games again."""
    done = subprocess.run(
        [sys.executable, "bot.py", bot.MOVE, f"sqlite:///{file}", postgresql_url],
        cwd=ROOT, env={**os.environ, "DISCORD_TOKEN": ""}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip

    assert done.stderr == ""
    assert done.returncode == 0
    assert f"{len(in_file(file)['game'])} games" in done.stdout


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The program without any settings."""
    monkeypatch.setattr(bot, "HERE", tmp_path)
    monkeypatch.setattr(private_logging, "set_up", lambda *_, **__: None)  # it would outlive the test
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


def refused(capsys: pytest.CaptureFixture[str], *wanted: str) -> str:
    """What the program says when it has moved nothing."""
    assert bot.start([bot.MOVE, *wanted]) == bot.UNUSABLE
    out, said = capsys.readouterr()
    assert out == ""
    return said


@pytest.mark.usefixtures("here")
def test_a_file_in_use_is_left_alone(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with held(file):
        said = refused(capsys, f"sqlite:///{file}", f"sqlite:///{tmp_path}/new.db")

    assert said.startswith("Nothing was moved: another process has the database")


@pytest.mark.usefixtures("here")
def test_the_program_says_why_it_has_moved_nothing(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wanted in ((), ("sqlite:///data/titan.db",), ("a", "b", "c")):
        assert refused(capsys, *wanted).startswith("Say from where to where")

    assert "can’t be moved into itself" in refused(capsys, f"sqlite:///{file}", f"sqlite:///{file}")
    assert "isn’t empty" in refused(capsys, f"sqlite:///{tmp_path}/new.db", f"sqlite:///{file}")


@pytest.mark.usefixtures("here")
def test_no_password_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, f"sqlite:///{file}", "postgresql://titan:SECRET@127.0.0.1:1/titan")

    assert said.startswith("Nothing was moved")
    assert "SECRET" not in said
