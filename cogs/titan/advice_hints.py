"""Hints on Titan in three steps: what matters, what is good, what the program would do and why. For its seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.house.words import Names
from cogs.titan.labels import label
from cogs.titan.terms import Terms
from engine.titan.bots.counsel import Point, good, matters, reasons
from engine.titan.view import View

STEPS = (1, 2, 3)
"""What matters here; good choices; what the program would do."""


def hint(terms: Terms, view: View, legal: Sequence[Any], step: int, names: Names) -> str:
    """A hint for the seat of the view, which may do what is `legal`; `step` is one of `STEPS`."""
    if not legal:
        return terms.say("hint.none")
    match step:
        case 1:
            lines = [terms.say("hint.matters"), *_points(terms, matters(view, legal))]
        case 2:
            lines = [terms.say("hint.good"), *_good(terms, view, legal, names)]
        case _:
            lines = _chosen(terms, view, legal, names)
    return "\n".join((*lines, terms.say("hint.own-view")))


def _good(terms: Terms, view: View, legal: Sequence[Any], names: Names) -> list[str]:
    found = enumerate(good(view, legal), 1)
    return [terms.say("hint.first", place=place, label=label(terms, action, view, names)) for place, action in found]


def _chosen(terms: Terms, view: View, legal: Sequence[Any], names: Names) -> list[str]:
    first = good(view, legal, 1)
    if not first:
        return [terms.say("hint.none")]
    chosen = first[0]
    return [
        terms.say("hint.chosen", label=label(terms, chosen, view, names)),
        terms.say("hint.because"),
        *_points(terms, reasons(view, legal, chosen)),
    ]


def _points(terms: Terms, points: Sequence[Point]) -> list[str]:
    return [f"- {point(terms, one)}" for one in points]


def point(terms: Terms, one: Point) -> str:
    """Something that matters, as a sentence."""
    said = {name: _said(terms, name, fact) for name, fact in one.facts.items()}
    return terms.say(f"hint.point.{one.what}", **said)


SAID: Mapping[str, Callable[[Terms, Any], object]] = {
    "legion": Terms.marker,
    "enemy": Terms.marker,
    "legions": lambda terms, markers: terms.words.listing(map(terms.marker, markers)),
    "land": Terms.land,
    "lands": lambda terms, lands: terms.words.listing(map(terms.land, lands)),
    "recruit": Terms.creature,
    "target": Terms.creature,
    "creatures": Terms.creatures,
    "hazard": lambda terms, hazard: terms.say(f"hazard.{hazard}"),
    "rolls": lambda terms, rolls: terms.words.listing(map(str, rolls), "or"),
    "dice": Terms.dice,
}
"""How the facts of a point are said; numbers and hexes stay as they are."""


def _said(terms: Terms, name: str, fact: object) -> object:
    return SAID[name](terms, fact) if name in SAID else fact
