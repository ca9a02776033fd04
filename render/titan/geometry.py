"""Where things lie on the masterboard's picture: functions from lands to points, without a pixel drawn.

A land is a triangle with its corners cut off, its number at the narrow end. Between lands runs a gutter that holds
the signs, each growing out of the land that is left by it.
"""

from __future__ import annotations

from math import hypot, sqrt

from engine.titan.board import Board, Gate, Land
from render.canvas import Box, Point, between, middle

UNIT = 25
"""Pixels of a unit of the board; it is 62 units wide."""
TOP, LEFT = 92, 25
GUTTER = 8
"""How far a land's long sides keep from the border with the next."""

WIDE, HIGH = 6 * UNIT, 3 * UNIT * sqrt(3)
SLANT = 2 * UNIT * sqrt(3)
"""Where the slanted long sides end, from the narrow end of a land."""

NUMBER = (9.0, 26.0)
WORD = (30.0, 46.0)
ROWS = ((49.0, 71.0), (73.0, 95.0), (97.0, 119.0))
"""From and to, counted from the narrow end."""

SLOTS = 5
"""The most legions that a land has room for; the rules allow four: three of a split, and an enemy (R4.2, R6.8)."""


def bottom(board: Board) -> float:
    """Where the board ends."""
    return TOP + board.height * UNIT


def corners(board: Board, land: int) -> tuple[Point, ...]:
    """The six corners of a land, with its half of the gutters; side i runs from corner i to corner i + 1."""
    return tuple((LEFT + x * UNIT, TOP + y * UNIT) for x, y in board.corners(land))


def centre(board: Board, land: int) -> Point:
    """The middle of a land."""
    return middle(corners(board, land))


def surface(board: Board, land: int) -> tuple[Point, ...]:
    """The land as it is painted: its long sides drawn in by the gutter."""
    points = corners(board, land)
    first = 0 if board.lands[land].inverted else 1
    found = []
    for corner, point in enumerate(points):
        long = corner if corner % 2 == first else (corner - 1) % 6
        before, after = points[(corner - 1) % 6], points[(corner + 1) % 6]
        short = before if corner == long else after
        length = hypot(short[0] - point[0], short[1] - point[1])
        found.append(between(point, short, GUTTER / (length * sqrt(3) / 2)))
    return tuple(found)


def apex(land: Land) -> int:
    """The short side at a land's narrow end."""
    return 3 if land.inverted else 0


def number_box(board: Board, land: int) -> Box:
    """Where a land's number stands."""
    return _band(board, land, *NUMBER, inner=False)


def word_box(board: Board, land: int) -> Box:
    """Where the name of its terrain stands."""
    return _band(board, land, *WORD, inner=True)


def slots(board: Board, land: int, legions: int) -> tuple[Box, ...]:
    """Where so many legions stand in a land. Raises KeyError for more than `SLOTS`."""
    first, second, third = ROWS
    upper = _band(board, land, *first, inner=True)
    match legions:
        case 0:
            return ()
        case 1:
            return (_narrowed(_band(board, land, first[0], third[1], inner=True), 84),)
        case 2:
            half = (first[0] + third[1]) / 2
            rows = ((first[0], half - 1), (half + 1, third[1]))
            return tuple(_narrowed(_band(board, land, *row, inner=True), 88) for row in rows)
        case 3:
            return tuple(_narrowed(_band(board, land, *row, inner=True), 88) for row in ROWS)
        case 4:
            pair = _halves(_narrowed(_band(board, land, *second, inner=False), 132))
            return (upper, *pair, _narrowed(_band(board, land, *third, inner=True), 88))
        case 5:
            pair = _halves(_narrowed(_band(board, land, *second, inner=False), 132))
            return (upper, *pair, *_halves(_band(board, land, *third, inner=False)))
        case _:
            raise KeyError(legions)


def sign(board: Board, land: Land, gate: Gate) -> tuple[Point, Point, Point]:
    """The foot of the sign by which a land is left, and where it points.

    Given as the middle of the foot, a point one pixel along it clockwise, and one a pixel outwards. Where the side has
    a sign of either land, each keeps to its own narrow end; on the level sides each to its own left.
    """
    points = corners(board, land.label)
    start, end = points[gate.side], points[(gate.side + 1) % 6]
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    out = (along[1], -along[0])
    shift = 0.0
    if gate.into:
        to_apex = 1 if gate.side in (2, 5) else -1
        shift = 16.0 * to_apex
    foot = between(start, end, 0.5 + shift / length)
    foot = (foot[0] - out[0] * GUTTER, foot[1] - out[1] * GUTTER)
    return foot, (foot[0] + along[0], foot[1] + along[1]), (foot[0] + out[0], foot[1] + out[1])


def herald(board: Board, land: Land) -> Point:
    """Where a land's engagement is marked: in the gap beyond its narrow end."""
    points = corners(board, land.label)
    side = apex(land)
    x, y = between(points[side], points[(side + 1) % 6], 0.5)
    return x, y + (15 if land.inverted else -15)


def _band(board: Board, land: int, start: float, end: float, inner: bool) -> Box:
    """The rectangle between two distances from the narrow end; `inner` keeps it out of the gutter."""
    rim = (GUTTER if inner else 0) / (sqrt(3) / 2)
    inset = max(_rim(start) + rim if start < SLANT else 0, _rim(end) + (rim if end < SLANT else 0)) + 1
    points = corners(board, land)
    x, y = min(x for x, _ in points), min(y for _, y in points)
    top = HIGH - end if board.lands[land].inverted else start
    return Box(x + inset, y + top, WIDE - 2 * inset, end - start)


def _rim(depth: float) -> float:
    """How far a land's outline keeps from its widest reach at a distance from the narrow end."""
    if depth <= SLANT:
        return 2 * UNIT * (1 - depth / SLANT)
    return (depth - SLANT) / sqrt(3)


def _narrowed(box: Box, width: float) -> Box:
    """The middle of a box, not wider than `width`."""
    spare = max(0.0, box.width - width) / 2
    return Box(box.x + spare, box.y, box.width - 2 * spare, box.height)


def _halves(box: Box) -> tuple[Box, Box]:
    """The left and the right half of a box with a small gap between."""
    half = box.width / 2 - 1
    return Box(box.x, box.y, half, box.height), Box(box.right - half, box.y, half, box.height)
