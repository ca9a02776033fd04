"""How a whole wish may go on while it is typed: the last part of it is completed, what stands before is left alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cogs.skirmish.words import armies
from cogs.skirmish.words.terms import Terms
from cogs.skirmish.words.typed import UNITS, WORD, named
from engine.skirmish import outlook
from engine.skirmish.actions import Place
from engine.skirmish.view import View

PART = re.compile(r"(?P<before>(?:.*[,;])?)\s*(?P<number>\d{1,2}(?=\s))?\s*(?P<last>.*)", re.DOTALL)


def army(terms: Terms, view: View, typed: str) -> Iterator[str]:
    """Whole armies where nothing is typed yet, else the kinds that can be mustered."""
    if not typed.strip():
        for wanted in armies.armies(view).values():
            yield ", ".join(f"{number} {terms.unit(kind)}" for kind, number in wanted.items())
        return
    before, number, last = _parts(typed)
    yield from _ending(before, (f"{number or 1} {terms.unit(kind)}" for kind in outlook.shop(view)), last)


def cards(terms: Terms, able: Iterable[str], typed: str) -> Iterator[str]:
    """The cards that can go or come, those left out that were named before."""
    before, _, last = _parts(typed)
    left = Counter(able)
    left.subtract(_named(terms, before, left))
    yield from _ending(before, (terms.card(card) for card, number in left.items() if number > 0), last)


def _named(terms: Terms, before: str, able: Iterable[str]) -> Iterator[str]:
    called = {terms.card(card).casefold(): card for card in able}
    return (called[part.strip().casefold()] for part in before.split(",") if part.strip().casefold() in called)


def field(terms: Terms, view: View, places: Sequence[Place], typed: str) -> Iterator[str]:
    """The units that are still to be placed, then the hexes for the one that is named."""
    before, _, last = _parts(typed)
    words = WORD.findall(last)
    hexes = [word.upper() for word in words if re.fullmatch(r"\w\d+", word)]
    kind = named(terms.words.language, UNITS, " ".join(words[: len(words) - len(hexes)]).casefold())
    if kind is None:
        yield from _ending(before, (terms.unit(one) for one in dict.fromkeys(outlook.to_place(view))), last)
        return
    taken = {part.upper() for part in WORD.findall(typed)}
    said = " ".join((terms.unit(kind), *hexes))
    yield from _ending(
        before, (f"{said} {place.hex}" for place in places if place.unit == kind and place.hex not in taken), ""
    )


def _parts(typed: str) -> tuple[str, str, str]:
    """What stands before the last comma, a number behind that, and the rest."""
    found = PART.fullmatch(typed)
    assert found is not None, "any text has a last part"
    return found["before"], found["number"] or "", found["last"].strip()


def _ending(before: str, able: Iterable[str], last: str) -> Iterator[str]:
    """The whole text with each of the endings that have in them what was typed of it."""
    return (f"{before} {each}".strip() for each in able if last.casefold() in each.casefold())
