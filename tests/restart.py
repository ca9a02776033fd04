"""How soon the bot is there again when everything is due: `python -m tests.restart --games 1000`.

A database of running late games is built, copies of two under other numbers. In all of them something is due: deadlines
have passed, orders and reminders wait, and at half of them it is the program's turn. Then the bot is started as a fresh
process on it, with a simulated Discord, and somebody asks for the status of a game as soon as it is connected, then of
others again and again. With `--upgraded` all checkpoints are those of another program.

What SimCord itself takes for its world of channels is not counted, and what it keeps of pictures and timers is thrown
away. The people have other names in each copy, so that each picture is one of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextvars
import logging
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import bot
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from tests.late import PLAYED, aged, copied, played

IMPORTED = perf_counter()

SEATS, ENTRIES, SEEDS = 4, 1500, (1, 4)
"""Of the two games that the others are copies of: seats, entries, and what chance is seeded by."""

DUE = (*PLAYED, "clock", "firing", "outbox")
"""What a copy has of its game: all that was played, and all that is due."""

PEOPLE = range(1, SEATS + 1)
AGO = 3600.0
"""Seconds since the deadlines passed."""

BETWEEN = 0.5
"""Seconds between two questions for the status of a game."""

COMMAND = 2
"""The type of an interaction by a command."""


async def built(file: Path, games: int, entries: int = ENTRIES) -> None:
    """A database of so many running games, half of them with the program on turn."""
    store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS)
    opening = bot.house_for(store, Environment(world="restart"))
    numbers = []
    for place, seed in enumerate(SEEDS, 1):
        table = await opening.open(1, place, PEOPLE[0], "Player 1", "titan", SEATS, f"Game {seed}")
        for person in PEOPLE[1:]:
            await table.lobby.join(person, f"Player {person}")
        await table.lobby.start(PEOPLE[0])
        await aged(store, file, table, played(SEATS, entries, seed))
        numbers.append(table.game.id)
    await opening.close()
    house = bot.house_for(store, Environment(world="restart"))  # of the other the tables were young
    waiting = []
    for number in numbers:
        table = await house.table(number)  # its checkpoints are made by it
        await table.settings.change({"pace": "daily", "absent": "once"}, Author(999, manages=True))
        waiting.append((min(table.awaiting), table.began))
    await house.close()
    await store.close()
    with closing(sqlite3.connect(file)) as database, database:
        late = time.time() - AGO
        for number, (seat, began) in zip(numbers, waiting, strict=True):
            clock = (number, seat, began, late - 2 * AGO, late, late, 0.0, 0, 0, 0, "")
            database.execute("INSERT OR REPLACE INTO clock VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", clock)
            order = (number, seat, late, 0, "", 0, None, 0)
            database.execute("INSERT OR REPLACE INTO firing VALUES (?, ?, ?, ?, ?, ?, ?, ?)", order)
        program = (numbers[-1], waiting[-1][0])
        database.execute("DELETE FROM clock WHERE game_id = ? AND seat = ?", program)
        database.execute("UPDATE seat SET user_id = NULL, bot = 'steady' WHERE game_id = ? AND seat = ?", program)
        database.execute("UPDATE outbox SET not_before = 0 WHERE done_at IS NULL")
    for place, number in enumerate(numbers):
        copied(file, number, (games - place + 1) // len(numbers) - 1, DUE)
    with closing(sqlite3.connect(file)) as database, database:  # no two pictures are the same
        database.execute("UPDATE seat SET name = name || ' of ' || game_id WHERE user_id IS NOT NULL")


@dataclass(slots=True)
class Answers:
    """Which questions were asked and acknowledged, and when, by their numbers."""

    asked: dict[int, float] = field(default_factory=dict)
    acknowledged: dict[int, float] = field(default_factory=dict)
    worked: float = 0.0
    """Seconds of the processor, of all threads, at the first acknowledgement."""

    def waits(self) -> list[float]:
        """Seconds until each was acknowledged, the first question first."""
        return [self.acknowledged[each] - at for each, at in self.asked.items() if each in self.acknowledged]


class Requests(list[Any]):
    """SimCord's record of requests, which looks for acknowledgements and keeps nothing."""

    def __init__(self, answers: Answers) -> None:
        super().__init__()
        self.answers = answers

    def append(self, request: Any) -> None:
        parts = request.path.strip("/").split("/")
        if parts[0] == "interactions":
            self.answers.worked = self.answers.worked or process_time()
            self.answers.acknowledged.setdefault(int(parts[1]), perf_counter())


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds from the start of the process to the first acknowledgement, and of each question to its own.

    `worked` are the seconds of the processor until the first, which other work on the machine does not lengthen.
    `done` is when all that was due was done, in seconds after the start; `megabytes` is the most resident memory.
    `loaded` are the games in memory, `left` the rows of the outbox that are still due, both at the end.
    """

    first: float
    worked: float
    waits: tuple[float, ...]
    asked: int
    done: float
    megabytes: float
    loaded: int
    left: int


async def restarted(file: Path, before: float, patience: float) -> Figures:
    """Starts the bot on a database and waits until all is done; `before` are the seconds of the process until here."""
    import simcord
    from simcord import interactions as simulated

    outside = contextvars.copy_context()

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return outside.run(asyncio.get_running_loop().create_task, coroutine)

    world = Environment(spawn=spawn, world="restart")
    began = perf_counter()
    store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS)
    house = bot.house_for(store, world)
    client = bot.client_for(house, world)
    aside, spent = perf_counter(), process_time()
    with closing(sqlite3.connect(file)) as database:
        games = [number for (number,) in database.execute("SELECT id FROM game ORDER BY id")]
    env = simcord.Env(client, check_errors=False)
    guild = env.create_guild("Friends")
    people = [guild.add_member(env.create_user(f"p{number}")) for number in PEOPLE]
    channels = [guild.create_text_channel(f"titan-{number}") for number in games]
    with closing(sqlite3.connect(file)) as database, database:
        for number, channel in zip(games, channels, strict=True):
            database.execute(
                "UPDATE game SET guild_id = ?, channel_id = ? WHERE id = ?", (guild.id, channel.id, number)
            )
        for number, person in zip(PEOPLE, people, strict=True):
            database.execute("UPDATE seat SET user_id = ? WHERE user_id = ?", (person.id, number))
            database.execute("UPDATE game SET host_id = ? WHERE host_id = ?", (person.id, number))
            database.execute("UPDATE outbox SET user_id = ? WHERE user_id = ?", (person.id, number))
    answers, started = Answers(), asyncio.Event()
    env.backend.http_requests = Requests(answers)

    def asks(place: int) -> None:
        """Somebody types `/titan status` in a channel."""
        status = {"name": "status", "type": 1, "options": []}
        record, payload = simulated.base_payload(
            env.backend, type=COMMAND, channel_id=channels[place].id, guild_id=guild.id, user_id=people[0].id,
            data={"id": "1", "name": "titan", "type": 1, "options": [status]},
        )  # fmt: skip
        answers.asked[record.id] = perf_counter()
        env.backend.emit("INTERACTION_CREATE", payload)

    async def asking() -> None:
        while not env.backend.subscribers:  # noqa: ASYNC110 - SimCord tells nobody
            await asyncio.sleep(0.001)
        place = len(games) - 1
        asks(place)
        await started.wait()  # SimCord gives a start up whose bot is asked without end
        while True:
            asks(place % len(games))
            env.backend.cdn._blobs.clear()
            env.backend.transcript.clear()
            tracked = env._work.callbacks  # those that were cancelled it keeps, and looks through at every other
            tracked[:] = (each for each in tracked if each.handle and not each.handle.cancelled())
            await asyncio.sleep(BETWEEN)
            place += 7

    began += perf_counter() - aside  # the world of channels is none of the bot's
    spent = process_time() - spent
    questions = spawn(asking())
    await env.start()
    started.set()
    async with asyncio.timeout(patience):
        await house.woken()
        assert await house.settled(patience), "not everything was done in time"
    done = perf_counter() - began
    questions.cancel()
    first = next(iter(answers.acknowledged.values())) - began
    with closing(sqlite3.connect(file)) as database:
        left = "SELECT count(*) FROM outbox WHERE done_at IS NULL AND not_before <= ?"
        (owed,) = database.execute(left, (time.time(),)).fetchone()
    await house.close()
    await env.shutdown()
    await store.close()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Figures(
        before + first,
        answers.worked - spent,
        tuple(answers.waits()),
        len(answers.asked),
        before + done,
        most,
        len(house._recent),
        owed,
    )


def told(figures: Figures) -> Iterator[str]:
    """The figures, a line each, with their goals."""
    waits = sorted(figures.waits)
    yield f"first acknowledged: {figures.first:.2f} s after the start of the process (3); worked {figures.worked:.2f} s"
    first, most = 1000 * figures.waits[0], 1000 * waits[-1]
    yield f"acknowledged: {len(waits)} of {figures.asked}; ms: first {first:.0f}, longest {most:.0f} (300)"
    yield f"all due done: {figures.done:.0f} s after the start (300; after an upgrade 900); still due: {figures.left}"
    yield f"memory: {figures.megabytes:.0f} MB at most (500); tables in memory: {figures.loaded}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--upgraded", action="store_true")
    parser.add_argument("--patience", type=float, default=900.0)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    if wanted.file is not None:
        figures = asyncio.run(restarted(wanted.file, IMPORTED - wanted.began, wanted.patience))
        print("\n".join(told(figures)))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "restart.db"
        asyncio.run(built(file, wanted.games, wanted.entries))
        with closing(sqlite3.connect(file)) as database, database:
            if wanted.upgraded:
                database.execute("UPDATE checkpoint SET program = 'earlier'")
            (games,) = database.execute("SELECT count(*) FROM game").fetchone()
        print(f"{games} games; {file.stat().st_size >> 20} MB", flush=True)
        again = [sys.executable, "-m", "tests.restart", "--file", str(file), "--patience", str(wanted.patience)]
        subprocess.run([*again, "--began", str(perf_counter())], check=True)  # its clock is that of the machine


if __name__ == "__main__":
    main()
