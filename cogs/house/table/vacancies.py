"""Seats of a running game that others may take: handed over, of who is absent, or with nobody on them.

Whoever takes one has seen nothing of it before; whoever loses it sees nothing of it any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.game import seating
from cogs.house.game.bot_names import called
from cogs.house.game.players import is_away
from cogs.house.table.insiders import Author, Insiders, Warrant
from cogs.house.table.interventions import CallOff, Fill, Invite, deed_said
from cogs.house.table.stored_game import StoredGame
from cogs.house.values.clocks import EXPELS, HOUR
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import SITTER, AuditEntry, Chair, Status, Vacancy, VacancyReason
from engine.core import Illegal, Seat

LAPSES = 7 * 24 * HOUR
"""Seconds after which the offer of a player who plays on is over."""


def may_be_replaced(kept: StoredGame, seat: Seat) -> bool:
    """Whether the others may have somebody else on a seat by a vote: nobody who plays is driven away.

    One may where the program sits, where whoever sits there is away, and where their absence has opened the seat.
    """
    if seat not in kept.people:
        return True
    vacancy = kept.vacant.get(seat)
    opened = vacancy is not None and vacancy.why is VacancyReason.ABSENT
    return opened or is_away(kept.clocks.get(seat), kept.services.now())


@dataclass(frozen=True, slots=True)
class Vacancies:
    """The open seats of one game. What changes them raises Illegal if the game does not run."""

    kept: StoredGame

    # Whoever sits there

    async def offer(self, user_id: int) -> None:
        """Offers somebody's own seat to whoever takes it; he plays on until then.

        Raises Illegal `not-at-the-table`, `not-in-the-game`, `seat-open`.
        """

        async def doing() -> None:
            seat = self._own(user_id)
            if seat in self.kept.vacant:
                raise Illegal("seat-open")
            now = self.kept.services.now()
            await self._open(Vacancy(seat, VacancyReason.OFFERED, now, now + LAPSES), "seat-offered")

        await self.kept.in_turn(doing)

    async def leave(self, user_id: int) -> None:
        """Gives somebody's own seat up at once: the program sits in until somebody takes it.

        Raises Illegal `not-at-the-table`, `not-in-the-game`.
        """

        async def doing() -> None:
            await self._empty(self._own(user_id), "seat-left")

        await self.kept.in_turn(doing)

    async def keep(self, user_id: int) -> None:
        """Takes the offer of somebody's own seat back. Raises Illegal `seat-not-open`."""

        async def doing() -> None:
            await self._close(self._own(user_id), "seat-kept")

        await self.kept.in_turn(doing)

    async def back(self, seat: Seat) -> None:
        """Takes the offer of a seat back whose player has come, in turn."""
        vacancy = self.kept.vacant.get(seat)
        if vacancy is not None and vacancy.why is VacancyReason.ABSENT:
            await self._close(seat, "seat-kept")

    # Whoever takes it

    async def check(self, user_id: int, seat: Seat) -> None:
        """Raises Illegal unless somebody may take a seat: `seat-not-open`, `seat-for-another`, `seat-held-already`,
        `seat-known` if he has sat on another one of this game, and `has-looked` if he has seen it opened."""
        self.kept.check_going()
        vacancy = self.kept.vacant.get(seat)
        if vacancy is None:
            raise Illegal("seat-not-open", commands=self.kept.command("list"))
        if vacancy.invited not in (None, user_id):
            raise Illegal("seat-for-another")
        if self.kept.seat_of(user_id) is not None:
            raise Illegal("seat-held-already")
        await Insiders(self.kept).check_new(user_id, seat)

    async def take(self, user_id: int, name: str, seat: Seat) -> None:
        """Puts a person who has accepted it on an open seat; only from now on he sees what it sees.

        Raises Illegal as `check` does.
        """

        async def doing() -> None:
            await self.check(user_id, seat)
            kept, before = self.kept, self.kept.names[seat]
            put = Chair(seat, user_id, name, None)
            await self._seat(put, "seat-taken", PostDraft(PostKind.HAND, seat, kept.seq), before=before)

        await self.kept.in_turn(doing)

    # The host, the others, moderators

    async def invite(self, seat: Seat, user_id: int | None, by: Author) -> None:
        """Offers a seat to a person, or to everybody for None, as a deed of a host or manager.

        Raises Illegal `seat-unknown`, `not-in-the-game`, what `Insiders.warrant` does, and for a person what `check`
        does.
        """

        async def doing() -> None:
            kept = self.kept
            kept.check_going()
            insiders = Insiders(kept)
            insiders.check(by)
            self._check_playing(seat)
            if user_id is not None and kept.seat_of(user_id) is not None:
                raise Illegal("seat-held-already")
            if user_id is not None:
                await insiders.check_new(user_id, seat)
            why = VacancyReason.ABSENT if seat in kept.people else VacancyReason.EMPTY
            vacancy = Vacancy(seat, why, kept.services.now(), None, user_id)
            warrant = await insiders.warrant(by, "seat", f"{seat + 1}", deed_said(kept, Invite(seat, user_id)))
            if user_id is None:
                await self._open(vacancy, "seat-opened", warrant)
            else:
                await self._open(vacancy, "seat-invited", warrant, whom=f"<@{user_id}>")

        await self.kept.in_turn(doing)

    async def withdraw(self, seat: Seat, by: Author) -> None:
        """Takes the offer of a seat back that is not empty, likewise. Raises Illegal `seat-not-open`."""

        async def doing() -> None:
            self.kept.check_going()
            insiders = Insiders(self.kept)
            insiders.check(by)
            vacancy = self.kept.vacant.get(seat)
            if vacancy is None or any(chair.seat == seat and chair.bot == SITTER for chair in self.kept.seats):
                raise Illegal("seat-not-open", commands=self.kept.command("list"))
            warrant = await insiders.warrant(by, "call-off", f"{seat + 1}", deed_said(self.kept, CallOff(seat)))
            await self._close(seat, "seat-kept", warrant)

        await self.kept.in_turn(doing)

    async def fill(self, seat: Seat, level: str, by: Author) -> None:
        """Has a bot of a level play a seat, likewise.

        Raises Illegal `bot-unknown`, `seat-unknown`, `not-in-the-game`, and what `Insiders.warrant` does.
        """

        async def doing() -> None:
            self.kept.check_going()
            seating.check_level(self.kept.kit, level)
            insiders = Insiders(self.kept)
            insiders.check(by)
            self._check_playing(seat)
            warrant = await insiders.warrant(by, "seat", f"{seat + 1}", deed_said(self.kept, Fill(seat, level)))
            await self.put_bot(seat, level, warrant)

        await self.kept.in_turn(doing)

    async def put_bot(self, seat: Seat, level: str, warrant: Warrant | None = None) -> None:
        """Has a bot of a level play a seat, in turn."""
        kept = self.kept
        put = seating.bot_on(kept.seats, kept.kit, level, kept.game.id, seat)
        await self._seat(put, "seat-filled", before=kept.names[seat], warrant=warrant)

    # Time

    async def expel(self, seat: Seat) -> None:
        """Opens the seat of somebody who has let too many deadlines pass, in turn, as it was agreed."""
        person = self.kept.person(seat)
        assert person is not None, "who is expelled sat there"
        await self._empty(seat, "seat-expelled", (person,), number=EXPELS)

    async def time_out(self) -> None:
        """Ends the offers that have lapsed."""

        async def doing() -> None:
            kept = self.kept
            if kept.game.status is not Status.RUNNING or kept.game.frozen is not None:
                return
            for vacancy in tuple(kept.vacant.values()):
                if vacancy.ends is not None and vacancy.ends <= kept.services.now():
                    await self._close(vacancy.seat, "seat-lapsed")
                    kept.measure_late(vacancy.ends)

        await self.kept.in_turn(doing)

    # Inside

    def _own(self, user_id: int) -> Seat:
        self.kept.check_going()
        seat = seating.chair_of(self.kept.seats, user_id).seat
        if seat not in self.kept.playing:
            raise Illegal("not-in-the-game")
        return seat

    def _check_playing(self, seat: Seat) -> None:
        seating.check_seat(self.kept.seats, seat)
        if seat not in self.kept.playing:
            raise Illegal("not-in-the-game")

    async def _open(self, vacancy: Vacancy, key: str, warrant: Warrant | None = None, **facts: object) -> None:
        kept, (deed, first) = self.kept, _of(warrant)
        told = self._said(PostKind.SEAT, vacancy.seat, key, who=kept.names[vacancy.seat], **facts)
        await kept.services.store.seats.open(kept.game, vacancy, (*first, told, *kept.card()), deed)
        kept.did(deed)
        await kept.recall()
        kept.written()

    async def _close(self, seat: Seat, key: str, warrant: Warrant | None = None) -> None:
        kept = self.kept
        if seat not in kept.vacant:
            raise Illegal("seat-not-open", commands=self.kept.command("list"))
        deed, first = _of(warrant)
        told = self._said(PostKind.TEXT, seat, key, who=kept.names[seat])
        await kept.services.store.seats.close(kept.game, seat, (*first, told, *kept.card()), deed)
        kept.did(deed)
        await kept.recall()
        kept.written()

    async def _empty(self, seat: Seat, key: str, missed: tuple[int, ...] = (), number: int = 0) -> None:
        """Nobody sits there any more; the name goes with whoever did."""
        kept, before = self.kept, self.kept.names[seat]
        put = Chair(seat, None, kept.kit.words.text("seat-name", number=seat + 1), SITTER)
        vacancy = Vacancy(seat, VacancyReason.EMPTY, kept.services.now())
        await self._seat(put, key, vacancy=vacancy, missed=missed, before=before, number=number)

    async def _seat(
        self,
        put: Chair,
        key: str,
        *more: PostDraft,
        vacancy: Vacancy | None = None,
        missed: tuple[int, ...] = (),
        warrant: Warrant | None = None,
        **facts: object,
    ) -> None:
        """Puts somebody else on a seat; all are told, and called anew for the present."""
        kept = self.kept
        word = next(chair.word for chair in kept.seats if chair.seat == put.seat)  # the dice go on from it
        after = seating.placed(kept.seats, replace(put, word=word))
        kind = PostKind.TEXT if vacancy is None else PostKind.SEAT
        deed, first = _of(warrant)

        def drafts(_: seating.Chairs) -> tuple[PostDraft, ...]:
            told = self._said(kind, put.seat, key, who=called(kept.kit.words, put), **facts)
            return (*first, told, *more, *(kept.card() if put.user_id is None else (kept.call(put.seat),)))

        await kept.put(after, drafts, vacancy, missed, deed)

    def _said(self, kind: PostKind, seat: Seat, key: str, **facts: object) -> PostDraft:
        kept, body = self.kept, str(seat) if kind is PostKind.SEAT else ""
        text = kept.kit.words.text(key, group=kept.game.ruleset, **facts)
        return PostDraft(kind, None, kept.seq, body, (Sentence(kept.seq, text),))


def _of(warrant: Warrant | None) -> tuple[AuditEntry | None, tuple[PostDraft, ...]]:
    """The deed to keep, and what is told of it before all else; nothing of what is no deed."""
    return (None, ()) if warrant is None else (warrant.deed, warrant.told)
