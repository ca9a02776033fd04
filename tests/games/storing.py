"""Stores games as the program of now keeps them, for the programs to come: `python -m tests.games.storing FILE`.

FILE is a dump of the database, `tests/games/stored/0018.sql.gz` by the number of the last migration. Run as a file with
another commit on the path it stores games of that: it uses what the house has had from its beginning, and no test.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import bot
from cogs.house.house import House
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.titan.kit import titan_face
from engine.titan.bots import LEVELS

TOLD = "stored-as"
"""The setting that holds how each game stood, as JSON by number."""

GAMES = ((3, 0), (2, 40), (2, 170), (3, 260), (4, 420), (2, 5000))
"""Seats, and after how many decisions it was left; the last one is played to its end."""


def position(view: Any) -> list[Any]:
    """How a game stands, in what every program has known of it."""
    scores = sorted((int(player.seat), player.score) for player in view.players)
    return [view.turn, view.phase, scores, sorted((one.marker, one.land, one.height) for one in view.legions)]


async def stored(url: str) -> None:
    """Plays the games into a new database."""
    store = await Store.open(url, bot.MIGRATIONS)
    kit = titan_face().kit
    house, whims = House(store, {kit.rules.name: kit}), Random(9)
    told: dict[int, list[Any]] = {}
    for number, (seats, decisions) in enumerate(GAMES):
        table = await house.open(1, 100 + number, 7, "Ann", kit.rules.name, seats, f"Game {number}")
        lobby: Any = getattr(table, "lobby", table)
        for other in range(1, seats):
            await lobby.join(7 + other, f"P{other}")
        if number == 1:
            told[table.game.id] = []  # its players are still gathering
            continue
        await table.settings.change({"pace": "daily", "absent": "sit"}, Author(7))
        await lobby.start(7)
        for _ in range(decisions):
            if not table.awaiting:
                break
            seat = min(table.awaiting)
            await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims), None)
        told[table.game.id] = position(table.view(table.view(None).active))
    await store.settings.keep(TOLD, json.dumps(told))
    await house.close(0.0)
    await store.close()


def main(file: Path) -> None:
    """Stores the games in a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stored.db"
        asyncio.run(stored(f"sqlite:///{path}"))
        with sqlite3.connect(path) as db:
            db.execute("DELETE FROM outbox WHERE kind NOT IN ('card', 'prompt', 'remind')")
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoint'").fetchone():  # those of one will do
                db.execute("DELETE FROM checkpoint WHERE game_id > (SELECT min(game_id) FROM checkpoint)")
            lines = "\n".join(db.iterdump())
    file.write_bytes(gzip.compress(lines.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
