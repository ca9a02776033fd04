"""What an attack is worth: damage, retreats and heroics on the one side, the counter on the other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.skirmish import board
from engine.skirmish.actions import Attack
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.combat import reach
from engine.skirmish.combat.strength import RANGED, STRIKE, dice
from engine.skirmish.data import sheet
from engine.skirmish.forecast import chances
from engine.skirmish.state import Combat, State
from engine.skirmish.units import Unit
from engine.values import replace

HEROICS: Mapping[str, float] = sheet("steady")["heroics"]
"""What a heroic die is worth in the hands of a unit with the ability."""

SECOND = 0.8
"""What the second attack of Double Shot is worth against the first."""


def value(outlook: Outlook, state: State, unit: Unit, attack: Attack, combat: Combat | None = None) -> float:
    """What an attack is worth from where the unit stands in that state, the counter taken off."""
    target = state.at(attack.target)
    assert target is not None, "somebody is attacked"
    gain, stays = strike(outlook, state, unit, target, attack.how, combat)
    if board.distance(unit.hex, target.hex) > 1 or target.stunned or "vigilant" in outlook.kind(unit).abilities:
        return gain
    return gain - stays * answer(outlook, state, target, unit)


def strike(
    outlook: Outlook, state: State, unit: Unit, target: Unit, how: str, combat: Combat | None = None
) -> tuple[float, float]:
    """What a roll against a unit is worth, and how likely it stands there afterwards and can strike back."""
    row, terrain = outlook.kind(unit), state.terrain(target.hex)
    count, _ = dice(state, unit, target, how, combat)
    faces = hitting(outlook, unit, how)
    gain = outlook.harm(target, count, faces, terrain.ignores_damage)
    heroic = max((worth for name, worth in HEROICS.items() if name in row.abilities), default=0)
    pushed = driven(outlook, target, count)
    dead = outlook.harm_chance(target, count, faces, terrain.ignores_damage)
    gain += heroic * count / 6 + pushed * (0.4 + outlook.hold(target))
    ferocious = "ferocity" in outlook.kind(target).abilities
    return gain, (1 - dead) * (1 if ferocious else 1 - pushed)


def answer(outlook: Outlook, state: State, unit: Unit, target: Unit) -> float:
    """What the counter of a unit costs its target, on average."""
    how = RANGED if outlook.kind(unit).ranged else STRIKE
    count, _ = dice(state, unit, target, how)
    return outlook.harm(target, count, hitting(outlook, unit, how), state.terrain(target.hex).ignores_damage)


def hitting(outlook: Outlook, unit: Unit, how: str) -> int:
    """How many faces of its dice hit (B3.2, B1.5)."""
    return 1 if how == RANGED or outlook.kind(unit).weak(unit.health) else 2


def driven(outlook: Outlook, target: Unit, dice: int) -> float:
    """The chance of so many dice to drive a unit from its hex, by more retreats than it ignores."""
    return 1 - sum(chances(dice, 1)[: 1 + outlook.kind(target).abilities.get("immovable", 0)])


def best(outlook: Outlook, unit: Unit, at: str, moved: int) -> float:
    """What the best attack of an ordered unit is worth from a hex to which it has gone so far; 0 if it has none."""
    there = replace(unit, hex=at, moved=moved)
    ways = reach.ways(outlook.state, there)
    farthest = max((reach.reach(outlook.state, there, way)[1] for way in ways), default=0)
    if not any(board.distance(at, enemy.hex) <= farthest for enemy in outlook.enemies):
        return 0.0
    state = outlook.state if at == unit.hex else outlook.state.with_unit(there)
    found = max((value(outlook, state, there, attack) for attack in reach.within_reach(state, there)), default=0.0)
    return max(0.0, found) * (1 + SECOND * (reach.most_attacks(state, there) - 1))


def count(state: State, unit: Unit, target: Unit, combat: Combat, more: int) -> int:
    """How many dice a roll has, with so many more."""
    return max(1, dice(state, unit, target, combat.how, combat)[0] + more)
