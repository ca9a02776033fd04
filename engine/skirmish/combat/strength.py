"""How many dice a unit rolls against another, and why (B8.3 step 2, B8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.skirmish import board
from engine.skirmish.ground import PublicState, effects, kind, terrain
from engine.skirmish.state import Combat
from engine.skirmish.tables import LoreCard
from engine.skirmish.units import Effect, Unit

STRIKE, RANGED, BOULDER = "strike", "ranged", "boulder"
"""The ways to attack; a boulder is a melee attack (B20.6)."""

BOULDER_DICE, BOULDER_REACH = 2, 2
"""The strength of a boulder and how far it flies (B20.1, B20.4)."""

SWOOP_FROM = 2
"""How many hexes a unit must have moved for Swoop (B11.7)."""

LEAST = 1
"""Fewer dice are never rolled (B8.3)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a roll has so many dice.

    `sort` is `base`, for the dice that it begins with; `cap` for what held it down to so many; `more` for dice added,
    or taken away below 0; `least` where it would have been fewer than that. `what` is `combat` or `boulder` of a base,
    the terrain of a cap, else an ability or a card; empty of `least`.
    """

    sort: str
    what: str
    amount: int


def dice(
    ground: PublicState, attacker: Unit, target: Unit, how: str, combat: Combat | None = None
) -> tuple[int, tuple[Reason, ...]]:
    """The dice of an attack from where both stand, and each reason in the order in which it counts.

    First the combat value, then the lowest cap if it holds anything down, then all modifiers, never fewer than one
    (B8.3, B8.4). `combat` is the combat it is part of, for the cards played into it; without one it is a forecast.
    """
    base = BOULDER_DICE if how == BOULDER else kind(ground, attacker).combat
    count = base
    reasons = [Reason("base", BOULDER if how == BOULDER else "combat", base)]
    caps = _caps(ground, attacker, target)
    if caps and min(caps)[0] < count:
        count, name = min(caps)
        reasons.append(Reason("cap", name, count))
    more = tuple(_modifiers(ground, attacker, target, how, combat))
    count += sum(reason.amount for reason in more)
    reasons += more
    if count < LEAST:
        count = LEAST
        reasons.append(Reason("least", "", LEAST))
    return count, tuple(reasons)


def played(combat: Combat | None, does: str) -> Iterator[Effect]:
    """What cards that were played into a combat do in it."""
    return (effect for _, effect in (() if combat is None else combat.cards) if effect.does == does)


def _caps(ground: PublicState, attacker: Unit, target: Unit) -> list[tuple[int, str]]:
    """What terrain allows, out of the one hex and into the other (B12.2, B12.5)."""
    out_of, into = terrain(ground, attacker.hex), terrain(ground, target.hex)
    return [(cap, name) for cap, name in ((out_of.cap_from, out_of.id), (into.cap_into, into.id)) if cap]


def _modifiers(ground: PublicState, attacker: Unit, target: Unit, how: str, combat: Combat | None) -> Iterator[Reason]:
    yield from _abilities(ground, attacker, target, how)
    melee = how != RANGED
    for effect in effects(ground, attacker, "dice"):
        yield Reason("more", effect.card, effect.amount)
    if melee and not attacker.attacks:
        for effect in effects(ground, attacker, "first_melee_dice"):
            yield Reason("more", effect.card, effect.amount)
    if not melee:
        for effect in effects(ground, attacker, "ranged_dice"):
            yield Reason("more", effect.card, effect.amount)
    for effect in effects(ground, attacker, "might"):
        if more := _might(ground, ground.rules.tables.lore[effect.card], effect, attacker, target, how):
            yield Reason("more", effect.card, more)
    for effect in played(combat, "dice"):
        yield Reason("more", effect.card, effect.amount)
    for effect in played(combat, "fewer_dice"):
        yield Reason("more", effect.card, -effect.amount)


def _abilities(ground: PublicState, attacker: Unit, target: Unit, how: str) -> Iterator[Reason]:
    row = kind(ground, attacker)
    missing = row.figures - row.figures_left(attacker.health)
    if "rage" in row.abilities and missing:
        yield Reason("more", "rage", missing)
    if "swoop" in row.abilities and attacker.moved >= SWOOP_FROM:
        yield Reason("more", "swoop", 1)
    flanks = sum(
        "flanking" in kind(ground, friend).abilities
        for friend in ground.units
        if friend.owner == attacker.owner
        and friend.number != attacker.number
        and board.distance(friend.hex, target.hex) == 1
    )
    if flanks:
        yield Reason("more", "flanking", flanks)
    if how != RANGED and kind(ground, target).flying and not row.flying:
        yield Reason("more", "flying", -1)


def _might(ground: PublicState, card: LoreCard, effect: Effect, attacker: Unit, target: Unit, how: str) -> int:
    """The dice of a card that strengthens a class of units against another for the turn (B21.5)."""
    if not kind(ground, attacker).fits(card.select):
        return 0
    if not (kind(ground, target).fits(card.target) or (card.ranged_any and how == RANGED)):
        return 0
    return card.unit_amount if attacker.kind == card.unit else effect.amount
