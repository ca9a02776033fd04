"""A server with a channel for each game, the people in it, and the bot, which can be ended and started anew."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import simcord

from cogs.client import Client
from cogs.house.house import House
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from tests.discord import door
from tests.discord.conftest import SETTLE, confirming, invited, labels, text_of
from tests.games.world import started
from tests.month.notices import Post, Sent

KEPT = 12
"""So many posts of a place are kept: looking through them all would take longer and longer."""

STEP = 6 * 3600.0
"""Seconds of the simulated clock that are let go by at once: Discord may take so many real ones for each."""


@dataclass
class Town:
    """`channels` by the number of the game that is played there, which begins with 1; `errors` are faulty requests."""

    url: str
    env: simcord.Env
    guild: simcord.GuildHandle
    store: Store
    client: Client
    channels: dict[int, simcord.ChannelHandle] = field(default_factory=dict)
    actors: dict[str, simcord.MemberActor] = field(default_factory=dict)
    sent: Sent = field(default_factory=lambda: Sent(lambda: 0.0))
    faults: list[str] = field(default_factory=list)
    acts: int = 0

    @property
    def house(self) -> House:
        return self.client.context.house

    @property
    def now(self) -> float:
        """Seconds since 1970."""
        return self.env.now().timestamp()

    async def table(self, game: int) -> Table:
        """The table of a game."""
        return await self.house.table(game)

    async def pass_to(self, when: float) -> None:
        """Lets time go by until then, and the bot do what comes due."""
        while self.now < when:
            await self.env.advance_time(min(STEP, when - self.now))

    async def slash(self, game: int, who: str, command: str, **options: Any) -> str:
        """What the author of a command is told in private."""
        result = await self.actors[who].slash(self.channels[game], command, **options)
        self.acts += 1
        assert result.response is not None, f"/{command} was not answered"
        assert result.response.ephemeral, f"/{command} was answered in public"
        return text_of(result)

    async def decide(self, game: int, who: str, line: str) -> str:
        """A line that is typed, and meant if that is asked about; what its author is told."""
        table, actor = await self.table(game), self.actors[who]
        before = table.seq
        result = await actor.slash(self.channels[game], "play do", line=line)
        self.acts += 1
        assert result.response is not None, "/play do was not answered"
        if table.seq == before and (yes := confirming(result.response, line)) is not None:
            await actor.click(result.response, custom_id=yes)
            self.acts += 1
        return text_of(result)

    async def open_panel(self, game: int, who: str) -> None:
        """Somebody presses *My turn* below the newest post that has it."""
        posts = reversed(self.channels[game].history())
        post = next((each for each in posts if not each.flags.ephemeral and "My turn" in labels(each)), None)
        if post is not None:
            result = await self.actors[who].click(post, label="My turn")
            self.acts += 1
            assert result.response is not None, "the press is answered"
            assert result.response.ephemeral, "for one person alone"

    async def down(self, until: float) -> None:
        """Ends the bot as SIGTERM does, lets time go by without it, and starts it anew."""
        await self.client.drain()
        await self.house.close()
        await self.store.close()
        if until > self.now:
            await self.env.advance_time(until - self.now)
        self.store, self.client = await started(self.url, [self.env], drawn=False)
        await self.env.restart_bot(self.client)
        await self.env.settle(idle=0.001)

    def forget(self) -> None:
        """Lets old posts go, and holds all that the bot has asked of Discord against what that takes."""
        for posts in self.env.backend.messages.values():
            for private in (False, True):
                for old in sorted(number for number, post in posts.items() if post.is_ephemeral is private)[:-KEPT]:
                    del posts[old]
        self.faults += door.faults(list(self.sent))
        self.sent.clear()
        _no_real_timers()


def _no_real_timers() -> None:
    """Ends the timers by which SimCord would let a simulated wait end after as much real time.

    Time goes by here because a test says so alone. They pile up, and SimCord looks through them all at each step: a
    quarter of the time of a month.
    """
    loop: Any = asyncio.get_running_loop()
    for handle in [handle for handle in loop._scheduled if not handle.cancelled()]:
        if getattr(handle._callback, "__qualname__", "").startswith("Env._schedule_timer"):
            handle.cancel()


async def founded(url: str, names: Iterable[str], closed: Sequence[str], games: int, begins: float) -> Town:
    """A town whose bot has just been started, at that moment. `closed` are those who take no direct messages."""
    made: list[simcord.Env] = []
    store, client = await started(url, made, drawn=False)
    env = simcord.Env(client, settle_timeout=SETTLE)
    made.append(env)
    guild = env.create_guild("Town")
    limits = invited(env)
    channels = {game: guild.create_text_channel(f"g{game}", overwrites=limits) for game in range(1, games + 1)}
    actors = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names}
    await env.start()
    await env.advance_time(begins - env.now().timestamp())
    town = Town(url, env, guild, store, client, channels, actors)
    direct = {actor.user.dm_channel.id: name for name, actor in actors.items()}
    for channel, name in direct.items():
        if name in closed:
            env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007, times=None)
    users = {actor.id: name for name, actor in actors.items()}
    town.sent = Sent(lambda: town.now, direct, users, {channel.id: game for game, channel in channels.items()})
    env.backend.http_requests = town.sent
    return town


async def closed_down(town: Town) -> list[Post]:
    """Ends the bot and Discord; all that was told."""
    town.forget()
    await town.house.close(1.0)
    await town.env.shutdown()
    await town.store.close()
    town.env.raise_errors()
    return town.sent.posts
