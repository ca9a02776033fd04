"""Starts the bot: settings, store, client, signals. Without a token, the local table.

Settings come from the environment, and from `.env` where that has none:
DISCORD_TOKEN, DATABASE_URL (by default sqlite:///data/titan.db, of the local table sqlite:///data/local.db; of several
processes postgresql://USER:PASSWORD@HOST/NAME), SHARDS (by default all), LOG_LEVEL (by default INFO), LOG_FORMAT (text,
or json), HEALTH (the port or HOST:PORT at which the bot on Discord says how it does; by default none), METRICS (off, or
on: figures are to be had there too). `bot.py emojis` gives the bot on Discord its emojis instead of starting it, and
`bot.py move-database FROM TO` writes all that stands in a database into another one; with `bot.py --online` it is never
the local table.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import discord

from cogs.client import Client
from cogs.commands.admin import AdminCommands
from cogs.commands.game import GameCommands
from cogs.commands.lobby import LobbyCommands
from cogs.commands.logbook import board_at_this_point
from cogs.commands.me import MeCommands
from cogs.commands.record import record_menu
from cogs.commands.rules import RulesCommands
from cogs.commands.tutorial import TutorialCommands
from cogs.commands.watch import WatchCommands
from cogs.face.face import Face
from cogs.house.game.kit import Kit
from cogs.house.house import House
from cogs.house.moving import moved
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.metrics import UNMEASURED, Metrics
from cogs.house.store.private_files import is_open
from cogs.house.store.process_lock import InUse, held
from cogs.house.store.store import (
    DISCORD,
    LOCAL,
    OtherWorld,
    Store,
    StoreUnavailable,
    Uncertain,
    is_postgresql,
    named,
    path_of,
)
from cogs.house.store.transfer import Unmovable
from cogs.house.words.words import Words
from cogs.interactions import private_logging
from cogs.interactions.acknowledging import Claims, Duty
from cogs.interactions.context import Context
from cogs.interactions.emojis import pictures_of, told, upload
from cogs.leased_shards import LeasedShards
from cogs.monitoring.address import Address, AddressTaken
from cogs.shards import FixedShards, Shards, ShardSource
from cogs.skirmish.kit import skirmish_face
from cogs.titan.commands import play, show
from cogs.titan.kit import titan_face

HERE = Path(__file__).parent
MIGRATIONS = HERE / "migrations"

UNUSABLE = 2
"""The exit code when the settings can't work: asking again won't help."""
UNREACHABLE = 1

ONLINE = "--online"
"""The argument with which there is no local table."""
MOVE = "move-database"


class UnusableSetting(Exception):
    """A setting that can't work. The text is the key of the sentence that says so; its value is told nowhere."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the program is told from outside. The token never shows in a log or an error, nor does a password.

    `health` is where the bot is asked how it does, with `metrics` for figures too.
    """

    token: str = field(repr=False)
    database: str = field(repr=False)
    level: str
    json_logs: bool = False
    health: Address | None = None
    metrics: bool = False
    shards: Shards | None = None
    """Those of this process, where they are chosen by hand."""

    @classmethod
    def read(cls, environment: Mapping[str, str], dotenv: Path) -> Settings:
        """The environment first, then `.env`: lines of NAME=value, `#` begins a comment. Raises UnusableSetting."""
        kept: dict[str, str] = {}
        if dotenv.is_file():
            for line in dotenv.read_text(encoding="utf-8").splitlines():
                name, sign, said = line.strip().partition("=")
                if sign and not name.startswith("#"):
                    kept[name.removeprefix("export ").strip()] = said.strip().strip("'\"")
        found = kept | {name: said for name, said in environment.items() if said}
        token = found.get("DISCORD_TOKEN", "").strip()
        health, metrics = _health_of(found), _chosen(found, "METRICS", "off", "on")
        if metrics and health is None:
            raise UnusableSetting("discord.console.metrics-nowhere")
        return cls(
            token=token,
            database=found.get("DATABASE_URL", "").strip() or f"sqlite:///data/{'titan' if token else 'local'}.db",
            level=found.get("LOG_LEVEL", "INFO").strip().upper(),
            json_logs=_chosen(found, "LOG_FORMAT", "text", "json"),
            health=health,
            metrics=metrics,
            shards=_shards_of(found),
        )


def _health_of(found: Mapping[str, str]) -> Address | None:
    """Where the bot is asked how it does; None for nowhere. Raises UnusableSetting."""
    said = found.get("HEALTH", "").strip()
    try:
        return Address.read(said) if said else None
    except ValueError as error:
        raise UnusableSetting("discord.console.bad-health") from error


def _shards_of(found: Mapping[str, str]) -> Shards | None:
    """The shards of this process; None for all. Raises UnusableSetting."""
    said = found.get("SHARDS", "").strip()
    try:
        return Shards.read(said) if said else None
    except ValueError as error:
        raise UnusableSetting("discord.console.bad-shards") from error


def _chosen(found: Mapping[str, str], name: str, standard: str, other: str) -> bool:
    """Whether a setting of two values is the `other` one. Raises UnusableSetting."""
    said = found.get(name, "").strip().lower() or standard
    if said not in (standard, other):
        raise UnusableSetting(f"discord.console.bad-{name.lower().replace('_', '-')}")
    return said == other


def games() -> tuple[Face, ...]:
    """Every game that can be played. The first is meant where nothing says which."""
    return (
        titan_face(),
        skirmish_face(),
    )


def kits() -> Mapping[str, Kit]:
    """Every game as the house sees it, by name."""
    return {face.kit.rules.name: face.kit for face in games()}


def client_for(
    house: House,
    environment: Environment,
    begins: bool = True,
    faces: Sequence[Face] | None = None,
    shards: ShardSource | None = None,
    claims: Claims | None = None,
) -> Client:
    """The client with all its commands, before it is connected to anything; `begins`: the house with it.

    `faces` are the games it is for, which the house knows; without any, all of them. `shards` says what it connects,
    `claims` which of several processes answers: without them it is alone.
    """
    faces = games() if faces is None else faces
    themes = tuple(dict.fromkeys(theme for face in faces for theme in face.kit.pictures.themes))
    return Client(
        Context(house, {face.kit.rules.name: face for face in faces}, Words(), Duty(house.metrics, claims)),
        (
            *(LobbyCommands(face) for face in faces),
            *(play(), show(), GameCommands(), RulesCommands(), TutorialCommands(face.kit for face in faces)),
            *(MeCommands(themes), WatchCommands(), AdminCommands(themes)),
            board_at_this_point(),
            record_menu(),
        ),
        environment.world,
        begins,
        shards,
    )


def house_for(
    store: Store, environment: Environment, faces: Sequence[Face] | None = None, metrics: Metrics = UNMEASURED
) -> House:
    """The house with the games of these `faces`; without any, with all of them. `metrics` are told what happens."""
    kits = {face.kit.rules.name: face.kit for face in (games() if faces is None else faces)}
    return House(store, kits, environment, metrics=metrics)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The store, for the world that it plays in. Raises StoreUnavailable."""
    async with store_at(settings.database) as store:
        await store.settings.belong(DISCORD if settings.token else LOCAL)
        yield store


@asynccontextmanager
async def store_at(url: str) -> AsyncIterator[Store]:
    """The store at a URL; a file is for this process alone. Raises StoreUnavailable."""
    with contextlib.nullcontext() if is_postgresql(url) else held(path_of(url)):
        store = await Store.open(url, MIGRATIONS)
        try:
            yield store
        finally:
            await store.close()


def why_not(settings: Settings, error: StoreUnavailable) -> str:
    """Why there is no store, and what to do about it. It holds no password."""
    say, file = Words().text, named(settings.database)
    match error:
        case InUse():
            return say("discord.console.in-use", file=file)
        case OtherWorld():
            return say(f"discord.console.file-of-{LOCAL if settings.token else DISCORD}", file=file)
        case _:
            return say("discord.console.no-store", reason=error)


async def main(settings: Settings) -> int:
    """Runs until it is stopped; the exit code."""
    async with AsyncExitStack() as stack:
        try:
            store = await stack.enter_async_context(opened(settings))
        except StoreUnavailable as error:
            print(why_not(settings, error), file=sys.stderr)
            return UNUSABLE
        stop = asyncio.Event()
        for wanted in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows has no signals in its loop; Ctrl-C ends it there
                asyncio.get_running_loop().add_signal_handler(wanted, stop.set)
        if settings.token:
            try:
                return await reached(online(settings, store, stop))
            except AddressTaken as error:
                say = Words().text
                print(say("discord.console.health-taken", address=settings.health, reason=error), file=sys.stderr)
                return UNUSABLE
        logging.getLogger("discord").setLevel(logging.ERROR)  # what it warns of is how Discord is simulated
        from cogs.preview import local_table  # the simulated Discord is wanted only here, and warns when it is imported

        await local_table(store, house_for, client_for, stop, print)
        return 0


def settle_in() -> None:
    """Takes what is there before anybody plays out of all later searches for garbage, which stop everything meanwhile.

    Of these 90,000 objects each took 45 ms on a busy machine.
    """
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def monitored(settings: Settings, store: Store, environment: Environment) -> AsyncIterator[tuple[House, Client]]:
    """The house and its client, which tell how they do where the settings say so. Raises AddressTaken.

    Where there may be other processes they share the shards, unless those of this one are chosen by hand, and claim
    what more than one may hear. What is not asked for is not even imported.
    """
    figures = None
    if settings.metrics:
        from cogs.monitoring.prometheus import PrometheusMetrics

        figures = PrometheusMetrics(store, environment)
    house = house_for(store, environment, metrics=figures or UNMEASURED)
    shards: ShardSource = FixedShards(settings.shards, house.hears if house.leases.shared else None)
    if house.leases.shared and settings.shards is None:
        shards = LeasedShards(house, store.shards)
    client = client_for(house, environment, shards=shards, claims=store.shards if house.leases.shared else None)
    if settings.health is None:
        yield house, client
        return
    from cogs.monitoring.endpoint import answering

    async with answering(settings.health, client, figures):
        yield house, client


async def online(settings: Settings, store: Store, stop: asyncio.Event) -> int:
    """Plays on Discord until `stop`: then hands its shards over, lets running work finish, and closes.

    Raises AddressTaken.
    """
    async with monitored(settings, store, Environment()) as (house, client), client:
        settle_in()
        try:
            await client.login(settings.token)
            house.prepare()
            house.watch()
            print(Words().text("discord.console.invite", link=client.invite()))
            run, wait = asyncio.create_task(client.connect()), asyncio.create_task(stop.wait())
            done, _ = await asyncio.wait({run, wait}, return_when=asyncio.FIRST_COMPLETED)
            wait.cancel()
            taken = run not in done and await client.hand_over()
            await client.drain(refusing=not taken)  # of what others have taken nothing comes any more
            if run in done:
                run.result()  # what ended the connection is our mistake, or a token that was taken back: shown
        finally:
            await house.close()  # while the client is still there, so that what is due can be sent
            await client.drain()  # whoever came meanwhile hears that it starts again
    return 0


async def emojis(settings: Settings) -> int:
    """Gives the bot on Discord its emojis, where they are not there yet; the exit code."""
    words = Words()
    if not settings.token:
        print(words.text("discord.console.no-token-for-emojis"), file=sys.stderr)
        return UNUSABLE
    async with AsyncExitStack() as stack:
        try:
            store = await stack.enter_async_context(opened(settings))
        except StoreUnavailable as error:
            print(why_not(settings, error), file=sys.stderr)
            return UNUSABLE
        return await reached(_uploaded(settings.token, store, words))


async def _uploaded(token: str, store: Store, words: Words) -> int:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        done = await upload(client, store.settings, pictures_of(games()))
    print(told(words, done), file=sys.stderr if done.refused else sys.stdout)
    return UNREACHABLE if done.refused else 0


async def move_database(source: str, target: str) -> int:
    """Writes all that stands in one database into another, in which nothing stands; the exit code.

    The games are played again in processes of their own, one for each core.
    """
    say, here, there = Words().text, named(source), named(target)
    try:
        if here == there:
            raise Unmovable("same")
        async with AsyncExitStack() as stack:
            reading, writing = [await stack.enter_async_context(store_at(url)) for url in (source, target)]
            pool = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"), initializer=_unhurried)
            with pool:
                done = await moved(reading.database, writing.database, kits, pool)
    except Unmovable as error:
        print(say(f"discord.console.moving-{error.code}", source=here, target=there, **error.facts), file=sys.stderr)
    except Uncertain:
        print(say("discord.console.moving-uncertain", target=there), file=sys.stderr)
    except StoreUnavailable as error:
        print(say("discord.console.moving-failed", reason=error), file=sys.stderr)
    else:
        counts = {"games": done.games, "replayed": done.replayed, "rows": done.rows}
        print(say("discord.console.moving-done", source=here, target=there, **counts))
        return 0
    return UNUSABLE


def _unhurried() -> None:
    """Ctrl-C is for the process that has the databases."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def reached(work: Awaitable[int]) -> int:
    """The exit code of work that needs Discord. Where that can't be reached it is said, without a traceback."""
    say = Words().text
    try:
        return await work
    except discord.LoginFailure:
        print(say("discord.console.bad-token"), file=sys.stderr)
        return UNUSABLE
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        print(say("discord.console.unreachable", reason=type(error).__name__), file=sys.stderr)
        return UNREACHABLE


def start(wanted: Sequence[str]) -> int:
    """The program: settings, logging, and the loop. It is `wanted` to play, or to do what the head of the module says.

    With `--online` it plays on Discord or not at all: a token that was forgotten is no wish for a local table.
    """
    dotenv = HERE / ".env"
    try:
        settings = Settings.read(os.environ, dotenv)
    except UnusableSetting as error:
        print(Words().text(str(error)), file=sys.stderr)
        return UNUSABLE
    private_logging.set_up(settings.level, as_json=settings.json_logs)
    if is_open(dotenv):
        print(Words().text("discord.console.open-dotenv", file=dotenv), file=sys.stderr)
    if ONLINE in wanted and not settings.token:
        print(Words().text("discord.console.token-needed"), file=sys.stderr)
        return UNUSABLE
    match tuple(wanted):
        case ("emojis",):
            work = emojis(settings)
        case (command, source, target) if command == MOVE:
            work = move_database(source, target)
        case (command, *_) if command == MOVE:
            print(Words().text("discord.console.moving-what"), file=sys.stderr)
            return UNUSABLE
        case _:
            work = main(settings)
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_doing(work), debug=False)  # whose lines hold the arguments of what it runs
    return 0


async def _doing(work: Awaitable[int]) -> int:
    asyncio.get_running_loop().set_exception_handler(private_logging.unhandled)
    return await work


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
