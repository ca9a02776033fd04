"""A server, the people in it and the bot, whose bots' seats wait until they are told to go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import simcord

import bot
from cogs.client import Client
from cogs.face.presses import digest
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.titan.commands import VERBS
from cogs.titan.kit import titan_face
from engine.notation import verb
from tests.discord.conftest import Play, confirming, labels
from tests.plain import plain
from tests.thumbs.pressing import answered, pressed
from tests.thumbs.routes import route

T = TypeVar("T")

PACE = 60.0
"""Seconds of the simulated clock that a bot lets pass before each choice."""


class World(Play):
    """A simulated Discord with the bot on a database file."""

    typed = False
    """Whether the last decision was given by a command."""

    drawn = True
    """Whether its pictures are drawn from the next start on."""

    async def restart(self) -> None:
        """Ends the bot as SIGTERM does, and starts another on the same database and the same Discord."""
        await self.client.drain()
        await self.house.close()
        await self.store.close()
        self.store, self.client = await started(self.url, [self.env], self.drawn)
        await self.env.restart_bot(self.client)
        await self.settle()

    def silence(self) -> None:
        """From now on Discord takes no posts; answers it does."""
        self.env.inject_error("POST", "/channels/*/messages", status=503, times=None)

    def hear(self) -> None:
        """Discord takes posts again."""
        self.env.backend.faults.clear()

    async def pass_time(self) -> None:
        """Lets go by what the bot waits before it tries again, less than its seats wait before they decide."""
        for _ in range(5):
            await self.env.advance_time(1.0)
            await self.settle()

    async def wait(self) -> None:
        """Lets one of the program's seats decide."""
        await self.env.advance_time(PACE)
        await self.settle()

    async def by_command(self, who: str, line: str) -> None:
        """Decides as a person types: the verb's own command, each option completed, or `do` where there is none."""
        said, *words = line.split(" ")
        kind: Any = next((kind for kind in VERBS if verb(kind) == said), None)
        if kind is None:
            assert line in await self.completed(who, "play do", "line", line)
            await self._surely(who, line, "play do", line=line)
            return
        filled: dict[str, Any] = {}
        for part, word in zip(fields(kind), words, strict=True):
            offered = await self.completed(who, f"play {said}", part.name, word, **filled)
            found = [value for value in offered if value in (word, digest(word))]
            assert found, f"{who} types {word} as {part.name} of {line} and is offered {offered}"
            filled[part.name] = found[0]
        await self._surely(who, line, f"play {said}", **filled)

    async def _surely(self, who: str, meant: str, command: str, **options: Any) -> None:
        """Gives a command that does a line, and says yes if it is asked whether that is really meant."""
        self.typed = True
        table = await self.table()
        before, asked = table.seq, (await self.slash(who, command, **options)).response
        if table.seq == before and (yes := confirming(asked, meant)) is not None:
            await self.press(who, asked, custom_id=yes)

    async def opened_panel(self, who: str) -> Any:
        """What *My turn* below the newest post with buttons answers."""
        return await answered(self, await self.people[who].click(self.last_with("My turn"), label="My turn"))

    async def by_panel(self, who: str, line: str, panel: Any) -> None:
        """Decides with a panel as it was opened, by the places, lists and forms that it offers."""
        self.typed = False
        table = await self.table()
        seat = table.seat_of(self.people[who].id)
        assert seat is not None, f"{who} does not play"
        way = route(self.client.context, table, seat, line)
        assert way is not None, f"{line} can't be reached by the panel of {who}"
        for step in way:
            panel = await pressed(self, table, who, panel, step)

    async def by_public_button(self, who: str, label: str) -> bool:
        """Decides with the button of that label below the newest post that has buttons, if it is there."""
        post = self.last_with("My turn")
        if label not in labels(post):
            return False
        self.typed = False
        await self.press(who, post, label=label)
        return True


async def started(url: str, env: Sequence[simcord.Env], drawn: bool) -> tuple[Store, Client]:
    """The bot as `bot.py` makes it, with the clock and environment of a simulated Discord and bots that take their
    time.

    `env` holds the simulated Discord as soon as there is one. If it is not `drawn`, its pictures have one point.
    """

    def now() -> float:
        return env[0].now().timestamp() if env else 0.0

    async def park(awaitable: Awaitable[T], why: str) -> T:
        waited: T = await env[0].external_wait(awaitable, reason=why)
        return waited

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(coroutine)

    environment = Environment(park=park, spawn=spawn, now=now, world="test")
    store = await Store.open(url, bot.MIGRATIONS, now)
    kit = titan_face().kit if drawn else plain(titan_face().kit)
    return store, bot.client_for(House(store, {kit.rules.name: kit}, environment, pace=PACE), environment)
