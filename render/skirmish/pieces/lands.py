"""How terrain looks: a fill, and drawings upon it that say what it is without its colour.

A hex is a tile with a body: lit at its upper left, shaded at its lower right. There are two drawings of each terrain:
one that fills a hex in which nobody stands, and a crown that rises behind a unit into the upper corner of the hex and
shows beside it, so that a unit hides neither a house that shields it nor ruins that hurt. The name of the hex has the
lower corner. Paints and drawings are those of `assets/skirmish/terrain.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.assets import sheet
from render.canvas import Canvas, Colour, findable, mixed
from render.drawing import Drawing, read_drawing, read_drawings, stamp
from render.skirmish.pieces.geometry import ACROSS, SIDE, TALL, corners
from render.skirmish.pieces.sprites import plain, scaled
from render.theme import Theme

_SHEET = sheet("skirmish/terrain")
_TERRAINS = _SHEET["terrain"]
_MOTIFS = read_drawings(_SHEET["motif"])

PAINTS: Mapping[str, Colour] = MappingProxyType({terrain: row["paint"] for terrain, row in _TERRAINS.items()})
"""The fill of each terrain. A theme may have another."""

PLAIN: Colour = "#B0B0B0"
"""That of a terrain that is not drawn yet."""

DRAWINGS: Mapping[str, Drawing] = MappingProxyType(
    {terrain: read_drawing(row["drawing"], _MOTIFS) for terrain, row in _TERRAINS.items()}
)
"""What fills a hex in which nobody stands."""

CROWNS: Mapping[str, Drawing] = MappingProxyType(
    {terrain: read_drawing(row["crown"], _MOTIFS) for terrain, row in _TERRAINS.items()}
)
"""What of a terrain shows above and beside a unit."""

LIGHTS = 4
"""How many steps of light there are: the lamp stands at the upper left, far corners are dim."""

LAMP: Colour = "#E6B25C"
"""The light of the lamp, and how much of it lies on some terrains and on all else next to it."""
LAMPLIGHT: Mapping[str, float] = MappingProxyType(
    {terrain: row["lamplight"] for terrain, row in _TERRAINS.items() if "lamplight" in row}
)
LESS_LIGHT = 0.06
REACH = 2.5
"""So many steps far it reaches."""

EVENING = 0.5
"""Shadows at least so deep are those of an evening, in which a lamp is lit."""


def fill(terrain: str, theme: Theme, dim: int = 0) -> Colour:
    """The colour of a terrain's ground, so many steps from the light."""
    paint = theme.paint(terrain, PAINTS.get(terrain, PLAIN))
    if plain(theme):
        return paint
    if theme.depth < EVENING:
        return findable(mixed(paint, theme.shade, 0.05 * dim)) if dim else paint
    near = max(0.0, 1 - dim / REACH)
    lit = mixed(paint, LAMP, near * LAMPLIGHT.get(terrain, LESS_LIGHT))
    return findable(mixed(lit, theme.shade, 0.075 * dim))


def tones(terrain: str, theme: Theme, dim: int = 0) -> Mapping[str, Colour]:
    """The tones of a terrain's drawing."""
    paint = fill(terrain, theme, dim)
    return {
        "ink": mixed("#241A12", paint, 0.1),
        "shadow": paint if plain(theme) else mixed(paint, theme.shade, 0.36),
        "dim": mixed(paint, "#33301C", 0.34),
        "low": mixed(paint, "#5A3A1C", 0.26),
        "mound": mixed(paint, "#FFE2A8", 0.12),
        "high": mixed(paint, "#FFEFC4", 0.42),
        "leaf": mixed(paint, "#10341C", 0.72),
        "lit": mixed(paint, "#3E8A34", 0.62),
        "wall": mixed("#F2E3CC", paint, 0.12),
        "gloom": mixed("#A08C80", paint, 0.2),
        "roof": "#C9552F" if terrain == "building" else mixed("#7C5A4A", paint, 0.15),
        "tile": "#8E3524",
        "glow": "#FFD36A",
        "ember": "#E8762A",
        "foam": mixed(paint, "#FFFFFF", 0.62),
        "deep": mixed(paint, "#0B2C5C", 0.42),
        "stone": mixed("#E9E4DA", paint, 0.15),
        "plank": mixed("#C59A62", paint, 0.08),
    }


def used(terrain: str, theme: Theme) -> tuple[Colour, ...]:
    """The colours of a terrain's picture."""
    found = tones(terrain, theme)
    return (
        *(fill(terrain, theme, dim) for dim in range(LIGHTS)),
        *(tones(terrain, theme, dim)[tone] for dim in range(LIGHTS) for tone in ("dim", "high") if terrain == "plains"),
        *(found[layer.partition("/")[0]] for layer, _ in (*DRAWINGS[terrain], *CROWNS[terrain])),
    )


@lru_cache(maxsize=512)
def tile(terrain: str, theme: Theme, share: float = 1.0, crowned: bool = False, dim: int = 0) -> Image.Image:
    """A hex of a terrain, see-through around it; `crowned` as it looks about a unit."""
    wide, high = ACROSS + 2, round(TALL) + 2
    canvas = Canvas(wide, high, None, 4)
    middle = (wide / 2, high / 2)
    paint = fill(terrain, theme, dim)
    side = mixed(paint, theme.shade, 0.55)
    canvas.polygon(corners(middle, 0.8), side)
    canvas.polygon(corners((middle[0] - 0.7, middle[1] - 0.9), 2.4), paint)
    shapes = CROWNS if crowned else DRAWINGS
    size = round(TALL * 4)
    drawn = stamp(shapes.get(terrain, ()), size, tones(terrain, theme, dim))
    canvas.paste_large(drawn, (middle[0] - TALL / 2, middle[1] - TALL / 2))
    mask = Canvas(wide, high, None, 4)
    mask.polygon(corners(middle, 0.8), "#FFFFFF")
    canvas.image.putalpha(mask.image.getchannel("A"))
    _light(canvas, middle, paint, theme)
    return scaled(canvas, share)


def _light(canvas: Canvas, middle: tuple[float, float], paint: Colour, theme: Theme) -> None:
    """The edges of a tile: bright where the lamp shines on them, dark away from it."""
    if plain(theme):
        canvas.polygon(corners(middle, 1.4), None, theme.dark, 2)
        return
    top, upper, lower, bottom, low, high = corners(middle, 2.4)
    canvas.line((upper, lower, bottom), mixed(paint, theme.shade, 0.5), 2.6)
    canvas.line((bottom, low), mixed(paint, theme.shade, 0.26), 2.2)
    canvas.line((top, upper), mixed(paint, theme.glow, 0.24), 2)
    canvas.line((low, high, top), mixed(paint, theme.glow, 0.5), 2.4)


def picture(terrain: str, theme: Theme, side: float = SIDE) -> Image.Image:
    """A hex of a terrain with sides of so many pixels, alone."""
    return tile(terrain, theme, side / SIDE)


@lru_cache(maxsize=64)
def sign(terrain: str, size: int, theme: Theme) -> Image.Image:
    """What is drawn on a terrain, small and see-through."""
    return stamp(DRAWINGS.get(terrain, ()), size, tones(terrain, theme))
