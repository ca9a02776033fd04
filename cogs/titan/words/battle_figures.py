"""Figures of strikes in words: dice, number, what to expect and the chance to slay; and who stands where."""

from __future__ import annotations

from cogs.titan.words.terms import Terms, at
from engine.titan.battle.frame import INDEX
from engine.titan.battle.prospects import Prospect
from engine.titan.view import View


def named(terms: Terms, view: View, place: str) -> str:
    """`Ogre C3` for a hex, `Ogre` for a kind off the map."""
    if place not in INDEX:
        return terms.creature(place)
    return terms.say("alt.battle-at", creature=terms.creature(at(view, place)), hex=place)


def moving(terms: Terms, view: View, place: str) -> str:
    """The same of who may move; where one of the kind is on the map as well, it is said who is still outside."""
    said = named(terms, view, place)
    assert view.battle is not None, "characters move in a battle"
    here = {fighter.creature for fighter in view.battle.fighters if fighter.hex and fighter.side == view.battle.mover}
    return terms.say("battle.outside", creature=said) if place in here else said


def figures(terms: Terms, prospect: Prospect, short: bool = False) -> str:
    """`9 dice, 6+, expects 1.5, slays 18 %`; `short` leaves out what is expected."""
    strike = prospect.strike
    slays = terms.say("battle.slays", percent=percent(terms, prospect.slays))
    if not prospect.slays:
        slays = terms.say("battle.slays-not")
    facts = {"dice": terms.dice(strike.dice), "number": strike.number, "slays": slays}
    if short:
        return terms.say("battle.figures-short", **facts)
    return terms.say("battle.figures", expected=decimal(terms, prospect.expected), **facts)


def percent(terms: Terms, chance: float) -> str:
    """`18 %`; what may happen is never said to be sure, nor what may fail impossible."""
    if 0.0 < chance < 0.005:
        return terms.say("battle.percent-least")
    if 0.995 <= chance < 1.0 - 1e-12:
        return terms.say("battle.percent-most")
    return terms.say("battle.percent", number=round(100 * chance))


def decimal(terms: Terms, number: float) -> str:
    """`1.5`, with the language's own mark."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return terms.say("battle.decimal", whole=whole, tenth=tenth)
