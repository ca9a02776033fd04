"""What the database knows of a person, of a server and of a game, to be given to them and to be forgotten.

A part of the store. The tables are named here one by one; a test holds the list to the schema, so that no new one is
overlooked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogs.house.store.database import Database
from cogs.house.values.records import AS_GAMES_HAVE_IT, Display

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
        "DELETE FROM insider WHERE user_id = ?"
        " AND NOT EXISTS (SELECT 1 FROM game WHERE id = game_id AND status = 'running')"
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


@dataclass
class PersonStore:
    """What people have chosen and noted for themselves, and all that is kept of one of them."""

    db: Database

    async def known(self, user: int) -> Mapping[str, list[dict[str, Any]]]:
        """Everything that is kept of a person, by table."""
        async with self.db.snapshot() as present:
            return {name: [dict(row) for row in await present.read(sql, user)] for name, sql in PERSON_HAS.items()}

    async def forget(self, user: int, name: str, title: str) -> bool:
        """Deletes what is kept of a person; False, and nothing is deleted, if he sits in an open game by now. In those
        that are over somebody called `name` sat in his place; those that he opened and that bear his name get the
        `title`."""
        async with self.db.transaction() as tx:
            if await tx.read(
                "SELECT 1 FROM seat JOIN game ON game.id = seat.game_id"
                " WHERE seat.user_id = ? AND status IN ('lobby', 'running')",
                user,
            ):
                return False
            await tx.write(
                "UPDATE game SET name = ?2 WHERE host_id = ?1 AND EXISTS (SELECT 1 FROM seat"
                " WHERE game_id = game.id AND user_id = ?1 AND replace(game.name, seat.name, '') <> game.name)",
                user, title,
            )  # fmt: skip
            await tx.write(
                "DELETE FROM outbox WHERE done_at IS NOT NULL AND game_id IN"
                " (SELECT game_id FROM seat WHERE user_id = ?1 UNION SELECT id FROM game WHERE host_id = ?1)",
                user,
            )
            for table, sql in PERSON_GOES.items():
                await tx.write(sql, *((user, name) if table == "seat" else (user,)))
            await tx.write("UPDATE game SET host_id = ? WHERE host_id = ?", FORGOTTEN, user)
        return True

    async def display(self, user: int) -> Display:
        """What a person has chosen for what he alone sees."""
        rows = await self.db.read("SELECT theme, large FROM display WHERE user_id = ?", user)
        return Display(rows[0]["theme"], bool(rows[0]["large"])) if rows else AS_GAMES_HAVE_IT

    async def keep_display(self, user: int, own: Display) -> None:
        """Keeps what a person has chosen; where that is nothing it is forgotten."""
        async with self.db.transaction(person=user, quiet=True) as tx:
            await tx.write("DELETE FROM display WHERE user_id = ?", user)
            if own != AS_GAMES_HAVE_IT:
                await tx.write("INSERT INTO display VALUES (?, ?, ?)", user, own.theme, own.large)

    async def lesson(self, user: int, ruleset: str) -> int | None:
        """The step of a game's lesson that waits for a person; None if he has not begun."""
        rows = await self.db.read("SELECT step FROM lesson WHERE user_id = ? AND ruleset = ?", user, ruleset)
        return rows[0]["step"] if rows else None

    async def keep_lesson(self, user: int, ruleset: str, step: int) -> None:
        """Keeps how far a person has come in a game's lesson."""
        async with self.db.transaction(person=user, quiet=True) as tx:
            await tx.write(
                "INSERT INTO lesson VALUES (?, ?, ?) ON CONFLICT (user_id, ruleset) DO UPDATE SET step = excluded.step",
                user, ruleset, step,
            )  # fmt: skip

    async def languages(self) -> tuple[tuple[int, str | None, str | None], ...]:
        """What is known of people's languages: person, chosen, heard."""
        rows = await self.db.read("SELECT user_id, chosen, heard FROM tongue")
        return tuple((row["user_id"], row["chosen"], row["heard"]) for row in rows)

    async def language(self, user: int) -> tuple[str | None, str | None]:
        """What is known of one person's: chosen, heard."""
        rows = await self.db.read("SELECT chosen, heard FROM tongue WHERE user_id = ?", user)
        return (rows[0]["chosen"], rows[0]["heard"]) if rows else (None, None)

    async def choose_language(self, user: int, chosen: str | None) -> None:
        """Keeps a person's choice in place of the one before; None: none."""
        async with self.db.transaction(person=user) as tx:
            await tx.write(
                "INSERT INTO tongue (user_id, chosen) VALUES (?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET chosen = excluded.chosen",
                user, chosen,
            )  # fmt: skip
            await tx.write("DELETE FROM tongue WHERE user_id = ? AND chosen IS NULL AND heard IS NULL", user)

    async def hear_language(self, user: int, heard: str) -> None:
        """Keeps what Discord is set to for a person, whatever he has chosen."""
        async with self.db.transaction(person=user) as tx:
            await tx.write(
                "INSERT INTO tongue (user_id, heard) VALUES (?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET heard = excluded.heard",
                user, heard,
            )  # fmt: skip

    async def note(self, game: int, user: int, legion: str) -> str:
        """What a person has written down about a legion; empty if nothing."""
        rows = await self.db.read(
            "SELECT text FROM note WHERE game_id = ? AND user_id = ? AND legion = ?", game, user, legion
        )
        return rows[0]["text"] if rows else ""

    async def keep_note(self, game: int, user: int, legion: str, text: str) -> None:
        """Keeps a person's note about a legion in the place of the one before; an empty one is none."""
        async with self.db.transaction(game=game, quiet=True) as tx:
            await tx.write("DELETE FROM note WHERE game_id = ? AND user_id = ? AND legion = ?", game, user, legion)
            if text:
                await tx.write("INSERT INTO note VALUES (?, ?, ?, ?)", game, user, legion, text)

    async def unnamed(self) -> frozenset[int]:
        """The people who want to be named in nothing that others see of what people did."""
        return frozenset(row["user_id"] for row in await self.db.read("SELECT user_id FROM unnamed"))

    async def is_named(self, user: int) -> bool:
        """Whether a person's name stands at what he did."""
        return not await self.db.read("SELECT 1 FROM unnamed WHERE user_id = ?", user)

    async def name(self, user: int, named: bool) -> None:
        """Has a person's name stand at what he did, or not."""
        sql = "INSERT INTO unnamed VALUES (?) ON CONFLICT DO NOTHING"
        if named:
            sql = "DELETE FROM unnamed WHERE user_id = ?"
        async with self.db.transaction(person=user, quiet=True) as tx:
            await tx.write(sql, user)
