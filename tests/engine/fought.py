"""Battles of the program against itself, for tests of what can be met in them."""

from __future__ import annotations

from random import Random

from engine.core import CHANCE, Drawn, Seat
from engine.titan.bots import LEVELS
from engine.titan.ruleset import TITAN
from engine.titan.state import State


def met(state: State, chance: Random, *phases: type) -> list[tuple[State, Seat]]:
    """Every decision on the way, with the state before it and its seat, until the phase is none of `phases`."""
    decisions: list[tuple[State, Seat]] = []
    while isinstance(state.phase, phases):
        draw = TITAN.wants(state)
        if draw is not None:
            state, _ = TITAN.apply(state, CHANCE, Drawn(tuple(chance.randint(1, 6) for _ in range(draw.count))))
            continue
        (seat,) = TITAN.awaiting(state)
        decisions.append((state, seat))
        action = LEVELS["steady"](TITAN.view(state, seat), list(TITAN.legal(state, seat)), chance)
        state, _ = TITAN.apply(state, seat, action)
    return decisions
