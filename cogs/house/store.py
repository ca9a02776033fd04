"""All SQL: games, seats, the log and the outbox in one SQLite file.

Each public method is one transaction, and nothing is awaited inside but the database.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from cogs.house.answers import Written
from cogs.house.clocks import Clock
from cogs.house.database import Clash, StoreUnavailable, path_of
from cogs.house.drafts import Draft
from cogs.house.people import People
from cogs.house.records import (
    AS_GAMES_HAVE_IT,
    Chair,
    Closing,
    Deed,
    Display,
    Game,
    Line,
    Status,
    Vacancy,
    listed,
    newcomers,
)
from cogs.house.requests import game_of
from cogs.house.times import clock_of
from engine.core import Seat

__all__ = [
    "DISCORD",
    "LOCAL",
    "AlreadyHere",
    "ChannelBusy",
    "Clash",
    "OtherWorld",
    "Repeated",
    "Store",
    "StoreUnavailable",
    "path_of",
]


class Repeated(Exception):
    """This interaction is in the log already."""


class ChannelBusy(Exception):
    """The channel has an open or running game."""


class AlreadyHere(Exception):
    """The server has that very game, under a number."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


class OtherWorld(StoreUnavailable):
    """The database belongs to another world: to Discord, or to the local table."""


DISCORD, LOCAL = "discord", "local"
"""The worlds that a database can belong to."""


class Store(People):
    """The open database with all that is kept in it."""

    async def belong(self, world: str) -> None:
        """Has the database belong to a world, DISCORD or LOCAL, from now on. Raises OtherWorld if it does to another.

        What waits in it would be told to nobody there, and be given up. One that is not marked yet is Discord's if
        anything in it came from there.
        """
        async with self._transaction():
            rows = await self._all("SELECT value FROM setting WHERE key = 'world'")
            found = rows[0]["value"] if rows else await self._world()
            if found not in (None, world):
                raise OtherWorld(f"the database is one of the world {found}")
            if not rows:
                await self._db.execute("INSERT INTO setting VALUES ('world', ?)", (world,))

    async def _world(self) -> str | None:
        """Where what is kept came from: commands that were registered, messages and interactions; None: nowhere yet."""
        traces = (
            "SELECT 1 FROM setting WHERE key = 'commands' AND value BETWEEN ?1 || ':' AND ?1 || ';'",
            "SELECT 1 FROM log WHERE interaction_id BETWEEN ?1 || ':' AND ?1 || ';'",
            "SELECT 1 FROM outbox WHERE message_id BETWEEN ?1 || ':' AND ?1 || ';'",
        )
        for sql in traces:
            if await self._all(sql, DISCORD):
                return DISCORD
        for sql in traces:
            if await self._all(sql.replace(":", "-").replace(";", "."), LOCAL):  # each run of it has a number
                return LOCAL
        return None

    # Settings

    async def setting(self, key: str) -> str | None:
        """A value kept beside the games, such as the hash of the command tree."""
        rows = await self._read("SELECT value FROM setting WHERE key = ?", key)
        return rows[0]["value"] if rows else None

    async def keep_setting(self, key: str, value: str) -> None:
        async with self._transaction():
            await self._db.execute(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value)
            )

    # What is written down beside a game

    async def note(self, game: int, user: int, legion: str) -> str:
        """What a person has written down about a legion; empty if nothing."""
        rows = await self._read(
            "SELECT text FROM note WHERE game_id = ? AND user_id = ? AND legion = ?", game, user, legion
        )
        return rows[0]["text"] if rows else ""

    async def keep_note(self, game: int, user: int, legion: str, text: str) -> None:
        """Keeps a person's note about a legion in the place of the one before; an empty one is none."""
        async with self._transaction():
            await self._db.execute(
                "DELETE FROM note WHERE game_id = ? AND user_id = ? AND legion = ?", (game, user, legion)
            )
            if text:
                await self._db.execute("INSERT INTO note VALUES (?, ?, ?, ?)", (game, user, legion, text))

    async def shared(self, game: int) -> int | None:
        """Up to which entry the story of a game was told to everybody; None: it never was."""
        rows = await self._read("SELECT number FROM chronicle WHERE game_id = ?", game)
        return rows[0]["number"] if rows else None

    async def share(self, game: int, number: int) -> None:
        """Keeps up to which entry the story of a game was told to everybody."""
        async with self._transaction():
            await self._db.execute("INSERT OR REPLACE INTO chronicle VALUES (?, ?)", (game, number))

    # Games and seats

    async def open_game(self, game: Game, chairs: Sequence[Chair], drafts: Iterable[Draft]) -> int:
        """Writes a new game with what is told of it, and gives its number; `game.id` is not looked at.

        Raises ChannelBusy.
        """
        now = self._now()
        async with self._transaction():
            if await self._all(
                "SELECT 1 FROM game WHERE channel_id = ? AND status IN ('lobby', 'running')", game.channel
            ):
                raise ChannelBusy
            number = await self._insert_game(game, now)
            await self._seat(number, chairs)
            await self._enqueue(number, drafts)
        return number

    async def bring_in(self, game: Game, chairs: Sequence[Chair], lines: Sequence[Line], deed: Deed) -> int:
        """Writes a game that was played to its end elsewhere, and gives its number here; what was done is kept of it.

        Raises AlreadyHere if the server has it. `game.id` is not looked at, nor that of the `deed`.
        """
        now = self._now()
        async with self._transaction():
            here = await self._all("SELECT id FROM game WHERE guild_id = ? AND seed = ?", game.guild, game.seed)
            if here:
                raise AlreadyHere(here[0]["id"])
            number = await self._insert_game(game, now)
            await self._db.execute(
                "UPDATE game SET seq = ?, origin = ?, agreed = ? WHERE id = ?",
                (game.seq, game.origin, game.agreed, number),
            )
            await self._seat(number, chairs)
            await self._db.executemany(
                "INSERT INTO log (game_id, seq, seat, line, at, proxy) VALUES (?, ?, ?, ?, ?, ?)",
                [(number, line.seq, line.seat, line.line, now, line.proxy) for line in lines],
            )
            await self._keep_deed(replace(deed, game=number))
        return number

    async def _insert_game(self, game: Game, now: float) -> int:
        cursor = await self._db.execute(
            "INSERT INTO game (guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
            " seed, theme, language, hints, posts, pace, absent, setup, joining, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game.guild, game.channel, game.host, game.name, game.ruleset, game.version,
                json.dumps(dict(game.options)), game.places, game.status.value, game.seed, game.theme,
                game.language, game.hints, game.posts.value, game.pace, game.absent.value,
                game.setup.value, game.joining.value, now, now,
            ),
        )  # fmt: skip
        number = cursor.lastrowid
        assert number is not None
        return number

    async def reseat(
        self,
        game: Game,
        before: Sequence[Chair],
        after: Sequence[Chair],
        drafts: Iterable[Draft] = (),
        clocks: Collection[Clock] = (),
        vacancy: Vacancy | None = None,
        missed: Collection[int] = (),
        deed: Deed | None = None,
    ) -> None:
        """Puts `after` in the place of `before`, all seats at once, with their `clocks`.

        Orders given ahead go with who gave them; who sat at a game that runs is remembered. A `vacancy` is a seat that
        may be taken from then on. The people who have `missed` a deadline by it are known for that, and the `deed` that
        it was is kept.

        Raises Clash if that is not who sits there, or the game is no longer in `game.status`.
        """
        async with self._transaction():
            status = (await self._one("SELECT status FROM game WHERE id = ?", game.id))["status"]
            if status != game.status.value or await self._chairs(game.id) != tuple(before):
                raise Clash
            await self._keep_deed(deed)  # before a request of whoever gets up is closed: it may be this one
            await self._get_up(game)
            await self._db.execute("DELETE FROM seat WHERE game_id = ?", (game.id,))
            await self._seat(game.id, after)
            await self._forget_ahead(game.id, newcomers(before, after))
            if game.status is Status.RUNNING:
                await self._handed_over(game.id, before, after)
            if vacancy is not None:
                await self._open_seat(game.id, vacancy)
            await self._sit_down(game.id)
            await self._keep_clocks(game.id, clocks)
            await self._count_deadlines(game.id, missed, kept=False)
            await self._drop_reminders(game.id, [clock.seat for clock in clocks])
            await self._enqueue(game.id, drafts)

    async def choose(
        self, game: Game, options: Mapping[str, str], changes: Mapping[str, float], drafts: Iterable[Draft]
    ) -> None:
        """Keeps the rules of a game, and what was changed of them. Raises Clash if the game is no longer in
        `game.status` with `game.options`."""
        async with self._transaction():
            status = (await self._one("SELECT status FROM game WHERE id = ?", game.id))["status"]
            if status != game.status.value or await self._options(game.id) != game.options:
                raise Clash
            await self._db.execute(
                "UPDATE game SET options = ?, changes = ?, updated_at = ? WHERE id = ?",
                (json.dumps(dict(options)), json.dumps(dict(changes)), self._now(), game.id),
            )
            await self._enqueue(game.id, drafts)

    async def _options(self, game: int) -> Mapping[str, str]:
        row = await self._one("SELECT options FROM game WHERE id = ?", game)
        found: Mapping[str, str] = json.loads(row["options"])
        return found

    async def _seat(self, game: int, chairs: Sequence[Chair]) -> None:
        await self._db.executemany(
            "INSERT INTO seat (game_id, seat, user_id, name, bot, word, since) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(game, chair.seat, chair.user_id, chair.name, chair.bot, chair.word, chair.since) for chair in chairs],
        )

    async def _chairs(self, game: int) -> tuple[Chair, ...]:
        rows = await self._all("SELECT * FROM seat WHERE game_id = ? ORDER BY seat", game)
        return tuple(map(_chair, rows))

    async def end(self, game: Game, drafts: Iterable[Draft]) -> None:
        """Calls a game off. Raises Clash if it is no longer in `game.status`."""
        async with self._transaction():
            cursor = await self._db.execute(
                "UPDATE game SET status = 'ended', updated_at = ? WHERE id = ? AND status = ?",
                (self._now(), game.id, game.status.value),
            )
            if not cursor.rowcount:
                raise Clash
            await self._enqueue(game.id, drafts)

    async def load(self, game: int) -> tuple[Game, tuple[Chair, ...]] | None:
        """A game and who sits at it."""
        async with self._reading():
            rows = await self._all("SELECT * FROM game WHERE id = ?", game)
            return (game_of(rows[0]), await self._chairs(game)) if rows else None

    async def open_in(self, channel: int) -> int | None:
        """The open or running game of a channel."""
        rows = await self._read("SELECT id FROM game WHERE channel_id = ? AND status IN ('lobby', 'running')", channel)
        return rows[0]["id"] if rows else None

    async def last_in(self, channel: int, status: Status | None = None) -> int | None:
        """The newest game of a channel, over or not, or the newest of a status."""
        rows = await self._read(
            "SELECT id FROM game WHERE channel_id = ? AND status = coalesce(?, status) ORDER BY id DESC LIMIT 1",
            channel, status.value if status else None,
        )  # fmt: skip
        return rows[0]["id"] if rows else None

    async def games_of(self, user: int) -> tuple[Game, ...]:
        """The open and running games that a person sits at, oldest first."""
        rows = await self._read(
            "SELECT game.* FROM game JOIN seat ON seat.game_id = game.id"
            " WHERE seat.user_id = ? AND status IN ('lobby', 'running') ORDER BY game.id",
            user,
        )
        return tuple(map(game_of, rows))

    async def running(
        self, after: int = 0, most: int = 100
    ) -> tuple[tuple[Game, tuple[Chair, ...], Mapping[Seat, Clock]], ...]:
        """The running games with higher numbers than `after`, `most` of them, with their seats and clocks."""
        async with self._reading():
            games = await self._all(
                "SELECT * FROM game WHERE status = 'running' AND id > ? ORDER BY id LIMIT ?", after, most
            )
            last = games[-1]["id"] if games else after
            seats = await self._all(
                "SELECT seat.* FROM seat JOIN game ON game.id = game_id"
                " WHERE status = 'running' AND game.id BETWEEN ? AND ? ORDER BY seat",
                after + 1, last,
            )  # fmt: skip
            clocks = await self._all(
                "SELECT clock.* FROM clock JOIN game ON game.id = game_id"
                " WHERE status = 'running' AND game.id BETWEEN ? AND ?",
                after + 1, last,
            )  # fmt: skip
        sit: dict[int, list[Chair]] = {row["id"]: [] for row in games}
        run: dict[int, dict[Seat, Clock]] = {row["id"]: {} for row in games}
        for row in seats:
            sit[row["game_id"]].append(_chair(row))
        for row in clocks:
            clock = clock_of(row)
            run[row["game_id"]][clock.seat] = clock
        return tuple((game_of(row), tuple(sit[row["id"]]), run[row["id"]]) for row in games)

    async def suspend(self, game: int, reason: str | None, drafts: Iterable[Draft] = ()) -> None:
        """Stops deliveries of a game, with the reason and what its host is to be told of it; None resumes them."""
        async with self._transaction():
            await self._db.execute("UPDATE game SET suspended = ? WHERE id = ?", (reason, game))
            await self._enqueue(game, drafts)

    # How pictures look

    async def display_of(self, user: int) -> Display:
        """What a person has chosen for what he alone sees."""
        rows = await self._read("SELECT theme, large FROM display WHERE user_id = ?", user)
        return Display(rows[0]["theme"], bool(rows[0]["large"])) if rows else AS_GAMES_HAVE_IT

    async def keep_display(self, user: int, own: Display) -> None:
        """Keeps what a person has chosen; where that is nothing it is forgotten."""
        async with self._transaction():
            await self._db.execute("DELETE FROM display WHERE user_id = ?", (user,))
            if own != AS_GAMES_HAVE_IT:
                await self._db.execute("INSERT INTO display VALUES (?, ?, ?)", (user, own.theme, own.large))

    async def lesson_of(self, user: int, ruleset: str) -> int | None:
        """The step of a game's lesson that waits for a person; None if he has not begun."""
        rows = await self._read("SELECT step FROM lesson WHERE user_id = ? AND ruleset = ?", user, ruleset)
        return rows[0]["step"] if rows else None

    async def keep_lesson(self, user: int, ruleset: str, step: int) -> None:
        """Keeps how far a person has come in a game's lesson."""
        async with self._transaction():
            await self._db.execute("INSERT OR REPLACE INTO lesson VALUES (?, ?, ?)", (user, ruleset, step))

    async def themes(self) -> frozenset[str]:
        """The themes of the open and running games and of the people who sit at them; empty for the standard one."""
        rows = await self._read(
            "SELECT theme FROM game WHERE status IN ('lobby', 'running')"
            " UNION SELECT display.theme FROM display JOIN seat ON seat.user_id = display.user_id"
            " JOIN game ON game.id = seat.game_id WHERE status IN ('lobby', 'running') AND display.theme IS NOT NULL"
        )
        return frozenset(row["theme"] for row in rows)

    # Languages

    async def tongues(self) -> tuple[tuple[int, str | None, str | None], ...]:
        """What is known of people's languages: person, chosen, heard."""
        rows = await self._read("SELECT user_id, chosen, heard FROM tongue")
        return tuple((row["user_id"], row["chosen"], row["heard"]) for row in rows)

    async def keep_tongue(self, user: int, chosen: str | None, heard: str | None) -> None:
        """Keeps what is known of a person's language; two times None forgets it."""
        async with self._transaction():
            await self._db.execute("DELETE FROM tongue WHERE user_id = ?", (user,))
            if chosen or heard:
                await self._db.execute("INSERT INTO tongue VALUES (?, ?, ?)", (user, chosen, heard))

    # The log

    async def append(
        self,
        game: Game,
        lines: Sequence[Line],
        interaction: str | None,
        status: Status,
        awaiting: Iterable[Seat],
        drafts: Iterable[Draft],
        chairs: Sequence[Chair] | None = None,
        taken_back: Collection[int] = (),
        request: int | None = None,
        deed: Deed | None = None,
        clocks: Collection[Clock] = (),
        reminded: Collection[Seat] = (),
        written: Written | None = None,
        closing: Closing | None = None,
        punctual: Collection[int] = (),
        options: Mapping[str, str] | None = None,
    ) -> float:
        """Writes entries that follow `game.seq`, what they make of the game, and what is to be told, all or nothing.

        The interaction stands at the first entry; a `request` that they fulfil is closed, a moderator's `deed` kept.
        What the entries `taken_back` told is struck. The `clocks` are kept, and what was still to remind the seats
        `reminded` of is dropped before the drafts are written. What becomes of orders given ahead is `written`, what is
        `closing` told after it all. The people `punctual` have kept a deadline by it. `options` take the place of those
        of the game.

        Gives the time that stands at the entries. Raises Repeated, or Clash if the game is not at `game.seq` in
        `game.status`, or if `chairs` are said and not who sits there, or not by these `game.options`.
        """
        now = self._now()
        async with self._transaction():
            if interaction and await self._all("SELECT 1 FROM log WHERE interaction_id = ?", interaction):
                raise Repeated
            if chairs is not None and (await self._chairs(game.id), await self._options(game.id)) != (
                tuple(chairs),
                game.options,
            ):
                raise Clash
            cursor = await self._db.execute(
                "UPDATE game SET seq = ?, status = ?, awaiting = ?, updated_at = ?"
                " WHERE id = ? AND seq = ? AND status = ?",
                (
                    game.seq + len(lines), status.value, listed(awaiting), now,
                    game.id, game.seq, game.status.value,
                ),
            )  # fmt: skip
            if not cursor.rowcount:
                raise Clash
            if options is not None:
                await self._db.execute("UPDATE game SET options = ? WHERE id = ?", (json.dumps(dict(options)), game.id))
            await self._db.executemany(
                "INSERT INTO log (game_id, seq, seat, line, interaction_id, at, proxy) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (game.id, line.seq, line.seat, line.line, None if place else interaction, now, line.proxy)
                    for place, line in enumerate(lines)
                ],
            )
            await self._strike(game.id, taken_back)
            if request is not None:
                await self._close_request(game.id, request, "done")
            await self._keep_deed(deed)
            await self._keep_clocks(game.id, clocks)
            await self._count_deadlines(game.id, punctual, kept=True)
            await self._drop_reminders(game.id, reminded)
            await self._enqueue(game.id, drafts)
            if written is not None:
                await self._keep_ahead(game.id, game.seq + len(lines), written)
            if closing is not None:
                await self._close_questions(game.id, closing)
            if status is Status.OVER:
                await self._over(game.id)
        return now


def _chair(row: sqlite3.Row) -> Chair:
    return Chair(Seat(row["seat"]), row["user_id"], row["name"], row["bot"], row["word"], row["since"])
