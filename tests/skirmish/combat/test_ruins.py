"""Ruins: what makes them, what they do, and what they are not (B17)."""

from __future__ import annotations

from engine.skirmish import ground, scenario
from engine.skirmish.board import HEXES, distance
from engine.skirmish.events import BuildingRuined
from engine.skirmish.state import Attacking, Moving
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

BOTH = "citadel_guard@A1 viper_legion@I1 "
"""Units of both sides that are in nobody's way."""


def crush(table: Table, at: str) -> Table:
    """Whoever is asked crushes a building."""
    (seat,) = table.awaited
    return table.does(seat, f"cast crushing_force {at}")


def test_scenario_148_there_are_always_ruins_enough_for_either_side() -> None:
    """B17.1, B17.8."""
    ruins = ["A3", "A5", "A7", "A9", "A11", "B2"]
    land = dict.fromkeys((*ruins, "D6", "C5"), "building")
    units = BOTH + "uthuk/mountain_giant@D5 daqan/mountain_giant@C4"
    hands = ("crushing_force", "crushing_force")
    state = field(units, Moving(), active=UTHUK, land=land, ruins=ruins, lore=(3, 3), hands=hands)

    table = crush(crush(Table(state), "D6"), "C5")

    assert table.state.ruins == {*ruins, "D6", "C5"}
    assert table.told(BuildingRuined) == [BuildingRuined("D6"), BuildingRuined("C5")]


def test_scenario_149_a_unit_placed_in_ruins_has_not_moved_there() -> None:
    """B17.9."""
    around = ["C8", "B7", "B6", "C6", "D6", "D7"]
    land = dict.fromkeys((*around, "C7"), "building")
    hidden = {"C7": "blood_harvesters"}
    units = BOTH + "viper_legion@C7 viper_legion@D6"
    state = field(units, Attacking(), scenario=THUNDERCLAP, active=UTHUK, land=land, ruins=around, hidden=hidden)
    table = Table(state).does(UTHUK, "done")
    assert table.can(UTHUK, "place") == {f"place blood_harvesters {at}" for at in around if at != "D6"}

    table.does(UTHUK, "place blood_harvesters C8")

    assert table.at("C8").health == 3


def test_scenario_078_ruins_protect_nobody() -> None:
    """B17.6."""
    state = field(BOTH + "citadel_guard@C7 viper_legion@D7,ordered", Attacking(), active=UTHUK, ruins=["C7"])

    table = Table(state).does(UTHUK, "attack D7 C7 ranged").rolls("PP")

    assert table.at("C7").health == 1


def test_scenario_078_ruins_cannot_be_crushed_again() -> None:
    hands = ("", "crushing_force")
    land = {"C7": "building"}
    units = BOTH + "uthuk/mountain_giant@D5"
    state = field(units, Moving(), active=UTHUK, land=land, ruins=["C7"], lore=(0, 8), hands=hands)

    table = Table(state)

    assert table.refused(UTHUK, "cast crushing_force C7").code == "card-no-target"


def test_scenario_079_ruins_block_sight() -> None:
    """B17.7."""
    clear = field(BOTH, land={"C7": "bridge"})
    blocked = field(BOTH, land={"C7": "bridge"}, ruins=["C7"])

    assert ground.sees(clear, "E7", "A7")
    assert not ground.sees(blocked, "E7", "A7")


def test_scenario_075_advancing_into_ruins_hurts() -> None:
    """B10.5, B17.3."""
    state = field(BOTH + "citadel_guard@D7,ordered viper_legion@C7:1", Attacking(), ruins=["C7"])
    table = Table(state).does(DAQAN, "attack D7 C7 strike").rolls("SPP").does(DAQAN, "advance")

    assert table.at("C7").health == 2


def test_scenario_074_a_unit_in_ruins_may_advance_out_of_them() -> None:
    """B17.2."""
    state = field(BOTH + "citadel_guard@C7,ordered viper_legion@D7:1", Attacking(), ruins=["C7"])
    table = Table(state).does(DAQAN, "attack C7 D7 strike").rolls("SPP").does(DAQAN, "advance")

    assert table.at("D7").health == 3


def test_the_nearest_places_grow_with_what_is_taken() -> None:
    """B23.16, checked against all hexes."""
    state = field("citadel_guard@C7 viper_legion@C8 viper_legion@D7", land={"D6": "water"})
    found = scenario.spots(state, "C7")

    assert set(found) == {"C6", "B6", "B7"}
    assert all(distance("C7", at) == 1 for at in found)
    full = field(" ".join(f"citadel_guard@{at}" for at in HEXES if distance("C7", at) <= 3))
    assert {distance("C7", at) for at in scenario.spots(full, "C7")} == {4}
