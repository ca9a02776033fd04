"""The load of the database alone: `python -m tests.load.volume --games 100000 --database postgresql`.

So many running games stand in it as rows, with their seats, clocks and log, and some with something to be told. What
the bot asks of it is timed, first one statement after the other, then all of it at the rates at which so many games
have it asked. What a process of several asks is asked for a share of the games.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import bot
from cogs.house.store.leases import PARTITIONS, Share
from cogs.house.store.store import Clash, Store
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import Game, Status, StoredLine, Submit
from engine.core import Seat
from tests.drill.processes.games import Kind, Place, stored
from tests.drill.processes.programs import postgresql
from tests.late import played
from tests.load.simulated import share as part

DAY = 86_400.0
PRESSES = 12
"""How often somebody decides something in a running game in a day."""
PEAK = 4.0
"""How many times the average of the day its busiest hour is."""
ENTRIES = 30
"""How many entries of its log each game has: enough for their number to count."""
OWED = 200
"""So many games have something due."""
PAGE = 100
CLOCKS = (
    "INSERT INTO clock (game_id, seat, began, since, due, ends, bank, spent, missed, is_out) SELECT id, 0, 1,"
    " CAST(?1 AS DOUBLE PRECISION), CAST(?1 AS DOUBLE PRECISION) + 60 + id % 80000,"
    " CAST(?1 AS DOUBLE PRECISION) + 60 + id % 80000, 0, FALSE, 0, FALSE FROM game"
)
DEADLINES = 5.0
"""Seconds in which each process looks for deadlines once, in these rates."""

Work = Callable[[], Awaitable[object]]
Size = Callable[[], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that the bot asks of the database, and how often in a second."""

    name: str
    rate: float
    work: Work


class Volume:
    """A database full of games. `share` are the parts of them that one process of several works for."""

    def __init__(self, store: Store, games: Sequence[int], seed: int, share: Share) -> None:
        self._store, self._games, self._share, self._whims = store, games, share, Random(seed)
        self._after = 0

    def asked(self) -> tuple[Asked, ...]:
        """What is asked, at the rates of the busiest hour."""
        presses = len(self._games) * PRESSES / DAY * PEAK
        return (
            Asked("a game is loaded for a press", presses, self.load),
            Asked("a decision is written", presses, self.append),
            Asked("what is due to be told", 2 * presses, self.heads),
            Asked("a row is claimed, sent and noted", 2 * presses, self.deliver),
            Asked("deadlines that have passed", 1 / DEADLINES, self.overdue),
            Asked("when the next deadline is", 1 / DEADLINES, self.next_deadline),
            Asked("a page of running games", 1.0, self.running),
        )

    async def load(self) -> None:
        await self._load(self._whims.choice(self._games))

    async def _load(self, number: int) -> Game:
        found = await self._store.games.load(number)
        assert found is not None, "it is there"
        return found[0]

    async def append(self) -> None:
        """Another entry, which is told to everybody."""
        game = await self._load(self._whims.choice(self._games))
        lines = (StoredLine(game.seq + 1, Seat(0), "done"),)
        said = Sentence(game.seq + 1, "Ann has ended a turn, and it is Ben's.")
        drafts = (
            PostDraft(PostKind.TEXT, None, game.seq + 1, said=(said,)),
            PostDraft(PostKind.CARD, None, game.seq + 1, "0"),
        )
        with suppress(Clash):  # two at once, as it may be
            await self._store.games.append(game, Submit(lines, Status.RUNNING, [Seat(0)], drafts=drafts))

    async def heads(self) -> None:
        await self._store.outbox.heads(most=16, share=self._share)

    async def deliver(self) -> None:
        found = await self._store.outbox.heads(most=1, share=self._share)
        for row in found.due:
            if (claimed := await self._store.outbox.claim(row)) is not None:
                await self._store.outbox.delivered(claimed, None)

    async def overdue(self) -> None:
        await self._store.clocks.overdue(self._share)

    async def next_deadline(self) -> None:
        await self._store.clocks.next_deadline(self._share)

    async def running(self) -> None:
        found = await self._store.games.running(self._after, PAGE, self._share)
        self._after = found[-1][0].id if found else 0


async def alone(work: Work, times: int) -> list[float]:
    """How many seconds each of so many took, one after the other."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        found.append(time.perf_counter() - began)
    return found


async def together(asked: Sequence[Asked], seconds: float, seed: int) -> dict[str, list[float]]:
    """The same of each, all at their rates and at random moments, for so many seconds."""
    whims, found = Random(seed), {each.name: list[float]() for each in asked}

    async def often(each: Asked) -> None:
        async with asyncio.TaskGroup() as tasks:
            ends = time.perf_counter() + seconds
            while (now := time.perf_counter()) < ends:
                await asyncio.sleep(min(whims.expovariate(each.rate), ends - now))
                tasks.create_task(once(each))

    async def once(each: Asked) -> None:
        found[each.name] += await alone(each.work, 1)

    await asyncio.gather(*map(often, asked))
    return found


@asynccontextmanager
async def filled(database: str, games: int, seed: int) -> AsyncIterator[tuple[Store, list[int], Size]]:
    """A store with so many running games, and what tells how many bytes it takes."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="titan-", ignore_cleanup_errors=True)))
        folder.chmod(0o711)
        url = f"sqlite:///{folder}/titan.db"
        if database == "postgresql":
            url = (await stack.enter_async_context(postgresql(folder / "server"))).url
        store = await Store.open(url, bot.MIGRATIONS)
        stack.push_async_callback(store.close)
        places = [Place(1 + number // 50, 10**6 + number, (2 * number + 1, 2 * number + 2)) for number in range(games)]
        begun = await stored(store, {Kind(0, timed=True): places}, seed, [played(2, ENTRIES, seed)], cards=False)
        numbers = [each.game for each in begun]
        await _set_clocks(store)
        for number in Random(seed).sample(numbers, min(OWED, games)):
            await store.outbox.enqueue(number, [PostDraft(PostKind.CARD, None, 0, "0")])

        async def size() -> int:
            if database == "postgresql":
                return int(
                    (await store.database.read("SELECT pg_database_size(current_database()) AS size"))[0]["size"]
                )
            return sum(file.stat().st_size for file in folder.glob("titan.db*"))

        yield store, numbers, size


async def _set_clocks(store: Store) -> None:
    """Has each game wait for somebody, whose deadline is some time in the next day."""
    async with store.database.transaction() as tx:
        await tx.write("DELETE FROM clock")
        await tx.write(CLOCKS, tx.now)


def row(name: str, rate: float, single: Sequence[float], mixed: Sequence[float]) -> str:
    """A row of the table; times in milliseconds."""
    parts = ((times, each) for times in (single, mixed) for each in (0.5, 0.99))
    figures = [f"{1000 * part([*times], each):.1f}" if times else "–" for times, each in parts]
    return f"| {name} | {rate:.1f} | {' | '.join(figures)} |"


async def main(given: argparse.Namespace) -> None:
    """Fills the database, asks, and prints."""
    began = time.monotonic()
    async with filled(given.database, given.games, given.seed) as (store, games, size):
        await store.database.read("SELECT count(*) FROM game")
        print(f"{len(games):,} running games after {time.monotonic() - began:.0f} s: {await size() / 2**20:,.0f} MiB")
        count = PARTITIONS // given.processes
        share = None if given.processes == 1 else list(range(count))
        volume = Volume(store, games, given.seed, share)
        asked = volume.asked()
        single = {each.name: await alone(each.work, given.times) for each in asked}
        mixed = await together(asked, given.seconds, given.seed)
        print("| what | a second | median alone | 99 % | median at these rates | 99 % |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for each in asked:
            print(row(each.name, each.rate, single[each.name], mixed[each.name]))
        presses = len(games) * PRESSES / DAY
        print(
            f"on paper: {len(games):,} games of {PRESSES} decisions a day are {presses:.1f} a second,"
            f" {PEAK * presses:.0f} in the busiest hour"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=4, help="it works for its share as one of so many processes")
    parser.add_argument("--times", type=int, default=200, help="how often each is asked alone")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long all is asked at its rates")
    parser.add_argument("--seed", type=int, default=1)
    logging.disable(logging.WARNING)
    asyncio.run(main(parser.parse_args()))
