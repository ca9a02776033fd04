"""Units as they stand on the field, and what works in the present turn: all of it is public."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat

NOT_STUNNED, STUNNED, LAST_TURN = 0, 2, 1
"""Stun: none, fresh, and in the turn of its owner at whose end it goes (B11.16)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the field: all of it is public. `number` is its own for the whole game (B1.2).

    `ordered` to `pursued` are of the present turn: whether it has an order, how many hexes it went, advances included,
    how often it has attacked, whether it has pursued. `unshaken`: it ignores retreats until its owner's next turn.
    """

    number: int
    kind: str
    owner: Seat
    hex: str
    health: int
    stunned: int = NOT_STUNNED
    poisoned: bool = False
    ordered: bool = False
    moved: int = 0
    attacks: int = 0
    pursued: bool = False
    unshaken: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does for a turn: the id of the effect, its number, the unit that it is for, 0 if all of the side."""

    does: str
    amount: int
    unit: int = 0
    card: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The present turn: the card played and how, what works in it, whether an enemy was destroyed, whether one peeked.

    `how` is `text`, `one` (one unit anywhere, B6.3), or the section that was chosen.
    """

    card: str = ""
    how: str = ""
    effects: tuple[Effect, ...] = ()
    killed: bool = False
    peeked: bool = False
