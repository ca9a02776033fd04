"""Bots are somebody: whoever looks sees what each is called, how it plays, and its face."""

from __future__ import annotations

import re

import pytest

from cogs.house.game.bot_names import COMPANY
from cogs.house.words.words import Words
from tests.discord.conftest import Play, text_of
from tests.discord.thumb import Thumb

NAMES = {Words().text(f"bot.{key}") for key in COMPANY}


async def test_bots_have_names_and_are_marked_wherever_they_are_named(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3)
    for _ in range(2):
        await play.slash("Ann", "titan add-bot", level="random")
    await play.settle()
    first, second = (chair.name for chair in (await play.table()).seats if chair.level)
    lobby = play.last_with("Start").content
    await play.slash("Ann", "titan start")
    await play.settle()

    assert {first, second} <= NAMES
    assert first != second
    told = play.public_text()
    for name in (first, second):
        assert f"{name} (bot), random" in lobby
        assert f"{name} (bot)" in told
        assert not re.search(rf"{name}(?! \(bot[,)])", told), "on a card the color stands there as well"


async def test_a_panel_goes_on_with_the_next_decision_where_only_bots_come_between(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told to wait for a ping who is asked again a moment later."""
    monkeypatch.setattr("cogs.house.background.bots.ANSWER", 60.0)
    table = await play.opened("Ann", bots=2)
    (seat,) = (chair.seat for chair in table.seats if chair.user_id == play.people["Ann"].id)
    while table.view(None).phase != "muster" or seat not in table.awaiting:
        if seat in table.awaiting:
            await table.submit(seat, table.legal(seat)[0])
        else:
            await play.settle()
    hand, turn = await Thumb(play, "Ann").open(), table.view(None).turn

    await hand.tap("End turn")
    await hand.tap("Skip")

    assert table.view(None).turn == turn + 1
    assert hand.text.startswith("**"), "what is to decide is all that it says"
    assert "split" in hand.text.lower()


async def test_the_status_introduces_each_bot_with_its_face(play: Play) -> None:
    table = await play.opened("Ann", bots=2)
    await play.slash("Ann", "titan start")

    status = await play.slash("Ben", "titan status")

    assert status.response is not None
    (picture,) = status.response.attachments
    for chair in table.seats[1:]:
        introduced = f"{chair.name} (bot), random: any legal move. Temper: "
        assert introduced in text_of(status)
        assert introduced in (picture.description or "")


async def test_where_no_bot_plays_the_status_shows_no_face(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    status = await play.slash("Ben", "titan status")

    assert status.response is not None
    assert not status.response.attachments
    assert "Temper" not in text_of(status)


async def test_who_chooses_a_level_is_told_what_it_means(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3)

    offered = await play.people["Ann"].autocomplete(play.channel, "titan add-bot", "level", "")

    assert [choice["name"] for choice in offered] == ["random: any legal move", "steady: plays soundly"]
