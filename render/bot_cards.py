"""The bots of a table: a card for each, with its face, what it is called, how it plays and what its temper is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Box, Canvas, png
from render.faces import face
from render.theme import DARK, Theme

WIDTH = 800
MARGIN = 16
HEIGHT = 148
FACE = 120
WIDE = 2
"""Cards in a row."""


@dataclass(frozen=True, slots=True)
class BotCard:
    """A bot by the key of its face, with what is written beside that, from the top."""

    key: str
    name: str
    lines: tuple[str, ...]


@lru_cache(maxsize=24)
def bot_cards(cards: tuple[BotCard, ...], theme: Theme = DARK) -> bytes:
    """The cards, as a PNG."""
    across = (WIDTH - (WIDE + 1) * MARGIN) / WIDE
    canvas = Canvas(WIDTH, MARGIN + -(-len(cards) // WIDE) * (HEIGHT + MARGIN), theme.ground, theme.scale)
    for place, card in enumerate(cards):
        down, right = divmod(place, WIDE)
        at = MARGIN + right * (across + MARGIN), MARGIN + down * (HEIGHT + MARGIN)
        _paint(canvas, Box(*at, across, HEIGHT), card, theme)
    return png(canvas.finished())


def _paint(canvas: Canvas, box: Box, card: BotCard, theme: Theme) -> None:
    canvas.box(box, theme.panel, radius=14)
    inset = (HEIGHT - FACE) / 2
    portrait = face(card.key, FACE * theme.scale, theme)
    canvas.paste_large(portrait, (box.x + inset, box.y + inset))
    x = box.x + FACE + 2 * inset
    room = Box(x, box.y + 14, box.right - x - inset, 44)
    canvas.fitted(card.name, room, theme.title.sized(36), theme.ink, "l")
    for place, line in enumerate(card.lines):
        canvas.fitted(line, Box(x, room.bottom + 36 * place, room.width, 36), theme.plain, theme.faint, "l", least=18)
