"""What the game puts on the field, drawn part by part, from the lowest to the uppermost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import hypot
from types import MappingProxyType

from PIL import Image

from engine.skirmish.effects import PLAINS
from engine.skirmish.view import View
from render.arrows import course
from render.canvas import Box, Canvas, Colour, Point, between
from render.scene import Part
from render.skirmish import counters, lands, marks
from render.skirmish.counters import FOOT, HIGH, WIDE
from render.skirmish.deeds import Blow, Walk
from render.skirmish.effects import sign
from render.skirmish.emblems import emblem
from render.skirmish.geometry import (
    SIDE,
    bounds,
    corners,
    label_box,
    middle_of,
)
from render.theme import Theme


def _name(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    (at,) = part.facts
    sprite = label(at, view.terrain(at), view.at(at) is not None, theme)
    canvas.paste(sprite, (part.box.x, part.box.y))


@lru_cache(maxsize=1024)
def label(at: str, land: str, covered: bool, theme: Theme) -> Image.Image:
    """The name of a hex; where a unit covers its terrain, with a small picture of that."""
    paint, face = lands.fill(land, theme), theme.small.sized(17)
    signed = covered and land != PLAINS
    wide = face.width(at) + 5 + (SIGN if signed else 0)
    canvas = Canvas(round(label_box(at).width), 16, None, 4)
    left = (label_box(at).width - wide) / 2
    canvas.box(Box(left, 0, wide, 16), paint, radius=5)
    if signed:
        canvas.paste_large(lands.sign(land, SIGN * 4, theme), (left, 16 - SIGN))
        left += SIGN
    canvas.fitted(at, Box(left, 0, face.width(at) + 5, 16), face, theme.on(paint), least=17)
    return canvas.finished()


SIGN = 17
"""How large the picture of a terrain is beside the name of its hex."""


def _paint_unit(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    _, kind, owner, at, told, signs, aimed = part.facts
    x, y = middle_of(at)
    colours = counters.livery(view, owner, theme)
    if "ordered" in signs and not aimed:
        canvas.paste(_ring(theme.active, theme), _ring_at(at))
    canvas.paste(counters.counter(kind, colours, told, theme), (x - WIDE / 2, y - HIGH / 2 + FOOT))
    counters.marked(canvas, (x, y), signs, theme)


def _paint_placed(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    kind, at = part.facts
    assert view.viewer is not None, "the channel sees an army when it is open"
    (x, y), full = middle_of(at), view.rules.tables.kinds[kind].full
    sprite = counters.counter(kind, counters.livery(view, view.viewer, theme), counters.Plight(full, full), theme)
    canvas.paste(sprite, (x - WIDE / 2, y - HIGH / 2 + FOOT))


def _paint_hidden(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    _, kind = part.facts
    canvas.paste(counters.hidden(kind, theme, round(part.box.height)), (part.box.x, part.box.y))


def _paint_banner(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    canvas.paste(marks.mark("banner", 25, marks.paint_of("banner", theme), theme), (part.box.x + 8, part.box.y - 2))


def _paint_walk(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """A way: from a disc where it began to the counter at its end; dashed where somebody was driven."""
    deed: Walk = part.facts[0]
    colours = counters.livery(view, deed.seat, theme)
    points = [middle_of(at) for at in deed.path]
    if len(points) < 2:
        return
    points[-1] = _before(points[-2], points[-1], 36)
    if deed.driven:
        points[0] = between(points[0], points[1], 0.12)
    else:
        canvas.disc(points[0], 11, theme.dark)
        canvas.disc(points[0], 10, theme.light)
        canvas.disc(points[0], 8, colours.paint)
    course(canvas, points, colours.paint, theme, 8, deed.driven)


def _before(start: Point, end: Point, away: float) -> Point:
    """The point so far before the end of a line."""
    length = max(1.0, hypot(end[0] - start[0], end[1] - start[1]))
    return between(end, start, min(0.9, away / length))


def _paint_blow(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """An attack: from the rim of one counter to that of the other, at the right, so that a counter runs beside it."""
    deed: Blow = part.facts[0]
    start, end = middle_of(deed.start), middle_of(deed.aim)
    far = abs(end[0] - start[0]) + abs(end[1] - start[1]) > 3 * SIDE
    (ax, ay), (bx, by) = _before(end, start, 44 if far else 27), _before(start, end, 30)
    length = hypot(bx - ax, by - ay)
    dx, dy = (ay - by) / length * ASIDE, (bx - ax) / length * ASIDE + FOOT
    course(canvas, ((ax + dx, ay + dy), (bx + dx, by + dy)), theme.danger, theme, 8)


ASIDE = 8
"""How far an attack is drawn beside the line between two hexes."""


def _paint_grave(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    deed, occupied = part.facts
    x, y = middle_of(deed.hex)
    if occupied:
        sprite = marks.mark("dead", 26, theme.dark, theme)
        canvas.paste(sprite, (x - 44, y - 2))
        return
    canvas.paste(_fallen(deed.kind, theme), (x - 24, y - 16))
    canvas.paste(marks.mark("dead", 30, theme.dark, theme), (x - 15, y + 14))


@lru_cache(maxsize=64)
def _fallen(kind: str, theme: Theme) -> Image.Image:
    """The emblem of a unit that fell, faded."""
    sprite = emblem(kind, 48, theme).copy()
    sprite.putalpha(sprite.getchannel("A").point([round(level * 0.55) for level in range(256)]))
    return sprite


def _paint_hurt(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """What a unit has lost, or recovered."""
    damage = part.facts[0].damage
    canvas.paste(_loss(f"−{damage}" if damage > 0 else f"+{-damage}", damage > 0, theme), (part.box.x, part.box.y))


@lru_cache(maxsize=64)
def _loss(text: str, bad: bool, theme: Theme) -> Image.Image:
    canvas = Canvas(34, 22, None, 3)
    paint = theme.blood if bad else marks.paint_of("heal", theme)
    canvas.box(Box(0, 0, 34, 22), theme.dark, radius=7)
    canvas.box(Box(1, 1, 32, 20), theme.light, radius=6)
    canvas.box(Box(2.4, 2.4, 29.2, 17.2), paint, radius=5)
    canvas.fitted(text, Box(2, 0, 30, 22), theme.strong.sized(21), theme.on(paint), least=14)
    return canvas.finished()


def _paint_new(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """Something that has just come, or that is asked about."""
    canvas.paste(_ring(theme.alarm, theme), _ring_at(part.facts[0]))


def _paint_spell(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """A flame where a lore card works."""
    canvas.paste(marks.mark("flame", 30, marks.paint_of("flame", theme), theme), (part.box.x, part.box.y))


def _paint_focus(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    canvas.paste(_ring(theme.light, theme), _ring_at(part.facts[0]))


def _paint_legal(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """A hex that may be chosen: a ring, and a dot where nobody stands."""
    (at,) = part.facts
    canvas.paste(_ring(theme.active, theme), _ring_at(at))
    if view.at(at) is None:
        x, y = middle_of(at)
        canvas.paste(_dot(theme), (x - 14, y + 20))


@lru_cache(maxsize=8)
def _dot(theme: Theme) -> Image.Image:
    canvas = Canvas(28, 28, None, 3)
    for radius, tone in ((13, theme.dark), (12, theme.light), (10, theme.active)):
        canvas.disc((14, 14), radius, tone)
    return canvas.finished()


def _paint_target(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """Somebody who may be attacked: a ring, and the dice that there would be."""
    at, many = part.facts
    canvas.paste(_ring(theme.danger, theme), _ring_at(at))
    x, y = middle_of(at)
    canvas.paste(_dice("/".join(map(str, many)), theme), (x - 28, y - 27))


@lru_cache(maxsize=64)
def _dice(text: str, theme: Theme) -> Image.Image:
    """A die and how many."""
    canvas = Canvas(56, 26, None, 3)
    for inset, tone in ((0.0, theme.dark), (1.0, theme.light), (2.4, theme.danger)):
        canvas.box(Box(0, 0, 56, 26).shrunk(inset), tone, radius=8 - inset)
    ink = theme.on(theme.danger)
    canvas.paste_large(sign("dice", 17 * 3, ink, theme.danger), (6, 4.5))
    canvas.fitted(text, Box(25, 0, 27, 26), theme.strong.sized(23), ink, least=15)
    return canvas.finished()


@lru_cache(maxsize=16)
def _ring(paint: Colour, theme: Theme) -> Image.Image:
    """A ring along the inside of a hex."""
    box = bounds("A1")
    canvas = Canvas(round(box.width) + 2, round(box.height) + 2, None, 3)
    middle = (canvas.image.width / 6, canvas.image.height / 6)
    canvas.polygon(corners(middle, 4), None, theme.dark, 8)
    canvas.polygon(corners(middle, 4), None, paint, 5)
    return canvas.finished()


def _ring_at(at: str) -> Point:
    box = bounds(at)
    return box.x - 1, box.y - 1


def _nothing(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """Terrain is on the ready picture of the field."""


PAINTERS: Mapping[str, Callable[[Canvas, Part, View, Theme], None]] = MappingProxyType(
    {
        "terrain": _nothing,
        "legal": _paint_legal,
        "focus": _paint_focus,
        "walk": _paint_walk,
        "name": _name,
        "grave": _paint_grave,
        "unit": _paint_unit,
        "placed": _paint_placed,
        "banner": _paint_banner,
        "hidden": _paint_hidden,
        "blow": _paint_blow,
        "new": _paint_new,
        "spell": _paint_spell,
        "hurt": _paint_hurt,
        "target": _paint_target,
    }
)
"""What draws a part of each sort on the field. The others stand around it."""
