"""Who reads what: chosen, heard, kept over restarts, and not written again when nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.house.runtime.languages import KnownLanguages
from cogs.house.store.store import Store
from tests.house.conftest import ANN, BOB, MIGRATIONS
from tests.quick_sqlite import file_of
from tests.toy import KIT


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    made = await Store.open(url, MIGRATIONS)
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

    await store.people.forget(ANN, "somebody", "a game")
    again.forget(ANN)
    assert again.of(ANN) is None
    assert await store.people.languages() == ((BOB, "ru", None),)


async def test_what_two_processes_learn_of_one_person_is_kept_side_by_side(store: Store) -> None:
    one, other = KnownLanguages(store), KnownLanguages(store)

    await one.choose(ANN, "ru")
    await other.hear(ANN, "de")
    await one.learn_of(ANN)
    await one.choose(ANN, None)

    assert one.of(ANN) == (await anew(store)).of(ANN) == "de"


async def test_who_chooses_nothing_and_was_never_heard_is_not_kept(store: Store) -> None:
    languages = KnownLanguages(store)
    await languages.choose(ANN, "ru")

    await languages.choose(ANN, None)

    assert await store.people.languages() == ()


@pytest.mark.sqlite("it counts what its connection has written")
async def test_what_is_known_already_is_not_written_again(store: Store) -> None:
    languages = KnownLanguages(store)
    await languages.hear(ANN, "de")
    written = file_of(store)._writer.total_changes

    for _ in range(100):
        await languages.hear(ANN, "de")

    assert file_of(store)._writer.total_changes == written


def test_a_game_that_is_told_in_one_language_only_stays_in_it() -> None:
    assert KIT.speaking("ru") is KIT
    assert KIT.speaking(KIT.language) is KIT
