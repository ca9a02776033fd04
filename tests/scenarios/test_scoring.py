"""Points and acquired angels: T-432 to T-459."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Seat
from engine.titan.events import Scored
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Mustering, Splitting, State
from tests.engine.positions import battle, battling, contents, do, lines, position, refused, told, with_stack
from tests.scenarios.tables import scenarios

HOME = "Rd09@20 TTN OGR"
BLUE = "Bu09@30 TTN OGR"

ANGELS = """
T-432 | 5 | 96  | GRI                         | 20  | 116 | 0 | 1
T-433 | 7 | 96  | GRI                         | 20  | 116 | 0 | 0
T-434 | 4 | 0   | SER SER DRA                 | 99  | 99  | 0 | 0
T-435 | 4 | 0   | GRI GRI GRI GRI GRI         | 100 | 100 | 0 | 1
T-436 | 4 | 450 | LIO RAN CYC                 | 49  | 499 | 0 | 0
T-437 | 4 | 450 | GRI HYD                     | 50  | 500 | 1 | 0
T-438 | 4 | 490 | GRI                         | 20  | 510 | 1 | 0
T-439 | 4 | 90  | COL COL COL COL HYD HYD     | 220 | 310 | 0 | 3
T-440 | 5 | 90  | COL COL COL COL HYD HYD     | 220 | 310 | 0 | 2
T-441 | 4 | 375 | HYD HYD HYD HYD HYD         | 150 | 525 | 1 | 1
T-442 | 5 | 375 | HYD HYD HYD HYD HYD         | 150 | 525 | 1 | 1
T-443 | 4 | 499 | COL COL WYV                 | 101 | 600 | 1 | 1
T-444 | 3 | 450 | COL COL COL COL             | 160 | 610 | 1 | 1
T-445 | 2 | 395 | COL COL COL COL COL HYD TTN | 310 | 705 | 1 | 3
"""


def conceded(height: int, score: int, legion: str, elsewhere: str = BLUE, **stacks: int) -> State:
    """Rd01, of so many Ogres, after a legion was conceded to it. A Titan at 1,400 is worth 80."""
    mine = " ".join(["OGR"] * height)
    red = f"Red {score}: Rd01@1>3 {mine}; {HOME}"
    blue = f"Blue 1400: Bu01@1 {legion}" if "TTN" in legion else f"Blue: Bu01@1 {legion}; {elsewhere}"
    state = with_stack(do(position(red, blue, "Green: Gr01@30 TTN"), "done"), **stacks)
    return do(state, *(["1: waive"] if "waive" in lines(state, 1) else []), "1: concede")


def acquisitions(state: State) -> list[str]:
    return [line.split()[1] for line in lines(state) if line.startswith("acquire")]


@pytest.mark.parametrize(("height", "score", "legion", "points", "total", "archangels", "angels"), scenarios(ANGELS))
def test_so_many_angels_are_due(
    height: str, score: str, legion: str, points: str, total: str, archangels: str, angels: str
) -> None:
    """R18.6, R18.7: height and score of the winner, the legion that he wins and its points, score, angels."""
    state = conceded(int(height), int(score), legion)
    assert state.players[0].score == int(total) == int(score) + int(points)

    while acquisitions(state):
        state = do(state, f"acquire {acquisitions(state)[0]}")

    taken = contents(state, "Rd01").split()
    assert (taken.count("ARC"), taken.count("ANG")) == (int(archangels), int(angels))


def test_t446_with_one_place_left_the_owner_picks() -> None:
    """R18.7"""
    state = conceded(6, 375, "HYD HYD HYD HYD HYD")
    assert acquisitions(state) == ["ARC", "ANG"]

    for code in ("ARC", "ANG"):
        assert contents(do(state, f"acquire {code}"), "Rd01").split().count(code) == 1
        assert isinstance(do(state, f"acquire {code}").phase, Mustering)


def test_the_winner_alone_takes_what_he_is_due() -> None:
    """R18.2, R18.6"""
    state = conceded(4, 90, "GRI")
    assert acquisitions(state) == ["ANG"]

    assert lines(state, 1) == lines(state, 2) == ["resign"]
    assert refused(state, "acquire ANG", seat=1) == "not-your-turn"


def test_t577_where_an_archangel_is_due_an_angel_is_no_choice() -> None:
    """R18.7, LoT 17.3: as long as there are Archangels; for one who wants none, nothing."""
    state = conceded(4, 490, "GRI")

    assert acquisitions(state) == ["ARC"]
    assert refused(state, "acquire ANG") == "acquire-not-due"


def test_t447_without_archangels_an_angel_may_be_taken() -> None:
    """R18.7"""
    elsewhere = "Bu08@41 ARC ARC ARC ARC ARC ARC; Bu09@30 TTN OGR"

    state = conceded(4, 490, "GRI", elsewhere)

    assert acquisitions(state) == ["ANG"]
    assert acquisitions(do(state, "acquire ANG")) == []


NO_ANGELS = "Bu06@41 ANG ANG ANG ANG ANG ANG; Bu07@40 ANG ANG ANG ANG ANG ANG; Bu08@39 ANG ANG ANG ANG ANG"


def test_t448_without_angels_the_multiple_is_passed_for_good() -> None:
    """R18.6"""
    state = conceded(4, 90, "GRI", f"{NO_ANGELS} ANG; {BLUE}")
    assert state.bank["ANG"] == 0

    assert (state.players[0].score, contents(state, "Rd01")) == (110, "OGR OGR OGR OGR")
    assert acquisitions(state) == []
    assert refused(state, "acquire ANG") == "stock-empty"


def test_t449_the_slain_return_after_the_engagement_only() -> None:
    """R18.2: so none of them can be acquired in it."""
    state = battle(
        "Plains",
        "LIO C3",
        "ANG C4(5)",
        red=HOME,
        blue=f"{NO_ANGELS}; {BLUE}",
        scores=(90, 0),
        mover=ATTACKER,
        step="strike",
    )
    assert state.bank["ANG"] == 0

    state = do(state, "strike C3 C4 5 5", "draw 6,1,1,1,1", "1: strike C4 C3 6 3", "draw 1,1,1,1,1,1")

    assert (state.players[0].score, contents(state, "Rd01")) == (114, "LIO")
    assert acquisitions(state) == []
    assert do(state, "done").bank["ANG"] == 1


def test_t450_an_angel_declined_is_lost() -> None:
    """R18.6"""
    red = f"Red 90: Rd01@1>3 OGR OGR; Rd02@41>3 OGR OGR; {HOME}"
    state = do(position(red, f"Blue: Bu01@1 GRI; Bu02@41 OGR; {BLUE}"), "done", "engage 1", "1: flee")
    assert acquisitions(state) == ["ANG"]

    state = do(state, "done", "1: flee")

    assert state.players[0].score == 106
    assert isinstance(state.phase, Mustering)


def test_t451_the_losses_of_the_winner_give_nothing() -> None:
    """R18.4"""
    state = battle("Plains", "TRO A1, UNI, SER", "OGR C4", red=HOME, blue=BLUE, in_round=1, mover=ATTACKER)

    state = do(state, "done", "1: concede")

    assert contents(state, "Rd01") == "TRO"
    assert [player.score for player in state.players] == [12, 0]


def test_t452_points_cannot_be_refused() -> None:
    """R18.4"""
    state = conceded(7, 90, "GRI")

    assert state.players[0].score == 110
    assert isinstance(state.phase, Mustering)


def test_t453_who_never_entered_counts_for_the_winner() -> None:
    """R18.3, R10.3"""
    state = battle("Plains", "LIO C3, LIO F1", "OGR C4(5), OGR F2(5), CEN", red=HOME, blue=BLUE, in_round=1)

    state = do(state, "1: done", "1: strike C4 C3 6 5", "draw 1,1,1,1,1,1", "1: strike F2 F1 6 5", "draw 1,1,1,1,1,1")
    state, events = told(state, "strike C3 C4 5 3", "draw 6,1,1,1,1", "strike F1 F2 5 3", "draw 6,1,1,1,1")

    assert Scored(Seat(0), 36, 36, "battle") in events
    assert "Bu01" not in state.legions


def test_t454_additions_count_for_the_winner_as_well() -> None:
    """R18.3"""
    state = battle("Brush", "OGR A1", "CYC D6, CYC E5, CEN E4, CEN D5, CEN C5", red=HOME, blue=BLUE, in_round=4)
    now = replace(battling(state).battle, window=True)
    state = do(replace(state, phase=replace(battling(state), battle=now)), "1: reinforce CYC CYC")

    state = do(state, "1: maneuver CYC F4", "1: done", "1: concede")

    assert state.players[0].score == 72 + 18


@pytest.mark.parametrize(("score", "value"), [pytest.param(250, 32, id="T-455"), pytest.param(400, 40, id="T-456")])
def test_a_titan_is_worth_four_times_its_power(score: int, value: int) -> None:
    """R18.5"""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", f"Blue {score}: Bu01@1 TTN", "Green: Gr01@30 TTN")

    state, events = told(state, "done", "1: concede")

    assert Scored(Seat(0), value, value, "concession") in events


def test_t457_half_points_bring_no_angel() -> None:
    """R18.8"""
    state = position(
        "Red: Rd01@1>3 TTN LIO; Rd02@41>3 OGR",
        "Blue: Bu01@1 OGR OGR; Bu02@30 TTN",
        "Green 94: Gr01@41 OGR OGR; Gr02@31 TTN",
    )

    state = do(state, "done", "engage 1", "1: waive", "0: concede")

    assert state.players[2].score == 100
    assert contents(state, "Gr01") == "OGR OGR"
    assert (state.active, state.phase) == (1, Splitting())


@pytest.mark.parametrize(("score", "power"), [(0, 6), (99, 6), (100, 7), (399, 9), (437, 10)])
def test_t458_a_titan_grows_with_each_hundred(score: int, power: int) -> None:
    """R19.1"""
    assert TITAN.view(position(f"Red {score}: Rd01@1 TTN", "Blue:"), None).players[0].titan_power == power


def test_t459_a_titan_grows_without_limit() -> None:
    """R19.1"""
    rules = rules_for({})
    assert (rules.titan_power(1000), rules.value("TTN", 1000)) == (16, 64)

    state = battle("Plains", "TTN C3", "OGR C4", scores=(1000, 0), mover=ATTACKER, step="strike")

    assert "strike C3 C4 16 2" in lines(state)
