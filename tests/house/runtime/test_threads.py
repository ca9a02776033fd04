"""Threads that can keep nothing waiting, whatever they have been given to do."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from queue import SimpleQueue

import pytest

from cogs.house.runtime.worker_threads import Threads, TookTooLong, Worker, alive
from cogs.house.runtime.workers import Workers
from tests.house.conftest import until

HUNG = """
import asyncio, threading
from cogs.house.runtime.workers import Workers

async def main() -> None:
    workers, begun = Workers(), threading.Event()

    def never() -> None:
        begun.set()
        threading.Event().wait()

    waiting = asyncio.create_task(workers.work(never))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    waiting.cancel()
    workers.close()

asyncio.run(main())
print("over")
"""


@pytest.fixture
def threads() -> Iterator[Threads]:
    made = Threads(1, "test")
    yield made
    made.shutdown()


def test_a_job_that_never_returns_does_not_keep_the_process_alive() -> None:
    ended = subprocess.run([sys.executable, "-c", HUNG], capture_output=True, text=True, timeout=30, check=True)

    assert ended.stdout == "over\n"


async def test_whoever_waits_for_a_job_that_hangs_is_told_and_other_work_goes_on(
    threads: Threads, caplog: pytest.LogCaptureFixture
) -> None:
    held = threading.Event()

    with pytest.raises(TookTooLong):
        await threads.run(held.wait, 0.02)

    assert threads.stuck == 1
    assert "left to itself" in caplog.text
    assert await threads.run(lambda: 7) == 7
    held.set()
    await until(lambda: not threads.stuck)
    assert await threads.run(lambda: 8) == 8


async def test_a_job_that_comes_back_as_it_is_left_takes_no_other_with_it(threads: Threads) -> None:
    """All of a process may stand still for a minute, as on a machine that is put to sleep. When it goes on, a job that
    was only held up ends while its thread is about to be left."""
    held = threading.Event()

    class GoesOn(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            held.set()
            time.sleep(0.05)

    logger, going = logging.getLogger("cogs.house.runtime.worker_threads"), GoesOn()
    logger.addHandler(going)
    try:
        with suppress(TookTooLong):
            await threads.run(held.wait, 0.02)
    finally:
        logger.removeHandler(going)

    for number in range(4):
        assert await asyncio.wait_for(threads.run(partial(int, number)), 5) == number
    assert not threads.stuck


def test_a_job_that_ends_while_its_thread_is_looked_at_is_not_taken_for_a_silent_one() -> None:
    """Threads change at any step of whoever looks."""

    class Ending(Worker):
        looked = 0

        @property
        def seen(self) -> float:
            self.looked += 1
            return time.perf_counter() if self.looked == 1 else 0.0

        @seen.setter
        def seen(self, at: float) -> None:
            self.looked = 0

    assert Ending(SimpleQueue(), "ending").silent < 1


async def test_a_long_job_that_says_that_it_is_alive_is_not_left(threads: Threads) -> None:
    ended = threading.Event()

    def steps() -> int:
        number = 0
        while not ended.wait(0.001):
            alive()
            number += 1
        return number

    working = asyncio.create_task(threads.run(steps, 0.05))
    await asyncio.sleep(0.2)
    ended.set()

    assert await working
    assert threads.stuck == 0


async def test_a_job_that_waits_for_its_turn_is_not_taken_for_one_that_hangs(threads: Threads) -> None:
    held = threading.Event()
    first = asyncio.create_task(threads.run(held.wait))
    second = asyncio.create_task(threads.run(lambda: 7, 0.01))
    await asyncio.sleep(0.05)
    held.set()

    assert await second == 7
    assert await first


async def test_a_job_that_never_ends_keeps_no_core_busy(threads: Threads) -> None:
    def endless() -> None:
        while True:
            try:
                sum(range(10))
            except Exception:  # noqa: BLE001 - whatever it catches
                continue

    with pytest.raises(TookTooLong):
        await threads.run(endless, 0.02)

    await until(lambda: not threads.stuck)
    assert await threads.run(lambda: 7) == 7


async def test_where_every_thread_hangs_nobody_waits_without_end(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.house.runtime.worker_threads.MOST_LEFT", 2)
    held = threading.Event()
    for _ in range(5):
        with pytest.raises(TookTooLong):
            await asyncio.wait_for(threads.run(held.wait, 0.02), 5)
    assert threads.stuck == 2

    held.set()

    await until(lambda: not threads.stuck)
    assert await threads.run(lambda: 7) == 7


async def test_what_nobody_waits_for_any_more_is_not_begun(threads: Threads) -> None:
    held, begun = threading.Event(), threading.Event()
    first = asyncio.create_task(threads.run(held.wait))
    second = asyncio.create_task(threads.run(begun.set))
    await asyncio.sleep(0.01)
    second.cancel()
    await asyncio.wait({second})
    held.set()

    await first
    await threads.run(lambda: None)

    assert not begun.is_set()


async def test_a_closed_studio_takes_no_work() -> None:
    workers = Workers()
    workers.close()
    workers.close()

    with pytest.raises(RuntimeError):
        await workers.work(lambda: 7)
