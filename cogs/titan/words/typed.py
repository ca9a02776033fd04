"""What people type for an order of Titan, in any reasonable spelling: as words of the notation, and back.

`rd2 > 40 left`, `split Rd01 two ogres rd05`, `muster horn lion showing 2 centaurs`: creatures by name, in any form of
it or as codes, markers in any case and without their zero or by their pictures, lands by number with or without their
terrain, sides by their names, hexes in any case. In the language of the terms and in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cogs.house.words.text_search import plain, stem
from cogs.house.words.words import ENGLISH, Words
from cogs.titan.words.labels import enemy_at
from cogs.titan.words.terms import Terms
from engine.titan.actions import NOTATION, May, Move, Muster, Split, Teleport
from engine.titan.battle.frame import INDEX
from engine.titan.rules import rules_for
from engine.titan.view import View

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
MARKER = re.compile(r"([^\W\d_]{2})0?(\d{1,2})")
TIMES = re.compile(r"(\d)[x×]")

ENDINGS = (1, 2)
"""So many letters may be added to a name by the grammar where the stems do not tell, as in *Ogern*."""

SIDES = {"right": 1, "bottom": 3, "left": 5}

LISTS = frozenset({"split", "offer", "accept", "muster", "reinforce"})
"""Verbs with creatures taken together."""


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """What words mean, by how they are typed, in small letters.

    `names` are words of the notation: creatures, markers and their pictures, sides, colours, hexes; `verbs` stand
    first, and may be several words; `numbers` count creatures; `filling` says nothing of its own, and neither does a
    terrain, since a land has a number. `stems` are those of the names that have but one meaning.
    """

    names: Mapping[str, str]
    verbs: Mapping[tuple[str, ...], str]
    numbers: Mapping[str, int]
    filling: frozenset[str]
    stems: Mapping[str, str]
    empty: frozenset[str]


@lru_cache(maxsize=8)
def _vocabulary(language: str) -> _Vocabulary:
    rules = rules_for({})
    names: dict[str, str] = {label.casefold(): label for label in INDEX}
    verbs: dict[tuple[str, ...], str] = {(said,): said for said in NOTATION.verbs}
    numbers: dict[str, int] = {}
    filling: set[str] = set()
    spoken: dict[str, str] = {}
    also: dict[tuple[str, ...], str] = {}
    for each in dict.fromkeys((ENGLISH, language)):
        terms = Terms(Words(each))
        words = terms.say("typed.numbers").split()
        numbers |= {word: number for number, several in enumerate(words, 1) for word in several.split(",")}
        filling |= {
            *terms.say("typed.filling").split(),
            *WORD.findall(" ".join(map(terms.terrain, rules.board.terrains)).casefold()),
        }
        for code in rules.kinds:
            for *before, last in _creature(terms, code):
                filling.update(before)
                spoken[last] = code
        for colour in rules.colours.values():
            names[terms.colour(colour.name).casefold()] = colour.name
            spoken |= {terms.say(f"picture.{marker}").casefold(): marker for marker in colour.markers}
        for name, side in SIDES.items():
            spoken |= dict.fromkeys({name, *WORD.findall(terms.from_side(side).casefold())} - filling, str(side))
            names[terms.side(side).casefold()] = str(side)
        verbs |= _said(terms, {f"discord.verb.{said}": said for said in NOTATION.verbs})
        also |= _said(terms, {f"titan.typed.verb.{said}": said for said in NOTATION.verbs})
    for colour in rules.colours.values():
        names[colour.name.casefold()] = colour.name
        names |= {marker.casefold(): marker for marker in colour.markers}
        spoken |= {name.casefold(): marker for marker, name in colour.names.items()}
    names |= {code.casefold(): code for code in rules.kinds}
    stems: dict[str, set[str]] = {}
    for name, meant in spoken.items():
        stems.setdefault(stem("".join(plain(name)), language), set()).add(meant)
    single = {word: next(iter(meant)) for word, meant in stems.items() if len(meant) == 1}
    empty = frozenset(stem(word, language) for word in filling if len(word) > 3)
    return _Vocabulary(spoken | names, also | verbs, numbers, frozenset(filling), single, empty)


def _creature(terms: Terms, code: str) -> Iterator[list[str]]:
    """What a creature is called, each name as its words."""
    kind = terms.rules.kinds[code]
    inflected = (terms.say(f"creature.{code}", number=number) for number in (1, 2, 5))
    return (WORD.findall(name.casefold()) for name in (kind.name, kind.plural, *inflected))


def _said(terms: Terms, keys: Mapping[str, str]) -> Mapping[tuple[str, ...], str]:
    """Verbs by what they are called in the texts with these keys, as far as there are any, several parted by commas."""
    found = ((terms.words.text(key).split(","), said) for key, said in keys.items() if key in terms.words)
    return {tuple(WORD.findall(one.casefold())): said for several, said in found for one in several}


def read(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of the notation that were meant, the verb first; what is no name stays as it was typed.

    Creatures are gathered to lists in the order of the notation. Without a verb it is a move.
    """
    words = [word for word, _ in _known(terms.words.language, text)]
    if words and words[0] not in NOTATION.verbs and MARKER.fullmatch(words[0]):
        words.insert(0, "move")
    return (words[0], *_gathered(words)) if words else ()


def strange(terms: Terms, text: str) -> tuple[str, ...]:
    """The words of an order that say nothing; what has a digit is meant for a name, and may be a wrong one."""
    return tuple(word for word, known in _known(terms.words.language, text) if not known and word.isalpha())


def _known(language: str, text: str) -> Iterator[tuple[str, bool]]:
    """What each word of an order means, and whether it is known."""
    vocabulary, kinds = _vocabulary(language), rules_for({}).kinds
    typed = WORD.findall(TIMES.sub(r"\1 ", text))
    times = 1
    verb, size = _verb(vocabulary, typed)
    if verb:
        yield verb, True
    before = ""
    for word in typed[size:]:
        low = word.casefold()
        if (found := _named(vocabulary, language, low)) is not None:
            if found == before and found not in kinds:  # a marker and its picture, as they are printed: Gd11 “Sun”
                continue
            before = found
            yield from ((found, True),) * (times if found in kinds else 1)
            times = 1
        elif low in vocabulary.numbers or (verb in LISTS and low in "12345"):
            times = vocabulary.numbers.get(low) or int(low)
        elif low not in vocabulary.filling and stem("".join(plain(low)), language) not in vocabulary.empty:
            yield word, False
        verb = verb or low


def _verb(vocabulary: _Vocabulary, typed: Sequence[str]) -> tuple[str, int]:
    """What is to be done, and how many of the first words say so."""
    for size in (3, 2, 1):
        if (said := vocabulary.verbs.get(tuple(word.casefold() for word in typed[:size]))) is not None:
            return said, size
    return "", 0


def _named(vocabulary: _Vocabulary, language: str, low: str) -> str | None:
    if low in vocabulary.names:
        return vocabulary.names[low]
    if (marker := MARKER.fullmatch(low)) is not None:
        return vocabulary.names.get(f"{marker[1]}{int(marker[2]):02}")
    if low in vocabulary.filling:
        return None
    if (found := vocabulary.stems.get(stem("".join(plain(low)), language))) is not None:
        return found
    return next(
        (vocabulary.names[low[:-n]] for n in ENDINGS if len(low) - n > 3 and low[:-n] in vocabulary.names), None
    )


def _gathered(words: Sequence[str]) -> Iterator[str]:
    """The words after the verb, with creatures that are taken together as one word."""
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


def example(terms: Terms, action: May) -> str:
    """An order as people would type it, which is read as this one or as one of those that differ in little."""
    match action:
        case Move(legion, land):
            return f"move {legion} {land}"
        case Teleport(legion, land, _, lord):
            return f"teleport {legion} {land} {_counted(terms, lord)}"
        case Muster(legion, recruit):
            return f"muster {legion} {_counted(terms, recruit)}"
        case _:
            said, *words = NOTATION.line(action).split(" ")
            return " ".join((said, *(_counted(terms, word) for word in words)))


def _counted(terms: Terms, word: str) -> str:
    """A word of the notation with its creatures by name: `2 ogres lion`."""
    codes = word.split(",")
    if not all(code in terms.rules.kinds for code in codes):
        return word
    several = ((code, codes.count(code)) for code in dict.fromkeys(codes))
    return " ".join(
        f"{number if number > 1 else ''} {terms.say(f'creature.{code}', number=number)}".strip()
        for code, number in several
    ).casefold()


def alike(actions: Sequence[May], view: View) -> bool:
    """Whether it does not matter which of these is done: a split under any marker, a walk over any side to nobody."""
    match actions[0]:
        case Split(legion, _, creatures):
            return all(isinstance(a, Split) and (a.legion, a.creatures) == (legion, creatures) for a in actions)
        case Move(legion, land):
            same = all(isinstance(a, Move) and (a.legion, a.land) == (legion, land) for a in actions)
            return same and enemy_at(view, land, legion) is None
        case _:
            return False
