"""Orders given ahead at a table: filed, looked through, and carried out in the place of their owner (ASYNC_PLAY 5).

What they do is written by the same door as his own acts, with nothing by which another could tell it from them. It is
kept together with what becomes of the orders: nothing is done twice, and nothing lost.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from cogs.house.game import dice
from cogs.house.game.announce import Entry
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.order_execution import OrderResults, Share, carried_out, fired
from cogs.house.game.orders import Filed, Orders
from cogs.house.game.orders_ahead import OrderChange, OrderNote, looked_at, went_back
from cogs.house.store.store import Clash
from cogs.house.table.stored_game import Decision, StoredGame
from cogs.house.values.order_delays import LONGEST_WAIT, OrderTimer
from cogs.house.values.records import Status, StoredLine
from engine import log
from engine.core import Illegal, Seat

_log = logging.getLogger(__name__)

MOST = 120
"""So many orders a seat may have at once: a plan for each of twelve legions, and some more."""

COLLECTED = 300.0
"""Seconds for which a note waits of what everybody could see, so that those of a battle are few messages."""


@dataclass(frozen=True, slots=True)
class Followed:
    """Entries and lines to be written, and what becomes of orders by those that they have made, None if none has."""

    entries: tuple[Entry, ...]
    lines: tuple[StoredLine, ...]
    change: OrderChange | None = None


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The orders of one game. Each seat's are for whoever sits there alone: nobody else learns that there are any."""

    kept: StoredGame

    # For their owner

    def of(self, seat: Seat) -> tuple[Filed, ...]:
        """The orders of a seat that stand, in the order in which they are looked at."""
        return self.kept.ahead.of(seat)

    def said(self, one: Filed) -> str:
        """An order as its owner would write it."""
        return self._kinds.text(one)

    async def told(self, seat: Seat) -> tuple[tuple[float, str], ...]:
        """What its owner was told of his orders of late, in his language, with when, the newest first."""
        return await self.kept.services.store.orders.notes(self.kept.game.id, seat)

    async def file(self, seat: Seat, text: str) -> Filed:
        """Has an order stand from now on, behind those that do.

        Raises Illegal with what the game says of it, `orders-full`, `orders-none` where the game knows none, or
        `game-not-running`.
        """
        (one,) = await self.replace(seat, (), (text,))
        return one

    async def replace(self, seat: Seat, numbers: Sequence[int], texts: Sequence[str]) -> tuple[Filed, ...]:
        """Has these orders stand in the place of those of the numbers, without any behind all: all of it or nothing.

        Raises Illegal as `file` does, and `order-unknown`.
        """

        async def doing() -> tuple[Filed, ...]:
            orders, new = self._replaced(seat, numbers, texts)
            await self._keep(seat, orders, max((one.number for one in new), default=0))
            return new

        return await self.kept.in_turn(doing)

    async def cancel(self, seat: Seat, numbers: Sequence[int]) -> None:
        """Has the orders of these numbers stand no more. Raises Illegal `order-unknown` if one of them does not."""
        await self.replace(seat, numbers, ())

    async def first(self, seat: Seat, number: int) -> None:
        """Has an order looked at before all others. Raises Illegal `order-unknown`."""

        async def doing() -> None:
            orders = self._running(seat)
            one = _numbered(orders, number)
            await self._keep(seat, (one, *(other for other in orders if other != one)))

        await self.kept.in_turn(doing)

    # For the house

    async def look(self) -> None:
        """Looks at the orders of every seat for which it is time."""
        for seat in sorted(self.kept.ahead.firings):
            await self.kept.in_turn(partial(self._look, seat))

    async def put_off(self) -> None:
        """Has orders wait anew whose time has passed while nothing could be done, or is far off by a clock set back.

        What all of them did in the moment in which it can be would tell that they are orders.
        """

        async def doing() -> None:
            now = self.kept.services.now()
            firings = self.kept.ahead.firings.values()
            late = [one.seat for one in firings if one.due is not None and not now < one.due <= now + LONGEST_WAIT]
            if late:
                await self._write(OrderChange(firings={seat: self._anew(seat) for seat in late}))

        await self.kept.in_turn(doing)

    async def replan(self, user_id: int) -> None:
        """Has the orders of a person wait anew who has changed when he is away, and what becomes of them then."""

        async def doing() -> None:
            seat = self.kept.seat_of(user_id)
            if seat is not None and self.kept.ahead.firing(seat).due is not None:
                await self._write(OrderChange(firings={seat: self._anew(seat)}))

        await self.kept.in_turn(doing)

    async def fire(self, seat: Seat, absent: bool = False) -> bool:
        """Does what the orders of a seat say to its decision, up to the end of the phase; whether that was anything.

        Where the program decides for whoever sits there, it carries out his orders first, and all of it bears the same
        mark: else it would show which of its acts were orders. `absent`: only there.
        """

        async def doing() -> bool:
            return (not absent or seat in self.kept.acted_for) and await self._fire(seat)

        return await self.kept.in_turn(doing)

    async def followed(self, entries: tuple[Entry, ...], lines: tuple[StoredLine, ...]) -> Followed:
        """What is to be written of a decision: it, and what the orders of all seats do upon it where all is public.

        So nobody is called to what his orders decide at once, and what goes on by orders alone is one piece.
        """
        timeline, ahead = entries[-1].after, self.kept.ahead
        if self.kept.kit.orders is None or not any(ahead.filed.values()):
            return Followed(entries, lines)
        resting = {seat for seat in ahead.filed if went_back(ahead.firing(seat), entries) or self._waits(seat)}
        found = await self._carried_out(timeline, self.kept.acted_for | resting)
        if found is None:
            return Followed(entries, lines)
        return Followed(entries + found.entries, lines + found.lines, self._change(found))

    @property
    def sides(self) -> frozenset[Seat]:
        """Who must agree that what is played in the open now is played out by orders; nobody if nothing is (A6.10)."""
        kinds = self.kept.kit.orders
        return frozenset(kinds.sides(self.kept.view(None))) if kinds is not None else frozenset()

    async def settle(self, request: int | None = None) -> None:
        """Lets orders play it out, as both have agreed, and has everybody told; in turn. A `request` for it is closed.

        Whoever asks the program anyway, its own seats, is as ever.
        """
        kept, kinds = self.kept, self._kinds
        filed: dict[Seat, tuple[Filed, ...]] = {}
        firings: dict[Seat, OrderTimer] = {}
        for seat in sorted(self.sides & kept.people):
            gone, texts = kinds.settling(self.of(seat), kept.view(seat), kept.game.hints)
            stay = tuple(one for one in self.of(seat) if one.number not in gone)
            come = self._filed(seat, texts)  # no order of his own: however many he has, there is room for them
            filed[seat] = (*stay, *come)
            old = kept.ahead.firing(seat)
            firing = replace(old, latest=max((one.number for one in come), default=old.latest), rests=None)
            firings[seat] = looked_at(
                kept.kit, firing, kept.timeline, filed[seat], kept.game.answer, kept.services.now()
            )
        change = OrderChange(filed, firings)
        written = kept.as_written(change)
        if not await kept.services.store.requests.settle(kept.game, written, request, (kept.sentence("game-settles"),)):
            raise Clash
        kept.ahead = kept.ahead.changed(change)
        kept.written()

    # Inside

    @property
    def _kinds(self) -> Orders[Opaque, Opaque, Filed]:
        if self.kept.kit.orders is None:
            raise Illegal("orders-none")
        return self.kept.kit.orders

    def _running(self, seat: Seat) -> tuple[Filed, ...]:
        """Those of a seat of a person. Raises Illegal unless there can be any."""
        assert seat in self.kept.people, "the program orders nothing"
        if self.kept.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.kept.game.status.value)
        return self.of(seat)

    def _replaced(
        self, seat: Seat, numbers: Sequence[int], texts: Sequence[str]
    ) -> tuple[tuple[Filed, ...], tuple[Filed, ...]]:
        """The orders of a seat with others in the place of those of the numbers, and these others."""
        orders = self._running(seat)
        for number in numbers:
            _numbered(orders, number)
        left = tuple(one for one in orders if one.number not in numbers)
        place = next((at for at, one in enumerate(orders) if one.number in numbers), len(left))
        if len(left) + len(texts) > MOST:
            raise Illegal("orders-full", most=MOST)
        new = self._filed(seat, texts)
        return (*left[:place], *new, *left[place:]), new

    def _filed(self, seat: Seat, texts: Sequence[str]) -> tuple[Filed, ...]:
        """The orders that texts of a seat say, with the numbers that follow. Raises Illegal with what is wrong."""
        view, advice, latest = self.kept.view(seat), self.kept.game.hints, self.kept.ahead.firing(seat).latest
        return tuple(self._kinds.filed(text, number, view, advice) for number, text in enumerate(texts, latest + 1))

    async def _keep(self, seat: Seat, orders: tuple[Filed, ...], latest: int = 0) -> None:
        """Keeps the orders of a seat as their owner wants them: they are looked at anew."""
        kept = self.kept
        firing = kept.ahead.firing(seat)
        firing = replace(firing, latest=max(latest, firing.latest))
        firing = looked_at(kept.kit, firing, kept.timeline, orders, kept.game.answer, kept.acting(seat))
        await self._write(OrderChange({seat: orders}, {seat: firing}))

    async def _write(self, change: OrderChange) -> None:
        kept = self.kept
        if not await kept.services.store.orders.keep(kept.game, kept.as_written(change)):
            raise Clash
        kept.ahead = kept.ahead.changed(change)
        kept.written()

    def _anew(self, seat: Seat) -> OrderTimer:
        """When the orders of a seat are looked at if what they have to say was asked for now."""
        kept = self.kept
        firing, orders = kept.ahead.firing(seat), self.of(seat)
        return looked_at(kept.kit, firing, kept.timeline, orders, kept.game.answer, kept.acting(seat))

    def _waits(self, seat: Seat) -> bool:
        """Whether the orders of a seat wait until their owner is back."""
        return self.kept.acting(seat) > self.kept.services.now()

    async def _look(self, seat: Seat) -> None:
        due = self.kept.ahead.firing(seat).due
        if due is not None and due <= self.kept.services.now():
            await self._fire(seat)

    async def _fire(self, seat: Seat) -> bool:
        kept, orders, firing = self.kept, self.of(seat), self.kept.ahead.firing(seat)
        if kept.game.status is not Status.RUNNING or kept.game.frozen is not None:
            return False
        if not orders or firing.rests == kept.began or seat not in kept.game.awaiting or self._waits(seat):
            return False
        idle = (kept.acted_for - {seat}) | frozenset(other for other in kept.people if self._waits(other))
        found = await self._carried_out(kept.timeline, idle, seat)
        if found is None:
            await self._write(OrderChange(firings={seat: replace(firing, due=None)}))
            return False
        change = self._change(found)
        if found.entries:
            proxy = seat in kept.acted_for
            await kept.keep(Decision(found.entries, found.lines, proxy=proxy, fired=change))
            return True
        if change.filed[seat] != orders or change.firings[seat] != firing:
            await self._write(change)
        return False

    async def _carried_out(
        self, timeline: Timeline, idle: Collection[Seat], first: Seat | None = None
    ) -> OrderResults | None:
        """What orders do; None if something is wrong with them: then people decide, and the program for the absent."""
        kept, kit, ahead, hints = self.kept, self.kept.kit, self.kept.ahead, self.kept.game.hints
        rolling = dice.of(kept.game, kept.seats, kept.services.now)
        try:
            return await kept.services.workers.work(
                lambda: carried_out(kit, rolling, timeline, ahead, hints, first, idle)
            )
        except Exception:  # noqa: BLE001 - our mistake in orders must not hold up a game
            _log.exception("game %d, entry %d: no order is carried out", kept.game.id, timeline.seq)
            return None

    def _change(self, found: OrderResults) -> OrderChange:
        """What becomes of the orders that have acted or were asked, with what their owners are told."""
        ahead = self.kept.ahead
        firings = {seat: fired(ahead.firing(seat), share) for seat, share in found.shares.items()}
        notes = (self._note(seat, share) for seat, share in found.shares.items())
        filed = {seat: share.orders for seat, share in found.shares.items()}
        silent = frozenset(seat for seat, share in found.shares.items() if share.silent)
        return OrderChange(filed, firings, tuple(note for note in notes if note is not None), silent)

    def _note(self, seat: Seat, share: Share) -> OrderNote | None:
        """What their owner is told: each order that did something, with what, and the one that left it to him, once.

        What everybody could see is only counted: it stands where it was told to all.
        """
        kept, kit, firing = self.kept, self.kept.kit_of(seat), self.kept.ahead.firing(seat)
        lines = []
        for _, deeds in groupby((deed for deed in share.deeds if not deed.openly), lambda deed: deed.by.number):
            done = tuple(deeds)
            what = "\n".join(f"- {text}" for deed in done for text in _said(kit, kept, seat, deed.entries))
            lines.append(kit.words.text("order-done", order=kit.words.order(done[0].by), what=what))
        openly = [deed.by for deed in share.deeds if deed.openly]
        for number, times in Counter(one.number for one in openly).items():
            one = next(one for one in openly if one.number == number)
            lines.append(kit.words.text("order-done-openly", order=kit.words.order(one), number=times))
        if share.asks is not None and (firing.began, firing.asked) != (share.began, share.asks[0].number):
            one, why = share.asks
            text = kit.words.text("order-asked", order=kit.words.order(one), why=kit.words.refusal(why, kept.names))
            lines.append(text)
        delay = COLLECTED if share.asks is None and len(openly) == len(share.deeds) else 0.0
        return OrderNote(seat, "\n".join(lines), delay) if lines else None


def _said(kit: Kit, kept: StoredGame, seat: Seat, entries: Sequence[Entry]) -> Iterator[str]:
    """An act, and what by it came to be known to its author alone, in his words."""
    first = entries[0]
    assert first.before is not None, "somebody has acted"
    yield kit.words.action(first.action, log.view(kit.rules, first.before, seat), kept.names)
    staged = [event for step in first.before.steps for event in step.events]  # he was told of it when he did that
    for entry in entries:
        for event, _ in entry.facts():
            seen = kit.rules.seen(event, seat) if event not in staged else None
            if seen is not None and seen != kit.rules.seen(event, None) and (text := kit.words.event(seen, kept.names)):
                yield text


def _numbered(orders: Sequence[Filed], number: int) -> Filed:
    for one in orders:
        if one.number == number:
            return one
    raise Illegal("order-unknown", number=number)
