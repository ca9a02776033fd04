"""Scores with their picture, and the final standing that is posted when a game ends."""

from __future__ import annotations

from tests.discord.conftest import Play, text_of


async def test_scores_are_a_picture_and_words(pictured: Play) -> None:
    await pictured.set_up("Ann", "Ben")

    result = await pictured.slash("Dan", "show scores")

    assert result.response is not None
    (file,) = result.response.attachments
    assert file.filename == "standing.png"
    assert (file.description or "").startswith("Scores. Turn 1")
    assert "Titan power 6" in text_of(result)


async def test_the_end_of_a_game_is_posted_with_its_standing(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    await play.resigned(table, "Ben")

    for place in (play.cards(), play.thread("Log")):
        posted = [file for message in place for file in message.attachments if file.filename == "standing.png"]
        assert len(posted) == 1
    said = posted[0].description or ""
    assert said.startswith("The final standing. The game ended in turn 1. 1, winner: Ann")
    assert "2: Ben" in said
