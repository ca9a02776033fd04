"""Running games for a drill and for load: a few are begun by a house, and their rows copied for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

import bot
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.database import Transaction
from cogs.house.store.outbox_rows import enqueue
from cogs.house.store.store import DISCORD, Store
from cogs.house.table.checkpoints import EVERY
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import Status, StoredLine, Submit
from engine.titan.ruleset import TITAN
from tests.late import Played, choice

TOGETHER = 20
"""So many games are copied, or rows written, at once: nothing takes longer than the database waits for it."""

COPIED = ("log", "clock", "checkpoint")
"""What is copied of a game with it as it is."""

MADE = "SELECT 1 FROM checkpoint WHERE game_id = ?"
CHECKPOINTS = 60.0
"""Seconds in which the checkpoints of a late game are made."""

PACE = "live"
"""The pace of games with a clock: five minutes, and five times that in the bank."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is to stand: its server, its channel and its people, a person for each seat that is no bot's."""

    guild: int
    channel: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """What games are alike in: how many decisions old they are, whether a bot sits there, and whether clocks run."""

    decisions: int
    bot: bool = False
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A running game in the database."""

    game: int
    place: Place
    kind: Kind


async def stored(
    store: Store, places: Mapping[Kind, Sequence[Place]], seed: int, late: Sequence[Played] = (), cards: bool = True
) -> tuple[Stored, ...]:
    """Running games in an empty database, of each kind so many as there are places.

    Nothing of them was told; with `cards` each owes its channel one. Where there are `late` games, they are the past of
    all.
    """
    await store.settings.belong(DISCORD)
    builder, whims = bot.house_for(store, Environment()), Random(seed)
    found: list[Stored] = []
    for number, (kind, where) in enumerate(places.items()):
        first, *others = where
        table = await _begun(builder, first, kind)
        if late:
            await _aged(store, table, late[number % len(late)])
        else:
            await _go_on(table, kind.decisions, whims)
        found.append(Stored(table.game.id, first, kind))
        found += [Stored(copy, place, kind) for copy, place in await _copied(store, table.game.id, others)]
    await builder.close()
    async with store.database.transaction() as tx:
        await tx.write("DELETE FROM outbox")
        for each in found if cards else ():
            await enqueue(tx, each.game, [PostDraft(PostKind.CARD, None, 0, "0")])
    return tuple(found)


async def _begun(house: House, place: Place, kind: Kind) -> Table:
    """A running game in a place."""
    settings = {"pace": PACE, "absent": "once"} if kind.timed else {}
    first, *others = place.people
    seats = len(place.people) + kind.bot
    table = await house.open(place.guild, place.channel, first, "Ann", "titan", seats, "Table", settings=settings)
    for other in others:
        await table.lobby.join(other, "Ben")
    if kind.bot:
        await table.lobby.add_bot("steady")
    await table.lobby.start(first)
    return table


async def _go_on(table: Table, decisions: int, whims: Random) -> None:
    """So many decisions of sound play, up to where a person is to decide."""
    while table.game.status is Status.RUNNING:
        seat = min(table.awaiting)
        if decisions <= 0 and table.person(seat) is not None:
            break
        await table.submit(seat, choice(table.view(seat), table.legal(seat, undo=False), whims))
        decisions -= 1


async def _aged(store: Store, table: Table, game: Played) -> None:
    """Puts a game that was played in the place of all that a table has decided since its start."""
    async with store.database.transaction(game=table.game.id) as tx:
        for each in ("log", "outbox", "clock", "checkpoint"):
            await tx.write(f"DELETE FROM {each} WHERE game_id = ?", table.game.id)  # noqa: S608 - names of our own
        await tx.write("UPDATE game SET seq = 0 WHERE id = ?", table.game.id)
    lines = tuple(
        StoredLine(seq, seat, TITAN.notation.line(action)) for seq, (seat, action) in enumerate(game.entries, 1)
    )
    last, _ = TITAN.apply(game.states[-1], *game.entries[-1])
    now = await store.games.load(table.game.id)
    assert now is not None, "it was opened"
    await store.games.append(now[0], Submit(lines, Status.RUNNING, TITAN.awaiting(last)))
    house = bot.house_for(store, Environment())
    await house.table(table.game.id)  # checkpoints are made: it was played on this program
    async with asyncio.timeout(CHECKPOINTS):
        while True:
            if len(await store.database.read(MADE, table.game.id)) >= len(lines) // EVERY:
                break
            await asyncio.sleep(0.05)
    await house.close()


async def _copied(store: Store, game: int, places: Sequence[Place]) -> list[tuple[int, Place]]:
    """Copies of a game, each with its number and place."""
    if not places:
        return []
    async with store.database.transaction() as tx:
        row = dict(await tx.one("SELECT * FROM game WHERE id = ?", game))
        del row["id"]
        await _write(tx, "game", [
            {**row, "guild_id": place.guild, "channel_id": place.channel, "host_id": place.people[0]}
            for place in places
        ])  # fmt: skip
        numbers = {row["channel_id"]: row["id"] for row in await tx.read("SELECT id, channel_id FROM game")}
        chairs = [dict(row) for row in await tx.read("SELECT * FROM seat WHERE game_id = ? ORDER BY seat", game)]
        await _write(tx, "seat", [
            {**chair, "game_id": numbers[place.channel], "user_id": person}
            for place in places
            for chair, person in zip_longest(chairs, place.people)
        ])  # fmt: skip
        copies = [numbers[place.channel] for place in places]
        for table in COPIED:
            for first in range(0, len(copies), TOGETHER):
                await _copy(tx, table, game, copies[first : first + TOGETHER])
    return list(zip(copies, places, strict=True))


async def _write(tx: Transaction, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    columns = tuple(rows[0])
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"  # noqa: S608 - our own
    for first in range(0, len(rows), TOGETHER):
        await tx.write_each(sql, [[row[column] for column in columns] for row in rows[first : first + TOGETHER]])


async def _copy(tx: Transaction, table: str, game: int, copies: Sequence[int]) -> None:
    """Copies the rows that a game has in a table to other games, by the database alone."""
    found = await tx.read(f"SELECT * FROM {table} WHERE game_id = ? LIMIT 1", game)  # noqa: S608 - names of our own
    if not found:
        return
    columns = [name for name in found[0].keys() if name != "game_id"]  # noqa: SIM118 - rows are no mappings
    await tx.write(
        f"INSERT INTO {table} (game_id, {', '.join(columns)})"  # noqa: S608
        f" SELECT game.id, {', '.join(f'{table}.{name}' for name in columns)} FROM game, {table}"
        f" WHERE {table}.game_id = ? AND game.id IN (SELECT value FROM json_each(?))",
        game, list(copies),
    )  # fmt: skip
