"""Asking the others to go back, to let the game rest or a battle be played out: who must agree, what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.drafts import Draft, Kind, Said
from cogs.house.going_back import CONSENT, Point
from cogs.house.pacing import too_often
from cogs.house.records import PAUSED, Request, Wish, listed
from cogs.house.store import Store
from cogs.house.table import Table
from engine import log
from engine.core import Illegal, Seat

IN_VAIN = 600.0
MOST_IN_VAIN = {Wish.SETTLE: 1, Wish.BACK: 3, Wish.PAUSE: 2, Wish.RESUME: 2}
"""So often in so many seconds may somebody be refused the same, or withdraw it: each time all are told of it.

A battle is asked about once: the question does not change. Which point to go back to may be chosen wrongly.
"""


@dataclass(frozen=True, slots=True)
class Asking:
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
        await (table.past.phase_points() if whole else table.past.own_points(seat))  # what is dear, before the turn

        async def doing() -> Request | None:
            table.check_going()
            points = await (table.past.phase_points() if whole else table.past.own_points(seat))
            point = next((point for point in points if point.began == began), None)
            if point is None:
                raise Illegal("rewind-nowhere")
            wanted = self.table.people - {seat}
            if not whole:
                wanted = await table.past.affected(point, seat)
            if not wanted:
                await table.past.go_back(seat, point.entry, None)
                return None
            return await self._ask(Request(0, table.game.id, seat, point.entry, table.began, self.now, wanted), point)

        return await table.in_turn(doing)

    async def ask_rest(self, seat: Seat, rests: bool) -> Request | None:
        """Asks all to let the game rest, or go on again; None if nobody had to be asked, and it was done.

        Raises Illegal `not-paused`, `request-waits`, `too-often`, `game-paused`, `game-frozen`, `game-not-running`.
        """
        table = self.table

        async def doing() -> Request | None:
            table.check_going(even_frozen=not rests)
            if not rests and table.game.frozen != PAUSED:
                raise Illegal("not-paused")
            wanted = self.table.people - {seat}
            if not wanted:
                await table.timing.rest(rests)
                return None
            what = Wish.PAUSE if rests else Wish.RESUME
            request = Request(0, table.game.id, seat, table.seq, table.began, self.now, wanted, what=what)
            return await self._put(request, f"{what.value}-asked")

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
        `game-frozen`.
        """
        table = self.table

        async def doing() -> Request:
            request = await self.store.open_request(table.game.id)
            if request is None or request.id != number or await self._lapsed(request):
                raise Illegal("request-closed")
            if request.what is not Wish.RESUME or table.game.frozen != PAUSED:
                table.check_going()
            if seat not in request.wanted | {request.seat}:
                raise Illegal("request-not-asked")
            if not agrees:
                return await self._refused(request, seat)
            if seat == request.seat:
                return request
            agreed = replace(request, agreed=request.agreed | {seat})
            await self.store.agree(agreed)
            if not agreed.agreed >= agreed.wanted & self.table.people:
                return agreed
            if request.what is Wish.BACK:
                await table.past.go_back(request.seat, request.entry, table.interaction(interaction_id), number)
            elif request.what is Wish.SETTLE:
                await table.orders.settle(number)
            else:
                await table.timing.rest(request.what is Wish.PAUSE, number)
            return replace(agreed, closed="done")

        return await table.in_turn(doing)

    async def _ask(self, request: Request, point: Point) -> Request:
        return await self._put(request, "request-asked", where=self.table.kit.phase(point.view, self.table.names))

    async def _put(self, request: Request, key: str, **facts: str) -> Request:
        """Puts a request to those who must agree."""
        table = self.table
        waiting = await self.store.open_request(table.game.id)
        if waiting is not None and not await self._lapsed(waiting):
            raise Illegal("request-waits")
        await self._check_often(request)
        said = table.kit.words.text(
            key,
            who=table.names[request.seat],
            **facts,
            others=" ".join(f"<@{table.person(seat)}>" for seat in sorted(request.wanted)),
            hours=int(CONSENT // 3600),
        )
        about = f"{listed(request.wanted)} {request.what.value}"
        seq = table.seq
        kept = await self.store.ask(
            request,
            lambda number: Draft(Kind.REQUEST, None, seq, f"{number} {about}", (Said(seq, said),)),
        )
        table.written()
        return kept

    async def _check_often(self, request: Request) -> None:
        """Raises Illegal `too-often` for somebody who has asked for the same in vain so often of late.

        What was asked for another scene does not count: there it may be answered otherwise.
        """
        vain = list(await self.store.asked_in_vain(request, self.now - IN_VAIN))
        if request.what is Wish.SETTLE:
            vain = [each for each in vain if await self._is_same_scene(each.entry)]
        if len(vain) >= MOST_IN_VAIN[request.what]:
            raise too_often(vain[0].asked_at + IN_VAIN)

    async def _refused(self, request: Request, seat: Seat) -> Request:
        own = seat == request.seat
        closed = "withdrawn" if own else "refused"
        key = f"request-{closed}" if request.what is Wish.BACK else f"wish-{closed}"
        await self.store.close_request(request, closed, [self.table.sentence(key, who=self.table.names[seat])])
        self.table.written()
        return replace(request, closed=closed)

    async def _lapsed(self, request: Request) -> bool:
        """Whether a request is too old, or the game has gone on from where it was made; then it is closed.

        Who asked a few to take back his own acts has asked nobody to go back over dice.
        """
        table = self.table
        back = request.what is Wish.BACK
        late = self.now >= request.asked_at + CONSENT or (back and request.began != table.began)
        if not late and back and request.wanted & self.table.people < self.table.people - {request.seat}:
            late = all(point.entry != request.entry for point in await table.past.own_points(request.seat))
        if request.what is Wish.SETTLE:
            late = late or not await self._is_same_scene(request.entry)
        if late:
            await self.store.close_request(request, "late")
        return late

    async def _is_same_scene(self, entry: int) -> bool:
        """Whether what is played in a place of its own is still what was played after an entry."""
        table, kit = self.table, self.table.kit
        then = kit.scene(log.view(kit.rules, await table.course_at(entry), None))
        return then is not None and table.scene is not None and then.key == table.scene.key
