"""What late games take: of 1,500 entries and more, and a thousand of them asked in turn.

`python -m tests.bench.late` prints these figures alone.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from bot import MIGRATIONS, games, settle_in
from cogs.commands.logbook import LogQuery, at_entry, log_page
from cogs.house.game.packing import packed, unpacked
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import Status, Submit
from cogs.house.words.words import Words
from cogs.interactions.context import Context
from engine import log
from engine.core import Seat
from engine.log import Timeline
from engine.titan.ruleset import TITAN
from tests.bench.measuring import GOAL_YARDSTICK_US, longest, seconds, yardstick
from tests.late import WAITING, Played, aged, choice, copied, played

GAMES = 1000
MOMENTS = 20
"""So many different times of a game are copied."""
LATE = 1500
LONG = 2700
"""Entries of the game whose phases are listed."""
LOOKED_AT = 40
HOST = 100
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Late:
    """What something takes in late games: milliseconds (median, 99th percentile, yardstick), with goals for both.

    A goal is 0 where there is none.
    """

    what: str
    runs: int
    ms: float
    ms_99: float
    yardstick_ms: float
    goal_ms: float = 0.0
    goal_99: float = 0.0

    @property
    def reached(self) -> bool:
        """Whether the goals are, in yardsticks."""
        pairs = ((self.ms, self.goal_ms), (self.ms_99, self.goal_99))
        return all(ms / self.yardstick_ms <= goal * 1000 / GOAL_YARDSTICK_US for ms, goal in pairs if goal)


def found(what: str, pairs: Sequence[tuple[float, float]], goal_ms: float = 0.0, goal_99: float = 0.0) -> Late:
    """The row of pairs of yardstick and job, in seconds."""
    times = sorted(job for _, job in pairs)
    rod = median(rod for rod, _ in pairs)
    last = times[round(0.99 * (len(times) - 1))]
    return Late(what, len(times), median(times) * 1000, last * 1000, rod * 1000, goal_ms, goal_99)


async def timed(job: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds of the processor that a yardstick takes, and then a job with all its threads."""
    rod, began = seconds(yardstick), process_time()
    await job()
    return rod, process_time() - began


def timelines(game: Played) -> list[Timeline[Any, Any, Any]]:
    """The game at many times of its last third."""
    timeline, passed = log.opening(TITAN, game.seats, {}), []
    for seat, action in game.entries:
        timeline, _ = log.step(TITAN, timeline, seat, action)
        passed.append(timeline)
    late = passed[-len(passed) // 3 :]
    return [late[place * len(late) // MOMENTS] for place in range(MOMENTS)]


def views(games: Sequence[Played]) -> Late:
    """A view for any viewer of a thousand games in memory, which are asked in turn."""
    packs = [(log.opening(TITAN, game.seats, {}), each) for game in games for each in timelines(game)]
    kept = [(opening, packed(opening, timeline)) for opening, timeline in packs]
    known = [unpacked(*kept[number % len(kept)], Timeline) for number in range(GAMES)]
    pairs = []
    for timeline in known * 2:
        rod = seconds(yardstick)
        viewers = (None, *map(Seat, range(len(timeline.state.players))))
        pairs += [(rod, seconds(partial(log.view, TITAN, timeline, viewer))) for viewer in viewers]
    return found(f"a view for any viewer, {GAMES:,} games in turn", pairs, 0.3, 2.0)


def replays(game: Played) -> Late:
    """All of a game from its lines."""
    lines = [(seat, TITAN.notation.line(action)) for seat, action in game.entries]

    def load() -> None:
        timeline = log.opening(TITAN, game.seats, {})
        for _ in log.followed(TITAN, timeline, [(seat, TITAN.notation.parse(line)) for seat, line in lines]):
            pass

    pairs = [(seconds(yardstick), seconds(load)) for _ in range(5)]
    return found(f"replay: {len(lines):,} entries, from their lines", pairs)


@asynccontextmanager
async def housed(store: Store) -> AsyncIterator[House]:
    """A house that has no game in memory."""
    house = House(store, {face.kit.rules.name: face.kit for face in games()}, Environment())
    yield house
    await house.close()


async def table_of(store: Store, file: Path, channel: int, game: Played) -> int:
    """The number of a table where a game was played."""
    async with housed(store) as house:
        table = await house.open(1, channel, HOST, "0", TITAN.name, game.seats, "bench", {})
        for user in range(1, game.seats):
            await table.lobby.join(HOST + user, str(user))
        await table.lobby.start(HOST)
        await aged(store, file, table, game)
    return table.game.id


async def tables_of(store: Store, file: Path, channel: int, game: Played, number: int) -> tuple[int, ...]:
    """The numbers of tables that have played the same, with checkpoints."""
    first = await table_of(store, file, channel, game)
    async with housed(store) as house:
        await house.table(first)
    return first, *copied(file, first, number - 1)


async def looking_back(store: Store, file: Path, game: Played) -> list[Late]:
    """A table with a long game that is loaded, and looked back at."""
    number = await table_of(store, file, 2, game)
    rows: dict[str, list[tuple[float, float]]] = {what: [] for what in LOOKS}
    async with housed(store) as house:
        rows["loaded for the first time"].append(await timed(partial(house.table, number)))
    for time in range(5):
        async with housed(store) as house:
            rows["loaded again"].append(await timed(partial(house.table, number)))
            for what, job in looks(house, await house.table(number), random.Random(time)):
                rows[what].append(await timed(job))
    about = f"of {len(game.entries):,} entries: "
    return [found(f"{about}{what}", pairs, LOOKS[what]) for what, pairs in rows.items()]


LOOKS = {
    "loaded for the first time": 0.0,
    "loaded again": 0.0,
    "an entry of long ago, first asked": 50.0,
    "an entry of long ago, asked again": 50.0,
    "an entry of long ago, with its pictures": 50.0,
    "all phases, first asked": 100.0,
    "all phases, asked again": 100.0,
    "one's own points to go back to": 100.0,
    "a page of /show log, first asked": 30.0,
    "another page of /show log": 30.0,
    "a page of /show log about a legion": 30.0,
}
"""What is done with a late game, and what it may take, in milliseconds."""


def looks(house: House, table: Table, whims: random.Random) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
    """Ways to look back at a game that was just loaded."""
    context = Context(house, {face.kit.rules.name: face for face in games()}, Words())
    old = [whims.randrange(1, table.seq - 100) for _ in range(4)]
    yield from (("an entry of long ago, first asked", partial(table.entries, seq, seq)) for seq in old)
    yield from (("an entry of long ago, asked again", partial(table.entries, seq, seq)) for seq in old)
    yield "all phases, first asked", table.rewinding.phase_points
    yield "all phases, asked again", table.rewinding.phase_points
    yield "one's own points to go back to", partial(table.rewinding.own_points, Seat(0))
    yield "a page of /show log, first asked", partial(log_page, context, table, HOST, LogQuery())
    yield from (
        ("another page of /show log", partial(log_page, context, table, HOST, LogQuery(page))) for page in range(4)
    )

    async def about(place: int) -> None:
        names = await table.history.known_names(None)
        await log_page(context, table, HOST, LogQuery(about=names[place * len(names) // 4]))

    yield from (("a page of /show log about a legion", partial(about, place)) for place in range(4))
    yield from (
        ("an entry of long ago, with its pictures", partial(at_entry, context, table, HOST, seq)) for seq in old
    )


async def heads(store: Store, file: Path, game: Played) -> Late:
    """What is to be delivered next, while many games have reminders that wait."""
    number = await table_of(store, file, 3, game)
    loaded = await store.games.load(number)
    assert loaded is not None
    waiting = [PostDraft(PostKind.REMIND, Seat(seat), loaded[0].seq, "half 1", delay=DAY) for seat in range(4)]
    await store.games.append(loaded[0], Submit((), Status.RUNNING, loaded[0].awaiting, waiting))
    copied(file, number, GAMES - 1, WAITING)
    pairs = [await timed(store.outbox.heads) for _ in range(40)]
    return found(f"what is due, {GAMES:,} games with 4 reminders each", pairs, 1.0)


async def memory(store: Store, file: Path, game: Played) -> tuple[float, float]:
    """Thousands of bytes that a late game takes in use, and while nobody asks for it."""
    numbers = await tables_of(store, file, 4, game, LOOKED_AT + 1)
    async with housed(store) as house:
        used(await house.table(numbers[0]))  # what all share is there
    async with housed(store) as house:
        used(await house.table(numbers[0]))
        gc.collect()
        tracemalloc.start()
        tables = []
        for number in numbers[1:]:
            tables.append(await house.table(number))
            used(tables[-1])
        gc.collect()
        awake, _ = tracemalloc.get_traced_memory()
        tables.clear()
        house._recent.clear()
        gc.collect()
        asleep, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return awake / LOOKED_AT / 1000, asleep / LOOKED_AT / 1000


def used(table: Table) -> None:
    """As people use a game: everybody looks at it."""
    for seat in (None, *(chair.seat for chair in table.seats)):
        table.view(seat)


async def played_in_turn(house: House, numbers: Sequence[int], rounds: int) -> None:
    """In each of these games a decision is made and everybody looks, so many times."""
    whims = random.Random(1)
    for _ in range(rounds):
        for number in numbers:
            table = await house.table(number)
            if table.awaiting:
                seat = min(table.awaiting)
                await table.submit(seat, choice(table.view(seat), table.legal(seat, undo=False), whims))
            used(table)


async def loop_waits(store: Store, file: Path, game: Played) -> dict[str, tuple[float, float]]:
    """The longest that the event loop waits, in milliseconds by the clock and the processor, while games are busy."""
    numbers = await tables_of(store, file, 5000, game, LOOKED_AT)
    async with housed(store) as house:
        playing = await longest(played_in_turn(house, numbers, 5))
    async with housed(store) as house:
        table = await house.table(numbers[0])
        listing = await longest(table.rewinding.phase_points())
    return {f"{LOOKED_AT} late games played and looked at in turn": playing, "all phases of one listed": listing}


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of late games: rows; thousands of bytes that one takes in use and asleep; and the longest wait of the
    event loop for each work, in milliseconds by the clock and of the processor."""

    rows: tuple[Late, ...]
    in_use_kb: float
    asleep_kb: float
    waits: Mapping[str, tuple[float, float]]


async def housework(file: Path, game: Played, long: Played) -> Report:
    """What tables and the store do with late games. As in the bot, no search for garbage goes through what is there
    at the start."""
    settle_in()
    store = await Store.open(f"sqlite:///{file}", MIGRATIONS)
    try:
        looked = await looking_back(store, file, long)
        in_use, asleep = await memory(store, file, game)
        due = await heads(store, file, game)
        waits = await loop_waits(store, file, game)  # the last, since nobody delivers what is played
        return Report((*looked, due), in_use, asleep, waits)
    finally:
        await store.close()


def late(folder: Path) -> Report:
    """Measures all of it, with a database in a folder."""
    some = (played(4, LATE, 1), played(4, LATE, 4), played(6, LATE, 4))
    long = played(6, LONG, 4)
    rows = (views(some), replays(long))
    report = asyncio.run(housework(folder / "late.db", some[0], long))
    return replace(report, rows=(*rows, *report.rows))


def told(report: Report) -> str:
    """The figures as text, rows in the columns of `docs/performance.md`."""
    lines = ["| late games | runs | ms | 99 % | yardsticks | goal | reached |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for one in report.rows:
        goals = [f"{one.goal_ms:g} ms"] if one.goal_ms else []
        goals += [f"99 % {one.goal_99:g} ms"] if one.goal_99 else []
        verdict = ("yes" if one.reached else "no") if goals else ""
        cells = (one.what, str(one.runs), f"{one.ms:.2f}", f"{one.ms_99:.2f}", f"{one.ms / one.yardstick_ms:.1f}")
        lines.append(f"| {' | '.join((*cells, ', '.join(goals), verdict))} |")
    lines.append(f"\na late game takes {report.in_use_kb:.0f} KB in use, {report.asleep_kb:.0f} KB asleep")
    for what, (by_clock, own) in report.waits.items():
        wait = f"the event loop waits {by_clock:.1f} ms at the longest, {own:.1f} ms of it for us (goal 50 ms)"
        lines.append(f"{wait}: {what}")
    return "\n".join(lines)


if __name__ == "__main__":
    with TemporaryDirectory() as here:
        print(told(late(Path(here))))
