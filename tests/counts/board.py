"""Splits, walks and teleports, word by word (R4 to R7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.titan.state import Legion, Moving, State
from tests.counts.figures import LANDS, LORDS, MOST, parts

TOWERS = [label for label, land in LANDS.items() if land["terrain"] == "Tower"]


def splits(state: State, seat: Seat) -> Iterator[str]:
    """R4: the parts that may leave each legion under each free marker, and the roll."""
    if seat != state.active:
        return
    own = [legion for legion in state.legions.values() if legion.owner == seat]
    for legion in own:
        for taken in range(len(legion.creatures) + 1):
            for part in parts(legion.creatures, taken):
                if _may_part(state, legion, part.split(",") if taken else []):
                    yield from (f"split {legion.marker} {marker} {part}" for marker in state.players[seat].markers)
    if all(len(legion.creatures) <= MOST for legion in own):
        yield "roll"


def _may_part(state: State, legion: Legion, part: list[str]) -> bool:
    height = len(legion.creatures)
    if state.turn == 1:  # R4.2
        lords = [code for code in legion.creatures if code in LORDS]
        mine = [code for code in part if code in LORDS]
        return height == 8 and len(part) == 4 and len(mine) == 1 and len(lords) == 2
    return height >= 4 and len(part) >= 2 and height - len(part) >= 2  # R4.1


def walks(state: State, legion: Legion, roll: int) -> set[tuple[int, int]]:
    """R6.3-R6.10: every land that a legion can walk to, with the side it enters by."""
    mover = state.active
    enemies = {other.land for other in state.legions.values() if other.owner != mover}
    own = {other.land for other in state.legions.values() if other.owner == mover and other.marker != legion.marker}
    return steps(legion.land, roll, enemies, own)


def steps(start: int, roll: int, enemies: set[int], own: set[int]) -> set[tuple[int, int]]:
    """Walks by naive recursion; `own` are the lands of the mover's other legions."""
    found: set[tuple[int, int]] = set()

    def go(at: int, left: int, came_over: int | None) -> None:
        signs = [side for side in LANDS[at]["sides"] if side["out"]]
        if came_over is None:
            blocks = [side for side in signs if side["out"] == "block"]
            usable = blocks or signs  # R6.4: first step
        else:
            usable = [side for side in signs if side["out"] in ("arrow", "arrows") and side["s"] != came_over]  # R6.5
        for side in usable:
            to = side["to"]
            if to in enemies and to in own:
                continue  # R6.8
            entered = next(back for back in LANDS[to]["sides"] if back["to"] == at)
            if to in enemies or left == 1:  # R6.6
                if to not in own:  # R6.7
                    found.add((to, 3 if LANDS[to]["terrain"] == "Tower" else entered["rel"]))  # R6.10
            else:
                go(to, left - 1, entered["s"])

    go(start, roll, None)
    return found


def around(tower: int) -> set[int]:
    """R7.2: the other Towers, and every land at most six lands away, signs ignored."""
    near = {tower}
    for _ in range(6):
        near |= {side["to"] for label in near for side in LANDS[label]["sides"]}
    return (near | set(TOWERS)) - {tower}


def teleports(state: State, phase: Moving, legion: Legion) -> Iterator[str]:
    """R7: Tower and Titan Teleportation, on a six, one a turn."""
    rules, first = state.rules, state.turn == 1
    if phase.roll != 6 or phase.teleported or (first and rules.no_first_turn_teleport):
        return
    occupied = {other.land for other in state.legions.values()}
    lords = sorted({code for code in legion.creatures if code in LORDS})
    if legion.land in TOWERS and not rules.no_tower_teleport:
        for land in around(legion.land) - occupied:
            if land not in TOWERS and rules.tower_to_tower_only:
                continue
            if land in TOWERS and first and rules.no_first_turn_tower_to_tower:
                continue
            yield from (f"teleport {legion.marker} {land} 3 {lord}" for lord in lords)
    if "TTN" in lords and state.players[legion.owner].score >= 400 and not rules.no_titan_teleport:
        for enemy in state.legions.values():
            friends = [other for other in state.legions.values() if other.owner == legion.owner]
            if enemy.owner != legion.owner and enemy.land not in {friend.land for friend in friends}:
                sides = (3,) if enemy.land in TOWERS else (1, 3, 5)  # R7.4
                yield from (f"teleport {legion.marker} {enemy.land} {side} TTN" for side in sides)


def moves(state: State, phase: Moving, seat: Seat) -> Iterator[str]:
    """Everything in Movement, its end included if nothing must be done any more (R5.3, R6.2, R6.9)."""
    if seat != state.active:
        return
    own = [legion for legion in state.legions.values() if legion.owner == seat]
    still = [legion for legion in own if not legion.moved]
    mulligan = state.rules.mulligan
    if still == own and (
        mulligan == "unlimited" or (mulligan != "none" and state.turn == 1 and state.players[seat].mulligans > 0)
    ):
        yield "mulligan"
    able = []
    for legion in still:
        found = walks(state, legion, phase.roll)
        if found:
            able.append(legion)
        yield from (f"move {legion.marker} {land} {side}" for land, side in found)
        yield from teleports(state, phase, legion)
    compelled = bool(able) and still == own
    crowded = any(legion.land == other.land and legion != other for legion in able for other in own)
    if not compelled and not crowded:
        yield "done"
