"""Summoning angels: T-398 to T-417."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Seat
from engine.titan.events import TurnedBack
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Gathering, Mustering, Parleying, State
from tests.engine.positions import battle, battling, contents, do, fielded, lines, position, refused, told

HOME = "Rd09@20 TTN OGR"
DONOR = f"Rd03@3 ANG LIO; {HOME}"
BLUE = "Bu09@30 TTN OGR"


def summons(state: State) -> list[str]:
    return [line for line in lines(state) if line.startswith("summon")]


def struck(
    attackers: str = "LIO C3, LIO A1",
    defenders: str = "OGR C4(5), OGR F4",
    red: str = DONOR,
    mover: int = DEFENDER,
) -> State:
    """The strikes of round 2; by default Red's Lion touches an Ogre that one hit will slay."""
    return battle("Plains", attackers, defenders, red=red, blue=BLUE, mover=mover, step="strike")


def earned(attackers: str = "LIO C3, LIO A1", defenders: str = "OGR C4(5), OGR F4", red: str = DONOR) -> State:
    """The attacker's maneuver of round 2: his Lion was missed by the Ogre and slew it in striking back."""
    missed = ("1: strike C4 C3 6 5", "draw 1,1,1,1,1,1")
    return do(struck(attackers, defenders, red), *missed, "strike C3 C4 5 3", "draw 6,1,1,1,1")


def test_t398_who_slays_by_striking_back_may_summon_in_the_same_round() -> None:
    """R16.3"""
    state = earned()

    assert (battling(state).battle.round, battling(state).battle.mover) == (2, ATTACKER)
    assert summons(state) == ["summon Rd03 ANG"]


def test_t399_who_slays_in_his_own_strike_phase_may_summon_in_the_next_round() -> None:
    """R16.3"""
    state = struck(mover=ATTACKER)

    state = do(state, "strike C3 C4 5 3", "draw 6,1,1,1,1", "1: strike C4 C3 6 5", "draw 1,1,1,1,1,1")

    assert (battling(state).battle.round, battling(state).battle.mover) == (3, DEFENDER)
    assert summons(state) == []
    state = do(state, "1: done")
    assert summons(state) == ["summon Rd03 ANG"]


def test_t400_the_chance_comes_once_a_battle() -> None:
    """R16.3"""
    state = earned("LIO C3, RAN D3", "OGR C4(5), OGR F4(5), OGR F1")
    assert summons(state)

    state = do(state, "done", "strike D3 F4 2 3", "draw 6,1", "1: done")

    assert fielded(state, DEFENDER) == "OGR F1"
    assert (battling(state).battle.round, battling(state).battle.mover) == (3, ATTACKER)
    assert summons(state) == []
    assert refused(state, "summon Rd03 ANG") == "summon-not-now"


def test_t401_who_declined_may_summon_after_winning() -> None:
    """R16.6"""
    state = do(earned(), "done", "1: concede")

    assert isinstance(state.phase, Gathering)
    assert summons(state) == ["summon Rd03 ANG"]


def test_t402_seven_have_no_room_and_lose_the_chance() -> None:
    """R16.3, R16.4"""
    state = earned(attackers="LIO C3, LIO A1, LIO A2, LIO B1, LIO C1, LIO D1, LIO E1")

    assert len(fielded(state, ATTACKER).split(", ")) == 7
    assert summons(state) == []
    assert refused(state, "summon Rd03 ANG") == "summon-not-now"
    assert battling(state).battle.summons == "spent"


def test_t403_one_of_seven_slain_in_the_same_phase_makes_room() -> None:
    """R16.4"""
    state = struck("LIO C3(4), LIO A1, LIO A2, LIO B1, LIO C1, LIO D1, LIO E1")

    state = do(state, "1: strike C4 C3 6 5", "draw 6,1,1,1,1,1", "strike C3 C4 5 3", "draw 6,1,1,1,1")

    assert len(fielded(state, ATTACKER).split(", ")) == 6
    assert summons(state) == ["summon Rd03 ANG"]


def test_t404_who_never_entered_was_not_slain() -> None:
    """R16.3"""
    state = battle("Plains", "LIO A1", "OGR, OGR", red=DONOR, blue=BLUE, in_round=1)

    state = do(state, "1: maneuver OGR F4", "1: done")
    assert battling(state).battle.fallen[DEFENDER] == ("OGR",)
    assert summons(state) == []

    state = do(state, "done", "1: done")
    assert (battling(state).battle.round, battling(state).battle.mover) == (2, ATTACKER)
    assert summons(state) == []


def test_t405_whom_the_drift_kills_was_slain() -> None:
    """R16.3, R15.9"""
    state = battle("Tundra", "LIO A1", "GAR E4(3), TRO F4", red=DONOR, blue=BLUE)

    state = do(state, "1: done")

    assert fielded(state, DEFENDER) == "TRO F4"
    assert summons(state) == ["summon Rd03 ANG"]


def two_battles(red: str) -> State:
    """Red has won Rd01's engagement in 1; that of Rd02 in 41 is still to come."""
    state = position(
        f"Red 90: Rd01@1>3 LIO LIO; Rd02@41>3 OGR TRO; {red}; {HOME}", f"Blue: Bu01@1 OGR OGR; Bu02@41 OGR OGR; {BLUE}"
    )
    return do(state, "done", "engage 1", "1: waive", "1: concede")


def test_t406_one_is_summoned_in_all_engagements_of_a_turn() -> None:
    """R16.1"""
    state = do(two_battles("Rd03@3 ANG ANG LIO"), "summon Rd03 ANG", "done")

    state = do(state, "1: waive", "1: concede")

    assert isinstance(state.phase, Mustering)
    assert contents(state, "Rd02") == "OGR TRO"


def test_t406_no_second_summons_in_the_battle_that_follows() -> None:
    """R16.1"""
    state = position(
        f"Red: Rd01@41>3 LIO LIO; Rd02@1>3 LIO; Rd03@3 ANG ANG LIO; {HOME}",
        f"Blue: Bu01@41 OGR OGR; Bu02@1 OGR CEN; {BLUE}",
    )
    state = do(state, "done", "engage 41", "1: waive", "1: concede", "summon Rd03 ANG", "1: fight")

    entering = ("1: maneuver OGR E4", "1: maneuver CEN F4", "1: done", "maneuver LIO B2", "done")
    meeting = ("1: maneuver E4 D3", "1: done", "maneuver B2 C2", "done")
    hit, missed = ("strike C2 D3 5 3", "draw 6,6,6,1,1"), ("1: strike D3 C2 6 5", "draw 1,1,1,1,1,1")
    state = do(state, *entering, *meeting, *hit, *missed, "1: done", *missed, *hit)

    assert fielded(state, DEFENDER) == "CEN F4"
    assert battling(state).battle.summons == "spent"
    assert battling(state).battle.mover == ATTACKER
    assert summons(state) == []


def test_t407_an_unsettled_engagement_keeps_its_angels() -> None:
    """R16.2"""
    state = position(
        f"Red: Rd01@1>3 LIO LIO; Rd03@41>3 ANG LIO; {HOME}", f"Blue: Bu01@1 OGR OGR; Bu02@41 OGR OGR; {BLUE}"
    )

    state = do(state, "done", "engage 1", "1: waive", "1: concede")

    assert refused(state, "summon Rd03 ANG") == "summon-donor"
    assert summons(state) == []


def test_who_has_no_other_legion_but_in_unsettled_engagements_is_not_asked() -> None:
    """R16.2: all can see it, and the next engagement is opened."""
    state = position("Red: Rd01@1>3 TTN LIO; Rd03@41>3 ANG LIO", f"Blue: Bu01@1 OGR OGR; Bu02@41 OGR OGR; {BLUE}")

    state = do(state, "done", "engage 1", "1: waive", "1: concede")

    assert isinstance(state.phase, Parleying)
    assert state.phase.engagement.land == 41


def test_the_legion_that_has_won_summons_out_of_another() -> None:
    """R16.2: its own Angel is where it is."""
    state = position(f"Red: Rd01@1>3 ANG LIO; {DONOR}", f"Blue: Bu01@1 OGR OGR; {BLUE}")

    assert summons(do(state, "done", "1: waive", "1: concede")) == ["summon Rd03 ANG"]


def test_t408_a_legion_that_has_won_may_give_its_angel() -> None:
    """R16.2"""
    state = position(
        f"Red: Rd01@1>3 LIO LIO; Rd03@41>3 ANG LIO; {HOME}", f"Blue: Bu01@1 OGR OGR; Bu02@41 OGR OGR; {BLUE}"
    )

    state = do(state, "done", "engage 41", "1: waive", "1: concede", "done", "1: waive", "1: concede")

    assert summons(state) == ["summon Rd03 ANG"]


def test_t409_an_emptied_legion_is_no_more() -> None:
    """R16.7"""
    state = do(earned(red=f"Rd04@3 ANG; {HOME}"), "summon Rd04 ANG")

    assert "Rd04" not in state.legions
    assert "Rd04" in state.players[0].markers
    assert [player.score for player in state.players] == [0, 0]


@pytest.mark.parametrize("donor", ["Rd03@3 ANG OGR", "Rd03@3 ANG"])
@pytest.mark.parametrize("who", [0, 1])
def test_t579_an_angel_that_has_not_entered_goes_home_when_the_battle_is_conceded(donor: str, who: int) -> None:
    """R16.5, R16.7: it is not scored, whoever concedes; a donor that was emptied is there again, under its marker."""
    start = earned(red=f"{donor}; {HOME}")
    before = {marker: legion.creatures for marker, legion in start.legions.items()}
    given_up = start.rules.worth(before["Rd01"], 0)

    state, events = told(start, "summon Rd03 ANG", f"{who}: concede")

    assert TurnedBack(Seat(0), "ANG", "Rd03") in events
    assert state.legions["Rd03"].creatures == before["Rd03"]
    assert "Rd03" not in state.players[0].markers
    if who == 0:
        assert state.players[1].score == given_up
    else:
        assert isinstance(state.phase, Gathering)
        assert state.legions["Rd01"].creatures == before["Rd01"]
        assert "summon Rd03 ANG" in lines(state), "the summoning counts as not made"


def stranded(red: str) -> State:
    """The attacker may summon, and every hex of the Swamp where an angel could land is taken."""
    attackers = "OGR F1, OGR E1, OGR E2, LIO F3, LIO F4, LIO D2"
    state = battle(
        "Swamp",
        attackers,
        "TRO C1, TRO C3, TRO D4, OGR D5, OGR D6, OGR E3, OGR E5",
        red=red,
        blue=BLUE,
        side=1,
        in_round=4,
        mover=ATTACKER,
    )
    now = replace(battling(state).battle, summons="spent", window=True)
    return replace(state, phase=replace(battling(state), battle=now))


def test_t410_an_angel_that_finds_no_place_goes_home() -> None:
    """R16.5: and the summons counts as not made."""
    state = do(stranded(DONOR), "summon Rd03 ANG")
    assert not any(line.startswith("maneuver ANG") for line in lines(state))

    state, events = told(state, "done")

    assert TurnedBack(Seat(0), "ANG", "Rd03") in events
    assert contents(state, "Rd03") == "ANG LIO"
    assert contents(state, "Rd01") == "OGR OGR OGR LIO LIO LIO"
    assert summons(do(state, "1: concede")) == ["summon Rd03 ANG"]


def test_t411_an_emptied_legion_is_restored_with_its_marker() -> None:
    """R16.7"""
    state = do(stranded(f"Rd04@3 ANG; {HOME}"), "summon Rd04 ANG")
    assert "Rd04" not in state.legions

    state = do(state, "done")

    assert contents(state, "Rd04") == "ANG"
    assert state.legions["Rd04"].land == 3
    assert "Rd04" not in state.players[0].markers


def test_t412_the_defender_summons_nobody() -> None:
    """R16.1"""
    state = battle("Plains", "OGR A1, OGR B1", "LIO C4, LIO D4", blue=f"Bu03@3 ANG LIO; {BLUE}")
    assert refused(state, "summon Bu03 ANG", seat=1) == "summon-not-now"

    state = do(state, "0: concede")

    assert isinstance(state.phase, Gathering)
    assert refused(state, "summon Bu03 ANG", seat=1) == "summon-not-now"


def test_t413_no_summons_for_a_flight() -> None:
    """R16.6"""
    state = position(f"Red 90: Rd01@1>3 LIO LIO; {DONOR}", f"Blue: Bu01@1 OGR OGR; {BLUE}")

    state = do(state, "done", "1: flee")

    assert isinstance(state.phase, Gathering)
    assert lines(state)[:2] == ["acquire ANG", "done"]
    assert refused(state, "summon Rd03 ANG") == "summon-not-now"


def test_t414_seven_is_the_limit_for_all_additions_together() -> None:
    """R18.2"""
    red = f"Red 90: Rd01@1>3 LIO LIO LIO LIO LIO LIO; {DONOR}"
    start = do(position(red, f"Blue: Bu01@1 OGR OGR; {BLUE}"), "done", "1: waive", "1: concede")
    assert {"acquire ANG", "summon Rd03 ANG"} <= set(lines(start))

    for addition in ("acquire ANG", "summon Rd03 ANG"):
        state = do(start, addition)
        assert state.legions["Rd01"].height == 7
        assert isinstance(state.phase, Mustering)


def test_t415_an_angel_acquired_this_turn_may_be_summoned() -> None:
    """R18.9"""
    state = do(two_battles("Rd05@5 OGR OGR"), "acquire ANG", "done", "1: waive", "1: concede")

    assert summons(state) == ["summon Rd01 ANG"]


def test_t416_an_archangel_comes_as_an_angel_does() -> None:
    """R16.2"""
    state = do(earned(red=f"Rd03@3 ARC LIO; {HOME}"), "summon Rd03 ARC")

    assert contents(state, "Rd01") == "ARC LIO LIO"


def test_t417_one_is_summoned_and_no_more() -> None:
    """R16.1"""
    state = do(earned(red=f"Rd03@3 ANG ANG LIO; {HOME}"), "summon Rd03 ANG")

    assert contents(state, "Rd03") == "ANG LIO"
    assert refused(state, "summon Rd03 ANG") == "summon-not-now"
