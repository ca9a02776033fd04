"""Sends the outbox's posts with discord.py, and tells the house what Discord's errors mean for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import aiohttp
import discord

from cogs import limits
from cogs.components import buttons
from cogs.desk import CONTENT, file_of
from cogs.house.sender import Gone, Post, Refused, TryLater, Undelivered
from cogs.house.words import shortened

MISSING_PERMISSION, DMS_TOO_FAST, DMS_CLOSED = 50013, 40003, 50007
UNKNOWN_CHANNEL, UNKNOWN_USER = 10003, 10013
DM_PAUSE = 60.0


class DiscordSender:
    """The house's Sender. Nobody is notified but the persons a post names."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def to_channel(self, channel_id: int, post: Post) -> int:
        """Posts in a channel. Where files are not allowed, the picture's description is sent in its place."""
        channel = self._client.get_partial_messageable(channel_id)
        try:
            return await _sent(channel, post)
        except Refused as refused:
            if not post.pictures or str(MISSING_PERMISSION) not in refused.reason:
                raise
        described = "\n".join((post.text, *(picture.alt for picture in post.pictures))).strip()
        return await _sent(channel, replace(post, text=described, pictures=(), nonce=f"{post.nonce[:24]}t"))

    async def to_user(self, user_id: int, post: Post) -> int:
        """Posts in a person's direct messages."""
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise meaning(error) from error
        return await _sent(channel, post)


async def _sent(channel: discord.abc.Messageable, post: Post) -> int:
    people = [discord.Object(user) for user in post.mentions]
    parts: dict[str, Any] = {"content": shortened(post.text, CONTENT) or None}
    parts["files"] = [file_of(picture) for picture in post.pictures]
    parts["view"] = buttons(post.game, post.began, [(button.line, button.label) for button in post.buttons])
    parts["allowed_mentions"] = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
    alts = [picture.alt[:1024] for picture in post.pictures]
    limits.warn("a post", limits.message(limits.sent(parts["content"] or "", parts["view"], alts)))
    try:
        message: discord.Message = await channel.send(nonce=post.nonce[:25], **parts)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise meaning(error) from error
    return message.id


def meaning(error: Exception) -> Undelivered:
    """What an error of sending means: never again, nowhere to send to, or later. The reason holds no content."""
    match error:
        case discord.RateLimited():
            return TryLater("rate limited", error.retry_after)
        case discord.HTTPException(code=code, status=status):
            reason = f"{status} {code}"
            if code in (UNKNOWN_CHANNEL, UNKNOWN_USER) or status == 404:
                return Gone(reason)
            if code == DMS_TOO_FAST:
                return TryLater(reason, DM_PAUSE)
            if status in (401, 429) or status >= 500:
                return TryLater(reason)
            return Refused(reason)
        case _:
            return TryLater(type(error).__name__)
