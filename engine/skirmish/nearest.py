"""The nearest thing that may be done in place of one that may not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from engine.likeness import differing
from engine.log import Undo
from engine.skirmish.actions import Action, Concede, EndAsDraw
from engine.skirmish.board import HEXES, distance

GRAVE = (Concede, EndAsDraw, Undo)
"""What is never proposed in place of something else."""

FAR = 20.0
"""What differs and can't be compared is farther apart than any two hexes."""


def nearest(legal: Iterable[Action | Undo], action: Action) -> Action | None:
    """Of what is legal, what differs least from `action`: of the same verb, by the same unit or card if possible.

    Then hexes are compared by their distance, lists by how many differ. None if nothing of that verb is possible.
    """
    able = [each for each in legal if type(each) is type(action) and not isinstance(each, GRAVE)]
    return min(able, key=lambda each: _apart(action, each), default=None)


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
            return differing(mine, theirs)
        case str(), str() if mine in HEXES and theirs in HEXES:
            return distance(mine, theirs)
        case _:
            return FAR
