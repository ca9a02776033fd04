"""Servers of which another process hears: what is sent there, and who may view what, as exactly as by the gateway."""

from __future__ import annotations

import random
from collections.abc import Iterator

import discord
import pytest

from cogs.house.values.sender import ColoredLine, Forbidden, Post, TryLater
from cogs.interactions import known_servers
from cogs.interactions.discord_sender import DiscordSender
from cogs.shards import Shards
from tests.standin.conftest import Given, Process, Town
from tests.standin.control import BOT, VIEW

NOBODY = Given(Shards(frozenset(), 1))
ADMINISTRATOR = discord.Permissions(administrator=True).value
MANAGE_THREADS = discord.Permissions(manage_threads=True).value


@pytest.fixture(autouse=True)
def asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is a few seconds old is not taken for granted: a test changes all in a moment."""
    monkeypatch.setattr(known_servers, "PERSON", 0.0)
    monkeypatch.setattr(known_servers.Servers.server, "__defaults__", (0.0,))


def places(town: Town) -> Iterator[int]:
    """Channels and threads of the server, seen by all, by some, or by nobody."""
    control, people = town.standin.control, list(town.people.values())
    whims, guild = random.Random(7), town.guild
    roles = [control.role(guild, name, permissions) for name, permissions in (("a", 0), ("b", VIEW), ("c", 0))]
    control.gives(guild, people[0], roles[0])
    control.gives(guild, people[1], roles[1])
    for number in range(12):
        channel = control.channel(guild, f"place-{number}")
        for target in (guild, *roles, *people):
            if whims.random() < 0.5:
                seen = whims.random() < 0.5
                control.overwrite(channel, target, allow=VIEW * seen, deny=VIEW * (not seen))
        if number % 4 != 3:
            control.overwrite(channel, town.standin.backend.bot_user.id, allow=VIEW)
        yield channel
        if number % 3 == 0:
            yield control.thread(channel, "public", people[0])
            yield control.thread(channel, "private", people[0], private=True, members=[people[1]])
            old = control.thread(channel, "old", people[1])
            control.archive(old)
            yield old


async def views(process: Process, town: Town, channels: list[int]) -> list[bool]:
    """Who views what, as the sender of a process has it: everybody, and each person."""
    sender = DiscordSender(process.client)
    people = (None, *town.people.values(), town.standin.control.owner(town.guild))
    return [await sender.seen_by(town.guild, channel, user) for channel in channels for user in people]


async def test_who_views_what_is_the_same_whoever_hears_of_a_server(town: Town) -> None:
    channels = list(places(town))
    async with town.process() as near, town.process(Given(Shards(frozenset(), 1))) as far:
        await near.connected({0})
        before = await views(near, town, channels), await views(far, town, channels)
        control, (ann, ben) = town.standin.control, town.people.values()
        control.permits(town.guild, town.guild, 0)
        control.overwrite(channels[0], ben, deny=VIEW)
        control.overwrite(channels[1], ann, allow=VIEW)
        after = await views(near, town, channels), await views(far, town, channels)

    assert before[0] == before[1]
    assert after[0] == after[1]
    assert before[0] != after[0], "something has changed"
    assert {*before[0]} == {True, False}


async def test_nobody_views_more_than_discord_shows_them(town: Town) -> None:
    """But for those who manage threads: which private ones they read is nobody's but those in them."""
    channels = list(places(town))
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender = DiscordSender(far.client)
        for channel in channels:
            for user in town.people.values():
                if await sender.seen_by(town.guild, channel, user):
                    assert town.standin.control.may_view(channel, user)


async def test_whoever_has_left_or_lost_a_role_views_nothing_any_more(town: Town) -> None:
    control, (ann, ben) = town.standin.control, town.people.values()
    role = control.role(town.guild, "inner", ADMINISTRATOR)
    hidden = control.channel(town.guild, "hidden", seen_by=[])
    control.gives(town.guild, ann, role)
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender = DiscordSender(far.client)
        assert await sender.seen_by(town.guild, hidden, ann)
        assert not await sender.seen_by(town.guild, hidden, ben)
        assert await sender.seen_by(town.guild, town.channel, ben)

        control.gives(town.guild, ann, role, taken=True)
        control.leaves(town.guild, ben)
        assert not await sender.seen_by(town.guild, hidden, ann)
        assert not await sender.seen_by(town.guild, town.channel, ben)

        control.leaves(town.guild, town.standin.backend.bot_user.id)
        assert not await sender.seen_by(town.guild, town.channel, ann)


async def test_that_discord_does_not_answer_is_no_reason_to_believe_anything(town: Town) -> None:
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender = DiscordSender(far.client)
        town.standin.control.fault("GET", f"/guilds/{town.guild}/channels", 401, times=1)
        with pytest.raises(TryLater):
            await sender.seen_by(town.guild, town.channel, town.people["Ann"])
        assert await sender.seen_by(town.guild, town.channel, town.people["Ann"])


async def test_posts_threads_and_pins_arrive_in_a_server_of_another_process(town: Town) -> None:
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender, control = DiscordSender(far.client), town.standin.control
        post = Post(1, 1, "above\nthe bar", "nonce", bar=ColoredLine(0xFF0000, "the bar"))
        first = await sender.to_channel(town.channel, post)
        again = await sender.to_channel(town.channel, post)
        thread = await sender.open_thread(town.guild, town.channel, "A battle", None)
        await sender.to_channel(thread, Post(1, 1, "in it", "another"))
        await sender.close_thread(thread)

        (shown,) = control.messages(town.channel)[:1]
        assert (first, shown["id"]) == (again, first)
        assert [each["description"] for each in shown["embeds"]] == ["the bar"]
        assert control.threads(town.channel) == [{"id": thread, "name": "A battle", "archived": True}]
        assert await sender.sees(thread)
        assert await sender.to_channel(thread, Post(1, 1, "and again", "third")), "it is woken"
        assert control.report()["doubled"] == {}


async def test_where_no_bar_may_be_shown_its_line_stands_in_the_text(town: Town) -> None:
    control, me = town.standin.control, town.standin.backend.bot_user.id
    control.overwrite(town.channel, me, deny=discord.Permissions(embed_links=True).value)
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        post = Post(1, 1, "above\nthe bar", "nonce", bar=ColoredLine(0xFF0000, "the bar"))
        await DiscordSender(far.client).to_channel(town.channel, post)

    (shown,) = control.messages(town.channel)
    assert (shown["content"], shown["embeds"]) == ("above\nthe bar", [])


async def test_which_permission_is_missing_is_known_in_a_server_of_another_process(town: Town) -> None:
    control, me = town.standin.control, town.standin.backend.bot_user.id
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender = DiscordSender(far.client)
        assert await sender.lacks(town.channel) == ""
        control.overwrite(town.channel, me, deny=discord.Permissions(send_messages=True).value)
        with pytest.raises(Forbidden):
            await sender.to_channel(town.channel, Post(1, 1, "text", "nonce"))

        assert await sender.lacks(town.channel) == "send_messages"
        control.overwrite(town.channel, me, deny=VIEW)
        assert not await sender.sees(town.channel)


async def test_of_many_questions_at_once_discord_is_asked_one(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_servers.Servers.server, "__defaults__", (60.0,))
    monkeypatch.setattr(known_servers, "PERSON", 60.0)
    async with town.process(Given(Shards(frozenset(), 1))) as far:
        sender, ann = DiscordSender(far.client), town.people["Ann"]
        before = len(town.standin.api.log)
        for _ in range(20):
            assert await sender.seen_by(town.guild, town.channel, ann)
        asked = [each.path for each in town.standin.api.log][before:]

    assert sum(path.startswith(f"/guilds/{town.guild}") for path in asked) == 5


def test_the_bot_has_the_rights_of_its_invite_link_there() -> None:
    assert not BOT.administrator
    assert not BOT.value & MANAGE_THREADS
