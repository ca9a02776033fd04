"""Whom a unit may attack, and how (B8.2, B20); and why not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Illegal, Seat
from engine.skirmish import board
from engine.skirmish.actions import Attack
from engine.skirmish.combat.strength import BOULDER, BOULDER_REACH, RANGED, STRIKE
from engine.skirmish.ground import PublicState, blockers, effects, kind, sees
from engine.skirmish.units import Unit


def attacks(ground: PublicState, unit: Unit) -> Iterator[Attack]:
    """The attacks that a unit may make in the Attack Step now, by target and way; none if it has had its own."""
    if barred(ground, unit) is None:
        yield from within_reach(ground, unit)


def within_reach(ground: PublicState, unit: Unit) -> Iterator[Attack]:
    """Each enemy that a unit reaches from where it stands, in each way."""
    for way in ways(ground, unit):
        for enemy in ground.units:
            if enemy.owner != unit.owner and _reaches(ground, unit, way, enemy.hex):
                yield Attack(unit.hex, enemy.hex, way)


def ways(ground: PublicState, unit: Unit) -> tuple[str, ...]:
    """How a unit attacks: a ranged unit always so, others hand to hand, some with boulders too (B8.2, B20.1)."""
    row = kind(ground, unit)
    if row.ranged:
        return () if any(effects(ground, unit, "no_ranged")) else (RANGED,)
    return (STRIKE, BOULDER) if "throw_boulder" in row.abilities else (STRIKE,)


def reach(ground: PublicState, unit: Unit, way: str) -> tuple[int, int]:
    """How near and how far a unit's attack goes."""
    return {STRIKE: (1, 1), RANGED: kind(ground, unit).range, BOULDER: (1, BOULDER_REACH)}[way]


def most_attacks(ground: PublicState, unit: Unit) -> int:
    """How many attacks a unit has in the Attack Step: one, two with Double Shot if it has not moved (B8.1, B11.2)."""
    return 2 if "double_shot" in kind(ground, unit).abilities and not unit.moved else 1


def barred(ground: PublicState, unit: Unit) -> Illegal | None:
    """Why a unit may not attack at all now, None if it may (B6.5, B8.1, B11.16)."""
    if not unit.ordered:
        return Illegal("unit-no-order", unit=unit.kind, hex=unit.hex, units=able(ground, unit.owner))
    if unit.stunned:
        return Illegal("unit-stunned", unit=unit.kind, hex=unit.hex)
    if card := next(effects(ground, unit, "no_attack"), None):
        return Illegal("attack-barred", unit=unit.kind, hex=unit.hex, card=card.card)
    if unit.attacks >= most_attacks(ground, unit):
        return Illegal("attack-done", unit=unit.kind, hex=unit.hex, attacks=unit.attacks)
    return None


def able(ground: PublicState, seat: Seat) -> tuple[str, ...]:
    """The hexes of a side's units that still have an attack, whether or not anybody is in their reach."""
    ordered = (unit for unit in ground.units if unit.owner == seat and unit.ordered)
    return tuple(unit.hex for unit in ordered if barred(ground, unit) is None)


SILENCES = ("sight", "reach", "barred", "stunned")
"""Why units with an order attack nobody, what is told first of several: see `silence`."""


def silence(ground: PublicState, unit: Unit) -> str:
    """Why a unit with an order attacks nobody: `stunned`, `barred` by a card, nobody in `reach`, or none in `sight`.

    Empty if it can attack, has attacked, or has no order.
    """
    if not unit.ordered or unit.attacks or any(attacks(ground, unit)):
        return ""
    if unit.stunned:
        return "stunned"
    if any(effects(ground, unit, "no_attack")) or not ways(ground, unit):
        return "barred"
    near = (
        board.distance(unit.hex, enemy.hex) in range(low, high + 1)
        for low, high in (reach(ground, unit, way) for way in ways(ground, unit))
        for enemy in ground.units
        if enemy.owner != unit.owner
    )
    return "sight" if any(near) else "reach"


def silent(ground: PublicState, seat: Seat) -> str:
    """Why no unit of a side attacks, of all reasons the first; empty if one can, or none has an order."""
    own = [unit for unit in ground.units if unit.owner == seat]
    if any(any(attacks(ground, unit)) for unit in own):
        return ""
    found = {silence(ground, unit) for unit in own}
    return next((why for why in SILENCES if why in found), "")


def refusal(ground: PublicState, unit: Unit, target: Unit, how: str) -> Illegal | None:
    """Why a unit that may attack does not reach that enemy in that way, None if it does."""
    possible = tuple(dict.fromkeys(attack.target for attack in within_reach(ground, unit) if attack.how == how))
    if how not in ways(ground, unit):
        if how == RANGED and (card := next(effects(ground, unit, "no_ranged"), None)):
            return Illegal("attack-barred", unit=unit.kind, hex=unit.hex, card=card.card)
        return Illegal("attack-how", unit=unit.kind, hex=unit.hex, how=how, ways=ways(ground, unit))
    near, far = reach(ground, unit, how)
    distance = board.distance(unit.hex, target.hex)
    facts = {"unit": unit.kind, "hex": unit.hex, "target": target.hex, "possible": possible}
    if distance > far == 1:
        return Illegal("attack-beside", **facts)
    if not near <= distance <= far:
        return Illegal("attack-range", distance=distance, near=near, far=far, **facts)
    if blocked := blockers(ground, unit.hex, target.hex):
        return Illegal("attack-sight", blockers=blocked, **facts)
    return None


def _reaches(ground: PublicState, unit: Unit, way: str, aim: str) -> bool:
    near, far = reach(ground, unit, way)
    return near <= board.distance(unit.hex, aim) <= far and sees(ground, unit.hex, aim)
