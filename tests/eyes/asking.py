"""What the sets of questions share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from engine.core import Seat

WIDTH = 400
"""How many pixels wide a phone shows a picture."""

PICTURES, EACH = 6, 10
"""So many pictures of a set, and questions on each."""

NAMES = MappingProxyType(
    {Seat(0): "Ann", Seat(1): "Ben", Seat(2): "Cleo", Seat(3): "Dan", Seat(4): "Eva", Seat(5): "Finn"}
)

Question = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """A picture as it is drawn, and questions on it, each with its answer."""

    picture: bytes
    questions: tuple[Question, ...]


def drawn(pools: Mapping[str, list[Question]], chance: Random, number: int = EACH) -> tuple[Question, ...]:
    """So many questions, of each sort in turn, so that no sort is asked for often."""
    heaps = {sort: chance.sample(found, len(found)) for sort, found in pools.items() if found}
    order, picked = chance.sample(sorted(heaps), len(heaps)), list[Question]()
    while len(picked) < number and any(heaps.values()):
        for sort in order:
            if heaps[sort] and len(picked) < number:
                picked.append(heaps[sort].pop())
    assert len(picked) == number, f"there is too little on the picture to ask about: {len(picked)}"
    return tuple(picked)
