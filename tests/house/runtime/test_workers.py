"""Long jobs: one at a time, beside pictures, and none that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from itertools import count, repeat
from time import sleep

import pytest

from cogs.house.runtime.workers import Check, Stopped, Workers


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers()
    yield made
    made.close()


class Job:
    """A job that goes on until it is told to stop."""

    def __init__(self) -> None:
        self.begun, self.stopped = threading.Event(), threading.Event()

    def __call__(self, check: Check) -> None:
        self.begun.set()
        try:
            while True:
                check()
                sleep(0.001)
        except Stopped:
            self.stopped.set()
            raise

    async def has(self, event: threading.Event) -> bool:
        return await asyncio.to_thread(event.wait, 5)


async def test_a_long_job_gives_its_result(workers: Workers) -> None:
    assert await workers.long_work(lambda check: 7) == 7


async def test_a_job_that_nobody_waits_for_stops_and_the_next_begins(workers: Workers) -> None:
    job = Job()
    waiting = asyncio.create_task(workers.long_work(job))
    assert await job.has(job.begun)

    waiting.cancel()

    assert await job.has(job.stopped)
    assert await workers.long_work(lambda check: 7) == 7


async def test_closing_stops_a_job_and_tells_who_waits(workers: Workers) -> None:
    job = Job()
    waiting = asyncio.create_task(workers.long_work(job))
    assert await job.has(job.begun)

    workers.close()

    with pytest.raises(Stopped):
        await waiting
    assert job.stopped.is_set()


async def test_beside_a_long_job_there_is_always_a_thread_for_pictures(workers: Workers) -> None:
    jobs = [Job() for _ in range(3)]
    waiting = [asyncio.create_task(workers.long_work(job)) for job in jobs]
    assert await jobs[0].has(jobs[0].begun)

    assert await asyncio.wait_for(workers.work(lambda: 7), 5) == 7

    assert not jobs[1].begun.is_set()
    for task in reversed(waiting):
        task.cancel()
    assert await jobs[0].has(jobs[0].stopped)


async def test_what_is_drawn_ahead_keeps_no_picture_waiting(workers: Workers) -> None:
    go_on = threading.Event()
    ahead = asyncio.create_task(workers.draw_ahead(lambda: go_on.wait(5)))
    await asyncio.sleep(0)

    assert await asyncio.wait_for(workers.draw(lambda: 7), 4) == 7

    assert not ahead.done()
    go_on.set()
    assert await ahead


async def test_nothing_is_drawn_ahead_while_pictures_are_waited_for(workers: Workers) -> None:
    drawn: list[str] = []
    go_on = threading.Event()
    first = asyncio.create_task(workers.draw(lambda: go_on.wait(5)))
    await asyncio.sleep(0)

    ahead = asyncio.create_task(workers.draw_ahead(lambda: drawn.append("ahead")))
    await asyncio.sleep(0)
    others = [asyncio.create_task(workers.draw(lambda: drawn.append("wanted"))) for _ in range(3)]
    await workers.work(lambda: None)
    assert not drawn
    go_on.set()
    await asyncio.gather(first, ahead, *others)

    assert drawn == ["wanted", "wanted", "wanted", "ahead"]


async def test_endless_work_gives_what_it_has_once_its_seconds_are_over(workers: Workers) -> None:
    assert await workers.sampled(count(), 3, 1.0) == (0, 1, 2)
    assert await workers.sampled(count(), 10**9, 0.0) == ()
    assert len(await workers.sampled((number % 1000 or None for number in count(1)), 10**9, 0.01)) > 0


async def test_work_that_never_gives_anything_ends_all_the_same(workers: Workers) -> None:
    """A battle of millions of throws: it is given up within it, and the next one is fought."""
    assert await asyncio.wait_for(workers.sampled(repeat(None), 1, 0.05), 10) == ()
    assert await workers.sampled(count(), 1, 0.05) == (0,)
