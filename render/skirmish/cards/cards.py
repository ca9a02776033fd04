"""Command cards and lore cards as they are drawn: name, cost, when, what, and a picture of it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.skirmish.tables import CommandCard, LoreCard, Tables
from render import lettering
from render.canvas import Box, Canvas, Colour, Type
from render.skirmish.cards.scenery import scene
from render.skirmish.pieces import counters, marks
from render.skirmish.pieces.captions import Captions
from render.theme import Theme

WIDE, HIGH = 190, 292
"""A card in a full hand."""

PAPER: Colour = "#F6EFDD"
STEEL: Colour = "#4A5560"
EARTH: Colour = "#7A6248"
FLAME: Colour = marks.FLAME
"""Under what a card costs."""

TALLEST, LEAST = 23, 12
"""The types that what a card does is written in."""


def paint_of(card: CommandCard | LoreCard, theme: Theme) -> Colour:
    """The colour of a card: steel for commands, that of its faction for lore, earth for what comes with a unit."""
    if isinstance(card, CommandCard):
        return STEEL
    faction = card.deck.partition("_")[0]
    return counters.livery_of(faction, True, theme).paint if faction in counters.PAINTS else EARTH


def found(card: str, known: Tables) -> CommandCard | LoreCard:
    """The card of an id, of either deck. Raises KeyError if there is none."""
    return known.commands[card] if card in known.commands else known.lore[card]


@lru_cache(maxsize=64)
def face(card: str, captions: Captions, theme: Theme, wide: int = WIDE, high: int = HIGH) -> Image.Image:
    """A card as it is in a hand, kept for the next picture of that."""
    return drawn(card, captions, theme, wide, high)


def drawn(card: str, captions: Captions, theme: Theme, wide: int, high: int) -> Image.Image:
    """A card as large as is wanted."""
    told, share = found(card, captions.tables), min(wide / WIDE, 1.3 * high / HIGH)
    paint = paint_of(told, theme)
    canvas = Canvas(wide, high, None, 2)
    whole = Box(0, 0, wide, high)
    canvas.box(whole, theme.dark, radius=12 * share)
    canvas.box(whole.shrunk(1.2), theme.light, radius=11 * share)
    canvas.box(whole.shrunk(3), paint, radius=10 * share)
    band = 37 * share
    page = Box(7 * share, band, wide - 14 * share, high - band - 7 * share)
    canvas.box(page, PAPER, radius=6 * share)
    cost = 31 * share if isinstance(told, LoreCard) else 0
    title = Box(8 * share + cost, 4 * share, wide - 16 * share - cost, 32 * share)
    canvas.fitted(captions.named(card), title, theme.strong.sized(round(24 * share)), theme.on(paint), least=LEAST)
    if isinstance(told, LoreCard):
        _cost(canvas, told.cost, Box(4 * share, 4 * share, 31 * share, 31 * share), theme)
    top = _picture(canvas, told, page, share, theme)
    if isinstance(told, LoreCard):
        top = _timing(canvas, captions.timing(told.timing), page, top, share, theme)
    _text(
        canvas,
        captions.card(card),
        Box(page.x + 8 * share, top, page.width - 15 * share, page.bottom - top - 8 * share),
        theme,
        share,
    )
    return canvas.finished()


def _cost(canvas: Canvas, cost: int, box: Box, theme: Theme) -> None:
    """A flame with what the card costs."""
    canvas.paste_large(
        marks.sign("flame", round(box.width * canvas.scale * 1.12), theme.dark, theme.dark), (box.x - 2, box.y - 2)
    )
    canvas.paste_large(marks.sign("flame", round(box.width * canvas.scale), FLAME, FLAME), (box.x, box.y))
    canvas.fitted(
        str(cost),
        Box(box.x, box.y + box.height * 0.16, box.width, box.height),
        theme.strong.sized(round(box.height * 0.72)),
        theme.dark,
        least=12,
    )


def _picture(canvas: Canvas, told: CommandCard | LoreCard, page: Box, share: float, theme: Theme) -> float:
    """What happens where the card is played. Returns where it ends."""
    wide = round(page.width - 6 * share)
    high = round(min(wide * WIDEST, page.height * (0.4 if isinstance(told, CommandCard) else 0.38)))
    box = Box(page.x + 3 * share, page.y + 3 * share, wide, high)
    canvas.box(box.shrunk(-1.5), theme.dark, radius=high * 0.06 + 4)
    art = scene(told, paint_of(told, theme), wide * canvas.scale // 2, high * canvas.scale // 2, theme)
    large = art.resize((wide * canvas.scale, high * canvas.scale), Image.Resampling.BICUBIC)
    canvas.paste_large(large, (box.x, box.y))
    return box.bottom + 4 * share


WIDEST = 0.56
"""How high the picture on a card is at most, in its widths."""


def _timing(canvas: Canvas, said: str, page: Box, top: float, share: float, theme: Theme) -> float:
    """When a card is played, in one line or two. Returns where it ends."""
    room = page.width - 10 * share
    type_, lines = fit(said, theme.strong, room, 38 * share, round(17 * share))
    for line in lines:
        top += type_.size * 1.08
        canvas.text(line, (page.centre[0], top), type_, theme.dark, "m")
    return top + 6 * share


def _text(canvas: Canvas, said: str, room: Box, theme: Theme, share: float) -> None:
    """What a card does, as large as it has room."""
    type_, lines = fit(said, theme.plain, room.width, room.height, round(TALLEST * share))
    top = room.y
    for line in lines:
        top += type_.size * LEADING
        canvas.text(line, (room.x, top), type_, theme.dark)


LEADING = 1.14


def fit(said: str, face: Type, width: float, height: float, tallest: int) -> tuple[Type, tuple[str, ...]]:
    """The largest type in which a text fits a room, and its lines; the smallest there is if it does not."""
    words = said.split()
    for size in range(tallest, LEAST - 1, -1):
        wide = all(face.sized(size).width(word) <= width for word in words)
        if wide and len(lettering.wrapped(said, face.file, size, width)) * size * LEADING + size * 0.2 <= height:
            break
    return face.sized(size), lettering.wrapped(said, face.file, size, width)
