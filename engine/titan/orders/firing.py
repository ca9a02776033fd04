"""Which order settles what its owner must decide now, by nothing but their view and what they may do (A2.3, A2.4).

The first order wins whose trigger and conditions are met and that has something left to do. What it says is done
exactly or not at all: then the owner is asked, and told why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core import Illegal
from engine.titan.actions import Acquire, Action, Done, Muster, Reinforce, Summon
from engine.titan.orders.acts import (
    ACQUIRE,
    ADDITIONS,
    ATTACKED,
    BATTLE,
    ENGAGEMENT,
    MANEUVER,
    MUSTER,
    OFFER,
    REINFORCE,
    ROLL,
    STRIKES,
    SUMMON,
    TURN,
)
from engine.titan.orders.conditions import holds
from engine.titan.orders.execution import OrderAnswer, carried
from engine.titan.orders.filing import FiledOrder, engagement, occasion, standing
from engine.titan.orders.grammar import AFTER, ONCE
from engine.titan.orders.order_position import OrderPosition
from engine.titan.orders.phrases import ANY
from engine.titan.view import View
from engine.values import replace

OWN_TURN = ("setup", "spawn", "split", "engage", "muster")
"""The phases of one's turn but for Movement, which goes by the roll."""


@dataclass(frozen=True, slots=True)
class FiredOrder:
    """What an order has to say to a decision.

    Either the `action` that is done, or `why` its owner is asked; neither if it waits for the other side. `left` is the
    order as it stands afterwards; None if it is used up.
    """

    by: FiledOrder
    action: Action | None
    why: Illegal | None
    left: FiledOrder | None


def fire(orders: Sequence[FiledOrder], view: View, actions: Sequence[Action]) -> FiredOrder | None:
    """What the first of the viewer's orders that settles the decision does; None if there is none: the viewer is asked.

    `actions` are all that they may do. It is called anew for every step of a decision, with the orders as they stand.
    Nothing is done for them while others decide, even where they may give up at any time.
    """
    if view.viewer not in view.waiting:
        return None
    settled: set[tuple[str, str]] = set()
    latest: FiledOrder | None = None
    for one in standing(orders, view):
        for legion in _matched(one, view, actions):
            kind = one.order.trigger.kind
            if (kind, legion) in settled or not _met(one, view):
                continue
            said = carried(OrderPosition(one, view, tuple(actions), legion))
            if said.action or said.why or said.waits:
                return _fired(one, view, said)
            if kind in (MUSTER, *ADDITIONS):
                settled.add((kind, legion))
                latest = one
    if view.gathering and latest is not None and _all_settled(view, actions, settled):
        return _fired(latest, view, OrderAnswer(Done()))
    return None


def _met(one: FiledOrder, view: View) -> bool:
    """Whether all conditions are; those of an order that has begun were, and what it did may have changed the facts."""
    return one.began == occasion(one.order, view) or all(holds(view, condition) for condition in one.order.conditions)


def _fired(one: FiledOrder, view: View, said: OrderAnswer) -> FiredOrder:
    """What is said, with the order as it stands afterwards. A winner's is kept: with its help the additions end."""
    if one.order.expires == AFTER and said.action:
        one = replace(one, within=engagement(view))
    begun = replace(one, began=occasion(one.order, view))
    if one.order.expires == ONCE:
        return FiredOrder(one, said.action, said.why, None if said.last and not view.gathering else begun)
    return FiredOrder(one, said.action, said.why, begun if said.action and not said.last else one)


# --- triggers ---


def _matched(one: FiledOrder, view: View, actions: Sequence[Action]) -> Iterator[str]:
    """The viewer's legions that an order is about now; an empty one for what concerns none, nothing if not its time."""
    trigger = one.order.trigger
    for legion in _called(trigger.kind, view, actions):
        if trigger.legion in ("", ANY, legion):
            right_roll = trigger.kind != ROLL or view.roll in trigger.rolls
            right_round = not trigger.round or (view.battle is not None and view.battle.round == trigger.round)
            if right_roll and right_round:
                yield legion


def _called(kind: str, view: View, actions: Sequence[Action]) -> tuple[str, ...]:
    """The viewer's legions for which the moment of a trigger has come."""
    mine = view.viewer == view.active
    if kind in (TURN, ROLL):
        return ("",) if mine and view.phase in (("move",) if kind == ROLL else OWN_TURN) else ()
    if kind == MUSTER:
        return tuple(dict.fromkeys(a.legion for a in actions if isinstance(a, Muster)))
    if view.engaged is None or view.viewer not in view.engaged.seats:
        return ()
    side = view.engaged.seats.index(view.viewer)
    own = (view.engaged.markers[side],)
    return own if _is_time(kind, view, side, actions) else ()


def _is_time(kind: str, view: View, side: int, actions: Sequence[Action]) -> bool:
    if kind in (ATTACKED, ENGAGEMENT):
        return view.phase == "parley" and side == (0 if kind == ENGAGEMENT else 1)
    if kind == OFFER:
        return view.parley is not None and any(offer.by != view.viewer for offer in view.parley.offers)
    if view.battle is not None:
        maneuvers, moves = view.battle.step == "maneuver", view.battle.mover == side
        if kind == MANEUVER:
            return maneuvers and moves
        if kind in BATTLE:
            return not maneuvers and moves == (kind == STRIKES)
        return maneuvers and moves and any(isinstance(a, ADDED[kind]) for a in actions)
    return kind in ADDITIONS and view.gathering is not None


ADDED: dict[str, type] = {ACQUIRE: Acquire, SUMMON: Summon, REINFORCE: Reinforce}
"""Which actions a trigger of additions is about."""


def _all_settled(view: View, actions: Sequence[Action], settled: set[tuple[str, str]]) -> bool:
    """Whether orders have let go, or have no more to say to, all additions that are still open to a winner."""
    assert view.gathering is not None, "a winner adds"
    legion = view.gathering.legion
    return all((kind, legion) in settled for kind, added in ADDED.items() if any(isinstance(a, added) for a in actions))
