"""Where the house touches the world that it runs in: time, waiting and tasks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


class Park(Protocol):
    """Awaits something that may take for ever; a simulated Discord must be told of such waiting."""

    def __call__(self, awaitable: Awaitable[T], why: str) -> Awaitable[T]: ...


async def wait(awaitable: Awaitable[T], why: str) -> T:
    """The plain way to park: await it."""
    return await awaitable


@dataclass(frozen=True, slots=True)
class Environment:
    """The clock in seconds since 1970, how endless tasks begin, and how they wait.

    `steady` counts seconds, from any moment on, whatever the clock is set to.

    `world` names the Discord that ids of interactions and messages belong to: a simulated one gives the same ids in
    each run, so each run is a world of its own.
    """

    park: Park = wait
    spawn: Callable[[Coroutine[object, None, None]], asyncio.Task[None]] = asyncio.create_task
    now: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    world: str = "discord"

    async def woken(self, event: asyncio.Event, seconds: float | None, why: str) -> None:
        """Sleeps until the event is set, or for so many seconds at most; None: without end."""
        try:
            async with asyncio.timeout(seconds):
                await self.park(event.wait(), why)
        except TimeoutError:
            pass
