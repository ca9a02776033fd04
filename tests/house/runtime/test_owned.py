"""The database, what lies beside it and its folder are for their owner alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.house.store.private_files import is_open, owned
from cogs.house.store.process_lock import held
from cogs.house.store.store import Store
from tests.house.conftest import MIGRATIONS

BESIDE = ("titan.db", "titan.db-shm", "titan.db-wal", "titan.db.lock")


@pytest.fixture(params=[0o022, 0o002, 0o000], ids=["usual", "groups", "none"])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_all_that_is_made_for_a_database_is_its_owners_alone(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "far" / "data" / "titan.db"

    with held(path):
        store = await Store.open(f"sqlite:///{path}", MIGRATIONS)
        await store.settings.keep("commands", "discord:1:a")
        found = {each.name: rights(each) for each in path.parent.iterdir()}
        await store.close()

    assert found == dict.fromkeys(BESIDE, 0o600)
    assert [rights(folder) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


async def test_what_is_there_with_wider_rights_is_taken_from_the_others_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And the folder stays as it is: it need not be ours."""
    path = tmp_path / "titan.db"
    url = f"sqlite:///{path}"
    store = await Store.open(url, MIGRATIONS)
    await store.settings.keep("commands", "discord:1:a")
    (tmp_path / "titan.db.lock").touch()
    for name in BESIDE:
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)

    with held(path):
        again = await Store.open(url, MIGRATIONS)
        kept = await again.settings.value("commands")
        found = {name: rights(tmp_path / name) for name in BESIDE}
        await again.close()
    await store.close()

    assert found == dict.fromkeys(BESIDE, 0o600)
    assert kept == "discord:1:a"
    assert rights(tmp_path) == 0o755
    assert sum("now its owner alone can" in record.getMessage() for record in caplog.records) == len(BESIDE)


async def test_a_database_behind_a_link_is_made_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    (tmp_path / "titan.db").symlink_to(tmp_path / "elsewhere.db")

    await (await Store.open(f"sqlite:///{tmp_path}/titan.db", MIGRATIONS)).close()

    assert rights(tmp_path / "elsewhere.db") == 0o600


def test_a_folder_in_the_place_of_a_file_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "titan.db").mkdir(0o755)

    owned(tmp_path / "titan.db")

    assert rights(tmp_path / "titan.db") == 0o755
    assert not is_open(tmp_path / "titan.db")
    assert not is_open(tmp_path / "none")
