"""The SQL of those who only watch: what they foretell, where games are followed, and who knows too much of one.

A part of the store. Each public method is one transaction; `_close_questions` and `_get_up` belong into one that is
open.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import replace

from cogs.house.absences import Absences
from cogs.house.drafts import Draft, Row
from cogs.house.records import Closing, Game, Prediction, Ranked, Sought, Status, points
from cogs.house.requests import game_of


class Watchers(Absences):
    """Each public method is one transaction."""

    # Who may look

    async def sought(self, games: Collection[int], user: int, channel: int) -> tuple[Sought, ...]:
        """Those of some games that there are, as a person asks for them in a channel, the newest first."""
        rows = await self._read(
            "SELECT game.*, EXISTS (SELECT 1 FROM seat WHERE game_id = game.id AND user_id = ?2) AS sits,"
            " EXISTS (SELECT 1 FROM follower WHERE game_id = game.id AND user_id = ?2)"
            " OR EXISTS (SELECT 1 FROM prediction WHERE game_id = game.id AND user_id = ?2) AS follows,"
            " EXISTS (SELECT 1 FROM relay WHERE game_id = game.id AND channel_id = ?3) AS relayed"
            " FROM game WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY id DESC",
            json.dumps(list(games)), user, channel,
        )  # fmt: skip
        return tuple(
            Sought(game_of(row), bool(row["sits"]), bool(row["follows"]), bool(row["relayed"])) for row in rows
        )

    # What is foretold

    async def predict(self, game: int, made: Prediction) -> bool:
        """Keeps a prediction in place of that person's one before; False if its question is closed."""
        async with self._transaction():
            if await self._all("SELECT 1 FROM question WHERE game_id = ? AND key = ?", game, made.question):
                return False
            await self._db.execute(
                "INSERT OR REPLACE INTO prediction (game_id, question, user_id, name, answer, sure)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (game, made.question, made.user, made.name, made.answer, made.sure),
            )
        return True

    async def withdraw(self, game: int, question: str, user: int) -> bool:
        """Deletes a person's prediction; False if its question is closed."""
        async with self._transaction():
            if await self._all("SELECT 1 FROM question WHERE game_id = ? AND key = ?", game, question):
                return False
            await self._db.execute(
                "DELETE FROM prediction WHERE game_id = ? AND question = ? AND user_id = ?", (game, question, user)
            )
        return True

    async def closed_questions(self, game: int) -> frozenset[str]:
        """What of a game nobody can foretell any more."""
        return frozenset(row["key"] for row in await self._read("SELECT key FROM question WHERE game_id = ?", game))

    async def predictions_of(self, game: int, user: int) -> tuple[Prediction, ...]:
        """What a person has foretold of a game, the latest last. For himself alone."""
        rows = await self._read("SELECT * FROM prediction WHERE game_id = ? AND user_id = ? ORDER BY rowid", game, user)
        return tuple(map(_prediction, rows))

    async def decided(self, game: int, question: str) -> tuple[str, tuple[Prediction, ...]]:
        """How a question was decided, and what was foretold of it, for everybody: the best first.

        The names of those who do not want to be named are empty.
        """
        async with self._reading():
            answer = await self._all("SELECT answer FROM question WHERE game_id = ? AND key = ?", game, question)
            rows = await self._all(
                "SELECT prediction.*, unnamed.user_id IS NOT NULL AS hidden FROM prediction"
                " LEFT JOIN unnamed ON unnamed.user_id = prediction.user_id"
                " WHERE game_id = ? AND question = ? AND points IS NOT NULL ORDER BY points DESC, prediction.rowid",
                game, question,
            )  # fmt: skip
        found = (replace(_prediction(row), name="" if row["hidden"] else row["name"]) for row in rows)
        return answer[0]["answer"] if answer else "", tuple(found)

    async def ranked(self, guild: int, ruleset: str) -> tuple[Ranked, ...]:
        """Who has foretold anything decided in a server's games of a ruleset, the best first; all their names."""
        rows = await self._read(
            # of columns that are no sums SQLite takes those of the row with the maximum: the latest name
            "SELECT prediction.user_id AS user, prediction.name AS name, max(prediction.rowid), sum(points) AS points,"
            " count(*) AS made, sum(prediction.answer = question.answer) AS right,"
            " unnamed.user_id IS NOT NULL AS hidden"
            " FROM prediction JOIN game ON game.id = prediction.game_id"
            " JOIN question ON question.game_id = prediction.game_id AND question.key = prediction.question"
            " LEFT JOIN unnamed ON unnamed.user_id = prediction.user_id"
            " WHERE game.guild_id = ? AND game.ruleset = ? AND points IS NOT NULL AND NOT game.unrated"
            " GROUP BY prediction.user_id ORDER BY points DESC, made, prediction.user_id",
            guild,
            ruleset,
        )
        return tuple(
            Ranked(row["user"], row["name"], row["points"], row["made"], row["right"], bool(row["hidden"]))
            for row in rows
        )

    async def is_named(self, user: int) -> bool:
        """Whether a person's name stands at what he did."""
        return not await self._read("SELECT 1 FROM unnamed WHERE user_id = ?", user)

    async def name(self, user: int, named: bool) -> None:
        """Has a person's name stand at what he did, or not."""
        sql = "DELETE FROM unnamed WHERE user_id = ?" if named else "INSERT OR IGNORE INTO unnamed VALUES (?)"
        async with self._transaction():
            await self._db.execute(sql, (user,))

    async def _close_questions(self, game: int, closing: Closing) -> None:
        """Closes questions, gives the points for those that are decided, and has that told if anybody foretold them.

        What was decided once stays decided, whatever becomes of the game when it goes back.
        """
        told = []
        for key, answer in closing.questions.items():
            known = await self._all("SELECT answer FROM question WHERE game_id = ? AND key = ?", game, key)
            if known and (known[0]["answer"] or not answer):
                continue
            await self._db.execute("INSERT OR REPLACE INTO question VALUES (?, ?, ?)", (game, key, answer))
            made = await self._all("SELECT * FROM prediction WHERE game_id = ? AND question = ?", game, key)
            if not answer or not made:
                continue
            told.append(key)
            await self._db.executemany(
                "UPDATE prediction SET points = ? WHERE game_id = ? AND question = ? AND user_id = ?",
                [(points(row["sure"], row["answer"] == answer), game, key, row["user_id"]) for row in made],
            )
        if told:
            await self._enqueue(game, [replace(closing.told, body="\n".join(told))])

    # Channels that follow a game

    async def relays(self, game: int) -> frozenset[int]:
        """The channels that follow a game."""
        rows = await self._read("SELECT channel_id FROM relay WHERE game_id = ?", game)
        return frozenset(row["channel_id"] for row in rows)

    async def relayed_to(self, game: int, channel: int) -> int | None:
        """The server of a channel that follows a game; None if it does not."""
        rows = await self._read("SELECT guild_id FROM relay WHERE game_id = ? AND channel_id = ?", game, channel)
        return rows[0]["guild_id"] if rows else None

    async def followed_in(self, guild: int) -> tuple[tuple[Game, int], ...]:
        """The games that channels of a server follow, the newest first, each with each such channel."""
        rows = await self._read(
            "SELECT game.*, relay.channel_id AS told_in FROM relay JOIN game ON game.id = game_id"
            " WHERE relay.guild_id = ? ORDER BY game.id DESC, told_in",
            guild,
        )
        return tuple((game_of(row), row["told_in"]) for row in rows)

    async def relay(self, game: int, guild: int, channel: int, present: Draft | None) -> None:
        """Has a channel told of a game from now on, of how it stands at `present` first."""
        async with self._transaction():
            known = await self._all("SELECT 1 FROM relay WHERE game_id = ? AND channel_id = ?", game, channel)
            if known:
                return
            await self._db.execute("INSERT INTO relay VALUES (?, ?, ?)", (game, channel, guild))
            if present is not None:
                await self._insert(game, present, None, channel)

    async def unrelay(self, game: int, channel: int) -> bool:
        """Has a channel told of a game no longer; False if it was not."""
        async with self._transaction():
            cursor = await self._db.execute("DELETE FROM relay WHERE game_id = ? AND channel_id = ?", (game, channel))
            return cursor.rowcount > 0

    async def relay_gone(self, row: Row, error: str) -> None:
        """Notes that a channel that followed games is gone."""
        async with self._transaction():
            await self._done(row, None, error)
            await self._db.execute("DELETE FROM relay WHERE channel_id = ?", (row.relay,))

    async def follow_over(self, row: Row, error: str) -> None:
        """Notes that a person who follows a game may not look at it any more: they get nothing from now on."""
        async with self._transaction():
            await self._done(row, None, error)
            await self._db.execute("DELETE FROM follower WHERE game_id = ? AND user_id = ?", (row.game, row.user))

    # Who knows more than everybody

    async def is_insider(self, game: int, user: int) -> bool:
        """Whether a person once sat at a game that still runs, or has looked at it opened."""
        return bool(await self._read("SELECT 1 FROM insider WHERE game_id = ? AND user_id = ?", game, user))

    async def others_sat(self, game: int, user: int) -> bool:
        """Whether anybody but a person once sat at a game that still runs."""
        return bool(
            await self._read("SELECT 1 FROM insider WHERE game_id = ? AND user_id <> ? AND NOT saw LIMIT 1", game, user)
        )

    async def inside_of(self, guild: int, user: int) -> frozenset[int]:
        """The running games of a server at which a person sits, or did, or which they have seen opened."""
        rows = await self._read(
            "SELECT id FROM game WHERE guild_id = ?1 AND status = 'running' AND ("
            " EXISTS (SELECT 1 FROM seat WHERE game_id = game.id AND user_id = ?2)"
            " OR EXISTS (SELECT 1 FROM insider WHERE game_id = game.id AND user_id = ?2))",
            guild, user,
        )  # fmt: skip
        return frozenset(row["id"] for row in rows)

    async def saw(self, game: int, user: int) -> None:
        """Notes that a person has looked at a game opened."""
        async with self._transaction():
            await self._db.execute(
                "INSERT OR IGNORE INTO insider (game_id, user_id, saw) VALUES (?, ?, 1)", (game, user)
            )

    async def onlookers(self, game: int) -> frozenset[int]:
        """Who has looked at a running game opened."""
        rows = await self._read("SELECT user_id FROM insider WHERE game_id = ? AND saw", game)
        return frozenset(row["user_id"] for row in rows)

    async def keep_late(self, game: Game, drafts: Iterable[Draft]) -> bool:
        """Keeps how late a game is opened; False if it is no longer in `game.status`."""
        async with self._transaction():
            cursor = await self._db.execute(
                "UPDATE game SET late = ? WHERE id = ? AND status = ?", (game.late, game.id, game.status.value)
            )
            await self._enqueue(game.id, drafts if cursor.rowcount else ())
            return cursor.rowcount > 0

    async def _get_up(self, game: Game) -> None:
        """Notes who sits at a running game, before others may; to be asked of once he has got up."""
        if game.status is Status.RUNNING:
            await self._db.execute(
                "INSERT OR IGNORE INTO insider (game_id, user_id, seat) SELECT game_id, user_id, seat FROM seat"
                " WHERE game_id = ? AND user_id IS NOT NULL",
                (game.id,),
            )

    async def _sit_down(self, game: int) -> None:
        """Whoever sits down foretells nothing any more that is not decided yet."""
        await self._db.execute(
            "DELETE FROM prediction WHERE game_id = ?1 AND points IS NULL"
            " AND user_id IN (SELECT user_id FROM seat WHERE game_id = ?1)",
            (game,),
        )


def _prediction(row: sqlite3.Row) -> Prediction:
    return Prediction(row["question"], row["user_id"], row["name"], row["answer"], row["sure"], row["points"])
