"""The same game several times, with the same dice: what is done differs, and what the others see is compared."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from cogs.house.game.kit import Kit
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from engine.core import Seat
from tests.house.conftest import MIGRATIONS, Clock, Recorder

FIRST_COPY = "0.db"
"""The file that the others are copies of."""

Doing = Callable[[Table], Awaitable[None]]


@asynccontextmanager
async def world(path: Path, kit: Kit) -> AsyncIterator[tuple[House, Clock, Recorder]]:
    """A house on a file."""
    clock, discord = Clock(), Recorder()
    store = await Store.open(f"sqlite:///{path}", MIGRATIONS, clock)
    house = House(store, {kit.rules.name: kit}, Environment(now=clock))
    await house.begin(discord)
    await house.woken()
    try:
        yield house, clock, discord
    finally:
        await house.close()
        await store.close()


@asynccontextmanager
async def copied(folder: Path, kit: Kit) -> AsyncIterator[tuple[House, Clock, Recorder]]:
    """A house on a new copy of the first file in a folder."""
    path = folder / f"{len(list(folder.glob('*.db')))}.db"
    shutil.copy(folder / FIRST_COPY, path)
    async with world(path, kit) as made:
        yield made


async def seen_by_all_but(seat: Seat, table: Table, discord: Recorder) -> list[object]:
    """All that anybody but a seat sees of its first game.

    The channel and the threads, what the others are sent and will be, their clocks, the log, and the game as it was.
    """
    store, own = table.services.store, table.person(seat)
    rows = await store.database.read(
        "SELECT kind, seat, user_id, body, said, place FROM outbox WHERE seat IS NOT ?", seat
    )
    lines = await store.database.read("SELECT seq, seat, line, at, proxy FROM log")
    people = [posts for user, posts in sorted(discord.people.items()) if user != own]
    posts = [post for where in (discord.channel, *discord.threads.values(), *people) for post in where]
    viewers = [None, *(chair.seat for chair in table.seats if chair.seat != seat)]
    views = [table.view(viewer) for viewer in viewers]
    offers = [table.rewinding.take_backs(viewer) for viewer in viewers if viewer is not None]
    shown = [replace(post, nonce="") for post in posts]
    return [
        shown, dict(table.clocks), list(map(tuple, rows)), list(map(tuple, lines)), views, offers, await table.moments()
    ]  # fmt: skip


async def nothing(table: Table) -> None:
    """He has not come."""


def filed(seat: Seat, *texts: str) -> Doing:
    """A seat gives these orders."""

    async def doing(table: Table) -> None:
        for text in texts:
            await table.orders.file(seat, text)

    return doing


def fired(seat: Seat) -> Doing:
    """It is time to look at the orders of a seat."""

    async def doing(table: Table) -> None:
        await table.orders.fire(seat)

    return doing


def by_hand(seat: Seat, *steps: Any) -> Doing:
    """A seat does all of this at one press."""

    async def doing(table: Table) -> None:
        left = iter(steps)
        await table.submit(seat, next(left), further=lambda view, legal: next(left, None))

    return doing
