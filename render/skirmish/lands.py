"""How terrain looks: a fill, and drawings upon it that say what it is without its colour.

A hex is a tile with a body: lit at its upper left, shaded at its lower right. There are two drawings of each terrain:
one that fills a hex in which nobody stands, and a crown that rises behind a unit into the upper corner of the hex and
shows beside it, so that a unit hides neither a house that shields it nor ruins that hurt. The name of the hex has the
lower corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Canvas, Colour, findable, mixed
from render.drawing import Drawing, stamp
from render.skirmish.geometry import ACROSS, SIDE, TALL, corners
from render.skirmish.sprites import plain, scaled
from render.theme import Theme

PAINTS: Mapping[str, Colour] = MappingProxyType(
    {
        "plains": "#B0A47C",
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

PLAIN: Colour = "#B0B0B0"
"""That of a terrain that is not drawn yet."""


def _tree(x: float, y: float, size: float) -> Drawing:
    """A conifer with its foot at a point, lit from the left, and its shadow."""
    w, h = size, size * 2.2
    left = (
        f"M {x:g} {y - h:g} L {x - 0.55 * w:g} {y - 0.58 * h:g} L {x - 0.3 * w:g} {y - 0.58 * h:g} "
        f"L {x - 0.68 * w:g} {y - 0.34 * h:g} L {x - 0.4 * w:g} {y - 0.34 * h:g} L {x - 0.82 * w:g} {y - 0.1 * h:g} "
        f"L {x:g} {y - 0.06 * h:g} Z"
    )
    right = (
        f"M {x:g} {y - h:g} L {x + 0.55 * w:g} {y - 0.58 * h:g} L {x + 0.3 * w:g} {y - 0.58 * h:g} "
        f"L {x + 0.68 * w:g} {y - 0.34 * h:g} L {x + 0.4 * w:g} {y - 0.34 * h:g} L {x + 0.82 * w:g} {y - 0.1 * h:g} "
        f"L {x:g} {y - 0.06 * h:g} Z"
    )
    return (
        ("shadow", f"O {x + 0.7 * w:g} {y:g} {0.95 * w:g} {0.3 * w:g}"),
        ("ink/3", f"M {x:g} {y - 0.2 * h:g} V {y:g}"),
        ("ink/2", left),
        ("ink/2", right),
        ("lit", left),
        ("leaf", right),
    )


HOUSE: Drawing = (
    ("shadow", "M 20 78 L 70 82 L 98 70 L 92 54 L 60 46 Z"),
    # the smaller house behind
    ("ink/3", "M 60 70 V 44 L 74 31 L 88 44 V 70 Z"),
    ("wall", "M 62 70 V 44 H 86 V 70 Z"),
    ("tile", "M 57 47 L 74 28 L 91 47 Z"),
    ("ink/2.5", "M 57 47 L 74 28 L 91 47 Z"),
    # chimney and house
    ("ink", "M 19 38 V 20 H 30 V 32 Z"),
    ("ink/3", "M 14 76 V 46 H 64 V 76 Z"),
    ("wall", "M 14 76 V 46 H 64 V 76 Z"),
    ("gloom", "M 46 46 H 64 V 76 H 46 Z"),
    ("roof", "M 6 49 L 38 19 L 71 49 Z"),
    ("tile", "M 38 19 L 71 49 H 52 Z"),
    ("ink/2.5", "M 6 49 L 38 19 L 71 49 Z"),
    ("ink", "M 32 76 V 58 H 45 V 76 Z"),
    ("glow", "M 19 54 H 27 V 62 H 19 Z M 51 54 H 59 V 62 H 51 Z M 70 51 H 78 V 58 H 70 Z"),
)

WRECK: Drawing = (
    ("shadow", "M 20 78 L 70 82 L 96 72 L 90 60 L 60 52 Z"),
    # what stands of the smaller house
    ("ink/3", "M 62 72 V 44 L 68 50 L 73 38 L 80 54 L 88 46 V 72 Z"),
    ("wall", "M 62 72 V 44 L 68 50 L 73 38 L 80 54 L 88 46 V 72 Z"),
    # the house: half a roof, and a wall that gapes
    ("ink/3", "M 12 76 V 42 H 32 L 38 54 L 45 46 L 51 64 L 60 56 V 76 Z"),
    ("wall", "M 12 76 V 42 H 32 L 38 54 L 45 46 L 51 64 L 60 56 V 76 Z"),
    ("gloom", "M 38 54 L 45 46 L 51 64 L 60 56 V 76 H 36 Z"),
    ("roof", "M 5 44 L 35 18 L 32 29 L 41 34 L 33 44 Z"),
    ("ink/2.5", "M 5 44 L 35 18 L 32 29 L 41 34 L 33 44 Z"),
    ("ink/4", "M 28 46 L 22 56 L 31 63 L 24 76"),
    ("ink/5", "M 40 32 L 58 70"),
    # embers and smoke: who stands here is hurt
    ("ink", "M 44 80 L 49 66 L 60 68 L 66 80 Z M 66 80 L 71 70 L 80 71 L 84 80 Z"),
    ("ember", "M 50 79 C 46 70 52 68 52 60 C 60 66 62 72 59 79 Z M 71 79 C 69 72 74 71 74 66 C 80 70 81 74 78 79 Z"),
    ("glow", "M 53 79 C 52 74 55 72 55 69 C 58 72 59 75 57 79 Z"),
)

GRASS: Drawing = (
    ("dim/2", "M 25 50 L 27 44 M 29 50 V 42 M 33 50 L 31 44"),
    ("dim/2", "M 66 68 L 68 62 M 70 68 V 60 M 74 68 L 72 62"),
    ("dim", "O 63 32 4.5 2.3"),
    ("high", "O 62.3 31.2 3.4 1.4"),
)

TERRACES: Drawing = (
    ("low", "M 50 7 L 89 28 V 72 L 50 94 L 11 72 V 28 Z"),
    ("ink/1.6", "M 50 7 L 89 28 V 72 L 50 94 L 11 72 V 28 Z"),
    ("high", "M 50 9 L 13 29 V 42 C 20 30 34 22 50 20 C 66 22 78 28 86 38 V 30 Z"),
    ("ink/2.4", "M 89 34 L 80 38 M 89 46 L 82 47 M 89 58 L 81 57 M 86 73 L 79 66 M 74 80 L 70 72 M 11 40 L 19 42"),
    ("ink/2.4", "M 11 52 L 19 52 M 11 64 L 19 61 M 22 78 L 27 71"),
)

WAVES = "M 12 30 C 18 24 24 24 30 30 C 36 36 42 36 48 30 C 54 24 60 24 66 30 C 72 36 78 36 86 30"
LOWER = "M 12 50 C 18 44 24 44 30 50 C 36 56 42 56 48 50 C 54 44 60 44 66 50 C 72 56 78 56 86 50"
LOWEST = "M 14 70 C 20 64 26 64 32 70 C 38 76 44 76 50 70 C 56 64 62 64 68 70 C 74 76 78 76 86 70"
SIDES = (
    "M 10 52 C 13 47 17 47 21 52 M 79 52 C 83 57 87 57 90 52 M 12 68 C 15 63 19 63 23 68 M 77 68 C 81 73 85 73 88 68"
)

DRAWINGS: Mapping[str, Drawing] = MappingProxyType(
    {
        "plains": GRASS,
        "forest": (
            *_tree(50, 32, 11),
            *_tree(24, 42, 11),
            *_tree(76, 42, 11),
            *_tree(38, 56, 12.5),
            *_tree(64, 57, 12.5),
            *_tree(17, 68, 11.5),
            *_tree(84, 68, 11.5),
            *_tree(34, 79, 12.5),
            *_tree(66, 80, 12.5),
            *_tree(50, 74, 13),
        ),
        "hill": (
            *TERRACES,
            ("shadow", "M 30 72 C 50 82 80 76 88 52 L 74 44 Z"),
            ("mound", "M 18 68 C 22 40 34 22 50 20 C 68 22 80 42 84 66 C 70 76 34 78 18 68 Z"),
            ("high", "M 22 62 C 26 40 36 26 50 24 C 58 25 64 30 68 38 C 56 34 46 38 40 48 C 34 56 28 60 22 62 Z"),
            ("ink/2.4", "M 18 68 C 22 40 34 22 50 20 C 68 22 80 42 84 66"),
            ("ink/2", "M 34 56 L 30 70 M 46 52 L 44 73 M 58 50 L 60 73 M 69 52 L 74 69"),
        ),
        "building": HOUSE,
        "ruins": WRECK,
        "water": (("foam/3.5", WAVES), ("deep/3.5", LOWER), ("foam/3.5", LOWEST)),
        "ford": (
            ("deep/2.5", WAVES),
            ("deep/2.5", LOWEST),
            ("ink", "O 20 48 9 6 O 50 76 9 6 O 80 46 9 6 O 36 34 8 5 O 34 64 9 6 O 62 58 9 6 O 62 28 7 4.5"),
            ("stone", "O 19 46 7 4 O 49 74 7 4 O 79 44 7 4 O 35 32 6 3 O 33 62 7 4 O 61 56 7 4 O 61 26 5 2.7"),
        ),
        "bridge": (
            ("foam/3", "M 8 44 C 12 38 18 38 22 44 M 78 44 C 82 38 88 38 92 44 M 8 66 C 12 60 18 60 22 66"),
            ("foam/3", "M 78 66 C 82 60 88 60 92 66"),
            ("shadow", "M 30 18 H 84 V 76 H 30 Z"),
            ("ink", "M 24 16 H 76 V 80 H 24 Z"),
            ("plank", "M 28 18 H 72 V 27 H 28 Z M 28 30 H 72 V 39 H 28 Z M 28 42 H 72 V 51 H 28 Z"),
            ("plank", "M 28 54 H 72 V 63 H 28 Z M 28 66 H 72 V 75 H 28 Z"),
            ("ink/6", "M 25 16 V 80 M 75 16 V 80"),
            ("stone/2.4", "M 25 18 V 78 M 75 18 V 78"),
        ),
    }
)
"""What fills a hex in which nobody stands."""

CROWNS: Mapping[str, Drawing] = MappingProxyType(
    {
        "plains": (),
        "forest": (
            *_tree(50, 27, 11),
            *_tree(33, 33, 11),
            *_tree(67, 33, 11),
            *_tree(20, 42, 10),
            *_tree(80, 42, 10),
            *_tree(15, 66, 10),
            *_tree(85, 66, 10),
        ),
        "hill": (
            *TERRACES,
            ("mound", "M 13 44 C 22 20 36 10 50 9 C 64 10 78 20 87 44 V 62 H 13 Z"),
            ("high", "M 15 42 C 24 22 37 13 50 12 C 56 12 62 15 67 18 C 54 17 38 22 28 34 Z"),
            ("ink/2.4", "M 13 46 C 22 20 36 10 50 9 C 64 10 78 20 87 46"),
            ("ink/2.4", "M 36 24 L 32 32 M 48 20 V 30 M 60 21 L 64 31 M 72 28 L 78 38 M 26 32 L 20 42"),
        ),
        "building": (
            # a house about the unit: walls at its sides, the roof above
            ("ink", "M 10 38 H 90 V 76 H 10 Z"),
            ("wall", "M 12 36 H 26 V 74 H 12 Z"),
            ("gloom", "M 74 36 H 88 V 74 H 74 Z"),
            ("ink/2", "M 12 54 H 26 M 74 54 H 88"),
            ("ink", "M 69 20 V 4 H 79 V 24 Z"),
            ("ink/5", "M 50 4 L 93 29 V 40 L 50 18 L 7 40 V 29 Z"),
            ("roof", "M 50 4 L 7 29 V 40 L 50 18 Z"),
            ("tile", "M 50 4 L 93 29 V 40 L 50 18 Z"),
            ("ink/1.6", "M 50 11 L 7 35 M 50 11 L 93 35 M 22 21 V 31 M 36 13 V 25 M 64 13 V 25 M 78 21 V 31"),
        ),
        "ruins": (
            # broken walls at both sides, a gap where the roof was, embers
            ("ink/4", "M 10 76 V 30 L 18 26 L 22 34 L 29 17 L 36 27 L 42 13 L 45 32 V 44 H 27 V 76 Z"),
            ("wall", "M 10 76 V 30 L 18 26 L 22 34 L 29 17 L 36 27 L 42 13 L 45 32 V 44 H 27 V 76 Z"),
            ("ink/4", "M 90 76 V 40 L 84 44 L 80 30 L 73 38 L 68 26 L 62 40 V 46 H 73 V 76 Z"),
            ("gloom", "M 90 76 V 40 L 84 44 L 80 30 L 73 38 L 68 26 L 62 40 V 46 H 73 V 76 Z"),
            ("ink/3", "M 16 40 L 22 50 L 14 60 L 21 70 M 84 52 L 78 62 L 86 72"),
            ("ink/4", "M 44 16 L 66 34"),
            (
                "ember",
                "M 46 28 C 42 18 51 14 49 4 C 60 12 62 22 57 28 Z M 11 77 C 8 69 15 66 14 59 C 22 65 23 72 19 77 Z",
            ),
            ("ember", "M 80 77 C 77 69 84 66 83 60 C 91 66 92 72 88 77 Z"),
            ("glow", "M 49 28 C 47 22 52 19 52 14 C 57 20 57 25 54 28 Z"),
        ),
        "water": (("foam/3.5", "M 32 24 C 38 18 44 18 50 24 C 56 30 62 30 68 24"), ("deep/3.5", SIDES)),
        "ford": (
            ("deep/2.5", SIDES),
            ("ink", "O 40 20 9 5.5 O 60 24 9 5.5 O 15 46 7 5 O 85 44 7 5 O 16 66 7 5 O 84 66 7 5"),
            (
                "stone",
                "O 39 18.5 7 3.6 O 59 22.5 7 3.6 O 14 44.5 5 3.2 O 84 42.5 5 3.2 O 15 64.5 5 3.2 O 83 64.5 5 3.2",
            ),
        ),
        "bridge": (
            ("ink", "M 15 24 L 50 6 L 85 24 V 78 H 15 Z"),
            ("plank", "M 40 13 L 50 8 L 60 13 V 16 H 40 Z M 24 21 L 36 15 H 64 L 76 21 V 24 H 24 Z"),
            (
                "plank",
                "M 19 27 H 81 V 36 H 19 Z M 19 39 H 81 V 48 H 19 Z M 19 51 H 81 V 60 H 19 Z M 19 63 H 81 V 74 H 19 Z",
            ),
            ("ink/6", "M 16 25 V 78 M 84 25 V 78"),
            ("stone/2.4", "M 16 26 V 77 M 84 26 V 77"),
        ),
    }
)
"""What of a terrain shows above and beside a unit."""

LIGHTS = 4
"""How many steps of light there are: the lamp stands at the upper left, far corners are dim."""

LAMP: Colour = "#E6B25C"
"""The light of the lamp, and how much of it lies on plains and on all else next to it."""
LAMPLIGHT: Mapping[str, float] = MappingProxyType({"plains": 0.22})
LESS_LIGHT = 0.06
REACH = 2.5
"""So many steps far it reaches."""

EVENING = 0.5
"""Shadows at least so deep are those of an evening, in which a lamp is lit."""


def fill(terrain: str, theme: Theme, dim: int = 0) -> Colour:
    """The colour of a terrain's ground, so many steps from the light."""
    paint = theme.paint(terrain, PAINTS.get(terrain, PLAIN))
    if plain(theme):
        return paint
    if theme.depth < EVENING:
        return findable(mixed(paint, theme.shade, 0.05 * dim)) if dim else paint
    near = max(0.0, 1 - dim / REACH)
    lit = mixed(paint, LAMP, near * LAMPLIGHT.get(terrain, LESS_LIGHT))
    return findable(mixed(lit, theme.shade, 0.075 * dim))


def tones(terrain: str, theme: Theme, dim: int = 0) -> Mapping[str, Colour]:
    """The tones of a terrain's drawing."""
    paint = fill(terrain, theme, dim)
    return {
        "ink": mixed("#241A12", paint, 0.1),
        "shadow": paint if plain(theme) else mixed(paint, theme.shade, 0.36),
        "dim": mixed(paint, "#33301C", 0.34),
        "low": mixed(paint, "#5A3A1C", 0.26),
        "mound": mixed(paint, "#FFE2A8", 0.12),
        "high": mixed(paint, "#FFEFC4", 0.42),
        "leaf": mixed(paint, "#10341C", 0.72),
        "lit": mixed(paint, "#3E8A34", 0.62),
        "wall": mixed("#F2E3CC", paint, 0.12),
        "gloom": mixed("#A08C80", paint, 0.2),
        "roof": "#C9552F" if terrain == "building" else mixed("#7C5A4A", paint, 0.15),
        "tile": "#8E3524",
        "glow": "#FFD36A",
        "ember": "#E8762A",
        "foam": mixed(paint, "#FFFFFF", 0.62),
        "deep": mixed(paint, "#0B2C5C", 0.42),
        "stone": mixed("#E9E4DA", paint, 0.15),
        "plank": mixed("#C59A62", paint, 0.08),
    }


def used(terrain: str, theme: Theme) -> tuple[Colour, ...]:
    """The colours of a terrain's picture."""
    found = tones(terrain, theme)
    return (
        *(fill(terrain, theme, dim) for dim in range(LIGHTS)),
        *(tones(terrain, theme, dim)[tone] for dim in range(LIGHTS) for tone in ("dim", "high") if terrain == "plains"),
        *(found[layer.partition("/")[0]] for layer, _ in (*DRAWINGS[terrain], *CROWNS[terrain])),
    )


@lru_cache(maxsize=512)
def tile(terrain: str, theme: Theme, share: float = 1.0, crowned: bool = False, dim: int = 0) -> Image.Image:
    """A hex of a terrain, see-through around it; `crowned` as it looks about a unit."""
    wide, high = ACROSS + 2, round(TALL) + 2
    canvas = Canvas(wide, high, None, 4)
    middle = (wide / 2, high / 2)
    paint = fill(terrain, theme, dim)
    side = mixed(paint, theme.shade, 0.55)
    canvas.polygon(corners(middle, 0.8), side)
    canvas.polygon(corners((middle[0] - 0.7, middle[1] - 0.9), 2.4), paint)
    drawings = CROWNS if crowned else DRAWINGS
    size = round(TALL * 4)
    drawing = stamp(drawings.get(terrain, ()), size, tones(terrain, theme, dim))
    canvas.paste_large(drawing, (middle[0] - TALL / 2, middle[1] - TALL / 2))
    mask = Canvas(wide, high, None, 4)
    mask.polygon(corners(middle, 0.8), "#FFFFFF")
    canvas.image.putalpha(mask.image.getchannel("A"))
    _light(canvas, middle, paint, theme)
    return scaled(canvas, share)


def _light(canvas: Canvas, middle: tuple[float, float], paint: Colour, theme: Theme) -> None:
    """The edges of a tile: bright where the lamp shines on them, dark away from it."""
    if plain(theme):
        canvas.polygon(corners(middle, 1.4), None, theme.dark, 2)
        return
    top, upper, lower, bottom, low, high = corners(middle, 2.4)
    canvas.line((upper, lower, bottom), mixed(paint, theme.shade, 0.5), 2.6)
    canvas.line((bottom, low), mixed(paint, theme.shade, 0.26), 2.2)
    canvas.line((top, upper), mixed(paint, theme.glow, 0.24), 2)
    canvas.line((low, high, top), mixed(paint, theme.glow, 0.5), 2.4)


def picture(terrain: str, theme: Theme, side: float = SIDE) -> Image.Image:
    """A hex of a terrain with sides of so many pixels, alone."""
    return tile(terrain, theme, side / SIDE)


@lru_cache(maxsize=64)
def sign(terrain: str, size: int, theme: Theme) -> Image.Image:
    """What is drawn on a terrain, small and see-through."""
    return stamp(DRAWINGS.get(terrain, ()), size, tones(terrain, theme))
