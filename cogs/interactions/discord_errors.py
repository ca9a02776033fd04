"""What Discord's errors mean to the house: never again, nowhere to send to, or later."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

import aiohttp
import discord

from cogs.house.values.sender import Forbidden, Gone, Missing, Refused, TooOld, TryLater, Undelivered

DMS_TOO_FAST = 40003
NO_ACCESS = 50001
"""The bot may not see the channel, or is not in its server any more."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10008, 10013
OLD_MESSAGES = 30046
THREADS_FULL = (30013, 160006)
DM_PAUSE = 60.0

ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""What a request to Discord raises."""

T = TypeVar("T")


@asynccontextmanager
async def meant() -> AsyncIterator[None]:
    """Turns Discord's errors into what they mean."""
    try:
        yield
    except ERRORS as error:
        raise meaning(error) from error


async def asked(asking: Awaitable[T]) -> T | None:
    """What Discord knows; None if there is no such thing, or the bot may not know. Raises TryLater."""
    try:
        async with meant():
            return await asking
    except TryLater:
        raise
    except Undelivered:
        return None


def meaning(error: Exception) -> Undelivered:
    """What an error of sending means: never again, nowhere to send to, or later. The reason holds no content."""
    match error:
        case discord.RateLimited():
            return TryLater("rate limited", error.retry_after)
        case discord.HTTPException(code=code, status=status):
            reason = f"{status} {code}"
            if code == UNKNOWN_MESSAGE:
                return Missing(reason)
            if code in (UNKNOWN_CHANNEL, UNKNOWN_USER, NO_ACCESS) or status == 404:
                return Gone(reason)
            if code == OLD_MESSAGES:
                return TooOld(reason)
            if code == DMS_TOO_FAST:
                return TryLater(reason, DM_PAUSE)
            if code in THREADS_FULL:
                return Forbidden(reason)
            if status in (401, 429) or status >= 500:
                return TryLater(reason)
            return Forbidden(reason) if status == 403 else Refused(reason)
        case _:
            return TryLater(type(error).__name__)
