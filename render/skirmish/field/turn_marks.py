"""What was done last, as it is drawn on the field: ways, attacks, hits, and who fell or came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import Seat
from engine.skirmish.board import HEXES
from engine.skirmish.events import (
    AttackDeclared,
    BuildingRuined,
    Damaged,
    Destroyed,
    Event,
    Healed,
    LorePlayed,
    Moved,
    Placed,
)
from engine.skirmish.view import View

DRAWN = (AttackDeclared, BuildingRuined, Damaged, Destroyed, Healed, LorePlayed, Moved, Placed)


@dataclass(frozen=True, slots=True)
class Walk:
    """A way that a unit went; a `driven` one went because it had to."""

    seat: Seat
    path: tuple[str, ...]
    driven: bool


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack or a counter: who whom."""

    seat: Seat
    start: str
    aim: str
    how: str


@dataclass(frozen=True, slots=True)
class Hurt:
    """What a unit suffered, less what it recovered, and where it is now; where it was if it fell."""

    hex: str
    damage: int


@dataclass(frozen=True, slots=True)
class Grave:
    """A unit that fell."""

    hex: str
    kind: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A unit that came onto the field."""

    hex: str


@dataclass(frozen=True, slots=True)
class Spell:
    """A lore card that was played, and on which hexes."""

    card: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruin:
    """A building that has become ruins."""

    hex: str


Deed = Walk | Blow | Hurt | Grave | Newcomer | Spell | Ruin


def done(view: View) -> tuple[Event, ...]:
    """What is drawn: the deeds of the present part of the turn; as long as there are none, those of the part before."""
    return view.deeds if any(isinstance(event, DRAWN) for event in view.deeds) else view.before


def deeds(view: View) -> tuple[Deed, ...]:
    """What is drawn, ways first, then attacks, then what came of them."""
    found = tuple(_deeds(view))
    order = (Walk, Blow, Grave, Newcomer, Ruin, Spell, Hurt)
    return tuple(sorted(found, key=lambda deed: order.index(type(deed))))


def _deeds(view: View) -> Iterator[Deed]:
    hurt: dict[int, tuple[str, int]] = {}
    standing = {unit.number: unit.hex for unit in view.units}
    for event in done(view):
        match event:
            case Moved(seat, _, _, path, why):
                yield Walk(seat, path, why == "retreat")
            case AttackDeclared(seat=seat, hex=start, target_hex=aim, how=how):
                yield Blow(seat, start, aim, how)
            case Damaged(number=number, hex=at, damage=damage):
                hurt[number] = standing.get(number, at), hurt.get(number, (at, 0))[1] + damage
            case Healed(number=number, hex=at, amount=amount):
                hurt[number] = standing.get(number, at), hurt.get(number, (at, 0))[1] - amount
            case Destroyed(kind=kind, owner=owner, hex=at):
                yield Grave(at, kind, owner)
            case Placed(hex=at):
                yield Newcomer(at)
            case LorePlayed(card=card, targets=targets):
                yield Spell(card, tuple(target for target in targets if target in HEXES))
            case BuildingRuined(at):
                yield Ruin(at)
            case _:
                pass
    yield from (Hurt(at, damage) for at, damage in hurt.values() if damage)
