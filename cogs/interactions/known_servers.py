"""What is known of servers: by the gateway, or where another process hears of one, by asking Discord.

The gateway tells of a change at once. What was asked for is `FRESH` seconds old at most, and made into the same objects
of the library, so that who may view what is computed in one way.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

import discord
from discord.channel import _threaded_guild_channel_factory

from cogs.house.values.sender import TryLater
from cogs.interactions.discord_errors import asked
from cogs.interactions.seeing import ChannelOrThread
from engine.core import Illegal

FRESH = 5.0
"""Seconds for which it is taken for granted what a server is like of which another process hears."""

PERSON = 60.0
"""Seconds for which it is taken for granted who somebody is in a server: of much news at once it is asked one time."""

MOST = 1_000
"""So many servers, people and channels are remembered."""

V = TypeVar("V")


@dataclass
class _Answer(Generic[V]):
    """What Discord has said of something, and when; `asking` is held while it is asked."""

    at: float = float("-inf")
    said: V | None = None
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def is_fresh(self, now: float, seconds: float) -> bool:
        """Whether it was said at most so long ago; one of a time to come is of a clock that was set back."""
        return 0 <= now - self.at < seconds


class _Answers(OrderedDict[Any, _Answer[V]]):
    """The last answers, by what was asked about."""

    def of(self, key: object) -> _Answer[V]:
        """The answer about something, which may be none yet."""
        answer = self.setdefault(key, _Answer())
        self.move_to_end(key)
        while len(self) > MOST:
            self.popitem(last=False)
        return answer


class Servers:
    """Servers, their channels and their people, as they are now. Whatever asks raises TryLater and nothing else."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client, self._now = client, now
        self._guilds = _Answers[discord.Guild]()
        self._members = _Answers[Any]()
        self._guild_ids: OrderedDict[int, int] = OrderedDict()

    async def server(self, guild_id: int, fresh: float = FRESH) -> discord.Guild | None:
        """A server with its roles, channels and threads; None if the bot is not in it.

        One that the gateway does not tell of is asked for, unless that was done less than `fresh` seconds ago.
        """
        known = self._client.get_guild(guild_id)
        if known is not None and not known.unavailable:
            return known
        answer = self._guilds.of(guild_id)
        async with answer.asking:
            if not answer.is_fresh(self._now(), fresh):
                answer.said = await asked(self._fetched(guild_id))
                answer.at = self._now()
            return answer.said

    async def place(self, guild: discord.Guild, channel_id: int) -> ChannelOrThread | None:
        """A channel or thread of a server, in the archive or not; None if there is none, or the bot may not see it."""
        if (known := guild.get_channel_or_thread(channel_id)) is not None:
            return known
        return self._made(guild, await asked(self._client.http.get_channel(channel_id)))

    def _made(self, guild: discord.Guild, data: Any) -> ChannelOrThread | None:
        if data is None or int(data.get("guild_id") or 0) != guild.id:
            return None
        factory: Any = _threaded_guild_channel_factory(data["type"])[0]
        made: ChannelOrThread | None = factory and factory(guild=guild, state=self._client._connection, data=data)
        return made

    async def somewhere(self, channel_id: int, fresh: float = FRESH) -> ChannelOrThread | None:
        """A channel or thread of whatever server; None as for `place`, and for direct messages."""
        known = self._client.get_channel(channel_id)
        if isinstance(known, ChannelOrThread) and not known.guild.unavailable:
            return known
        data: Any = None
        if channel_id not in self._guild_ids:
            data = await asked(self._client.http.get_channel(channel_id))
            if data is None or data.get("guild_id") is None:
                return None
            self._guild_ids[channel_id] = int(data["guild_id"])
            if len(self._guild_ids) > MOST:
                self._guild_ids.popitem(last=False)
        guild = await self.server(self._guild_ids[channel_id], fresh)
        if guild is None:
            return None
        there = guild.get_channel_or_thread(channel_id) or self._made(guild, data)
        return there or await self.place(guild, channel_id)

    async def member(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        """Who somebody is in a server, `PERSON` seconds ago at most; None if they are not in it."""
        answer = self._members.of((guild.id, user_id))
        async with answer.asking:
            if not answer.is_fresh(self._now(), PERSON):
                answer.said = await asked(self._client.http.get_member(guild.id, user_id))
                answer.at = self._now()
        return answer.said and discord.Member(data=answer.said, guild=guild, state=self._client._connection)

    async def _fetched(self, guild_id: int) -> discord.Guild:
        """A server from all that Discord says of it, as the gateway puts it together for one that it tells of."""
        http, me = self._client.http, self._client.user
        assert me is not None, "known once logged in"
        guild, channels, threads, member = await asyncio.gather(
            http.get_guild(guild_id, with_counts=False),
            http.get_all_guild_channels(guild_id),
            http.get_active_threads(guild_id),
            http.get_member(guild_id, me.id),
        )
        whole: Any = {**guild, "channels": channels, "threads": threads["threads"], "members": [member]}
        return discord.Guild(data=whole, state=self._client._connection)


def servers_of(client: discord.Client) -> Servers:
    """What a client of ours knows of servers."""
    return cast("Servers", client.servers)  # type: ignore[attr-defined]


async def server_of(interaction: discord.Interaction, guild_id: int) -> discord.Guild | None:
    """Some server, for the answer to an interaction; None if the bot is not in it. Raises Illegal `discord-silent`."""
    try:
        return await servers_of(interaction.client).server(guild_id)
    except TryLater as later:
        raise Illegal("discord-silent") from later


async def server_here(interaction: discord.Interaction) -> discord.Guild | None:
    """The server that an interaction came from, also where the gateway has not told of it yet; None for none.

    Raises Illegal `discord-silent`.
    """
    return None if interaction.guild_id is None else await server_of(interaction, interaction.guild_id)
