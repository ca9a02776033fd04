"""Below the board: what signs and marks mean, and what terrains look like."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.titan.board import Board
from engine.titan.view import View
from render.canvas import Box, Canvas, Type
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard import lands, margin
from render.titan.masterboard.margin import WIDTH
from render.titan.masterboard.signs import EXPLAINED, sign
from render.titan.pieces import tokens
from render.titan.pieces.captions import Captions

LINE = 42
"""How high a line of the legend is."""
ACROSS, TOP, EDGE = 6, 8, 28
"""How many stand in a line, and how far below the board and from the sides."""
SIZE, LEAST = 34, 32
"""In how large a type it is written."""
SWATCH = 54
"""How wide its signs and pictures are."""

MARKS = ("height", "moved")
"""What a figure on a legion's marker is, and how it stands where the legion has moved."""


@lru_cache(maxsize=8)
def parts(board: Board) -> Parts:
    """What signs and marks mean and what terrains look like."""
    found: list[tuple[str, tuple[str, ...]]] = [("sign", kinds) for kinds in EXPLAINED]
    found += [("swatch", (terrain,)) for terrain in board.terrains]
    found += [("mark", (kind,)) for kind in MARKS]
    return tuple(Part(sort, box, keys) for (sort, keys), box in zip(found, _lines(), strict=False))


def wiped_out(view: View) -> Parts:
    """In a game that ends by agreement the last of the legend: what the sign on the players' cards means."""
    return (Part("wiped-out", _lines()[-1], ()),) if view.ends else ()


@lru_cache(maxsize=1)
def _lines() -> tuple[Box, ...]:
    """The places of the legend, in lines from left to right."""
    wide, top = (WIDTH - 2 * EDGE) / ACROSS, margin.BOARD + TOP
    return tuple(
        Box(round(EDGE + place % ACROSS * wide) + 6, top + place // ACROSS * LINE, round(wide) - 16, LINE - 6)
        for place in range(3 * ACROSS)
    )


def paint_wiped_out(canvas: Canvas, view: View, captions: Captions, theme: Theme) -> None:
    """Paints what the sign on the players' cards means, in a game that ends by agreement."""
    for part in wiped_out(view):
        size = round(part.box.height)
        sprite = tokens.loop(size - 4, theme.faint, theme.dark, theme)
        canvas.paste(sprite, (part.box.x + (SWATCH - size) / 2 + 2, part.box.y + 2))
        text = Box(part.box.x + SWATCH + 10, part.box.y, part.box.width - SWATCH - 10, size)
        canvas.fitted(captions.told("sign.loop"), text, _face(theme), theme.faint, "l")


def paint(canvas: Canvas, board: Board, captions: Captions, theme: Theme) -> None:
    """Paints it on the cloth without a panel: nothing of it is louder than the board."""
    for part in parts(board):
        canvas.paste(_explained(board, part, captions, theme), (part.box.x, part.box.y))


def _face(theme: Theme) -> Type:
    return theme.small.sized(SIZE)


@lru_cache(maxsize=256)
def _explained(board: Board, part: Part, captions: Captions, theme: Theme) -> Image.Image:
    """A piece of the legend: a sign or a mark and what it says, or a terrain and its name."""
    key = part.facts[0]
    width, height = round(part.box.width), round(part.box.height)
    line = Canvas(width, height, None, theme.scale, paired=True)
    face, left = _face(theme), words_left(part)
    room = width - left
    match part.sort:
        case "sign":
            said = captions.told(f"sign.{key}")
            last = left - 10 - SWATCH / 2
            for kind, x in zip(part.facts, (last,) if len(part.facts) == 1 else (SWATCH / 6, last), strict=True):
                foot = (x, 0.5 * height + 9.0)
                sign(line, kind, foot, (x + 1, foot[1]), (x, foot[1] - 1), theme, 1.15)
        case "mark":
            said = captions.told(f"sign.{key}")
            tokens.figure(line, Box(SWATCH / 2 - 22, 0, 44, height), key == "moved", theme)
        case _:
            said = captions.terrain_within(key, face.sized(LEAST), room)
            terrain = board.terrains[key]
            line.paste_large(lands.swatch(terrain, SWATCH * theme.scale, (height - 4) * theme.scale, theme), (0, 2))
    line.fitted(said, Box(left, 0, room, height), face, theme.faint, "l", LEAST)
    return line.finished()


def words_left(part: Part) -> float:
    """Where in a piece of the legend its words begin; a second sign takes two thirds of the room of the first."""
    return SWATCH + 10 + (len(part.facts) - 1) * SWATCH * 2 / 3
