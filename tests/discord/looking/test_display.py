"""Choosing how pictures look: `/titan new theme:` and `/titan settings` for everybody, `/me display` for oneself."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from cogs.house.game.pictures import Look
from render.theme import THEMES
from tests.discord.conftest import Play, text_of

LINE = "Pictures: "
"""How a theme is told where it is not the standard one."""


@pytest.fixture
async def play(pictured: Play) -> Play:
    """What is on pictures is the question here."""
    return pictured


def themes_of(play: Play, root: str, command: str) -> list[str]:
    """The values that a command offers for `theme`."""
    group = play.client.tree.get_command(root)
    assert group is not None
    found: dict[str, Any] = next(c for c in group.to_dict(play.client.tree)["options"] if c["name"] == command)
    (theme,) = (option for option in found["options"] if option["name"] == "theme")
    return [choice["value"] for choice in theme["choices"]]


def files_of(result: simcord.InteractionResult) -> list[discord.Attachment]:
    assert result.response is not None
    return result.response.attachments


async def bytes_of(result: simcord.InteractionResult) -> bytes:
    (file,) = files_of(result)
    return await file.read()


async def test_every_theme_can_be_chosen(play: Play) -> None:
    assert themes_of(play, "titan", "settings") == list(THEMES)
    assert themes_of(play, "me", "display") == ["game", *THEMES]


async def test_a_games_theme_is_told_in_lobby_and_status_unless_it_is_the_standard_one(play: Play) -> None:
    await play.new("Ann", seats=2, theme="print")
    await play.slash("Ben", "titan join")

    (lobby,) = play.public()
    assert f"{LINE}for print" in lobby.content

    assert f"{LINE}dark" in await play.said("Ann", "titan settings", theme="dark")
    (lobby,) = play.public()
    assert LINE not in lobby.content

    await play.slash("Ann", "titan start")
    assert LINE not in await play.said("Dan", "titan status")
    await play.agreed("Ann", "titan settings", theme="contrast")
    assert f"{LINE}high contrast" in await play.said("Dan", "titan status")


async def test_only_the_host_changes_the_games_theme_and_everybody_may_read_it(play: Play) -> None:
    table = await play.opened("Ann", "Ben")

    said = await play.said("Ben", "titan settings", theme="light")

    assert "Ann" in said
    assert table.theme == "dark"
    assert f"{LINE}dark" in await play.said("Ben", "titan settings")


async def test_ones_own_theme_is_shown_at_once_and_holds_for_private_pictures_alone(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    seat = table.seat_of(play.people["Ben"].id)
    light, _ = await table.picture("hand", seat, 0, Look())

    sample = await play.slash("Ben", "me display", theme="safe")

    assert "safe for the color-blind" in text_of(sample)
    assert [file.filename for file in files_of(sample)] == ["hand.png"]
    kit, view = play.client.context.face(table).kit, table.view(seat)
    drawn = kit.pictures.draw("hand", view, table.plain_names, Look("safe"))
    assert await bytes_of(sample) == drawn != light
    assert await bytes_of(await play.slash("Ben", "show mine")) == drawn
    board = kit.pictures.draw("board", table.view(None), table.plain_names, Look("safe", phone=True))
    assert await bytes_of(await play.slash("Ben", "show board")) == board
    assert await bytes_of(await play.slash("Ann", "show board")) == kit.pictures.draw(
        "board", table.view(None), table.plain_names, Look(phone=True)
    )
    watching = await play.slash("Dan", "me display")
    assert "as each game has them" in text_of(watching)
    assert [file.filename for file in files_of(watching)] == ["board.png"]


async def test_who_wants_large_pictures_gets_those_that_everybody_sees(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    kit, view, names = play.client.context.face(table).kit, table.view(None), table.plain_names
    assert "for a phone" in await play.said("Ben", "me display")

    assert "as large as for everybody" in await play.said("Ben", "me display", size="large")

    assert await bytes_of(await play.slash("Ben", "show board")) == kit.pictures.draw("board", view, names, Look())
    phone = kit.pictures.draw("board", view, names, Look(phone=True))
    assert await bytes_of(await play.slash("Ann", "show board")) == phone
    assert "for a phone" in await play.said("Ben", "me display", size="phone")


async def test_a_restart_keeps_both_choices_and_ones_own_can_be_forgotten(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", theme="light")
    await play.slash("Ben", "me display", theme="contrast")

    await play.restart()

    assert f"{LINE}light" in await play.said("Dan", "titan status")
    assert "high contrast" in await play.said("Ben", "me display")
    assert "as each game has them" in await play.said("Ben", "me display", theme="game")
    assert "as each game has them" in await play.said("Ben", "me display")
    table = await play.table()
    assert (await table.look(play.people["Ben"].id)).theme == "light"


async def test_where_no_game_is_played_there_is_no_sample(play: Play) -> None:
    answer = await play.slash("Ann", "me display", theme="print")

    assert "for print" in text_of(answer)
    assert not files_of(answer)
