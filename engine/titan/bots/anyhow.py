"""The level `random`: anything legal that keeps the game going.

First a kind of decision is picked, then one of that kind, so that a legion with hundreds of splits does not split all
day. It never resigns, it withdraws nothing, and it concedes once in fifty times that it could: a person at the table
should meet its legions, not its surrender. It gets every character onto the battleland while that is possible, for
the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.log import Undo
from engine.titan.actions import Action, Concede, Done, Maneuver, Mulligan, Resign, Withdraw
from engine.titan.bots.pick import Pick
from engine.titan.view import View

CONCEDES = 0.02
"""How often it gives up a legion where it may."""


def choose_random(view: View, actions: Sequence[Action], pick: Pick) -> Action:
    """Any of `actions` but those named above, which it takes only if there is nothing else."""
    concession = pick.random() < CONCEDES
    shunned = (Resign, Undo, Withdraw) if concession else (Resign, Undo, Withdraw, Concede)
    kinds: dict[type, list[Action]] = {}
    for action in actions:
        if not isinstance(action, shunned):
            kinds.setdefault(type(action), []).append(action)
    if concession and Concede in kinds:
        return Concede()
    kinds = _entering(view, kinds)
    if len(kinds) > 1:
        kinds.pop(Mulligan, None)
    return pick.choice(kinds[pick.choice(tuple(kinds))]) if kinds else pick.choice(actions)


def _entering(view: View, kinds: dict[type, list[Action]]) -> dict[type, list[Action]]:
    """Without `done` while a character of its own can still come onto the battleland."""
    if view.battle is None or Done not in kinds:
        return kinds
    waiting = {fighter.creature for fighter in view.battle.fighters if not fighter.hex}
    entries: list[Action] = [a for a in kinds.get(Maneuver, ()) if isinstance(a, Maneuver) and a.character in waiting]
    return {Maneuver: entries} if entries else kinds
