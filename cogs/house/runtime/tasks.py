"""Everything that runs in the background. None of it dies alone, and none spins.

A loop does its round whenever it is woken, or when its time has come; a job is done once. What throws is logged with
what finds it again, and begins anew after pauses that grow while it fails and are short again once it was well for a
while. How each does is told to whoever runs the bot.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from cogs.house.runtime.environment import Environment
from cogs.house.store.store import StoreUnavailable
from engine.core import Illegal

LONGEST_PAUSE = 60.0
LONGEST_REST = 600.0
"""Seconds for which one of many that fails rests at most."""
HEALTHY = 60.0
"""Seconds, beyond the last pause, for which it has to be well before its pauses are short again."""

_log = logging.getLogger(__name__)

Round = Callable[[], Awaitable[float | None]]
"""One round of a loop: the seconds after which the next is due at the latest, None if it only waits to be woken."""


@dataclass(frozen=True, slots=True)
class Health:
    """How something does in the background: `number` is that of what it is about, its game or its row, or 0.

    `since` is when it began to be well, or to fail. `failures` are those in a row, `error` is the type of the last one,
    and `again` is when it begins anew; None: it runs.
    """

    name: str
    number: int
    since: float
    failures: int = 0
    error: str = ""
    again: float | None = None

    @property
    def well(self) -> bool:
        """Whether its last try came to its end, or the first one is still under way."""
        return not self.failures

    def failed(self, error: Exception, now: float, seconds: float) -> Health:
        """After one failure more, which is logged: it rests for so many seconds."""
        where = f"{self.name} {self.number}" if self.number else self.name
        if isinstance(error, StoreUnavailable):
            _log.warning("%s: %s; again in %g s", where, error, seconds)
        else:
            _log.error("%s: %s; again in %g s\n%s", where, kind_of(error), seconds, traced(error))
        since = now if self.well else self.since
        return Health(self.name, self.number, since, self.failures + 1, kind_of(error), now + seconds)


def pause(failures: int, longest: float = LONGEST_PAUSE) -> float:
    """Seconds to wait after so many failures in a row."""
    return float(min(longest, 2 ** min(failures - 1, 16)))


class BackgroundTask:
    """What runs in the background: a loop, or a job that goes on until it has come to its end once."""

    def __init__(self, environment: Environment, name: str, number: int, run: Round, ends: bool) -> None:
        self._environment, self._run, self.ends = environment, run, ends
        self._event = asyncio.Event()
        self._paused = 0.0
        self._growth = 0
        self.health = Health(name, number, environment.now())

    @property
    def woken(self) -> bool:
        """Whether it was woken since its round began."""
        return self._event.is_set()

    def wake(self) -> None:
        """There is something to do. A pause after a failure is not cut short by it."""
        self._event.set()

    async def supervised(self) -> None:
        """Does its rounds, whatever they throw, until it is cancelled."""
        while not _is_cancelled():
            self._event.clear()
            try:
                seconds = await self._run()
            except Exception as error:  # noqa: BLE001 - no caller could be told; it is logged, and begins again
                await self._rest(error)
                continue
            if not self.health.well:
                self.health = replace(self.health, since=self._environment.now(), failures=0, again=None)
            if self.ends or _is_cancelled():
                return
            await self._environment.woken(self._event, seconds, self.health.name)

    async def _rest(self, error: Exception) -> None:
        """Waits after a failure, longer after each one in a row."""
        before, now = self.health, self._environment.now()
        if before.well and now - before.since >= self._paused + HEALTHY:
            self._growth = 0
        self._growth += 1
        self._paused = pause(self._growth)
        self.health = before.failed(error, now, self._paused)
        if _is_cancelled():
            return
        await self._environment.woken(asyncio.Event(), self._paused, f"{before.name} after a failure")
        self.health = replace(self.health, again=None)


def _is_cancelled() -> bool:
    """Whether this task was told to end, even where an error took the place of CancelledError on its way."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Setbacks:
    """Has many things of one kind done, such as the clocks of games. One that fails holds up no other: it rests."""

    def __init__(self, environment: Environment, name: str) -> None:
        self._environment, self._name = environment, name
        self._resting: dict[int, Health] = {}

    async def tried(self, number: int, doing: Callable[[], Awaitable[object]]) -> None:
        """Does something for the one of a number, unless it rests. What it throws is logged.

        Raises StoreUnavailable, which is nobody's own.
        """
        before, now = self._resting.get(number), self._environment.now()
        if before is not None and before.again is not None and now < before.again <= now + LONGEST_REST:
            return  # if it is later, the clock was set back
        try:
            await doing()
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - our mistake with one of many must not hold up the others
            before = before or Health(self._name, number, now)
            seconds = pause(before.failures + 1, LONGEST_REST)
            kept = {each: rests for each, rests in self._resting.items() if now < (rests.again or now) + LONGEST_REST}
            self._resting = kept | {number: before.failed(error, now, seconds)}
        else:
            self._resting.pop(number, None)

    @property
    def again(self) -> float | None:
        """When the first of those that rest may be tried again; None if none does."""
        now = self._environment.now()
        return min((rests.again for rests in self._resting.values() if rests.again and rests.again > now), default=None)

    def health(self) -> tuple[Health, ...]:
        """How those do that rest."""
        return tuple(self._resting.values())


class Tasks:
    """All that runs in the background of one house. `close` ends it."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._running: dict[BackgroundTask, asyncio.Task[None]] = {}
        self._setbacks: list[Setbacks] = []
        self._closing = False
        self.dead: tuple[str, ...] = ()
        """The loops that have ended though nobody ended them: no failure does that, so it is our mistake."""

    def loop(self, name: str, rounds: Round) -> BackgroundTask:
        """Begins a loop, with its first round at once."""
        return self._begun(BackgroundTask(self._environment, name, 0, rounds, ends=False))

    def job(
        self, name: str, number: int, doing: Callable[[], Awaitable[None]], then: Callable[[], None] | None = None
    ) -> BackgroundTask:
        """Begins something that is done once it has come to its end: `then` is called, also if it was cancelled."""

        async def once() -> None:
            await doing()

        return self._begun(BackgroundTask(self._environment, name, number, once, ends=True), then)

    def setbacks(self, name: str) -> Setbacks:
        """For what is done for many by one loop."""
        made = Setbacks(self._environment, name)
        self._setbacks.append(made)
        return made

    def health(self) -> tuple[Health, ...]:
        """How everything does that runs now, in the order in which it began, and then each one of many that rests."""
        running = tuple(watched.health for watched in self._running)
        return (*running, *(health for each in self._setbacks for health in each.health()))

    async def end(self, *watched: BackgroundTask) -> None:
        """Stops these, and waits until they have stopped."""
        tasks = [self._running[one] for one in watched if one in self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def ended(self, name: str, patience: float) -> None:
        """Waits for what runs under a name to come to its end, for so many seconds at most."""
        running = [task for watched, task in self._running.items() if watched.health.name == name]
        if running:
            await asyncio.wait(running, timeout=patience)

    async def close(self) -> None:
        """Stops everything, and begins nothing more."""
        self._closing = True
        await self.end(*self._running)

    def _begun(self, watched: BackgroundTask, then: Callable[[], None] | None = None) -> BackgroundTask:
        if self._closing:
            if then is not None:
                then()
            return watched
        task = self._running[watched] = self._environment.spawn(watched.supervised())
        task.add_done_callback(partial(self._ended, watched, then))
        return watched

    def _ended(self, watched: BackgroundTask, then: Callable[[], None] | None, task: asyncio.Task[None]) -> None:
        del self._running[watched]
        if not watched.ends and not task.cancelling():
            self.dead += (watched.health.name,)
        if then is not None:
            then()


def kind_of(error: BaseException) -> str:
    """The type of an error, of a refusal its code too, and nothing of its words."""
    return f"Illegal {error.code}" if isinstance(error, Illegal) else type(error).__name__


def traced(error: BaseException, said: Callable[[BaseException], str] = kind_of) -> str:
    """Where an error came from and what it was caused by, without its words: they could hold a line, or a seed.

    `said` is what is told of each.
    """
    return "\n".join(_traced(error, said)).rstrip()


def _traced(error: BaseException, said: Callable[[BaseException], str]) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _traced(before, said)
    yield "".join(traceback.format_tb(error.__traceback__)) + said(error)
