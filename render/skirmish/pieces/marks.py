"""Small marks that stand on the field beside a unit and in the legend.

A mark has an outline of its own, so that none is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.assets import sheet
from render.canvas import Canvas, Colour
from render.drawing import Drawing, pieces, read_drawings, stamp
from render.theme import Theme

MARKS: Mapping[str, Drawing] = read_drawings(sheet("skirmish/marks"))

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
