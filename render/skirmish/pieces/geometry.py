"""Where the hexes of the field lie in its pictures, in pixels. South is at the bottom.

What stands in a hex is drawn for one that is 90 pixels wide, and as much larger as the hexes of a picture are. Arrows
run over the sides of hexes, so what is read has its places at the corners: see `SLOTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

from engine.skirmish.board import HEXES, centre
from render.canvas import Box, Point

ACROSS = 90
"""The width of a hex, which stands on a corner, in the full picture."""

SIDE = ACROSS / sqrt(3)
"""How long its side is."""

TALL = 2 * SIDE

WIDTH = 1200
HEAD = 78
"""How high the panels of the two sides are."""
BAND = 20
"""How high the line is that names the sections of the field as somebody sees them."""
LEGEND = 74

_XS, _YS = zip(*(centre(at) for at in HEXES), strict=True)
_WEST, _NORTH = min(_XS), min(_YS)
ROWS = round((max(_YS) - _NORTH) / 1.5)
"""How many rows lie below the first."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Hexes of a width on a picture, which is even so that all middles are whole pixels; the field begins at x and y.

    `hexes` are those that lie on the picture.
    """

    across: int
    x: float
    y: float
    hexes: tuple[str, ...] = HEXES
    calm: bool = False
    """Whether tiles are all in the same light and without grass, for a picture that has to be small as a file."""

    @property
    def share(self) -> float:
        """How much larger than in the full picture everything is."""
        return self.across / ACROSS

    @property
    def side(self) -> float:
        """The side of a hex."""
        return self.across / sqrt(3)

    @property
    def rise(self) -> int:
        """From row to row."""
        return round(1.5 * self.side)

    @property
    def field(self) -> Box:
        """The field with all its hexes."""
        return Box(self.x, self.y, 13 * self.across, ROWS * self.rise + 2 * self.side)

    def middle(self, at: str) -> Point:
        """The middle of a hex."""
        x, y = centre(at)
        along, down = round((x - _WEST) * 2 / sqrt(3)), round((y - _NORTH) / 1.5)
        return self.x + self.across / 2 * (1 + along), self.y + round(self.side) + self.rise * down

    def bounds(self, at: str) -> Box:
        """The rectangle around a hex."""
        return self.at(at, Box(-ACROSS / 2, -SIDE, ACROSS, TALL))

    def at(self, hex_: str, box: Box) -> Box:
        """A rectangle about the middle of a hex of the full picture, where it is on this one."""
        (x, y), share = self.middle(hex_), self.share
        return Box(x + box.x * share, y + box.y * share, box.width * share, box.height * share)

    def slot(self, at: str, name: str) -> Box:
        """The place of something that stands in a hex."""
        return self.at(at, self.slots[name])

    @property
    def slots(self) -> Mapping[str, Box]:
        """The places in a hex."""
        return CALM if self.calm else SLOTS

    def boundary(self, line: int) -> tuple[Point, Point]:
        """The line between two sections, from the top of the field: 0 in the west, 1 in the east (B2.4).

        It runs through the middle of the long rows' fifth and ninth hexes, which belong to both.
        """
        x = self.middle("A5" if line == 0 else "A9")[0]
        return (x, self.field.y), (x, self.field.bottom)


FULL = Grid(ACROSS, (WIDTH - 13 * ACROSS) / 2, HEAD + BAND + 8)
"""The field of the full picture."""

FIELD = FULL.field
HEIGHT = round(FIELD.bottom) + BAND + HEAD + LEGEND + 14


def _square(x: float, y: float, side: float) -> Box:
    return Box(x - side / 2, y - side / 2, side, side)


MARK = 20
"""A mark in a hex."""

SLOTS: Mapping[str, Box] = MappingProxyType(
    {
        "counter": Box(-32, -33, 64, 61),
        "order": _square(-31.5, -22.5, MARK),
        "stunned": _square(-33, -2.5, MARK),
        "poisoned": _square(-30.5, 17.5, MARK),
        "unshaken": _square(0, -14, MARK),
        "alone": Box(-17, -26, 34, 46),
        "card": Box(11, -34.5, 22, 29.5),
        "banner": _square(31, -20, MARK),
        "health": Box(16, -5, 28, 33),
        "hurt": Box(-18, 2, 33, 26),
        "crown": _square(-2.5, -36.6, 25),
        "dice": Box(-20, -46.8, 30, 22),
        "name": Box(-20, 28, 40, 17),
    }
)
"""Where everything that stands in a hex has its place, from the middle of a hex of the full picture.

An order, stun and poison go down the left; a card or a banner and the health the right; damage lies at the foot. A card
that nobody covers lies alone.
"""

CALM: Mapping[str, Box] = MappingProxyType(
    {
        **SLOTS,
        "health": Box(12, -15, 33, 43),
        "card": Box(5, -42, 18, 24),
        "crown": _square(-7, -35, 22),
        "unshaken": _square(-6.5, -14, MARK),
        "hurt": Box(-20, -4, 32, 32),
        "banner": _square(23.5, -25.5, MARK),
        "dice": Box(-21, -45, 25, 27),
        "name": Box(-22, 28, 44, 17),
    }
)
"""The places on a phone, where figures are as large as they can be."""


def corners(middle: Point, inset: float = 0.0, side: float = SIDE) -> tuple[Point, ...]:
    """The corners of a hex about a point, clockwise from the top, `inset` pixels within its sides."""
    x, y = middle
    high = side - inset / sqrt(3) * 2
    wide = high * sqrt(3) / 2
    return (
        (x, y - high), (x + wide, y - high / 2), (x + wide, y + high / 2),
        (x, y + high), (x - wide, y + high / 2), (x - wide, y - high / 2),
    )  # fmt: skip


def around(points: Iterable[Point], margin: float) -> Box:
    """The rectangle around points, with a margin."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin)
