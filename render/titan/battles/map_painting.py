"""What is on the map of a battle, whole or the part that a phone shows: characters, what they do, and what they may do.

Places are those of the full map; `MapFrame` tells where they lie in the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from types import MappingProxyType

from PIL import Image

from engine.titan.events import Maneuvered
from render.arrows import arrow
from render.canvas import Box, Canvas, Colour, Point, mixed, polar
from render.drawing import Drawing, stamp
from render.parts import Part
from render.theme import Theme
from render.titan.battles import battleland
from render.titan.battles.easel import Easel, Paint
from render.titan.battles.layout import way
from render.titan.pieces import characters, dice, tokens
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import ABOVE, PAD, TIP, Cut, Plight


def _paint_fighter(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, power, _, hits, slain, struck = part.facts
    cut, plight = stage.cut, Plight(hits, slain, struck)
    name = stage.captions.kind_within(code, stage.theme.small.sized(cut.least), cut.room)
    sprite = characters.counter(
        stage.kind(code), name, power, stage.livery(side), stage.back(side), stage.theme, plight, cut, stage.frame.zoom
    )
    canvas.paste(sprite, stage.frame.at((part.box.x - PAD, part.box.y - ABOVE)))


def _paint_move(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, creature, start, hex_ = part.facts
    begin, end = way(stage, Maneuvered(stage.fought.seats[side], creature, start, hex_))
    frame, paint = stage.frame, stage.livery(side).paint
    if begin == end:
        _ringed(canvas, hex_, paint, stage)
        return
    if start:
        canvas.disc(frame.at(begin), frame.marks.start, paint, stage.theme.light, 2)
    arrow(canvas, frame.at(begin), frame.at(_rim(begin, end, stage.cut)), paint, stage.theme, frame.marks.way)


def _paint_arrow(canvas: Canvas, part: Part, stage: Easel) -> None:
    """The way of a strike at a target that is not beside the striker; else its hits point to the target."""
    begin, end = battleland.centre(part.facts[2]), battleland.centre(part.facts[4])
    if hypot(end[0] - begin[0], end[1] - begin[1]) > 2 * battleland.RISE + 1:
        start, tip = stage.frame.at(_rim(end, begin, stage.cut)), stage.frame.at(_rim(begin, end, stage.cut))
        arrow(canvas, start, tip, stage.livery(part.facts[0]).paint, stage.theme, stage.frame.marks.blow)


def _paint_hits(canvas: Canvas, part: Part, stage: Easel) -> None:
    """The hits of a strike, on a die with a point towards the target."""
    (x, y), end = part.box.centre, battleland.centre(part.facts[4])
    angle = round(degrees(atan2(end[1] - y, end[0] - x)))
    paint = stage.livery(part.facts[0]).paint
    sprite = _pointer(part.facts[5], angle, paint, stage.theme, stage.cut, stage.frame.zoom)
    canvas.paste(sprite, stage.frame.at((part.box.x - POINT, part.box.y - POINT)))


def _paint_contact(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Crossed swords between two in contact."""
    box = stage.frame.box(part.box)
    canvas.paste(_clash(round(box.width), stage.theme), (box.x, box.y))


POINT = 12
"""How far the arrow of a strike reaches beyond the burst with its hits."""


@lru_cache(maxsize=256)
def _pointer(hits: int, angle: int, paint: Colour, theme: Theme, cut: Cut, zoom: float) -> Image.Image:
    """The hits of a strike: white on a dark burst, on an arrow at an angle in the striker's paint.

    One without hits has a pale disc instead. So many times larger than on the full map.
    """
    half = cut.die
    middle = half + POINT
    canvas = Canvas(2 * middle, 2 * middle, None, 3)
    at = (middle, middle)
    head = (polar(at, middle - 2, angle), polar(at, half + 4, angle + 50), polar(at, half + 4, angle - 50))
    tail = [polar(at, middle - 3, angle + 171), polar(at, middle - 3, angle + 189)]
    tail += [polar(at, 3.4, angle - 90), polar(at, 3.4, angle + 90)]
    for rim, tone in ((5.0, theme.dark), (3.0, theme.light), (0.0, paint)):
        for shape in (tail, head):
            canvas.polygon(shape, tone, tone, rim)
    dice.told(canvas, at, half + 1.5, hits, 22, theme, least=21)
    return characters.shrunk(canvas, zoom)


CLASH: Drawing = (("ink", "O 50 50 42 42"), *tokens.SWORDS[2:])
"""Crossed swords that reach beyond their disc."""


@lru_cache(maxsize=16)
def _clash(size: int, theme: Theme) -> Image.Image:
    """Crossed swords: a contact."""
    steel = mixed(theme.light, theme.dark, 0.3)
    return stamp(CLASH, size, {"ink": theme.dark, "blade": theme.light, "steel": steel})


def _paint_drifted(canvas: Canvas, part: Part, stage: Easel) -> None:
    box = stage.frame.box(part.box)
    canvas.paste(dice.flake(round(box.width), stage.theme), (box.x, box.y))


def _rim(start: Point, end: Point, cut: Cut) -> Point:
    """The point a little before the counter at the end of a way."""
    dx, dy = start[0] - end[0], start[1] - end[1]
    across = (cut.body.width / 2 + (TIP if dy == 0 else 4)) / max(0.001, abs(dx))
    tall = (cut.body.bottom + 4 if dy > 0 else -cut.body.y) + 3
    share = min(across, tall / max(0.001, abs(dy)), 1)
    return end[0] + dx * share, end[1] + dy * share


def _paint_focus(canvas: Canvas, part: Part, stage: Easel) -> None:
    _ringed(canvas, part.facts[0], stage.theme.light, stage)


def _paint_legal(canvas: Canvas, part: Part, stage: Easel) -> None:
    (label,) = part.facts
    _ringed(canvas, label, stage.theme.active, stage)
    middle = stage.frame.at(battleland.centre(label))
    canvas.disc(middle, stage.frame.marks.goal, stage.theme.active, stage.theme.dark, 2)


def _paint_target(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Somebody who may be struck, and how."""
    label, *ways = part.facts
    _marked(canvas, label, part.box, offered(ways, stage.captions), stage.theme.danger, stage)


def offered(ways: Sequence[tuple[int, int]], captions: Captions) -> str:
    """Dice and numbers by which a target may be struck: both if there are two, else the one due first."""
    (count, number), *others = ways
    match others:
        case []:
            return captions.told("pool", number=count, least=number)
        case [(fewer, higher)]:
            return f"{count} {number}+ / {fewer} {higher}+"
        case _:
            return captions.told("more-ways", first=f"{count} {number}+", number=len(others))


def _paint_onward(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Somebody whom excess hits may be carried to."""
    label, excess = part.facts
    _marked(canvas, label, part.box, stage.captions.told("carry", number=excess), stage.theme.alarm, stage)


def _marked(canvas: Canvas, label: str, at: Box, text: str, paint: Colour, stage: Easel) -> None:
    """A ringed hex with something written above its character."""
    theme, marks, box = stage.theme, stage.frame.marks, stage.frame.box(at)
    _ringed(canvas, label, paint, stage)
    canvas.box(box, theme.dark, theme.light, marks.edge, marks.corner)
    canvas.fitted(text, box.shrunk(2), theme.strong.sized(marks.type), theme.light, least=marks.least)


def _ringed(canvas: Canvas, label: str, paint: Colour, stage: Easel) -> None:
    x, y = battleland.centre(label)
    at = x - battleland.REACH - 1, y - battleland.RISE - 1
    canvas.paste(_ring(paint, stage.frame.zoom), stage.frame.at(at))


@lru_cache(maxsize=16)
def _ring(paint: Colour, zoom: float) -> Image.Image:
    """A ring along the inside of a hex."""
    wide, high = battleland.REACH, battleland.RISE
    canvas = Canvas(2 * wide + 2, 2 * high + 2, None, 3)
    for inset, tone, width in ((4, "#14171A", 7.0), (4, paint, 4.0)):
        points = [
            (x - battleland.LEFT + 1, y - battleland.centre("A1")[1] + high + 1)
            for x, y in battleland.corners("A1", inset)
        ]
        canvas.polygon(points, None, tone, width)
    return characters.shrunk(canvas, zoom)


def _paint_hex(canvas: Canvas, part: Part, stage: Easel) -> None:
    """A hex's name once more: arrows may have gone over it, and shadows may lie on it."""
    label, hazard, elevation = part.facts
    paint = battleland.floor(stage.ground, stage.terrain, stage.theme, label)
    spare = hazard != "plain" or label in stage.overlaid
    sprite = battleland.name_sprite(label, elevation, spare, paint, stage.theme, stage.frame.zoom)
    canvas.paste(sprite, stage.frame.at((part.box.x, part.box.y)))


PAINTERS: Mapping[str, Paint] = MappingProxyType(
    {
        "legal": _paint_legal,
        "focus": _paint_focus,
        "move": _paint_move,
        "arrow": _paint_arrow,
        "fighter": _paint_fighter,
        "drifted": _paint_drifted,
        "contact": _paint_contact,
        "hits": _paint_hits,
        "hex": _paint_hex,
        "target": _paint_target,
        "onward": _paint_onward,
    }
)
"""What paints a part of each sort, the lowest first."""
