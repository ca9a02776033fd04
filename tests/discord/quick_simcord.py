"""What SimCord and discord.py do again and again in every test of the bot, done faster, after `install`.

SimCord is made for tests of a few commands, and games have thousands. An eighth of their time went for what is here.
Neither library has a setting for any of it: hence their insides are changed, and what is changed is checked for.
"""

from __future__ import annotations

import asyncio
import marshal
import pickle
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from inspect import signature
from types import SimpleNamespace
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import simcord
from discord import app_commands
from simcord import _dpy_internals, gateway
from simcord import _runtime as runtime
from simcord import _settlement as settlement
from simcord import components as blocks
from simcord import env as environment
from simcord import results as outcomes
from simcord.http import router

from tests.postgresql import lasting

_runtime: Any = runtime
_settlement: Any = settlement
_env: Any = environment
_components: Any = blocks
_results: Any = outcomes

IDLE = 0.001
"""Seconds that SimCord waits after each command, where it would wait 50 ms."""

WORK = 0.05
"""Seconds that it waits for a thread or for PostgreSQL, unless that is done before."""

TURNS = 1000
"""So many turns of the event loop it lets pass while others have something to do in each."""

TRACKING = {
    "work", "original", "callback", "args", "identity", "loop", "context_for_scope", "record_error", "schedule_timer",
    "context", "when", "schedule_args",
}  # fmt: skip
"""What it tracks callbacks by."""

Payload = dict[str, Any]


@cache
def install() -> None:
    """Changes both libraries for this process, once."""
    settle = simcord.Env._settle_internal.__kwdefaults__
    assert settle is not None, "SimCord has changed how it settles"
    assert "idle" in settle, "SimCord has changed how it settles"
    settle["idle"] = IDLE
    assert simcord.Env.settle.__defaults__ == (None, 0.05), "SimCord has changed how it settles"
    simcord.Env.settle.__defaults__ = (None, IDLE)

    # It looks through a list for the callback that has run, and compared all fields of each, times and arguments too.
    assert _runtime._CallbackRecord.__eq__ is not object.__eq__, "SimCord has changed how it compares"
    _runtime._CallbackRecord.__eq__ = object.__eq__

    # They copy each request, event and component, all commands at every start among them, value by value.
    for module in (gateway, router):
        assert hasattr(module, "copy"), "SimCord has changed how it copies"
        module.copy = SimpleNamespace(deepcopy=_copied)  # type: ignore[attr-defined]
    for namespace in (_components, _results):
        assert namespace.deepcopy is deepcopy, "SimCord has changed how it copies"
        namespace.deepcopy = _copied

    # It looks at all tasks in every turn of the loop, while one after the other has something to do for them.
    assert _env.asyncio is asyncio, "SimCord has changed how it waits"
    _env.asyncio = _Patient()

    # It keeps a record of every step of every task, which is needed only of those that are still to come.
    assert signature(_runtime._track_callback).parameters.keys() == TRACKING, "SimCord has changed how it tracks"
    assert _env._active_callbacks is _settlement._active_callbacks, "SimCord has changed how it tracks"
    assert _runtime.partial is partial, "SimCord has changed how it tracks"
    _runtime.partial = _tracking
    _settlement._active_callbacks = _env._active_callbacks = _active

    # The loop asks for the time in each turn.
    assert hasattr(_dpy_internals, "_clock_monotonic"), "SimCord has changed how it tells the time"
    _dpy_internals._clock_monotonic = _monotonic

    for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
        kind.get_translated_payload = _translated_once(kind.get_translated_payload)  # type: ignore[method-assign]


def _copied(payload: Any) -> Any:
    """A copy of what JSON can hold."""
    try:
        return marshal.loads(marshal.dumps(payload))
    except ValueError:  # a member of an enumeration, or the like
        return pickle.loads(pickle.dumps(payload, pickle.HIGHEST_PROTOCOL))


def _translated_once(translate: Any) -> Any:
    """discord.py asks for each text in each of 31 languages; what a command is in them follows from what it is."""
    known: dict[bytes, Payload] = {}

    async def translated(self: Any, tree: Any, translator: app_commands.Translator) -> Payload:
        key = marshal.dumps(self.to_dict(tree))
        if key not in known:
            known[key] = await translate(self, tree, translator)
        copied: Payload = _copied(known[key])
        return copied

    return translated


class _Patient:
    """What SimCord has of asyncio, but that it looks again only when nobody else has anything to do in the loop."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(delay: float) -> None:
        """As `asyncio.sleep`; without a delay, until the loop would wait for something."""
        await asyncio.sleep(delay)
        loop: Any = asyncio.get_running_loop()
        if not delay and (loop._ready or lasting.busy()):
            await _Idle.of(loop).come()

    # the timeout is the one of `asyncio.wait`, in whose place this is
    @staticmethod
    async def wait(awaited: tuple[asyncio.Future[Any], ...], *, timeout: float, **when: Any) -> Any:  # noqa: ASYNC109
        """As `asyncio.wait`; where there is work in threads among what is awaited, for that alone."""
        work = tuple(each for each in awaited if not isinstance(each, asyncio.Task))
        return await asyncio.wait(work or awaited, timeout=max(timeout, WORK) if work else timeout, **when)


class _Idle:
    """When a loop has nothing to do: it asks its selector in every turn, and lets it wait only then.

    While PostgreSQL is to answer it soon has.
    """

    loops: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, _Idle]] = WeakKeyDictionary()

    def __init__(self, loop: Any) -> None:
        self.select = loop._selector.select
        self.waiting: list[asyncio.Future[None]] = []
        self.turns = 0
        loop._selector.select = self._select

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> _Idle:
        if loop not in cls.loops:
            cls.loops[loop] = cls(loop)
        return cls.loops[loop]

    async def come(self) -> None:
        """Waits until nobody has anything to do, or for so many turns."""
        future = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        self.turns = 0
        await future

    def _select(self, timeout: float | None) -> Any:
        self.turns += 1
        if self.waiting and (timeout != 0 or self.turns > TURNS):
            waits = WORK if timeout is None else min(timeout, WORK)
            if timeout != 0 and lasting.busy() and (found := self.select(waits)):
                return found
            for future in self.waiting:
                if not future.done():
                    future.set_result(None)
            self.waiting.clear()
            timeout = 0
        return self.select(timeout)


def _tracking(track: Callable[..., Any], work: Any, **fixed: Any) -> Callable[..., Any]:
    """In place of `partial`: a step of a task needs no record, for it is with the loop until it is done.

    Nor does a step of a task that is not the bot's: none is kept of it anyway.
    """
    recorded = partial(track, work, **fixed)

    def tracked(original: Any, callback: Any, args: Any, *, context: Any, when: Any, schedule_args: Any = ()) -> Any:
        task = getattr(callback, "__self__", None)
        if (
            when is None
            and isinstance(task, asyncio.Task)
            and (task in work.tasks or context is None or _runtime._BOT_SCOPE not in context)
        ):
            return original(callback, *args, context=context)
        return recorded(original, callback, args, context=context, when=when, schedule_args=schedule_args)

    return tracked


def _active(state: Any) -> list[Any]:
    """The callbacks of the bot that are still to come."""
    tasks = state.work.tasks
    live = [each for each in state.work.callbacks if each.handle is not None and not each.handle.cancelled()]
    state.work.callbacks = live
    steps = [
        _runtime._CallbackRecord(handle, None, "a step of a task")
        for handle in tuple(state.loop._ready)
        if not handle.cancelled()
        and isinstance(task := getattr(handle._callback, "__self__", None), asyncio.Task)
        and task in tasks
        and tasks[task].generation == state.generation
    ]
    return live + steps


def _monotonic() -> float:
    """The time of the environment that the running code is the bot of, or else that of the machine."""
    scope = _runtime._BOT_SCOPE.get()
    if scope is not None:
        owner, generation = scope
        if owner._started and owner._runtime is not None and generation == owner._generation:
            virtual: float = owner._virtual_time
            return virtual
    return _dpy_internals.real_monotonic()
