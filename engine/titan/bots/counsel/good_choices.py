"""The good choices, best first: what `steady` would do, and what else."""

from __future__ import annotations

from collections.abc import Sequence

from engine.log import Undo
from engine.pick import FIRST
from engine.titan.actions import (
    Action,
    Concede,
    Done,
    Move,
    Muster,
    Offer,
    Reinforce,
    Resign,
    Roll,
    Split,
    Strike,
    Teleport,
    Withdraw,
)
from engine.titan.bots.counsel.matter import MOST
from engine.titan.bots.steady import choose_steady
from engine.titan.view import View


def good(view: View, actions: Sequence[Action | Undo], most: int = MOST) -> tuple[Action, ...]:
    """What `steady` would do, then what it would do if it could not, and so on; no two that differ in a detail.

    It ends where it would rather do nothing more. Empty if there is nothing to do; `actions` are all of the seat.
    """
    left = [action for action in actions if not isinstance(action, Resign | Undo)]
    if all(isinstance(action, Concede | Offer | Withdraw) for action in left):
        return ()  # nothing is asked of the seat: it could only give up, or talk
    found: list[Action] = []
    while left and len(found) < most:
        best = choose_steady(view, left, FIRST)
        found.append(best)
        if isinstance(best, Done | Roll):
            break
        left = [a for a in left if _alike(a) != _alike(best) and not isinstance(a, Concede | Offer | Withdraw)]
    return tuple(found)


def _alike(action: Action | Undo) -> tuple[object, ...]:
    """What makes two choices the same to somebody who looks for a good one."""
    match action:
        case Move(legion, land) | Teleport(legion, land):
            return "move", legion, land
        case Split(legion, _, creatures):
            return "split", legion, creatures
        case Strike(striker, target):
            return "strike", striker, target
        case Muster(legion, recruit):
            return "muster", legion, recruit
        case Reinforce(recruit):
            return "reinforce", recruit
        case _:
            return ("other", action)
