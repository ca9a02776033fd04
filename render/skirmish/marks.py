"""Small marks that stand on the field beside a unit and in the legend.

A mark has an outline of its own, so that none is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Canvas, Colour
from render.drawing import Drawing, pieces, stamp
from render.theme import Theme

MARKS: Mapping[str, Drawing] = MappingProxyType(
    {
        # a pennant on its staff
        "ordered": (("pale", "M 16 4 H 30 V 12 L 94 34 L 30 58 V 96 H 16 Z"),),
        # crossed blades
        "attacked": (
            ("pale/12", "M 22 20 L 72 72 M 78 20 L 28 72"),
            ("pale/10", "M 56 84 L 84 58 M 44 84 L 16 58 M 70 70 L 86 88 M 30 70 L 14 88"),
        ),
        # a star that one sees
        "stunned": (
            ("pale", "M 50 2 L 63 34 L 98 36 L 71 58 L 80 94 L 50 74 L 20 94 L 29 58 L 2 36 L 37 34 Z"),
        ),
        # a drop with a skull's eyes
        "poisoned": (
            ("pale", "M 50 2 C 60 26 86 42 86 66 C 86 86 70 98 50 98 C 30 98 14 86 14 66 C 14 42 40 26 50 2 Z"),
            ("dark", "O 36 60 9 11 O 64 60 9 11 M 50 70 L 57 83 H 43 Z"),
        ),
        # not driven back: a rock
        "unshaken": (
            ("pale", "M 2 92 L 14 44 L 38 10 L 66 20 L 84 48 L 98 92 Z"),
            ("dark/6", "M 38 14 L 48 50 L 40 88 M 48 50 L 78 48"),
        ),
        # a banner that counts
        "banner": (("pale", "M 12 4 H 24 V 10 H 94 L 78 34 L 94 60 H 24 V 98 H 12 Z"),),
        # the dead
        "dead": (
            (
                "pale",
                "M50 8 C79 8 92 27 91 46 C90 60 85 67 76 71 V92H24 V71 C15 67 10 60 9 46 C8 27 21 8 50 8 Z",
            ),
            ("dark", "O32 46 11 12 O68 46 11 12 M50 57 L58 69 L42 69 Z"),
            ("dark/6", "M41 79 L41 94 M59 79 L59 94"),
        ),
        # a flame: lore, and what a card costs of it
        "flame": (
            ("pale", "M 54 2 C 60 22 90 36 90 64 C 90 86 72 98 50 98 C 28 98 10 86 10 64 C 10 48 20 40 24 26 "
                     "C 34 34 36 38 38 44 C 46 34 54 22 54 2 Z"),
        ),
    }
)  # fmt: skip

CUT = ("ordered", "stunned", "poisoned", "unshaken", "banner", "flame")
"""Marks that are cut out along their outline, so that this alone tells them; the others lie on a disc."""


@lru_cache(maxsize=256)
def sign(name: str, size: int, pale: Colour, dark: Colour) -> Image.Image:
    """A mark alone, on a see-through square."""
    return stamp(MARKS[name], size, {"pale": pale, "dark": dark})


@lru_cache(maxsize=256)
def mark(name: str, size: int, paint: Colour, theme: Theme) -> Image.Image:
    """A mark in a paint with a light rim on a dark one: cut out, or on a disc."""
    canvas = Canvas(size, size, None, 4)
    middle = (size / 2, size / 2)
    if name in CUT:
        (tone, shape), *rest = MARKS[name]
        inset = 2.6
        inner = round((size - 2 * inset) * 4)
        share = (size - 2 * inset) / 100
        (outer,) = pieces(shape)
        points = [(inset + x * share, inset + y * share) for x, y in outer.points]
        for width, rim in ((2 * inset, theme.dark), (2 * inset - 2, theme.light)):
            canvas.polygon(points, rim, rim, width)
        drawn = stamp(((tone, shape), *rest), inner, {"pale": paint, "dark": theme.on(paint)})
        canvas.paste_large(drawn, (inset, inset))
        return canvas.finished()
    canvas.disc(middle, size / 2, theme.dark)
    canvas.disc(middle, size / 2 - 1, theme.light)
    canvas.disc(middle, size / 2 - 2, paint)
    inner = round((size - 7) * 4)
    canvas.paste_large(sign(name, inner, theme.on(paint), paint), (3.5, 3.5))
    return canvas.finished()


FLAME: Colour = "#FFC02E"
"""Lore, and what a card costs of it."""

PAINTS: Mapping[str, Colour] = MappingProxyType({"poison": "#447B0E", "banner": "#7B4CAD", "heal": "#1C7A40"})
"""The paints that a theme may have for marks; the other marks have its own colours."""


def paint_of(name: str, theme: Theme) -> Colour:
    """The paint of a mark's disc."""
    return {
        "stunned": theme.alarm,
        "poisoned": theme.paint("poison", PAINTS["poison"]),
        "ordered": theme.active,
        "attacked": theme.dark,
        "unshaken": theme.faint,
        "banner": theme.paint("banner", PAINTS["banner"]),
        "heal": theme.paint("heal", PAINTS["heal"]),
        "flame": FLAME,
    }.get(name, theme.dark)
