"""The SQL of what is to be told: which rows of the outbox are due, and what became of them. A part of the store."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cogs.house.store.database import ALL, Database
from cogs.house.store.leases import PARTITIONS, Share
from cogs.house.store.outbox_rows import REPLACED, ROW_COLUMNS, enqueue, finish_row, readable, row_of
from cogs.house.store.times import LONGEST_PAUSE
from cogs.house.values.drafts import Message, PostDraft, PostKind, PostRow

SHORTEST_ASIDE, LONGEST_ASIDE = 60.0, 24 * 3600.0
"""Seconds for which a row rests that our own program could not deliver: the first time, and at most."""

SHORTEST_OWED, LONGEST_OWED = 30.0, 3600.0
"""Seconds after which what is owed is tried again: the first time, and at most. Mostly it is told when it may be."""


HEADS = (
    "SELECT head.* FROM sendable AS head WHERE not_before <= ?1 AND (?4 OR kind <> 'remind')"
    " AND head.id NOT IN (SELECT value FROM json_each(?2)) AND NOT EXISTS (SELECT 1 FROM sendable AS early"
    "  WHERE early.game_id = head.game_id AND early.id < head.id"
    "  AND early.seat IS NOT DISTINCT FROM head.seat AND early.user_id IS NOT DISTINCT FROM head.user_id"
    "  AND early.relay IS NOT DISTINCT FROM head.relay"
    "  AND (early.kind IN ('close', 'remind')) = (head.kind IN ('close', 'remind'))"
    "  AND (early.kind = 'ordered') = (head.kind = 'ordered')"
    "  AND (early.kind = 'lobby') = (head.kind = 'lobby')"
    "  AND (early.aside = 0 OR early.not_before <= ?1))"
)
OF_SHARE = " AND head.game_id % ?5 IN (SELECT value FROM json_each(?6))"
FIRST_DUE = " ORDER BY head.not_before, head.id LIMIT ?3"
NEXT = "SELECT min(not_before) AS next FROM outbox WHERE done_at IS NULL AND not_before > ?"
NEXT_OF_SHARE = " AND game_id % ? IN (SELECT value FROM json_each(?))"
"""What is due, and when the next is: of all games, or of a share of them."""

CLAIM = (
    "UPDATE outbox SET attempts = attempts + 1, tried_at = coalesce(tried_at, ?1), claimed_by = ?2"
    " WHERE id = ?3 AND done_at IS NULL"
    " AND (claimed_by = ?2 OR (attempts = ?4 AND claimed_by IS NOT DISTINCT FROM ?5)) RETURNING "
)


@dataclass(frozen=True, slots=True)
class Heads:
    """The rows to be delivered now, and when the next may be; None if nothing else waits.

    `unreadable` are those that this program cannot read: their numbers, their games, and why.
    """

    due: tuple[PostRow, ...]
    unreadable: tuple[tuple[int, int, Exception], ...] = ()
    next: float | None = None


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many rows are due or tried in vain, and for how many seconds the oldest has been; 0 without any."""

    due: int
    age: float


@dataclass
class OutboxStore:
    """What is to be told, and was."""

    db: Database

    async def enqueue(self, game: int, drafts: Iterable[PostDraft]) -> None:
        """Writes rows that follow from no entry, such as a reminder."""
        async with self.db.transaction(game=game) as tx:
            await enqueue(tx, game, drafts)

    async def heads(
        self, busy: Collection[int] = (), most: int = ALL, reminds: bool = True, share: Share = None
    ) -> Heads:
        """The first undelivered row for each target where it is due, those that became due first, at `most` so many.

        Only those of a `share` of the games.

        Those of `busy` are left out, which are being delivered, and unless it `reminds` what reminds somebody.

        Of games that are suspended, only what goes elsewhere: to persons by name, and to channels that follow them.
        While nobody may act, nobody is reminded of it. News of a battle wait until it has the place that they lead to.

        A row that is not due yet holds up what stands behind it, unless it was set aside: what follows it goes on as if
        it had been given up, and it comes whenever it can.
        """
        now = self.db.now()
        parts = () if share is None else (PARTITIONS, share)
        rows = await self.db.read(
            HEADS + (OF_SHARE if parts else "") + FIRST_DUE, now, list(busy), most, reminds, *parts
        )
        # What is written between the two is announced: whoever delivers looks again.
        (later,) = await self.db.read(NEXT + (NEXT_OF_SHARE if parts else ""), now, *parts)
        due, unreadable = readable(rows)
        return Heads(due, tuple((number, game, error) for number, game, _, error in unreadable), later["next"])

    async def backlog(self) -> Backlog:
        """What should have been told by now, but for what is set aside: of that nobody knows when it can be."""
        now = self.db.now()
        (row,) = await self.db.read(
            "SELECT count(*) AS due, min(coalesce(tried_at, not_before)) AS since FROM sendable"
            " WHERE aside = 0 AND not_before <= ? AND (tried_at IS NOT NULL OR not_before <= ?)",
            now + LONGEST_PAUSE, now,
        )  # fmt: skip
        return Backlog(row["due"], 0.0 if row["since"] is None else max(0.0, now - row["since"]))

    async def set_aside(self, game: int, row: int, error: str) -> None:
        """Notes that our own program could not read or deliver a row, which is tried again after a longer pause."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            rows = await tx.read("SELECT aside FROM outbox WHERE id = ? AND done_at IS NULL", row)
            for found in rows:
                rests = min(LONGEST_ASIDE, SHORTEST_ASIDE * 4.0 ** found["aside"])
                await tx.write(
                    "UPDATE outbox SET aside = aside + 1, attempts = CASE WHEN attempts < 1 THEN 1 ELSE attempts END,"
                    " not_before = ?, error = ?, claimed_by = NULL WHERE id = ?",
                    tx.now + rests, error, row,
                )  # fmt: skip

    async def owe(self, row: PostRow, error: str, drafts: Iterable[PostDraft]) -> None:
        """Notes that Discord does not permit what a row is for, which is set aside, and what follows from that."""
        rests = min(LONGEST_OWED, SHORTEST_OWED * 2.0 ** min(row.attempts - 1, 16))
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if await tx.write(
                "UPDATE outbox SET owed = TRUE, aside = aside + 1, not_before = ?, error = ?, claimed_by = NULL"
                " WHERE id = ? AND done_at IS NULL AND claimed_by IS NOT DISTINCT FROM ?",
                tx.now + rests, error, row.id, row.claimed_by,
            ):  # fmt: skip
                await enqueue(tx, row.game, drafts)

    async def owing_servers(self) -> frozenset[int]:
        """The servers in which something is owed, or games rest whose channel was not to be seen."""
        rows = await self.db.read(
            "SELECT guild_id FROM game WHERE suspended IS NOT NULL AND status <> 'ended'"
            " UNION SELECT guild_id FROM game JOIN outbox ON game_id = game.id WHERE owed AND done_at IS NULL"
        )
        return frozenset(row["guild_id"] for row in rows)

    async def owing_games(self) -> frozenset[int]:
        """The games in which something is owed."""
        rows = await self.db.read("SELECT DISTINCT game_id FROM outbox WHERE owed AND done_at IS NULL")
        return frozenset(row["game_id"] for row in rows)

    async def try_owed(self, game: int) -> None:
        """Has what is owed in a game tried at once."""
        if not await self.db.read("SELECT 1 FROM outbox WHERE game_id = ? AND owed AND done_at IS NULL LIMIT 1", game):
            return
        async with self.db.transaction(game=game) as tx:
            await tx.write(
                "UPDATE outbox SET not_before = ?1 WHERE game_id = ?2 AND owed AND done_at IS NULL AND not_before > ?1",
                tx.now, game,
            )  # fmt: skip

    async def try_owed_in(self, guilds: Collection[int]) -> tuple[tuple[int, int], ...]:
        """Has what is owed in the games of servers tried at once, and threads that were refused; those that rest.

        Of each of these its number and its channel.
        """
        found: list[tuple[int, int]] = []
        for guild in await self._with_something_to_tell(guilds):
            async with self.db.transaction(place=guild) as tx:
                await tx.write(
                    "UPDATE outbox SET not_before = ?1 WHERE owed AND done_at IS NULL AND not_before > ?1"
                    " AND game_id IN (SELECT id FROM game WHERE guild_id = ?2)",
                    tx.now, guild,
                )  # fmt: skip
                await tx.write(
                    "UPDATE place SET refused_at = NULL, locked_at = NULL"
                    " WHERE (refused_at IS NOT NULL OR locked_at IS NOT NULL) AND game_id IN"
                    " (SELECT id FROM game WHERE guild_id = ?)",
                    guild,
                )
                rows = await tx.read(
                    "SELECT id, channel_id FROM game WHERE suspended IS NOT NULL AND guild_id = ? ORDER BY id", guild
                )
            found += [(row["id"], row["channel_id"]) for row in rows]
        return tuple(found)

    async def _with_something_to_tell(self, guilds: Collection[int]) -> tuple[int, ...]:
        """Those of some servers with games that rest, or of which something is still to be told or has no thread."""
        rows = await self.db.read(
            "SELECT DISTINCT guild_id FROM game WHERE guild_id IN (SELECT value FROM json_each(?)) AND"
            " (suspended IS NOT NULL OR EXISTS (SELECT 1 FROM outbox WHERE game_id = game.id AND done_at IS NULL)"
            " OR EXISTS (SELECT 1 FROM place WHERE game_id = game.id"
            "  AND (refused_at IS NOT NULL OR locked_at IS NOT NULL))) ORDER BY guild_id",
            list(guilds),
        )
        return tuple(row["guild_id"] for row in rows)

    async def claim(self, row: PostRow) -> PostRow | None:
        """Counts an attempt of this process, after which the row does not change; None if it need not be sent any more,
        or if another process has claimed it since it was read."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            rows = await tx.read(CLAIM + ROW_COLUMNS, tx.now, self.db.process, row.id, row.attempts, row.claimed_by)
        return row_of(rows[0]) if rows else None

    async def row(self, row: int) -> PostRow:
        """An outbox row, delivered or not."""
        (found,) = await self.db.read("SELECT * FROM outbox WHERE id = ?", row)
        return row_of(found)

    async def shown_until(self, row: PostRow) -> int:
        """The entry up to which pictures have shown what happened in a row's place, before that; without any, the one
        before the first that was told there."""
        rows = await self.db.read(
            "SELECT min(seq) AS told,"
            " max(CASE WHEN kind IN ('picture', 'replay') AND message_id IS NOT NULL AND NOT struck THEN seq END)"
            " AS shown FROM outbox WHERE game_id = ? AND place = ?"
            " AND seat IS NULL AND user_id IS NULL AND relay IS NULL AND id < ?",
            row.game, row.place, row.id,
        )  # fmt: skip
        shown, told = rows[0]["shown"], rows[0]["told"]
        return shown if shown is not None else row.seq if told is None else told - 1

    async def known_among(self, messages: Collection[Message]) -> frozenset[Message]:
        """Those of some messages that are known to have come of a row."""
        rows = await self.db.read(
            "SELECT message_id FROM outbox WHERE message_id IN (SELECT value FROM json_each(?1))"
            " UNION SELECT message_id FROM lobby_post WHERE message_id IN (SELECT value FROM json_each(?1))",
            [str(message) for message in messages],
        )
        return frozenset(Message.of(row["message_id"]) for row in rows)

    async def told_by(self, message: Message) -> PostRow | None:
        """The last row that became a message, or changed it; None if none is kept that did."""
        rows = await self.db.read(
            "SELECT * FROM outbox WHERE message_id = ? AND kind <> 'lobby' ORDER BY id DESC LIMIT 1", str(message)
        )
        return row_of(rows[0]) if rows else None

    async def delivered(
        self, row: PostRow, message: Message | None, error: str | None = None, drafts: Iterable[PostDraft] = ()
    ) -> None:
        """Notes that a row is done with: the message that it became, or why it became none, and what follows."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            if not await finish_row(tx, row, message, error):
                return
            await enqueue(tx, row.game, drafts)
            if message is not None and row.place:
                await tx.write(
                    "UPDATE place SET posted_at = ?, refused_at = NULL, locked_at = NULL"
                    " WHERE game_id = ? AND key = ? AND thread_id = ?",
                    tx.now, row.game, row.place, f"{message.world}:{message.where}",
                )  # fmt: skip

    async def later(self, row: PostRow, not_before: float, error: str) -> None:
        """Notes why a row could not be sent, and when to try again."""
        async with self.db.transaction(game=row.game, quiet=True) as tx:
            await tx.write(
                "UPDATE outbox SET not_before = ?, error = ?, claimed_by = NULL"
                " WHERE id = ? AND claimed_by IS NOT DISTINCT FROM ?",
                not_before, error, row.id, row.claimed_by,
            )  # fmt: skip

    async def troubles(self, game: int, last: int = 5) -> tuple[tuple[str, str, bool], ...]:
        """The last rows of a game that did not arrive at once: kind, why, and whether they were given up.

        For whoever manages the server, and may play: what is for somebody alone is not among them, and so not counted.
        """
        rows = await self.db.read(
            "SELECT kind, error, done_at IS NOT NULL AS over FROM outbox WHERE game_id = ? AND seat IS NULL"
            " AND user_id IS NULL AND error IS NOT NULL AND error <> ? ORDER BY id DESC LIMIT ?",
            game, REPLACED, last,
        )  # fmt: skip
        return tuple((row["kind"], row["error"], bool(row["over"])) for row in rows)

    async def was_reminded(self, row: PostRow) -> bool:
        """Whether somebody was reminded of the same before."""
        told = await self.db.read(
            "SELECT 1 FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND body = ? AND message_id IS NOT NULL",
            row.game, row.seat, row.kind.value, row.body,
        )  # fmt: skip
        return bool(told)

    async def reminds_later(self, row: PostRow) -> bool:
        """Whether something newer has become due of which the same person is to be reminded."""
        later = await self.db.read(
            "SELECT 1 FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND id > ? AND done_at IS NULL"
            " AND not_before <= ?",
            row.game, row.seat, row.kind.value, row.id, self.db.now(),
        )  # fmt: skip
        return bool(later)

    async def tidy_reminders(self) -> None:
        """Of several reminders of one thing that have become due meanwhile only the last is sent."""
        await self.db.write(
            "DELETE FROM outbox WHERE kind = ?1 AND done_at IS NULL AND not_before <= ?2 AND EXISTS"
            " (SELECT 1 FROM outbox AS later WHERE later.kind = ?1 AND later.done_at IS NULL"
            "  AND later.not_before <= ?2 AND later.game_id = outbox.game_id AND later.seat = outbox.seat"
            "  AND later.id > outbox.id)",
            PostKind.REMIND.value, self.db.now(),
        )  # fmt: skip
