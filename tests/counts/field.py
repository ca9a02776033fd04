"""The battleland as it lies, and maneuvers by naive search (R10, R12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from tests.counts.figures import MAPS, native, one_of, skill

COLUMNS = {"A": 3, "B": 4, "C": 5, "D": 6, "E": 5, "F": 4}
WAYS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""Over each side of a hex, 0 top and on clockwise, in columns and half hexes."""

PLACES = {
    f"{letter}{row}": (column, 2 * row - height - 1)
    for column, (letter, height) in enumerate(COLUMNS.items())
    for row in range(1, height + 1)
}
LABELS = list(PLACES)
"""In the order of `Fighter.hex`."""

AT = {place: label for label, place in PLACES.items()}

ENTRIES = {
    1: ("F1 F2 F3 F4", "A1 A2 A3"),
    3: ("A1 B1 C1 D1", "D6 E5 F4"),
    5: ("A3 B4 C5 D6", "D1 E1 F1"),
}
"""The attacker's and the defender's hexes by entry side (R10.2)."""

WALLED = ["C3", "C4", "D3", "D4", "D5", "E3", "E4"]
FLYERS = "Angel Archangel Dragon Gargoyle Gorgon Griffon Guardian Ranger Wyvern"
NEVER = 99


def beyond(label: str, side: int) -> str | None:
    """The hex over a side, None off the map."""
    (x, y), (dx, dy) = PLACES[label], WAYS[side]
    return AT.get((x + dx, y + dy))


@cache
def neighbours(label: str) -> dict[str, int]:
    """The hexes around, each with the side it lies over."""
    return {there: side for side in range(6) if (there := beyond(label, side))}


@cache
def hexside(terrain: str, a: str, b: str) -> tuple[str, str]:
    """What lies between two neighbours, and the hex that it belongs to; empty if nothing does."""
    side = neighbours(a)[b]
    for owner, hazard in ((a, MAPS[terrain][a]["sides"][side]), (b, MAPS[terrain][b]["sides"][(side + 3) % 6])):
        if hazard:
            return hazard, owner
    return "", ""


@cache
def in_contact(terrain: str, a: str, b: str) -> bool:
    """R12.2: neighbours, and no Cliff between them."""
    return b in neighbours(a) and hexside(terrain, a, b)[0] != "cliff"


def range_of(a: str, b: str) -> int:
    """R15.3: both end hexes counted."""
    dx, dy = (abs(p - q) for p, q in zip(PLACES[a], PLACES[b], strict=True))
    return dx + max(0, dy - dx) // 2 + 1


def flies(code: str) -> bool:
    """R12.6"""
    return one_of(code, FLYERS)


@cache
def hex_cost(terrain: str, code: str, label: str) -> int:
    """The columns of R12.7: walking into a hex, or landing there."""
    hazard = str(MAPS[terrain][label]["terrain"])
    match hazard:
        case "plain" | "tower":
            return 1
        case "tree":
            return NEVER
        case "bog" | "volcano":
            return 1 if native(code, hazard) else NEVER
        case "sand" if flies(code):
            return 1
        case "bramble" | "sand" | "drift":
            return 1 if native(code, hazard) else 2
    raise AssertionError(hazard)


@cache
def side_cost(terrain: str, code: str, a: str, b: str) -> int:
    """R12.7: crossing a hexside on foot, into a hex without hazard."""
    hazard, owner = hexside(terrain, a, b)
    if hazard == "cliff":
        return NEVER
    if hazard == "wall" and owner == b:
        return 2
    if hazard == "slope" and owner == b:
        return 1 if native(code, hazard) else 2
    return 1


@cache
def step_cost(terrain: str, code: str, a: str, b: str, cumulative: bool = False) -> int:
    """R12.7 on foot: 2 replaces 1; with `cumulative_slow` slowing adds up to 3 (R12.10)."""
    costs = hex_cost(terrain, code, b), side_cost(terrain, code, a, b)
    if NEVER in costs:
        return NEVER
    return sum(costs) - 1 if cumulative else max(costs)


def maneuvers(
    terrain: str,
    code: str,
    start: str | None,
    entries: Collection[str],
    occupied: Collection[str],
    cumulative: bool = False,
    one_hex: bool = False,
) -> set[str]:
    """R12.4-R12.7: where a character may go from `start`, or from off the map over `entries`."""
    found: set[str] = set()
    seen: set[tuple[str, int]] = set()

    def come(label: str, cost: int, left: int) -> None:
        if flies(code):
            if label not in occupied and hex_cost(terrain, code, label) <= left:
                found.add(label)
            passable = MAPS[terrain][label]["terrain"] != "volcano" or native(code, "volcano")
            if passable and left >= 1:
                go(label, left - 1)
        elif cost <= left and label not in occupied:
            found.add(label)
            go(label, left - cost)

    def go(label: str, left: int) -> None:
        if (label, left) in seen:
            return
        seen.add((label, left))
        for there in neighbours(label):
            come(there, step_cost(terrain, code, label, there, cumulative), left)

    points = skill(code)
    if start is not None:
        go(start, points)
        if one_hex and not flies(code):  # R12.10
            found |= {there for there in _steps(terrain, code, start) if there not in occupied}
    else:
        for label in entries:
            come(label, hex_cost(terrain, code, label), points)
    return found - {start}


def _steps(terrain: str, code: str, start: str) -> Iterator[str]:
    return (there for there in neighbours(start) if step_cost(terrain, code, start, there) < NEVER)
