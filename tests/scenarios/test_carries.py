"""Carrying hits on: T-274 to T-303."""

from __future__ import annotations

import pytest

from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Carrying, State
from tests.engine.positions import battle, battling, do, fielded, lines, refused
from tests.scenarios.tables import scenarios

PAIRS = """
T-274 | Plains    | OGR C3 | LIO C4(3), CEN D4                    | LIO C4 | 6, 5: ; 6, 6: D4
T-275 | Plains    | OGR C3 | LIO C4(3), CEN D4                    | CEN D4 | 6, 6: C4
T-276 | Desert    | HYD D5 | CEN C5, CEN D6, LIO E4, COL C4       | CEN C5 | 10, 5: C4, D6, E4
T-277 | Desert    | HYD D5 | CEN C5, CEN D6, LIO E4, COL C4       | LIO E4 | 10, 4: ; 10, 5: C4, C5, D6
T-278 | Desert    | HYD D5 | CEN C5, CEN D6, LIO E4, COL C4       | COL C4 | 12, 5:
T-279 | Plains    | COL E3 | GAR D3(3), OGR E2(5), OGR F2(5)      | GAR D3 | 10, 3: E2, F2
T-280 | Plains    | COL E3 | GAR D3(3), OGR E2(5), OGR F2(5)      | OGR E2 | 10, 2: F2; 10, 3: D3, F2
T-281 | Brush     | TTN C1 | OGR B1(2), GAR D2, GAR C2(2)         | OGR B1 | 6, 2: ; 6, 3: C2; 6, 4: C2, D2
T-282 | Brush     | TTN C1 | OGR B1(2), GAR D2, GAR C2(2)         | GAR D2 | 6, 4: B1, C2
T-283 | Brush     | TTN C1 | OGR B1(2), GAR D2, GAR C2(2)         | GAR C2 | 6, 3: B1; 6, 4: B1, D2
T-284 | Mountains | LIO C4 | OGR C3(3), OGR D5                    | OGR C3 | 6, 3: ; 5, 3: D5
T-285 | Mountains | LIO C4 | OGR C3(5), CEN D5                    | OGR C3 | 6, 3: ; 5, 5: D5
T-286 | Desert    | LIO C4 | OGR B4(4), CEN D4                    | OGR B4 | 5, 3:
T-287 | Desert    | LIO C4 | OGR B4(4), CEN D4                    | CEN D4 | 5, 5: B4
T-288 | Desert    | CEN C4 | OGR B4(5), GAR D4                    | OGR B4 | 3, 2:
T-289 | Desert    | CEN C4 | OGR D4(5), GAR B4                    | OGR D4 | 2, 2: ; 2, 3: B4
T-290 | Desert    | LIO D4 | OGR C4(3), OGR D5, OGR E3            | OGR C4 | 7, 3: E3; 5, 3: D5, E3
T-291 | Tower     | ANG C3 | OGR C2(4), OGR D3                    | OGR C2 | 6, 1: ; 6, 2: D3
T-292 | Tower     | OGR C2 | LIO C3(4), CEN D3                    | LIO C3 | 6, 6: D3
T-293 | Tower     | OGR C2 | LIO B2(4), LIO C3                    | LIO B2 | 6, 5: ; 6, 6: C3
T-294 | Plains    | SER C3 | OGR C4(5), OGR D4(5), TRO B3, CEN C2 | OGR C4 | 18, 4: B3, D4; 18, 6: B3, C2, D4
"""


def striking(terrain: str, striker: str, enemies: str) -> State:
    return battle(terrain, striker, enemies, mover=ATTACKER, step="strike")


def hexes_to_carry_to(state: State) -> tuple[str, ...]:
    view = TITAN.view(state, None).battle
    return view.carry if view else ()


@pytest.mark.parametrize(("terrain", "striker", "enemies", "target", "pairs"), scenarios(PAIRS))
def test_with_these_pairs_hits_may_be_carried_there(
    terrain: str, striker: str, enemies: str, target: str, pairs: str
) -> None:
    """R14.2-R14.4: dice and number, the due pair first, and to whom excess hits may go with it."""
    assert ways(terrain, striker, enemies, target) == [pair.strip() for pair in pairs.split(";")]


def ways(terrain: str, striker: str, enemies: str, target: str) -> list[str]:
    """The pairs of a strike, as `6, 5: D4` with those to whom excess hits may go on."""
    state = striking(terrain, striker, enemies)
    strike = f"strike {striker.split()[1]} {target.split()[1]} "
    offered = [line.removeprefix(strike) for line in lines(state) if line.startswith(strike)]

    found = []
    for pair in offered:
        dice, number = pair.split()
        after = do(state, f"{strike}{pair}", "draw " + ",".join(["6"] * int(dice)))
        found.append(f"{dice}, {number}: {', '.join(hexes_to_carry_to(after))}".strip())
    return found


UPHILL = """
up by itself     | LIO C4 | CEN B4(2), OGR D4 | CEN B4 | 5, 5:
up after another | LIO E3 | OGR D4(5), OGR E4 | OGR D4 | 5, 3: E4
down after up    | LIO E3 | OGR D4(5), OGR E2 | OGR D4 | 5, 3: E2
"""


@pytest.mark.parametrize(("striker", "enemies", "target", "pairs"), scenarios(UPHILL))
def test_hits_go_up_a_dune_only_after_a_strike_up_one(striker: str, enemies: str, target: str, pairs: str) -> None:
    """R14.3: of a native too, whom the Dune costs no die; D4 and E4 of the Desert lie up over Dunes from E3."""
    assert ways("Desert", striker, enemies, target) == [pairs]


def ogre_strikes(dice: str, *rolls: int) -> State:
    """An Ogre on C3 strikes a Lion that needs two more hits; a Centaur is in contact too."""
    state = striking("Plains", "OGR C3", "LIO C4(3), CEN D4")
    return do(state, f"strike C3 C4 {dice}", "draw " + ",".join(map(str, rolls)))


def test_t295_a_higher_number_lets_hits_go_on() -> None:
    """R14.1, R14.4"""
    state = do(ogre_strikes("6 6", 6, 6, 6, 1, 2, 3), "carry D4")

    assert fielded(state, DEFENDER) == "LIO C4(5), CEN D4(1)"


def test_t296_with_the_due_number_the_excess_is_lost() -> None:
    """R14.2"""
    state = ogre_strikes("6 5", 5, 5, 6, 1, 1, 1)

    assert fielded(state, DEFENDER) == "LIO C4(5), CEN D4"
    assert not isinstance(battling(state).battle.step, Carrying)


def hydra_strikes() -> State:
    """A Hydra's nine hits on a Lion, of which four are left."""
    state = striking("Desert", "HYD D5", "CEN C5, CEN D6, LIO E4, COL C4")
    return do(state, "strike D5 E4 10 5", "draw 5,5,5,6,6,6,5,5,6,1")


def test_t297_carried_hits_may_go_on_again() -> None:
    """R14.5, R14.6"""
    state = do(hydra_strikes(), "carry C5", "carry D6")

    assert fielded(state, DEFENDER) == "COL C4, CEN C5(3), CEN D6(1), LIO E4(5)"


def test_t298_nobody_has_to_carry() -> None:
    """R14.5"""
    state = do(hydra_strikes(), "carry C5", "done")

    assert fielded(state, DEFENDER) == "COL C4, CEN C5(3), CEN D6, LIO E4(5)"


def test_t299_one_slain_by_carried_hits_still_strikes_back() -> None:
    """R13.3"""
    state = striking("Plains", "OGR C3", "LIO C4(4), CEN D4(2)")

    state = do(state, "strike C3 C4 6 6", "draw 6,6,1,1,1,1", "carry D4")

    assert "strike D4 C3 3 2" in lines(state, 1)
    assert "strike C4 C3 5 3" in lines(state, 1)


def test_t300_rangestrikes_do_not_carry() -> None:
    """R14.7"""
    state = striking("Plains", "HYD C1", "OGR C3(5), LIO E2")

    state = do(state, "strike C1 C3 5 3", "draw 6,6,6,1,1", "1: done")

    assert fielded(state, DEFENDER) == "LIO E2"


def test_t301_dice_that_cannot_exceed_the_need_raise_no_number() -> None:
    """R14.4"""
    state = striking("Plains", "CEN C3", "OGR C4, LIO D4")

    assert [line for line in lines(state) if line.startswith("strike C3 C4")] == ["strike C3 C4 3 2"]


def test_t302_hits_go_to_those_in_contact_only() -> None:
    """R14.1"""
    state = do(striking("Plains", "OGR C3", "LIO C4(4), CEN D4, CEN C5"), "strike C3 C4 6 6", "draw 6,6,6,1,1,1")

    assert refused(state, "carry C5") == "carry-not-possible"
    assert hexes_to_carry_to(state) == ("D4",)


def test_t303_a_single_enemy_leaves_nothing_to_raise_the_number_for() -> None:
    """R14.4"""
    state = striking("Plains", "OGR C3", "LIO C4(3)")

    assert refused(state, "strike C3 C4 6 6") == "pair-not-possible"
