"""Plates: the outlines and patterns by which players are told apart without their colours. They know no game.

On a plate that is much wider than high all is turned by a quarter: the band stands at the hoist, at the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Box, Colour, Point, mixed

SMOOTHING = 4
"""Plates are painted so many times larger and reduced."""

EDGE = 0.2
"""How much of the rim is an edge of paint around it."""

BEVEL = 2.0
"""How broad the slope within the rim is, lit at the upper left and in shade at the lower right."""
GLEAM, SHADE = 0.34, 0.42
"""How much lighter and darker than the paint it is there."""

LEAST_BEVELLED = 56
"""Plates that are not higher have no slope."""

LONG = 1.6
"""Plates wider than this, in heights, lie on their side."""


@lru_cache(maxsize=1024)
def plate(
    shape: str, pattern: str, paint: Colour, ink: Colour, width: int, height: int, band: float, rim: float, scale: int
) -> Image.Image:
    """A plate with its pattern in a band so thick and its rim so wide, `scale` times as large as it will be seen.

    Around the rim, which is in the ink, goes an edge of paint, so that the shape stands out on any ground.
    """
    size = (width * SMOOTHING, height * SMOOTHING)
    inner = _mask(shape, width, height, rim)
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    image.paste(paint, (0, 0), _mask(shape, width, height, 0))
    image.paste(ink, (0, 0), _mask(shape, width, height, EDGE * rim))
    image.paste(paint, (0, 0), inner)
    thick = round(BEVEL * SMOOTHING) if min(width, height) > LEAST_BEVELLED else 0
    for tone, way in ((mixed(paint, "#FFFFFF", GLEAM), thick), (mixed(paint, "#000000", SHADE), -thick)):
        moved = Image.new("1", size)
        moved.paste(inner, (way, way))
        image.paste(tone, (0, 0), ImageChops.logical_xor(inner, ImageChops.logical_and(inner, moved)))
    if band:
        marks = Image.new("1", size)
        draw = ImageDraw.Draw(marks)
        long = _is_long(width, height)
        for mark in PATTERNS[pattern](height if long else width, band - rim):
            placed = [(y + rim, x) if long else (x, y + rim) for x, y in mark]
            draw.polygon(_enlarged(placed), fill=1)
        edge = Box(band, 0, 1.5, height) if long else Box(0, band, width, 1.5)
        draw.polygon(_enlarged(edge.corners), fill=1)
        image.paste(ink, (0, 0), ImageChops.logical_and(marks, inner))
    return image.reduce(SMOOTHING // scale)


@lru_cache(maxsize=256)
def within(shape: str, width: int, height: int, rim: float, scale: int) -> Image.Image:
    """Where a plate has its paint, as a mask: all of it but the rim."""
    return _mask(shape, width, height, rim).convert("L").reduce(SMOOTHING // scale)


@lru_cache(maxsize=256)
def whole(shape: str, width: int, height: int) -> Image.Image:
    """A plate with its rim, as a mask."""
    return _mask(shape, width, height, 0).convert("L").reduce(SMOOTHING)


def _mask(shape: str, width: int, height: int, rim: float) -> Image.Image:
    """A plate without its rim, enlarged."""
    mask = Image.new("1", (width * SMOOTHING, height * SMOOTHING))
    points = _enlarged(outline(shape, Box(0, 0, width, height)))
    draw, radius = ImageDraw.Draw(mask), rim * SMOOTHING
    draw.polygon(points, fill=1)
    if rim:
        draw.line((*points, points[0]), fill=0, width=round(2 * radius))
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=0)
    return mask


def _enlarged(points: Sequence[Point]) -> list[Point]:
    return [(x * SMOOTHING, y * SMOOTHING) for x, y in points]


# --- outlines ---


def outline(name: str, box: Box) -> tuple[Point, ...]:
    """The outline of a plate that fills its box but for the corners that make it what it is."""
    if _is_long(box.width, box.height) and name != "ingot":  # lying, that would be a wedge
        lying = _outline(name, box.height, box.width)
        return tuple((box.x + y, box.bottom - x) for x, y in lying)
    return tuple((box.x + x, box.y + y) for x, y in _outline(name, box.width, box.height))


def _is_long(width: float, height: float) -> bool:
    return width > LONG * height


def depth(width: float, height: float) -> float:
    """How deep the outline of a plate goes into its corners."""
    return min(15, max(5.5, 0.17 * min(width, height)))


def notch(width: float, height: float) -> float:
    """How deep a banner is cut in below; a narrow one less, for what stands above."""
    return (0.9 if width >= 0.95 * height else 0.5) * depth(width, height)


def _outline(name: str, width: float, height: float) -> tuple[Point, ...]:
    deep = depth(width, height)
    match name:
        case "shield":
            wide = min(1.85 * deep, width / 2)
            return (
                (0, 0),
                (width, 0),
                *_round(width - wide, height - wide, wide, 0),
                *_round(wide, height - wide, wide, 1),
            )
        case "octagon":
            return (
                (deep, 0), (width - deep, 0), (width, deep), (width, height - deep),
                (width - deep, height), (deep, height), (0, height - deep), (0, deep),
            )  # fmt: skip
        case "ingot":
            return (deep / 2, 0), (width - deep / 2, 0), (width, height), (0, height)
        case "leaf":
            wide = min(2.1 * deep, width / 2, height / 2)
            return (0, height), *_round(wide, wide, wide, 2), (width, 0), *_round(width - wide, height - wide, wide, 0)
        case "banner":
            return (0, 0), (width, 0), (width, height), (width / 2, height - notch(width, height)), (0, height)
        case _:
            return (0, 0), (width, 0), (width, height), (0, height)


def _round(x: float, y: float, radius: float, quarter: int) -> Iterator[Point]:
    """A quarter of a circle, clockwise; 0 is that from the right to the lower end."""
    for step in range(9):
        angle = pi / 2 * (quarter + step / 8)
        yield x + radius * cos(angle), y + radius * sin(angle)


# --- patterns: polygons on a band from 0 to `length`, from 0 to `thick` across ---

Marks = Iterator[tuple[Point, ...]]


def _chequer(length: float, thick: float) -> Marks:
    half = thick / 2
    for place in range(int(length / half) + 1):
        yield Box(place * half, place % 2 * half, half, half).corners


def _waves(length: float, thick: float) -> Marks:
    for middle in (thick * 0.22, thick * 0.74):
        upper, lower = [], []
        for step in range(int(length) + 1):
            y = middle + thick * 0.09 * sin(2 * pi * step / (1.4 * thick))
            upper.append((float(step), y - thick * 0.14))
            lower.append((float(step), y + thick * 0.14))
        yield (*upper, *reversed(lower))


def _pales(length: float, thick: float) -> Marks:
    step = thick * 0.8
    for place in range(int(length / step) + 1):
        yield Box((place + 0.25) * step, 0, step / 2, thick).corners


def _coins(length: float, thick: float) -> Marks:
    step = 1.05 * thick
    count = max(1, int((length - thick) / step))
    for place in range(count):
        x, radius = length / 2 + (place - (count - 1) / 2) * step, thick * 0.4
        yield tuple((x + radius * cos(pi * a / 12), thick / 2 + radius * sin(pi * a / 12)) for a in range(24))


def _bends(length: float, thick: float) -> Marks:
    step = thick * 1.1
    for place in range(-1, int(length / step) + 1):
        x = place * step
        yield (x, thick), (x + step / 2, thick), (x + step / 2 + thick, 0), (x + thick, 0)


def _teeth(length: float, thick: float) -> Marks:
    count = max(1, round(length / thick))
    step = length / count
    for place in range(count):
        yield (place * step, thick), ((place + 0.5) * step, 0), ((place + 1) * step, thick)


def _plain(length: float, thick: float) -> Marks:
    yield from ()


PATTERNS: Mapping[str, Callable[[float, float], Marks]] = MappingProxyType(
    {
        "chequer": _chequer,
        "waves": _waves,
        "pales": _pales,
        "coins": _coins,
        "bends": _bends,
        "teeth": _teeth,
        "plain": _plain,
    }
)
