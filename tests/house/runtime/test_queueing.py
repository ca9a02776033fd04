"""Dear requests: one a person, one after the other, each told its place, and not without end."""

from __future__ import annotations

import asyncio

import pytest

from cogs.house.runtime.queueing import LONG, MOST, ODDS, Queue
from engine.core import Illegal


class Asker:
    """Somebody whose request takes until it is let go."""

    def __init__(self, queue: Queue, person: int, lane: str = ODDS) -> None:
        self.before: list[int] = []
        self.working, self.free = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._ask(queue, person, lane))

    async def _ask(self, queue: Queue, person: int, lane: str) -> None:
        async def told(before: int) -> None:
            self.before.append(before)

        async with queue.turn(lane, person, told):
            self.working.set()
            await self.free.wait()

    async def done(self) -> None:
        self.free.set()
        await self.task


async def tick() -> None:
    """Lets everybody go as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_everybody_is_told_how_many_are_before_and_comes_in_turn() -> None:
    queue = Queue()
    first, second, third = (Asker(queue, person) for person in (1, 2, 3))
    await tick()
    assert (first.before, second.before, third.before) == ([], [1], [2])
    assert not second.working.is_set()

    await first.done()
    await tick()

    assert second.working.is_set()
    assert third.before == [2, 1]
    await second.done()
    await third.done()


async def test_one_person_has_one_request_at_a_time_of_whatever_kind() -> None:
    queue = Queue()
    first = Asker(queue, 1)
    await tick()

    with pytest.raises(Illegal, match="still-working"):
        await Asker(queue, 1, LONG).task

    await first.done()
    await Asker(queue, 1, LONG).done()


async def test_the_lanes_do_not_wait_for_each_other() -> None:
    queue = Queue()
    odds, replay = Asker(queue, 1, ODDS), Asker(queue, 2, LONG)
    await tick()

    assert odds.working.is_set()
    assert replay.working.is_set()
    await odds.done()
    await replay.done()


async def test_the_queue_has_an_end() -> None:
    queue = Queue()
    askers = [Asker(queue, person) for person in range(MOST)]
    await tick()

    with pytest.raises(Illegal, match="queue-full"):
        await Asker(queue, MOST).task

    for asker in askers:
        await asker.done()
    await Asker(queue, MOST).done()


async def test_who_stops_waiting_leaves_the_queue() -> None:
    queue = Queue()
    first, second, third = (Asker(queue, person) for person in (1, 2, 3))
    await tick()

    second.task.cancel()
    await tick()

    assert third.before == [2, 1]
    await first.done()
    await third.done()
