"""Turns: whose it is, and what begins and ends with one (R2)."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.events import Event, TurnBegan
from engine.titan.state import Splitting, State
from engine.values import replace


def begin_turn(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Commencement of `seat`; what legions did in the turn before is forgotten."""
    legions = {
        m: replace(legion, moved=False, side=0, mustered=False, parent="")
        if legion.moved or legion.mustered or legion.parent
        else legion
        for m, legion in state.legions.items()
    }
    return replace(state, legions=legions, active=seat, phase=Splitting()), (TurnBegan(seat, state.turn),)


def next_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The turn passes to the next living player; a new Game-Turn begins when the order wraps round (R2.2)."""
    order = state.order
    at = order.index(state.active)
    if state.turn == 1 and state.rules.mulligan != "unlimited":
        state = state.with_player(state.active, mulligans=0)
    for step in range(1, len(order) + 1):
        seat = order[(at + step) % len(order)]
        if not state.players[seat].out:
            wrapped = at + step >= len(order)
            return begin_turn(replace(state, turn=state.turn + wrapped), seat)
    raise AssertionError("nobody is left to play: the game was over")
