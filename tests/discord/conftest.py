"""The real bot on a simulated Discord: its commands, buttons and outbox, with Titan and its database in a file."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeVar

import discord
import pytest
import simcord

import bot
from cogs.client import Client
from cogs.face.face import Face
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.permissions import PERMISSIONS
from cogs.lobby.table_rules import SETTINGS
from engine.core import Seat
from tests.discord import door, quick_simcord
from tests.discord.quick_simcord import IDLE
from tests.plain import plain_face

T = TypeVar("T")

TRIALS = 20
"""So often a battle is fought for its odds: that they are told is the question here, and not how good they are."""

SETTLE = 120.0
"""Seconds that an act may take until the bot has come to rest: programs play on until a person must decide."""

quick_simcord.install()

NAMES = ("Ann", "Ben", "Cleo", "Dan")

AT_ONCE = ("seats", "name", "rules", "pace", "told", "language", "join")
"""What the command that opens a table can be told."""


@dataclass
class Play:
    """A server with a channel, people in it, and the bot; `house` is that of the present start of the bot."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor]
    guild: simcord.GuildHandle
    url: str
    client: Client
    store: Store
    asked: dict[str, Any] = field(default_factory=dict)
    passed: list[float] = field(default_factory=list)
    """Seconds that the bot's clock was put on."""

    @property
    def house(self) -> House:
        return self.client.context.house

    async def table(self) -> Table:
        table = await self.house.at(self.channel.id) or await self.house.last_at(self.channel.id)
        assert table is not None, "no game was ever opened in the channel"
        return table

    async def slash(self, who: str, command: str, **options: Any) -> simcord.InteractionResult:
        """A command, with the answer read: it must be for its author alone."""
        result = await self.people[who].slash(self.channel, command, **options)
        await self.settle()
        assert result.response is not None, f"/{command} was not answered"
        assert result.response.ephemeral, f"/{command} was answered in public"
        return result

    async def said(self, who: str, command: str, **options: Any) -> str:
        """What a command's author is told."""
        return text_of(await self.slash(who, command, **options))

    async def press(self, who: str, message: Any, **which: Any) -> simcord.InteractionResult:
        """A press on a button, by `label` or `custom_id`; by `label` on what stands in a list as well."""
        found = listed(message, which.get("label", ""))
        if found is not None:
            menu, value = found
            result = await self.people[who].select(message, [value], custom_id=menu)
        else:
            result = await self.people[who].click(message, **which)
        await self.settle()
        return result

    async def completed(self, who: str, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """The values that are offered for an option."""
        found = await self.people[who].autocomplete(self.channel, command, option, typed, **filled)
        assert len(found) <= 25
        assert all(len(choice["name"]) <= 100 and len(str(choice["value"])) <= 100 for choice in found)
        return [str(choice["value"]) for choice in found]

    async def settle(self) -> None:
        """Lets the outbox deliver what is due, and the simulated Discord come to rest."""
        await self.env.settle(idle=IDLE)
        await self.house.settled(5.0)
        await self.env.settle(idle=IDLE)

    async def restart(self) -> None:
        """Ends the bot as SIGTERM does, and starts another on the same database and the same Discord."""
        await self.client.drain()
        await self.house.close()
        await self.store.close()
        self.store, self.client = await self.again()
        await self.env.restart_bot(self.client)
        await self.settle()

    async def again(self) -> tuple[Store, Client]:
        """Another start of the bot, that is not connected yet."""
        faces = tuple(self.client.context.faces.values())
        return await _bot(self.url, lambda: self.env, self.passed, faces)

    async def permits(self, without: Sequence[str] = (), told: bool = True) -> None:
        """Gives the bot the rights of its invite link in the channel, less those `without`; `told`: it hears of it."""
        ((_, overwrite),) = invited(self.env, without).items()
        allow, deny = overwrite.pair()
        (kept,) = (each for each in self.env.backend.get_channel(self.channel.id).overwrites)
        changed = replace(kept, allow=allow.value, deny=deny.value)
        if not told:
            self.env.backend.get_channel(self.channel.id).overwrites = [changed]
            return
        self.env.backend.edit_channel(self.channel.id, {}, overwrites=[changed])
        await self.env.settle(idle=IDLE)

    async def passes(self, seconds: float) -> None:
        """Puts the bot's clock on, and lets it do what is due."""
        self.passed.append(seconds)
        await self.house.check_time()
        await self.settle()

    def seen_by(self, who: str) -> list[discord.Message]:
        """Everything that somebody sees in the channel."""
        return self.channel.history(viewer=self.people[who])

    def public(self) -> list[discord.Message]:
        """What everybody sees of the bot in the channel and its threads, in the order in which it was posted."""
        places = [self.channel, *self.channel.threads]
        found = [message for place in places for message in place.history() if _is_post(message)]
        return sorted(found, key=lambda message: message.id)

    def cards(self) -> list[discord.Message]:
        """What everybody sees in the channel alone."""
        return [message for message in self.channel.history() if _is_post(message)]

    def thread(self, name: str) -> list[discord.Message]:
        """What stands in the thread whose name begins so."""
        (found,) = (thread for thread in self.channel.threads if (thread.name or "").startswith(name))
        return [message for message in found.history() if _is_post(message)]

    def public_text(self) -> str:
        return "\n".join(message.content for message in self.public())

    def dms(self, who: str) -> list[discord.Message]:
        return self.people[who].user.dm_channel.history()

    def last_with(self, label: str) -> discord.Message:
        """The newest public post with a button of that label, in the channel if there is one."""
        posts = (reversed(found()) for found in (self.cards, self.public))
        return next(message for message in chain.from_iterable(posts) if label in labels(message))

    async def new(self, host: str, game: str = "titan", **said: Any) -> Table:
        """A table that somebody opens by the command, and then chooses for it what that doesn't ask for.

        Unless something else is said each player decides before the first turn, so that what tests see is no chance.
        """
        at_once = {key: said.pop(key) for key in AT_ONCE if key in said}
        await self.slash(host, f"{game} new", **at_once)
        table, by = await self.table(), Author(self.people[host].id)
        for key, value in {"setup": "chosen", **said}.items():
            if key in SETTINGS:
                await table.settings.change({key: value}, by)
            else:
                await table.lobby.choose(key.replace("-", "_"), value, by.user)
        await self.settle()
        return table

    async def opened(self, *names: str, bots: int = 0, **chosen: Any) -> Table:
        """A running game of these people, the first being the host, and of `bots` random ones."""
        host, *others = names
        await self.new(host, seats=len(names) + bots, **chosen)
        for name in others:
            await self.slash(name, "titan join")
        for _ in range(bots):
            await self.slash(host, "titan add-bot", level="random")
        await self.slash(host, "titan start")
        return await self.table()

    async def set_up(self, *names: str, **chosen: Any) -> Table:
        """A running game whose colours and first markers are chosen; it is somebody's first turn."""
        table = await self.opened(*names, **chosen)
        for _ in range(2 * len(names)):
            await self.first(table)
        assert table.view(None).phase == "split"
        return table

    async def resigned(self, table: Table, name: str) -> None:
        """Plays on to the first movement, where one of two people resigns: the game is over."""
        while table.view(None).phase != "move":
            await self.first(table)
        seat = table.seat_of(self.people[name].id)
        assert seat is not None
        await table.submit(seat, table.parse("resign"))
        await self.settle()
        assert table.game.status is Status.OVER

    async def first(self, table: Table) -> str:
        """Does the first legal thing for the first of those who are waited for, and gives the line."""
        seat = min(table.awaiting)
        name = self.name(table, seat)
        line = table.line(table.legal(seat)[0])
        await self.slash(name, "play do", line=line)
        return line

    async def agreed(self, who: str, command: str, **options: Any) -> simcord.InteractionResult:
        """A command by which somebody who plays asks the others for something, to which all of them then agree."""
        asked = await self.slash(who, command, **options)
        table = await self.table()
        label, request = table.kit.words.text("button-yes"), await self.store.requests.open_in(table.game.id)
        for seat in sorted(request.wanted if request is not None else ()):
            await self.press(self.name(table, seat), self.last_with(label), label=label)
        return asked

    def who(self, table: Table) -> str:
        """Whose decision it is, if it is one person's."""
        (seat,) = table.awaiting
        return self.name(table, seat)

    def name(self, table: Table, seat: Seat) -> str:
        """Who sits on a seat."""
        return next(name for name, person in self.people.items() if table.seat_of(person.id) == seat)


def _is_post(message: discord.Message) -> bool:
    return message.type is discord.MessageType.default and not message.flags.ephemeral


def text_of(result: simcord.InteractionResult) -> str:
    """Everything that an answer says: the answer itself and what follows it."""
    parts = [result.response, *result.followups]
    return "\n".join(part.content for part in parts if part is not None)


def components(message: Any) -> list[dict[str, Any]]:
    """The buttons and selects of a message, as Discord has them."""
    raw = message.components
    rows = [row.to_dict() if hasattr(row, "to_dict") else row for row in raw]
    return [part for row in rows for part in row["components"]]


def labels(message: Any) -> list[str]:
    """What can be pressed: the buttons, then what stands in lists."""
    parts = components(message)
    options = [each["label"] for part in parts for each in part.get("options", ())]
    return [*(part["label"] for part in parts if part.get("label")), *options]


def listed(message: Any, label: str) -> tuple[str, str] | None:
    """The list of a message that has an option of that label, where no button has it, and the option's value."""
    parts = components(message)
    if not label or any(part.get("label") == label for part in parts):
        return None
    options = ((part["custom_id"], each) for part in parts for each in part.get("options", ()))
    return next(((menu, each["value"]) for menu, each in options if each["label"] == label), None)


def custom_ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in components(message)]


async def _bot(
    url: str, env: Callable[[], simcord.Env], passed: Sequence[float], faces: Sequence[Face]
) -> tuple[Store, Client]:
    """The bot as `bot.py` makes it, with the environment of a simulated Discord and a clock that is so much ahead.

    `faces` are the games that it knows.
    """

    def now() -> float:
        return time.time() + sum(passed)

    async def park(awaitable: Awaitable[T], why: str) -> T:
        waited: T = await env().external_wait(awaitable, reason=why)
        return waited

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        with env()._bot_scope():  # what a test calls for itself is waited for as well
            return asyncio.get_running_loop().create_task(coroutine)

    environment = Environment(park=park, spawn=spawn, now=now, world="test")
    store = await Store.open(url, bot.MIGRATIONS, now)
    house = bot.house_for(store, environment, faces)
    client = bot.client_for(house, environment, faces=faces)
    client.context = replace(client.context, trials=TRIALS)
    return store, client


def confirming(message: Any, line: str) -> str | None:
    """The id of the button that confirms a line about which a message asks; None if it asks about none."""
    return next((each for each in custom_ids(message) if each.split(":", 3)[3] in (f"+{line}", line)), None)


Starts = Callable[..., AbstractAsyncContextManager[Play]]


@pytest.fixture
def starts(url: str) -> Starts:
    """Starts the bot on a database of the test's own."""
    return starts_on(url)


def starts_on(url: str) -> Starts:
    """Starts the bot in a server where it has the rights of its invite link, less those `without`.

    It knows the games of `faces`; without any, all that there are. Unless it is `drawn`, its pictures have one point:
    they are most of a game's time, and what is on them is seldom the question.
    """

    @asynccontextmanager
    async def starting(
        names: Sequence[str] = NAMES,
        without: Sequence[str] = (),
        errors: bool = False,
        drawn: bool = False,
        faces: Sequence[Face] | None = None,
    ) -> AsyncIterator[Play]:
        made: list[simcord.Env] = []
        passed: list[float] = []
        known = bot.games() if faces is None else faces
        shown = known if drawn else tuple(map(plain_face, known))
        store, client = await _bot(url, lambda: made[0], passed, shown)
        env = simcord.Env(client, check_errors=not errors, settle_timeout=SETTLE)
        made.append(env)
        guild = env.create_guild("Friends")
        channel = guild.create_text_channel("titan", overwrites=invited(env, without))
        people = {name: guild.add_member(env.create_user(_handle(name), global_name=name)) for name in names}
        await env.start()
        playing = Play(env, channel, people, guild, url, client, store, passed=passed)
        try:
            yield playing
        finally:
            await playing.house.close(1.0)
            await env.shutdown()
            await playing.store.close()
        if not errors:
            env.raise_errors()
        assert door.faults(env.http_requests) == []

    return starting


def _handle(name: str) -> str:
    return re.sub(r"\W", "", name.lower())[:30] or "somebody"


def invited(env: simcord.Env, without: Sequence[str] = ()) -> dict[Any, discord.PermissionOverwrite]:
    """The overwrites of a channel in which the bot has the rights of its invite link, less those `without`."""
    rights = discord.Permissions(PERMISSIONS.value)
    rights.update(**dict.fromkeys(without, False))
    rights.manage_messages = rights.pin_messages  # what SimCord still asks for where Discord wants the other
    return {simcord.UserHandle(env, env.backend.bot_user): discord.PermissionOverwrite.from_pair(rights, ~rights)}


@pytest.fixture
async def play(starts: Starts) -> AsyncIterator[Play]:
    async with starts() as playing:
        yield playing


@pytest.fixture
async def pictured(starts: Starts) -> AsyncIterator[Play]:
    """The same with its pictures, where they are the question."""
    async with starts(drawn=True) as playing:
        yield playing
