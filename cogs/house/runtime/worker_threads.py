"""Threads that work for the event loop and can keep nothing waiting: neither whoever asked, nor others, nor the end.

The threads of the library's pools are joined when the interpreter ends, so that one job that never returns keeps the
process alive; these are daemonic. A job that gives no sign of life for too long is left to itself: whoever waits for it
is told, and another thread takes what comes next. It is broken off as soon as it comes back to our own code, so that it
keeps no core busy for ever.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter, sleep
from typing import Any, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE = 60.0
"""Seconds without a sign of life after which a job is left to itself."""

MOST_LEFT = 8
"""So many threads with such jobs are replaced; what one more has taken up is waited for."""

BREATH, PAUSE = 0.005, 0.0005
"""Seconds after which a long job pauses, and for how long."""

_log = logging.getLogger(__name__)


class BrokenOff(BaseException):
    """Raised within a job that was left to itself."""


class TookTooLong(Exception):
    """A job gave no sign of life for too long. It may go on, but nobody waits for it."""


def alive() -> None:
    """Said by a long job between its steps: it is not stuck, and lets the event loop have its turn now and then.

    Python gives a thread that computes without end up for another one after 5 ms, if the other one asks for that and
    the machine lets it ask. A job that sleeps of itself leaves nothing to ask for.
    """
    worker = threading.current_thread()
    if isinstance(worker, Worker):
        if perf_counter() - worker.breathed >= BREATH:
            sleep(PAUSE)
            worker.breathed = perf_counter()
        worker.seen = perf_counter()


class Worker(threading.Thread):
    """A thread that does one job after the other; `seen` is when it last gave a sign of life, 0 between two jobs."""

    def __init__(self, jobs: SimpleQueue[Callable[[], None] | None], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._jobs = jobs
        self.seen = self.breathed = 0.0
        self.left = False
        self._ending = threading.Lock()

    @property
    def silent(self) -> float:
        """Seconds since the last sign of life; 0 between two jobs."""
        seen = self.seen  # the job may end between two looks
        return perf_counter() - seen if seen else 0.0

    def run(self) -> None:
        with suppress(BrokenOff):
            while not self.left and (job := self._jobs.get()) is not None:
                self.seen = perf_counter()
                job()
                with self._ending:
                    self.seen = 0.0
                del job

    def leave(self, patience: float) -> bool:
        """Breaks off the thread's job, and has it take no other, unless it is silent for less: it may have come back.

        The job ends at the latest when it is back from what the interpreter can't interrupt. A thread between two jobs
        is never broken off: it could have the next one in its hands, and whoever waits for that would wait for ever.
        """
        with self._ending:
            if self.silent >= patience:
                assert self.ident is not None, "the thread has begun"
                self.left = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(BrokenOff))
            return self.left


class _Order(Generic[T]):
    """A job that knows the thread that has taken it up."""

    def __init__(self, job: Callable[[], T]) -> None:
        self._job = job
        self.worker: threading.Thread | None = None

    def __call__(self) -> T:
        self.worker = threading.current_thread()
        return self._job()


class Threads(Executor):
    """So many threads, begun when they are needed, and the jobs that wait for one of them, in their order."""

    def __init__(self, number: int, name: str) -> None:
        self._number, self._name = number, name
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._workers: list[Worker] = []
        self._left: list[Worker] = []
        self._made = 0
        self._closed = False
        self._lock = threading.Lock()

    @property
    def stuck(self) -> int:
        """How many threads are still busy with a job that was left to itself."""
        return sum(worker.is_alive() for worker in self._left)

    async def run(self, job: Callable[[], T], patience: float = PATIENCE) -> T:
        """The result of `job`, which touches nothing but its own values.

        Raises TookTooLong once it has been silent for `patience` seconds, see `alive`, or if there is no thread for it.
        """
        order = _Order(job)
        waiting = asyncio.get_running_loop().run_in_executor(self, order)
        try:
            while not waiting.done():
                await asyncio.wait({waiting}, timeout=patience)
                worker = order.worker
                if worker is None and self._all_hang(patience):
                    raise TookTooLong(self._name)
                if not waiting.done() and isinstance(worker, Worker) and self._leave(worker, patience):
                    raise TookTooLong(worker.name)
            return waiting.result()
        finally:
            waiting.cancel()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Has a thread do something; see `concurrent.futures.Executor`. Raises RuntimeError once it is closed."""
        if self._closed:
            raise RuntimeError("no work is taken any more")
        for worker in tuple(self._workers):
            self._leave(worker, PATIENCE)  # one whose job nobody waits for any more has been seen by nobody
        future: Future[T] = Future()
        self._jobs.put(partial(_done, future, partial(fn, *args, **kwargs)))
        with self._lock:
            if len(self._workers) < self._number:
                self._hire()
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        """Takes no more work, and gives up what has not begun. Nobody waits for what has."""
        self._closed = True
        while cancel_futures:
            try:
                job: Any = self._jobs.get_nowait()
            except Empty:
                break
            if job is not None:
                job.args[0].cancel()
        for _ in self._workers:
            self._jobs.put(None)
        if wait:
            for worker in self._workers:
                worker.join()

    def _all_hang(self, patience: float) -> bool:
        """Whether no thread is left that could take up another job, nor may be put in the place of one."""
        return all(worker.silent >= patience for worker in self._workers) and self.stuck >= MOST_LEFT

    def _hire(self) -> None:
        worker = Worker(self._jobs, f"{self._name}_{self._made}")
        self._made += 1
        self._workers.append(worker)
        worker.start()

    def _leave(self, worker: Worker, patience: float) -> bool:
        """Whether a thread is left to its job, now if that has been silent for too long. Another one takes its place,
        unless too many were left before."""
        with self._lock:
            if worker not in self._workers:
                return True
            silent = worker.silent
            if silent < patience:
                return False
            self._left = [each for each in self._left if each.is_alive()]
            if len(self._left) < MOST_LEFT:
                if not worker.leave(patience):
                    return False
                self._workers.remove(worker)
                self._left.append(worker)
                self._hire()
            _log.error("%s: a job is left to itself after %.1f s of silence", worker.name, silent)
            return True


def _done(future: Future[T], job: Callable[[], T]) -> None:
    """Does a job for whoever waits for it."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(job())
    except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
        future.set_exception(error)
