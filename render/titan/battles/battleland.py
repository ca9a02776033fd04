"""A battleland without characters: where its hexes lie, and the picture of it that a battle is drawn upon.

Geometry is functions from hexes to points. Hexes are flat-topped, their sides numbered clockwise from the top; all
their middles are whole pixels, so that what is alike in two hexes is alike in every pixel, and the PNG small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from engine.titan.battle.effects import effects, hazards_of
from engine.titan.battle.frame import ACROSS, HEXES, INDEX, PLACES
from engine.titan.battle.ground import Ground
from engine.titan.board import LandPaint
from render.canvas import CAPITAL, Box, Canvas, Colour, Point, findable, middle, mixed, polar
from render.theme import Theme
from render.titan.battles import hazards, shading, soil, textures
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import badge, shrunk
from render.titan.pieces.tokens import Livery

WIDTH, HEIGHT = 1000, 900
"""The whole picture of a battle."""

HEADER = Box(0, 0, WIDTH, 56)
PANEL = Box(772, 66, 216, HEIGHT - 76)
"""Beside the map: the two sides, the strikes, and what the hazards do."""

ENTRY = 74
"""How high an entry of the legend is."""

SWATCH = (48, 34)
"""Width and height of a hazard as the legend shows it."""

LEFT, TOP = 22, 80
"""Where the map begins."""

REACH, RISE = 76, 66
"""From the middle of a hex to its left and right corner, and to its upper and lower side."""

RIGHT, BOTTOM = LEFT + 5 * REACH * 3 // 2 + 2 * REACH, TOP + 12 * RISE
"""Where the map ends."""

BAND = (4.0, 16.0)
"""From and to: how far outside the map an entry side is marked."""

COIN = 16
"""The radius of the coin in the notches of an entry side."""

TAG = Box(-43, 42, 46, 22)
"""Where a hex is named, from its middle: below whoever stands there, at the left."""

SMOOTHING = textures.SCALE


def centre(label: str) -> tuple[int, int]:
    """The middle of a hex."""
    q, r = PLACES[label]
    return LEFT + REACH + q * REACH * 3 // 2, TOP + RISE * (2 * r + q)


def corners(label: str, inset: float = 0) -> tuple[Point, ...]:
    """The corners of a hex clockwise from the upper left: side i runs from corner i to corner i + 1."""
    x, y = centre(label)
    wide, high = REACH - inset * REACH / RISE, RISE - inset
    half = wide / 2
    return (
        (x - half, y - high), (x + half, y - high), (x + wide, y),
        (x + half, y + high), (x - half, y + high), (x - wide, y),
    )  # fmt: skip


def tag_box(label: str) -> Box:
    """Where a hex is named, with its elevation."""
    return TAG.moved(*centre(label))


def shore(ground: Ground, side: int, which: int) -> tuple[Point, ...]:
    """The outer edge of the map where the attacker (0) or the defender (1) enters, clockwise.

    Corners between two hexes, the notches, are every second of the points but the first and the last.
    """
    edge = (side + 3 * which) % 6
    labels = [HEXES[at] for at in ground.entries[side][which]]
    along = polar((0, 0), 1, 60 * edge + 30)
    labels.sort(key=lambda label: centre(label)[0] * along[0] + centre(label)[1] * along[1])
    points: list[Point] = []
    for label in labels:
        found = corners(label)
        points += [found[(edge + step) % 6] for step in ((0, 1, 2) if not points else (1, 2))]
    return tuple(points)


def outward(points: tuple[Point, ...], distance: float) -> tuple[Point, ...]:
    """A line that runs beside the line through the points, so far at its left hand: outside, for a shore."""
    normals = []
    for (x, y), (right, bottom) in pairwise(points):
        length = hypot(right - x, bottom - y)
        normals.append(((bottom - y) / length, -(right - x) / length))
    found = []
    for at, (x, y) in enumerate(points):
        before, after = normals[max(0, at - 1)], normals[min(at, len(normals) - 1)]
        spread = 1 + before[0] * after[0] + before[1] * after[1]
        found.append((x + (before[0] + after[0]) / spread * distance, y + (before[1] + after[1]) / spread * distance))
    return tuple(found)


def coins(ground: Ground, side: int, which: int) -> tuple[Point, ...]:
    """Where, in the notches of an entry side, A or D is written."""
    return outward(shore(ground, side, which), COIN + 3)[2:-1:2]


def post(side: int, which: int, label: str) -> Point:
    """Where outside the map somebody stands who enters by a hex."""
    edge = (side + 3 * which) % 6
    return polar(centre(label), REACH + BAND[1], 60 * edge - 60)


def earth(terrain: LandPaint, theme: Theme) -> Colour:
    """What the ground of a land is painted with, where nothing hinders."""
    told = soil.soil(terrain.name)
    return mixed(theme.paint(terrain.name, terrain.paint), told.paint, told.share)


def floor(ground: Ground, terrain: LandPaint, theme: Theme, label: str) -> Colour:
    """The paint of a hex, in steps the warmer the nearer it is to the light."""
    at, (x, y) = INDEX[label], centre(label)
    paint = hazards.floor(ground.hazards[at], earth(terrain, theme), ground.elevation[at])
    if theme.name in UNLIT:
        return findable(paint)
    away = min(1.0, max(0.0, (x / RIGHT + y / BOTTOM) / 2))
    share = LIGHT[min(2, int(away * 3.4))]
    cold = terrain.name in soil.COLD
    return findable(mixed(paint, "#FFFFFF", 2 * share) if cold else mixed(paint, shading.WARM, share))


@lru_cache(maxsize=24)
def land(ground: Ground, terrain: LandPaint, theme: Theme, zoom: float = 1.0) -> Image.Image:
    """The land without entry sides and words, in the size of the whole picture, or so many times larger."""
    canvas = Canvas(WIDTH, HEIGHT, theme.ground, SMOOTHING)
    floors = {label: floor(ground, terrain, theme, label) for label in HEXES}
    for at, label in enumerate(HEXES):
        for side in NEAR:
            if ACROSS[at][side] is None:
                _foundation(canvas, corners(label), side, ground.elevation[at], floors[label], theme)
    for label in HEXES:
        canvas.polygon(corners(label, -2.4), theme.dark)
    _floored(canvas, ground, terrain, floors, zoom)
    for label in HEXES:
        _bevelled(canvas, corners(label), floors[label], hazards.FROST if terrain.name in soil.COLD else textures.INK)
    for at, label in enumerate(HEXES):
        points = corners(label)
        for side, hazard in enumerate(ground.sides[at]):
            if hazard and (side not in NEAR or hazard not in hazards.FACES):
                hazards.hexside(canvas, hazard, points[side], points[(side + 1) % 6], floors[label])
    for at, label in sorted(enumerate(HEXES), key=lambda item: centre(item[1])[1]):
        _faces(canvas, ground, at, label, floors[label])
    image = canvas.image
    size = round(WIDTH * zoom), round(HEIGHT * zoom)
    image = image.reduce(SMOOTHING) if zoom == 1 else image.resize(size, Image.Resampling.HAMMING)
    if theme.name not in UNLIT:
        image = shading.lit(image, tuple(map(corners, HEXES)), ground.elevation, zoom)
    if zoom == 1:
        # each two rows alike, as on the masterboard; what stands on it and what is written is not
        image = image.reduce((1, 2)).resize(size, Image.Resampling.NEAREST)
    return _lettered(image, ground, floors, theme, zoom)


def _floored(canvas: Canvas, ground: Ground, terrain: LandPaint, floors: Mapping[str, Colour], zoom: float) -> None:
    """The floor of each hex, and what grows or lies on it."""
    mask = textures.within(2 * REACH * SMOOTHING)
    for at, label in enumerate(HEXES):
        canvas.polygon(corners(label), floors[label])
        hazard, (x, y) = ground.hazards[at], centre(label)
        name = terrain.name if hazard == "plain" else hazard
        if hazard == "plain":
            box = Box(x - REACH, y - REACH, 2 * REACH, 2 * REACH)
            soil.spread(canvas.image, (WIDTH, HEIGHT), box, mask, terrain.name, floors[label])
            sparse = at % 3 or terrain.name not in soil.COLD  # a phone's picture has to be small
            if sparse if zoom > 1 else at % 4 == 3:
                continue
        sprite = textures.texture(name, 2 * REACH * SMOOTHING, floors[label], TURNS[at])
        canvas.paste_large(sprite, (x - REACH, y - REACH))


TURNS: tuple[int, ...] = tuple((q - r) % 3 + 3 * (q % 2) for q, r in map(PLACES.__getitem__, HEXES))
"""How what lies in a hex is drawn: neighbours differ, even in what these leave by 3."""

UNLIT = frozenset({"contrast"})
"""Themes without shadows."""

LIGHT = (0.14, 0.07, 0.0)
"""How much of the light's colour is on the ground, from where it comes from to the other end."""

NEAR = (2, 3, 4)
"""The sides that look this way: lower right, bottom, lower left."""

BASE = 9
"""How thick the map is at its edge, below level 0."""


def _foundation(
    canvas: Canvas, points: Sequence[Point], side: int, elevation: int, paint: Colour, theme: Theme
) -> None:
    """The edge of the map: what it stands on, and over that the face of a high hex."""
    start, end = points[side], points[(side + 1) % 6]
    high = BASE + hazards.LEVEL * elevation
    lower = [(x, y + high) for x, y in (end, start)]
    canvas.polygon((start, end, *lower), theme.dark, theme.dark, 4)
    if elevation:
        hazards.face(canvas, "", start, end, elevation, paint, STRAIGHT)
    base = [(x, y + hazards.LEVEL * elevation) for x, y in (start, end)]
    tone = mixed(mixed(paint, textures.INK, 0.72), theme.dark, (0.45, 0.25, 0.0)[side - 2])
    canvas.polygon((*base, *lower), tone)


STRAIGHT = ((0.0, 0.0), (0.0, 0.0))


def _bevelled(canvas: Canvas, points: Sequence[Point], paint: Colour, ink: Colour) -> None:
    """The edges of a tile: lit at the upper left, in the shade at the lower right."""
    (x, y) = middle(points)
    inner = [(x + (px - x) * 0.972, y + (py - y) * 0.972) for px, py in points]
    for sides, tone in (((4, 5, 0), mixed(paint, "#FFFFFF", 0.34)), ((1, 2, 3), mixed(paint, ink, 0.3))):
        canvas.line([inner[at % 6] for at in (*sides, sides[-1] + 1)], tone, 2.2)
    canvas.polygon(points, None, mixed(paint, ink, 0.66), 1.6)


def _faces(canvas: Canvas, ground: Ground, at: int, label: str, paint: Colour) -> None:
    """What one sees of a hex's drops that look this way."""
    points, (x, y) = corners(label), centre(label)
    for side in NEAR:
        across = ACROSS[at][side]
        if across is None:
            continue
        drop = ground.elevation[at] - ground.elevation[across]
        if drop > 0:
            ends = points[side], points[(side + 1) % 6]
            first, second = (((px - x) / 10, (py - y) / 14) for px, py in ends)
            hazards.face(canvas, ground.sides[at][side], *ends, drop, paint, (first, second))


def _lettered(
    image: Image.Image, ground: Ground, floors: Mapping[str, Colour], theme: Theme, zoom: float
) -> Image.Image:
    """The land with the names of its hexes."""
    for at, label in enumerate(HEXES):
        sprite = name_sprite(label, ground.elevation[at], ground.hazards[at] != "plain", floors[label], theme, zoom)
        x, y = (value * zoom for value in (tag_box(label).x, tag_box(label).y))
        image.paste(sprite, (round(x), round(y)), sprite)
    if zoom == 1:
        image.paste(theme.panel, (0, 0, WIDTH, round(HEADER.bottom)))
    return image


def legend(ground: Ground) -> tuple[tuple[str, Box], ...]:
    """The hazards of a land that do something, each with where that is told, at the foot of the panel."""
    found = [hazard for hazard in hazards.hazards(ground) if hazard in hazards_of(ground)]
    top = PANEL.bottom - ENTRY * len(found)
    return tuple(
        (hazard, Box(PANEL.x, top + ENTRY * place, PANEL.width, ENTRY - 6)) for place, hazard in enumerate(found)
    )


def figures(ground: Ground, hazard: str) -> Mapping[str, object]:
    """A hazard's effects in figures, for its legend: `strike-up-skill`, and `strike-up-skill-signed`: −1."""
    found: dict[str, object] = {}
    for told in effects(ground, hazard):
        number, sign = abs(told.number), "\N{MINUS SIGN}" if told.number < 0 else "+"
        found |= {f"{told.on}-{told.what}": number, f"{told.on}-{told.what}-signed": f"{sign}{number}"}
    return found


def _explained(
    hazard: str, box: Box, ground: Ground, terrain: LandPaint, captions: Captions, theme: Theme
) -> Image.Image:
    """A hazard with its name and what it does."""
    canvas = Canvas(round(box.width), ENTRY, theme.ground, SMOOTHING)  # letters may reach below the box
    canvas.paste_large(swatch(hazard, terrain, theme), (0, 0))
    room = Box(SWATCH[0] + 8, 3, box.width - SWATCH[0] - 8, SWATCH[1] - 6)
    canvas.fitted(captions.hazard(hazard), room, theme.strong.sized(22), theme.ink, "l", 16)
    for place, line in enumerate(captions.told(f"hazard.{hazard}", **figures(ground, hazard)).splitlines()):
        lower = Box(0, SWATCH[1] + 1 + 18 * place, box.width, 18)
        canvas.fitted(line, lower, theme.small.sized(17), theme.faint, "l", 15)
    return canvas.finished()


def name_box(label: str, elevation: int) -> Box:
    """The part of a hex's tag that is written upon, the peaks of its elevation counted."""
    box = tag_box(label)
    return Box(box.x, box.y + 2, 26 + 10 * elevation, box.height - 4)


@lru_cache(maxsize=512)
def name_sprite(label: str, elevation: int, spare: bool, paint: Colour, theme: Theme, zoom: float) -> Image.Image:
    """The name of a hex with a peak for each level of its elevation, on a spare place where something grows."""
    large = zoom > 1
    wide, high = round(TAG.width * zoom), round(TAG.height * zoom)
    canvas = Canvas(wide, high, None, SMOOTHING)
    face = theme.strong.sized(round(23 * zoom) if large else 20)
    width, peak = face.width(label), 10 * zoom
    if spare:
        canvas.box(Box(0, 0, width + 7 * zoom + peak * elevation, high), paint, radius=5 * zoom)
    base = high / 2 + CAPITAL * face.size / 2
    canvas.text(label, (3 * zoom, base), face, theme.dark)
    for level in range(elevation):
        x = 5.5 * zoom + width + peak * level
        tip = (x + peak / 2, base - CAPITAL * face.size * 0.9)
        canvas.polygon(((x, base), tip, (x + peak - 1, base)), theme.dark)
    return canvas.finished()


@lru_cache(maxsize=8)
def entries(
    ground: Ground, side: int, colours: tuple[Livery, Livery], letters: tuple[str, str], theme: Theme, zoom: float = 1.0
) -> Image.Image:
    """Both entry sides in the liveries of attacker and defender, on a see-through picture; so many times larger."""
    canvas = Canvas(WIDTH, HEIGHT, None, SMOOTHING)
    for which, livery in enumerate(colours):
        edge = shore(ground, side, which)
        inner, outer = outward(edge, BAND[0]), outward(edge, BAND[1])
        canvas.polygon((*inner, *reversed(outer)), livery.paint, theme.light, 2)
        for at in coins(ground, side, which):
            canvas.disc(at, COIN + 1, livery.paint, theme.light, 2)
            badge(canvas, at, COIN - 3, which, letters[which], theme)
    return shrunk(canvas, zoom)


@lru_cache(maxsize=8)
def staged(
    ground: Ground, terrain: LandPaint, side: int, colours: tuple[Livery, Livery], captions: Captions, theme: Theme
) -> Image.Image:
    """The land with both entry sides in the liveries of attacker and defender, and what its hazards do."""
    image = land(ground, terrain, theme).copy()
    marks = entries(ground, side, colours, (captions.badge(0), captions.badge(1)), theme)
    image.paste(marks, (0, 0), marks)
    for hazard, box in legend(ground):
        image.paste(_explained(hazard, box, ground, terrain, captions, theme), (round(box.x), round(box.y)))
    return image


@lru_cache(maxsize=64)
def swatch(hazard: str, terrain: LandPaint, theme: Theme) -> Image.Image:
    """A hazard as the legend shows it: a hex of it, or a side with the upper hex above and the lower one below.

    As large as the land is drawn.
    """
    width, height = SWATCH
    canvas = Canvas(width, height, None, SMOOTHING)
    ground = earth(terrain, theme)
    if hazard in hazards.FLOORS:
        paint = hazards.floor(hazard, ground, 0)
        half, x, y = height / 2, width / 2, height / 2
        wide = half * REACH / RISE
        points = [
            (x + dx * wide, y + dy * half) for dx, dy in ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0))
        ]
        canvas.polygon(points, paint)
        size = round(2 * wide)
        canvas.paste_large(textures.texture(hazard, size * SMOOTHING, paint), (x - size / 2, y - size / 2))
    else:
        upper, lower = hazards.floor("plain", ground, 1), hazards.floor("plain", ground, 0)
        canvas.box(Box(0, 0, width, height), lower)
        canvas.box(Box(0, 0, width, 8 if hazard in hazards.FACES else 22), upper)
        if hazard in hazards.FACES:
            hazards.face(canvas, hazard, (width, 8), (0, 8), 2, upper, STRAIGHT)
        else:
            hazards.hexside(canvas, hazard, (width, 22), (0, 22), upper)
    return canvas.image
