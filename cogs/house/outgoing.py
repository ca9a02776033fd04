"""The SQL of what is to be told: the rows of the outbox, from their drafts to what they became.

A part of the store. Each public method is one transaction; `_enqueue` and `_strike` belong into one that is open.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cogs.house.drafts import END, Draft, Kind, Message, Place, Row, Said
from cogs.house.logs import Logs
from engine.core import Seat

TEXT_LIMIT = 1_900
"""Waiting sentences for a place are joined to one post up to this many characters; Discord takes 2,000."""

REPLACED = "replaced"
"""The `error` of an outbox row that a newer one made needless before it was sent."""

STATE = (Kind.CARD, Kind.PROMPT, Kind.HAND, Kind.LOBBY)
"""What tells the present, so that of several that wait only the newest is sent."""

CALLS = (Kind.CARD, Kind.PROMPT)
"""What tells who is waited for: either is the newer one of the other."""

SHOWING = (Kind.PICTURE, Kind.REPLAY)
TELLING = (Kind.TEXT, *SHOWING)
"""What tells everybody of an entry, and what of it shows that in a picture."""


SHORTEST_ASIDE, LONGEST_ASIDE = 60.0, 24 * 3600.0
"""Seconds for which a row rests that our own program could not deliver: the first time, and at most."""

SHORTEST_OWED, LONGEST_OWED = 30.0, 3600.0
"""Seconds after which what is owed is tried again: the first time, and at most. Mostly it is told when it may be."""


@dataclass(frozen=True, slots=True)
class Heads:
    """The rows to be delivered now, and when the next may be; None if nothing else waits.

    `unreadable` are those that this program cannot read: their numbers, their games, and why.
    """

    due: tuple[Row, ...]
    unreadable: tuple[tuple[int, int, Exception], ...] = ()
    next: float | None = None


class Outgoing(Logs):
    """What of the store the outbox uses."""

    # Rows

    async def enqueue(self, game: int, drafts: Iterable[Draft]) -> None:
        """Writes rows that follow from no entry, such as a reminder."""
        async with self._transaction():
            await self._enqueue(game, drafts)

    async def _enqueue(self, game: int, drafts: Iterable[Draft]) -> None:
        for draft in drafts:
            if draft.place.key:
                await self._db.execute(
                    "INSERT OR IGNORE INTO place (game_id, key, name) VALUES (?, ?, ?)",
                    (game, draft.place.key, draft.place.name),
                )
            if draft.kind in STATE:
                # One that was tried may have become a message: it is sent with its nonce, and the newer one after it.
                alike = CALLS if draft.kind in CALLS else (draft.kind,)
                await self._db.execute(
                    "UPDATE outbox SET done_at = ?, error = ?"
                    " WHERE game_id = ? AND kind IN (SELECT value FROM json_each(?)) AND seat IS ? AND done_at IS NULL"
                    " AND (attempts = 0 OR aside > 0)",
                    (self._now(), REPLACED, game, json.dumps(alike), draft.seat),
                )
            if draft.kind in TELLING and await self._joined(game, draft):
                continue
            if draft.kind is Kind.RELAY:
                await self._relayed(game, draft)
                continue
            for user in await self._readers(game, draft):
                await self._insert(game, draft, user)

    async def _relayed(self, game: int, draft: Draft) -> None:
        """Writes a draft for each channel that follows the game, joined to what still waits to be told there."""
        for row in await self._all("SELECT channel_id FROM relay WHERE game_id = ? ORDER BY channel_id", game):
            relay = row["channel_id"]
            waits = await self._all(
                "SELECT id, said, body FROM outbox WHERE game_id = ? AND relay = ? AND done_at IS NULL AND attempts = 0"
                " ORDER BY id DESC LIMIT 1",
                game, relay,
            )  # fmt: skip
            said = (*_said(waits[0]["said"]), *draft.said) if waits else ()
            if not waits or len("\n".join(each.text for each in said)) > TEXT_LIMIT:
                await self._insert(game, draft, None, relay)
                continue
            await self._db.execute(
                "UPDATE outbox SET said = ?, body = ?, seq = ? WHERE id = ?",
                (_text(said), draft.body or waits[0]["body"], draft.seq, waits[0]["id"]),
            )

    async def _insert(self, game: int, draft: Draft, user: int | None, relay: int | None = None) -> None:
        now = self._now()
        await self._db.execute(
            "INSERT INTO outbox (game_id, seq, kind, seat, user_id, relay, place, body, said, buttons,"
            " created_at, not_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game, draft.seq, draft.kind.value, draft.seat, user, relay, draft.place.key, draft.body,
                _text(draft.said), draft.buttons, now, now + draft.delay,
            ),
        )  # fmt: skip

    async def _readers(self, game: int, draft: Draft) -> tuple[int | None, ...]:
        """The persons that a draft is for, who may have no seat; None alone if it is for a seat or for everybody.

        The host is told a thing once. A follower gets one message between two hand-offs, and the end of the game.
        """
        if draft.kind is Kind.NOTICE:
            told = await self._all(
                "SELECT 1 FROM outbox WHERE game_id = ? AND kind = 'notice' AND body = ?", game, draft.body
            )
            hosts = await self._all("SELECT host_id FROM game WHERE id = ?", game)
            return () if told else (hosts[0]["host_id"],)
        if draft.kind is not Kind.NEWS:
            return (None,)
        rows = await self._all(
            "SELECT user_id FROM follower WHERE game_id = ?1 AND (?2 = ?3 OR"
            " (SELECT coalesce(max(id), 0) FROM outbox AS news"
            "  WHERE news.game_id = ?1 AND kind = 'news' AND news.user_id = follower.user_id)"
            " <= (SELECT coalesce(max(id), 0) FROM outbox"
            "  WHERE game_id = ?1 AND kind IN ('card', 'prompt') AND body <> '')) ORDER BY user_id",
            game, draft.body, END,
        )  # fmt: skip
        return tuple(row["user_id"] for row in rows)

    async def _joined(self, game: int, draft: Draft) -> bool:
        """Joins sentences or a picture to the last row for the place, if that has only sentences and was never tried.

        So sentences that wait go out together, and with the picture that they lead to. A row that was tried stays as
        it is, since its nonce may already belong to a message.
        """
        last = await self._all(
            "SELECT id, kind, said, attempts FROM outbox WHERE game_id = ? AND seat IS NULL AND user_id IS NULL"
            " AND relay IS NULL AND place = ? AND done_at IS NULL AND kind NOT IN ('close', 'lobby')"
            " ORDER BY id DESC LIMIT 1",
            game, draft.place.key,
        )  # fmt: skip
        if not last or last[0]["kind"] != Kind.TEXT.value or last[0]["attempts"]:
            return False
        said = (*_said(last[0]["said"]), *draft.said)
        if len("\n".join(each.text for each in said)) > TEXT_LIMIT:
            return False
        await self._db.execute(
            "UPDATE outbox SET kind = ?, body = ?, said = ?, seq = ?, buttons = buttons OR ? WHERE id = ?",
            (draft.kind.value, draft.body, _text(said), draft.seq, draft.buttons, last[0]["id"]),
        )
        return True

    async def _strike(self, game: int, entries: Collection[int]) -> None:
        """Strikes what these entries told, in what is still to be sent too; what was sent is to be repaired.

        Of a row that can't be read all is struck, if its last sentence is.
        """
        if not entries:
            return
        rows = await self._all(
            "SELECT * FROM outbox WHERE game_id = ? AND seq >= ? AND kind IN ('text', 'picture', 'replay')",
            game, min(entries),
        )  # fmt: skip
        readable, unreadable = _readable(rows)
        for number, _, seq, _ in unreadable:
            if seq in entries:
                await self._db.execute("UPDATE outbox SET struck = 1 WHERE id = ?", (number,))
        for row in readable:
            said = tuple(Said(each.seq, each.text, struck=True) if each.seq in entries else each for each in row.said)
            struck = row.struck or (row.kind in SHOWING and row.seq in entries)
            if (said, struck) == (row.said, row.struck):
                continue
            await self._db.execute("UPDATE outbox SET said = ?, struck = ? WHERE id = ?", (_text(said), struck, row.id))
            if row.message is not None or row.attempts:
                await self._insert(game, Draft(Kind.REPAIR, None, row.seq, str(row.id), place=Place(row.place)), None)

    async def heads(self, busy: Collection[int] = (), most: int = -1, reminds: bool = True) -> Heads:
        """The first undelivered row for each target where it is due, those that became due first, at `most` so many.

        Those of `busy` are left out, which are being delivered, and unless it `reminds` what reminds somebody.

        Of games that are suspended, only what goes elsewhere: to persons by name, and to channels that follow them.
        While nobody may act, nobody is reminded of it. News of a battle wait until it has the place that they lead to.

        A row that is not due yet holds up what stands behind it, unless it was set aside: what follows it goes on as if
        it had been given up, and it comes whenever it can.
        """
        now = self._now()
        async with self._reading():
            rows = await self._all(
                "SELECT head.* FROM sendable AS head WHERE not_before <= ?1 AND (?4 OR kind <> 'remind')"
                " AND head.id NOT IN (SELECT value FROM json_each(?2)) AND NOT EXISTS (SELECT 1 FROM sendable AS early"
                "  WHERE early.game_id = head.game_id AND early.seat IS head.seat AND early.user_id IS head.user_id"
                "  AND early.relay IS head.relay AND early.id < head.id"
                "  AND (early.kind IN ('close', 'remind')) = (head.kind IN ('close', 'remind'))"
                "  AND (early.kind = 'ordered') = (head.kind = 'ordered')"
                "  AND (early.kind = 'lobby') = (head.kind = 'lobby')"
                "  AND (early.aside = 0 OR early.not_before <= ?1))"
                " ORDER BY head.not_before, head.id LIMIT ?3",
                now, json.dumps(list(busy)), most, reminds,
            )  # fmt: skip
            (later,) = await self._all(
                "SELECT min(not_before) AS next FROM outbox WHERE done_at IS NULL AND not_before > ?", now
            )
        due, unreadable = _readable(rows)
        return Heads(due, tuple((number, game, error) for number, game, _, error in unreadable), later["next"])

    async def set_aside(self, row: int, error: str) -> None:
        """Notes that our own program could not read or deliver a row, which is tried again after a longer pause."""
        async with self._transaction():
            rows = await self._all("SELECT aside FROM outbox WHERE id = ? AND done_at IS NULL", row)
            for found in rows:
                rests = min(LONGEST_ASIDE, SHORTEST_ASIDE * 4.0 ** found["aside"])
                await self._db.execute(
                    "UPDATE outbox SET aside = aside + 1, attempts = max(attempts, 1), not_before = ?, error = ?"
                    " WHERE id = ?",
                    (self._now() + rests, error, row),
                )

    async def owe(self, row: Row, error: str, drafts: Iterable[Draft]) -> None:
        """Notes that Discord does not permit what a row is for, which is set aside, and what follows from that."""
        rests = min(LONGEST_OWED, SHORTEST_OWED * 2.0 ** min(row.attempts - 1, 16))
        async with self._transaction():
            await self._db.execute(
                "UPDATE outbox SET owed = 1, aside = aside + 1, not_before = ?, error = ?"
                " WHERE id = ? AND done_at IS NULL",
                (self._now() + rests, error, row.id),
            )
            await self._enqueue(row.game, drafts)

    async def owing(self) -> frozenset[int]:
        """The servers in which something is owed, or games rest whose channel was not to be seen."""
        rows = await self._read(
            "SELECT guild_id FROM game WHERE suspended IS NOT NULL AND status <> 'ended'"
            " UNION SELECT guild_id FROM game JOIN outbox ON game_id = game.id WHERE owed AND done_at IS NULL"
        )
        return frozenset(row["guild_id"] for row in rows)

    async def owing_games(self) -> frozenset[int]:
        """The games in which something is owed."""
        rows = await self._read("SELECT DISTINCT game_id FROM outbox WHERE owed AND done_at IS NULL")
        return frozenset(row["game_id"] for row in rows)

    async def try_owed(self, game: int) -> None:
        """Has what is owed in a game tried at once."""
        async with self._transaction():
            await self._db.execute(
                "UPDATE outbox SET not_before = ?1 WHERE game_id = ?2 AND owed AND done_at IS NULL AND not_before > ?1",
                (self._now(), game),
            )

    async def try_owed_in(self, guilds: Collection[int]) -> tuple[tuple[int, int], ...]:
        """Has what is owed in the games of servers tried at once, and threads that were refused; those that rest.

        Of each of these its number and its channel.
        """
        known = json.dumps(list(guilds))
        async with self._transaction():
            await self._db.execute(
                "UPDATE outbox SET not_before = ?1 WHERE owed AND done_at IS NULL AND not_before > ?1"
                " AND game_id IN (SELECT id FROM game WHERE guild_id IN (SELECT value FROM json_each(?2)))",
                (self._now(), known),
            )
            await self._db.execute(
                "UPDATE place SET refused_at = NULL, locked_at = NULL"
                " WHERE (refused_at IS NOT NULL OR locked_at IS NOT NULL) AND game_id IN"
                " (SELECT id FROM game WHERE guild_id IN (SELECT value FROM json_each(?)))",
                (known,),
            )
            rows = await self._all(
                "SELECT id, channel_id FROM game WHERE suspended IS NOT NULL"
                " AND guild_id IN (SELECT value FROM json_each(?)) ORDER BY id",
                known,
            )
        return tuple((row["id"], row["channel_id"]) for row in rows)

    async def games_among(self, guilds: Collection[int], games: Collection[int]) -> frozenset[int]:
        """Those of some games that are of these servers."""
        rows = await self._read(
            "SELECT id FROM game WHERE id IN (SELECT value FROM json_each(?))"
            " AND guild_id IN (SELECT value FROM json_each(?))",
            json.dumps(list(games)), json.dumps(list(guilds)),
        )  # fmt: skip
        return frozenset(row["id"] for row in rows)

    async def claim(self, row: int) -> Row | None:
        """Counts an attempt, after which the row does not change; None if it need not be sent any more."""
        async with self._transaction():
            await self._db.execute(
                "UPDATE outbox SET attempts = attempts + 1, tried_at = coalesce(tried_at, ?)"
                " WHERE id = ? AND done_at IS NULL",
                (self._now(), row),
            )
            rows = await self._all("SELECT * FROM outbox WHERE id = ? AND done_at IS NULL", row)
        return _row(rows[0]) if rows else None

    async def row(self, row: int) -> Row:
        """An outbox row, delivered or not."""
        (found,) = await self._read("SELECT * FROM outbox WHERE id = ?", row)
        return _row(found)

    async def shown_until(self, row: Row) -> int:
        """The entry up to which pictures have shown what happened in a row's place, before that; without any, the one
        before the first that was told there."""
        rows = await self._read(
            "SELECT min(seq) AS told,"
            " max(iif(kind IN ('picture', 'replay') AND message_id IS NOT NULL AND NOT struck, seq, NULL)) AS shown"
            " FROM outbox WHERE game_id = ? AND place = ? AND seat IS NULL AND user_id IS NULL AND relay IS NULL"
            " AND id < ?",
            row.game, row.place, row.id,
        )  # fmt: skip
        shown, told = rows[0]["shown"], rows[0]["told"]
        return shown if shown is not None else row.seq if told is None else told - 1

    async def known_among(self, messages: Collection[Message]) -> frozenset[Message]:
        """Those of some messages that are known to have come of a row."""
        rows = await self._read(
            "SELECT message_id FROM outbox WHERE message_id IN (SELECT value FROM json_each(?1))"
            " UNION SELECT message_id FROM lobby_post WHERE message_id IN (SELECT value FROM json_each(?1))",
            json.dumps([str(message) for message in messages]),
        )
        return frozenset(Message.of(row["message_id"]) for row in rows)

    async def told_by(self, message: Message) -> Row | None:
        """The last row that became a message, or changed it; None if none is kept that did."""
        rows = await self._read(
            "SELECT * FROM outbox WHERE message_id = ? AND kind <> 'lobby' ORDER BY id DESC LIMIT 1", str(message)
        )
        return _row(rows[0]) if rows else None

    async def delivered(
        self, row: Row, message: Message | None, error: str | None = None, drafts: Iterable[Draft] = ()
    ) -> None:
        """Notes that a row is done with: the message that it became, or why it became none, and what follows."""
        async with self._transaction():
            await self._done(row, message, error)
            await self._enqueue(row.game, drafts)
            if message is not None and row.place:
                await self._db.execute(
                    "UPDATE place SET posted_at = ?, refused_at = NULL, locked_at = NULL"
                    " WHERE game_id = ? AND key = ? AND thread_id = ?",
                    (self._now(), row.game, row.place, f"{message.world}:{message.where}"),
                )

    async def _done(self, row: Row, message: Message | None, error: str | None = None) -> None:
        await self._db.execute(
            "UPDATE outbox SET done_at = ?, message_id = ?, error = ? WHERE id = ?",
            (self._now(), None if message is None else str(message), error, row.id),
        )

    async def later(self, row: int, not_before: float, error: str) -> None:
        """Notes why a row could not be sent, and when to try again."""
        async with self._transaction():
            await self._db.execute("UPDATE outbox SET not_before = ?, error = ? WHERE id = ?", (not_before, error, row))

    async def troubles(self, game: int, last: int = 5) -> tuple[tuple[str, str, bool], ...]:
        """The last rows of a game that did not arrive at once: kind, why, and whether they were given up.

        For whoever manages the server, and may play: what is for somebody alone is not among them, and so not counted.
        """
        rows = await self._read(
            "SELECT kind, error, done_at IS NOT NULL AS over FROM outbox WHERE game_id = ? AND seat IS NULL"
            " AND user_id IS NULL AND error IS NOT NULL AND error <> ? ORDER BY id DESC LIMIT ?",
            game, REPLACED, last,
        )  # fmt: skip
        return tuple((row["kind"], row["error"], bool(row["over"])) for row in rows)


def _text(said: Iterable[Said]) -> str:
    kept = [[each.seq, each.text, each.struck] for each in said]
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def _said(text: str) -> tuple[Said, ...]:
    return tuple(Said(seq, each, struck) for seq, each, struck in json.loads(text or "[]"))


def _readable(rows: Iterable[sqlite3.Row]) -> tuple[tuple[Row, ...], tuple[tuple[int, int, int, Exception], ...]]:
    """Those that this program can read; of the others the number, the game, the entry, and why it can't."""
    read: list[Row] = []
    unreadable: list[tuple[int, int, int, Exception]] = []
    for row in rows:
        try:
            read.append(_row(row))
        except (ValueError, TypeError) as error:
            unreadable.append((row["id"], row["game_id"], row["seq"], error))
    return tuple(read), tuple(unreadable)


def _row(row: sqlite3.Row) -> Row:
    return Row(
        id=row["id"],
        game=row["game_id"],
        kind=Kind(row["kind"]),
        seat=None if row["seat"] is None else Seat(row["seat"]),
        seq=row["seq"],
        body=row["body"],
        said=_said(row["said"]),
        buttons=bool(row["buttons"]),
        attempts=row["attempts"],
        not_before=row["not_before"],
        place=row["place"],
        user=row["user_id"],
        relay=row["relay"],
        struck=bool(row["struck"]),
        message=Message.of(row["message_id"]) if row["message_id"] else None,
        tried_at=row["tried_at"],
    )
