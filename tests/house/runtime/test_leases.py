"""Of several processes each holds its part, and another takes over what one of them loses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace

import asyncpg
import pytest

from cogs.house.store.leases import LeasedSet, LeaseTimes, OnlyProcess, Participation
from cogs.house.store.postgresql.leases import PostgresqlLeases
from tests.postgresql.proxy import proxied

TIMES = LeaseTimes(look=0.02, answer=1.0, trust=0.5, idle=0.7, ending=1.0)
PATIENT = replace(TIMES, answer=4.0, trust=20.0, idle=30.0)
"""Where nothing is to be lost, however slow the machine is."""
COUNT = 12
EVERY = frozenset(range(COUNT))


@dataclass
class Process:
    """One process with its part of a set, which looks at it again and again until it is `frozen`."""

    leases: PostgresqlLeases
    set: LeasedSet = field(init=False)
    changes: int = 0
    under_way: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while nothing is."""
    frozen: bool = False
    fails: bool = False
    calls: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self) -> None:
        self.changes += 1

    async def ends(self, numbers: frozenset[int]) -> None:
        assert not numbers & self.set.held, "what is handed over is not begun any more"
        if self.fails:
            raise RuntimeError
        await self.under_way.wait()

    async def run(self) -> None:
        task = asyncio.current_task()
        while task is not None and not task.cancelling():  # what waits on its way may lose that it was cancelled
            seconds = TIMES.look if self.frozen else await self.leases.look()
            self.calls.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.calls.wait()


@asynccontextmanager
async def started(
    url: str, patience: float = 0.0, keeps: bool = False, times: LeaseTimes = TIMES
) -> AsyncIterator[Process]:
    """A process that takes part; at the end its connection is closed without a word."""
    process = Process(PostgresqlLeases(url, times))
    process.under_way.set()
    process.leases.call(process.calls.set)
    how = Participation(process.changed, process.ends, patience, keeps)
    process.set = process.leases.take_part("parts", COUNT, how)
    running = asyncio.create_task(process.run())
    try:
        yield process
    finally:
        running.cancel()
        await asyncio.wait({running})
        await process.leases.close()


async def until(fact: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not fact():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def divided(*processes: Process) -> Callable[[], bool]:
    """Whether these hold everything, each number once, and none two more than another."""

    def so() -> bool:
        held = [each.set.held for each in processes]
        sizes = [len(each) for each in held]
        return frozenset[int]().union(*held) == EVERY and sum(sizes) == COUNT and max(sizes) - min(sizes) <= 1

    return so


async def cut(url: str, processes: Iterable[Process] = ()) -> None:
    """Ends the connections of these processes, or of all: the server says so, and their locks are gone."""
    db = await asyncpg.connect(url)
    names = [each.leases._name for each in processes]
    await db.fetch(
        "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND (application_name = ANY($1) OR ($1 = '{}' AND application_name LIKE 'titan leases%'))",
        names,
    )
    await db.close()


def test_the_only_process_holds_everything() -> None:
    everything = OnlyProcess().take_part("parts", COUNT, Participation(lambda: None))

    assert (everything.held, everything.others, everything.alone) == (EVERY, frozenset(), True)


async def test_processes_divide_a_set_evenly_and_again_when_one_comes_or_goes(postgresql_url: str) -> None:
    async with started(postgresql_url) as first:
        await until(divided(first))
        assert first.set.alone
        async with started(postgresql_url) as second:
            await until(divided(first, second))
            await until(lambda: not first.set.alone)
            async with started(postgresql_url) as third:
                await until(divided(first, second, third))
                assert third.set.others == first.set.held | second.set.held
            await until(divided(first, second))
        await until(lambda: divided(first)() and first.set.alone)


async def test_of_fewer_numbers_than_processes_nothing_is_handed_to_and_fro(postgresql_url: str) -> None:
    async with started(postgresql_url) as first, started(postgresql_url) as second:
        await until(divided(first, second))
        changes = first.changes, second.changes
        await asyncio.sleep(10 * TIMES.look)

        assert (first.changes, second.changes) == changes


async def test_nothing_is_held_twice_while_what_is_under_way_ends(postgresql_url: str) -> None:
    async with started(postgresql_url) as first:
        await until(divided(first))
        first.under_way.clear()
        async with started(postgresql_url) as second:
            await until(lambda: len(first.set.held) == COUNT // 2)
            await asyncio.sleep(5 * TIMES.look)
            assert second.set.held == frozenset(), "the first has not ended what it does"

            first.under_way.set()
            await until(divided(first, second))


async def test_what_could_not_be_handed_over_in_time_is_not_kept_from_everybody(postgresql_url: str) -> None:
    times = replace(TIMES, idle=30.0)
    async with started(postgresql_url, times=times) as first:
        await until(divided(first))
        first.under_way.clear()
        async with started(postgresql_url) as second:
            await until(lambda: len(first.set.held) == COUNT // 2)
            first.frozen = True
            async with first.leases._turn:  # as if the database took its time to answer a look
                first.under_way.set()
                await asyncio.sleep(1.5 * TIMES.answer)
            first.frozen = False

            await until(divided(first, second))


async def test_what_a_process_takes_while_it_gives_up_it_gives_up_too(postgresql_url: str) -> None:
    async with proxied(postgresql_url) as way, started(way.url, times=PATIENT) as first:
        async with started(postgresql_url) as second:
            await until(divided(first, second))
            first.frozen = True
            await asyncio.sleep(5 * TIMES.look)  # the look that was under way has ended
        way.late = 0.3
        looking = asyncio.create_task(first.leases.look())
        await asyncio.sleep(0.45)  # it knows what is free, and is taking it
        await first.leases.give_up("parts")
        await looking
        async with started(postgresql_url) as third:
            await until(divided(third))


async def test_what_a_process_gives_up_others_have_even_if_what_was_under_way_can_not_be_ended(
    postgresql_url: str,
) -> None:
    async with started(postgresql_url, patience=60.0, times=PATIENT) as first:
        await until(divided(first))
        first.fails = True
        async with started(postgresql_url, patience=60.0, times=PATIENT) as second:
            await until(divided(first, second))


async def test_what_is_given_up_and_kept_is_not_held_again_when_the_connection_is_lost(postgresql_url: str) -> None:
    async with started(postgresql_url, keeps=True, times=PATIENT) as first:
        await until(divided(first))
        first.under_way.clear()
        giving_up = asyncio.create_task(first.leases.give_up("parts"))
        await until(lambda: first.set.ending == EVERY)

        await cut(postgresql_url, [first])
        await until(lambda: first.set.ending == frozenset())
        assert first.set.held == frozenset()

        first.under_way.set()
        await giving_up


async def test_a_set_is_deserted_once_nobody_takes_part_in_it(postgresql_url: str) -> None:
    async with started(postgresql_url, times=PATIENT) as first, started(postgresql_url, times=PATIENT) as second:
        await until(divided(first, second))
        await first.leases.give_up("parts")
        assert not await first.leases.deserted("parts")
        await second.leases.give_up("parts")
        assert await first.leases.deserted("parts")


async def test_what_a_process_gives_up_is_held_by_others_at_once(postgresql_url: str) -> None:
    async with started(postgresql_url, patience=60.0, times=PATIENT) as first:
        await until(divided(first))
        async with started(postgresql_url, patience=60.0, times=PATIENT) as second:
            await until(divided(first, second))
            given = first.set.held

            await first.leases.give_up("parts")

            assert first.set.held == frozenset()
            await until(lambda: given <= second.set.held)
            await until(lambda: second.set.alone)


async def test_a_process_whose_connection_is_cut_holds_nothing_until_it_is_there_again(postgresql_url: str) -> None:
    async with started(postgresql_url) as first, started(postgresql_url) as second:
        await until(divided(first, second))
        changes = first.changes
        first.frozen = True
        await cut(postgresql_url, [first])
        await until(lambda: first.set.held == frozenset(), 0.2)
        assert first.changes > changes
        await until(divided(second))

        first.frozen = False
        await until(divided(first, second))


async def test_a_process_that_stands_still_trusts_nothing_before_the_server_gives_it_away(postgresql_url: str) -> None:
    """The machine still answers for it, so that its connection stays: what the server hears nothing of it ends."""
    async with started(postgresql_url) as first, started(postgresql_url) as second:
        await until(divided(first, second))
        first.frozen = True
        while first.set.held:
            assert not first.set.held & second.set.held
            await asyncio.sleep(0.005)

        await until(divided(second), TIMES.idle * 2)


async def test_what_is_kept_is_not_lost_by_a_cut_but_to_another_process(postgresql_url: str) -> None:
    async with started(postgresql_url, 1.0, keeps=True) as first, started(postgresql_url, 1.0, keeps=True) as second:
        await until(divided(first, second))
        held, changes = (first.set.held, second.set.held), (first.changes, second.changes)
        await cut(postgresql_url)
        await asyncio.sleep(20 * TIMES.look)
        assert (first.set.held, second.set.held) == held, "all have come back to what they had"
        assert (first.changes, second.changes) == changes

        first.frozen = True
        await cut(postgresql_url, [first])
        await until(divided(second))
        assert first.set.held == held[0], "it can't know"
        first.frozen = False
        await until(divided(first, second))


@pytest.mark.parametrize("number", [2, 5])
async def test_any_number_of_processes_that_begin_together_come_to_an_even_division(
    postgresql_url: str, number: int
) -> None:
    opened = [started(postgresql_url) for _ in range(number)]
    processes = await asyncio.gather(*(each.__aenter__() for each in opened))
    try:
        await until(divided(*processes))
        await asyncio.sleep(10 * TIMES.look)
        assert divided(*processes)()
    finally:
        await asyncio.gather(*(each.__aexit__(None, None, None) for each in opened))
