"""The order and the effects of a Strike Phase: T-254 to T-273."""

from __future__ import annotations

import pytest

from engine.core import Draw, Seat
from engine.titan.battle.ground import INDEX
from engine.titan.events import BattleEnded, Drifted
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Gathering, State
from tests.engine.positions import battle, battling, do, fielded, lines, position, refused, told

HOME = "Rd09@20 TTN OGR"
BLUE = "Bu09@30 TTN OGR"
MISS_5, MISS_6 = "draw 1,1,1,1,1", "draw 1,1,1,1,1,1"


def striking(
    attackers: str, defenders: str, mover: int = ATTACKER, step: str = "strike", terrain: str = "Plains"
) -> State:
    return battle(terrain, attackers, defenders, red=HOME, blue=BLUE, mover=mover, step=step)


def strikes(state: State, seat: int) -> list[str]:
    return [line for line in lines(state, seat) if line.startswith("strike")]


def test_t254_the_slain_strike_back_before_they_leave() -> None:
    """R13.3"""
    state = striking("LIO C3(4), OGR A1", "OGR C4", DEFENDER)

    state = do(state, "1: strike C4 C3 6 5", "draw 5,2,2,1,1,1")
    assert fielded(state, ATTACKER) == "OGR A1, LIO C3(5)"
    assert strikes(state, 0) == ["strike C3 C4 5 3"]

    state = do(state, "strike C3 C4 5 3", "draw 3,1,1,1,1")
    assert fielded(state, ATTACKER) == "OGR A1"
    assert fielded(state, DEFENDER) == "OGR C4(1)"


def test_t255_nobody_strikes_at_the_slain() -> None:
    """R13.2: the other Ogre has nobody else to strike, and the Lion's turn to strike back comes."""
    state = striking("OGR C3, OGR D4", "LIO C4(4)")

    state = do(state, "strike C3 C4 6 5", "draw 6,1,1,1,1,1")

    assert strikes(state, 0) == []
    assert strikes(state, 1) == ["strike C4 C3 5 3", "strike C4 D4 5 3"]


def test_t256_who_touches_another_must_strike_that_one() -> None:
    """R13.2: there is but one way to do so, and that waits for its player (R13.4)."""
    state = striking("OGR C3, OGR D4", "LIO C4(4), CEN D5")

    state = do(state, "strike C3 C4 6 5", "draw 6,1,1,1,1,1")

    assert strikes(state, 0) == ["strike D4 D5 6 6"]
    assert refused(state, "done") == "must-strike"
    state = do(state, "strike D4 D5 6 6")
    assert TITAN.wants(state) == Draw("strike", 6, 6)
    state = do(state, "draw 6,6,6,1,1,1")
    assert fielded(state, DEFENDER) == "LIO C4(5), CEN D5(3)"


def test_t257_strikes_end_when_all_in_contact_have_struck() -> None:
    """R13.2"""
    state = striking("OGR C3, OGR F2", "LIO C4, CEN F3")

    assert "done" not in lines(state)
    assert refused(state, "done") == "must-strike"


def test_t258_who_strikes_back_does_not_rangestrike() -> None:
    """R15.1"""
    state = striking("OGR C3", "RAN C1", ATTACKER, "strike-back")

    assert strikes(state, 1) == []
    assert strikes(striking("OGR C3", "RAN C1", DEFENDER), 1) == ["strike C1 C3 2 2"]


def test_t259_the_slain_beside_a_rangestriker_keep_it_from_rangestriking() -> None:
    """R15.2"""
    state = striking("RAN C3, LIO D4, OGR F1", "OGR C4(5), OGR C5, CEN F2, CEN E1")

    state = do(state, "strike D4 C4 5 3", "draw 6,1,1,1,1")

    assert not any(line.startswith("strike C3") for line in strikes(state, 0))
    assert refused(state, "strike C3 C5 2 2") == "no-strike"


def test_t260_nobody_has_to_rangestrike() -> None:
    """R15.1"""
    state = striking("RAN C1", "OGR C3")

    assert strikes(state, 0) == ["strike C1 C3 2 2"]
    assert battling(do(state, "done")).battle.round == 3


def test_t261_hits_take_no_dice() -> None:
    """R13.5"""
    assert strikes(striking("OGR C3(5)", "LIO C4"), 0) == ["strike C3 C4 6 5"]


def test_t262_hits_are_healed_after_a_battle() -> None:
    """R10.6"""
    won = do(battle("Plains", "OGR C3(2)", "LIO C4", red=HOME, blue="Bu09@42 TTN OGR"), "1: concede", "done", "done")

    attacked = do(won, "1: roll", "1: draw 1", "1: move Bu09 1 1", "1: done", "0: fight")

    assert fielded(attacked, DEFENDER) == "OGR"


def test_t263_at_strike_number_one_every_die_hits() -> None:
    """R13.6"""
    state = striking("CEN C3", "OGR C2", terrain="Tower")

    state = do(state, "strike C3 C2 3 1", "draw 1,1,2")

    assert fielded(state, DEFENDER) == "OGR C2(3)"


def test_t264_too_few_hits_slay_nobody() -> None:
    """R13.5"""
    state = striking("SER C3", "ANG C4")

    state = do(state, "strike C3 C4 18 6", "draw " + ",".join(["6"] * 3 + ["5"] * 15), "1: strike C4 C3 6 2", MISS_6)

    assert fielded(state, DEFENDER) == "ANG C4(3)"


def test_t265_the_slain_are_no_targets() -> None:
    """R13.3"""
    state = striking("OGR C3, OGR D4, LIO F1", "LIO C4(4), CEN D5, CEN F2")

    state = do(state, "strike C3 C4 6 5", "draw 6,1,1,1,1,1")

    assert refused(state, "strike D4 C4 6 5") == "target-out"


def drifting(code: str) -> State:
    """A defender has been put into drift in round 1; Red's Troll is at home in it."""
    state = battle("Tundra", "TRO A1", f"{code}, TRO D6", red=HOME, blue=BLUE, in_round=1)
    return do(state, f"1: maneuver {code} E4")


def hits(state: State) -> int:
    """The hits of Blue's character in E4."""
    (fighter,) = (f for f in battling(state).battle.fighters if f.hex == INDEX["E4"])
    return fighter.hits


def test_t266_drift_hurts_in_every_strike_phase() -> None:
    """R15.9: and whom it slays still strikes in that phase."""
    state = drifting("GAR")

    found = []
    for said in ("1: done", "0: done", "1: done"):
        state = do(state, said)
        found.append(hits(state))
    assert found == [1, 2, 3]
    assert battling(state).battle.round == 2


def test_t266_whom_the_drift_slays_still_strikes() -> None:
    """R15.9"""
    state = battle("Tundra", "TRO D3", "GAR E4(3), TRO D6", red=HOME, blue=BLUE, mover=ATTACKER)

    state, events = told(state, "maneuver D3 D4", "done")

    assert Drifted(Seat(1), "GAR", "E4", 4, slain=True) in events
    assert strikes(state, 0) == []
    assert strikes(state, 1) == ["strike E4 D4 4 3"]
    after = do(state, "1: strike E4 D4 4 3", "draw 6,1,1,1")
    assert fielded(after, DEFENDER) == "TRO D6"
    assert fielded(after, ATTACKER) == "TRO D4(1)"


@pytest.mark.parametrize(("code", "taken"), [pytest.param("WBR", 0, id="T-267"), pytest.param("TTN", 3, id="T-268")])
def test_drift_spares_natives_and_no_lords(code: str, taken: int) -> None:
    """R15.9, R12.8"""
    state = do(drifting(code), "1: done", "0: done", "1: done")

    assert hits(state) == taken


def test_t269_both_legions_may_be_wiped_out() -> None:
    """R18.3"""
    state = striking("LIO C3(4)", "LIO C4(4)")

    state, events = told(state, "strike C3 C4 5 4", "draw 6,1,1,1,1", "1: strike C4 C3 5 4", "draw 6,1,1,1,1")

    assert BattleEnded(1, "", "", "battle", 2) in events
    assert [player.score for player in state.players] == [0, 0]
    assert not {"Rd01", "Bu01"} & set(state.legions)


def test_t270_after_seven_rounds_the_attacker_is_lost() -> None:
    """R11.3"""
    state = battle("Plains", "OGR A1", "LIO D6, LIO E5", red=HOME, blue=BLUE, in_round=7, mover=ATTACKER)

    state, events = told(state, "done")

    assert BattleEnded(1, "Bu01", "Rd01", "time", 7) in events
    assert [player.score for player in state.players] == [0, 0]
    assert state.dead["OGR"] == 1
    assert "reinforce RAN LIO,LIO" in lines(state, 1)


def test_t271_in_round_seven_the_attacker_may_still_win() -> None:
    """R11.3"""
    state = battle("Plains", "OGR C3", "LIO C4(4)", red=HOME, blue=BLUE, in_round=7, mover=ATTACKER, step="strike")

    state, events = told(state, "strike C3 C4 6 5", "draw 6,1,1,1,1,1", "1: strike C4 C3 5 3", MISS_5)

    assert BattleEnded(1, "Rd01", "Bu01", "battle", 7) in events
    assert state.players[0].score == 15


def test_t272_points_are_added_when_the_engagement_is_over() -> None:
    """R18.2, R19.1"""
    state = battle("Plains", "TTN C3", "OGR C4(5), OGR F4", blue=BLUE, scores=(95, 0), mover=ATTACKER, step="strike")

    state = do(state, "strike C3 C4 6 2", "draw 6,1,1,1,1,1", "1: strike C4 C3 6 6", MISS_6)
    assert (state.players[0].score, TITAN.view(state, None).players[0].titan_power) == (95, 6)

    state = do(state, "1: concede")
    assert (state.players[0].score, TITAN.view(state, None).players[0].titan_power) == (119, 7)


def test_t273_points_of_one_engagement_count_in_the_next() -> None:
    """R19.1"""
    state = position(
        "Red 95: Rd01@1>3 OGR OGR; Rd02@41>3 TTN", "Blue: Bu01@1 GRI; Bu02@41 OGR; Bu09@30 TTN", "Green: Gr01@31 TTN"
    )
    state = do(state, "done", "engage 1", "1: waive", "1: concede")
    assert isinstance(state.phase, Gathering)

    state = do(state, "done", "1: fight")

    fight = TITAN.view(state, None).battle
    assert fight is not None
    assert [(f.creature, f.power) for f in fight.fighters] == [("TTN", 7), ("OGR", 6)]
    assert do(state, "0: concede").players[1].score == 28 + 24 // 2
