"""What a hazard does, one effect at a time: for whoever explains a battleland. The rules themselves are elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.titan.battle.ground import Ground
from engine.titan.battle.relief import WALL, HexHazard, SideHazard

PLAIN = ("plain", "tower")
"""What lies in a hex and has no effect of its own."""


@dataclass(frozen=True, slots=True)
class HazardEffect:
    """What a hazard does: `on` is movement, strike or rangestrike; `number` is how much, where there is a number."""

    on: str
    what: str
    number: int = 0


EFFECTS = tuple(
    HazardEffect(on, what)
    for on, found in (
        ("move", "nobody nobody-foot natives-alone natives-alone-over slow slow-foot slow-up slow-up-all"),
        ("strike", "hurts from-other-skill at-native from-native-dice down-native-dice down-skill"),
        ("strike", "up-other-dice up-other-skill up-skill none"),
        ("rangestrike", "blocks through-skill at-native up-skill"),
    )
    for what in found.split()
)
"""All there are, without their numbers."""


def hazards_of(ground: Ground) -> tuple[str, ...]:
    """The hazards of a battleland that do something: those of hexes, then those of hexsides."""
    relief = ground.relief
    floors = [name for name in relief.hexes if name in relief.hazards and name not in PLAIN]
    sides = [name for name in relief.hexsides if any(name in row for row in relief.sides)]
    return (*floors, *sides)


def effects(ground: Ground, hazard: str) -> tuple[HazardEffect, ...]:
    """What a hazard of this battleland does (R12.7, R13.8, R15.5-R15.9)."""
    relief = ground.relief
    if hazard in relief.hexes:
        return tuple(_of_hex(relief.hexes[hazard]))
    return tuple(_of_side(hazard, relief.hexsides[hazard], ground.rangestrikes.wall_up_skill))


def _of_hex(hazard: HexHazard) -> Iterator[HazardEffect]:
    if not hazard.ground_native:
        yield HazardEffect("move", "nobody")
    elif not hazard.ground_other:
        yield HazardEffect("move", "natives-alone" if hazard.fly_over_other else "natives-alone-over")
    elif hazard.ground_other > hazard.ground_native:
        slows_all = hazard.land_other == hazard.ground_other
        yield HazardEffect("move", "slow" if slows_all else "slow-foot", hazard.ground_other)
    figures = (
        ("strike", "hurts", hazard.damage_other),
        ("strike", "from-other-skill", hazard.strike_from_other_skill),
        ("strike", "at-native", hazard.strike_at_native_by_other),
        ("strike", "from-native-dice", hazard.strike_from_native_dice),
        ("rangestrike", "through-skill", hazard.rangestrike_through_other_skill),
        ("rangestrike", "at-native", hazard.rangestrike_at_native),
    )
    yield from (HazardEffect(on, what, number) for on, what, number in figures if number)
    if hazard.blocks_rangestrike:
        yield HazardEffect("rangestrike", "blocks")


def _of_side(name: str, hazard: SideHazard, wall_up_skill: int) -> Iterator[HazardEffect]:
    if not hazard.down:
        yield HazardEffect("move", "nobody-foot")
    elif hazard.up_native > hazard.down:
        yield HazardEffect("move", "slow-up-all", hazard.up_native)
    elif hazard.up_other > hazard.up_native:
        yield HazardEffect("move", "slow-up", hazard.up_other)
    if not hazard.contact:
        yield HazardEffect("strike", "none")
    figures = (
        ("strike", "down-native-dice", hazard.strike_down_native_dice),
        ("strike", "down-skill", hazard.strike_down_all_skill),
        ("strike", "up-other-dice", hazard.strike_up_other_dice),
        ("strike", "up-other-skill", hazard.strike_up_other_skill),
        ("strike", "up-skill", hazard.strike_up_all_skill),
        ("rangestrike", "up-skill", wall_up_skill if name == WALL else 0),
    )
    yield from (HazardEffect(on, what, number) for on, what, number in figures if number)
