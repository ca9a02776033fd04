"""The counters of characters: emblem, name, power-skill, and what has befallen them in battle."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.canvas import Box, Canvas, Colour, Point
from render.theme import Theme
from render.titan.captions import SIDES
from render.titan.emblems import emblem
from render.titan.pieces import Livery, swords

COUNTER = (138, 106)
"""Width and height of a character's counter."""

BAR = (210, 44)
"""Width and height of a character in a list."""


@lru_cache(maxsize=512)
def counter(
    code: str,
    name: str,
    figures: str,
    colours: Livery,
    theme: Theme,
    side: int | None = None,
    hits: int = 0,
    slain: bool = False,
    struck: bool = False,
) -> Image.Image:
    """A character: in its player's colours, in battle with the badge of its `side` and its hits."""
    width, height = COUNTER
    canvas = Canvas(width, height, None, theme.scale)
    canvas.box(Box(0, 0, width, height), colours.paint, theme.light, 2, 12 if side == 1 else 3)
    left = 6.0
    if side is not None:
        badge(canvas, (18, 18), 13, side, theme)
        left = 34
    canvas.fitted(name, Box(left, 3, width - left - 6, 30), theme.small.sized(26), colours.text, "m")
    plate = height - 42
    _plated(canvas, code, Box(6, 36, plate, plate), colours, theme)
    right = Box(6 + plate + 3, 36, width - plate - 14, plate)
    half = right.height / (1 if side is None else 2)
    canvas.fitted(figures, Box(right.x, right.y, right.width, half), theme.strong.sized(32), colours.text, least=24)
    if hits:
        plaque = Box(right.x + 2, right.y + half + 2, right.width - 6, half - 4)
        canvas.box(plaque, theme.blood, theme.light, 2, 6)
        canvas.fitted(f"−{hits}", plaque, theme.strong.sized(24), theme.light)
    if slain:
        _crossed(canvas, Box(3, 34, width - 6, height - 38), theme)
    image = canvas.finished()
    if struck and not slain:
        mark = swords(24, theme.light, theme)
        image.paste(mark, (6 + plate - 20, height - 28), mark)
    return image


@lru_cache(maxsize=512)
def bar(code: str, name: str, figures: str, colours: Livery, theme: Theme) -> Image.Image:
    """A character as a line of a list: emblem, name, power-skill."""
    width, height = BAR
    canvas = Canvas(width, height, None, theme.scale)
    canvas.box(Box(0, 0, width, height), colours.paint, theme.light, 2, 6)
    plate = height - 8
    _plated(canvas, code, Box(4, 4, plate, plate), colours, theme)
    room = Box(height + 2, 0, width - height - 10, height)
    tail = theme.small.sized(26).width(figures)
    canvas.fitted(name, Box(room.x, 0, room.width - tail - 6, height), theme.small.sized(26), colours.text, "l")
    canvas.fitted(figures, room, theme.small.sized(26), colours.text, "r")
    return canvas.finished()


def badge(canvas: Canvas, at: Point, radius: float, side: int, theme: Theme, paint: Colour | None = None) -> None:
    """A or D: the attacker's a pointed tile, the defender's a round one."""
    x, y = at
    if side == 0:
        points = ((x, y - radius * 1.2), (x + radius * 1.1, y), (x, y + radius * 1.2), (x - radius * 1.1, y))
        canvas.polygon(points, paint or theme.light, theme.dark, 1.5)
    else:
        canvas.disc(at, radius, paint or theme.light, theme.dark, 1.5)
    size = max(22, round(radius * 1.2))
    canvas.text(SIDES[side][0], (x, y + size * 0.36), theme.small.sized(size), theme.dark, "m")


def _plated(canvas: Canvas, code: str, box: Box, colours: Livery, theme: Theme) -> None:
    """The emblem on a light plate."""
    canvas.box(box, theme.ink, radius=box.width / 10)
    canvas.paste_large(emblem(code, round(box.width) * theme.scale, colours.paint, theme), (box.x, box.y))


def _crossed(canvas: Canvas, box: Box, theme: Theme) -> None:
    """Two strokes through the slain."""
    first, second, third, fourth = box.shrunk(4).corners
    for stroke in ((first, third), (second, fourth)):
        canvas.line(stroke, theme.light, 10)
    for stroke in ((first, third), (second, fourth)):
        canvas.line(stroke, theme.blood, 6)
