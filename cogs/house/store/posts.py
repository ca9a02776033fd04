"""The SQL of what stands once it was told: the live card, the lobby post, the threads; and who can be told at all.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cogs.house.store.database import Database, TableRow, Transaction
from cogs.house.store.outbox_rows import REPLACED, add_row, enqueue, finish_row
from cogs.house.values.drafts import LiveCard, Message, PostDraft, PostKind, PostPlace, PostRow, Thread
from cogs.house.values.records import Status, seats_of
from engine.core import Seat

CARD = (
    "SELECT card.*, coalesce(done_at, posted_at) AS shown_at FROM card LEFT JOIN outbox ON outbox.id = row_id"
    " WHERE card.game_id = ?"
)


@dataclass
class CardStore:
    """The posts of games that show the present: the live card, and before it the lobby post."""

    db: Database

    async def live(self, game: int) -> LiveCard | None:
        """The live card of a game."""
        rows = await self.db.read(CARD, game)
        return _card(rows[0]) if rows else None

    async def called(self, row: PostRow) -> frozenset[Seat]:
        """The seats that the game was handed to since the live card last showed something, up to a row."""
        rows = await self.db.read(
            "SELECT body FROM outbox WHERE game_id = ?1 AND kind = 'card' AND id <= ?2"
            " AND id > coalesce((SELECT row_id FROM card WHERE game_id = ?1), 0)",
            row.game, row.id,
        )  # fmt: skip
        return frozenset(seat for each in rows for seat in seats_of(each["body"]))

    async def shows(self, row: PostRow, message: Message, line: str) -> None:
        """Notes that the live card shows a row: the same message as before, or a new one in its place.

        `line` is what will be left of it; all of it but its buttons if that is empty, as of a post that belongs to the
        story. Where it is a new one the older is put away, and the new one gets its pin.
        """
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if not await finish_row(tx, row, message):
                return
            rows = await tx.read(CARD, row.game)
            old = _card(rows[0]) if rows else None
            if old is not None and old.message == message:
                await tx.write("UPDATE card SET row_id = ?, line = ? WHERE game_id = ?", row.id, line, row.game)
                return
            await tx.write(
                "INSERT INTO card (game_id, row_id, message_id, posted_at, line) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (game_id) DO UPDATE SET row_id = excluded.row_id, message_id = excluded.message_id,"
                " posted_at = excluded.posted_at, line = excluded.line, pinned = FALSE",
                row.game, row.id, str(message), tx.now, line,
            )  # fmt: skip
            await _tidy(tx, row, old)

    async def pinned(self, row: PostRow) -> None:
        """Notes that older cards are tidied away, and that the present one has its pin."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if await finish_row(tx, row, None):
                await tx.write("UPDATE card SET pinned = TRUE WHERE game_id = ?", row.game)

    async def lobby_post(self, game: int) -> Message | None:
        """The lobby post of a game, if it ever got one where it is played now."""
        rows = await self.db.read("SELECT message_id FROM lobby_post WHERE game_id = ?", game)
        return Message.of(rows[0]["message_id"]) if rows else None

    async def lobby_shown(self, row: PostRow, message: Message) -> None:
        """Notes that a message is the lobby post, and shows what a row asked for."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if not await finish_row(tx, row, message):
                return
            await tx.write(
                "INSERT INTO lobby_post VALUES (?, ?)"
                " ON CONFLICT (game_id) DO UPDATE SET message_id = excluded.message_id",
                row.game, str(message),
            )  # fmt: skip


@dataclass
class ThreadStore:
    """The places of games beside their channels, each with its thread."""

    db: Database

    async def at(self, game: int, key: str, world: str) -> Thread:
        """What is known of a place in a world."""
        async with self.db.snapshot() as present:
            refused = (await present.one("SELECT max(refused_at) AS at FROM place WHERE game_id = ?", game))["at"]
            rows = await present.read("SELECT * FROM place WHERE game_id = ? AND key = ?", game, key)
        if not rows:  # nothing was ever told there
            return Thread(PostPlace(key), None, 0.0, refused)
        row = rows[0]
        there, _, number = (row["thread_id"] or "").rpartition(":")
        place = PostPlace(row["key"], row["name"])
        known = int(number) if there == world else None
        return Thread(place, known, row["posted_at"], refused, None if known is None else row["locked_at"])

    async def game_in(self, world: str, thread: int, within: Collection[Status]) -> int | None:
        """The game that is told in a thread, if it is in one of these states."""
        rows = await self.db.read(
            "SELECT game.id, status FROM game JOIN place ON game_id = game.id WHERE thread_id = ?", f"{world}:{thread}"
        )
        return next((row["id"] for row in rows if Status(row["status"]) in within), None)

    async def all(self, world: str) -> frozenset[int]:
        """The threads of all games in a world."""
        rows = await self.db.read("SELECT thread_id FROM place WHERE thread_id IS NOT NULL")
        parts = (row["thread_id"].rpartition(":") for row in rows)
        return frozenset(int(number) for there, _, number in parts if there == world)

    async def keep(self, game: int, key: str, world: str, thread: int | None) -> None:
        """Keeps the thread of a place; None if it is gone."""
        kept = None if thread is None else f"{world}:{thread}"
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write(
                "UPDATE place SET thread_id = ?, posted_at = ?, refused_at = NULL, locked_at = NULL"
                " WHERE game_id = ? AND key = ?",
                kept, tx.now, game, key,
            )  # fmt: skip

    async def refuse(self, game: int, key: str, locked: bool, notice: PostDraft | None) -> None:
        """Notes that Discord would not have a thread of this place, or that the one there is `locked`.

        The host is told if they can mend it.
        """
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write(
                "UPDATE place SET locked_at = CASE WHEN ?1 THEN ?2 ELSE locked_at END,"
                " refused_at = CASE WHEN ?1 THEN refused_at ELSE ?2 END WHERE game_id = ?3 AND key = ?4",
                locked, tx.now, game, key,
            )  # fmt: skip
            await enqueue(tx, game, [notice] if notice is not None else [])


@dataclass
class DirectMessageStore:
    """Whose direct messages are closed, and what they have missed."""

    db: Database

    async def closed(self, user: int, again: float) -> bool:
        """Whether a person's direct messages are closed and were tried within the last `again` seconds."""
        rows = await self.db.read(
            "SELECT 1 FROM closed WHERE user_id = ? AND tried_at > ?", user, self.db.now() - again
        )
        return bool(rows)

    async def undeliverable(
        self, row: PostRow, user: int, error: str, tried: bool, drafts: Iterable[PostDraft] = ()
    ) -> None:
        """Gives up a row for a person whose direct messages are closed, and has everybody told once that it waits.

        The `drafts` follow from it as they would have from its delivery.

        Only so of a seat's own things: that there was something else for a person is nobody else's business.
        """
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if not await finish_row(tx, row, None, error):
                return
            await tx.write(
                "INSERT INTO closed VALUES (?1, ?2, ?2, TRUE) ON CONFLICT (user_id) DO UPDATE"
                " SET owed = TRUE, tried_at = CASE WHEN ?3 THEN excluded.tried_at ELSE closed.tried_at END",
                user, tx.now, tried,
            )  # fmt: skip
            await enqueue(tx, row.game, drafts)
            told = await tx.read(
                "SELECT 1 FROM outbox, closed"
                " WHERE closed.user_id = ? AND game_id = ? AND kind = ? AND body = ? AND created_at >= since",
                user, row.game, PostKind.WAITS.value, str(row.seat),
            )  # fmt: skip
            if not told and row.kind is PostKind.HAND:
                await enqueue(tx, row.game, [PostDraft(PostKind.WAITS, None, row.seq, str(row.seat))])

    async def reachable(self, user: int) -> None:
        """Forgets that a person's direct messages were closed."""
        if await self.db.read("SELECT 1 FROM closed WHERE user_id = ?", user):
            async with self.db.transaction(person=user, quiet=True) as tx:
                await tx.write("DELETE FROM closed WHERE user_id = ?", user)

    async def owed(self, user: int) -> bool:
        """Whether something for this person was not delivered since he was last told; he counts as told now."""
        if not await self.db.read("SELECT 1 FROM closed WHERE user_id = ? AND owed", user):
            return False
        async with self.db.transaction(person=user, quiet=True) as tx:
            return await tx.write("UPDATE closed SET owed = FALSE WHERE user_id = ? AND owed", user) > 0


async def _tidy(tx: Transaction, row: PostRow, old: LiveCard | None) -> None:
    """Has an older card put away and the present one pinned; what is owed of older ones stays if one is pinned."""
    for owed in await tx.read(
        "SELECT id, body FROM outbox WHERE game_id = ? AND kind = ? AND owed AND done_at IS NULL",
        row.game, PostKind.TIDY.value,
    ):  # fmt: skip
        if not owed["body"] or owed["body"].split(" ", 2)[1] == "0":
            await tx.write("UPDATE outbox SET done_at = ?, error = ? WHERE id = ?", tx.now, REPLACED, owed["id"])
    body = "" if old is None else f"{old.message} {int(old.pinned)} {old.line}"
    await add_row(tx, row.game, PostDraft(PostKind.TIDY, None, row.seq, body), None)


def _card(row: TableRow) -> LiveCard:
    message, shown = Message.of(row["message_id"]), row["shown_at"]
    return LiveCard(row["row_id"], message, row["posted_at"], bool(row["pinned"]), row["line"], shown)
