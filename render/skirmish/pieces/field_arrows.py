"""Ways and attacks across the field, which differ in form as well as in paint.

A way is a string of beads, one on which somebody was driven chevrons, an attack a spear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from render.canvas import Canvas, Colour, Point, between, mixed
from render.skirmish.pieces.sprites import plain, scaled, shadowed
from render.theme import Theme

AROUND = 24
"""The room about the ends of a way in its picture."""

STEP = 17
"""From bead to bead."""


def trail(canvas: Canvas, points: Sequence[Point], paint: Colour, driven: bool, theme: Theme, share: float) -> None:
    """A way along points: beads from a ring where it began to a head at its end; chevrons where somebody was driven."""
    placed, corner = _placed(points, share)
    canvas.paste(_trail(placed, paint, driven, theme, share), corner)


def spear(canvas: Canvas, start: Point, end: Point, theme: Theme, share: float) -> None:
    """An attack from a point to another."""
    placed, corner = _placed((start, end), share)
    canvas.paste(_spear(placed, theme, share), corner)


def _placed(points: Sequence[Point], share: float) -> tuple[tuple[Point, ...], Point]:
    """The points from their own corner, as in the full picture, and where the picture of them has its corner."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    placed = tuple((float(round((x - left) / share)), float(round((y - top) / share))) for x, y in points)
    return placed, (left - AROUND * share, top - AROUND * share)


def _ground(points: Sequence[Point]) -> tuple[Canvas, list[Point]]:
    wide, high = max(x for x, _ in points), max(y for _, y in points)
    canvas = Canvas(round(wide) + 2 * AROUND, round(high) + 2 * AROUND, None, 3)
    return canvas, [(x + AROUND, y + AROUND) for x, y in points]


@lru_cache(maxsize=256)
def _trail(points: tuple[Point, ...], paint: Colour, driven: bool, theme: Theme, share: float) -> Image.Image:
    canvas, placed = _ground(points)
    tip, before = placed[-1], placed[-2]
    length = max(1.0, hypot(tip[0] - before[0], tip[1] - before[1]))
    along = ((tip[0] - before[0]) / length, (tip[1] - before[1]) / length)
    across = (-along[1], along[0])
    neck = (tip[0] - along[0] * 17, tip[1] - along[1] * 17)
    head = [
        tip,
        (neck[0] + across[0] * 13, neck[1] + across[1] * 13),
        (neck[0] + along[0] * 5, neck[1] + along[1] * 5),
        (neck[0] - across[0] * 13, neck[1] - across[1] * 13),
    ]
    beads = list(_beads([*placed[:-1], neck]))
    if not driven:
        beads = [bead for bead in beads if hypot(bead[0][0] - placed[0][0], bead[0][1] - placed[0][1]) > 13]
    for rim, tone in ((2.2, theme.dark), (0.0, theme.light)):
        for (x, y), (ux, uy) in beads:
            if driven:
                ends = [(x - ux * 5 + uy * side, y - uy * 5 - ux * side) for side in (-8.5, 8.5)]
                canvas.line((ends[0], (x + ux * 4, y + uy * 4), ends[1]), tone, 4.4 + 2 * rim)
            else:
                canvas.disc((x, y), 4.6 + rim, tone)
        if not driven:
            canvas.disc(placed[0], 9 + rim, tone)
        canvas.polygon(head, tone, tone, 2 * rim + 3)
    canvas.polygon(head, paint)
    if not driven:
        canvas.disc(placed[0], 6.4, paint)
    return scaled(canvas, share)


def _beads(shaft: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Points along a line with the direction there."""
    rest = STEP / 2
    for start, end in pairwise(shaft):
        length = max(0.1, hypot(end[0] - start[0], end[1] - start[1]))
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        while rest < length:
            yield between(start, end, rest / length), along
            rest += STEP
        rest -= length


@lru_cache(maxsize=256)
def _spear(points: tuple[Point, ...], theme: Theme, share: float) -> Image.Image:
    canvas, ((ax, ay), (bx, by)) = _ground(points)
    length = max(1.0, hypot(bx - ax, by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    tall = min(26.0, 0.62 * length)

    def at(along: float, aside: float) -> Point:
        return ax + ux * along - uy * aside, ay + uy * along + ux * aside

    neck = length - tall
    shape = [
        at(0, -2.2), at(neck, -6), at(neck - 4, -15), at(length, 0), at(neck - 4, 15), at(neck, 6), at(0, 2.2),
    ]  # fmt: skip
    lit = [at(0, -2.2), at(neck, -6), at(neck - 4, -15), at(length, 0), at(0, 0)]
    for rim, tone in ((3.0, theme.dark), (1.4, theme.light)):
        canvas.polygon(shape, tone, tone, 2 * rim)
    canvas.polygon(shape, theme.alarm)
    if not plain(theme):
        canvas.polygon(lit, mixed(theme.alarm, "#FFFFFF", 0.3))
        canvas.image = shadowed(canvas.image, (6, 9), 5, 0.6, theme)
    return scaled(canvas, share)
