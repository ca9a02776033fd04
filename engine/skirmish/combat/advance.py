"""What may follow a combat: the counter of the target, the advance of the attacker, pursuit (B10, B11.10, B11.12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.skirmish import board, harm
from engine.skirmish.actions import Advance, Pursue
from engine.skirmish.combat.current_combat import both
from engine.skirmish.combat.strength import RANGED, STRIKE
from engine.skirmish.effects import FOREST
from engine.skirmish.events import Moved
from engine.skirmish.ground import effects
from engine.skirmish.handler import Step
from engine.skirmish.state import Combat, State
from engine.skirmish.units import Unit
from engine.values import replace

# Counters


def may_counter(state: State, combat: Combat) -> bool:
    """Whether the target may strike back from where it was attacked: it stands there, and nothing forbids it.

    It and the attacker are still neighbours, it is not stunned, the attacker is not vigilant, and what it would answer
    is no counter itself (B10.1, B10.2, B11.4, B11.16).
    """
    attacker, target = state.unit(combat.attacker), state.unit(combat.target)
    return (
        combat.outer is None
        and attacker is not None
        and target is not None
        and target.hex == combat.aim
        and board.distance(attacker.hex, target.hex) == 1
        and not target.stunned
        and "vigilant" not in state.kind(attacker).abilities
    )


def counter(state: State, combat: Combat) -> Combat:
    """The combat of a counter, the roles changed: a ranged unit counters with its ranged attack (B10.1, B20.8)."""
    attacker, target = both(state, combat)
    how = RANGED if state.kind(target).ranged else STRIKE
    return Combat(target.number, attacker.number, target.hex, attacker.hex, how, outer=combat)


# Advances


def advances(state: State, combat: Combat) -> Iterator[Advance | Pursue]:
    """How the attacker may follow: into the hex that the target has left, and farther if it pursues (B10.3, B11.10).

    A counter ends before this, so nobody advances after one (B10.2).
    """
    unit = state.unit(combat.attacker)
    if (
        unit is None
        or unit.stunned
        or combat.how == RANGED
        or board.distance(unit.hex, combat.aim) != 1
        or state.at(combat.aim) is not None
    ):
        return
    hexes = 0 if unit.pursued else pursuit(state, unit)
    if not (hexes and state.rules.no_void_uses):
        yield Advance()
    if hexes:
        yield from (Pursue(to) for to in ways(state, unit, combat.aim, hexes))


def pursuit(state: State, unit: Unit) -> int:
    """The X of Pursue X of a unit, 0 if it has none: its own and that of cards (B11.10)."""
    own = state.kind(unit).abilities.get("pursue", 0)
    return own + sum(effect.amount for effect in effects(state, unit, "pursue"))


def ways(state: State, unit: Unit, aim: str, hexes: int) -> dict[str, tuple[str, ...]]:
    """Where a pursuit of so many hexes may end, and by which hexes, the vacated one first."""
    flies = state.kind(unit).flying
    runs = flies or any(effects(state, unit, "unstopped"))
    marches = state.rules.shortcut_in_all and any(effects(state, unit, "forest_march"))
    found: dict[str, tuple[str, ...]] = {aim: (unit.hex, aim)}
    edge = [aim]
    for _ in range(hexes - 1):
        reached = []
        for here in edge:
            terrain = state.terrain(here)
            if terrain.stops and not (runs or (terrain.id == FOREST and marches)):
                continue
            for beside in board.neighbours(here):
                if beside not in found and (flies or _free(state, unit, beside)):
                    found[beside] = (*found[here], beside)
                    reached.append(beside)
        edge = reached
    return {to: path for to, path in found.items() if _free(state, unit, to)}


def follow(state: State, unit: Unit, path: tuple[str, ...], why: str) -> Step:
    """A unit advances or pursues along these hexes and ends its movement there, which may hurt (B10.5, B17.3)."""
    moved = replace(unit, hex=path[-1], moved=unit.moved + len(path) - 1, pursued=unit.pursued or why == "pursue")
    told = Moved(unit.owner, unit.number, unit.kind, path, why)
    state, hurt = harm.suffer(state.with_unit(moved), unit.number, state.terrain(path[-1]).hurts, "ruins", None)
    return state, (told, *hurt)


def _free(state: State, unit: Unit, at: str) -> bool:
    there = state.at(at)
    return state.terrain(at).passable and (there is None or there.number == unit.number)
