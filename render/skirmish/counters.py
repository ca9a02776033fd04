"""Units as they stand on the field, and the liveries of the two sides.

Whose a unit is says its outline as well as its paint: the side in the south has shields, the side in the north round
counters with teeth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.skirmish.state import Unit
from engine.skirmish.view import View
from render.canvas import Box, Canvas, Colour, Point, mixed
from render.drawing import Drawing, pieces, stamp
from render.skirmish import marks
from render.skirmish.emblems import emblem, paint_of
from render.theme import Theme

PAINTS: Mapping[str, Colour] = MappingProxyType({"daqan": "#2E59CC", "uthuk": "#C2303C"})
"""The paint of each faction. A theme may have another."""

SIGNS: Mapping[str, Drawing] = MappingProxyType(
    {
        "daqan": (
            ("pale", "M 14 12 H 30 V 26 H 42 V 12 H 58 V 26 H 70 V 12 H 86 V 46 H 78 L 82 92 H 18 L 22 46 H 14 Z"),
            ("dark", "M 38 92 V 68 C 38 54 62 54 62 68 V 92 Z"),
        ),
        "uthuk": (
            ("pale", "M 22 4 C 36 24 34 62 16 96 C 10 62 10 30 22 4 Z"),
            ("pale", "M 52 4 C 66 24 64 62 46 96 C 40 62 40 30 52 4 Z"),
            ("pale", "M 82 4 C 96 24 94 62 76 96 C 70 62 70 30 82 4 Z"),
        ),
    }
)
"""The signs of the factions: a tower, and the marks of a claw."""

NOBODYS: Colour = "#6B7076"

WIDE, HIGH = 78, 78
"""A counter with its ring."""

FOOT = 9
"""How far the middle of a counter lies below that of its hex."""

SHIELD = "M 8 6 H 92 V 46 C 92 72 74 86 50 97 C 26 86 8 72 8 46 Z"
TEETH = 14


@dataclass(frozen=True, slots=True)
class Livery:
    """How a side looks: `south` says which outline, `paint` its colour, `text` what is written on it."""

    faction: str
    south: bool
    paint: Colour
    text: Colour


def livery(view: View, seat: Seat, theme: Theme) -> Livery:
    """The livery of a seat."""
    faction = view.side(seat).faction
    return livery_of(faction, faction == view.rules.south, theme)


@lru_cache(maxsize=64)
def livery_of(faction: str, south: bool, theme: Theme) -> Livery:
    """The livery of a faction that sits in the south or in the north."""
    paint = theme.paint(faction, PAINTS.get(faction, NOBODYS))
    return Livery(faction, south, paint, theme.on(paint))


def outline(south: bool, box: Box) -> tuple[Point, ...]:
    """The outline of a side's counters within a rectangle."""
    if south:
        (piece,) = pieces(SHIELD)
        return tuple((box.x + x * box.width / 100, box.y + y * box.height / 100) for x, y in piece.points)
    x, y = box.centre
    found = []
    for step in range(4 * TEETH):
        reach = 0.49 if step % 4 in (0, 1) else 0.435
        angle = 2 * pi * (step - 0.5) / (4 * TEETH)
        found.append((x + box.width * reach * cos(angle), y + box.height * reach * sin(angle)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Plight:
    """What a counter tells beside its kind: health left and full, weak (B1.5), and its neutral ring, if it has one."""

    health: int
    full: int
    weak: bool = False
    ring: str = ""


WHITE, BLACK = "white", "black"


def ring_of(view: View, unit: Unit) -> str:
    """The marker of a neutral unit (B18): white the first player's, black the other's; empty where there is none."""
    neutral = view.rules.tables.kinds[unit.kind].faction not in view.rules.tables.factions
    if not (view.ringed and neutral):
        return ""
    return WHITE if unit.owner == view.first else BLACK


def plight(view: View, unit: Unit) -> Plight:
    """What the counter of a unit tells."""
    kind = view.rules.tables.kinds[unit.kind]
    return Plight(unit.health, kind.full, kind.weak(unit.health), ring_of(view, unit))


def paper(kind: str, theme: Theme) -> Colour:
    """What an emblem lies on."""
    return mixed("#FFFDF6", paint_of(kind, theme), 0.12)


@lru_cache(maxsize=256)
def counter(kind: str, colours: Livery, told: Plight, theme: Theme) -> Image.Image:
    """A unit's counter, WIDE by HIGH, see-through around it."""
    canvas = Canvas(WIDE, HIGH, None, 3)
    whole, page = Box(3, 3, WIDE - 6, HIGH - 6), mixed(paper(kind, theme), colours.paint, 0.12)
    if told.ring:
        tone, rim = (theme.light, theme.dark) if told.ring == WHITE else (theme.dark, theme.light)
        canvas.disc(whole.centre, WIDE / 2 - 0.5, rim)
        canvas.disc(whole.centre, WIDE / 2 - 2, tone)
    for inset, tone in ((0, theme.dark), (1.2, theme.light), (2.2, colours.paint)):
        canvas.polygon(outline(colours.south, whole.shrunk(inset)), tone)
    if colours.south:
        canvas.polygon(outline(True, Box(whole.x + 10, whole.y + 9.5, whole.width - 20, whole.height - 21)), page)
    else:
        canvas.disc((whole.centre[0], whole.centre[1]), 27, page)
    size = 46
    canvas.paste_large(emblem(kind, size * 3, theme), ((WIDE - size) / 2, 9))
    _bar(canvas, Box(WIDE / 2 - 22, 49, 44, 5), told, colours, theme)
    _number(canvas, Box(WIDE / 2 - 16, 53, 32, 24), told, colours, theme)
    return canvas.finished()


def _bar(canvas: Canvas, box: Box, told: Plight, colours: Livery, theme: Theme) -> None:
    """A cell for each health: filled as far as it is left."""
    canvas.box(box, theme.dark, radius=2)
    wide = (box.width - 1) / told.full
    for place in range(told.full):
        cell = Box(box.x + 1 + place * wide, box.y + 1, wide - 1, box.height - 2)
        canvas.box(cell, theme.light if place < told.health else theme.blood)


def _number(canvas: Canvas, box: Box, told: Plight, colours: Livery, theme: Theme) -> None:
    """The health that is left; on red where the unit is weak."""
    paint, text = (theme.blood, theme.light) if told.weak else (colours.paint, colours.text)
    canvas.box(box, theme.dark, radius=7)
    canvas.box(box.shrunk(1), theme.light, radius=6)
    canvas.box(box.shrunk(2.2), paint, radius=5)
    canvas.fitted(str(told.health), box, theme.strong.sized(26), text)


@lru_cache(maxsize=64)
def plate(colours: Livery, size: int, theme: Theme, kind: str) -> Image.Image:
    """The outline of a side in its paint, with the emblem of a kind or the sign of a faction on it."""
    canvas = Canvas(size, size, None, 3)
    whole = Box(0, 0, size, size)
    for inset, tone in ((0.0, theme.dark), (size * 0.03, theme.light), (size * 0.06, colours.paint)):
        canvas.polygon(outline(colours.south, whole.shrunk(inset)), tone)
    if kind in SIGNS:
        inner = round(size * 0.66)
        tones = {"pale": colours.text, "dark": colours.paint}
        canvas.paste_large(stamp(SIGNS[kind], inner * 3, tones), ((size - inner) / 2, size * 0.15))
    elif kind:
        inner = round(size * 0.62)
        page = whole.shrunk(size * 0.15)
        if colours.south:
            canvas.polygon(outline(True, page), paper(kind, theme))
        else:
            canvas.disc(whole.centre, size * 0.38, paper(kind, theme))
        canvas.paste_large(emblem(kind, inner * 3, theme), ((size - inner) / 2, size * 0.17))
    return canvas.finished()


@lru_cache(maxsize=128)
def hidden(kind: str, theme: Theme, high: int = 34) -> Image.Image:
    """A card that lies face down on a building; with the emblem of its kind for whoever has looked at it."""
    wide = round(high * 0.78)
    canvas = Canvas(wide, high, None, 4)
    canvas.box(Box(0, 0, wide, high), theme.dark, radius=4)
    canvas.box(Box(1, 1, wide - 2, high - 2), theme.light, radius=3)
    if kind:
        canvas.box(Box(2.2, 2.2, wide - 4.4, high - 4.4), paper(kind, theme), radius=2)
        size = wide - 4
        canvas.paste_large(emblem(kind, size * 4, theme), ((wide - size) / 2, 2))
        canvas.box(Box(2.2, high - 7, wide - 4.4, 4.8), theme.dark)
        for place in range(3):
            canvas.disc((wide / 2 + (place - 1) * 5, high - 4.6), 1.4, theme.light)
    else:
        canvas.box(Box(2.2, 2.2, wide - 4.4, high - 4.4), "#4A3A6A", radius=2)
        canvas.fitted("?", Box(0, 0, wide, high), theme.strong.sized(round(high * 0.76)), "#FFFFFF")
    return canvas.finished()


def signs(unit: Unit, now: bool, weak: bool) -> tuple[str, ...]:
    """The marks beside a unit: `now` if it is its owner's turn, in which it may have an order; `weak` see B1.5."""
    found = []
    if unit.ordered and now:
        found.append("attacked" if unit.attacks else "ordered")
    if unit.stunned:
        found.append("stunned")
    if unit.poisoned:
        found.append("poisoned")
    if weak:
        found.append("weak")
    if unit.unshaken:
        found.append("unshaken")
    return tuple(found)


PLACES: Mapping[str, Point] = MappingProxyType(
    {
        "attacked": (-31, -14),
        "ordered": (-31, -14),
        "stunned": (-35, 8),
        "poisoned": (-25, 29),
        "weak": (26, 29),
        "unshaken": (35, 8),
    }
)
"""Where marks lie from the middle of a hex."""

MARK = 23


def marked(canvas: Canvas, middle: Point, names: tuple[str, ...], theme: Theme) -> None:
    """Draws the marks of a unit about the middle of its hex."""
    for name in names:
        x, y = PLACES[name]
        sprite = marks.mark(name, MARK, marks.paint_of(name, theme), theme)
        canvas.paste(sprite, (middle[0] + x - MARK / 2, middle[1] + y - MARK / 2))
