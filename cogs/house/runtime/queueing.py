"""What costs seconds of work is done for people in turn: one request a person at a time, and not without end.

Each lane is served one after the other. Whoever waits is told how many are before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from engine.core import Illegal

MOST = 20
"""So many requests of one lane are taken; whoever comes later is asked to come again."""

ODDS, LONG = "odds", "long"
"""The lanes: battles that are fought for their odds, and whatever goes through a whole game."""

PlaceInQueue = Callable[[int], Awaitable[None]]
"""Tells somebody how many requests are before theirs."""


class Queue:
    """The requests that are worked on or wait, of everybody."""

    def __init__(self) -> None:
        self._people: set[int] = set()
        self._lanes: dict[str, list[asyncio.Event]] = {}

    @asynccontextmanager
    async def turn(self, lane: str, person: int, told: PlaceInQueue) -> AsyncIterator[None]:
        """The person's turn in a lane, which is over at the end of the block.

        Until it comes, `told` is called with the number of those before, and again each time that this changes.
        Raises Illegal `still-working` if something is done or waits for the person already, or `queue-full`.
        """
        waiting = self._lanes.setdefault(lane, [])
        if person in self._people:
            raise Illegal("still-working")
        if len(waiting) >= MOST:
            raise Illegal("queue-full", number=len(waiting))
        moved = asyncio.Event()
        waiting.append(moved)
        self._people.add(person)
        try:
            while before := waiting.index(moved):
                moved.clear()
                await told(before)
                await moved.wait()
            yield
        finally:
            waiting.remove(moved)
            self._people.discard(person)
            for other in waiting:
                other.set()
