"""Several processes on one database divide what runs in the background, and take it over from each other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field

import asyncpg
import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.leases import PARTITIONS
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.clocks import HOUR
from engine.core import Illegal, Seat
from tests.house.conftest import (
    ANN,
    CHANNEL,
    MIGRATIONS,
    MODERATORS,
    QUICK,
    Clock,
    Recorder,
    game,
    lobby,
)
from tests.house.test_going_back import SPOKEN, done
from tests.house.time.test_deadlines import DAY, DEADLINE
from tests.house.time.test_outages import QUARTER

FIRST, SECOND = Seat(0), Seat(1)
GAMES = 6
EVERY = frozenset(range(PARTITIONS))


@dataclass
class Strict(Recorder):
    """Discord, which counts how often it is asked for each thing; while `still` is not set it answers nothing."""

    asked_for: Counter[str] = field(default_factory=Counter)
    still: asyncio.Event = field(default_factory=asyncio.Event)

    async def _answer(self, nonce: str) -> None:
        await super()._answer(nonce)
        self.asked_for[nonce] += 1
        await self.still.wait()

    @property
    def posts(self) -> Counter[str]:
        """How often each post was asked for."""
        return Counter({nonce: times for nonce, times in self.asked_for.items() if " " not in nonce})


@dataclass
class Peer:
    """One process. `url` is where its connections can be cut."""

    house: House
    store: Store
    url: str
    dead: bool = False

    @property
    def parts(self) -> frozenset[int]:
        return self.house._partitions.held

    async def cut(self) -> None:
        """The connection that has its leases is gone: the server says so."""
        db = await asyncpg.connect(self.url)
        await db.fetch(
            "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name = $1",
            self.house.leases._name,  # type: ignore[attr-defined]
        )
        await db.close()

    async def dies(self) -> None:
        """What it runs ends in the middle, and its connection is gone without a word."""
        self.dead = True
        ending = asyncio.create_task(self.house._tasks.close())
        await self.cut()
        await ending


Process = Callable[..., Awaitable[Peer]]


@pytest.fixture
def discord() -> Strict:
    made = Strict()
    made.still.set()
    return made


@pytest.fixture
async def process(postgresql_url: str, discord: Strict, clock: Clock) -> AsyncIterator[Process]:
    """Starts one more process."""
    peers: list[Peer] = []

    async def started() -> Peer:
        store = await Store.open(postgresql_url, MIGRATIONS, clock)
        house = House(store, {"toy": SPOKEN}, Environment(now=clock), lease_times=QUICK)
        peers.append(Peer(house, store, postgresql_url))
        await house.begin(discord)
        await house.woken()
        return peers[-1]

    yield started
    for peer in peers:
        if not peer.dead:
            await peer.house.close()
        await peer.store.close()


async def until(fact: Callable[[], object], seconds: float = 15.0) -> None:
    async with asyncio.timeout(seconds):
        while not fact():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def shared(*peers: Peer) -> None:
    """Waits until these have all games among them."""

    def so() -> bool:
        parts = [peer.parts for peer in peers]
        return frozenset[int]().union(*parts) == EVERY and max(map(len, parts)) - min(map(len, parts)) <= 1

    await until(so)


async def delivered(peer: Peer) -> None:
    """Waits until nothing is owed any more, to whomever."""

    async def owed() -> int:
        rows = await peer.store.database.read(
            "SELECT count(*) AS number FROM outbox WHERE done_at IS NULL AND not_before <= ?", peer.store.database.now()
        )
        return int(rows[0]["number"])

    async with asyncio.timeout(15):
        while await owed():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def games(*peers: Peer, settings: dict[str, str] | None = None) -> list[int]:
    """Games of Ann and Bob, opened at one process after the other."""
    numbers = []
    for number in range(GAMES):
        table = await game(peers[number % len(peers)].house, CHANNEL + number)
        if settings:
            await table.settings.change(settings, MODERATORS)
        numbers.append(table.game.id)
    return numbers


async def at(peer: Peer, number: int) -> Table:
    return await peer.house.table(number)


async def until_at(peer: Peer, number: int, fact: Callable[[Table], object]) -> None:
    """Waits until a game is so, as a process shows it."""
    async with asyncio.timeout(15):
        while not fact(await at(peer, number)):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def free(table: Table) -> bool:
    """Whether it is Ann's turn, or the end."""
    return table.awaiting <= {FIRST}


async def passes(clock: Clock, seconds: float, *peers: Peer) -> None:
    """Time goes by in which all of these run."""
    async with AsyncExitStack() as held:
        for peer in peers:
            await held.enter_async_context(peer.house._outages._checking)
        clock.at += seconds
        await peers[0].store.outages.live(clock.at)
    await asyncio.gather(*(peer.house.check_time() for peer in peers))


async def test_each_post_is_told_once_whichever_process_it_comes_of(process: Process, discord: Strict) -> None:
    one, two, three = await process(), await process(), await process()
    await shared(one, two, three)
    numbers = await games(one, two, three)

    for turn in range(4):
        for number in numbers:
            peer = (one, two, three)[(number + turn) % 3]
            await done(await at(peer, number), (FIRST, SECOND)[turn % 2])
    await delivered(one)

    assert discord.posts
    assert set(discord.posts.values()) == {1}
    for number in numbers:
        seqs = {(await at(peer, number)).seq for peer in (one, two, three)}
        assert len(seqs) == 1


async def test_a_bot_moves_once_at_the_process_that_has_its_game(process: Process, discord: Strict) -> None:
    one, two = await process(), await process()
    await shared(one, two)
    numbers = []
    for number in range(4):
        table = await lobby((one, two)[number % 2].house, CHANNEL + number)
        await table.lobby.add_bot("random")
        await table.lobby.start(ANN)
        numbers.append(table.game.id)
    assert {one.house._partitions.holds(number) for number in numbers} == {True, False}

    for number in numbers:
        for turn in range(2):
            peer = (one, two)[(number + turn) % 2]
            table = await at(peer, number)
            await done(table, FIRST)
            await until_at(peer, number, free)
    await delivered(one)

    assert set(discord.posts.values()) == {1}


async def test_a_deadline_is_dealt_with_once(process: Process, discord: Strict, clock: Clock) -> None:
    peers = [await process() for _ in range(3)]
    await shared(*peers)
    numbers = await games(*peers, settings={"pace": "daily", "absent": "once"})

    await passes(clock, DEADLINE, *peers)

    for number in numbers:
        await until_at(peers[0], number, lambda table: FIRST not in table.awaiting)
    await delivered(peers[0])
    assert discord.texts.count("time-out") == GAMES
    assert set(discord.posts.values()) == {1}


async def test_what_a_process_that_died_had_begun_is_told_once_by_another(process: Process, discord: Strict) -> None:
    peers = [await process() for _ in range(3)]
    await shared(*peers)
    numbers = await games(*peers)
    await delivered(peers[0])
    discord.still.clear()
    before = len(discord.attempts)
    for number in numbers:
        await done(await at(peers[0], number), FIRST)
    await until(lambda: len(discord.attempts) >= before + GAMES)
    dead = max(peers, key=lambda peer: sum(map(peer.house._partitions.holds, numbers)))
    alive = [peer for peer in peers if peer is not dead]

    await dead.dies()
    discord.still.set()

    await shared(*alive)
    await delivered(alive[0])
    assert len(discord.texts.split("Ann is done")) <= 1 + GAMES
    assert len(discord.messages) == len(set(discord.nonces)), "each stands there once"
    for number in numbers:
        await done(await at(alive[0], number), SECOND)
    await delivered(alive[0])


async def test_a_process_that_closes_hands_its_games_over_at_once(process: Process, discord: Strict) -> None:
    one, two = await process(), await process()
    await shared(one, two)
    numbers = await games(one, two)
    await delivered(one)

    for number in numbers:
        await done(await at(one, number), FIRST)
    await one.house.close()
    one.dead = True

    assert one.parts == frozenset()
    await until(lambda: two.parts == EVERY, 2.0)
    await delivered(two)
    assert set(discord.posts.values()) == {1}
    for number in numbers:
        await done(await at(two, number), SECOND)
    await delivered(two)
    assert set(discord.posts.values()) == {1}


async def test_a_process_whose_leases_are_cut_stops_its_work_and_has_it_again(
    process: Process, discord: Strict
) -> None:
    one, two = await process(), await process()
    await shared(one, two)
    numbers = await games(one, two)
    await delivered(one)

    for turn in range(4):
        await one.cut()
        for number in numbers:
            await done(await at((one, two)[number % 2], number), (FIRST, SECOND)[turn % 2])
    await shared(one, two)
    await delivered(one)

    assert len(discord.messages) == len(discord.nonces)
    assert all(times <= 2 for times in discord.posts.values()), "sent again at most where it was cut in the middle"


async def test_decisions_through_all_processes_at_once_keep_the_log_and_all_states_right(process: Process) -> None:
    peers = [await process() for _ in range(3)]
    numbers = await games(*peers)

    async def turns(peer: Peer, number: int) -> None:
        for _ in range(6):
            table = await at(peer, number)
            for seat in (FIRST, SECOND):
                with suppress(Illegal, IndexError):  # another has laid that card, or the last
                    await done(table, seat)

    await asyncio.gather(*(turns(peer, number) for peer in peers for number in numbers))

    for number in numbers:
        tables = [await at(peer, number) for peer in peers]
        lines = await peers[0].store.log.lines(number)
        assert {table.seq for table in tables} == {len(lines)}
        assert len({str(table.timeline.state) for table in tables}) == 1
    await delivered(peers[0])


async def test_while_one_process_can_be_reached_there_is_no_outage(process: Process, clock: Clock) -> None:
    one, two = peers = await process(), await process()
    await shared(*peers)
    numbers = await games(*peers, settings={"pace": "daily", "absent": "once"})
    one.house.lost()

    await passes(clock, DEADLINE, *peers)

    for number in numbers:
        await until_at(two, number, lambda table: FIRST not in table.awaiting)


async def test_a_time_in_which_no_process_could_be_reached_is_given_back_to_all(process: Process, clock: Clock) -> None:
    one, two = peers = await process(), await process()
    await shared(*peers)
    numbers = await games(*peers, settings={"pace": "daily", "absent": "once"})

    clock.at += DEADLINE + DAY
    await asyncio.gather(*(peer.house.check_time() for peer in peers))

    for number in numbers:
        await until_at(one, number, lambda table: table.clocks[FIRST].ends == clock.at + QUARTER)
        assert FIRST in (await at(two, number)).awaiting


async def test_a_deadline_waits_while_nobody_hears_the_servers_shard(process: Process, clock: Clock) -> None:
    one, two = peers = await process(), await process()
    await shared(*peers)
    await one.house.hears(frozenset({0}), 2)
    await two.house.hears(frozenset({1}), 2)
    (number, *_) = await games(*peers, settings={"pace": "daily", "absent": "once"})
    await one.house.hears(frozenset(), 2)

    await passes(clock, DEADLINE, *peers)
    await asyncio.gather(*(peer.house.check_time() for peer in peers))
    assert FIRST in (await at(one, number)).awaiting, "the server is heard by nobody"

    await two.house.hears(frozenset({0, 1}), 2)
    await passes(clock, 10.0, *peers)
    await until_at(one, number, lambda table: (table.clocks[FIRST].ends or 0) > clock.at + QUARTER - HOUR)
    assert FIRST in (await at(one, number)).awaiting
