"""What stands and lies on the field, as a state and a view both have it: terrain by hex, and who sees whom (B12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.core import Seat
from engine.skirmish import board
from engine.skirmish.effects import PLAINS, RUINS
from engine.skirmish.rules import Rules
from engine.skirmish.tables import Kind, Terrain
from engine.skirmish.units import Effect, Turn, Unit


class PublicState(Protocol):
    """What a state and a view have in common, all of it public."""

    @property
    def rules(self) -> Rules: ...
    @property
    def units(self) -> tuple[Unit, ...]: ...
    @property
    def land(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def ruins(self) -> frozenset[str]: ...
    @property
    def turn(self) -> Turn: ...
    @property
    def active(self) -> Seat: ...


def terrain(ground: PublicState, hex_: str) -> Terrain:
    """The terrain of a hex as it is now (B12, B17.1)."""
    name = RUINS if hex_ in ground.ruins else next((name for at, name in ground.land if at == hex_), PLAINS)
    return ground.rules.tables.terrains[name]


def kind(ground: PublicState, unit: Unit) -> Kind:
    """What kind of unit it is."""
    return ground.rules.tables.kinds[unit.kind]


def blockers(ground: PublicState, start: str, aim: str) -> tuple[str, ...]:
    """The hexes that keep one from seeing the other, nearest first; none if they see each other (B12.7-B12.9).

    Of a line along an edge those of the side with fewer are named.
    """
    taken = set() if terrain(ground, start).sees_over_units else {unit.hex for unit in ground.units}
    one, other = (
        [at for at in line if at in taken or terrain(ground, at).blocks] for line in board.crossed(start, aim)
    )
    fewer = one if len(one) <= len(other) else other
    return tuple(sorted(fewer, key=lambda at: (board.distance(start, at), at)))


def sees(ground: PublicState, start: str, aim: str) -> bool:
    """Whether a unit on the one hex sees the other (B12.3, B12.7-B12.9)."""
    return not blockers(ground, start, aim)


def effects(ground: PublicState, unit: Unit, does: str) -> Iterator[Effect]:
    """What cards of this turn do for a unit of the side whose turn it is: those for all of it, and for this one."""
    if unit.owner == ground.active:
        yield from (one for one in ground.turn.effects if one.does == does and one.unit in (0, unit.number))
