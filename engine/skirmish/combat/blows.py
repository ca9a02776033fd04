"""What the dice do: damage, retreats, Heavy Swing on others, lore: steps 5 to 9 of a combat (B8.3)."""

from __future__ import annotations

from engine.skirmish import board, harm, purse
from engine.skirmish.combat import cards
from engine.skirmish.combat.advance import may_counter
from engine.skirmish.combat.current_combat import at_step, both, current_combat, hurt, roller, with_combat
from engine.skirmish.combat.results import (
    FRENZY,
    HEAVY_SWING,
    LORE,
    POISON,
    REND,
    STUNNING_BLOW,
    committed,
    guards,
    held_off,
    morale,
    retreating,
    suffering,
    unmoved_by,
)
from engine.skirmish.combat.retreat import retreat
from engine.skirmish.combat.strength import played
from engine.skirmish.events import Event, Ignored
from engine.skirmish.handler import Step
from engine.skirmish.state import Combat, State
from engine.skirmish.units import Unit
from engine.values import replace

# Steps 5 to 7: damage, and what is ignored


def damage(state: State, combat: Combat) -> Step:
    """Damage is ignored and suffered, tokens are placed, retreats are ignored (B8.3 steps 5 to 7)."""
    attacker, target = both(state, combat)
    events: list[Event] = [
        Ignored(target.number, target.kind, target.owner, target.hex, "damage", held, why)
        for why, held in held_off(state, combat)
    ]
    rends = [(state.at(one.target), one) for one in combat.commitments if one.use == REND]
    blows = [(target.number, suffering(state, combat), "hit")]
    blows += [(number, taken, card) for number, card, taken in guards(state, combat)]
    blows += [(unit.number, 1, REND) for unit, _ in rends if unit is not None]
    blows += [(attacker.number, committed(combat, FRENZY), FRENZY)]
    results = morale(state, combat) + committed(combat, HEAVY_SWING, target.hex)
    for number, amount, why in blows:
        state, told = hurt(state, number, amount, why)
        events += told
    for use, does in ((STUNNING_BLOW, harm.stun), (POISON, harm.poison)):
        if committed(combat, use):
            state, told = does(state, target.number)
            events += told
    left = 0
    if (standing := state.unit(target.number)) is not None:
        events += _unmoved(state, combat, standing, results)
        left = retreating(state, combat, standing, results)
    return with_combat(state, replace(current_combat(state), step="ferocity", retreats=left)), tuple(events)


def _unmoved(state: State, combat: Combat, unit: Unit, results: int) -> tuple[Event, ...]:
    return tuple(
        Ignored(unit.number, unit.kind, unit.owner, unit.hex, "retreat", held, why)
        for why, held in unmoved_by(state, combat, unit, results)
    )


# Step 8: retreats, before them the counter of Ferocity (B11.12)


def ferocity(state: State, combat: Combat) -> Step | None:
    """On to the retreat, unless the target may counter before it (B11.12)."""
    if _offers_ferocity(state, combat):
        return None
    return at_step(state, combat, "retreat"), ()


def _offers_ferocity(state: State, combat: Combat) -> bool:
    target = state.unit(combat.target)
    if target is None or not combat.retreats or not may_counter(state, combat):
        return False
    return cards.ferocious(state, combat, target)


def retreats(state: State, combat: Combat) -> Step | None:
    """The target retreats; at a corner the attacker is asked first which way (B9.2, B9.3)."""
    target = state.unit(combat.target)
    if target is None or not combat.retreats:
        return at_step(state, combat, "pushes"), ()
    directions = board.retreats(combat.start, combat.aim)
    if combat.direction < 0 and len(directions) > 1:
        return None
    direction = combat.direction if combat.direction >= 0 else directions[0]
    state = with_combat(state, replace(combat, direction=direction, retreats=0, step="pushes"))
    # Of what the target ignored, Heavy Swing's results were the first: its owner would want it so (B19.6).
    swings = min(committed(combat, HEAVY_SWING, combat.aim), max(0, combat.retreats - morale(state, combat)))
    return retreat(state, target, direction, combat.retreats, swings)


def pushed(state: State, combat: Combat, direction: str) -> Step:
    """The way of the retreat is fixed."""
    return with_combat(state, replace(combat, direction=board.COMPASS.index(direction))), ()


def pushes(state: State, combat: Combat) -> Step:
    """Heavy Swing on others than the target, in the order in which they were named first (B19.5)."""
    events: tuple[Event, ...] = ()
    named = dict.fromkeys(one.target for one in combat.commitments if one.use == HEAVY_SWING)
    for at in named:
        unit, swings = state.at(at), committed(combat, HEAVY_SWING, at)
        if at == combat.aim or unit is None:
            continue
        events += _unmoved(state, combat, unit, swings)
        left = retreating(state, combat, unit, swings)
        (direction,) = board.retreats(combat.start, at)
        state, told = retreat(state, unit, direction, left, left)
        events += told
    return at_step(state, current_combat(state), "lore"), events


# Step 9: lore


def lore(state: State, combat: Combat) -> Step:
    """Lore of the dice, and what a card wants done once damage has been dealt; a counter ends here (B10.1)."""
    seat = roller(state, combat)
    events: tuple[Event, ...] = ()
    if any(hurt for number, hurt in combat.suffered if number != combat.attacker):
        for effect in played(combat, "drain"):
            state, told = harm.heal(state, combat.attacker, effect.amount)
            events += told
    state, told = purse.gained(state, seat, combat.dice.count(LORE), "dice")
    events += told
    if combat.outer is not None:
        return with_combat(state, combat.outer), events
    return at_step(state, combat, "counter"), events
