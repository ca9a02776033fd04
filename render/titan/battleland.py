"""A battleland without characters: where its hexes lie, and the picture of it that a battle is drawn upon.

Geometry is functions from hexes to points. Hexes are flat-topped, their sides numbered clockwise from the top; all
their middles are whole pixels, so that what is alike in two hexes is alike in every pixel, and the PNG small.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from engine.titan.battle.effects import effects, hazards_of
from engine.titan.battle.frame import ACROSS, HEXES, PLACES
from engine.titan.battle.ground import Ground
from engine.titan.board import Terrain
from render.canvas import Box, Canvas, Colour, Point, mixed, polar
from render.theme import Theme
from render.titan import hazards
from render.titan.captions import Captions
from render.titan.characters import badge
from render.titan.pieces import Livery

WIDTH, HEIGHT = 1000, 900
"""The whole picture of a battle."""

HEADER = Box(0, 0, WIDTH, 56)
PANEL = Box(772, 66, 216, HEIGHT - 76)
"""Beside the map: the two sides, the strikes, and what the hazards do."""

ENTRY = 50
"""How high an entry of the legend is."""

SWATCH = (56, 44)
"""Width and height of a hazard as the legend shows it."""

LEFT, TOP = 22, 80
"""Where the map begins."""

REACH, RISE = 76, 66
"""From the middle of a hex to its left and right corner, and to its upper and lower side."""

RIGHT, BOTTOM = LEFT + 5 * REACH * 3 // 2 + 2 * REACH, TOP + 12 * RISE
"""Where the map ends."""

BAND = (4.0, 14.0)
"""From and to: how far outside the map an entry side is marked."""

COIN = 13
"""The radius of the coin in the notches of an entry side."""

TAG = Box(-31, -52, 62, 19)
"""Where a hex is named, from its middle."""

SMOOTHING = 3
"""The land is drawn so many times larger and reduced."""


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


@lru_cache(maxsize=12)
def land(ground: Ground, terrain: Terrain, theme: Theme) -> Image.Image:
    """The land without entry sides and words, in the size of the whole picture."""
    canvas = Canvas(WIDTH, HEIGHT, theme.ground, SMOOTHING)
    paint = theme.paint(terrain.name, terrain.paint)
    floors = {label: hazards.floor(ground.hazards[at], paint, ground.elevation[at]) for at, label in enumerate(HEXES)}
    for label in HEXES:
        canvas.polygon(corners(label, -3), theme.dark)
    for at, label in enumerate(HEXES):
        canvas.polygon(corners(label), floors[label])
        hazard = ground.hazards[at]
        name = terrain.name if hazard == "plain" else hazard
        x, y = centre(label)
        canvas.paste_large(hazards.texture(name, 2 * REACH * SMOOTHING, floors[label]), (x - REACH, y - REACH))
    for label in HEXES:
        canvas.polygon(corners(label), None, mixed(floors[label], hazards.INK, 0.55), 1.4)
    for draw_foot in (True, False):
        for at, label in enumerate(HEXES):
            points = corners(label)
            for side, hazard in enumerate(ground.sides[at]):
                if hazard and draw_foot and ACROSS[at][side] is not None:
                    hazards.foot(canvas, hazard, points[side], points[(side + 1) % 6])
                elif hazard and not draw_foot:
                    hazards.hexside(canvas, hazard, points[side], points[(side + 1) % 6], floors[label])
    for at, label in enumerate(HEXES):
        _named(canvas, label, ground.elevation[at], floors[label], theme)
    canvas.box(HEADER, theme.panel)
    return canvas.finished()


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
    hazard: str, box: Box, ground: Ground, terrain: Terrain, captions: Captions, theme: Theme
) -> Image.Image:
    """A hazard with its name and what it does."""
    canvas = Canvas(round(box.width), ENTRY, theme.ground, SMOOTHING)  # letters may reach below the box
    canvas.paste_large(swatch(hazard, terrain, theme), (0, 0))
    room = Box(SWATCH[0] + 8, 0, box.width - SWATCH[0] - 8, 15)
    canvas.fitted(captions.hazard(hazard), room, theme.strong.sized(16), theme.ink, "l", 14)
    for place, line in enumerate(captions.told(f"hazard.{hazard}", **figures(ground, hazard)).splitlines()):
        canvas.fitted(line, room.moved(0, 15 * (place + 1)), theme.small.sized(14), theme.faint, "l", 14)
    return canvas.finished()


def name_box(label: str, elevation: int) -> Box:
    """The part of a hex's tag that is written upon: in the middle of it if there is no elevation to tell."""
    box = tag_box(label)
    return box if elevation else Box(box.x + 17, box.y, box.width - 34, box.height)


def _named(canvas: Canvas, label: str, elevation: int, paint: Colour, theme: Theme) -> None:
    """The name of a hex and, where it is not level ground, its elevation with a hill."""
    box = name_box(label, elevation)
    face = theme.small.sized(15)
    canvas.box(box, paint, radius=6)
    if not elevation:
        canvas.fitted(label, box, face, theme.dark, least=14)
        return
    canvas.fitted(label, Box(box.x + 4, box.y, 24, box.height), face, theme.dark, least=14)
    hill = Box(box.x + 30, box.y + 1, 30, box.height - 2)
    canvas.box(hill, theme.dark, radius=6)
    x, y = hill.x + 10, hill.y + hill.height / 2
    canvas.polygon(((x - 6, y + 5), (x, y - 6), (x + 6, y + 5)), theme.light)
    canvas.fitted(str(elevation), Box(x + 6, hill.y, hill.right - x - 8, hill.height), face, theme.light, least=14)


@lru_cache(maxsize=8)
def staged(
    ground: Ground, terrain: Terrain, side: int, colours: tuple[Livery, Livery], captions: Captions, theme: Theme
) -> Image.Image:
    """The land with both entry sides in the liveries of attacker and defender, and what its hazards do."""
    canvas = Canvas(WIDTH, HEIGHT, None, SMOOTHING)
    for which, livery in enumerate(colours):
        edge = shore(ground, side, which)
        inner, outer = outward(edge, BAND[0]), outward(edge, BAND[1])
        canvas.polygon((*inner, *reversed(outer)), livery.paint, theme.light, 2)
        for at in coins(ground, side, which):
            canvas.disc(at, COIN + 1, livery.paint, theme.light, 2)
            badge(canvas, at, COIN - 3, which, captions.badge(which), theme)
    image = land(ground, terrain, theme).copy()
    marks = canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")
    image.paste(marks, (0, 0), marks)
    for hazard, box in legend(ground):
        image.paste(_explained(hazard, box, ground, terrain, captions, theme), (round(box.x), round(box.y)))
    return image


@lru_cache(maxsize=64)
def swatch(hazard: str, terrain: Terrain, theme: Theme) -> Image.Image:
    """A hazard as the legend shows it: a hex of it, or a side with the upper hex above and the lower one below.

    As large as the land is drawn.
    """
    width, height = SWATCH
    canvas = Canvas(width, height, None, SMOOTHING)
    ground = theme.paint(terrain.name, terrain.paint)
    if hazard in hazards.FLOORS:
        paint = hazards.floor(hazard, ground, 0)
        half, x, y = height / 2, width / 2, height / 2
        wide = half * REACH / RISE
        points = [
            (x + dx * wide, y + dy * half) for dx, dy in ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0))
        ]
        canvas.polygon(points, paint)
        size = round(2 * wide)
        canvas.paste_large(hazards.texture(hazard, size * SMOOTHING, paint), (x - size / 2, y - size / 2))
    else:
        upper, lower = hazards.floor("plain", ground, 1), hazards.floor("plain", ground, 0)
        canvas.box(Box(0, 0, width, height), lower)
        canvas.box(Box(0, 0, width, 28), upper)
        hazards.foot(canvas, hazard, (width, 28), (0, 28))
        hazards.hexside(canvas, hazard, (width, 28), (0, 28), upper)
    return canvas.image
