"""What a kind is and can do beside its figures, one trait at a time: for whoever explains it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.titan.battle.blows import FARTHEST
from engine.titan.board import TOWER
from engine.titan.phases.muster import earnings
from engine.titan.rules import TITAN, Rules


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that is told of a kind; `number` is how much and `kind` of whom, where that is part of it."""

    what: str
    number: int = 0
    kind: str = ""


TRAITS = (
    "flies", "rangestrikes", "magic", "grows", "titan-teleport", "tower-teleport", "lead", "acquired", "summonable",
    "free", "mustered-by", "mustered-by-like", "musters", "returns", "gone",
)  # fmt: skip
"""All there are."""


def traits(rules: Rules, code: str) -> tuple[Trait, ...]:
    """What a kind is and can do by these rules, what it earns in a Tower among it."""
    return tuple(_traits(rules, code))


def _traits(rules: Rules, code: str) -> Iterator[Trait]:
    kind = rules.kinds[code]
    if kind.flies:
        yield Trait("flies")
    if kind.magic:
        yield Trait("magic", min(FARTHEST, kind.skill))
    elif kind.rangestrikes:
        yield Trait("rangestrikes", min(FARTHEST, kind.skill))
    if code == TITAN:
        yield Trait("lead")
        yield Trait("grows", rules.score_per_power)
        if not rules.no_titan_teleport:
            yield Trait("titan-teleport", rules.teleport_score)
    if kind.lord and not rules.no_tower_teleport:
        yield Trait("tower-teleport")
    if kind.acquire_every:
        yield Trait("acquired", kind.acquire_every)
    if kind.summonable:
        yield Trait("summonable")
    yield from _in_towers(rules, code)
    if code != TITAN:
        yield Trait("returns" if kind.returns else "gone")


def _in_towers(rules: Rules, code: str) -> Iterator[Trait]:
    """What a Tower gives for the kind, and what gives the kind there (R8.5-R8.7)."""
    here = [earning for earning in earnings(rules) if earning.terrain == TOWER]
    to_it = [earning for earning in here if earning.recruit == code]
    if any(not earning.shown for earning in to_it):
        yield Trait("free")
    for number in dict.fromkeys(e.number for e in to_it if e.shown not in ("", code)):
        kinds = [e.shown for e in to_it if e.number == number and e.shown not in ("", code)]
        yield Trait("mustered-by", number, kinds[0] if len(kinds) == 1 else "")
    for earning in here:
        if earning.shown == code:
            yield Trait("mustered-by-like" if earning.recruit == code else "musters", earning.number, earning.recruit)
