"""What people type for an order of skirmish, in any reasonable spelling: as words of the notation.

`c6 > e7`, `attack e6 e7`, `buy roc`, `cast crushing force on C7`: units, cards and halves by name, by one word of it
that no other has, in the plural or by their ids; hexes in any case. In the language of the terms and in English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cogs.house.words import ENGLISH, Words
from cogs.skirmish.terms import Terms
from engine.skirmish.actions import NOTATION, Move
from engine.skirmish.board import HEXES
from engine.skirmish.tables import tables
from engine.skirmish.view import View

WORD = re.compile(r"[^\W_]+(?:['’_-][^\W_]+)*")

_FILLING = "a an and at by for from in into of on onto over the to unit with × x"
FILLING = frozenset(_FILLING.split())
"""Words that say nothing of their own."""

UNITS, COMMANDS, LORE, HALVES = "unit", "command", "lore", "half"
SORTS = (UNITS, COMMANDS, LORE, HALVES)

KEYS = {UNITS: "unit", COMMANDS: "card", LORE: "card", HALVES: "half"}
"""Where their names stand in the files of a language."""

LONGEST = 5
"""No name has more words."""


@lru_cache(maxsize=8)
def names(language: str, sort: str) -> Mapping[str, str]:
    """The ids of a sort of thing by what they may be called, casefolded: all names, and words that only one has."""
    found: dict[str, str] = {}
    words: dict[str, set[str]] = {}
    for id_ in _ids(sort):
        for called in _called(language, sort, id_):
            found[called] = id_
            for word in called.split():
                words.setdefault(word, set()).add(id_)
    single = {word: next(iter(ids)) for word, ids in words.items() if len(ids) == 1 and len(word) > 2}
    return single | found


def _ids(sort: str) -> Sequence[str]:
    found = tables()
    return tuple({UNITS: found.kinds, COMMANDS: found.commands, LORE: found.lore, HALVES: found.halves}[sort])


def _called(language: str, sort: str, id_: str) -> Iterator[str]:
    yield id_.casefold()
    yield id_.replace("_", " ").casefold()
    for each in dict.fromkeys((language, ENGLISH)):
        name = Words(each).text(f"skirmish.{KEYS[sort]}.{id_}")
        yield " ".join(WORD.findall(name.casefold()))


@lru_cache(maxsize=8)
def _verbs(language: str) -> Mapping[str, str]:
    words = Words(language)
    found = {said: said for said in NOTATION.verbs}
    for said in NOTATION.verbs:
        if (key := f"discord.verb.{said}") in words:
            found[words.text(key).casefold()] = said
    return found


def read(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of the notation that were meant, the verb first; what is no name stays as it was typed.

    Two hexes without a verb are a move.
    """
    words = [*_known(terms.words.language, WORD.findall(text))]
    if words and words[0] in HEXES:
        words.insert(0, "move")
    return tuple(words)


def _known(language: str, typed: Sequence[str]) -> Iterator[str]:
    rest = list(typed)
    first = True
    while rest:
        found, length = _next(language, rest, first)
        if found.casefold() not in FILLING:
            yield found
            first = False
        del rest[:length]


def _next(language: str, rest: Sequence[str], first: bool) -> tuple[str, int]:
    """What the next words mean, and how many they are: the longest name counts."""
    if first and (said := _verbs(language).get(rest[0].casefold())) is not None:
        return said, 1
    if rest[0].upper() in HEXES:
        return rest[0].upper(), 1
    for length in range(min(LONGEST, len(rest)), 0, -1):
        phrase = " ".join(rest[:length]).casefold()
        for sort in SORTS:
            if phrase not in FILLING and (id_ := names(language, sort).get(phrase)) is not None:
                return id_, length
    return rest[0], 1


def strange(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of an order that say nothing; what has a digit is meant for a hex, and may be a wrong one."""
    known = {*NOTATION.verbs, *HEXES, *(id_ for sort in SORTS for id_ in _ids(sort))}
    words = _known(terms.words.language, WORD.findall(text))
    return tuple(word for word in words if word not in known and word.isalpha())


def counted(terms: Terms, sort: str, text: str) -> tuple[Counter[str], tuple[str, ...]]:
    """How many of which are meant, as `5 citadel guard, roc x2`, and what of it is no name of the sort."""
    called, found, strange = names(terms.words.language, sort), Counter[str](), list[str]()
    for part in re.split(r"[,;+\n]", text):
        words = [word.casefold() for word in WORD.findall(re.sub(r"(\d)\s*[x×*]|[x×*]\s*(\d)", r" \1\2 ", part))]
        numbers = [word for word in words if word.isdecimal()]
        rest = [word for word in words if not word.isdecimal()]
        spelt = (" ".join(rest), " ".join(word for word in rest if word not in FILLING))
        name = next((each for each in spelt if each in called), "")
        if not words:
            continue
        if not name or len(numbers) > 1 or any(len(number) > 2 for number in numbers):
            strange.append(part.strip())
            continue
        found[called[name]] += int(numbers[0]) if numbers else 1
    return found, tuple(strange)


def alike(actions: Sequence[Any], view: View) -> bool:
    """Whether it does not matter which of these is done: the same walk, by the shortest way or by a longer one."""
    first = actions[0]
    return isinstance(first, Move) and all(
        isinstance(action, Move) and (action.unit, action.to) == (first.unit, first.to) for action in actions
    )
