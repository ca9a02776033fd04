"""The SQL of what stands once it was told: the live card, the lobby post, the places; and who can be told at all.

A part of the store. Each public method is one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from cogs.house.drafts import Card, Draft, Kind, Message, Place, Row, Thread
from cogs.house.outgoing import REPLACED, Outgoing
from cogs.house.records import Status, seats_of
from engine.core import Seat

CARD = (
    "SELECT card.*, coalesce(done_at, posted_at) AS shown_at FROM card LEFT JOIN outbox ON outbox.id = row_id"
    " WHERE card.game_id = ?"
)


class Posted(Outgoing):
    """What of the store says where things stand."""

    # The live card

    async def card(self, game: int) -> Card | None:
        """The live card of a game."""
        rows = await self._read(CARD, game)
        return _card(rows[0]) if rows else None

    async def called(self, row: Row) -> frozenset[Seat]:
        """The seats that the game was handed to since the live card last showed something, up to a row."""
        rows = await self._read(
            "SELECT body FROM outbox WHERE game_id = ?1 AND kind = 'card' AND id <= ?2"
            " AND id > coalesce((SELECT row_id FROM card WHERE game_id = ?1), 0)",
            row.game, row.id,
        )  # fmt: skip
        return frozenset(seat for each in rows for seat in seats_of(each["body"]))

    async def card_shows(self, row: Row, message: Message, line: str) -> None:
        """Notes that the live card shows a row: the same message as before, or a new one in its place.

        `line` is what will be left of it; all of it but its buttons if that is empty, as of a post that belongs to the
        story. Where it is a new one the older is put away, and the new one gets its pin.
        """
        async with self._transaction():
            await self._done(row, message)
            old = await self._card(row.game)
            if old is not None and old.message == message:
                await self._db.execute(
                    "UPDATE card SET row_id = ?, line = ? WHERE game_id = ?", (row.id, line, row.game)
                )
                return
            await self._db.execute(
                "INSERT OR REPLACE INTO card (game_id, row_id, message_id, posted_at, line) VALUES (?, ?, ?, ?, ?)",
                (row.game, row.id, str(message), self._now(), line),
            )
            await self._tidy(row, old)

    async def card_pinned(self, row: Row) -> None:
        """Notes that older cards are tidied away, and that the present one has its pin."""
        async with self._transaction():
            await self._done(row, None)
            await self._db.execute("UPDATE card SET pinned = 1 WHERE game_id = ?", (row.game,))

    async def _card(self, game: int) -> Card | None:
        rows = await self._all(CARD, game)
        return _card(rows[0]) if rows else None

    async def _tidy(self, row: Row, old: Card | None) -> None:
        """Has an older card put away and the present one pinned; what is owed of older ones stays if one is pinned."""
        for owed in await self._all(
            "SELECT id, body FROM outbox WHERE game_id = ? AND kind = ? AND owed AND done_at IS NULL",
            row.game, Kind.TIDY.value,
        ):  # fmt: skip
            if not owed["body"] or owed["body"].split(" ", 2)[1] == "0":
                await self._db.execute(
                    "UPDATE outbox SET done_at = ?, error = ? WHERE id = ?", (self._now(), REPLACED, owed["id"])
                )
        body = "" if old is None else f"{old.message} {int(old.pinned)} {old.line}"
        await self._insert(row.game, Draft(Kind.TIDY, None, row.seq, body), None)

    # The lobby post

    async def lobby_post(self, game: int) -> Message | None:
        """The lobby post of a game, if it ever got one where it is played now."""
        rows = await self._read("SELECT message_id FROM lobby_post WHERE game_id = ?", game)
        return Message.of(rows[0]["message_id"]) if rows else None

    async def lobby_shown(self, row: Row, message: Message) -> None:
        """Notes that a message is the lobby post, and shows what a row asked for."""
        async with self._transaction():
            await self._done(row, message)
            await self._db.execute("INSERT OR REPLACE INTO lobby_post VALUES (?, ?)", (row.game, str(message)))

    # Places

    async def thread(self, game: int, key: str, world: str) -> Thread:
        """What is known of a place in a world."""
        refused = await self._read("SELECT max(refused_at) AS at FROM place WHERE game_id = ?", game)
        rows = await self._read("SELECT * FROM place WHERE game_id = ? AND key = ?", game, key)
        if not rows:  # nothing was ever told there
            return Thread(Place(key), None, 0.0, refused[0]["at"])
        row = rows[0]
        there, _, number = (row["thread_id"] or "").rpartition(":")
        place = Place(row["key"], row["name"])
        known = int(number) if there == world else None
        return Thread(place, known, row["posted_at"], refused[0]["at"], None if known is None else row["locked_at"])

    async def told_in(self, world: str, thread: int, within: Collection[Status]) -> int | None:
        """The game that is told in a thread, if it is in one of these states."""
        rows = await self._read(
            "SELECT game.id, status FROM game JOIN place ON game_id = game.id WHERE thread_id = ?", f"{world}:{thread}"
        )
        return next((row["id"] for row in rows if Status(row["status"]) in within), None)

    async def threads(self, world: str) -> frozenset[int]:
        """The threads of all games in a world."""
        rows = await self._read("SELECT thread_id FROM place WHERE thread_id IS NOT NULL")
        parts = (row["thread_id"].rpartition(":") for row in rows)
        return frozenset(int(number) for there, _, number in parts if there == world)

    async def keep_thread(self, game: int, key: str, world: str, thread: int | None) -> None:
        """Keeps the thread of a place; None if it is gone."""
        kept = None if thread is None else f"{world}:{thread}"
        async with self._transaction():
            await self._db.execute(
                "UPDATE place SET thread_id = ?, posted_at = ?, refused_at = NULL, locked_at = NULL"
                " WHERE game_id = ? AND key = ?",
                (kept, self._now(), game, key),
            )

    async def refuse_thread(self, game: int, key: str, locked: bool, notice: Draft | None) -> None:
        """Notes that Discord would not have a thread of this place, or that the one there is `locked`.

        The host is told if they can mend it.
        """
        async with self._transaction():
            await self._db.execute(
                "UPDATE place SET locked_at = iif(?1, ?2, locked_at), refused_at = iif(?1, refused_at, ?2)"
                " WHERE game_id = ?3 AND key = ?4",
                (locked, self._now(), game, key),
            )
            await self._enqueue(game, [notice] if notice is not None else [])

    # Who follows a game

    async def follow(self, game: int, user: int, follows: bool) -> None:
        """Has a person sent the news of a game, or no longer."""
        sql = "INSERT OR IGNORE INTO follower VALUES (?, ?)"
        if not follows:
            sql = "DELETE FROM follower WHERE game_id = ? AND user_id = ?"
        async with self._transaction():
            await self._db.execute(sql, (game, user))

    async def follows(self, game: int, user: int) -> bool:
        """Whether a person has the news of a game sent."""
        return bool(await self._read("SELECT 1 FROM follower WHERE game_id = ? AND user_id = ?", game, user))

    # People whose direct messages are closed

    async def closed(self, user: int, again: float) -> bool:
        """Whether a person's direct messages are closed and were tried within the last `again` seconds."""
        rows = await self._read("SELECT 1 FROM closed WHERE user_id = ? AND tried_at > ?", user, self._now() - again)
        return bool(rows)

    async def undeliverable(self, row: Row, user: int, error: str, tried: bool, drafts: Iterable[Draft] = ()) -> None:
        """Gives up a row for a person whose direct messages are closed, and has everybody told once that it waits.

        The `drafts` follow from it as they would have from its delivery.

        Only so of a seat's own things: that there was something else for a person is nobody else's business.
        """
        now = self._now()
        async with self._transaction():
            await self._db.execute(
                "INSERT INTO closed VALUES (?, ?, ?, 1) ON CONFLICT (user_id)"
                " DO UPDATE SET owed = 1, tried_at = iif(?, excluded.tried_at, tried_at)",
                (user, now, now, tried),
            )
            await self._done(row, None, error)
            await self._enqueue(row.game, drafts)
            told = await self._all(
                "SELECT 1 FROM outbox, closed"
                " WHERE closed.user_id = ? AND game_id = ? AND kind = ? AND body = ? AND created_at >= since",
                user, row.game, Kind.WAITS.value, str(row.seat),
            )  # fmt: skip
            if not told and row.kind is Kind.HAND:
                await self._enqueue(row.game, [Draft(Kind.WAITS, None, row.seq, str(row.seat))])

    async def reachable(self, user: int) -> None:
        """Forgets that a person's direct messages were closed."""
        if await self._read("SELECT 1 FROM closed WHERE user_id = ?", user):
            async with self._transaction():
                await self._db.execute("DELETE FROM closed WHERE user_id = ?", (user,))

    async def owed(self, user: int) -> bool:
        """Whether something for this person was not delivered since he was last told; he counts as told now."""
        if not await self._read("SELECT 1 FROM closed WHERE user_id = ? AND owed", user):
            return False
        async with self._transaction():
            await self._db.execute("UPDATE closed SET owed = 0 WHERE user_id = ?", (user,))
        return True


def _card(row: sqlite3.Row) -> Card:
    message, shown = Message.of(row["message_id"]), row["shown_at"]
    return Card(row["row_id"], message, row["posted_at"], bool(row["pinned"]), row["line"], shown)
