"""Since your last turn: what whoever comes back finds a press away, and the local table once a turn."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from cogs.house.words.short_lines import LINE
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, Starts, labels, text_of
from tests.discord.test_controls import crafted

BUTTON = "What happened"


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def played_on(play: Play, table: Table, until_turn_of: str) -> None:
    """Everybody plays on until a next turn of somebody's begins."""
    whims, seat = random.Random(5), table.seat_of(play.people[until_turn_of].id)
    assert seat is not None
    began = table.view(None).turn
    while table.kit.flow.turn(table.view(None))[1] != seat or table.view(None).turn == began:
        (now,) = table.awaiting
        await table.submit(now, LEVELS["steady"](table.view(now), table.legal(now, undo=False), whims))
    await play.settle()


async def test_who_comes_back_reads_what_the_others_did_and_sees_it(play: Play) -> None:
    table = await play.set_up("Ann", "Ben", "Cleo")
    who = play.who(table)
    await played_on(play, table, who)

    panel = await play.press(who, play.last_with("My turn"), label="My turn")
    assert panel.response is not None
    assert BUTTON in labels(panel.response)
    told = await play.press(who, panel.response, label=BUTTON)

    assert told.response is not None
    assert told.response.id == panel.response.id, "one message that changes"
    title, *said = told.response.content.split("\n")
    assert title == "**Since your last turn**"
    others = {"Ann", "Ben", "Cleo"} - {who}
    assert {line.partition("** ")[0].removeprefix("**") for line in said} == others
    assert all("rolled" in line and len(line) <= LINE for line in said)
    assert [file.filename for file in told.response.attachments] == ["since.webp"]
    again = await play.press(who, told.response, label="My turn")
    assert again.response is not None
    assert "hand.png" in [file.filename for file in again.response.attachments]


async def test_once_they_have_decided_there_is_nothing_to_look_back_on(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await played_on(play, table, who)
    await play.said(who, "play roll")

    panel = await play.press(who, play.last_with("My turn"), label="My turn")

    assert BUTTON not in labels(panel.response)


async def test_in_the_first_turn_nothing_has_happened_and_that_is_said(play: Play) -> None:
    """An old panel may ask for it at any time."""
    table = await play.set_up("Ann", "Ben")
    old = await crafted(play, f"t1:{table.game.id}:{table.began}:/since")

    pressed = await play.press(play.who(table), old, label="x")

    assert text_of(pressed) == "Nothing has happened since your last turn."


async def test_a_new_panel_takes_the_place_of_the_one_before(play: Play) -> None:
    """Whoever presses *My turn* again and again has one panel, and others keep theirs."""
    table = await play.set_up("Ann", "Ben")
    who, other = play.who(table), "Ben" if play.who(table) == "Ann" else "Ann"
    before = {name: len(private(play, name)) for name in (who, other)}
    await play.press(other, play.last_with("My turn"), label="My turn")
    for _ in range(3):
        panel = await play.press(who, play.last_with("My turn"), label="My turn")
        assert panel.response is not None
        (mine,) = private(play, who)[before[who] :]
        assert mine.id == panel.response.id
    pressed = await play.press(who, mine, label="Hint")

    assert pressed.response is not None
    assert pressed.response.id == mine.id
    assert len(private(play, who)) == before[who] + 1
    assert len(private(play, other)) == before[other] + 1


@pytest.mark.parametrize(("without", "posts"), [((), 1), (("create_public_threads",), 2)], ids=["threads", "none"])
async def test_a_round_of_four_costs_the_channel_the_card_and_where_it_has_no_threads_a_digest(
    starts: Starts, without: tuple[str, ...], posts: int
) -> None:
    """A person and three bots: a picture a post."""
    async with starts(without=without) as play:
        table = await play.opened("Ann", bots=3)
        while table.view(None).phase == "setup":
            await play.first(table)
        before, seat = len(play.cards()), table.seat_of(play.people["Ann"].id)
        while (table.view(None).turn, table.view(None).active) != (2, seat):
            await play.first(table)

        new = play.cards()[before:]
        assert len(new) == posts
        assert [len(post.attachments) for post in new] == [1] * posts
        assert labels(new[-1]) == ["My turn", "Roll"]


def private(play: Play, who: str) -> list[discord.Message]:
    """What somebody alone sees in the channel."""
    return [message for message in play.seen_by(who) if message.flags.ephemeral]
