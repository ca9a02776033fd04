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
from render.assets import sheet
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

_SLOTS = {form: {name: Box(*box) for name, box in rows.items()} for form, rows in sheet("skirmish/slots").items()}

SLOTS: Mapping[str, Box] = MappingProxyType(_SLOTS["usual"])
"""Where everything that stands in a hex has its place, from the middle of a hex of the full picture."""

CALM: Mapping[str, Box] = MappingProxyType({**_SLOTS["usual"], **_SLOTS["calm"]})
"""The places on a phone."""


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
