"""What a picture shows, before a pixel is drawn: every part of it with its rectangle and what it tells.

A picture is made in two steps. From a view and a look follows its scene, a tuple of parts; painting goes through the
parts. So tests can ask whether parts overlap, are cut off or too small, and whether words say the same as a picture.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from render.canvas import Box


@dataclass(frozen=True, slots=True)
class Part:
    """Something on a picture: its sort, where it is, and the facts that somebody reads off it.

    Nothing may cover a part that is `solid`; marks that lie on purpose on something else (arrows, rims) are not.
    """

    sort: str
    box: Box
    facts: tuple[Any, ...] = ()
    solid: bool = True


Parts = tuple[Part, ...]


def collisions(scene: Iterable[Part]) -> list[tuple[Part, Part]]:
    """Solid parts that share more than an edge."""
    solid = sorted((part for part in scene if part.solid), key=lambda part: part.box.x)
    lefts = [part.box.x for part in solid]
    return [
        (one, other)
        for place, one in enumerate(solid, 1)
        for other in solid[place : bisect_left(lefts, one.box.right)]
        if one.box.overlaps(other.box)
    ]


def outside(scene: Iterable[Part], width: float, height: float) -> list[Part]:
    """Parts that do not lie within a picture of this size, or have no size themselves."""
    return [
        part
        for part in scene
        if part.box.x < 0 or part.box.y < 0 or part.box.right > width or part.box.bottom > height
        or part.box.width <= 0 or part.box.height <= 0
    ]  # fmt: skip


def told(scene: Iterable[Part], sort: str) -> frozenset[tuple[Any, ...]]:
    """The facts of all parts of a sort."""
    return frozenset(part.facts for part in scene if part.sort == sort)
