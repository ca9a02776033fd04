"""How far a character gets in a maneuver phase (R12.4-R12.8), with sets of hexes as ints.

All kinds that fly or walk alike, and are native to the same hazards of the map, share a gait.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.titan.battle.frame import NEIGHBOURS, SIZE
from engine.titan.battle.relief import Crossing, Relief

CHUNK = 9
LOW = (1 << CHUNK) - 1


@dataclass(frozen=True, slots=True)
class Spread:
    """From a set of hexes to the union of what is next to each: looked up nine hexes at a time, for speed."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    third: tuple[int, ...]

    def of(self, mask: int) -> int:
        """The union over the hexes of `mask`."""
        return self.first[mask & LOW] | self.second[mask >> CHUNK & LOW] | self.third[mask >> 2 * CHUNK]


def spread(next_to: Sequence[int]) -> Spread:
    """The spread in which each hex leads to the set `next_to[hex]`."""
    first, second, third = (_unions(next_to[at : at + CHUNK]) for at in range(0, SIZE, CHUNK))
    return Spread(first, second, third)


def _unions(masks: Sequence[int]) -> tuple[int, ...]:
    """For each choice of the masks, as the bits of the index, their union."""
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    return tuple(unions)


class Gait(Protocol):
    """Where a character may end its move; `points` are its Skill, `occupied` all hexes with a character."""

    def reach(self, start: int, points: int, occupied: int) -> int:
        """From a hex, itself not counted."""
        ...

    def arrivals(self, entries: int, points: int, occupied: int) -> int:
        """From off the map, over the entry hexes: the first hex is paid for, the map's edge is not (R12.4)."""
        ...


@dataclass(frozen=True, slots=True)
class OnFoot:
    """On foot: hex by hex, never into an occupied one (R12.5). `one` and `two` are the steps of that cost.

    `enter_one` and `enter_two` are the hexes of that cost when nothing lies on the hexside.
    """

    one: Spread
    two: Spread
    enter_one: int
    enter_two: int

    def reach(self, start: int, points: int, occupied: int) -> int:
        here = 1 << start
        return self._walk(here, 0, 0, points, occupied) & ~here

    def arrivals(self, entries: int, points: int, occupied: int) -> int:
        return self._walk(0, entries & self.enter_one, entries & self.enter_two, points, occupied)

    def _walk(self, at: int, after_one: int, after_two: int, points: int, occupied: int) -> int:
        """Spends point by point: `at` is what was reached with the points spent, `before` with one less.

        `after_one` and `after_two` are the entry hexes open to those who have spent so much.
        """
        one, two, before, found = self.one.of, self.two.of, 0, at
        for _ in range(points):
            before, at = at, (one(at) | two(before) | after_one) & ~occupied & ~found
            found |= at
            after_one, after_two = after_two, 0
        return found


@dataclass(frozen=True, slots=True)
class InFlight:
    """Through the air: 1 for each hex `over`, whatever is in it; the hex to land in costs one or two (R12.6)."""

    beside: Spread
    over: int
    land_one: int
    land_two: int
    landings: dict[tuple[int, int], int]

    def reach(self, start: int, points: int, occupied: int) -> int:
        found = self.landings.get((start, points))
        if found is None:
            found = self.landings[start, points] = self._fly(NEIGHBOURS[start], points) & ~(1 << start)
        return found & ~occupied

    def arrivals(self, entries: int, points: int, occupied: int) -> int:
        return self._fly(entries, points) & ~occupied

    def _fly(self, ahead: int, points: int) -> int:
        """The hexes to land in, with `ahead` the next ones and `points` left."""
        found = 0
        for left in range(points, 0, -1):
            found |= ahead & (self.land_one | self.land_two if left > 1 else self.land_one)
            ahead = self.beside.of(ahead & self.over)
        return found


def gait(relief: Relief, flies: bool, natives: frozenset[str]) -> Gait:
    """How those who fly or walk, native to these hazards, get about on a map."""
    if flies:
        landing = [_landing(relief, at, natives) for at in range(SIZE)]
        over = (
            at for at in range(SIZE) if relief.hexes[relief.hazards[at]].fly_over_other or relief.hazards[at] in natives
        )
        return InFlight(spread(NEIGHBOURS), sum(1 << at for at in over), _of(landing, 1), _of(landing, 2), {})
    one, two = [0] * SIZE, [0] * SIZE
    for a, b, crossing in relief.steps():
        cost = _walking(relief, b, crossing, natives)
        if cost == 1:
            one[a] |= 1 << b
        elif cost == 2:
            two[a] |= 1 << b
    entering = [_walking(relief, at, None, natives) for at in range(SIZE)]
    return OnFoot(spread(one), spread(two), _of(entering, 1), _of(entering, 2))


def _of(costs: Iterable[int], wanted: int) -> int:
    """The hexes of this cost."""
    return sum(1 << at for at, cost in enumerate(costs) if cost == wanted)


def _landing(relief: Relief, at: int, natives: frozenset[str]) -> int:
    """What landing costs; 0 for never (R12.7)."""
    hazard = relief.hexes[relief.hazards[at]]
    return hazard.land_native if relief.hazards[at] in natives else hazard.land_other


def _walking(relief: Relief, at: int, crossing: Crossing | None, natives: frozenset[str]) -> int:
    """What a step on foot costs; 0 for never. Slowing by hex and hexside does not add up (R12.7)."""
    hazard = relief.hexes[relief.hazards[at]]
    cost = hazard.ground_native if relief.hazards[at] in natives else hazard.ground_other
    if crossing is None or cost == 0:
        return cost
    side = relief.hexsides[crossing.hazard]
    if not crossing.up:
        across = side.down
    else:
        across = side.up_native if crossing.hazard in natives else side.up_other
    return max(cost, across) if across else 0
