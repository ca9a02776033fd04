"""Dice, hits among them marked, and the small marks that stand beside them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.canvas import Box, Canvas, Colour, Point, mixed, polar
from render.theme import Theme
from render.titan.pieces.glyphs import glyph
from render.titan.pieces.tokens import PIPS


@lru_cache(maxsize=256)
def die(value: int, size: int, hit: bool, theme: Theme) -> Image.Image:
    """A die: one that hits is bright and whole, one that misses dim and only an outline."""
    canvas = Canvas(size, size, None, 4)
    paint, ink = (theme.active, theme.on(theme.active)) if hit else (mixed(theme.panel, theme.ink, 0.12), theme.faint)
    canvas.box(Box(0, 0, size, size), paint, None if hit else theme.faint, max(1.0, size / 18), size / 5)
    for column, row in PIPS[value]:
        canvas.disc((size * (0.25 + 0.25 * column), size * (0.25 + 0.25 * row)), size * 0.105, ink)
    return canvas.image.convert("RGBa").reduce(4).convert("RGBA")


@lru_cache(maxsize=8)
def skull(size: int, theme: Theme) -> Image.Image:
    """The mark of the dead."""
    return glyph("dead", size, theme.dark, theme.light)


@lru_cache(maxsize=8)
def flake(size: int, theme: Theme) -> Image.Image:
    """A flake of snow: hurt by drift."""
    canvas = Canvas(size, size, None, 4)
    mid = (size / 2, size / 2)
    canvas.disc(mid, size / 2, theme.blood, theme.light, 1.5)
    for angle in (0, 60, 120):
        canvas.line((polar(mid, size * 0.34, angle + 30), polar(mid, size * 0.34, angle + 210)), theme.light, 2)
    return canvas.image.convert("RGBa").reduce(4).convert("RGBA")


def told(canvas: Canvas, at: Point, radius: float, hits: int, size: int, theme: Theme, least: int = 14) -> None:
    """The hits of a strike: white on a dark burst, or without any on a pale disc."""
    if hits:
        points = [polar(at, radius if step % 2 == 0 else radius * 0.74, 18 * step - 90) for step in range(20)]
        canvas.polygon(points, theme.light, theme.light, 3)
        canvas.polygon(points, theme.dark)
    else:
        canvas.disc(at, radius * 0.82, missed(theme), theme.light, 1.6)
    room = Box(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    canvas.fitted(str(hits), room, theme.title.sized(size), theme.light, least=least)


def missed(theme: Theme) -> Colour:
    """What a strike without hits is told on."""
    return mixed(theme.dark, theme.light, 0.42)
