"""Which order settles what its owner must decide now, by their view and what they may do.

The first order wins whose moment it is, whose units and conditions are met, and that has something to say to it. How
soon an answer comes must not depend on what is held (DESIGN 2.3). So an order for a card that is not there, costs too
much or has not just one place to be played says nothing, and the next one is looked at: either everybody sees the card,
or all is as if there were no such order. And of orders for words for after the roll the first counts whose card is
there; where there is none of them it is a pass: others cannot tell the two apart. Where the first of them stands, all
are settled by it, and nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Illegal
from engine.skirmish import outlook
from engine.skirmish.actions import Action, Advance, Cast, Counter, Instruct, Learn, Pass, Peek, Pursue, Stay, Wait
from engine.skirmish.orders.filing import FiledOrder, standing
from engine.skirmish.orders.grammar import (
    ADVANCE,
    ADVANCING,
    ASK,
    CARDS,
    CAST,
    COUNTER,
    COUNTERING,
    INSTRUCT,
    LEARN,
    LORE_STEP,
    ONCE,
    PASS,
    PEEKING,
    STAY,
    WAIT,
    Act,
    Condition,
    StandingOrder,
    act_text,
)
from engine.skirmish.units import Unit
from engine.skirmish.view import View

PLAIN: dict[str, Action] = {
    COUNTER: Counter(),
    ADVANCE: Advance(),
    STAY: Stay(),
    PASS: Pass(),
    WAIT: Wait(),
}
"""Acts that are an action as they are."""


@dataclass(frozen=True, slots=True)
class FiredOrder:
    """What an order has to say to a decision: the `action` that is done, or `why` its owner is asked.

    `left` is the order as it stands afterwards; None if it is used up.
    """

    by: FiledOrder
    action: Action | None
    why: Illegal | None
    left: FiledOrder | None


def fire(orders: Sequence[FiledOrder], view: View, actions: Sequence[Action]) -> FiredOrder | None:
    """What the first of the viewer's orders that settles the decision does; None: the viewer is asked."""
    moment = called(view, actions)
    if moment is None:
        return None
    met = [one for one in standing(orders, view) if one.order.trigger == moment and _met(one.order, view)]
    for one in met:
        if one.order.act.kind == INSTRUCT:
            return _word(met, actions)
        action, why = _said(one.order.act, actions)
        if action is not None:
            return FiredOrder(one, action, None, None if one.order.expires == ONCE else one)
        if why is not None:
            return FiredOrder(one, None, why, one)
    return None


def _word(met: Sequence[FiledOrder], actions: Sequence[Action]) -> FiredOrder:
    """What the first of the orders for a word does whose card is there; a pass by the first of them all if none is."""
    words = [one for one in met if one.order.act.kind == INSTRUCT]
    for one in words:
        act = one.order.act
        found = [
            each for each in actions if isinstance(each, Instruct) and (each.card, each.least) == (act.card, act.least)
        ]
        if (word := _only(found, act)) is not None:
            return FiredOrder(one, word, None, None if one.order.expires == ONCE else one)
    return FiredOrder(words[0], Pass(), None, None if words[0].order.expires == ONCE else words[0])


def called(view: View, actions: Sequence[Action]) -> str | None:
    """The moment that it is for the viewer; None if nobody waits for the viewer, or for nothing that orders know of."""
    if view.viewer not in view.waiting:
        return None
    kinds = {type(action) for action in actions}
    if view.window is not None:
        return _window(view)
    if Counter in kinds:
        return COUNTERING
    if kinds & {Advance, Pursue}:
        return ADVANCING
    if Learn in kinds:
        return LORE_STEP
    return PEEKING if Peek in kinds else None


def _window(view: View) -> str | None:
    """Which window it is: by the timings of whose word is due."""
    assert view.window is not None, "a window is open"
    rolls = view.combat is not None and view.combat.outer is not None
    first = view.active if not rolls else 1 - view.active
    timings = view.window.timings[0 if view.viewer == first else 1].split("+")
    return next((moment for moment, (timing, *_) in CARDS.items() if timing == timings[0]), None)


# Conditions


def _met(order: StandingOrder, view: View) -> bool:
    own, enemy = _units(view)
    if order.own and (own is None or own.kind not in order.own):
        return False
    if order.enemy and (enemy is None or enemy.kind not in order.enemy):
        return False
    return all(_holds(condition, view, own, enemy) for condition in order.conditions)


def _units(view: View) -> tuple[Unit | None, Unit | None]:
    """The viewer's unit in the combat, and the other's; None for one that is gone."""
    numbers = () if view.combat is None else (view.combat.attacker, view.combat.target)
    fighting = [unit for unit in view.units if unit.number in numbers]
    own = next((unit for unit in fighting if unit.owner == view.viewer), None)
    return own, next((unit for unit in fighting if unit.owner != view.viewer), None)


def _holds(condition: Condition, view: View, own: Unit | None, enemy: Unit | None) -> bool:
    """Whether a fact is so; one that is not known, as the health of a unit that is gone, is not."""
    value = _value(condition.fact, view, own, enemy)
    if value is None:
        return False
    match condition.compare:
        case ">=":
            return value >= condition.value
        case "<=":
            return value <= condition.value
        case _:
            return value == condition.value


def _value(fact: str, view: View, own: Unit | None, enemy: Unit | None) -> int | None:
    assert view.viewer is not None, "the channel decides nothing"
    side = view.sides[view.viewer]
    match fact:
        case "lore":
            return side.lore
        case "cards":
            return side.hand
        case "health":
            return None if own is None else own.health
        case "enemy health":
            return None if enemy is None else enemy.health
        case _:
            rolled = outlook.roll(view)
            return None if rolled is None else rolled.suffers


# Acts


def _said(act: Act, actions: Sequence[Action]) -> tuple[Action | None, Illegal | None]:
    """The action that an act is, or why its owner is asked; neither if it has nothing to say."""
    if act.kind == ASK:
        return None, Illegal("order-asks")
    if act.kind == CAST:
        return _only([one for one in actions if isinstance(one, Cast) and one.card == act.card], act), None
    wanted: Action = Learn(act.way) if act.kind == LEARN else PLAIN[act.kind]
    if act.kind == ADVANCE and wanted not in actions:  # where a unit may pursue, its advance is a pursuit of one hex
        wanted = next((one for one in actions if isinstance(one, Pursue)), wanted)
    return (wanted, None) if wanted in actions else (None, Illegal("order-not-exact", said=act_text(act)))


def _only(found: Sequence[Cast | Instruct], act: Act) -> Cast | Instruct | None:
    """What plays a card at the place that is named, or where there is but one."""
    wanted = [one for one in found if not act.targets or one.targets == act.targets]
    return wanted[0] if len(wanted) == 1 else None
