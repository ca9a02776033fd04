"""Finding what answers a question: the sections of a book for words as people type them, the best first.

A word is found in all its forms, since what is compared are stems; and one that nobody here has said is read as the one
it is mistyped for, or as the two that it is made of. What people call a thing in their own way, and what they ask a
section by, stands in data: `finding.toml` has the words of each language that say nothing in a question, and those that
mean the same in any game; `asked.toml` beside the chapters of a game has its own.

Sections are ranked as in BM25F: a rare word counts for more than a common one, a heading for more than the text, and
the second time that a word is there for less than the first. Every word of a question that a section has nothing of
makes it a worse answer.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from pathlib import Path

import snowballstemmer  # type: ignore[import-untyped]

STEMMERS: Mapping[str, str] = {"de": "german", "en": "english", "ru": "russian"}
"""What the library calls a language."""

_WORD = re.compile(r"[^\W_]+")
_ANY_LANGUAGE = Path(__file__).with_suffix(".toml")

WordCounts = tuple[Counter[str], ...]
"""The stems of a section, a counter for each of its parts: see WORTH."""

WORTH, EVEN = (6.0, 2.0, 5.0, 1.0), (0.3, 0.0, 0.5, 0.6)
"""What a word counts for in the title, in that of the chapter, in what a section is asked by, and in its text; and how
much less in a long one, from 0, not at all, to 1, as much as that is longer than others."""

FULL = 5.0
"""The worth at which a word counts for half of what it can at most."""

ALIKE, AKIN, INSIDE, FILLING = 0.9, 0.5, 0.4, 0.2
"""What the rules' word for what was typed counts for; another that people say for it; one that holds what was typed or
is held in it, as German has many; and one that says little, such as *how many* and *must I*."""

SHORTEST = 4
"""The fewest letters of a word that is looked for within others, or compared with them."""

SHORTEST_OF_TWO = 3
"""The fewest letters of a word that another is made of."""

MISSED = 0.6
"""How much it matters that words of a question are missing: at 0 not at all."""

MOST_NEAR, MOST_MENDED = 3, 8
"""So many of the words that were typed are compared with all of the book; and with those that begin like them."""

NEAR, MISTYPED = 0.6, 0.8
"""How much two words must have in common to be alike; and for one of them to be the other, mistyped."""


@dataclass(frozen=True, slots=True)
class SearchVocabulary:
    """How people ask: what means the same, the book's word first; and by which words a section is asked for."""

    same: Sequence[str] = ()
    sections: Mapping[str, str] = field(default_factory=dict)


UNASKED = SearchVocabulary()
"""Nothing is known of how people ask."""


@dataclass(frozen=True, slots=True)
class SearchedSection:
    """A section as it is searched."""

    title: str
    chapter: str
    text: str


class Finder:
    """The sections of a book in one language, by their keys."""

    def __init__(self, language: str, told: Mapping[str, SearchedSection], asked: SearchVocabulary) -> None:
        self._language = language
        self._told = told
        self._asked = asked

    @cached_property
    def _parts(self) -> Mapping[str, WordCounts]:
        by = self._asked.sections
        return {
            key: tuple(Counter(self._stems(text)) for text in (t.title, t.chapter, by.get(key, ""), t.text))
            for key, t in self._told.items()
        }

    @cached_property
    def _sizes(self) -> tuple[float, ...]:
        """How long each part is, on average."""
        return tuple(
            max(1.0, sum(parts[n].total() for parts in self._parts.values()) / len(self._parts))
            for n in range(len(WORTH))
        )

    @cached_property
    def _rarity(self) -> Mapping[str, float]:
        """What each stem counts for: next to nothing if it is in every section."""
        having = Counter(stem for parts in self._parts.values() for stem in set().union(*parts))
        return {stem: math.log(1 + (len(self._parts) - n + 0.5) / (n + 0.5)) for stem, n in having.items()}

    @cached_property
    def _same(self) -> Mapping[tuple[str, ...], dict[str, float]]:
        """What stems of what people say stand for, which may be several words: the stems of the book, and less so those
        that others say for the same."""
        found: dict[tuple[str, ...], dict[str, float]] = {}
        for line in (*_language(self._language).same, *self._asked.same):
            meant, *others = (tuple(self._stems(part)) for part in line.split(","))
            kin = {stem: AKIN for other in others if len(other) == 1 for stem in other} | dict.fromkeys(meant, ALIKE)
            for other in others:
                had = found.setdefault(other, {})
                had |= {stem: max(weight, had.get(stem, 0.0)) for stem, weight in kin.items()}
        return found

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._same), default=1)

    def scores(self, typed: str) -> Mapping[str, float]:
        """What each section that has anything of it is worth as an answer."""
        meant = list(self._meant(self._stems(typed)))
        got, had = defaultdict[str, float](float), defaultdict[str, float](float)
        all_due = 0.0
        for stems in meant:
            due = self._due(stems)
            all_due += due
            for key, worth in self._worth(stems).items():
                got[key] += worth
                had[key] += due
        return {key: worth * (had[key] / all_due) ** MISSED for key, worth in got.items()}

    def just(self, typed: str) -> frozenset[str]:
        """The sections whose title these words are, or which are asked for by just them, but for those that say
        nothing."""
        return self._phrases.get(self.content(typed), frozenset())

    @cached_property
    def _phrases(self) -> Mapping[frozenset[str], frozenset[str]]:
        """The sections by their titles, and by each phrase that they are asked for by."""
        found: dict[frozenset[str], frozenset[str]] = {}
        for key, told in self._told.items():
            phrases = (told.title, *self._asked.sections.get(key, "").split(";"))
            for phrase in filter(None, map(self.content, phrases)):
                found[phrase] = found.get(phrase, frozenset()) | {key}
        return found

    def content(self, text: str) -> frozenset[str]:
        """The stems of a text, but for those that say nothing."""
        return frozenset(self._stems(text)) - _language(self._language).filling

    def typed(self, text: str) -> frozenset[str]:
        """The stems of a text."""
        return frozenset(self._stems(text))

    def stems(self, key: str) -> frozenset[str]:
        """All stems of a section."""
        return frozenset().union(*self._parts[key])

    def near(self, typed: str) -> tuple[str, ...]:
        """Words of the book that are like those that were typed, of which the first few count."""
        return tuple(
            dict.fromkeys(
                close
                for word in plain(typed)[:MOST_NEAR]
                for close in get_close_matches(word, self._vocabulary, 2, NEAR)
            )
        )

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        texts = (text for t in self._told.values() for text in (t.title, t.chapter, t.text))
        return tuple(sorted({word for text in texts for word in plain(text) if len(word) >= SHORTEST}))

    def mended(self, typed: str) -> str:
        """The words that were meant, for those that nothing here has: see `_meaning`."""
        said = plain(typed)
        unknown = [word for word in said if len(word) >= SHORTEST and not self._knows(word)]
        mended = {word: self._meaning(word) for word in unknown[:MOST_MENDED]}
        return " ".join(mended.get(word, word) for word in said)

    def _meaning(self, word: str) -> str:
        """What a word is mistyped for, which begins like it; or the two words it is made of; or it as it stands."""
        if like := get_close_matches(word, self._beginning.get(word[0], ()), 1, MISTYPED):
            return like[0]
        pairs = ((word[:at], word[at:]) for at in range(len(word) - SHORTEST_OF_TWO, SHORTEST_OF_TWO - 1, -1))
        return " ".join(next(filter(lambda pair: all(map(self._knows, pair)), pairs), (word,)))

    def _knows(self, word: str) -> bool:
        return stem(word, self._language) in self._known

    @cached_property
    def _known(self) -> frozenset[str]:
        """The stems of all that can be asked with."""
        return frozenset(stem(word, self._language) for words in self._beginning.values() for word in words)

    @cached_property
    def _beginning(self) -> Mapping[str, Sequence[str]]:
        """The words that can be asked with, by their first letter."""
        language, found = _language(self._language), dict[str, list[str]]()
        texts = (*language.same, *self._asked.same, *self._asked.sections.values(), language.words)
        for word in sorted({*self._vocabulary, *(word for text in texts for word in plain(text))}):
            found.setdefault(word[0], []).append(word)
        return found

    def _meant(self, typed: Sequence[str]) -> Iterator[Mapping[str, float]]:
        """For each word of a question, and for words that mean something together, the stems it stands for."""
        filling, at = _language(self._language).filling, 0
        while at < len(typed):
            size = next((n for n in range(self._longest, 0, -1) if tuple(typed[at : at + n]) in self._same), 1)
            phrase = tuple(typed[at : at + size])
            at += size
            own = {stem: FILLING if stem in filling else 1.0 for stem in phrase}
            yield {**self._kin(own), **self._same.get(phrase, {}), **own}

    def _kin(self, typed: Iterable[str]) -> dict[str, float]:
        """The stems of the book for stems that it lacks: those that hold them, or are held in them."""
        return {
            stem: INSIDE
            for said in typed
            if said not in self._rarity and len(said) >= SHORTEST
            for stem in self._rarity
            if said in stem or (len(stem) >= SHORTEST and stem in said)
        }

    def _due(self, stems: Mapping[str, float]) -> float:
        """What a word of a question would be worth to a section that has it."""
        return max((self._rarity.get(stem, 0.0) * weight for stem, weight in stems.items()), default=0.0)

    def _worth(self, stems: Mapping[str, float]) -> Mapping[str, float]:
        """What a word of a question is worth to each section that has it."""
        found: dict[str, float] = {}
        for stem, weight in stems.items():
            for key, fullness in self._fullness.get(stem, {}).items():
                found[key] = max(found.get(key, 0.0), weight * self._rarity[stem] * fullness)
        return found

    @cached_property
    def _fullness(self) -> Mapping[str, Mapping[str, float]]:
        """How much of a stem the sections have that have any, from 0 to 1, by the stem."""
        had: dict[str, dict[str, float]] = {}
        for key, parts in self._parts.items():
            for part, worth, even, size in zip(parts, WORTH, EVEN, self._sizes, strict=True):
                length = 1 - even + even * part.total() / size
                for stem, number in part.items():
                    sections = had.setdefault(stem, {})
                    sections[key] = sections.get(key, 0.0) + worth * number / length
        return {stem: {key: n / (n + FULL) for key, n in sections.items()} for stem, sections in had.items()}

    def _stems(self, text: str) -> list[str]:
        return [stem(word, self._language) for word in plain(text)]


@dataclass(frozen=True, slots=True)
class _Language:
    words: str
    """Those that say nothing, as they are written."""
    filling: frozenset[str]
    same: tuple[str, ...]


@cache
def _language(language: str) -> _Language:
    """What there is of a language for every game."""
    said = tomllib.loads(_ANY_LANGUAGE.read_text(encoding="utf-8")).get(language, {})
    words = said.get("filling", "")
    return _Language(words, frozenset(stem(word, language) for word in plain(words)), tuple(said.get("same", ())))


@lru_cache(maxsize=1 << 14)
def stem(word: str, language: str) -> str:
    """What is left of a word without its endings: `splitting` and `splits` are both `split`.

    A word of a language that the library does not know stays as it is.
    """
    if language not in STEMMERS:
        return word
    return str(snowballstemmer.stemmer(STEMMERS[language]).stemWord(word))  # a new one: threads cannot share it


def plain(text: str) -> list[str]:
    """The words of a text in small letters and without accents."""
    kept = (sign if sign == "й" else unicodedata.normalize("NFD", sign)[0] for sign in text.casefold())
    return _WORD.findall("".join(kept))
