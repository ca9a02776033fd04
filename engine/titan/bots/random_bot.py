"""The level `random`: anything legal that keeps the game going.

First a kind of decision is picked, then one of that kind, so that a legion with hundreds of splits does not split all
day. A person at the table should meet its legions, not its surrender: it never resigns, never gives its Titan away by
conceding or agreeing, concedes anything else once in fifty times that it could, withdraws nothing, and brings every
character onto the battleland while that is possible.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.log import Undo
from engine.pick import Pick
from engine.titan.actions import Accept, Action, Concede, Done, Maneuver, Mulligan, Offer, Resign, Withdraw
from engine.titan.battle.entering import kept_out
from engine.titan.rules import TITAN
from engine.titan.view import View

CONCEDES = 0.02
"""How often it gives up a legion where it may."""


def choose_random(view: View, actions: Sequence[Action], pick: Pick) -> Action:
    """Any of `actions` but those named above, which it takes only if there is nothing else."""
    concession = pick.random() < CONCEDES and not _stakes_titan(view, Concede())
    shunned = (Resign, Undo, Withdraw) if concession else (Resign, Undo, Withdraw, Concede)
    kinds: dict[type, list[Action]] = {}
    for action in actions:
        if not isinstance(action, shunned) and not _stakes_titan(view, action):
            kinds.setdefault(type(action), []).append(action)
    if concession and Concede in kinds:
        return Concede()
    kinds = _entering(view, kinds)
    if len(kinds) > 1:
        kinds.pop(Mulligan, None)
    return pick.choice(kinds[pick.choice(tuple(kinds))]) if kinds else pick.choice(actions)


def _stakes_titan(view: View, action: Action) -> bool:
    """Whether this gives up a legion of its own with its Titan in it, or proposes to."""
    if (
        view.engaged is None
        or view.viewer not in view.engaged.seats
        or not isinstance(action, Concede | Offer | Accept)
    ):
        return False
    side = view.engaged.seats.index(view.viewer)
    mine = next(legion for legion in view.legions if legion.marker == view.engaged.markers[side])
    if TITAN not in mine.creatures:
        return False
    lost = ("attacker", "defender")[side], "both"
    if isinstance(action, Offer):
        return action.lost in lost
    offers = view.parley.offers if view.parley else ()
    return isinstance(action, Concede) or any(offer.by != view.viewer and offer.lost in lost for offer in offers)


def _entering(view: View, kinds: dict[type, list[Action]]) -> dict[type, list[Action]]:
    """Without `done` while a character of its own can still come onto the battleland."""
    if view.battle is None or Done not in kinds:
        return kinds
    waiting = [fighter.creature for fighter in view.battle.fighters if not fighter.hex]
    for code in kept_out(view):
        waiting.remove(code)
    entries: list[Action] = [a for a in kinds.get(Maneuver, ()) if isinstance(a, Maneuver) and a.character in waiting]
    return {Maneuver: entries} if entries else kinds
