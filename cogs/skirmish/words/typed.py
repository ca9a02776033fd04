"""What people type for an order of skirmish, in any reasonable spelling: as words of the notation.

`c6 > e7`, `attack e6 e7`, `order archers`, `cast crushing force on C7`, `no card`: whatever is printed on a button, and
units, cards and halves by name, by one word of it that no other has, or by their ids; hexes in any case. In every
language, that of the terms first. A unit may be named in place of its hex, or before it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

from cogs.house.words.text_search import stem
from cogs.house.words.words import ENGLISH, Words, languages
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import NOTATION, May, Move
from engine.skirmish.board import HEXES
from engine.skirmish.combat.results import FRENZY, HEAVY_SWING, POISON, REND, STUNNING_BLOW
from engine.skirmish.sheets import tables
from engine.skirmish.view import View

WORD = re.compile(r"[^\W_]+(?:['’_-][^\W_]+)*")

_FILLING = "a an and at by for from in into of on onto over the to unit with × x"
FILLING = frozenset(_FILLING.split())
"""Words that say nothing of their own."""

UNITS, COMMANDS, LORE, HALVES, USES = "unit", "command", "lore", "half", "use"
SORTS = (UNITS, COMMANDS, LORE, HALVES, USES)

KEYS = {
    UNITS: ("unit", "caption.unit"),
    COMMANDS: ("card",),
    LORE: ("card",),
    HALVES: ("half",),
    USES: ("ability",),
}
"""Where their names stand in the files of a language."""

ON_HEXES = ("order", "move", "attack", "cast", "instruct", "commit")
"""The verbs that are about units where they stand."""

CHOSEN = "chosen"
"""What a command card orders in that is played for a section."""

PRINTED = {
    f"{part}.{key}": tuple(line.split())
    for part, lines in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
    for key, line in lines.items()
}
"""What a button says that has no facts in it, and what it means."""

LONGEST = 5
"""No name has more words."""


def named(language: str, sort: str, phrase: str) -> str | None:
    """The id of what is called so, in any form of its words; None if nothing of the sort is."""
    if (id_ := names(language, sort).get(phrase)) is not None:
        return id_
    stemmed = _stemmed(language, sort)
    return next((stemmed[form] for form in _forms(language, phrase) if form in stemmed), None)


def _forms(language: str, phrase: str) -> Iterator[str]:
    """A phrase with its words as stems, or as they are: `громил` has no ending, but one is cut from it."""
    return map(" ".join, product(*(dict.fromkeys((stem(word, language), word)) for word in phrase.split())))


@lru_cache(maxsize=32)
def _stemmed(language: str, sort: str) -> Mapping[str, str]:
    """The names of a language by the stems of their words: `сокрушающую силу` is `сокрушающая сила`.

    What several have in common is none of them.
    """
    found: dict[str, set[str]] = {}
    for called, id_ in _names(language, sort).items():
        stems = " ".join(stem(word, language) for word in called.split())
        found.setdefault(stems, set()).add(id_)
    return {stems: next(iter(ids)) for stems, ids in found.items() if len(ids) == 1}


@lru_cache(maxsize=32)
def names(language: str, sort: str) -> Mapping[str, str]:
    """The ids of a sort of thing by what they may be called, casefolded: all names, and words that only one has."""
    found: dict[str, str] = {}
    for each in _tongues(language):
        found = _names(each, sort) | found
    return found


def _tongues(language: str) -> tuple[str, ...]:
    """Every language, the one that is typed in first."""
    return tuple(dict.fromkeys((language, ENGLISH, *languages())))


def _names(language: str, sort: str) -> dict[str, str]:
    """The same in one language."""
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
    uses = (HEAVY_SWING, STUNNING_BLOW, POISON, FRENZY, REND)
    every = {UNITS: found.kinds, COMMANDS: found.commands, LORE: found.lore, HALVES: found.halves, USES: uses}
    return tuple(every[sort])


def _called(language: str, sort: str, id_: str) -> Iterator[str]:
    yield id_.casefold()
    yield id_.replace("_", " ").casefold()
    for key in KEYS[sort]:
        if (full := f"skirmish.{key}.{id_}") in (words := Words(language)):
            yield spelt(words.text(full))


def spelt(text: str) -> str:
    """The words of a text, casefolded, without what stands between them."""
    return " ".join(WORD.findall(text.casefold()))


@lru_cache(maxsize=8)
def _verbs(language: str) -> Mapping[str, str]:
    words = Words(language)
    found = {said: said for said in NOTATION.verbs}
    for said in NOTATION.verbs:
        if (key := f"discord.verb.{said}") in words:
            found[words.text(key).casefold()] = said
    return found


@lru_cache(maxsize=8)
def _printed(language: str) -> Mapping[str, tuple[str, ...]]:
    """What is meant by the words of a button."""
    found: dict[str, tuple[str, ...]] = {}
    for each in _tongues(language):
        found = {spelt(Words(each).text(f"skirmish.{key}")): line for key, line in PRINTED.items()} | found
    return found


def read(terms: Terms, text: str, view: View) -> tuple[str, ...]:
    """The words of the notation that were meant, the verb first; what is no name stays as it was typed.

    Two hexes without a verb are a move. Units are found where the view has them.
    """
    if (line := _printed(terms.words.language).get(spelt(text))) is not None:
        return line
    words = [*_known(terms.words.language, WORD.findall(text))]
    if words and (words[0] in HEXES or words[0] in terms.tables.kinds):
        words.insert(0, "move")
    if len(words) == 2 and words[0] == "play" and words[1] in terms.tables.commands:
        return (*words, *(() if CHOSEN in terms.tables.commands[words[1]].orders else ("text",)))
    return (*words[:1], *_where(terms, view, words[1:])) if words and words[0] in ON_HEXES else tuple(words)


def _where(terms: Terms, view: View, words: Sequence[str]) -> Iterator[str]:
    """The words with hexes for units: the first is one's own if it can be, any other the enemy's.

    A name before the hex of such a unit says nothing more, and one that several of one's own bear leaves open which.
    """
    for place, word in enumerate(words):
        units = [unit for unit in view.units if unit.kind == word]
        if word not in terms.tables.kinds:
            yield word
        elif not any(unit.hex in words[place + 1 : place + 2] for unit in units):
            own = [unit.hex for unit in units if unit.owner == view.viewer]
            other = [unit.hex for unit in units if unit.owner != view.viewer]
            if place or not own:
                yield next(iter((*other, *own)), word)
            elif len(own) == 1:
                yield own[0]


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
            if phrase not in FILLING and (id_ := named(language, sort, phrase)) is not None:
                return id_, length
    return rest[0], 1


def strange(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of an order that say nothing; what has a digit is meant for a hex, and may be a wrong one."""
    known = {*NOTATION.verbs, *HEXES, *(id_ for sort in SORTS for id_ in _ids(sort))}
    words = _known(terms.words.language, WORD.findall(text))
    return tuple(word for word in words if word not in known and word.isalpha())


def counted(terms: Terms, sort: str, text: str) -> tuple[Counter[str], tuple[str, ...]]:
    """How many of which are meant, as `5 citadel guard, roc x2`, and what of it is no name of the sort."""
    found, strange = Counter[str](), list[str]()
    for part in re.split(r"[,;+\n]", text):
        words = [word.casefold() for word in WORD.findall(re.sub(r"(\d)\s*[x×*]|[x×*]\s*(\d)", r" \1\2 ", part))]
        numbers = [word for word in words if word.isdecimal()]
        rest = [word for word in words if not word.isdecimal()]
        spelt = (" ".join(rest), " ".join(word for word in rest if word not in FILLING))
        id_ = next(filter(None, (named(terms.words.language, sort, each) for each in spelt)), "")
        if not words:
            continue
        if not id_ or len(numbers) > 1 or any(len(number) > 2 for number in numbers):
            strange.append(part.strip())
            continue
        found[id_] += int(numbers[0]) if numbers else 1
    return found, tuple(strange)


def alike(actions: Sequence[May], view: View) -> bool:
    """Whether it does not matter which of these is done: the same walk, by the shortest way or by a longer one."""
    first = actions[0]
    return isinstance(first, Move) and all(
        isinstance(action, Move) and (action.unit, action.to) == (first.unit, first.to) for action in actions
    )
