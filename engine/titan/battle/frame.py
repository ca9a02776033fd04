"""The frame of 27 hexes that all battlelands share: six columns A to F, rows counted upward (RULES 0.2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.hexes import STEPS, Axial, mask_of, step

COLUMNS = (("A", 3, 4), ("B", 4, 4), ("C", 5, 4), ("D", 6, 4), ("E", 5, 3), ("F", 4, 2))
"""Each column with its number of hexes, and the axial r of its lowest."""

PLACES: Mapping[str, Axial] = MappingProxyType(
    {
        f"{letter}{row}": (q, low + 1 - row)
        for q, (letter, height, low) in enumerate(COLUMNS)
        for row in range(1, height + 1)
    }
)
HEXES: tuple[str, ...] = tuple(PLACES)
INDEX: Mapping[str, int] = MappingProxyType({label: index for index, label in enumerate(HEXES)})
SIZE = len(HEXES)
EVERYWHERE = (1 << SIZE) - 1

AT: Mapping[Axial, int] = MappingProxyType({place: INDEX[label] for label, place in PLACES.items()})

ACROSS: tuple[tuple[int | None, ...], ...] = tuple(
    tuple(AT.get(step(PLACES[label], side)) for side in range(len(STEPS))) for label in HEXES
)
"""The hex across each side of a hex; None off the map."""

NEIGHBOURS: tuple[int, ...] = tuple(mask_of(b for b in row if b is not None) for row in ACROSS)
"""The neighbours of each hex, as a set."""


def pair(a: int, b: int) -> int:
    """The key of tables by two hexes."""
    return a * SIZE + b
