"""Where the hexes of the field lie in its picture, in pixels. South is at the bottom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt

from engine.skirmish.board import HEXES, centre
from render.canvas import Box, Point

SIDE = 52
"""How long the side of a hex is."""

ACROSS, TALL = SIDE * sqrt(3), 2.0 * SIDE
"""The width and the height of a hex, which stands on a corner."""

WIDTH = 1200
HEAD = 78
"""How high the panels of the two sides are."""
BAND = 20
"""How high the line is that names the sections of the field as somebody sees them."""
LEGEND = 84

_XS, _YS = zip(*(centre(at) for at in HEXES), strict=True)
FIELD = Box(
    (WIDTH - SIDE * (max(_XS) - min(_XS)) - ACROSS) / 2,
    HEAD + BAND + 8,
    SIDE * (max(_XS) - min(_XS)) + ACROSS,
    SIDE * (max(_YS) - min(_YS)) + TALL,
)
"""The field with all its hexes."""

HEIGHT = round(FIELD.bottom) + BAND + HEAD + LEGEND + 16


@cache
def middle_of(at: str) -> Point:
    """The middle of a hex."""
    x, y = centre(at)
    return FIELD.x + ACROSS / 2 + SIDE * (x - min(_XS)), FIELD.y + SIDE * (1 + y - min(_YS))


def corners(middle: Point, inset: float = 0.0, side: float = SIDE) -> tuple[Point, ...]:
    """The corners of a hex about a point, clockwise from the top, `inset` pixels within its sides."""
    x, y = middle
    high = side - inset / sqrt(3) * 2
    wide = high * sqrt(3) / 2
    return (
        (x, y - high), (x + wide, y - high / 2), (x + wide, y + high / 2),
        (x, y + high), (x - wide, y + high / 2), (x - wide, y - high / 2),
    )  # fmt: skip


def bounds(at: str) -> Box:
    """The rectangle around a hex."""
    x, y = middle_of(at)
    return Box(x - ACROSS / 2, y - TALL / 2, ACROSS, TALL)


def label_box(at: str) -> Box:
    """Where the name of a hex is written: below its upper corner."""
    x, y = middle_of(at)
    return Box(x - 24, y - 43, 48, 16)


def around(points: Iterable[Point], margin: float) -> Box:
    """The rectangle around points, with a margin."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin)


def boundary(line: int) -> tuple[Point, Point]:
    """The line between two sections, from the top of the field: 0 in the west, 1 in the east (B2.4).

    It runs through the middle of the long rows' fifth and ninth hexes, which belong to both.
    """
    x = middle_of("A5" if line == 0 else "A9")[0]
    return (x, FIELD.y), (x, FIELD.bottom)
