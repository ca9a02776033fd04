"""Hints on a skirmish: what the bot would do and why, then what matters and what else is good. For its seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from cogs.face.face import Hint
from cogs.house.words.words import Names
from cogs.skirmish.words import inline
from cogs.skirmish.words.combat import decimal
from cogs.skirmish.words.labels import label
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import May
from engine.skirmish.counsel import Matter, good, matters, reasons
from engine.skirmish.view import View

SHOWN = ("commanding", "attacking", "fighting", "learning")
"""The phases in which the button of what the bot would do stands out."""


def hint(terms: Terms, view: View, legal: Sequence[May], step: int, names: Names) -> Hint:
    """A hint for the seat of the view, which may do what is `legal`; see `cogs.face.face.Advice`."""
    found = good(view, legal, Random(view.round)) if legal else ()
    if not found:
        return Hint(terms.say("hint.none"))
    if step > 1:
        rated = (
            terms.say("hint.first", place=at, label=label(terms, one, view, names)) for at, one in enumerate(found, 1)
        )
        points = _points(terms, view, matters(view, legal))
        return Hint("\n".join((terms.say("hint.matters"), *points, terms.say("hint.good"), *rated)))
    lines = [terms.say("hint.chosen", label=label(terms, found[0], view, names))]
    lines += _points(terms, view, reasons(view, found[0]))
    return Hint("\n".join((*lines, terms.say("hint.own-view"))), found[0])


def because(view: View, legal: Sequence[May]) -> Hint | None:
    """What the bot would do with a card or an attack, without a word: the hint with its reasons is a press away."""
    found = good(view, legal, Random(view.round), 1) if view.phase in SHOWN else ()
    return Hint("", found[0]) if found else None


def _points(terms: Terms, view: View, points: Sequence[Matter]) -> list[str]:
    return [f"- {point(terms, view, one)}" for one in points]


def point(terms: Terms, view: View, one: Matter) -> str:
    """Something that matters, as a sentence."""
    said = {name: SAID[name](terms, view, fact) if name in SAID else fact for name, fact in one.facts.items()}
    return terms.say(f"hint.point.{one.what}", **said)


SAID: Mapping[str, Callable[[Terms, View, Any], object]] = {
    "hex": lambda terms, view, hex_: inline.at(terms, view, hex_),
    "target": lambda terms, view, hex_: inline.at(terms, view, hex_),
    "hexes": lambda terms, view, hexes: inline.units(terms, view, hexes),
    "kind": lambda terms, view, kind: terms.unit(kind),
    "card": lambda terms, view, card: terms.card(card),
    "cards": lambda terms, view, cards: inline.priced(terms, cards),
    "lore": lambda terms, view, number: terms.lore(number),
    "dice": lambda terms, view, number: terms.dice(number),
    "expected": lambda terms, view, mean: decimal(terms, mean),
}
"""How the facts of a point are said; numbers and goals stay as they are."""
