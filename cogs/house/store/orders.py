"""The SQL of orders given ahead: what stands, when it is looked at, and what their owners were told.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cogs.house.store.database import Database, Transaction
from cogs.house.store.game_rows import is_at
from cogs.house.store.leases import PARTITIONS, Share
from cogs.house.store.outbox_rows import enqueue
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.order_delays import LONGEST_WAIT, OrderTimer, Written
from cogs.house.values.records import Game, listed, seats_of
from engine.core import Seat

NOTES = 20
"""So many of the last notes of a seat are kept."""

DUE = (
    "SELECT game_id FROM firing JOIN game ON game.id = game_id WHERE due <= ?"
    " AND status = 'running' AND frozen IS NULL AND suspended IS NULL"
)
LATEST_FIRST = " GROUP BY game_id ORDER BY min(due)"
NEXT_DUE = (
    "SELECT min(due) AS next FROM firing JOIN game ON game.id = game_id WHERE due IS NOT NULL"
    " AND status = 'running' AND frozen IS NULL AND suspended IS NULL"
)
OF_SHARE = " AND game_id % ? IN (SELECT value FROM json_each(?))"

FORGOTTEN_AHEAD = (
    "DELETE FROM standing_order WHERE game_id = ? AND seat = ?",
    "DELETE FROM firing WHERE game_id = ? AND seat = ?",
    "DELETE FROM order_note WHERE game_id = ? AND seat = ?",
)


@dataclass
class OrderStore:
    """Orders given ahead: secrets of whoever sits there."""

    db: Database

    async def lines(self, game: int) -> Mapping[Seat, tuple[str, ...]]:
        """The lines of the orders that stand, by seat, in the order in which they are looked at."""
        rows = await self.db.read("SELECT seat, line FROM standing_order WHERE game_id = ? ORDER BY seat, place", game)
        found: dict[Seat, tuple[str, ...]] = {}
        for row in rows:
            found[Seat(row["seat"])] = (*found.get(Seat(row["seat"]), ()), row["line"])
        return found

    async def firings(self, game: int) -> Mapping[Seat, OrderTimer]:
        """When the orders of each seat are looked at."""
        rows = await self.db.read("SELECT * FROM firing WHERE game_id = ?", game)
        firings = (
            OrderTimer(
                Seat(row["seat"]), row["due"], row["began"], tuple(map(int, seats_of(row["done"]))), row["asked"],
                row["rests"], row["latest"],
            )
            for row in rows
        )  # fmt: skip
        return {firing.seat: firing for firing in firings}

    async def keep(self, game: Game, written: Written) -> bool:
        """Keeps what becomes of orders. False, and nothing is kept, if the game is not at `game.seq` any more."""
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            await keep_orders(tx, game.id, game.seq, written)
        return True

    async def due(self, share: Share = None) -> tuple[int, ...]:
        """The games of a `share` in which orders are to be looked at."""
        parts = () if share is None else (PARTITIONS, share)
        rows = await self.db.read(DUE + (OF_SHARE if parts else "") + LATEST_FIRST, self.db.now(), *parts)
        return tuple(row["game_id"] for row in rows)

    async def to_put_off(self) -> tuple[int, ...]:
        """The games in which orders were to be looked at, or are to be later than any answer waits."""
        rows = await self.db.read(
            "SELECT DISTINCT game_id FROM firing JOIN game ON game.id = game_id WHERE (due <= ?1 OR due > ?1 + ?2)"
            " AND status = 'running' AND frozen IS NULL AND suspended IS NULL ORDER BY game_id",
            self.db.now(), LONGEST_WAIT,
        )  # fmt: skip
        return tuple(row["game_id"] for row in rows)

    async def next_due(self, share: Share = None) -> float | None:
        """When orders are looked at next in games of a `share` that do not rest; None if there are none."""
        parts = () if share is None else (PARTITIONS, share)
        (row,) = await self.db.read(NEXT_DUE + (OF_SHARE if parts else ""), *parts)
        found: float | None = row["next"]
        return found

    async def notes_numbered(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """What somebody was told of his orders in notes of these numbers, as far as they are kept."""
        async with self.db.snapshot() as present:
            rows = [await present.read("SELECT text FROM order_note WHERE id = ?", number) for number in numbers]
        return tuple(row["text"] for found in rows for row in found)

    async def notes(self, game: int, seat: Seat) -> tuple[tuple[float, str], ...]:
        """What whoever sits on a seat was told of his orders, with when, the newest first."""
        rows = await self.db.read(
            "SELECT at, text FROM order_note WHERE game_id = ? AND seat = ? ORDER BY id DESC LIMIT ?", game, seat, NOTES
        )
        return tuple((row["at"], row["text"]) for row in rows)


async def keep_orders(tx: Transaction, game: int, seq: int, written: Written) -> None:
    """Keeps what becomes of orders when a game comes to an entry, and what their owners are told of it."""
    for (seat, user), lines in written.filed.items():
        await tx.write("DELETE FROM standing_order WHERE game_id = ? AND seat = ?", game, seat)
        await tx.write_each(
            "INSERT INTO standing_order (game_id, seat, user_id, number, place, line) VALUES (?, ?, ?, ?, ?, ?)",
            [(game, seat, user, number, place, line) for place, (number, line) in enumerate(lines)],
        )
    await tx.write_each(
        "INSERT INTO firing (game_id, seat, due, began, done, asked, rests, latest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id, seat) DO UPDATE SET due = excluded.due, began = excluded.began, done = excluded.done,"
        " asked = excluded.asked, rests = excluded.rests, latest = excluded.latest",
        [
            (
                game, each.seat, each.due, each.began, listed(map(Seat, each.done)), each.asked, each.rests,
                each.latest,
            )
            for each in written.firings
        ],
    )  # fmt: skip
    for seat, user, text, delay in written.notes:
        await _tell(tx, game, seq, seat, user, text, delay)


async def _tell(tx: Transaction, game: int, seq: int, seat: Seat, user: int, text: str, delay: float) -> None:
    """Keeps a note and has it sent; what waits already and was never tried goes with it."""
    note = await tx.one(
        "INSERT INTO order_note (game_id, seat, user_id, text, at) VALUES (?, ?, ?, ?, ?) RETURNING id",
        game, seat, user, text, tx.now,
    )  # fmt: skip
    last = await tx.read(
        "SELECT id FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND done_at IS NULL AND attempts = 0"
        " ORDER BY id DESC LIMIT 1",
        game, seat, PostKind.ORDERED.value,
    )  # fmt: skip
    if last:
        await tx.write(
            "UPDATE outbox SET body = body || ',' || ?1,"
            " not_before = CASE WHEN not_before > ?2 THEN ?2 ELSE not_before END WHERE id = ?3",
            str(note["id"]), tx.now + delay, last[0]["id"],
        )  # fmt: skip
    else:
        await enqueue(tx, game, [PostDraft(PostKind.ORDERED, seat, seq, str(note["id"]), delay=delay)])
    await tx.write(
        "DELETE FROM order_note WHERE game_id = ?1 AND seat = ?2 AND id <="
        " (SELECT id FROM order_note WHERE game_id = ?1 AND seat = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)",
        game, seat, NOTES,
    )  # fmt: skip


async def forget_orders(tx: Transaction, game: int, seats: Collection[Seat]) -> None:
    """Whoever comes to a seat has nothing of the orders of whoever sat there (A8.6)."""
    for sql in FORGOTTEN_AHEAD:
        await tx.write_each(sql, [(game, seat) for seat in seats])
