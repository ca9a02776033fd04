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
from render.canvas import Box, Canvas, Colour, Point, contrast, mixed
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
    """The colours of a terrain: what it is painted with, darker and lighter ones, and what is written on it.

    What grows there is painted with `mark`, which stands out, but less than what is written, and where it is lit with
    `lit`; `other` is a second thing there: bark, snow, a pool.
    """

    fill: Colour
    shade: Colour
    deep: Colour
    gleam: Colour
    mark: Colour
    ink: Colour
    lit: Colour
    other: Colour

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
            "lit": self.lit,
            "other": self.other,
        }


GROWTH: Mapping[str, tuple[Colour, ...]] = MappingProxyType(
    {
        "Plains": ("#75602C", "#E9D79B"),
        "Woods": ("#213A20", "#B6CC8C"),
        "Brush": ("#21504C", "#B7DFC0"),
        "Hills": ("#A17F52", "#4A3827"),
        "Jungle": ("#74AE72", "#1F4A38"),
        "Marsh": ("#3A2415", "#D9C7A6"),
        "Tundra": ("#3F5F7C", "#9DB9D4"),
    }
)
"""What grows on a terrain has the first of these colours that stands out on it."""

OTHER: Mapping[str, Colour] = MappingProxyType(
    {
        "Woods": "#4A3220",
        "Jungle": "#94724A",
        "Marsh": "#6F9AA3",
        "Tundra": "#F1F6FA",
    }
)
"""What else there is: trunks, pools, snow."""

LIGHTER: Mapping[str, Colour] = MappingProxyType({"Marsh": "#96A35C", "Woods": "#8FA94F"})
"""What is lit, where it isn't in a warmer tone of what grows there: the green of reeds and firs."""

SEEN = 1.7
"""What stands out on a terrain has at least this contrast."""


@lru_cache(maxsize=64)
def tones(terrain: Terrain, theme: Theme) -> Tones:
    """The colours of a terrain in a theme."""
    fill = theme.paint(terrain.name, terrain.paint)
    grown = (mixed(fill, tint, 0.88) for tint in GROWTH.get(terrain.name, ()))
    plain = mixed(fill, theme.on(fill), 0.5)
    mark = next((tint for tint in grown if contrast(tint, fill) >= SEEN), plain)
    return Tones(
        fill,
        mixed(fill, theme.dark, 0.17),
        mixed(fill, theme.dark, 0.36),
        mixed(fill, theme.light, 0.3),
        mark,
        theme.on(fill),
        mixed(fill, LIGHTER[terrain.name], 0.88) if terrain.name in LIGHTER else mixed(mark, theme.glow, 0.3),
        mixed(fill, OTHER[terrain.name], 0.85) if terrain.name in OTHER else mixed(fill, theme.dark, 0.36),
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
    image.putalpha(_shape(tuple(outline), (width, height)))
    return image


@lru_cache(maxsize=64)
def _shape(outline: tuple[Point, ...], size: tuple[int, int]) -> Image.Image:
    """What of its rectangle a land covers, as a mask."""
    mask = Canvas(*size, "#000000", SMOOTHING, paired=True)
    mask.polygon(outline, "#FFFFFF")
    return mask.finished().convert("L")


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
    """A drawing with light on its upper left, and what of it lies in the shade below; `flat` without either.

    That is for a phone, whose PNG is to be small.
    """
    first = [path for tone, path in drawing if tone.partition("/")[0] not in ("fill",)][:1]
    for dx, dy, paint in () if flat else ((2.6, 1.8, found.deep), (-1.3, -0.9, found.gleam)):
        for path in first:
            width = float(drawing[0][0].partition("/")[2] or 0)
            _draw(canvas, path, (at[0] + dx * size, at[1] + dy * size), size, share, paint, width)
    for tone, path in drawing:
        name, _, wide = tone.partition("/")
        if flat and name == "lit":
            continue
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
    ("mark", "M-8 1 H-12 L-16 1 L-13 -5 H-15 L-11.5 -12 H-13 L-9 -20 L-5 -12 H-6.5 L-3 -5 H-5 L-2 1 Z"),
    ("mark", "M-1.6 2 V-5 H-8.5 L-4.8 -13 H-7 L-3.4 -20.5 H-5.2 L0 -32 L5.2 -20.5 H3.4 L7 -13 H4.8 L8.5 -5 H1.6 V2 Z"),
    ("lit", "M0 -32 L-5.2 -20.5 H-3.4 L-7 -13 H-4.8 L-8.5 -5 H-4.5 L-2.2 -12 H-3.6 L-1 -20 H-2 Z"),
    ("other", "M-1.6 2 V-5 H1.6 V2 Z"),
    ("mark", "M9.5 2 V-2 H4.5 L7.2 -8 H5.6 L8.4 -13 H7 L10.5 -20 L14 -13 H12.6 L15.4 -8 H13.8 L16.5 -2 H11.5 V2 Z"),
    ("lit", "M10.5 -20 L7 -13 H8.4 L5.6 -8 H7.2 L4.5 -2 H7.5 L9.2 -7.5 H8 L10 -13 H9 Z"),
)

PALM: Drawing = (
    ("other", "M-1.9 0 Q-3 -12 1 -23 L4 -22 Q1 -12 1.9 0 Z"),
    (
        "mark",
        "M2 -21 Q-6 -28 -14 -17 Q-10 -31 -2 -28 Q-6 -34 -13 -32 Q-1 -41 3 -28 Q8 -40 17 -32 Q10 -33 7 -28 "
        "Q15 -30 18 -16 Q10 -27 2 -21 Z",
    ),
    ("lit", "M-13 -32 Q-1 -41 3 -28 Q-2 -35 -13 -32 Z M-14 -17 Q-10 -31 0 -27 Q-9 -27 -14 -17 Z"),
)

TUFT: Drawing = (
    ("mark", "M-2 0 Q-3 -7 -8 -10 Q-2 -9 -1 -4 Q-1 -10 0 -15 Q1 -10 1 -4 Q2 -9 8 -10 Q3 -7 2 0 Z"),
    ("lit", "M-2 0 Q-3 -7 -8 -10 Q-3 -8 -1.4 -2 Z M-1 -4 Q-1 -10 0 -15 Q0.4 -9 0 -2 Z"),
)

BUSH: Drawing = (
    ("mark", "M-13 0 Q-18 -3 -14 -9 Q-13 -16 -6 -14 Q-2 -21 4 -17 Q11 -18 12 -11 Q18 -8 14 0 Z"),
    ("lit", "M-13.6 -6 Q-12.5 -13 -6 -11.5 Q-2 -18 4 -14.6 Q-1 -14.6 -3 -9.4 Q-9 -10 -13.6 -6 Z"),
    ("lit", "M3 -7.5 Q6 -12.6 10 -10 Q6.6 -10 5.4 -6 Z"),
)

HILL: Drawing = (
    ("mark", "M-27 0 Q-18 -25 0 -25 Q18 -25 27 0 Z"),
    ("lit", "M-27 0 Q-18 -25 0 -25 Q6 -25 11 -21.6 Q-10 -23 -19 0 Z"),
    ("deep", "M27 0 Q18 -25 1 -25 Q13 -18 10 0 Z"),
)

REEDS: Drawing = (
    ("other", "M-22 -3 Q-15 -7.6 0 -7 Q15 -7.6 22 -3 Q14 1.4 0 1 Q-14 1.4 -22 -3 Z"),
    ("lit", "M-5 -2 V-22 H-3.4 V-2 Z M3.4 -2 V-15 H5 V-2 Z"),
    (
        "lit",
        "M-4.2 -2 Q-7 -11 -13 -15 Q-9 -9 -7.6 -2 Z M4.6 -2 Q7 -9 13 -12 Q9.6 -7 8 -2 Z "
        "M-3 -2 Q0 -10 0 -17 Q2 -8 0 -2 Z",
    ),
    ("mark", "M-6.4 -14 V-22 Q-6.4 -24.6 -4.2 -24.6 Q-2 -24.6 -2 -22 V-14 Q-4.2 -12.4 -6.4 -14 Z"),
    ("mark", "M2 -8.6 V-15 Q2 -17.6 4.2 -17.6 Q6.4 -17.6 6.4 -15 V-8.6 Q4.2 -7 2 -8.6 Z"),
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

DRIFT: Drawing = (
    ("other", "M-30 0 Q-22 -12 -8 -11 Q0 -19 12 -15 Q24 -12 30 0 Z"),
    ("gleam", "M30 0 Q24 -12 12 -15 Q18 -7 9 -3 Q-4 -1 -16 0 Z"),
    ("mark/2", "M3 -17 V-33 M-4 -29 L10 -21 M-4 -21 L10 -29"),
)
"""Snow with a flake above it."""

KEEP: Drawing = (
    ("mark", "M-20 0 V-28 H-25 V-42 H-15 V-36 H-5 V-42 H5 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("deep", "M8 0 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("fill", "M-7 0 V-10 Q-7 -18 0 -18 Q7 -18 7 -10 V0 Z"),
)

SCENES: Mapping[str, Scenery] = MappingProxyType(
    {
        "Plains": Scenery(TUFT, 0.73, 1.1, 1.7),
        "Woods": Scenery(FIR, 0.36, 0.85, 1.3),
        "Brush": Scenery(BUSH, 0.58, 0.95, 1.5),
        "Hills": Scenery(HILL, 0.44, 0.75, 1.25),
        "Jungle": Scenery(PALM, 0.33, 0.66, 0.98),
        "Desert": Scenery(DUNE, 0.55, 0.75, 1.1),
        "Marsh": Scenery(REEDS, 0.52, 0.9, 1.4),
        "Swamp": Scenery(WAVE, 0.6, 0.8, 1.2),
        "Mountains": Scenery(PEAK, 0.29, 0.72, 1.15),
        "Tundra": Scenery(DRIFT, 0.45, 0.8, 1.25),
        "Tower": Scenery(KEEP, 0.26, 0.45, 0.95),
    }
)
"""What grows on each terrain."""
