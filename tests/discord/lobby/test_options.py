"""Rules of a table: presets offered by `/titan new`, shown wherever people look, kept, and played by."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.house.game.options import begun_with, chosen_for, preset_of
from engine.titan.options import PRESETS
from tests.discord.conftest import Play

CHOSEN = {"mulligan": "none", "memory-aid": "open", "raise-strike-number": "any"}
SAID = (
    "Rules: standard, changed. Mulligan: none, every roll stands; Memory aid: everything: all legions lie open; "
    "Higher strike numbers: any up to 6."
)
STANDARD = "Rules: standard."


def new_command(play: Play) -> dict[str, Any]:
    """`/titan new` as it is registered with Discord."""
    group = play.client.tree.get_command("titan")
    assert group is not None
    commands = group.to_dict(play.client.tree)["options"]
    return next(command for command in commands if command["name"] == "new")


def length(part: dict[str, Any]) -> int:
    """What Discord counts of a command: all names, descriptions and values in it."""
    own = sum(len(str(part.get(key, ""))) for key in ("name", "description", "value"))
    return own + sum(length(inner) for key in ("options", "choices") for inner in part.get(key, ()))


async def test_nothing_has_to_be_said_and_seven_things_can_be(play: Play) -> None:
    options = new_command(play)["options"]

    assert [each["name"] for each in options] == ["seats", "name", "rules", "pace", "told", "language", "join"]
    assert not any(each.get("required") for each in options)
    assert "Your table is open." in await play.said("Ann", "titan new")
    assert (await play.table()).game.places == 4


async def test_the_standard_choice_is_marked_and_comes_first(play: Play) -> None:
    options = {
        each["name"]: [choice["name"] for choice in each.get("choices", ())] for each in new_command(play)["options"]
    }

    for name in ("told", "join"):
        first, *others = options[name]
        assert first.endswith("(standard)")
        assert not any(other.endswith("(standard)") for other in others)


async def test_a_preset_is_chosen_at_once_and_named_with_what_differs_from_it(play: Play) -> None:
    await play.slash("Ann", "titan new", rules="battle-titan")
    table = await play.table()
    assert table.game.options == {"variant": "battle_titan"}
    assert "Rules: Battle Titan. End of the game: turn 12 is the last." in play.public()[0].content

    await table.lobby.choose("mulligan", "none", play.people["Ann"].id)
    await play.settle()
    said = play.public()[0].content
    assert (
        "Rules: Battle Titan, changed. End of the game: turn 12 is the last; Mulligan: none, every roll stands." in said
    )

    await table.lobby.choose("preset", "law", play.people["Ann"].id)
    await table.lobby.choose("variant", "standard", play.people["Ann"].id)
    await play.settle()
    assert STANDARD in play.public()[0].content
    assert table.game.options == {}


async def test_battle_titan_goes_with_each_edition(play: Play) -> None:
    """RULES 21: its own options stay its own, whatever edition is chosen before or after."""
    await play.slash("Ann", "titan new", rules="battle-titan")
    table, ann = await play.table(), play.people["Ann"].id
    for key, value in (("end_condition", "turns 20"), ("tiebreak", "battle_score"), ("mulligan", "none")):
        await table.lobby.choose(key, value, ann)
    own = {"variant": "battle_titan", "end_condition": "turns 20", "tiebreak": "battle_score"}

    await table.lobby.choose("preset", "valley", ann)
    assert table.game.options == {**own, **PRESETS["valley"]}
    await table.lobby.choose("tiebreak", "shared", ann)
    await play.settle()
    assert "Rules: Valley Games, Battle Titan. End of the game: turn 20 is the last." in play.public()[0].content
    await table.lobby.choose("cumulative_slow", "on", ann)
    await play.settle()
    assert "Rules: Valley Games, Battle Titan, changed. End of the game" in play.public()[0].content

    await table.lobby.choose("preset", "law", ann)
    await play.settle()
    assert "Rules: Battle Titan. End of the game: turn 20 is the last." in play.public()[0].content
    await table.lobby.choose("variant", "standard", ann)
    await table.lobby.choose("preset", "colossus", ann)
    await table.lobby.choose("preset", "battle-titan", ann)
    await play.settle()
    assert "Rules: Colossus, Battle Titan. End of the game: turn 12 is the last." in play.public()[0].content


async def test_every_preset_of_every_game_can_be_played_and_is_the_one_that_it_is(play: Play) -> None:
    for face in play.client.context.faces.values():
        for name, chosen in face.kit.variants.presets.items():
            for options in (chosen, begun_with(face.kit, chosen)):
                face.kit.rules.new_game(face.kit.places, options)
            assert preset_of(face.kit, chosen) == name


async def test_discords_limits_are_kept(play: Play) -> None:
    """25 options, names of 32 characters, descriptions and choices of 100, 8000 characters in all."""
    command = new_command(play)
    group = play.client.tree.get_command("titan")
    assert group is not None

    assert len(command["options"]) <= 25
    assert all(len(o["name"]) <= 32 and len(o["description"]) <= 100 for o in command["options"])
    assert all(len(choice["name"]) <= 100 for o in command["options"] for choice in o.get("choices", ()))
    assert length(group.to_dict(play.client.tree)) <= 8000


async def test_what_was_chosen_is_shown_in_the_lobby_at_the_start_and_in_the_status(play: Play) -> None:
    await play.new("Ann", seats=2, **CHOSEN)
    (lobby,) = play.public()
    assert SAID in lobby.content
    assert SAID in await play.said("Dan", "titan status")

    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")

    post, began, *_ = play.public()
    assert post.id == lobby.id
    assert SAID in post.content
    assert SAID in began.content
    assert SAID in await play.said("Dan", "titan status")


async def test_a_game_without_choices_has_the_standard_rules_and_says_so(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")

    post, began, *_ = play.public()
    assert STANDARD in post.content
    assert STANDARD in began.content
    assert STANDARD in await play.said("Dan", "titan status")
    table = await play.table()
    assert chosen_for(table.kit, table.game) == {}


async def test_choosing_the_default_is_not_worth_a_word(play: Play) -> None:
    await play.new("Ann", seats=2, mulligan="first_turn_once", **{"demilord-self-muster": "on"})

    assert STANDARD in play.public()[0].content


async def test_what_was_chosen_is_kept_over_restarts_and_in_the_export(play: Play) -> None:
    await play.new("Ann", seats=2, **CHOSEN)
    await play.restart()
    assert SAID in await play.said("Ben", "titan status")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")

    await play.restart()

    assert SAID in await play.said("Ben", "titan status")
    table = await play.table()
    assert chosen_for(table.kit, table.game) == {key.replace("-", "_"): value for key, value in CHOSEN.items()}
    assert "option mulligan none" in await table.export()


@pytest.mark.parametrize(("value", "possible"), [("first_turn_once", True), ("none", False), ("unlimited", True)])
async def test_the_game_is_played_by_what_was_chosen(play: Play, value: str, possible: bool) -> None:
    """R5.3"""
    await play.new("Ann", seats=2, mulligan=value)
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    table = await play.table()
    while table.view(None).phase != "split":
        await play.first(table)
    while table.view(None).phase == "split":
        name, seat = play.who(table), min(table.awaiting)
        split = next((table.line(a) for a in table.legal(seat) if table.line(a).startswith("split")), "roll")
        await play.slash(name, "play do", line=split)
        if table.view(None).phase == "split":
            await play.slash(name, "play roll")

    said = await play.said(play.who(table), "play mulligan")

    assert ("The roll stands" not in said) == possible


async def test_an_open_game_shows_everybodys_legions(play: Play) -> None:
    """R3.7"""
    await play.new("Ann", seats=2, **{"memory-aid": "open"})
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    table = await play.table()
    while table.view(None).phase != "move":
        name, seat = play.who(table), min(table.awaiting)
        lines = [table.line(action) for action in table.legal(seat)]
        await play.slash(name, "play do", line=next((n for n in lines if n.startswith(("split", "roll"))), lines[0]))

    assert all(len(legion.creatures) == legion.height for legion in table.view(None).legions)
