"""All phases of the game, from the modules that play them; a battle is in the phase of its step."""

from __future__ import annotations

from engine.core import Illegal, Seat
from engine.phases import Handler, Phases
from engine.titan import ending
from engine.titan.actions import Action
from engine.titan.battle import turn as rounds
from engine.titan.handler import Handlers
from engine.titan.phases import engage, move, muster, settlement, setup, spawn, split, turn
from engine.titan.state import Fighting, Over, State

HANDLERS: Handlers = {
    **setup.HANDLERS,
    **spawn.HANDLERS,
    **split.HANDLERS,
    **move.HANDLERS,
    **engage.HANDLERS,
    **rounds.HANDLERS,
    **settlement.HANDLERS,
    **muster.HANDLERS,
    **turn.HANDLERS,
    Over: Handler("over"),
}


def _at(state: State) -> object:
    return state.phase.battle.step if isinstance(state.phase, Fighting) else state.phase


def _wrong_legion(state: State, seat: Seat, action: Action) -> Illegal | None:
    """What is to be done with a legion is done with one's own."""
    marker = getattr(action, "legion", None)
    if marker is None:
        return None
    own = tuple(legion.marker for legion in state.own(seat))
    if marker not in state.legions:
        return Illegal("legion-unknown", legion=marker, own=own)
    return None if marker in own else Illegal("legion-not-yours", legion=marker, own=own)


PHASES = Phases(HANDLERS, ending.watch, _at, _wrong_legion)
