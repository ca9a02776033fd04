"""How long the event loop lets others wait while something is done."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import perf_counter

TICK = 0.005
"""Seconds between two looks at the clock."""

BOUND = 0.4
"""Seconds that no wait is above in a test, on a machine where others work too; the goal on two idle cores is 0.05."""


@dataclass
class Waits:
    """The longest wait so far, in seconds beyond what was asked for."""

    longest: float = 0.0


@contextlib.asynccontextmanager
async def measured() -> AsyncIterator[Waits]:
    """Measures the waits of the loop until the end of the block, by a task that wants to be called all the time."""
    waits = Waits()

    async def look() -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(TICK)
            waits.longest = max(waits.longest, perf_counter() - before - TICK)

    looking = asyncio.create_task(look())
    await asyncio.sleep(TICK)
    try:
        yield waits
        await asyncio.sleep(2 * TICK)
    finally:
        looking.cancel()
        await asyncio.wait({looking})
