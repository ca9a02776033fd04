"""A place of its own for a new game: a thread in a text channel, or a post in a forum.

In a channel there is one open game at a time, so a second one gets a thread; a server can have all of them get one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord
from discord import app_commands

from cogs.face.limits import THREAD_NAME
from cogs.house.values.safe_text import Safe, escaped, plain
from cogs.house.values.sender import TryLater
from cogs.house.words.words import Words
from cogs.interactions.known_servers import server_here, servers_of
from cogs.interactions.seeing import ChannelOrThread
from engine.core import Illegal

HOME = "home"
"""What a server has chosen for its new games: the channel that their threads or posts are in."""

WEEK: Final = 10_080
"""Minutes after which a thread in which nothing happens goes to the archive: the longest time that there is."""

Parent = discord.TextChannel | discord.ForumChannel
"""A channel in which a game can have a place of its own."""

Chosen = app_commands.AppCommandChannel | app_commands.AppCommandThread
"""A channel or thread as Discord tells of it, with what the person who chose it may do there."""


class OfKinds(app_commands.Transformer):
    """An option of a command that is a channel or thread of some kinds."""

    def __init__(self, *kinds: discord.ChannelType) -> None:
        self._kinds = kinds

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(self._kinds)

    async def transform(self, interaction: discord.Interaction, value: Chosen, /) -> Chosen:
        """The channel as it was chosen."""
        return value


Home = app_commands.Transform[
    app_commands.AppCommandChannel, OfKinds(discord.ChannelType.text, discord.ChannelType.forum)
]

Opener = Callable[[], Awaitable[int]]
"""Opens a place, and gives its id."""


async def home_of(interaction: discord.Interaction, channel_id: int) -> Parent:
    """The channel of that number, in which new games have their places. Raises Illegal `no-home`."""
    found = await channel_of(interaction, channel_id)
    if not isinstance(found, Parent):
        raise Illegal("no-home", channel=Safe(f"<#{channel_id}>"))
    return found


async def above(interaction: discord.Interaction) -> Parent | None:
    """Where a game can have a place of its own beside the one that is played here; None if it can't."""
    guild, here = await server_here(interaction), interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    found = guild.get_channel(parent) if guild is not None and parent is not None else None
    return found if isinstance(found, Parent) else None


async def channel_of(interaction: discord.Interaction, channel_id: int) -> ChannelOrThread | None:
    """A channel or thread of the server, in the archive or not; None if there is none, or the bot may not see it.

    Raises Illegal `discord-silent`.
    """
    guild = await server_here(interaction)
    if guild is None:
        return None
    try:
        return await servers_of(interaction.client).place(guild, channel_id)
    except TryLater as later:
        raise Illegal("discord-silent") from later


def lacking_for(parent: Parent) -> tuple[str, ...]:
    """The names of the permissions without which no game can have a place of its own there."""
    opens = "send_messages" if isinstance(parent, discord.ForumChannel) else "create_public_threads"
    mine = parent.permissions_for(parent.guild.me)
    needed = ("view_channel", opens, "send_messages_in_threads", "attach_files")
    return tuple(name.replace("_", " ") for name in needed if not getattr(mine, name))


def opener(parent: Parent, name: str, host: str, language: str) -> Opener:
    """What opens a place for a game of that name. It raises Illegal `no-place` if there can be none."""

    async def opening() -> int:
        lacking = lacking_for(parent)
        if lacking:
            raise Illegal("no-place", channel=Safe(f"<#{parent.id}>"), permissions=lacking)
        try:
            return await _opened(parent, plain(name)[:THREAD_NAME], _first(name, host, language))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError) as error:
            raise Illegal("no-place-now", channel=Safe(f"<#{parent.id}>")) from error

    return opening


def _first(name: str, host: str, language: str) -> str:
    """What a post in a forum begins with."""
    return Words(language).text("discord.place.first", name=escaped(name), host=escaped(host))


async def _opened(parent: Parent, name: str, first: str) -> int:
    if isinstance(parent, discord.TextChannel):
        public = discord.ChannelType.public_thread
        return (await parent.create_thread(name=name, type=public, auto_archive_duration=WEEK)).id
    tags = [tag for tag in parent.available_tags if not tag.moderated] if parent.flags.require_tag else []
    nobody = discord.AllowedMentions.none()
    made = await parent.create_thread(
        name=name, content=first, auto_archive_duration=WEEK, applied_tags=tags[:1], allowed_mentions=nobody
    )
    return made.thread.id
