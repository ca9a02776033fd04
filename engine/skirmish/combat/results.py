"""What a roll means: damage and what holds it off, retreats and what ignores them, uses of heroic dice (B3, B8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.skirmish import board
from engine.skirmish.actions import Commit
from engine.skirmish.combat.current_combat import both, roller
from engine.skirmish.combat.strength import RANGED, played
from engine.skirmish.state import Combat, Commitment, State
from engine.skirmish.units import Unit
from engine.values import replace

CLEAVE, MORALE, HEROIC, LORE = "cleave", "morale", "heroic", "lore"
"""Faces that rules name; which of them hit is for the tables to say."""

HEAVY_SWING, STUNNING_BLOW, POISON, FRENZY, REND = "heavy_swing", "stunning_blow", "poison", "frenzy", "rend"
"""Abilities that heroic dice are put to (B11, B19)."""

NOBODY = "-"
"""The target of a heroic die that needs none."""

Holds = tuple[tuple[str, int], ...]
"""What is held off and by what: the id of a terrain, an ability or a card, and how much."""


# Damage


def damage(state: State, combat: Combat) -> int:
    """The damage that the dice deal to the target, before any of it is ignored (B3.2, B3.3, B11.9)."""
    attacker, _ = both(state, combat)
    hits = _hitting(state, attacker, combat)
    dealt = sum(face in hits for face in combat.dice)
    if any(played(combat, "lore_hits")):
        dealt += combat.dice.count(LORE)
    return dealt + committed(combat, FRENZY)


def held_off(state: State, combat: Combat) -> Holds:
    """What of that damage the target ignores: by armor, by where it stands, by cards (B8.3 step 5)."""
    attacker, target = both(state, combat)
    left = damage(state, combat)
    holds: list[tuple[str, int]] = []
    cleaves = combat.dice.count(CLEAVE) if CLEAVE in _hitting(state, attacker, combat) else 0
    terrain = state.terrain(target.hex)
    for why, most in (
        ("armor", min(cleaves, state.kind(target).abilities.get("armor", 0))),
        (terrain.id, terrain.ignores_damage),
        *((effect.card, effect.amount) for effect in played(combat, "ignore_damage")),
    ):
        if held := min(left, most):
            holds.append((why, held))
            left -= held
    return tuple(holds)


def due(state: State, combat: Combat) -> int:
    """The damage that is left when all has been ignored, part of which a bodyguard may take."""
    return damage(state, combat) - sum(held for _, held in held_off(state, combat))


def guards(state: State, combat: Combat) -> tuple[tuple[int, str, int], ...]:
    """Who suffers how much in place of the target, by which card: number, card, damage."""
    left, found = due(state, combat), []
    for effect in played(combat, "bodyguard"):
        if taken := min(left, effect.amount):
            found.append((effect.unit, effect.card, taken))
            left -= taken
    return tuple(found)


def suffering(state: State, combat: Combat) -> int:
    """The damage that the target itself will suffer from the dice."""
    return due(state, combat) - sum(taken for _, _, taken in guards(state, combat))


def misses(state: State, combat: Combat) -> str:
    """Why faces that would hit in melee do not: the unit is `weak`, or all of them miss as its attack is `ranged`.

    Empty where they hit, and for a shot of which something hits (B1.5, B3.2).
    """
    attacker, _ = both(state, combat)
    hits = _hitting(state, attacker, combat)
    if not any(face in state.rules.tables.melee_hits - hits for face in combat.dice):
        return ""
    if combat.how != RANGED:
        return "weak"
    return "" if any(face in hits for face in combat.dice) else RANGED


def _hitting(state: State, attacker: Unit, combat: Combat) -> frozenset[str]:
    tables, row = state.rules.tables, state.kind(attacker)
    if combat.how == RANGED:
        return tables.ranged_hits
    return tables.weak_melee_hits if row.weak(attacker.health) else tables.melee_hits


# Retreats


def morale(state: State, combat: Combat) -> int:
    """The retreat results of the dice; the first may count twice in an attack (B3.4)."""
    count = combat.dice.count(MORALE)
    effects = state.turn.effects if combat.outer is None else ()
    twice = any(one.does == "double_morale" and one.unit in (0, combat.attacker) for one in effects)
    return count + (count > 0 and twice)


def unmoved_by(state: State, combat: Combat, unit: Unit, results: int) -> Holds:
    """What of its retreat results a unit ignores, and why (B8.3 step 7, B11.1). Cards are for the target alone."""
    if not results:
        return ()
    cards = [*played(combat, "immovable")] if unit.number == combat.target else []
    if unit.number == combat.target and any(played(combat, "no_ignoring")):
        return ()
    if unit.unshaken:
        return (("unshaken", results),)
    best = max(
        (("immovable", state.kind(unit).abilities.get("immovable", 0)), *((card.card, card.amount) for card in cards)),
        key=lambda found: found[1],
    )
    held = min(results, best[1])
    return ((best[0], held),) if held else ()


def retreating(state: State, combat: Combat, unit: Unit, results: int) -> int:
    """How many of its retreat results a unit does not ignore."""
    return results - sum(held for _, held in unmoved_by(state, combat, unit, results))


# Heroic dice


def committed(combat: Combat, use: str, target: str = "") -> int:
    """How many heroic dice have been put to a use, on the unit on a hex where it needs one."""
    return sum((one.use, one.target) == (use, target) for one in combat.commitments)


def uses(state: State, combat: Combat) -> Iterator[Commit]:
    """What a further heroic die could do, in a fixed order; nothing if none is left (B8.3 step 4).

    What could have no effect is no use: a second stun or poison, more damage than there is health, damage that is held
    off, anything that is to befall a target after it is destroyed, and Heavy Swing on a unit that ignores it or is held
    by a friend (B19.6).
    """
    attacker, target = state.unit(combat.attacker), state.unit(combat.target)
    if attacker is None or target is None or combat.dice.count(HEROIC) <= len(combat.commitments):
        return
    abilities, enemies = state.kind(attacker).abilities, _adjacent(state, attacker, combat)
    doomed = suffering(state, combat) >= target.health
    if HEAVY_SWING in abilities:
        pushed = (unit for unit in enemies if not (doomed and unit == target) and _moves(state, combat, unit))
        yield from (Commit(HEAVY_SWING, unit.hex) for unit in pushed)
    if not doomed:
        if STUNNING_BLOW in abilities and not target.stunned and not committed(combat, STUNNING_BLOW):
            yield Commit(STUNNING_BLOW)
        if POISON in abilities and not target.poisoned and not committed(combat, POISON):
            yield Commit(POISON)
        if FRENZY in abilities and _frenzied(state, combat, attacker):
            yield Commit(FRENZY)
    if REND in abilities:
        others = (unit for unit in enemies if unit != target)
        yield from (Commit(REND, unit.hex) for unit in others if committed(combat, REND, unit.hex) < unit.health)


def _adjacent(state: State, attacker: Unit, combat: Combat) -> tuple[Unit, ...]:
    enemy = 1 - roller(state, combat)
    return tuple(unit for unit in state.units if unit.owner == enemy and board.distance(unit.hex, attacker.hex) == 1)


def _frenzied(state: State, combat: Combat, attacker: Unit) -> bool:
    """Whether Frenzy could do damage that is not held off, with all dice that are left (B11.9, B8.3 step 5)."""
    can = attacker.health - 1 - committed(combat, FRENZY)
    dice = (Commitment(FRENZY),) * min(can, combat.dice.count(HEROIC) - len(combat.commitments))
    if not state.rules.no_void_uses:
        return can > 0
    with_all = replace(combat, commitments=(*combat.commitments, *dice))
    return due(state, with_all) > due(state, combat)


def _moves(state: State, combat: Combat, unit: Unit) -> bool:
    """Whether Heavy Swing could move a unit or hurt it, with all dice that are left (B19.6, B9.4).

    A friend behind holds it, unless that one may be gone by then: the target of a boulder, or a bodyguard who falls.
    """
    if not state.rules.no_void_uses:
        return True
    left = combat.dice.count(HEROIC) - len(combat.commitments)
    results = left + committed(combat, HEAVY_SWING, unit.hex) + (morale(state, combat) if unit.hex == combat.aim else 0)
    if not retreating(state, combat, unit, results):
        return False
    (direction,) = board.retreats(combat.start, unit.hex)
    ahead = board.ahead(unit.hex, direction)
    behind = None if ahead is None else state.at(ahead)
    if behind is None or behind.owner != unit.owner or behind.number == combat.target:
        return True
    return sum(taken for number, _, taken in guards(state, combat) if number == behind.number) >= behind.health
