"""How terrain looks: a fill, and a drawing upon it that says what it is without its colour.

A drawing lies on a square as high as the hex. The name of the hex stands in its upper corner and a unit in its middle,
so that what tells the terrain apart reaches to the sides and into the lower corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from types import MappingProxyType

from PIL import Image

from render.canvas import Canvas, Colour, mixed
from render.drawing import Drawing, stamp
from render.skirmish.geometry import ACROSS, SIDE, TALL, corners
from render.theme import Theme

PAINTS: Mapping[str, Colour] = MappingProxyType(
    {
        "plains": "#AAA387",
        "forest": "#62764D",
        "hill": "#A88867",
        "building": "#B7A69C",
        "water": "#2E7795",
        "ford": "#83A4B3",
        "bridge": "#6B869B",
        "ruins": "#796E6A",
    }
)
"""The fill of each terrain. A theme may have another."""

PLAIN: Colour = "#C8C8C8"
"""That of a terrain that is not drawn yet."""


def _tree(x: float, y: float, size: float) -> Drawing:
    """A conifer with its foot at a point."""
    w, h = size, size * 2.1
    outline = (
        f"M {x:g} {y - h:g} L {x + 0.62 * w:g} {y - 0.55 * h:g} L {x + 0.32 * w:g} {y - 0.55 * h:g} "
        f"L {x + 0.8 * w:g} {y - 0.14 * h:g} L {x - 0.8 * w:g} {y - 0.14 * h:g} L {x - 0.32 * w:g} {y - 0.55 * h:g} "
        f"L {x - 0.62 * w:g} {y - 0.55 * h:g} Z"
    )
    light = f"M {x:g} {y - h:g} L {x - 0.62 * w:g} {y - 0.55 * h:g} L {x:g} {y - 0.55 * h:g} Z"
    return ("ink/2.5", f"M {x:g} {y - 0.2 * h:g} V {y:g}"), ("ink/2.5", outline), ("leaf", outline), ("lit", light)


HOUSE: Drawing = (
    # the smaller house behind
    ("ink/3", "M 60 84 V 56 L 74 42 L 88 56 V 84 Z"),
    ("wall", "M 62 84 V 56 H 86 V 84 Z"),
    ("roof", "M 58 58 L 74 40 L 90 58 Z"),
    ("ink/2", "M 58 58 L 74 40 L 90 58 Z"),
    # chimney and house
    ("ink", "M 22 50 V 34 H 32 V 44 Z"),
    ("ink/3", "M 14 88 V 56 H 64 V 88 Z"),
    ("wall", "M 14 88 V 56 H 64 V 88 Z"),
    ("roof", "M 7 58 L 39 32 L 71 58 Z"),
    ("ink/2.5", "M 7 58 L 39 32 L 71 58 Z"),
    ("ink", "M 33 88 V 70 H 45 V 88 Z M 20 64 H 28 V 72 H 20 Z M 51 64 H 59 V 72 H 51 Z"),
)

WRECK: Drawing = (
    # what stands of the smaller house
    ("ink/3", "M 66 86 V 60 L 72 66 L 76 56 L 82 70 L 88 64 V 86 Z"),
    ("wall", "M 66 86 V 60 L 72 66 L 76 56 L 82 70 L 88 64 V 86 Z"),
    # the house: half a roof, and a wall that gapes
    ("ink/3", "M 14 88 V 56 H 34 L 40 66 L 46 60 L 52 76 L 60 70 V 88 Z"),
    ("wall", "M 14 88 V 56 H 34 L 40 66 L 46 60 L 52 76 L 60 70 V 88 Z"),
    ("roof", "M 7 58 L 36 34 L 33 44 L 41 48 L 34 58 Z"),
    ("ink/2.5", "M 7 58 L 36 34 L 33 44 L 41 48 L 34 58 Z"),
    ("ink/4", "M 30 60 L 24 70 L 33 76 L 26 88"),
    ("ink", "M 18 64 H 22 V 71 H 18 Z"),
    # rubble
    ("ink", "M 40 91 L 45 82 L 55 83 L 60 91 Z M 62 92 L 66 86 L 74 87 L 78 92 Z M 30 93 L 33 88 L 39 93 Z"),
    ("roof", "M 43 90 L 46 84 L 53 85 L 56 90 Z M 65 91 L 67 88 L 73 88 L 75 91 Z"),
)

WAVES = "M 12 38 C 18 32 24 32 30 38 C 36 44 42 44 48 38 C 54 32 60 32 66 38 C 72 44 78 44 86 38"
LOWER = "M 12 58 C 18 52 24 52 30 58 C 36 64 42 64 48 58 C 54 52 60 52 66 58 C 72 64 78 64 86 58"
LOWEST = "M 20 78 C 26 72 32 72 38 78 C 44 84 50 84 56 78 C 62 72 68 72 76 78"

DRAWINGS: Mapping[str, Drawing] = MappingProxyType(
    {
        "plains": (
            ("dim/2", "M 22 62 L 25 54 M 26 62 V 52 M 30 62 L 28 55"),
            ("dim/2", "M 68 44 L 71 37 M 72 44 V 35 M 76 44 L 74 38"),
            ("dim/2", "M 56 84 L 59 77 M 60 84 V 75 M 64 84 L 62 78"),
        ),
        "forest": (
            *_tree(20, 48, 9),
            *_tree(80, 48, 9),
            *_tree(37, 58, 11),
            *_tree(64, 58, 11),
            *_tree(16, 74, 10),
            *_tree(84, 74, 10),
            *_tree(34, 88, 11),
            *_tree(66, 88, 11),
            *_tree(50, 80, 12),
        ),
        "hill": (
            ("low", "M 8 74 C 14 48 34 30 50 30 C 68 30 86 48 92 74 C 78 84 66 88 50 88 C 34 88 22 84 8 74 Z"),
            ("high", "M 16 66 C 24 46 38 36 50 36 C 62 36 72 44 78 56 C 64 48 50 46 40 52 C 30 56 22 60 16 66 Z"),
            ("ink/2.5", "M 8 74 C 14 48 34 30 50 30 C 68 30 86 48 92 74"),
            ("ink/2", "M 15 66 L 9 77 M 21 58 L 13 82 M 85 66 L 91 77 M 79 58 L 87 82 M 72 50 L 82 86 M 28 50 L 18 86"),
            ("ink/2", "M 36 60 L 28 90 M 64 60 L 72 90 M 45 66 L 40 93 M 55 66 L 60 93"),
        ),
        "building": HOUSE,
        "ruins": WRECK,
        "water": (("foam/3.5", WAVES), ("deep/3.5", LOWER), ("foam/3.5", LOWEST)),
        "ford": (
            ("deep/2.5", WAVES),
            ("deep/2.5", LOWEST),
            ("ink", "O 20 56 9 6 O 50 88 9 6 O 80 54 9 6 O 36 42 8 5 O 34 74 9 6 O 62 68 9 6 O 62 38 7 4.5"),
            ("stone", "O 20 55 7 4 O 50 87 7 4 O 80 53 7 4 O 36 41 6 3 O 34 73 7 4 O 62 67 7 4 O 62 37 5 2.7"),
        ),
        "bridge": (
            ("foam/3", "M 8 44 C 12 38 18 38 22 44 M 78 44 C 82 38 88 38 92 44 M 8 66 C 12 60 18 60 22 66"),
            ("foam/3", "M 78 66 C 82 60 88 60 92 66"),
            ("ink", "M 26 26 H 74 V 97 H 26 Z"),
            ("plank", "M 30 26 H 70 V 35 H 30 Z M 30 38 H 70 V 47 H 30 Z M 30 50 H 70 V 59 H 30 Z"),
            ("plank", "M 30 62 H 70 V 71 H 30 Z M 30 74 H 70 V 83 H 30 Z M 36 86 H 64 V 92 H 36 Z"),
            ("ink/5", "M 27 26 V 88 M 73 26 V 88"),
            ("stone/2", "M 27 28 V 86 M 73 28 V 86"),
        ),
    }
)

SMALLER: Mapping[str, float] = MappingProxyType({"building": 0.86, "ruins": 0.86})
"""Houses whose corners would not lie within the hex."""


def fill(terrain: str, theme: Theme) -> Colour:
    """The colour of a terrain's ground."""
    return theme.paint(terrain, PAINTS.get(terrain, PLAIN))


def tones(terrain: str, theme: Theme) -> Mapping[str, Colour]:
    """The tones of a terrain's drawing."""
    paint = fill(terrain, theme)
    return {
        "ink": mixed("#2E2418", paint, 0.12),
        "dim": mixed(paint, "#3A2A1C", 0.3),
        "low": mixed(paint, "#5A3A1C", 0.26),
        "high": mixed(paint, "#FFFFFF", 0.3),
        "leaf": mixed(paint, "#1E4A22", 0.6),
        "lit": mixed(paint, "#2E6A2C", 0.42),
        "wall": mixed(paint, "#FFFFFF", 0.55),
        "roof": mixed("#A8492F", paint, 0.12) if terrain == "building" else mixed("#7C6156", paint, 0.15),
        "foam": mixed(paint, "#FFFFFF", 0.62),
        "deep": mixed(paint, "#0B2C5C", 0.42),
        "stone": mixed("#E9E4DA", paint, 0.15),
        "plank": mixed("#C59A62", paint, 0.08),
    }


def used(terrain: str, theme: Theme) -> tuple[Colour, ...]:
    """The colours of a terrain's picture."""
    found = tones(terrain, theme)
    return fill(terrain, theme), *(found[layer.partition("/")[0]] for layer, _ in DRAWINGS[terrain])


@lru_cache(maxsize=64)
def picture(terrain: str, theme: Theme, side: int = SIDE) -> Image.Image:
    """A hex of a terrain on a see-through rectangle, with sides of so many pixels."""
    wide, high = round(side * sqrt(3)) + 2, 2 * side + 2
    canvas = Canvas(wide, high, None, 4)
    middle = (wide / 2, high / 2)
    paint = fill(terrain, theme)
    canvas.polygon(corners(middle, 0, side), paint)
    share = SMALLER.get(terrain, 1.0)
    drawing = stamp(DRAWINGS.get(terrain, ()), round(2 * side * 4 * share), tones(terrain, theme))
    canvas.paste_large(drawing, (middle[0] - side * share, middle[1] - side * share))
    mask = Canvas(wide, high, None, 4)
    mask.polygon(corners(middle, 0, side), "#FFFFFF")
    canvas.image.putalpha(mask.image.getchannel("A"))
    canvas.polygon(corners(middle, 0.8, side), None, mixed(paint, "#2A2118", 0.5), max(1.0, side / 40))
    return canvas.finished()


@lru_cache(maxsize=64)
def sign(terrain: str, size: int, theme: Theme) -> Image.Image:
    """What is drawn on a terrain, small and see-through."""
    return stamp(DRAWINGS.get(terrain, ()), size, tones(terrain, theme))


def shift() -> tuple[float, float]:
    """How far the upper left corner of the picture of a hex lies from its middle."""
    return -(round(ACROSS) + 2) / 2, -(round(TALL) + 2) / 2
