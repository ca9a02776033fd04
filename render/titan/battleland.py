"""A battleland without characters: where its hexes lie, and how each hazard is drawn.

Geometry is functions from hexes to points. Hexes are flat-topped, their sides numbered clockwise from the top.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from types import MappingProxyType

from PIL import Image

from engine.titan.battle.frame import HEXES, PLACES
from engine.titan.battle.ground import Ground
from engine.titan.board import Terrain
from render.canvas import Box, Canvas, Colour, Point, between, middle, mixed, polar
from render.theme import Theme
from render.titan.characters import COUNTER, badge

SIDE = 106
"""Pixels of a hex's side."""

LEFT, TOP = 60, 150
WIDTH, HEIGHT = LEFT + 9.5 * SIDE + 60, TOP + 6 * sqrt(3) * SIDE + 60

LABEL, GROUND = -67, 65
"""How far from the middle of a hex its label and the name of its hazard stand."""

EARTH: Colour = "#F1E9D2"
FLOORS = MappingProxyType(
    {
        "bramble": "#7FA65A",
        "bog": "#8C8F5E",
        "drift": "#E4EEF5",
        "sand": "#F2D98B",
        "tree": "#4E8A4B",
        "volcano": "#D96A4A",
        "tower": "#B9BCC2",
    }
)
"""What is drawn upon says what it is; the colour only helps."""


def centre(label: str) -> Point:
    """The middle of a hex."""
    q, r = PLACES[label]
    return LEFT + SIDE * (1 + 1.5 * q), TOP + SIDE * sqrt(3) * (r + q / 2)


def corners(label: str, share: float = 1) -> tuple[Point, ...]:
    """The corners of a hex clockwise from the upper left: side i runs from corner i to corner i + 1."""
    return tuple(polar(centre(label), SIDE * share, 240 + 60 * i) for i in range(6))


def counter_box(label: str) -> Box:
    """Where a character stands in a hex."""
    x, y = centre(label)
    width, height = COUNTER
    return Box(x - width // 2, y - height // 2, width, height)


def gates(ground: Ground, side: int) -> tuple[tuple[tuple[str, Point], ...], ...]:
    """For attacker and defender, the hexes they enter by and where, outside the map, that is marked."""
    whole = middle([centre(label) for label in HEXES])
    found = []
    for hexes in ground.entries[side]:
        labels = [HEXES[at] for at in hexes]
        edge = middle([centre(label) for label in labels])
        length = sqrt((edge[0] - whole[0]) ** 2 + (edge[1] - whole[1]) ** 2)
        out = ((edge[0] - whole[0]) / length, (edge[1] - whole[1]) / length)
        reach = SIDE + 24
        found.append(
            tuple((label, (centre(label)[0] + out[0] * reach, centre(label)[1] + out[1] * reach)) for label in labels)
        )
    return tuple(found)


@lru_cache(maxsize=12)
def bare(
    ground: Ground, terrain: Terrain, side: int, colours: tuple[Colour, Colour], height: int, theme: Theme
) -> Image.Image:
    """The map with the marks of the entry sides, in the colours of attacker and defender."""
    canvas = Canvas(theme.width, height, theme.ground, theme.scale)
    for at, label in enumerate(HEXES):
        _hex(canvas, label, ground.hazards[at], ground.elevation[at], terrain, theme)
    for at, label in enumerate(HEXES):
        for edge, hazard in enumerate(ground.sides[at]):
            if hazard:
                points = corners(label)
                hexside(canvas, hazard, points[edge], points[(edge + 1) % 6], theme)
    for at, label in enumerate(HEXES):
        _labels(canvas, label, ground.hazards[at], ground.elevation[at], theme)
    for which, entries in enumerate(gates(ground, side)):
        for label, post in entries:
            inward = between(post, centre(label), 34 / (SIDE + 24))
            canvas.line((post, inward), theme.light, 12)
            canvas.line((post, inward), colours[which], 8)
            canvas.disc(post, 24, colours[which], theme.light, 3)
            badge(canvas, post, 15, which, theme)
    return canvas.finished()


def _hex(canvas: Canvas, label: str, hazard: str, elevation: int, terrain: Terrain, theme: Theme) -> None:
    floor = FLOORS.get(hazard) or mixed(terrain.paint, EARTH, 0.6)
    canvas.polygon(corners(label), mixed(floor, "#FFFFFF", 0.18 * elevation), theme.dark, 2)
    if hazard in TEXTURES:
        TEXTURES[hazard](canvas, centre(label), SIDE)


def _labels(canvas: Canvas, label: str, hazard: str, elevation: int, theme: Theme) -> None:
    """The hex's label and elevation above, the name of its hazard below."""
    x, y = centre(label)
    tag = Box(x - 54, y + LABEL - 11, 34, 22)
    canvas.box(tag, theme.light, radius=5)
    canvas.fitted(label, tag, theme.small, theme.dark)
    altitude(canvas, Box(x + 16, y + LABEL - 11, 38, 22), elevation, theme)
    if hazard != "plain":
        plate = Box(x - 40, y + GROUND - 11, 80, 22)
        canvas.box(plate, theme.light, radius=5)
        canvas.fitted(hazard.capitalize(), plate, theme.small, theme.dark)


def altitude(canvas: Canvas, box: Box, elevation: int, theme: Theme) -> None:
    """How high a hex lies: a hill and a number."""
    canvas.box(box, theme.dark, radius=5)
    x, y, half = box.x + 12, box.y + box.height / 2, 6
    canvas.polygon(((x - half, y + half), (x, y - half), (x + half, y + half)), theme.light)
    canvas.fitted(str(elevation), Box(x + 6, box.y, box.right - x - 7, box.height), theme.small, theme.light)


# --- textures: what lies in a hex ---

RING = tuple((radius, angle) for radius, count in ((0.72, 12), (0.4, 6)) for angle in range(0, 360, 360 // count))


def _spots(at: Point, size: float) -> list[Point]:
    """Places all over a hex, in its middle too."""
    return [at, *(polar(at, size * radius, angle + 15) for radius, angle in RING)]


def _bramble(canvas: Canvas, at: Point, size: float) -> None:
    for x, y in _spots(at, size):
        reach = size * 0.11
        for angle in (20, 80, 140):
            canvas.line(
                (polar((x, y), reach, angle), polar((x, y), reach, angle + 180)), "#28521C", max(2, size * 0.024)
            )


def _bog(canvas: Canvas, at: Point, size: float) -> None:
    for x, y in _spots(at, size):
        wave = [(x + size * 0.03 * i, y + size * 0.028 * (-1) ** i) for i in range(-4, 5)]
        canvas.line(wave, "#2E4A63", max(2, size * 0.03))


def _drift(canvas: Canvas, at: Point, size: float) -> None:
    for spot in _spots(at, size):
        for angle in (0, 60, 120):
            canvas.line(
                (polar(spot, size * 0.085, angle), polar(spot, size * 0.085, angle + 180)),
                "#3E7FB5",
                max(2, size * 0.02),
            )
        canvas.disc(spot, size * 0.03, "#FFFFFF")


def _sand(canvas: Canvas, at: Point, size: float) -> None:
    for x, y in _spots(at, size):
        for dx, dy in ((-0.07, 0.03), (0.07, 0.03), (0, -0.06)):
            canvas.disc((x + dx * size, y + dy * size), max(1.5, size * 0.022), "#A5721C")


def _tree(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    for dx, dy, share in ((-0.42, -0.08, 0.8), (0.42, -0.08, 0.8), (0, 0.06, 1.15)):
        base = (x + dx * size, y + dy * size)
        _fir(canvas, base, size * 0.4 * share)


def _fir(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    canvas.polygon(
        (
            (x - size * 0.12, y + size * 0.7),
            (x + size * 0.12, y + size * 0.7),
            (x + size * 0.12, y + size),
            (x - size * 0.12, y + size),
        ),
        "#5B3A1E",
    )
    for top, reach in ((-1.0, 0.45), (-0.6, 0.6), (-0.15, 0.75)):
        points = (
            (x, y + size * top),
            (x + size * reach, y + size * (top + 0.85)),
            (x - size * reach, y + size * (top + 0.85)),
        )
        canvas.polygon(points, "#17491F", "#0B2A10", max(1, size * 0.03))


def _volcano(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    slope = [(-0.8, 0.5), (-0.28, -0.5), (-0.12, -0.4), (0, -0.52), (0.14, -0.4), (0.28, -0.5), (0.8, 0.5)]
    canvas.polygon([(x + dx * size, y + dy * size) for dx, dy in slope], "#5A2A1E", "#2B100A", 2)
    lava = [
        (-0.28, -0.5),
        (-0.12, -0.4),
        (0, -0.52),
        (0.14, -0.4),
        (0.28, -0.5),
        (0.36, 0.0),
        (0.18, -0.18),
        (0.06, 0.3),
    ]
    lava += [(-0.08, -0.16), (-0.26, 0.16)]
    canvas.polygon([(x + dx * size, y + dy * size) for dx, dy in lava], "#FF7A1A", "#FFD400", max(1, size * 0.02))


def _tower(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    for row in range(-3, 4):
        level = y + row * size * 0.22
        half = min(size * 0.94 - abs(row) * size * 0.13, size * 0.9)
        canvas.line(((x - half, level), (x + half, level)), "#7D828A", max(1, size * 0.018))
        shift = 0.16 if row % 2 else 0
        for column in range(-4, 5):
            place = (column * 0.32 + shift) * size
            if row < 3 and abs(place) < half - size * 0.12:
                canvas.line(((x + place, level), (x + place, level + size * 0.22)), "#7D828A", max(1, size * 0.018))


TEXTURES: MappingProxyType[str, Callable[[Canvas, Point, float], None]] = MappingProxyType(
    {
        "bramble": _bramble,
        "bog": _bog,
        "drift": _drift,
        "sand": _sand,
        "tree": _tree,
        "volcano": _volcano,
        "tower": _tower,
    }
)


# --- hexsides ---


def hexside(canvas: Canvas, hazard: str, start: Point, end: Point, theme: Theme) -> None:
    """What lies on the side from start to end, drawn within the upper hex, which is at the right hand going along."""
    length = sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def at(share: float, inward: float) -> Point:
        x, y = between(start, end, share)
        return x - along[1] * inward, y + along[0] * inward

    match hazard:
        case "slope":
            for step in range(9):
                share = 0.08 + 0.105 * step
                canvas.polygon((at(share - 0.03, 15), at(share + 0.03, 15), at(share, 0)), "#5B3413")
        case "dune":
            for step in range(4):
                share = 0.14 + 0.24 * step
                bump = [at(share + 0.12 * (i / 8), 2 + 14 * (1 - (i / 8) ** 2) ** 0.5) for i in range(-8, 9)]
                canvas.polygon(bump, "#E08A1E", "#6B3A08", 2)
        case "cliff":
            teeth = [at(0.03, 0)]
            for step in range(6):
                teeth += [at(0.03 + 0.157 * (step + 0.5), 18), at(0.03 + 0.157 * (step + 1), 3)]
            canvas.polygon((*teeth, at(0.97, 0)), theme.dark)
            canvas.line((at(0.02, 1), at(0.98, 1)), theme.dark, 6)
        case _:
            canvas.polygon((at(0.02, 0), at(0.98, 0), at(0.94, 9), at(0.06, 9)), "#6E747D", theme.dark, 1.5)
            for step in range(5):
                share = 0.1 + 0.175 * step
                stone = (at(share, 8), at(share + 0.1, 8), at(share + 0.1, 17), at(share, 17))
                canvas.polygon(stone, "#6E747D", theme.dark, 1.5)


def swatch(canvas: Canvas, hazard: str, box: Box, terrain: Terrain, theme: Theme) -> None:
    """A hazard as the legend shows it."""
    if hazard in FLOORS:
        x, y = box.centre
        points = tuple(polar((x, y), box.height / sqrt(3), 240 + 60 * i) for i in range(6))
        canvas.polygon(points, FLOORS[hazard], theme.light, 1)
        TEXTURES[hazard](canvas, (x, y), box.height / sqrt(3))
    else:
        canvas.box(box, mixed(terrain.paint, EARTH, 0.6), radius=4)
        bottom = box.bottom - 4
        hexside(canvas, hazard, (box.right, bottom), (box.x, bottom), theme)


def hazards(ground: Ground) -> tuple[str, ...]:
    """The hazards of a battleland, those of hexes before those of sides."""
    floors = {hazard for hazard in ground.hazards if hazard != "plain"}
    sides = {hazard for row in ground.sides for hazard in row if hazard}
    return (*sorted(floors), *sorted(sides))
