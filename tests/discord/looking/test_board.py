"""`/show board` of a land and `/show moves` of a legion: pictures of a part of the board and of one's own goals."""

from __future__ import annotations

import re

from tests.discord.conftest import Play, text_of
from tests.discord.looking.test_display import files_of
from tests.discord.looking.test_knowledge import split


async def moving(play: Play) -> tuple[str, str, str]:
    """Ann and Ben after the first split and the roll: who moves, who does not, and a marker that may."""
    who, other, _, child = await split(play)
    return who, other, child


async def test_a_land_is_shown_large_and_in_words(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    shown = await play.slash("Ann", "show board", land="100")

    assert [file.filename for file in files_of(shown)] == ["zoom.png", "land.png"]
    assert "Tower 100. Ways out: " in text_of(shown)
    assert "Mustered here: " in text_of(shown)


async def test_lands_are_offered_by_number_and_terrain(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    assert set(await play.completed("Dan", "show board", "land", "tower")) == {
        "100", "200", "300", "400", "500", "600",
    }  # fmt: skip
    assert await play.completed("Dan", "show board", "land", "1000 ") == ["1000"]


async def test_of_a_land_that_there_is_not_it_says_so(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    assert "There is no land" in await play.said("Ann", "show board", land="99 `bottles`")


async def test_who_moves_sees_where_to_and_of_one_legion_alone(pictured: Play) -> None:
    who, _, child = await moving(pictured)

    everything = await pictured.slash(who, "show moves")
    one = await pictured.slash(who, "show moves", legion=child.lower())

    assert [file.filename for file in files_of(everything)] == ["own-board.png"]
    assert [file.filename for file in files_of(one)] == ["own-board.png"]
    lines = re.findall(r"`([^`]*)`$", text_of(one), re.MULTILINE)
    assert lines
    assert all(line.split()[1] == child for line in lines)
    assert len(lines) < len(re.findall(r"`([^`]*)`$", text_of(everything), re.MULTILINE))
    assert child in await pictured.completed(who, "show moves", "legion")


async def test_goals_are_their_owners_alone_and_others_have_none(play: Play) -> None:
    who, other, _ = await moving(play)
    before = len(play.public())

    await play.slash(who, "show moves")

    assert len(play.public()) == before
    assert not files_of(await play.slash(other, "show moves"))
    assert await play.completed(other, "show moves", "legion") == []
    assert await play.completed("Dan", "show moves", "legion") == []
