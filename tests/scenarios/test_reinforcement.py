"""Reinforcement of the defender: T-418 to T-431. 1 is Plains, 100 a Tower."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Seat
from engine.titan.events import TurnedBack
from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Gathering, Mustering, State
from tests.engine.positions import battle, battling, contents, do, fielded, lines, position, refused, told, with_stack

HOME = "Rd09@20 TTN OGR"
BLUE = "Bu09@30 TTN OGR"
SIX = "LIO D6, LIO D5, OGR E5, OGR E4, TRO F4, TRO F3"


def reinforcements(state: State) -> set[str]:
    """The reinforcements open to Blue, as `RAN LIO,LIO`."""
    return {line.removeprefix("reinforce ") for line in lines(state, 1) if line.startswith("reinforce")}


def round_four(defenders: str, attackers: str = "OGR A1, OGR B1", terrain: str = "Plains", empty: str = "") -> State:
    """Blue's maneuver of round 4, reached by the end of Red's in round 3."""
    start = battle(terrain, attackers, defenders, red=HOME, blue=BLUE, in_round=3, mover=ATTACKER)
    state = do(with_stack(start, **{empty: 0}) if empty else start, "done")
    assert (battling(state).battle.round, battling(state).battle.mover) == (4, DEFENDER)
    return state


def test_t418_in_round_four_the_defender_may_be_reinforced() -> None:
    """R17.2, R17.3"""
    state = round_four(SIX)
    assert reinforcements(state) == {"RAN LIO,LIO", "LIO LIO", "CEN LIO"}

    state = do(state, "1: maneuver D6 C5", "1: reinforce RAN LIO,LIO", "1: maneuver RAN D6")

    assert "RAN D6" in fielded(state, DEFENDER)
    assert contents(state, "Bu01").split().count("RAN") == 1


def test_t419_seven_have_no_room_until_one_is_gone() -> None:
    """R17.2, R17.4"""
    state = round_four(f"{SIX}, LIO C5")
    assert reinforcements(state) == set()
    assert refused(state, "reinforce RAN LIO,LIO", seat=1) == "reinforce-not-now"

    full = do(state, "0: concede")
    assert isinstance(full.phase, Mustering)

    fewer = battle(
        "Plains", "OGR C3", f"{SIX}, LIO C4(4)", red=HOME, blue=BLUE, in_round=5, mover=ATTACKER, step="strike"
    )
    fewer = do(fewer, "strike C3 C4 6 5", "draw 6,1,1,1,1,1", "1: strike C4 C3 5 3", "draw 6,6,6,6,1", "0: concede")
    assert "RAN LIO,LIO" in reinforcements(fewer)


def test_t420_only_the_living_justify_a_reinforcement() -> None:
    """R17.2"""
    start = battle(
        "Plains", "OGR C3", "LIO C4(4), LIO D6, OGR E5", red=HOME, blue=BLUE, in_round=3, mover=ATTACKER, step="strike"
    )

    state = do(start, "strike C3 C4 6 5", "draw 6,1,1,1,1,1", "1: strike C4 C3 5 3", "draw 1,1,1,1,1")

    assert battling(state).battle.round == 4
    assert reinforcements(state) == {"LIO LIO", "CEN LIO"}


def crowded() -> State:
    """All entry hexes of the defender are taken, by characters who stay there."""
    return round_four("LIO D6, LIO E5, OGR F4, OGR F3")


def test_t421_a_reinforcement_that_finds_no_place_goes_back() -> None:
    """R17.3"""
    start = crowded()
    state = do(start, "1: reinforce CEN LIO")
    assert not any(line.startswith("maneuver CEN") for line in lines(state, 1))

    state, events = told(state, "1: done")

    assert TurnedBack(Seat(1), "CEN", "") in events
    assert state.bank == start.bank
    assert contents(state, "Bu01") == "OGR OGR LIO LIO"
    assert "RAN LIO,LIO" in reinforcements(do(state, "0: concede"))


def test_t422_who_declines_in_round_four_may_be_reinforced_after_winning() -> None:
    """R17.5"""
    state = do(round_four(SIX), *["1: done", "0: done"] * 2, "1: done")
    assert battling(state).battle.round == 6

    assert "RAN LIO,LIO" in reinforcements(do(state, "0: concede"))


def test_t423_one_reinforcement_a_battle() -> None:
    """R17.1"""
    state = round_four("LIO D6, LIO E5, OGR E4")

    state = do(state, "1: reinforce RAN LIO,LIO", "1: maneuver RAN F4", "1: done", "0: concede")

    assert isinstance(state.phase, Mustering)
    assert contents(state, "Bu01") == "OGR LIO LIO RAN"


def test_t424_no_other_round_brings_a_reinforcement() -> None:
    """R17.2"""
    state = battle("Plains", "OGR A1", "LIO D6, LIO E5", red=HOME, blue=BLUE, in_round=1)

    for nth in range(1, 8):
        assert battling(state).battle.round == nth
        assert bool(reinforcements(state)) == (nth == 4)
        state = do(state, "1: done", "0: done")


def test_t425_time_loss_leaves_the_reinforcement_open() -> None:
    """R11.3, R17.4"""
    state = battle("Plains", "OGR A1", "LIO D6, LIO E5", red=HOME, blue=BLUE, in_round=7, mover=ATTACKER)

    state = do(state, "done")

    assert isinstance(state.phase, Gathering)
    assert "RAN LIO,LIO" in reinforcements(state)


def test_t426_a_titan_in_a_tower_may_call_a_warlock() -> None:
    """R17.6"""
    state = round_four("TTN C4, LIO D5", terrain="Tower")

    assert reinforcements(state) == {"WLK TTN", "OGR -", "CEN -", "GAR -"}


def test_t427_a_defender_need_not_have_moved() -> None:
    """R17.2"""
    state = round_four(SIX)

    assert not state.legions["Bu01"].moved
    assert reinforcements(state)


def test_t428_a_slain_reinforcement_counts_for_the_attacker() -> None:
    """R18.3"""
    state = round_four("LIO D6(4)", "TRO D4, HYD F3")

    state = do(state, "1: reinforce CEN LIO", "1: maneuver CEN F4", "1: maneuver D6 D5", "1: done")
    state = do(state, "1: strike D5 D4 5 3", "draw 1,1,1,1,1", "1: strike F4 F3 3 3", "draw 1,1,1")
    state = do(state, "strike D4 D5 8 5", "draw 6,1,1,1,1,1,1,1", "strike F3 F4 10 5", "draw 6,6,6,1,1,1,1,1,1,1")

    assert state.players[0].score == 15 + 12


@pytest.mark.parametrize("recruit", ["RAN", "CEN"])
def test_t429_an_empty_stack_reinforces_nobody(recruit: str) -> None:
    """R17.2"""
    ways = reinforcements(round_four(SIX, empty=recruit))

    assert ways
    assert not any(way.startswith(recruit) for way in ways)


def test_t430_the_attacker_is_not_reinforced() -> None:
    """R17.1: he musters in Enlistment."""
    state = battle("Plains", "LIO A1, LIO B1", "OGR D6", red=HOME, blue=BLUE, in_round=4, mover=ATTACKER)
    assert refused(state, "reinforce RAN LIO,LIO") == "reinforce-not-now"

    state = do(state, "1: concede", "done")

    assert isinstance(state.phase, Mustering)
    assert "muster Rd01 RAN LIO,LIO" in lines(state)


def test_t431_an_angel_and_a_reinforcement_share_the_last_place() -> None:
    """R18.2"""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue 90: Bu01@1 LIO LIO LIO LIO LIO LIO; Bu09@30 TTN OGR")
    state = do(state, "done", "1: waive", "0: offer attacker -", "1: accept attacker -")
    assert {"acquire ANG", "reinforce RAN LIO,LIO"} <= set(lines(state, 1))

    for addition in ("1: acquire ANG", "1: reinforce RAN LIO,LIO"):
        after = do(state, addition)
        assert after.legions["Bu01"].height == 7
        assert isinstance(after.phase, Mustering)


def test_t578_a_reinforcement_that_has_not_entered_is_not_given_up() -> None:
    """R17.3, R18.3: the defender concedes before it enters; it is in the stack again and scores nothing."""
    start = round_four("CYC D6, CYC D5, OGR E5", terrain="Brush")
    state = do(start, "1: reinforce CYC CYC")
    assert state.bank["CYC"] == start.bank["CYC"] - 1

    state, events = told(state, "1: concede")

    assert TurnedBack(Seat(1), "CYC", "") in events
    assert state.players[0].score == 18 + 18 + 12
    assert (state.bank["CYC"], state.dead["CYC"]) == (start.bank["CYC"], 2)
    entered = do(start, "1: reinforce CYC CYC", "1: maneuver CYC F4", "1: concede")
    assert entered.players[0].score == 18 + 18 + 12 + 18


def test_a_reinforcement_goes_back_if_the_battle_ends_before_it_has_entered() -> None:
    """R17.3: the attacker concedes; the right to muster after the battle remains."""
    start = round_four("LIO D6, LIO E5", "OGR A1, OGR B1")

    state = do(start, "1: reinforce CEN LIO", "0: concede")

    assert isinstance(state.phase, Gathering)
    assert contents(state, "Bu01") == "LIO LIO"
    assert state.bank["CEN"] == start.bank["CEN"]
    assert "RAN LIO,LIO" in reinforcements(state)


def test_who_resigns_takes_no_reinforcement_with_him_that_has_not_entered() -> None:
    """R17.3, R19.9"""
    start = round_four("LIO D6, LIO E5")

    state = do(start, "1: reinforce CEN LIO", "1: resign")

    assert (state.bank["CEN"], state.dead["CEN"]) == (start.bank["CEN"], 0)


def test_in_games_of_before_it_is_given_up_with_the_others() -> None:
    """Version 2."""
    start = round_four("CYC D6, CYC D5, OGR E5", terrain="Brush")
    start = replace(start, rules=rules_for({}, 2))

    state = do(start, "1: reinforce CYC CYC", "1: concede")

    assert state.players[0].score == 18 + 18 + 12 + 18


@pytest.mark.parametrize("how", ["battle", "agreement", "concession"])
def test_only_a_defender_is_reinforced_after_a_victory(how: str) -> None:
    """R17.1, LoT 14.1: an attacker who has won is not, however he has; what is due to him is all that is offered."""
    start = position(f"Red 80: Rd01@1>3 LIO LIO; {HOME}", f"Blue: Bu01@1 SER; {BLUE}")
    met = do(start, "done", "1: waive")
    if how == "agreement":
        state = do(met, "0: offer defender -", "1: accept defender -")
    elif how == "concession":
        state = do(met, "1: concede")
    else:
        state = battle("Plains", "LIO A1, LIO B1", "SER D6", red=HOME, blue=BLUE, scores=(80, 0))
        state = do(state, "1: concede")

    assert isinstance(state.phase, Gathering)
    assert lines(state) == ["acquire ANG", "done", "resign"]
    assert refused(state, "reinforce RAN LIO,LIO") == "reinforce-not-now"
