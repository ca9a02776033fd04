"""What runs in the background neither dies alone nor spins, and says how it does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from functools import partial

import pytest

from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import HEALTHY, LONGEST_PAUSE, Tasks, pause
from cogs.house.store.store import StoreUnavailable
from engine.core import Illegal
from tests.house.conftest import Clock, until


@pytest.fixture
async def tasks(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tasks]:
    """Its pauses are a thousand times as short as it says."""
    plain = Environment.woken

    async def woken(self: Environment, event: asyncio.Event, seconds: float | None, why: str) -> None:
        await plain(self, event, seconds and seconds / 1000, why)

    monkeypatch.setattr(Environment, "woken", woken)
    made = Tasks(Environment(now=clock))
    yield made
    await made.close()


class Rounds:
    """A loop that fails as often as it is told to, and then waits to be woken."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.done = list(errors), 0

    async def __call__(self) -> float | None:
        await asyncio.sleep(0)
        if self.errors:
            raise self.errors.pop(0)
        self.done += 1
        return None


async def test_a_loop_that_throws_begins_again(tasks: Tasks) -> None:
    rounds = Rounds(ValueError("split Rd01"), KeyError(3))

    tasks.loop("deliveries", rounds)
    await until(lambda: rounds.done)

    (health,) = tasks.health()
    assert health.well
    assert (health.name, health.failures, health.error, health.again) == ("deliveries", 0, "KeyError", None)


async def test_how_it_fails_is_known_while_it_does(tasks: Tasks, clock: Clock) -> None:
    rounds = Rounds(*[ValueError("x") for _ in range(9)])

    tasks.loop("clocks", rounds)
    await until(lambda: not rounds.errors[4:])

    (health,) = tasks.health()
    assert not health.well
    assert health.failures >= 5
    assert (health.since, health.error) == (clock.at, "ValueError")
    assert health.again is None or clock.at < health.again <= clock.at + LONGEST_PAUSE


def test_pauses_grow_and_have_an_end() -> None:
    pauses = [pause(failures) for failures in range(1, 40)]

    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE


async def test_pauses_are_short_again_after_a_healthy_while_and_not_before(
    tasks: Tasks, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = Rounds(*[ValueError("x") for _ in range(3)])
    loop = tasks.loop("clocks", rounds)
    await until(lambda: rounds.done == 1)

    for passed in (HEALTHY / 2, HEALTHY + LONGEST_PAUSE):
        clock.at += passed
        rounds.errors.append(ValueError("x"))
        done = rounds.done
        loop.wake()
        await until(lambda done=done: rounds.done > done)  # type: ignore[misc]

    said = [record.getMessage().split("\n")[0] for record in caplog.records]
    assert said == [f"clocks: ValueError; again in {seconds} s" for seconds in (1, 2, 4, 8, 1)]


async def test_being_woken_cuts_no_pause_short(clock: Clock) -> None:
    tasks, rounds = Tasks(Environment(now=clock)), Rounds(*[ValueError("x") for _ in range(1000)])
    loop = tasks.loop("deliveries", rounds)

    for _ in range(500):
        loop.wake()
        await asyncio.sleep(0)
    await tasks.close()

    assert len(rounds.errors) == 999


async def test_a_job_is_done_once_however_often_it_failed_before(tasks: Tasks) -> None:
    rounds = Rounds(ValueError("x"), StoreUnavailable("disk full"))
    over: list[bool] = []

    async def job() -> None:
        await rounds()

    tasks.job("delivery", 17, job, lambda: over.append(True))
    await until(lambda: over)

    assert (rounds.done, over) == (1, [True])
    assert tasks.health() == ()


async def test_the_log_says_where_and_never_what(tasks: Tasks, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    hidden = ValueError("split Bu01 Bu02 TTN,CEN")
    hidden.__cause__ = Illegal("not-a-line", line="split Bu01 Bu02 TTN,CEN")
    rounds = Rounds(hidden)

    async def job() -> None:
        await rounds()

    tasks.job("delivery", 17, job)
    await until(lambda: rounds.done)

    assert "delivery 17: ValueError; again in 1 s" in caplog.text
    assert "test_tasks.py" in caplog.text
    assert "Illegal not-a-line" in caplog.text
    assert "TTN" not in caplog.text


async def test_a_store_that_is_away_is_a_warning_without_a_traceback(
    tasks: Tasks, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = Rounds(StoreUnavailable("the database could not be read: disk I/O error"))

    tasks.loop("clocks", rounds)
    await until(lambda: rounds.done)

    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "disk I/O error" in record.getMessage()
    assert "Traceback" not in record.getMessage()


@pytest.mark.parametrize("breaks", [True, False])
async def test_what_loses_that_it_was_cancelled_ends_all_the_same(tasks: Tasks, breaks: bool) -> None:
    """As a rollback does that fails too, in a transaction that was cancelled."""
    waits = asyncio.Event()

    async def lost() -> None:
        try:
            waits.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError as cancelled:
            if breaks:
                raise ValueError("the connection is closed") from cancelled

    job = tasks.loop("deliveries", lost)
    await waits.wait()

    async with asyncio.timeout(10):
        await tasks.end(job)

    assert tasks.health() == ()


async def test_closing_ends_what_runs_and_begins_nothing_more(tasks: Tasks) -> None:
    ended: list[str] = []

    async def job() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("job")

    tasks.job("delivery", 1, job, lambda: ended.append("then"))
    await asyncio.sleep(0)
    await tasks.close()
    tasks.job("delivery", 2, job, lambda: ended.append("not begun"))

    assert ended == ["job", "then", "not begun"]
    assert tasks.health() == ()


async def test_a_loop_that_ends_by_itself_is_dead_and_one_that_is_ended_is_not(tasks: Tasks) -> None:
    """No failure ends a loop. What does is a task that cancels itself, which nobody would hear of."""

    async def cancels() -> None:
        raise asyncio.CancelledError

    ended = tasks.loop("clocks", Rounds())
    tasks.job("start", 0, partial(asyncio.sleep, 0))
    tasks.loop("time", Rounds(ValueError()))
    await until(lambda: len(tasks.health()) == 2)
    await tasks.end(ended)
    assert not tasks.dead

    tasks.loop("deliveries", cancels)
    await until(lambda: tasks.dead)
    await tasks.close()

    assert tasks.dead == ("deliveries",)
