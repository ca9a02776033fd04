"""Line of sight (R15.8): which paths a rangestrike may take, and who would stand in its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.hexes import STEPS, Axial, distance
from engine.titan.battle.frame import ACROSS, HEXES, PLACES, SIZE, pair
from engine.titan.battle.relief import BRAMBLE, CLIFF, DUNE, WALL, Crossing, Relief


class Path(NamedTuple):
    """A path that the map leaves clear: a character on one of `blockers` blocks it."""

    blockers: int
    brambles: int


Lines = Mapping[int, tuple[Path, ...]]


def lines(relief: Relief, any_character_blocks: bool) -> Lines:
    """For each pair of hexes at range 3 or 4, its clear paths, those with fewest brambles first.

    Pairs without any are left out. `any_character_blocks` is the option of that name.
    """
    found: dict[int, tuple[Path, ...]] = {}
    for a in range(SIZE):
        for b in range(SIZE):
            start, end = PLACES[HEXES[a]], PLACES[HEXES[b]]
            if distance(start, end) in (2, 3):
                ways = (_path(relief, a, sides, any_character_blocks) for sides in _ways(start, end))
                clear = [way for way in ways if isinstance(way, Path)]
                clear.sort(key=lambda path: path.brambles)
                if clear:
                    found[pair(a, b)] = tuple(clear)
    return found


def obstacles(relief: Relief, a: int, b: int) -> tuple[str, ...]:
    """What the map puts in the way of each path between hexes at range 3 or 4, of those that it blocks (R15.8).

    `edge` is the map's; `tree`; `wall` for a character at the foot of one; `cliff`, `dune` or `hexside` for a hazard
    that neither of the two has before its own hex; `three` for as many hazards.
    """
    ways = (_path(relief, a, sides, False) for sides in _ways(PLACES[HEXES[a]], PLACES[HEXES[b]]))
    return tuple(way for way in ways if isinstance(way, str))


def _ways(start: Axial, end: Axial) -> tuple[tuple[int, ...], ...]:
    """The paths as the sides to leave by (R15.8.1): one along a straight line or at a + a + b, two at a + b."""
    offset = (end[0] - start[0], end[1] - start[1])
    for side in range(6):
        q, r = STEPS[side]
        for length in (2, 3):
            if offset == (q * length, r * length):
                return ((side,) * length,)
        for other in ((side + 1) % 6, (side - 1) % 6):
            oq, or_ = STEPS[other]
            if offset == (q + oq, r + or_):
                return (side, other), (other, side)
            if offset == (2 * q + oq, 2 * r + or_):
                return ((side, other, side),)
    raise AssertionError((start, end))


def _path(relief: Relief, start: int, sides: tuple[int, ...], any_character_blocks: bool) -> Path | str:
    """The path from `start` over these sides, or why there is none: see `obstacles` (R15.8.2-R15.8.7)."""
    hexes, crossings = [start], []
    for side in sides:
        ahead = ACROSS[hexes[-1]][side]
        if ahead is None:
            return "edge"
        crossings.append(relief.crossing(hexes[-1], side))
        hexes.append(ahead)
    between = hexes[1:-1]
    if any(relief.hexes[relief.hazards[at]].blocks_rangestrike for at in between):
        return "tree"
    if shut := _shut(crossings):
        return shut
    striker_owns, target_owns = _owned(crossings)
    low = min(relief.elevation[hexes[0]], relief.elevation[hexes[-1]])
    blockers = 0
    for at in between:
        below = relief.elevation[at] < low
        foot = (at == between[0] and striker_owns == CLIFF) or (at == between[-1] and target_owns == CLIFF)
        if any_character_blocks or not (below or foot):
            blockers |= 1 << at
    return Path(blockers, sum(relief.hazards[at] == BRAMBLE for at in between))


def _owned(crossings: list[Crossing | None]) -> tuple[str, str]:
    """The hazards in front of striker and target that belong to their own hexes; empty for none (R15.8.5)."""
    first, last = crossings[0], crossings[-1]
    return (
        first.hazard if first and not first.up else "",
        last.hazard if last and last.up else "",
    )


def _shut(crossings: list[Crossing | None]) -> str:
    """What hexside blocks the path, whoever strikes; empty if none does."""
    first, last = crossings[0], crossings[-1]
    if (first and first.hazard == WALL and first.up) or (last and last.hazard == WALL and not last.up):
        return WALL  # R15.8.3: at the foot of a wall
    owned = striker_owns, target_owns = _owned(crossings)
    unowned = [
        crossing.hazard
        for place, crossing in enumerate(crossings)
        if crossing and not (place == 0 and striker_owns) and not (place == len(crossings) - 1 and target_owns)
    ]
    steep = next((hazard for hazard in unowned if hazard in (CLIFF, DUNE)), "")
    if steep and owned != (CLIFF, CLIFF):
        return steep  # R15.8.5
    if any(hazard not in (CLIFF, DUNE) for hazard in unowned) and not any(owned):
        return "hexside"  # R15.8.6
    if sum(crossing is not None for crossing in crossings) >= 3 and not all(owned) and CLIFF not in owned:
        return "three"  # R15.8.7
    return ""
