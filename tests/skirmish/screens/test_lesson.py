"""The lesson of Thunderclap: a recorded game whose steps the rules accept, and the words of each."""

from __future__ import annotations

import pytest

from cogs.house.game.lesson import LEARNER, Lesson, read
from cogs.house.game.rulebook import read as read_rules
from cogs.house.words.words import Words, languages
from cogs.skirmish.reference import CHAPTERS, LESSON
from engine.skirmish.ruleset import SKIRMISH
from tests.skirmish.lesson import recorded

THUNDERCLAP: Lesson = read(LESSON, SKIRMISH)
STEPS = THUNDERCLAP.steps


def test_it_goes_from_the_giant_to_two_stormed_buildings() -> None:
    assert [step.name for step in STEPS] == [
        "what", "giant", "card", "order", "move", "lore", "crush", "place", "attack", "stay", "swing", "counter",
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


@pytest.mark.parametrize("language", languages())
def test_each_step_has_its_words_and_a_clause_that_can_be_read_up(language: str) -> None:
    words, book = Words(language), read_rules(CHAPTERS, language)

    for step in STEPS:
        parts = ("title", "text") if step.picture else ("title", "text", "other")
        assert all(f"skirmish.lesson.{step.name}.{part}" in words for part in parts)
        assert book.clause(step.clause), step.clause
    assert all(f"skirmish.lesson.end.{part}" in words for part in ("title", "text"))
