"""How a legion is laid out in a row of its characters, and the small plates that stand in rows."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.titan.rules import Rules
from render.canvas import Box, Canvas, mixed
from render.theme import Theme
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import written_on
from render.titan.pieces.markers import emblem_of
from render.titan.pieces.tokens import Livery, plate

WIDTH = 1200
TOP = 104
ROW = 118
FIRST = 266
"""Where the characters of a legion begin."""
STEP = tiles.WIDTH + 4
MARKER = 100
CHIP = (58, 36)
"""Width and height of a marker that is left."""
LEAST = 16
"""The smallest type in a picture of this width."""


@lru_cache(maxsize=128)
def chip(marker: str, colours: Livery, theme: Theme) -> Image.Image:
    """A marker that is left: its emblem and its number, in its livery."""
    width, high = CHIP
    canvas = Canvas(width, high, theme.panel, theme.scale)
    canvas.box(Box(0, 0, width, high), colours.paint, mixed(colours.paint, theme.ink, 0.45), 1, 6)
    side = high - 8
    canvas.paste_large(emblem_of(marker, side * theme.scale, colours.text, colours.paint), (3, 4))
    canvas.fitted(
        marker[2:], Box(side + 3, 0, width - side - 6, high), theme.small.sized(22), colours.text, least=LEAST
    )
    return canvas.finished()


@lru_cache(maxsize=64)
def tag(colours: Livery, size: int, theme: Theme) -> Image.Image:
    """A player's plate with the code of his colour."""
    canvas = Canvas(size, size, theme.panel, theme.scale)
    plate(canvas, Box(0, 0, size, size), colours, band=size / 5)
    canvas.fitted(colours.code, Box(6, size / 5, size - 12, size * 0.8), theme.title, colours.text, least=24)
    return canvas.finished()


def land_plate(canvas: Canvas, box: Box, rules: Rules, label: int, captions: Captions, theme: Theme) -> None:
    """A land's number and terrain, on its colour."""
    terrain = rules.board.terrains[rules.board.lands[label].terrain]
    paint = written_on(theme.paint(terrain.name, terrain.paint), theme)
    canvas.box(box, paint, mixed(paint, theme.dark, 0.4), 2, 8)
    where = captions.say("land", land=label, terrain=captions.short(terrain.name))
    canvas.fitted(where, box.shrunk(6), theme.strong.sized(26), theme.on(paint), least=LEAST)
