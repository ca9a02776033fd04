"""Orders given ahead at a table: filed, looked through, and carried out in the place of their owner (ASYNC_PLAY 5).

What they do is written by the same door as his own acts, with nothing by which another could tell it from them. It is
kept together with what becomes of the orders: nothing is done twice, and nothing lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cogs.house import course as courses
from cogs.house import dice
from cogs.house.ahead import Change, Note, looked_at
from cogs.house.announce import Entry
from cogs.house.answers import Firing
from cogs.house.dice import Dice
from cogs.house.kept import KeptGame
from cogs.house.kit import Filed, Kit, Orders
from cogs.house.records import Line, Status
from cogs.house.store import Clash
from engine import log
from engine.core import Illegal, Seat
from engine.log import Course

MOST = 80
"""So many orders a seat may have at once."""


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The orders of one game. Each seat's are for whoever sits there alone: nobody else learns that there are any."""

    kept: KeptGame

    # For their owner

    def of(self, seat: Seat) -> tuple[Filed, ...]:
        """The orders of a seat that stand, in the order in which they are looked at."""
        return self.kept.ahead.of(seat)

    def said(self, one: Filed) -> str:
        """An order as its owner would write it."""
        return self._kinds.text(one)

    async def told(self, seat: Seat) -> tuple[tuple[float, str], ...]:
        """What its owner was told of his orders of late, in his language, with when, the newest first."""
        return await self.kept.means.store.notes(self.kept.game.id, seat)

    async def file(self, seat: Seat, text: str) -> Filed:
        """Has an order stand from now on, behind those that do.

        Raises Illegal with what the game says of it, `orders-full`, `orders-none` where the game knows none, or
        `game-not-running`.
        """

        async def doing() -> Filed:
            orders, latest = self._running(seat), self.kept.ahead.firing(seat).latest
            if len(orders) >= MOST:
                raise Illegal("orders-full", most=MOST)
            one: Filed = self._kinds.filed(text, latest + 1, self.kept.view(seat), self.kept.game.hints)
            await self._keep(seat, (*orders, one), one.number)
            return one

        return await self.kept.in_turn(doing)

    async def cancel(self, seat: Seat, numbers: Sequence[int]) -> None:
        """Has the orders of these numbers stand no more. Raises Illegal `order-unknown` if one of them does not."""

        async def doing() -> None:
            orders = self._running(seat)
            for number in numbers:
                _numbered(orders, number)
            await self._keep(seat, tuple(one for one in orders if one.number not in numbers))

        await self.kept.in_turn(doing)

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
        now = self.kept.means.now()
        for seat, firing in sorted(self.kept.ahead.firings.items()):
            if firing.due is not None and firing.due <= now:
                await self.fire(seat)

    async def fire(self, seat: Seat) -> bool:
        """Does what the orders of a seat say to its decision, up to the end of the phase; whether that was anything.

        Where the program decides for whoever sits there, it carries out his orders first, and all of it bears the same
        mark: else it would show which of its acts were orders.
        """

        async def doing() -> bool:
            return await self._fire(seat)

        return await self.kept.in_turn(doing)

    # Inside

    @property
    def _kinds(self) -> Orders:
        if self.kept.kit.orders is None:
            raise Illegal("orders-none")
        return self.kept.kit.orders

    def _running(self, seat: Seat) -> tuple[Filed, ...]:
        """Those of a seat. Raises Illegal unless there can be any."""
        if self.kept.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.kept.game.status.value)
        return self.of(seat)

    async def _keep(self, seat: Seat, orders: tuple[Filed, ...], latest: int = 0) -> None:
        """Keeps the orders of a seat as their owner wants them: they are looked at anew."""
        kept = self.kept
        firing = kept.ahead.firing(seat)
        firing = replace(firing, latest=max(latest, firing.latest))
        firing = looked_at(kept.kit, firing, kept.course, orders, kept.game.answer, kept.means.now())
        await self._write(Change({seat: orders}, {seat: firing}))

    async def _write(self, change: Change) -> None:
        kept = self.kept
        if not await kept.means.store.keep_ahead(kept.game, change.written(kept.kit, kept.person)):
            raise Clash
        kept.ahead = kept.ahead.changed(change)
        kept.written()

    async def _fire(self, seat: Seat) -> bool:
        kept, orders, firing = self.kept, self.of(seat), self.kept.ahead.firing(seat)
        if kept.game.status is not Status.RUNNING or kept.game.frozen is not None:
            return False
        if not orders or firing.rests == kept.began or seat not in kept.game.awaiting:
            return False
        course, kit, hints = kept.course, kept.kit, kept.game.hints
        rolling = dice.of(kept.game, kept.seats, kept.means.now)
        found = await kept.means.studio.work(lambda: carried_out(kit, rolling, course, seat, orders, hints))
        asks = found.asks is not None and (firing.began, firing.asked) != (course.began, found.asks[0].number)
        notes = (Note(seat, self._note(seat, found, asks)),) if found.entries or asks else ()
        change = Change({seat: found.orders}, {seat: _fired(firing, course, found)}, notes)
        if found.entries:
            await kept.keep(found.entries, found.lines, None, proxy=seat in kept.acted_for, fired=change)
            return True
        if change.filed[seat] != orders or change.firings[seat] != firing:
            await self._write(change)
        return False

    def _note(self, seat: Seat, found: Carried, asks: bool) -> str:
        """What its owner is told: each order that did something, with what, and the one that left it to him."""
        kept, kit = self.kept, self.kept.kit_of(seat)
        lines = []
        for _, deeds in groupby(found.done, lambda deed: deed[0].number):
            done = tuple(deeds)
            what = "\n".join(text for _, entries in done for text in _said(kit, kept, seat, entries))
            lines.append(kit.words.text("order-done", order=self.said(done[0][0]), what=what))
        if asks and found.asks is not None:
            one, why = found.asks
            text = kit.words.text("order-asked", order=self.said(one), why=kit.words.refusal(why, kept.names))
            lines.append(text)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Carried:
    """What orders did: the `entries` with their `lines`, the `orders` as they stand then, and by which what was `done`.

    `asks` is the order that left what follows to its owner, with why.
    """

    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    orders: tuple[Filed, ...]
    done: tuple[tuple[Filed, tuple[Entry, ...]], ...]
    asks: tuple[Filed, Illegal] | None


def carried_out(
    kit: Kit, rolling: Dice, course: Course, seat: Seat, orders: tuple[Filed, ...], advice: bool
) -> Carried:
    """What the orders of a seat do in the present phase, step by step, each as he himself would do it. Pure."""
    assert kit.orders is not None, "there are orders"
    began, done = course.began, list[tuple[Filed, tuple[Entry, ...]]]()
    lines: tuple[Line, ...] = ()
    asks = None
    while course.began == began and seat in kit.rules.awaiting(course.state):
        actions = tuple(kit.rules.legal(course.state, seat))
        fired = kit.orders.fire(orders, log.view(kit.rules, course, seat), actions, advice)
        if fired is None:
            break
        orders = tuple(_replaced(orders, fired.by, fired.left))
        if fired.action is None:
            asks = None if fired.why is None else (fired.by, fired.why)
            break
        courses.check(kit, course, seat, fired.action)
        entries, said = courses.decided(kit, rolling, course, seat, fired.action)
        done.append((fired.by, entries))
        lines += said
        course = entries[-1].after
    return Carried(tuple(entry for _, entries in done for entry in entries), lines, orders, tuple(done), asks)


def _replaced(orders: Sequence[Filed], before: Filed, after: Filed | None) -> Iterator[Filed]:
    for one in orders:
        if one != before:
            yield one
        elif after is not None:
            yield after


def _fired(firing: Firing, course: Course, found: Carried) -> Firing:
    """When they are looked at next once they have said what they had to say in the phase of `course`: for now never."""
    if firing.began != course.began:
        firing = replace(firing, began=course.began, done=(), asked=0)
    done = tuple(entries[0].after.seq for _, entries in found.done)
    asked = firing.asked if found.asks is None else found.asks[0].number
    return replace(firing, due=None, done=(*firing.done, *done), asked=asked)


def _said(kit: Kit, kept: KeptGame, seat: Seat, entries: Sequence[Entry]) -> Iterator[str]:
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
