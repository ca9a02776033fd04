"""Rules that are chosen at `/titan new`: offered, shown wherever people look, kept, and played by."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.house.kit import Option
from engine.titan.rules import OPTIONS
from tests.discord.conftest import Play

CHOSEN = {"mulligan": "none", "memory-aid": "open", "tower-round-order": "attacker_first"}
SAID = (
    "Rules: Mulligan: none, every roll stands; Memory aid: everything, all legions lie open; "
    "Battles in a tower: the attacker goes first; otherwise standard rules."
)
STANDARD = "Rules: standard rules."


def new_command(play: Play) -> dict[str, Any]:
    """`/titan new` as it is registered with Discord."""
    group = play.client.tree.get_command("titan")
    assert group is not None
    commands = group.to_dict(play.client.tree)["options"]
    return next(command for command in commands if command["name"] == "new")


def options_of(play: Play) -> tuple[Option, ...]:
    """What the command offers."""
    return tuple(option for option in play.client.desk.faces["titan"].kit.options if option.only is None)


def length(part: dict[str, Any]) -> int:
    """What Discord counts of a command: all names, descriptions and values in it."""
    own = sum(len(str(part.get(key, ""))) for key in ("name", "description", "value"))
    return own + sum(length(inner) for key in ("options", "choices") for inner in part.get(key, ()))


async def test_every_rule_that_can_be_chosen_is_an_option_with_its_values(play: Play) -> None:
    """Rules, section 22; what belongs to a variant alone is chosen in the lobby."""
    offered = {o["name"]: [c["value"] for c in o["choices"]] for o in new_command(play)["options"] if o.get("choices")}

    for setting in ("theme", "language", "hints", "posts"):
        del offered[setting]
    assert offered == {key.replace("_", "-"): list(v) for key, v in OPTIONS.items() if len(v) > 1}


async def test_nothing_need_be_said_that_the_server_has_and_the_default_is_marked_and_comes_first(play: Play) -> None:
    """The seats come first: they alone have no default where moderators have chosen none."""
    seats, name, *options = new_command(play)["options"]
    options = [each for each in options if each["name"] != "language"]  # the server's, by default

    assert seats["name"] == "seats"
    assert not any(each.get("required") for each in (seats, name, *options))
    assert "How many are to play, 2 to 6?" in await play.said("Ann", "titan new")
    for option in options:
        first, *others = (choice["name"] for choice in option["choices"])
        assert first.endswith("(standard)")
        assert not any(other.endswith("(standard)") for other in others)


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
    await play.slash("Ann", "titan new", seats=2, **CHOSEN)
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
    assert (await play.table()).game.options == {}


async def test_choosing_the_default_is_not_worth_a_word(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2, mulligan="first_turn_once", **{"demilord-self-muster": "on"})

    assert STANDARD in play.public()[0].content


async def test_what_was_chosen_is_kept_over_restarts_and_in_the_export(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2, **CHOSEN)
    await play.restart()
    assert SAID in await play.said("Ben", "titan status")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")

    await play.restart()

    assert SAID in await play.said("Ben", "titan status")
    table = await play.table()
    assert table.game.options == {key.replace("-", "_"): value for key, value in CHOSEN.items()}
    assert "option mulligan none" in await table.export()


@pytest.mark.parametrize(("value", "possible"), [("first_turn_once", True), ("none", False), ("unlimited", True)])
async def test_the_game_is_played_by_what_was_chosen(play: Play, value: str, possible: bool) -> None:
    """R5.3"""
    await play.slash("Ann", "titan new", seats=2, mulligan=value)
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
    await play.slash("Ann", "titan new", seats=2, **{"memory-aid": "open"})
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    table = await play.table()
    while table.view(None).phase != "move":
        name, seat = play.who(table), min(table.awaiting)
        lines = [table.line(action) for action in table.legal(seat)]
        await play.slash(name, "play do", line=next((n for n in lines if n.startswith(("split", "roll"))), lines[0]))

    assert all(len(legion.creatures) == legion.height for legion in table.view(None).legions)


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        (("no-tower-teleport", "tower-to-tower-only"), ("Tower teleports: to towers only", "Teleports from towers")),
        (("no-first-turn-teleport", "no-first-turn-tower-to-tower"), ("Tower to tower in the first turn",)),
    ],
)
async def test_an_option_that_would_change_nothing_is_refused_in_private(
    play: Play, chosen: tuple[str, ...], names: tuple[str, ...]
) -> None:
    """R7.8"""
    said = await play.said("Ann", "titan new", seats=2, **dict.fromkeys(chosen, "on"))

    assert "changes nothing with" in said
    assert all(name in said for name in names)
    assert play.public() == []
    assert "No game is open" in await play.said("Ann", "titan status")
