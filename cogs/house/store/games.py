"""The SQL of games: opened, played, changed, looked for, and deleted.

A part of the store, which writes several subjects in one transaction: a decision goes into the log together with all
that follows from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.house.store.absences import close_all, seat_all
from cogs.house.store.database import Clash, Database, Transaction
from cogs.house.store.game_rows import CHAIRS, chair_of, chairs_of, game_of, hold, options_of
from cogs.house.store.leases import PARTITIONS, Share
from cogs.house.store.orders import keep_orders
from cogs.house.store.outbox_rows import drop_reminders, enqueue, strike
from cogs.house.store.people import GAME_GOES
from cogs.house.store.requests import close_request, close_requests, keep_deed
from cogs.house.store.results import count_deadlines
from cogs.house.store.spectators import close_questions
from cogs.house.store.times import clock_of, keep_clocks
from cogs.house.values.clocks import Clock
from cogs.house.values.drafts import PostDraft
from cogs.house.values.records import AuditEntry, Chair, Game, SoughtGame, Status, StoredLine, Submit, listed
from engine.core import Seat

LOBBIES = "SELECT * FROM game WHERE status = 'lobby' AND (guild_id = ? OR host_id = ?) ORDER BY id"

LISTED = 500
"""Games of a server that are looked through where one is to be chosen, the newest: older ones have their number."""


class Repeated(Exception):
    """This interaction is in the log already."""


class ChannelBusy(Exception):
    """The channel has an open or running game."""


class AlreadyHere(Exception):
    """The server has that very game, under a number."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


LOADED = (
    "SELECT game.*, seat, user_id, seat.name AS player, bot, word, since FROM game"
    " LEFT JOIN seat ON seat.game_id = game.id WHERE game.id = ? ORDER BY seat"
)
"""A game, in a row for each of its seats; in one row if it has none."""
RUNNING = "SELECT * FROM game WHERE status = 'running' AND id > ?"
CLOCKS = "SELECT * FROM clock"
OF_GAMES = " WHERE game_id IN (SELECT value FROM json_each(?))"
OF_SHARE = " AND id % ? IN (SELECT value FROM json_each(?))"


@dataclass
class GameStore:
    """The games, with what is written of them together."""

    db: Database

    async def open(
        self,
        game: Game,
        chairs: Sequence[Chair],
        drafts: Iterable[PostDraft],
        check: Callable[[Sequence[Game]], None] = lambda _: None,
    ) -> int:
        """Writes a new game with what is told of it, and gives its number; `game.id` is not looked at.

        `check` is given the games that wait already, as `lobbies` has them, and raises what speaks against one more.
        Raises ChannelBusy.
        """
        async with self.db.transaction(place=game.guild, person=game.host) as tx:
            check(tuple(map(game_of, await tx.read(LOBBIES, game.guild, game.host))))
            if await tx.read(
                "SELECT 1 FROM game WHERE channel_id = ? AND status IN ('lobby', 'running')", game.channel
            ):
                raise ChannelBusy
            number = await _insert_game(tx, game)
            await seat_all(tx, number, chairs)
            await enqueue(tx, number, drafts)
        return number

    async def bring_in(self, game: Game, chairs: Sequence[Chair], lines: Sequence[StoredLine], deed: AuditEntry) -> int:
        """Writes a game that was played to its end elsewhere, and gives its number here; what was done is kept of it.

        Raises AlreadyHere if the server has it. `game.id` is not looked at, nor that of the `deed`.
        """
        async with self.db.transaction(place=game.guild) as tx:
            here = await tx.read("SELECT id FROM game WHERE guild_id = ? AND seed = ?", game.guild, game.seed)
            if here:
                raise AlreadyHere(here[0]["id"])
            number = await _insert_game(tx, game)
            await tx.write(
                "UPDATE game SET seq = ?, origin = ?, agreed = ? WHERE id = ?",
                game.seq, game.origin, game.agreed, number,
            )  # fmt: skip
            await seat_all(tx, number, chairs)
            await tx.write_each(
                "INSERT INTO log (game_id, seq, seat, line, at, proxy) VALUES (?, ?, ?, ?, ?, ?)",
                [(number, line.seq, line.seat, line.line, tx.now, line.proxy) for line in lines],
            )
            await keep_deed(tx, replace(deed, game=number))
        return number

    async def append(self, game: Game, submit: Submit) -> float:
        """Writes entries that follow `game.seq`, what they make of the game, and what is to be told, all or nothing.

        Gives the time that stands at the entries. Raises Repeated, or Clash if the game is not at `game.seq` in
        `game.status`, or if `submit.chairs` are said and not who sits there, or not by these `game.options`.
        """
        async with self.db.transaction(game=game.id) as tx:
            await _go_on(tx, game, submit)
            await strike(tx, game.id, submit.taken_back)
            if submit.request is not None:
                await close_request(tx, game.id, submit.request, "done")
            await keep_deed(tx, submit.deed)
            if submit.goes_back:
                await close_requests(tx, game.id)
            await keep_clocks(tx, game.id, submit.clocks)
            await count_deadlines(tx, game.id, submit.punctual, kept=True)
            await drop_reminders(tx, game.id, submit.reminded)
            await enqueue(tx, game.id, submit.drafts)
            if submit.written is not None:
                await keep_orders(tx, game.id, game.seq + len(submit.lines), submit.written)
            if submit.closing is not None:
                await close_questions(tx, game.id, submit.closing)
            if submit.status is Status.OVER:
                await close_all(tx, game.id)
            return tx.now

    async def choose(
        self, game: Game, options: Mapping[str, str], changes: Mapping[str, float], drafts: Iterable[PostDraft]
    ) -> None:
        """Keeps the rules of a game, and what was changed of them. Raises Clash if the game is no longer in
        `game.status` with `game.options`."""
        async with self.db.transaction(game=game.id) as tx:
            status = (await tx.one("SELECT status FROM game WHERE id = ?", game.id))["status"]
            if status != game.status.value or await options_of(tx, game.id) != game.options:
                raise Clash
            await tx.write(
                "UPDATE game SET options = ?, changes = ?, updated_at = ? WHERE id = ?",
                json.dumps(dict(options)), json.dumps(dict(changes)), tx.now, game.id,
            )  # fmt: skip
            await enqueue(tx, game.id, drafts)

    async def keep_settings(
        self, game: Game, clocks: Collection[Clock], drafts: Iterable[PostDraft], deed: AuditEntry | None = None
    ) -> bool:
        """Keeps the settings of a game, else as `clocks.keep` does. Where it may not be followed in other servers no
        channel of one does any more."""
        async with self.db.transaction(game=game.id) as tx:
            kept = await tx.write(
                "UPDATE game SET theme = ?, language = ?, hints = ?, posts = ?, pace = ?, absent = ?, answer = ?,"
                " abroad = ?, places = ?, setup = ?, joining = ?, updated_at = ?"
                " WHERE id = ? AND seq = ? AND status = ?",
                game.theme, game.language, game.hints, game.posts.value, game.pace, game.absent.value,
                game.answer.value, game.abroad, game.places, game.setup.value, game.joining.value, tx.now,
                game.id, game.seq, game.status.value,
            )  # fmt: skip
            if not kept:
                return False
            if not game.abroad:
                await tx.write("DELETE FROM relay WHERE game_id = ? AND guild_id <> ?", game.id, game.guild)
            await keep_clocks(tx, game.id, clocks)
            await drop_reminders(tx, game.id, [clock.seat for clock in clocks])
            await keep_deed(tx, deed)
            await enqueue(tx, game.id, drafts)
        return True

    async def keep_late(self, game: Game, drafts: Iterable[PostDraft]) -> bool:
        """Keeps how late a game is opened; False if it is no longer in `game.status`."""
        async with self.db.transaction(game=game.id) as tx:
            kept = await tx.write(
                "UPDATE game SET late = ? WHERE id = ? AND status = ?", game.late, game.id, game.status.value
            )
            await enqueue(tx, game.id, drafts if kept else ())
        return kept > 0

    async def suspend(self, game: int, reason: str | None, drafts: Iterable[PostDraft] = ()) -> None:
        """Stops deliveries of a game, with the reason and what its host is to be told of it; None resumes them."""
        async with self.db.transaction(game=game) as tx:
            await tx.write("UPDATE game SET suspended = ? WHERE id = ?", reason, game)
            await enqueue(tx, game, drafts)

    async def freeze(self, game: int, reason: str | None, deed: AuditEntry, drafts: Iterable[PostDraft]) -> None:
        """Keeps why nobody may act in a game, None if everybody may, with what is told of it; its clocks rest too."""
        async with self.db.transaction(game=game) as tx:
            await hold(tx, game, reason)
            await keep_deed(tx, deed)
            await enqueue(tx, game, drafts)

    async def rehome(self, game: int, channel: int, deed: AuditEntry, drafts: Iterable[PostDraft]) -> bool:
        """Gives a game another channel, in which it is told anew by `drafts`; False if that has a game already."""
        async with self.db.transaction(game=game, place=deed.guild) as tx:
            if await tx.read(
                "SELECT 1 FROM game WHERE channel_id = ? AND id <> ? AND status IN ('lobby', 'running')", channel, game
            ):
                return False
            await tx.write("UPDATE game SET channel_id = ?, suspended = NULL WHERE id = ?", channel, game)
            await tx.write(
                "UPDATE place SET thread_id = NULL, refused_at = NULL, locked_at = NULL WHERE game_id = ?", game
            )
            await tx.write("DELETE FROM card WHERE game_id = ?", game)
            await tx.write("DELETE FROM lobby_post WHERE game_id = ?", game)
            await keep_deed(tx, deed)
            await enqueue(tx, game, drafts)
        return True

    async def call_off(self, game: Game, drafts: Iterable[PostDraft]) -> None:
        """Calls a game off. Raises Clash if it is no longer in `game.status`."""
        async with self.db.transaction(game=game.id) as tx:
            ended = await tx.write(
                "UPDATE game SET status = 'ended', updated_at = ? WHERE id = ? AND status = ?",
                tx.now, game.id, game.status.value,
            )  # fmt: skip
            if not ended:
                raise Clash
            await enqueue(tx, game.id, drafts)

    async def purge(self, game: int, deed: AuditEntry) -> None:
        """Deletes a game with all that belongs to it. That it was done is kept."""
        async with self.db.transaction(game=game) as tx:
            for sql in GAME_GOES.values():
                await tx.write(sql, game)
            await tx.write("DELETE FROM game WHERE id = ?", game)
            await keep_deed(tx, deed)

    async def load(self, game: int) -> tuple[Game, tuple[Chair, ...]] | None:
        """A game and who sits at it."""
        rows = await self.db.read(LOADED, game)
        chairs = tuple(chair_of(row) for row in rows if row["seat"] is not None)
        return (game_of(rows[0]), chairs) if rows else None

    async def open_in(self, channel: int) -> int | None:
        """The open or running game of a channel."""
        rows = await self.db.read(
            "SELECT id FROM game WHERE channel_id = ? AND status IN ('lobby', 'running')", channel
        )
        return rows[0]["id"] if rows else None

    async def last_in(self, channel: int, status: Status | None = None) -> int | None:
        """The newest game of a channel, over or not, or the newest of a status."""
        rows = await self.db.read(
            "SELECT id FROM game WHERE channel_id = ? AND status = coalesce(?, status) ORDER BY id DESC LIMIT 1",
            channel, status.value if status else None,
        )  # fmt: skip
        return rows[0]["id"] if rows else None

    async def of(self, user: int) -> tuple[Game, ...]:
        """The open and running games that a person sits at, oldest first."""
        rows = await self.db.read(
            "SELECT game.* FROM game JOIN seat ON seat.game_id = game.id"
            " WHERE seat.user_id = ? AND status IN ('lobby', 'running') ORDER BY game.id",
            user,
        )
        return tuple(map(game_of, rows))

    async def with_person(self, user: int) -> tuple[int, ...]:
        """The games that a person sits or sat in, or opened."""
        rows = await self.db.read(
            "SELECT game_id AS id FROM seat WHERE user_id = ?1 UNION SELECT id FROM game WHERE host_id = ?1", user
        )
        return tuple(row["id"] for row in rows)

    async def running(
        self, after: int = 0, most: int = 100, share: Share = None
    ) -> tuple[tuple[Game, tuple[Chair, ...], Mapping[Seat, Clock]], ...]:
        """The running games of a `share` with higher numbers than `after`, `most` of them, with their seats and
        clocks."""
        parts = () if share is None else (PARTITIONS, share)
        async with self.db.snapshot() as present:
            games = await present.read(
                RUNNING + (OF_SHARE if parts else "") + " ORDER BY id LIMIT ?", after, *parts, most
            )
            found = [row["id"] for row in games]
            seats = await present.read(CHAIRS + OF_GAMES + " ORDER BY seat", found)
            clocks = await present.read(CLOCKS + OF_GAMES, found)
        sit: dict[int, list[Chair]] = {row["id"]: [] for row in games}
        run: dict[int, dict[Seat, Clock]] = {row["id"]: {} for row in games}
        for row in seats:
            sit[row["game_id"]].append(chair_of(row))
        for row in clocks:
            clock = clock_of(row)
            run[row["game_id"]][clock.seat] = clock
        return tuple((game_of(row), tuple(sit[row["id"]]), run[row["id"]]) for row in games)

    async def lobbies(self, guild: int, host: int) -> tuple[Game, ...]:
        """The games that wait for players: those of a server, and those that a person has opened anywhere."""
        return tuple(map(game_of, await self.db.read(LOBBIES, guild, host)))

    async def in_server(
        self, guild: int, *within: Status, channels: Collection[int] | None = None, most: int = LISTED
    ) -> tuple[Game, ...]:
        """The newest games of a server, `most` of them, the newest first: in any state or these, anywhere or there."""
        rows = await self.db.read(
            "SELECT * FROM game WHERE guild_id = ?1 AND status IN (SELECT value FROM json_each(?2))"
            " AND (?3 OR channel_id IN (SELECT value FROM json_each(?4))) ORDER BY id DESC LIMIT ?5",
            guild, [each.value for each in within or Status], channels is None,
            list(channels or ()), most,
        )  # fmt: skip
        return tuple(map(game_of, rows))

    async def counted_in(self, guild: int) -> Mapping[Status, int]:
        """How many games of a server are in which state."""
        rows = await self.db.read(
            "SELECT status, count(*) AS number FROM game WHERE guild_id = ? GROUP BY status", guild
        )
        return {Status(row["status"]): row["number"] for row in rows}

    async def counted(self) -> Mapping[Status, int]:
        """How many games of all servers are how far."""
        rows = await self.db.read("SELECT status, count(*) AS number FROM game GROUP BY status")
        return {Status(row["status"]): row["number"] for row in rows}

    async def among(self, guilds: Collection[int], games: Collection[int]) -> frozenset[int]:
        """Those of some games that are of these servers."""
        rows = await self.db.read(
            "SELECT id FROM game WHERE id IN (SELECT value FROM json_each(?))"
            " AND guild_id IN (SELECT value FROM json_each(?))",
            list(games), list(guilds),
        )  # fmt: skip
        return frozenset(row["id"] for row in rows)

    async def sought(self, games: Collection[int], user: int, channel: int) -> tuple[SoughtGame, ...]:
        """Those of some games that there are, as a person asks for them in a channel, the newest first."""
        rows = await self.db.read(
            "SELECT game.*, EXISTS (SELECT 1 FROM seat WHERE game_id = game.id AND user_id = ?2) AS sits,"
            " EXISTS (SELECT 1 FROM follower WHERE game_id = game.id AND user_id = ?2)"
            " OR EXISTS (SELECT 1 FROM prediction WHERE game_id = game.id AND user_id = ?2) AS follows,"
            " EXISTS (SELECT 1 FROM relay WHERE game_id = game.id AND channel_id = ?3) AS relayed"
            " FROM game WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY id DESC",
            list(games), user, channel,
        )  # fmt: skip
        return tuple(
            SoughtGame(game_of(row), bool(row["sits"]), bool(row["follows"]), bool(row["relayed"])) for row in rows
        )

    async def themes(self) -> frozenset[str]:
        """The themes of the open and running games and of the people who sit at them; empty for the standard one."""
        rows = await self.db.read(
            "SELECT theme FROM game WHERE status IN ('lobby', 'running')"
            " UNION SELECT display.theme FROM display JOIN seat ON seat.user_id = display.user_id"
            " JOIN game ON game.id = seat.game_id WHERE status IN ('lobby', 'running') AND display.theme IS NOT NULL"
        )
        return frozenset(row["theme"] for row in rows)


async def _go_on(tx: Transaction, game: Game, submit: Submit) -> None:
    """Writes the entries, and where the game stands by them. Raises Repeated and Clash, see `append`."""
    if submit.interaction and await tx.read("SELECT 1 FROM log WHERE interaction_id = ?", submit.interaction):
        raise Repeated
    if submit.chairs is not None:
        there = await chairs_of(tx, game.id), await options_of(tx, game.id)
        if there != (tuple(submit.chairs), game.options):
            raise Clash
    seq = game.seq + len(submit.lines)
    came_on = await tx.write(
        "UPDATE game SET seq = ?, status = ?, awaiting = ?, updated_at = ? WHERE id = ? AND seq = ? AND status = ?",
        seq, submit.status.value, listed(submit.awaiting), tx.now, game.id, game.seq, game.status.value,
    )  # fmt: skip
    if not came_on:
        raise Clash
    if submit.options is not None:
        await tx.write("UPDATE game SET options = ? WHERE id = ?", json.dumps(dict(submit.options)), game.id)
    await tx.write_each(
        "INSERT INTO log (game_id, seq, seat, line, interaction_id, at, proxy) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (game.id, line.seq, line.seat, line.line, None if place else submit.interaction, tx.now, line.proxy)
            for place, line in enumerate(submit.lines)
        ],
    )


async def _insert_game(tx: Transaction, game: Game) -> int:
    row = await tx.one(
        "INSERT INTO game (guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
        " seed, theme, language, hints, posts, pace, absent, setup, joining, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        game.guild, game.channel, game.host, game.name, game.ruleset, game.version,
        json.dumps(dict(game.options)), game.places, game.status.value, game.seed, game.theme,
        game.language, game.hints, game.posts.value, game.pace, game.absent.value,
        game.setup.value, game.joining.value, tx.now, tx.now,
    )  # fmt: skip
    number: int = row["id"]
    return number
