"""How a game is told on Discord: a live card in the channel, a log, a thread for each battle; and what can be missing.

What is told in them is the matter of tests/games, and how they outlive a kill of tests/house.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest

from cogs.house.game import dice
from cogs.house.game.reminders import PRESENT
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.words.short_lines import LINE
from engine.titan.bots import LEVELS
from tests.discord.conftest import NAMES, Play, Starts, labels, text_of
from tests.discord.turns.test_engagements import engaged
from tests.games.knowing import beside_stacks, beyond, known, stacks

HAND_OFF = "your move:"
ENDED = re.compile(r" (in|after) \d rounds?[.;]")
"""How the end of a battle is told."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def fighting(play: Play) -> Table:
    """A battle in its first maneuver phase."""
    table, attacker, defender, _ = await engaged(play)
    for who in (defender, attacker):
        if table.view(None).battle is None:
            await play.said(who, "play do", line="fight")
    assert table.view(None).battle is not None
    return table


async def play_on(play: Play, table: Table, acts: int, whims: random.Random, restart: bool = False) -> Table:
    """Calm play, everything told before the next act."""
    for _ in range(acts):
        if not table.awaiting:
            break
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat), whims))
        await play.settle()
        if restart:
            await play.restart()
            table = await play.table()
    return table


async def through_a_battle(play: Play) -> Table:
    """A game some acts after its first battle."""
    table, whims = await fighting(play), random.Random(5)
    for _ in range(150):
        if table.view(None).battle is None:
            break
        await play_on(play, table, 1, whims)
    return await play_on(play, table, 20, whims)


def lines(posts: list[discord.Message]) -> list[str]:
    return [line for post in posts for line in post.content.split("\n") if line]


def live(play: Play) -> list[discord.Message]:
    """The posts of the channel with buttons."""
    return [post for post in play.cards() if labels(post)]


def state(card: discord.Message) -> str | None:
    """Where the game stands, by a card: beside the bar in the color of the turn."""
    return card.embeds[0].description


def requests(play: Play, method: str, path: str) -> Iterator[Any]:
    """What the bot asked Discord for, by a pattern of the path."""
    for request in play.env.http_requests:
        if request.method == method and re.fullmatch(path, request.path):
            yield request


async def heard(table: Table) -> list[str]:
    """What everybody is to be told, in words."""
    return [line for sentence in await table.sentences() for line in sentence.split("\n")]


async def test_the_channel_holds_one_live_card_and_lines_of_the_older_ones(play: Play) -> None:
    table = await through_a_battle(play)

    (card,) = live(play)
    assert card == play.cards()[-1]
    assert labels(card)[0] == "My turn"
    assert [file.filename for file in card.attachments] == ["board.png"]
    assert card.attachments[0].description
    assert card.pinned
    view = table.view(None)
    assert [bar.colour.value for bar in card.embeds if bar.colour] == [table.kit.flow.tint(view)], "whose turn it is"
    assert HAND_OFF in card.content
    assert [bar.description for bar in card.embeds] == [table.kit.flow.phase(view, table.names)]
    for old in play.cards()[1:-1]:  # the first is the lobby's
        assert old.content.startswith("-# ")
        assert not old.attachments
        assert not old.embeds
        assert not old.pinned
        assert HAND_OFF not in old.content
    assert all(message.type is not discord.MessageType.pins_add for message in play.channel.history())


async def test_log_and_battle_have_threads_of_their_own(play: Play) -> None:
    table = await through_a_battle(play)

    log, battle = lines(play.thread("Log: ")), play.thread("⚔ T2 ")
    told = await heard(table)
    assert set(lines(play.thread("Log: "))[1:]) <= set(told)
    assert set(told) <= {*log, *lines(battle)}
    assert lines(battle)[0].startswith("__⚔ T2 ")
    assert " against " in battle[0].content
    assert battle[0].attachments, "the opening post has the map"
    pictures = [file.filename for post in battle for file in post.attachments]
    assert pictures[-1] == "aftermath.png"
    assert not any(" strikes " in line for line in log)
    assert any(ENDED.search(line) for line in log)
    assert any(" strikes " in line and "+): " in line for line in lines(battle))
    assert not any(labels(post) for post in (*battle, *play.thread("Log: ")))
    assert all((thread.name or "") and len(thread.name or "") <= 100 for thread in play.channel.threads)


async def test_while_a_battle_is_fought_the_card_shows_and_links_it(play: Play) -> None:
    await fighting(play)
    (thread,) = (thread for thread in play.channel.threads if (thread.name or "").startswith("⚔"))

    (card,) = live(play)

    assert f"<#{thread.id}>" in card.content
    assert [file.filename for file in card.attachments] == ["battle.png"]


async def test_each_hand_off_calls_once(play: Play) -> None:
    table, whims = await fighting(play), random.Random(5)
    called = len(mentions(play))
    for _ in range(60):
        if not table.awaiting:
            break
        before = table.kit.flow.waiting(table.view(None))
        await play.passes(PRESENT + 1)
        called = len(mentions(play))
        await play_on(play, table, 1, whims)
        after = table.kit.flow.waiting(table.view(None))
        now = mentions(play)
        due = [[person for seat in after if (person := table.person(seat))]] if set(after) - set(before) else []
        assert now[called:] == due
        called = len(now)
    assert called > 8


async def test_who_has_just_acted_is_left_in_peace_and_called_by_message_once_they_are_gone(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the back and forth of a battle the card changes, and no post is added; whoever has left hears of it."""
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)  # however slow the machine is
    table, whims = await fighting(play), random.Random(5)
    await play_on(play, table, 6, whims)
    posts, turn = len(play.cards()), table.kit.flow.turn(table.view(None))
    quiet = 0
    while table.view(None).battle is not None:
        before = table.kit.flow.waiting(table.view(None))
        await play_on(play, table, 1, whims)
        if table.kit.flow.turn(table.view(None)) != turn or table.view(None).battle is None:
            break
        quiet += table.kit.flow.waiting(table.view(None)) != before
        assert len(play.cards()) == posts
        assert state(live(play)[0]) == table.kit.flow.phase(table.view(None), table.names)
        if quiet == 2:
            break
    assert quiet == 2
    who = play.who(table)
    heard = len(play.dms(who))

    await play.passes(PRESENT + 1)

    (told,) = play.dms(who)[heard:]
    assert "your move" in told.content
    assert f"/{play.channel.id}/{live(play)[0].id})" in told.content, "the way to the card"


def mentions(play: Play) -> list[list[int]]:
    """Who was notified by each public post, in their order."""
    places = {play.channel.id, *(thread.id for thread in play.channel.threads)}
    found = []
    for request in requests(play, "POST", r"/channels/\d+/messages"):
        if int(request.path.split("/")[2]) in places:
            users = request.json["allowed_mentions"].get("users") or []
            found += [[int(user) for user in users]] if users else []
    for request in requests(play, "PATCH", r"/channels/\d+/messages/\d+"):
        assert not (request.json.get("allowed_mentions") or {}).get("users"), "an edit calls nobody"
    return found


async def test_commands_do_in_a_thread_as_in_the_channel(play: Play) -> None:
    table = await fighting(play)
    (thread,) = (thread for thread in play.channel.threads if (thread.name or "").startswith("⚔"))

    result = await play.people[play.who(table)].slash(thread, "titan status")

    assert table.shown_name in text_of(result)


async def test_who_only_watches_gets_the_public_view(play: Play) -> None:
    """Of legions that were split nothing is known but what they showed; until then everybody knows all eight."""
    table, whims = await play.set_up("Ann", "Ben"), random.Random(5)
    while len({legion.owner for legion in table.view(None).legions if not legion.creatures}) < 2:
        await play_on(play, table, 1, whims)

    panel = await play.press("Dan", live(play)[-1], label="My turn")

    assert panel.response is not None
    assert panel.response.ephemeral
    (picture,) = panel.response.attachments
    view, text = table.view(None), f"{text_of(panel)}\n{picture.description}"
    assert all(legion.marker in text for legion in view.legions)
    seen = known([view], {})
    assert {line: more for line in beside_stacks(text, [stacks(view)]) if (more := beyond(line, None, seen, {}))} == {}
    for name in ("Ann", "Ben"):
        assert "Titan" in await play.said(name, "show mine")


async def test_told_in_the_channel_everything_stands_there(play: Play) -> None:
    table = await play.set_up("Ann", "Ben", posts="channel")
    table = await play_on(play, table, 40, random.Random(5))

    assert play.channel.threads == []
    said = [line for post in play.cards()[1:] if HAND_OFF not in post.content for line in lines([post])]
    assert said[1:] == await heard(table)
    assert sum(bool(post.attachments) for post in play.cards()) > 4


async def test_my_turn_stands_once_on_the_card_or_on_the_newest_post_that_calls(play: Play) -> None:
    """Whatever else was told before keeps its words and its pictures."""
    table, whims = await through_a_battle(play), random.Random(5)
    assert [post for post in play.public() if labels(post)] == [play.cards()[-1]]
    await table.settings.change({"posts": "channel"}, Author(999, "Mo", manages=True))
    await play.settle()
    for _ in range(12):
        await play_on(play, table, 1, whims)
        (call,) = (post for post in play.public() if labels(post))
        assert labels(call)[0] == "My turn"
    assert sum(bool(post.attachments) for post in play.cards()) > 1
    assert sum(HAND_OFF in post.content for post in play.cards()) > 1


async def test_the_host_changes_how_a_game_is_told_midway(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    assert "Only the host" in await play.said("Ben", "titan settings", told="channel")
    await play.agreed("Ann", "titan settings", told="channel")
    assert "Everything in the channel" in await play.said("Ann", "titan settings")
    threads = len(play.thread("Log: "))
    await play_on(play, table, 6, random.Random(5))
    assert len(play.thread("Log: ")) == threads
    assert any("rolls" in line for line in lines(play.cards()))

    await play.agreed("Ann", "titan settings", told="card")
    assert "Quiet: one card" in await play.said("Ann", "titan settings")
    await play_on(play, table, 6, random.Random(5))
    assert len(play.thread("Log: ")) > threads
    assert live(play)[-1].pinned


async def test_started_anew_after_every_act_nothing_is_told_twice(play: Play) -> None:
    table, whims = await fighting(play), random.Random(5)
    table = await play_on(play, table, 25, whims, restart=True)

    assert len(live(play)) == 1
    names = [thread.name for thread in play.channel.threads]
    assert len(names) == len(set(names))
    log = lines(play.thread("Log: "))[3:]
    told = await heard(table)
    assert log == [line for line in told if line in set(log)]


@pytest.mark.parametrize("lacking", ["create_public_threads", "send_messages_in_threads"])
async def test_without_threads_the_channel_has_the_card_and_a_digest_a_turn(starts: Starts, lacking: str) -> None:
    """What a digest tells is in the log, which everybody can read; and nothing else of the log floods the channel."""
    async with starts(without=(lacking,)) as play:
        table = await through_a_battle(play)

        heard_by_all = set(await heard(table))
        assert not heard_by_all & set(lines(play.cards()))
        digests = [post for post in play.cards() if "since your last turn" in post.content]
        assert digests
        assert all(len(line) <= LINE for line in lines(digests))
        assert any(" beat " in line for line in lines(digests)), "the battle of the turn before"
        assert all([file.filename for file in post.attachments] == ["since.webp"] for post in digests)
        assert len(live(play)) == 1
        notices = [post.content for name in NAMES for post in play.dms(name) if "open threads" in post.content]
        assert len(notices) == 1
        assert f"<#{play.channel.id}>" in notices[0]
        assert not any("open threads" in line for line in lines(play.public()))


async def test_without_pins_nobody_is_bothered(starts: Starts) -> None:
    async with starts(without=("pin_messages",)) as play:
        table = await play.set_up("Ann", "Ben")

        (card,) = live(play)
        assert not card.pinned
        assert table.game.status.value == "running"
        assert not any("pin" in post.content.lower() for name in ("Ann", "Ben") for post in play.dms(name))


async def test_where_files_were_forbidden_since_the_card_is_told_in_words(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    play.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    before = table.kit.flow.waiting(table.view(None))
    whims = random.Random(5)
    while table.kit.flow.waiting(table.view(None)) == before:
        await play_on(play, table, 1, whims)

    assert len(live(play)) == 1
    assert HAND_OFF in live(play)[0].content
    assert set(await heard(table)) <= set(lines(play.public()))


async def test_a_card_that_somebody_deleted_is_posted_afresh(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    (card,) = live(play)
    del play.env.backend.messages[play.channel.id][card.id]
    whims = random.Random(5)
    await play_on(play, table, 2, whims)

    (again,) = live(play)
    assert again.id != card.id
    assert again.attachments


async def test_a_thread_that_somebody_deleted_is_opened_anew(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    (thread,) = play.channel.threads
    play.env.inject_error("POST", f"/channels/{thread.id}/messages", status=404, code=10003, times=None)
    await play_on(play, table, 4, random.Random(5))

    first, second = play.channel.threads
    assert first.name == second.name
    assert any("rolls" in post.content for post in second.history())
    assert f"<#{second.id}>" in live(play)[0].content


async def test_followers_hear_of_battles_and_of_the_end_by_message(play: Play) -> None:
    table, _, _, third = await engaged(play)
    stranger = next(name for name in NAMES if table.seat_of(play.people[name].id) is None)

    assert "have a seat" in await play.said(third, "watch follow")
    assert "You follow" in await play.said(stranger, "watch follow")
    for _ in range(2):
        if table.view(None).battle is None:
            await play_on(play, table, 1, random.Random(5))
    while table.view(None).battle is None:
        seat = min(table.awaiting)
        await table.submit(seat, table.parse("fight"))
        await play.settle()

    told = [post.content for post in play.dms(stranger)]
    assert len(told) == 1
    assert told[0].startswith("-# [Ann's table](https://discord.com/channels/")
    assert f"/{play.channel.id})" in told[0]
    assert " against " in told[0]
    assert "no longer follow" in await play.said(stranger, "watch unfollow")
    assert "did not follow" in await play.said(stranger, "watch unfollow")


async def test_whoever_holds_what_posts_edits_threads_and_pins_are_the_same(
    starts: Starts, empty: Callable[[], None]
) -> None:
    """Two worlds that differ in what a split left where: all that is public is sent alike, in its order and place."""
    found = []
    for leaving in ("TTN,CEN,CEN,OGR", "TTN,GAR,GAR,OGR"):
        async with starts(names=("Ann", "Ben")) as play:
            table = await play.set_up("Ann", "Ben")
            seat = min(table.awaiting)
            split = next(
                action
                for action in table.legal(seat)
                if table.line(action).startswith("split ") and table.line(action).endswith(leaving)
            )
            for line in (table.line(split), "roll"):
                await table.submit(seat, table.parse(line))
                await play.settle()
            while walks := [action for action in table.legal(seat) if table.line(action).startswith("move ")]:
                await table.submit(seat, walks[0])
                await play.settle()
            for _ in range(2):
                await table.submit(seat, table.parse("done"))
                await play.settle()
            found.append([public(request) for request in play.env.http_requests if is_public(play, request)])
        empty()

    assert len(found[0]) > 10
    assert any(method == "PATCH" for method, _, _ in found[0])
    assert any(method == "PUT" for method, _, _ in found[0])
    assert found[0] == found[1]


def is_public(play: Play, request: Any) -> bool:
    places = {play.channel.id, *(thread.id for thread in play.channel.threads)}
    parts = request.path.split("/")
    return parts[1] == "channels" and int(parts[2]) in places


def public(request: Any) -> tuple[str, str, Any]:
    """A request without what is drawn by lot in each database."""
    body = request.json
    return request.method, request.path, {k: v for k, v in body.items() if k != "nonce"} if body else body


async def test_what_is_taken_back_is_struck_where_it_was_told(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    seat = min(table.awaiting)
    while table.view(None).phase != "move":
        await play.first(table)
    while walks := [action for action in table.legal(seat) if table.line(action).startswith("move ")]:
        await table.submit(seat, walks[0])
    before = len(play.thread("Log: "))
    await table.submit(seat, table.parse("done"))
    await play.settle()
    told = play.thread("Log: ")[before:]

    await table.rewinding.take_back(seat)
    await play.settle()

    log = play.thread("Log: ")
    gone = [post for post in log if post.id in {post.id for post in told}]
    assert all(post.attachments for post in gone if post.id in {post.id for post in told if post.attachments})
    assert [line for line in lines(gone) if " moves " in line] == [
        f"~~{line}~~" for line in lines(told) if " moves " in line
    ]
    assert all("Undone" in post.content for post in gone)
    assert "went back" in log[-1].content
    assert "~~" not in "".join(lines([post for post in log if post not in gone]))
    (card,) = live(play)
    assert state(card) == table.kit.flow.phase(table.view(None), table.names)


async def test_without_embeds_the_card_says_in_its_text_where_the_game_stands(starts: Starts) -> None:
    async with starts(without=("embed_links",)) as play:
        table = await play.set_up("Ann", "Ben")

        (card,) = live(play)
        assert card.embeds == []
        assert table.kit.flow.phase(table.view(None), table.names) in lines([card])
        await play.first(table)
        await play.said(play.who(table), "play roll")
        (card,) = live(play)
        assert card.embeds == []
        assert table.kit.flow.phase(table.view(None), table.names) in lines([card])
