"""Where a player's legions may go now, and what they could muster there: from his own legal moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.titan.actions import Move, Teleport
from engine.titan.events import Creatures
from engine.titan.muster import recruits
from engine.titan.view import View


@dataclass(frozen=True, slots=True)
class Goal:
    """A land that may be gone to, by which legions, whether only by teleporting, and over which sides if it matters.

    `recruits` is what the one legion that is asked after could muster there; empty if nothing, or if all are asked.
    """

    land: int
    legions: tuple[str, ...]
    teleport: bool
    sides: tuple[int, ...]
    recruits: Creatures = ()


def goals(view: View, actions: Iterable[Any], focus: str = "") -> tuple[Goal, ...]:
    """The goals of the moves among the `actions`, by land; only those of the legion `focus`, if there is one."""
    moves = [a for a in actions if isinstance(a, Move | Teleport) and focus in ("", a.legion)]
    return tuple(
        _goal(view, land, [move for move in moves if move.land == land], focus)
        for land in sorted({move.land for move in moves})
    )


def _goal(view: View, land: int, moves: list[Move | Teleport], focus: str) -> Goal:
    attacked = any(legion.land == land and legion.owner != view.viewer for legion in view.legions)
    sides = tuple(sorted({move.side for move in moves if move.side})) if attacked else ()
    legion = next((legion for legion in view.legions if legion.marker == focus), None)
    stacks = {code: left for code, left, _ in view.caretaker}
    due = recruits(view.rules, view.turn, stacks, land, legion.creatures) if legion else ()
    return Goal(
        land=land,
        legions=tuple(sorted({move.legion for move in moves})),
        teleport=all(isinstance(move, Teleport) for move in moves),
        sides=sides,
        recruits=view.rules.arranged({recruit for recruit, _ in due}),
    )
