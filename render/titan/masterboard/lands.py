"""What the terrains of the masterboard look like: for each one colour, its shades, and something that grows there.

A land's picture is painted once for its terrain and the way it points, and used wherever such a land lies. So it is the
same down to the pixel everywhere, which makes files small. The upper part of what is drawn, or the lower in a land
that stands on its narrow end, is left plain for number and name. What there is to a terrain stands in
`assets/titan/terrains.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.titan.board import Board, Land, LandPaint
from render.assets import sheet
from render.canvas import Box, Canvas, Colour, Point, contrast, mixed
from render.drawing import SIDE, Drawing, pieces, read_drawing
from render.theme import Theme
from render.titan.masterboard.geometry import BoardPlan
from render.titan.pieces.light import brass

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


_TERRAINS = sheet("titan/terrains")
"""What grows on each, and in which colours."""

SCENES: Mapping[str, Scenery] = MappingProxyType(
    {name: Scenery(read_drawing(row["motif"]), row["far"], row["side"], row["near"]) for name, row in _TERRAINS.items()}
)
"""What grows on each terrain."""

SEEN = 1.7
"""What stands out on a terrain has at least this contrast."""


@lru_cache(maxsize=64)
def tones(terrain: LandPaint, theme: Theme) -> Tones:
    """The colours of a terrain in a theme."""
    fill = theme.paint(terrain.name, terrain.paint)
    told = _TERRAINS[terrain.name]
    grown = (mixed(fill, tint, 0.88) for tint in told.get("growth", ()))
    plain = mixed(fill, theme.on(fill), 0.5)
    mark = next((tint for tint in grown if contrast(tint, fill) >= SEEN), plain)
    return Tones(
        fill,
        mixed(fill, theme.dark, 0.17),
        mixed(fill, theme.dark, 0.36),
        mixed(fill, theme.light, 0.3),
        mark,
        theme.on(fill),
        mixed(fill, told["lighter"], 0.88) if "lighter" in told else mixed(mark, theme.glow, 0.3),
        mixed(fill, told["other"], 0.85) if "other" in told else mixed(fill, theme.dark, 0.36),
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
    for motif, at, size in placed(SCENES[terrain], inverted):
        put(scene, motif, at, size, found, share)
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


def swatch(terrain: LandPaint, width: int, height: int, theme: Theme) -> Image.Image:
    """A terrain in small, as a legend shows it."""
    found = tones(terrain, theme)
    canvas = Canvas(width, height, found.fill, SMOOTHING)
    scenery, foot = SCENES[terrain.name], 34 * height / width * 0.82
    put(canvas, scenery.motif, (17, foot), 1.4 * scenery.far, found, width / 34)
    return canvas.finished()


def _at_origin(board: Board, unit: float, land: Land) -> BoardPlan:
    """A plan on which a land has its rectangle in the corner."""
    box = BoardPlan(board, unit, 0, 0).bounds(land.label)
    return BoardPlan(board, unit, -box.x, -box.y)


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


def _label(canvas: Canvas, start: Point, end: Point, plan: BoardPlan, theme: Theme) -> None:
    """A rim along a short side, as wide on a slanted one from left to right as it is high on a level one."""
    thick = LABEL * plan.scale
    middle_x, middle_y = (side / 2 for side in plan.land_size)
    x = y = 0.0
    if abs(start[1] - end[1]) < 1:
        y = thick if start[1] < middle_y else -thick
    else:
        x = 1.2 * thick if start[0] < middle_x else -1.2 * thick
    canvas.polygon((start, end, (end[0] + x, end[1] + y), (start[0] + x, start[1] + y)), brass(theme))
