"""A sequence, such as that of a turn: cards in the order in which they are gone through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Box, Canvas, Palette
from render.lettering import wrapped
from render.parts import Part, Parts
from render.theme import DARK, Theme

WIDTH = 1600
MARGIN = 20
TITLE = 74
GAP = 34
"""Between cards; the arrow from one to the next is in it."""

NAME = 62
LINE = 36
SIZE = 28
LEAST = 22
BADGE = 23


@dataclass(frozen=True, slots=True)
class Strip:
    """A sequence: its title, and each step with its name and what happens in it; `wide` cards stand in a row."""

    title: str
    steps: tuple[tuple[str, str], ...]
    wide: int


@lru_cache(maxsize=24)
def sequence(strips: tuple[Strip, ...], theme: Theme = DARK) -> bytes:
    """The strips below one another, as a PNG. Each row is read from the left."""
    parts = scene(strips, theme)
    canvas = Canvas(WIDTH, tall(parts), theme.ground)
    for part in parts:
        _paint(canvas, part, theme)
    image = canvas.finished()
    return Palette((theme.ground, theme.panel, theme.ink, theme.faint, theme.active), (image,)).png(image)


def tall(parts: Parts) -> int:
    """How high the picture is."""
    return round(max(part.box.bottom for part in parts)) + MARGIN


def scene(strips: tuple[Strip, ...], theme: Theme = DARK) -> Parts:
    """A title for each strip, then its cards: the number, the name and the lines. A row is as high as its longest."""
    parts: list[Part] = []
    y = 0.0
    for strip in strips:
        parts.append(Part("title", Box(0, y, WIDTH, TITLE), (strip.title,)))
        y += TITLE + 16
        across = (WIDTH - 2 * MARGIN - GAP * (strip.wide - 1)) / strip.wide
        cards = [(name, tuple(wrapped(said, theme.plain.file, SIZE, across - 32))) for name, said in strip.steps]
        for first in range(0, len(cards), strip.wide):
            row = cards[first : first + strip.wide]
            high = NAME + 16 + LINE * max(len(lines) for _, lines in row) + 12
            for place, (name, lines) in enumerate(row):
                box = Box(MARGIN + place * (across + GAP), y, across, high)
                parts.append(Part("card", box, (first + place + 1, name, lines)))
                if first + place + 1 < len(cards) and place + 1 < strip.wide:
                    parts.append(Part("arrow", Box(box.right + 8, y + high / 2 - 16, GAP - 16, 32)))
            y += high + 18
        y += 6
    return tuple(parts)


def _paint(canvas: Canvas, part: Part, theme: Theme) -> None:
    box = part.box
    match part.sort:
        case "title":
            canvas.box(box, theme.panel)
            canvas.fitted(part.facts[0], box.shrunk(12), theme.plain.sized(40), theme.ink, "l", LEAST)
        case "arrow":
            middle = box.y + box.height / 2
            canvas.polygon(((box.x, box.y), (box.right, middle), (box.x, box.bottom)), theme.active)
        case _:
            number, name, lines = part.facts
            canvas.box(box, theme.panel, theme.active, 2, 12)
            canvas.disc((box.x + 38, box.y + 40), BADGE, theme.active)
            badge = Box(box.x + 38 - BADGE, box.y + 40 - BADGE, 2 * BADGE, 2 * BADGE)
            canvas.fitted(str(number), badge, theme.strong.sized(34), theme.on(theme.active), "m", LEAST)
            room = Box(box.x + 74, box.y + 10, box.width - 86, NAME)
            canvas.fitted(name, room, theme.strong.sized(38), theme.ink, "l", LEAST)
            for place, line in enumerate(lines):
                at = (box.x + 16, box.y + NAME + 42 + LINE * place)
                canvas.text(line, at, theme.plain.sized(SIZE), theme.ink)
