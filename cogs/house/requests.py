"""What the database keeps of going back and of moderators: requests, games that rest, deeds, what games begin with."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping

from cogs.house.answers import Answer, Written
from cogs.house.clocks import Absent
from cogs.house.drafts import Draft
from cogs.house.filings import Filings
from cogs.house.records import Deed, Game, Joining, Manner, Request, Setup, Status, Wish, listed, seats_of
from engine.core import Seat


class Requests(Filings):
    """Each public method is one transaction."""

    # Going back by consent

    async def open_request(self, game: int) -> Request | None:
        """The request of a game that waits for answers."""
        rows = await self._read("SELECT * FROM request WHERE game_id = ? AND closed IS NULL", game)
        return _request(rows[0]) if rows else None

    async def request(self, number: int) -> Request | None:
        """A request, open or not."""
        rows = await self._read("SELECT * FROM request WHERE id = ?", number)
        return _request(rows[0]) if rows else None

    async def unanswered(self, game: int) -> tuple[Request, ...]:
        """The requests of a game that not all have answered who were asked: those that wait, or waited too long."""
        rows = await self._read(
            "SELECT * FROM request WHERE game_id = ? AND (closed IS NULL OR closed = 'late') ORDER BY id", game
        )
        return tuple(map(_request, rows))

    async def asked_in_vain(self, asked: Request, since: float) -> tuple[Request, ...]:
        """What the seat of a request has asked for of that kind since a time and was refused, or withdrew."""
        rows = await self._read(
            "SELECT * FROM request WHERE game_id = ? AND seat = ? AND what = ? AND asked_at > ?"
            " AND closed IN ('refused', 'withdrawn') ORDER BY id",
            asked.game, asked.seat, asked.what.value, since,
        )  # fmt: skip
        return tuple(map(_request, rows))

    async def ask(self, request: Request, draft: Callable[[int], Draft]) -> Request:
        """Keeps a new request, whose `id` is not looked at, with what is told of it; the game has no other open one.

        `draft` makes what is told from the number of the request.
        """
        async with self._transaction():
            cursor = await self._db.execute(
                "INSERT INTO request (game_id, seat, entry, began, asked_at, wanted, what, deed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    request.game, request.seat, request.entry, request.began, request.asked_at, listed(request.wanted),
                    request.what.value, request.deed,
                ),
            )  # fmt: skip
            number = cursor.lastrowid
            assert number is not None
            await self._enqueue(request.game, [draft(number)])
            return _request(await self._one("SELECT * FROM request WHERE id = ?", number))

    async def agree(self, request: Request, drafts: Iterable[Draft] = ()) -> None:
        """Keeps who has agreed, and who must; `drafts` tell of it."""
        async with self._transaction():
            await self._db.execute(
                "UPDATE request SET wanted = ?, agreed = ? WHERE id = ?",
                (listed(request.wanted), listed(request.agreed), request.id),
            )
            await self._enqueue(request.game, drafts)

    async def close_request(self, request: Request, closed: str, drafts: Iterable[Draft] = ()) -> None:
        """Nobody is waited for any more; `drafts` tell of it."""
        async with self._transaction():
            await self._close_request(request.game, request.id, closed)
            await self._enqueue(request.game, drafts)

    async def rest(
        self, game: int, reason: str | None, request: int | None, drafts: Iterable[Draft], deed: Deed | None = None
    ) -> None:
        """Lets a game rest because its players want it, or go on for None; a `request` for it is closed, and kept as
        the `deed` that it was."""
        async with self._transaction():
            await self._hold(game, reason)
            await self._keep_deed(deed)
            if request is not None:
                await self._close_request(game, request, "done")
            await self._enqueue(game, drafts)

    async def settle(self, game: Game, written: Written, request: int | None, drafts: Iterable[Draft]) -> bool:
        """Keeps the orders by which something is played out because its players want it; a `request` for it is closed.

        False, and nothing is kept, if the game is not at `game.seq` any more.
        """
        async with self._transaction():
            if not await self._is_at(game):
                return False
            await self._keep_ahead(game.id, game.seq, written)
            if request is not None:
                await self._close_request(game.id, request, "done")
            await self._enqueue(game.id, drafts)
        return True

    # Moderators

    async def frozen_by(self, game: int) -> int | None:
        """Who as a host or manager has halted a game that rests; None if its players did, or nobody."""
        rows = await self._read(
            "SELECT user_id FROM deed WHERE game_id = ?1 AND what = 'freeze'"
            " AND at >= (SELECT held FROM game WHERE id = ?1) ORDER BY id DESC LIMIT 1",
            game,
        )
        return rows[0]["user_id"] if rows else None

    async def freeze(self, game: int, reason: str | None, deed: Deed, drafts: Iterable[Draft]) -> None:
        """Keeps why nobody may act in a game, None if everybody may, with what is told of it; its clocks rest too."""
        async with self._transaction():
            await self._hold(game, reason)
            await self._keep_deed(deed)
            await self._enqueue(game, drafts)

    # What new games begin with

    async def presets(self, guild: int) -> Mapping[str, str]:
        """What a new game of a server begins with where nothing else is said, by name."""
        rows = await self._read("SELECT key, value FROM preset WHERE guild_id = ?", guild)
        return {row["key"]: row["value"] for row in rows}

    async def keep_presets(self, guild: int, presets: Mapping[str, str], deed: Deed) -> None:
        """Keeps these in place of all that were kept before."""
        async with self._transaction():
            await self._db.execute("DELETE FROM preset WHERE guild_id = ?", (guild,))
            await self._db.executemany(
                "INSERT INTO preset VALUES (?, ?, ?)", [(guild, key, value) for key, value in presets.items()]
            )
            await self._keep_deed(deed)


def _request(row: sqlite3.Row) -> Request:
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


def game_of(row: sqlite3.Row) -> Game:
    """A row of the table of games."""
    return Game(
        id=row["id"],
        guild=row["guild_id"],
        channel=row["channel_id"],
        host=row["host_id"],
        name=row["name"],
        ruleset=row["ruleset"],
        version=row["version"],
        options=json.loads(row["options"]),
        places=row["places"],
        status=Status(row["status"]),
        seq=row["seq"],
        awaiting=frozenset(seats_of(row["awaiting"])),
        suspended=row["suspended"],
        seed=row["seed"],
        theme=row["theme"],
        language=row["language"],
        hints=bool(row["hints"]),
        posts=Manner(row["posts"]),
        frozen=row["frozen"],
        changes=json.loads(row["changes"]),
        pace=row["pace"],
        late=row["late"],
        abroad=bool(row["abroad"]),
        absent=Absent(row["absent"]),
        answer=Answer(row["answer"]),
        origin=row["origin"],
        agreed=row["agreed"],
        held=row["held"],
        unrated=bool(row["unrated"]),
        setup=Setup(row["setup"]),
        joining=Joining(row["joining"]),
    )
