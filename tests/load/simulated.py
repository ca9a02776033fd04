"""The load of one process on a simulated Discord: `python -m tests.load --games 200 --rate 20`.

The real bot on a simulated Discord in one process. Half of the games are late ones, and most of all sleep. Presses come
at their times whether or not earlier ones are answered: half of them ask for the panel, half decide something. What
SimCord itself takes of the processor counts too.
"""

from __future__ import annotations

import asyncio
import contextvars
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import simcord
from simcord import interactions as simulated
from simcord.backend import serializers

import bot
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import OPEN
from cogs.interactions.components import custom_id
from engine.titan.bots import LEVELS
from tests.late import aged, played

PRESS = 3
"""The type of an interaction with a component."""

WARM = 5.0
"""Seconds of presses at the beginning that are not counted."""
REST = 5.0
"""Seconds in which what is still to be answered is waited for at the end."""

SEATS, LATE, SEEDS = 4, 1500, (1, 4)
"""Late games are of so many people and entries, from these seeds."""

Person = simcord.MemberActor


@dataclass(slots=True)
class Watched:
    """When each interaction was sent, acknowledged and answered, by its id."""

    sent: dict[int, float] = field(default_factory=dict)
    acknowledged: dict[int, float] = field(default_factory=dict)
    answered: dict[int, float] = field(default_factory=dict)


class Requests(list[Any]):
    """SimCord's record of requests, which tells of each one as it comes, and keeps none of them."""

    def __init__(self, watched: Watched, ids: dict[str, int]) -> None:
        super().__init__()
        self.watched, self.ids = watched, ids

    def append(self, request: Any) -> None:
        """Notes what belongs to a press."""
        parts = request.path.strip("/").split("/")
        now = perf_counter()
        if parts[0] == "interactions":
            self.watched.acknowledged.setdefault(int(parts[1]), now)
        elif parts[0] == "webhooks" and request.method == "PATCH" and parts[2] in self.ids:
            self.watched.answered.setdefault(self.ids[parts[2]], now)


@dataclass(slots=True)
class Load:
    """A server with a channel for each game, and people at each; a game is in memory or not, as the house has it."""

    env: simcord.Env
    store: Store
    house: House
    whims: Random
    watched: Watched = field(default_factory=Watched)
    ids: dict[str, int] = field(default_factory=dict)
    games: list[tuple[int, simcord.ChannelHandle, tuple[Person, ...]]] = field(default_factory=list)

    def press(self) -> None:
        """One press by somebody at some table, sent and not waited for: the panel is asked for where a game sleeps."""
        game, channel, people = self.whims.choice(self.games)
        table = self.house.in_memory(game)
        began, carries, person = 0, OPEN, self.whims.choice(people)
        if table is not None and table.game.status is Status.RUNNING and self.whims.random() < 0.5:
            seat = self.whims.choice(sorted(table.awaiting))
            legal = table.legal(seat, undo=False)
            began, carries = table.began, table.line(LEVELS["steady"](table.view(seat), legal, self.whims))
            person = next(each for each in people if table.seat_of(each.id) == seat)
        self._send(channel, person, custom_id(game, began, carries))

    def _send(self, channel: simcord.ChannelHandle, person: Person, identity: str) -> None:
        backend = self.env.backend
        newest = backend.messages[channel.id][max(backend.messages[channel.id])]
        record, payload = simulated.base_payload(
            backend,
            type=PRESS,
            channel_id=channel.id,
            guild_id=person.guild.id,
            user_id=person.id,
            data={"custom_id": identity, "component_type": 2},
        )
        button = {"type": 2, "style": 2, "label": "Press", "custom_id": identity}
        rows = [{"type": 1, "components": [button]}]  # whatever was below that post: the press is for this
        payload["message"] = {**serializers.message_payload(backend, newest), "components": rows}
        record.source_message_id = newest.id
        self.ids[record.token] = record.id
        self.watched.sent[record.id] = perf_counter()
        backend.emit("INTERACTION_CREATE", payload)


async def loaded(games: int, entries: int, file: Path, seed: int, late: int = LATE) -> Load:
    """The bot with so many running games, half of them late and half some decisions old, and everything told."""
    outside = contextvars.copy_context()

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return outside.run(asyncio.get_running_loop().create_task, coroutine)

    store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS)
    environment = Environment(spawn=spawn, world="load")
    house = bot.house_for(store, environment)
    client = bot.client_for(house, environment, begins=False)
    env = simcord.Env(client, check_errors=False, settle_timeout=600.0)
    guild = env.create_guild("Friends")
    whims = Random(seed)
    load = Load(env, store, house, whims)
    builder = bot.house_for(store, Environment(world="load"))
    past = [played(SEATS, late, seed) for seed in SEEDS]
    for number in range(games):
        channel = guild.create_text_channel(f"titan-{number}")
        old = number % 2
        people = tuple(guild.add_member(env.create_user(f"p{number}{who}")) for who in "abcd"[: SEATS if old else 2])
        table = await _begun(builder, channel.id, people)
        if old:
            env.backend.create_message(channel.id, people[0].id, "hello")  # a press is below something
            await aged(store, file, table, past[number // 2 % len(past)])
        else:
            await _go_on(table, whims.randrange(entries), whims)
        load.games.append((table.game.id, channel, people))
    await builder.close()
    for game, *_ in load.games:
        await house.table(game)  # checkpoints are made: late games were played on this program
    await env.start()
    env.backend.http_requests = Requests(load.watched, load.ids)
    house.prepare()
    bot.settle_in()
    await spawn(client.begin())
    assert await house.settled(600.0), "the bot did not come to rest"
    return load


async def _begun(house: House, channel: int, people: Sequence[Person]) -> Table:
    """A running game of these people."""
    first, *others = people
    table = await house.open(1, channel, first.id, "Ann", "titan", len(people), "Table")
    for other in others:
        await table.lobby.join(other.id, f"Guest {other.id}")
    await table.lobby.start(first.id)
    return table


async def _go_on(table: Table, decisions: int, whims: Random) -> None:
    """So many decisions, as the program would take them."""
    for _ in range(decisions):
        if table.game.status is not Status.RUNNING:
            break
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))


async def ended(load: Load) -> None:
    """Stops the bot as it is, with whatever is still to be told."""
    await load.house.close(1.0)
    await load.env.shutdown()
    await load.store.close()


async def run(load: Load, rate: float, seconds: float) -> None:
    """Presses at `rate` a second, at random moments, for so long. Then what is still to be answered is waited for."""
    began = perf_counter()
    due = began
    turning = asyncio.create_task(_turn(load.env))
    while due < began + seconds:
        due += load.whims.expovariate(rate)
        await asyncio.sleep(max(0.0, due - perf_counter()))
        load.press()
    with suppress(TimeoutError):
        async with asyncio.timeout(REST):
            while load.watched.answered.keys() < load.watched.sent.keys():  # noqa: ASYNC110 - it is noted in a hook
                await asyncio.sleep(0.01)
    turning.cancel()


async def _turn(env: simcord.Env) -> None:
    """Lets the simulated Discord go on: by itself it stands still."""
    while True:
        await env.settle()
        await asyncio.sleep(0.001)


def share(values: list[float], part: float) -> float:
    """The value that this part of `values` does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def told(load: Load, warm: float = WARM) -> Iterator[str]:
    """The figures: milliseconds until presses were acknowledged and answered; of the presses after `warm` seconds."""
    start = min(load.watched.sent.values()) + warm
    counted = {number: sent for number, sent in load.watched.sent.items() if sent >= start}
    for what, found in (("acknowledged", load.watched.acknowledged), ("answered", load.watched.answered)):
        times = [1000 * (found[number] - sent) for number, sent in counted.items() if number in found]
        if not times:
            yield f"{what}: none of {len(counted)}"
            continue
        figures = ", ".join(f"{name} {share(times, part):.0f}" for name, part in PARTS)
        yield f"{what}: {len(times)} of {len(counted)}; ms: {figures}, longest {max(times):.0f}"


PARTS = (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99))


@contextmanager
def database() -> Iterator[Path]:
    """The file of a new database that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "load.db"


async def main(games: int, rate: float, seconds: float, entries: int, seed: int) -> None:
    """Builds the tables, sends the presses, and prints."""
    with database() as file:
        began = perf_counter()
        load = await loaded(games, entries, file, seed)
        print(
            f"{games} running games after {perf_counter() - began:.0f} s; {rate:g} presses a second for {seconds:g} s"
        )
        await run(load, rate, seconds + WARM)
        for line in told(load):
            print(line)
        await ended(load)
