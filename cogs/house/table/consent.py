"""Asking the others to go back, to let the game rest, a battle be played out or a deed be done: who must agree, and
what comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.game.rewind_points import CONSENT, RewindPoint
from cogs.house.store.store import Store
from cogs.house.table.insiders import AskOthers, Author
from cogs.house.table.interventions import (
    ActFor,
    CallOff,
    Choose,
    Fill,
    Freeze,
    Intervention,
    Invite,
    Move,
    RollBack,
    Unfreeze,
    deed_said,
    read,
)
from cogs.house.table.rate_limits import too_often
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import PAUSED, AuditEntry, Request, Wish, listed
from engine import log
from engine.core import Illegal, Seat

IN_VAIN = 600.0
MOST_IN_VAIN = {Wish.SETTLE: 1, Wish.BACK: 3, Wish.PAUSE: 2, Wish.RESUME: 2, Wish.DEED: 3}
"""So often in so many seconds may somebody be refused the same, or withdraw it: each time all are told of it.

A battle is asked about once: the question does not change. Which point to go back to may be chosen wrongly.
"""


KEPT_AS = {"freeze": "pause"}
"""What is kept of it when all have agreed to halt a game: as it is for all, so the one who asked can't end it alone."""


@dataclass(frozen=True, slots=True)
class Consent:
    """The requests of one table, one open at a time. `now` is the time in seconds since 1970.

    Only people are asked: the program agrees to whatever they do.
    """

    table: Table
    store: Store
    now: float

    async def ask(self, seat: Seat, began: int, whole: bool) -> Request | None:
        """Asks to go back to the phase that is counted `began`; None if nobody had to be asked, and it was done.

        To one's own end of that phase, or with `whole` to its beginning, over whatever has happened since; then
        everybody must agree. Raises Illegal `rewind-nowhere`, `request-waits`, `too-often`, `game-frozen`,
        `game-not-running`.
        """
        table = self.table
        await (
            table.rewinding.phase_points() if whole else table.rewinding.own_points(seat)
        )  # what is dear, before the turn

        async def doing() -> Request | None:
            table.check_going()
            points = await (table.rewinding.phase_points() if whole else table.rewinding.own_points(seat))
            point = next((point for point in points if point.began == began), None)
            if point is None:
                raise Illegal("rewind-nowhere")
            wanted = self.table.people - {seat}
            if not whole:
                wanted = await table.rewinding.affected(point, seat)
            if not wanted:
                await self._back_alone(seat, point)
                return None
            return await self._ask(Request(0, table.game.id, seat, point.entry, table.began, self.now, wanted), point)

        return await table.in_turn(doing)

    async def _back_alone(self, seat: Seat, point: RewindPoint) -> None:
        """Goes back where nobody else has a seat: who once had one may sit there again, and all are told of it."""
        table, user = self.table, self.table.person(seat)
        assert user is not None, "who asks sits there"
        if not await self.store.insiders.others_sat(table.game.id, user):
            await table.rewinding.go_back(seat, point.entry, None)
            return
        wanted = RollBack(point.began)
        deed = AuditEntry(table.game.guild, table.game.id, user, "rollback", "")
        warrant = await table.insiders.alone(Author(user, table.names[seat]), deed, deed_said(table, wanted))
        await table.rewinding.go_back(seat, point.entry, None, deed=warrant.deed, first=warrant.told)

    async def ask_rest(self, seat: Seat, rests: bool) -> Request | None:
        """Asks all who are there to let the game rest, or go on again; None if nobody had to be asked, and it was done.

        Neither helps anybody, so nobody who is absent holds it up, and the game counts as before.
        Raises Illegal `not-paused`, `request-waits`, `too-often`, `game-paused`, `game-frozen`, `game-not-running`.
        """
        table = self.table

        async def doing() -> Request | None:
            table.check_going(even_frozen=not rests)
            if not rests and table.game.frozen != PAUSED:
                raise Illegal("not-paused")
            user = table.person(seat)
            assert user is not None, "who asks sits there"
            wanted = table.insiders.others(user)
            if not wanted:
                before = await self.store.requests.open_in(table.game.id)
                moot = before is not None and before.what in (Wish.PAUSE, Wish.RESUME)
                await table.timing.rest(rests, before.id if before is not None and moot else None)
                return None
            what = Wish.PAUSE if rests else Wish.RESUME
            request = Request(0, table.game.id, seat, table.seq, table.began, self.now, wanted, what=what)
            return await self._put(request, f"{what.value}-asked")

        return await table.in_turn(doing)

    async def do(self, wanted: Intervention, by: Author, interaction_id: int | None = None) -> Request | None:
        """Does what a host or somebody who manages the server wants, or asks the others who must agree; None if it was
        done.

        Going back and letting the game rest are asked for as players ask for them, and of the same. Raises Illegal as
        what is wanted does, `request-waits`, `too-often`.
        """
        try:
            await self._done(wanted, by, interaction_id)
        except AskOthers as first:
            return await self._asked_for(wanted, by, first.others)
        return None

    async def replace(self, of: Seat, level: str, by: Author) -> Request | bool:
        """Has a player ask whether the program shall play in the place of who is absent: the others by a vote, or if
        none of them has one whoever else is there. Whether it does now, or what they are asked.

        Raises Illegal as `Voting.ask_replacement` does, `request-waits`, `too-often`.
        """
        try:
            return await self.table.voting.ask_replacement(by, of, level)
        except AskOthers as first:
            return await self._asked_for(Fill(of, level), by, first.others)

    async def _done(self, wanted: Intervention, by: Author, interaction_id: int | None = None) -> None:
        table = self.table
        match wanted:
            case Choose(values):
                await table.settings.change(values, by)
            case Fill(seat, level):
                await table.vacancies.fill(seat, level, by)
            case Invite(seat, user):
                await table.vacancies.invite(seat, user, by)
            case CallOff(seat):
                await table.vacancies.withdraw(seat, by)
            case ActFor(seat):
                await table.moderation.act_for(seat, by)
            case Freeze(reason):
                await table.moderation.freeze(reason, by)
            case Unfreeze():
                await table.moderation.freeze(None, by)
            case RollBack(began, reason):
                await table.rewinding.roll_back(began, by, interaction_id, reason)
            case Move(channel):
                await table.moderation.move(channel, by)

    async def _asked_for(self, wanted: Intervention, by: Author, others: frozenset[Seat]) -> Request:
        """Asks the others who are there for what somebody who plays may not do alone."""
        table = self.table

        async def doing() -> Request:
            seat = table.seat_of(by.user)
            if seat is None:
                raise Illegal("insider-no-seat")
            asked = Request(
                0, table.game.id, seat, table.seq, table.began, self.now, others, what=Wish.DEED, deed=wanted.line
            )
            match wanted:
                case RollBack(began):
                    point = await table.rewinding.phase(began)
                    everybody = table.people - {seat}
                    return await self._ask(replace(asked, entry=point.entry, what=Wish.BACK, wanted=everybody), point)
                case Freeze():
                    table.check_going()
                    return await self._put(replace(asked, what=Wish.PAUSE), "pause-asked")
                case Unfreeze() if table.game.frozen == PAUSED:
                    return await self._put(replace(asked, what=Wish.RESUME), "resume-asked")
                case _:
                    return await self._put(asked, "deed-asked", what=deed_said(table, wanted))

        return await table.in_turn(doing)

    async def ask_settlement(self, seat: Seat) -> Request | None:
        """Asks whoever plays against a seat in the open to let the program play that out, by the orders of both.

        None if nobody had to be asked, and it was done. Raises Illegal `nothing-to-settle`, `request-waits`,
        `too-often`, `game-paused`, `game-frozen`, `game-not-running`.
        """
        table = self.table

        async def doing() -> Request | None:
            table.check_going()
            sides = table.orders.sides
            if seat not in sides:
                raise Illegal("nothing-to-settle")
            wanted = (sides & self.table.people) - {seat}
            if not wanted:
                await table.orders.settle()
                return None
            request = Request(0, table.game.id, seat, table.seq, table.began, self.now, wanted, what=Wish.SETTLE)
            return await self._put(request, "settle-asked")

        return await table.in_turn(doing)

    async def answer(self, number: int, seat: Seat, agrees: bool, interaction_id: int | None = None) -> Request:
        """What becomes of a request when `seat` agrees to it or not; its own author withdraws it.

        Raises Illegal `request-closed`, `request-not-asked` for somebody whom it does not concern, `game-paused`,
        `game-frozen`, and as what was asked for does: then it is asked for no more.
        """
        table = self.table

        async def doing() -> Request:
            request = await self.store.requests.open_in(table.game.id)
            if request is None or request.id != number or await self._lapsed(request):
                raise Illegal("request-closed")
            rests = request.what is Wish.RESUME and table.game.frozen == PAUSED
            table.check_going(even_frozen=rests or request.what is Wish.DEED)
            if seat not in request.wanted | {request.seat}:
                raise Illegal("request-not-asked")
            if not agrees:
                return await self._refused(request, seat)
            if seat == request.seat and request.what is not Wish.DEED:
                return request
            agreed = replace(request, agreed=request.agreed | ({seat} & request.wanted))
            more = self._come_back(agreed)
            agreed = replace(agreed, wanted=agreed.wanted | more)
            if agreed != request:
                await self.store.requests.agree(agreed, [self._asked_too(agreed, more)] if more else ())
                await table.recall()
                table.written()
            if not self._is_agreed(agreed) or request.what is Wish.DEED:
                return agreed
            return await self._fulfilled(agreed, interaction_id)

        found = await table.in_turn(doing)
        if found.what is not Wish.DEED or found.closed or not self._is_agreed(found):
            return found
        return await self._deed_done(found)

    async def _fulfilled(self, request: Request, interaction_id: int | None) -> Request:
        """Does what players have asked for and all have agreed to."""
        table, deed = self.table, self._deed_of(request)
        match request.what:
            case Wish.BACK:
                where = table.interaction(interaction_id)
                await table.rewinding.go_back(request.seat, request.entry, where, request.id, deed)
            case Wish.SETTLE:
                await table.orders.settle(request.id)
            case _:
                await table.timing.rest(request.what is Wish.PAUSE, request.id, deed)
        return replace(request, closed="done")

    def _is_agreed(self, request: Request) -> bool:
        return request.agreed >= request.wanted & self.table.people

    def _come_back(self, request: Request) -> frozenset[Seat]:
        """Who is there now and was not asked, as they were absent, now that all others have agreed."""
        user = self.table.person(request.seat)
        if user is None or request.what in (Wish.BACK, Wish.SETTLE) or not self._is_agreed(request):
            return frozenset()
        return self.table.insiders.others(user) - request.wanted

    def _asked_too(self, request: Request, seats: frozenset[Seat]) -> PostDraft:
        said = self.table.kit.words.text("wish-more", who=self.table.names[request.seat], others=self._mentioned(seats))
        return self._draft(replace(request, wanted=seats), request.id, said)

    def _deed_of(self, request: Request) -> AuditEntry | None:
        """What a host or manager has asked for as players ask for it, as it is kept; None for what a player has."""
        if not request.deed:
            return None
        table, user = self.table, self.table.person(request.seat)
        assert user is not None, "whoever asks and gets up asks no more"
        verb, _, reason = request.deed.partition(" ")
        if request.what is Wish.BACK:
            reason = reason.partition(" ")[2]
        return AuditEntry(table.game.guild, table.game.id, user, KEPT_AS.get(verb, verb), reason)

    async def _deed_done(self, request: Request) -> Request:
        """Does what all have agreed to; what is impossible by now, or changes nothing, is asked for no more."""
        user = self.table.person(request.seat)
        assert user is not None, "whoever asks and gets up asks no more"
        try:
            await self._done(read(request.deed), Author(user, self.table.names[request.seat], agreed=request.id))
        except Illegal:
            await self.table.close_request(request, "late")
            raise
        left = await self.store.requests.open_in(request.game)
        if left is not None and left.id == request.id:
            await self.table.close_request(request, "done")
        return replace(request, closed="done")

    async def _ask(self, request: Request, point: RewindPoint) -> Request:
        return await self._put(request, "request-asked", where=self.table.kit.flow.phase(point.view, self.table.names))

    async def _put(self, request: Request, key: str, **facts: str) -> Request:
        """Puts a request to those who must agree."""
        table = self.table
        waiting = await self.store.requests.open_in(table.game.id)
        if waiting is not None and not await self._lapsed(waiting):
            raise Illegal("request-waits")
        await self._check_often(request)
        said = table.kit.words.text(
            key,
            who=table.names[request.seat],
            **facts,
            others=self._mentioned(request.wanted),
            hours=int(CONSENT // 3600),
        )
        kept = await self.store.requests.ask(request, lambda number: self._draft(request, number, said))
        await table.recall()
        table.written()
        return kept

    def _mentioned(self, seats: frozenset[Seat]) -> str:
        return " ".join(f"<@{self.table.person(seat)}>" for seat in sorted(seats))

    def _draft(self, request: Request, number: int, said: str) -> PostDraft:
        """A request as it is told, with buttons to answer it by."""
        seq, about = self.table.seq, f"{listed(request.wanted)} {request.what.value}"
        return PostDraft(PostKind.REQUEST, None, seq, f"{number} {about}", (Sentence(seq, said),))

    async def _check_often(self, request: Request) -> None:
        """Raises Illegal `too-often` for somebody who has asked for the same in vain so often of late.

        What was asked for another scene does not count: there it may be answered otherwise.
        """
        vain = list(await self.store.requests.asked_in_vain(request, self.now - IN_VAIN))
        if request.what is Wish.SETTLE:
            vain = [each for each in vain if await self._is_same_scene(each.entry)]
        if len(vain) >= MOST_IN_VAIN[request.what]:
            raise too_often(vain[0].asked_at + IN_VAIN)

    async def _refused(self, request: Request, seat: Seat) -> Request:
        own = seat == request.seat
        closed = "withdrawn" if own else "refused"
        key = f"request-{closed}" if request.what is Wish.BACK else f"wish-{closed}"
        await self.table.close_request(request, closed, self.table.sentence(key, who=self.table.names[seat]))
        return replace(request, closed=closed)

    async def _lapsed(self, request: Request) -> bool:
        """Whether a request is too old, or the game has gone on from where it was made; then it is closed.

        An act for somebody is asked for while the game waits as it did.
        Who asked a few to take back his own acts has asked nobody to go back over dice.
        """
        table = self.table
        back = request.what is Wish.BACK
        bound = back or (request.what is Wish.DEED and isinstance(read(request.deed), ActFor))
        late = self.now >= request.asked_at + CONSENT or (bound and request.began != table.began)
        narrow = request.wanted & table.people < table.people - {request.seat} and not request.deed
        if not late and back and narrow:
            late = all(point.entry != request.entry for point in await table.rewinding.own_points(request.seat))
        if request.what is Wish.SETTLE:
            late = late or not await self._is_same_scene(request.entry)
        if late:
            await self.table.close_request(request, "late")
        return late

    async def _is_same_scene(self, entry: int) -> bool:
        """Whether what is played in a place of its own is still what was played after an entry."""
        table, kit = self.table, self.table.kit
        then = kit.scenes.now(log.view(kit.rules, await table.course_at(entry), None))
        return then is not None and table.scene is not None and then.key == table.scene.key
