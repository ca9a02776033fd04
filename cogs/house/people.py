"""What the database knows of a person, of a server and of a game, to be given to them and to be forgotten.

A part of the store. The tables are named here one by one; a test holds the list to the schema, so that no new one is
overlooked.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from cogs.house.drafts import Draft
from cogs.house.records import Deed, Game, Status
from cogs.house.requests import game_of
from cogs.house.watchers import Watchers

KEPT = ("deed",)
"""What moderators did stays on the record, and who they were."""

FORGOTTEN = 0
"""The user in the place of a host who is forgotten. A seat gets a negative number of its own."""

GAME_GOES = {
    "ballot": "DELETE FROM ballot WHERE vote_id IN (SELECT id FROM vote WHERE game_id = ?)",
    "vote": "DELETE FROM vote WHERE game_id = ?",
    "vacancy": "DELETE FROM vacancy WHERE game_id = ?",
    "request": "DELETE FROM request WHERE game_id = ?",
    "seat": "DELETE FROM seat WHERE game_id = ?",
    "log": "DELETE FROM log WHERE game_id = ?",
    "checkpoint": "DELETE FROM checkpoint WHERE game_id = ?",
    "outbox": "DELETE FROM outbox WHERE game_id = ?",
    "place": "DELETE FROM place WHERE game_id = ?",
    "card": "DELETE FROM card WHERE game_id = ?",
    "lobby_post": "DELETE FROM lobby_post WHERE game_id = ?",
    "follower": "DELETE FROM follower WHERE game_id = ?",
    "clock": "DELETE FROM clock WHERE game_id = ?",
    "standing_order": "DELETE FROM standing_order WHERE game_id = ?",
    "firing": "DELETE FROM firing WHERE game_id = ?",
    "order_note": "DELETE FROM order_note WHERE game_id = ?",
    "question": "DELETE FROM question WHERE game_id = ?",
    "prediction": "DELETE FROM prediction WHERE game_id = ?",
    "insider": "DELETE FROM insider WHERE game_id = ?",
    "relay": "DELETE FROM relay WHERE game_id = ?",
    "result": "DELETE FROM result WHERE game_id = ?",
    "finish": "DELETE FROM finish WHERE game_id = ?",
    "note": "DELETE FROM note WHERE game_id = ?",
    "chronicle": "DELETE FROM chronicle WHERE game_id = ?",
    "seen": "DELETE FROM seen WHERE game_id = ?",
}
"""What goes with a game, by table."""

PERSON_GOES = {
    "display": "DELETE FROM display WHERE user_id = ?",
    "tongue": "DELETE FROM tongue WHERE user_id = ?",
    "lesson": "DELETE FROM lesson WHERE user_id = ?",
    "note": "DELETE FROM note WHERE user_id = ?",
    "closed": "DELETE FROM closed WHERE user_id = ?",
    "person": "DELETE FROM person WHERE user_id = ?",
    "seen": "DELETE FROM seen WHERE user_id = ?",
    "vacation": "DELETE FROM vacation WHERE user_id = ?",
    "reliability": "DELETE FROM reliability WHERE user_id = ?",
    "result": "UPDATE result SET user_id = -1 - seat WHERE user_id = ?",
    "follower": "DELETE FROM follower WHERE user_id = ?",
    "standing_order": "DELETE FROM standing_order WHERE user_id = ?",
    "order_note": "DELETE FROM order_note WHERE user_id = ?",
    "vacancy": "DELETE FROM vacancy WHERE invited = ?",
    "insider": (
        "DELETE FROM insider WHERE user_id = ? AND game_id NOT IN (SELECT id FROM game WHERE status = 'running')"
    ),
    "outbox": "DELETE FROM outbox WHERE user_id = ?",
    "prediction": "DELETE FROM prediction WHERE user_id = ?",
    "unnamed": "DELETE FROM unnamed WHERE user_id = ?",
    "seat": "UPDATE seat SET user_id = -1 - seat, name = ?2 WHERE user_id = ?1",
}
"""What goes with a person, by table; in a game that is over somebody else sat there, whose result it is.

That somebody knows the secrets of a game is kept as long as it runs."""

PERSON_HAS = {
    "display": "SELECT theme, large FROM display WHERE user_id = ?",
    "tongue": "SELECT chosen, heard FROM tongue WHERE user_id = ?",
    "lesson": "SELECT ruleset AS game, step FROM lesson WHERE user_id = ? ORDER BY ruleset",
    "note": "SELECT game_id AS game, legion, text AS note FROM note WHERE user_id = ? ORDER BY game_id, legion",
    "closed": "SELECT since, tried_at, owed FROM closed WHERE user_id = ?",
    "follower": "SELECT game_id AS game FROM follower WHERE user_id = ?",
    "person": (
        "SELECT zone, quiet_from, quiet_until, pings, reminders, every_hours, is_next, orders_away"
        " FROM person WHERE user_id = ?"
    ),
    "seen": "SELECT game_id AS game, at FROM seen WHERE user_id = ? ORDER BY game_id",
    "vacation": "SELECT begins, ends FROM vacation WHERE user_id = ? ORDER BY begins",
    "standing_order": (
        "SELECT game_id AS game, seat, number, line FROM standing_order WHERE user_id = ? ORDER BY game_id, place"
    ),
    "order_note": "SELECT game_id AS game, seat, text, at FROM order_note WHERE user_id = ? ORDER BY id",
    "prediction": "SELECT game_id AS game, question, name, answer, sure, points FROM prediction WHERE user_id = ?",
    "unnamed": "SELECT 1 AS unnamed FROM unnamed WHERE user_id = ?",
    "reliability": (
        "SELECT guild_id AS server, kept, missed, kept_weight, missed_weight, at FROM reliability WHERE user_id = ?"
    ),
    "result": (
        "SELECT game_id AS game, seat, place, points, slayer, seconds, figures FROM result WHERE user_id = ?"
        " ORDER BY game_id"
    ),
    "insider": "SELECT game_id AS game, seat, saw FROM insider WHERE user_id = ?",
    "vacancy": "SELECT game_id AS game, seat, since FROM vacancy WHERE invited = ?",
    "deed": "SELECT guild_id AS server, game_id AS game, what, reason, at FROM deed WHERE user_id = ?",
    "seat": (
        "SELECT game_id AS game, game.name AS title, status, seat, seat.name, word, created_at AS opened_at"
        " FROM seat JOIN game ON game.id = game_id WHERE user_id = ? ORDER BY game_id"
    ),
    "host": "SELECT id AS game, name AS title, status FROM game WHERE host_id = ? ORDER BY id",
    "outbox": "SELECT game_id AS game, kind, created_at AS at FROM outbox WHERE user_id = ? AND done_at IS NULL",
}
"""What a person is given of what is kept of him, by table."""


class People(Watchers):
    """Each public method is one transaction."""

    async def known_of(self, user: int) -> Mapping[str, list[dict[str, Any]]]:
        """Everything that is kept of a person, by table."""
        async with self._reading():
            return {name: [dict(row) for row in await self._all(sql, user)] for name, sql in PERSON_HAS.items()}

    async def forget(self, user: int, name: str, title: str) -> None:
        """Deletes what is kept of a person, who sits in no open game. In those that are over somebody called `name` sat
        in his place; those that he opened and that bear his name get the `title`."""
        async with self._transaction():
            await self._db.execute(
                "UPDATE game SET name = ?2 WHERE host_id = ?1 AND EXISTS"
                " (SELECT 1 FROM seat WHERE game_id = game.id AND user_id = ?1 AND instr(game.name, seat.name))",
                (user, title),
            )
            await self._db.execute(
                "DELETE FROM outbox WHERE done_at IS NOT NULL AND game_id IN"
                " (SELECT game_id FROM seat WHERE user_id = ?1 UNION SELECT id FROM game WHERE host_id = ?1)",
                (user,),
            )
            for table, sql in PERSON_GOES.items():
                await self._db.execute(sql, (user, name) if table == "seat" else (user,))
            await self._db.execute("UPDATE game SET host_id = ? WHERE host_id = ?", (FORGOTTEN, user))

    async def games_with(self, user: int) -> tuple[int, ...]:
        """The games that a person sits or sat in, or opened."""
        rows = await self._read(
            "SELECT game_id AS id FROM seat WHERE user_id = ?1 UNION SELECT id FROM game WHERE host_id = ?1", user
        )
        return tuple(row["id"] for row in rows)

    async def lobbies(self, guild: int, host: int) -> tuple[Game, ...]:
        """The games that wait for players: those of a server, and those that a person has opened anywhere."""
        rows = await self._read(
            "SELECT * FROM game WHERE status = 'lobby' AND (guild_id = ? OR host_id = ?) ORDER BY id", guild, host
        )
        return tuple(map(game_of, rows))

    async def games_in(
        self, guild: int, within: Collection[Status], channels: Collection[int] | None, most: int
    ) -> tuple[Game, ...]:
        """The newest games of a server, `most` of them, the newest first: of those in these states and channels."""
        rows = await self._read(
            "SELECT * FROM game WHERE guild_id = ?1 AND status IN (SELECT value FROM json_each(?2))"
            " AND (?3 IS NULL OR channel_id IN (SELECT value FROM json_each(?3))) ORDER BY id DESC LIMIT ?4",
            guild, json.dumps([each.value for each in within]),
            None if channels is None else json.dumps(list(channels)), most,
        )  # fmt: skip
        return tuple(map(game_of, rows))

    async def counted_in(self, guild: int) -> Mapping[Status, int]:
        """How many games of a server are in which state."""
        rows = await self._read("SELECT status, count(*) AS number FROM game WHERE guild_id = ? GROUP BY status", guild)
        return {Status(row["status"]): row["number"] for row in rows}

    async def rehome(self, game: int, channel: int, deed: Deed, drafts: Iterable[Draft]) -> bool:
        """Gives a game another channel, in which it is told anew by `drafts`; False if that has a game already."""
        async with self._transaction():
            if await self._all(
                "SELECT 1 FROM game WHERE channel_id = ? AND id <> ? AND status IN ('lobby', 'running')", channel, game
            ):
                return False
            await self._db.execute("UPDATE game SET channel_id = ?, suspended = NULL WHERE id = ?", (channel, game))
            await self._db.execute(
                "UPDATE place SET thread_id = NULL, refused_at = NULL, locked_at = NULL WHERE game_id = ?", (game,)
            )
            await self._db.execute("DELETE FROM card WHERE game_id = ?", (game,))
            await self._db.execute("DELETE FROM lobby_post WHERE game_id = ?", (game,))
            await self._keep_deed(deed)
            await self._enqueue(game, drafts)
        return True

    async def purge(self, game: int, deed: Deed) -> None:
        """Deletes a game with all that belongs to it. That it was done is kept."""
        async with self._transaction():
            for sql in GAME_GOES.values():
                await self._db.execute(sql, (game,))
            await self._db.execute("DELETE FROM game WHERE id = ?", (game,))
            await self._keep_deed(deed)

    async def purge_server(self, guild: int) -> None:
        """Deletes what is kept of a server beside its games: what new ones begin with, who kept deadlines, what its
        channels follow."""
        async with self._transaction():
            await self._db.execute("DELETE FROM relay WHERE guild_id = ?", (guild,))
            await self._db.execute("DELETE FROM reliability WHERE guild_id = ?", (guild,))
            await self._db.execute("DELETE FROM preset WHERE guild_id = ?", (guild,))
