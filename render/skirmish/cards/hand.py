"""A player's cards, for his eyes alone: commands, lore, what is in the lore deck, and what was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from PIL import Image

from engine.core import Seat
from engine.skirmish.view import Own, View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.skirmish.cards import cards, rows
from render.skirmish.cards.palette import printed
from render.skirmish.cards.rows import LINE, TOP, WIDTH
from render.skirmish.pieces import marks
from render.skirmish.pieces.captions import NOBODY, Captions, Names
from render.skirmish.pieces.counters import PAGE
from render.skirmish.pieces.emblems import emblem
from render.theme import DARK, Theme

GAP = 8
ROWS = {4: (4, 289, 376)}
THREE = (3, 389, 320)
"""So many cards stand side by side, and how large they are: a hand is read on phones. Four are in one row."""

ENTRY = (292, 38)
"""How large a line of the deck is; there are four of them side by side."""

LOOK = (390, 48)
"""How large a hidden card that was looked at is told."""


def hand(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The viewer's cards as a PNG. The view must be a seat's."""
    return printed(theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The viewer's cards in full colours."""
    assert view.viewer is not None, "a hand is its owner's alone"
    parts = scene(view)
    canvas = Canvas(WIDTH, tall(parts), theme.ground)
    rows.head(canvas, view, view.viewer, captions, theme, names)
    for part in parts:
        _paint(canvas, part, view, captions, theme)
    return canvas.finished()


def tall(parts: Parts) -> int:
    """How high the picture is."""
    return round(max((part.box.bottom for part in parts), default=TOP)) + 10


def scene(view: View) -> Parts:
    """Everything below the head. The view must be a seat's."""
    assert view.own is not None, "a hand is its owner's alone"
    return tuple(_parts(view, view.own))


def _parts(view: View, own: Own) -> Iterator[Part]:
    top = float(TOP)
    sections = [("drawn", own.drawn), ("commands", own.commands), ("lore", own.hand)]
    for sort, held in sections:
        if sort == "drawn" and not held:
            continue
        yield Part("heading", Box(14, top, WIDTH - 28, LINE), (sort, len(held)))
        top += LINE
        across, wide, high = ROWS.get(len(held), THREE)
        for place, card in enumerate(held):
            x = 10 + place % across * (wide + GAP)
            yield Part("card", Box(x, top + place // across * (high + GAP), wide, high), (card,))
        top += -(-len(held) // across) * (high + GAP) + 4
    still = dict(view.hidden)
    peeked = [looked for looked in own.peeked if looked[0] in still]
    if peeked:
        yield Part("heading", Box(14, top, WIDTH - 28, LINE), ("peeked", len(peeked)))
        top += LINE
        for place, looked in enumerate(peeked):
            wide, high = LOOK
            yield Part("peeked", Box(10 + place % 3 * wide, top + place // 3 * high, wide - 8, high - 6), looked)
        top += -(-len(peeked) // 3) * LOOK[1] + 4
    yield Part("heading", Box(14, top, WIDTH - 28, LINE), ("deck", len(own.deck)))
    top += LINE
    yield from _listed(own.deck, top)


def _listed(deck: Sequence[str], top: float) -> Iterator[Part]:
    wide, high = ENTRY
    for place, (card, number) in enumerate(Counter(deck).items()):
        yield Part("entry", Box(12 + place % 4 * wide, top + place // 4 * high, wide - 10, high - 6), (card, number))


def _paint(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme) -> None:
    box = part.box
    match part.sort:
        case "heading":
            what, number = part.facts
            assert view.viewer is not None
            aside = _purse(view, view.viewer, captions) if what == "lore" else ""
            rows.heading(canvas, captions.told(f"hand.{what}", number=number), aside, box.y, theme)
        case "card":
            canvas.paste(
                cards.face(part.facts[0], captions, theme, round(box.width), round(box.height)), (box.x, box.y)
            )
        case "entry":
            entry(canvas, box, part.facts[0], part.facts[1], captions, theme)
        case "peeked":
            at, kind = part.facts
            canvas.box(box, theme.panel, radius=8)
            plate = Box(box.x + 4, box.y + 3, box.height - 6, box.height - 6)
            canvas.box(plate, PAGE, radius=6)
            canvas.paste(emblem(kind, round(plate.width) - 4, theme), (plate.x + 2, plate.y + 2))
            room = Box(plate.right + 10, box.y, box.right - plate.right - 16, box.height)
            said = captions.told("looked", hex=at, unit=captions.unit(kind))
            canvas.fitted(said, room, theme.plain.sized(23), theme.ink, "l", 16)
        case sort:
            raise AssertionError(sort)


def _purse(view: View, seat: Seat, captions: Captions) -> str:
    """The lore of a seat, and how much of it there may be."""
    lore, rules = view.side(seat).lore, view.rules
    if rules.lore_has_a_most:
        return captions.told("to-spend-of", number=lore, most=rules.tables.most_lore)
    return captions.told("to-spend", number=lore)


def entry(canvas: Canvas, box: Box, card: str, number: int, captions: Captions, theme: Theme) -> None:
    """A lore card in one line: its cost, its name, how many of it there are."""
    told = cards.found(card, captions.tables)
    paint = cards.paint_of(told, theme)
    canvas.box(box, theme.panel, radius=6)
    canvas.box(Box(box.x, box.y, 6, box.height), paint, radius=2)
    size = round(box.height) - 2
    canvas.paste(marks.sign("flame", size, cards.FLAME, cards.FLAME), (box.x + 10, box.y + 1))
    cost = getattr(told, "cost", 0)
    canvas.fitted(str(cost), Box(box.x + 10, box.y + 5, size, size - 2), theme.strong.sized(20), theme.dark)
    room = Box(box.x + size + 18, box.y, box.width - size - 24, box.height)
    said = captions.named(card) if number == 1 else captions.told("several", number=number, unit=captions.named(card))
    canvas.fitted(said, room, theme.small.sized(22), theme.ink, "l", 15)
