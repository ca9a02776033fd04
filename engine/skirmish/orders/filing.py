"""Orders as they are filed: looked through when they are given, kept as lines, and over when their time is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Illegal, Seat
from engine.skirmish.board import known
from engine.skirmish.orders.grammar import (
    ACTS,
    CARDS,
    CAST,
    FACTS,
    IN_COMBAT,
    INSTRUCT,
    LATER,
    LEARN,
    NEXT,
    StandingOrder,
    act_text,
    moments,
    parse,
    shown,
    text,
)
from engine.skirmish.steps.turn import DRAWS
from engine.skirmish.view import View


@dataclass(frozen=True, slots=True)
class FiledOrder:
    """An order with its number in the list of its owner; `until` is the turn with which it lapses, 0 for never.

    Turns are counted through the game, two in a round.
    """

    number: int
    order: StandingOrder
    until: int = 0


def filed(order: StandingOrder, number: int, view: View) -> FiledOrder:
    """The order of the viewer, looked through: everything in it is there, and can be so at its moment.

    Raises Illegal: `order-trigger` (said, forms) for a moment that the game does not have, `order-act-when` (said,
    when, forms) for what cannot be done then, `order-fact-when` (said, when) for what is not known then, `order-name`
    (said) for what does not exist, `order-card-when` (card, timing, when) for a card of another moment, `learn-way`,
    `hex-unknown`.
    """
    if order.trigger not in (forms := moments(view.rules)):
        raise Illegal("order-trigger", said=order.trigger, forms=forms)
    if order.trigger not in ACTS[order.act.kind]:
        raise Illegal("order-act-when", said=act_text(order.act), when=order.trigger, forms=shown(order.trigger))
    for condition in order.conditions:
        if order.trigger not in FACTS[condition.fact]:
            raise Illegal("order-fact-when", said=condition.fact, when=order.trigger)
    for kind in (*order.own, *order.enemy):
        if order.trigger not in IN_COMBAT:
            raise Illegal("order-fact-when", said=kind, when=order.trigger)
        if kind not in view.rules.tables.kinds:
            raise Illegal("order-name", said=kind)
    _check_act(order, view)
    return FiledOrder(number, order, _next_turn(view) if order.expires == NEXT else 0)


def _check_act(order: StandingOrder, view: View) -> None:
    act, cards = order.act, view.rules.tables.lore
    if act.kind == LEARN and act.way not in DRAWS:
        raise Illegal("learn-way", way=act.way, ways=tuple(DRAWS))
    if act.kind in (CAST, INSTRUCT):
        if act.card not in cards:
            raise Illegal("order-name", said=act.card)
        timing = cards[act.card].timing
        if timing not in (LATER if act.kind == INSTRUCT else CARDS[order.trigger]):
            raise Illegal("order-card-when", card=act.card, timing=timing, when=order.trigger)
        for hex_ in act.targets:
            known(hex_)


def _turn(view: View) -> int:
    """The present turn, counted through the game; 0 and 1 before the first."""
    return 2 * view.round + (view.active != view.first)


def _next_turn(view: View) -> int:
    """The next turn that is the viewer's."""
    assert view.viewer is not None, "the channel orders nothing"
    ahead = _turn(view) + 1
    return ahead if _whose(view, ahead) == view.viewer else ahead + 1


def _whose(view: View, turn: int) -> Seat:
    return view.first if turn % 2 == 0 else Seat(1 - view.first)


def standing(orders: Sequence[FiledOrder], view: View) -> tuple[FiledOrder, ...]:
    """Those of the orders whose time is not over."""
    return tuple(one for one in orders if not one.until or _turn(view) < one.until)


LINE = re.compile(r"(?P<number>\d+) until (?P<until>\d+) (?P<order>when .+)")


def kept(one: FiledOrder) -> str:
    """The line that an order is stored as: `3 until 7 when …`. A secret of its owner, like the lines of actions."""
    return f"{one.number} until {one.until} {text(one.order)}"


def restored(line: str) -> FiledOrder:
    """The order of a line that `kept` has written. Raises ValueError for any other."""
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError("no line of a filed order")
    return FiledOrder(int(found["number"]), parse(found["order"]), int(found["until"]))
