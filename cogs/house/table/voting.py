"""Votes of those who play: about who is absent, about whom the program replaces, and about the end of the game.

Nobody is told how anybody voted. No vote can hold a game up: each ends at a time, with what was agreed for silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from cogs.house.game import dice, seating
from cogs.house.store.store import Clash
from cogs.house.table.insiders import Author, Insiders
from cogs.house.table.interventions import Fill, deed_said
from cogs.house.table.stored_game import StoredGame
from cogs.house.table.vacancies import Vacancies, may_be_replaced
from cogs.house.values.clocks import HOUR, Clock, StandIn, waited_anew
from cogs.house.values.drafts import END, PostDraft, PostKind, Sentence
from cogs.house.values.records import DRAW, ENDINGS, NO, YES, About, AuditEntry, Status, Vacancy, VacancyReason, Vote
from cogs.house.words.spoken_time import stamp
from engine.core import Illegal, Seat

ONCE, SIT, OPEN, WAIT = "once", "sit", "open", "wait"
CHOICES = {About.ABSENT: (ONCE, SIT, OPEN, WAIT), About.REPLACE: (YES, NO), About.END: (YES, NO)}
"""What can be voted for. Of what has equally many votes about who is absent the first counts, and without any that."""

ASKED_ABSENT = 24 * HOUR
"""Seconds of a vote about who is absent, at most: the game waits for it. Never longer than a window."""

ASKED_REPLACE, ASKED_END = 24 * HOUR, 72 * HOUR
"""Seconds of the other votes: the game goes on meanwhile."""

AGAIN = 24 * HOUR
"""Seconds from one question for the end of a game to the next."""


def outcome(vote: Vote) -> str:
    """What was voted for, with the ballots as they are.

    About who is absent what has the most votes; that the program plays a seat needs more than half of those who were
    asked; the end needs all of them.
    """
    count = Counter(vote.ballots[seat] for seat in vote.voters & vote.ballots.keys())
    match vote.about:
        case About.ABSENT:
            return max(CHOICES[vote.about], key=lambda choice: count[choice])
        case About.REPLACE:
            return YES if 2 * count[YES] > len(vote.voters) else NO
        case About.END:
            return YES if 0 < count[YES] == len(vote.voters) else NO


@dataclass(frozen=True, slots=True)
class Voting:
    """The votes of one game."""

    kept: StoredGame

    @property
    def open(self) -> tuple[Vote, ...]:
        """The votes that still can come to something; whoever has left the game meanwhile is asked no more."""
        return tuple(self._now(vote) for vote in self.kept.votes if self._stands(vote))

    def _now(self, vote: Vote) -> Vote:
        return replace(vote, voters=vote.voters & self.kept.people & self.kept.playing)

    def _stands(self, vote: Vote) -> bool:
        """Whether there is still something to vote on: one about who is absent lasts as long as he is waited for."""
        clock = self.kept.clocks.get(vote.seat)
        match vote.about:
            case About.ABSENT:
                return clock is not None and clock.out and clock.since is not None and clock.began == vote.began
            case About.REPLACE:
                return may_be_replaced(self.kept, vote.seat)
            case About.END:
                return True

    def voters(self, about: About, seat: Seat) -> frozenset[Seat]:
        """Who is asked: people who are still in the game; about a seat none who sits there or is absent themselves."""
        playing = self.kept.people & self.kept.playing
        if about is About.END:
            return playing
        insiders, clocks = Insiders(self.kept), self.kept.clocks
        missing = {other for other, clock in clocks.items() if clock.missed or clock.stand_in}
        return playing - {seat} - missing - {other for other in playing if insiders.is_absent(other)}

    def about_absent(self, clock: Clock) -> tuple[Vote, PostDraft] | None:
        """The vote at a deadline that has passed, and what is told of it once it has a number; None if nobody is there
        to be asked."""
        kept = self.kept
        voters = self.voters(About.ABSENT, clock.seat)
        if not voters:
            return None
        now = kept.services.now()
        ends = now + min(ASKED_ABSENT, kept.pace.window or ASKED_ABSENT)
        vote = Vote(0, kept.game.id, About.ABSENT, clock.seat, clock.began, now, ends, voters)
        return vote, self._asking(vote, "vote-absent", who=kept.names[clock.seat])

    async def ask_end(self, seat: Seat, how: str) -> bool:
        """Asks all who are still in the game to end it here; whether it did at once, as nobody had to be asked.

        Nobody is told who has asked. Raises Illegal `ending-unknown`, `vote-waits`, `vote-too-soon`,
        `not-in-the-game`, `game-not-running`, `game-paused`, `game-frozen`.
        """

        async def doing() -> bool:
            kept, now = self.kept, self.kept.services.now()
            kept.check_going()
            voters = self.voters(About.END, seat)
            if how not in ENDINGS:
                raise Illegal("ending-unknown", endings=ENDINGS)
            if seat not in voters:
                raise Illegal("not-in-the-game")
            if any(vote.about is About.END for vote in kept.votes):
                raise Illegal("vote-waits")
            last = await kept.services.store.votes.last_asked(kept.game.id, About.END)
            if last is not None and now < last + AGAIN:
                raise Illegal("vote-too-soon", hours=round(AGAIN / HOUR))
            vote = Vote(0, kept.game.id, About.END, seat, kept.began, now, now + ASKED_END, voters, how, {seat: YES})
            if len(voters) == 1:
                await self._end(vote)
                return True
            await self._ask(vote, f"vote-{how}")
            return False

        return await self.kept.in_turn(doing)

    async def ask_replacement(self, by: Author, of: Seat, level: str) -> bool:
        """Asks the others whether the program shall play at a level in the place of who is absent; whether it does now.

        Where nobody else has a vote it is a deed like one of a host's. Raises Illegal `bot-unknown`, `seat-unknown`,
        `seat-not-absent`, `vote-waits`, `not-in-the-game`, what `Insiders.alone` does, and if nobody may act.
        """

        async def doing() -> bool:
            kept, now = self.kept, self.kept.services.now()
            kept.check_going()
            seating.check_level(kept.kit, level)
            seating.check_seat(kept.seats, of)
            if not may_be_replaced(kept, of):
                raise Illegal("seat-not-absent", name=kept.names[of])
            seat = kept.seat_of(by.user)
            if seat is None or seat not in kept.playing or seat == of:
                raise Illegal("not-in-the-game")
            voters = self.voters(About.REPLACE, of) | {seat}
            if any(vote.seat == of and vote.about is not About.END for vote in self.open):
                raise Illegal("vote-waits")
            vote = Vote(
                0, kept.game.id, About.REPLACE, of, kept.began, now, now + ASKED_REPLACE, voters, level, {seat: YES}
            )
            if outcome(vote) == YES:
                deed = AuditEntry(kept.game.guild, kept.game.id, by.user, "seat", f"{of + 1}")
                warrant = await Insiders(kept).alone(by, deed, deed_said(kept, Fill(of, level)))
                await Vacancies(kept).put_bot(of, level, warrant)
                return True
            await self._ask(vote, "vote-replace", who=kept.names[of], level=level)
            return False

        return await self.kept.in_turn(doing)

    async def cast(self, number: int, seat: Seat, choice: str) -> bool:
        """Takes the ballot of a seat; whether the vote is decided by it.

        It is decided once all have voted, so that the moment tells nothing of any of them. Raises Illegal
        `vote-closed`, `vote-not-asked` for a seat that has no vote, and if nobody may act.
        """

        async def doing() -> bool:
            kept = self.kept
            kept.check_going()
            vote = next((each for each in self.open if each.id == number), None)
            if vote is None or vote.ends <= kept.services.now():
                raise Illegal("vote-closed")
            if seat not in vote.voters or choice not in CHOICES[vote.about]:
                raise Illegal("vote-not-asked")
            await kept.services.store.votes.cast(kept.game.id, number, seat, choice)
            cast = replace(vote, ballots={**vote.ballots, seat: choice})
            kept.votes = tuple(cast if each.id == number else each for each in kept.votes)
            if cast.ballots.keys() < cast.voters:
                return False
            await self._decide(cast)
            return True

        return await self.kept.in_turn(doing)

    async def time_out(self) -> None:
        """Decides the votes whose time is up, by who has voted."""

        async def doing() -> None:
            kept = self.kept
            if kept.game.status is not Status.RUNNING or kept.game.frozen is not None:
                return
            for vote in kept.votes:
                if vote.ends <= kept.services.now():
                    await self._decide(vote)
                    kept.measure_late(vote.ends)

        await self.kept.in_turn(doing)

    async def moot(self, vote: Vote) -> None:
        """Closes a vote that nobody needs any more, in turn."""
        await self._close(vote, "late")

    # Inside

    async def _ask(self, vote: Vote, key: str, **facts: object) -> None:
        kept = self.kept
        told = partial(numbered, vote, self._asking(vote, key, **facts), ())
        if not await kept.services.store.votes.ask(kept.game, vote, told):
            raise Clash
        await kept.recall()
        kept.written()

    def _asking(self, vote: Vote, key: str, **facts: object) -> PostDraft:
        kept, text = self.kept, self.kept.kit.words.text
        asked = " ".join(f"<@{kept.person(seat)}>" for seat in sorted(vote.voters))
        said = text(key, **facts, until=stamp(vote.ends), others=asked)
        return PostDraft(PostKind.VOTE, None, kept.seq, said=(Sentence(kept.seq, said),))

    async def _decide(self, vote: Vote) -> None:
        """What follows from a vote, in turn."""
        kept, came = self.kept, self._outcome(self._now(vote))
        if not self._stands(vote):
            await self._close(vote, "late")
        elif vote.about is About.ABSENT:
            await self._absent(vote, came)
        elif came == NO:
            await self._close(vote, "refused", kept.told(f"vote-{vote.about}-no", who=kept.names[vote.seat]))
        elif vote.about is About.REPLACE:
            await Vacancies(kept).put_bot(vote.seat, vote.what)
        else:
            await self._end(vote)

    def _outcome(self, vote: Vote) -> str:
        """What was voted for: whoever has vanished is replaced if half of those who are there want it, the one among
        them who asked. Of two, the other could hold up the game for good."""
        votes = [vote.ballots[seat] for seat in vote.voters & vote.ballots.keys()]
        vanished = vote.about is About.REPLACE and Insiders(self.kept).is_absent(vote.seat)
        return YES if vanished and 0 < len(vote.voters) <= 2 * votes.count(YES) else outcome(vote)

    async def _absent(self, vote: Vote, came: str) -> None:
        kept, seat, now = self.kept, vote.seat, self.kept.services.now()
        clock, vacancy = kept.clocks[seat], None
        match came:
            case "once":
                clock = replace(clock, stand_in=StandIn.ONCE)
            case "wait":
                clock = waited_anew(clock, kept.pace, kept.waited(kept.timeline), now, kept.habit(seat))
            case _:
                clock = replace(clock, stand_in=StandIn.ASKED)
                vacancy = Vacancy(seat, VacancyReason.ABSENT, now) if came == OPEN and seat in kept.playing else None
        drafts = kept.told(f"voted-{came}", who=kept.names[seat])
        if vacancy is not None:
            drafts = (PostDraft(PostKind.SEAT, None, kept.seq, str(seat), drafts[0].said), *drafts[1:])
        await self._close(vote, "done", drafts, (clock,), vacancy)

    async def _close(
        self,
        vote: Vote,
        closed: str,
        drafts: Iterable[PostDraft] = (),
        clocks: tuple[Clock, ...] = (),
        vacancy: Vacancy | None = None,
    ) -> None:
        kept = self.kept
        if not await kept.services.store.votes.close(kept.game, vote.id, closed, drafts, clocks, vacancy):
            raise Clash
        kept.clocks = {**kept.clocks, **{clock.seat: clock for clock in clocks}}
        await kept.recall()
        kept.written()

    async def _end(self, vote: Vote) -> None:
        """The game is over, as all agreed; from now on nothing in it is hidden (A3.11)."""
        kept = self.kept
        said = kept.told("agreed-draw" if vote.what == DRAW else "agreed-off")
        kinds = (PostKind.NEWS, PostKind.RELAY)
        drafts = [*kept.lobby_post(), *said, *(PostDraft(kind, None, kept.seq, END, said[0].said) for kind in kinds)]
        drafts.append(dice.revealed(kept.kit, kept.game, kept.seq))
        if not await kept.services.store.votes.end_game(kept.game, vote.id or None, vote.what, drafts):
            raise Clash
        kept.game = replace(kept.game, status=Status.OVER, agreed=vote.what, awaiting=frozenset())
        await kept.recall()
        kept.written()


def numbered(vote: Vote, said: PostDraft, more: tuple[PostDraft, ...], number: int) -> tuple[PostDraft, ...]:
    """What is told of a vote, once it has its number."""
    return replace(said, body=f"{number} {vote.about.value}"), *more
