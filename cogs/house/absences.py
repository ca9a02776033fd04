"""The SQL of absence: votes, seats that may be taken, and who sat on them before.

A part of the store. Each public method is one transaction; those with an underscore belong into one that is open.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from cogs.house.clocks import HOUR, RELIEF, Clock
from cogs.house.drafts import Draft, Kind
from cogs.house.records import About, Chair, Deed, Game, Opened, Vacancy, Vote, listed, seats_of
from cogs.house.requests import Requests
from engine.core import Seat

MOST_RELIEF = 6 * HOUR
"""Seconds that a vote or an offer has left at least when the bot is back, and no more than a part of it."""


class Absences(Requests):
    """Each public method is one transaction."""

    # Votes

    async def votes(self, game: int) -> tuple[Vote, ...]:
        """The votes of a game that are open, with the ballots cast so far."""
        async with self._reading():
            rows = await self._all("SELECT * FROM vote WHERE game_id = ? AND closed IS NULL ORDER BY id", game)
            cast = await self._all(
                "SELECT vote_id, ballot.seat, choice FROM ballot JOIN vote ON vote.id = vote_id"
                " WHERE game_id = ? AND closed IS NULL",
                game,
            )
        ballots: dict[int, dict[Seat, str]] = {}
        for row in cast:
            ballots.setdefault(row["vote_id"], {})[Seat(row["seat"])] = row["choice"]
        return tuple(_vote(row, ballots.get(row["id"], {})) for row in rows)

    async def last_asked(self, game: int, about: About) -> float | None:
        """When a vote about something was last asked for."""
        rows = await self._read(
            "SELECT max(asked_at) AS at FROM vote WHERE game_id = ? AND about = ?", game, about.value
        )
        found: float | None = rows[0]["at"]
        return found

    async def ask_vote(
        self,
        game: Game,
        vote: Vote,
        told: Callable[[int], Iterable[Draft]],
        clocks: Collection[Clock] = (),
        missed: Collection[int] = (),
    ) -> bool:
        """Keeps a new vote, whose `id` is not looked at, with the `clocks` that it goes with.

        The people who have `missed` a deadline by it are known for that.

        `told` makes what is told from its number. A vote about the same seat, or about the end where this is about it,
        is closed. False, and nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self._transaction():
            if not await self._is_at(game):
                return False
            for row in await self._all(
                "SELECT id FROM vote WHERE game_id = ? AND closed IS NULL AND iif(about = 'end', -1, seat) = ?",
                game.id, -1 if vote.about is About.END else vote.seat,
            ):  # fmt: skip
                await self._close_vote(game.id, row["id"], "late")
            cursor = await self._db.execute(
                "INSERT INTO vote (game_id, about, seat, what, began, asked_at, ends, voters)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game.id, vote.about.value, vote.seat, vote.what, vote.began, vote.asked_at, vote.ends,
                    listed(vote.voters),
                ),
            )  # fmt: skip
            number = cursor.lastrowid
            assert number is not None
            await self._cast(number, vote.ballots)
            await self._keep_clocks(game.id, clocks)
            await self._count_deadlines(game.id, missed, kept=False)
            await self._drop_reminders(game.id, [clock.seat for clock in clocks])
            await self._enqueue(game.id, told(number))
        return True

    async def relieve(self) -> None:
        """Gives those who vote, and offers of a seat, a part of their time anew: nobody could do anything."""
        now = self._now()
        async with self._transaction():
            await self._db.execute(
                "UPDATE vote SET ends = max(ends, ?1 + min((ends - asked_at) / ?2, ?3)) WHERE closed IS NULL",
                (now, RELIEF, MOST_RELIEF),
            )
            await self._db.execute(
                "UPDATE vacancy SET ends = max(ends, ?1 + min((ends - since) / ?2, ?3)) WHERE ends IS NOT NULL",
                (now, RELIEF, MOST_RELIEF),
            )

    async def cast(self, vote: int, seat: Seat, choice: str) -> None:
        """Keeps somebody's ballot in the place of his last."""
        async with self._transaction():
            await self._cast(vote, {seat: choice})

    async def close_vote(
        self, game: Game, vote: int, closed: str, drafts: Iterable[Draft] = (), clocks: Collection[Clock] = (),
        vacancy: Vacancy | None = None,
    ) -> bool:  # fmt: skip
        """Nobody votes any more: `closed` says why. What came of it is kept and told with it.

        False, and nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self._transaction():
            if not await self._is_at(game):
                return False
            await self._close_vote(game.id, vote, closed)
            await self._keep_clocks(game.id, clocks)
            await self._drop_reminders(game.id, [clock.seat for clock in clocks])
            if vacancy is not None:
                await self._open_seat(game.id, vacancy)
            await self._enqueue(game.id, drafts)
        return True

    async def end_by_vote(self, game: Game, vote: int | None, how: str, drafts: Iterable[Draft]) -> bool:
        """Ends a running game as its players have agreed; nothing in it is open any more.

        False, and nothing is kept, if the game is no longer at `game.seq`.
        """
        async with self._transaction():
            if not await self._is_at(game):
                return False
            await self._db.execute(
                "UPDATE game SET status = 'over', agreed = ?, awaiting = '', updated_at = ? WHERE id = ?",
                (how, self._now(), game.id),
            )
            await self._over(game.id, vote)
            await self._enqueue(game.id, drafts)
        return True

    async def _over(self, game: int, vote: int | None = None) -> None:
        """Nothing is asked or offered in a game that is over, which a `vote` may have ended. All is open now."""
        for row in await self._all("SELECT id FROM vote WHERE game_id = ? AND closed IS NULL", game):
            await self._close_vote(game, row["id"], "done" if row["id"] == vote else "late")
        for row in await self._all("SELECT id FROM request WHERE game_id = ? AND closed IS NULL", game):
            await self._close_request(game, row["id"], "late")
        for row in await self._all("SELECT seat FROM vacancy WHERE game_id = ?", game):
            await self._close_seat(game, Seat(row["seat"]))
        await self._db.execute("DELETE FROM insider WHERE game_id = ?", (game,))

    async def _cast(self, vote: int, ballots: Mapping[Seat, str]) -> None:
        await self._db.executemany(
            "INSERT OR REPLACE INTO ballot VALUES (?, ?, ?)", [(vote, seat, choice) for seat, choice in ballots.items()]
        )

    async def _close_vote(self, game: int, vote: int, closed: str) -> None:
        """What was voted goes; the post of it loses its buttons."""
        await self._db.execute("UPDATE vote SET closed = ? WHERE id = ? AND closed IS NULL", (closed, vote))
        await self._db.execute("DELETE FROM ballot WHERE vote_id = ?", (vote,))
        await self._answered(game, Kind.VOTE, str(vote))

    # Seats

    async def vacancies(self, game: int) -> Mapping[Seat, Vacancy]:
        """The seats of a game that may be taken."""
        rows = await self._read("SELECT * FROM vacancy WHERE game_id = ? ORDER BY seat", game)
        return {vacancy.seat: vacancy for vacancy in map(_vacancy, rows)}

    async def open_seat(self, game: Game, vacancy: Vacancy, drafts: Iterable[Draft], deed: Deed | None = None) -> None:
        """Keeps that a seat may be taken, in the place of what was kept of that before, and the `deed` that it was."""
        async with self._transaction():
            await self._close_seat(game.id, vacancy.seat)
            await self._open_seat(game.id, vacancy)
            await self._keep_deed(deed)
            await self._enqueue(game.id, drafts)

    async def close_seat(self, game: Game, seat: Seat, drafts: Iterable[Draft], deed: Deed | None = None) -> None:
        """Keeps that a seat may no longer be taken, and the `deed` that it was."""
        async with self._transaction():
            await self._close_seat(game.id, seat)
            await self._keep_deed(deed)
            await self._enqueue(game.id, drafts)

    async def sat_in(self, game: int, user: int) -> frozenset[Seat]:
        """The seats on which a person has sat in a game that runs, and no longer does: he knows more than everybody."""
        rows = await self._read("SELECT seat FROM insider WHERE game_id = ? AND user_id = ? AND NOT saw", game, user)
        return frozenset(Seat(row["seat"]) for row in rows)

    async def vacant_in(self, guild: int) -> Mapping[int, tuple[Vacancy, ...]]:
        """The seats that may be taken in the running games of a server, by game."""
        rows = await self._read(
            "SELECT vacancy.* FROM vacancy JOIN game ON game.id = game_id WHERE guild_id = ? AND status = 'running'"
            " ORDER BY game_id, seat",
            guild,
        )
        found: dict[int, tuple[Vacancy, ...]] = {}
        for row in rows:
            found[row["game_id"]] = (*found.get(row["game_id"], ()), _vacancy(row))
        return found

    async def _open_seat(self, game: int, vacancy: Vacancy) -> None:
        await self._db.execute(
            "INSERT OR REPLACE INTO vacancy VALUES (?, ?, ?, ?, ?, ?)",
            (game, vacancy.seat, vacancy.why.value, vacancy.since, vacancy.ends, vacancy.invited),
        )

    async def _close_seat(self, game: int, seat: Seat) -> None:
        """The posts that offer it lose their buttons."""
        await self._db.execute("DELETE FROM vacancy WHERE game_id = ? AND seat = ?", (game, seat))
        await self._answered(game, Kind.SEAT, str(seat))

    async def _handed_over(self, game: int, before: Sequence[Chair], after: Sequence[Chair]) -> None:
        """What was a person's own on a seat of a running game goes when another sits there, requests too: A8.6."""
        for chair in before:
            if chair in after:
                continue
            await self._close_seat(game, chair.seat)
            await self._db.execute(
                "DELETE FROM ballot WHERE seat = ? AND vote_id IN (SELECT id FROM vote WHERE game_id = ?)",
                (chair.seat, game),
            )
            for row in await self._all(
                "SELECT id FROM vote WHERE game_id = ? AND seat = ? AND about <> 'end' AND closed IS NULL",
                game, chair.seat,
            ):  # fmt: skip
                await self._close_vote(game, row["id"], "late")
            for row in await self._all(
                "SELECT id FROM request WHERE game_id = ? AND (seat = ? OR deed <> '') AND closed IS NULL",
                game, chair.seat,
            ):  # fmt: skip
                await self._close_request(game, row["id"], "late")
            if chair.user_id is None:
                continue
            await self._db.execute("DELETE FROM note WHERE game_id = ? AND user_id = ?", (game, chair.user_id))


def _vote(row: sqlite3.Row, ballots: Mapping[Seat, str]) -> Vote:
    return Vote(
        id=row["id"],
        game=row["game_id"],
        about=About(row["about"]),
        seat=Seat(row["seat"]),
        began=row["began"],
        asked_at=row["asked_at"],
        ends=row["ends"],
        voters=frozenset(seats_of(row["voters"])),
        what=row["what"],
        ballots=ballots,
    )


def _vacancy(row: sqlite3.Row) -> Vacancy:
    return Vacancy(Seat(row["seat"]), Opened(row["why"]), row["since"], row["ends"], row["invited"])
