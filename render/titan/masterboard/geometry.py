"""Where things lie on a masterboard of any size: functions from lands to points, without a pixel drawn.

A land is a triangle with its corners cut off, its number at the narrow end. Between lands runs a gutter that holds
the signs, each growing out of the land that is left by it.

Slanted sides rise by 7 pixels on 4, so nearly by the 60 degrees that they would have, and the corners of lands are
whole pixels. So a slanted side looks the same after each seven rows, and what is pasted into lands lies the same way
everywhere: a compressed picture of it takes half the room.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt

from engine.titan.board import Board, Gate, Land
from render.canvas import Box, Point, between, middle

UNIT = 24
"""Pixels of a unit of the whole board, which is 62 units wide. What follows is in pixels of a board drawn so.

Units are multiples of four, for the corners' sake.
"""

ROW = 1.75
"""How many units the corners of lands are below each other; the square root of 3 if angles were equal."""

GUTTER = 7
GUTTER_ACROSS = 8
"""How far a land's long sides keep from the border with the next; of slanted ones, from left to right."""

WRITTEN = 46.0
"""How wide a land's number is at most."""

NUMBER = (4.0, 28.0)
GLYPH = (29.0, 43.0)
PIECES = (44.0, 120.0)
"""From and to, counted from the narrow end."""

ABREAST = (88, 62, 46, 34, 26)
"""How wide pieces are that stand alone, by two, three, four and five in a land. Each is as high as the others, so that
heights can be read; they stand out a little beyond the slanted sides of their land, where nothing is.
"""
BETWEEN = 1.5
"""The gap between two pieces."""

SLOTS = 5
"""The most legions that a land has room for; the rules allow four: three of a split, and an enemy (R4.2, R6.8)."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A board that is drawn with `unit` pixels a unit, its upper left corner at `left` and `top`.

    With another `row` it is drawn out in height, for tall pictures.
    """

    board: Board
    unit: float = UNIT
    left: float = 56
    top: float = 20
    row: float = ROW

    @property
    def scale(self) -> float:
        """How much larger than usual everything is drawn."""
        return self.unit / UNIT

    @property
    def land_size(self) -> tuple[float, float]:
        """The width and the height of a land."""
        return 6 * self.unit, 3 * self.unit * self.row

    @property
    def gutter(self) -> float:
        """How far a land's long sides keep from the border."""
        return GUTTER * self.scale

    def corners(self, land: int) -> tuple[Point, ...]:
        """The six corners of a land, with its half of the gutters; side i runs from corner i to corner i + 1."""
        return _corners(self, land)

    def bounds(self, land: int) -> Box:
        """The rectangle around a land."""
        return _bounds(self, land)

    def centre(self, land: int) -> Point:
        """The middle of a land."""
        return middle(self.corners(land))

    def surface(self, land: int) -> tuple[Point, ...]:
        """The land as it is painted: its long sides drawn in by the gutter, which takes a sixth of its short sides."""
        points = self.corners(land)
        first = 0 if self.board.lands[land].inverted else 1
        found = []
        for corner, point in enumerate(points):
            short = points[(corner - 1 if corner % 2 == first else corner + 1) % 6]
            found.append(between(point, short, 1 / 6))
        return tuple(found)

    def number_box(self, land: int) -> Box:
        """Where a land's number stands."""
        return _narrowed(self._band(land, *NUMBER, inner=False), WRITTEN * self.scale)

    def glyph_box(self, land: int) -> Box:
        """Where the glyph of its terrain stands."""
        return _narrowed(self._band(land, *GLYPH, inner=True), (GLYPH[1] - GLYPH[0]) * 1.5 * self.scale)

    def slots(self, land: int, legions: int) -> tuple[Box, ...]:
        """Where so many legions stand in a land. Raises KeyError for more than `SLOTS`."""
        if not legions:
            return ()
        if legions > SLOTS:
            raise KeyError(legions)
        wide, gap = ABREAST[legions - 1] * self.scale, BETWEEN * self.scale
        band = self._band(land, *PIECES, inner=False)
        left = band.centre[0] - (legions * (wide + gap) - gap) / 2
        return tuple(Box(left + place * (wide + gap), band.y, wide, band.height) for place in range(legions))

    def sign(self, land: Land, gate: Gate) -> tuple[Point, Point, Point]:
        """The foot of the sign by which a land is left, and where it points.

        Given as the middle of the foot, a point one pixel along it clockwise, and one a pixel outwards. Where the side
        has a sign of either land, each keeps to its own narrow end; on the level sides each to its own left.
        """
        points = self.corners(land.label)
        start, end = points[gate.side], points[(gate.side + 1) % 6]
        length = hypot(end[0] - start[0], end[1] - start[1])
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        out = (along[1], -along[0])
        to_apex = 1 if gate.side in (2, 5) else -1
        x, y = between(start, end, 0.5 + to_apex / 6 if gate.into else 0.5)
        if along[1]:
            x -= GUTTER_ACROSS * self.scale * (1 if out[0] > 0 else -1)
        else:
            y -= out[1] * self.gutter
        foot = x, y
        return foot, (foot[0] + along[0], foot[1] + along[1]), (foot[0] + out[0], foot[1] + out[1])

    def herald(self, land: Land) -> Point:
        """Where a land's engagement is marked: in the gap beyond its narrow end."""
        points = self.corners(land.label)
        side = apex(land)
        x, y = between(points[side], points[(side + 1) % 6], 0.5)
        return x, y + (15 if land.inverted else -15) * self.scale

    def covers(self, point: Point) -> bool:
        """Whether a point lies on the board, its cut corners left out."""
        x, y = point
        right = self.left + self.board.width * self.unit
        bottom = self.top + self.board.height / sqrt(3) * self.row * self.unit
        free = self.beside(y)
        return self.top < y < bottom and self.left + free < x < right - free

    def beside(self, y: float) -> float:
        """How much room there is at a height between the board and where its widest row begins or ends."""
        depth = min(y - self.top, self.top + self.board.height / sqrt(3) * self.row * self.unit - y)
        return max(0.0, CORNER * self.unit - depth / self.row)

    def _band(self, land: int, start: float, end: float, inner: bool) -> Box:
        """The rectangle between two distances from the narrow end; `inner` keeps it out of the gutter."""
        rim = GUTTER_ACROSS if inner else 0
        inset = max(_rim(start) + rim if start < SLANT else 0, _rim(end) + (rim if end < SLANT else 0))
        bounds, scale = self.bounds(land), self.scale
        top = bounds.height - end * scale if self.board.lands[land].inverted else start * scale
        return Box(bounds.x + inset * scale, bounds.y + top, bounds.width - 2 * inset * scale, (end - start) * scale)


@lru_cache(maxsize=8)
def whole(board: Board) -> BoardPlan:
    """Where the lands lie in the picture of the whole board."""
    return BoardPlan(board)


@lru_cache(maxsize=4096)
def _corners(plan: BoardPlan, land: int) -> tuple[Point, ...]:
    points = ((x, round(y / sqrt(3)) * plan.row) for x, y in plan.board.corners(land))
    return tuple((plan.left + x * plan.unit, plan.top + y * plan.unit) for x, y in points)


@lru_cache(maxsize=4096)
def _bounds(plan: BoardPlan, land: int) -> Box:
    points = _corners(plan, land)
    return Box(min(x for x, _ in points), min(y for _, y in points), *plan.land_size)


SLANT = 2 * UNIT * ROW
"""Where the slanted long sides end, from the narrow end of a land."""

CORNER = 15
"""So many units of the board's upper and lower rim are left free at each of its ends."""


def apex(land: Land) -> int:
    """The short side at a land's narrow end."""
    return 3 if land.inverted else 0


def _rim(depth: float) -> float:
    """How far a land's outline keeps from its widest reach at a distance from the narrow end."""
    if depth <= SLANT:
        return 2 * UNIT * (1 - depth / SLANT)
    return (depth - SLANT) / ROW


def _narrowed(box: Box, width: float) -> Box:
    """The middle of a box, not wider than `width`."""
    spare = max(0.0, box.width - width) / 2
    return Box(box.x + spare, box.y, box.width - 2 * spare, box.height)
