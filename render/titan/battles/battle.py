"""The battle map: the battleland, who fights where, what was done in this part of the round, and beside it the sides.

What is on it and where is `fray`; here it is painted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, degrees, hypot
from types import MappingProxyType

from PIL import Image

from engine.titan.actions import May
from engine.titan.battle.frame import HEXES
from engine.titan.battle.ground import Ground
from engine.titan.battle.turn import ROUNDS
from engine.titan.board import LandPaint
from engine.titan.events import Maneuvered
from engine.titan.rules import TITAN, Rules
from engine.titan.view import View
from render.arrows import arrow
from render.canvas import Box, Canvas, Colour, Palette, Point, mixed, polar
from render.drawing import Drawing, stamp
from render.parts import Part
from render.theme import DARK, Theme
from render.titan.battles import battleland, hazards, soil
from render.titan.battles.layout import Stage, acting, ended, measure_of, overlaid, scene, way
from render.titan.pieces import characters, dice, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called
from render.titan.pieces.characters import ABOVE, FULL, PAD, TIP, Cut, Plight
from render.titan.pieces.markers import MARKERS, emblem_of
from render.titan.pieces.tokens import Livery


@dataclass(frozen=True, slots=True)
class Easel(Stage):
    """What all parts are painted from, with the words of a language."""

    captions: Captions
    overlaid: frozenset[str] = frozenset()
    """The hexes whose names need a ground of their own."""

    def player(self, side: int) -> str:
        """What a side's player is called."""
        return called(tokens.player_of(self.view, self.fought.seats[side]), self.names, self.captions)


COLOURS = 112
"""So many colours are enough for a land and whoever fights there."""

LEVEL = 5
"""How hard the PNG is compressed: a fifth more time than usual, and a twentieth less room."""


def battle(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> bytes:
    """The battle that is being fought, as a PNG. The view must have one."""
    fought = view.battle
    assert fought is not None, "a battle is drawn while there is one"
    ground, terrain = view.rules.grounds[fought.terrain], view.rules.board.terrains[fought.terrain]
    return palette(view.rules, ground, terrain, theme).png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> Image.Image:
    """The battle that is being fought, in full colours. The view must have one."""
    fought = view.battle
    assert fought is not None, "a battle is drawn while there is one"
    stage = Easel(view, fought, theme, names, captions)
    liveries = (stage.livery(0), stage.livery(1))
    base = battleland.staged(stage.ground, stage.terrain, fought.side, liveries, captions, theme)
    canvas = Canvas.over(base)
    parts = scene(view, theme, names, focus, actions)
    stage = replace(stage, overlaid=overlaid(stage, parts))
    for sort, paint in PAINTERS.items():
        for part in parts:
            if part.sort == sort:
                paint(canvas, part, stage)
    return canvas.finished()


def _paint_place(canvas: Canvas, part: Part, stage: Easel) -> None:
    said = stage.captions.told("battle", land=stage.captions.land(*part.facts))
    canvas.fitted(said, part.box, stage.theme.title.sized(30), stage.theme.ink, "l", 20)


def _paint_round(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (now,) = stage.theme, part.facts
    upper = Box(part.box.x, part.box.y, part.box.width, 26)
    said = stage.captions.told("round", round=now, rounds=ROUNDS)
    canvas.fitted(said, upper, theme.strong.sized(22), theme.ink, "l", 16)
    for place in range(ROUNDS):
        box = Box(part.box.x + place * 18, part.box.y + 31, 15, 8)
        canvas.box(box, theme.active if place < now else mixed(theme.panel, theme.ink, 0.2), radius=3)


def _paint_acting(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (side, _, step) = stage.theme, part.facts
    plate = Box(part.box.x, part.box.y, 48, 48)
    canvas.paste(plate_of(stage, stage.fought.markers[side], 48, side), (plate.x, plate.y))
    room = Box(plate.right + 10, part.box.y, part.box.right - plate.right - 10, 26)
    striking = "strike" if step == "carry" else step
    said = stage.captions.say(f"alt.battle-{striking}", side=stage.captions.side(side))
    canvas.fitted(said, room, theme.strong.sized(24), theme.ink, "l", 18)
    canvas.fitted(stage.player(side), room.moved(0, 25), theme.plain.sized(22), theme.ink, "l", 16)


def _paint_player(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (side, _, marker) = stage.theme, part.facts
    active = theme.active if ended(stage.view) is None and acting(stage.view, stage.fought) == side else None
    canvas.box(part.box, theme.panel, active, 2, 8)
    plate = Box(part.box.x + 3, part.box.y + 3, 52, 52)
    canvas.paste(plate_of(stage, marker, 52, side), (plate.x, plate.y))
    room = Box(plate.right + 8, part.box.y + 4, part.box.right - plate.right - 12, 26)
    name, words = named(stage.player(side), room.width, theme), stage.captions.marker(marker)
    if len(name) == 1:
        canvas.fitted(*name, room, theme.plain.sized(19), theme.ink, "l", LEAST)
        canvas.fitted(words, room.moved(0, 25), theme.small.sized(17), theme.faint, "l", 14)
    else:
        row = Box(room.x, part.box.y + 2, room.width, 18)
        for place, line in enumerate(name):
            canvas.fitted(line, row.moved(0, place * row.height), theme.plain.sized(18), theme.ink, "l", LEAST)
        canvas.fitted(words, row.moved(0, 2 * row.height), theme.small.sized(16), theme.faint, "l", 14)


LEAST = 16
"""The smallest size of a player's name."""


def named(name: str, room: float, theme: Theme) -> tuple[str, ...]:
    """A player's name, on two lines as even as can be if it has more words than there is room for on one."""
    face, words = theme.plain.sized(LEAST), name.split()
    if face.width(name) <= room or len(words) < 2:
        return (name,)
    parted = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return min(parted, key=lambda lines: max(map(face.width, lines)))


def _paint_result(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Who has won, and how."""
    theme, captions, (winner, how) = stage.theme, stage.captions, part.facts
    room = Box(part.box.x, part.box.y, part.box.width, 26)
    if winner:
        side = stage.fought.markers.index(winner)
        canvas.paste(plate_of(stage, winner, 48, side), (part.box.x, part.box.y))
        room = Box(room.x + 58, room.y, room.width - 58, room.height)
        said = captions.told("wins", side=captions.side(side), player=stage.player(side))
        canvas.fitted(said, room, theme.strong.sized(24), theme.ink, "l", 18)
        canvas.fitted(
            captions.say(f"alt.battle-won-{how}"), room.moved(0, 25), theme.plain.sized(18), theme.faint, "l", 15
        )
    else:
        canvas.fitted(captions.say("alt.battle-both-lost"), room, theme.strong.sized(24), theme.ink, "l", 18)


def _paint_points(canvas: Canvas, part: Part, stage: Easel) -> None:
    """What the victory brought: points, and the angels of the hundreds that were passed."""
    theme, (_, points, score, passed) = stage.theme, part.facts
    canvas.box(part.box, theme.panel, theme.active, 2, 8)
    room = part.box.shrunk(4)
    canvas.fitted(f"+{points}", Box(room.x + 4, room.y, 62, room.height), theme.strong.sized(24), theme.ink, "l", 16)
    now = stage.captions.told("now", score=score)
    canvas.fitted(now, Box(room.x + 68, room.y, 62, room.height), theme.small.sized(18), theme.faint, "l", 14)
    if passed:
        archangels = stage.kind("ARC").acquire_every
        kind = stage.kind("ARC" if any(hundred % archangels == 0 for hundred in passed) else "ANG")
        sprite = characters.chip(kind, WON, stage.livery(stage.side_of(part.facts[0])), theme)
        canvas.paste(sprite, (room.right - WON, room.y))
        hundreds = f"{passed[0]}" if len(passed) == 1 else f"{passed[0]}–{passed[-1]}"
        aside = Box(room.x + 132, room.y, room.width - 132 - WON - 4, room.height)
        canvas.fitted(hundreds, aside, theme.small.sized(18), theme.ink, "r", 14)


WON = 26
"""The emblem of an angel that a victory brought."""


def plate_of(stage: Easel, marker: str, size: int, side: int) -> Image.Image:
    """A legion's marker in its player's livery, with the badge of the side that it fights on."""
    return _plated(stage.livery(side), marker, size, side, stage.captions.badge(side), stage.theme)


PHONE = 54
"""The size of a plate on a phone, on which the letter is larger."""


@lru_cache(maxsize=128)
def _plated(colours: Livery, marker: str, size: int, side: int, letter: str, theme: Theme) -> Image.Image:
    canvas = Canvas(size, size, None, 2)
    tokens.plate(canvas, Box(0, 0, size, size), colours, 9, 1.5)
    inner = size - 18
    if marker in MARKERS:
        sign = emblem_of(marker, inner * 2, colours.text, colours.paint)
        canvas.paste_large(sign, ((size - inner) / 2, 11))
    radius = 9 if size < PHONE else 13
    characters.badge(canvas, (size - radius - 2, size - radius - 2), radius, side, letter, theme)
    return canvas.finished()


def _paint_off(canvas: Canvas, part: Part, stage: Easel) -> None:
    canvas.fitted(stage.captions.told("off"), part.box, stage.theme.small.sized(16), stage.theme.faint, "l", 14)


def _paint_waiting(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, power = part.facts
    name = stage.captions.kind_within(code, stage.theme.small.sized(characters.LEAST), characters.LISTED)
    sprite = characters.listed(stage.kind(code), name, power, stage.livery(side), stage.theme)
    canvas.paste(sprite, (part.box.x, part.box.y))


def _paint_fallen(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, _ = part.facts
    sprite = characters.chip(stage.kind(code), round(part.box.width), stage.livery(side), stage.theme, slain=True)
    canvas.paste(sprite, (part.box.x, part.box.y))


def _paint_fighter(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, power, _, hits, slain, struck = part.facts
    plight = Plight(hits, slain, struck)
    name = stage.captions.kind_within(code, stage.theme.small.sized(characters.LEAST), characters.BANDED)
    kind = stage.kind(code)
    sprite = characters.counter(kind, name, power, stage.livery(side), stage.back(side), stage.theme, plight)
    canvas.paste(sprite, (part.box.x - PAD, part.box.y - ABOVE))


def _paint_move(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, creature, start, hex_ = part.facts
    deed = Maneuvered(stage.fought.seats[side], creature, start, hex_)
    begin, end = way(stage, deed)
    colours = stage.livery(side)
    if begin == end:
        canvas.paste(ring(colours.paint), ring_at(hex_))
        return
    if start:
        canvas.disc(begin, 9, colours.paint, stage.theme.light, 2)
    arrow(canvas, begin, rim(begin, end), colours.paint, stage.theme)


def _paint_arrow(canvas: Canvas, part: Part, stage: Easel) -> None:
    """The way of a strike at a target that is not beside the striker; else its hits point to the target."""
    begin, end = _blow_way(part)
    if hypot(end[0] - begin[0], end[1] - begin[1]) > 2 * battleland.RISE + 1:
        arrow(canvas, rim(end, begin), rim(begin, end), stage.livery(part.facts[0]).paint, stage.theme, 6)


def _paint_hits(canvas: Canvas, part: Part, stage: Easel) -> None:
    """The hits of a strike, on a die with a point towards the target."""
    (x, y), end = part.box.centre, battleland.centre(part.facts[4])
    angle = round(degrees(atan2(end[1] - y, end[0] - x)))
    sprite = pointer(part.facts[5], angle, stage.livery(part.facts[0]).paint, stage.theme)
    canvas.paste(sprite, (part.box.x - POINT, part.box.y - POINT))


def _paint_contact(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Crossed swords between two in contact."""
    canvas.paste(clash(round(part.box.width), stage.theme), (part.box.x, part.box.y))


def _blow_way(part: Part) -> tuple[Point, Point]:
    return battleland.centre(part.facts[2]), battleland.centre(part.facts[4])


POINT = 12
"""How far the arrow of a strike reaches beyond the burst with its hits."""


@lru_cache(maxsize=256)
def pointer(hits: int, angle: int, paint: Colour, theme: Theme, cut: Cut = FULL, zoom: float = 1.0) -> Image.Image:
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
def clash(size: int, theme: Theme) -> Image.Image:
    """Crossed swords: a contact."""
    steel = mixed(theme.light, theme.dark, 0.3)
    return stamp(CLASH, size, {"ink": theme.dark, "blade": theme.light, "steel": steel})


def _paint_drifted(canvas: Canvas, part: Part, stage: Easel) -> None:
    canvas.paste(dice.flake(20, stage.theme), (part.box.x, part.box.y))


def rim(start: Point, end: Point, cut: Cut = FULL) -> Point:
    """The point a little before the counter at the end of a way."""
    dx, dy = start[0] - end[0], start[1] - end[1]
    across = (cut.body.width / 2 + (TIP if dy == 0 else 4)) / max(0.001, abs(dx))
    tall = (cut.body.bottom + 4 if dy > 0 else -cut.body.y) + 3
    share = min(across, tall / max(0.001, abs(dy)), 1)
    return end[0] + dx * share, end[1] + dy * share


def _paint_focus(canvas: Canvas, part: Part, stage: Easel) -> None:
    (label,) = part.facts
    canvas.paste(ring(stage.theme.light), ring_at(label))


def _paint_legal(canvas: Canvas, part: Part, stage: Easel) -> None:
    (label,) = part.facts
    canvas.paste(ring(stage.theme.active), ring_at(label))
    canvas.disc(battleland.centre(label), 12, stage.theme.active, stage.theme.dark, 2)


def _paint_target(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Somebody who may be struck, and how."""
    label, *ways = part.facts
    _marked(canvas, label, part.box, offered(ways, stage.captions), stage.theme.danger, stage.theme)


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
    _marked(canvas, label, part.box, stage.captions.told("carry", number=excess), stage.theme.alarm, stage.theme)


def _marked(canvas: Canvas, label: str, box: Box, text: str, paint: Colour, theme: Theme) -> None:
    """A ringed hex with something written below its character."""
    canvas.paste(ring(paint), ring_at(label))
    canvas.box(box, theme.dark, theme.light, 1.5, 5)
    canvas.fitted(text, box.shrunk(2), theme.strong.sized(17), theme.light, least=14)


@lru_cache(maxsize=16)
def ring(paint: Colour, zoom: float = 1.0) -> Image.Image:
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


def ring_at(label: str) -> Point:
    """Where the ring of a hex is laid."""
    x, y = battleland.centre(label)
    return x - battleland.REACH - 1, y - battleland.RISE - 1


def _paint_struck(canvas: Canvas, part: Part, stage: Easel) -> None:
    """A strike: who whom, with which dice."""
    theme = stage.theme
    side, striker, _, target, _, count, number, rolls, dealt, slain = part.facts
    (x, y), measure = (part.box.x, part.box.y), measure_of(part.box, len(rolls))
    chip, size = measure.chip, measure.die
    canvas.paste(characters.chip(stage.kind(striker), chip, stage.livery(side), theme), (x, y))
    _little_arrow(canvas, (x + chip + 9, y + chip / 2), theme)
    _victim(canvas, stage, (x + chip + 18, y), chip, 1 - side, target, slain)
    wide = round(part.box.width) - 2 * chip - 26 - PLAQUE - 4
    needed = stage.captions.told("pool", number=count, least=number)
    canvas.paste(_pool(needed, wide, chip, theme), (x + 2 * chip + 26, y))
    _plaque(canvas, part.box, chip, dealt, theme)
    for place, value in enumerate(sorted(rolls, reverse=True)):
        at = (x + place % measure.row * (size + 3), y + chip + 3 + place // measure.row * (size + 3))
        canvas.paste(dice.die(value, size, value >= number, theme), at)


def _paint_carried(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Excess hits that went on to another."""
    theme, (side, target, _, dealt, slain) = stage.theme, part.facts
    (x, y), chip = (part.box.x, part.box.y), measure_of(part.box, 0).chip
    canvas.fitted(
        stage.captions.told("carried"), Box(x, y, 2 * chip - 6, chip), theme.small.sized(17), theme.faint, "r", 14
    )
    _little_arrow(canvas, (x + 2 * chip + 6, y + chip / 2), theme)
    _victim(canvas, stage, (x + 2 * chip + 18, y), chip, 1 - side, target, slain)
    _plaque(canvas, part.box, chip, dealt, theme)


PLAQUE = 40
"""How wide the hits of a strike are told in the panel."""


def _victim(canvas: Canvas, stage: Easel, at: Point, chip: int, side: int, code: str, slain: bool) -> None:
    canvas.paste(characters.chip(stage.kind(code), chip, stage.livery(side), stage.theme, slain), at)


def _plaque(canvas: Canvas, box: Box, height: int, dealt: int, theme: Theme) -> None:
    canvas.paste(_plaque_of(dealt, height + 2, theme), (box.right - PLAQUE, box.y - 1))


@lru_cache(maxsize=64)
def _plaque_of(dealt: int, height: int, theme: Theme) -> Image.Image:
    """The hits of a strike, as on the map."""
    canvas = Canvas(PLAQUE, height, theme.ground, 2)
    radius = min(PLAQUE, height) / 2 - 1.5
    dice.told(canvas, (PLAQUE - radius - 1.5, height / 2), radius, dealt, round(radius * 1.45), theme)
    return canvas.finished()


@lru_cache(maxsize=256)
def _pool(needed: str, width: int, height: int, theme: Theme) -> Image.Image:
    """With how many dice a strike was made, and what hits."""
    canvas = Canvas(width, height, theme.ground)
    canvas.fitted(needed, Box(0, 0, width, height), theme.small.sized(18), theme.ink, "l", 14)
    return canvas.finished()


def _little_arrow(canvas: Canvas, at: Point, theme: Theme) -> None:
    x, y = at
    canvas.polygon(((x - 6, y - 7), (x + 7, y), (x - 6, y + 7)), theme.faint)


def _paint_before(canvas: Canvas, part: Part, stage: Easel) -> None:
    (number,) = part.facts
    canvas.fitted(
        stage.captions.told("before", number=number), part.box, stage.theme.small.sized(15), stage.theme.faint, "l", 14
    )


def _paint_hex(canvas: Canvas, part: Part, stage: Easel) -> None:
    """A hex's name once more: arrows may have gone over it, and shadows may lie on it."""
    label, hazard, elevation = part.facts
    paint = battleland.floor(stage.ground, stage.terrain, stage.theme, label)
    spare = hazard != "plain" or label in stage.overlaid
    sprite = battleland.name_sprite(label, elevation, spare, paint, stage.theme, 1.0)
    canvas.paste(sprite, (part.box.x, part.box.y))


PAINTERS: Mapping[str, Callable[[Canvas, Part, Easel], None]] = MappingProxyType(
    {
        "place": _paint_place,
        "round": _paint_round,
        "acting": _paint_acting,
        "result": _paint_result,
        "player": _paint_player,
        "points": _paint_points,
        "off": _paint_off,
        "waiting": _paint_waiting,
        "fallen": _paint_fallen,
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
        "before": _paint_before,
        "struck": _paint_struck,
        "carried": _paint_carried,
    }
)
"""What paints a part of each sort, the lowest first. Entry sides and legend are on the ready picture of the land."""


@lru_cache(maxsize=48)
def palette(rules: Rules, ground: Ground, terrain: LandPaint, theme: Theme, most: int = COLOURS) -> Palette:
    """The colours of all battles in a land."""
    liveries = [tokens.livery(rules, colour, theme) for colour in rules.colours]
    exact = [
        theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light, theme.active, theme.danger,
        theme.blood, *(livery.paint for livery in liveries),
    ]  # fmt: skip
    painted = [battleland.floor(ground, terrain, theme, label) for label in HEXES]
    floors = list(dict.fromkeys(painted))
    open_ = dict.fromkeys(paint for paint, hazard in zip(painted, ground.hazards, strict=True) if hazard == "plain")
    exact += [*floors, *(tone for paint in open_ for tone in soil.tones(terrain.name, paint))]
    exact += [characters.written_on(theme.paint(kind.name, kind.paint), theme) for kind in rules.kinds.values()]
    exact += [characters.ASH, characters.ASHES, characters.CHARRED, dice.missed(theme), *hazards.tones(ground)]
    sheet = battleland.land(ground, terrain, theme).crop((20, 60, 770, 890)).reduce(2)
    floor = floors[len(floors) // 2]
    fallen, titan = Plight(1, slain=True, struck=True), rules.kinds[TITAN]
    drawn = [
        *(characters.counter(k, k.name, k.power, liveries[0], characters.LEFT, theme) for k in rules.kinds.values()),
        *(characters.counter(titan, titan.name, 6, own, characters.RIGHT, theme, fallen) for own in liveries),
    ]
    wide, high = drawn[0].size
    others = Image.new("RGB", (6 * wide, -(-len(drawn) // 6) * high), floor)
    for place, sprite in enumerate(drawn):
        others.paste(sprite, (place % 6 * wide, place // 6 * high), sprite)
    return Palette(exact, (sheet, others), most)
