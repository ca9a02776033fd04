"""The SQL of time: the clocks of games, when people sleep, are away and were seen, and when nobody could reach the bot.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.house.store.database import Database, TableRow, Transaction
from cogs.house.store.game_rows import is_at
from cogs.house.store.leases import PARTITIONS, Share
from cogs.house.store.outbox_rows import drop_reminders, enqueue
from cogs.house.store.requests import keep_deed
from cogs.house.store.results import count_deadlines
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR, RELIEF, Clock, StandIn
from cogs.house.values.drafts import PostDraft
from cogs.house.values.records import AuditEntry, Game
from engine.core import Seat

MOST_RELIEF = 6 * HOUR
"""Seconds that a vote or an offer has left at least when the bot is back, and no more than a part of it."""

LONGEST_PAUSE = 300.0
"""Seconds after which a row of the outbox is tried again at the latest, if nothing else is said of it."""

NEXT_DEADLINE = (
    "SELECT min(ends) AS next FROM ending JOIN game ON game.id = game_id"
    " WHERE status = 'running' AND frozen IS NULL AND suspended IS NULL"
)
OVERDUE = (
    "SELECT game_id FROM ending JOIN game ON game.id = game_id WHERE ends <= ?"
    " AND status = 'running' AND frozen IS NULL AND suspended IS NULL"
)
LATEST_FIRST = " GROUP BY game_id ORDER BY min(ends)"
OF_SHARE = " AND game_id % ? IN (SELECT value FROM json_each(?))"

SET_RIGHT = (
    "UPDATE clock SET due = due - (since - ?1), ends = ends - (since - ?1), since = ?1 WHERE since > ?1",
    "UPDATE vote SET ends = ends - (asked_at - ?1), asked_at = ?1 WHERE asked_at > ?1",
    "UPDATE vacancy SET ends = ends - (since - ?1), since = ?1 WHERE since > ?1",
    "UPDATE game SET held = ?1 WHERE held > ?1",
    "UPDATE outbox SET not_before = not_before - (created_at - ?1), created_at = ?1"
    " WHERE done_at IS NULL AND created_at > ?1",
    "UPDATE outbox SET not_before = ?1 WHERE done_at IS NULL AND aside > 0 AND not_before > ?1",
    "UPDATE closed SET since = ?1 WHERE since > ?1",
    "UPDATE closed SET tried_at = ?1 WHERE tried_at > ?1",
    "UPDATE place SET refused_at = ?1 WHERE refused_at > ?1",
    "UPDATE place SET locked_at = ?1 WHERE locked_at > ?1",
    "UPDATE place SET posted_at = ?1 WHERE posted_at > ?1",
    "UPDATE card SET posted_at = ?1 WHERE posted_at > ?1",
    "UPDATE seen SET at = ?1 WHERE at > ?1",
    "UPDATE outage SET until = ?1 WHERE until > ?1",
)


@dataclass
class ClockStore:
    """How long games wait for whom."""

    db: Database

    async def of(self, game: int) -> Mapping[Seat, Clock]:
        """The clocks of a game by seat."""
        rows = await self.db.read("SELECT * FROM clock WHERE game_id = ? ORDER BY seat", game)
        return {clock.seat: clock for clock in map(clock_of, rows)}

    async def keep(
        self,
        game: Game,
        clocks: Collection[Clock],
        drafts: Iterable[PostDraft],
        reminded: Collection[Seat] = (),
        missed: Collection[int] = (),
        deed: AuditEntry | None = None,
    ) -> bool:
        """Keeps clocks with what is told of them, and drops what was still to remind the seats `reminded` of.

        The people who have `missed` a deadline by it are known for that, and the `deed` that it was is kept. False, and
        nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            await keep_clocks(tx, game.id, clocks)
            await count_deadlines(tx, game.id, missed, kept=False)
            await drop_reminders(tx, game.id, reminded)
            await keep_deed(tx, deed)
            await enqueue(tx, game.id, drafts)
        return True

    async def overdue(self, share: Share = None) -> tuple[int, ...]:
        """The games in which a deadline, a vote or an offer has ended and was not dealt with, the latest first; only
        those of a `share`."""
        parts = () if share is None else (PARTITIONS, share)
        rows = await self.db.read(OVERDUE + (OF_SHARE if parts else "") + LATEST_FIRST, self.db.now(), *parts)
        return tuple(row["game_id"] for row in rows)

    async def next_deadline(self, share: Share = None) -> float | None:
        """When the next of these is in games of a `share` that do not rest; None if there is none."""
        parts = () if share is None else (PARTITIONS, share)
        (row,) = await self.db.read(NEXT_DEADLINE + (OF_SHARE if parts else ""), *parts)
        found: float | None = row["next"]
        return found

    async def set_right(self) -> None:
        """Brings down what a clock that was ahead has put off: what began in the future began now.

        What was tried is tried again as soon as after any other pause.
        """
        async with self.db.transaction() as tx:
            for sql in SET_RIGHT:
                await tx.write(sql, tx.now)
            await tx.write(
                "UPDATE outbox SET not_before = ?1 WHERE done_at IS NULL AND attempts > 0 AND aside = 0"
                " AND not_before > ?1",
                tx.now + LONGEST_PAUSE,
            )  # fmt: skip

    async def relieve(self) -> None:
        """Gives those who vote, and offers of a seat, a part of their time anew: nobody could do anything."""
        async with self.db.transaction() as tx:
            votes = await tx.read("SELECT id, asked_at AS since, ends FROM vote WHERE closed IS NULL")
            await tx.write_each(
                "UPDATE vote SET ends = ? WHERE id = ?", [(_relieved(row, tx.now), row["id"]) for row in votes]
            )
            offers = await tx.read("SELECT game_id, seat, since, ends FROM vacancy WHERE ends IS NOT NULL")
            await tx.write_each(
                "UPDATE vacancy SET ends = ? WHERE game_id = ? AND seat = ?",
                [(_relieved(row, tx.now), row["game_id"], row["seat"]) for row in offers],
            )

    async def decided_for(self, user: int) -> tuple[int, ...]:
        """The running games in which the program decides for a person, or the others do something about him."""
        rows = await self.db.read(
            "SELECT game.id FROM seat JOIN game ON game.id = seat.game_id"
            " JOIN clock ON clock.game_id = game.id AND clock.seat = seat.seat"
            " WHERE user_id = ? AND status = 'running' AND (stand_in <> ''"
            " OR EXISTS (SELECT 1 FROM vacancy WHERE game_id = game.id AND vacancy.seat = seat.seat AND why = 'absent')"
            " OR EXISTS (SELECT 1 FROM vote WHERE game_id = game.id AND vote.seat = seat.seat AND closed IS NULL"
            "  AND about <> 'end'))",
            user,
        )
        return tuple(row["id"] for row in rows)


@dataclass
class HabitStore:
    """When people sleep, are away and are told."""

    db: Database

    async def all(self) -> Mapping[int, Habit]:
        """When people sleep, are away and are told, by person; who has said nothing is missing."""
        async with self.db.snapshot() as present:
            people = await present.read("SELECT * FROM person")
            away = await present.read("SELECT * FROM vacation ORDER BY begins")
        return _habits(people, away)

    async def of(self, user: int) -> Habit:
        """When a person sleeps, is away and is told; as everybody's where they have said nothing."""
        async with self.db.snapshot() as present:
            people = await present.read("SELECT * FROM person WHERE user_id = ?", user)
            away = await present.read("SELECT * FROM vacation WHERE user_id = ? ORDER BY begins", user)
        return _habits(people, away).get(user, Habit())

    async def keep(self, user: int, habit: Habit) -> None:
        """Keeps when a person sleeps, is away and is told, in place of what was kept before."""
        begins, ends = habit.quiet or (None, None)
        async with self.db.transaction(person=user) as tx:
            await tx.write("DELETE FROM person WHERE user_id = ?", user)
            await tx.write(
                "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                user, habit.zone, begins, ends, habit.pings.value, habit.reminders, habit.interval, habit.next,
                habit.orders_away,
            )  # fmt: skip
            await tx.write("DELETE FROM vacation WHERE user_id = ?", user)
            await tx.write_each(
                "INSERT INTO vacation VALUES (?, ?, ?)", [(user, left, back) for left, back in habit.away]
            )


@dataclass
class SightingStore:
    """When people last did anything in their games."""

    db: Database

    async def all(self) -> Mapping[tuple[int, int], float]:
        """When those who sit in open games last did anything there, by game and person."""
        return _sightings(
            await self.db.read(
                "SELECT seen.* FROM seen JOIN game ON game.id = game_id WHERE status IN ('lobby', 'running')"
            )
        )

    async def of(self, user: int) -> Mapping[tuple[int, int], float]:
        """The same of one person."""
        return _sightings(
            await self.db.read(
                "SELECT seen.* FROM seen JOIN game ON game.id = game_id"
                " WHERE user_id = ? AND status IN ('lobby', 'running')",
                user,
            )
        )

    async def keep(self, game: int, user: int, at: float) -> None:
        """Keeps when a person last did anything in a game, if there still is one."""
        async with self.db.transaction(game=game, person=user) as tx:
            await tx.write(
                "INSERT INTO seen (game_id, user_id, at) SELECT id, ?, ? FROM game WHERE id = ?"
                " ON CONFLICT (game_id, user_id) DO UPDATE SET at = excluded.at",
                user, at, game,
            )  # fmt: skip


@dataclass
class OutageStore:
    """When nobody could reach the bot, of late and for long."""

    db: Database

    async def after(self, since: float) -> tuple[tuple[float, float], ...]:
        """From when to when nobody could reach the bot, in order, as far as that lasted after a time."""
        rows = await self.db.read("SELECT * FROM outage WHERE until > ? ORDER BY since", since)
        return tuple((row["since"], row["until"]) for row in rows)

    async def alive(self) -> tuple[float | None, tuple[float, float] | None]:
        """When any process was last there to be reached, and from when to when none was, the last time."""
        rows = await self.db.read("SELECT key, value FROM setting WHERE key IN ('alive', 'gap')")
        kept = {row["key"]: row["value"] for row in rows}
        since, _, until = kept.get("gap", "").partition(" ")
        return float(kept["alive"]) if "alive" in kept else None, (float(since), float(until)) if until else None

    async def live(self, now: float, since: float | None = None) -> None:
        """Keeps that this process can be reached now, and none could since a time, if that is given."""
        kept = {"alive": f"{now}"} if since is None else {"alive": f"{now}", "gap": f"{since} {now}"}
        async with self.db.transaction(quiet=True) as tx:
            await tx.write_each(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                list(kept.items()),
            )

    async def keep(self, since: float, until: float, forgotten: float) -> None:
        """Keeps from when to when nobody could reach the bot; what was over before a time is forgotten."""
        async with self.db.transaction(quiet=True) as tx:
            await tx.write(
                "INSERT INTO outage VALUES (?, ?) ON CONFLICT (since) DO UPDATE SET until = excluded.until",
                since, until,
            )  # fmt: skip
            await tx.write("DELETE FROM outage WHERE until <= ?", forgotten)


async def keep_clocks(tx: Transaction, game: int, clocks: Iterable[Clock]) -> None:
    """Keeps clocks of a game in the place of those of the same seats."""
    await tx.write_each(
        "INSERT INTO clock (game_id, seat, began, since, due, ends, bank, spent, missed, is_out, stand_in)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id, seat) DO UPDATE SET began = excluded.began,"
        " since = excluded.since, due = excluded.due, ends = excluded.ends, bank = excluded.bank,"
        " spent = excluded.spent, missed = excluded.missed, is_out = excluded.is_out, stand_in = excluded.stand_in",
        [
            (
                game, clock.seat, clock.began, clock.since, clock.due, clock.ends, clock.bank, clock.spent,
                clock.missed, clock.out, clock.stand_in.value,
            )
            for clock in clocks
        ],
    )  # fmt: skip


def clock_of(row: TableRow) -> Clock:
    """A row of the table of clocks."""
    return Clock(
        seat=Seat(row["seat"]),
        began=row["began"],
        since=row["since"],
        due=row["due"],
        ends=row["ends"],
        bank=row["bank"],
        spent=bool(row["spent"]),
        missed=row["missed"],
        out=bool(row["is_out"]),
        stand_in=StandIn(row["stand_in"]),
    )


def _sightings(rows: Iterable[TableRow]) -> Mapping[tuple[int, int], float]:
    return {(row["game_id"], row["user_id"]): row["at"] for row in rows}


def _relieved(row: TableRow, now: float) -> float:
    """When a vote or an offer ends that ran while nobody could do anything."""
    return float(max(row["ends"], now + min((row["ends"] - row["since"]) / RELIEF, MOST_RELIEF)))


def _habits(people: Sequence[TableRow], away: Sequence[TableRow]) -> Mapping[int, Habit]:
    """The habits by person that rows say, and when they are away by rows in order."""
    found = {row["user_id"]: _habit(row) for row in people}
    for row in away:
        habit = found.get(row["user_id"], Habit())
        found[row["user_id"]] = replace(habit, away=(*habit.away, (row["begins"], row["ends"])))
    return found


def _habit(row: TableRow) -> Habit:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_until"])
    return Habit(
        row["zone"],
        quiet,
        Pings(row["pings"]),
        bool(row["reminders"]),
        (),
        row["every_hours"],
        bool(row["is_next"]),
        bool(row["orders_away"]),
    )
