"""The field: hexes with their terrain, units, what was done last, and around it the two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import hypot
from types import MappingProxyType
from typing import Any

from PIL import Image

from engine.skirmish.actions import Advance, Attack, Move, Order, Peek, Place, Pursue, Reveal
from engine.skirmish.board import HEXES
from engine.skirmish.effects import PLAINS, RUINS
from engine.skirmish.outlook import prospect
from engine.skirmish.state import Unit
from engine.skirmish.view import View
from render.arrows import course
from render.canvas import Box, Canvas, Colour, Point, between, mixed
from render.scene import Part, Scene
from render.skirmish import counters, lands, margin, marks
from render.skirmish.captions import NOBODY, Captions, Names
from render.skirmish.counters import FOOT, HIGH, WIDE
from render.skirmish.deeds import Blow, Grave, Hurt, Newcomer, Ruin, Spell, Walk, deeds
from render.skirmish.effects import sign
from render.skirmish.emblems import emblem
from render.skirmish.geometry import (
    BAND,
    HEIGHT,
    SIDE,
    WIDTH,
    around,
    boundary,
    bounds,
    corners,
    label_box,
    middle_of,
)
from render.skirmish.palette import palette
from render.theme import DARK, Theme


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The field with everything that the view holds on it, as a PNG.

    `actions` are those of the viewer: with a hex as `focus` only those of the unit there; without one what could be
    ordered, looked at or deployed is marked.
    """
    return palette(theme).png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> Image.Image:
    """The field in full colours."""
    canvas = Canvas.over(bare(_lands(view), margin.banners(view), theme))
    for part in scene(view, focus, actions):
        painter = PAINTERS.get(part.sort)
        if painter is None:
            margin.paint(canvas, part, view, captions, theme, names)
        else:
            painter(canvas, part, view, theme)
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[Any] = ()) -> Scene:
    """Everything on the picture, with what it tells, from the lowest to the uppermost."""
    found = [*margin.parts(view)]
    found += [Part("terrain", bounds(at), (at, view.terrain(at)), solid=False) for at in HEXES]
    actions = tuple(actions)
    told, shown = deeds(view), aims(view, focus, actions)
    found += [Part(sort, bounds(at), (at,), solid=False) for sort, at in shown]
    covers = [_hidden(view, at, kind) for at, kind in view.hidden]
    found += [part for part in covers if view.at(part.facts[0]) is None]
    found += [_walk(deed) for deed in told if isinstance(deed, Walk)]
    stood = {unit.hex for unit in view.units}
    found += [Part("grave", bounds(d.hex), (d, d.hex in stood), solid=False) for d in told if isinstance(d, Grave)]
    found += [_unit(view, unit, bool(shown)) for unit in view.units]
    found += [_placed(view, kind, at) for kind, at in view.own.placed] if _deploys(view) and view.own else []
    found += [Part("banner", _corner(at), (at,), solid=False) for at in margin.banners(view)]
    found += [part for part in covers if view.at(part.facts[0]) is not None]
    found += [_blow(deed) for deed in told if isinstance(deed, Blow)]
    found += [Part("new", bounds(d.hex), (d.hex,), solid=False) for d in told if isinstance(d, Newcomer | Ruin)]
    found += [Part("new", bounds(at), (at,), solid=False) for at in asked(view)]
    found += [
        Part("spell", _crown(at), (d.card, at), solid=False) for d in told if isinstance(d, Spell) for at in d.hexes
    ]
    found += [Part("hurt", _corner(d.hex), (d,), solid=False) for d in told if isinstance(d, Hurt)]
    found += [Part("target", bounds(at), (at, many), solid=False) for at, many in targets(view, focus, actions)]
    found += [Part("name", label_box(at), (at,)) for at in HEXES]
    return tuple(found)


def aims(view: View, focus: str, actions: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    """The hexes of actions: `focus`, and `legal` ones to go to or choose. Who may be attacked is in `targets`."""
    found: dict[tuple[str, str], None] = {("focus", focus): None} if focus in HEXES else {}
    for action in actions:
        match action:
            case Move(unit, to) if focus in ("", unit):
                found["legal", to if focus else unit] = None
            case Attack(unit) if not focus:
                found["legal", unit] = None
            case Order(unit):
                found["legal", unit] = None
            case Place(_, at) | Peek(at) | Reveal(at) | Pursue(at):
                found["legal", at] = None
            case Advance() if view.combat is not None:
                found["legal", view.combat.aim] = None
            case _:
                pass
    return tuple(found)


def _lands(view: View) -> tuple[tuple[str, str], ...]:
    """The terrain of each hex that is not plains, as it is now."""
    found = dict(view.land) | dict.fromkeys(view.ruins, RUINS)
    return tuple(sorted(found.items()))


def _unit(view: View, unit: Unit, aimed: bool) -> Part:
    """A unit on its hex. If the picture is `aimed`, rings are for what may be done, else for who has an order."""
    x, y = middle_of(unit.hex)
    told = counters.plight(view, unit)
    signs = counters.signs(unit, view.active == unit.owner, told.weak)
    facts = (unit.number, unit.kind, unit.owner, unit.hex, told, signs, aimed)
    return Part("unit", Box(x - WIDE / 2 + 4, y - HIGH / 2 + FOOT + 6, WIDE - 8, HIGH - 8), facts)


def targets(view: View, focus: str, actions: Iterable[Any]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Whom the unit on a hex may attack, each with how many dice; with several if there are several ways."""
    found: dict[str, list[int]] = {}
    for action in actions:
        if isinstance(action, Attack) and action.unit == focus:
            found.setdefault(action.target, []).append(prospect(view, action).dice)
    return tuple((at, tuple(sorted(set(dice), reverse=True))) for at, dice in found.items())


def _deploys(view: View) -> bool:
    """Whether the viewer's army is not open yet, so that he alone sees what he has deployed (B4.6)."""
    return view.phase == "preparing" and view.own is not None


def _placed(view: View, kind: str, at: str) -> Part:
    """A unit that is deployed in secret."""
    x, y = middle_of(at)
    return Part("placed", Box(x - WIDE / 2 + 4, y - HIGH / 2 + FOOT + 6, WIDE - 8, HIGH - 8), (kind, at), solid=False)


CARD_HIGH = 30
"""A hidden card beside a unit."""


def _hidden(view: View, at: str, kind: str) -> Part:
    """A card under a building: in the middle of an empty hex, else beside the unit."""
    x, y = middle_of(at)
    if view.at(at) is None:
        return Part("hidden", Box(x - 17, y - 14, 34, 44), (at, kind), solid=False)
    return Part("hidden", Box(x + 23, y - 19, 23, CARD_HIGH), (at, kind), solid=False)


def _walk(deed: Walk) -> Part:
    return Part("walk", around(map(middle_of, deed.path), 14), (deed,), solid=False)


def _blow(deed: Blow) -> Part:
    return Part("blow", around((middle_of(deed.start), middle_of(deed.aim)), 10), (deed,), solid=False)


def asked(view: View) -> tuple[str, ...]:
    """The hexes that something is to be decided about: whose card comes next, where a unit comes from."""
    return view.reveal or (() if view.placing is None else view.placing[1:])


def _crown(at: str) -> Box:
    """The upper end of a counter."""
    x, y = middle_of(at)
    return Box(x - 15, y - 29, 30, 30)


def _corner(at: str) -> Box:
    x, y = middle_of(at)
    return Box(x + 10, y - 27, 34, 22)


# --- what never changes in a game, but for ruins ---


@lru_cache(maxsize=48)
def bare(known: tuple[tuple[str, str], ...], banners: tuple[str, ...], theme: Theme) -> Image.Image:
    """The hexes with their terrain, without a name, a unit or a word."""
    canvas = Canvas(WIDTH, HEIGHT, theme.ground)
    found, (dx, dy) = dict(known), lands.shift()
    for at in HEXES:
        x, y = middle_of(at)
        canvas.paste(lands.picture(found.get(at, PLAINS), theme), (x + dx, y + dy))
    for line in (0, 1):
        (x, top), (_, bottom) = boundary(line)
        y = top - BAND / 2
        while y < bottom + BAND / 2:
            canvas.line(((x, y), (x, min(y + 10, bottom + BAND / 2))), mixed(theme.dark, theme.light, 0.25), 2.4)
            canvas.line(((x, y), (x, min(y + 10, bottom + BAND / 2))), theme.light, 1)
            y += 20
    for at in banners:
        x, y = middle_of(at)
        paint = marks.paint_of("banner", theme)
        canvas.paste(marks.sign("banner", 40, paint, paint), (x - 17, y - 14))
    return canvas.finished()


# --- what the game changes ---


def _name(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    (at,) = part.facts
    sprite = label(at, view.terrain(at), view.at(at) is not None, theme)
    canvas.paste(sprite, (part.box.x, part.box.y))


@lru_cache(maxsize=1024)
def label(at: str, land: str, covered: bool, theme: Theme) -> Image.Image:
    """The name of a hex; where a unit covers its terrain, with a small picture of that."""
    paint, face = lands.fill(land, theme), theme.small.sized(17)
    sign = covered and land != PLAINS
    wide = face.width(at) + 5 + (SIGN if sign else 0)
    canvas = Canvas(round(label_box(at).width), 16, None, 4)
    left = (label_box(at).width - wide) / 2
    canvas.box(Box(left, 0, wide, 16), paint, radius=5)
    if sign:
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
