"""The SQL of the log, and of the checkpoints beside it, by which looking back need not replay all of it.

A part of the store. What is written to the log is written with all that follows from it, in `cogs.house.store.games`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from cogs.house.store.database import ALL, Database, Snapshot
from cogs.house.values.records import StoredLine
from engine.core import Seat


async def lines_of(db: Database | Snapshot, game: int, after: int = 0, last: int = ALL) -> tuple[StoredLine, ...]:
    """The entries of a game with numbers above `after`, up to `last`, in order."""
    rows = await db.read(
        "SELECT seq, seat, line, at, proxy FROM log WHERE game_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
        game, after, last,
    )  # fmt: skip
    return tuple(StoredLine(row["seq"], Seat(row["seat"]), row["line"], row["at"], bool(row["proxy"])) for row in rows)


@dataclass
class LogStore:
    """What was decided in games, by which they are replayed, and how far their stories were told."""

    db: Database

    async def lines(self, game: int, after: int = 0, last: int = ALL) -> tuple[StoredLine, ...]:
        """The entries with numbers above `after`, up to `last`, in order."""
        return await lines_of(self.db, game, after, last)

    async def lines_with(self, game: int, verb: str) -> tuple[tuple[int, str], ...]:
        """The number and the line of each entry that begins with a verb, in order."""
        rows = await self.db.read(
            "SELECT seq, line FROM log WHERE game_id = ?1 AND substr(line, 1, length(?2)) = ?2 ORDER BY seq",
            game, f"{verb} ",
        )  # fmt: skip
        return tuple((row["seq"], row["line"]) for row in rows)

    async def knows(self, interaction: str) -> bool:
        """Whether an interaction is in the log."""
        return bool(await self.db.read("SELECT 1 FROM log WHERE interaction_id = ?", interaction))

    async def shared(self, game: int) -> int | None:
        """Up to which entry the story of a game was told to everybody, as they count them; None: it never was."""
        rows = await self.db.read("SELECT number FROM chronicle WHERE game_id = ?", game)
        return rows[0]["number"] if rows else None

    async def share(self, game: int, number: int) -> None:
        """Keeps up to which entry the story of a game was told to everybody."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write(
                "INSERT INTO chronicle VALUES (?, ?) ON CONFLICT (game_id) DO UPDATE SET number = excluded.number",
                game, number,
            )  # fmt: skip


@dataclass
class CheckpointStore:
    """What games were after some of their entries: a cache, of which each program reads only its own."""

    db: Database

    async def entries(self, game: int, program: str) -> frozenset[int]:
        """The entries after which this program has kept what a game was."""
        rows = await self.db.read("SELECT seq FROM checkpoint WHERE game_id = ? AND program = ?", game, program)
        return frozenset(row["seq"] for row in rows)

    async def timeline(self, game: int, seq: int, program: str) -> bytes | None:
        """What a game was after an entry, as this program has kept it."""
        rows = await self.db.read(
            "SELECT course FROM checkpoint WHERE game_id = ? AND seq = ? AND program = ?", game, seq, program
        )
        return rows[0]["course"] if rows else None

    async def notes(self, game: int, program: str) -> tuple[tuple[int, bytes], ...]:
        """What was noted of the entries before each checkpoint, as this program has kept it, in order."""
        rows = await self.db.read(
            "SELECT seq, notes FROM checkpoint WHERE game_id = ? AND program = ? ORDER BY seq", game, program
        )
        return tuple((row["seq"], row["notes"]) for row in rows)

    async def keep(self, game: int, program: str, made: Collection[tuple[int, bytes, bytes]]) -> None:
        """Keeps what a game was after entries, with the notes of what they tell, in place of what other programs have
        kept; nothing of a purged one."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write("DELETE FROM checkpoint WHERE game_id = ? AND program <> ?", game, program)
            await tx.write_each(
                "INSERT INTO checkpoint (game_id, seq, program, course, notes)"
                " SELECT id, ?, ?, ?, ? FROM game WHERE id = ? ON CONFLICT (game_id, seq)"
                " DO UPDATE SET program = excluded.program, course = excluded.course, notes = excluded.notes",
                [(seq, program, timeline, notes, game) for seq, timeline, notes in made],
            )
