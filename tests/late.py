"""Games that were played for long, by the program and each time alike, and tables that have such a past."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Status, StoredLine, Submit
from engine.core import CHANCE, Drawn, Seat
from engine.notation import verb
from engine.titan.bots import LEVELS
from engine.titan.ruleset import TITAN


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its seats, its entries, and the state before each of them."""

    seats: int
    entries: tuple[tuple[Seat, Any], ...]
    states: tuple[Any, ...]


def played(seats: int, entries: int, seed: int) -> Played:
    """A game of sound play, of at least so many entries if it lasts, up to where somebody has to decide."""
    whim = random.Random(seed)
    state = TITAN.new_game(seats, {})
    said: list[tuple[Seat, Any]] = []
    states = []
    while len(said) < entries or TITAN.wants(state):
        seat: Seat
        action: Any
        if draw := TITAN.wants(state):
            faces = range(1, draw.sides + 1)
            values = whim.sample(faces, draw.count) if draw.distinct else whim.choices(faces, k=draw.count)
            seat, action = CHANCE, Drawn(tuple(values))
        elif waited := TITAN.awaiting(state):
            seat = min(waited)
            action = choice(TITAN.view(state, seat), TITAN.legal(state, seat), whim)
        else:
            break
        said.append((seat, action))
        states.append(state)
        state, _ = TITAN.apply(state, seat, action)
    return Played(seats, tuple(said), tuple(states))


def choice(view: Any, actions: Iterable[Any], whim: random.Random) -> Any:
    """What sound play does, among what ends no game early and takes nothing back."""
    lasting = [one for one in actions if verb(type(one)) not in ("resign", "concede", "undo")]
    return LEVELS["steady"](view, lasting, whim)


async def aged(store: Store, file: Path, table: Table, game: Played) -> None:
    """Puts a game in the place of all that a table has decided since its start; nobody is told of it.

    The database of the `store` is `file`. A table that is in memory keeps to what it was.
    """
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM log WHERE game_id = ?", (table.game.id,))
        database.execute("UPDATE outbox SET done_at = 0 WHERE game_id = ? AND done_at IS NULL", (table.game.id,))
        database.execute("UPDATE game SET seq = 0 WHERE id = ?", (table.game.id,))
    acts = enumerate(game.entries, 1)
    lines = tuple(StoredLine(seq, seat, TITAN.notation.line(action)) for seq, (seat, action) in acts)
    last, _ = TITAN.apply(game.states[-1], *game.entries[-1])
    await store.games.append(replace(table.game, seq=0), Submit(lines, Status.RUNNING, TITAN.awaiting(last)))


PLAYED = ("seat", "log", "checkpoint")
WAITING = ("seat", "outbox")
"""What is copied of a game with it: what was played, or what is still to be told."""


def copied(file: Path, game: int, number: int, what: Iterable[str] = PLAYED) -> tuple[int, ...]:
    """As many copies of a game under other numbers, each in a channel of its own; their numbers.

    The database is that of the file. Copied are the rows of the game in the tables `what`.
    """
    with closing(sqlite3.connect(file)) as database, database:
        (last, channel) = database.execute("SELECT max(id), max(channel_id) FROM game").fetchone()
        others = tuple(range(last + 1, last + 1 + number))
        for place, other in enumerate(others, 1):
            _copy(database, "game", ("id", game), id=other, channel_id=channel + place)
            for table in what:
                _copy(database, table, ("game_id", game), game_id=other, **({"id": None} if table == "outbox" else {}))
    return others


def _copy(database: sqlite3.Connection, table: str, of: tuple[str, int], **changes: int | None) -> None:
    """Copies the rows of a table in which a column has a value, with other values in other columns."""
    names = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    chosen = ", ".join("?" if name in changes else name for name in names)
    put = f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {of[0]} = ?"  # noqa: S608 - names of our own
    database.execute(put, (*(changes[name] for name in names if name in changes), of[1]))
