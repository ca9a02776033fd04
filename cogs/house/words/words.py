"""Sentences from the files of a language: templates with named blanks, and plural forms.

A template is a text, `"{player} joins."`, or a table with the forms of a plural and the blank that
counts: `{ count = "hits", one = "{hits} hit", other = "{hits} hits" }`. A language is a folder in
`cogs/locale`, with a file for each subject; its `[language]` names one of the PLURALS below.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from cogs.house.values.safe_text import Safe, quoted
from engine.core import Illegal, Seat

LOCALE = Path(__file__).parents[2] / "locale"

ENGLISH = "en"
"""The language of whoever reads none of those that there are, and of the console."""

Names = Mapping[Seat, str]
"""What each seat is called, escaped for Discord."""

PAGE = 1900
"""A page of text leaves room for a heading in a message of 2000 characters."""

LABEL = 80
"""The longest text of a button."""

ALT = 1024
"""The longest description of a picture."""


def _slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return "few"
    return "many"


PLURALS: Mapping[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "one-other": (lambda n: "one" if n == 1 else "other", ("one", "other")),  # English, German, Spanish
    "none-other": (lambda n: "one" if n in (0, 1) else "other", ("one", "other")),  # French: nothing is singular
    "one-few-many": (_slavic, ("one", "few", "many")),  # Russian, Ukrainian
    "other": (lambda n: "other", ("other",)),  # Japanese
}
"""How a language picks a form for a number, and the forms that it has."""


Template = str | Mapping[str, str]


class Words:
    """The texts of one language, by dotted key: `refusal.no-game-here`.

    What it does not have (yet) is said in English; a test names it.
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._templates, self.plural = _load(language)
        self._english = None if language == ENGLISH else Words()

    def __contains__(self, key: str) -> bool:
        return key in self._templates or (self._english is not None and key in self._english)

    @property
    def known(self) -> tuple[str, ...]:
        """Every key of its own files, in their order."""
        return tuple(self._templates)

    def blanks(self, key: str) -> frozenset[str]:
        """The names of the facts that the template of `key` uses, in any of its forms."""
        return frozenset(
            blank for text in self._forms(key) for _, blank, _, _ in Formatter().parse(text) if blank is not None
        )

    def text(self, key: str, **facts: object) -> str:
        """The sentence of `key`. Raises KeyError for a key or a fact that is missing: our mistake."""
        if self._english is not None and key not in self._templates:
            return self._english.text(key, **facts)
        template = self._templates[key]
        if isinstance(template, str):
            return _filled(template, facts)
        count = facts[template["count"]]
        assert isinstance(count, int), f"{key} counts {template['count']}"
        pick, _ = PLURALS[self.plural]
        return _filled(template[pick(count)], facts)

    def listing(self, items: Iterable[str], last: str = "and") -> str:
        """`a, b and c`, for a `last` of `and` or `or`; `comma` and `semicolon` part all alike. Of nothing: its word."""
        parts = tuple(items)
        if not parts:
            return self.text("list.none")
        if len(parts) == 1 or last in ("comma", "semicolon"):
            return self.text(f"list.{last}").join(parts)
        comma = self.text("list.comma")
        return comma.join(parts[:-1]) + self.text(f"list.{last}") + parts[-1]

    def verb(self, said: str) -> str:
        """What a verb of a notation is called in a sentence: `look`, of `peek`. Itself where it has no name."""
        key = f"discord.verb.{said}"
        return self.text(key).casefold() if key in self else said

    def refusal(self, illegal: Illegal, names: Names) -> str:
        """Why something may not be done, for refusals that are no game's own.

        People are told by their names, seats are counted from 1. `refusal.<code>--none` is said where it is in the file
        and one of the lists is empty.
        """
        return self.refused(
            "refusal", illegal, {name: self._said(name, fact, names) for name, fact in illegal.facts.items()}
        )

    def refused(self, section: str, illegal: Illegal, said: Mapping[str, object]) -> str:
        """The sentence for a refusal whose facts have been put into words."""
        key = f"{section}.{illegal.code}"
        empty = any(fact == () for fact in illegal.facts.values())
        if empty and f"{key}--none" in self:
            key = f"{key}--none"
        sentence = self.text(key, **said)
        return begun(sentence)

    def _said(self, name: str, fact: object, names: Names) -> object:
        match fact:
            case int() if name in PEOPLE:
                return names[Seat(fact)]
            case int() if name == "seat":
                return fact + 1
            case str() if name == VERBS:
                return self.verb(fact)
            case str() if name == COMMANDS:
                return f"`{fact}`"
            case str() if f"{name}.{fact}" in self:
                return self.text(f"{name}.{fact}")
            case str():
                return quoted(fact)
            case tuple() | frozenset():
                parts = (str(self._said("seat" if name == "seats" else name, part, names)) for part in fact)
                return self.listing(parts, "and" if name in PEOPLE else "or")
            case _:
                return fact

    def _forms(self, key: str) -> Iterator[str]:
        template = self._templates[key]
        if isinstance(template, str):
            yield template
        else:
            yield from (form for name, form in template.items() if name != "count")


COMMANDS = "commands"
"""The fact of a refusal that is what can be typed."""

VERBS = "verbs"
"""The fact of a refusal that is what an order can begin with."""

PEOPLE = frozenset({"waiting"})
"""The facts of a refusal that are seats and told by their names."""


def begun(said: str) -> str:
    """The text as a sentence begins."""
    return said[:1].upper() + said[1:]


def shortened(said: str, limit: int) -> str:
    """The text, cut at the end of a word if it is longer than `limit`."""
    if len(said) <= limit:
        return said
    cut = said[: limit - 1]
    return (cut.rsplit(None, 1)[0] if " " in cut else cut).rstrip(" ,;:") + "…"


def pages(text: str, limit: int = PAGE) -> tuple[str, ...]:
    """The text in pieces of at most `limit` characters, cut at the ends of lines where that can be."""
    done: list[str] = []
    page = ""
    for line in (piece for whole in text.splitlines() for piece in _pieces(whole, limit)):
        if page and len(page) + 1 + len(line) > limit:
            done.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    return (*done, page) if page else tuple(done)


def _pieces(line: str, limit: int) -> Iterator[str]:
    while len(line) > limit:
        at = line.rfind(" ", 1, limit)
        at = at if at > 0 else limit
        yield line[:at]
        line = line[at:].lstrip()
    yield line


@lru_cache
def languages() -> tuple[str, ...]:
    """The languages that have a folder, English first."""
    others = sorted(path.name for path in LOCALE.iterdir() if path.is_dir() and path.name != ENGLISH)
    return (ENGLISH, *others)


@lru_cache
def spoken(locale: str) -> str:
    """The language for somebody whose Discord is set to `locale`, such as `de` or `en-GB`: English if we lack his."""
    language = locale.partition("-")[0]
    return language if language in languages() else ENGLISH


def _filled(template: str, facts: Mapping[str, object]) -> str:
    """A template with its facts; what somebody typed stands between backticks as it was typed."""
    if any(isinstance(fact, Safe) for fact in facts.values()):
        code = _in_code(template)
        facts = {name: fact.code if isinstance(fact, Safe) and name in code else fact for name, fact in facts.items()}
    return template.format_map(facts)


@cache
def _in_code(template: str) -> frozenset[str]:
    """The blanks of a template that stand between backticks."""
    found, inside = set(), False
    for before, blank, _, _ in Formatter().parse(template):
        inside ^= bool(before.count("`") % 2)
        if inside and blank is not None:
            found.add(blank)
    return frozenset(found)


@lru_cache
def _load(language: str) -> tuple[Mapping[str, Template], str]:
    """The templates of all files of the language, and its plural rule. A key stands in one file only."""
    files = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in _files(language)}
    plural = files["language.toml"]["language"]["plural"]
    assert plural in PLURALS, f"{language}: no plural rule {plural}"
    templates: dict[str, Template] = {}
    for name, tables in files.items():
        for key, template in _flat(tables, PLURALS[plural][1]):
            assert key not in templates, f"{language}/{name}: {key} stands in another file too"
            templates[key] = template
    return templates, plural


def _files(language: str) -> list[Path]:
    return sorted((LOCALE / language).glob("*.toml"))


def _flat(table: Mapping[str, Any], forms: Sequence[str], above: str = "") -> Iterator[tuple[str, Template]]:
    for name, entry in table.items():
        key = f"{above}{name}"
        if isinstance(entry, str):
            yield key, entry
        elif "count" in entry:
            assert set(entry) == {"count", *forms}, f"{key} has the forms {sorted(entry)}"
            yield key, entry
        else:
            yield from _flat(entry, forms, f"{key}.")
