"""Who reads what: chosen, heard, kept over restarts, and not written again when nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.house.runtime.languages import Tongues
from cogs.house.store.store import Store
from tests.house.conftest import ANN, BOB, MIGRATIONS
from tests.toy import KIT


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(f"sqlite:///{tmp_path}/tongues.db", MIGRATIONS)
    yield made
    await made.close()


async def anew(store: Store) -> Tongues:
    """What another start of the program knows."""
    tongues = Tongues(store)
    await tongues.learn()
    return tongues


async def test_what_was_chosen_counts_before_what_was_heard(store: Store) -> None:
    tongues = Tongues(store)
    assert tongues.of(ANN) is None

    await tongues.hear(ANN, "de")
    assert tongues.of(ANN) == "de"
    await tongues.choose(ANN, "ru")
    await tongues.hear(ANN, "en")
    assert (tongues.of(ANN), tongues.chosen(ANN)) == ("ru", "ru")
    await tongues.choose(ANN, None)
    assert (tongues.of(ANN), tongues.chosen(ANN)) == ("en", None)
    assert tongues.of(BOB) is None


async def test_languages_are_known_after_a_restart_until_they_are_forgotten(store: Store) -> None:
    tongues = Tongues(store)
    await tongues.hear(ANN, "de")
    await tongues.choose(BOB, "ru")

    again = await anew(store)
    assert (again.of(ANN), again.of(BOB)) == ("de", "ru")

    await again.forget(ANN)
    assert again.of(ANN) is None
    assert await store.people.tongues() == ((BOB, "ru", None),)


async def test_what_is_known_already_is_not_written_again(store: Store) -> None:
    tongues = Tongues(store)
    await tongues.hear(ANN, "de")
    written = store.database._writer.total_changes

    for _ in range(100):
        await tongues.hear(ANN, "de")

    assert store.database._writer.total_changes == written


def test_a_game_that_is_told_in_one_language_only_stays_in_it() -> None:
    assert KIT.speaking("ru") is KIT
    assert KIT.speaking(KIT.language) is KIT
