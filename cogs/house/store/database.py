"""The database as the store sees it: what is read together, what is written together, and what that is about.

What stands in it is said by the classes that hold a `Database`, one for each subject, which `cogs.house.store.store`
lists. `cogs.house.store.sqlite` and `cogs.house.store.postgresql` are the two databases that there are.

The dialect. All SQL outside of these two is what SQLite (3.39 or later) and PostgreSQL (14 or later) both understand:
`ON CONFLICT`, `RETURNING`, `CASE`, `IS NOT DISTINCT FROM`, `TRUE` and `FALSE`, window functions. A sum is cast, for
PostgreSQL makes a `Decimal` of it. Three things are left that PostgreSQL has its own words for:

- Parameters are `?`, or `?1` where one is used twice. No statement mixes the two.
- A list is one parameter, a Python list, and only ever used as `(SELECT value FROM json_each(?))`.
- `prediction.rowid` tells in which order predictions were made: there it is a column that counts up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from cogs.house.store.catalogs import Catalog
from cogs.house.store.leases import Leases, LeaseTimes

ALL = 2**62
"""More than there are of anything: a limit that is none, and a number that no entry has."""


class TableRow(Protocol):
    """What a statement gives: values by the names of their columns."""

    def __getitem__(self, name: str, /) -> Any: ...  # what stands in a column is known by who asks for it

    def keys(self) -> Iterable[str]:
        """The names of its columns."""

    def __iter__(self) -> Iterator[Any]: ...


class Clash(Exception):
    """Somebody else has written since this was read: load again."""


class StoreUnavailable(Exception):
    """The database cannot be opened, read or written; nothing was kept. The text is for whoever runs the bot."""


class Uncertain(StoreUnavailable):
    """What was written may have been kept, and may not: the answer of the database was lost."""


@dataclass
class Writes:
    """Whether anything was written."""

    any: bool = False


_watched: ContextVar[Writes | None] = ContextVar("writes", default=None)


@contextmanager
def watched_writes() -> Iterator[Writes]:
    """Tells whether anything is written within the block, also by tasks that begin there."""
    writes = Writes()
    token = _watched.set(writes)
    try:
        yield writes
    finally:
        _watched.reset(token)


def written() -> None:
    """Something was committed: for the databases alone to say."""
    if (writes := _watched.get()) is not None:
        writes.any = True


Subject = Literal["game", "person", "place", "everything"]


@dataclass(frozen=True, slots=True)
class News:
    """Another process has written about a game, a person or a place of that `number`; about everything it is 0."""

    kind: Subject
    number: int


@dataclass(frozen=True, slots=True)
class Revision:
    """How often anybody has written about everything, and about one game. Neither number ever falls."""

    everything: int
    game: int


class Snapshot(ABC):
    """What is read together: all of one moment, after all that was written before."""

    @abstractmethod
    async def read(self, sql: str, *values: object) -> Sequence[TableRow]:
        """The rows that a statement gives."""

    async def one(self, sql: str, *values: object) -> TableRow:
        """The only row that a statement gives."""
        (row,) = await self.read(sql, *values)
        return row


class Transaction(Snapshot):
    """A transaction that is open: what is written in it is kept together, or not at all. `now` is when it began."""

    now: float

    @abstractmethod
    async def write(self, sql: str, *values: object) -> int:
        """How many rows a statement has changed."""

    @abstractmethod
    async def write_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Executes a statement once for each row of values."""


class Database(ABC):
    """An open database. `now` is the clock for the times that rows carry; `catalog` has the words of its kind."""

    now: Callable[[], float]
    catalog: ClassVar[Catalog]
    process: str = ""
    """What tells this process from all others that have the database open; empty where there are none."""

    @abstractmethod
    def transaction(
        self, *, game: int | None = None, person: int | None = None, place: int | None = None, quiet: bool = False
    ) -> AbstractAsyncContextManager[Transaction]:
        """A transaction; within it nothing is awaited but what it reads and writes itself.

        It is about a `game`, a `person` or a `place` (a server, or a channel of one), and no other transaction about
        the same is open meanwhile; without any of them it is about everything, and alone. Other processes on the same
        database hear of it, and take up what they hold in memory anew, unless it is `quiet`: nothing that anybody holds
        in memory is changed by it. One that is quiet and about nothing excludes no other: each of its statements stands
        for itself.
        """

    async def write(self, sql: str, *values: object) -> int:
        """How many rows one statement has changed, which is a quiet transaction about nothing."""
        async with self.transaction(quiet=True) as tx:
            return await tx.write(sql, *values)

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        """What is read by several statements, as it is now."""

    @abstractmethod
    async def read(self, sql: str, *values: object) -> Sequence[TableRow]:
        """The rows that one statement gives, as they are now."""

    @abstractmethod
    async def revision(self, game: int) -> Revision:
        """How often a game was written to, by whichever process. Read it before the game, and say `taken_up` after."""

    @abstractmethod
    def taken_up(self, game: int, at: Revision) -> None:
        """This process has a game in memory as it was `at` that revision; what it writes itself after that it knows."""

    @abstractmethod
    async def is_current(self, game: int) -> bool:
        """Whether no other process has written to a game, or to everything, since this one has `taken_up` the game.

        It may be False for a moment while this process itself is writing to the game. False for a game that was never
        taken up, or was forgotten.
        """

    @abstractmethod
    def relying_on(self, game: int) -> AbstractContextManager[None]:
        """What this task writes to a game within the block follows from what this process has in memory of it: a
        transaction that is about the game, and not quiet, raises Clash unless that is still current."""

    @abstractmethod
    def forgotten(self, game: int) -> None:
        """This process no longer has a game in memory, or no longer trusts what it has."""

    @abstractmethod
    def listen(self, heard: Callable[[News], None]) -> None:
        """Says from now on, until the database is closed, what other processes have written.

        Whatever may have been missed is said by one News about everything: at the beginning, and each time after the
        database could not be heard.
        """

    @abstractmethod
    def leases(self, times: LeaseTimes) -> Leases:
        """What several processes divide among themselves, with this one taking part."""

    @abstractmethod
    async def close(self) -> None:
        """Waits for what is being written and read, and closes."""
