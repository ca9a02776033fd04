"""The picture of where one's legions can go: large enough for a phone, and nothing of it is missing."""

from __future__ import annotations

import pytest

from cogs.titan.words.captions import captions_in
from engine.core import Seat
from engine.titan.actions import Move
from engine.titan.ruleset import TITAN
from engine.titan.state import Moving, State
from engine.titan.view import View
from render.canvas import Box, Canvas
from render.theme import DARK
from render.titan.masterboard import lands as lands_drawn
from render.titan.masterboard.private_board import COUNTER, PLACE, ROW, owned, strip
from render.titan.masterboard.reach import MAP, draw, lands, reach, reach_shown, scene
from render.titan.masterboard.zoom import SIZE, plan_of
from tests.engine.positions import position
from tests.render.pixels import near

NEAR = position("Red: Rd01@41 TTN OGR OGR; Rd02@1 LIO LIO", "Blue: Bu01@16 OGR", phase=Moving(2))
FAR = position("Red: Rd01@41 TTN OGR OGR; Rd02@7 LIO LIO; Rd03@121 CEN CEN", "Blue: Bu01@16 OGR", phase=Moving(6))


def seen(state: State) -> tuple[View, list[Move]]:
    """What the mover sees, and where he can go."""
    return TITAN.view(state, Seat(0)), [a for a in TITAN.legal(state, Seat(0)) if isinstance(a, Move)]


@pytest.mark.parametrize("state", [NEAR, FAR])
def test_every_goal_and_every_legion_that_moves_is_on_it(state: State) -> None:
    view, moves = seen(state)

    there = reach_shown(view, "", moves)

    assert {move.land for move in moves} <= there
    assert {one.land for one in owned(view) if one.marker in {move.legion for move in moves}} <= there
    goals = {part.facts[0].land for part in scene(view, actions=moves) if part.sort == "goal"}
    assert goals == {move.land for move in moves}


def test_one_legion_is_shown_larger_than_all() -> None:
    view, moves = seen(FAR)
    one = [move for move in moves if move.legion == "Rd02"]

    assert lands(view, "Rd02", moves) == lands(view, "", one)
    scales = [plan_of(view.rules.board, lands(view, focus, moves), MAP).unit for focus in ("Rd02", "")]
    assert scales[0] > scales[1]


def test_all_of_ones_legions_stand_below_it_and_nobody_elses() -> None:
    view, moves = seen(FAR)

    below = [part for part in scene(view, actions=moves) if part.sort == "strip"]

    assert [part.facts[0].marker for part in below] == ["Rd01", "Rd02", "Rd03"]
    assert all(part.box.y >= SIZE for part in below)


def test_the_same_view_gives_the_same_bytes() -> None:
    (view, moves), captions = seen(NEAR), captions_in("en")

    assert reach(view, captions, actions=moves) == reach(view, captions, actions=moves)
    assert draw(view, captions, actions=moves).width == SIZE


def test_what_is_written_on_the_plate_of_a_land_stays_within_it() -> None:
    """What hangs down from a letter too."""
    view = TITAN.view(position("Red: Rd01@114 TTN OGR", "Blue: Bu01@16 OGR", phase=Moving(2)), Seat(0))
    (legion,), box = owned(view), Box(0, 0, 490, ROW - 6)
    canvas, tones = Canvas(490, ROW - 6, DARK.ground), lands_drawn.tones(view.rules.board.terrains["Jungle"], DARK)
    strip(canvas, box, view, legion, captions_in("en"), DARK)
    left = 4 + COUNTER[0] + 4

    rows = range(ROW - 6)
    plate = [y for y in rows if near(canvas.image, (left + 4, y), tones.fill, 2)]
    written = [y for y in rows if any(near(canvas.image, (left + x, y), tones.ink, 60) for x in range(6, PLACE - 6))]

    assert plate[0] + 3 <= written[0]
    assert written[-1] <= plate[-1] - 2
