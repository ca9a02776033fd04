"""Starts the bot: settings, store, client, signals. Without a token, the local table.

Settings come from the environment, and from `.env` where that has none:
DISCORD_TOKEN, DATABASE_URL (by default sqlite:///data/titan.db, of the local table sqlite:///data/local.db), LOG_LEVEL
(by default INFO). `bot.py emojis` gives the bot on Discord its emojis instead of starting it; with `bot.py --online` it
is never the local table.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
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
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.private_files import is_open
from cogs.house.store.process_lock import InUse, held
from cogs.house.store.store import DISCORD, LOCAL, OtherWorld, Store, StoreUnavailable, path_of
from cogs.house.words.words import Words
from cogs.interactions import private_logging
from cogs.interactions.context import Context
from cogs.interactions.emojis import pictures_of, told, upload
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


@dataclass(frozen=True, slots=True)
class Settings:
    """What the program is told from outside. The token never shows in a log or an error."""

    token: str = field(repr=False)
    database: str
    level: str

    @classmethod
    def read(cls, environment: Mapping[str, str], dotenv: Path) -> Settings:
        """The environment first, then `.env`: lines of NAME=value, `#` begins a comment."""
        kept: dict[str, str] = {}
        if dotenv.is_file():
            for line in dotenv.read_text(encoding="utf-8").splitlines():
                name, sign, said = line.strip().partition("=")
                if sign and not name.startswith("#"):
                    kept[name.removeprefix("export ").strip()] = said.strip().strip("'\"")
        found = kept | {name: said for name, said in environment.items() if said}
        token = found.get("DISCORD_TOKEN", "").strip()
        return cls(
            token=token,
            database=found.get("DATABASE_URL", "").strip() or f"sqlite:///data/{'titan' if token else 'local'}.db",
            level=found.get("LOG_LEVEL", "INFO").strip().upper(),
        )


def games() -> tuple[Face, ...]:
    """Every game that can be played. The first is meant where nothing says which."""
    return (
        titan_face(),
        skirmish_face(),
    )


def client_for(
    house: House, environment: Environment, begins: bool = True, faces: Sequence[Face] | None = None
) -> Client:
    """The client with all its commands, before it is connected to anything; `begins`: the house with it.

    `faces` are the games it is for, which the house knows; without any, all of them.
    """
    faces = games() if faces is None else faces
    themes = tuple(dict.fromkeys(theme for face in faces for theme in face.kit.pictures.themes))
    return Client(
        Context(house, {face.kit.rules.name: face for face in faces}, Words()),
        (
            *(LobbyCommands(face) for face in faces),
            *(play(), show(), GameCommands(), RulesCommands(), TutorialCommands(face.kit for face in faces)),
            *(MeCommands(themes), WatchCommands(), AdminCommands(themes)),
            board_at_this_point(),
            record_menu(),
        ),
        environment.world,
        begins,
    )


def house_for(store: Store, environment: Environment, faces: Sequence[Face] | None = None) -> House:
    """The house with the games of these `faces`; without any, with all of them."""
    return House(store, {face.kit.rules.name: face.kit for face in (games() if faces is None else faces)}, environment)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The store, for this process alone and for the world that it plays in. Raises StoreUnavailable."""
    with held(path_of(settings.database)):
        store = await Store.open(settings.database, MIGRATIONS)
        try:
            await store.settings.belong(DISCORD if settings.token else LOCAL)
            yield store
        finally:
            await store.close()


def why_not(settings: Settings, error: StoreUnavailable) -> str:
    """Why there is no store, and what to do about it."""
    say, file = Words().text, settings.database
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
            return await reached(online(settings.token, store, stop))
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


async def online(token: str, store: Store, stop: asyncio.Event) -> int:
    """Plays on Discord until `stop`: then takes no more, lets running work finish, and closes."""
    environment = Environment()
    house = house_for(store, environment)
    client = client_for(house, environment)
    settle_in()
    async with client:
        try:
            await client.login(token)
            house.prepare()
            house.watch()
            print(Words().text("discord.console.invite", link=client.invite()))
            run, wait = asyncio.create_task(client.connect()), asyncio.create_task(stop.wait())
            done, _ = await asyncio.wait({run, wait}, return_when=asyncio.FIRST_COMPLETED)
            wait.cancel()
            await client.drain()
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
    """The program: settings, logging, and the loop. It is `wanted` to play, or with `emojis` to give the bot those.

    With `--online` it plays on Discord or not at all: a token that was forgotten is no wish for a local table.
    """
    dotenv = HERE / ".env"
    settings = Settings.read(os.environ, dotenv)
    private_logging.set_up(settings.level)
    if is_open(dotenv):
        print(Words().text("discord.console.open-dotenv", file=dotenv), file=sys.stderr)
    if ONLINE in wanted and not settings.token:
        print(Words().text("discord.console.token-needed"), file=sys.stderr)
        return UNUSABLE
    doing = emojis if tuple(wanted) == ("emojis",) else main
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_doing(doing(settings)), debug=False)  # whose lines hold the arguments of what it runs
    return 0


async def _doing(work: Awaitable[int]) -> int:
    asyncio.get_running_loop().set_exception_handler(private_logging.unhandled)
    return await work


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
