"""The SQL of deeds: what hosts and managers did, by whose consent, and which games no longer count because of it.

A part of the store. Each public method is one transaction; `_keep_deed` belongs into the one that does the deed.
"""

from __future__ import annotations

from collections.abc import Iterable

from cogs.house.database import Clash
from cogs.house.drafts import Draft, Kind
from cogs.house.records import Deed
from cogs.house.scores import Scores

DEEDS = 50
"""So many are a page."""


class Recorded(Scores):
    """Each public method is one transaction."""

    async def keep_deed(self, deed: Deed, drafts: Iterable[Draft] = ()) -> None:
        """Keeps what somebody did, with what is told of it in its game."""
        async with self._transaction():
            await self._keep_deed(deed)
            if deed.game is not None:
                await self._enqueue(deed.game, drafts)

    async def deeds(self, guild: int, skipped: int = 0) -> tuple[Deed, ...]:
        """What was done in a server by hosts and those who may manage it: a page, the newest first after some."""
        rows = await self._read(
            "SELECT * FROM deed WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?", guild, DEEDS, skipped
        )
        return tuple(
            Deed(row["guild_id"], row["game_id"], row["user_id"], row["what"], row["reason"], row["at"]) for row in rows
        )

    async def _keep_deed(self, deed: Deed | None) -> None:
        """Keeps a deed, if there is one, and what comes of it for its game and for the request that it fulfils.

        Raises Clash if that is not open any more: then it was done already, or is not agreed to.
        """
        if deed is None:
            return
        await self._db.execute(
            "INSERT INTO deed (guild_id, game_id, user_id, what, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
            (deed.guild, deed.game, deed.user, deed.what, deed.reason, self._now()),
        )
        if deed.unrated:
            await self._db.execute("UPDATE game SET unrated = 1 WHERE id = ?", (deed.game,))
        if deed.request is not None:
            assert deed.game is not None, "a request is of a game"
            if not await self._close_request(deed.game, deed.request, "done"):
                raise Clash

    async def _close_request(self, game: int, number: int, closed: str) -> bool:
        """Whether it was open."""
        cursor = await self._db.execute(
            "UPDATE request SET closed = ? WHERE id = ? AND closed IS NULL", (closed, number)
        )
        await self._answered(game, Kind.REQUEST, str(number))
        return cursor.rowcount > 0

    async def _answered(self, game: int, kind: Kind, body: str) -> None:
        """The posts that asked for something lose their buttons: those of a kind whose body begins so."""
        for row in await self._all(
            "SELECT id, seq FROM outbox AS asked WHERE game_id = ?1 AND kind = ?2"
            " AND (body = ?3 OR body LIKE ?3 || ' %') AND NOT EXISTS"
            " (SELECT 1 FROM outbox WHERE game_id = ?1 AND kind = 'repair' AND body = CAST(asked.id AS TEXT))",
            game, kind.value, body,
        ):  # fmt: skip
            await self._enqueue(game, [Draft(Kind.REPAIR, None, row["seq"], str(row["id"]))])
