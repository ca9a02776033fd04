"""The SQL of orders given ahead: what stands, when it is looked at, and what their owners were told.

A part of the store. Each public method is one transaction; `_keep_ahead` and `_forget_ahead` belong into one that is
open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cogs.house.answers import LONGEST_WAIT, Firing, Written
from cogs.house.drafts import Draft, Kind
from cogs.house.records import Game, listed, seats_of
from cogs.house.times import Times
from engine.core import Seat

NOTES = 20
"""So many of the last notes of a seat are kept."""

FORGOTTEN_AHEAD = (
    "DELETE FROM standing_order WHERE game_id = ? AND seat = ?",
    "DELETE FROM firing WHERE game_id = ? AND seat = ?",
    "DELETE FROM order_note WHERE game_id = ? AND seat = ?",
)


class Filings(Times):
    """Each public method is one transaction."""

    async def filed(self, game: int) -> Mapping[Seat, tuple[str, ...]]:
        """The lines of the orders that stand, by seat, in the order in which they are looked at."""
        rows = await self._read("SELECT seat, line FROM standing_order WHERE game_id = ? ORDER BY seat, place", game)
        found: dict[Seat, tuple[str, ...]] = {}
        for row in rows:
            found[Seat(row["seat"])] = (*found.get(Seat(row["seat"]), ()), row["line"])
        return found

    async def firings(self, game: int) -> Mapping[Seat, Firing]:
        """When the orders of each seat are looked at."""
        rows = await self._read("SELECT * FROM firing WHERE game_id = ?", game)
        firings = (
            Firing(
                Seat(row["seat"]), row["due"], row["began"], tuple(map(int, seats_of(row["done"]))), row["asked"],
                row["rests"], row["latest"],
            )
            for row in rows
        )  # fmt: skip
        return {firing.seat: firing for firing in firings}

    async def keep_ahead(self, game: Game, written: Written) -> bool:
        """Keeps what becomes of orders. False, and nothing is kept, if the game is not at `game.seq` any more."""
        async with self._transaction():
            if not await self._is_at(game):
                return False
            await self._keep_ahead(game.id, game.seq, written)
        return True

    async def to_fire(self) -> tuple[int, ...]:
        """The games in which orders are to be looked at."""
        rows = await self._read(
            "SELECT game_id FROM firing JOIN game ON game.id = game_id WHERE due <= ?"
            " AND status = 'running' AND frozen IS NULL AND suspended IS NULL GROUP BY game_id ORDER BY min(due)",
            self._now(),
        )
        return tuple(row["game_id"] for row in rows)

    async def to_put_off(self) -> tuple[int, ...]:
        """The games in which orders were to be looked at, or are to be later than any answer waits."""
        rows = await self._read(
            "SELECT DISTINCT game_id FROM firing JOIN game ON game.id = game_id WHERE (due <= ?1 OR due > ?1 + ?2)"
            " AND status = 'running' AND frozen IS NULL AND suspended IS NULL ORDER BY game_id",
            self._now(), LONGEST_WAIT,
        )  # fmt: skip
        return tuple(row["game_id"] for row in rows)

    async def next_firing(self) -> float | None:
        """When orders are looked at next in games that do not rest; None if there are none."""
        (row,) = await self._read(
            "SELECT min(due) AS next FROM firing JOIN game ON game.id = game_id WHERE due IS NOT NULL"
            " AND status = 'running' AND frozen IS NULL AND suspended IS NULL"
        )
        found: float | None = row["next"]
        return found

    async def notes_of(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """What somebody was told of his orders in notes of these numbers, as far as they are kept."""
        async with self._reading():
            rows = [await self._all("SELECT text FROM order_note WHERE id = ?", number) for number in numbers]
        return tuple(row["text"] for found in rows for row in found)

    async def notes(self, game: int, seat: Seat) -> tuple[tuple[float, str], ...]:
        """What whoever sits on a seat was told of his orders, with when, the newest first."""
        rows = await self._read(
            "SELECT at, text FROM order_note WHERE game_id = ? AND seat = ? ORDER BY id DESC LIMIT ?", game, seat, NOTES
        )
        return tuple((row["at"], row["text"]) for row in rows)

    async def _keep_ahead(self, game: int, seq: int, written: Written) -> None:
        for (seat, user), lines in written.filed.items():
            await self._db.execute("DELETE FROM standing_order WHERE game_id = ? AND seat = ?", (game, seat))
            await self._db.executemany(
                "INSERT INTO standing_order (game_id, seat, user_id, number, place, line) VALUES (?, ?, ?, ?, ?, ?)",
                [(game, seat, user, number, place, line) for place, (number, line) in enumerate(lines)],
            )
        await self._db.executemany(
            "INSERT OR REPLACE INTO firing (game_id, seat, due, began, done, asked, rests, latest)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    game, each.seat, each.due, each.began, listed(map(Seat, each.done)), each.asked, each.rests,
                    each.latest,
                )
                for each in written.firings
            ],
        )  # fmt: skip
        for seat, user, text, delay in written.notes:
            await self._tell(game, seq, seat, user, text, delay)

    async def _tell(self, game: int, seq: int, seat: Seat, user: int, text: str, delay: float) -> None:
        """Keeps a note and has it sent; what waits already and was never tried goes with it."""
        cursor = await self._db.execute(
            "INSERT INTO order_note (game_id, seat, user_id, text, at) VALUES (?, ?, ?, ?, ?)",
            (game, seat, user, text, self._now()),
        )
        last = await self._all(
            "SELECT id FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND done_at IS NULL AND attempts = 0"
            " ORDER BY id DESC LIMIT 1",
            game, seat, Kind.ORDERED.value,
        )  # fmt: skip
        if last:
            await self._db.execute(
                "UPDATE outbox SET body = body || ',' || ?, not_before = min(not_before, ?) WHERE id = ?",
                (str(cursor.lastrowid), self._now() + delay, last[0]["id"]),
            )
        else:
            await self._enqueue(game, [Draft(Kind.ORDERED, seat, seq, str(cursor.lastrowid), delay=delay)])
        await self._db.execute(
            "DELETE FROM order_note WHERE game_id = ?1 AND seat = ?2 AND id <="
            " (SELECT id FROM order_note WHERE game_id = ?1 AND seat = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)",
            (game, seat, NOTES),
        )

    async def _forget_ahead(self, game: int, seats: Collection[Seat]) -> None:
        """Whoever comes to a seat has nothing of the orders of whoever sat there (A8.6)."""
        for sql in FORGOTTEN_AHEAD:
            await self._db.executemany(sql, [(game, seat) for seat in seats])
