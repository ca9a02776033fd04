"""Orders given ahead beside the game: when those of a seat are looked at, and what becomes of them as it goes on. Pure.

What an order does looks like its owner's own act, and comes about as late as one: after a delay that is drawn for each
hand-off, whatever stands in the order (A3.6). Where one asks, or none has anything to say, nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cogs.house.game.announce import Entry
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.orders import Filed, Orders
from cogs.house.game.timeline import taken_back
from cogs.house.values.order_delays import OrderDelay, OrderTimer, Written
from engine import log
from engine.core import Seat
from engine.log import Undo


@dataclass(frozen=True, slots=True)
class OrderNote:
    """What the owner of orders is told of them, in his language; nobody else ever is.

    It waits for `delay` seconds, so that several become one message.
    """

    seat: Seat
    text: str = field(repr=False)
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class OrdersAhead:
    """The orders of a game by seat, in the order in which they are looked at, and when each seat's are."""

    filed: Mapping[Seat, tuple[Filed, ...]] = field(default_factory=dict, repr=False)
    firings: Mapping[Seat, OrderTimer] = field(default_factory=dict)

    def firing(self, seat: Seat) -> OrderTimer:
        """When those of a seat are looked at."""
        return self.firings.get(seat, OrderTimer(seat))

    def of(self, seat: Seat) -> tuple[Filed, ...]:
        """Those of a seat."""
        return self.filed.get(seat, ())

    def changed(self, change: OrderChange) -> OrdersAhead:
        """With a change."""
        return OrdersAhead({**self.filed, **change.filed}, {**self.firings, **change.firings})

    def without(self, seats: Collection[Seat]) -> OrdersAhead:
        """Without the orders of these seats, on which somebody else sits."""
        return OrdersAhead(
            {seat: filed for seat, filed in self.filed.items() if seat not in seats},
            {seat: firing for seat, firing in self.firings.items() if seat not in seats},
        )


@dataclass(frozen=True, slots=True)
class OrderChange:
    """What becomes of orders: all that stand of each seat whose do, when they are looked at, and what is told.

    Those of the `silent` seats have been asked in the present phase, and leave what follows to their owners.
    """

    filed: Mapping[Seat, tuple[Filed, ...]] = field(default_factory=dict, repr=False)
    firings: Mapping[Seat, OrderTimer] = field(default_factory=dict)
    notes: tuple[OrderNote, ...] = ()
    silent: frozenset[Seat] = frozenset()

    def written(self, kit: Kit, person: Callable[[Seat], int | None], sleeps: Callable[[Seat], float]) -> Written:
        """As it is stored; `person` is who sits on a seat, `sleeps` for how many seconds yet he is told nothing."""
        if (kinds := kit.orders) is None:
            return Written()
        owners = {seat: user for seat in self.filed if (user := person(seat)) is not None}
        filed = {
            (seat, user): tuple((one.number, kinds.kept(one)) for one in self.filed[seat])
            for seat, user in owners.items()
        }
        notes = ((note.seat, person(note.seat), note.text, max(note.delay, sleeps(note.seat))) for note in self.notes)
        told = tuple((seat, user, text, delay) for seat, user, text, delay in notes if user is not None)
        return Written(filed, tuple(self.firings.values()), told)


NO_CHANGE = OrderChange()


def gone_on(
    ahead: OrdersAhead,
    entries: Sequence[Entry],
    kits: Callable[[Seat], Kit],
    people: Collection[Seat],
    answer: OrderDelay,
    acting: Callable[[Seat], float],
    fired: OrderChange | None = None,
) -> OrderChange:
    """What becomes of the orders of `people` by the entries of one submit; by `fired` if orders have made them.

    `kits` is the game in the language of a seat, `acting` from when its orders are carried out.
    """
    after, change = entries[-1].after, fired or NO_CHANGE
    now_filed = ahead.changed(change)
    filed, firings, notes = dict(change.filed), dict(change.firings), list(change.notes)
    for seat in sorted({*now_filed.filed, *now_filed.firings} & set(people)):
        kit, orders = kits(seat), now_filed.of(seat)
        standing = _standing(kit, after, seat, orders)
        if standing != orders:
            filed[seat] = standing
            notes += _void(kit, after, seat, [one for one in orders if one not in standing])
        by_orders = fired is not None and seat in fired.silent
        old = now_filed.firing(seat)
        firing = _looked_at(kit, old, entries, standing, answer, acting(seat), by_orders)
        if firing != old:
            firings[seat] = firing
    return OrderChange(filed, firings, tuple(notes))


def read(kinds: Orders[Opaque, Opaque, Filed], lines: Sequence[str]) -> tuple[tuple[Filed, ...], int]:
    """The orders of stored lines, and how many of them can't be read, as another program has written them."""
    orders: list[Filed] = []
    for line in lines:
        try:
            orders.append(kinds.restored(line))
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the others are read
            continue
    return tuple(orders), len(lines) - len(orders)


def looked_at(
    kit: Kit, firing: OrderTimer, timeline: Timeline, orders: Sequence[Filed], answer: OrderDelay, now: float
) -> OrderTimer:
    """With when they are looked at, from `now` on, after their owner has changed them."""
    return replace(firing, due=_due(kit, firing, timeline, orders, answer, now))


def _standing(kit: Kit, after: Timeline, seat: Seat, orders: tuple[Filed, ...]) -> tuple[Filed, ...]:
    """Those that are left; none once the game is over."""
    if not orders or not kit.rules.awaiting(after.state):
        return ()
    assert kit.orders is not None, "there are orders"
    return tuple(kit.orders.standing(orders, log.view(kit.rules, after, seat)))


def _void(kit: Kit, after: Timeline, seat: Seat, gone: Sequence[Filed]) -> Iterator[OrderNote]:
    """Tells their owner which of them will never be carried out. That the time of one is over he knows."""
    kinds, view = kit.orders, log.view(kit.rules, after, seat)
    assert kinds is not None, "there are orders"
    void = [kit.words.order(one) for one in gone if kit.rules.awaiting(after.state) and kinds.void(one, view)]
    if void:
        yield OrderNote(seat, "\n".join(kit.words.text("order-void", order=text) for text in void))


def _looked_at(
    kit: Kit,
    firing: OrderTimer,
    entries: Sequence[Entry],
    orders: Sequence[Filed],
    answer: OrderDelay,
    now: float,
    by_orders: bool,
) -> OrderTimer:
    first, after, seat = entries[0], entries[-1].after, firing.seat
    if went_back(firing, entries):
        firing = replace(firing, rests=after.began)
    goes_on = first.before is not None and first.before.began == after.began
    if by_orders and firing.began == after.began:
        return replace(firing, due=None)  # they have been asked just now, and are silent
    still_due = firing.due is not None and goes_on and first.seat != seat
    due = _due(kit, firing, after, orders, answer, now)
    return replace(firing, due=firing.due if still_due and due is not None else due)


def went_back(firing: OrderTimer, entries: Sequence[Entry]) -> bool:
    """Whether the owner of orders has taken back what they did: then they rest for the phase."""
    return any(entry.seat == firing.seat and _goes_back_on(entry, firing.done) for entry in entries)


def _goes_back_on(entry: Entry, done: Sequence[int]) -> bool:
    """Whether an entry takes back any of those, in silence or not."""
    before = entry.before.steps if entry.before is not None else ()
    staged = {step.entry for step in before} - {step.entry for step in entry.after.steps}
    back = staged if isinstance(entry.action, Undo) else taken_back(entry)
    return bool(back & set(done))


def _due(
    kit: Kit, firing: OrderTimer, timeline: Timeline, orders: Sequence[Filed], answer: OrderDelay, now: float
) -> float | None:
    seat = firing.seat
    if not orders or firing.rests == timeline.began or seat not in kit.rules.awaiting(timeline.state):
        return None
    assert kit.orders is not None, "there are orders"
    return now if kit.orders.at_once(log.view(kit.rules, timeline, seat)) else answer.after(now)
