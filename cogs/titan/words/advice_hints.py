"""Hints on Titan: what the bot would do and why, then what matters and what else is good. For its seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.face.face import Hint
from cogs.house.words.words import Names
from cogs.titan.words.labels import label
from cogs.titan.words.prompts import several
from cogs.titan.words.terms import Terms
from engine.titan.actions import May
from engine.titan.bots.counsel.good_choices import good
from engine.titan.bots.counsel.matter import Matter
from engine.titan.bots.counsel.matters import matters
from engine.titan.bots.counsel.reasons import reasons
from engine.titan.view import View

WHYS = 3
"""So many reasons are given of a choice."""

PLAIN = ("no-better", "nothing-better", "no-split")
"""Reasons that say nothing but that there is no other."""

STAYS = "stays-"
"""How the reasons begin for which legions stay where they are."""


def hint(terms: Terms, view: View, legal: Sequence[May], step: int, names: Names) -> Hint:
    """A hint for the seat of the view, which may do what is `legal`; see `cogs.face.face.Advice`."""
    found = good(view, legal) if legal else ()
    if not found:
        return Hint(terms.say("hint.none"))
    if step > 1:
        rated = (
            terms.say("hint.first", place=place, label=label(terms, action, view, names))
            for place, action in enumerate(found, 1)
        )
        points = _points(terms, matters(view, legal))
        return Hint("\n".join((terms.say("hint.matters"), *points, terms.say("hint.good"), *rated)))
    chosen = found[0]
    whys = _points(terms, reasons(view, legal, chosen)[:WHYS])
    lines = (terms.say("hint.chosen", label=label(terms, chosen, view, names)), *whys, terms.say("hint.own-view"))
    return Hint("\n".join(lines), chosen)


def because(terms: Terms, view: View, legal: Sequence[May]) -> Hint | None:
    """What the bot would do, and why in a line; None if there is nothing to say but that it would go on.

    Of many reasons the first; of staying those of all legions, so that nobody takes it for an oversight.
    """
    found = good(view, legal, 1)
    if not found:
        return None
    whys = [one for one in reasons(view, legal, found[0]) if one.what not in PLAIN]
    if not whys:
        return None
    said = whys if whys[0].what.startswith(STAYS) else whys[:1]
    return Hint(" ".join(point(terms, one) for one in said), found[0])


def _points(terms: Terms, points: Sequence[Matter]) -> list[str]:
    return [f"- {point(terms, one)}" for one in points]


def point(terms: Terms, one: Matter) -> str:
    """Something that matters, as a sentence."""
    said = {name: SAID[name](terms, fact) if name in SAID else fact for name, fact in one.facts.items()}
    return terms.say(f"hint.point.{one.what}", **said)


SAID: Mapping[str, Callable[[Terms, Any], object]] = {
    "legion": Terms.marker,
    "enemy": Terms.marker,
    "legions": several,
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
