"""How many interactions are worked on at once: so few that the event loop keeps up with what comes.

What the loop has begun it goes on with by turns, and to acknowledge an interaction takes a dozen of those. With a
hundred under way a turn would take so long that Discord gives up the next one before it is acknowledged. So those that
are acknowledged wait until it is their turn, in the order in which they came.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

AT_ONCE = 4
"""So many are worked on at once."""

LONGEST = 0.3
"""Seconds for which one counts as worked on: what takes longer waits for something, and holds up nobody else."""


class Pacing:
    """What is worked on, and who waits for that."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Something is worked on within the block, as soon as its turn comes."""
        await self._free.acquire()
        with ExitStack() as place:
            place.callback(self._free.release)
            leaving = asyncio.get_running_loop().call_later(LONGEST, place.close)
            place.callback(leaving.cancel)
            yield
