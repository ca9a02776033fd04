"""The lesson of Thunderclap: a recorded game whose steps the rules accept, and the words of each."""

from __future__ import annotations

import pytest

from cogs.house.lesson import LEARNER, Lesson, read
from cogs.house.rulebook import read as read_rules
from cogs.house.words import Words, languages
from cogs.skirmish.book import CHAPTERS, LESSON
from cogs.skirmish.words import SkirmishWords
from engine.skirmish.ruleset import SKIRMISH
from tests.skirmish.lesson import recorded

THUNDERCLAP: Lesson = read(LESSON, SKIRMISH)
STEPS = THUNDERCLAP.steps
PLACES = range(len(STEPS))


def test_it_goes_from_the_giant_to_two_stormed_buildings() -> None:
    assert [step.name for step in STEPS] == [
        "giant", "card", "order", "move", "boulder", "lore", "crush", "place", "attack", "stay", "swing", "counter",
        "storm",
    ]  # fmt: skip


def test_the_file_is_the_game_that_is_played_by_the_tables_of_today() -> None:
    """`python -m tests.skirmish.lesson` writes it anew after they have changed."""
    assert LESSON.read_text(encoding="utf-8") == recorded()


def test_it_ends_with_the_third_card_and_the_learner_as_the_winner() -> None:
    """B23.15."""
    view = SKIRMISH.view(THUNDERCLAP.end, LEARNER)

    assert (view.phase, view.winner, view.reason) == ("over", LEARNER, "cards")
    assert view.side(LEARNER).faction == "uthuk"
    assert view.shown.count("blood_harvesters") == 3


@pytest.mark.parametrize("place", PLACES)
def test_each_step_offers_what_is_wanted_and_at_most_four_choices(place: int) -> None:
    """Rows of buttons: one for each choice, one for the way."""
    step = STEPS[place]

    assert step.wanted in step.offered
    assert 2 <= len(step.offered) <= 4
    assert THUNDERCLAP.refusal(place, step.wanted) is None


def test_wrong_choices_are_of_both_kinds_and_what_is_refused_says_why() -> None:
    wrong = [(place, line) for place, step in enumerate(STEPS) for line in step.offered if line != step.wanted]
    refused = [found.code for place, line in wrong if (found := THUNDERCLAP.refusal(place, line)) is not None]

    assert len(refused) >= 10
    assert len(wrong) - len(refused) >= 10
    assert "not-legal" not in refused


@pytest.mark.parametrize("language", languages())
def test_each_step_has_its_words_and_a_clause_that_can_be_read_up(language: str) -> None:
    words, book = Words(language), read_rules(CHAPTERS, language)

    for step in STEPS:
        assert all(f"skirmish.lesson.{step.name}.{part}" in words for part in ("title", "text", "other"))
        assert book.clause(step.clause), step.clause
    assert all(f"skirmish.lesson.end.{part}" in words for part in ("title", "text"))


def test_who_is_meant_to_move_is_named_even_where_somebody_else_stands_already() -> None:
    """The choice that is refused in the step `move` is the Giant's, not that of whoever stands there."""
    (step,) = (step for step in STEPS if step.name == "move")
    words = SkirmishWords(Words("en"))
    view = SKIRMISH.view(step.state, LEARNER)

    labels = [words.action(SKIRMISH.notation.parse(line), view, {}) for line in step.offered]

    assert all(label.startswith("Giant H5 → ") for label in labels)
