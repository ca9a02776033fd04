"""Arrows across a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from render.canvas import Canvas, Colour, Point, between
from render.theme import Theme

AROUND = 20
"""The room about an arrow's ends in its picture."""

DASH, GAP = 13, 11
"""The pieces of a dashed arrow and what is between them."""


def arrow(canvas: Canvas, start: Point, end: Point, paint: Colour, theme: Theme, width: int = 8) -> None:
    """A smooth arrow with a light rim on a dark one."""
    course(canvas, (start, end), paint, theme, width)


def course(
    canvas: Canvas, points: Sequence[Point], paint: Colour, theme: Theme, width: int = 8, dashed: bool = False
) -> None:
    """An arrow along two points or more."""
    (x, y), *_ = points
    sprite = _course(tuple((round(a - x), round(b - y)) for a, b in points), paint, theme, width, dashed)
    canvas.paste(sprite, (min(a for a, _ in points) - AROUND, min(b for _, b in points) - AROUND))


@lru_cache(maxsize=128)
def _course(offsets: tuple[tuple[int, int], ...], paint: Colour, theme: Theme, width: int, dashed: bool) -> Image.Image:
    left, top = min(x for x, _ in offsets), min(y for _, y in offsets)
    right, bottom = max(x for x, _ in offsets), max(y for _, y in offsets)
    canvas = Canvas(right - left + 2 * AROUND, bottom - top + 2 * AROUND, None, 2)
    placed = [(AROUND + x - left, AROUND + y - top) for x, y in offsets]
    begin, tip = placed[-2], placed[-1]
    across, down = tip[0] - begin[0], tip[1] - begin[1]
    length = max(1.0, hypot(across, down))
    neck = between(tip, begin, min(20.0, length * 0.7) / length)
    aside = (-down / length * width * 1.35, across / length * width * 1.35)
    wings = (tip, (neck[0] + aside[0], neck[1] + aside[1]), (neck[0] - aside[0], neck[1] - aside[1]))
    shaft: list[Point] = [*placed[:-1], neck]
    for rim, tone in ((2.5, theme.dark), (1.5, theme.light), (0.0, paint)):
        for piece in _dashes(shaft) if dashed else [shaft]:
            canvas.line(piece, tone, width + 2 * rim)
        canvas.polygon(wings, tone, tone, 2 * rim)
    return canvas.finished()


def _dashes(shaft: Sequence[Point]) -> list[list[Point]]:
    """The pieces of a dashed line."""
    found = []
    for start, end in pairwise(shaft):
        length = hypot(end[0] - start[0], end[1] - start[1])
        reach = 0.0
        while reach < length:
            found.append([between(start, end, at / length) for at in (reach, min(reach + DASH, length))])
            reach += DASH + GAP
    return found
