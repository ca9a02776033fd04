"""Views as the engine makes them: every picture of games as they are played can be drawn, and holds its shape."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.core import Seat
from engine.titan.ruleset import TITAN
from render.canvas import Box
from render.parts import collisions, outside
from render.titan.battles.battle import battle
from render.titan.battles.battleland import HEIGHT, WIDTH
from render.titan.battles.layout import scene
from render.titan.cards.hand import hand
from render.titan.masterboard.board import board
from render.titan.masterboard.placement import places as legions
from tests.captions import ENGLISH
from tests.render.played import GAMES, states


@pytest.mark.parametrize(
    ("seats", "seed", "rare"),
    [(*GAMES[0], 12), *(pytest.param(*game, 1, marks=pytest.mark.deep) for game in GAMES)],
)
def test_pictures_of_a_played_game(seats: int, seed: int, rare: int) -> None:
    """Every position is laid out, and some are drawn: seldom, as other tests look at pictures."""
    fought, boxes = 0, list[Box]()
    for step, state in enumerate(states(seats, seed)):
        view = TITAN.view(state, None)
        boxes, before = [box for _, box in legions(view)], boxes
        assert len(boxes) == len(view.legions)
        assert boxes == before or not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        if view.battle is not None:
            parts = scene(view)
            assert not collisions(parts)
            assert not outside(parts, WIDTH, HEIGHT)
        if step % (29 * rare) == 0:
            assert board(view, ENGLISH).startswith(b"\x89PNG")
            assert hand(TITAN.view(state, Seat(step % seats)), ENGLISH).startswith(b"\x89PNG")
        if view.battle is not None and step % (7 * rare) == 0:
            fought += 1
            assert battle(view, ENGLISH).startswith(b"\x89PNG")
    assert fought
