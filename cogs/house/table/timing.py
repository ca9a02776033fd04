"""How long a game waits for whom: its pace, and what is done when somebody's time is up or he is back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from cogs.house.game.players import STAND_INS, agreed_anew
from cogs.house.game.reminders import MOST_AGAIN, is_about, is_last, is_next, reminders
from cogs.house.store.store import Clash
from cogs.house.table.stored_game import StoredGame
from cogs.house.table.vacancies import Vacancies
from cogs.house.table.voting import Voting, numbered
from cogs.house.values.availability import Habit
from cogs.house.values.clocks import (
    EXPELS,
    HOUR,
    Absent,
    Clock,
    Pace,
    StandIn,
    Waiting,
    extended,
    one_deadline,
    pace_of,
    relieved,
    replanned,
    returned,
    started,
    up,
)
from cogs.house.values.drafts import PostDraft, PostKind, PostRow
from cogs.house.values.records import PAUSED, About, AuditEntry, Game, Status
from cogs.house.values.reliability import missed_by
from engine.core import Illegal, Seat


@dataclass(frozen=True, slots=True)
class Timing:
    """The clocks of one game."""

    kept: StoredGame

    @property
    def waiting(self) -> Waiting:
        """Whom everybody knows the game to wait for; nobody unless it runs."""
        kept = self.kept
        return kept.waited(kept.timeline) if kept.game.status is Status.RUNNING else Waiting()

    @property
    def deadline(self) -> tuple[float, float] | None:
        """When the windows of all who are waited for end, and when their banks do too: the latest. None: no deadline.

        From public facts alone, as the clocks are.
        """
        clocks = [self.kept.clocks[seat] for seat in sorted(self.waiting.seats & self.kept.clocks.keys())]
        ends = [(clock.ends, clock.due) for clock in clocks if clock.ends is not None and clock.due is not None]
        if not ends:
            return None
        end, due = max(ends)
        return due, end

    @property
    def until(self) -> float | None:
        """What is told as the deadline: the end of the window, or of the bank once that runs; None if there is none."""
        if self.deadline is None:
            return None
        due, ends = self.deadline
        return ends if self.kept.services.now() >= due else due

    def clocks_by(self, after: Game) -> dict[Seat, Clock]:
        """The clocks that change when the running game waits as `after` says, for how long and for who is absent."""
        kept, game = self.kept, self.kept.game
        clocks = agreed_anew(kept.clocks, after.absent) if after.absent is not game.absent else {}
        if after.pace == game.pace:
            return clocks
        present = {seat: {**kept.clocks, **clocks}[seat] for seat in kept.people & kept.clocks.keys()}
        return started(present, pace_of(after.pace), self.waiting, kept.services.now(), kept.habit)

    async def extend(self, seat: Seat, hours: int) -> None:
        """Has whoever is waited for have so many hours more, if another at the table grants it; all are told.

        Raises Illegal `extend-own`, `no-deadline`, `too-often`, `game-not-running`, `game-paused`, `game-frozen`.
        """

        async def doing() -> None:
            kept, waiting = self.kept, self.waiting
            kept.check_going()
            if waiting.seats <= {seat}:
                raise Illegal("extend-own")
            clocks = {
                each: extended(clock, kept.pace, hours * HOUR, kept.habit(each))
                for each, clock in kept.clocks.items()
                if each in waiting.seats and clock.ends is not None
            }
            if not clocks:
                raise Illegal("no-deadline")
            clocks |= one_deadline({**kept.clocks, **clocks}, waiting)
            with kept.paced("extend", seat):
                await self._keep(clocks, kept.told("extended", who=kept.names[seat], hours=hours), ())

        await self.kept.in_turn(doing)

    async def rest(self, rests: bool, request: int | None = None, deed: AuditEntry | None = None) -> None:
        """Lets the game rest as its players want it, or go on; in turn. A `request` that led to it is closed, and kept
        as a `deed` if it was one of a host's or manager's."""
        kept = self.kept
        reason = PAUSED if rests else None
        said = kept.told("game-paused" if rests else "game-resumed")
        await kept.services.store.requests.rest(kept.game.id, reason, request, said, deed)
        await kept.rests(reason)
        kept.written()

    async def time_out(self) -> None:
        """Deals with the deadlines that have passed, each once, as was agreed (A8.5).

        Where several are waited for, what is told is the same whoever had to answer (A3.1).
        """

        async def doing() -> None:
            kept = self.kept
            if kept.game.status is not Status.RUNNING or kept.game.frozen is not None:
                return
            late = up(kept.clocks, kept.services.now())
            if not late:
                return
            shared, ended = self.waiting.shared, min(kept.clocks[seat].ends or 0.0 for seat in late)
            missed = {
                seat: replace(clock, out=True, missed=clock.missed + (not shared))
                for seat, clock in kept.clocks.items()
                if seat in late
            }
            if kept.game.absent in (Absent.VOTE, Absent.EXPEL) and not shared:
                (clock,) = missed.values()  # who alone is waited for has a deadline
                if await (self._voted_on(clock) if kept.game.absent is Absent.VOTE else self._expelled(clock)):
                    kept.measure_late(ended)
                    return
            then = STAND_INS[kept.game.absent]
            clocks = {seat: replace(clock, stand_in=clock.stand_in or then) for seat, clock in missed.items()}
            who = ", ".join(kept.names[seat] for seat in late)
            key = "expel" if kept.game.absent is Absent.EXPEL and not shared else then.value or "wait"
            again = [clock for clock in clocks.values() if clock.missed > 1]
            said = (kept.sentence("time-out-again", who=kept.names[c.seat], number=c.missed) for c in again)
            told = (*said, *kept.told(f"time-out-{key}", who=who))
            await self._keep(clocks, told, late, missed_by(clocks, self.waiting))
            kept.measure_late(ended)

        await self.kept.in_turn(doing)

    async def _voted_on(self, clock: Clock) -> bool:
        """Asks the others what shall happen; False if there is nobody to be asked."""
        kept = self.kept
        if (asked := Voting(kept).about_absent(clock)) is None:
            return False
        vote, said = asked
        told = partial(numbered, vote, said, kept.card())
        person = kept.person(clock.seat)
        late = () if person is None else (person,)
        if not await kept.services.store.votes.ask(kept.game, vote, told, (clock,), late):
            raise Clash
        kept.clocks = {**kept.clocks, clock.seat: clock}
        await kept.recall()
        kept.written()
        return True

    async def _expelled(self, clock: Clock) -> bool:
        """Opens the seat of somebody who has let too many deadlines pass; False if he has not."""
        if clock.missed < EXPELS:
            return False
        await Vacancies(self.kept).expel(clock.seat)
        return True

    async def sit_in(self, seat: Seat) -> None:
        """Has the program decide for somebody who asks for it, until he presses anything; all are told.

        Raises Illegal `game-not-running`, `game-paused`, `game-frozen`.
        """

        async def doing() -> None:
            self.kept.check_going()
            kept = self.kept
            clock = kept.clocks.get(seat, Clock(seat, bank=kept.pace.bank))
            sitting = {seat: replace(clock, stand_in=StandIn.ASKED)}
            await self._keep(sitting, kept.told("asked-sitter", who=kept.names[seat]), (seat,))

        await self.kept.in_turn(doing)

    async def back(self, user_id: int) -> None:
        """Gives a person his seat back if the program decides for him, and has everybody told."""
        told = False

        async def doing() -> None:
            nonlocal told
            kept, seat = self.kept, self.kept.seat_of(user_id)
            if seat is None or seat not in kept.clocks or kept.game.status is not Status.RUNNING:
                return
            asked = [vote for vote in kept.votes if vote.seat == seat and vote.about is not About.END]
            if not told and (asked or seat in kept.acted_for):
                clock = returned(kept.clocks[seat], kept.pace, kept.services.now(), kept.habit(seat))
                await self._keep({seat: clock}, kept.told("back-again", who=kept.names[seat]), ())
                told = True
            for vote in asked:
                await Voting(kept).moot(vote)
            await Vacancies(kept).back(seat)

        await self.kept.in_turn(doing)

    def reminded(self, row: PostRow) -> tuple[PostDraft, ...]:
        """What everybody is told when a row has been sent that is the last of somebody's reminders.

        Nothing where several are waited for: that he was reminded would tell that he still had to answer (A3.1).
        """
        if row.seat is None or not is_last(row) or self.waiting.seats != {row.seat}:
            return ()
        if not self.still_waits(row):
            return ()
        return (self.kept.sentence("reminded-enough", who=self.kept.names[row.seat], number=MOST_AGAIN),)

    def still_waits(self, row: PostRow) -> bool:
        """Whether the game waits for who is to be reminded as it did when that was planned."""
        assert row.seat is not None, "a reminder is for a seat"
        kept = self.kept
        if kept.game.frozen is not None or row.seat in kept.acted_for:
            return False
        if is_next(row, self.waiting):
            return True
        clock = kept.clocks.get(row.seat)
        return clock is not None and clock.since is not None and row.seat in kept.game.awaiting and is_about(row, clock)

    def comes_after_orders(self, row: PostRow) -> bool:
        """Whether orders of whoever a row is for are due, and not looked at yet: the clock has passed both at once.

        A row is put off once for that, so that orders which can't be looked at hold up no reminder.
        """
        due = None if row.seat is None else self.kept.ahead.firing(row.seat).due
        return row.kind is PostKind.REMIND and row.attempts == 1 and due is not None and due <= self.kept.services.now()

    async def replan(self, user_id: int, before: Habit, after: Habit) -> None:
        """Brings the clock of a person up to date who has changed when he is away, asleep and told."""

        async def doing() -> None:
            kept, seat = self.kept, self.kept.seat_of(user_id)
            if seat is None or seat not in kept.clocks or kept.clocks[seat].since is None:
                return
            clocks = {seat: replanned(kept.clocks[seat], before, after)}
            clocks |= one_deadline({**kept.clocks, **clocks}, self.waiting)
            await self._keep(clocks, kept.card(), ())

        await self.kept.in_turn(doing)

    async def relieve(self) -> None:
        """Gives everybody who is waited for a part of his time anew, because nothing could be done for a while."""

        async def doing() -> None:
            kept = self.kept
            if kept.game.frozen is not None:
                return  # its clocks stand still anyway
            clocks = relieved(kept.clocks, kept.pace, self.waiting, kept.services.now(), kept.habit)
            if clocks:
                await self._keep(clocks, kept.card(), ())

        await self.kept.in_turn(doing)

    async def wait_anew(self) -> None:
        """Has those count as waited for from now on who have no deadline, or let it pass: the game could not be
        reached for a while, and nobody is absent for that."""

        async def doing() -> None:
            now = self.kept.services.now()
            clocks = {
                seat: replace(clock, since=now)
                for seat, clock in self.kept.clocks.items()
                if clock.since is not None and (clock.ends is None or clock.out)
            }
            if clocks and self.kept.game.frozen is None:
                await self._keep(clocks, (), ())

        await self.kept.in_turn(doing)

    def reminders(self, clocks: Mapping[Seat, Clock], pace: Pace) -> tuple[PostDraft, ...]:
        """What is to remind the people of clocks that have changed."""
        kept, waiting, now = self.kept, self.waiting, self.kept.services.now()
        return tuple(
            draft
            for seat, clock in sorted(clocks.items())
            if seat in waiting.seats & kept.people
            for draft in reminders(
                clock, pace, kept.habit(seat), waiting, now, kept.seq,
                handed=clock.since is not None and kept.habit(seat).waking(clock.since) > now, acted=False,
            )
        )  # fmt: skip

    # Inside

    async def _keep(
        self,
        clocks: Mapping[Seat, Clock],
        drafts: Iterable[PostDraft],
        silent: Iterable[Seat],
        missed: Iterable[Seat] = (),
    ) -> None:
        """Keeps clocks, tells the drafts, and reminds all but the `silent` anew; `missed` are those who missed one."""
        kept = self.kept
        anew = {seat: clock for seat, clock in clocks.items() if seat not in silent}
        told = (*drafts, *self.reminders(anew, kept.pace))
        late = [user for seat in missed if (user := kept.person(seat)) is not None]
        if not await kept.services.store.clocks.keep(kept.game, tuple(clocks.values()), told, tuple(clocks), late):
            raise Clash
        kept.clocks = {**kept.clocks, **clocks}
        kept.written()
