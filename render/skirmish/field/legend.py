"""What the marks of a picture mean: those on it that do not say it themselves, each as it is drawn there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.skirmish.effects import PLAINS
from render.canvas import Box, Canvas
from render.parts import Part
from render.skirmish.field import painting
from render.skirmish.pieces import counters, field_arrows, lands, marks
from render.skirmish.pieces.counters import BLACK, WHITE, Livery
from render.skirmish.pieces.geometry import HEIGHT, LEGEND, WIDTH
from render.skirmish.pieces.sprites import centred
from render.theme import Theme

EDGE = 8
ROWS = 2
ORDER = (
    "health", "weak", "ordered", "attacked", "stunned", "poisoned", "unshaken", "card", "seen", "banner", "move",
    "retreat", "attack", "hurt", "heal", "dead", "new", "spell", "focus", "legal", "target", WHITE, BLACK,
)  # fmt: skip
"""The order in which marks are explained."""


CLEAR = frozenset({("land", PLAINS), ("mark", "health"), ("mark", "attack"), ("mark", "hurt")})
"""What says itself what it is: bare land, a number on a counter, a spear, a red number less than nothing."""


def parts(field: Iterable[Part]) -> Iterator[Part]:
    """The legend of what lies on a field and is not clear without: terrain first, then marks, in columns."""
    entries = [entry for entry in explained(field) if entry not in CLEAR]
    columns = max(4, ceil(len(entries) / ROWS))
    wide, high = (WIDTH - 2 * EDGE) / columns, LEGEND / ROWS
    top = HEIGHT - LEGEND - 4
    for place, entry in enumerate(entries):
        box = Box(EDGE + place % columns * wide, top + place // columns * high, wide - 4, high - 2)
        yield Part("entry", box, entry)


def explained(field: Iterable[Part]) -> Iterator[tuple[str, str]]:
    """All that is on a field: `land` and a terrain, or `mark` and what it is called."""
    field = tuple(field)
    lands_there = {part.facts[1] for part in field if part.sort == "terrain"}
    yield from (("land", name) for name in lands.DRAWINGS if name in lands_there)
    there = {name for part in field for name in marks_of(part)}
    yield from (("mark", name) for name in ORDER if name in there)


def marks_of(part: Part) -> Iterator[str]:
    """The marks that a part of the field bears."""
    match part.sort:
        case "health":
            yield "weak" if part.facts[3] else "health"
        case "placed":
            yield "health"
        case "mark":
            yield part.facts[0]
        case "hidden":
            yield "seen" if part.facts[1] else "card"
        case "unit":
            if part.facts[4].ring:
                yield part.facts[4].ring
        case "walk":
            yield "retreat" if part.facts[0].driven else "move"
        case "blow":
            yield "attack"
        case "hurt":
            yield "hurt" if part.facts[0].damage > 0 else "heal"
        case "grave":
            yield "dead"
        case "new" | "spell" | "focus" | "legal" | "target":
            yield part.sort
        case "banner":
            yield "banner"
        case _:
            pass


TALL = 33
"""The height of a picture in the legend."""


@lru_cache(maxsize=128)
def sprite(sort: str, name: str, colours: Livery, theme: Theme) -> Image.Image:
    """An entry's picture."""
    if sort == "land":
        return lands.tile(name, theme, 0.31)
    canvas = Canvas(44, TALL, None)
    middle = (22.0, TALL / 2)
    match name:
        case "health" | "weak":
            return counters.health(3, name == "weak", colours, theme, 0.94)
        case "card" | "seen":
            return counters.hidden("" if name == "card" else "unknown", theme, 31)
        case "move" | "retreat":
            ends = (4.0 if name == "retreat" else 8.5, middle[1]), (38.5, middle[1])
            field_arrows.trail(canvas, ends, colours.paint, name == "retreat", theme, 0.62)
        case "attack":
            field_arrows.spear(canvas, (4, middle[1]), (41, middle[1]), theme, 0.8)
        case "hurt" | "heal":
            return painting.loss(1 if name == "hurt" else -1, theme)
        case "new":
            centred(canvas, painting.ring(theme.light, theme, 0.31, True), middle)
        case "focus":
            centred(canvas, painting.ring(theme.light, theme, 0.31), middle)
        case "legal":
            centred(canvas, painting.ring(theme.active, theme, 0.31), middle)
        case "target":
            return painting.dice("3", theme)
        case "white" | "black":
            tone, rim = (theme.light, theme.dark) if name == WHITE else (theme.dark, theme.light)
            ring = Canvas(30, 30, None, 4)
            for radius, paint in ((15, rim), (13.2, tone), (9.8, rim), (8.4, theme.panel)):
                ring.disc((15, 15), radius, paint)
            return ring.finished()
        case _:
            mark = "flame" if name == "spell" else name
            return marks.mark(mark, 27, marks.paint_of(mark, theme), theme)
    return canvas.finished()
