"""The SQL of what games and deadlines came to: results, how well people keep deadlines, and who is not to be named.

A part of the store.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cogs.house.store.database import Database, TableRow, Transaction
from cogs.house.store.outbox_rows import enqueue
from cogs.house.values.drafts import PostDraft
from cogs.house.values.finished import Finish, Result, Standing
from cogs.house.values.records import OFF
from cogs.house.values.reliability import Reliability
from engine.core import Seat


@dataclass
class ResultStore:
    """How games ended, and how well people keep deadlines."""

    db: Database

    async def uncounted(self, rulesets: Collection[str]) -> tuple[int, ...]:
        """The games of these rulesets that were played here, to an end, and of which no result is kept, the oldest
        first.

        One that its players broke off has none.
        """
        rows = await self.db.read(
            "SELECT id, ruleset FROM game WHERE status = 'over' AND agreed <> ? AND origin IS NULL"
            " AND id NOT IN (SELECT game_id FROM finish) ORDER BY id",
            OFF,
        )
        return tuple(row["id"] for row in rows if row["ruleset"] in rulesets)

    async def keep(self, finish: Finish, drafts: Iterable[PostDraft] = ()) -> None:
        """Keeps how a game ended, with what is told of it. Of one that was kept already nothing is changed or told."""
        async with self.db.transaction(game=finish.game) as tx:
            kept = await tx.write(
                "INSERT INTO finish SELECT id, ?, ?, ?, ?, ?, ? FROM game WHERE id = ? ON CONFLICT DO NOTHING",
                finish.category, finish.turns, finish.handoffs, finish.began_at, finish.ended_at, finish.rated,
                finish.game,
            )  # fmt: skip
            if not kept:
                return
            await tx.write_each(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        finish.game, result.seat, result.user, result.standing.place, result.standing.points,
                        result.standing.slayer, result.seconds, json.dumps(dict(result.standing.figures)),
                    )
                    for result in finish.results
                ],
            )  # fmt: skip
            await enqueue(tx, finish.game, drafts)

    async def finishes(self, guild: int, ruleset: str, category: str | None = None) -> tuple[Finish, ...]:
        """How the games of a server ended, in the order in which they did; those of a category, or all for None."""
        async with self.db.snapshot() as present:
            ended = await present.read(
                "SELECT finish.* FROM finish JOIN game ON game.id = game_id"
                " WHERE guild_id = ? AND ruleset = ? AND category = coalesce(?, category) ORDER BY ended_at, game_id",
                guild, ruleset, category,
            )  # fmt: skip
            seats = await present.read(
                "SELECT result.*, seat.name FROM result JOIN game ON game.id = result.game_id"
                " JOIN finish ON finish.game_id = result.game_id"
                " JOIN seat ON seat.game_id = result.game_id AND seat.seat = result.seat"
                " WHERE guild_id = ? AND ruleset = ? AND category = coalesce(?, category)"
                " ORDER BY result.game_id, result.seat",
                guild, ruleset, category,
            )  # fmt: skip
        return await asyncio.to_thread(_finishes, ended, seats)  # thousands of rows, after years

    async def categories(self, guild: int, ruleset: str) -> tuple[str, ...]:
        """The categories in which games of a server have ended, the one with most of them first."""
        rows = await self.db.read(
            "SELECT category FROM finish JOIN game ON game.id = game_id WHERE guild_id = ? AND ruleset = ?"
            " GROUP BY category ORDER BY count(*) DESC, min(ended_at)",
            guild, ruleset,
        )  # fmt: skip
        return tuple(row["category"] for row in rows)

    async def guilds_of(self, user: int) -> tuple[int, ...]:
        """The servers in which games of a person have ended, or deadlines of theirs were counted."""
        rows = await self.db.read(
            "SELECT guild_id FROM result JOIN game ON game.id = game_id WHERE user_id = ?1"
            " UNION SELECT guild_id FROM reliability WHERE user_id = ?1 ORDER BY guild_id",
            user,
        )
        return tuple(row["guild_id"] for row in rows)

    async def fates(self, guild: int, ruleset: str) -> Mapping[str, int]:
        """How many games of a server are in which state; those that were played elsewhere are none of its."""
        rows = await self.db.read(
            "SELECT CASE WHEN agreed = ?3 THEN 'ended' ELSE status END AS fate, count(*) AS number FROM game"
            " WHERE guild_id = ?1 AND ruleset = ?2 AND origin IS NULL GROUP BY fate",
            guild, ruleset, OFF,
        )  # fmt: skip
        return {row["fate"]: row["number"] for row in rows}

    async def reliabilities(self, guild: int) -> Mapping[int, Reliability]:
        """How well people keep the deadlines of a server's games, by person."""
        rows = await self.db.read("SELECT * FROM reliability WHERE guild_id = ?", guild)
        return {row["user_id"]: _reliability(row) for row in rows}


async def count_deadlines(tx: Transaction, game: int, users: Collection[int], kept: bool) -> None:
    """A deadline of each of these people was kept or missed; none counts in a game that is unrated."""
    for user in sorted(users):
        row = await tx.one("SELECT guild_id, unrated FROM game WHERE id = ?", game)
        if row["unrated"]:
            return
        guild = row["guild_id"]
        # Written before it is read: another game of the server may count one of the same person, and has to wait.
        counted = await tx.one(
            "INSERT INTO reliability VALUES (?, ?, 0, 0, 0, 0, ?) ON CONFLICT (guild_id, user_id) DO UPDATE"
            " SET at = reliability.at RETURNING *",
            guild, user, tx.now,
        )  # fmt: skip
        known = _reliability(counted).with_one(kept, tx.now)
        await tx.write(
            "UPDATE reliability SET kept = ?, missed = ?, kept_weight = ?, missed_weight = ?, at = ?"
            " WHERE guild_id = ? AND user_id = ?",
            known.kept, known.missed, known.kept_weight, known.missed_weight, known.at, guild, user,
        )  # fmt: skip


def _finishes(ended: Iterable[TableRow], seats: Iterable[TableRow]) -> tuple[Finish, ...]:
    results: dict[int, list[Result]] = {}
    for row in seats:
        results.setdefault(row["game_id"], []).append(_result(row))
    return tuple(_finish(row, tuple(results.get(row["game_id"], ()))) for row in ended)


def _finish(row: TableRow, results: tuple[Result, ...]) -> Finish:
    return Finish(
        game=row["game_id"],
        category=row["category"],
        turns=row["turns"],
        handoffs=row["handoffs"],
        began_at=row["began_at"],
        ended_at=row["ended_at"],
        rated=bool(row["rated"]),
        results=results,
    )


def _result(row: TableRow) -> Result:
    slayer = None if row["slayer"] is None else Seat(row["slayer"])
    standing = Standing(row["place"], row["points"], slayer, json.loads(row["figures"]))
    return Result(Seat(row["seat"]), row["user_id"], standing, row["seconds"], row["name"])


def _reliability(row: TableRow) -> Reliability:
    return Reliability(row["kept"], row["missed"], row["kept_weight"], row["missed_weight"], row["at"])
