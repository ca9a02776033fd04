"""What of several processes one does alone: the numbers of a set, each of which one process holds at a time.

Where there is one process it holds them all. `cogs.house.store.postgresql.leases` has those of several.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

PARTITIONS = 64
"""Games are divided into so many parts, by their numbers: a game's part is its number modulo this."""

Share = list[int] | None
"""Some parts of all games, for a statement; None: all of them."""


def part_of(game: int) -> int:
    """The part that a game belongs to."""
    return game % PARTITIONS


@dataclass(frozen=True, slots=True)
class LeaseTimes:
    """In seconds, how soon processes take over from each other.

    Each looks every `look` seconds at what is held by whom, and gives the database `answer` seconds for that. What it
    holds it believes for `trust` seconds after it was last told so; the database takes it from a process that it has
    not heard for `idle` seconds. So nobody does anything any more by the time another may. `ending` is what may be
    under way gets when something is handed over, `claim` how long a post is left to another that began to send it.
    """

    look: float = 2.0
    answer: float = 4.0
    trust: float = 8.0
    idle: float = 10.0
    ending: float = 10.0
    claim: float = 10.0


class LeasedSet(Protocol):
    """The numbers from 0 to `count` - 1, as this process knows them."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def held(self) -> frozenset[int]:
        """Those that this process holds, and no other."""

    @property
    def others(self) -> frozenset[int]:
        """Those that other processes held when they were last looked at."""

    @property
    def ending(self) -> frozenset[int]:
        """Those that this process is handing over, as soon as what is under way has ended."""

    @property
    def alone(self) -> bool:
        """Whether this process is the only one that takes part."""


@dataclass(frozen=True, slots=True)
class Participation:
    """How a process takes part in a set.

    It is told that something has `changed`. What it hands over it does not begin any more, and `ends` waits until what
    of it was under way has ended. A number that is free without having been handed over is left for `patience` seconds
    to whoever had it. With `keeps` it is held on while the database can't be asked, until another holds it.
    """

    changed: Callable[[], None]
    ends: Callable[[frozenset[int]], Awaitable[None]] | None = None
    patience: float = 0.0
    keeps: bool = False


class Leases(ABC):
    """All sets that this process takes part in."""

    shared: bool
    """Whether there may be other processes at all."""

    @abstractmethod
    def take_part(self, name: str, count: int, how: Participation) -> LeasedSet:
        """Takes part in a set from the next look on."""

    @abstractmethod
    async def look(self) -> float | None:
        """Looks at what is held by whom, takes what is free and hands over what is too much.

        How many seconds later to look again; None: never. Where the database can't be asked it takes away what is held
        and raises nothing.
        """

    @abstractmethod
    def call(self, wake: Callable[[], None]) -> None:
        """Has `wake` called when it is time for another look at once."""

    @abstractmethod
    async def give_up(self, name: str) -> None:
        """Takes part in a set no longer: what is under way ends, and another process has it at once."""

    @abstractmethod
    async def deserted(self, name: str) -> bool:
        """Whether no process takes part in a set any more. False, too, where the database can't be asked."""

    @abstractmethod
    async def close(self) -> None:
        """Gives up all sets, without waiting for anything."""


@dataclass(frozen=True, slots=True)
class WholeSet:
    """A set that is held by the only process there is."""

    count: int

    @property
    def held(self) -> frozenset[int]:
        return frozenset(range(self.count))

    @property
    def others(self) -> frozenset[int]:
        return frozenset()

    @property
    def ending(self) -> frozenset[int]:
        return frozenset()

    @property
    def alone(self) -> bool:
        return True


class OnlyProcess(Leases):
    """Of the only process: it holds everything from the start to the end."""

    shared = False

    def take_part(self, name: str, count: int, how: Participation) -> WholeSet:
        return WholeSet(count)

    async def look(self) -> None:
        return None

    def call(self, wake: Callable[[], None]) -> None:
        pass

    async def give_up(self, name: str) -> None:
        pass

    async def deserted(self, name: str) -> bool:
        return False

    async def close(self) -> None:
        pass
