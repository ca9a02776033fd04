"""How the people of the drill decide: soundly, but so that there are battles soon, and in the same moment the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core import Seat
from engine.log import Undo
from engine.titan.actions import Action, Fight, Flee, Move, Mulligan, Waive
from engine.titan.bots import LEVELS
from engine.titan.view import View

FIGHTS = (Fight, Waive)
"""What leads to a battle, the surest first."""

TAKEN_BACK = 157
"""The entry that takes a muster back, so that a post has to be changed."""


def choose(view: View, legal: Sequence[Action | Undo], seat: Seat, entry: int) -> Action | Undo:
    """What a person does whose decision becomes the entry of this number: nothing else is asked about what was before.

    Whoever was interrupted decides the same again.
    """
    whims = Random(entry)
    for kind in FIGHTS:
        for action in legal:
            if isinstance(action, kind):
                return action
    foes = {legion.land for legion in view.legions if legion.owner != seat}
    attacks = [action for action in legal if isinstance(action, Move) and action.land in foes]
    if attacks:
        return whims.choice(attacks)
    if entry == TAKEN_BACK:
        return next(action for action in legal if isinstance(action, Undo))
    sound = [action for action in legal if not isinstance(action, Undo | Flee | Mulligan)]
    return LEVELS["steady"](view, sound, whims)
