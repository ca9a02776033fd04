"""Preparations: halves, the draft, an army, the lore deck, the deployment (B4, B15, B16, B23)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pick import Pick
from engine.skirmish.actions import Action, Buy, Done, Draft, Pass, Place, Swap
from engine.skirmish.board import distance, row
from engine.skirmish.bots.learning import lore_card
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.view import Own

DRAFTS = 0.7
"""How often it takes a neutral unit that it can pay for."""

RANGED = 0.4
"""The most of its units that shoot."""

GAIN = 0.9
"""A lore card is changed for one that it likes so much better."""


def draft(actions: Sequence[Action], pick: Pick) -> Action:
    """One neutral unit more often than not."""
    drafts = [action for action in actions if isinstance(action, Draft) and len(action.units) == 1]
    return pick.choice(drafts) if drafts and pick.random() < DRAFTS else Pass()


def prepare(outlook: Outlook, own: Own, actions: Sequence[Action], pick: Pick) -> Action:
    """What the stage of the preparations asks for."""
    match own.stage:
        case "muster":
            return muster(outlook, own, actions, pick)
        case "lore":
            return swap(outlook, actions)
        case _:
            return deploy(outlook, own, actions, pick)


def muster(outlook: Outlook, own: Own, actions: Sequence[Action], pick: Pick) -> Action:
    """An army of all sorts, as dear as it can be: any unit, but not too many that shoot."""
    kinds = outlook.state.rules.tables.kinds
    army = [kinds[unit] for unit in own.bought]
    shoot = sum(kind.ranged for kind in army)
    buys = [action for action in actions if isinstance(action, Buy)]
    wanted = [one for one in buys if not kinds[one.unit].ranged or shoot < RANGED * (len(army) + 1)]
    return pick.choice(wanted or buys) if buys else Done()


def swap(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The change of the lore deck that it likes best, as long as one is worth it."""
    cards = outlook.state.rules.tables.lore
    swaps = [
        (lore_card(cards[action.into]) - lore_card(cards[action.out]), action)
        for action in actions
        if isinstance(action, Swap)
    ]
    gain, best = max(swaps, key=lambda each: each[0], default=(0.0, None))
    return best if best is not None and gain >= GAIN else Done()


def deploy(outlook: Outlook, own: Own, actions: Sequence[Action], pick: Pick) -> Action:
    """The dearest unit first: those that fight hand to hand on goals and in front, those that shoot behind them."""
    places = [action for action in actions if isinstance(action, Place)]
    if not places:
        return Done()
    kinds = outlook.state.rules.tables.kinds
    unit = max((kinds[action.unit] for action in places), key=lambda kind: (not kind.ranged, kind.cost, kind.id))
    south = outlook.state.south(outlook.seat)
    taken = [at for _, at in own.placed]

    def worth(action: Place) -> float:
        ahead = row(action.hex) if south else 8 - row(action.hex)
        goals = (goal * 0.8 ** distance(action.hex, at) for at, goal in outlook.goals.items() if at not in taken)
        near = sum(distance(action.hex, at) <= 2 for at in taken)
        front = -0.5 if unit.ranged else 0.5
        return max(goals, default=0.0) + front * ahead + 0.2 * min(near, 2) + pick.random()

    return max((action for action in places if action.unit == unit.id), key=worth)
