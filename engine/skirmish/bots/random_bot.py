"""The level `random`: anything legal that keeps the game going.

First a kind of decision is picked, then one of that kind, so that a step with hundreds of moves does not move all day.
It never gives up, and takes nothing back of its preparations, so that they come to an end.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.log import Undo
from engine.pick import Pick
from engine.skirmish.actions import Action, Back, Concede, EndAsDraw, Lift, Sell, Unswap
from engine.skirmish.view import View

SHUNNED = (Back, Concede, EndAsDraw, Lift, Sell, Undo, Unswap)
"""What is never played or advised: giving up, and taking back."""


def going_on(actions: Sequence[Action]) -> Sequence[Action]:
    """The actions that a bot considers: without those that give up or take back, unless there is nothing else."""
    return [action for action in actions if not isinstance(action, SHUNNED)] or actions


def choose_random(view: View, actions: Sequence[Action], pick: Pick) -> Action:
    """Any of `actions`, which are all that the seat of `view` may do."""
    kinds: dict[type, list[Action]] = {}
    for action in going_on(actions):
        kinds.setdefault(type(action), []).append(action)
    return pick.choice(kinds[pick.choice(tuple(kinds))])
