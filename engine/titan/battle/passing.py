"""What is no choice in battle, so that nobody is asked for it (ASYNC_PLAY A2.2, A6.4, A6.6, A6.8)."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.actions import Strike
from engine.titan.battle.field import Field
from engine.titan.battle.frame import HEXES
from engine.titan.battle.strike import strikers, striking_side, targets
from engine.titan.state import Fighting, State, Striking


def passed(state: State, seat: Seat) -> Strike | None:
    """The next strike of a seat that has no choice in its strikes; None if it has one, or nothing to strike.

    Each of its characters that may strike must, and has one enemy for it. Then neither the order nor a carry nor a
    worse pair can matter (R14). Only strikes are made so: in battle all is public, and phases without any possible step
    pass in the rules themselves. A Maneuver Phase waits as long as somebody might be called to it, since who can be is
    a secret (A3.3); before and after a battle nothing passes (A3.5).
    """
    phase = state.phase
    if not isinstance(phase, Fighting) or not isinstance(phase.battle.step, Striking):
        return None
    step = phase.battle.step
    if seat != phase.engagement.seats[striking_side(phase, step)]:
        return None
    field, first = Field(state, phase), None
    for fighter in strikers(field, step):
        due = targets(field, fighter, step)
        if len(due) > 1 or (due and not field.contacts(fighter)):
            return None
        for target, (dice, number) in due.items():
            first = first or Strike(HEXES[fighter.hex], HEXES[target], dice, number)
    return first
