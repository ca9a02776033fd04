"""`/tutorial skirmish` and `/skirmish rules`: the lesson of Thunderclap, and where its clauses are looked up."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.house.lesson import read
from cogs.skirmish.book import LESSON
from engine.skirmish.ruleset import SKIRMISH
from tests.discord.conftest import Play, labels

LESSON_OF_SKIRMISH = read(LESSON, SKIRMISH)
STEPS = LESSON_OF_SKIRMISH.steps


async def chosen(play: Play, message: Any, place: int, line: str) -> str:
    """What the panel says after a choice."""
    number = STEPS[place].offered.index(line)
    await play.press("Dan", message, custom_id=f"l1:skirmish:{place}:{number}")
    return str(message.content)


async def test_it_is_played_from_the_giant_to_the_victory_with_every_wrong_choice_answered(play: Play) -> None:
    result = await play.slash("Dan", "tutorial skirmish")
    message = result.response
    assert message is not None

    for place, step in enumerate(STEPS):
        assert f"Step {place + 1} of {len(STEPS)}" in message.content
        assert f"`/rules search {step.clause}`" in message.content
        for line in step.offered:
            if line != step.wanted:
                said = await chosen(play, message, place, line)
                refused = LESSON_OF_SKIRMISH.refusal(place, line) is not None
                assert ("No harm done" in said) == refused, said
                assert ("That's legal too" in said) != refused, said
                assert f"Step {place + 1} of" in said
        await chosen(play, message, place, step.wanted)

    assert "You have won" in message.content
    assert labels(message) == ["Back", "Again"]


async def test_each_step_shows_the_field_or_the_cards(play: Play) -> None:
    result = await play.slash("Dan", "tutorial skirmish")
    message = result.response
    assert message is not None
    kinds = []
    for place, step in enumerate(STEPS):
        kinds += [file.filename for file in message.attachments]
        await chosen(play, message, place, step.wanted)

    assert kinds[0] == "board.png", "before the hands are dealt"
    assert len(kinds) >= len(STEPS)
    assert set(kinds[1:]) == {"own-board.png", "hand.png"}


@pytest.mark.parametrize(("command", "given"), [("rules search", "B9.4"), ("skirmish rules", "support")])
async def test_its_rules_are_found_where_no_game_is_played(play: Play, command: str, given: str) -> None:
    """A clause of skirmish is looked up in its rules, though `/rules` is about Titan elsewhere."""
    result = await play.slash("Dan", command, words=given)

    assert result.response is not None
    assert "## Support and blocked ways" in result.response.content
    assert "B9.4" in result.response.content


async def test_the_steps_of_a_turn_are_a_picture(play: Play) -> None:
    result = await play.slash("Dan", "skirmish rules", words="B5.1")

    assert result.response is not None
    assert [file.filename for file in result.response.attachments] == ["sequence.png"]
    assert "7. Lore Step" in str(result.response.attachments[0].description)
