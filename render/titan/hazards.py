"""How each hazard of the battlelands is drawn: what lies in a hex, and what lies on a hexside.

What lies in a hex is a drawing on the square that the hex is as wide as. Of what lies on a side that looks away, to the
north, one sees the edge, drawn in the upper hex; where it looks this way, one sees its face, drawn below the side, a
course for each level. Light comes from the upper left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, pi, sin, sqrt
from types import MappingProxyType

from PIL import Image, ImageDraw

from engine.titan.battle.ground import Ground
from render.canvas import Canvas, Colour, Point, between, contrast, luminance, mixed
from render.drawing import Drawing, stamp

EARTH: Colour = "#DDD3BC"
"""What the colour of a land is mixed with, so that counters stand out on it."""

MUTED = 0.34
HIGHER = 0.13
"""How much lighter each level of elevation is."""

LEVEL = 12
"""How high the face of a drop is drawn for each level."""

BRIGHTEST = 0.6
"""The luminance of level ground is not above it: what stands there is brighter."""

DUSK: Colour = "#5B6478"
"""What brighter grounds are mixed with."""

READABLE = 4.6
"""The contrast of a floor with the dark words on it."""

INK: Colour = "#3A2A1C"
"""Hachures and outlines of the ground."""

FLOORS: Mapping[str, Colour] = MappingProxyType(
    {
        "bramble": "#8FAE62",
        "bog": "#8B9A72",
        "drift": "#DCE8F0",
        "sand": "#EBCF86",
        "tree": "#86A868",
        "volcano": "#9C8478",
        "tower": "#A3A29D",
    }
)
"""What is drawn upon says what it is; the colour only helps. All are light enough for dark words."""

QUIET = "quiet"
"""The ground of any land where there is no room for more."""

STANDING = frozenset({"tree", "volcano"})
"""What is drawn large, and so finely."""

SCALE = 3
"""The land is drawn so many times larger and reduced."""

HIGH = 66 / 76
"""A hex's height in its widths."""

DEPTH: Mapping[str, int] = MappingProxyType({"slope": 12, "dune": 15, "cliff": 12, "wall": 14})
"""How far a hazard of a side reaches into the upper hex, in pixels."""


@lru_cache(maxsize=256)
def floor(hazard: str, terrain: Colour, elevation: int) -> Colour:
    """The colour of a hex: that of its hazard or of its land, the lighter the higher it lies."""
    ground = FLOORS.get(hazard) or mixed(terrain, EARTH, MUTED)
    shades = (mixed(ground, EARTH, step / 20) for step in range(21))
    ground = next(shade for shade in shades if contrast(shade, "#14171A") >= READABLE)
    shades = (mixed(ground, DUSK, step / 40) for step in range(21))
    ground = next(shade for shade in shades if luminance(shade) <= BRIGHTEST)
    return mixed(ground, "#FFF6E0", HIGHER * elevation)


def hazards(ground: Ground) -> tuple[str, ...]:
    """The hazards of a battleland, those of hexes before those of sides."""
    floors = {hazard for hazard in ground.hazards if hazard != "plain"}
    sides = {hazard for row in ground.sides for hazard in row if hazard}
    return (*sorted(floors), *sorted(sides))


# --- what lies in a hex ---


@lru_cache(maxsize=64)
def texture(name: str, size: int, paint: Colour) -> Image.Image:
    """What is drawn upon a floor of a paint, on a see-through square as wide as the hex."""
    tones = {
        **shades(paint),
        "ink": INK,
        "leaf": "#4F8A3E",
        "dark": "#2C5A2B",
        "gleam": "#7DB355",
        "water": "#4C7A8C",
        "deep": "#2F5468",
        "shine": "#A9CBD2",
        "snow": "#FFFFFF",
        "shade": "#A9C3D8",
        "rock": "#4A3730",
        "lava": "#E8641B",
        "glow": "#FFC93A",
        "trunk": "#6B4A2A",
    }
    image = stamp(TEXTURES[name], size, tones)
    if name not in STANDING:
        # each two rows of the finished picture alike, as on the masterboard: half the room in a PNG
        rows = image.convert("RGBa").reduce((1, 2 * SCALE))
        image = rows.resize(image.size, Image.Resampling.NEAREST).convert("RGBA")
    clipped = Image.new("RGBA", image.size, (0, 0, 0, 0))
    clipped.paste(image, (0, 0), _within(size))
    return clipped


def shades(paint: Colour) -> Mapping[str, Colour]:
    """The tones of the ground around a floor's paint."""
    return {
        "soft": mixed(paint, INK, 0.09),
        "pale": mixed(paint, "#FFF6E0", 0.12),
        "low": mixed(paint, "#101008", 0.2),
        "high": mixed(paint, "#FFFFFF", 0.36),
        "dim": mixed(paint, INK, 0.32),
    }


def _within(size: int) -> Image.Image:
    """The hex on the square, as a mask."""
    mask = Image.new("L", (size, size))
    half, high = size / 2, size * HIGH / 2
    points = (
        (half / 2, half - high),
        (half * 1.5, half - high),
        (size, half),
        (half * 1.5, half + high),
        (half / 2, half + high),
        (0, half),
    )
    ImageDraw.Draw(mask).polygon(points, fill=255)
    return mask


RIM = ((12, 50), (27, 30), (22, 72), (50, 34), (50, 66), (50, 88), (73, 30), (78, 72), (88, 50), (33, 51), (67, 51))
"""Places all over a hex, most where a counter leaves it free."""


THICKET = ((13, 50), (28, 28), (30, 76), (50, 14), (50, 50), (72, 26), (74, 74), (87, 50))
"""The same for what is large."""


def _at(spots: tuple[Point, ...], draw: Callable[[float, float], Iterator[tuple[str, str]]]) -> Drawing:
    """The same thing at many places, layer by layer, so that a layer is filled once."""
    layers: dict[str, list[str]] = {}
    for x, y in spots:
        for tone, path in draw(x, y):
            layers.setdefault(tone, []).append(path)
    return tuple((tone, " ".join(paths)) for tone, paths in layers.items())


def _bush(x: float, y: float) -> Iterator[tuple[str, str]]:
    """A coil of cane with thorns, and leaves."""
    yield "dark", f"O{x - 5} {y + 3} 4.6 2.6 O{x + 6} {y - 4} 4.6 2.6"
    yield "leaf", f"O{x - 5} {y + 2.4} 3.4 1.7 O{x + 6} {y - 4.6} 3.4 1.7"
    yield "ink/1.7", f"M{x - 11} {y + 5} C{x - 7} {y - 12} {x + 2} {y - 9} {x} {y} S{x + 9} {y + 8} {x + 11} {y - 5}"
    thorns = ((-9, -1, -4, -1), (-5, -6, -2, -4), (0, -4, 4, -2), (3, 3, -1, 4), (8, 3, 3, 3), (-2, -1, -4, 1))
    yield "ink/1.3", " ".join(f"M{x + dx} {y + dy} l{right} {down}" for dx, dy, right, down in thorns)


def _pool(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Water with a gleam, and reeds."""
    yield "deep", f"O{x} {y} 10 4.6"
    yield "water", f"O{x} {y - 0.7} 8.6 3.4"
    yield "shine/1.3", f"M{x - 5} {y - 1.3} h5 M{x + 1} {y + 0.9} h4"
    yield "dark/1.6", f"M{x + 6} {y + 2} v-10 M{x + 9} {y + 2.6} l1.5 -9 M{x + 3.4} {y + 2} l-1.5 -8"


def _mound(x: float, y: float) -> Iterator[tuple[str, str]]:
    """A heap of snow with its shade at the lower right."""
    yield "snow", f"M{x - 10} {y + 4} c2 -11 15 -12 20 0 Z"
    yield "shade", f"M{x - 10} {y + 4} h20 c-2 -6 -4 -8 -8 -9 c2 6 -6 7.5 -12 9 Z"
    yield "deep/1.1", f"M{x - 10} {y + 4} h20"


def _ripple(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Wind ripples and grains."""
    yield "dim/1.6", f"M{x - 10} {y} q5 -5 10 0 q5 5 10 0"
    yield "dim", f"O{x - 6} {y + 5} 1 1 O{x + 1} {y + 4.4} 1 1 O{x + 8} {y + 5.4} 1 1 O{x - 2} {y - 6} 1 1"


def _stones(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Flagstones: joints of a course."""
    yield "dim/1.4", f"M{x - 12} {y} h24 M{x - 6} {y} v9 M{x + 6} {y - 9} v9"


TUFT = ((12, 52), (36, 86), (74, 80), (88, 48), (40, 18))

PATCHES: Drawing = (
    ("soft", "M6 50 C14 38 30 44 40 36 C50 28 62 34 58 42 C54 52 36 50 28 58 C20 66 8 62 6 50 Z"),
    ("soft", "M58 74 C66 64 84 70 88 60 C92 66 80 84 70 88 C60 92 50 84 58 74 Z"),
    ("pale", "M32 12 C44 8 62 14 68 22 C60 28 46 20 36 24 C28 26 26 16 32 12 Z"),
    ("pale", "M28 78 C36 70 46 74 50 80 C46 88 34 90 28 78 Z M76 40 C84 38 92 44 90 50 C84 52 74 48 76 40 Z"),
)
"""Places where the ground is a little darker or lighter."""


def _plain(draw: Callable[[float, float], Iterator[tuple[str, str]]]) -> Drawing:
    """The ground of a land where nothing hinders."""
    return *PATCHES, *_at(TUFT, draw)


def _tuft(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low/1.9", f"M{x - 4} {y} l-2.5 -5 M{x} {y} v-7 M{x + 4} {y} l2.5 -5"


def _fern(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low", f"M{x - 7} {y + 5} q3 -11 13 -12 q-3 9 -13 12 Z M{x - 7} {y + 5} q-3 -7 1 -12 q4 6 -1 12 Z"
    yield "high/1.3", f"M{x - 5} {y + 2} q4 -7 9 -8"


def _leaf(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low", f"M{x - 6} {y + 3} q1 -9 10 -8 q0 9 -10 8 Z"
    yield "high/1.1", f"M{x - 5} {y + 2} q4 -3 8 -6"


def _twig(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low/2", f"M{x - 6} {y + 3} l11 -6 M{x - 1} {y} l0 -5 M{x + 1} {y - 1} l5 3"
    yield "high/1.1", f"M{x - 6} {y + 2} l11 -6"


def _pebble(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "dim", f"M{x - 6} {y + 3} l3 -6 6 -1.5 4.5 4.5 -2.5 4 Z"
    yield "high", f"M{x - 4} {y + 0.6} l1.6 -3 4.4 -1.2 -1.4 3 Z"


def _fleck(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low/2", f"M{x - 9} {y + 3} q4.5 -6 9 0 q4.5 -5 9 -1"
    yield "high/1.6", f"M{x - 8} {y + 5} q4.5 -6 8.4 0 q4.5 -5 8.4 -1"


def _wave(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low/2", f"M{x - 8} {y} q4 -4.6 8 0 q4 4.6 8 0"
    yield "high/1.3", f"M{x - 7} {y + 2.6} q3.6 -4 7 0 q3.6 4 6.4 0.4"


def _grain(x: float, y: float) -> Iterator[tuple[str, str]]:
    yield "low", f"O{x - 4} {y} 1.4 1.4 O{x + 1} {y - 3} 1.4 1.4 O{x + 5} {y + 1} 1.4 1.4"
    yield "low/1.6", f"M{x - 9} {y + 5} q6 -5 18 -1"


CROWN = (
    "M50 9 C65 7 73 17 71 26 C85 28 88 46 79 53 C77 67 60 70 50 64"
    "C40 70 23 67 21 53 C12 46 15 28 29 26 C27 18 35 7 50 9 Z"
)

TREE: Drawing = (
    ("low", "O51 86 30 6"),
    ("trunk", "M44 62 h12 l3 24 h-18 Z"),
    ("ink/2.4", "M44 62 l-3 24 h18 l-3 -24"),
    ("leaf", CROWN),
    ("dark", "M79 53 C77 67 60 70 50 64 C40 70 23 67 21 53 C34 61 44 58 50 53 C60 60 74 58 79 53 Z"),
    ("dark", "M71 27 C78 29 84 34 84 40 C78 42 70 38 67 34 Z"),
    ("gleam", "M34 30 C36 18 46 14 56 17 C48 20 42 24 40 32 Z M25 44 C24 36 30 33 36 34 C31 37 28 40 27 46 Z"),
    ("dark/2", "M46 32 q5 4 10 0 M56 44 q5 4 10 0 M34 48 q5 4 10 0"),
    ("ink/3.4", CROWN),
)

CRATER = (
    "M50 12 L60 20 76 17 80 30 95 48 84 58 82 74 68 76 58 88 46 82 30 87 24 74 12 68 16 54 5 46 18 34 20 20 36 22 Z"
)

VOLCANO: Drawing = (
    ("rock", CRATER),
    (
        "lava",
        "M50 24 L60 29 70 25 72 36 84 47 74 55 74 68 62 68 55 78 "
        "46 72 34 76 31 66 20 62 25 52 16 45 27 38 28 27 40 31 Z",
    ),
    ("glow", "M50 33 L62 36 70 46 64 60 50 66 36 61 29 48 37 36 Z"),
    ("glow/2.6", "M75 33 L86 26 M80 62 L90 68 M60 78 L64 90 M30 76 L24 84 M22 40 L10 34"),
    ("ink/2", CRATER),
)


def _courses() -> Iterator[Point]:
    """Where the flagstones of a tower's floor lie, within the hex."""
    for row, y in enumerate((34, 43, 52, 61, 70, 79)):
        for x in (26, 50, 74) if row % 2 else (14, 38, 62, 86):
            if abs(x - 50) < 48 - abs(y - 50) * 0.42:
                yield x, y


TEXTURES: Mapping[str, Drawing] = MappingProxyType(
    {
        "bramble": _at(THICKET, _bush),
        "bog": _at(RIM, _pool),
        "drift": _at(RIM, _mound),
        "sand": _at(RIM, _ripple),
        "tree": TREE,
        "volcano": VOLCANO,
        "tower": _at(tuple(_courses()), _stones),
        QUIET: PATCHES,
        "Plains": _plain(_tuft),
        "Woods": _plain(_leaf),
        "Brush": _plain(_twig),
        "Hills": _plain(_tuft),
        "Jungle": _plain(_fern),
        "Desert": _plain(_grain),
        "Marsh": _plain(_wave),
        "Swamp": _plain(_wave),
        "Mountains": _plain(_pebble),
        "Tundra": _plain(_fleck),
        "Tower": _plain(_tuft),
    }
)
"""By hazard, and for hexes without one, quietly, by land."""


# --- what lies on a side ---


@dataclass(frozen=True, slots=True)
class Side:
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
    SIDES[hazard](canvas, Side(start, end), paint)


def _lit(paint: Colour, light: float) -> Colour:
    return mixed(paint, "#FFFFFF", 0.5 * light) if light > 0 else mixed(paint, INK, -0.42 * light)


def _slope(canvas: Canvas, side: Side, paint: Colour) -> None:
    """A bank, lit or in the shade, and hachures: strong at the top, fine at the foot."""
    depth = DEPTH["slope"]
    canvas.polygon(side.band(0, depth), _lit(paint, side.light * 0.9 - 0.1))
    count = 9
    for step in range(count):
        along = side.length * (step + 0.5) / count
        top = depth - 1 - max(0.0, (abs(along - side.length / 2) - side.length / 2 + 8) * 1.2)
        canvas.polygon((side.at(along - 2, top), side.at(along + 2, top), side.at(along, 1)), INK)
    canvas.line(side.band(0, depth)[2:], INK, 1.5)


def _dune(canvas: Canvas, side: Side, paint: Colour) -> None:
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


def _cliff(canvas: Canvas, side: Side, paint: Colour) -> None:
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


def _wall(canvas: Canvas, side: Side, paint: Colour) -> None:
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


SIDES: Mapping[str, Callable[[Canvas, Side, Colour], None]] = MappingProxyType(
    {"slope": _slope, "dune": _dune, "cliff": _cliff, "wall": _wall}
)


# --- what one sees of a drop from the front ---


def face(canvas: Canvas, hazard: str, start: Point, end: Point, levels: int, paint: Colour, spread: Spread) -> None:
    """The face of a drop over the side from start to end, which looks this way: a course for each level.

    `paint` is the floor's above; `spread` are the ways on which the ends of the foot of a slope run out.
    """
    side = Side(start, end)
    high = LEVEL * max(1, levels)
    earth = mixed(mixed(paint, "#6A4A34", 0.5), INK, 0.34 - 0.28 * side.light)
    out = spread if hazard == "slope" else ((0.0, 0.0), (0.0, 0.0))
    feet = [(x + dx, y + dy + high) for (x, y), (dx, dy) in zip((start, end), out, strict=True)]
    canvas.polygon((start, end, feet[1], feet[0]), earth)
    FACES.get(hazard, _bare)(canvas, _Face((start, end), (feet[0], feet[1]), max(1, levels), earth, paint))


Spread = tuple[Point, Point]


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
