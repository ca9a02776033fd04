"""Lore cards that are played into a combat, before the roll or after it (B13.4).

The functions have the shape of those of `engine.skirmish.steps.lore`, which has the other cards; `windows` asks for
either. Most of these cards only leave their effect with the combat: `strength` and `results` read it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.skirmish import board
from engine.skirmish.actions import Commit
from engine.skirmish.combat.advance import may_counter
from engine.skirmish.combat.current_combat import current_combat, defender, hurt, roller, with_combat
from engine.skirmish.combat.results import FRENZY, HEAVY_SWING, HEROIC, MORALE, due, morale, retreating, uses
from engine.skirmish.combat.strength import LEAST, RANGED, dice, played
from engine.skirmish.handler import Step
from engine.skirmish.state import Combat, State
from engine.skirmish.tables import LoreCard
from engine.skirmish.units import Effect, Unit
from engine.values import replace

FEROCITY = "ferocity"


def public(state: State, seat: Seat, card: str) -> bool:
    """Whether a card could do anything now in the hands of a side, as far as everybody knows (DESIGN 2.3)."""
    return next(targets(state, seat, card), None) is not None


def targets(state: State, seat: Seat, card: str) -> Iterator[tuple[str, ...]]:
    """The choices of hexes for a card, an empty one where it needs none; nothing if it could do nothing."""
    combat, row = current_combat(state), state.rules.tables.lore[card]
    attacker, target = state.unit(combat.attacker), state.unit(combat.target)
    whose = roller(state, combat) if row.timing.startswith("own_") else defender(state, combat)
    if attacker is None or target is None or seat != whose or not _suits(state, combat, row, target):
        return
    if row.does == "bodyguard":
        if _may_suffer(state, combat):
            yield from ((unit.hex,) for unit in _beside(state, target))
    elif _does_something(state, combat, row, (attacker, target)):
        yield ()


def _does_something(state: State, combat: Combat, row: LoreCard, both: tuple[Unit, Unit]) -> bool:
    """Whether a card without a choice could have an effect on a combat of attacker and target."""
    attacker, target = both
    match row.does:
        case "ignore_damage":
            return _may_suffer(state, combat)
        case "ferocity":
            return (
                may_counter(state, combat)
                and _may_retreat(state, combat, target)
                and not ferocious(state, combat, target)
            )
        case "blood_price":
            return attacker.health > row.amount
        case "drain":
            open_uses = {use.use for use in uses(state, combat)}
            deals = not state.rules.cards_with_steps or due(state, combat) > 0 or MORALE in combat.dice or open_uses
            return bool(deals) and (attacker.health < state.kind(attacker).full or FRENZY in open_uses)
        case "immovable":
            firmer = not state.rules.cards_with_steps or _may_stand_firmer(state, combat, target, row.amount)
            return firmer and not target.unshaken
        case "fewer_dice":
            return not state.rules.cards_with_steps or dice(state, attacker, target, combat.how, combat)[0] > LEAST
        case _:
            return True


def cast(state: State, seat: Seat, card: str, targets: tuple[str, ...]) -> Step:
    """What a card does that has been paid for."""
    combat, row = current_combat(state), state.rules.tables.lore[card]
    match row.does:
        case "bodyguard":
            unit = state.at(targets[0])
            assert unit is not None, "a bodyguard stands on the hex that was named"
            return _left(state, seat, Effect(row.does, row.amount, unit.number, card)), ()
        case "blood_price":
            state = _left(state, seat, Effect("dice", row.dice, combat.attacker, card))
            return hurt(state, combat.attacker, row.amount, card)
        case _:
            return _left(state, seat, Effect(row.does, row.amount, 0, card)), ()


def _left(state: State, seat: Seat, effect: Effect) -> State:
    combat = current_combat(state)
    return with_combat(state, replace(combat, cards=(*combat.cards, (seat, effect))))


def _suits(state: State, combat: Combat, row: LoreCard, target: Unit) -> bool:
    """Whether the combat is of the sort that a card is for."""
    match row.when:
        case "melee":
            return combat.how != RANGED
        case "ranged":
            return combat.how == RANGED
        case "building":
            return state.terrain(target.hex).building
        case _:
            return True


def _may_suffer(state: State, combat: Combat) -> bool:
    """Whether damage may come that could be held off: not known before the roll, by the dice after it."""
    if not combat.dice:
        return True
    return due(state, combat) > 0 or FRENZY in {use.use for use in uses(state, combat)}


def _may_retreat(state: State, combat: Combat, target: Unit) -> bool:
    """Whether the target may have to retreat: not known before the roll, by the dice and what it ignores after it."""
    if not combat.dice:
        return True
    if state.rules.cards_with_steps:
        if retreating(state, combat, target, morale(state, combat)):
            return True
        return any(use == Commit(HEAVY_SWING, target.hex) for use in uses(state, combat))
    if MORALE in combat.dice:
        return True
    return HEROIC in combat.dice and HEAVY_SWING in {use.use for use in uses(state, combat)}


def _may_stand_firmer(state: State, combat: Combat, target: Unit, results: int) -> bool:
    """Whether a unit under attack may ignore retreats at all, and does not ignore so many of them anyway."""
    return not any(played(combat, "no_ignoring")) and retreating(state, combat, target, results) > 0


def ferocious(state: State, combat: Combat, target: Unit) -> bool:
    """Whether the target has Ferocity, by itself or by a card (B11.12)."""
    return FEROCITY in state.kind(target).abilities or any(played(combat, FEROCITY))


def _beside(state: State, target: Unit) -> Iterator[Unit]:
    return (unit for unit in state.own(target.owner) if board.distance(unit.hex, target.hex) == 1)
