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
class WalkMark:
    """A way that a unit went; a `driven` one went because it had to."""

    seat: Seat
    path: tuple[str, ...]
    driven: bool


@dataclass(frozen=True, slots=True)
class AttackMark:
    """An attack or a counter: who whom."""

    seat: Seat
    start: str
    aim: str
    how: str


@dataclass(frozen=True, slots=True)
class DamageMark:
    """What a unit suffered, less what it recovered, and where it is now; where it was if it fell."""

    hex: str
    damage: int


@dataclass(frozen=True, slots=True)
class FallMark:
    """A unit that fell."""

    hex: str
    kind: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class ArrivalMark:
    """A unit that came onto the field."""

    hex: str


@dataclass(frozen=True, slots=True)
class CardMark:
    """A lore card that was played, and on which hexes."""

    card: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuinMark:
    """A building that has become ruins."""

    hex: str


TurnMark = WalkMark | AttackMark | DamageMark | FallMark | ArrivalMark | CardMark | RuinMark


def done(view: View) -> tuple[Event, ...]:
    """What is drawn: the deeds of the present part of the turn; as long as there are none, those of the part before."""
    return view.deeds if any(isinstance(event, DRAWN) for event in view.deeds) else view.before


def deeds(view: View) -> tuple[TurnMark, ...]:
    """What is drawn, ways first, then attacks, then what came of them."""
    found = tuple(_deeds(view))
    order = (WalkMark, AttackMark, FallMark, ArrivalMark, RuinMark, CardMark, DamageMark)
    return tuple(sorted(found, key=lambda deed: order.index(type(deed))))


def _deeds(view: View) -> Iterator[TurnMark]:
    hurt: dict[int, tuple[str, int]] = {}
    standing = {unit.number: unit.hex for unit in view.units}
    for event in done(view):
        match event:
            case Moved(seat, _, _, path, why):
                yield WalkMark(seat, path, why == "retreat")
            case AttackDeclared(seat=seat, hex=start, target_hex=aim, how=how):
                yield AttackMark(seat, start, aim, how)
            case Damaged(number=number, hex=at, damage=damage):
                hurt[number] = standing.get(number, at), hurt.get(number, (at, 0))[1] + damage
            case Healed(number=number, hex=at, amount=amount):
                hurt[number] = standing.get(number, at), hurt.get(number, (at, 0))[1] - amount
            case Destroyed(kind=kind, owner=owner, hex=at):
                yield FallMark(at, kind, owner)
            case Placed(hex=at):
                yield ArrivalMark(at)
            case LorePlayed(card=card, targets=targets):
                yield CardMark(card, tuple(target for target in targets if target in HEXES))
            case BuildingRuined(at):
                yield RuinMark(at)
            case _:
                pass
    yield from (DamageMark(at, damage) for at, damage in hurt.values() if damage)
