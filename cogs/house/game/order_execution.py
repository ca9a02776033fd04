"""What orders given ahead do, step by step, each step as their owner himself would do it. Pure.

Where all is public they go on for every seat that has some, one after the other: a battle of two that are fought by
orders is one chain. It ends where somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry
from cogs.house.game.dice import Dice
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.orders import Filed
from cogs.house.game.orders_ahead import OrdersAhead
from cogs.house.values.order_delays import OrderTimer
from cogs.house.values.records import StoredLine
from engine import log
from engine.core import Illegal, Seat

MOST_DEEDS = 2_000
"""A longer chain is broken off, and goes on when the clock is looked at: no game needs so many."""


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What one order did: its entries. `openly`: all of it was public."""

    by: Filed
    entries: tuple[Entry, ...]
    openly: bool


@dataclass(frozen=True, slots=True)
class Share:
    """What the orders of one seat did, and as what they stand then.

    `began` is the phase in which they were asked last; `silent`: then they had no more to say. `asks` is the order that
    left it to its owner, with why.
    """

    orders: tuple[Filed, ...]
    began: int
    deeds: tuple[OrderResult, ...] = ()
    silent: bool = False
    asks: tuple[Filed, Illegal] | None = None


@dataclass(frozen=True, slots=True)
class OrderResults:
    """What orders did together: the entries with their lines, and the shares of those seats that were asked."""

    entries: tuple[Entry, ...] = ()
    lines: tuple[StoredLine, ...] = ()
    shares: Mapping[Seat, Share] = field(default_factory=dict)


def carried_out(
    kit: Kit,
    rolling: Dice,
    timeline: Timeline,
    ahead: OrdersAhead,
    advice: bool,
    first: Seat | None = None,
    idle: Collection[Seat] = (),
) -> OrderResults:
    """What the orders do now.

    Those of the `first` seat act to the end of the present phase. Beyond that, and where none is said, they act for
    everybody who is not `idle` as long as all is public (A3.6). `advice`: the program advises at this table.
    """
    entries: tuple[Entry, ...] = ()
    lines: tuple[StoredLine, ...] = ()
    shares: dict[Seat, Share] = {}
    began = timeline.began
    for _ in range(MOST_DEEDS):
        own = first if timeline.began == began else None
        standing = replace(ahead, filed={**ahead.filed, **{seat: share.orders for seat, share in shares.items()}})
        silent = {seat for seat, share in shares.items() if share.silent}
        seat = next(_called(kit, timeline, standing, own, {*idle, *silent}), None)
        if seat is None:
            break
        share = shares.get(seat) or Share(ahead.of(seat), began)
        shares[seat], done, said = _asked(kit, rolling, timeline, seat, share, advice)
        entries, lines, timeline = entries + done, lines + said, done[-1].after if done else timeline
    return OrderResults(entries, lines, shares)


def _asked(
    kit: Kit, rolling: Dice, timeline: Timeline, seat: Seat, share: Share, advice: bool
) -> tuple[Share, tuple[Entry, ...], tuple[StoredLine, ...]]:
    """The share of a seat once its orders were asked what it does, and what came of it: nothing if they are silent."""
    assert kit.orders is not None, "there are orders"
    view = log.view(kit.rules, timeline, seat)
    fired = kit.orders.fire(share.orders, view, tuple(kit.rules.legal(timeline.state, seat)), advice)
    orders = share.orders if fired is None else tuple(_replaced(share.orders, fired.by, fired.left))
    share = replace(share, orders=orders, began=timeline.began)
    if fired is None or fired.action is None:
        asks = None if fired is None or fired.why is None else (fired.by, fired.why)
        return replace(share, silent=True, asks=asks), (), ()
    timelines.check(kit, timeline, seat, fired.action)
    done, said = timelines.decided(kit, rolling, timeline, seat, fired.action)
    result = OrderResult(fired.by, done, kit.orders.at_once(view))
    return replace(share, deeds=(*share.deeds, result)), done, said


def _called(
    kit: Kit, timeline: Timeline, ahead: OrdersAhead, first: Seat | None, idle: Collection[Seat]
) -> Iterator[Seat]:
    """The seats whose orders may act in the present: the `first`, and where all is public all but those that rest."""
    assert kit.orders is not None, "there are orders"
    for seat in sorted(kit.rules.awaiting(timeline.state) - set(idle)):
        if not ahead.of(seat) or ahead.firing(seat).rests == timeline.began:
            continue
        if seat == first or (first is None and kit.orders.at_once(log.view(kit.rules, timeline, seat))):
            yield seat


def _replaced(orders: Sequence[Filed], before: Filed, after: Filed | None) -> Iterator[Filed]:
    for one in orders:
        if one != before:
            yield one
        elif after is not None:
            yield after


def fired(firing: OrderTimer, share: Share) -> OrderTimer:
    """When the orders of a seat are looked at next once they have said what they had to say: for now never."""
    if firing.began != share.began:
        firing = replace(firing, began=share.began, done=(), asked=0)
    latest = (deed.entries[0] for deed in share.deeds)
    done = tuple(entry.after.seq for entry in latest if entry.before and entry.before.began == share.began)
    asked = firing.asked if share.asks is None else share.asks[0].number
    return replace(firing, due=None, done=(*firing.done, *done), asked=asked)
