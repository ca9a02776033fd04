"""Arrows across a picture."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PIL import Image

from render.canvas import Canvas, Colour, Point, between
from render.theme import Theme

AROUND = 20
"""The room about an arrow's ends in its picture."""


def arrow(canvas: Canvas, start: Point, end: Point, paint: Colour, theme: Theme, width: int = 8) -> None:
    """A smooth arrow with a light rim on a dark one."""
    across, down = round(end[0] - start[0]), round(end[1] - start[1])
    sprite = _arrow(across, down, paint, theme, width)
    canvas.paste(sprite, (min(start[0], end[0]) - AROUND, min(start[1], end[1]) - AROUND))


@lru_cache(maxsize=256)
def _arrow(across: int, down: int, paint: Colour, theme: Theme, width: int) -> Image.Image:
    canvas = Canvas(abs(across) + 2 * AROUND, abs(down) + 2 * AROUND, None, 2)
    begin = (AROUND - min(0, across), AROUND - min(0, down))
    tip = (begin[0] + across, begin[1] + down)
    length = max(1.0, hypot(across, down))
    neck = between(tip, begin, min(20.0, length * 0.7) / length)
    aside = (-down / length * width * 1.35, across / length * width * 1.35)
    wings = (tip, (neck[0] + aside[0], neck[1] + aside[1]), (neck[0] - aside[0], neck[1] - aside[1]))
    for rim, tone in ((2.5, theme.dark), (1.5, theme.light), (0.0, paint)):
        canvas.line((begin, neck), tone, width + 2 * rim)
        canvas.polygon(wings, tone, tone, 2 * rim)
    return canvas.finished()
