"""Seats of a running game that others may take: handed over, of who is absent, or with nobody on them.

Whoever takes one has seen nothing of it before; whoever loses it sees nothing of it any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house import seating
from cogs.house.clocks import HOUR
from cogs.house.drafts import Draft, Kind, Said
from cogs.house.kept import KeptGame
from cogs.house.records import SITTER, Chair, Deed, Opened, Status, Vacancy
from engine.core import Illegal, Seat

LAPSES = 7 * 24 * HOUR
"""Seconds after which the offer of a player who plays on is over."""

EXPELS = 2
"""So many deadlines in a row that somebody lets pass, where that is agreed, and his seat is another's (A8.6)."""

UNHEARD = 72 * HOUR
"""Seconds of waiting in a game without deadlines after which somebody counts as absent."""


def is_late(kept: KeptGame, seat: Seat) -> bool:
    """Whether the game waits for somebody whose time is up, or who has let it wait for long where there is no time."""
    clock = kept.clocks.get(seat)
    if clock is None or clock.since is None:
        return False
    return clock.out or (clock.ends is None and kept.means.now() >= clock.since + UNHEARD)


def may_be_replaced(kept: KeptGame, seat: Seat) -> bool:
    """Whether the host, or the others by a vote, may have somebody else on a seat: nobody who plays is driven away.

    One may where the program sits, where somebody has let two deadlines pass in a row, and where the program decides
    for who is absent or the game has long waited for him.
    """
    clock = kept.clocks.get(seat)
    if seat not in kept.people:
        return True
    absent = clock is not None and (clock.missed >= EXPELS or bool(clock.stand_in))
    vacancy = kept.vacant.get(seat)
    return absent or is_late(kept, seat) or (vacancy is not None and vacancy.why is Opened.ABSENT)


@dataclass(frozen=True, slots=True)
class Vacancies:
    """The open seats of one game. What changes them raises Illegal if the game does not run."""

    kept: KeptGame

    # Whoever sits there

    async def offer(self, user_id: int) -> None:
        """Offers somebody's own seat to whoever takes it; he plays on until then.

        Raises Illegal `not-at-the-table`, `not-in-the-game`, `seat-open`.
        """

        async def doing() -> None:
            seat = self._own(user_id)
            if seat in self.kept.vacant:
                raise Illegal("seat-open")
            now = self.kept.means.now()
            await self._open(Vacancy(seat, Opened.OFFERED, now, now + LAPSES), "seat-offered")

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
        if vacancy is not None and vacancy.why is Opened.ABSENT:
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
        await self._check_new(user_id, seat)

    async def take(self, user_id: int, name: str, seat: Seat) -> None:
        """Puts a person who has accepted it on an open seat; only from now on he sees what it sees.

        Raises Illegal as `check` does.
        """

        async def doing() -> None:
            await self.check(user_id, seat)
            kept, before = self.kept, self.kept.names[seat]
            put = Chair(seat, user_id, name, None)
            await self._seat(put, "seat-taken", Draft(Kind.HAND, seat, kept.seq), before=before)

        await self.kept.in_turn(doing)

    # The host, the others, moderators

    async def invite(self, seat: Seat, user_id: int | None, deed: Deed | None = None) -> None:
        """Offers a seat whose player is absent or the program to a person, or to everybody for None.

        With a `deed`, which is kept, it is a moderator's: then it may be anybody's seat. Raises Illegal `seat-unknown`,
        `seat-not-absent`, `not-in-the-game`, and for a person what `check` does.
        """

        async def doing() -> None:
            kept = self.kept
            kept.check_going()
            self._check_replaceable(seat, deed)
            if user_id is not None and kept.seat_of(user_id) is not None:
                raise Illegal("seat-held-already")
            if user_id is not None:
                await self._check_new(user_id, seat)
            why = Opened.ABSENT if seat in kept.people else Opened.EMPTY
            vacancy = Vacancy(seat, why, kept.means.now(), None, user_id)
            if deed is not None:
                await kept.means.store.keep_deed(deed)
            if user_id is None:
                await self._open(vacancy, "seat-opened")
            else:
                await self._open(vacancy, "seat-invited", whom=f"<@{user_id}>")

        await self.kept.in_turn(doing)

    async def withdraw(self, seat: Seat) -> None:
        """Takes the offer of a seat back that is not empty. Raises Illegal `seat-not-open`."""

        async def doing() -> None:
            self.kept.check_going()
            vacancy = self.kept.vacant.get(seat)
            if vacancy is None or self._is_sitters(seat):
                raise Illegal("seat-not-open", commands=self.kept.command("list"))
            await self._close(seat, "seat-kept")

        await self.kept.in_turn(doing)

    async def fill(self, seat: Seat, level: str, deed: Deed | None = None) -> None:
        """Has the program play a seat at a level, as `invite` offers it.

        Raises Illegal `bot-unknown`, `seat-unknown`, `seat-not-absent`, `not-in-the-game`.
        """

        async def doing() -> None:
            self.kept.check_going()
            seating.check_level(self.kept.kit, level)
            self._check_replaceable(seat, deed)
            if deed is not None:
                await self.kept.means.store.keep_deed(deed)
            await self.put_program(seat, level)

        await self.kept.in_turn(doing)

    async def put_program(self, seat: Seat, level: str) -> None:
        """Has the program play a seat at a level, in turn."""
        kept = self.kept
        name, before = seating.bot_name(kept.seats, kept.kit, level), kept.names[seat]
        await self._seat(Chair(seat, None, name, level), "seat-filled", before=before)

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
                if vacancy.ends is not None and vacancy.ends <= kept.means.now():
                    await self._close(vacancy.seat, "seat-lapsed")

        await self.kept.in_turn(doing)

    # Inside

    def _own(self, user_id: int) -> Seat:
        self.kept.check_going()
        seat = seating.chair_of(self.kept.seats, user_id).seat
        if seat not in self.kept.playing:
            raise Illegal("not-in-the-game")
        return seat

    async def _check_new(self, user_id: int, seat: Seat) -> None:
        """Raises Illegal if somebody knows more of the game than this seat does."""
        store, game = self.kept.means.store, self.kept.game.id
        if await store.sat_in(game, user_id) - {seat}:
            raise Illegal("seat-known")
        if user_id in await store.onlookers(game):
            raise Illegal("has-looked", who=f"<@{user_id}>")

    def _is_sitters(self, seat: Seat) -> bool:
        return any(chair.seat == seat and chair.bot == SITTER for chair in self.kept.seats)

    def _check_replaceable(self, seat: Seat, deed: Deed | None) -> None:
        seating.check_seat(self.kept.seats, seat)
        if seat not in self.kept.playing:
            raise Illegal("not-in-the-game")
        if deed is None and not may_be_replaced(self.kept, seat):
            raise Illegal("seat-not-absent", name=self.kept.names[seat])

    async def _open(self, vacancy: Vacancy, key: str, **facts: object) -> None:
        kept = self.kept
        said = self._said(Kind.SEAT, vacancy.seat, key, who=kept.names[vacancy.seat], **facts)
        await kept.means.store.open_seat(kept.game, vacancy, (said, *kept.card()))
        await kept.recall()
        kept.written()

    async def _close(self, seat: Seat, key: str) -> None:
        kept = self.kept
        if seat not in kept.vacant:
            raise Illegal("seat-not-open", commands=self.kept.command("list"))
        said = self._said(Kind.TEXT, seat, key, who=kept.names[seat])
        await kept.means.store.close_seat(kept.game, seat, (said, *kept.card()))
        await kept.recall()
        kept.written()

    async def _empty(self, seat: Seat, key: str, missed: tuple[int, ...] = (), **facts: object) -> None:
        """Nobody sits there any more; the name goes with whoever did."""
        kept, before = self.kept, self.kept.names[seat]
        put = Chair(seat, None, kept.kit.words.text("seat-name", number=seat + 1), SITTER)
        vacancy = Vacancy(seat, Opened.EMPTY, kept.means.now())
        await self._seat(put, key, vacancy=vacancy, missed=missed, before=before, **facts)

    async def _seat(
        self,
        put: Chair,
        key: str,
        *more: Draft,
        vacancy: Vacancy | None = None,
        missed: tuple[int, ...] = (),
        **facts: object,
    ) -> None:
        """Puts somebody else on a seat; all are told, and called anew for the present."""
        kept = self.kept
        word = next(chair.word for chair in kept.seats if chair.seat == put.seat)  # the dice go on from it
        after = seating.placed(kept.seats, replace(put, word=word))
        kind = Kind.TEXT if vacancy is None else Kind.SEAT

        def drafts(_: seating.Chairs) -> tuple[Draft, ...]:
            said = self._said(kind, put.seat, key, who=put.shown, **facts)
            return (said, *more, *(kept.card() if put.user_id is None else (kept.call(put.seat),)))

        await kept.put(after, drafts, vacancy, missed)

    def _said(self, kind: Kind, seat: Seat, key: str, **facts: object) -> Draft:
        kept, body = self.kept, str(seat) if kind is Kind.SEAT else ""
        text = kept.kit.words.text(key, group=kept.game.ruleset, **facts)
        return Draft(kind, None, kept.seq, body, (Said(kept.seq, text),))
