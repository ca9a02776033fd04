"""Games that earlier programs have stored: they are read as they stood, told what was still to be told, and go on.

Each file holds what the last program before a migration has kept; `tests.games.storing` makes another.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot
from cogs.house.house import House
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.titan.kit import titan_kit
from engine.titan.bots import LEVELS
from tests.games.storing import GAMES, TOLD, position
from tests.house.conftest import Recorder
from tests.plain import plain

STORED = sorted((Path(__file__).parent / "stored").glob("*.sql.gz"))
OFTEN = (STORED[0], STORED[-1])
"""Those read in every run: the first that there were, and the last."""

DECISIONS = 25

KIT = plain(titan_kit())


def restored(file: Path, path: Path) -> str:
    """The address of a database as the program of then has left it."""
    with sqlite3.connect(path) as db:
        db.executescript(gzip.decompress(file.read_bytes()).decode())
    return f"sqlite:///{path}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[House, Store]]:
    """The program of now with a database."""
    store = await Store.open(url, bot.MIGRATIONS)
    house = House(store, {KIT.rules.name: KIT})
    try:
        yield house, store
    finally:
        await house.close()
        await store.close()


def seen(table: Table) -> list[Any]:
    """A game as it stands for whoever has the turn: what he has staged is in nobody else's view."""
    found: list[Any] = json.loads(json.dumps(position(table.view(table.view(None).active))))
    return found


async def went_on(table: Table, whims: Random) -> None:
    """The people of a game go on."""
    for _ in range(DECISIONS):
        if table.game.status is not Status.RUNNING:
            return
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.name.partition(".")[0], marks=() if file in OFTEN else pytest.mark.deep)
        for file in STORED
    ],
)
async def test_games_that_an_earlier_program_stored_are_read_and_go_on(file: Path, tmp_path: Path) -> None:
    url, discord, left = restored(file, tmp_path / "old.db"), Recorder(), {}

    async with opened(url) as (house, store):
        stood = json.loads(await store.settings.value(TOLD) or "")
        assert len(stood) == len(GAMES)
        await house.begin(discord)
        for number, then in stood.items():
            table = await house.table(int(number))
            if then:
                assert seen(table) == then
                assert (table.game.status is Status.OVER) == (then[1] == "over")
            else:
                assert table.game.status is Status.LOBBY
                await table.lobby.start(7)
            await went_on(table, Random(int(number)))
            left[table.game.id] = table.seq, seen(table)
        assert await house.settled(60.0)
        assert any(post.buttons for post in discord.channel), "who is waited for is called"

    async with opened(url) as (house, _):
        for number, now in left.items():
            table = await house.table(number)
            assert (table.seq, seen(table)) == now, "what was added is there again"
            assert await table.sentences()
