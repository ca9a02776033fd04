"""The nearest thing that may be done in place of one that may not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from engine.hexes import distance
from engine.likeness import differing
from engine.log import Undo
from engine.notation import verb
from engine.titan.actions import Action, Concede, Flee, Move, Resign, Teleport
from engine.titan.battle.frame import PLACES
from engine.titan.bots.bot_board import FAR, distances
from engine.titan.rules import Rules

GRAVE = (Resign, Concede, Flee)
"""What is never proposed in place of something else."""

KIN: Mapping[type, tuple[type, ...]] = {Move: (Move, Teleport), Teleport: (Teleport, Move)}
"""Verbs that do the same in another way."""


def nearest(rules: Rules, legal: Iterable[Action | Undo], action: Action) -> Action | None:
    """Of what is legal, what differs least from `action`: of the same verb, by the same legion or character.

    Then lands are compared by how many steps they are apart, hexes by their distance, lists of characters by how many
    differ. None if nothing of that verb is possible, or if it would be as grave as giving up.
    """
    kin: tuple[type, ...] = KIN.get(type(action), (type(action),))
    able: list[Action] = [each for each in legal if isinstance(each, kin) and not isinstance(each, (*GRAVE, Undo))]
    return min(able, key=lambda each: _apart(rules, action, each), default=None)


def _apart(rules: Rules, one: Action, other: Action) -> tuple[float, ...]:
    """How far two decisions are apart, field by field; another legion or character is worse than all that follows."""
    mine = {part.name: getattr(one, part.name) for part in fields(one)}
    theirs = {part.name: getattr(other, part.name) for part in fields(other)}
    other_verb = float(verb(type(one)) != verb(type(other)))
    shared = [name for name in mine if name in theirs]
    return *(_between(rules, name, mine[name], theirs[name]) for name in shared), other_verb


def _between(rules: Rules, name: str, mine: Any, theirs: Any) -> float:
    if mine == theirs:
        return 0.0
    match mine, theirs:
        case int(), int() if name == "land":
            return _steps(rules, mine, theirs)
        case int(), int():
            return abs(mine - theirs)
        case tuple(), tuple():
            return differing(mine, theirs)
        case str(), str() if mine in PLACES and theirs in PLACES:
            return distance(PLACES[mine], PLACES[theirs])
        case str(), str() if mine in rules.rank and theirs in rules.rank:
            return abs(rules.rank[mine] - rules.rank[theirs])
        case _:
            return FAR


def _steps(rules: Rules, a: int, b: int) -> float:
    """How many lands two are apart, either way along the signs; a number that is no land is far from all."""
    ways = distances(rules.board)
    if a not in ways or b not in ways:
        return FAR + abs(a - b) / 1000
    return min(ways[a].get(b, FAR), ways[b].get(a, FAR))
