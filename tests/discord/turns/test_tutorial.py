"""`/tutorial titan`: private steps of a real game, on the panels of the game, left and resumed at will."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.house.game.lesson import LEARNER, Lesson
from cogs.house.game.lesson import read as read_lesson
from cogs.house.game.rulebook import read as read_rules
from cogs.house.values.records import Status
from cogs.house.words.words import Words, languages
from cogs.titan.reference import CHAPTERS, LESSON
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play, components, custom_ids, labels, text_of
from tests.learner import answered, carried, line_of, looked_around, poor, press

LESSON_OF_TITAN: Lesson = read_lesson(LESSON, TITAN)
STEPS = LESSON_OF_TITAN.steps
NAMES = [step.name for step in STEPS]
MOVE, MUSTER, ENGAGE = NAMES.index("move"), NAMES.index("muster"), NAMES.index("engage")


async def learning(play: Play, who: str) -> Any:
    """The panel of the lesson."""
    message = (await play.slash(who, "tutorial titan")).response
    assert message is not None
    return message


async def through(play: Play, who: str, message: Any, first: int, last: int) -> None:
    """Gives the wanted answer at each of these steps."""
    for place in range(first, last):
        assert f"Step {place + 1} of {len(STEPS)}" in message.content
        await answered(play, who, message, LESSON_OF_TITAN, place)


def files(message: Any) -> list[str]:
    return [file.filename for file in message.attachments]


# --- the lesson itself ---


def test_it_goes_from_what_the_game_is_to_the_last_strike() -> None:
    assert NAMES == [
        "what", "split", "roll", "move", "muster", "chart", "ranger", "engage", "maneuver", "rangestrike", "strike",
        "carry", "back", "win",
    ]  # fmt: skip


def test_it_ends_with_the_learner_as_the_winner() -> None:
    view = TITAN.view(LESSON_OF_TITAN.end, LEARNER)

    assert view.phase == "over"
    assert view.winners == (LEARNER,)


def test_each_step_names_a_clause_that_can_be_read_up() -> None:
    book = read_rules(CHAPTERS, "en")

    assert all(book.clause(step.clause) for step in STEPS)


@pytest.mark.parametrize("language", languages())
def test_each_step_has_its_words(language: str) -> None:
    words = Words(language)
    for step in STEPS:
        parts = ("title", "text") if step.picture else ("title", "text", "other")
        assert all(f"titan.lesson.{step.name}.{part}" in words for part in parts)


# --- played ---


@pytest.mark.parametrize("language", languages())
async def test_it_is_played_from_the_first_step_to_the_victory(play: Play, language: str) -> None:
    """And no panel of it is longer than a panel of the game may be, nor its bold line."""
    await play.slash("Dan", "me language", language=language)
    message = await learning(play, "Dan")
    step, end = Words(language).text("tutorial.step", number=1, steps=len(STEPS), title=""), "titan.lesson.end.title"
    for place in range(len(STEPS)):
        panel = str(message.content)[message.content.index("-# ") :]
        assert step.split("1")[0] in panel
        assert len(panel.partition("\n")[2]) <= 400, panel
        await answered(play, "Dan", message, LESSON_OF_TITAN, place)

    assert Words(language).text(end) in message.content
    assert files(message) == ["standing.png", "board.png"]


async def test_each_step_shows_what_the_game_shows_there(pictured: Play) -> None:
    message = await learning(pictured, "Dan")
    kinds = []
    for place in range(len(STEPS)):
        for file in message.attachments:
            assert file.description
            assert Image.open(BytesIO(await file.read())).width >= 300
        kinds += files(message)
        await answered(pictured, "Dan", message, LESSON_OF_TITAN, place)

    assert kinds == [
        "board.png", "hand.png", "hand.png", "reach.png", "hand.png", "recruits.png", "hand.png", "reach.png",
        *["battle.png"] * 6,
    ]  # fmt: skip


async def test_its_buttons_are_those_of_the_game(play: Play) -> None:
    """With their words; what leads out of the lesson is grey."""
    message = await learning(play, "Dan")
    await through(play, "Dan", message, 0, 1)
    grey = [part["label"] for part in components(message) if part.get("disabled")]
    assert grey == ["Roll", "Split Rd01 my way …"]

    await through(play, "Dan", message, 1, MOVE)
    assert "**You rolled a 1. Move at least one legion first.**" in message.content
    assert {"Rd02 → Plains 34: + Lion", "Let the bot move the rest", "Hint"} <= set(labels(message))

    await through(play, "Dan", message, MOVE, MUSTER)
    assert {"Rd02: Lion (shows 2 Centaurs)", "Muster Lion, end turn", "Recruit chart"} <= set(labels(message))


async def test_what_is_wanted_is_never_below_a_poorer_answer_of_its_kind(play: Play) -> None:
    message = await learning(play, "Ann")
    for place, step in enumerate(STEPS):
        if not step.picture:
            assert carried(message)[0].split(";")[0] == line_of(LESSON_OF_TITAN, step)
        await answered(play, "Ann", message, LESSON_OF_TITAN, place)


async def test_an_answer_in_one_press_with_the_turns_end_counts(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, MUSTER)

    await play.press("Ann", message, label="Muster Lion, end turn")

    assert f"Step {MUSTER + 2} of" in message.content


async def test_a_poor_answer_is_told_why_and_the_second_time_what_to_press(play: Play) -> None:
    message = await learning(play, "Ann")
    for place, step in enumerate(STEPS):
        if not step.picture:
            lines = poor(LESSON_OF_TITAN, message, place)
            why = await press(play, "Ann", message, lines[0]) if lines else ""
            assert not lines or Words("en").text(f"titan.lesson.{step.name}.other") in why
            for line in lines:
                now = await press(play, "Ann", message, line)
                assert "That's legal too. Press **" in now or "That's legal too. Open the list **" in now, line
                assert f"Step {place + 1} of" in now
        await answered(play, "Ann", message, LESSON_OF_TITAN, place)
    assert "You've won" in message.content


async def test_what_the_bot_would_do_is_answered_as_any_other_choice(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, MOVE)
    await play.press("Ann", message, label="Let the bot move the rest")
    assert "That's legal too" in message.content

    await through(play, "Ann", message, MOVE, len(STEPS) - 1)
    await play.press("Ann", message, label="Roll the one without a choice")
    assert "You've won" in message.content


async def test_the_hint_names_what_to_do_and_the_rule_and_does_it(play: Play) -> None:
    message = await learning(play, "Ann")
    for place, step in enumerate(STEPS):
        if step.picture:
            await answered(play, "Ann", message, LESSON_OF_TITAN, place)
            continue
        pictures = files(message)
        await play.press("Ann", message, label="Hint")
        assert f"`/rules search {step.clause}`" in message.content
        assert files(message) == pictures
        await play.press("Ann", message, label="Do it")
        assert f"Step {place + 2} of" in message.content or place == len(STEPS) - 1


async def test_another_place_of_the_panel_is_shown_and_left(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, 1)

    await play.press("Ann", message, label="Recruit chart")
    assert files(message) == ["recruits.png"]
    assert labels(message) == ["Back"]
    await play.press("Ann", message, label="Back")

    assert files(message) == ["hand.png"]
    assert "Step 2 of" in message.content


async def test_every_place_of_its_panels_is_shown(play: Play) -> None:
    message = (await play.slash("Ann", "tutorial titan")).response
    assert message is not None
    places = 0
    for place in range(len(STEPS)):
        places += await looked_around(play, "Ann", message)
        await answered(play, "Ann", message, LESSON_OF_TITAN, place)

    assert places > len(STEPS)


async def test_it_ends_with_a_game_of_ones_own(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, len(STEPS))
    assert labels(message) == ["Play a short game now", "Previous step", "Start over"]

    await play.press("Ann", message, label="Play a short game now")

    (game,) = await play.house.store.games.of(play.people["Ann"].id)
    assert (game.hints, game.status) == (True, Status.RUNNING)


async def test_it_is_left_and_resumed_after_a_restart(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, MUSTER)

    await play.press("Ann", message, label="Leave for now")
    assert f"step {MUSTER + 1} of {len(STEPS)}" in message.content
    await play.restart()
    again = await play.slash("Ann", "tutorial titan")

    assert "Here's where you left off" in text_of(again)
    assert again.response is not None
    await through(play, "Ann", again.response, MUSTER, ENGAGE)
    await play.press("Ann", message, label="Go on")
    assert f"Step {ENGAGE + 1} of" in message.content


async def test_an_old_panel_goes_on_after_a_restart(play: Play) -> None:
    message = await learning(play, "Ann")
    await play.restart()

    await through(play, "Ann", message, 0, 3)

    assert "Step 4 of" in message.content


async def test_a_press_on_a_step_that_is_past_shows_the_one_that_waits(play: Play) -> None:
    old, new = await learning(play, "Ann"), await learning(play, "Ann")
    await through(play, "Ann", new, 0, 3)

    await answered(play, "Ann", old, LESSON_OF_TITAN, 0)

    assert "another step by now" in old.content
    assert "Step 4 of" in old.content


async def test_a_lesson_that_was_begun_in_an_older_version_opens(play: Play) -> None:
    """Where its number is now, at the end if there are not so many steps."""
    ann = play.people["Ann"].id
    await play.house.store.people.keep_lesson(ann, "titan", 4)
    assert "Step 5 of" in await play.said("Ann", "tutorial titan")

    await play.house.store.people.keep_lesson(ann, "titan", len(STEPS) + 3)
    assert "You've won" in await play.said("Ann", "tutorial titan")


async def test_one_goes_a_step_back_and_begins_anew(play: Play) -> None:
    message = await learning(play, "Ann")
    assert "Previous step" not in labels(message)
    await through(play, "Ann", message, 0, 3)

    await play.press("Ann", message, label="Previous step")
    assert "Step 3 of" in message.content
    await through(play, "Ann", message, 2, len(STEPS))
    await play.press("Ann", message, label="Start over")

    assert "Step 1 of" in message.content


async def test_everybody_has_a_place_of_their_own(play: Play) -> None:
    await through(play, "Ann", await learning(play, "Ann"), 0, 5)

    assert "Step 1 of" in await play.said("Ben", "tutorial titan")


async def test_nobody_else_sees_anything_of_it(play: Play) -> None:
    before = len(play.public())

    await through(play, "Ann", await learning(play, "Ann"), 0, len(STEPS))

    assert len(play.public()) == before
    assert play.dms("Ann") == []
    assert await play.house.at(play.channel.id) is None, "there is no game of it"


async def test_the_enemys_legions_stay_hidden_until_they_are_met() -> None:
    """The lesson keeps secrets as a game does: pictures and texts are of the learner's own view."""
    view = TITAN.view(STEPS[ENGAGE].state, LEARNER)
    (enemy,) = [legion for legion in view.legions if legion.marker == "Bu01"]

    assert enemy.height == 4
    assert "TTN" not in enemy.creatures


async def test_every_id_says_of_which_step_it_is(play: Play) -> None:
    message = await learning(play, "Ann")
    await through(play, "Ann", message, 0, 1)

    assert all(each.startswith("l2:titan:1:") for each in custom_ids(message))
