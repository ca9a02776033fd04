"""What lies in the hexes of the battlelands: hazards, and what grows where nothing hinders.

Each is a drawing on the square that the hex is as wide as, in the tones of the floor and in some of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from types import MappingProxyType

from PIL import Image, ImageDraw

from render.canvas import Colour, Point, mixed
from render.drawing import Drawing, stamp

INK: Colour = "#3A2A1C"
"""Hachures and outlines of the ground."""

STANDING = frozenset({"tree", "volcano"})
"""What is drawn large, and so finely."""

SCALE = 3
"""The land is drawn so many times larger and reduced."""

HIGH = 66 / 76
"""A hex's height in its widths."""

TONES: Mapping[str, Colour] = MappingProxyType(
    {
        "ink": INK,
        "leaf": "#4F8A3E",
        "dark": "#2C5A2B",
        "gleam": "#7DB355",
        "water": "#4C7A8C",
        "deep": "#2F5468",
        "shine": "#A9CBD2",
        "snow": "#FFFFFF",
        "shade": "#AFC6DC",
        "blue": "#7F9FBC",
        "berry": "#7B3F86",
        "cane": "#A98A58",
        "bloom": "#A8527E",
        "rock": "#4A3730",
        "lava": "#E8641B",
        "glow": "#FFC93A",
        "trunk": "#6B4A2A",
    }
)
"""What stands and lies there, whatever the ground."""


@lru_cache(maxsize=128)
def texture(name: str, size: int, paint: Colour, turn: int = 0) -> Image.Image:
    """What is drawn upon a floor of a paint, on a see-through square as wide as the hex.

    With each `turn`, of 3 or of as many drawings as there are, it is another one of the same thing, or it is mirrored.
    """
    drawings = TEXTURES[name]
    turn %= max(3, len(drawings))
    mirrored = name not in STANDING and turn // len(drawings) % 2 == 1
    image = stamp(drawings[turn % len(drawings)], size, {**shades(paint), **TONES}, mirrored, smoothing=1)
    if name not in STANDING:
        # each two rows of the finished picture alike, as on the masterboard: half the room in a PNG
        rows = image.convert("RGBa").reduce((1, 2 * SCALE))
        image = rows.resize(image.size, Image.Resampling.NEAREST).convert("RGBA")
    clipped = Image.new("RGBA", image.size, (0, 0, 0, 0))
    clipped.paste(image, (0, 0), within(size))
    return clipped


def shades(paint: Colour) -> Mapping[str, Colour]:
    """The tones of the ground around a floor's paint."""
    return {
        "low": mixed(paint, "#101008", 0.2),
        "high": mixed(paint, "#FFFFFF", 0.36),
        "dim": mixed(paint, INK, 0.32),
        "wet": mixed(paint, "#3F6474", 0.45),
    }


@lru_cache(maxsize=8)
def within(size: int) -> Image.Image:
    """The hex on the square, as a mask."""
    mask = Image.new("1", (size, size))
    half, high = size / 2, size * HIGH / 2
    points = (
        (half / 2, half - high),
        (half * 1.5, half - high),
        (size, half),
        (half * 1.5, half + high),
        (half / 2, half + high),
        (0, half),
    )
    ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


RIM = ((12, 50), (27, 30), (22, 72), (50, 34), (50, 66), (50, 88), (73, 30), (78, 72), (88, 50), (33, 51), (67, 51))
"""Places all over a hex, most where a counter leaves it free."""

SPREAD = (
    ((12, 52), (63, 87), (88, 47), (38, 16), (52, 44)),
    ((14, 46), (73, 80), (86, 56), (63, 15), (42, 58)),
)
"""The same, fewer: two ways to spread something over a hex."""


def _at(spots: tuple[Point, ...], draw: Callable[[float, float], Iterator[tuple[str, str]]]) -> Drawing:
    """The same thing at many places, layer by layer, so that a layer is filled once."""
    layers: dict[str, list[str]] = {}
    for x, y in spots:
        for tone, path in draw(x, y):
            layers.setdefault(tone, []).append(path)
    return tuple((tone, " ".join(paths)) for tone, paths in layers.items())


Bushes = Sequence[tuple[float, float, float]]

THICKETS: tuple[Bushes, ...] = (
    (
        (33, 21, 1.0), (60, 20, 1.1), (15, 45, 0.9), (44, 40, 1.2), (84, 44, 1.0), (70, 56, 1.1), (24, 62, 1.1),
        (50, 70, 1.2), (36, 82, 0.7), (69, 79, 1.0),
    ),
    (
        (44, 19, 1.2), (70, 24, 1.0), (24, 33, 1.1), (60, 44, 1.2), (87, 53, 0.9), (15, 56, 0.9), (38, 58, 1.2),
        (74, 68, 1.1), (55, 80, 1.0), (29, 78, 0.8),
    ),
    (
        (36, 19, 0.9), (57, 23, 1.2), (76, 33, 1.0), (16, 49, 1.0), (38, 43, 1.1), (64, 60, 1.2), (86, 58, 0.9),
        (30, 72, 1.1), (48, 62, 0.9), (62, 80, 1.0),
    ),
)  # fmt: skip
"""Where bushes stand, from the back to the front, and how large: three thickets."""


def _thicket(bushes: Bushes, seed: int) -> Drawing:
    """Bushes with jagged leaves, lit at the upper left, and over them canes with thorns, and berries."""
    dice = Random(seed)
    layers: list[tuple[str, str]] = []
    for x, y, large in bushes:
        for tone, right, down, wide, high in (
            ("ink", 0.0, 1.0, 16.0, 11.0), ("dark", 0.0, 0.0, 15.0, 10.0), ("leaf", -1.4, -1.8, 12.0, 7.4),
            ("gleam", -3.6, -3.6, 6.6, 3.4),
        ):  # fmt: skip
            layers.append((tone, _jagged((x + right, y + down), wide * large, high * large, dice)))
        turn = 1 if dice.random() < 0.5 else -1
        layers += ((tone, path) for tone, path in _cane(x, y + 5, 12 * large * turn, 15 * large))
    return tuple(layers)


def _flipped(bushes: Bushes) -> Bushes:
    """The places of bushes as in a mirror."""
    return tuple((100 - x, y, large) for x, y, large in bushes)


def _jagged(at: Point, wide: float, high: float, dice: Random) -> str:
    """The outline of a bush: leaf points all round."""
    points, count = [], 18
    for step in range(count):
        share = (1.0 if step % 2 else 0.76) * dice.uniform(0.9, 1.06)
        turn = 2 * pi * step / count
        points.append(f"{at[0] + wide * share * cos(turn):.1f} {at[1] + high * share * sin(turn):.1f}")
    return f"M{' '.join(points)} Z"


def _cane(x: float, y: float, wide: float, high: float) -> Iterator[tuple[str, str]]:
    """An arching cane with thorns, and a berry at its end."""
    end = f"{x + wide:.1f} {y - high * 0.35:.1f}"
    way = f"M{x - wide:.1f} {y:.1f} Q{x - wide * 0.5:.1f} {y - high * 1.6:.1f} {end}"
    yield "ink/3", way
    thorns = (
        (-0.78, -0.55, -3.6, -1.6),
        (-0.42, -0.82, -1.4, -3.8),
        (0.12, -0.82, 2.0, -3.6),
        (0.56, -0.62, 3.4, -2.4),
    )
    for share, up, right, down in thorns:
        yield "ink/1.6", f"M{x + wide * share:.1f} {y + high * up:.1f} l{right} {down}"
    yield "cane/1.4", way
    yield "berry", f"O{end} 2.2 2.2"


def _pool(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Water with a gleam, and reeds."""
    yield "deep", f"O{x} {y} 10 4.6"
    yield "water", f"O{x} {y - 0.7} 8.6 3.4"
    yield "shine/1.3", f"M{x - 5} {y - 1.3} h5 M{x + 1} {y + 0.9} h4"
    yield "dark/1.6", f"M{x + 6} {y + 2} v-10 M{x + 9} {y + 2.6} l1.5 -9 M{x + 3.4} {y + 2} l-1.5 -8"


def _drifts(heaps: Sequence[tuple[float, float, float]]) -> Drawing:
    """Snow that the wind has heaped: a crest in the light, and behind it the blue shade."""
    layers: list[tuple[str, str]] = []
    for x, y, large in heaps:
        wide, high = 19 * large, 12 * large
        left, right = x - wide, x + wide
        begin, end, half = f"{left:.1f} {y:.1f}", f"{right:.1f} {y + 2:.1f}", x - 0.5 * wide
        top = f"{x + 0.3 * wide:.1f} {y - 0.5 * high:.1f}"
        crest = f"M{begin} C{half:.1f} {y - high:.1f} {x:.1f} {y - 1.15 * high:.1f} {top}"
        foot = f"{x:.1f} {y + 5:.1f} {half:.1f} {y + 3:.1f} {begin}"
        inner = f"{x + 0.1 * wide:.1f} {y - 0.2 * high:.1f} {x - 0.2 * wide:.1f} {y + 2:.1f} {begin}"
        layers.append(("shade", f"{crest} S{x + 0.7 * wide:.1f} {y:.1f} {end} C{foot} Z"))
        layers.append(("snow", f"{crest} C{inner} Z"))
        layers.append(("blue/1.5", f"M{left + 3:.1f} {y + 1.2:.1f} C{half:.1f} {y + 4:.1f} {x:.1f} {y + 5:.1f} {end}"))
    return tuple(layers)


HEAPS = (
    (
        (40, 21, 0.9), (67, 27, 1.0), (20, 50, 0.75), (52, 49, 1.15), (84, 53, 0.7), (36, 70, 1.1), (68, 78, 1.0),
        (46, 88, 0.7),
    ),
    (
        (56, 20, 1.0), (30, 33, 1.0), (80, 42, 0.8), (50, 57, 1.2), (16, 57, 0.7), (74, 66, 0.9), (32, 80, 0.9),
        (62, 86, 0.9),
    ),
)  # fmt: skip
"""Where drifts lie, from the back to the front, and how large."""


def _ripple(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Wind ripples and grains."""
    yield "dim/1.6", f"M{x - 10} {y} q5 -5 10 0 q5 5 10 0"
    yield "dim", f"O{x - 6} {y + 5} 1 1 O{x + 1} {y + 4.4} 1 1 O{x + 8} {y + 5.4} 1 1 O{x - 2} {y - 6} 1 1"


def _stones(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Flagstones: joints of a course."""
    yield "dim/1.4", f"M{x - 12} {y} h24 M{x - 6} {y} v9 M{x + 6} {y - 9} v9"


def _tuft(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Blades of grass."""
    yield "low/1.9", f"M{x - 4} {y} l-3 -6 M{x - 1} {y} l-0.6 -8.6 M{x + 2} {y} l1.6 -7.4 M{x + 5} {y} l3.4 -4.6"


def _heather(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Grass, and flowers in it."""
    yield from _tuft(x, y)
    yield "bloom", f"O{x - 1.6} {y - 9} 1.7 1.7 O{x + 4} {y - 8} 1.7 1.7 O{x + 8.6} {y - 5} 1.5 1.5"


def _frond(x: float, y: float) -> Iterator[tuple[str, str]]:
    """A fern: bent ribs with leaflets."""
    yield (
        "low/1.7",
        (
            f"M{x} {y + 4} Q{x - 2} {y - 7} {x - 10} {y - 8} M{x} {y + 4} Q{x + 1} {y - 9} {x + 8} {y - 11} "
            f"M{x} {y + 4} Q{x + 5} {y - 3} {x + 12} {y - 2}"
        ),
    )
    yield (
        "low/1.4",
        (
            f"M{x - 4} {y - 5} l-1 4 M{x - 4} {y - 5} l1 -4 M{x - 7.4} {y - 7.4} l-2 3 M{x + 3} {y - 7.4} l-3 -3 "
            f"M{x + 3} {y - 7.4} l4 1 M{x + 6} {y - 1.4} l0 -4 M{x + 9} {y - 2} l2 3"
        ),
    )


def _palm(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Long pointed leaves from one root."""
    for right, up in ((-13, 3), (-8, 10), (1, 13), (9, 9), (13, 2)):
        out = f"q{right * 0.3 - up * 0.16:.1f} {-up * 0.9 - 2:.1f} {right} {-up}"
        yield "low", f"M{x} {y + 3} {out} q{-right * 0.2:.1f} {up * 0.7:.1f} {-right} {up} Z"
    yield "high/1", f"M{x} {y + 2} L{x - 6} {y - 5} M{x} {y + 2} L{x + 1} {y - 8} M{x} {y + 2} L{x + 7} {y - 4}"


def _twig(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Dry stalks that branch."""
    left = f"M{x - 3} {y + 4} l-3 -11 M{x - 4.6} {y - 2} l-5 -4"
    yield "low/1.8", f"{left} M{x} {y + 4} l1.4 -13 M{x + 1} {y - 3} l5 -5 M{x + 4} {y + 4} l6 -7"


def _pebble(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Broken rock: a lit face and one in the shade."""
    yield "dim", f"M{x - 7} {y + 4} l2 -7 5.5 -3 6 4 1 6 Z"
    yield "high", f"M{x - 5.4} {y + 3} l1.6 -5.6 4.4 -2.4 -0.8 8 Z"


def _ice(x: float, y: float) -> Iterator[tuple[str, str]]:
    """A crack in the ice."""
    yield "blue/1.3", f"M{x - 12} {y + 4} l8 -4 5 3 10 -7 M{x - 4} {y} l-3 -7 M{x + 1} {y + 3} l4 4"


def _gleam(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Light that slides over ice, and sparkles."""
    yield "snow", f"M{x - 13} {y + 6} L{x + 7} {y - 8} L{x + 11} {y - 8} L{x - 7} {y + 6} Z"
    yield "snow", f"M{x - 3} {y + 6} L{x + 12} {y - 4} L{x + 13.6} {y - 4} L{x} {y + 6} Z"
    yield "snow", f"M{x - 9} {y - 12} l1.5 4.5 4.5 1.5 -4.5 1.5 -1.5 4.5 -1.5 -4.5 -4.5 -1.5 4.5 -1.5 Z"


def _wave(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Water that moves."""
    yield "low/1.8", f"M{x - 11} {y} q5.5 -4.4 11 0 q5.5 4.4 11 0"
    yield "high/1.3", f"M{x - 7} {y + 3.4} q4 -3.4 8 0 q3 2.6 6 0.6"


def _reed(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Reeds with their heads, in a little water."""
    yield "wet", f"O{x} {y + 3} 9 2.6"
    yield "low/1.6", f"M{x - 4} {y + 3} l-2 -11 M{x} {y + 3} v-14 M{x + 4} {y + 3} l2.4 -10"
    yield "low/3.2", f"M{x - 5.6} {y - 6} l-0.6 -3 M{x} {y - 9} v-3"


def _grain(x: float, y: float) -> Iterator[tuple[str, str]]:
    """Lines that the wind has drawn into dry earth."""
    yield "low/1.6", f"M{x - 13} {y + 3} q7 -6 14 -1 M{x - 4} {y + 7} q8 -6 16 -2"
    yield "high/1.2", f"M{x - 12} {y + 5} q7 -6 13 -1"


def _paving(x: float, y: float) -> Iterator[tuple[str, str]]:
    """A few worn slabs."""
    yield "low/1.5", f"M{x - 11} {y - 4} h12 v7 h-12 Z M{x + 1} {y - 2} h10 v7 h-10 Z M{x - 6} {y + 3} v6 h9 v-4"


def _spread(*draws: Callable[[float, float], Iterator[tuple[str, str]]]) -> tuple[Drawing, ...]:
    """Things spread over the ground of a land where nothing hinders, in two ways; by turns, if there are several."""
    return tuple(
        tuple(layer for place, draw in enumerate(draws) for layer in _at(spots[place :: len(draws)], draw))
        for spots in SPREAD
    )


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


TEXTURES: Mapping[str, tuple[Drawing, ...]] = MappingProxyType(
    {
        "bramble": tuple(_thicket(bushes, seed) for seed, bushes in enumerate((*THICKETS, *map(_flipped, THICKETS)))),
        "bog": (_at(RIM, _pool),),
        "drift": tuple(map(_drifts, HEAPS)),
        "sand": (_at(RIM, _ripple),),
        "tree": (TREE,),
        "volcano": (VOLCANO,),
        "tower": (_at(tuple(_courses()), _stones),),
        "Plains": _spread(_tuft),
        "Woods": _spread(_frond, _tuft),
        "Brush": _spread(_twig, _tuft),
        "Hills": _spread(_heather, _tuft),
        "Jungle": _spread(_palm, _tuft),
        "Desert": _spread(_grain),
        "Marsh": _spread(_reed, _tuft),
        "Swamp": _spread(_wave, _reed),
        "Mountains": _spread(_pebble),
        "Tundra": _spread(_ice, _gleam),
        "Tower": _spread(_paving),
    }
)
"""By hazard, and for hexes without one by land: one drawing or several, by turns."""
