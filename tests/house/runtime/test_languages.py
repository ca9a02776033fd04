"""Who reads what: chosen, heard, kept over restarts, and not written again when nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.house.runtime.languages import KnownLanguages
from cogs.house.store.store import Store
from tests.house.conftest import ANN, BOB, MIGRATIONS
from tests.toy import KIT


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(f"sqlite:///{tmp_path}/tongues.db", MIGRATIONS)
    yield made
    await made.close()


async def anew(store: Store) -> KnownLanguages:
    """What another start of the program knows."""
    languages = KnownLanguages(store)
    await languages.learn()
    return languages


async def test_what_was_chosen_counts_before_what_was_heard(store: Store) -> None:
    languages = KnownLanguages(store)
    assert languages.of(ANN) is None

    await languages.hear(ANN, "de")
    assert languages.of(ANN) == "de"
    await languages.choose(ANN, "ru")
    await languages.hear(ANN, "en")
    assert (languages.of(ANN), languages.chosen(ANN)) == ("ru", "ru")
    await languages.choose(ANN, None)
    assert (languages.of(ANN), languages.chosen(ANN)) == ("en", None)
    assert languages.of(BOB) is None


async def test_languages_are_known_after_a_restart_until_they_are_forgotten(store: Store) -> None:
    languages = KnownLanguages(store)
    await languages.hear(ANN, "de")
    await languages.choose(BOB, "ru")

    again = await anew(store)
    assert (again.of(ANN), again.of(BOB)) == ("de", "ru")

    await again.forget(ANN)
    assert again.of(ANN) is None
    assert await store.people.languages() == ((BOB, "ru", None),)


async def test_what_is_known_already_is_not_written_again(store: Store) -> None:
    languages = KnownLanguages(store)
    await languages.hear(ANN, "de")
    written = store.database._writer.total_changes

    for _ in range(100):
        await languages.hear(ANN, "de")

    assert store.database._writer.total_changes == written


def test_a_game_that_is_told_in_one_language_only_stays_in_it() -> None:
    assert KIT.speaking("ru") is KIT
    assert KIT.speaking(KIT.language) is KIT
