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
                clear = [path for sides in _ways(start, end) if (path := _path(relief, a, sides, any_character_blocks))]
                clear.sort(key=lambda path: path.brambles)
                if clear:
                    found[pair(a, b)] = tuple(clear)
    return found


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


def _path(relief: Relief, start: int, sides: tuple[int, ...], any_character_blocks: bool) -> Path | None:
    """The path from `start` over these sides; None if it leaves the map or the map blocks it (R15.8.2-R15.8.7)."""
    hexes, crossings = [start], []
    for side in sides:
        ahead = ACROSS[hexes[-1]][side]
        if ahead is None:
            return None
        crossings.append(relief.crossing(hexes[-1], side))
        hexes.append(ahead)
    between = hexes[1:-1]
    if any(relief.hexes[relief.hazards[at]].blocks_rangestrike for at in between) or _closed(crossings):
        return None
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


def _closed(crossings: list[Crossing | None]) -> bool:
    """Whether the hexsides block the path, whoever strikes."""
    first, last = crossings[0], crossings[-1]
    if (first and first.hazard == WALL and first.up) or (last and last.hazard == WALL and not last.up):
        return True  # R15.8.3: at the foot of a wall
    owned = striker_owns, target_owns = _owned(crossings)
    unowned = [
        crossing.hazard
        for place, crossing in enumerate(crossings)
        if crossing and not (place == 0 and striker_owns) and not (place == len(crossings) - 1 and target_owns)
    ]
    if any(hazard in (CLIFF, DUNE) for hazard in unowned) and owned != (CLIFF, CLIFF):
        return True  # R15.8.5
    if any(hazard not in (CLIFF, DUNE) for hazard in unowned) and not any(owned):
        return True  # R15.8.6
    return sum(crossing is not None for crossing in crossings) >= 3 and not all(owned) and CLIFF not in owned  # R15.8.7
