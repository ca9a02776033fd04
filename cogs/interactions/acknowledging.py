"""The first answer to what somebody has done: Discord waits for it for three seconds, and takes it once."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Protocol

import aiohttp
import discord

from cogs.house.runtime.metrics import UNMEASURED, Metrics
from cogs.house.store.store import StoreUnavailable

log = logging.getLogger(__name__)

UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised if something could not be told to Discord, or its answer was lost."""

TAKEN = 40060
"""Discord's code for an interaction that has its first answer already."""

KEPT = 256
"""So many interactions are remembered of which Discord's answer was lost."""

RECENT = 4096
"""So many of those that came last are remembered: the same one may be told twice."""

CLAIMING = 1.5
"""Seconds that a claim may take: what is left of three is for the answer, and then Discord alone says whose it is."""

OURS = "ours"
"""What is kept with an interaction that this process answers."""

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Claims(Protocol):
    """What tells several processes apart that hear the same, while a shard goes from one to another."""

    async def claim(self, number: int) -> bool:
        """Whether nobody has claimed the number of an interaction or other event before. Raises StoreUnavailable."""
        ...


class Duty:
    """What goes on in all languages: how many answers are being made. While `draining`, nothing new is begun.

    Its `metrics` are told how soon first answers are taken. With several processes `claims` says which of them answers
    what more than one hears; the others stay silent.

    Its `trace` of the requests to Discord notes to which first answers Discord's own answer was lost: by an error of
    Discord's, or with the connection. discord.py repeats them by itself and is then told that they were taken.
    """

    def __init__(self, metrics: Metrics = UNMEASURED, claims: Claims | None = None) -> None:
        self._metrics = metrics
        self.draining = False
        self.busy = 0
        self._claims = claims
        self._claiming = set[asyncio.Task[bool]]()
        self._lost: OrderedDict[int, None] = OrderedDict()
        self._heard: OrderedDict[int, None] = OrderedDict()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Counts an answer from before it is acknowledged until it is given."""
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1

    def trace(self) -> aiohttp.TraceConfig:
        """What the session that talks to Discord is to be traced by."""

        async def ended(_: object, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
            if request.response.status >= 500:
                self._loses(request.url.path)

        async def failed(_: object, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams) -> None:
            self._loses(request.url.path)

        config = aiohttp.TraceConfig()
        config.on_request_end.append(ended)
        config.on_request_exception.append(failed)
        return config

    def _loses(self, path: str) -> None:
        if (callback := CALLBACK.search(path)) is not None:
            self._lost[int(callback[1])] = None
            while len(self._lost) > KEPT:
                self._lost.popitem(last=False)

    async def first(self, number: int) -> bool:
        """Whether an event is told here for the first time, and no other process has claimed it.

        Where the claim can't be made Discord is the judge: it takes one answer.
        """
        if number in self._heard:
            return False
        self._heard[number] = None
        while len(self._heard) > RECENT:
            self._heard.popitem(last=False)
        if self._claims is None:
            return True
        claiming = asyncio.create_task(self._claims.claim(number))
        self._claiming.add(claiming)
        claiming.add_done_callback(self._claiming.discard)
        done, _ = await asyncio.wait({claiming}, timeout=CLAIMING)
        try:
            if not done:
                claiming.cancel()  # without waiting until it has ended, which takes a transaction seconds
                raise TimeoutError
            return claiming.result()
        except (StoreUnavailable, TimeoutError) as error:
            log.warning("it could not be claimed what several processes may hear: %s", type(error).__name__)
            return True

    async def acknowledged(self, interaction: discord.Interaction, say: Callable[[], Awaitable[object]]) -> bool:
        """Has `say` give the first answer to an interaction, and tells whether Discord has taken it.

        One that was given before, and whose answer was lost, has been taken. If none of ours was lost, the one that
        was taken is of another process, which acts on it. What was told twice is answered once.
        """
        if OURS not in interaction.extras:
            interaction.extras[OURS] = await self.first(interaction.id)
        if not interaction.extras[OURS]:
            return False
        taken = await self._taken(interaction, say)
        if taken:
            self._metrics.acknowledged(since_made(interaction))
        else:
            self._metrics.unacknowledged()
        return taken

    async def _taken(self, interaction: discord.Interaction, say: Callable[[], Awaitable[object]]) -> bool:
        for last in (False, True):
            try:
                await say()
            except discord.HTTPException as error:
                if error.code == TAKEN and interaction.id in self._lost:
                    return True
                log.warning("an interaction could not be acknowledged: %s %s", error.status, error.code)
                return False
            except UNANSWERED as error:
                if last:
                    log.warning("an interaction could not be acknowledged: %s", type(error).__name__)
            else:
                return True
        return False


def since_made(interaction: discord.Interaction) -> float:
    """Seconds since Discord made an interaction, if this machine's clock is right."""
    return (discord.utils.utcnow() - interaction.created_at).total_seconds()


def why(error: BaseException) -> str:
    """What is logged of an answer that could not be given."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


class Completions(logging.Filter):
    """A completion that came too late for Discord, or of another process, is one line and no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Takes the traceback from a record of the library's that is about such a completion."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UNANSWERED):
            record.msg, record.args = "a completion could not be given: %s", (why(error),)
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


COMPLETIONS = Completions()
