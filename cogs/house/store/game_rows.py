"""The rows of the table of games, and of who sits there, as the subjects of the store read and check them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cogs.house.store.database import Snapshot, TableRow, Transaction
from cogs.house.values.clocks import Absent
from cogs.house.values.drafts import PostKind
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Chair, Game, Joining, PostStyle, Setup, Status, seats_of
from engine.core import Seat

CHAIRS = "SELECT game_id, seat, user_id, name AS player, bot, word, since FROM seat"
"""Rows of seats; `player` is also what stands beside the name of a game where both are read."""


async def is_at(tx: Snapshot, game: Game) -> bool:
    """Whether a game is still at `game.seq` in `game.status`: nobody else has written to it."""
    found = await tx.read(
        "SELECT 1 FROM game WHERE id = ? AND seq = ? AND status = ?", game.id, game.seq, game.status.value
    )
    return bool(found)


async def options_of(tx: Snapshot, game: int) -> Mapping[str, str]:
    """The options of a game."""
    found: Mapping[str, str] = json.loads((await tx.one("SELECT options FROM game WHERE id = ?", game))["options"])
    return found


async def chairs_of(tx: Snapshot, game: int) -> tuple[Chair, ...]:
    """Who sits at a game."""
    return tuple(map(chair_of, await tx.read(CHAIRS + " WHERE game_id = ? ORDER BY seat", game)))


async def hold(tx: Transaction, game: int, reason: str | None) -> None:
    """Lets nobody act in a game, for a reason; None: everybody may again, and while it rested no time went by.

    Orders given ahead are looked at so much later, too.
    """
    if reason is not None:
        await tx.write("UPDATE game SET frozen = ?, held = coalesce(held, ?) WHERE id = ?", reason, tx.now, game)
        return
    held = (await tx.one("SELECT held FROM game WHERE id = ?", game))["held"]
    rested = 0.0 if held is None else tx.now - held
    await tx.write("UPDATE game SET frozen = NULL, held = NULL WHERE id = ?", game)
    await tx.write(
        "UPDATE clock SET since = since + ?1, due = due + ?1, ends = ends + ?1 WHERE game_id = ?2", rested, game
    )
    await tx.write("UPDATE vote SET ends = ends + ? WHERE game_id = ? AND closed IS NULL", rested, game)
    await tx.write("UPDATE vacancy SET ends = ends + ? WHERE game_id = ?", rested, game)
    await tx.write("UPDATE firing SET due = due + ?1 WHERE game_id = ?2 AND due IS NOT NULL", rested, game)
    await tx.write(
        "UPDATE outbox SET not_before = not_before + ? WHERE game_id = ? AND kind = ? AND done_at IS NULL",
        rested, game, PostKind.REMIND.value,
    )  # fmt: skip


def game_of(row: TableRow) -> Game:
    """A row of the table of games."""
    return Game(
        id=row["id"],
        guild=row["guild_id"],
        channel=row["channel_id"],
        host=row["host_id"],
        name=row["name"],
        ruleset=row["ruleset"],
        version=row["version"],
        options=json.loads(row["options"]),
        places=row["places"],
        status=Status(row["status"]),
        seq=row["seq"],
        awaiting=frozenset(seats_of(row["awaiting"])),
        suspended=row["suspended"],
        seed=row["seed"],
        theme=row["theme"],
        language=row["language"],
        hints=bool(row["hints"]),
        posts=PostStyle(row["posts"]),
        frozen=row["frozen"],
        changes=json.loads(row["changes"]),
        pace=row["pace"],
        late=row["late"],
        abroad=bool(row["abroad"]),
        absent=Absent(row["absent"]),
        answer=OrderDelay(row["answer"]),
        origin=row["origin"],
        agreed=row["agreed"],
        held=row["held"],
        unrated=bool(row["unrated"]),
        setup=Setup(row["setup"]),
        joining=Joining(row["joining"]),
    )


def chair_of(row: TableRow) -> Chair:
    """A row with the columns of `CHAIRS`."""
    return Chair(Seat(row["seat"]), row["user_id"], row["player"], row["bot"], row["word"], row["since"])
