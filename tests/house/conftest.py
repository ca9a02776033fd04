"""A house with the toy game on a file, and a Discord that writes down what it is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from cogs.house.game.kit import Kit
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.metrics import UNMEASURED, Metrics
from cogs.house.store.leases import LeaseTimes
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.drafts import Message
from cogs.house.values.records import PostStyle
from cogs.house.values.sender import Forbidden, Found, Gone, Locked, Missing, Post, Refused, TooOld, TryLater
from engine.core import Seat
from tests.plain import redrawn
from tests.toy import KIT

MIGRATIONS = Path(__file__).parents[2] / "migrations"
THREADS = 5000
GUILD, CHANNEL, ANN, BOB, CAT = 1, 10, 101, 102, 103


@dataclass
class Recorder:
    """Discord as the outbox knows it: a nonce that was sent before gives the first message back.

    `channel` are the posts in channels, `lobbies` the lobby posts among them, and `threads` those in each thread, as
    they are now, edits and all.
    """

    channel: list[Post] = field(default_factory=list)
    lobbies: list[Post] = field(default_factory=list)
    people: dict[int, list[Post]] = field(default_factory=dict)
    threads: dict[int, list[Post]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    messages: dict[int, tuple[list[Post], Post]] = field(default_factory=dict)
    pins: list[int] = field(default_factory=list)
    asleep: set[int] = field(default_factory=set)
    closed_threads: set[int] = field(default_factory=set)
    edits: list[tuple[int, Post | str]] = field(default_factory=list)
    nonces: dict[str, int] = field(default_factory=dict)
    attempts: list[str] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    forbidden: set[int] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    unseen: set[tuple[int, int | None]] = field(default_factory=set)
    """Channels, each with somebody who may not view it; None is everybody who has not been let in."""
    silent: bool = False
    """Whether it says nothing of who may view what."""
    asked: list[tuple[int, int, int | None]] = field(default_factory=list)
    filing: set[int] = field(default_factory=set)
    """Channels that take no files."""
    no_threads: bool = False
    no_pins: bool = False
    too_old: bool = False
    looked: int = 0
    """How often it was looked for what stands somewhere already."""
    failures: int = 0
    hangs: bool = False
    done: int = 0
    stops_at: int = 0
    """The thing done after which Discord is never heard of again."""
    deaf_at: int = 0
    """The attempt from which on Discord hears nothing of us."""
    then: Callable[[], Awaitable[object]] | None = None
    """What happens to us while Discord answers."""

    async def to_channel(self, channel_id: int, post: Post) -> int:
        await self._answer(post.nonce)
        if channel_id in self.gone:
            raise Gone("404 10003")
        if channel_id in self.locked:
            raise Locked("403 50013")
        if channel_id in self.forbidden:
            raise Forbidden("403 50013")
        if channel_id in self.filing and post.pictures:
            raise Refused("413 40005")
        assert channel_id not in self.asleep, "posted in a thread that sleeps"
        open_to_all = self.lobbies if any(button.line == "join" for button in post.buttons) else self.channel
        return await self._taken(post, self.threads.get(channel_id, open_to_all))

    async def to_user(self, user_id: int, post: Post) -> int:
        await self._answer(post.nonce)
        if user_id in self.closed:
            raise Refused("403 50007")
        return await self._taken(post, self.people.setdefault(user_id, []))

    async def in_channel(self, channel_id: int, post: Post) -> tuple[Found, ...]:
        return self._standing((self.threads[channel_id],) if channel_id in self.threads else self._public, post)

    async def with_user(self, user_id: int, post: Post) -> tuple[Found, ...]:
        return self._standing((self.people.get(user_id, []),), post)

    @property
    def _public(self) -> tuple[list[Post], ...]:
        return self.channel, self.lobbies

    def _standing(self, places: tuple[list[Post], ...], post: Post) -> tuple[Found, ...]:
        self.looked += 1
        return tuple(
            Found(number, (said.text, said.pictures) == (post.text, post.pictures), _lines(said, post.game))
            for number, (place, said) in reversed(self.messages.items())
            if any(place is each for each in places)
        )

    async def stands(self, message: Message) -> bool:
        self.looked += 1
        return message.id in self.messages

    async def edit(self, message: Message, post: Post) -> None:
        await self._put(message.id, await self._edited(message), post, replace(post, mentions=()))

    async def repair(self, message: Message, text: str, pictures: bool = True) -> None:
        before = await self._edited(message)
        after = replace(before, buttons=(), text=text, pictures=before.pictures * pictures)
        await self._put(message.id, before, text, after)

    async def _edited(self, message: Message) -> Post:
        await self._answer(f"edit {message.id}")
        if message.where in self.gone:
            raise Gone("404 10003")
        if self.too_old:
            raise TooOld("429 30046")
        if message.id not in self.messages:
            raise Missing("404 10008")
        return self.messages[message.id][1]

    async def _put(self, number: int, before: Post, how: Post | str, after: Post) -> None:
        place, _ = self.messages[number]
        place[next(at for at, post in enumerate(place) if post is before)] = after
        self.messages[number] = place, after
        if place is not self.lobbies:
            self.edits.append((number, how))
        await self._did()

    async def unbutton(self, message: Message) -> None:
        before = await self._edited(message)
        await self._put(message.id, before, before.text, replace(before, buttons=()))

    async def pin(self, message: Message, pinned: bool) -> None:
        await self._answer(f"pin {message.id} {pinned}")
        if self.no_pins:
            raise Forbidden("403 50013")
        self.pins = [*(number for number in self.pins if number != message.id), *([message.id] if pinned else [])]
        await self._did()

    async def open_thread(self, guild_id: int, channel_id: int, name: str, known: Collection[int] | None) -> int:
        await self._answer(f"thread {name}")
        if channel_id in self.gone:
            raise Gone("404 10003")
        if self.no_threads:
            raise Forbidden("403 50013")
        again = [number for number, kept in self.names.items() if kept == name and number not in (known or ())]
        if known is not None and again:
            return again[0]
        number = THREADS + len(self.names)
        self.names[number], self.threads[number] = name, []
        await self._did()
        return number

    async def sees(self, channel_id: int) -> bool:
        return channel_id not in self.gone

    async def seen_by(self, guild_id: int, channel_id: int, user_id: int | None) -> bool:
        self.asked.append((guild_id, channel_id, user_id))
        if self.silent:
            raise TryLater("503")
        return channel_id not in self.gone and (channel_id, user_id) not in self.unseen

    async def lacks(self, channel_id: int) -> str:
        return "send_messages" if channel_id in self.forbidden else ""

    async def wake_thread(self, thread_id: int) -> None:
        self.asleep.discard(thread_id)

    async def close_thread(self, thread_id: int) -> None:
        self.closed_threads.add(thread_id)

    async def _answer(self, nonce: str) -> None:
        self.attempts.append(nonce)
        await asyncio.sleep(0)
        if len(self.attempts) == self.deaf_at:
            await asyncio.Event().wait()
        if self.failures:
            self.failures -= 1
            raise TryLater("503")

    async def _taken(self, post: Post, to: list[Post]) -> int:
        if post.nonce not in self.nonces:
            self.nonces[post.nonce] = number = len(self.nonces) + 1
            to.append(post)
            self.messages[number] = to, post
        await self._did()
        return self.nonces[post.nonce]

    async def _did(self) -> None:
        """It is done; what becomes of us before we hear of it."""
        self.done += 1
        if self.then is not None:
            await self.then()
        if self.hangs or self.done == self.stops_at:
            await asyncio.Event().wait()

    def thread(self, name: str) -> list[Post]:
        """What stands in the thread of that name."""
        (number,) = (number for number, kept in self.names.items() if kept == name)
        return self.threads[number]

    @property
    def texts(self) -> str:
        """All that was said in channels."""
        return "\n".join(post.text for post in self.channel)

    def told(self, user: int) -> str:
        """All that was said to a person."""
        return "\n".join(post.text for post in self.people.get(user, []))


def _lines(post: Post, game: int) -> frozenset[str]:
    return frozenset(button.line for button in post.buttons) if post.game == game else frozenset()


@dataclass
class Clock:
    """Seconds since 1970, which pass when a test says so."""

    at: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.at


QUICK = LeaseTimes(look=0.05, answer=2.0, trust=1.5, idle=2.0, ending=1.0, claim=0.1)
"""Processes take over from each other sooner than they do outside of tests."""
ALONE = replace(QUICK, look=0.2, answer=10.0, trust=60.0, idle=70.0)
"""The same where there is one process: it knows that it is alone, however slow the machine is."""

Opened = Callable[..., AbstractAsyncContextManager[House]]


async def written(url: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a statement gives, on a database that no house may know of it."""
    store = await Store.open(url, MIGRATIONS)
    try:
        async with store.database.transaction(quiet=True) as tx:
            return [tuple(row) for row in await tx.read(sql, *values)]
    finally:
        await store.close()


MODERATORS = Author(999, "Mo", manages=True)
"""What a moderator does."""


async def taken_over(table: Table, seat: Seat, user: int, name: str) -> None:
    """A person whom a moderator has invited takes a seat."""
    await table.vacancies.invite(seat, user, MODERATORS)
    await table.vacancies.take(user, name, seat)


@pytest.fixture
def discord() -> Recorder:
    return Recorder()


@pytest.fixture
def clock() -> Clock:
    """The time of a house that is opened with `Environment(now=clock)`."""
    return Clock()


@pytest.fixture
def opened(url: str, discord: Recorder) -> Opened:
    """A house on the file of this test; `dies` leaves it as a killed process does."""

    @asynccontextmanager
    async def opening(
        sender: Recorder | None = discord,
        dies: bool = False,
        kit: Kit = KIT,
        think: float = 5.0,
        environment: Environment | None = None,
        waits: bool = True,
        metrics: Callable[[Store], Metrics] = lambda _: UNMEASURED,
    ) -> AsyncIterator[House]:
        store = await Store.open(url, MIGRATIONS, (environment or Environment()).now)
        house = House(store, {"toy": kit}, environment, think, metrics=metrics(store), lease_times=ALONE)
        if sender is not None:
            await house.begin(sender)
            if waits:
                await house.woken()
        try:
            yield house
        finally:
            await house.close(patience=0.0 if dies else 5.0)
            await store.close()

    return opening


@pytest.fixture
async def house(opened: Opened) -> AsyncIterator[House]:
    async with opened() as running:
        yield running


async def lobby(
    house: House,
    channel: int = CHANNEL,
    seats: int = 2,
    posts: PostStyle = PostStyle.CHANNEL,
    options: Mapping[str, str] | None = None,
) -> Table:
    """A game that Ann has opened."""
    return await house.open(GUILD, channel, ANN, "Ann", "toy", seats, "Friday", options or {}, {"posts": posts})


async def game(
    house: House,
    channel: int = CHANNEL,
    posts: PostStyle = PostStyle.CHANNEL,
    options: Mapping[str, str] | None = None,
) -> Table:
    """A game of Ann and Bob that has begun; it is Ann's turn."""
    table = await lobby(house, channel, posts=posts, options=options)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    await house.settled()
    return table


async def until(fact: Callable[[], object]) -> None:
    """Waits until something is so that no event tells of; fails after ten seconds."""
    async with asyncio.timeout(10):
        while not fact():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def slow(kit: Kit, seconds: float) -> Kit:
    """The same game, whose pictures take their time."""

    def drawing(view: object, names: object, look: object) -> bytes:
        time.sleep(seconds)
        return b""

    return redrawn(kit, drawing)
