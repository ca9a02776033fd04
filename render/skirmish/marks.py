"""Small marks that stand on the field beside a unit and in the words around it: pale on a dark disc.

A mark has an outline of its own, so that none is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Canvas, Colour
from render.drawing import Drawing, stamp
from render.theme import Theme

MARKS: Mapping[str, Drawing] = MappingProxyType(
    {
        # a pennant on its staff
        "ordered": (("pale/9", "M 30 18 V 86"), ("pale", "M 32 16 L 84 34 L 32 54 Z")),
        # crossed blades
        "attacked": (
            ("pale/10", "M 22 20 L 72 72 M 78 20 L 28 72"),
            ("pale/9", "M 58 80 L 80 58 M 42 80 L 20 58 M 70 70 L 84 86 M 30 70 L 16 86"),
        ),
        # stars going round
        "stunned": (
            (
                "pale",
                "M 50 10 L 56 24 L 71 24 L 59 34 L 64 48 L 50 39 L 36 48 L 41 34 L 29 24 L 44 24 Z",
            ),
            ("pale", "M 24 50 L 28 60 L 39 60 L 30 67 L 34 78 L 24 71 L 14 78 L 18 67 L 9 60 L 20 60 Z"),
            ("pale", "M 76 50 L 80 60 L 91 60 L 82 67 L 86 78 L 76 71 L 66 78 L 70 67 L 61 60 L 72 60 Z"),
            ("pale/6", "M 36 84 C 44 90 56 90 64 84"),
        ),
        # a drop with a skull's eyes
        "poisoned": (
            ("pale", "M 50 8 C 58 28 80 42 80 64 C 80 80 66 92 50 92 C 34 92 20 80 20 64 C 20 42 42 28 50 8 Z"),
            ("dark", "O 39 60 8 9 O 61 60 8 9 M 50 68 L 56 78 H 44 Z"),
        ),
        # a shield with a crack
        "weak": (
            ("pale", "M 18 14 H 82 V 50 C 82 72 66 84 50 92 C 34 84 18 72 18 50 Z"),
            ("dark/8", "M 56 10 L 44 32 L 58 46 L 42 64 L 52 92"),
        ),
        # not driven back: a rock with its foot in the ground
        "unshaken": (("pale", "M 26 78 L 32 34 L 50 20 L 68 34 L 74 78 Z"), ("pale/9", "M 14 84 H 86")),
        # a banner that counts
        "banner": (("pale/8", "M 24 8 V 94"), ("pale", "M 26 10 H 88 L 74 31 L 88 52 H 26 Z")),
        # the dead
        "dead": (
            (
                "pale",
                "M50 8 C79 8 92 27 91 46 C90 60 85 67 76 71 V92H24 V71 C15 67 10 60 9 46 C8 27 21 8 50 8 Z",
            ),
            ("dark", "O32 46 11 12 O68 46 11 12 M50 57 L58 69 L42 69 Z"),
            ("dark/6", "M41 79 L41 94 M59 79 L59 94"),
        ),
        # a card face down
        "card": (("pale", "M 24 10 H 76 V 90 H 24 Z"), ("dark/9", "M 38 38 C 38 22 62 22 62 38 C 62 50 50 50 50 62"),
                 ("dark", "O 50 76 6 6")),
        # a flame: lore, and what a card costs of it
        "flame": (
            ("pale", "M 54 2 C 60 22 90 36 90 64 C 90 86 72 98 50 98 C 28 98 10 86 10 64 C 10 48 20 40 24 26 "
                     "C 34 34 36 38 38 44 C 46 34 54 22 54 2 Z"),
        ),
    }
)  # fmt: skip


@lru_cache(maxsize=256)
def sign(name: str, size: int, pale: Colour, dark: Colour) -> Image.Image:
    """A mark alone, on a see-through square."""
    return stamp(MARKS[name], size, {"pale": pale, "dark": dark})


@lru_cache(maxsize=256)
def mark(name: str, size: int, paint: Colour, theme: Theme) -> Image.Image:
    """A mark on a disc of a paint, with a light rim on a dark one."""
    canvas = Canvas(size, size, None, 4)
    middle = (size / 2, size / 2)
    canvas.disc(middle, size / 2, theme.dark)
    canvas.disc(middle, size / 2 - 1, theme.light)
    canvas.disc(middle, size / 2 - 2, paint)
    inner = round((size - 7) * 4)
    pale = theme.on(paint)
    canvas.paste_large(sign(name, inner, pale, paint), (3.5, 3.5))
    return canvas.finished()


PAINTS: Mapping[str, Colour] = MappingProxyType({"poison": "#447B0E", "banner": "#7B4CAD", "heal": "#1C7A40"})
"""The paints that a theme may have for marks; the other marks have its own colours."""


def paint_of(name: str, theme: Theme) -> Colour:
    """The paint of a mark's disc."""
    return {
        "stunned": theme.alarm,
        "poisoned": theme.paint("poison", PAINTS["poison"]),
        "ordered": theme.active,
        "attacked": theme.dark,
        "weak": theme.blood,
        "unshaken": theme.faint,
        "banner": theme.paint("banner", PAINTS["banner"]),
        "heal": theme.paint("heal", PAINTS["heal"]),
        "flame": theme.blood,
    }.get(name, theme.dark)
