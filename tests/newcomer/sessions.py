"""The sessions that are played, and what they took: alone or at another's table, on Discord or at the local table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import bot
from cogs import preview
from cogs.house.background import bots
from cogs.house.game import dice
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from engine.core import Seat
from tests.discord.conftest import Play, starts_on
from tests.newcomer import minds
from tests.newcomer.minds import Mind
from tests.newcomer.person import Newcomer, Say, offers
from tests.plain import plain

PLAY_NOW, OPEN_TABLE, FILL, ADD_BOT, JOIN, START = (
    "Play now", "Open a table", "Fill with bots", "Add bot", "Join", "Start",
)  # fmt: skip
"""What the buttons say that lead into a game, or have in their labels."""

TURNS = 6
"""So many turns of Titan are played after the first."""

TICK = 0.01
"""Seconds between two looks whether bots have played."""

MOST = 400
"""After so many presses it goes on and on."""

SETTING_UP = ("setup", "tower")
CALM = ("split", "roll", "move", "muster", "close")
"""The phases of a turn of Titan in which nobody is met."""

NAMES = ("Ann", "Ben")


@dataclass(slots=True)
class Figures:
    """What a session took, of whoever is new.

    `typed` are commands and `opening` presses up to the first own decision, `greeting` the words until then; `first`
    presses and `words` from there to the end of the first turn or round, `private` the words of direct messages.
    `quiet` are the presses of each later turn in which nobody was met. `posts` and `pictures` are what came into the
    channel in each round, from one end of a turn to the next, in which this person met nobody.
    """

    typed: int = 0
    opening: int = 0
    greeting: int = 0
    first: int = 0
    words: int = 0
    private: int = 0
    quiet: list[int] = field(default_factory=list)
    posts: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)


@contextmanager
def the_same_chance() -> Iterator[None]:
    """Dice, bots and what is drawn do the same in every run."""
    seeds, whims = count(1), count(1)
    before = dice.new_seed, dice.new_whim, bots._pick
    dice.new_seed, dice.new_whim = lambda: next(seeds).to_bytes(32), lambda: Random(0)
    bots._pick = lambda: Random(next(whims))
    try:
        yield
    finally:
        dice.new_seed, dice.new_whim, bots._pick = before


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[Play]:
    """A channel of a server where the bot has what its invite link asks for, and nothing was ever played."""
    with the_same_chance():
        async with starts_on(f"sqlite:///{folder}/discord.db")(NAMES) as play:
            yield play


class AtTheTable(Play):
    """The local table, where bots play beside whatever the simulated Discord waits for."""

    async def settle(self) -> None:
        await super().settle()
        table = await self.house.at(self.channel.id)
        while table is not None and bots.due(table) is not None:  # noqa: ASYNC110 -- nobody tells of it
            await asyncio.sleep(TICK)
        await super().settle()


@asynccontextmanager
async def at_the_local_table(folder: Path, game: str) -> AsyncIterator[Play]:
    """The local table as `make run` makes it, in the channel of a game, without its pages and pictures."""

    def house_for(store: Store, environment: Environment) -> House:
        house = bot.house_for(store, environment)
        house.kits = {name: plain(kit) for name, kit in house.kits.items()}
        return house

    with the_same_chance():
        url = f"sqlite:///{folder}/local.db"
        store = await Store.open(url, bot.MIGRATIONS)
        world = await preview.world_for(store, house_for, bot.client_for)
        channel = world.channels[game]
        assert channel.guild is not None, "each game has a channel of the server"
        play = AtTheTable(world.env, channel, dict(world.people), channel.guild, url, world.client, store)
        try:
            await preview.again(world)
            await play.settle()
            yield play
        finally:
            await preview.closed(world)
            await store.close()


@dataclass
class Session:
    """A game from the empty channel on. The last of its `people` is the one who is measured; the first opens it."""

    play: Play
    game: str
    mind: Mind
    people: list[Newcomer]
    figures: Figures = field(default_factory=Figures)
    posts: dict[int, int] = field(default_factory=dict)
    """The posts of the channel, and how many pictures each had when it came."""
    tired: set[str] = field(default_factory=set)
    """What has changed nothing in the present position."""

    @property
    def me(self) -> Newcomer:
        return self.people[-1]

    # To the first decision

    async def begins(self, seats: int) -> Table:
        """Begins the game, by the greeting where there is one: alone by *Play now*, with somebody else at a table."""
        host = self.people[0]
        for person in self.people:
            person.look()
        self.figures.greeting = self.me.read
        if len(self.people) > 1 or not await self._greeted(PLAY_NOW):
            await self._opened(host, seats)
            for other in self.people[1:]:
                other.look()
                assert await other.presses(JOIN), "a seat can be taken"
            while await self._is_open() and (await host.presses(FILL) or await host.presses(ADD_BOT)):
                pass
            self.figures.greeting = self.me.read
            assert await host.presses(START), "a full table can be started"
        self._counts_posts()
        return await self.play.table()

    async def _greeted(self, label: str) -> bool:
        """Presses something of the greeting, which is asked for where the channel does not show it."""
        if await self.people[0].presses(label):
            return True
        if f"{self.game} help" not in self._commands():
            return False
        await self.people[0].command(f"{self.game} help")
        self.figures.greeting = self.me.read
        return await self.people[0].presses(label)

    def _commands(self) -> set[str]:
        return {command.qualified_name for command in self.play.client.tree.walk_commands()}

    async def _opened(self, host: Newcomer, seats: int) -> None:
        if not await self._greeted(OPEN_TABLE):
            await host.command(f"{self.game} new", **({"seats": seats} if self.game == "titan" else {}))

    async def _is_open(self) -> bool:
        table = await self.play.table()
        return table.game.status is Status.LOBBY and len(table.seats) < table.game.places

    # From there on

    async def decides(self, table: Table) -> None:
        """Comes to the first own decision: in the panel that lies open, or in the one behind *My turn*."""
        await self._until(table, lambda: self._seat(table, self.me) in table.awaiting)
        if not self._is_on(table, self.me):
            await self.me.opens()
        self.figures.typed, self.figures.opening = self.me.typed, self.me.pressed

    async def first(self, play: Awaitable[object]) -> None:
        """Plays the first turn or round. What the channel says in the end is about the next one already."""
        before = self.me.pressed
        await play
        self.figures.first = self.me.pressed - before
        self.figures.words = self.me.read - self.me.read_last - self.figures.greeting
        self.figures.private = self.me.read_privately

    async def turn(self, table: Table) -> bool:
        """Plays an own turn of Titan, and what comes before it; whether nobody was met meanwhile."""
        mine, calm = self._seat(table, self.me), True
        while table.view(None).phase in SETTING_UP or table.view(None).active != mine:
            await self._goes_on(table)
            calm = calm and mine not in table.awaiting
        number = table.view(None).turn
        while _is_on(table.view(None), mine, number) and table.game.status is Status.RUNNING:
            calm = calm and table.view(None).phase in CALM and not table.view(mine).engagements
            await self._goes_on(table)
        return calm

    async def later(self, table: Table, turns: int) -> None:
        """Plays so many more turns of Titan; the figures are of those in which this person meets nobody."""
        for _ in range(turns):
            posts, pictures, before = len(self.posts), sum(self.posts.values()), self.me.pressed
            calm = await self.turn(table)
            if table.game.status is not Status.RUNNING:
                return
            if calm:
                self.figures.quiet.append(self.me.pressed - before)
                self.figures.posts.append(len(self.posts) - posts)
                self.figures.pictures.append(sum(self.posts.values()) - pictures)

    async def round(self, table: Table) -> None:
        """Plays the first round of skirmish, with the preparations."""
        await self._until(table, lambda: table.view(None).round > 1)

    async def _until(self, table: Table, there: Callable[[], bool]) -> None:
        for _ in range(MOST):
            if there() or table.game.status is not Status.RUNNING:
                return
            await self._goes_on(table)
        raise AssertionError("it goes on and on")

    async def _goes_on(self, table: Table) -> None:
        """Whoever the game waits for presses one thing; if it waits for a bot, that plays."""
        person = next((one for one in self.people if self._seat(table, one) in table.awaiting), None)
        if person is None:
            await self.play.settle()
        elif not self._is_on(table, person):
            person.look()
            await person.opens()
            self.tired = set()
        else:
            await self._presses(table, person)
        self._counts_posts()

    async def _presses(self, table: Table, person: Newcomer) -> None:
        assert person.panel is not None
        fresh = tuple(each for each in offers(person.panel) if each.label not in self.tired)
        view = table.view(self._seat(table, person))
        chosen = self.mind(view, fresh)
        assert chosen is not None, f"nothing leads on: {person.panel.content}"
        before = table.seq
        await person.press(person.panel, chosen)
        self.tired = self.tired | {chosen.label} if table.seq == before else set()

    def _is_on(self, table: Table, person: Newcomer) -> bool:
        """Whether the panel of somebody lies open as the game is now, with something to decide."""
        if person.panel is None:
            return False
        began = {each.part["custom_id"].split(":")[2] for each in offers(person.panel) if minds.leads_on(each)}
        return began == {str(table.began)}

    def _seat(self, table: Table, person: Newcomer) -> Seat:
        seat = table.seat_of(self.play.people[person.who].id)
        assert seat is not None, f"{person.who} has a seat"
        return seat

    def _counts_posts(self) -> None:
        for message in self.play.cards():
            self.posts.setdefault(message.id, len(message.attachments))


def _is_on(view: Any, seat: Seat, turn: int) -> bool:
    return (view.active, view.turn) == (seat, turn)


async def titan(play: Play, say: Say, *others: str) -> Figures:
    """Titan against three bots, or at a table of four that others open: the first turn, and alone what follows."""
    session = Session(play, "titan", minds.titan, _people(play, say, others))
    table = await session.begins(4)
    await session.decides(table)
    await session.first(session.turn(table))
    if not others:
        await session.later(table, TURNS)
    return session.figures


async def skirmish(play: Play, say: Say, *others: str) -> Figures:
    """The first round of skirmish, against a bot or at somebody's table."""
    session = Session(play, "skirmish", minds.skirmish, _people(play, say, others))
    table = await session.begins(2)
    await session.decides(table)
    await session.first(session.round(table))
    return session.figures


def _people(play: Play, say: Say, others: tuple[str, ...]) -> list[Newcomer]:
    def silent(text: str) -> None:
        """What they do is not the question."""

    return [*(Newcomer(play, name, silent) for name in others), Newcomer(play, NAMES[len(others)], say)]
