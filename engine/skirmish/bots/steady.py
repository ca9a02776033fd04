"""The level `steady`: sound greedy play, a choice at a time, without looking further ahead than the next enemy turn.

It plays for what wins: hidden cards by storm and victory points, by the tables' own account. It learns nothing that
its view does not tell, and its decisions follow from the view and its whims alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pick import Pick
from engine.skirmish.actions import Action, Done
from engine.skirmish.bots import cards, fight, learning, orders, preparing
from engine.skirmish.bots.outlook import Outlook, public
from engine.skirmish.bots.random_bot import going_on
from engine.skirmish.steps.move import AFTER_ORDERS, ENDING
from engine.skirmish.view import View


def choose_steady(view: View, actions: Sequence[Action], pick: Pick) -> Action:
    """The action that looks best by rules of thumb; `actions` are all that the seat of `view` may do."""
    assert view.viewer is not None, "a seat chooses, the channel does not"
    assert view.own is not None, "a seat has something of its own"
    offered = going_on(actions)
    if len(offered) == 1:
        return offered[0]
    outlook = Outlook(public(view), view.viewer)
    match view.phase:
        case "drafting":
            return preparing.draft(offered, pick)
        case "preparing":
            return preparing.prepare(outlook, view.own, offered, pick)
        case "discarding" | "trimming":
            return learning.discard(outlook, view.own, offered)
        case "commanding":
            return orders.play(outlook, offered)
        case "ordering":
            return orders.order(outlook, offered)
        case "moving":
            return _moving(view, outlook, offered)
        case "attacking":
            return cards.with_card(outlook, fight.attack(outlook, offered), offered)
        case "fighting":
            return cards.with_card(outlook, fight.combat(outlook, offered), offered)
        case "window":
            return cards.answer(view, outlook, offered)
        case "placing":
            return fight.place(outlook, offered)
        case "scoring":
            return learning.peek(outlook, offered)
        case "learning":
            return learning.learn(outlook, view.own, offered)
        case _:
            return pick.choice(offered)


def _moving(view: View, outlook: Outlook, actions: Sequence[Action]) -> Action:
    """Cards of after the orders come before the moves, those of after the moves when there is none any more."""
    first = cards.best(view, outlook, actions, (AFTER_ORDERS,))
    if first is not None:
        return first
    move = orders.go(outlook, actions)
    return (cards.best(view, outlook, actions, ENDING) if isinstance(move, Done) else None) or move
