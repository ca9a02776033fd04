"""How the floors of the battlelands are painted, and what lies on a hexside; what lies in a hex: `textures`.

Of what lies on a side that looks away, to the
north, one sees the edge, drawn in the upper hex; where it looks this way, one sees its face, drawn below the side, a
course for each level. Light comes from the upper left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, pi, sin, sqrt
from types import MappingProxyType

from engine.titan.battle.ground import Ground
from render.assets import sheet
from render.canvas import Canvas, Colour, Point, between, contrast, luminance, mixed
from render.titan.battles.textures import INK, TEXTURES, TONES

EARTH: Colour = "#DDD3BC"
"""What the colour of a land is mixed with, so that counters stand out on it."""

MUTED = 0.34
HIGHER = 0.13
"""How much lighter each level of elevation is."""

LEVEL = 12
"""How high the face of a drop is drawn for each level."""

BRIGHTEST = 0.6
"""The luminance of level ground is not above it: what stands there is brighter."""

SNOW = 0.76
"""The same of snow, which is the brightest ground there is."""

DUSK: Colour = "#5B6478"
"""What brighter grounds are mixed with."""

READABLE = 4.6
"""The contrast of a floor with the dark words on it."""

FROST: Colour = "#2C4A66"
"""Outlines of ground that is frozen."""

FLOORS: Mapping[str, Colour] = MappingProxyType(
    {hazard: row["paint"] for hazard, row in sheet("titan/hazards")["hazard"].items()}
)
"""What is drawn upon says what it is; the colour only helps. All are light enough for dark words."""

DEPTH: Mapping[str, int] = MappingProxyType({"slope": 12, "dune": 15, "cliff": 12, "wall": 14})
"""How far a hazard of a side reaches into the upper hex, in pixels."""


@lru_cache(maxsize=256)
def floor(hazard: str, terrain: Colour, elevation: int) -> Colour:
    """The colour of a hex: that of its hazard or of its land, the lighter the higher it lies."""
    ground = FLOORS.get(hazard) or mixed(terrain, EARTH, MUTED)
    shades = (mixed(ground, EARTH, step / 20) for step in range(21))
    ground = next(shade for shade in shades if contrast(shade, "#14171A") >= READABLE)
    shades = (mixed(ground, DUSK, step / 40) for step in range(21))
    ground = next(shade for shade in shades if luminance(shade) <= (SNOW if hazard == "drift" else BRIGHTEST))
    return mixed(ground, "#FFF6E0", HIGHER * elevation)


def hazards(ground: Ground) -> tuple[str, ...]:
    """The hazards of a battleland, those of hexes before those of sides."""
    floors = {hazard for hazard in ground.hazards if hazard != "plain"}
    sides = {hazard for row in ground.sides for hazard in row if hazard}
    return (*sorted(floors), *sorted(sides))


def tones(ground: Ground) -> list[Colour]:
    """The tones of what stands in a battleland."""
    layers = (layer for hazard in hazards(ground) if hazard in TEXTURES for layer, _ in TEXTURES[hazard][0])
    names = dict.fromkeys(layer.partition("/")[0] for layer in layers)
    return [TONES[name] for name in names if name in TONES]


# --- what lies on a side ---


@dataclass(frozen=True, slots=True)
class Hexside:
    """A hexside from start to end, the upper hex at the right hand going along."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its length in pixels."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    @property
    def light(self) -> float:
        """How much light falls on what descends over it: from -1, turned to the lower right, to 1."""
        (x, y), (right, bottom) = self.start, self.end
        return -((bottom - y) - (right - x)) / self.length / sqrt(2)

    def at(self, along: float, inward: float) -> Point:
        """The point so many pixels along it and into the upper hex."""
        share = along / self.length
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        x, y = self.start[0] + dx * share, self.start[1] + dy * share
        return x - dy / self.length * inward, y + dx / self.length * inward

    def band(self, low: float, high: float) -> tuple[Point, ...]:
        """What lies between two distances from it, its ends cut so that it meets the next side's."""
        cut = 1 / sqrt(3)
        return (
            self.at(low * cut, low), self.at(self.length - low * cut, low),
            self.at(self.length - high * cut, high), self.at(high * cut, high),
        )  # fmt: skip


def hexside(canvas: Canvas, hazard: str, start: Point, end: Point, paint: Colour) -> None:
    """What lies on the side from start to end, drawn within the upper hex, whose floor has this paint."""
    SIDES[hazard](canvas, Hexside(start, end), paint)


def _lit(paint: Colour, light: float) -> Colour:
    return mixed(paint, "#FFFFFF", 0.5 * light) if light > 0 else mixed(paint, INK, -0.42 * light)


def _slope(canvas: Canvas, side: Hexside, paint: Colour) -> None:
    """A bank, lit or in the shade, and hachures: strong at the top, fine at the foot."""
    depth = DEPTH["slope"]
    canvas.polygon(side.band(0, depth), _lit(paint, side.light * 0.9 - 0.1))
    count = 9
    for step in range(count):
        along = side.length * (step + 0.5) / count
        top = depth - 1 - max(0.0, (abs(along - side.length / 2) - side.length / 2 + 8) * 1.2)
        canvas.polygon((side.at(along - 2, top), side.at(along + 2, top), side.at(along, 1)), INK)
    canvas.line(side.band(0, depth)[2:], INK, 1.5)


def _dune(canvas: Canvas, side: Hexside, paint: Colour) -> None:
    """Three crescents: a bright crest, and below it the steep face in stripes."""
    depth, count = DEPTH["dune"], 3
    wide = (side.length - 8) / count
    for step in range(count):
        left = 4 + wide * step
        crest = [side.at(left + wide * i / 12, 1 + (depth - 1) * sin(pi * i / 12) ** 0.7) for i in range(13)]
        canvas.polygon(crest, "#C98A35", INK, 1.5)
        for i in range(3, 10, 2):
            high = (depth - 5) * sin(pi * i / 12) ** 0.7
            canvas.line((side.at(left + wide * i / 12, high), side.at(left + wide * i / 12, 2)), "#7A4A12", 1.3)
        canvas.line(crest[2:11], "#FFF0C0", 2)


def _cliff(canvas: Canvas, side: Hexside, paint: Colour) -> None:
    """Bare rock: a bright broken edge, and dark clefts straight down."""
    depth = DEPTH["cliff"]
    edge = (1, 0.82, 1, 0.7, 0.95, 0.78, 1, 0.86, 1)
    cut = depth / sqrt(3)
    top = [side.at(cut + (side.length - 2 * cut) * i / 8, depth * high) for i, high in enumerate(edge)]
    canvas.polygon((side.at(0, 0), *top, side.at(side.length, 0)), "#6A5A4E")
    for i in range(1, 8, 1):
        x = cut + (side.length - 2 * cut) * i / 8
        canvas.line((side.at(x, depth * edge[i] - 2), side.at(x + (i % 3 - 1) * 3, 1)), "#241C16", 2.4)
    canvas.line(top, "#FFFFFF", 2)
    canvas.line((side.at(0, 0.5), side.at(side.length, 0.5)), "#15100C", 3)


def _wall(canvas: Canvas, side: Hexside, paint: Colour) -> None:
    """Masonry in courses below a bright parapet with battlements."""
    depth = DEPTH["wall"]
    canvas.polygon(side.band(0, depth - 5), "#8B8880", INK, 1.2)
    canvas.line((side.at(3, 5), side.at(side.length - 3, 5)), INK, 1)
    for step in range(6):
        x = 8 + (side.length - 16) * step / 5
        canvas.line((side.at(x, 0.5), side.at(x, 5)), INK, 1)
        if step < 5:
            canvas.line((side.at(x + 6, 5), side.at(x + 6, depth - 5)), INK, 1)
    for step in range(5):
        x = side.length * (step + 0.5) / 5
        stone = ((x - 4, depth - 6), (x + 4, depth - 6), (x + 4, depth), (x - 4, depth))
        canvas.polygon([side.at(*place) for place in stone], "#E9E7E0", INK, 1.2)


SIDES: Mapping[str, Callable[[Canvas, Hexside, Colour], None]] = MappingProxyType(
    {"slope": _slope, "dune": _dune, "cliff": _cliff, "wall": _wall}
)


# --- what one sees of a drop from the front ---


def face(canvas: Canvas, hazard: str, start: Point, end: Point, levels: int, paint: Colour, spread: Span) -> None:
    """The face of a drop over the side from start to end, which looks this way: a course for each level.

    `paint` is the floor's above; `spread` are the ways on which the ends of the foot of a slope run out.
    """
    side = Hexside(start, end)
    high = LEVEL * max(1, levels)
    earth = mixed(mixed(paint, "#6A4A34", 0.5), INK, 0.34 - 0.28 * side.light)
    out = spread if hazard == "slope" else ((0.0, 0.0), (0.0, 0.0))
    feet = [(x + dx, y + dy + high) for (x, y), (dx, dy) in zip((start, end), out, strict=True)]
    canvas.polygon((start, end, feet[1], feet[0]), earth)
    FACES.get(hazard, _bare)(canvas, _Face((start, end), (feet[0], feet[1]), max(1, levels), earth, paint))


Span = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class _Face:
    """The face of a drop: its upper and its lower edge, how many levels it falls, its paint and the floor's above."""

    top: tuple[Point, Point]
    foot: tuple[Point, Point]
    levels: int
    earth: Colour
    floor: Colour

    def at(self, along: float, down: float) -> Point:
        """The point at shares of its length and of its height."""
        return between(between(*self.top, along), between(*self.foot, along), down)

    def line(self, down: float) -> tuple[Point, Point]:
        """A line along it, at a share of its height."""
        return self.at(0, down), self.at(1, down)


def _courses_of(canvas: Canvas, face: _Face) -> None:
    """The seams between levels, and the shade at the foot."""
    for level in range(1, face.levels):
        canvas.line(face.line(level / face.levels), mixed(face.earth, "#000000", 0.5), 2.2)
        seam = face.line((level + 0.14) / face.levels)
        canvas.line(seam, mixed(face.earth, "#FFFFFF", 0.3), 1.2)
    canvas.line(face.line(1), mixed(face.earth, "#000000", 0.45), 1.6)


def _bare(canvas: Canvas, face: _Face) -> None:
    """Cut earth below a lit edge."""
    _courses_of(canvas, face)
    canvas.line(face.top, mixed(face.floor, "#FFFFFF", 0.55), 1.8)


def _bank(canvas: Canvas, face: _Face) -> None:
    """A bank with hachures, fine at the foot."""
    shade = mixed(face.earth, "#000000", 0.42)
    count = 8
    for step in range(count):
        along = (step + 0.5) / count
        reach = 0.86 if step % 2 else 0.62
        canvas.polygon((face.at(along - 0.032, 0), face.at(along + 0.032, 0), face.at(along, reach)), shade)
    _courses_of(canvas, face)
    canvas.line(face.top, mixed(face.floor, "#FFFFFF", 0.5), 2)


def _rock(canvas: Canvas, face: _Face) -> None:
    """Bare rock with dark clefts straight down below a bright broken edge."""
    canvas.polygon((*face.top, face.foot[1], face.foot[0]), mixed(face.earth, "#2A2320", 0.55))
    for step in range(7):
        along = (step + 0.5) / 7
        light = mixed(face.earth, "#FFFFFF", 0.28)
        canvas.polygon((face.at(along - 0.05, 0), face.at(along + 0.01, 0), face.at(along - 0.03, 0.9)), light)
        canvas.line((face.at(along + 0.035, 0.1), face.at(along + 0.02, 1)), "#15100C", 2.2)
    _courses_of(canvas, face)
    edge = [face.at(step / 10, (0.0, 0.16, 0.02, 0.22, 0.05)[step % 5]) for step in range(11)]
    canvas.line(edge, "#FFFFFF", 2.2)


def _masonry(canvas: Canvas, face: _Face) -> None:
    """Courses of stone below battlements, which stand on the edge."""
    stone = mixed(face.earth, "#B9B6AE", 0.6)
    canvas.polygon((*face.top, face.foot[1], face.foot[0]), stone)
    rows = 2 * face.levels
    for row in range(rows):
        canvas.line(face.line(row / rows), mixed(stone, INK, 0.6), 1)
        for step in range(6):
            along = (step + (0.25 if row % 2 else 0.75)) / 6
            canvas.line((face.at(along, row / rows), face.at(along, (row + 1) / rows)), mixed(stone, INK, 0.6), 1)
    _courses_of(canvas, face)
    for step in range(5):
        left, right = face.at((step + 0.16) / 5, 0), face.at((step + 0.84) / 5, 0)
        raised = [(x, y - 6) for x, y in (left, right)]
        canvas.polygon((left, right, raised[1], raised[0]), mixed(stone, "#FFFFFF", 0.5), INK, 1)
    canvas.line(face.top, mixed(stone, "#FFFFFF", 0.35), 1.6)


FACES: Mapping[str, Callable[[Canvas, _Face], None]] = MappingProxyType(
    {"slope": _bank, "cliff": _rock, "wall": _masonry}
)
