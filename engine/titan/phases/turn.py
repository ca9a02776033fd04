"""Turns: whose it is, what begins and ends with one, and where games by agreement end (R2, V2.2)."""

from __future__ import annotations

from engine.core import Draw, Drawn, Seat
from engine.phases import Handler
from engine.titan import ending
from engine.titan.end_conditions import DEADLINE
from engine.titan.events import TurnBegan
from engine.titan.handler import Handlers, Step
from engine.titan.phases import spawn
from engine.titan.state import Closing, Over, Splitting, State, TowerDrawing
from engine.values import replace


def begin_turn(state: State, seat: Seat) -> Step:
    """Commencement of `seat`, or its coming back; what legions did in the turn before is forgotten."""
    legions = {
        m: replace(legion, moved=False, side=0, mustered=False, parent="")
        if legion.moved or legion.mustered or legion.parent
        else legion
        for m, legion in state.legions.items()
    }
    phase = TowerDrawing() if spawn.is_due(state, seat) else Splitting()
    return replace(state, legions=legions, active=seat, phase=phase), (TurnBegan(seat, state.turn),)


def next_turn(state: State) -> Step:
    """The turn passes to the next living player; a new Game-Turn begins when the order wraps round (R2.2)."""
    order = state.order
    at = order.index(state.active)
    if state.turn == 1 and state.rules.mulligan != "unlimited":
        state = state.with_player(state.active, mulligans=0)
    for step in range(1, len(order) + 1):
        seat = order[(at + step) % len(order)]
        if not state.players[seat].out:
            return begin_turn(state, seat) if at + step < len(order) else _close(state)
    raise AssertionError("nobody is left to play: the game was over")


def _close(state: State) -> Step:
    """A Game-Turn is over: so is the game if one of its end conditions has come true, else the next begins (V2.2)."""
    if state.reached:
        return over(state)
    if ending.deadline(state):
        return replace(state, phase=Closing()), ()
    return _open(state)


def _open(state: State) -> Step:
    """A Game-Turn begins with the first player of the order who is in the game."""
    return begin_turn(replace(state, turn=state.turn + 1), next(s for s in state.order if not state.players[s].out))


def wants(state: State) -> Draw:
    """Whether the deadline has passed, which the clock knows (V2.3)."""
    end = ending.deadline(state)
    assert end is not None, "the clock is asked for a deadline"
    return Draw(DEADLINE, 1, 2, instant=end.value)


def told(state: State, drawn: Drawn) -> Step:
    """The clock has answered: 1 if the deadline has passed."""
    if drawn.values[0] != 1:
        return _open(state)
    end = ending.deadline(state)
    assert end is not None, "the clock was asked for a deadline"
    state, events = ending.passed(state, end)
    state, ended = over(state)
    return state, events + ended


def over(state: State) -> Step:
    """The game is over, and the totals decide (V3)."""
    ended = ending.ended(state)
    return replace(state, phase=Over(ended.winners)), (ended,)


HANDLERS: Handlers = {Closing: Handler("close", wants=wants, drawn=told)}
