"""The lobby post: one a lobby, which shows the present, whatever becomes of us or of Discord meanwhile."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.house.table.lobby_post import DICE, LOBBY, RULES, SEATS
from cogs.house.table.table import Table
from cogs.house.values.drafts import Message, PostKind
from cogs.house.values.sender import Post
from engine.core import Seat
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    MIGRATIONS,
    Opened,
    Recorder,
    game,
    lobby,
    until,
)

Step = Callable[[House], Awaitable[object]]


STEPS: tuple[Step, ...] = (
    lobby,
    lambda house: _at(house, lambda table: table.lobby.join(BOB, "Bob")),
    lambda house: _at(house, lambda table: table.lobby.leave(BOB)),
    lambda house: _at(house, lambda table: table.lobby.add_bot("sleeper")),
    lambda house: _at(house, lambda table: table.lobby.choose("pace", "long", ANN)),
    lambda house: _at(house, lambda table: table.settings.change({"pace": "daily"}, Author(ANN))),
    lambda house: _at(house, lambda table: table.settings.change({"language": "de"}, Author(ANN))),
    lambda house: _at(house, lambda table: table.settings.change({"hints": "off"}, Author(ANN))),
    lambda house: _at(house, lambda table: table.settings.change({"abroad": "on"}, Author(ANN))),
    lambda house: _at(house, lambda table: table.lobby.start(ANN)),
)
"""What people do at a lobby, each of which its post shows."""


async def _at(house: House, doing: Callable[[Table], Awaitable[object]]) -> object:
    return await doing(await house.table(1))


def lines(post: Post) -> set[str]:
    """What it says, less what is this game's own."""
    return {line for line in post.text.split("\n") if "SHA-256" not in line and "<t:" not in line}


async def played(opened: Opened, discord: Recorder, steps: int) -> None:
    """So many steps, each told before the next."""
    async with opened() as house:
        for step in STEPS[:steps]:
            await step(house)
            await house.settled()


async def test_the_lobby_post_shows_each_thing_that_is_done(opened: Opened, discord: Recorder) -> None:
    seen = []
    async with opened() as house:
        for step in STEPS:
            await step(house)
            await house.settled()
            (post,) = discord.lobbies
            seen.append((post.text, post.began))

    assert all(before != after for before, after in pairwise(seen)), "each changes it"
    assert "Bob" in seen[1][0]
    assert "Bob" not in seen[2][0]
    assert not discord.lobbies[0].buttons, "once begun there is nothing to press"
    assert not discord.lobbies[0].mentions


@pytest.mark.parametrize("step", [1, 2, 4, 5, len(STEPS)], ids=["new", "join", "add-bot", "rules", "start"])
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_killed_at_any_request_there_is_one_lobby_post_and_it_is_right(
    opened: Opened, discord: Recorder, empty: Callable[[], None], step: int, done: bool
) -> None:
    """Killed before Discord has done what it was asked for, or after, so that we never heard of it."""
    await played(opened, discord, step - 1)
    if done:
        discord.stops_at = discord.done + 1
    else:
        discord.deaf_at = len(discord.attempts) + 1
    asked = len(discord.attempts)
    async with opened(dies=True) as house:
        await STEPS[step - 1](house)
        await until(lambda: len(discord.attempts) > asked and (not done or discord.done >= discord.stops_at))
    async with opened() as house:
        await house.settled()
    shown, whole = [*discord.lobbies], Recorder()

    empty()
    async with opened(sender=whole) as house:
        for each in STEPS[:step]:
            await each(house)
            await house.settled()
    assert len(shown) == 1
    assert lines(shown[0]) == lines(whole.lobbies[0])
    assert [button.line for button in shown[0].buttons] == [button.line for button in whole.lobbies[0].buttons]


async def test_of_several_changes_that_wait_the_newest_is_shown(opened: Opened, discord: Recorder) -> None:
    async with opened(sender=None) as house:
        table = await lobby(house, seats=3)
        await table.lobby.join(BOB, "Bob")
        await table.lobby.join(CAT, "Cat")
    async with opened() as house:
        await house.settled()

    (post,) = discord.lobbies
    assert "Cat" in post.text
    assert len(discord.attempts) == 1
    assert [button.line for button in post.buttons] == [*LOBBY, RULES, SEATS, DICE]


async def test_a_lobby_post_that_was_tried_is_not_left_with_buttons(opened: Opened, discord: Recorder) -> None:
    """It was posted without our knowing, and the game began before we could look again."""
    discord.stops_at = 1
    async with opened(dies=True) as house:
        table = await lobby(house)
        await until(lambda: discord.lobbies)
        await table.lobby.join(BOB, "Bob")
        await table.lobby.start(ANN)
    async with opened() as house:
        await house.settled()

    (post,) = discord.lobbies
    assert not post.buttons
    assert "The game has begun" in post.text


async def test_a_lobby_post_that_was_deleted_is_posted_anew(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await house.settled()
    discord.messages.clear()
    discord.lobbies.clear()

    await table.lobby.join(BOB, "Bob")
    await house.settled()

    (post,) = discord.lobbies
    assert "Bob" in post.text


async def test_a_lobby_that_is_called_off_or_over_has_nothing_to_press(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await table.lobby.cancel(ANN)
    await house.settled()

    assert [post.buttons for post in discord.lobbies] in ([], [()])

    other = await game(house, CHANNEL + 1)
    await other.voting.ask_end(Seat(0), "off")
    await other.voting.cast(other.voting.open[0].id, Seat(1), "yes")
    await house.settled()
    assert "The game is over" in discord.lobbies[-1].text


async def test_an_edit_that_discord_holds_back_holds_up_nothing_else(house: House, discord: Recorder) -> None:
    """30046: a message older than an hour takes few edits; the game begins all the same."""
    table = await lobby(house)
    await house.settled()
    discord.too_old = True
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    await until(lambda: any(post.mentions for post in discord.channel))

    assert discord.channel[-1].mentions == (ANN,)


async def test_a_lobby_that_moves_is_shown_where_it_is(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await house.settled()

    await table.moderation.move(CHANNEL + 1, Author(999, "Mod", manages=True), is_lost=True)
    await house.settled()

    kept = await house.store.cards.lobby_post(table.game.id)
    assert kept is not None
    assert kept.where == CHANNEL + 1
    assert len(discord.lobbies) == 2


async def test_a_lobby_post_tells_of_no_entry(house: House) -> None:
    table = await lobby(house)
    await house.settled()
    kept = await house.store.cards.lobby_post(table.game.id)
    assert kept is not None

    assert await house.told_by(kept.where, kept.id) is None


async def test_lobby_posts_of_older_programs_are_taken_over(tmp_path: Path, discord: Recorder) -> None:
    """They were kept as settings; a lobby that never got its post is shown at last."""
    older, path = tmp_path / "older", tmp_path / "old.db"
    shutil.copytree(MIGRATIONS, older)
    for file in older.glob("*.sql"):
        if int(file.name[:4]) >= 25:
            file.unlink()
    await (await Store.open(f"sqlite:///{path}", older)).close()
    with sqlite3.connect(path) as db:
        for number, status in ((1, "lobby"), (2, "lobby"), (3, "running")):
            db.execute(
                "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
                " seed, created_at, updated_at) VALUES (?, 1, ?, ?, 'Old', 'toy', 1, '{}', 2, ?, zeroblob(32), 0, 0)",
                (number, 10 + number, ANN, status),
            )
            db.execute("INSERT INTO seat (game_id, seat, user_id, name) VALUES (?, 0, ?, 'Ann')", (number, ANN))
        db.execute("INSERT INTO setting VALUES ('lobby-post:1', '777'), ('lobby-post:3', '778'), ('lobby-post:9', '1')")
    db.close()

    store = await Store.open(f"sqlite:///{path}", MIGRATIONS)

    assert await store.cards.lobby_post(1) == Message(Environment().world, 11, 777)
    assert await store.cards.lobby_post(2) is None
    assert await store.cards.lobby_post(3) == Message(Environment().world, 13, 778)
    assert not await store.database.read("SELECT 1 FROM setting WHERE key GLOB 'lobby-post:*'")
    assert [(row.game, row.kind) for row in (await store.outbox.heads()).due] == [
        (1, PostKind.LOBBY),
        (2, PostKind.LOBBY),
    ]
    await store.close()
