"""What the terrains of the masterboard look like: for each one colour, its shades, and something that grows there.

A land's picture is painted once for its terrain and the way it points, and used wherever such a land lies. So it is the
same down to the pixel everywhere, which makes files small. The upper part of what is drawn, or the lower in a land
that stands on its narrow end, is left plain for number and name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.titan.board import Board, Land, Terrain
from render.canvas import Box, Canvas, Colour, Point, mixed
from render.drawing import SIDE, Drawing, pieces
from render.theme import Theme
from render.titan.geometry import Plan
from render.titan.light import brass

FAR, HORIZON, FOOT = (29.8, 68.9), (66.7, 43.1), (76.4, 52.8)
"""How far down, on the square of drawings, stands what is beside the number, at the ends and in the middle of a land
that stands on its wide side, and of one that stands on its narrow end. A band of ground runs between the last two.
"""

LABEL = 4
"""How thick the rim is of the side that bears a land's number."""

SMOOTHING = 4
"""Lands are painted so many times larger and reduced."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """A drawing, its origin the middle of its foot, and how large it stands on a land.

    `far` is the one beside the land's number, which no legion hides; `side` are two at the ends, which look out from
    behind a legion alone; `near` is that in the middle.
    """

    motif: Drawing
    far: float
    side: float
    near: float


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a terrain: what it is painted with, darker and lighter ones, what is written on it, and `mark`,
    which stands out on it, but less than what is written.
    """

    fill: Colour
    shade: Colour
    deep: Colour
    gleam: Colour
    mark: Colour
    ink: Colour

    @property
    def by_name(self) -> Mapping[str, Colour]:
        """The tones as drawings name them."""
        return {
            "ink": self.ink,
            "fill": self.fill,
            "shade": self.shade,
            "deep": self.deep,
            "gleam": self.gleam,
            "mark": self.mark,
        }


@lru_cache(maxsize=64)
def tones(terrain: Terrain, theme: Theme) -> Tones:
    """The colours of a terrain in a theme."""
    fill = theme.paint(terrain.name, terrain.paint)
    return Tones(
        fill,
        mixed(fill, theme.dark, 0.17),
        mixed(fill, theme.dark, 0.36),
        mixed(fill, theme.light, 0.3),
        mixed(fill, theme.on(fill), 0.5),
        theme.on(fill),
    )


@lru_cache(maxsize=256)
def picture(board: Board, terrain: str, inverted: bool, label_side: int, unit: float, theme: Theme) -> Image.Image:
    """A land of a terrain within its rectangle, see-through around it; the side that bears its number has a rim."""
    found = tones(board.terrains[terrain], theme)
    land = next(land for land in board.lands.values() if land.inverted == inverted)
    plan = _at_origin(board, unit, land)
    width, height = (round(side) for side in plan.land_size)
    outline = plan.surface(land.label)
    scene = Canvas(width, height, found.fill, SMOOTHING, paired=True)
    share = width / SIDE
    upper, lower = (HORIZON[inverted] * share, FOOT[inverted] * share)
    _light(scene, upper, lower, inverted, found)
    for drawing, at, size in placed(SCENES[terrain], inverted):
        put(scene, drawing, at, size, found, share)
    _bevel(scene, outline, found, plan.scale)
    _label(scene, outline[label_side], outline[(label_side + 1) % 6], plan, theme)
    image = scene.finished()
    mask = Canvas(width, height, "#000000", SMOOTHING, paired=True)
    mask.polygon(outline, "#FFFFFF")
    image.putalpha(mask.finished().convert("L"))
    return image


def swatch(terrain: Terrain, width: int, height: int, theme: Theme) -> Image.Image:
    """A terrain in small, as a legend shows it."""
    found = tones(terrain, theme)
    canvas = Canvas(width, height, found.fill, SMOOTHING)
    scenery, foot = SCENES[terrain.name], 34 * height / width * 0.82
    put(canvas, scenery.motif, (17, foot), 1.4 * scenery.far, found, width / 34)
    return canvas.finished()


def _at_origin(board: Board, unit: float, land: Land) -> Plan:
    """A plan on which a land has its rectangle in the corner."""
    box = Plan(board, unit, 0, 0).bounds(land.label)
    return Plan(board, unit, -box.x, -box.y)


def placed(scenery: Scenery, inverted: bool) -> Iterator[tuple[Drawing, Point, float]]:
    """What stands on a land, from the back to the front: where on the square of drawings, and how large."""
    far, side, near = FAR[inverted], HORIZON[inverted], FOOT[inverted]
    yield scenery.motif, (50, far), scenery.far
    yield scenery.motif, (13.5, side), scenery.side
    yield scenery.motif, (86.5, side), scenery.side
    yield scenery.motif, (50, near), scenery.near


def _light(canvas: Canvas, upper: float, lower: float, inverted: bool, found: Tones) -> None:
    """Evening light over a land: paler where it comes from, a band of ground, dusk at the lower end."""
    width, height = (side / canvas.scale for side in canvas.image.size)
    if inverted:
        canvas.box(Box(0, 0, width, 0.16 * height), mixed(found.fill, found.gleam, 0.4))
    canvas.box(Box(0, upper, width, lower - upper), mixed(found.fill, found.shade, 0.65))
    if not inverted:
        canvas.box(Box(0, lower, width, height - lower), mixed(found.fill, found.shade, 0.3))


def put(
    canvas: Canvas, drawing: Drawing, at: Point, size: float, found: Tones, share: float = 1.0, flat: bool = False
) -> None:
    """A drawing with light on its upper left, and what of it lies in the shade below; `flat` without either."""
    first = [path for tone, path in drawing if tone.partition("/")[0] not in ("fill",)][:1]
    for dx, dy, paint in () if flat else ((2.6, 1.8, found.deep), (-1.3, -0.9, found.gleam)):
        for path in first:
            width = float(drawing[0][0].partition("/")[2] or 0)
            _draw(canvas, path, (at[0] + dx * size, at[1] + dy * size), size, share, paint, width)
    for tone, path in drawing:
        name, _, wide = tone.partition("/")
        _draw(canvas, path, at, size, share, found.by_name[name], float(wide or 0))


def _draw(canvas: Canvas, path: str, at: Point, size: float, share: float, paint: Colour, width: float) -> None:
    for piece in pieces(path):
        points = [((x * size + at[0]) * share, (y * size + at[1]) * share) for x, y in piece.points]
        if width:
            canvas.line([*points, points[0]] if piece.closed else points, paint, width * size * share)
        else:
            canvas.polygon(points, paint)


LIT, DIM = 4.0, 6.0
"""How thick the edges of a land are that have light, and those that have none."""


def _bevel(canvas: Canvas, outline: Sequence[Point], found: Tones, scale: float) -> None:
    """A land is a tile: its edges above and at the left are lit, those below and at the right lie in the shade."""
    middle_x = sum(x for x, _ in outline) / 6
    for side, start in enumerate(outline):
        end = outline[(side + 1) % 6]
        level = abs(start[1] - end[1]) < 1
        lit = end[0] > start[0] if level else start[0] + end[0] < 2 * middle_x
        thick = 2 * (LIT if lit else DIM) * scale  # half of it lies outside
        canvas.line((start, end), found.gleam if lit else found.deep, thick)


def _label(canvas: Canvas, start: Point, end: Point, plan: Plan, theme: Theme) -> None:
    """A rim along a short side, as wide on a slanted one from left to right as it is high on a level one."""
    thick = LABEL * plan.scale
    middle_x, middle_y = (side / 2 for side in plan.land_size)
    x = y = 0.0
    if abs(start[1] - end[1]) < 1:
        y = thick if start[1] < middle_y else -thick
    else:
        x = 1.2 * thick if start[0] < middle_x else -1.2 * thick
    canvas.polygon((start, end, (end[0] + x, end[1] + y), (start[0] + x, start[1] + y)), brass(theme))


# --- what grows there ---

FIR: Drawing = (
    ("mark", "M-1.6 1 V-6 H-9 L-5 -13 H-7.4 L-3.6 -20 H-5.6 L0 -31 L5.6 -20 H3.6 L7.4 -13 H5 L9 -6 H1.6 V1 Z"),
)

PALM: Drawing = (
    ("mark", "M-1.8 0 Q-3 -12 1 -22 L4 -21 Q1 -12 1.8 0 Z"),
    (
        "mark",
        "M2 -21 Q-6 -28 -14 -17 Q-10 -31 -2 -28 Q-6 -34 -13 -32 Q-1 -41 3 -28 Q8 -40 17 -32 Q10 -33 7 -28 "
        "Q15 -30 18 -16 Q10 -27 2 -21 Z",
    ),
)

TUFT: Drawing = (("mark", "M-2 0 Q-3 -7 -8 -10 Q-2 -9 -1 -4 Q-1 -10 0 -15 Q1 -10 1 -4 Q2 -9 8 -10 Q3 -7 2 0 Z"),)

BUSH: Drawing = (("mark", "M-13 0 Q-18 -3 -14 -9 Q-13 -16 -6 -14 Q-2 -21 4 -17 Q11 -18 12 -11 Q18 -8 14 0 Z"),)

HILL: Drawing = (
    ("mark", "M-27 0 Q-18 -25 0 -25 Q18 -25 27 0 Z"),
    ("shade", "M27 0 Q18 -25 0 -25 Q13 -18 10 0 Z"),
)

REEDS: Drawing = (
    ("gleam", "M-18 -5 H18 V0 H-18 Z"),
    ("mark", "M-5 -3 V-13 Q-8 -18 -5.5 -24 H-2.5 Q0 -18 -3 -13 V-3 Z M3 -3 V-8 Q0 -13 2.5 -18 H5.5 Q8 -13 5 -8 V-3 Z"),
)

WAVE: Drawing = (
    (
        "mark",
        "M-24 -10 Q-18 -18 -10 -12 Q-2 -6 6 -12 Q14 -18 24 -11 V-5 Q14 -12 6 -6 Q-2 0 -10 -6 Q-18 -12 -24 -4 Z",
    ),
)

DUNE: Drawing = (
    ("gleam", "M-34 0 Q-14 -18 4 -17 Q18 -13 34 0 Z"),
    ("mark", "M34 0 Q18 -13 4 -17 Q13 -8 2 0 Z"),
)

PEAK: Drawing = (
    ("deep", "M-22 0 L0 -38 L22 0 Z"),
    ("mark", "M0 -38 L-22 0 H-6 L-3 -16 L-1 -22 Z"),
    ("ink", "M0 -38 L7.5 -25 L3 -28 L0 -22 L-4 -27 L-7.5 -25 Z"),
)

FLAKE: Drawing = (
    ("mark/3", "M-13 -13 H13 M-6.5 -24.2 L6.5 -1.8 M-6.5 -1.8 L6.5 -24.2"),
    ("mark/2.4", "M-10.5 -17.5 L-6 -13 L-10.5 -8.5 M10.5 -17.5 L6 -13 L10.5 -8.5"),
)

KEEP: Drawing = (
    ("mark", "M-20 0 V-28 H-25 V-42 H-15 V-36 H-5 V-42 H5 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("deep", "M8 0 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("fill", "M-7 0 V-10 Q-7 -18 0 -18 Q7 -18 7 -10 V0 Z"),
)

SCENES: Mapping[str, Scenery] = MappingProxyType(
    {
        "Plains": Scenery(TUFT, 0.73, 1.1, 1.7),
        "Woods": Scenery(FIR, 0.35, 1.05, 1.45),
        "Brush": Scenery(BUSH, 0.58, 0.95, 1.5),
        "Hills": Scenery(HILL, 0.44, 0.75, 1.25),
        "Jungle": Scenery(PALM, 0.31, 0.66, 0.98),
        "Desert": Scenery(DUNE, 0.55, 0.75, 1.1),
        "Marsh": Scenery(REEDS, 0.46, 0.9, 1.4),
        "Swamp": Scenery(WAVE, 0.6, 0.8, 1.2),
        "Mountains": Scenery(PEAK, 0.29, 0.72, 1.15),
        "Tundra": Scenery(FLAKE, 0.45, 0.85, 1.5),
        "Tower": Scenery(KEEP, 0.26, 0.45, 0.95),
    }
)
"""What grows on each terrain."""
