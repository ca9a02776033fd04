"""The SQL of votes and of seats: who sits where, what becomes of those who are absent, and who may take their seats.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cogs.house.store.database import Clash, Database, TableRow, Transaction
from cogs.house.store.game_rows import chairs_of, is_at
from cogs.house.store.orders import forget_orders
from cogs.house.store.outbox_rows import drop_buttons, drop_reminders, enqueue
from cogs.house.store.requests import close_request, close_requests, keep_deed
from cogs.house.store.results import count_deadlines
from cogs.house.store.spectators import drop_predictions, note_insiders
from cogs.house.store.times import keep_clocks
from cogs.house.values.clocks import Clock
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import (
    About,
    AuditEntry,
    Chair,
    Game,
    Status,
    Vacancy,
    VacancyReason,
    Vote,
    listed,
    newcomers,
    seats_of,
)
from engine.core import Seat


@dataclass
class VoteStore:
    """What players vote on: what is done about somebody who is absent, and whether a game ends."""

    db: Database

    async def open_in(self, game: int) -> tuple[Vote, ...]:
        """The votes of a game that are open, with the ballots cast so far."""
        rows = await self.db.read(
            "SELECT vote.*, ballot.seat AS voter, choice FROM vote LEFT JOIN ballot ON vote_id = vote.id"
            " WHERE game_id = ? AND closed IS NULL ORDER BY vote.id",
            game,
        )
        votes, ballots = {row["id"]: row for row in rows}, dict[int, dict[Seat, str]]()
        for row in rows:
            if row["voter"] is not None:
                ballots.setdefault(row["id"], {})[Seat(row["voter"])] = row["choice"]
        return tuple(_vote(row, ballots.get(vote, {})) for vote, row in votes.items())

    async def last_asked(self, game: int, about: About) -> float | None:
        """When a vote about something was last asked for."""
        rows = await self.db.read(
            "SELECT max(asked_at) AS at FROM vote WHERE game_id = ? AND about = ?", game, about.value
        )
        found: float | None = rows[0]["at"]
        return found

    async def ask(
        self,
        game: Game,
        vote: Vote,
        told: Callable[[int], Iterable[PostDraft]],
        clocks: Collection[Clock] = (),
        missed: Collection[int] = (),
    ) -> bool:
        """Keeps a new vote, whose `id` is not looked at, with the `clocks` that it goes with.

        The people who have `missed` a deadline by it are known for that.

        `told` makes what is told from its number. A vote about the same seat, or about the end where this is about it,
        is closed. False, and nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            for row in await tx.read(
                "SELECT id FROM vote WHERE game_id = ? AND closed IS NULL"
                " AND CASE WHEN about = 'end' THEN -1 ELSE seat END = ?",
                game.id, -1 if vote.about is About.END else vote.seat,
            ):  # fmt: skip
                await close_vote(tx, game.id, row["id"], "late")
            asked = await tx.one(
                "INSERT INTO vote (game_id, about, seat, what, began, asked_at, ends, voters)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                game.id, vote.about.value, vote.seat, vote.what, vote.began, vote.asked_at, vote.ends,
                listed(vote.voters),
            )  # fmt: skip
            await _cast(tx, asked["id"], vote.ballots)
            await keep_clocks(tx, game.id, clocks)
            await count_deadlines(tx, game.id, missed, kept=False)
            await drop_reminders(tx, game.id, [clock.seat for clock in clocks])
            await enqueue(tx, game.id, told(asked["id"]))
        return True

    async def cast(self, game: int, vote: int, seat: Seat, choice: str) -> None:
        """Keeps somebody's ballot in the place of his last."""
        async with self.db.transaction(game=game) as tx:
            await _cast(tx, vote, {seat: choice})

    async def close(
        self, game: Game, vote: int, closed: str, drafts: Iterable[PostDraft] = (), clocks: Collection[Clock] = (),
        vacancy: Vacancy | None = None,
    ) -> bool:  # fmt: skip
        """Nobody votes any more: `closed` says why. What came of it is kept and told with it.

        False, and nothing is kept, if the game is no longer at `game.seq` in `game.status`.
        """
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            await close_vote(tx, game.id, vote, closed)
            await keep_clocks(tx, game.id, clocks)
            await drop_reminders(tx, game.id, [clock.seat for clock in clocks])
            if vacancy is not None:
                await open_seat(tx, game.id, vacancy)
            await enqueue(tx, game.id, drafts)
        return True

    async def end_game(self, game: Game, vote: int | None, how: str, drafts: Iterable[PostDraft]) -> bool:
        """Ends a running game as its players have agreed; nothing in it is open any more.

        False, and nothing is kept, if the game is no longer at `game.seq`.
        """
        async with self.db.transaction(game=game.id) as tx:
            if not await is_at(tx, game):
                return False
            await tx.write(
                "UPDATE game SET status = 'over', agreed = ?, awaiting = '', updated_at = ? WHERE id = ?",
                how, tx.now, game.id,
            )  # fmt: skip
            await close_all(tx, game.id, vote)
            await enqueue(tx, game.id, drafts)
        return True


@dataclass
class SeatStore:
    """Who sits where, and which seats may be taken."""

    db: Database

    async def vacant(self, game: int) -> Mapping[Seat, Vacancy]:
        """The seats of a game that may be taken."""
        rows = await self.db.read("SELECT * FROM vacancy WHERE game_id = ? ORDER BY seat", game)
        return {vacancy.seat: vacancy for vacancy in map(_vacancy, rows)}

    async def open(
        self, game: Game, vacancy: Vacancy, drafts: Iterable[PostDraft], deed: AuditEntry | None = None
    ) -> None:
        """Keeps that a seat may be taken, in the place of what was kept of that before, and the `deed` that it was."""
        async with self.db.transaction(game=game.id) as tx:
            await close_seat(tx, game.id, vacancy.seat)
            await open_seat(tx, game.id, vacancy)
            await keep_deed(tx, deed)
            await enqueue(tx, game.id, drafts)

    async def close(self, game: Game, seat: Seat, drafts: Iterable[PostDraft], deed: AuditEntry | None = None) -> None:
        """Keeps that a seat may no longer be taken, and the `deed` that it was."""
        async with self.db.transaction(game=game.id) as tx:
            await close_seat(tx, game.id, seat)
            await keep_deed(tx, deed)
            await enqueue(tx, game.id, drafts)

    async def vacant_in(self, guild: int) -> Mapping[int, tuple[Vacancy, ...]]:
        """The seats that may be taken in the running games of a server, by game."""
        rows = await self.db.read(
            "SELECT vacancy.* FROM vacancy JOIN game ON game.id = game_id WHERE guild_id = ? AND status = 'running'"
            " ORDER BY game_id, seat",
            guild,
        )
        found: dict[int, tuple[Vacancy, ...]] = {}
        for row in rows:
            found[row["game_id"]] = (*found.get(row["game_id"], ()), _vacancy(row))
        return found

    async def reseat(
        self,
        game: Game,
        before: Sequence[Chair],
        after: Sequence[Chair],
        drafts: Iterable[PostDraft] = (),
        clocks: Collection[Clock] = (),
        vacancy: Vacancy | None = None,
        missed: Collection[int] = (),
        deed: AuditEntry | None = None,
    ) -> None:
        """Puts `after` in the place of `before`, all seats at once, with their `clocks`.

        Orders given ahead go with who gave them; who sat at a game that runs is remembered. A `vacancy` is a seat that
        may be taken from then on. The people who have `missed` a deadline by it are known for that, and the `deed` that
        it was is kept.

        Raises Clash if that is not who sits there, or the game is no longer in `game.status`.
        """
        async with self.db.transaction(game=game.id) as tx:
            status = (await tx.one("SELECT status FROM game WHERE id = ?", game.id))["status"]
            if status != game.status.value or await chairs_of(tx, game.id) != tuple(before):
                raise Clash
            await keep_deed(tx, deed)  # before a request of whoever gets up is closed: it may be this one
            await note_insiders(tx, game)
            await tx.write("DELETE FROM seat WHERE game_id = ?", game.id)
            await seat_all(tx, game.id, after)
            await forget_orders(tx, game.id, newcomers(before, after))
            if game.status is Status.RUNNING:
                await _hand_over(tx, game.id, before, after)
            if vacancy is not None:
                await open_seat(tx, game.id, vacancy)
            await drop_predictions(tx, game.id)
            await keep_clocks(tx, game.id, clocks)
            await count_deadlines(tx, game.id, missed, kept=False)
            await drop_reminders(tx, game.id, [clock.seat for clock in clocks])
            await enqueue(tx, game.id, drafts)


async def close_all(tx: Transaction, game: int, vote: int | None = None) -> None:
    """Nothing is asked or offered in a game that is over, which a `vote` may have ended. All is open now."""
    for row in await tx.read("SELECT id FROM vote WHERE game_id = ? AND closed IS NULL", game):
        await close_vote(tx, game, row["id"], "done" if row["id"] == vote else "late")
    await close_requests(tx, game)
    for row in await tx.read("SELECT seat FROM vacancy WHERE game_id = ?", game):
        await close_seat(tx, game, Seat(row["seat"]))
    await tx.write("DELETE FROM insider WHERE game_id = ?", game)


async def _cast(tx: Transaction, vote: int, ballots: Mapping[Seat, str]) -> None:
    await tx.write_each(
        "INSERT INTO ballot VALUES (?, ?, ?) ON CONFLICT (vote_id, seat) DO UPDATE SET choice = excluded.choice",
        [(vote, seat, choice) for seat, choice in ballots.items()],
    )


async def close_vote(tx: Transaction, game: int, vote: int, closed: str) -> None:
    """What was voted goes; the post of it loses its buttons."""
    await tx.write("UPDATE vote SET closed = ? WHERE id = ? AND closed IS NULL", closed, vote)
    await tx.write("DELETE FROM ballot WHERE vote_id = ?", vote)
    await drop_buttons(tx, game, PostKind.VOTE, str(vote))


async def open_seat(tx: Transaction, game: int, vacancy: Vacancy) -> None:
    """Keeps that a seat may be taken."""
    await tx.write(
        "INSERT INTO vacancy (game_id, seat, why, since, ends, invited) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id, seat) DO UPDATE SET why = excluded.why, since = excluded.since, ends = excluded.ends,"
        " invited = excluded.invited",
        game, vacancy.seat, vacancy.why.value, vacancy.since, vacancy.ends, vacancy.invited,
    )  # fmt: skip


async def close_seat(tx: Transaction, game: int, seat: Seat) -> None:
    """The posts that offer it lose their buttons."""
    await tx.write("DELETE FROM vacancy WHERE game_id = ? AND seat = ?", game, seat)
    await drop_buttons(tx, game, PostKind.SEAT, str(seat))


async def seat_all(tx: Transaction, game: int, chairs: Sequence[Chair]) -> None:
    """Seats people and bots where nobody sits."""
    await tx.write_each(
        "INSERT INTO seat (game_id, seat, user_id, name, bot, word, since) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(game, chair.seat, chair.user_id, chair.name, chair.bot, chair.word, chair.since) for chair in chairs],
    )


async def _hand_over(tx: Transaction, game: int, before: Sequence[Chair], after: Sequence[Chair]) -> None:
    """What was a person's own on a seat of a running game goes when another sits there, requests too: A8.6."""
    for chair in before:
        if chair in after:
            continue
        await close_seat(tx, game, chair.seat)
        await tx.write(
            "DELETE FROM ballot WHERE seat = ? AND vote_id IN (SELECT id FROM vote WHERE game_id = ?)", chair.seat, game
        )
        for row in await tx.read(
            "SELECT id FROM vote WHERE game_id = ? AND seat = ? AND about <> 'end' AND closed IS NULL",
            game, chair.seat,
        ):  # fmt: skip
            await close_vote(tx, game, row["id"], "late")
        for row in await tx.read(
            "SELECT id FROM request WHERE game_id = ? AND (seat = ? OR deed <> '') AND closed IS NULL",
            game, chair.seat,
        ):  # fmt: skip
            await close_request(tx, game, row["id"], "late")
        if chair.user_id is None:
            continue
        await tx.write("DELETE FROM note WHERE game_id = ? AND user_id = ?", game, chair.user_id)


def _vote(row: TableRow, ballots: Mapping[Seat, str]) -> Vote:
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


def _vacancy(row: TableRow) -> Vacancy:
    return Vacancy(Seat(row["seat"]), VacancyReason(row["why"]), row["since"], row["ends"], row["invited"])
