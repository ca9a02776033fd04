"""`/tutorial titan`: ten private steps of a real game, left and resumed at will."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.house.lesson import LEARNER, Lesson
from cogs.house.lesson import read as read_lesson
from cogs.house.rulebook import read as read_rules
from cogs.house.words import Words, languages
from cogs.titan.book import CHAPTERS, LESSON
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play, labels, text_of

LESSON_OF_TITAN: Lesson = read_lesson(LESSON, TITAN)
STEPS = LESSON_OF_TITAN.steps


@pytest.fixture
async def play(pictured: Play) -> Play:
    """What is on pictures is the question here."""
    return pictured


def number(place: int, line: str) -> int:
    """Which of the offered choices a line is."""
    return STEPS[place].offered.index(line)


async def chosen(play: Play, who: str, message: Any, place: int, line: str) -> str:
    """What the panel says after a choice."""
    await play.press(who, message, custom_id=f"l1:titan:{place}:{number(place, line)}")
    return str(message.content)


async def through(play: Play, who: str, message: Any, first: int, last: int) -> None:
    """Makes the wanted choice at each of these steps."""
    for place in range(first, last):
        assert f"Step {place + 1} of 10" in message.content
        await chosen(play, who, message, place, STEPS[place].wanted)


# --- the lesson itself ---


def test_it_has_the_ten_steps_of_a_turn_and_a_battle() -> None:
    assert [step.name for step in STEPS] == [
        "stack", "split", "roll", "move", "muster", "engage", "strike", "carry", "rangestrike", "win",
    ]  # fmt: skip


def test_the_first_move_comes_soon() -> None:
    """Three presses before it; there is nothing else to be done."""
    assert [step.name for step in STEPS].index("move") == 3


def test_it_ends_with_the_learner_as_the_winner() -> None:
    view = TITAN.view(LESSON_OF_TITAN.end, LEARNER)

    assert view.phase == "over"
    assert view.winners == (LEARNER,)


@pytest.mark.parametrize("place", range(10))
def test_each_step_offers_what_is_wanted_and_at_most_four_choices(place: int) -> None:
    """Rows of buttons: one for each choice, one for the way."""
    step = STEPS[place]

    assert step.wanted in step.offered
    assert 1 <= len(step.offered) <= 4
    assert LESSON_OF_TITAN.refusal(place, step.wanted) is None


def test_wrong_choices_are_of_both_kinds() -> None:
    wrong = [(place, line) for place, step in enumerate(STEPS) for line in step.offered if line != step.wanted]
    refused = [line for place, line in wrong if LESSON_OF_TITAN.refusal(place, line)]

    assert len(refused) >= 6
    assert len(wrong) - len(refused) >= 6


def test_each_step_names_a_clause_that_can_be_read_up() -> None:
    book = read_rules(CHAPTERS, "en")

    assert all(book.clause(step.clause) for step in STEPS)


@pytest.mark.parametrize("language", languages())
def test_each_step_has_its_words(language: str) -> None:
    words = Words(language)
    for step in STEPS:
        assert all(words.text(f"titan.lesson.{step.name}.{part}") for part in ("title", "text", "other"))


# --- played ---


async def test_it_is_played_from_the_first_step_to_the_victory(play: Play) -> None:
    result = await play.slash("Dan", "tutorial titan")
    message = result.response
    assert message is not None

    await through(play, "Dan", message, 0, 10)

    assert "You have won" in message.content
    assert "slain" in message.content
    assert [file.filename for file in message.attachments] == ["standing.png", "board.png"]
    assert labels(message) == ["Back", "Again"]


async def test_each_step_shows_a_picture_and_real_choices(play: Play) -> None:
    result = await play.slash("Dan", "tutorial titan")
    message = result.response
    assert message is not None
    kinds = []
    for place in range(10):
        for file in message.attachments:
            assert file.description
            assert Image.open(BytesIO(await file.read())).width >= 300
        kinds.append([file.filename for file in message.attachments])
        await chosen(play, "Dan", message, place, STEPS[place].wanted)

    assert (
        kinds
        == [["board.png"]]
        + [["hand.png"]] * 2
        + [["own-board.png"], ["hand.png"], ["own-board.png"]]
        + [["battle.png"]] * 4
    )


async def test_what_the_rules_forbid_gets_their_own_refusal(play: Play) -> None:
    result = await play.slash("Ann", "tutorial titan")
    message = result.response
    assert message is not None
    await through(play, "Ann", message, 0, 1)
    before = [file.filename for file in message.attachments]

    said = await chosen(play, "Ann", message, 1, "split Rd01 Rd02 TTN,ANG,CEN,CEN")

    assert "the Titan goes one way, the Angel the other" in said
    assert "`/rules search R4.2`" in said, "with its clause, as in a game"
    assert "try again" in said
    assert "Step 2 of 10" in said
    assert [file.filename for file in message.attachments] == before


async def test_every_wrong_choice_is_answered_and_leads_nowhere(play: Play) -> None:
    result = await play.slash("Ann", "tutorial titan")
    message = result.response
    assert message is not None
    for place, step in enumerate(STEPS):
        for line in step.offered:
            if line == step.wanted:
                continue
            said = await chosen(play, "Ann", message, place, line)
            assert f"Step {place + 1} of 10" in said, line
            refused = LESSON_OF_TITAN.refusal(place, line) is not None
            assert ("No harm done" in said) is refused, line
            assert ("legal too" in said) is not refused, line
        await chosen(play, "Ann", message, place, step.wanted)
    assert "You have won" in message.content


async def test_it_is_left_and_resumed_after_a_restart(play: Play) -> None:
    result = await play.slash("Ann", "tutorial titan")
    message = result.response
    assert message is not None
    await through(play, "Ann", message, 0, 4)

    await play.press("Ann", message, label="Leave for now")
    assert "step 5 of 10" in message.content
    await play.restart()
    again = await play.slash("Ann", "tutorial titan")

    assert "Here's where you left off" in text_of(again)
    assert "Step 5 of 10" in text_of(again)
    assert again.response is not None
    await through(play, "Ann", again.response, 4, 6)
    assert "Step 7 of 10" in again.response.content


async def test_an_old_panel_goes_on_after_a_restart(play: Play) -> None:
    result = await play.slash("Ann", "tutorial titan")
    assert result.response is not None
    await play.restart()

    await through(play, "Ann", result.response, 0, 3)

    assert "Step 4 of 10" in result.response.content


async def test_a_press_on_a_step_that_is_past_shows_the_one_that_waits(play: Play) -> None:
    old = (await play.slash("Ann", "tutorial titan")).response
    new = (await play.slash("Ann", "tutorial titan")).response
    assert old is not None
    assert new is not None
    await through(play, "Ann", new, 0, 3)

    await chosen(play, "Ann", old, 0, STEPS[0].wanted)

    assert "another step by now" in old.content
    assert "Step 4 of 10" in old.content


async def test_one_goes_a_step_back_and_begins_anew(play: Play) -> None:
    message = (await play.slash("Ann", "tutorial titan")).response
    assert message is not None
    assert "Back" not in labels(message)
    await through(play, "Ann", message, 0, 3)

    await play.press("Ann", message, label="Back")
    assert "Step 3 of 10" in message.content
    await through(play, "Ann", message, 2, 10)
    await play.press("Ann", message, label="Again")

    assert "Step 1 of 10" in message.content


async def test_everybody_has_a_place_of_his_own(play: Play) -> None:
    hers = (await play.slash("Ann", "tutorial titan")).response
    assert hers is not None
    await through(play, "Ann", hers, 0, 5)

    assert "Step 1 of 10" in await play.said("Ben", "tutorial titan")


async def test_nobody_else_sees_anything_of_it(play: Play) -> None:
    before = len(play.public())
    message = (await play.slash("Ann", "tutorial titan")).response
    assert message is not None

    await through(play, "Ann", message, 0, 10)

    assert len(play.public()) == before
    assert play.dms("Ann") == []
    assert await play.house.at(play.channel.id) is None, "there is no game of it"


async def test_the_enemys_legions_stay_hidden_until_they_are_met(play: Play) -> None:
    """The lesson keeps secrets as a game does: pictures and texts are of the learner's own view."""
    view = TITAN.view(STEPS[5].state, LEARNER)
    (enemy,) = [legion for legion in view.legions if legion.marker == "Bu01"]

    assert enemy.height == 4
    assert "TTN" not in enemy.creatures


@pytest.mark.parametrize(("language", "step", "won"), [("de", "Schritt", "gewonnen"), ("ru", "Шаг", "победа")])
async def test_it_is_told_in_the_learners_language(play: Play, language: str, step: str, won: str) -> None:
    await play.slash("Ann", "me language", language=language)
    message = (await play.slash("Ann", "tutorial titan")).response
    assert message is not None
    for place, lesson in enumerate(STEPS):
        assert f"{step} {place + 1} " in message.content
        for line in lesson.offered:
            if line != lesson.wanted:
                assert f"{step} {place + 1} " in await chosen(play, "Ann", message, place, line)
        await chosen(play, "Ann", message, place, lesson.wanted)
    assert won in message.content
