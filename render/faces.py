"""The faces of the bots: small portraits by name, on a round ground, in the style of the emblems.

Each face has a paint of its own, for skin, fur or metal, a second one for what it wears, and a ground. Its outline and
its colors alone tell it from all others, down to the size of a line of text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour, mixed
from render.drawing import Drawing, both, edged, edged_both, stamp
from render.theme import Theme
from render.tones import tones


@dataclass(frozen=True, slots=True)
class Portrait:
    """A face: the paint of who it is, of what is worn, and of the ground behind, with the drawing.

    The drawing has the tones of an emblem, and two more: `cloth` and, darker, `fold`.
    """

    paint: Colour
    cloth: Colour
    ground: Colour
    drawing: Drawing


GROUND: Drawing = (("air", "O 50 51 47 47"),)
"""What every face stands before."""


# Parts that many have


def dots(y: float, apart: float = 12, size: float = 4) -> Drawing:
    """Eyes that are all pupil, each with a glint."""
    left, right, glint = 50 - apart, 50 + apart, size * 0.35
    return (
        ("ink", f"O {left} {y} {size} {size * 1.2} O {right} {y} {size} {size * 1.2}"),
        ("bone", f"O {left + 1.3} {y - 1.6} {glint} {glint} O {right + 1.3} {y - 1.6} {glint} {glint}"),
    )


def wide(y: float, apart: float = 12, size: float = 8, tone: str = "bone", pupil: float = 3.6) -> Drawing:
    """Round eyes, open."""
    left, right = 50 - apart, 50 + apart
    return (
        *edged_both(tone, f"O {left} {y} {size} {size}", "ink/3"),
        *both("ink", f"O {left + 0.8} {y + 0.4} {pupil} {pupil * 1.15}"),
        ("bone", f"O {left + 2} {y - 1.4} 1.2 1.2 O {right + 0.5} {y - 1.4} 1.2 1.2"),
    )


def glad(y: float, apart: float = 12) -> Drawing:
    """Eyes closed with joy."""
    return both(
        "ink/4.5",
        f"M {50 - apart - 6} {y + 3} C {50 - apart - 4} {y - 5} {50 - apart + 4} {y - 5} {50 - apart + 6} {y + 3}",
    )


def brows(y: float, tilt: float, apart: float = 12, tone: str = "ink/4.5") -> Drawing:
    """Brows: inwards down by `tilt`."""
    return both(tone, f"M {50 - apart - 7} {y - tilt} L {50 - apart + 6} {y + tilt}")


def cheeks(y: float, apart: float = 21) -> Drawing:
    """A blush."""
    return (("blush", f"O {50 - apart} {y} 5 3.4 O {50 + apart} {y} 5 3.4"),)


def smile(y: float, across: float = 8, deep: float = 6) -> Drawing:
    """A smiling line."""
    return (
        ("ink/4", f"M {50 - across} {y} C {50 - across / 2} {y + deep} {50 + across / 2} {y + deep} {50 + across} {y}"),
    )


def grin(y: float, across: float = 12, deep: float = 14) -> Drawing:
    """An open, laughing mouth with its teeth."""
    left, right = 50 - across, 50 + across
    return (
        *edged("ink", f"M {left} {y} H {right} C {right} {y + deep} {left} {y + deep} {left} {y} Z", "ink/3"),
        ("bone", f"M {left + 2} {y} H {right - 2} L {right - 3} {y + 4} H {left + 3} Z"),
    )


# The faces


OWL: Drawing = (
    *edged_both("body", "M 18 40 L 12 8 L 44 22 Z"),
    *edged("body", "M 12 54 C 12 22 88 22 88 54 C 88 80 74 95 50 95 C 26 95 12 80 12 54 Z"),
    *edged_both("gleam", "O 32 50 18 18", "ink/3.5"),
    *wide(50, 18, 11, "spark", 6.5),
    *edged("cloth", "M 43 60 H 57 L 50 76 Z", "ink/3.5"),
    ("ink/4", "M 30 83 L 36 87 L 42 83 M 58 83 L 64 87 L 70 83 M 44 89 L 50 92 L 56 89"),
)

BEAR: Drawing = (
    *edged_both("body", "O 20 26 14 14"),
    *both("cloth", "O 20 26 7 7"),
    *edged("body", "O 50 56 39 37"),
    ("gleam", "M 20 44 C 24 30 38 24 50 23 C 38 29 28 36 20 44 Z"),
    *edged("cloth", "O 50 70 20 16", "ink/3.5"),
    *edged("ink", "M 40 60 H 60 C 60 68 54 70 50 70 C 46 70 40 68 40 60 Z", "ink/3"),
    ("ink/3.5", "M 50 70 V 76 M 40 79 C 46 76 54 76 60 79"),
    *dots(47, 15, 4.4),
    *brows(38, 3.5, 15, "ink/5"),
)

CAT: Drawing = (
    *edged_both("body", "M 14 54 L 14 8 L 46 30 Z"),
    *both("cloth", "M 21 36 L 20 20 L 34 29 Z"),
    *edged("body", "M 10 58 C 10 32 30 26 50 26 C 70 26 90 32 90 58 C 90 80 72 92 50 92 C 28 92 10 80 10 58 Z"),
    ("shade", "M 45 28 H 55 L 50 44 Z M 31 30 L 38 28 L 38 40 Z M 69 30 L 62 28 L 62 40 Z"),
    *edged_both("spark", "M 20 55 C 26 44 40 45 44 58 C 36 64 26 63 20 55 Z", "ink/3.5"),
    *both("ink", "O 33 54.5 2.8 7.5"),
    *edged("cloth", "M 44 66 H 56 L 50 73 Z", "ink/3"),
    ("ink/3.5", "M 50 73 C 49 82 39 82 37 77 M 50 73 C 51 82 61 82 63 77"),
    *both("ink/2.5", "M 30 70 L 4 65 M 30 75 L 5 79"),
)

DRAGON: Drawing = (
    *edged_both("cloth", "M 30 34 C 22 26 18 14 22 3 C 32 8 42 18 44 30 Z"),
    *edged_both("shade", "M 22 48 L 2 36 L 8 54 L 2 66 L 22 64 Z"),
    *edged(
        "body",
        """M 20 50 C 20 32 34 24 50 24 C 66 24 80 32 80 50 C 80 58 78 62 74 66 C 82 84 66 95 50 95 C 34 95 18 84 26 66
        C 22 62 20 58 20 50 Z""",
    ),
    ("cloth", "M 44 25 H 56 L 50 42 Z"),
    ("gleam", "M 30 76 C 34 66 66 66 70 76 C 70 88 60 92 50 92 C 40 92 30 88 30 76 Z"),
    *wide(50, 14, 8.5, "spark", 3.2),
    *brows(39, 3, 14, "ink/5"),
    *both("ink", "O 43 73 2.6 3.4"),
    ("ink/4", "M 32 81 C 42 88 58 88 68 81"),
    *edged_both("bone", "M 35 83 L 41 84.5 L 37 92 Z", "ink/2.5"),
)

RAVEN: Drawing = (
    *edged("body", "M 14 62 C 10 36 28 22 50 22 C 72 22 90 36 86 62 C 84 82 70 94 50 94 C 30 94 16 82 14 62 Z"),
    ("gleam", "M 20 56 C 20 42 30 34 42 32 C 32 40 26 48 24 62 Z"),
    *edged_both("bone", "O 33 54 10 10", "ink/3"),
    *both("ink", "O 35 55 4.4 4.8"),
    *both("body", "M 21 54 C 21 40 45 40 45 50 Z"),
    *both("ink/4", "M 21 52 L 45 50"),
    *edged("spark", "M 40 62 C 44 57 56 57 60 62 C 60 72 56 82 50 90 C 44 82 40 72 40 62 Z"),
    ("ink/3", "M 42 70 H 58"),
    *edged("cloth", "M 8 30 C 24 24 76 24 92 30 C 92 36 88 37 84 36 C 66 31 34 31 16 36 C 12 37 8 36 8 30 Z"),
    *edged("cloth", "M 26 29 L 28 4 H 72 L 74 29 C 60 25 40 25 26 29 Z"),
    ("spark", "M 27.5 20 C 42 17 58 17 72.5 20 L 73 26 C 58 23 42 23 27 26 Z"),
)

DRYAD: Drawing = (
    *edged(
        "shade",
        "M 12 60 C 4 30 26 14 50 14 C 74 14 96 30 88 60 C 92 76 86 88 78 94 C 74 76 26 76 22 94 C 14 88 8 76 12 60 Z",
    ),
    *edged("gleam", "M 22 56 C 22 34 34 28 50 28 C 66 28 78 34 78 56 C 78 78 66 92 50 92 C 34 92 22 78 22 56 Z"),
    *edged_both("shade", "M 22 44 C 26 32 40 30 50 32 C 40 38 32 48 22 56 Z", "ink/3"),
    *glad(60, 13),
    *cheeks(70, 17),
    *grin(73, 9, 13),
    *edged_both("cloth", "O 14 28 8 8 ", "ink/3"),
    *edged_both("cloth", "O 30 14 8 8", "ink/3"),
    *edged("cloth", "O 50 11 9 9", "ink/3"),
    ("spark", "O 14 28 3.4 3.4 O 30 14 3.4 3.4 O 50 11 4 4 O 70 14 3.4 3.4 O 86 28 3.4 3.4"),
)

GOBLIN: Drawing = (
    *edged_both("body", "M 26 48 L 3 28 C 4 50 11 64 26 68 Z"),
    *both("cloth", "M 22 52 L 6 38 C 8 50 14 58 22 62 Z"),
    *edged("body", "M 22 48 C 22 26 36 18 50 18 C 64 18 78 26 78 48 C 78 72 66 94 50 94 C 34 94 22 72 22 48 Z"),
    ("gleam", "M 27 42 C 28 28 40 22 50 22 C 42 26 34 32 27 42 Z"),
    *wide(46, 12, 9, "spark", 3.4),
    *brows(34, 3, 12, "ink/4.5"),
    *edged("body", "M 45 50 C 44 58 40 66 42 70 C 46 75 56 75 58 70 C 60 66 56 58 55 50 Z", "ink/3.5"),
    ("body", "M 46 44 H 54 V 53 H 46 Z"),
    ("ink/4", "M 34 78 C 42 86 58 86 67 74"),
    *edged("bone", "M 40 81 L 46 84 L 41 76 Z", "ink/2.5"),
    *edged("spark/3.5", "O 14 66 5 6", "ink/8"),
)

VIKING: Drawing = (
    *edged_both("bone", "M 22 34 C 8 34 2 22 6 4 C 12 14 22 16 32 20 Z"),
    *edged_both("spark", "M 18 60 C 10 66 8 76 12 84 L 8 94 H 24 L 24 84 C 28 76 28 66 26 60 Z", "ink/3.5"),
    *both("ink/3", "M 11 76 L 25 74 M 12 84 H 24"),
    *edged("body", "M 20 44 H 80 V 62 C 80 82 66 94 50 94 C 34 94 20 82 20 62 Z"),
    *edged("cloth", "M 16 48 C 14 22 32 12 50 12 C 68 12 86 22 84 48 Z"),
    *edged("fold", "M 14 42 H 86 V 51 H 14 Z", "ink/3.5"),
    *edged("cloth", "M 45 13 H 55 V 66 L 50 72 L 45 66 Z", "ink/3.5"),
    *both("spark", "O 24 46.5 2 2 O 36 46.5 2 2"),
    *dots(60, 14, 4),
    *cheeks(72, 18),
    *smile(80, 11, 9),
)

CYCLOPS: Drawing = (
    *edged("cloth", "M 18 46 C 14 14 40 8 50 4 C 54 8 56 8 62 4 C 64 8 88 18 82 46 Z"),
    *edged_both("body", "O 16 58 8 10"),
    *edged("body", "M 18 50 C 18 30 34 24 50 24 C 66 24 82 30 82 50 C 84 78 70 95 50 95 C 30 95 16 78 18 50 Z"),
    *edged("bone", "O 50 50 19 17"),
    *edged("spark", "O 50 51 10 10", "ink/3"),
    ("ink", "O 50 51 5 6"),
    ("bone", "O 53 48 2.2 2.2"),
    *smile(79, 13, 6),
    ("ink/3", "M 62 70 L 74 66 M 65 66 L 67 72 M 70 64 L 72 70"),
)

MOON: Drawing = (
    *edged(
        "body", "M 70 6 C 46 4 18 20 14 52 C 12 80 40 98 72 92 C 60 84 54 76 54 68 L 62 62 L 54 54 C 54 36 58 18 70 6 Z"
    ),
    ("gleam", "M 56 12 C 38 16 22 32 20 54 C 20 64 24 72 30 78 C 26 54 34 28 56 12 Z"),
    ("ink/4.5", "M 34 50 C 36 56 44 56 46 50"),
    ("ink/3.5", "M 32 40 C 36 36 42 36 46 39"),
    ("blush", "O 37 66 5 3.6"),
    ("ink/4", "M 56 76 C 51 78 46 77 43 74"),
    *edged("spark", "M 80 22 L 84 33 L 95 34 L 86 41 L 89 52 L 80 46 L 71 52 L 74 41 L 65 34 L 76 33 Z", "ink/3.5"),
    *edged("cloth", "O 82 70 5 5", "ink/3"),
)

FOX: Drawing = (
    *edged_both("body", "M 12 52 L 8 6 L 44 28 Z"),
    *both("ink", "M 16 34 L 13 15 L 28 26 Z"),
    *edged(
        "body",
        "M 8 52 C 14 34 32 26 50 26 C 68 26 86 34 92 52 C 86 62 74 70 66 78 L 50 96 L 34 78 C 26 70 14 62 8 52 Z",
    ),
    *both("bone", "M 12 53 C 24 52 38 58 46 76 L 50 91 L 36 77 C 28 69 18 62 12 53 Z"),
    *edged("ink", "O 50 88 7 6", "ink/3"),
    *both("ink/4.5", "M 24 56 C 28 47 38 48 41 56"),
    *edged("cloth", "M 36 30 L 64 24 L 66 36 L 38 42 Z", "ink/3"),
    *edged("cloth", "O 36 36 8 10", "ink/3"),
)

LION: Drawing = (
    *edged(
        "cloth",
        """M 50 3 L 62 10 L 76 8 L 82 22 L 95 30 L 91 44 L 98 58 L 88 68 L 87 84 L 72 86 L 62 97 L 50 91 L 38 97 L 28
        86 L 13 84 L 12 68 L 2 58 L 9 44 L 5 30 L 18 22 L 24 8 L 38 10 Z""",
    ),
    *edged_both("body", "O 24 30 8 8", "ink/3"),
    *edged("body", "M 22 50 C 22 32 34 26 50 26 C 66 26 78 32 78 50 C 78 72 66 86 50 86 C 34 86 22 72 22 50 Z"),
    *edged("gleam", "M 42 46 H 58 L 62 66 C 68 72 64 82 50 82 C 36 82 32 72 38 66 Z", "ink/2.5"),
    *edged("ink", "M 41 62 H 59 L 50 71 Z", "ink/3"),
    ("ink/3.5", "M 50 70 V 75 M 50 75 C 46 79 41 78 39 75 M 50 75 C 54 79 59 78 61 75"),
    *dots(49, 15, 4),
    *brows(40, 3, 15),
)

MUSHROOM: Drawing = (
    *edged("bone", "M 28 44 H 72 C 74 58 78 74 76 84 C 74 96 26 96 24 84 C 22 74 26 58 28 44 Z"),
    *dots(62, 11, 4),
    *cheeks(72, 18),
    *smile(71, 7, 6),
    *edged("cloth", "M 2 46 C 2 18 26 4 50 4 C 74 4 98 18 98 46 C 90 54 70 52 50 52 C 30 52 10 54 2 46 Z"),
    ("fold", "M 96 38 C 98 50 80 50 50 50 C 34 50 14 50 8 47 C 40 46 84 48 96 38 Z"),
    ("bone", "O 28 26 8 7 O 55 17 9 7 O 78 32 7 6.5 O 48 38 6 5 O 14 40 4 4"),
)

GNOME: Drawing = (
    *edged_both("body", "O 18 56 8 9"),
    *edged("body", "M 22 44 H 78 V 66 H 22 Z"),
    *edged("bone", "M 18 62 C 26 70 34 66 50 66 C 66 66 74 70 82 62 C 86 80 70 90 50 98 C 30 90 14 80 18 62 Z"),
    ("shade/2.5", "M 36 78 C 38 84 42 88 44 90 M 50 80 V 92 M 64 78 C 62 84 58 88 56 90"),
    *edged(
        "bone", "M 50 66 C 40 62 30 64 28 74 C 36 76 46 74 50 68 C 54 74 64 76 72 74 C 70 64 60 62 50 66 Z", "ink/3"
    ),
    *edged("body", "O 50 60 8.5 8", "ink/3.5"),
    *dots(50, 14, 3.8),
    *edged("cloth", "M 12 46 C 24 24 42 14 58 2 C 60 20 76 26 88 46 C 64 38 36 38 12 46 Z"),
    ("fold", "M 57 8 C 58 22 72 28 83 42 C 76 40 68 39 62 38 C 58 28 56 18 57 8 Z"),
)

OGRESS: Drawing = (
    *edged_both("body", "M 20 44 L 4 34 L 8 56 L 20 58 Z"),
    *edged("body", "M 18 44 C 18 24 82 24 82 44 L 88 70 C 88 88 70 95 50 95 C 30 95 12 88 12 70 Z"),
    ("gleam", "M 22 42 C 26 32 40 29 50 29 C 40 33 30 38 25 46 Z"),
    *wide(50, 14, 7, "bone", 3.4),
    *brows(40, 3, 14, "ink/5.5"),
    *edged("shade", "M 43 58 H 57 L 60 66 H 40 Z", "ink/3"),
    ("ink/5", "M 28 78 C 40 72 60 72 72 78"),
    *edged_both("bone", "M 28 80 C 25 70 27 64 31 61 C 33 68 37 72 38 77 Z", "ink/3"),
    *edged("cloth", "M 50 18 L 28 6 C 22 14 22 26 28 32 Z M 50 18 L 72 6 C 78 14 78 26 72 32 Z", "ink/3.5"),
    *edged("fold", "O 50 19 6 7", "ink/3"),
)

WIZARD: Drawing = (
    *edged("body", "M 24 44 H 76 V 66 H 24 Z"),
    *edged("gleam", "M 20 56 C 28 70 40 62 50 62 C 60 62 72 70 80 56 C 84 78 68 86 50 97 C 32 86 16 78 20 56 Z"),
    ("shade/2.5", "M 40 74 C 42 82 46 86 47 89 M 60 74 C 58 82 54 86 53 89"),
    ("ink/3.5", "M 44 73 C 47 76 53 76 56 73"),
    *edged("body", "M 46 50 H 54 L 57 62 C 54 66 46 66 43 62 Z", "ink/3"),
    *edged_both("bone/3.5", "O 35 54 9 8", "ink/7"),
    *dots(54, 15, 3.4),
    *edged("cloth", "M 26 42 C 32 30 36 18 46 2 C 50 16 54 12 66 18 C 62 26 68 32 74 42 Z"),
    *edged("cloth", "M 4 46 C 24 34 76 34 96 46 C 96 52 92 53 88 52 C 66 43 34 43 12 52 C 8 53 4 52 4 46 Z"),
    ("spark", "M 48 18 L 50.5 25 L 58 26 L 52 30.5 L 54 38 L 48 33.5 L 42 38 L 44 30.5 L 38 26 L 45.5 25 Z"),
)

ROBOT: Drawing = (
    *edged("shade/4", "M 50 8 V 26", "ink/10"),
    *edged("cloth", "O 50 9 7 7", "ink/3.5"),
    *edged_both("shade", "M 14 46 H 4 V 70 H 14 Z"),
    *edged(
        "body",
        "M 22 24 H 78 C 84 24 86 28 86 32 V 84 C 86 90 82 94 78 94 H 22 C 18 94 14 90 14 84 V 32 C 14 28 16 24 22 24 Z",
    ),
    ("gleam", "M 20 30 H 60 L 32 58 L 20 66 Z"),
    *edged(
        "ink",
        "M 26 38 H 74 C 78 38 80 42 80 46 V 56 C 80 60 78 62 74 62 H 26 C 22 62 20 60 20 56 V 46 C 20 42 22 38 26 38 Z",
        "ink/3",
    ),
    ("spark", "O 36 50 7 7 O 64 50 7 7"),
    *edged("bone", "M 30 72 H 70 V 84 H 30 Z", "ink/3.5"),
    ("ink/3", "M 40 72 V 84 M 50 72 V 84 M 60 72 V 84"),
)

RABBIT: Drawing = (
    *edged_both("body", "M 26 46 C 16 30 14 10 24 2 C 36 4 44 22 44 40 Z"),
    *both("cloth", "M 29 38 C 22 26 21 14 25 9 C 32 14 36 26 37 36 Z"),
    *edged("body", "M 16 62 C 16 42 32 34 50 34 C 68 34 84 42 84 62 C 84 84 70 95 50 95 C 30 95 16 84 16 62 Z"),
    *both("gleam", "O 32 76 13 11"),
    *edged_both("cloth", "M 16 52 C 24 46 38 46 46 54 C 40 62 24 62 16 52 Z", "ink/3.5"),
    ("cloth", "M 40 51 H 60 V 57 H 40 Z"),
    ("ink/3.5", "M 42 50 H 58 M 44 59 H 56"),
    *both("bone", "O 32 54 6.5 4.6"),
    *both("ink", "O 33 54 3.2 3.8"),
    *edged("cloth", "M 44 66 H 56 L 50 73 Z", "ink/3"),
    ("ink/3.5", "M 50 73 V 78 M 40 80 C 44 83 48 81 50 78 C 52 81 56 83 60 80"),
    *edged("bone", "M 45 81 H 55 V 90 H 45 Z M 50 81 V 90", "ink/2.5"),
)

YETI: Drawing = (
    *edged(
        "body",
        """M 50 5 L 60 11 L 72 9 L 77 20 L 89 25 L 88 38 L 97 48 L 90 58 L 94 70 L 84 76 L 83 88 L 70 88 L 62 97 L 50
        91 L 38 97 L 30 88 L 17 88 L 16 76 L 6 70 L 10 58 L 3 48 L 12 38 L 11 25 L 23 20 L 28 9 L 40 11 Z""",
    ),
    *edged(
        "cloth", "M 24 52 C 24 36 38 32 50 38 C 62 32 76 36 76 52 C 76 72 66 82 50 82 C 34 82 24 72 24 52 Z", "ink/3.5"
    ),
    *dots(53, 12, 4.2),
    ("ink", "M 45 60 H 55 L 50 65 Z"),
    *grin(67, 10, 12),
)

FROG: Drawing = (
    *edged_both("body", "O 26 36 17 17"),
    *edged("body", "M 6 64 C 6 44 26 38 50 38 C 74 38 94 44 94 64 C 94 84 74 94 50 94 C 26 94 6 84 6 64 Z"),
    *both("body", "O 28 42 14 14"),
    *wide(35, 24, 11, "bone", 5.5),
    ("gleam", "M 14 78 C 28 86 72 86 86 78 C 78 88 66 91 50 91 C 34 91 22 88 14 78 Z"),
    ("ink/4.5", "M 12 68 C 26 80 74 80 88 68"),
    *both("ink", "O 45 58 1.8 2.4"),
    *edged("spark", "M 34 24 L 30 5 L 41 13 L 50 3 L 59 13 L 70 4 L 66 24 Z"),
    ("cloth", "O 50 17 3.4 3.8 O 39 18 2.4 2.4 O 61 18 2.4 2.4"),
)

BULL: Drawing = (
    *edged_both("bone", "M 24 34 C 6 34 -1 20 5 4 C 12 16 24 18 38 24 Z"),
    *edged_both("shade", "M 22 46 L 4 44 C 4 56 12 62 22 60 Z"),
    *edged(
        "body",
        "M 20 40 C 24 24 76 24 80 40 C 84 54 76 64 74 74 C 78 90 66 96 50 96 C 34 96 22 90 26 74 C 24 64 16 54 20 40 Z",
    ),
    *edged(
        "cloth", "M 50 20 C 40 20 36 28 38 40 C 42 34 46 44 50 44 C 54 44 58 34 62 40 C 64 28 60 20 50 20 Z", "ink/3.5"
    ),
    *dots(54, 15, 4.2),
    *brows(45, 3, 15, "ink/5"),
    *edged("gleam", "M 28 80 C 30 68 70 68 72 80 C 74 92 62 94 50 94 C 38 94 26 92 28 80 Z", "ink/3.5"),
    *both("ink", "O 40 77 3.4 2.8"),
    *edged("spark/3.5", "M 42 80 C 42 92 58 92 58 80", "ink/8"),
)

BAT: Drawing = (
    *edged_both("body", "M 18 54 C 8 34 6 18 10 4 C 24 8 38 18 44 32 Z"),
    *both("cloth", "M 21 40 C 16 28 15 18 16 12 C 25 17 32 24 36 31 Z"),
    *edged("body", "M 14 58 C 14 36 32 28 50 28 C 68 28 86 36 86 58 C 86 82 70 95 50 95 C 30 95 14 82 14 58 Z"),
    ("ink", "M 50 46 L 40 29 C 46 27 54 27 60 29 Z"),
    *wide(56, 15, 9, "spark", 3),
    *both("body", "M 23 55 C 23 43 47 43 47 53 Z"),
    *both("ink/4.5", "M 24 50 L 46 56"),
    *edged("cloth", "O 50 68 7 5", "ink/3"),
    ("ink/4", "M 32 78 C 40 83 60 83 68 78"),
    *edged_both("bone", "M 36 80 L 44 82 L 40 91 Z", "ink/2.5"),
)

WITCH: Drawing = (
    *edged("spark", "M 20 40 C 12 60 12 76 8 90 L 22 86 L 26 95 H 74 L 78 86 L 92 90 C 88 76 88 60 80 40 Z"),
    *edged("body", "M 24 44 H 76 V 62 C 76 80 64 92 50 92 C 36 92 24 80 24 62 Z"),
    *both("spark", "M 24 44 H 46 C 40 54 32 58 24 60 Z"),
    *dots(61, 13, 4.2),
    *cheeks(72, 17),
    *edged("shade", "M 47 60 H 53 L 55 70 C 53 73 47 73 45 70 Z", "ink/2.5"),
    *grin(77, 8, 10),
    *edged("cloth", "M 24 40 C 34 28 38 18 40 4 C 50 1 64 4 76 16 C 66 14 62 16 62 20 C 66 28 70 34 76 40 Z"),
    *edged("cloth", "M 2 44 C 22 32 78 32 98 44 C 98 51 94 52 90 51 C 66 43 34 43 10 51 C 6 52 2 51 2 44 Z"),
    ("fold", "M 30 32 C 42 28 58 28 70 32 L 74 38 C 58 34 42 34 26 38 Z"),
    *edged("spark", "M 45 27 H 55 V 36 H 45 Z M 48 30 V 33 H 52 V 30 Z", "ink/2"),
)

KNIGHT: Drawing = (
    *edged("cloth", "M 46 20 C 44 8 56 0 74 4 C 90 8 96 24 92 40 C 86 30 76 26 68 28 Z"),
    *edged("body", "M 16 52 C 16 28 32 16 50 16 C 68 16 84 28 84 52 V 74 C 80 88 66 96 50 96 C 34 96 20 88 16 74 Z"),
    ("gleam", "M 21 54 C 21 34 32 22 46 20 C 38 30 34 44 34 60 Z"),
    *edged("shade", "M 14 48 H 86 L 80 66 L 50 74 L 20 66 Z", "ink/3.5"),
    *edged("ink", "M 22 52 H 78 L 75 60 H 25 Z", "ink/2.5"),
    ("spark", "O 38 56 4.5 3.4 O 62 56 4.5 3.4"),
    ("ink/3.5", "M 36 78 V 88 M 45 80 V 91 M 55 80 V 91 M 64 78 V 88"),
    *edged("spark", "M 46 17 H 54 V 50 L 50 54 L 46 50 Z", "ink/3"),
)

JESTER: Drawing = (
    *edged(
        "bone",
        "M 20 48 C 20 30 80 30 80 48 C 82 58 78 64 72 68 L 70 90 C 62 96 38 96 30 90 L 28 68 C 22 64 18 58 20 48 Z",
    ),
    *both("ink", "O 36 56 8.5 8"),
    *both("spark", "O 37 57 2.6 2.6"),
    ("ink", "M 50 64 L 45 73 H 55 Z"),
    ("ink/3", "M 34 81 C 42 86 58 86 66 81 M 41 79 V 89 M 50 80 V 91 M 59 79 V 89"),
    *edged("cloth", "M 50 42 C 38 40 26 42 16 48 C 12 40 12 30 6 26 C 12 14 28 8 50 16 Z"),
    *edged("body", "M 50 42 C 62 40 74 42 84 48 C 88 40 88 30 94 26 C 88 14 72 8 50 16 Z"),
    *edged("cloth", "M 36 36 C 42 24 46 12 50 3 C 54 12 58 24 64 36 C 56 41 44 41 36 36 Z"),
    *edged("spark", "O 8 29 6 6", "ink/3"),
    *edged("spark", "O 92 29 6 6", "ink/3"),
    *edged("spark", "O 50 8 6 6", "ink/3"),
)

OCTOPUS: Drawing = (
    *edged_both("body/11", "M 34 72 C 28 83 20 87 11 83", "ink/19"),
    *edged_both("body/11", "M 42 76 C 40 86 35 89 29 90", "ink/18"),
    *edged(
        "body",
        """M 14 46 C 14 18 30 6 50 6 C 70 6 86 18 86 46 C 86 62 78 72 70 78 C 66 88 58 90 50 84 C 42 90 34 88 30 78 C
        22 72 14 62 14 46 Z""",
    ),
    ("gleam", "M 20 44 C 20 24 32 12 48 11 C 36 18 28 30 26 50 Z"),
    ("shade", "O 66 18 5 4 O 76 30 4 4 O 56 24 3 2.6"),
    *wide(50, 15, 10, "bone", 4.4),
    *both("body", "M 24 50 C 24 38 46 38 46 48 Z"),
    *both("ink/4", "M 24 49 L 46 47"),
    *edged("ink", "O 50 70 5 5.5", "ink/2"),
    *edged("cloth/3.5", "O 65 50 12 12", "ink/7.5"),
    ("cloth/3", "M 76 56 L 84 72"),
)


FACES: Mapping[str, Portrait] = MappingProxyType(
    {
        "ada": Portrait("#A9764A", "#F2B33D", "#2F5D62", OWL),
        "boris": Portrait("#7A5236", "#C79A6B", "#A9C6D8", BEAR),
        "chloe": Portrait("#5C6B7A", "#F0A3A8", "#F2C14E", CAT),
        "dora": Portrait("#3E9B5F", "#F2A33D", "#5B2A3C", DRAGON),
        "edgar": Portrait("#3D4663", "#8C2F39", "#C9D3C0", RAVEN),
        "flora": Portrait("#5B9E48", "#F07CA8", "#F6E3B4", DRYAD),
        "gus": Portrait("#8FB53F", "#D98C7A", "#4A3560", GOBLIN),
        "hilda": Portrait("#F0BE94", "#8A97A3", "#3F6FA8", VIKING),
        "igor": Portrait("#6F8FC2", "#2E2F45", "#E4A84F", CYCLOPS),
        "juno": Portrait("#F3E2A0", "#8FB8E8", "#2B2F5E", MOON),
        "klara": Portrait("#E0742F", "#4BA3A0", "#F4E1C1", FOX),
        "leo": Portrait("#F0BC5E", "#A3521F", "#7EA86B", LION),
        "mira": Portrait("#F3ECDA", "#D6453D", "#8DB8A0", MUSHROOM),
        "nils": Portrait("#EEB48C", "#2F63B0", "#E7C75B", GNOME),
        "olga": Portrait("#B8805A", "#E2557B", "#6E8F7A", OGRESS),
        "pavel": Portrait("#E3B48F", "#5B3F9E", "#97C8C4", WIZARD),
        "quinn": Portrait("#9FB2BF", "#E2574C", "#394B59", ROBOT),
        "rosa": Portrait("#D9C4B8", "#C23B5A", "#7D9A4E", RABBIT),
        "sven": Portrait("#E9F1F5", "#7FB0CF", "#34527A", YETI),
        "thea": Portrait("#5DAF5A", "#D64550", "#8A6FB0", FROG),
        "ugo": Portrait("#8A3F2E", "#3A2320", "#E9C79B", BULL),
        "vera": Portrait("#6B4C8A", "#E58AA0", "#C6D66A", BAT),
        "wanda": Portrait("#9CCB86", "#2F2A45", "#D9743A", WITCH),
        "xenia": Portrait("#C2C9D1", "#C8323A", "#3F5F46", KNIGHT),
        "yorick": Portrait("#E0B32E", "#7A2F8C", "#5FA3B8", JESTER),
        "zeno": Portrait("#D9567A", "#F2D36B", "#1F4E63", OCTOPUS),
    }
)
"""The portraits by name. Whose level or temper it is, they do not tell."""

BLUSH = "#E8897F"


@lru_cache(maxsize=512)
def face(key: str, size: int, theme: Theme) -> Image.Image:
    """The face of that name on its round ground, on a see-through square of `size` pixels. Raises KeyError."""
    known = FACES[key]
    toned = {
        **tones(known.paint, theme),
        "cloth": known.cloth,
        "fold": mixed(known.cloth, theme.dark, 0.35),
        "blush": mixed(known.paint, BLUSH, 0.75),
        "air": known.ground,
    }
    return stamp(GROUND + known.drawing, size, toned)
