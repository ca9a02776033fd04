"""What a process remembers of people, who may also have it changed by another process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")


class Remembered(Generic[V]):
    """One value a person, by the person's number; of most there is none. The store keeps the same.

    To read it from there takes time. Hence one thing is read after the other, so that the later one counts, and what
    was put meanwhile is newer than what was read.
    """

    def __init__(self) -> None:
        self._values: dict[int, V] = {}
        self._reading = asyncio.Lock()
        self._put: set[int] = set()

    def of(self, person: int) -> V | None:
        """What is remembered of a person."""
        return self._values.get(person)

    def put(self, person: int, value: V | None) -> None:
        """Remembers what the store has kept of a person just now."""
        if self._reading.locked():
            self._put.add(person)
        self._set(person, value)

    async def read(self, reading: Callable[[], Awaitable[Mapping[int, V]]]) -> None:
        """Remembers what is read of all people in place of what was remembered before."""
        async with self._reading:
            self._put.clear()
            found, before = await reading(), self._values
            self._values = {person: value for person, value in found.items() if person not in self._put}
            for person in self._put:
                self._set(person, before.get(person))

    async def read_of(self, person: int, reading: Callable[[], Awaitable[V | None]]) -> None:
        """Remembers what is read of one person."""
        async with self._reading:
            self._put.clear()
            found = await reading()
            if person not in self._put:
                self._set(person, found)

    def _set(self, person: int, value: V | None) -> None:
        if value is None:
            self._values.pop(person, None)
        else:
            self._values[person] = value
