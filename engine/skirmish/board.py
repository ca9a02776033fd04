"""The field of 113 hexes: names, neighbours, distances, sections and what the lines between centres cross (B2, B12).

A hex is its row, A in the south to I in the north, and its number from the west. Long rows have 13 hexes; short rows
have 12 and lie half a hex to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import hexes
from engine.core import Illegal
from engine.hexes import STEPS, Axial, opposite, step

ROWS = "ABCDEFGHI"
LONG, SHORT = 13, 12

COMPASS = ("E", "SE", "SW", "W", "NW", "NE")
"""The six directions by the number of their side, clockwise; north is towards row I (B2.2)."""

SECTIONS = ("west", "center", "east")

HEXES: tuple[str, ...] = tuple(
    f"{row}{number}" for at, row in enumerate(ROWS) for number in range(1, (SHORT if at % 2 else LONG) + 1)
)
"""Every hex, from the south and the west (B2.1)."""

SHIFT = 1e-3
"""How far a line of sight is moved aside, in hexes; no line passes so near to a corner without touching it (B12.8)."""


def row(at: str) -> int:
    """The row of a hex, 0 in the south."""
    return ROWS.index(at[0])


def doubled(at: str) -> int:
    """Twice the x of a hex, so that it is a whole number (B2.3)."""
    return 2 * int(at[1:]) + row(at) % 2


def axial(at: str) -> Axial:
    """Axial coordinates as `engine.hexes` has them; side `s` of a hex lies in direction `COMPASS[s]`."""
    return -row(at), (row(at) - doubled(at)) // 2


_BY_AXIAL = {axial(at): at for at in HEXES}


def known(at: str) -> str:
    """The hex. Raises Illegal `hex-unknown` for a name that the field does not have (B2.1)."""
    if at not in _BY_AXIAL.values():
        raise Illegal("hex-unknown", hex=at, rows=ROWS, long=LONG, short=SHORT)
    return at


def ahead(at: str, direction: int) -> str | None:
    """The neighbour in a direction; None beyond the edge of the field."""
    return _BY_AXIAL.get(step(axial(at), direction))


@cache
def neighbours(at: str) -> tuple[str, ...]:
    """The hexes beside one, clockwise from the east (B2.2)."""
    return tuple(found for side in range(len(STEPS)) if (found := ahead(at, side)) is not None)


@cache
def distance(a: str, b: str) -> int:
    """Fewest steps between two hexes (B2.3)."""
    return hexes.distance(axial(a), axial(b))


@cache
def within(at: str, steps: int) -> tuple[str, ...]:
    """The hexes up to so many steps away, itself left out, in the order of HEXES."""
    return tuple(other for other in HEXES if other != at and distance(at, other) <= steps)


def sections(at: str) -> tuple[str, ...]:
    """The sections that a hex belongs to: one, or two where the line runs through it (B2.4)."""
    number = int(at[1:])
    if row(at) % 2:
        return (SECTIONS[(number - 1) // 4],)
    if number in (5, 9):
        return SECTIONS[:2] if number == 5 else SECTIONS[1:]
    return (SECTIONS[0 if number < 5 else 1 if number < 9 else 2],)


def centre(at: str) -> tuple[float, float]:
    """Where to draw a hex, in lengths of its side, y downwards and north above; its corners lie at distance 1."""
    down, left = hexes.centre(axial(at))
    return -left, down


def turned(at: str) -> str:
    """The hex as whoever sits opposite counts: the field turned by half (B4.2)."""
    length = SHORT if row(at) % 2 else LONG
    return f"{ROWS[len(ROWS) - 1 - row(at)]}{length + 1 - int(at[1:])}"


# Lines between centres


@cache
def crossed(a: str, b: str) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes between two that their line crosses, moved a little to one side and to the other (B12.7, B12.8)."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    q, r = bq - aq, br - ar
    # Across the line, by the geometry of axial coordinates: a right angle is (2r + q, -(2q + r)).
    length = max(abs(2 * r + q), abs(2 * q + r), 1)
    aside = (SHIFT * (2 * r + q) / length, -SHIFT * (2 * q + r) / length)
    # Whatever a line crosses lies on a shortest way.
    between = {at for at in HEXES if at not in (a, b) and distance(a, at) + distance(at, b) == distance(a, b)}
    one, other = (
        frozenset(at for at in between if _meets((aq + way * aside[0], ar + way * aside[1]), (q, r), axial(at)))
        for way in (1, -1)
    )
    return one, other


def _meets(start: tuple[float, float], way: Axial, at: Axial) -> bool:
    """Whether the line from `start` along `way` has a part inside the hex."""
    first, last = 0.0, 1.0
    for value, change in zip(_across(start[0] - at[0], start[1] - at[1]), _across(*way), strict=True):
        # It is inside as long as its value lies between -1 and 1.
        if change == 0:
            if abs(value) >= 1:
                return False
            continue
        low, high = sorted(((-1 - value) / change, (1 - value) / change))
        first, last = max(first, low), min(last, high)
    return last - first > SHIFT / 1000


def _across(q: float, r: float) -> tuple[float, float, float]:
    """How far a point lies from the middle of a hex towards each pair of its sides; 1 is the side."""
    return 2 * q + r, q + 2 * r, r - q


def retreats(attacker: str, target: str) -> tuple[int, ...]:
    """The directions that a retreat may take: away from where the line comes in, two at a corner (B9.1, B9.2)."""
    (aq, ar), (tq, tr) = axial(attacker), axial(target)
    q, r = aq - tq, ar - tr
    towards = [q * sq + r * sr + (q + r) * (sq + sr) for sq, sr in STEPS]
    return tuple(opposite(side) for side, value in enumerate(towards) if value == max(towards))


def beyond(at: str, direction: int) -> Iterator[str | None]:
    """The hexes in a direction one after the other, None once the field ends."""
    here: str | None = at
    while here is not None:
        here = ahead(here, direction)
        yield here
