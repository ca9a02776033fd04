"""A small picture of the field's sections, with how many units a command card orders in each."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.skirmish.tables import CommandCard
from render.canvas import Box, Canvas, mixed
from render.theme import Theme

ORDER = ("left", "center", "right")


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
    """The three sections side by side with what is ordered in each; below an arrow both ways if one is to be chosen."""
    high = round(width * 0.42)
    canvas = Canvas(width, high, None, 4)
    wide, open_ = (width - 8) / 3, "chosen" in card.orders and how not in ORDER
    tall = high * 0.74 if open_ else high
    for place, figure in enumerate(orders(card, how)):
        box = Box(place * (wide + 4), 0, wide, tall)
        shown = bool(figure) and figure != "0"
        paint = theme.active if shown else mixed(theme.panel, theme.ink, 0.18)
        canvas.box(box, theme.dark, radius=high / 6)
        canvas.box(box.shrunk(high * 0.035), paint, radius=high / 7)
        if shown:
            canvas.fitted(figure, box, theme.strong.sized(round(high * 0.8)), theme.on(paint), least=10)
    if open_:
        y, reach = high * 0.88, high * 0.12
        ends = (wide / 2, width - wide / 2)
        for rim, tone in ((1.2, theme.light), (0.0, theme.dark)):
            canvas.line(((ends[0], y), (ends[1], y)), tone, high * 0.07 + 2 * rim)
            for x, aim in ((ends[0], -1), (ends[1], 1)):
                points = ((x, y - reach), (x + 1.6 * reach * aim, y), (x, y + reach))
                canvas.polygon(points, tone, tone, 2 * rim)
    return canvas.finished()
