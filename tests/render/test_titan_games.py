"""Views as the engine makes them: every picture of games as they are played can be drawn, and holds its shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Concede, Resign
from engine.titan.bots import choose_steady
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from render.scene import collisions, outside
from render.titan import battle, board, hand
from render.titan.battleland import HEIGHT, WIDTH
from render.titan.board import places as legions
from render.titan.fray import scene

ENTRIES = 900


def states(seats: int, seed: int) -> Iterator[State]:
    """The states of a game that steady seats play, for a while."""
    random, course = Random(seed), log.opening(TITAN, seats, {})
    for _ in range(ENTRIES):
        state = course.state
        yield state
        wanted = TITAN.wants(state)
        if wanted is not None:
            faces = range(1, wanted.sides + 1)
            drawn = random.sample(faces, wanted.count) if wanted.distinct else random.choices(faces, k=wanted.count)
            course, _ = log.step(TITAN, course, CHANCE, Drawn(tuple(drawn)))
            continue
        waiting = sorted(TITAN.awaiting(state))
        if not waiting:
            return
        seat = Seat(random.choice(waiting))
        actions = [action for action in TITAN.legal(state, seat) if not isinstance(action, Resign | Concede)]
        course, _ = log.step(TITAN, course, seat, choose_steady(TITAN.view(state, seat), actions, random))


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (4, 2), (6, 3)])
def test_pictures_of_a_played_game(seats: int, seed: int) -> None:
    fought = 0
    for step, state in enumerate(states(seats, seed)):
        view = TITAN.view(state, None)
        boxes = [box for _, box in legions(view)]
        assert len(boxes) == len(view.legions)
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        if view.battle is not None:
            parts = scene(view)
            assert not collisions(parts)
            assert not outside(parts, WIDTH, HEIGHT)
        if step % 29 == 0:
            assert board(view).startswith(b"\x89PNG")
            assert hand(TITAN.view(state, Seat(step % seats))).startswith(b"\x89PNG")
        if view.battle is not None and step % 7 == 0:
            fought += 1
            assert battle(view).startswith(b"\x89PNG")
    assert fought
