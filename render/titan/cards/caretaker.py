"""The caretaker's stacks and the dead: how many of each kind are left, and how many have fallen for good."""

from __future__ import annotations

from engine.titan.view import View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions
from render.titan.pieces.glyphs import glyph

WIDTH = 1200
TOP = 72
COLUMNS = 6
CELL = (196, 116)
"""Width and height of what is told of a kind."""

LEAST = 16


def caretaker(view: View, captions: Captions, theme: Theme = DARK) -> bytes:
    """All stacks and the dead, as a PNG. What is here is public (R3.2)."""
    parts = scene(view)
    canvas = Canvas(WIDTH, tall(view), theme.ground)
    canvas.box(Box(0, 0, WIDTH, TOP - 8), theme.panel)
    canvas.fitted(captions.told("stacks"), Box(18, 0, 560, TOP - 8), theme.plain.sized(34), theme.ink, "l")
    _legend(canvas, captions, theme)
    for part in parts:
        _stack(canvas, part, view, captions, theme)
    return tiles.palette(view.rules, theme).png(canvas.finished())


def tall(view: View) -> int:
    """How high the picture is."""
    return TOP + CELL[1] * -(-len(view.caretaker) // COLUMNS) + 6


def scene(view: View) -> Parts:
    """A part for each kind: its code, how many are left, how many are dead."""
    wide, high = CELL
    return tuple(
        Part("stack", Box(12 + place % COLUMNS * wide, TOP + place // COLUMNS * high, wide - 4, high - 5), row)
        for place, row in enumerate(view.caretaker)
    )


def _legend(canvas: Canvas, captions: Captions, theme: Theme) -> None:
    """What the two numbers are."""
    x = WIDTH - 18.0
    for name, word in (("dead", captions.told("dead")), ("stack", captions.told("left"))):
        face = theme.plain.sized(26)
        x -= canvas.text(word, (x, 42), face, theme.faint, "r") + 34
        canvas.paste(glyph(name, 28, theme.panel, theme.ink), (x, 18))
        x -= 22


def _stack(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme) -> None:
    """A kind with its numbers; one that is sold out is pale and says so."""
    box, (code, left, dead) = part.box, part.facts
    kind = view.rules.kinds[code]
    canvas.box(box, theme.panel, radius=10)
    sprite = tiles.tile(kind, tiles.named(code, captions, theme), kind.power, theme, theme.panel)
    canvas.paste(sprite if left else tiles.sold_out(sprite, theme.panel), (box.x + 4, box.y + 4))
    room = Box(box.x + tiles.WIDTH + 8, box.y + 4, box.width - tiles.WIDTH - 12, box.height - 8)
    if left:
        number = Box(room.x, room.y + 2, room.width, 56)
        canvas.fitted(str(left), number, theme.strong.sized(52), theme.ink, least=LEAST)
    else:
        chip = Box(room.x, room.y + 8, room.width, 44)
        canvas.box(chip, theme.danger, theme.light, 2, 8)
        canvas.fitted(
            captions.told("none"), chip.shrunk(5), theme.strong.sized(28), theme.on(theme.danger), least=LEAST
        )
    if dead:
        canvas.paste(glyph("dead", 28, theme.panel, theme.faint), (room.x + 2, room.bottom - 36))
        number = Box(room.x + 32, room.bottom - 38, room.width - 34, 32)
        canvas.fitted(str(dead), number, theme.strong.sized(30), theme.faint, "l", LEAST)
