"""The conditions under which a game ends by agreement: which there are, and how they are read (V2.3, V2.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Illegal
from engine.titan.data import sheet
from engine.titan.kinds import Kind, read_kinds

NUMBERS: Mapping[str, int] = {"turns": 250, "score": 10_000, "stacks": 19, "wipeouts": 60}
"""The conditions that take a number, with the greatest that makes sense. The least is 1."""

KINDS = ("appearance", "extinction")
"""The conditions that take a kind of character."""

DEADLINE = "deadline"
ENDS = ("turns", DEADLINE, *KINDS, "score", "stacks", "wipeouts")
"""All conditions (V2.3)."""

NO_LIMIT = "turns none"
"""What confirms that a game may have no end but the clock's (V2.5)."""

_NUMBER = re.compile(r"[0-9]{1,9}")
_INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(Z|[+-]\d\d:\d\d)")
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class EndCondition:
    """A condition under which the game ends with its Game-Turn: `key` of `ENDS`, and `value` as text.

    That is a number, the code of a kind, or for a deadline an instant with its zone, `2026-12-24T20:00+01:00`.
    """

    key: str
    value: str


@lru_cache
def ends_of(text: str) -> tuple[EndCondition, ...]:
    """The conditions in `turns 20, score 300`, in the order of `ENDS` (V2.3, V2.5).

    Raises Illegal `ends-unknown`, `ends-twice`, `ends-number`, `ends-kind`, `ends-instant` or `ends-no-limit`.
    """
    found: dict[str, EndCondition | None] = {}
    for part in text.split(","):
        key, _, value = " ".join(part.split()).partition(" ")
        if key not in ENDS:
            raise Illegal("ends-unknown", wanted=key, possible=ENDS)
        if key in found:
            raise Illegal("ends-twice", end=key)
        found[key] = None if f"{key} {value}" == NO_LIMIT else EndCondition(key, _read(key, value))
    ends = tuple(end for key in ENDS if (end := found.get(key)))
    if not ends or ({end.key for end in ends} == {DEADLINE} and "turns" not in found):
        raise Illegal("ends-no-limit")
    return ends


def told(text: str) -> str:
    """The same conditions as one writes them: one spelling for each agreement. Raises what `ends_of` raises."""
    ends = ends_of(text)
    limits = [f"{end.key} {end.value}" for end in ends]
    return ", ".join([*limits, NO_LIMIT] if {end.key for end in ends} == {DEADLINE} else limits)


def _read(key: str, value: str) -> str:
    if key in NUMBERS:
        if not _NUMBER.fullmatch(value) or not 1 <= int(value) <= NUMBERS[key]:
            raise Illegal("ends-number", end=key, wanted=value, most=NUMBERS[key])
        return str(int(value))
    if key == DEADLINE:
        if not _is_instant(value):
            raise Illegal("ends-instant", wanted=value)
        return value
    possible = eligible(key)
    for code, kind in possible.items():
        if value.casefold() in (code.casefold(), kind.name.casefold()):
            return code
    raise Illegal("ends-kind", end=key, wanted=value, possible=tuple(possible))


@lru_cache
def eligible(key: str) -> Mapping[str, Kind]:
    """The kinds that a condition may name: none that a game begins with, and for an extinction none that returns to
    the stacks (V2.3)."""
    creatures = sheet("creatures")
    start = set(creatures["start"]["legion"])
    return {
        code: kind
        for code, kind in read_kinds(creatures).items()
        if kind.name not in start and (key != "extinction" or not kind.returns)
    }


def _is_instant(text: str) -> bool:
    """Whether this is a date and a time with its zone."""
    found = _INSTANT.fullmatch(text)
    if found is None:
        return False
    year, month, day, hour, minute = (int(part) for part in found.groups()[:5])
    zone = found[6]
    if not (1 <= month <= 12 and hour < 24 and minute < 60):
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    fits = zone == "Z" or (int(zone[1:3]) < 24 and int(zone[4:]) < 60)
    return year > 0 and 1 <= day <= _MONTHS[month - 1] + leap and fits
