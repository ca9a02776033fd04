"""Leases in PostgreSQL: advisory locks of one connection, which die with the process that has them.

A process that takes part in a set has a shared lock by which the others count it, and a lock for each number that it
holds. The numbers are divided evenly among those that are counted. Nobody is elected, and no clock is compared: who can
lock a number holds it. A process that was killed loses its locks at once; one whose machine vanished, or which stands
still, when the server has not heard it for a while.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import asyncpg

from cogs.house.store.leases import Leases, LeaseTimes, Participation
from cogs.house.store.postgresql.server import CONNECTION_ERRORS, Connection

CHANNEL = "titan_leases"
"""Where it is said that somebody takes part now in a set, or which numbers of it are free: `set number number …`."""

LOCKS = """
SELECT classid::bigint AS class, objid::bigint AS number, pid FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = ANY(string_to_array($1, ' ')::bigint[])
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
TAKE = "SELECT number FROM unnest(string_to_array($2, ' ')::int[]) AS number WHERE pg_try_advisory_lock($1, number)"
LET_GO = "SELECT pg_advisory_unlock($1, number) FROM unnest(string_to_array($2, ' ')::int[]) AS number"
"""Numbers are given as text: of a list the driver would first ask each connection what lists are."""
JOIN = "SELECT pg_advisory_lock_shared($1, $2)"
LEAVE = "SELECT pg_advisory_unlock_shared($1, $2)"
SAY = "SELECT pg_notify($1, $2)"
END_FORMER = """
SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity
WHERE application_name = $1 AND datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
"""
"""Ends connections of the same process of which the server does not know yet that they are gone, and waits for that."""

_log = logging.getLogger(__name__)


def _key(name: str) -> int:
    """The first half of the locks of a set: a number that PostgreSQL takes as an `int`."""
    return zlib.crc32(name.encode()) & 0x7FFFFFFF


TAKES_PART = _key("takes part")
"""The first half of the lock by which those are counted that take part in a set; the second is the set's own."""


def _seconds() -> float:
    """A count of seconds that goes on while the machine sleeps, where it has one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass(eq=False)
class _Set:
    """A set as this process has it: what it has `locked`, and of that what it is `ending` to hand it over."""

    key: int
    count: int
    how: Participation
    trusted: Callable[[], bool]
    locked: frozenset[int] = frozenset()
    ending: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    processes: int = 0
    fresh: bool = True
    leaving: bool = False
    free: dict[int, float] = field(default_factory=dict)
    """Since when each number is seen free that nobody handed over; 0 if somebody did."""

    @property
    def held(self) -> frozenset[int]:
        known = not self.leaving and (self.how.keeps or self.trusted())
        return self.locked - self.ending if known else frozenset()

    @property
    def alone(self) -> bool:
        return self.processes == 1 and self.trusted()


class PostgresqlLeases(Leases):
    """Leases in the database at a URL."""

    shared = True

    def __init__(self, url: str, times: LeaseTimes) -> None:
        self._url, self._times = url, times
        self._name = f"titan leases {secrets.token_hex(6)}"
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._sets: dict[str, _Set] = {}
        self._answered = float("-inf")
        self._wake: Callable[[], None] = lambda: None
        self._releases: set[asyncio.Task[None]] = set()

    def take_part(self, name: str, count: int, how: Participation) -> _Set:
        found = self._sets[name] = _Set(_key(name), count, how, self._is_trusted)
        self._wake()
        return found

    def call(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    async def look(self) -> float:
        async with self._turn:
            before = self._held_now()
            try:
                async with asyncio.timeout(self._times.answer):
                    asked = _seconds()
                    connection = self._connection or await self._connect()
                    held = await self._held(connection)
                    for each in before:
                        await self._divide(connection, each, held)
                    self._answered = asked
            except CONNECTION_ERRORS as error:
                self._lose(error)
        _tell(before)
        return self._times.look

    async def give_up(self, name: str) -> None:
        each = self._sets.get(name)
        if each is None or each.leaving:
            return  # a house may be closed twice
        each.leaving = True
        async with self._turn:  # a look that is under way may still take some
            each.ending = each.locked
        await self._hand_over(each, each.ending)
        async with self._turn:
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(self._times.answer):
                    if self._connection is not None:
                        await self._connection.fetch(LEAVE, TAKES_PART, each.key)
        del self._sets[name]

    async def deserted(self, name: str) -> bool:
        async with self._turn:
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(self._times.answer):
                    connection = self._connection or await self._connect()
                    rows = await connection.fetch(LOCKS, str(TAKES_PART))
                    return all(row["number"] != _key(name) for row in rows)
        return False

    async def close(self) -> None:
        for task in self._releases:
            task.cancel()
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(*CONNECTION_ERRORS):
                await connection.close(timeout=self._times.answer)

    # The connection

    async def _connect(self) -> Connection:
        """The connection whose locks these are. The server drops it when it was not heard for a while."""
        idle = self._times.idle
        connection = await asyncpg.connect(
            self._url,
            timeout=self._times.answer,
            server_settings={
                "application_name": self._name,
                "idle_session_timeout": str(int(idle * 1000)),
                "tcp_keepalives_idle": str(max(1, int(idle / 2))),
                "tcp_keepalives_interval": "1",
                "tcp_keepalives_count": str(max(1, int(idle / 2) - 1)),
                "tcp_user_timeout": str(int(idle * 1000)),
            },
        )
        try:
            await connection.fetch(END_FORMER, self._name, int(self._times.answer * 500))
            await connection.add_listener(CHANNEL, self._heard)
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(self._ended)
        for each in self._sets.values():  # what was free before may be somebody's who comes back like us
            each.free = {}
        self._connection = connection
        return connection

    def _is_trusted(self) -> bool:
        return self._connection is not None and _seconds() - self._answered < self._times.trust

    def _ended(self, connection: object) -> None:
        """The connection is gone, and with it the locks."""
        if connection is self._connection:
            self._drop(None)

    def _held_now(self) -> dict[_Set, frozenset[int]]:
        return {each: each.held for each in self._sets.values()}

    def _drop(self, error: BaseException | None) -> None:
        """Goes on without the connection, and has it made anew."""
        before = self._held_now()
        self._lose(error)
        _tell(before)
        self._wake()

    def _lose(self, error: BaseException | None) -> None:
        if self._answered > float("-inf"):
            kind = "closed" if error is None else type(error).__name__
            _log.warning("the connection that holds what this process does in the background is lost: %s", kind)
        self._answered = float("-inf")
        connection, self._connection = self._connection, None
        for each in self._sets.values():
            each.fresh = False
            each.ending = frozenset()
            if not each.how.keeps:
                each.locked = frozenset()
        if connection is not None:
            connection.terminate()

    def _heard(self, _: object, pid: int, _channel: str, payload: object) -> None:
        """Somebody takes part in a set now, or has handed numbers over."""
        if self._connection is not None and pid == self._connection.get_server_pid():
            return  # it was ourselves
        key, *numbers = map(int, str(payload).split())
        for each in self._sets.values():
            if each.key == key:
                each.free.update(dict.fromkeys(numbers, 0.0))
                self._wake()

    # Who holds what

    async def _held(self, connection: Connection) -> dict[tuple[int, int], set[int]]:
        """The backends that have each lock, by its two halves."""
        keys = [TAKES_PART, *(each.key for each in self._sets.values())]
        found: dict[tuple[int, int], set[int]] = {}
        for row in await connection.fetch(LOCKS, _spaced(keys)):
            found.setdefault((row["class"], row["number"]), set()).add(row["pid"])
        return found

    async def _divide(self, connection: Connection, each: _Set, held: dict[tuple[int, int], set[int]]) -> None:
        """Takes what is free of a set as far as it is due to this process; hands over what is more than that."""
        if each.leaving:
            return
        own = connection.get_server_pid()
        present = held.get((TAKES_PART, each.key), set())
        if own not in present:
            await connection.fetch(JOIN, TAKES_PART, each.key)
            await connection.fetch(SAY, CHANNEL, str(each.key))
            present = {*present, own}
        holders = {number: next(iter(held.get((each.key, number), ())), None) for number in range(each.count)}
        each.processes = len(present)
        each.others = frozenset(number for number, pid in holders.items() if pid not in (None, own))
        locked = frozenset(number for number, pid in holders.items() if pid == own)
        regained = each.locked - locked - each.others  # held on while the connection was gone
        regained = await self._take(connection, each, sorted(regained))
        locked |= regained
        holders |= dict.fromkeys(regained, own)
        due = _due(own, present, each.count, holders.values())
        keeps, free = locked - each.ending, self._free(each, holders)
        if len(keeps) < due:
            locked |= await self._take(connection, each, free[: due - len(keeps)])
        each.locked, each.fresh = locked, False
        if len(keeps) > due:
            apart = sorted(keeps, key=lambda number: (number % len(present), number))
            self._release(each, frozenset(apart[due:]))  # of numbers in a row each process has some

    def _free(self, each: _Set, holders: dict[int, int | None]) -> list[int]:
        """The numbers that nobody holds and this process may take now."""
        now = _seconds()
        each.free = {
            number: each.free.get(number, now)
            for number, pid in holders.items()
            if pid is None and number not in each.locked
        }
        at_once = each.fresh and each.processes == 1
        return [number for number, since in each.free.items() if at_once or now - since >= each.how.patience]

    async def _take(self, connection: Connection, each: _Set, numbers: Collection[int]) -> frozenset[int]:
        """Those of some numbers that could be locked."""
        rows = await connection.fetch(TAKE, each.key, _spaced(numbers)) if numbers else ()
        taken = frozenset(row["number"] for row in rows)
        for number in taken:
            each.free.pop(number, None)
        return taken

    # Handing over

    def _release(self, each: _Set, numbers: frozenset[int]) -> None:
        each.ending |= numbers
        task = asyncio.create_task(self._hand_over(each, numbers))
        self._releases.add(task)
        task.add_done_callback(self._releases.discard)

    async def _hand_over(self, each: _Set, numbers: frozenset[int]) -> None:
        """Lets what is under way end, and then others have these numbers.

        Where the answer does not come it is not known whether they do, and the connection is made anew.
        """
        connection = self._connection
        if each.how.ends is not None and numbers:
            try:
                await each.how.ends(numbers)
            except Exception:  # noqa: BLE001 - whatever it is, others are to have it all the same
                _log.exception("what was under way did not end")
        async with self._turn:
            if connection is None or connection is not self._connection:
                return
            try:
                async with asyncio.timeout(self._times.answer):
                    await connection.fetch(LET_GO, each.key, _spaced(numbers))
                    each.locked -= numbers
                    each.ending -= numbers
                    await connection.fetch(SAY, CHANNEL, _spaced((each.key, *sorted(numbers))))
            except CONNECTION_ERRORS as error:
                self._drop(error)


def _due(own: int, present: Collection[int], count: int, holders: Iterable[int | None]) -> int:
    """How many of `count` numbers this process is to hold: as many as any other, or one more.

    One more have those that hold most already, so that nothing is handed over for nothing.
    """
    each, more = divmod(count, len(present))
    held = Counter(holders)
    rank = sorted(present, key=lambda pid: (-held[pid], pid)).index(own)
    return each + (rank < more)


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _tell(before: Mapping[_Set, frozenset[int]]) -> None:
    """Says of which sets something else is held than before."""
    for each, held in before.items():
        if each.held != held:
            each.how.changed()
