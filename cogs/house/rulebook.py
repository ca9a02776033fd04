"""A game's rules as people read them: Markdown files of one language, their sections, and finding them by words.

A file is a chapter: its first line is the title, `## ` begins a section. A section's heading names the clauses that it
tells, `## How far (R6.3, R6.5)`; each clause has one section, so whatever names a clause can be read up. The letter of
a clause says which rules it is of: a game has one letter, and V is that of a variant. The chapter `glossary` has no
sections but a line for each term, `- **Legion**: one to seven characters (R3.1).`
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

from cogs.house.kit import View

GLOSSARY = "glossary"

VARIANT = "V"
"""The letter of the clauses of a variant."""

CLAUSE = re.compile(r"\b[BRV]\d+\.\d+\b")
_NUMBER = re.compile(r"§? ?(?P<letter>[A-Za-z]?) ?(?P<clause>\d+\.\d+)")
_HEADING = re.compile(r"(?P<title>.*?)(?: \((?P<clauses>[BRV][\d.]+(?:, [BRV][\d.]+)*)\))?")
_TERM = re.compile(r"- \*\*(?P<term>[^*]+)\*\*: (?P<text>.*)")
_WORD = re.compile(r"[^\W_]+")
_RULE = re.compile(r"\|(?: *:?-+:? *\|)+")

TITLE, CHAPTER, MOST = 8.0, 3.0, 3
"""What a word counts for in a title and in that of the chapter; in the text each time, but `MOST` times at most."""

INSIDE = 0.4
"""What a word counts for as a part of a longer one, such as German has many of."""

MOST_NEAR = 3
"""So many of the words that were typed are compared with all of the book."""

ASIDE = 0.3
"""What everything counts for in a chapter of the variant, unless what was typed has a word of the variant's own."""

ENDINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("ings", "ing", "ers", "er", "ed", "es", "s"),
    "de": ("ungen", "ung", "end", "ens", "ern", "en", "em", "er", "es", "et", "st", "e", "n", "s", "t"),
    "ru": (
        "ениями", "ениям", "ениях", "ением", "ения", "ению", "ение", "ений", "ются", "аться", "иться", "ется", "ится",
        "ами", "ями", "ого", "ему", "ому", "ыми", "ими", "ать", "ять", "ить", "еть", "ает", "яет", "ают", "яют", "ешь",
        "ишь", "ов", "ев", "ей", "ой", "ий", "ый", "ая", "яя", "ое", "ее", "ые", "ие", "ам", "ям", "ах", "ях", "ом",
        "ем", "ую", "юю", "ых", "их", "ым", "им", "ет", "ит", "ут", "ют", "ат", "ят", "ть", "а", "я", "о", "е", "ы",
        "и", "у", "ю", "ь", "й",
    ),
}  # fmt: skip
"""What is cut off a word of a language, the longest first, so that its forms are found as one."""

STEM = 3
"""The fewest letters that are left of a word."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section as it is shown: `key` is the same in every language, `moving.3`, counted from 1 in its chapter."""

    key: str
    chapter: str
    title: str
    clauses: tuple[str, ...]
    text: str


class Shelf(Protocol):
    """The rules of a game in every language, and what they are illustrated with."""

    @property
    def blank(self) -> View:
        """The standard game before it begins."""
        ...

    @property
    def illustrated(self) -> Mapping[str, tuple[str, str]]:
        """The picture of some sections: its kind, and what it looks at."""
        ...

    def rulebook(self, language: str) -> Rulebook: ...


class Rulebook:
    """The rules in one language."""

    def __init__(self, language: str, sections: Iterable[Section], terms: Mapping[str, str]) -> None:
        self.language = language
        self.sections = {section.key: section for section in sections}
        self.terms = terms
        """What a word of the game means, by the word."""

    @cached_property
    def _words(self) -> Mapping[str, tuple[Counter[str], Counter[str], Counter[str]]]:
        """The stems in each section's title, chapter and text."""
        return {key: (self._stems(s.title), self._stems(s.chapter), self._stems(s.text)) for key, s in self._all()}

    @cached_property
    def _rarity(self) -> Mapping[str, float]:
        """What each stem counts for: nothing if it is in every section."""
        having = Counter(stem for parts in self._words.values() for stem in set().union(*parts))
        return {stem: math.log(len(self.sections) / number) for stem, number in having.items()}

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        """The letters of the clauses, in the order of the book."""
        return tuple(dict.fromkeys(clause[0] for _, s in self._all() for clause in s.clauses))

    @cached_property
    def _aside(self) -> Set[str]:
        """The sections of the chapters that tell the variant's clauses."""
        chapters = {s.chapter for _, s in self._all() if any(clause[0] == VARIANT for clause in s.clauses)}
        return {key for key, s in self._all() if s.chapter in chapters}

    @cached_property
    def _own(self) -> Set[str]:
        """The words that only the chapters of the variant have."""
        standard = (part for key, parts in self._words.items() if key not in self._aside for part in parts)
        return self._rarity.keys() - set().union(*standard)

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        texts = (text for _, s in self._all() for text in (s.title, s.chapter, s.text))
        return tuple(sorted({word for text in texts for word in _plain(text) if len(word) > STEM}))

    def chapter(self, key: str) -> tuple[Section, ...]:
        """The sections of a section's chapter, in their order."""
        return tuple(s for name, s in self._all() if name.partition(".")[0] == key.partition(".")[0])

    def clause(self, clause: str) -> Section | None:
        """The section that tells a clause: `R6.3`, or `V6.3` of the variant."""
        return next((s for _, s in self._all() if clause in s.clauses), None)

    def named(self, text: str) -> tuple[Section, ...]:
        """The sections of the clauses that a text names, in its order and each once."""
        return tuple(dict.fromkeys(filter(None, map(self.clause, CLAUSE.findall(text)))))

    def find(self, typed: str) -> tuple[Section, ...]:
        """The sections for a clause, for a title as it stands, or for words, the best first.

        Headings count more than text. A number without its letter means that clause of each letter, in the order of
        the book.
        """
        wanted = typed.strip()
        if number := _NUMBER.fullmatch(wanted):
            letters = number["letter"].upper() or self._letters
            told = (self.clause(letter + number["clause"]) for letter in letters)
            return tuple(section for section in told if section)
        stems = self._stems(wanted)
        aside = ASIDE if not self._is_variant(stems.keys()) else 1
        scores = {key: self._score(key, stems) * (aside if key in self._aside else 1) for key in self.sections}
        titled = {key for key, s in self._all() if s.title.casefold() == wanted.casefold()}
        ranked = sorted(
            (key for key in scores if scores[key] > 0 or key in titled),
            key=lambda key: (key not in titled, -scores[key]),
        )
        return tuple(self.sections[key] for key in ranked)

    def near(self, typed: str) -> tuple[str, ...]:
        """Words of the book that are like those that were typed, of which the first few count."""
        words = _plain(typed)[:MOST_NEAR]
        return tuple(
            dict.fromkeys(close for word in words for close in get_close_matches(word, self._vocabulary, 2, 0.6))
        )

    def _is_variant(self, stems: Set[str]) -> bool:
        """Whether these are words of the variant: one that only its chapters have, or all of a chapter's title."""
        return bool(stems & self._own) or any(self._words[key][1].keys() <= stems for key in self._aside)

    def _score(self, key: str, stems: Iterable[str]) -> float:
        title, chapter, text = self._words[key]
        score = 0.0
        for stem in stems:
            worth = TITLE * (stem in title) + CHAPTER * (stem in chapter) + min(text[stem], MOST)
            if worth:
                score += self._rarity[stem] * worth
            elif len(stem) > STEM:
                longer = [word for word in title if stem in word] or [word for word in text if stem in word]
                score += INSIDE * max((self._rarity[word] for word in longer), default=0)
        return score

    def _all(self) -> Iterable[tuple[str, Section]]:
        return self.sections.items()

    def _stems(self, text: str) -> Counter[str]:
        return Counter(stem(word, self.language) for word in _plain(text))


@lru_cache(maxsize=1 << 14)
def stem(word: str, language: str) -> str:
    """What is left of a word without its ending: `splitting` and `splits` are both `split`."""
    ending = next((e for e in ENDINGS.get(language, ()) if word.endswith(e) and len(word) - len(e) >= STEM), "")
    word = word.removesuffix(ending)
    if language != "en":
        return stem(word, language) if ending else word
    if len(word) > STEM and word[-1] in "yie":
        word = word[:-1]
    return word[:-1] if len(word) > STEM and word[-1] == word[-2] else word


def _plain(text: str) -> list[str]:
    """The words of a text in small letters and without accents."""
    kept = (sign if sign == "й" else unicodedata.normalize("NFD", sign)[0] for sign in text.casefold())
    return _WORD.findall("".join(kept))


@lru_cache
def read(folder: Path, language: str) -> Rulebook:
    """The book of a language out of its folder of chapters, which are in the order of their names."""
    sections: list[Section] = []
    terms: dict[str, str] = {}
    for path in sorted((folder / language).glob("*.md")):
        name = path.stem.partition("-")[2]
        title, _, body = path.read_text(encoding="utf-8").partition("\n")
        if name == GLOSSARY:
            terms = {found["term"]: found["text"] for found in map(_TERM.fullmatch, body.splitlines()) if found}
        else:
            sections += _sections(name, title.removeprefix("# ").strip(), body)
    assert sections, f"no rules in {language}"
    return Rulebook(language, sections, terms)


def _sections(name: str, chapter: str, body: str) -> Iterable[Section]:
    _, *parts = re.split(r"^## ", body, flags=re.MULTILINE)
    for number, part in enumerate(parts, 1):
        heading, _, text = part.partition("\n")
        found = _HEADING.fullmatch(heading.strip())
        assert found, f"{chapter}: a heading could not be read"
        clauses = tuple(CLAUSE.findall(found["clauses"] or ""))
        yield Section(f"{name}.{number}", chapter, found["title"], clauses, shown(text))


def shown(text: str) -> str:
    """A text as Discord shows it: tables, which it has none of, become a line for each row; comments and anchors go."""
    lines: list[str] = []
    heads: list[str] = []
    for line in text.splitlines():
        if line.startswith("<") or _RULE.fullmatch(line):
            continue
        if not line.startswith("|"):
            heads = []
            lines.append(line)
        elif not heads:
            heads = _cells(line)
        else:
            first, *cells = _cells(line)
            told = (f"{head}: {cell}" for head, cell in zip(heads[1:], cells, strict=True) if cell)
            lines.append(" · ".join((f"- **{first}**", *told)))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
