"""An order carried out as far as it goes now: acts that are over are passed, the next is exact or asks (A2.4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Illegal
from engine.titan.actions import Action
from engine.titan.orders import acts as do
from engine.titan.orders.acts import BATTLE, MUSTER, PARLEY, ROLL, TURN, Act
from engine.titan.orders.engagement_acts import conceded, of_addition, of_battle, of_parley
from engine.titan.orders.order_position import ActOutcome, Next, OrderPosition
from engine.titan.orders.turn_acts import of_muster, of_roll, of_turn

LASTING = (do.Spawned, do.EngageIn, do.Enter, do.FormUp, do.Hit, do.ByPolicy, do.RollAll, do.Take)
"""The acts that may do several things, one after the other."""


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """What an order has to say: an `action`, or `why` it asks, or that it `waits`; else nothing is left of it now.

    `last` if nothing remains of it after the action.
    """

    action: Action | None = None
    why: Illegal | None = None
    waits: bool = False
    last: bool = False


def carried(scene: OrderPosition) -> OrderAnswer:
    """What the order says now. The acts behind the one that does something tell whether that is the last."""
    acts = iter(scene.filed.order.acts)
    for act in acts:
        outcome = _outcome(scene, act)
        if isinstance(outcome, Illegal):
            return OrderAnswer(why=outcome)
        if outcome is Next.WAITS:
            return OrderAnswer(waits=True)
        if not isinstance(outcome, Next):
            rest = (_outcome(scene, later) for later in acts)
            return OrderAnswer(outcome, last=not isinstance(act, LASTING) and all(left is Next.OVER for left in rest))
    return OrderAnswer()


def _outcome(scene: OrderPosition, act: Act) -> ActOutcome:
    kind = scene.filed.order.trigger.kind
    match act:
        case do.Ask():
            return Illegal("order-asks")
        case do.GiveUp():
            return conceded(scene, act)
        case do.Call() | do.CallAny() | do.Bring():
            return of_addition(scene, act)
    if kind == TURN:
        return of_turn(scene, act)
    if kind == ROLL:
        return of_roll(scene, act)
    if kind == MUSTER:
        return of_muster(scene, act)
    if kind in PARLEY:
        return of_parley(scene, act)
    return of_battle(scene, act) if kind in BATTLE else of_addition(scene, act)
