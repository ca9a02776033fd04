"""What happens to the places of a game: deleted, forbidden, archived, full, too old, or in a server without the bot."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from cogs.house.background.regained import TOGETHER
from cogs.house.table.table import Table
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, labels, text_of
from tests.discord.looking.test_manners import heard, lines, live, requests, state
from tests.house.conftest import taken_over


async def went_on(play: Play, table: Table, acts: int = 1) -> None:
    """Some calm decisions, each told before the next."""
    whims = random.Random(5)
    for _ in range(acts):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
        await play.settle()


def why_it_rests(table: Table) -> str | None:
    return table.game.suspended


def closed(play: Play, status: int, code: int) -> None:
    """The channel and its threads take nothing any more."""
    for place in (play.channel, *play.channel.threads):
        for method in ("POST", "PATCH", "PUT"):
            play.env.inject_error(method, f"/channels/{place.id}/*", status=status, code=code, times=None)


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001)], ids=["deleted", "no access"])
async def test_when_the_channel_is_gone_the_game_rests_its_host_is_told_and_a_press_goes_on(
    play: Play, status: int, code: int
) -> None:
    table = await play.set_up("Ann", "Ben")
    post, before = play.last_with("My turn"), {name: len(play.dms(name)) for name in ("Ann", "Ben")}
    closed(play, status, code)

    await went_on(play, table, 3)

    assert why_it_rests(table) == f"{status} {code}"
    told = [message.content for message in play.dms("Ann")[before["Ann"] :] if "/titan-admin setup" in message.content]
    assert len(told) == 1, "the host, once"
    assert not any("/titan-admin setup" in message.content for message in play.dms("Ben"))
    asked = len(list(requests(play, "POST", f"/channels/{play.channel.id}/.*")))
    await went_on(play, table, 3)
    assert len(list(requests(play, "POST", f"/channels/{play.channel.id}/.*"))) == asked, "a dead channel is left alone"

    play.env.backend.faults.clear()
    pressed = await play.press("Ann", post, label="My turn")

    assert text_of(pressed)
    assert why_it_rests(table) is None
    assert set(await heard(table)) <= set(lines(play.public())), "nothing was lost"


async def test_a_bot_that_is_invited_again_goes_on_where_it_was(play: Play) -> None:
    """What was kept of the server stays, and what was held back is told as soon as the bot is in it again."""
    table = await play.set_up("Ann", "Ben")
    closed(play, 403, 50001)
    await went_on(play, table, 2)
    assert why_it_rests(table)
    await play.restart()
    table = await play.house.table(table.game.id)
    assert why_it_rests(table)

    play.env.backend.faults.clear()
    backend = play.env.backend
    backend.emit("GUILD_DELETE", {"id": str(play.guild.id)})
    invited = dict(serializers.guild_create_payload(backend, backend.get_guild(play.guild.id)))
    invited.pop("unavailable", None)
    backend.emit("GUILD_CREATE", invited)
    await play.settle()
    await play.passes(TOGETHER)

    assert why_it_rests(table) is None
    assert set(await heard(table)) <= set(lines(play.public()))


async def test_a_server_that_is_gone_stops_its_game_and_harms_no_other(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    play.env.backend.remove_guild(play.guild.id)
    await play.settle()

    await went_on(play, table, 3)

    assert why_it_rests(table)
    assert table.game.status.value == "running"
    assert await play.house.settled(1.0), "nothing goes on asking"


async def test_a_message_that_was_deleted_is_no_matter(play: Play) -> None:
    """10008: the card is posted afresh, and its press answered, though the message it was on is gone."""
    table = await play.set_up("Ann", "Ben")
    (card,) = live(play)
    play.env.inject_error("PATCH", f"/channels/{play.channel.id}/messages/{card.id}", status=404, code=10008)

    await went_on(play, table, 2)

    assert live(play)[-1].id != card.id
    assert why_it_rests(table) is None
    assert set(await heard(table)) <= set(lines(play.public()))


@pytest.mark.parametrize("code", [50083, 160005], ids=["archived", "locked"])
async def test_a_thread_in_the_archive_is_taken_out_and_told(play: Play, code: int) -> None:
    """SimCord lets only those do so who may manage channels, Discord all who may write there."""
    table = await play.set_up("Ann", "Ben")
    (thread,) = play.channel.threads
    place = play.env.backend.get_channel(play.channel.id)
    (own,), more = place.overwrites, discord.Permissions(manage_channels=True).value
    place.overwrites = [replace(own, allow=own.allow | more, deny=own.deny & ~more)]
    play.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=code)

    await went_on(play, table, 3)

    assert len(play.channel.threads) == 1
    woken: list[Any] = [request.json for request in requests(play, "PATCH", f"/channels/{thread.id}")]
    assert woken == [{"archived": False}]
    assert set(await heard(table)) <= set(lines(play.public()))


async def test_a_press_in_a_thread_in_the_archive_is_answered_and_the_card_leads_elsewhere(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    (thread,) = play.channel.threads
    play.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await play.settle()

    (card,) = live(play)

    assert f"<#{thread.id}>" in card.content
    assert labels(card)[0] == "My turn", "where no thread can lie asleep"


@pytest.mark.parametrize(("status", "code"), [(400, 160006), (400, 30013)], ids=["too many threads", "too many"])
async def test_where_there_can_be_no_more_threads_the_card_tells_the_game(play: Play, status: int, code: int) -> None:
    play.env.inject_error("POST", f"/channels/{play.channel.id}/threads", status=status, code=code, times=None)

    table = await play.set_up("Ann", "Ben")
    await went_on(play, table, 6)

    assert play.channel.threads == []
    assert not set(await heard(table)) & set(lines(play.cards()))
    assert state(live(play)[-1]) == table.kit.flow.phase(table.view(None), table.names)
    assert len(list(requests(play, "POST", f"/channels/{play.channel.id}/threads"))) == 1, "not asked again and again"


async def test_threads_are_public(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    asked: list[Any] = [request.json for request in requests(play, "POST", f"/channels/{play.channel.id}/threads")]

    assert [each["type"] for each in asked] == [discord.ChannelType.public_thread.value]


async def test_names_of_threads_are_cut_to_what_discord_takes(play: Play) -> None:
    name = "**" + "W" * 57 + "!"
    await play.set_up("Ann", "Ben", name=name)

    (thread,) = play.channel.threads

    assert thread.name is not None
    assert len(thread.name) <= 100
    assert name in thread.name


async def test_an_edit_that_is_refused_for_age_is_posted_afresh(play: Play) -> None:
    """30046: messages older than an hour take few edits."""
    table = await play.set_up("Ann", "Ben")
    (card,) = live(play)
    play.env.inject_error("PATCH", f"/channels/{play.channel.id}/messages/{card.id}", status=429, code=30046)

    await went_on(play, table, 2)

    assert live(play)[-1].id != card.id
    assert set(await heard(table)) <= set(lines(play.public()))


async def test_a_channel_that_refuses_is_asked_seldom(play: Play) -> None:
    """Ten thousand refused requests in ten minutes, and Discord bans the address."""
    table = await play.set_up("Ann", "Ben", posts="channel")
    play.env.inject_error("POST", f"/channels/{play.channel.id}/messages", status=403, code=50013, times=None)
    before = len(list(requests(play, "POST", f"/channels/{play.channel.id}/messages")))

    whims = random.Random(5)
    for _ in range(60):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
        await play.env.settle()

    assert len(list(requests(play, "POST", f"/channels/{play.channel.id}/messages"))) - before <= 12


async def test_a_player_who_left_the_server_keeps_his_seat_until_another_is_put_on_it(play: Play) -> None:
    """He can't be reached any more (50278): the channel is told that something waits, and the game goes on."""
    table = await play.set_up("Ann", "Ben")
    gone = play.people["Ben"]
    play.guild.remove_member(gone)
    play.env.inject_error("POST", f"/channels/{gone.user.dm_channel.id}/messages", status=403, code=50278, times=None)

    while play.who(table) != "Ben":
        await went_on(play, table)
    await went_on(play, table, 2)

    seat = table.seat_of(gone.id)
    assert seat is not None
    assert table.game.status.value == "running"
    assert why_it_rests(table) is None
    await taken_over(table, seat, play.people["Cleo"].id, "Cleo")
    await play.settle()
    assert table.seat_of(gone.id) is None
    assert play.dms("Cleo"), "who takes the seat gets its things"
