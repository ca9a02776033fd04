"""A small picture of the field's sections, with how many units a command card orders in each."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.skirmish.tables import CommandCard
from render.canvas import Box, Canvas, mixed
from render.theme import Theme

ORDER = ("left", "center", "right")
CHOICE = "?"


def orders(card: CommandCard, how: str) -> tuple[str, str, str]:
    """What a card orders in each section, as whoever plays it sees them: a number, nothing, or one for a choice.

    `how` is the section that was chosen, if one was.
    """
    if "chosen" not in card.orders:
        found = [str(card.orders.get(section, "")) for section in ORDER]
        return found[0], found[1], found[2]
    most, rest = card.orders["chosen"], card.orders.get("each_other", 0)
    if how not in ORDER:
        return (f"{rest}", f"{most}", f"{rest}")
    found = [str(most if section == how else rest) for section in ORDER]
    return found[0], found[1], found[2]


@lru_cache(maxsize=256)
def mapped(card: CommandCard, how: str, width: int, theme: Theme) -> Image.Image:
    """The three sections side by side with what is ordered in each; a card whose section is to be chosen has arrows."""
    high = round(width * 0.42)
    canvas = Canvas(width, high, None, 4)
    wide = (width - 8) / 3
    for place, figure in enumerate(orders(card, how)):
        box = Box(place * (wide + 4), 0, wide, high)
        shown = bool(figure) and figure != "0"
        paint = theme.active if shown else mixed(theme.panel, theme.ink, 0.18)
        canvas.box(box, theme.dark, radius=high / 6)
        canvas.box(box.shrunk(1), paint, radius=high / 7)
        if shown:
            canvas.fitted(figure, box, theme.strong.sized(round(high * 0.8)), theme.on(paint), least=10)
    if "chosen" in card.orders and how not in ORDER:
        y = high - 5
        for x, aim in ((wide + 2, -1), (2 * wide + 6, 1)):
            canvas.polygon(((x - 4 * aim, y - 4), (x + 5 * aim, y), (x - 4 * aim, y + 4)), theme.light, theme.dark, 1.5)
    return canvas.finished()
