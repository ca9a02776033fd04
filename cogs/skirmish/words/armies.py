"""Armies to begin with, worked out of the tables: each spends as much as it can, and is of another sort (B4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.skirmish.outlook import shop
from engine.skirmish.tables import Kind
from engine.skirmish.view import View

Army = Mapping[Kind, int]

SORTS: Mapping[str, Callable[[Army], tuple[int, ...]]] = {
    "mixed": lambda army: (sum(map(bool, army.values())), -max(army.values())),
    "many": lambda army: (sum(army.values()), -max(army.values())),
    "strong": lambda army: (_of(army, "elite_or_legend"), -sum(army.values())),
    "shooters": lambda army: (_of(army, "ranged"), -max(army.values())),
}
"""What an army of a sort has the most of; of those that are equal in the first the second counts."""


def armies(view: View) -> Mapping[str, Mapping[str, int]]:
    """An army of each sort for the viewer's points, by kind; those that come to the same are given once."""
    assert view.own is not None, "an army is somebody's own"
    kinds = view.rules.tables.kinds
    left = {kinds[kind]: number for kind, number in shop(view).items()}
    affordable = list(_affordable(tuple(left), left, view.own.points))
    spent = max(map(_cost, affordable), default=0)
    whole = [army for army in affordable if _cost(army) == spent and any(army.values())]
    found: dict[str, Mapping[str, int]] = {}
    for sort, has in SORTS.items():
        if not whole:
            break
        best = max(whole, key=has)
        named = {kind.id: number for kind, number in best.items() if number}
        if named not in found.values():
            found[sort] = named
    return found


def _affordable(kinds: Sequence[Kind], left: Mapping[Kind, int], points: int) -> Iterator[Army]:
    """Every army that so many points buy, of these kinds."""
    if not kinds:
        yield {}
        return
    kind, *rest = kinds
    for number in range(min(left[kind], points // kind.cost) + 1):
        for army in _affordable(rest, left, points - number * kind.cost):
            yield {kind: number, **army}


def _cost(army: Army) -> int:
    return sum(kind.cost * number for kind, number in army.items())


def _of(army: Army, select: str) -> int:
    return sum(number for kind, number in army.items() if kind.fits(select))
