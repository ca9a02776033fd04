"""Rangestrikes and line of sight: T-304 to T-397."""

from __future__ import annotations

import pytest

from engine.titan.events import Struck
from engine.titan.sides import ATTACKER, DEFENDER
from tests.engine.positions import battle, fielded, lines, told
from tests.scenarios.tables import scenarios

RANGESTRIKES = """
T-304 | Plains    | RAN C1 | OGR C3 | 2 2
T-305 | Plains    | RAN C1 | OGR C4 | 2 3
T-306 | Plains    | GOR C1 | OGR C3 | 3 3
T-307 | Plains    | GOR C1 | OGR C4 |
T-308 | Plains    | HYD C1 | OGR C3 | 5 3
T-309 | Plains    | GIA C1 | COL C4 | 3 5
T-310 | Plains    | GIA C1 | ANG C3 |
T-311 | Plains    | WLK C1 | ANG C4 | 2 4
T-312 | Plains    | WLK C1 | TTN C4 | 2 4
T-313 | Plains    | DRA C1 | CEN C3 | 4 5
T-314 | Plains    | MIN C1 | MIN C4 | 2 5
T-315 | Brush     | RAN D1 | CYC D4 | 2 4
T-316 | Brush     | RAN B1 | OGR B3 | 2 3
T-317 | Brush     | GOR B1 | OGR B3 | 3 3
T-318 | Brush     | RAN C3 | GAR D5 | 2 4
T-319 | Brush     | GOR C3 | GAR D5 | 3 4
T-320 | Brush     | RAN C2 | GAR C4 | 2 4
T-321 | Brush     | RAN D3 | OGR C5 | 2 4
T-322 | Brush     | RAN C3 | CYC C5 | 2 3
T-323 | Brush     | HYD E2 | CEN C2 | 5 5
T-324 | Brush     | WLK C2 | GAR C4 | 2 3
T-325 | Woods     | RAN C2 | OGR C4 |
T-326 | Woods     | WLK C2 | OGR C4 | 2 2
T-327 | Woods     | RAN B2 | OGR C4 | 2 2
T-328 | Mountains | RAN E3 | DRA D5 | 2 3
T-329 | Mountains | RAN E5 | DRA D4 | 2 4
T-330 | Mountains | MIN F3 | DRA D4 | 2 4
T-331 | Mountains | WLK F3 | DRA D4 | 2 3
T-332 | Mountains | DRA D4 | CEN B3 | 6 5
T-333 | Mountains | DRA D4 | CEN B2 | 6 5
T-334 | Mountains | DRA D4 | OGR D1 |
T-335 | Mountains | DRA D4 | OGR D2 | 6 3
T-336 | Tower     | RAN C3 | OGR C1 | 2 2
T-337 | Tower     | RAN C1 | OGR C3 | 2 3
T-338 | Tower     | RAN F1 | OGR D4 | 2 5
T-339 | Tower     | RAN E1 | OGR D4 | 2 5
T-340 | Tower     | RAN D4 | OGR E1 | 2 3
T-341 | Tower     | RAN D2 | OGR D4 |
T-342 | Tower     | RAN D4 | OGR D2 |
T-343 | Tower     | RAN C3 | OGR E3 | 2 2
T-344 | Tower     | RAN D3 | OGR D5 |
T-345 | Tower     | WLK D2 | OGR D4 | 2 2
T-346 | Tower     | WLK E1 | TTN D4 | 2 4
T-347 | Hills     | RAN B2 | OGR D3 | 2 2
T-348 | Hills     | RAN A3 | OGR B2 | 2 2
T-349 | Hills     | RAN A2 | OGR B4 | 2 2
T-350 | Hills     | MIN B3 | OGR B1 | 2 2
T-351 | Hills     | MIN B3 | OGR D4 | 2 2
T-352 | Hills     | RAN D1 | OGR D3 |
T-353 | Hills     | RAN E1 | OGR D3 | 2 2
T-354 | Hills     | RAN D2 | OGR F3 |
T-355 | Desert    | RAN D4 | OGR D2 | 2 2
T-356 | Desert    | RAN D2 | OGR D4 | 2 2
T-357 | Desert    | RAN D4 | OGR A1 |
T-358 | Desert    | RAN D4 | OGR B2 | 2 2
T-359 | Desert    | RAN B4 | OGR D4 | 2 2
T-360 | Desert    | WLK D4 | LIO D3 | 2 3
T-361 | Desert    | WLK D3 | LIO D4 | 2 3
T-362 | Desert    | RAN D4 | LIO D3 |
"""

SIGHT = """
T-363 | Plains    | C1 | C3 | C2    | blocked
T-364 | Plains    | C1 | D3 | C2    | clear
T-365 | Plains    | C1 | D3 | D2    | clear
T-366 | Plains    | C1 | D3 | C2 D2 | blocked
T-367 | Plains    | C1 | C4 | C3    | blocked
T-368 | Plains    | C1 | D4 | C2    | blocked
T-369 | Plains    | C1 | D4 | D2    | clear
T-370 | Tower     | C3 | E3 | D3    | blocked
T-371 | Tower     | C3 | C1 | C2    | blocked
T-372 | Tower     | D4 | E1 |       | clear
T-373 | Tower     | D4 | E1 | E3    | clear
T-374 | Tower     | D4 | E1 | D3    | blocked
T-375 | Tower     | D4 | E1 | E2    | blocked
T-376 | Mountains | F2 | F4 | F3    | clear
T-377 | Mountains | B1 | D1 | C1    | blocked
T-378 | Mountains | B1 | C3 | C2    | clear
T-379 | Mountains | B1 | C3 | B2    | clear
T-380 | Mountains | B1 | C3 | B2 C2 | clear
T-381 | Mountains | C5 | D3 |       | blocked
T-382 | Mountains | C5 | D4 | C4    | clear
T-383 | Mountains | C5 | D4 | D5    | clear
T-384 | Mountains | D5 | D3 |       | blocked
T-385 | Mountains | D5 | F2 |       | clear
T-386 | Mountains | D5 | E2 |       | blocked
T-387 | Mountains | D5 | B3 |       | blocked
T-388 | Hills     | B3 | D2 |       | blocked
T-389 | Hills     | B3 | B1 | B2    | clear
T-390 | Hills     | D2 | E3 |       | clear
T-391 | Hills     | D2 | B1 | C1    | clear
T-392 | Desert    | D4 | D2 | D3    | clear
T-393 | Desert    | D4 | B2 | C3    | clear
T-394 | Desert    | E1 | E3 | E2    | clear
T-395 | Desert    | E1 | E4 |       | clear
T-396 | Desert    | B2 | D1 |       | clear
T-397 | Desert    | A2 | C2 |       | blocked
"""


@pytest.mark.parametrize(("terrain", "striker", "target", "pair"), scenarios(RANGESTRIKES))
def test_a_rangestrike_has_these_dice_and_this_number(terrain: str, striker: str, target: str, pair: str) -> None:
    """R15.1-R15.8: without a pair there is no rangestrike."""
    state = battle(terrain, striker, target, mover=ATTACKER, step="strike")

    strikes = [line for line in lines(state) if line.startswith("strike")]

    assert strikes == ([f"strike {striker.split()[1]} {target.split()[1]} {pair}"] if pair else [])


@pytest.mark.parametrize("mover", [ATTACKER, DEFENDER])
@pytest.mark.parametrize(("terrain", "a", "b", "occupied", "sight"), scenarios(SIGHT))
def test_line_of_sight_is_mutual_and_blocked_by_those_between(
    terrain: str, a: str, b: str, occupied: str, sight: str, mover: int
) -> None:
    """R15.8: Rangers look at each other past Centaurs of the one who rangestrikes."""
    between = "".join(f", CEN {hex_}" for hex_ in occupied.split())
    mine, theirs = (f"RAN {a}{between}", f"RAN {b}") if mover == ATTACKER else (f"RAN {a}", f"RAN {b}{between}")
    state = battle(terrain, mine, theirs, mover=mover, step="strike")
    striker, target = (a, b) if mover == ATTACKER else (b, a)

    seen = any(line.startswith(f"strike {striker} {target} ") for line in lines(state, mover))

    assert seen == (sight == "clear")


def test_hits_beyond_what_a_rangestrike_needs_are_lost() -> None:
    """R14.7: with another enemy in range, and beside the target, nothing is over and nothing may be carried."""
    state = battle("Plains", "HYD C1, RAN C5", "OGR C3(5), CEN D3", mover=ATTACKER, step="strike")
    assert {"strike C1 C3 5 3", "strike C1 D3 5 5"} <= set(lines(state))

    state, events = told(state, "strike C1 C3 5 3", "draw 6,6,6,6,6")

    (struck,) = (event for event in events if isinstance(event, Struck))
    assert (struck.dealt, struck.slain, struck.excess) == (1, True, 0)
    assert not any(line.startswith("carry") for line in lines(state))
    assert fielded(state, DEFENDER) == "OGR C3(6), CEN D3"
