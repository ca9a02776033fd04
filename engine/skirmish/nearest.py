"""The nearest thing that may be done in place of one that may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from difflib import SequenceMatcher
from typing import Any

from engine.log import Undo
from engine.skirmish.actions import Action, Concede, EndAsDraw
from engine.skirmish.board import HEXES, distance

GRAVE = (Concede, EndAsDraw, Undo)
"""What is never proposed in place of something else."""

FAR = 20.0
"""What differs and can't be compared is farther apart than any two hexes."""

ALIKE = 0.6
"""How much of a line must be what was typed for it to be meant, as `difflib` measures."""


def nearest(legal: Iterable[Action | Undo], action: Action) -> Action | None:
    """Of what is legal, what differs least from `action`: of the same verb, by the same unit or card if possible.

    Then hexes are compared by their distance, lists by how many differ. None if nothing of that verb is possible.
    """
    able = [each for each in legal if type(each) is type(action) and not isinstance(each, GRAVE)]
    return min(able, key=lambda each: _apart(action, each), default=None)


def nearest_line(lines: Sequence[str], typed: str) -> str | None:
    """Of lines, the one that reads most like what was typed; None if none does."""
    wanted = typed.casefold()
    rated = [(SequenceMatcher(None, wanted, line.casefold()).ratio(), line) for line in lines]
    best = max(rated, key=lambda pair: pair[0], default=(0.0, ""))
    return best[1] if best[0] > ALIKE else None


def _apart(one: Action, other: Action) -> tuple[float, ...]:
    """How far two decisions of a verb are apart, field by field; what stands first counts most."""
    return tuple(_between(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))


def _between(mine: Any, theirs: Any) -> float:
    if mine == theirs:
        return 0.0
    match mine, theirs:
        case int(), int():
            return abs(mine - theirs)
        case tuple(), tuple():
            return ((Counter(mine) - Counter(theirs)) + (Counter(theirs) - Counter(mine))).total()
        case str(), str() if mine in HEXES and theirs in HEXES:
            return distance(mine, theirs)
        case _:
            return FAR
