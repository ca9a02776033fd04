"""What lies in the hexes of the battlelands: hazards, and what grows where nothing hinders.

Each is a drawing on the square that the hex is as wide as, in the tones of the floor and in some of its own, from
`assets/titan/hazards.toml` and `terrains.toml`. Brambles alone grow here, by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from types import MappingProxyType

from PIL import Image, ImageDraw

from render.assets import sheet
from render.canvas import Colour, Point, mixed
from render.drawing import Drawing, DrawingRow, moved, read_drawing, read_drawings, stamp

_SHEET = sheet("titan/hazards")
_HAZARDS = _SHEET["hazard"]

TONES: Mapping[str, Colour] = MappingProxyType(_SHEET["tone"])
"""What stands and lies there, whatever the ground."""

INK = TONES["ink"]
"""Hachures and outlines of the ground."""

STANDING = frozenset(name for name, row in _HAZARDS.items() if row.get("standing"))
"""What is drawn large, and so finely."""

SCALE = 3
"""The land is drawn so many times larger and reduced."""

HIGH = 66 / 76
"""A hex's height in its widths."""


@lru_cache(maxsize=128)
def texture(name: str, size: int, paint: Colour, turn: int = 0) -> Image.Image:
    """What is drawn upon a floor of a paint, on a see-through square as wide as the hex.

    With each `turn`, of 3 or of as many drawings as there are, it is another one of the same thing, or it is mirrored.
    """
    several = TEXTURES[name]
    turn %= max(3, len(several))
    mirrored = name not in STANDING and turn // len(several) % 2 == 1
    image = stamp(several[turn % len(several)], size, {**shades(paint), **TONES}, mirrored, smoothing=1)
    if name not in STANDING:
        # each two rows of the finished picture alike, as on the masterboard: half the room in a PNG
        rows = image.convert("RGBa").reduce((1, 2 * SCALE))
        image = rows.resize(image.size, Image.Resampling.NEAREST).convert("RGBA")
    clipped = Image.new("RGBA", image.size, (0, 0, 0, 0))
    clipped.paste(image, (0, 0), within(size))
    return clipped


def shades(paint: Colour) -> Mapping[str, Colour]:
    """The tones of the ground around a floor's paint."""
    return {
        "low": mixed(paint, "#101008", 0.2),
        "high": mixed(paint, "#FFFFFF", 0.36),
        "dim": mixed(paint, INK, 0.32),
        "wet": mixed(paint, "#3F6474", 0.45),
    }


@lru_cache(maxsize=8)
def within(size: int) -> Image.Image:
    """The hex on the square, as a mask."""
    mask = Image.new("1", (size, size))
    half, high = size / 2, size * HIGH / 2
    points = (
        (half / 2, half - high),
        (half * 1.5, half - high),
        (size, half),
        (half * 1.5, half + high),
        (half / 2, half + high),
        (0, half),
    )
    ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


SPREAD = (
    ((12, 52), (63, 87), (88, 47), (38, 16), (52, 44)),
    ((14, 46), (73, 80), (86, 56), (63, 15), (42, 58)),
)
"""Places all over a hex, most where a counter leaves it free: two ways to spread something."""


def _at(spots: Iterable[Sequence[float]], motif: Drawing) -> Drawing:
    """A motif at many places, layer by layer, so that a layer is filled once."""
    return tuple((tone, " ".join(moved(path, x, y) for x, y in spots)) for tone, path in motif)


Bushes = Sequence[tuple[float, float, float]]

THICKETS: tuple[Bushes, ...] = tuple(_HAZARDS["bramble"]["thickets"])
"""Where bushes stand, from the back to the front, and how large: three thickets."""


def _thicket(bushes: Bushes, seed: int) -> Drawing:
    """Bushes with jagged leaves, lit at the upper left, and over them canes with thorns, and berries."""
    dice = Random(seed)
    layers: list[tuple[str, str]] = []
    for x, y, large in bushes:
        for tone, right, down, wide, high in (
            ("ink", 0.0, 1.0, 16.0, 11.0), ("dark", 0.0, 0.0, 15.0, 10.0), ("leaf", -1.4, -1.8, 12.0, 7.4),
            ("gleam", -3.6, -3.6, 6.6, 3.4),
        ):  # fmt: skip
            layers.append((tone, _jagged((x + right, y + down), wide * large, high * large, dice)))
        turn = 1 if dice.random() < 0.5 else -1
        layers += ((tone, path) for tone, path in _cane(x, y + 5, 12 * large * turn, 15 * large))
    return tuple(layers)


def _flipped(bushes: Bushes) -> Bushes:
    """The places of bushes as in a mirror."""
    return tuple((100 - x, y, large) for x, y, large in bushes)


def _jagged(at: Point, wide: float, high: float, dice: Random) -> str:
    """The outline of a bush: leaf points all round."""
    points, count = [], 18
    for step in range(count):
        share = (1.0 if step % 2 else 0.76) * dice.uniform(0.9, 1.06)
        turn = 2 * pi * step / count
        points.append(f"{at[0] + wide * share * cos(turn):.1f} {at[1] + high * share * sin(turn):.1f}")
    return f"M{' '.join(points)} Z"


def _cane(x: float, y: float, wide: float, high: float) -> Iterator[tuple[str, str]]:
    """An arching cane with thorns, and a berry at its end."""
    end = f"{x + wide:.1f} {y - high * 0.35:.1f}"
    way = f"M{x - wide:.1f} {y:.1f} Q{x - wide * 0.5:.1f} {y - high * 1.6:.1f} {end}"
    yield "ink/3", way
    thorns = (
        (-0.78, -0.55, -3.6, -1.6),
        (-0.42, -0.82, -1.4, -3.8),
        (0.12, -0.82, 2.0, -3.6),
        (0.56, -0.62, 3.4, -2.4),
    )
    for share, up, right, down in thorns:
        yield "ink/1.6", f"M{x + wide * share:.1f} {y + high * up:.1f} l{right} {down}"
    yield "cane/1.4", way
    yield "berry", f"O{end} 2.2 2.2"


MOTIFS = read_drawings(_SHEET["motif"])


def _hazard(row: DrawingRow) -> tuple[Drawing, ...]:
    """The drawings of a hazard."""
    if "scattered" in row:
        return (_at(row["at"], MOTIFS[row["scattered"]]),)
    return tuple(map(read_drawing, row["drawings"]))


def _spread(names: Sequence[str]) -> tuple[Drawing, ...]:
    """Motifs spread over the ground of a land where nothing hinders, in two ways; by turns, if there are several."""
    return tuple(
        tuple(layer for place, name in enumerate(names) for layer in _at(spots[place :: len(names)], MOTIFS[name]))
        for spots in SPREAD
    )


TEXTURES: Mapping[str, tuple[Drawing, ...]] = MappingProxyType(
    {
        "bramble": tuple(_thicket(bushes, seed) for seed, bushes in enumerate((*THICKETS, *map(_flipped, THICKETS)))),
        **{name: _hazard(row) for name, row in _HAZARDS.items() if name != "bramble"},
        **{name: _spread(row["ground"]) for name, row in sheet("titan/terrains").items()},
    }
)
"""By hazard, and for hexes without one by land: one drawing or several, by turns."""
