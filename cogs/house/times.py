"""The SQL of time: the clocks of games, what is still to remind of, and when people sleep, are away and are told.

A part of the store. Each public method is one transaction; those with an underscore belong into one that is open.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from cogs.house.clocks import Clock, StandIn
from cogs.house.drafts import Draft, Kind, Row
from cogs.house.hours import Habit, Pings
from cogs.house.recorded import Recorded
from cogs.house.records import Deed, Game
from engine.core import Seat

LONGEST_PAUSE = 300.0
"""Seconds after which a row of the outbox is tried again at the latest, if nothing else is said of it."""

SET_RIGHT = (
    "UPDATE clock SET due = due - (since - ?1), ends = ends - (since - ?1), since = ?1 WHERE since > ?1",
    "UPDATE vote SET ends = ends - (asked_at - ?1), asked_at = ?1 WHERE asked_at > ?1",
    "UPDATE vacancy SET ends = ends - (since - ?1), since = ?1 WHERE since > ?1",
    "UPDATE game SET held = ?1 WHERE held > ?1",
    "UPDATE outbox SET not_before = not_before - (created_at - ?1), created_at = ?1"
    " WHERE done_at IS NULL AND created_at > ?1",
    "UPDATE outbox SET not_before = ?1 WHERE done_at IS NULL AND aside > 0 AND not_before > ?1",
    "UPDATE closed SET since = min(since, ?1), tried_at = min(tried_at, ?1)",
    "UPDATE place SET refused_at = min(refused_at, ?1), locked_at = min(locked_at, ?1), posted_at = min(posted_at, ?1)",
    "UPDATE card SET posted_at = min(posted_at, ?1)",
    "UPDATE seen SET at = min(at, ?1)",
    "UPDATE outage SET until = min(until, ?1)",
)


class Times(Recorded):
    """Each public method is one transaction."""

    # Clocks

    async def clocks(self, game: int) -> Mapping[Seat, Clock]:
        """The clocks of a game by seat."""
        rows = await self._read("SELECT * FROM clock WHERE game_id = ? ORDER BY seat", game)
        return {clock.seat: clock for clock in map(clock_of, rows)}

    async def keep_clocks(
        self,
        game: Game,
        clocks: Collection[Clock],
        drafts: Iterable[Draft],
        reminded: Collection[Seat] = (),
        missed: Collection[int] = (),
        deed: Deed | None = None,
    ) -> bool:
        """Keeps clocks with what is told of them, and drops what was still to remind the seats `reminded` of.

        The people who have `missed` a deadline by it are known for that, and the `deed` that it was is kept. False, and
        nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self._transaction():
            if not await self._is_at(game):
                return False
            await self._keep_clocks(game.id, clocks)
            await self._count_deadlines(game.id, missed, kept=False)
            await self._drop_reminders(game.id, reminded)
            await self._keep_deed(deed)
            await self._enqueue(game.id, drafts)
        return True

    async def keep_settings(
        self, game: Game, clocks: Collection[Clock], drafts: Iterable[Draft], deed: Deed | None = None
    ) -> bool:
        """Keeps the settings of a game, else as `keep_clocks` does. Where it may not be followed in other servers no
        channel of one does any more."""
        async with self._transaction():
            cursor = await self._db.execute(
                "UPDATE game SET theme = ?, language = ?, hints = ?, posts = ?, pace = ?, absent = ?, answer = ?,"
                " abroad = ?, places = ?, setup = ?, joining = ?, updated_at = ?"
                " WHERE id = ? AND seq = ? AND status = ?",
                (
                    game.theme, game.language, game.hints, game.posts.value, game.pace, game.absent.value,
                    game.answer.value, game.abroad, game.places, game.setup.value, game.joining.value, self._now(),
                    game.id, game.seq, game.status.value,
                ),
            )  # fmt: skip
            if not cursor.rowcount:
                return False
            if not game.abroad:
                await self._db.execute("DELETE FROM relay WHERE game_id = ? AND guild_id <> ?", (game.id, game.guild))
            await self._keep_clocks(game.id, clocks)
            await self._drop_reminders(game.id, [clock.seat for clock in clocks])
            await self._keep_deed(deed)
            await self._enqueue(game.id, drafts)
        return True

    async def overdue(self) -> tuple[int, ...]:
        """The games in which a deadline, a vote or an offer has ended and was not dealt with, the latest first."""
        rows = await self._read(
            "SELECT game_id FROM ending JOIN game ON game.id = game_id WHERE ends <= ?"
            " AND status = 'running' AND frozen IS NULL AND suspended IS NULL GROUP BY game_id ORDER BY min(ends)",
            self._now(),
        )
        return tuple(row["game_id"] for row in rows)

    async def next_deadline(self) -> float | None:
        """When the next of these is in games that do not rest; None if there is none."""
        (row,) = await self._read(
            "SELECT min(ends) AS next FROM ending JOIN game ON game.id = game_id"
            " WHERE status = 'running' AND frozen IS NULL AND suspended IS NULL"
        )
        found: float | None = row["next"]
        return found

    async def set_right(self) -> None:
        """Brings down what a clock that was ahead has put off: what began in the future began now.

        What was tried is tried again as soon as after any other pause.
        """
        async with self._transaction():
            for sql in SET_RIGHT:
                await self._db.execute(sql, (self._now(),))
            await self._db.execute(
                "UPDATE outbox SET not_before = ?1 + ?2 WHERE done_at IS NULL AND attempts > 0 AND aside = 0"
                " AND not_before > ?1 + ?2",
                (self._now(), LONGEST_PAUSE),
            )

    async def decided_for(self, user: int) -> tuple[int, ...]:
        """The running games in which the program decides for a person, or the others do something about him."""
        rows = await self._read(
            "SELECT game.id FROM seat JOIN game ON game.id = seat.game_id"
            " JOIN clock ON clock.game_id = game.id AND clock.seat = seat.seat"
            " WHERE user_id = ? AND status = 'running' AND (stand_in <> ''"
            " OR EXISTS (SELECT 1 FROM vacancy WHERE game_id = game.id AND vacancy.seat = seat.seat AND why = 'absent')"
            " OR EXISTS (SELECT 1 FROM vote WHERE game_id = game.id AND vote.seat = seat.seat AND closed IS NULL"
            "  AND about <> 'end'))",
            user,
        )
        return tuple(row["id"] for row in rows)

    async def _hold(self, game: int, reason: str | None) -> None:
        """Lets nobody act in a game, for a reason; None: everybody may again, and while it rested no time went by.

        Orders given ahead are looked at so much later, too.
        """
        now = self._now()
        if reason is not None:
            await self._db.execute(
                "UPDATE game SET frozen = ?, held = coalesce(held, ?) WHERE id = ?", (reason, now, game)
            )
            return
        held = (await self._one("SELECT held FROM game WHERE id = ?", game))["held"]
        rested = 0.0 if held is None else now - held
        await self._db.execute("UPDATE game SET frozen = NULL, held = NULL WHERE id = ?", (game,))
        await self._db.execute(
            "UPDATE clock SET since = since + ?1, due = due + ?1, ends = ends + ?1 WHERE game_id = ?2", (rested, game)
        )
        await self._db.execute("UPDATE vote SET ends = ends + ? WHERE game_id = ? AND closed IS NULL", (rested, game))
        await self._db.execute("UPDATE vacancy SET ends = ends + ? WHERE game_id = ?", (rested, game))
        await self._db.execute(
            "UPDATE firing SET due = due + ?1 WHERE game_id = ?2 AND due IS NOT NULL", (rested, game)
        )
        await self._db.execute(
            "UPDATE outbox SET not_before = not_before + ? WHERE game_id = ? AND kind = ? AND done_at IS NULL",
            (rested, game, Kind.REMIND.value),
        )

    async def was_reminded(self, row: Row) -> bool:
        """Whether somebody was reminded of the same before."""
        told = await self._read(
            "SELECT 1 FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND body = ? AND message_id IS NOT NULL",
            row.game, row.seat, row.kind.value, row.body,
        )  # fmt: skip
        return bool(told)

    async def reminds_later(self, row: Row) -> bool:
        """Whether something newer has become due of which the same person is to be reminded."""
        later = await self._read(
            "SELECT 1 FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND id > ? AND done_at IS NULL"
            " AND not_before <= ?",
            row.game, row.seat, row.kind.value, row.id, self._now(),
        )  # fmt: skip
        return bool(later)

    async def tidy_reminders(self) -> None:
        """Of several reminders of one thing that have become due meanwhile only the last is sent."""
        async with self._transaction():
            await self._db.execute(
                "DELETE FROM outbox WHERE kind = ?1 AND done_at IS NULL AND not_before <= ?2 AND EXISTS"
                " (SELECT 1 FROM outbox AS later WHERE later.kind = ?1 AND later.done_at IS NULL"
                "  AND later.not_before <= ?2 AND later.game_id = outbox.game_id AND later.seat = outbox.seat"
                "  AND later.id > outbox.id)",
                (Kind.REMIND.value, self._now()),
            )

    async def _is_at(self, game: Game) -> bool:
        """Whether a game is still at `game.seq` in `game.status`: nobody else has written to it."""
        return bool(
            await self._all(
                "SELECT 1 FROM game WHERE id = ? AND seq = ? AND status = ?", game.id, game.seq, game.status.value
            )
        )

    async def _keep_clocks(self, game: int, clocks: Iterable[Clock]) -> None:
        await self._db.executemany(
            "INSERT OR REPLACE INTO clock VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    game, clock.seat, clock.began, clock.since, clock.due, clock.ends, clock.bank, clock.spent,
                    clock.missed, clock.out, clock.stand_in.value,
                )
                for clock in clocks
            ],
        )  # fmt: skip

    async def _drop_reminders(self, game: int, seats: Iterable[Seat]) -> None:
        """Of one that was tried it is seen when it is sent whether there is still anything to say."""
        await self._db.executemany(
            "DELETE FROM outbox WHERE game_id = ? AND seat = ? AND kind = ? AND done_at IS NULL AND attempts = 0",
            [(game, seat, Kind.REMIND.value) for seat in seats],
        )

    # People

    async def habits(self) -> Mapping[int, Habit]:
        """When people sleep, are away and are told, by person; who has said nothing is missing."""
        async with self._reading():
            people = await self._all("SELECT * FROM person")
            away = await self._all("SELECT * FROM vacation ORDER BY begins")
        found = {row["user_id"]: _habit(row) for row in people}
        for row in away:
            habit = found.get(row["user_id"], Habit())
            found[row["user_id"]] = replace(habit, away=(*habit.away, (row["begins"], row["ends"])))
        return found

    async def keep_habit(self, user: int, habit: Habit) -> None:
        """Keeps when a person sleeps, is away and is told, in place of what was kept before."""
        begins, ends = habit.quiet or (None, None)
        async with self._transaction():
            await self._db.execute(
                "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    user, habit.zone, begins, ends, habit.pings.value, habit.reminders, habit.interval, habit.next,
                    habit.orders_away,
                ),
            )  # fmt: skip
            await self._db.execute("DELETE FROM vacation WHERE user_id = ?", (user,))
            await self._db.executemany(
                "INSERT INTO vacation VALUES (?, ?, ?)", [(user, left, back) for left, back in habit.away]
            )

    async def sightings(self) -> Mapping[tuple[int, int], float]:
        """When those who sit in open games last did anything there, by game and person."""
        rows = await self._read(
            "SELECT seen.* FROM seen JOIN game ON game.id = game_id WHERE status IN ('lobby', 'running')"
        )
        return {(row["game_id"], row["user_id"]): row["at"] for row in rows}

    async def keep_seen(self, game: int, user: int, at: float) -> None:
        """Keeps when a person last did anything in a game, if there still is one."""
        async with self._transaction():
            await self._db.execute(
                "INSERT OR REPLACE INTO seen SELECT id, ?, ? FROM game WHERE id = ?", (user, at, game)
            )

    # Outages

    async def outages(self, since: float) -> tuple[tuple[float, float], ...]:
        """From when to when nobody could reach the bot, in order, as far as that lasted after a time."""
        rows = await self._read("SELECT * FROM outage WHERE until > ? ORDER BY since", since)
        return tuple((row["since"], row["until"]) for row in rows)

    async def keep_outage(self, since: float, until: float, forgotten: float) -> None:
        """Keeps from when to when nobody could reach the bot; what was over before a time is forgotten."""
        async with self._transaction():
            await self._db.execute("INSERT OR REPLACE INTO outage VALUES (?, ?)", (since, until))
            await self._db.execute("DELETE FROM outage WHERE until <= ?", (forgotten,))


def clock_of(row: sqlite3.Row) -> Clock:
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


def _habit(row: sqlite3.Row) -> Habit:
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
