"""What may be done again: where a permission or a channel has changed, what is owed there is looked at again.

Whoever hears of such a change says so; several that come together are looked at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from cogs.house.background.outbox import Outbox
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.house.values.sender import Sender

TOGETHER = 2.0
"""Seconds after a change until it is looked at: whoever gives permissions changes several things."""


class Regained:
    """Has `outbox` try what is owed, and `resume` each game whose channel is visible again."""

    def __init__(
        self,
        environment: Environment,
        tasks: Tasks,
        sender: Sender,
        outbox: Outbox,
        resume: Callable[[int], Awaitable[object]],
    ) -> None:
        self._environment, self._sender, self._outbox, self._resume = environment, sender, outbox, resume
        self._guilds: dict[int, float] = {}
        self._looking = asyncio.Lock()
        self._setbacks = tasks.setbacks("channels")
        self._loop = tasks.loop("permissions", self._round)

    def changed(self, guild: int) -> None:
        """Something is otherwise in a server: its channels, its threads, or what the bot may do there."""
        self._guilds.setdefault(guild, self._environment.now() + TOGETHER)
        self._loop.wake()

    async def look(self) -> None:
        """Looks at what is due, or waits until that is done. Raises StoreUnavailable: then it is still due."""
        async with self._looking:
            due = [guild for guild, at in self._guilds.items() if at <= self._environment.now()]
            if due:
                await self._look(due)

    async def _look(self, due: Collection[int]) -> None:
        before = {guild: self._guilds.pop(guild) for guild in due}
        try:
            for game, channel in await self._outbox.allowed_in(due):
                if await self._sender.sees(channel):
                    await self._setbacks.tried(game, partial(self._resume, game))
        except BaseException:
            self._guilds = before | self._guilds
            raise

    async def _round(self) -> float | None:
        await self.look()
        return max(0.0, min(self._guilds.values()) - self._environment.now()) if self._guilds else None
