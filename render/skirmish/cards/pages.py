"""Pages to look things up: a card of either deck, and all terrain."""

from __future__ import annotations

from PIL import Image

from engine.skirmish.tables import LoreCard
from render import lettering
from render.canvas import Box, Canvas
from render.skirmish.cards import cards
from render.skirmish.cards.palette import palette, printed
from render.skirmish.pieces import lands
from render.skirmish.pieces.captions import Captions
from render.theme import DARK, Theme

CARD = (380, 584)
"""A card that is looked up."""

WIDTH = 1000
SIDE = 60
"""How large the hex of a terrain is on its page."""


def card(named: str, captions: Captions, theme: Theme = DARK) -> bytes:
    """A card as a PNG, with where it comes from below. Raises KeyError for what is no card."""
    return printed(theme).png(draw_card(named, captions, theme))


def draw_card(named: str, captions: Captions, theme: Theme = DARK) -> Image.Image:
    """A card in full colours."""
    wide, high = CARD
    canvas = Canvas(wide + 24, high + 66, theme.ground)
    canvas.paste(cards.drawn(named, captions, theme, wide, high), (12, 12))
    found = cards.found(named, captions.tables)
    deck = captions.told(f"from.{found.deck}") if isinstance(found, LoreCard) else captions.told("from.commands")
    said = captions.told("copies", number=found.copies, deck=deck)
    room = Box(12, high + 20, wide, 36)
    canvas.fitted(said, room, theme.small.sized(24), theme.faint, least=16)
    return canvas.finished()


def terrain(captions: Captions, theme: Theme = DARK, only: str = "") -> bytes:
    """All terrain with what it does, or the one that is asked for, as a PNG. Raises KeyError for what is none."""
    return palette(theme).png(draw_terrain(captions, theme, only))


def draw_terrain(captions: Captions, theme: Theme = DARK, only: str = "") -> Image.Image:
    """All terrain, or one, in full colours."""
    known = captions.tables.terrains
    left, face = 2 * SIDE + 24, theme.plain.sized(22)
    told = []
    for found in [known[only]] if only else known.values():
        lines = [
            line
            for said in captions.effects(found)
            for line in lettering.wrapped(said, face.file, face.size, WIDTH - left - 24)
        ]
        told.append((found.id, lines, max(2 * SIDE + 12, 46 + 26 * len(lines))))
    canvas = Canvas(WIDTH, sum(tall for *_, tall in told) + 16, theme.ground)
    y = 8.0
    for name, lines, tall in told:
        canvas.box(Box(8, y, WIDTH - 16, tall - 6), theme.panel, radius=10)
        sprite = lands.picture(name, theme, SIDE)
        canvas.paste(sprite, (16, y + (tall - 6 - sprite.height) / 2))
        canvas.text(captions.terrain(name), (left, y + 34), theme.strong.sized(30), theme.ink)
        for place, line in enumerate(lines):
            canvas.text(line, (left, y + 64 + 26 * place), face, theme.ink)
        y += tall
    return canvas.finished()
