"""All phases of the game, from the modules that play them, and the end that can come in most of them."""

from __future__ import annotations

from engine.phases import Handler, Phases
from engine.skirmish import harm, scenario, scoring
from engine.skirmish.combat import attacking, fight
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Choosing, Discarding, Drafting, Moving, Over, Preparing, Shuffling, State
from engine.skirmish.steps import command, draft, hands, lore, move, prepare, setup, turn, windows

HANDLERS: Handlers = {
    **setup.HANDLERS,
    **draft.HANDLERS,
    **prepare.HANDLERS,
    **hands.HANDLERS,
    **turn.HANDLERS,
    **command.HANDLERS,
    **move.HANDLERS,
    **windows.HANDLERS,
    **lore.HANDLERS,
    **scoring.HANDLERS,
    **scenario.HANDLERS,
    **attacking.HANDLERS,
    **fight.HANDLERS,
    Over: Handler("over"),
}

_OPEN_ENDED = (Shuffling, Choosing, Drafting, Preparing, Discarding, Moving)
"""Phases in which a side without units has not lost: nothing stands yet, or its last move may be taken back."""


def _ended(state: State) -> Step:
    """The end if it has come with the last unit of a side (B14.2, B22.6)."""
    return (None if isinstance(state.phase, _OPEN_ENDED) else harm.ended(state)) or (state, ())


PHASES = Phases(HANDLERS, _ended)
