"""A simulated Discord with a channel, three people and the bot, which can be killed, kept as it is, and taken up again.

All that touches private parts of SimCord's `Env` stands in this module and in `wire`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import simcord
from simcord import _runtime

import bot
from cogs.client import Client
from cogs.house.background import bots
from cogs.house.background.bots import due
from cogs.house.game import dice
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.values.records import Status
from cogs.house.words.words import Names
from engine.core import Seat
from tests.discord.conftest import SETTLE, TRIALS, Play, invited
from tests.drill.lives import LIFE, Heard, Life, copied, mortal
from tests.drill.wire import Wire, wired
from tests.games.people import seed_of
from tests.plain import PIXEL, Unfilmed, redrawn

T = TypeVar("T")

PEOPLE = ("Ann", "Ben", "Cleo")
GUILD = 1_000_000_000_000_000_001

ROUNDS = 100
"""So often the clock is put on until nothing waits to be sent, and the program has decided what it has to."""

FAR = 100.0
"""What is due only in so many seconds is no second try, but a reminder of much later."""

PACE = 500.0
"""Seconds that the program lets pass before each decision: what was decided before has been told by then."""

THINK = 60.0
"""Seconds that the program may think: on a busy machine it must not decide otherwise."""

MOMENT = 0.01

LONG = 350.0
"""Seconds after which Discord has forgotten every nonce, and nobody is reminded yet."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A world as it was at rest: what Discord knows, and the bot's database. A folder of its own holds the copy."""

    discord: Mapping[str, Any]
    file: Path


@dataclass
class World(Play):
    """As for tests of commands and panels; `life` is the process that there is now."""

    folder: Path = Path()
    life: Life = field(default_factory=lambda: Life(Path()))
    heard: Heard = field(default_factory=Heard)
    numbers: Any = field(default_factory=count)
    wrong: list[str] = field(default_factory=list)
    dying: asyncio.Future[None] | None = None
    """What somebody did when the process was killed: it is over when that is buried."""

    @property
    def wire(self) -> Wire:
        wire: Wire = self.env.backend.wire  # type: ignore[attr-defined]
        return wire

    # Lives

    async def born(self, file: Path) -> None:
        """Makes a new process of the bot, which is not yet connected."""
        self.life, self.store, self.client = await process(file, lambda: self.env)
        self.url = f"sqlite:///{file}"

    async def survives(self, doing: Callable[[], Awaitable[object]]) -> bool:
        """Does something and lets everything come to rest; says whether the bot was not killed by it."""

        async def done() -> None:
            await doing()
            await self.rest()

        act, end = asyncio.ensure_future(done()), asyncio.ensure_future(self.life.died.wait())
        await asyncio.wait({act, end}, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        if not self.life.died.is_set():
            await act
            return True
        act.cancel()
        self.dying = act  # what it still asks the dead process's database for is answered when that is buried
        return False

    async def buried(self) -> None:
        """Takes away what is left of a killed process. Discord keeps what it has."""
        self.heard.deaf = True
        before = self.env.error_cursor
        await self.life.forget()
        if self.dying is not None:
            await asyncio.gather(self.dying, return_exceptions=True)
            self.dying = None
        await self.env._detach_bot()
        del self.env._errors[before:]
        self.client = self.store = None  # type: ignore[assignment]
        gc.collect()  # so that what is said of its tasks is said now
        self.heard.deaf = False

    async def reborn(self) -> None:
        """Makes a new process on what the killed one has left, which is not yet connected."""
        file = self.folder / f"{next(self.numbers)}.db"
        copied(self.life.left, file)
        await self.buried()
        await self.born(file)

    async def connects(self) -> None:
        """Connects the new process to Discord."""
        await _runtime._attach_bot(self.env, self.client)

    async def away(self, seconds: float) -> None:
        """Lets time go by while no process of the bot is there."""
        self.env.backend.advance_clock(seconds)

    # Time

    async def rest(self) -> None:
        """Lets the bot tell all that is to be told now, and what it tries again in a moment, and the program decide."""
        for _ in range(ROUNDS):
            await self.settle()
            heads, now = await self.store.outbox.heads(), self.env.now().timestamp()
            soon = now if heads.due else heads.next
            if soon is not None and soon - now < FAR:
                await self.env.advance_time(soon - now + MOMENT)
            elif await self._program_is_to_decide():
                await self.env.advance_time(PACE + MOMENT)
            else:
                return
        self.wrong.append("it never comes to rest")

    async def _program_is_to_decide(self) -> bool:
        running = [
            game for game in await self.house.store.games.in_server(self.guild.id) if game.status is Status.RUNNING
        ]
        return any([due(await self.house.table(game.id)) is not None for game in running])

    # Keeping

    async def kept(self, file: Path) -> Kept:
        """What there is now, at rest."""
        backend = self.env.backend
        backend.http_requests.clear()
        backend.transcript.clear()
        state = {name: part for name, part in vars(backend).items() if name != "subscribers"}
        copied(self.life.file, file)
        return Kept(deepcopy(state), file)


@cache
def kits() -> Mapping[str, Kit]:
    """The games, whose pictures are of one point, and yet another one whenever something else would be on them."""
    return {face.kit.rules.name: _sketched(face.kit) for face in bot.games()}


def _sketched(kit: Kit) -> Kit:
    translated = kit.translated

    @cache
    def speaking(language: str) -> Kit | None:
        other = translated(language)
        return None if other is None else _sketched(other)

    since = None if kit.telling.since is None else _Summed(kit.telling.since)
    return replace(redrawn(kit, _sketch), telling=replace(kit.telling, since=since), translated=speaking)


def _sketch(view: Any, names: Names, look: Look) -> bytes:
    return _point(view, tuple(sorted(names.items())), look)


def _point(*of: object) -> bytes:
    return PIXEL + str(hash(of)).encode()


class _Summed(Unfilmed):
    """What the others have done meanwhile, which is another picture whenever something else is told of it."""

    def film(
        self, seat: Seat, moments: Sequence[Any], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        del check
        lines = self.lines(seat, moments, names)
        return _point(seat, len(moments), lines, look), " ".join(lines)


@asynccontextmanager
async def opened(
    folder: Path, seed: int, kept: Kept | None = None, without: Sequence[str] = ()
) -> AsyncIterator[World]:
    """A world with fixed chance in which the bot runs: a new one, or one that was kept, with the bot started anew.

    In a new one it has the rights of its invite link, less those `without`.
    """
    secret, pick, heard = dice.new_seed, bots._pick, Heard()
    dice.new_seed, bots._pick = lambda: seed_of(seed), lambda: Random(seed)
    logging.getLogger().addHandler(heard)
    try:
        with mortal(), wired():
            async with _world(folder, heard, kept, without) as world:
                yield world
    finally:
        dice.new_seed, bots._pick = secret, pick
        logging.getLogger().removeHandler(heard)


@asynccontextmanager
async def _world(folder: Path, heard: Heard, kept: Kept | None, without: Sequence[str]) -> AsyncIterator[World]:
    numbers, made = count(), list[simcord.Env]()
    file = folder / f"{next(numbers)}.db"
    if kept is not None:
        copied(kept.file, file)
    life, store, client = await process(file, lambda: made[0] if made else None)
    env = simcord.Env(client, check_errors=False, settle_timeout=SETTLE)
    made.append(env)
    if kept is None:
        env.backend.wire = Wire()  # type: ignore[attr-defined]
        guild = env.create_guild("Friends", id=GUILD)
        channel = guild.create_text_channel("titan", overwrites=invited(env, without))
        people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE}
    else:
        vars(env.backend).update(deepcopy(kept.discord))
        guild = simcord.GuildHandle(env, env.backend.guilds[GUILD])
        (found,) = (each for each in env.backend.channels.values() if each.name == "titan")
        channel = simcord.ChannelHandle(env, guild, found)
        users = {user.global_name: simcord.UserHandle(env, user) for user in env.backend.users.values()}
        people = {name: simcord.MemberActor(env, guild, users[name]) for name in PEOPLE}
    url = f"sqlite:///{file}"
    world = World(
        env, channel, people, guild, url, client, store, folder=folder, life=life, heard=heard, numbers=numbers
    )
    await env.start()
    await world.rest()
    try:
        yield world
    finally:
        world.life.kill()
        await world.buried()
        await env.shutdown()


async def process(file: Path, env: Callable[[], simcord.Env | None]) -> tuple[Life, Store, Client]:
    """A new process of the bot on a database file, with the clock of the simulated Discord, not yet connected."""
    life = Life(file)
    LIFE.set(life)

    def now() -> float:
        there = env()
        return there.now().timestamp() if there is not None else 0.0

    async def park(awaitable: Awaitable[T], why: str) -> T:
        there = env()
        assert there is not None, "nothing waits before there is a Discord"
        waited: T = await there.external_wait(awaitable, reason=why)
        return waited

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(coroutine)

    environment = Environment(park=park, spawn=spawn, now=now, world="test")
    store = await Store.open(f"sqlite:///{file}", bot.MIGRATIONS, now)
    client = bot.client_for(House(store, kits(), environment, think=THINK, pace=PACE), environment)
    client.context = replace(client.context, trials=TRIALS)
    life.trace = client.http.http_trace
    return life, store, client
