"""Mustering: T-094 to T-147."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.log import Timeline, Undo, step
from engine.titan.actions import NOTATION
from engine.titan.events import Mustered
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Mustering, State
from tests.engine.positions import battle, do, lines, position, refused, told, with_stack
from tests.scenarios.tables import scenarios

RECRUITS = """
T-094 | Plains    | CEN CEN                 |     | CEN LIO
T-095 | Plains    | CEN                     |     | CEN
T-096 | Plains    | LIO                     |     | CEN LIO
T-097 | Plains    | LIO LIO                 |     | CEN LIO RAN
T-098 | Plains    | RAN                     |     | CEN LIO RAN
T-099 | Plains    | OGR TRO                 |     |
T-100 | Jungle    | GAR GAR GAR             |     | GAR CYC
T-101 | Jungle    | CYC CYC                 |     | GAR CYC
T-102 | Jungle    | CYC CYC CYC             |     | GAR CYC BEH
T-103 | Jungle    | SER                     |     | GAR CYC BEH SER
T-104 | Jungle    | GOR                     |     |
T-105 | Brush     | BEH CYC CYC CYC         |     | GAR CYC GOR
T-106 | Brush     | BEH                     |     |
T-107 | Brush     | CYC CYC                 | GOR | GAR CYC
T-108 | Mountains | LIO LIO                 |     | LIO MIN
T-109 | Mountains | MIN MIN                 |     | LIO MIN DRA
T-110 | Mountains | DRA DRA                 |     | LIO MIN DRA COL
T-111 | Mountains | ANG TTN                 |     |
T-112 | Tundra    | TRO TRO                 |     | TRO WBR
T-113 | Tundra    | GIA GIA                 |     | TRO WBR GIA COL
T-114 | Tundra    | COL                     |     | TRO WBR GIA COL
T-115 | Hills     | OGR OGR                 |     | OGR
T-116 | Hills     | OGR OGR OGR             |     | OGR MIN
T-117 | Hills     | UNI                     |     | OGR MIN UNI
T-118 | Woods     | CEN CEN CEN             |     | CEN WBR
T-119 | Woods     | WBR WBR                 |     | CEN WBR UNI
T-120 | Desert    | LIO LIO LIO             |     | LIO GRI
T-121 | Desert    | GRI GRI                 |     | LIO GRI HYD
T-122 | Desert    | HYD                     |     | LIO GRI HYD
T-123 | Swamp     | TRO TRO TRO             |     | TRO WYV
T-124 | Swamp     | HYD                     |     | TRO WYV HYD
T-125 | Marsh     | OGR OGR                 |     | OGR TRO
T-126 | Marsh     | TRO TRO                 |     | OGR TRO RAN
T-127 | Tower     | LIO TRO                 |     | CEN GAR OGR
T-128 | Tower     | OGR OGR OGR LIO LIO LIO |     | CEN GAR OGR GUA
T-129 | Tower     | GUA OGR                 |     | CEN GAR OGR GUA
T-130 | Tower     | ANG ANG ANG             |     | CEN GAR OGR
T-131 | Tower     | TTN OGR                 |     | CEN GAR OGR WLK
T-132 | Tower     | WLK OGR                 |     | CEN GAR OGR WLK
T-133 | Tower     | TTN OGR                 | WLK | CEN GAR OGR
T-134 | Tower     | OGR OGR                 | OGR | CEN GAR
"""


def enlisting(*legions: str, score: int = 0) -> State:
    """Enlistment of Red, whose legions `>3` have moved."""
    return position(f"Red {score}: " + "; ".join(legions), "Blue: Bu01@20 TTN OGR", phase=Mustering())


def land_of(terrain: str) -> int:
    return min(land for land, at in rules_for({}).board.lands.items() if at.terrain == terrain)


def ways(state: State, marker: str = "Rd01") -> set[str]:
    """The musters of a legion, as `LIO CEN,CEN`."""
    return {line.split(" ", 2)[2] for line in lines(state) if line.startswith(f"muster {marker} ")}


def recruits(state: State, marker: str = "Rd01") -> set[str]:
    return {way.split()[0] for way in ways(state, marker)}


@pytest.mark.parametrize(("terrain", "legion", "empty", "may"), scenarios(RECRUITS))
def test_a_legion_may_muster_these(terrain: str, legion: str, empty: str, may: str) -> None:
    """R8.3, R8.5-R8.9: terrain, legion, empty stack, recruits."""
    state = enlisting(f"Rd01@{land_of(terrain)}>3 {legion}")
    if empty:
        state = with_stack(state, **{empty: 0})

    assert recruits(state) == set(may.split())


def test_t135_of_a_legion_only_the_recruiters_are_shown() -> None:
    """R8.3"""
    state, events = told(enlisting("Rd01@5>3 CYC CYC CYC OGR"), "muster Rd01 BEH CYC,CYC,CYC")

    assert events == (Mustered(Seat(0), "Rd01", 5, "BEH", ("CYC", "CYC", "CYC")),)
    seen = next(legion for legion in TITAN.view(state, Seat(1)).legions if legion.marker == "Rd01")
    assert sorted(seen.creatures) == ["BEH", "CYC", "CYC", "CYC"]
    assert seen.height == 5


@pytest.mark.parametrize(
    ("legion", "recruit", "shown"),
    [
        pytest.param("LIO LIO RAN", "LIO", {"LIO", "RAN"}, id="T-136"),
        pytest.param("LIO LIO CEN", "CEN", {"CEN", "LIO"}, id="T-137"),
    ],
)
def test_the_owner_chooses_what_to_show(legion: str, recruit: str, shown: set[str]) -> None:
    """R8.3, R8.4: in Plains."""
    found = ways(enlisting(f"Rd01@1>3 {legion}"))

    assert {way.split()[1] for way in found if way.startswith(recruit)} == shown


def test_t138_a_tower_asks_nobody_to_show_anything() -> None:
    """R8.5"""
    assert {way for way in ways(enlisting("Rd01@100>3 LIO TRO")) if way.startswith("OGR")} == {"OGR -"}


def test_t139_a_legion_of_seven_musters_nobody() -> None:
    """R8.1"""
    assert refused(enlisting("Rd01@8>3 OGR OGR OGR OGR OGR OGR OGR"), "muster Rd01 TRO OGR,OGR") == "legion-full"


def test_t140_who_has_not_moved_musters_nobody() -> None:
    """R8.1"""
    assert refused(enlisting("Rd01@8 OGR OGR"), "muster Rd01 TRO OGR,OGR") == "not-moved"


def test_t141_nobody_musters_in_the_turn_of_another() -> None:
    """R8.1: not even after a defence that was won."""
    state = battle("Marsh", "OGR C3", "OGR C5, OGR D5")

    state = do(state, "0: concede", "1: done")

    assert lines(state, 1) == ["resign"]
    assert refused(state, "muster Bu01 TRO OGR,OGR", seat=1) == "not-your-turn"


def test_t142_an_angel_that_was_acquired_takes_the_place_of_a_recruit() -> None:
    """R8.1"""
    state = position("Red 95: Rd01@8>3 OGR OGR OGR OGR OGR OGR", "Blue: Bu01@8 LIO; Bu02@20 TTN")

    state = do(state, "done", "1: flee", "acquire ANG")

    assert state.legions["Rd01"].height == 7
    assert refused(state, "muster Rd01 TRO OGR,OGR") == "legion-full"


def test_t143_a_legion_musters_once_a_turn() -> None:
    """R8.1"""
    state = do(enlisting("Rd01@8>3 OGR OGR"), "muster Rd01 TRO OGR,OGR")

    assert refused(state, "muster Rd01 OGR OGR") == "mustered-already"


def test_t144_the_last_of_a_stack_is_for_one() -> None:
    """R8.9"""
    state = with_stack(enlisting("Rd01@7>3 LIO LIO LIO", "Rd02@118>3 LIO LIO LIO"), GRI=1)
    assert "GRI" in recruits(state, "Rd02")

    state = do(state, "muster Rd01 GRI LIO,LIO,LIO")

    assert "GRI" not in recruits(state, "Rd02")
    assert refused(state, "muster Rd02 GRI LIO,LIO,LIO") == "stock-empty"


def test_t145_a_muster_may_be_taken_back_and_what_it_showed_stays_known() -> None:
    """R8.10"""
    start = enlisting("Rd01@8>3 OGR OGR TRO")
    mustered, _ = step(TITAN, Timeline(start, start), Seat(0), NOTATION.parse("muster Rd01 OGR TRO"))

    undone, _ = step(TITAN, mustered, Seat(0), Undo((1,)))

    assert undone.state.bank == start.bank
    assert undone.state.legions == start.legions
    seen = next(legion for legion in TITAN.view(undone.state, Seat(1)).legions if legion.marker == "Rd01")
    assert seen.creatures == ("TRO",)


def test_t146_other_chains_do_not_help() -> None:
    """R8.3: two Ogres are one too few, whatever Lions there are."""
    state = enlisting("Rd01@4>3 OGR OGR LIO LIO LIO")

    assert refused(state, "muster Rd01 MIN OGR,OGR,OGR") == "recruit-not-possible"
    assert recruits(state) == {"OGR"}


def test_t147_a_warlock_slain_this_turn_may_be_mustered() -> None:
    """R20.2: it went back to its stack when the engagement was over."""
    state = battle(
        "Plains",
        "LIO C3",
        "WLK C4(4)",
        red="Rd02@100>3 TTN OGR",
        blue="Bu02@41 TTN; Bu03@36 WLK WLK WLK WLK WLK",
        step="strike-back",
    )
    assert state.bank["WLK"] == 0

    state = do(state, "strike C3 C4 5 5", "draw 6,1,1,1,1", "done")

    assert isinstance(state.phase, Mustering)
    assert "muster Rd02 WLK TTN" in lines(state)
