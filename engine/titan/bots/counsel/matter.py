"""Something that matters in a position, and how its figures are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.titan.view import LegionView

MOST = 3
"""At most so many good choices are named, and so many things of a kind that matter."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that matters: `what` it is, with its facts by name.

    Chances are per cent, `creatures` codes, `land` a land's number, `legion` and `enemy` markers.
    """

    what: str
    facts: Mapping[str, object]


def is_known(legion: LegionView) -> bool:
    """Whether every creature of a legion is known."""
    return len(legion.creatures) == legion.height


def percent(chance: float) -> int:
    """A chance of 0..1 as whole per cent."""
    return round(100 * chance)
