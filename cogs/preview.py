"""The local table: this bot on a simulated Discord, in the browser, with a channel for each game and four people to
act as.

All that touches private parts of SimCord stands in this module. One lock covers whatever acts on the simulated world: a
page that is refused in the middle of something would stay dead until it is loaded anew.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, TypeVar

import simcord

from cogs.client import Client
from cogs.commands.greeting import greet
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.values.sender import Nested
from cogs.house.words.words import ENGLISH, Words
from cogs.interactions.discord_sender import DiscordSender

log = logging.getLogger(__name__)

T = TypeVar("T")

GUILD = 1_000_000_000_000_000_001
"""The guild keeps its id, and its people and channels theirs by the order of creation: a game is found again."""
PEOPLE = ("Ann", "Ben", "Cleo", "Dan")
TICK = 0.25
"""Seconds between two looks at what has changed. The pages ask twice a second."""
KEPT = 150
"""Posts of a place that are kept: showing a page costs time for each post that there ever was."""
REST = 3.0
"""After showing what has changed the bot has so many times as long for its own work."""
SETTLE = 30.0
"""Seconds that the simulation waits for a handler: drawing on a slow machine takes its time."""

HouseFor = Callable[[Store, Environment], House]
ClientFor = Callable[[House, Environment, bool], Client]
Printer = Callable[[str], object]


@dataclass(slots=True)
class World:
    """The simulated Discord: a server with people and a channel for each game, a page for each channel and for each
    one's messages."""

    env: simcord.Env
    client: Client
    house: House
    channels: Mapping[str, simcord.ChannelHandle]
    people: Mapping[str, simcord.MemberActor]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pages: dict[str, Any] = field(default_factory=dict)
    told: int = 0

    async def act(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Acts on the world while nobody else does."""
        async with self.lock:
            return await doing()

    async def pump(self) -> None:
        """Lets the clock of the world follow the real one, and shows on the pages what has changed."""
        spent = 0.0
        while True:
            await asyncio.sleep(max(TICK, REST * spent))
            began = perf_counter()
            try:
                await self.act(self._tick)
            except TimeoutError as late:
                log.warning("the local table: %s", late)
            spent = perf_counter() - began

    async def _tick(self) -> None:
        behind = (datetime.now(UTC) - self.env.now()).total_seconds()
        if behind > 0:
            await self.env.advance_time(behind)
        self.publish()

    def publish(self) -> None:
        """Shows what has changed on every open page."""
        happened = len(self.env.backend.transcript)
        if happened == self.told:
            return
        self.told = happened
        self._forget()
        for preview in self.pages.values():
            if preview._closed:
                continue
            preview._advance_presentation_time()
            for page in tuple(preview._pages.values()):
                if page.id in preview._pages:  # publishing lets go of pages that nobody looks at any more
                    preview._publish(page, reason="refresh")

    def _forget(self) -> None:
        """Lets the oldest posts go."""
        for posts in self.env.backend.messages.values():
            for old in sorted(posts)[:-KEPT]:
                del posts[old]


class Threadless(DiscordSender):
    """Delivers at the local table: a page shows one channel and none of its threads, so that there are none."""

    async def open_thread(self, guild_id: int, channel_id: int, name: str, known: Collection[int] | None) -> int:
        raise Nested("the local table shows no threads")


async def world_for(store: Store, house_for: HouseFor, client_for: ClientFor) -> World:
    """A simulated Discord with the bot in it. The house begins outside of the bot's handlers: nobody waits for it."""
    outside = contextvars.copy_context()

    def spawn(coroutine: Coroutine[object, None, None]) -> asyncio.Task[None]:
        return outside.run(asyncio.get_running_loop().create_task, coroutine)

    environment = Environment(spawn=spawn, world=f"local-{secrets.token_hex(4)}")
    house = house_for(store, environment)
    client = client_for(house, environment, False)
    env = simcord.Env(client, check_errors=False, settle_timeout=SETTLE)
    env.backend.bot_user.name = "Caretaker"
    guild = env.create_guild("Table", id=GUILD)
    people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE}
    for person in people.values():
        _ = person.user.dm_channel  # made in the same order in every run
    channels = {game: guild.create_text_channel(game) for game in client.context.faces}
    await env.start()
    await env.advance_time(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    outside = contextvars.copy_context()
    await spawn(house.begin(Threadless(client)))
    house.watch()
    return World(env, client, house, channels, people)


async def opened(world: World) -> None:
    """Opens a page for each game's channel, and one for each person's direct messages."""
    for game, channel in world.channels.items():
        await _open(world, game, channel, list(world.people.values()))
    for name, person in world.people.items():
        await _open(world, name, person.user.dm_channel, [person.user])


async def _open(world: World, name: str, channel: simcord.ChannelHandle, viewers: list[Any]) -> None:
    env = world.env
    env._preview = None  # SimCord keeps one preview for an Env; several work as long as one acts at a time
    preview = env.preview(channel, viewers=viewers, layout="channel")
    plain = preview._action
    offered: dict[str, tuple[object, int]] = {}

    async def action(context_id: str | None, body: Any) -> dict[str, Any]:
        """One action at a time; and a page that was published anew meanwhile does not refuse the press on it."""
        async with world.lock:
            env._preview = preview
            if isinstance(body, Mapping) and "published_revision" in body and context_id in preview._pages:
                asked = body.get("request_id")
                if offered.get(context_id, (None, 0))[0] != asked:
                    offered[context_id] = (asked, preview._pages[context_id].revision)
                body = {**body, "published_revision": offered[context_id][1]}
            return await plain(context_id, body)

    preview._action = action  # type: ignore[method-assign]
    await preview.__aenter__()
    world.pages[name] = preview


async def closed(world: World) -> None:
    """Ends the house first, so that what runs comes to its end, then the pages and the world."""
    await world.client.drain()
    await world.house.close()
    async with world.lock:
        for preview in world.pages.values():
            world.env._preview = preview
            await preview.close()
        await world.env.shutdown()


async def local_table(
    store: Store, house_for: HouseFor, client_for: ClientFor, stop: asyncio.Event, say: Printer
) -> None:
    """Plays at the local table until `stop`, or until the session is ended in the browser."""
    text = Words().text
    world = await world_for(store, house_for, client_for)
    await opened(world)
    await again(world)
    first, *others = world.client.context.faces.items()
    say(text("discord.console.open-this", link=world.pages[first[0]].url))
    for game, face in others:
        say(text("discord.console.table", game=face.kit.title, link=world.pages[game].url))
    for name in PEOPLE:
        say(text("discord.console.dms", name=name, link=world.pages[name].url))
    say(text("discord.console.no-token"))
    pump = asyncio.create_task(world.pump())
    ended = [asyncio.create_task(world.pages[game].wait_closed()) for game in world.channels]
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({pump, *ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if pump.done():
            pump.result()
    finally:
        for task in (pump, *ended, stopped):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await closed(world)
        say(text("discord.console.stopped"))


async def again(world: World) -> None:
    """Shows the games that were left, since a new world has none of the old posts; where there is none, a greeting."""
    for game, channel in world.channels.items():
        table = await world.house.at(channel.id)
        if table is not None:
            await table.remind(hands=True)
        else:
            await greet(world.client, world.client.get_partial_messageable(channel.id), game, ENGLISH)
