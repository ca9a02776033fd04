"""`/rules`, `/show legion` and `/show caretaker`: pictures with the same in words, for whoever asks alone."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
import simcord
from PIL import Image

from engine.titan.rules import rules_for
from render.theme import THEMES
from tests.discord.conftest import Play, text_of
from tests.discord.looking.test_knowledge import split

RULES = rules_for({})


@pytest.fixture
async def play(pictured: Play) -> Play:
    """What is on pictures is the question here."""
    return pictured


async def drawn(result: simcord.InteractionResult, name: str) -> Image.Image:
    """The one picture of an answer; its description must be there."""
    assert result.response is not None
    (file,) = result.response.attachments
    assert file.filename == f"{name}.png"
    assert file.description
    return Image.open(BytesIO(await file.read())).convert("RGB")


# --- /rules ---


async def test_pages_can_be_looked_up_where_no_game_is(play: Play) -> None:
    lion = await play.slash("Dan", "rules creature", name="LIO")
    marsh = await play.slash("Dan", "rules terrain", name="Marsh")
    chains = await play.slash("Dan", "rules recruits")
    one = await play.slash("Dan", "rules recruits", terrain="Tundra")

    assert "Lion: Creature, Power 5, Skill 3, value 15" in text_of(lion)
    assert "left" not in text_of(lion)
    assert "Ogre, 2 for Troll, 2 for Ranger" in text_of(marsh)
    assert "Bog" in text_of(marsh)
    assert all(name in text_of(chains) for name in RULES.board.terrains)
    assert "Troll, 2 for Warbear" in text_of(one)
    assert "Marsh" not in text_of(one)
    for result, name in ((lion, "creature"), (marsh, "terrain"), (chains, "recruits"), (one, "recruits")):
        assert (await drawn(result, name)).width >= 800


async def test_in_a_game_the_stacks_and_the_options_of_the_table_count(play: Play) -> None:
    ann = play.people["Ann"].id
    await play.house.open(
        play.guild.id, play.channel.id, ann, "Ann", "titan", 2, "Friday", {"demilord_self_muster": "off"}
    )
    assert "another" in await play.said("Ann", "rules creature", name="WLK"), "a game that gathers has no rules yet"
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    table = await play.table()
    for _ in range(4):
        await play.first(table)

    assert "21 left, 0 dead" in await play.said("Dan", "rules creature", name="OGR")
    assert "musters another" not in await play.said("Ben", "rules creature", name="WLK")
    assert "Warlock for Warlock" not in await play.said("Ben", "rules recruits")


async def test_names_are_completed_and_found_as_people_type_them(play: Play) -> None:
    assert await play.completed("Ann", "rules creature", "name", "gri") == ["GRI"]
    assert set(await play.completed("Ann", "rules creature", "name")) == set(RULES.kinds)
    assert set(await play.completed("Ann", "rules terrain", "name")) == set(RULES.board.terrains)
    assert (await play.completed("Ann", "rules recruits", "terrain", "m"))[:2] == ["Marsh", "Mountains"]
    for typed in ("lion", "LION", "lio", "Li"):
        assert "Lion: Creature" in await play.said("Ann", "rules creature", name=typed)


@pytest.mark.parametrize(("typed", "near"), [("Ogar", "Ogre"), ("`Lyon`", "Lion"), ("", "")])
async def test_what_is_called_nothing_gets_the_near_miss(play: Play, typed: str, near: str) -> None:
    said = await play.said("Ann", "rules creature", name=typed or " ")

    assert "I don't know" in said
    assert f"Did you mean {near}" in said


async def test_pages_are_drawn_in_ones_own_theme(play: Play) -> None:
    await play.slash("Ann", "me display", theme="light")

    hers = await drawn(await play.slash("Ann", "rules recruits"), "recruits")
    his = await drawn(await play.slash("Ben", "rules recruits"), "recruits")

    assert hers.getpixel((2, hers.height - 3)) == _rgb(THEMES["light"].ground)
    assert his.getpixel((2, his.height - 3)) == _rgb(THEMES["dark"].ground)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


async def test_looking_something_up_shows_nothing_to_others(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    before = len(play.public())

    for command, filled in (("creature", {"name": "DRA"}), ("terrain", {"name": "Tower"}), ("recruits", {})):
        assert await play.said("Ann", f"rules {command}", **filled)

    assert len(play.public()) == before


async def test_every_root_and_group_is_within_discords_limits(play: Play) -> None:
    """25 commands to a group, 8000 characters in all."""

    def length(part: dict[str, Any]) -> int:
        texts = [part["name"], part.get("description", ""), *(str(c["value"]) for c in part.get("choices", ()))]
        return sum(map(len, texts)) + sum(length(each) for each in part.get("options", ()))

    for root in play.client.tree.get_commands():
        payload = root.to_dict(play.client.tree)
        assert len(payload.get("options", ())) <= 25, root.name
        assert length(payload) <= 8000, root.name


# --- /show ---


async def test_ones_own_legion_is_shown_whole(play: Play) -> None:
    who, _, _, child = await split(play)

    result = await play.slash(who, "show legion", legion=child.lower())

    assert "(4): Titan, Centaur, Gargoyle and Ogre, 60 points" in text_of(result)
    await drawn(result, "legion")


async def test_anothers_legion_is_shown_as_far_as_it_is_known(play: Play) -> None:
    """Fourteen ways to split the start (R4.2), for the opponent and for who only watches."""
    _, other, parent, child = await split(play)

    for name in (other, "Dan"):
        for marker in (parent, child):
            result = await play.slash(name, "show legion", legion=marker)
            assert "14 line-ups are possible" in text_of(result)
            assert "4 unseen" in text_of(result)
            assert "points" not in text_of(result)
            await drawn(result, "legion")


async def test_what_is_shown_of_anothers_legion_does_not_hang_on_what_is_in_it(play: Play) -> None:
    """R3.3: two splits that look alike give the same words and the same picture."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    lines = [line for action in table.legal(seat) if (line := table.line(action)).startswith("split")]
    one, two = [line for line in lines if line.split()[:3] == lines[0].split()[:3]][:2]
    seen, start = [], table.seq
    for line in (one, two):
        await play.slash(who, "play do", line=line)
        await play.slash(who, "play do", line="roll")
        shown = [await play.slash(name, "show legion", legion=line.split()[2]) for name in (other, "Dan")]
        seen.append([(text_of(each), (await drawn(each, "legion")).tobytes()) for each in shown])
        await table.rewinding.go_back(seat, start, None)

    assert seen[0] == seen[1]


async def test_every_legion_is_offered_and_one_that_is_not_there_is_said_to_be_none(play: Play) -> None:
    who, other, _, child = await split(play)

    assert await play.completed(who, "show legion", "legion") == await play.completed(other, "show legion", "legion")
    assert await play.completed(other, "show legion", "legion", child) == [child]
    assert "There is no legion" in await play.said(other, "show legion", legion="Zz99")


async def test_the_caretakers_stacks_are_shown_in_words_and_in_a_picture(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    result = await play.slash("Dan", "show caretaker")

    assert "Centaur 21" in text_of(result)
    await drawn(result, "caretaker")
