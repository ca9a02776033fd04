"""`/tutorial skirmish` and `/skirmish rules`: the lesson of Thunderclap, and where its clauses are looked up."""

from __future__ import annotations

import pytest

from cogs.house.game.lesson import read
from cogs.house.words.words import Words, languages
from cogs.skirmish.reference import LESSON
from engine.skirmish.ruleset import SKIRMISH
from tests.deep import deep_but
from tests.discord.conftest import Play, labels
from tests.learner import answered, carried, line_of, looked_around, poor, press

LESSON_OF_SKIRMISH = read(LESSON, SKIRMISH)
STEPS = LESSON_OF_SKIRMISH.steps


@pytest.mark.parametrize("language", deep_but(languages(), "en"))
async def test_it_is_played_from_the_giant_to_the_victory_with_every_poor_answer_answered(
    play: Play, language: str
) -> None:
    """On the panels of the game, where what a step wants comes first; none is longer than one of the game may be."""
    await play.slash("Dan", "me language", language=language)
    message = (await play.slash("Dan", "tutorial skirmish")).response
    assert message is not None
    words = Words(language)

    for place, step in enumerate(STEPS):
        panel = str(message.content)[message.content.index("-# ") :].partition("\n")[2]
        assert len(panel) <= 400, panel
        if not step.picture:
            assert line_of(LESSON_OF_SKIRMISH, step) in carried(message)[0].split(";")
            lines = poor(LESSON_OF_SKIRMISH, message, place)
            why = await press(play, "Dan", message, lines[0])
            assert words.text("tutorial.other", why=words.text(f"skirmish.lesson.{step.name}.other")) in why
            for line in lines:
                now = await press(play, "Dan", message, line)
                nudges = (
                    words.text(f"tutorial.{key}", label="|", about="").split("|")[0] for key in ("press", "choose")
                )
                assert any(nudge.split("*")[0] in now for nudge in nudges), line
        await answered(play, "Dan", message, LESSON_OF_SKIRMISH, place)

    assert words.text("skirmish.lesson.end.title") in message.content
    assert labels(message) == [words.text(f"tutorial.{way}") for way in ("play", "back", "again")]


async def test_each_step_shows_the_field_and_the_cards(play: Play) -> None:
    message = (await play.slash("Dan", "tutorial skirmish")).response
    assert message is not None
    kinds = []
    for place in range(len(STEPS)):
        kinds += [file.filename for file in message.attachments]
        await answered(play, "Dan", message, LESSON_OF_SKIRMISH, place)

    assert kinds == ["board.png", *["own-board.png"] * (len(STEPS) - 1)]


async def test_its_buttons_are_those_of_the_game(play: Play) -> None:
    message = (await play.slash("Dan", "tutorial skirmish")).response
    assert message is not None
    await answered(play, "Dan", message, LESSON_OF_SKIRMISH, 0)
    assert {"Ready: place all and start", "Let the bot place the rest"} <= set(labels(message))

    await play.press("Dan", message, label="Let the bot place the rest")

    assert "Step 3 of" in message.content, "it would do the same"


async def test_every_place_of_its_panels_is_shown(play: Play) -> None:
    message = (await play.slash("Dan", "tutorial skirmish")).response
    assert message is not None
    places = 0
    for place in range(len(STEPS)):
        places += await looked_around(play, "Dan", message)
        await answered(play, "Dan", message, LESSON_OF_SKIRMISH, place)

    assert places > len(STEPS)


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
