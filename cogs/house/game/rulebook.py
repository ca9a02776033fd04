"""A game's rules as people read them: Markdown files of one language, their sections, and finding them by words.

A file is a chapter: its first line is the title, `## ` begins a section. A section's heading names the clauses that it
tells, `## How far (R6.3, R6.5)`; each clause has one section, so whatever names a clause can be read up. The letter of
a clause says which rules it is of: a game has one letter, and V is that of a variant. The chapter `glossary` has no
sections but a line for each term, `- **Legion**: one to seven characters (R3.1).`
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

from cogs.house.game.game_types import Opaque
from cogs.house.words.text_search import UNASKED, Finder, SearchedSection, SearchVocabulary

GLOSSARY = "glossary"

VARIANT = "V"
"""The letter of the clauses of a variant."""

CLAUSE = re.compile(r"\b[BRV]\d+\.\d+\b")
_NUMBER = re.compile(r"§? ?(?P<letter>[A-Za-z]?) ?(?P<clause>\d+\.\d+)")
_HEADING = re.compile(r"(?P<title>.*?)(?: \((?P<clauses>[BRV][\d.]+(?:, [BRV][\d.]+)*)\))?")
_TERM = re.compile(r"- \*\*(?P<term>[^*]+)\*\*: (?P<text>.*)")
_RULE = re.compile(r"\|(?: *:?-+:? *\|)+")

ASIDE = 0.25
"""What everything counts for in a chapter of the variant, and in one about the bot, unless what was typed has a word
that stands nowhere else."""

ASKED = "asked.toml"
"""How people ask, beside the chapters of a language; nothing of it is shown."""


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
    def blank(self) -> Opaque:
        """The standard game before it begins."""
        ...

    @property
    def illustrated(self) -> Mapping[str, tuple[str, str]]:
        """The picture of some sections: its kind, and what it looks at."""
        ...

    def rulebook(self, language: str) -> Rulebook: ...


class Rulebook:
    """The rules in one language."""

    def __init__(
        self, language: str, sections: Iterable[Section], terms: Mapping[str, str], asked: SearchVocabulary = UNASKED
    ) -> None:
        self.language = language
        self.sections = {section.key: section for section in sections}
        self.terms = terms
        """What a word of the game means, by the word."""
        self._asked = asked

    @cached_property
    def _finder(self) -> Finder:
        told = {key: SearchedSection(section.title, section.chapter, section.text) for key, section in self._all()}
        return Finder(self.language, told, self._asked)

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        """The letters of the clauses, in the order of the book."""
        return tuple(dict.fromkeys(clause[0] for _, s in self._all() for clause in s.clauses))

    @cached_property
    def _aside(self) -> Mapping[str, str]:
        """The sections that are not of the standard game, by their chapters: what they tell is a variant's, or no
        clause's and thus of the bot."""
        letters: dict[str, set[str]] = {}
        for _, s in self._all():
            letters.setdefault(s.chapter, set()).update(clause[0] for clause in s.clauses)
        return {key: s.chapter for key, s in self._all() if letters[s.chapter] <= {VARIANT}}

    @cached_property
    def _own(self) -> Mapping[str, Set[str]]:
        """The words that only such a chapter has, by the chapter."""
        standard = frozenset().union(*(self._finder.stems(key) for key, _ in self._all() if key not in self._aside))
        found: dict[str, frozenset[str]] = {}
        for key, chapter in self._aside.items():
            found[chapter] = found.get(chapter, frozenset()) | self._finder.stems(key) - standard
        return found

    @cached_property
    def _termed(self) -> Mapping[frozenset[str], Set[str]]:
        """The sections of the clauses that the glossary names, by the words of their term."""
        return {self.content(term): {s.key for s in self.named(said)} for term, said in self.terms.items()}

    def _is_aside(self, key: str, typed: Set[str]) -> bool:
        """Whether a section is of a chapter that nothing of what was typed asks for: no word of its own is there, and
        not all words of its title."""
        chapter = self._aside.get(key)
        return chapter is not None and not typed & self._own[chapter] and not typed >= self._finder.typed(chapter)

    def chapter(self, key: str) -> tuple[Section, ...]:
        """The sections of a section's chapter, in their order."""
        return tuple(s for name, s in self._all() if name.partition(".")[0] == key.partition(".")[0])

    def clause(self, clause: str) -> Section | None:
        """The section that tells a clause: `R6.3`, or `V6.3` of the variant."""
        return next((s for _, s in self._all() if clause in s.clauses), None)

    def named(self, text: str) -> tuple[Section, ...]:
        """The sections of the clauses that a text names, in its order and each once."""
        return tuple(dict.fromkeys(filter(None, map(self.clause, CLAUSE.findall(text)))))

    def find(self, words: str) -> tuple[Section, ...]:
        """The sections for a clause, for a title as it stands, or for words, the best first.

        Headings count more than text. A number without its letter means that clause of each letter, in the order of
        the book.
        """
        wanted = words.strip()
        if number := _NUMBER.fullmatch(wanted):
            letters = number["letter"].upper() or self._letters
            told = (self.clause(letter + number["clause"]) for letter in letters)
            return tuple(section for section in told if section)
        meant = self._finder.mended(wanted)
        typed = self._finder.typed(meant)
        scores = {
            key: score * (ASIDE if self._is_aside(key, typed) else 1)
            for key, score in self._finder.scores(meant).items()
        }
        titled = {key for key, s in self._all() if s.title.casefold() == wanted.casefold()}
        asked = self._finder.just(meant) or self._termed.get(self.content(meant), frozenset())
        ranked = sorted(
            (key for key in self.sections if key in scores or key in titled),
            key=lambda key: (key not in titled, key not in asked, -scores.get(key, 0)),
        )
        return tuple(self.sections[key] for key in ranked)

    def content(self, words: str) -> frozenset[str]:
        """What words say, without their endings and without those that say nothing."""
        return self._finder.content(words)

    def near(self, typed: str) -> tuple[str, ...]:
        """Words of the book that are like those that were typed, of which the first few count."""
        return self._finder.near(typed)

    def _all(self) -> Iterable[tuple[str, Section]]:
        return self.sections.items()


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
    said = folder / language / ASKED
    asked = tomllib.loads(said.read_text(encoding="utf-8")) if said.exists() else {}
    return Rulebook(language, sections, terms, SearchVocabulary(asked.get("same", ()), asked.get("sections", {})))


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
