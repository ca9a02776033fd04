"""The SQL of those who only watch: what they foretell, where games are followed, and who knows too much of one.

A part of the store.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.store.database import Database, TableRow, Transaction
from cogs.house.store.game_rows import game_of
from cogs.house.store.outbox_rows import add_row, enqueue, finish_row
from cogs.house.values.drafts import PostDraft, PostRow
from cogs.house.values.records import ClosedQuestions, Game, Prediction, Ranked, Status, points
from engine.core import Seat


@dataclass
class PredictionStore:
    """What those who only watch foretell of games."""

    db: Database

    async def make(self, game: int, made: Prediction) -> bool:
        """Keeps a prediction in place of that person's one before; False if its question is closed."""
        async with self.db.transaction(game=game) as tx:  # not quiet: whoever foretells must not sit down meanwhile
            if await tx.read("SELECT 1 FROM question WHERE game_id = ? AND key = ?", game, made.question):
                return False
            await _delete(tx, game, made.question, made.user)  # so that the new one is the latest
            await tx.write(
                "INSERT INTO prediction (game_id, question, user_id, name, answer, sure) VALUES (?, ?, ?, ?, ?, ?)",
                game, made.question, made.user, made.name, made.answer, made.sure,
            )  # fmt: skip
        return True

    async def withdraw(self, game: int, question: str, user: int) -> bool:
        """Deletes a person's prediction; False if its question is closed."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            if await tx.read("SELECT 1 FROM question WHERE game_id = ? AND key = ?", game, question):
                return False
            await _delete(tx, game, question, user)
        return True

    async def closed(self, game: int) -> frozenset[str]:
        """What of a game nobody can foretell any more."""
        return frozenset(row["key"] for row in await self.db.read("SELECT key FROM question WHERE game_id = ?", game))

    async def of(self, game: int, user: int) -> tuple[Prediction, ...]:
        """What a person has foretold of a game, the latest last. For himself alone."""
        rows = await self.db.read(
            "SELECT * FROM prediction WHERE game_id = ? AND user_id = ? ORDER BY rowid", game, user
        )
        return tuple(map(_prediction, rows))

    async def decided(self, game: int, question: str) -> tuple[str, tuple[Prediction, ...]]:
        """How a question was decided, and what was foretold of it, for everybody: the best first.

        The names of those who do not want to be named are empty.
        """
        async with self.db.snapshot() as present:
            answer = await present.read("SELECT answer FROM question WHERE game_id = ? AND key = ?", game, question)
            rows = await present.read(
                "SELECT prediction.*, unnamed.user_id IS NOT NULL AS hidden FROM prediction"
                " LEFT JOIN unnamed ON unnamed.user_id = prediction.user_id"
                " WHERE game_id = ? AND question = ? AND points IS NOT NULL ORDER BY points DESC, prediction.rowid",
                game, question,
            )  # fmt: skip
        found = (replace(_prediction(row), name="" if row["hidden"] else row["name"]) for row in rows)
        return answer[0]["answer"] if answer else "", tuple(found)

    async def ranked(self, guild: int, ruleset: str) -> tuple[Ranked, ...]:
        """Who has foretold anything decided in a server's games of a ruleset, the best first; all their names."""
        rows = await self.db.read(
            "SELECT person, max(CASE WHEN place = 1 THEN name END) AS latest, CAST(sum(points) AS BIGINT) AS won,"
            " count(*) AS made, count(hit) AS hits,"
            " EXISTS (SELECT 1 FROM unnamed WHERE unnamed.user_id = person) AS hidden"
            " FROM (SELECT prediction.user_id AS person, prediction.name AS name, points,"
            "  CASE WHEN prediction.answer = question.answer THEN 1 END AS hit,"
            "  row_number() OVER (PARTITION BY prediction.user_id ORDER BY prediction.rowid DESC) AS place"
            "  FROM prediction JOIN game ON game.id = prediction.game_id"
            "  JOIN question ON question.game_id = prediction.game_id AND question.key = prediction.question"
            "  WHERE game.guild_id = ? AND game.ruleset = ? AND points IS NOT NULL AND NOT game.unrated) AS decided"
            " GROUP BY person ORDER BY won DESC, made, person",
            guild, ruleset,
        )  # fmt: skip
        return tuple(
            Ranked(row["person"], row["latest"], row["won"], row["made"], row["hits"], bool(row["hidden"]))
            for row in rows
        )


@dataclass
class SpectatorStore:
    """Who follows games: people, who get their news, and channels of any server, where they are told too."""

    db: Database

    async def follow(self, game: int, user: int, follows: bool) -> None:
        """Has a person sent the news of a game, or no longer."""
        sql = "INSERT INTO follower VALUES (?, ?) ON CONFLICT DO NOTHING"
        if not follows:
            sql = "DELETE FROM follower WHERE game_id = ? AND user_id = ?"
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write(sql, game, user)

    async def follows(self, game: int, user: int) -> bool:
        """Whether a person has the news of a game sent."""
        return bool(await self.db.read("SELECT 1 FROM follower WHERE game_id = ? AND user_id = ?", game, user))

    async def relays(self, game: int) -> frozenset[int]:
        """The channels that follow a game."""
        rows = await self.db.read("SELECT channel_id FROM relay WHERE game_id = ?", game)
        return frozenset(row["channel_id"] for row in rows)

    async def relayed_to(self, game: int, channel: int) -> int | None:
        """The server of a channel that follows a game; None if it does not."""
        rows = await self.db.read("SELECT guild_id FROM relay WHERE game_id = ? AND channel_id = ?", game, channel)
        return rows[0]["guild_id"] if rows else None

    async def followed_in(self, guild: int) -> tuple[tuple[Game, int], ...]:
        """The games that channels of a server follow, the newest first, each with each such channel."""
        rows = await self.db.read(
            "SELECT game.*, relay.channel_id AS told_in FROM relay JOIN game ON game.id = game_id"
            " WHERE relay.guild_id = ? ORDER BY game.id DESC, told_in",
            guild,
        )
        return tuple((game_of(row), row["told_in"]) for row in rows)

    async def relay(self, game: int, guild: int, channel: int, present: PostDraft | None) -> None:
        """Has a channel told of a game from now on, of how it stands at `present` first."""
        async with self.db.transaction(game=game) as tx:
            known = await tx.read("SELECT 1 FROM relay WHERE game_id = ? AND channel_id = ?", game, channel)
            if known:
                return
            await tx.write("INSERT INTO relay VALUES (?, ?, ?)", game, channel, guild)
            if present is not None:
                await add_row(tx, game, present, None, channel)

    async def unrelay(self, game: int, channel: int) -> bool:
        """Has a channel told of a game no longer; False if it was not."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            return await tx.write("DELETE FROM relay WHERE game_id = ? AND channel_id = ?", game, channel) > 0

    async def relay_gone(self, row: PostRow, error: str) -> None:
        """Notes that a channel that followed games is gone."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if await finish_row(tx, row, None, error):
                await tx.write("DELETE FROM relay WHERE channel_id = ?", row.relay)

    async def follow_over(self, row: PostRow, error: str) -> None:
        """Notes that a person who follows a game may not look at it any more: they get nothing from now on."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if await finish_row(tx, row, None, error):
                await tx.write("DELETE FROM follower WHERE game_id = ? AND user_id = ?", row.game, row.user)


@dataclass
class InsiderStore:
    """Who knows more of a running game than everybody: who sat there, and who has looked at it opened."""

    db: Database

    async def includes(self, game: int, user: int) -> bool:
        """Whether a person once sat at a game that still runs, or has looked at it opened."""
        return bool(await self.db.read("SELECT 1 FROM insider WHERE game_id = ? AND user_id = ?", game, user))

    async def sat_in(self, game: int, user: int) -> frozenset[Seat]:
        """The seats on which a person has sat in a game that runs, and no longer does: he knows more than everybody."""
        rows = await self.db.read("SELECT seat FROM insider WHERE game_id = ? AND user_id = ? AND NOT saw", game, user)
        return frozenset(Seat(row["seat"]) for row in rows)

    async def others_sat(self, game: int, user: int) -> bool:
        """Whether anybody but a person once sat at a game that still runs."""
        return bool(
            await self.db.read(
                "SELECT 1 FROM insider WHERE game_id = ? AND user_id <> ? AND NOT saw LIMIT 1", game, user
            )
        )

    async def inside_of(self, guild: int, user: int) -> frozenset[int]:
        """The running games of a server at which a person sits, or did, or which they have seen opened."""
        rows = await self.db.read(
            "SELECT id FROM game WHERE guild_id = ?1 AND status = 'running' AND ("
            " EXISTS (SELECT 1 FROM seat WHERE game_id = game.id AND user_id = ?2)"
            " OR EXISTS (SELECT 1 FROM insider WHERE game_id = game.id AND user_id = ?2))",
            guild, user,
        )  # fmt: skip
        return frozenset(row["id"] for row in rows)

    async def saw(self, game: int, user: int) -> None:
        """Notes that a person has looked at a game opened."""
        async with self.db.transaction(game=game) as tx:  # not quiet: whoever looks must not sit down meanwhile
            await tx.write(
                "INSERT INTO insider (game_id, user_id, saw) VALUES (?, ?, TRUE) ON CONFLICT DO NOTHING", game, user
            )

    async def onlookers(self, game: int) -> frozenset[int]:
        """Who has looked at a running game opened."""
        rows = await self.db.read("SELECT user_id FROM insider WHERE game_id = ? AND saw", game)
        return frozenset(row["user_id"] for row in rows)


async def close_questions(tx: Transaction, game: int, closing: ClosedQuestions) -> None:
    """Closes questions, gives the points for those that are decided, and has that told if anybody foretold them.

    What was decided once stays decided, whatever becomes of the game when it goes back.
    """
    told = []
    for key, answer in closing.questions.items():
        known = await tx.read("SELECT answer FROM question WHERE game_id = ? AND key = ?", game, key)
        if known and (known[0]["answer"] or not answer):
            continue
        await tx.write(
            "INSERT INTO question VALUES (?, ?, ?) ON CONFLICT (game_id, key) DO UPDATE SET answer = excluded.answer",
            game, key, answer,
        )  # fmt: skip
        made = await tx.read("SELECT * FROM prediction WHERE game_id = ? AND question = ?", game, key)
        if not answer or not made:
            continue
        told.append(key)
        await tx.write_each(
            "UPDATE prediction SET points = ? WHERE game_id = ? AND question = ? AND user_id = ?",
            [(points(row["sure"], row["answer"] == answer), game, key, row["user_id"]) for row in made],
        )
    if told:
        await enqueue(tx, game, [replace(closing.told, body="\n".join(told))])


async def note_insiders(tx: Transaction, game: Game) -> None:
    """Notes who sits at a running game, before others may; to be asked of once he has got up."""
    if game.status is Status.RUNNING:
        await tx.write(
            "INSERT INTO insider (game_id, user_id, seat) SELECT game_id, user_id, seat FROM seat"
            " WHERE game_id = ? AND user_id IS NOT NULL ON CONFLICT DO NOTHING",
            game.id,
        )


async def drop_predictions(tx: Transaction, game: int) -> None:
    """Whoever sits down foretells nothing any more that is not decided yet."""
    await tx.write(
        "DELETE FROM prediction WHERE game_id = ?1 AND points IS NULL"
        " AND user_id IN (SELECT user_id FROM seat WHERE game_id = ?1)",
        game,
    )


async def _delete(tx: Transaction, game: int, question: str, user: int) -> None:
    await tx.write("DELETE FROM prediction WHERE game_id = ? AND question = ? AND user_id = ?", game, question, user)


def _prediction(row: TableRow) -> Prediction:
    return Prediction(row["question"], row["user_id"], row["name"], row["answer"], row["sure"], row["points"])
