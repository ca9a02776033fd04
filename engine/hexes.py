"""Geometry of flat-topped hexes in axial coordinates, and sets of hexes as the bits of an int. Knows no game.

Sides are numbered 0..5 clockwise from the top; the neighbour across side s sees one across side (s + 3) % 6.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

Axial = tuple[int, int]

STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""From a hex to its neighbour across each side."""


def opposite(side: int) -> int:
    """The same hexside, as the hex behind it counts."""
    return (side + 3) % 6


def step(at: Axial, side: int) -> Axial:
    """The neighbour across a side."""
    q, r = STEPS[side]
    return at[0] + q, at[1] + r


def distance(a: Axial, b: Axial) -> int:
    """How many steps two hexes lie apart."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def centre(at: Axial) -> tuple[float, float]:
    """Where to draw a hex, in lengths of its side, y downwards; corners lie at distance 1, the first to the right."""
    return 1.5 * at[0], sqrt(3) * (at[1] + at[0] / 2)


@lru_cache(maxsize=65536)
def bits(mask: int) -> tuple[int, ...]:
    """The indices in a set of hexes, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(indices: Iterable[int]) -> int:
    """The set of these indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask
