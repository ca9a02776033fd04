"""Does what the outbox asks for with discord.py, and tells the house what Discord's errors mean for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

import discord

from cogs.face import limits
from cogs.house.values.drafts import Message
from cogs.house.values.sender import (
    Forbidden,
    Found,
    Gone,
    Locked,
    Missing,
    Nested,
    Post,
    Refused,
    Undelivered,
)
from cogs.house.words.words import shortened
from cogs.interactions.components import VERSION, buttons
from cogs.interactions.context import CONTENT, file_of
from cogs.interactions.discord_errors import ERRORS, asked, meant
from cogs.interactions.known_servers import servers_of
from cogs.interactions.places import WEEK
from cogs.interactions.seeing import ChannelOrThread, is_seen

MISSING_PERMISSION = 50013
ARCHIVED, LOCKED = 50083, 160005
OWN_RIGHTS = 60.0
"""Seconds for which it is taken for granted what the bot may do where it posts: that is no secret."""
NONCE = 25
"""The longest nonce."""
LAST = 100
"""So many messages of a place are looked through for one that was sent without our knowing."""
LINES = 10
"""So many messages after a pinned one are looked through for what Discord says of the pin."""

T = TypeVar("T")


class DiscordSender:
    """The house's Sender. Nobody is notified but the persons a post names."""

    def __init__(self, client: discord.Client) -> None:
        self._client, self._servers = client, servers_of(client)

    async def to_channel(self, channel_id: int, post: Post) -> int:
        """Posts in a channel. Where files are not allowed, the picture's description is sent in its place."""
        channel = self._client.get_partial_messageable(channel_id)
        post = await self._shown(channel_id, post)

        async def posting() -> int:
            try:
                return await _sent(channel, post)
            except Refused as refused:
                if not post.pictures or str(MISSING_PERMISSION) not in refused.reason or await self.lacks(channel_id):
                    raise
            return await _sent(channel, _described(post))

        return await self._awake(channel_id, posting)

    async def to_user(self, user_id: int, post: Post) -> int:
        """Posts in a person's direct messages."""
        async with meant():
            channel = await self._client.create_dm(discord.Object(user_id))
        return await _sent(channel, post)

    async def in_channel(self, channel_id: int, post: Post) -> tuple[Found, ...]:
        """The bot's own among the last messages of a channel; none where it may not read what was said before."""
        return await self._found_in(self._client.get_partial_messageable(channel_id), post)

    async def with_user(self, user_id: int, post: Post) -> tuple[Found, ...]:
        """The bot's own among the last messages to a person."""
        async with meant():
            channel = await self._client.create_dm(discord.Object(user_id))
        return await self._found_in(channel, post)

    async def _found_in(self, channel: discord.abc.Messageable, post: Post) -> tuple[Found, ...]:
        made = _told(post), _told(_described(post))
        try:
            async with meant():
                messages = [each async for each in channel.history(limit=LAST) if each.author.id == self._me]
        except (Refused, Gone):
            return ()
        return tuple(
            Found(each.id, each.nonce == post.nonce[:NONCE] or _tells(each) in made, _lines(each, post.game))
            for each in messages
        )

    async def stands(self, message: Message) -> bool:
        """Whether a message was not deleted; where that can't be known it counts as there."""
        try:
            async with meant():
                await self._client.get_partial_messageable(message.where).fetch_message(message.id)
        except Missing:
            return False
        except Undelivered:
            return True
        return True

    async def edit(self, message: Message, post: Post) -> None:
        """Changes everything of a message. Where files are not allowed, the picture's description is its text."""
        post = await self._shown(message.where, replace(post, mentions=()))
        try:
            await self._edit(message, _changed(post))
        except Forbidden:
            if not post.pictures:
                raise
            await self._edit(message, _changed(_described(post)))

    async def repair(self, message: Message, text: str, pictures: bool = True) -> None:
        """Changes the text of a message and takes its buttons away, and unless they are kept its pictures."""
        nobody = discord.AllowedMentions.none()
        parts: dict[str, Any] = {"content": shortened(text, CONTENT), "view": None, "allowed_mentions": nobody}
        if not pictures:
            parts |= {"attachments": [], "embeds": []}
        await self._edit(message, parts)

    async def unbutton(self, message: Message) -> None:
        """Takes the buttons of a message away, and nothing else."""
        await self._edit(message, {"view": None})

    async def _edit(self, message: Message, parts: dict[str, Any]) -> None:
        known = self._client.get_partial_messageable(message.where).get_partial_message(message.id)

        async def editing() -> None:
            async with meant():
                await known.edit(**parts)

        await self._awake(message.where, editing)

    async def pin(self, message: Message, pinned: bool) -> None:
        """Pins a message, or takes its pin away. Discord says of a pin in the channel: that line is taken back."""
        channel = self._client.get_partial_messageable(message.where)
        known = channel.get_partial_message(message.id)
        async with meant():
            await (known.pin() if pinned else known.unpin())
        if not pinned:
            return
        with suppress(*ERRORS):  # nothing but a line too many
            async for line in channel.history(after=known, limit=LINES):
                if line.type is discord.MessageType.pins_add and line.author.id == self._me:
                    await line.delete()

    async def open_thread(self, guild_id: int, channel_id: int, name: str, known: Collection[int] | None) -> int:
        """Opens a public thread in a channel, or finds the one that was opened before."""
        async with meant():
            if known is not None:
                guild = await self._client.fetch_guild(guild_id)
                for thread in await guild.active_threads():
                    own = (thread.parent_id, thread.name, thread.owner_id) == (channel_id, name, self._me)
                    if own and thread.id not in known:
                        return thread.id
            channel = await self._found(channel_id)
            if not isinstance(channel, discord.TextChannel):
                raise Nested(f"no threads in a {type(channel).__name__}")
            opened = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
            )
        return opened.id

    async def _found(self, channel_id: int) -> ChannelOrThread:
        """A channel or thread of whatever server, as it is at this moment. Raises Gone and TryLater."""
        found = await self._servers.somewhere(channel_id, fresh=0.0)
        if found is None:
            raise Gone("no such channel")
        return found

    @property
    def _me(self) -> int | None:
        return self._client.user.id if self._client.user else None

    async def sees(self, channel_id: int) -> bool:
        """Whether a channel or thread is there, and the bot may view it now."""
        channel = await self._known(channel_id, 0.0)
        mine = _rights(channel)
        return channel is not None if mine is None else mine.view_channel

    async def seen_by(self, guild_id: int, channel_id: int, user_id: int | None) -> bool:
        """Whether a person, or everybody, may view a channel or thread, as it is now: nobody one that is gone.

        What the gateway tells is up to date; who a person is in the server it does not tell, nor of threads in the
        archive. That Discord does not say is no reason to believe that somebody has left. Raises TryLater.
        """
        guild = await self._servers.server(guild_id)
        if guild is None:
            return False
        place = await self._servers.place(guild, channel_id)
        if place is None or user_id is None:
            return is_seen(place, guild.default_role)
        member = await self._servers.member(guild, user_id)
        if member is None:
            return False
        if isinstance(place, discord.Thread) and place.is_private():
            if place.parent is None or not place.permissions_for(member).view_channel:
                return False
            return await asked(place.fetch_member(user_id)) is not None
        return is_seen(place, member)

    async def lacks(self, channel_id: int) -> str:
        """The permission that the bot lacks to post in a channel or thread now; empty too if that is not known."""
        channel = await self._known(channel_id, 0.0)
        mine, name = _rights(channel), "send_messages"
        if isinstance(channel, discord.Thread):
            name = "send_messages_in_threads"
        return "" if mine is None or getattr(mine, name) else name

    async def _shown(self, channel_id: int, post: Post) -> Post:
        """The post as a channel can show it: where no embeds are allowed it has no bar."""
        if post.bar is None:
            return post
        mine = _rights(await self._known(channel_id, OWN_RIGHTS))
        return post if mine is None or mine.embed_links else replace(post, bar=None)

    async def _known(self, channel_id: int, fresh: float) -> ChannelOrThread | None:
        """A channel or thread; None if there is none, or Discord does not say."""
        try:
            return await self._servers.somewhere(channel_id, fresh)
        except Undelivered:
            return None

    async def wake_thread(self, thread_id: int) -> None:
        """Takes a thread out of the archive, and its lock away where that is permitted."""
        async with meant():
            thread = await self._found(thread_id)
            if isinstance(thread, discord.Thread):
                unlocks = thread.locked and (rights := _rights(thread)) is not None and rights.manage_threads
                await thread.edit(archived=False, locked=False if unlocks else discord.utils.MISSING)

    async def close_thread(self, thread_id: int) -> None:
        """Puts a thread into the archive; without the permission to lock it, unlocked."""
        async with meant():
            thread = await self._found(thread_id)
            if isinstance(thread, discord.Thread):
                locks = not thread.locked and (rights := _rights(thread)) is not None and rights.manage_threads
                await thread.edit(archived=True, locked=True if locks else discord.utils.MISSING)

    async def _awake(self, channel_id: int, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it; in a thread that is in the archive, once more after that was changed. Raises Locked."""
        try:
            return await doing()
        except Refused as refused:
            if not _is_shut(refused):
                raise
        try:
            await self.wake_thread(channel_id)
            return await doing()
        except Refused as refused:
            if isinstance(refused, Forbidden) or _is_shut(refused):
                raise Locked(refused.reason) from refused
            raise


def _is_shut(refused: Refused) -> bool:
    """Whether a thread takes nothing because it is in the archive, or locked."""
    return refused.reason.endswith((str(ARCHIVED), str(LOCKED)))


def _rights(channel: object) -> discord.Permissions | None:
    """What the bot may do in a channel or thread of a server; None if that is not known."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return None
    return channel.permissions_for(channel.guild.me) if isinstance(channel, ChannelOrThread) else None


def _content(post: Post) -> str:
    """What a post says but for what stands beside its bar."""
    if post.bar is None:
        return shortened(post.text, CONTENT)
    return shortened("\n".join(line for line in post.text.split("\n") if line != post.bar.line), CONTENT)


def _described(post: Post) -> Post:
    """The post for where files are not allowed: its pictures in words."""
    described = "\n".join((post.text, *(picture.alt for picture in post.pictures))).strip()
    return replace(post, text=described, pictures=(), nonce=f"{post.nonce[:24]}t")


MessageContent = tuple[str, tuple[tuple[str, str], ...]]
"""What a message says: its text, and its files with their descriptions."""


def _told(post: Post) -> MessageContent:
    """What a post says once it is sent: Discord cuts the blanks around a text."""
    files = tuple((picture.name, picture.alt[: limits.ALT].strip()) for picture in post.pictures)
    return _content(post).strip(), files


def _tells(message: discord.Message) -> MessageContent:
    files = tuple((file.filename, (file.description or "").strip()) for file in message.attachments)
    return message.content.strip(), files


def _lines(message: discord.Message, game: int) -> frozenset[str]:
    """What the buttons of a message carry, if they are of a game."""
    head, found = f"{VERSION}:{game}:", set()
    for row in message.components:
        for part in getattr(row, "children", ()):
            carried = getattr(part, "custom_id", None) or ""
            if carried.startswith(head):
                found.add(carried.removeprefix(head).partition(":")[2])
    return frozenset(found)


def _changed(post: Post) -> dict[str, Any]:
    """A post as discord.py wants it for a message that shows something else."""
    parts = {"embeds": [], **_parts(post)}
    parts["attachments"] = parts.pop("files")
    return parts


def _parts(post: Post) -> dict[str, Any]:
    """A post as discord.py wants it: what stands beside a bar is an embed, which Discord shows below the pictures."""
    text = _content(post)
    view = buttons(post.game, post.began, [(button.line, button.label) for button in post.buttons])
    limits.check("a post", text, view, (picture.alt for picture in post.pictures))
    people = [discord.Object(user) for user in post.mentions]
    bar: dict[str, Any] = (
        {} if post.bar is None else {"embeds": [discord.Embed(colour=post.bar.tint, description=post.bar.line)]}
    )
    return {
        **bar,
        "content": text or None,
        "files": [file_of(picture) for picture in post.pictures],
        "view": view,
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people),
    }


async def _sent(channel: discord.abc.Messageable, post: Post) -> int:
    async with meant():
        message: discord.Message = await channel.send(nonce=post.nonce[:NONCE], **_parts(post))
    return message.id
