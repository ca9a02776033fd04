"""Phrases with blanks, read and written: `teleport {legion} {land} [{side}] showing {lord}`.

What stands in brackets may be left out, and is if its blank has nothing to say. Upper and lower case are all one, and a
kind may be called by its name or its code: slips of the pen are no mistakes (ASYNC_PLAY A2.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, TypeVar

from engine.titan.battle.frame import INDEX
from engine.titan.battle.policy import MARKS
from engine.titan.rules import rules_for
from engine.titan.sides import BOTH, SIDE_NAMES

T = TypeVar("T")

Filling = dict[str, Any]
"""What stands in the blanks of a phrase, by their names."""

ANY = "any"
"""In the place of a legion: whichever of one's own it is."""

PARTIES = (*SIDE_NAMES, "others")
"""The two of an engagement, and all legions besides."""

SIDES = {"right": 1, "bottom": 3, "left": 5}
SIDE_WORDS = {side: word for word, side in SIDES.items()}
STAY = 0
"""In a list of goals: the legion stays where it is."""


@dataclass(frozen=True, slots=True)
class Blank:
    """What may stand in a place of a phrase: `read` raises ValueError for anything else."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _list(one: Blank) -> Blank:
    def read(said: str) -> tuple[object, ...]:
        return tuple(dict.fromkeys(one.read(part) for part in said.split(",")))

    return Blank(read, lambda values: ",".join(map(one.write, values)))


def _several(one: Blank) -> Blank:
    """A list in which the same may stand twice."""
    return Blank(lambda said: tuple(map(one.read, said.split(","))), lambda values: ",".join(map(one.write, values)))


@cache
def _kinds() -> Mapping[str, str]:
    """The codes of all kinds, by code, name and plural in small letters."""
    kinds = rules_for({}).kinds.items()
    return {said.lower(): code for code, kind in kinds for said in (code, kind.name, kind.plural)}


def _creature(said: str) -> str:
    return _known(_kinds(), said)


def _known(table: Mapping[str, T], said: str) -> T:
    if said.lower() not in table:
        raise ValueError(said)
    return table[said.lower()]


def _marker(said: str) -> str:
    return ANY if said.lower() == ANY else _one(said)


def _one(said: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2}\d\d", said):
        raise ValueError(said)
    return said.capitalize()


def _hex(said: str) -> str:
    if said.upper() not in INDEX:
        raise ValueError(said)
    return said.upper()


def _number(said: str) -> int:
    if not re.fullmatch(r"\d{1,4}", said):
        raise ValueError(said)
    return int(said)


def _within(least: int, most: int) -> Callable[[str], int]:
    def read(said: str) -> int:
        number = _number(said)
        if not least <= number <= most:
            raise ValueError(said)
        return number

    return read


def word(*words: str) -> Blank:
    """One of these words."""
    return Blank(lambda said: _known({each: each for each in words}, said))


def _flag(word: str, value: bool) -> Blank:
    """A word that stands there or does not."""
    return Blank(lambda said: _known({word: value}, said), lambda _: word)


def _goal(said: str) -> int:
    return STAY if said.lower() == "stay" else _within(1, 9999)(said)


def _character(said: str) -> str:
    return said.upper() if said.upper() in INDEX else _creature(said)


def _colour(said: str) -> str:
    return _known({colour.lower(): colour for colour in rules_for({}).colours}, said)


LEGION, ONE, CREATURE, LAND, HEX = Blank(_marker), Blank(_one), Blank(_creature), Blank(_number), Blank(_hex)

BLANKS: Mapping[str, Blank] = {
    "legion": LEGION,
    "marker": ONE,
    "donor": ONE,
    "who": Blank(lambda said: said.lower() if said.lower() in PARTIES else _one(said)),
    "land": LAND,
    "lands": _list(LAND),
    "goals": _list(Blank(_goal, lambda land: "stay" if land == STAY else str(land))),
    "side": Blank(lambda said: _known(SIDES, said), SIDE_WORDS.__getitem__),
    "rolls": _list(Blank(_within(1, 6))),
    "round": Blank(_within(1, 7)),
    "creature": CREATURE,
    "recruit": CREATURE,
    "lord": CREATURE,
    "creatures": _several(CREATURE),
    "losses": _several(CREATURE),
    "shown": _several(CREATURE),
    "recruits": _list(CREATURE),
    "lords": _list(CREATURE),
    "colour": Blank(_colour),
    "colours": _list(Blank(_colour)),
    "lost": word(*SIDE_NAMES, BOTH),
    "hex": HEX,
    "striker": HEX,
    "targets": _list(HEX),
    "carries": _list(HEX),
    "character": Blank(_character),
    "marks": _list(word(*MARKS)),
    "spills": _flag("due-pairs", False),
    "shoots": _flag("no-shots", False),
    "raises": _flag("raised", True),
    "dice": Blank(_within(1, 99)),
    "number": Blank(_within(1, 6)),
    "titan": _flag("titan", True),
}
"""What the blanks of all phrases stand for, by their names; a tuple is written with commas."""


@dataclass(frozen=True)
class Phrase:
    """A phrase by its `form`."""

    form: str

    @property
    def shown(self) -> str:
        """The form as people are shown it, blanks as in the forms of lines."""
        return self.form.replace("{", "<").replace("}", ">")

    @cached_property
    def _parts(self) -> tuple[str | tuple[str, ...], ...]:
        """Words and blanks in order; a tuple of them is what stands in brackets."""
        parts = re.findall(r"\[[^]]*\]|\S+", self.form)
        return tuple(tuple(part[1:-1].split()) if part[0] == "[" else part for part in parts)

    def read(self, words: Sequence[str]) -> Filling | None:
        """What stands in the blanks, those left out not among them; None if the words are no such phrase."""
        return next(self._matches(tuple(words), self._parts), None)

    def _matches(self, words: tuple[str, ...], parts: tuple[str | tuple[str, ...], ...]) -> Iterator[Filling]:
        if not parts:
            if not words:
                yield {}
            return
        first, rest = parts[0], parts[1:]
        if isinstance(first, tuple):
            yield from self._matches(words, (*first, *rest))
            yield from self._matches(words, rest)
            return
        if not words:
            return
        name = first[1:-1] if first[0] == "{" else ""
        if name:
            try:
                value = BLANKS[name].read(words[0])
            except ValueError:
                return
            yield from ({name: value, **found} for found in self._matches(words[1:], rest))
        elif words[0].lower() == first:
            yield from self._matches(words[1:], rest)

    def write(self, blanks: Filling) -> str:
        """The phrase with its blanks filled; brackets whose blank is empty or lacking are left out."""
        said: list[str] = []
        for part in self._parts:
            group = part if isinstance(part, tuple) else (part,)
            names = [word[1:-1] for word in group if word[0] == "{"]
            if all(name in blanks for name in names):
                said += [BLANKS[word[1:-1]].write(blanks[word[1:-1]]) if word[0] == "{" else word for word in group]
        return " ".join(said)


def filled(said: Any) -> Filling:
    """The fields of a dataclass that have something to say in the blanks of a phrase."""
    return {part.name: value for part in fields(said) if (value := getattr(said, part.name))}
