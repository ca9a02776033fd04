"""What the terrains of the masterboard look like: for each one colour, its shades, and something that grows there.

A land's picture is painted once for its terrain and the way it points, and used wherever such a land lies. So it is the
same down to the pixel everywhere, which makes files small. The upper part of what is drawn, or the lower in a land
that stands on its narrow end, is left plain for number and name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageDraw

from engine.titan.board import Board, Land, Terrain
from render.canvas import Canvas, Colour, Point, mixed
from render.drawing import SIDE, Drawing, pieces
from render.theme import Theme
from render.titan.geometry import Plan

SCENE = 31.0
"""How far down the scene of a land begins that stands on its wide side, on the square of drawings."""

Placed = tuple[Drawing, tuple[Point, ...]]
"""A drawing, and where on the square its origin is put, from the back to the front."""


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a terrain: what it is painted with, darker and lighter ones, and what is written on it."""

    fill: Colour
    shade: Colour
    deep: Colour
    gleam: Colour
    ink: Colour

    @property
    def by_name(self) -> Mapping[str, Colour]:
        """The tones as drawings name them."""
        return {"fill": self.fill, "shade": self.shade, "deep": self.deep, "gleam": self.gleam}


def tones(terrain: Terrain, theme: Theme) -> Tones:
    """The colours of a terrain in a theme."""
    fill = theme.paint(terrain.name, terrain.paint)
    return Tones(
        fill,
        mixed(fill, theme.dark, 0.17),
        mixed(fill, theme.dark, 0.36),
        mixed(fill, theme.light, 0.3),
        theme.on(fill),
    )


@lru_cache(maxsize=256)
def picture(board: Board, terrain: str, inverted: bool, unit: float, theme: Theme, scale: int) -> Image.Image:
    """A land of a terrain within its rectangle, see-through around it, at `scale` times its size."""
    found = tones(board.terrains[terrain], theme)
    land = next(land for land in board.lands.values() if land.inverted == inverted)
    plan = _at_origin(board, unit * scale, land)
    width, height = (round(side) for side in plan.land_size)
    outline = plan.surface(land.label)
    scene = Canvas(width, height, found.fill)
    for drawing, spots in SCENES[terrain]:
        for spot in spots:
            _put(scene, drawing, spot if inverted else (spot[0], spot[1] + SCENE), width / SIDE, found)
    _bevel(scene, outline, found, plan.scale)
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).polygon(outline, fill=255)
    image = scene.image.convert("RGBA")
    image.putalpha(mask)
    return image


def _at_origin(board: Board, unit: float, land: Land) -> Plan:
    """A plan on which a land has its rectangle in the corner."""
    x, y = (min(values) for values in zip(*board.corners(land.label), strict=True))
    return Plan(board, unit, -x * unit, -y * unit)


def _put(canvas: Canvas, drawing: Drawing, at: Point, share: float, found: Tones) -> None:
    for tone, path in drawing:
        name, _, width = tone.partition("/")
        paint = found.by_name[name]
        for piece in pieces(path):
            points = [((x + at[0]) * share, (y + at[1]) * share) for x, y in piece.points]
            if width:
                canvas.line([*points, points[0]] if piece.closed else points, paint, float(width) * share)
            else:
                canvas.polygon(points, paint)


def _bevel(canvas: Canvas, outline: Sequence[Point], found: Tones, scale: float) -> None:
    """A rim of light above and of shade below, as if the land were a tile. Slanted sides have none: level ones are free
    of charge in a file, but each row of pixels pays for a slanted one.
    """
    for side, start in enumerate(outline):
        end = outline[(side + 1) % 6]
        if abs(start[1] - end[1]) < 1:
            lit = end[0] > start[0]
            thick = 8 if not lit and start[0] - end[0] > canvas.image.width / 2 else 4
            canvas.line((start, end), found.gleam if lit else found.deep, thick * scale)


# --- what grows there ---

FIR: Drawing = (
    ("deep", "M-1.6 1 V-6 H-9 L-5 -13 H-7.4 L-3.6 -20 H-5.6 L0 -31 L5.6 -20 H3.6 L7.4 -13 H5 L9 -6 H1.6 V1 Z"),
)

PALM: Drawing = (
    ("deep", "M-1.8 0 Q-3 -12 1 -22 L4 -21 Q1 -12 1.8 0 Z"),
    (
        "deep",
        "M2 -21 Q-6 -28 -14 -17 Q-10 -31 -2 -28 Q-6 -34 -13 -32 Q-1 -41 3 -28 Q8 -40 17 -32 Q10 -33 7 -28 "
        "Q15 -30 18 -16 Q10 -27 2 -21 Z",
    ),
)

TUFT: Drawing = (("deep", "M-2 0 Q-3 -7 -8 -10 Q-2 -9 -1 -4 Q-1 -10 0 -15 Q1 -10 1 -4 Q2 -9 8 -10 Q3 -7 2 0 Z"),)

BUSH: Drawing = (
    ("deep", "M-13 0 Q-18 -3 -14 -9 Q-13 -16 -6 -14 Q-2 -21 4 -17 Q11 -18 12 -11 Q18 -8 14 0 Z"),
    ("shade", "M-11 -4 Q-12 -12 -5 -11 Q-2 -17 3 -14 Q4 -9 -2 -8 Q-5 -4 -11 -4 Z"),
)

HILL: Drawing = (
    ("shade", "M-27 0 Q-18 -25 0 -25 Q18 -25 27 0 Z"),
    ("deep", "M27 0 Q18 -25 0 -25 Q13 -18 10 0 Z"),
)

REEDS: Drawing = (
    (
        "deep",
        "M-1 0 V-14 Q-3 -19 -1.6 -24 H1.6 Q3 -19 1 -14 V0 Z M-8 0 V-7 Q-10 -12 -8.6 -17 H-5.4 Q-4 -12 -6 -7 V0 Z "
        "M6 0 V-9 Q4 -14 5.4 -19 H8.6 Q10 -14 8 -9 V0 Z",
    ),
)

POOL: Drawing = (
    ("gleam", "M-15 0 H15 V2 H-15 Z"),
    ("gleam", "M-7 5 H19 V7 H-7 Z"),
)

WAVE: Drawing = (
    (
        "deep",
        "M-60 0 Q-54 -8 -46 -2 Q-38 4 -30 -2 Q-22 -8 -14 -2 Q-6 4 2 -2 Q10 -8 18 -2 Q26 4 34 -2 Q42 -8 50 -2"
        "Q54 1 60 0 V4 Q54 5 50 3 Q42 -3 34 3 Q26 9 18 3 Q10 -3 2 3 Q-6 9 -14 3 Q-22 -3 -30 3 Q-38 9 -46 3"
        "Q-54 -3 -60 4 Z",
    ),
)

DUNE: Drawing = (
    ("gleam", "M-34 0 Q-14 -18 4 -17 Q18 -13 34 0 Z"),
    ("shade", "M34 0 Q18 -13 4 -17 Q13 -8 2 0 Z"),
)

PEAK: Drawing = (
    ("shade", "M-22 0 L0 -38 L22 0 Z"),
    ("deep", "M0 -38 L22 0 H4 L0 -16 Z"),
    ("gleam", "M0 -38 L7.5 -25 L3 -28 L0 -22 L-4 -27 L-7.5 -25 Z"),
)

FLAKE: Drawing = (
    ("deep/2.6", "M-12 0 H12 M-6 -10.4 L6 10.4 M-6 10.4 L6 -10.4"),
    (
        "deep/2",
        "M-10 -4 L-6 0 L-10 4 M10 -4 L6 0 L10 4 M-8.5 -6.6 L-3 -5.2 L-1.5 -10.6 M8.5 6.6 L3 5.2 L1.5 10.6 "
        "M-8.5 6.6 L-3 5.2 L-1.5 10.6 M8.5 -6.6 L3 -5.2 L1.5 -10.6",
    ),
)

KEEP: Drawing = (
    ("shade", "M-20 0 V-28 H-25 V-42 H-15 V-36 H-5 V-42 H5 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("deep", "M8 0 V-36 H15 V-42 H25 V-28 H20 V0 Z"),
    ("deep", "M-7 0 V-10 Q-7 -18 0 -18 Q7 -18 7 -10 V0 Z"),
)

STONES: Drawing = (
    ("shade", "M-60 0 H60 V2 H-60 Z"),
    ("shade", "M-42 0 H-40 V16 H-42 Z M42 0 H40 V16 H42 Z"),
)

ODD_STONES: Drawing = (
    ("shade", "M-60 0 H60 V2 H-60 Z"),
    ("shade", "M-33 0 H-31 V16 H-33 Z M33 0 H31 V16 H33 Z"),
)  # fmt: skip

SCENES: Mapping[str, tuple[Placed, ...]] = MappingProxyType(
    {
        "Plains": ((TUFT, ((30, 22), (70, 22), (12, 38), (50, 36), (88, 38), (31, 52), (69, 52))),),
        "Woods": ((FIR, ((31, 33), (69, 33), (12, 44), (50, 42), (88, 44), (30, 56), (70, 56))),),
        "Brush": ((BUSH, ((32, 23), (67, 23), (13, 42), (87, 42), (50, 46))),),
        "Hills": ((HILL, ((50, 32), (18, 44), (82, 44), (50, 60))),),
        "Jungle": ((PALM, ((50, 38), (12, 48), (86, 48), (33, 57), (65, 57))),),
        "Desert": ((DUNE, ((68, 24), (28, 30), (84, 42), (44, 46), (8, 48), (70, 58))),),
        "Marsh": (
            (POOL, ((50, 12), (32, 32), (64, 46))),
            (REEDS, ((14, 42), (84, 42), (48, 34), (34, 54), (68, 36))),
        ),
        "Swamp": ((WAVE, ((50, 8), (60, 21), (50, 34), (60, 47))),),
        "Mountains": ((PEAK, ((50, 38), (16, 48), (84, 48), (50, 60))),),
        "Tundra": ((FLAKE, ((50, 16), (13, 28), (87, 28), (32, 40), (68, 40))),),
        "Tower": (
            (STONES, ((50, 3), (50, 35))),
            (ODD_STONES, ((50, 19), (50, 51))),
            (KEEP, ((50, 53),)),
        ),
    }
)
"""What is put on a land of each terrain, from the back to the front; upwards `SCENE` lies above the origin."""
