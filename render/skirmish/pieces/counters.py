"""Units as they stand on the field, and the liveries of the two sides.

Whose a unit is says the paint of its whole rim, its outline and what is on that: the side in the south has shields with
rivets, the side in the north round counters with teeth and notches. Health stands on a plate of the same side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.skirmish.units import Unit
from engine.skirmish.view import View
from render.assets import sheet
from render.canvas import Box, Canvas, Colour, Point, mixed
from render.drawing import Drawing, pieces, read_drawings, stamp
from render.skirmish.pieces.emblems import emblem
from render.skirmish.pieces.geometry import SLOTS
from render.skirmish.pieces.marks import FLAME, MARKS
from render.skirmish.pieces.sprites import scaled, shadowed
from render.theme import Theme

_FACTIONS = sheet("skirmish/factions")

PAINTS: Mapping[str, Colour] = MappingProxyType({faction: row["paint"] for faction, row in _FACTIONS.items()})
"""The paint of each faction. A theme may have another."""

SIGNS: Mapping[str, Drawing] = read_drawings({faction: row["sign"] for faction, row in _FACTIONS.items()})
"""The signs of the factions."""

BEHIND: Mapping[str, str] = MappingProxyType({faction: row["behind"] for faction, row in _FACTIONS.items()})
"""The path of what stands against the sky behind a faction."""

NOBODYS: Colour = "#6B7076"

ROOM = 88
"""The square about a counter in which its shadow has room too; its middle is that of the hex."""

THICK = 4
"""How thick a counter is."""

FIGURE = 45
"""How large its figure is: there is light about it, and the rim is whole."""

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


PAGE: Colour = "#FFF4DC"
"""What an emblem lies on: as bright as it can be in warm light, so that dark figures are seen when they are small."""


@lru_cache(maxsize=512)
def counter(kind: str, colours: Livery, told: Plight, theme: Theme, share: float = 1.0) -> Image.Image:
    """A unit's counter on a see-through square about the middle of its hex, without its health."""
    canvas = Canvas(ROOM, ROOM, None, 4)
    slot = SLOTS["counter"]
    whole = Box(slot.x + ROOM / 2, slot.y + ROOM / 2, slot.width, slot.height - THICK)
    middle, paint = whole.centre, colours.paint
    if told.ring:
        tone, rim = (theme.light, theme.dark) if told.ring == WHITE else (theme.dark, theme.light)
        canvas.disc((middle[0], middle[1] + 1), 37.6, rim)
        canvas.disc((middle[0], middle[1] + 1), 35, tone)
    body = mixed(paint, theme.dark, 0.55)
    canvas.polygon(outline(colours.south, whole.moved(0, THICK)), theme.dark, theme.dark, 1.5)
    canvas.polygon(outline(colours.south, whole.shrunk(1).moved(0, THICK - 0.5)), body)
    canvas.polygon(outline(colours.south, whole), theme.dark, theme.dark, 1)
    canvas.polygon(outline(colours.south, whole.shrunk(1)), theme.lit(paint, 0.55))
    canvas.polygon(outline(colours.south, whole.shrunk(2.2).moved(0.7, 0.8)), mixed(paint, theme.dark, 0.25))
    canvas.polygon(outline(colours.south, whole.shrunk(2.6)), paint)
    _pattern(canvas, whole, colours)
    deep = mixed(paint, theme.dark, 0.5)
    inner = Box(whole.x + 7.5, whole.y + 6.5, whole.width - 15, whole.height - 15)
    if colours.south:
        canvas.polygon(outline(True, inner), deep)
        canvas.polygon(outline(True, inner.shrunk(1).moved(0.6, 0.8)), PAGE)
    else:
        canvas.disc(middle, 23.4, deep)
        canvas.disc((middle[0] + 0.5, middle[1] + 0.7), 22.6, PAGE)
    size = FIGURE
    canvas.paste_large(emblem(kind, size * canvas.scale, theme), (middle[0] - size / 2, middle[1] - size / 2 - 1.5))
    if told.health < told.full:
        _bar(canvas, Box(middle[0] - 26, middle[1] + 18, 40, 6.5), told, theme)
    if share == 1:  # on a phone a soft shadow would take a tenth of all the room that the file has
        canvas.image = shadowed(canvas.image, (5 * canvas.scale, 5 * canvas.scale), 2.6 * canvas.scale, 0.75, theme)
    return scaled(canvas, share)


def _pattern(canvas: Canvas, whole: Box, colours: Livery) -> None:
    """What is on the rim of a counter: rivets of the south, notches of the north."""
    tone = mixed(colours.paint, "#FFFFFF", 0.62)
    x, y = whole.centre
    if colours.south:
        for dx, dy in ((-26, -21), (26, -21), (-25.5, 0), (25.5, 0), (0, 24)):
            canvas.disc((x + dx, y + dy), 2.1, tone)
        return
    for step in range(TEETH):
        angle = 2 * pi * (step + 0.06) / TEETH
        near, far = 24.4, 27.4
        ends = [(x + reach * cos(angle), y + reach * sin(angle) * 0.93) for reach in (near, far)]
        canvas.line(ends, tone, 1.8)


def _bar(canvas: Canvas, box: Box, told: Plight, theme: Theme) -> None:
    """A cell for each health: bright as far as it is left."""
    canvas.box(box, theme.dark, radius=2.4)
    wide = (box.width - 1.4) / told.full
    for place in range(told.full):
        cell = Box(box.x + 1.4 + place * wide, box.y + 1.4, wide - 1.4, box.height - 2.8)
        canvas.box(cell, theme.light if place < told.health else mixed(theme.dark, theme.light, 0.3), radius=1)


@lru_cache(maxsize=256)
def health(
    number: int, weak: bool, colours: Livery, theme: Theme, share: float = 1.0, slot: Box = SLOTS["health"]
) -> Image.Image:
    """The health that is left, on a plate of the side; where the unit is weak the plate is dark and broken."""
    canvas = Canvas(round(slot.width), round(slot.height), None, 4)
    whole = Box(0, 0, round(slot.width), round(slot.height))
    for inset, tone in ((0.0, theme.dark), (1.1, theme.light), (2.7, theme.dark if weak else colours.paint)):
        canvas.polygon(_broken(whole, inset) if weak else _plate(whole, inset, colours.south), tone)
    text = theme.light if weak else colours.text
    face = theme.strong.sized(round(slot.height * 1.09))
    canvas.fitted(str(number), whole.moved(0, -1.2), face, text, least=24)
    return scaled(canvas, share)


def _plate(box: Box, inset: float, south: bool) -> tuple[Point, ...]:
    """The outline of a plate: a shield with its point for the south, one with cut corners for the north."""
    x, y, right, bottom = box.x + inset, box.y + inset, box.right - inset, box.bottom - inset
    if south:
        return ((x, y), (right, y), (right, bottom - 7), (box.centre[0], bottom), (x, bottom - 7))
    cut = 7.0 - inset * 0.5
    return (
        (x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut),
        (right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut),
    )  # fmt: skip


def _broken(box: Box, inset: float) -> tuple[Point, ...]:
    """The outline of a plate whose foot is broken off."""
    x, y, right, bottom = box.x + inset, box.y + inset, box.right - inset, box.bottom - inset
    teeth = 3
    wide = (right - x) / teeth
    foot = [
        point for tooth in range(teeth)
        for point in ((right - wide * tooth, bottom - 6), (right - wide * (tooth + 0.5), bottom))
    ]  # fmt: skip
    return (x, y), (right, y), *foot, (x, bottom - 6)


@lru_cache(maxsize=256)
def piece(kind: str, colours: Livery, told: Plight, theme: Theme, share: float = 1.0) -> Image.Image:
    """A counter with its health, as it stands beside words."""
    image = counter(kind, colours, told, theme, share).copy()
    slot, half = SLOTS["health"], image.width / 2
    plate = health(told.health, told.weak, colours, theme, share)
    image.alpha_composite(plate, (round(half + slot.x * share), round(half + slot.y * share)))
    return image


@lru_cache(maxsize=64)
def fallen(kind: str, colours: Livery, theme: Theme, share: float = 1.0) -> Image.Image:
    """What is left of a unit: the dark outline of its side under a skull, and beside that who it was."""
    canvas = Canvas(ROOM, ROOM, None, 4)
    slot = SLOTS["counter"]
    whole = Box(slot.x + ROOM / 2, slot.y + ROOM / 2, slot.width, slot.height - THICK)
    x, y = whole.centre
    canvas.polygon(outline(colours.south, whole), theme.dark)
    canvas.polygon(outline(colours.south, whole.shrunk(1.5)), mixed(colours.paint, theme.dark, 0.3))
    canvas.polygon(outline(colours.south, whole.shrunk(7)), mixed(colours.paint, theme.dark, 0.78))
    size = SKULL
    outer, left, top = pieces(MARKS["dead"][0][1])[0], x - size / 2 - 3, y - size / 2 - 1
    points = [(left + a * size / 100, top + b * size / 100) for a, b in outer.points]
    canvas.polygon(points, theme.dark, theme.dark, 6)
    skull = stamp(MARKS["dead"], round(size * canvas.scale), {"pale": theme.light, "dark": theme.dark})
    canvas.paste_large(skull, (left, top))
    page = (x + 21, y + 17)
    canvas.disc(page, 15.5, theme.dark)
    canvas.disc(page, 14, PAGE)
    canvas.paste_large(emblem(kind, 26 * canvas.scale, theme), (page[0] - 13, page[1] - 13))
    return scaled(canvas, share)


SKULL = 46
"""How large the skull of a unit is that fell."""


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
            canvas.polygon(outline(True, page), PAGE)
        else:
            canvas.disc(whole.centre, size * 0.38, PAGE)
        canvas.paste_large(emblem(kind, inner * 3, theme), ((size - inner) / 2, size * 0.17))
    return canvas.finished()


@lru_cache(maxsize=128)
def hidden(kind: str, theme: Theme, high: int = 34) -> Image.Image:
    """A card that lies face down on a building; with the emblem of its kind for whoever has looked at it."""
    wide = round(high * 0.74)
    canvas = Canvas(wide, high, None, 4)
    canvas.box(Box(0, 0, wide, high), theme.dark, radius=high / 8)
    canvas.box(Box(1, 1, wide - 2, high - 2), theme.light, radius=high / 10)
    rim = 1.2 + high / 26
    if kind:
        canvas.box(Box(rim, rim, wide - 2 * rim, high - 2 * rim), PAGE, radius=2)
        size = wide - 3
        canvas.paste_large(emblem(kind, size * 4, theme), ((wide - size) / 2, rim))
        strip = high * 0.2
        canvas.box(Box(rim, high - rim - strip, wide - 2 * rim, strip), theme.dark)
        for place in range(3):
            canvas.disc((wide / 2 + (place - 1) * wide / 5, high - rim - strip / 2), strip * 0.3, theme.light)
    else:
        canvas.box(Box(rim, rim, wide - 2 * rim, high - 2 * rim), BACK, radius=high / 14)
        canvas.fitted("?", Box(0, 0, wide, high), theme.strong.sized(round(high * 0.98)), FLAME, least=10)
    return canvas.finished()


BACK: Colour = "#3A3350"
"""The back of a hidden card."""


def signs(unit: Unit, now: bool) -> tuple[str, ...]:
    """The marks beside a unit; `now` if it is its owner's turn, in which it may have an order."""
    found = []
    if unit.ordered and now:
        found.append("attacked" if unit.attacks else "ordered")
    if unit.stunned:
        found.append("stunned")
    if unit.poisoned:
        found.append("poisoned")
    if unit.unshaken:
        found.append("unshaken")
    return tuple(found)
