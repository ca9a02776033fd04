"""Games in places of their own: a thread beside a game that is played already, a post in a forum; what is missing."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest

from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, Starts, text_of
from tests.discord.lobby.test_moderating import manager


async def typed(play: Play, who: str, where: Any, command: str, **options: Any) -> str:
    """What somebody is told who types a command somewhere."""
    result = await play.people[who].slash(where, command, **options)
    await play.settle()
    assert result.response is not None
    assert result.response.ephemeral
    return text_of(result)


async def begun_in(play: Play, where: Any) -> Any:
    """The game of a place with Ann and Ben, some acts after its beginning."""
    await typed(play, "Ben", where, "titan join")
    await typed(play, "Ann", where, "titan start")
    table = await play.house.at(where.id)
    assert table is not None
    whims = random.Random(5)
    for _ in range(12):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
        await play.settle()
    return table


def threads(play: Play) -> dict[str, Any]:
    return {thread.name or "": thread for thread in play.channel.threads}


async def test_where_a_game_is_played_already_a_new_one_gets_a_thread_and_is_told_in_it(play: Play) -> None:
    first = await play.set_up("Cleo", "Dan")

    said = await typed(play, "Ann", play.channel, "titan new", seats=2, name="Second")

    own = threads(play)["Second"]
    assert f"<#{own.id}>" in said
    assert any("Second" in message.content and message.components for message in own.history()), "its lobby"
    table = await begun_in(play, own)
    assert table.game.id != first.game.id
    assert table.game.channel == own.id
    told = "\n".join(message.content for message in own.history())
    assert "My turn" in {part.label for message in own.history() for row in message.components for part in row.children}
    assert ", so far:**" in told, "there is no thread in a thread"
    assert not any("open threads" in message.content for message in play.dms("Ann"))
    assert {name for name in threads(play) if "Second" in name} == {"Second"}
    assert (await play.house.at(play.channel.id)) is first


async def test_no_game_is_opened_in_the_log_of_another(play: Play) -> None:
    first = await play.set_up("Cleo", "Dan")
    (log,) = play.channel.threads

    said = await typed(play, "Ann", log, "titan new", seats=2, name="Second")

    assert f"<#{threads(play)['Second'].id}>" in said
    assert (await play.house.at(log.id)) is first


async def test_a_server_lets_all_new_games_have_a_post_in_a_forum(play: Play) -> None:
    boss = await manager(play)
    forum = play.guild.create_forum_channel("games")
    assert f"<#{forum.id}>" in await typed(play, boss, play.channel, "titan-admin setup", home=forum)
    assert f"<#{forum.id}>" in await typed(play, boss, play.channel, "titan-admin defaults")

    said = await typed(play, "Ann", play.channel, "titan new", seats=2, name="A post")

    (post,) = forum.threads
    assert post.name == "A post"
    assert f"<#{post.id}>" in said
    first, lobby, *_ = sorted(post.history(), key=lambda message: message.id)
    assert "A post" in first.content
    assert "Ann" in first.content
    assert lobby.components
    table = await begun_in(play, post)
    assert await play.house.at(play.channel.id) is None
    again = await typed(play, "Cleo", post, "titan new", seats=2, name="Another")
    assert len(forum.threads) == 2
    assert str(table.game.channel) not in again

    play.env.backend.edit_channel(post.id, {}, thread_metadata={"archived": True})
    await play.settle()
    assert "All permissions are there" in await typed(play, boss, play.channel, "titan-admin doctor")
    await typed(play, boss, play.channel, "titan-admin setup", anywhere=True)
    assert "Your table is open." in await typed(play, "Dan", play.channel, "titan new", seats=2)


async def test_what_does_not_fit_opens_no_thread(play: Play) -> None:
    await play.set_up("Cleo", "Dan")
    before = len(play.channel.threads)

    boss = await manager(play)
    await typed(play, boss, play.channel, "titan-admin setup", home=play.channel)
    said = await typed(play, "Ann", play.channel, "titan new", pace="now and then")

    assert said == "Choose a pace, or give hours from 1 to 720, like `36`."
    assert len(play.channel.threads) == before


async def test_without_the_permission_it_is_said_what_is_missing_and_nothing_is_opened(starts: Starts) -> None:
    async with starts(without=("create_public_threads",)) as play:
        await play.set_up("Cleo", "Dan")
        boss = await manager(play)

        said = await typed(play, "Ann", play.channel, "titan new", seats=2)
        assert "create public threads" in said
        assert f"<#{play.channel.id}>" in said
        assert "create public threads" in await typed(play, boss, play.channel, "titan-admin setup", home=play.channel)
        assert play.channel.threads == []
        assert [game.id for game in await play.house.store.games.in_server(play.guild.id)] == [1]


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (400, 160006)], ids=["gone", "full"])
async def test_a_home_that_is_gone_or_full_is_named(play: Play, status: int, code: int) -> None:
    boss = await manager(play)
    home = play.guild.create_text_channel("home")
    await typed(play, boss, play.channel, "titan-admin setup", home=home)
    play.env.inject_error("POST", f"/channels/{home.id}/threads", status=status, code=code, times=None)

    said = await typed(play, "Ann", play.channel, "titan new", seats=2)

    assert f"<#{home.id}>" in said
    assert not await play.house.store.games.in_server(play.guild.id)
    assert isinstance(play.client.get_channel(home.id), discord.TextChannel)


async def test_a_game_in_a_thread_that_went_to_the_archive_goes_on(play: Play) -> None:
    await play.set_up("Cleo", "Dan")
    await typed(play, "Ann", play.channel, "titan new", seats=2, name="Second")
    own = threads(play)["Second"]
    table = await begun_in(play, own)
    play.env.inject_error("POST", f"/channels/{own.id}/messages", status=400, code=50083)
    before = len(own.history())

    seat = min(table.awaiting)
    await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), random.Random(5)))
    await play.settle()

    assert table.game.suspended is None
    assert len(own.history()) >= before
