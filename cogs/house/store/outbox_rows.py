"""The rows of the outbox, as they are written in a transaction that is open: from drafts to what became of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from cogs.house.store.database import TableRow, Transaction
from cogs.house.values.drafts import END, Message, PostDraft, PostKind, PostPlace, PostRow, Sentence
from engine.core import Seat

TEXT_LIMIT = 1_900
"""Waiting sentences for a place are joined to one post up to this many characters; Discord takes 2,000."""

REPLACED = "replaced"
"""The `error` of an outbox row that a newer one made needless before it was sent."""

STATE = (PostKind.CARD, PostKind.PROMPT, PostKind.HAND, PostKind.LOBBY)
"""What tells the present, so that of several that wait only the newest is sent."""

CALLS = (PostKind.CARD, PostKind.PROMPT)
"""What tells who is waited for: either is the newer one of the other."""

SHOWING = (PostKind.PICTURE, PostKind.REPLAY)
TELLING = (PostKind.TEXT, *SHOWING)
"""What tells everybody of an entry, and what of it shows that in a picture."""


async def enqueue(tx: Transaction, game: int, drafts: Iterable[PostDraft]) -> None:
    """Writes what is to be told of a game: a row for each place and person, or joined to one that waits."""
    for draft in drafts:
        if draft.place.key:
            await tx.write(
                "INSERT INTO place (game_id, key, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                game, draft.place.key, draft.place.name,
            )  # fmt: skip
        if draft.kind in STATE:
            # One that was tried may have become a message: it is sent with its nonce, and the newer one after it.
            alike = CALLS if draft.kind in CALLS else (draft.kind,)
            await tx.write(
                "UPDATE outbox SET done_at = ?, error = ?"
                " WHERE game_id = ? AND kind IN (SELECT value FROM json_each(?))"
                " AND seat IS NOT DISTINCT FROM ? AND done_at IS NULL AND (attempts = 0 OR aside > 0)",
                tx.now, REPLACED, game, [kind.value for kind in alike], draft.seat,
            )  # fmt: skip
        if draft.kind in TELLING and await _joined(tx, game, draft):
            continue
        if draft.kind is PostKind.RELAY:
            await _relayed(tx, game, draft)
            continue
        for user in await _readers(tx, game, draft):
            await add_row(tx, game, draft, user)


async def _relayed(tx: Transaction, game: int, draft: PostDraft) -> None:
    """Writes a draft for each channel that follows the game, joined to what still waits to be told there."""
    for row in await tx.read("SELECT channel_id FROM relay WHERE game_id = ? ORDER BY channel_id", game):
        relay = row["channel_id"]
        waits = await tx.read(
            "SELECT id, said, body FROM outbox WHERE game_id = ? AND relay = ? AND done_at IS NULL AND attempts = 0"
            " ORDER BY id DESC LIMIT 1",
            game, relay,
        )  # fmt: skip
        said = (*_said(waits[0]["said"]), *draft.said) if waits else ()
        if not waits or len("\n".join(each.text for each in said)) > TEXT_LIMIT:
            await add_row(tx, game, draft, None, relay)
            continue
        await tx.write(
            "UPDATE outbox SET said = ?, body = ?, seq = ? WHERE id = ?",
            _text(said), draft.body or waits[0]["body"], draft.seq, waits[0]["id"],
        )  # fmt: skip


async def add_row(tx: Transaction, game: int, draft: PostDraft, user: int | None, relay: int | None = None) -> None:
    """Writes a draft for a person or a channel that follows the game; for neither, if it is for a seat or everybody."""
    await tx.write(
        "INSERT INTO outbox (game_id, seq, kind, seat, user_id, relay, place, body, said, buttons,"
        " created_at, not_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        game, draft.seq, draft.kind.value, draft.seat, user, relay, draft.place.key, draft.body,
        _text(draft.said), draft.buttons, tx.now, tx.now + draft.delay,
    )  # fmt: skip


async def _readers(tx: Transaction, game: int, draft: PostDraft) -> tuple[int | None, ...]:
    """The persons that a draft is for, who may have no seat; None alone if it is for a seat or for everybody.

    The host is told a thing once. A follower gets one message between two hand-offs, and the end of the game.
    """
    if draft.kind is PostKind.NOTICE:
        told = await tx.read(
            "SELECT 1 FROM outbox WHERE game_id = ? AND kind = 'notice' AND body = ?", game, draft.body
        )
        hosts = await tx.read("SELECT host_id FROM game WHERE id = ?", game)
        return () if told else (hosts[0]["host_id"],)
    if draft.kind is not PostKind.NEWS:
        return (None,)
    rows = await tx.read(
        "SELECT user_id FROM follower WHERE game_id = ?1 AND (?2 = ?3 OR"
        " (SELECT coalesce(max(id), 0) FROM outbox AS news"
        "  WHERE news.game_id = ?1 AND kind = 'news' AND news.user_id = follower.user_id)"
        " <= (SELECT coalesce(max(id), 0) FROM outbox"
        "  WHERE game_id = ?1 AND kind IN ('card', 'prompt') AND body <> '')) ORDER BY user_id",
        game, draft.body, END,
    )  # fmt: skip
    return tuple(row["user_id"] for row in rows)


async def _joined(tx: Transaction, game: int, draft: PostDraft) -> bool:
    """Joins sentences or a picture to the last row for the place, if that has only sentences and was never tried.

    So sentences that wait go out together, and with the picture that they lead to. A row that was tried stays as
    it is, since its nonce may already belong to a message.
    """
    last = await tx.read(
        "SELECT id, kind, said, attempts FROM outbox WHERE game_id = ? AND seat IS NULL AND user_id IS NULL"
        " AND relay IS NULL AND place = ? AND done_at IS NULL AND kind NOT IN ('close', 'lobby')"
        " ORDER BY id DESC LIMIT 1",
        game, draft.place.key,
    )  # fmt: skip
    if not last or last[0]["kind"] != PostKind.TEXT.value or last[0]["attempts"]:
        return False
    said = (*_said(last[0]["said"]), *draft.said)
    if len("\n".join(each.text for each in said)) > TEXT_LIMIT:
        return False
    await tx.write(
        "UPDATE outbox SET kind = ?, body = ?, said = ?, seq = ?, buttons = buttons OR ? WHERE id = ?",
        draft.kind.value, draft.body, _text(said), draft.seq, draft.buttons, last[0]["id"],
    )  # fmt: skip
    return True


async def strike(tx: Transaction, game: int, entries: Collection[int]) -> None:
    """Strikes what these entries told, in what is still to be sent too; what was sent is to be repaired.

    Of a row that can't be read all is struck, if its last sentence is.
    """
    if not entries:
        return
    rows = await tx.read(
        "SELECT * FROM outbox WHERE game_id = ? AND seq >= ? AND kind IN ('text', 'picture', 'replay')",
        game, min(entries),
    )  # fmt: skip
    known, unreadable = readable(rows)
    for number, _, seq, _ in unreadable:
        if seq in entries:
            await tx.write("UPDATE outbox SET struck = TRUE WHERE id = ?", number)
    for row in known:
        said = tuple(Sentence(each.seq, each.text, struck=True) if each.seq in entries else each for each in row.said)
        struck = row.struck or (row.kind in SHOWING and row.seq in entries)
        if (said, struck) == (row.said, row.struck):
            continue
        await tx.write("UPDATE outbox SET said = ?, struck = ? WHERE id = ?", _text(said), struck, row.id)
        if row.message is not None or row.attempts:
            await add_row(
                tx, game, PostDraft(PostKind.REPAIR, None, row.seq, str(row.id), place=PostPlace(row.place)), None
            )


async def finish_row(tx: Transaction, row: PostRow, message: Message | None, error: str | None = None) -> bool:
    """Notes that a row is done with: the message that it became, or why it became none.

    False, and nothing is to follow from it, if another process has claimed the row since: it says what came of it.
    """
    written = await tx.write(
        "UPDATE outbox SET done_at = ?, message_id = ?, error = ? WHERE id = ? AND claimed_by IS NOT DISTINCT FROM ?",
        tx.now, None if message is None else str(message), error, row.id, row.claimed_by,
    )  # fmt: skip
    return written > 0


async def drop_reminders(tx: Transaction, game: int, seats: Iterable[Seat]) -> None:
    """Drops what is still to remind seats of. Of one that was tried it is seen when it is sent whether there is still
    anything to say."""
    await tx.write_each(
        "DELETE FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND done_at IS NULL AND attempts = 0",
        [(game, seat, PostKind.REMIND.value) for seat in seats],
    )


async def drop_buttons(tx: Transaction, game: int, kind: PostKind, body: str) -> None:
    """The posts that asked for something lose their buttons: those of a kind whose body begins so."""
    for row in await tx.read(
        "SELECT id, seq FROM outbox AS asked WHERE game_id = ?1 AND kind = ?2"
        " AND (body = ?3 OR body LIKE ?3 || ' %') AND NOT EXISTS"
        " (SELECT 1 FROM outbox WHERE game_id = ?1 AND kind = 'repair' AND body = CAST(asked.id AS TEXT))",
        game, kind.value, body,
    ):  # fmt: skip
        await enqueue(tx, game, [PostDraft(PostKind.REPAIR, None, row["seq"], str(row["id"]))])


def _text(said: Iterable[Sentence]) -> str:
    kept = [[each.seq, each.text, each.struck] for each in said]
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def _said(text: str) -> tuple[Sentence, ...]:
    return tuple(Sentence(seq, each, struck) for seq, each, struck in json.loads(text or "[]"))


def readable(rows: Iterable[TableRow]) -> tuple[tuple[PostRow, ...], tuple[tuple[int, int, int, Exception], ...]]:
    """Those that this program can read; of the others the number, the game, the entry, and why it can't."""
    read: list[PostRow] = []
    unreadable: list[tuple[int, int, int, Exception]] = []
    for row in rows:
        try:
            read.append(row_of(row))
        except (ValueError, TypeError) as error:
            unreadable.append((row["id"], row["game_id"], row["seq"], error))
    return tuple(read), tuple(unreadable)


ROW_COLUMNS = (
    "id, game_id, kind, seat, seq, body, said, buttons, attempts, not_before, place, user_id, relay, struck,"
    " message_id, tried_at, claimed_by"
)
"""What `row_of` reads, by name: PostgreSQL would have to prepare a `*` anew each time in a transaction."""


def row_of(row: TableRow) -> PostRow:
    """A row of the outbox. Raises ValueError or TypeError if this program cannot read it."""
    return PostRow(
        id=row["id"],
        game=row["game_id"],
        kind=PostKind(row["kind"]),
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
        claimed_by=row["claimed_by"],
    )
