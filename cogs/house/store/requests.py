"""The SQL of requests and deeds: what players ask each other for, what hosts and managers did, and what comes of it.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cogs.house.store.database import Clash, Database, TableRow, Transaction
from cogs.house.store.game_rows import hold, is_at
from cogs.house.store.orders import keep_orders
from cogs.house.store.outbox_rows import drop_buttons, enqueue
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.order_delays import Written
from cogs.house.values.records import AuditEntry, Game, Request, Wish, listed, seats_of
from engine.core import Seat

DEEDS = 50
"""So many are a page."""


@dataclass
class RequestStore:
    """What players ask each other for: to go back, to let the game rest, to do what nobody may do alone."""

    db: Database

    async def open_in(self, game: int) -> Request | None:
        """The request of a game that waits for answers."""
        rows = await self.db.read("SELECT * FROM request WHERE game_id = ? AND closed IS NULL", game)
        return _request(rows[0]) if rows else None

    async def unanswered(self, game: int) -> tuple[Request, ...]:
        """The requests of a game that not all have answered who were asked: those that wait, or waited too long."""
        rows = await self.db.read(
            "SELECT * FROM request WHERE game_id = ? AND (closed IS NULL OR closed = 'late') ORDER BY id", game
        )
        return tuple(map(_request, rows))

    async def asked_in_vain(self, asked: Request, since: float) -> tuple[Request, ...]:
        """What the seat of a request has asked for of that kind since a time and was refused, or withdrew."""
        rows = await self.db.read(
            "SELECT * FROM request WHERE game_id = ? AND seat = ? AND what = ? AND asked_at > ?"
            " AND closed IN ('refused', 'withdrawn') ORDER BY id",
            asked.game, asked.seat, asked.what.value, since,
        )  # fmt: skip
        return tuple(map(_request, rows))

    async def ask(self, request: Request, draft: Callable[[int], PostDraft]) -> Request:
        """Keeps a new request, whose `id` is not looked at, with what is told of it; the game has no other open one.

        `draft` makes what is told from the number of the request.
        """
        async with self.db.transaction(game=request.game) as tx:
            row = await tx.one(
                "INSERT INTO request (game_id, seat, entry, began, asked_at, wanted, what, deed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
                request.game, request.seat, request.entry, request.began, request.asked_at, listed(request.wanted),
                request.what.value, request.deed,
            )  # fmt: skip
            await enqueue(tx, request.game, [draft(row["id"])])
        return _request(row)

    async def agree(self, request: Request, drafts: Iterable[PostDraft] = ()) -> None:
        """Keeps who has agreed, and who must; `drafts` tell of it."""
        async with self.db.transaction(game=request.game) as tx:
            await tx.write(
                "UPDATE request SET wanted = ?, agreed = ? WHERE id = ?",
                listed(request.wanted), listed(request.agreed), request.id,
            )  # fmt: skip
            await enqueue(tx, request.game, drafts)

    async def close(self, request: Request, closed: str, drafts: Iterable[PostDraft] = ()) -> None:
        """Nobody is waited for any more; `drafts` tell of it."""
        async with self.db.transaction(game=request.game) as tx:
            await close_request(tx, request.game, request.id, closed)
            await enqueue(tx, request.game, drafts)

    async def rest(
        self,
        game: int,
        reason: str | None,
        request: int | None,
        drafts: Iterable[PostDraft],
        deed: AuditEntry | None = None,
    ) -> None:
        """Lets a game rest because its players want it, or go on for None; a `request` for it is closed, and kept as
        the `deed` that it was."""
        async with self.db.transaction(game=game) as tx:
            await hold(tx, game, reason)
            await keep_deed(tx, deed)
            if request is not None:
                await close_request(tx, game, request, "done")
            await enqueue(tx, game, drafts)

    async def settle(self, game: Game, written: Written, request: int | None, drafts: Iterable[PostDraft]) -> bool:
        """Keeps the orders by which something is played out because its players want it; a `request` for it is closed.

        False, and nothing is kept, if the game is not at `game.seq` any more.
        """
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            await keep_orders(tx, game.id, game.seq, written)
            if request is not None:
                await close_request(tx, game.id, request, "done")
            await enqueue(tx, game.id, drafts)
        return True


@dataclass
class DeedStore:
    """What hosts and managers did: it outlives the games."""

    db: Database

    async def keep(self, deed: AuditEntry, drafts: Iterable[PostDraft] = ()) -> None:
        """Keeps what somebody did, with what is told of it in its game."""
        async with self.db.transaction(game=deed.game, quiet=deed.game is None) as tx:
            await keep_deed(tx, deed)
            if deed.game is not None:
                await enqueue(tx, deed.game, drafts)

    async def page(self, guild: int, skipped: int = 0) -> tuple[AuditEntry, ...]:
        """What was done in a server by hosts and those who may manage it: a page, the newest first after some."""
        rows = await self.db.read(
            "SELECT * FROM deed WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?", guild, DEEDS, skipped
        )
        return tuple(
            AuditEntry(row["guild_id"], row["game_id"], row["user_id"], row["what"], row["reason"], row["at"])
            for row in rows
        )

    async def times(self, deed: AuditEntry, after: float) -> tuple[float, ...]:
        """When the same person has done the same in the same game after a time, the first first."""
        rows = await self.db.read(
            "SELECT at FROM deed WHERE guild_id = ? AND game_id = ? AND user_id = ? AND what = ? AND at > ?"
            " ORDER BY at",
            deed.guild, deed.game, deed.user, deed.what, after,
        )  # fmt: skip
        return tuple(row["at"] for row in rows)

    async def frozen_by(self, game: int) -> int | None:
        """Who as a host or manager has halted a game that rests; None if its players did, or nobody."""
        rows = await self.db.read(
            "SELECT user_id FROM deed WHERE game_id = ?1 AND what = 'freeze'"
            " AND at >= (SELECT held FROM game WHERE id = ?1) ORDER BY id DESC LIMIT 1",
            game,
        )
        return rows[0]["user_id"] if rows else None


async def keep_deed(tx: Transaction, deed: AuditEntry | None) -> None:
    """Keeps a deed, if there is one, and what comes of it for its game and for the request that it fulfils.

    Raises Clash if that is not open any more: then it was done already, or is not agreed to.
    """
    if deed is None:
        return
    await tx.write(
        "INSERT INTO deed (guild_id, game_id, user_id, what, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
        deed.guild, deed.game, deed.user, deed.what, deed.reason, tx.now,
    )  # fmt: skip
    if deed.unrated:
        await tx.write("UPDATE game SET unrated = TRUE WHERE id = ?", deed.game)
    if deed.request is not None:
        assert deed.game is not None, "a request is of a game"
        if not await close_request(tx, deed.game, deed.request, "done"):
            raise Clash


async def close_request(tx: Transaction, game: int, number: int, closed: str) -> bool:
    """Whether a request was open, which it is no more; the post of it loses its buttons."""
    was_open = await tx.write("UPDATE request SET closed = ? WHERE id = ? AND closed IS NULL", closed, number)
    await drop_buttons(tx, game, PostKind.REQUEST, str(number))
    return was_open > 0


async def close_requests(tx: Transaction, game: int) -> None:
    """What is asked for in a game is asked for no more: it is too late for it."""
    for row in await tx.read("SELECT id FROM request WHERE game_id = ? AND closed IS NULL", game):
        await close_request(tx, game, row["id"], "late")


def _request(row: TableRow) -> Request:
    return Request(
        id=row["id"],
        game=row["game_id"],
        seat=Seat(row["seat"]),
        entry=row["entry"],
        began=row["began"],
        asked_at=row["asked_at"],
        wanted=frozenset(seats_of(row["wanted"])),
        agreed=frozenset(seats_of(row["agreed"])),
        closed=row["closed"] or "",
        what=Wish(row["what"]),
        deed=row["deed"],
    )
