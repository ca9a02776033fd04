"""How the tests run: the same examples every time, and more of them in the deep run."""

from __future__ import annotations

import gc
import time
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from cogs.house.background import bots
from cogs.house.game import dice
from cogs.house.store.database import migrate
from tests import quick_sqlite

TESTS = Path(__file__).parent
MIGRATIONS = TESTS.parent / "migrations"

LONGEST = ("games", "fuzz", "secrets", "thumbs", "drill", "newcomer", "month", "rights")
"""The folders in which a single test takes longest, the longest first."""

settings.register_profile("plain", deadline=None, derandomize=True, database=None)
settings.register_profile("deep", deadline=None, max_examples=2000)


def pytest_configure(config: pytest.Config) -> None:
    """`-m deep` asks for new examples, and many."""
    settings.load_profile("deep" if config.getoption("markexpr") == "deep" else "plain")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The folders of the longest tests come first, and else all stays as it is.

    Whoever has nothing left takes over waiting tests of another worker, but never one that has begun: a test of a
    minute that begins last keeps one core busy while the other waits.
    """
    ranks = {folder: place for place, folder in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.relative_to(TESTS).parts[0], len(LONGEST)))


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
