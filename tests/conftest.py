"""How the tests run: the same examples every time, and more of them in the deep run."""

from __future__ import annotations

import asyncio
import gc
import inspect
import time
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from shutil import copy
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from cogs.house.background import bots
from cogs.house.game import dice
from cogs.house.store.sqlite import migrate, path_of
from tests import quick_sqlite
from tests.postgresql.server import begin_run, server_of_run

if TYPE_CHECKING:
    from tests.postgresql.database import EmptiedDatabase

TESTS = Path(__file__).parent
MIGRATIONS = TESTS.parent / "migrations"

LONGEST = ("games", "fuzz", "secrets", "thumbs", "drill", "newcomer", "month", "rights")
"""The folders in which a single test takes longest, the longest first."""

BOTH = ("house", "discord/lobby/test_lobby.py", "discord/process/test_restart.py")
"""The folders and modules whose tests run on both databases, unless marked `sqlite`; the others run on SQLite."""

BOTH_DEEP = (
    "discord/lobby/test_seats.py",
    "discord/test_absence.py",
    "discord/test_controls.py",
    "discord/turns/test_orders.py",
)
"""The same, with PostgreSQL in the deep run: on a simulated Discord a test there takes twice as long."""

settings.register_profile("plain", deadline=None, derandomize=True, database=None)
settings.register_profile("deep", deadline=None, max_examples=2000)


def pytest_configure(config: pytest.Config) -> None:
    """`-m deep` asks for new examples, and many. The workers of a run share one PostgreSQL, if any asks for it."""
    settings.load_profile("deep" if config.getoption("markexpr") == "deep" else "plain")
    if not hasattr(config, "workerinput"):
        begin_run()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where both databases are the question, a test that has one runs on each."""
    if "database" not in metafunc.fixturenames or metafunc.definition.get_closest_marker("sqlite") is not None:
        return
    path = metafunc.definition.path
    if any(path.is_relative_to(TESTS / each) for each in BOTH):
        metafunc.parametrize("database", ["sqlite", "postgresql"])
    elif any(path.is_relative_to(TESTS / each) for each in BOTH_DEEP):
        metafunc.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The folders of the longest tests come first, and else all stays as it is.

    Whoever has nothing left takes over waiting tests of another worker, but never one that has begun: a test of a
    minute that begins last keeps one core busy while the other waits.
    """
    ranks = {folder: place for place, folder in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.relative_to(TESTS).parts[0], len(LONGEST)))
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.fixturenames.insert(0, "nothing_goes_on")


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules are no garbage, and little else is: looking for it takes a tenth of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database in which nothing stands yet: each table anew takes longer than most tests."""
    file = tmp_path_factory.mktemp("database") / "new.db"
    migrate(file, MIGRATIONS, time.time)
    return file


@pytest.fixture
def database() -> str:
    """Which database a test runs on: `sqlite` or `postgresql`."""
    return "sqlite"


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest) -> str:
    """A database with all tables, in which nothing stands."""
    found = str(request.getfixturevalue(f"{database}_url"))
    if database == "postgresql" and request.node.get_closest_marker("threads") is None:
        from tests.postgresql import lasting

        lasting.install_own(found, request.getfixturevalue("monkeypatch"))
    return found


@pytest.fixture
def empty(url: str, database: str, new_database: Path, request: pytest.FixtureRequest) -> Callable[[], None]:
    """Empties the database of this test once more, which nobody has open meanwhile."""
    if database == "postgresql":
        emptied: EmptiedDatabase = request.getfixturevalue("emptied_database")
        return emptied.empty

    def anew() -> None:
        path = path_of(url)
        for file in path.parent.iterdir():
            file.unlink()
        copy(new_database, path)

    return anew


@pytest.fixture
def sqlite_url(tmp_path: Path, new_database: Path) -> str:
    """The URL of a file with all tables, in which nothing stands."""
    folder = tmp_path / "data"
    folder.mkdir()
    copy(new_database, folder / "titan.db")
    return f"sqlite:///{folder}/titan.db"


@pytest.fixture(scope="session")
def postgresql_server() -> str:
    """The URL of the PostgreSQL in which the tests make their databases."""
    return server_of_run()


@pytest.fixture(scope="session")
def emptied_database(postgresql_server: str) -> Iterator[EmptiedDatabase]:
    """The database in PostgreSQL of this worker, for `postgresql_url`."""
    from tests.postgresql.database import EmptiedDatabase, new_database  # only who asks for it waits for the driver

    with new_database(postgresql_server) as url:
        database = EmptiedDatabase(url)
        yield database
        database.close()


@pytest.fixture
def postgresql_url(
    request: pytest.FixtureRequest, emptied_database: EmptiedDatabase, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The URL of a database in PostgreSQL with all tables, in which nothing stands.

    Connections to it are made for this test alone only if it is marked `threads`.
    """
    from tests.postgresql import lasting

    emptied_database.empty()
    if request.node.get_closest_marker("threads") is None:
        lasting.install(monkeypatch)
    yield emptied_database.url
    lasting.forget()


@pytest.fixture
async def nothing_goes_on() -> AsyncIterator[None]:
    """All tests have one event loop. What a test has left running in it ends with that test."""
    before = asyncio.all_tasks()
    yield
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@pytest.fixture
def bare_postgresql_url(postgresql_server: str) -> Iterator[str]:
    """The URL of a database in PostgreSQL without any table, for a single test."""
    from tests.postgresql.database import new_database

    with new_database(postgresql_server) as url:
        yield url


@pytest.fixture(autouse=True)
def the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice and the program's players do the same in every run; each game of a test has dice of its own."""
    seeds, whims = count(1), count(1)
    monkeypatch.setattr(dice, "new_seed", lambda: next(seeds).to_bytes(32))
    monkeypatch.setattr(bots, "_pick", lambda: Random(next(whims)))


@pytest.fixture(autouse=True)
def the_database_at_hand(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite answers at once, unless its thread and the disk are what a test is about: those are marked `threads`."""
    if request.node.get_closest_marker("threads") is None:
        quick_sqlite.install(monkeypatch)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded games and documents beside the checkout; who asks for it skips where it is not."""
    folder = Path(__file__).parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("there is no ../shared beside this checkout")
    return folder
