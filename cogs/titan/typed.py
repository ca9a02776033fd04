"""What people type for an order of Titan, in any reasonable spelling: as words of the notation.

`rd2 > 40 left`, `split Rd01 two ogres rd05`, `muster rd4 lion showing 2 centaurs`: creatures by name, in the plural or
as codes, markers in any case and without their zero or by their pictures, lands by number with or without terrain,
sides by their names, hexes in any case. In the language of the terms and in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cogs.house.words import Words
from cogs.titan.labels import enemy_at
from cogs.titan.terms import Terms
from engine.titan.actions import NOTATION, Move, Split
from engine.titan.battle.frame import INDEX
from engine.titan.rules import rules_for
from engine.titan.view import View

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
MARKER = re.compile(r"([^\W\d_]{2})0?(\d{1,2})")
TIMES = re.compile(r"(\d)[x×]")

SIDES = {"right": 1, "bottom": 3, "left": 5}
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_FILLING = "a an and at by from in into on onto over showing side the to under with"
FILLING = frozenset(_FILLING.split())
"""Words that say nothing of their own."""

LISTS = frozenset({"split", "offer", "accept", "muster", "reinforce"})
"""Verbs with characters taken together."""


@lru_cache(maxsize=8)
def _vocabulary(language: str) -> Mapping[str, str]:
    """What each name is in the notation, by its casefold: creatures, pictures of markers, sides, colours, verbs."""
    terms, rules = Terms(Words(language)), rules_for({})
    found: dict[str, str] = {}
    for colour in rules.colours.values():
        found[colour.name.casefold()] = found[terms.colour(colour.name).casefold()] = colour.name
        found |= {name.casefold(): marker for marker, name in colour.names.items()}
        found |= {marker.casefold(): marker for marker in colour.markers}
    for code, kind in rules.kinds.items():
        names = (terms.say(f"creature.{code}", number=number) for number in (1, 2, 5))
        found |= {name.casefold(): code for name in (code, kind.name, kind.plural, *names)}
    for name, side in SIDES.items():
        found[name] = found[terms.side(side).casefold()] = str(side)
    found |= {label.casefold(): label for label in INDEX}
    for said in NOTATION.verbs:
        found[said] = said
        key = f"discord.verb.{said}"
        if key in terms.words:
            found[terms.words.text(key).casefold()] = said
    return found


@lru_cache(maxsize=8)
def _terrains(language: str) -> frozenset[str]:
    terms = Terms(Words(language))
    terrains = rules_for({}).board.terrains
    return frozenset(name.casefold() for terrain in terrains for name in (terrain, terms.terrain(terrain)))


def read(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of the notation that were meant, the verb first; what is no name stays as it was typed.

    Characters are gathered to lists in the order of the notation. Without a verb it is a move.
    """
    words = [*_known(terms.words.language, text)]
    if words and words[0] not in NOTATION.verbs and MARKER.fullmatch(words[0]):
        words.insert(0, "move")
    return (words[0], *_gathered(words)) if words else ()


def _known(language: str, text: str) -> Iterator[str]:
    names, terrains = _vocabulary(language), _terrains(language)
    times = 1
    verb = ""
    for word in WORD.findall(TIMES.sub(r"\1 ", text)):
        low = word.casefold()
        marker = MARKER.fullmatch(low)
        if low in names:
            found = names[low]
            yield from (found,) * (times if found in rules_for({}).kinds else 1)
            verb, times = verb or found, 1
        elif marker is not None and (full := f"{marker[1]}{int(marker[2]):02}") in names:
            yield names[full]
            verb = verb or "move"
        elif low in NUMBERS or (verb in LISTS and low in "12345"):
            times = NUMBERS.get(low) or int(low)
        elif low not in FILLING and low not in terrains:
            yield word
            verb = verb or low


def _gathered(words: Sequence[str]) -> Iterator[str]:
    """The words after the verb, with characters that are taken together as one word."""
    kinds = rules_for({}).rank
    if words[0] not in LISTS:
        yield from words[1:]
        return
    rest = list(words[1:])
    codes = [word for word in rest if word in kinds]
    if words[0] in ("muster", "reinforce"):  # the first is taken, the others are shown for it
        yield from (word for word in rest if word not in kinds)
        yield from codes[:1]
        codes = codes[1:]
    else:
        yield from (word for word in rest if word not in kinds)
    if codes:
        yield ",".join(sorted(codes, key=kinds.__getitem__))


def alike(actions: Sequence[Any], view: View) -> bool:
    """Whether it does not matter which of these is done: a split under any marker, a walk over any side to nobody."""
    match actions[0]:
        case Split(legion, _, creatures):
            return all(isinstance(a, Split) and (a.legion, a.creatures) == (legion, creatures) for a in actions)
        case Move(legion, land):
            same = all(isinstance(a, Move) and (a.legion, a.land) == (legion, land) for a in actions)
            return same and enemy_at(view, land, legion) is None
        case _:
            return False
