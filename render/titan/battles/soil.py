"""The ground of a battleland: one surface below all its hexes, with patches that run on over their borders.

Patches follow from waves over the map, so that no two hexes are alike and nothing is stamped; they are drawn in tones
of each hex's own floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sin
from types import MappingProxyType

from PIL import Image, ImageChops

from render.assets import sheet
from render.canvas import Box, Colour, findable, mixed

STEP = 8
"""The waves are worked out at each so many pixels, and smoothly between."""


@dataclass(frozen=True, slots=True)
class Soil:
    """What the ground of a land is made of.

    `paint` is mixed into the paint of the land by a `share`; `dark` and `bright` are how much of the ground is darker
    and lighter than that, `low` and `high` the tones of that. The patches are `long` times as long as they are high,
    and lean by `lean`.
    """

    paint: Colour
    share: float
    dark: float = 0.3
    bright: float = 0.24
    low: Colour = "#3A2A1C"
    deep: float = 0.1
    high: Colour = "#FFF6E0"
    light: float = 0.14
    long: float = 2.0
    lean: float = -0.35


_TERRAINS = sheet("titan/terrains")

SOILS: Mapping[str, Soil] = MappingProxyType({land: Soil(**row["soil"]) for land, row in _TERRAINS.items()})
"""By land."""

COLD = frozenset(land for land, row in _TERRAINS.items() if row.get("cold"))
"""Where it is cold the light is not warm, and no border is earth."""

PLAIN = Soil("#DDD3BC", 0.0)


def soil(land: str) -> Soil:
    """What the ground of a land is made of."""
    return SOILS.get(land, PLAIN)


@lru_cache(maxsize=16)
def waves(width: int, height: int, long: float, lean: float) -> Image.Image:
    """Heights from 0 to 255 over a map of so many pixels, one for each `STEP` by `STEP` of them."""
    found = bytearray()
    for row in range(-(-height // STEP)):
        for column in range(-(-width // STEP)):
            x, y = column * STEP / long, row * STEP + lean * column * STEP / long
            bend = 26 * sin(x / 61 + 1.3) + 17 * sin(y / 47 + x / 90)
            height_ = sin((x + bend) / 23 + 0.4) * sin((y - bend * 0.6) / 21 + 2.1)
            height_ += 0.7 * sin((x * 0.6 + y + bend) / 31) + 0.4 * sin((x - y * 0.8) / 13.7 + bend / 19)
            found.append(round(255 * min(1.0, max(0.0, 0.5 + height_ / 4.2))))
    return Image.frombytes("L", (-(-width // STEP), -(-height // STEP)), bytes(found))


@lru_cache(maxsize=16)
def _limits(width: int, height: int, long: float, lean: float, dark: float, bright: float) -> tuple[int, int]:
    """Below and above which heights the ground is darker and lighter, so that as much of it is as should be."""
    counts = waves(width, height, long, lean).histogram()
    whole, so_far, low, high = sum(counts), 0, 0, 255
    for value, count in enumerate(counts):
        so_far += count
        if so_far <= dark * whole:
            low = value
        if so_far <= (1 - bright) * whole:
            high = value
    return low, high


def spread(image: Image.Image, size: tuple[int, int], box: Box, mask: Image.Image, land: str, floor: Colour) -> None:
    """The patches of a land's ground on a part of its map, of which `mask` is what to paint, in tones of a floor."""
    told = soil(land)
    grid = waves(*size, told.long, told.lean)
    low, high = _limits(*size, told.long, told.lean, told.dark, told.bright)
    part = (box.x / STEP, box.y / STEP, box.right / STEP, box.bottom / STEP)
    heights = grid.resize(mask.size, Image.Resampling.BICUBIC, box=part)
    scale = mask.width / box.width
    at = round(box.x * scale), round(box.y * scale)
    dark, bright = tones(land, floor)
    for tone, where in (
        (dark, heights.point(lambda v: 255 if v < low else 0, "1")),
        (bright, heights.point(lambda v: 255 if v > high else 0, "1")),
    ):
        image.paste(tone, at, ImageChops.logical_and(where, mask))


def tones(land: str, floor: Colour) -> tuple[Colour, Colour]:
    """The tones of its patches on a floor."""
    told = soil(land)
    return findable(mixed(floor, told.low, told.deep)), findable(mixed(floor, told.high, told.light))
