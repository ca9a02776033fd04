"""Where slow pure work is done, so that the event loop never waits: pictures, and replaying a long game."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.runtime.worker_threads import Threads, alive
from cogs.house.words.words import Names
from engine.core import Seat, View

T = TypeVar("T")

THREADS = 2
Key = tuple[str, str, str, View, tuple[tuple[Seat, str], ...], Look]

PIECE = 0.15
"""Seconds for which endless work keeps its thread."""

FIRST = 4
"""So many times longer is endless work waited for that has given nothing yet."""

KEPT = 48
"""Pictures kept, by language, kind and view."""


class Stopped(Exception):
    """Nobody waits any more for what is being done."""


Check = Callable[[], None]
"""What a long job calls between its steps. Raises Stopped when it is to end."""


class Workers:
    """Two worker threads and the last pictures, those that are being drawn among them."""

    def __init__(self) -> None:
        self._closing = threading.Event()
        self._long = asyncio.Lock()
        self._sampling = asyncio.Lock()
        self._easel = asyncio.Lock()
        self._wanted = 0
        self._threads = Threads(THREADS, "workers")
        self._pictures: OrderedDict[Key, asyncio.Task[bytes]] = OrderedDict()

    async def work(self, job: Callable[[], T]) -> T:
        """The result of `job`, which touches nothing but its own values. Raises TookTooLong as `Threads.run` does."""
        return await self._threads.run(job)

    async def long_work(self, job: Callable[[Check], T]) -> T:
        """The result of a job of many seconds. There is one at a time, so that a thread is always left for pictures."""
        async with self._long:
            left = threading.Event()

            def check() -> None:
                if left.is_set() or self._closing.is_set():
                    raise Stopped
                alive()

            try:
                return await self.work(lambda: job(check))
            finally:
                left.set()

    async def sampled(self, steps: Iterator[T | None], most: int, seconds: float) -> tuple[T, ...]:
        """What endless work gives: at most so many results, for so many seconds of work. A step without one is None.

        While there is none yet it goes on for `FIRST` times as long; then there is nothing. There is one such work at
        a time, and it lets go of its thread after each piece, so that pictures come between.
        """
        found: list[T] = []
        spent = 0.0
        async with self._sampling:
            while len(found) < most and spent < (seconds if found else FIRST * seconds):
                piece, took = await self.work(partial(_piece, steps, most - len(found)))
                found += piece
                spent += took
        return tuple(found)

    async def draw(self, job: Callable[[], T]) -> T:
        """The result of a job that draws. There is one at a time.

        Two of them would keep two cores busy, and the event loop waiting for one: 14 ms at the longest in place of 6,
        while a crowd of pictures is drawn in two thirds of the time.
        """
        self._wanted += 1
        try:
            async with self._easel:
                return await self.work(job)
        finally:
            self._wanted -= 1

    async def draw_ahead(self, job: Callable[[], T]) -> T:
        """The result of a job that draws what nobody waits for yet, begun once nobody waits for a picture.

        It is long work: a picture that is wanted meanwhile is drawn beside it.
        """
        while self._wanted:  # a lock that goes from one who waits to the next is free for a moment
            async with self._easel:
                pass
        return await self.long_work(lambda _: job())

    async def picture(self, kit: Kit, kind: str, view: View, names: Names, look: Look) -> bytes:
        """The picture of a kind for a view, the plain names of the seats and a look; the same one is drawn once."""
        look = kit.pictures.fitting(kind, look)
        key = (kit.rules.name, kit.language, kind, view, tuple(sorted(names.items())), look)
        if key not in self._pictures:
            drawing = asyncio.create_task(self.draw(lambda: kit.pictures.draw(kind, view, names, look)))
            drawing.add_done_callback(lambda task: self._drawn(key, task))
            self._pictures[key] = drawing
        self._pictures.move_to_end(key)
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        # whoever stops waiting does not take the picture from the others
        return await asyncio.shield(self._pictures[key])

    def _drawn(self, key: Key, drawing: asyncio.Task[bytes]) -> None:
        """Forgets what came to nothing, so that it is tried again when it is asked for again."""
        if drawing.cancelled() or drawing.exception() is not None:
            self._pictures.pop(key, None)

    @property
    def stuck(self) -> int:
        """How many threads are busy with a job that never came back."""
        return self._threads.stuck

    def close(self) -> None:
        self._closing.set()
        self._threads.shutdown()


def _piece(steps: Iterator[T | None], most: int) -> tuple[list[T], float]:
    """What some steps of endless work give, and the seconds that they took."""
    start = time.monotonic()
    found: list[T] = []
    while len(found) < most and time.monotonic() - start < PIECE:
        alive()
        step = next(steps)
        if step is not None:
            found.append(step)
    return found, time.monotonic() - start
