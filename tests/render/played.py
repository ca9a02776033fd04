"""Positions of games that the program plays against itself, to be drawn and described."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import log
from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Concede, Resign
from engine.titan.bots import choose_steady
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from tests.once import played_once

ENTRIES = 900


GAMES = ((2, 1), (4, 2), (6, 3))
"""Games of so many seats from so many seeds. What asks for these is spared to play games of its own."""


@played_once
def states(seats: int, seed: int) -> Iterator[State]:
    """The states of a game that steady seats play, for a while."""
    random, timeline = Random(seed), log.opening(TITAN, seats, {})
    for _ in range(ENTRIES):
        state = timeline.state
        yield state
        wanted = TITAN.wants(state)
        if wanted is not None:
            faces = range(1, wanted.sides + 1)
            drawn = random.sample(faces, wanted.count) if wanted.distinct else random.choices(faces, k=wanted.count)
            timeline, _ = log.step(TITAN, timeline, CHANCE, Drawn(tuple(drawn)))
            continue
        waiting = sorted(TITAN.awaiting(state))
        if not waiting:
            return
        seat = Seat(random.choice(waiting))
        actions = [action for action in TITAN.legal(state, seat) if not isinstance(action, Resign | Concede)]
        timeline, _ = log.step(TITAN, timeline, seat, choose_steady(TITAN.view(state, seat), actions, random))
