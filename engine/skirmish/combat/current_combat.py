"""The combat that a game is in, whatever has opened within it: reading it, changing it, and damage that it does."""

from __future__ import annotations

from engine.core import Seat
from engine.phases import current
from engine.skirmish import harm
from engine.skirmish.handler import Step
from engine.skirmish.state import Combat, Fighting, Phase, Placing, Revealing, Rolling, State, Window, fighting, other
from engine.skirmish.units import Unit
from engine.values import replace


def current_combat(state: State) -> Combat:
    """The combat of a game that is in one."""
    fight = fighting(state.phase)
    assert fight is not None, f"no combat in {state.phase}"
    return fight.combat


def with_combat(state: State, combat: Combat) -> State:
    """The state with its combat as it is now, under whatever has opened within it."""
    return replace(state, phase=_within(state.phase, combat))


def _within(phase: Phase, combat: Combat) -> Phase:
    if isinstance(phase, Window | Placing | Revealing | Rolling):
        return replace(phase, after=_within(phase.after, combat))
    return replace(current(phase, Fighting), combat=combat)


def both(state: State, combat: Combat) -> tuple[Unit, Unit]:
    """Attacker and target of a combat in which nobody has been hurt to death yet."""
    attacker, target = state.unit(combat.attacker), state.unit(combat.target)
    assert attacker is not None, "who rolls is there until the damage"
    assert target is not None, "who is under attack is there until the damage"
    return attacker, target


def at_step(state: State, combat: Combat, step: str) -> State:
    """The state with its combat at another step."""
    return with_combat(state, replace(combat, step=step))


def roller(state: State, combat: Combat) -> Seat:
    """Whose dice they are: of the active side in an attack, of the other in a counter. The unit may be gone (B8.6)."""
    return state.active if combat.outer is None else other(state.active)


def defender(state: State, combat: Combat) -> Seat:
    """Who is under attack."""
    return other(roller(state, combat))


def hurt(state: State, number: int, amount: int, why: str) -> Step:
    """A unit suffers damage from the side that rolled (B23.8), and the combat knows of it (B19.4)."""
    unit, combat = state.unit(number), current_combat(state)
    if unit is None:
        return state, ()
    if amount:
        suffered = dict(combat.suffered)
        suffered[number] = suffered.get(number, 0) + min(amount, unit.health)
        state = with_combat(state, replace(combat, suffered=tuple(suffered.items())))
    return harm.suffer(state, number, amount, why, roller(state, combat))
