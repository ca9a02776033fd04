"""Permissions are taken from the bot and given back: what is owed comes by itself, once, and its host knows why not."""

from __future__ import annotations

import random

import pytest

from cogs.house.background.delivery import THREADS_AGAIN
from cogs.house.background.regained import TOGETHER
from cogs.house.game import dice
from cogs.house.store.outbox import LONGEST_OWED
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, labels
from tests.discord.lobby.test_moderating import manager
from tests.discord.lobby.test_places import why_it_rests
from tests.discord.looking.test_manners import heard, lines, live, requests
from tests.discord.quick_simcord import IDLE


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def acts(play: Play, table: Table, number: int) -> None:
    """Some calm decisions, each told before the next."""
    whims = random.Random(5)
    for _ in range(number):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
        # Where a channel refuses everything it is left alone for a while, which is not waited for.
        await (play.env.settle(idle=IDLE) if table.game.posts is PostStyle.CHANNEL else play.settle())


async def handed(play: Play, table: Table) -> None:
    """On, until it is the other's turn."""
    before = play.who(table)
    while play.who(table) == before:
        await acts(play, table, 1)


def private(play: Play, who: str, what: str) -> list[str]:
    return [message.content for message in play.dms(who) if what in message.content]


@pytest.mark.parametrize("posts", ["card", "channel"])
async def test_the_last_card_is_owed_until_the_bot_may_post_again(play: Play, posts: str) -> None:
    """And then comes by itself: nobody has to act. The host was told what is missing, and once."""
    table = await play.set_up("Ann", "Ben", posts=posts)
    old = {post.id for post in live(play)}
    await play.permits(without=("send_messages",))
    for _ in range(3 if posts == "card" else 1):
        await handed(play, table)
    who = play.who(table)
    assert {post.id for post in live(play)} <= old
    (told,) = private(play, "Ann", "**Send Messages**")
    assert f"<#{play.channel.id}>" in told
    assert not private(play, "Ben", "**Send Messages**")
    if posts == "card":
        assert "Send Messages** is missing" in await play.said(await manager(play), "titan-admin doctor")

    await play.permits()
    await play.passes(TOGETHER)

    new = [post for post in live(play) if post.id not in old and f"<@{play.people[who].id}>" in post.content]
    assert len(new) == 1, "of several that were owed the last"
    assert len(private(play, "Ann", "**Send Messages**")) == 1
    if posts == "card":
        assert [post.id for post in live(play)] == [new[0].id]
        assert new[0].pinned


async def test_what_is_owed_is_tried_without_any_news_too(play: Play) -> None:
    """Discord said nothing of it: after a while, and as soon as somebody acts in the channel."""
    table = await play.set_up("Ann", "Ben")
    (old,) = live(play)
    await play.permits(without=("send_messages",))
    await handed(play, table)
    await play.permits(told=False)
    assert [post.id for post in live(play)] == [old.id]

    await play.passes(LONGEST_OWED)

    (card,) = live(play)
    assert card.id != old.id
    await play.permits(without=("send_messages",))
    await handed(play, table)
    await play.permits(told=False)
    await play.passes(31)
    await play.said("Ann", "titan status")

    assert live(play)[0].id != card.id
    assert f"<@{play.people[play.who(table)].id}>" in live(play)[0].content


async def test_what_is_owed_comes_after_a_restart(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    (old,) = live(play)
    await play.permits(without=("send_messages",))
    await handed(play, table)
    await play.permits(told=False)

    await play.restart()
    await play.passes(TOGETHER)

    (card,) = live(play)
    assert card.id != old.id


async def test_a_lobby_that_could_not_be_shown_is_shown(play: Play) -> None:
    await play.said("Ann", "titan new", seats=2)
    (post,) = play.cards()
    del play.env.backend.messages[play.channel.id][post.id]
    await play.permits(without=("send_messages",))
    await play.said("Ben", "titan join")
    assert play.cards() == []

    await play.permits()
    await play.passes(TOGETHER)

    (post,) = play.cards()
    assert "Ben" in post.content
    assert "Start" in labels(post)


async def test_a_channel_that_is_seen_again_goes_on_by_itself(play: Play) -> None:
    """Everything is told in order, once."""
    table = await play.set_up("Ann", "Ben")
    await play.permits(without=("view_channel",))
    await acts(play, table, 4)
    assert why_it_rests(table)
    (told,) = private(play, "Ann", "/titan-admin setup")
    assert "goes on by itself" in told

    await play.permits()
    await play.passes(TOGETHER)

    assert why_it_rests(table) is None
    told_lines = [line for line in lines(play.public()) if line in set(await heard(table))]
    assert sorted(told_lines) == sorted(await heard(table))
    assert len(live(play)) == 1
    names = [thread.name for thread in play.channel.threads]
    assert len(names) == len(set(names))


async def test_what_changes_elsewhere_asks_nothing_of_games_that_owe_nothing(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    before = len(play.env.http_requests)
    for _ in range(3):
        await play.permits()
    await play.passes(TOGETHER)

    assert len(play.env.http_requests) == before


async def test_an_older_card_does_not_stay_pinned_beside_the_new_one(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.permits(without=("pin_messages",))
    await handed(play, table)
    await handed(play, table)
    pinned = [post.id for post in play.cards() if post.pinned]
    assert len(pinned) == 1
    assert pinned != [live(play)[0].id]

    await play.permits()
    await play.passes(TOGETHER)

    assert [post.id for post in play.cards() if post.pinned] == [live(play)[0].id]


@pytest.mark.parametrize("tells", [True, False])
async def test_a_locked_log_is_left_alone_and_written_in_again_once_it_is_open(play: Play, tells: bool) -> None:
    table = await play.set_up("Ann", "Ben")
    (log,) = play.channel.threads
    path = f"/channels/{log.id}"
    play.env.inject_error("POST", f"{path}/messages", status=400, code=50083, times=None)
    play.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    before = len(list(requests(play, "POST", f"{path}/messages")))
    await acts(play, table, 8)

    assert len(list(requests(play, "POST", f"{path}/messages"))) == before + 1
    assert [request.json for request in requests(play, "PATCH", path)] == [{"archived": False}]
    assert len(play.channel.threads) == 1
    (told,) = private(play, "Ann", "is locked")
    assert "thread" in told
    assert not private(play, "Ann", "open threads")
    assert any(", so far:**" in post.content for post in play.cards()), "the channel has what has happened"

    play.env.backend.edit_channel(log.id, {}, thread_metadata={"locked": True})
    await play.settle()
    assert f"<#{log.id}> is locked" in await play.said(await manager(play), "titan-admin doctor")

    play.env.backend.faults.clear()
    if tells:
        play.env.backend.edit_channel(log.id, {}, thread_metadata={"locked": False})
        await play.settle()
        await play.passes(TOGETHER)
    else:
        await play.passes(THREADS_AGAIN)
    known = len(play.thread("Log: "))
    await handed(play, table)
    assert len(play.thread("Log: ")) > known
