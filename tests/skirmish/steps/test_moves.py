"""The Move Step (B7, B11.6, B11.7, B11.11, B17.2, B17.3, B21.1)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.skirmish.board import within
from engine.skirmish.events import Damaged, Destroyed, GameOver, Moved
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Moving, Over
from engine.skirmish.units import Effect, Turn
from tests.skirmish.field import DAQAN, UTHUK, Table, field

FAR = "viper_legion@I1 citadel_guard@A13 "
"""Units of both sides that are in nobody's way."""


def moving(units: str, land: Mapping[str, str] | None = None, *effects: Effect, **more: object) -> Table:
    """The Move Step on plains but for `land`."""
    return Table(field(FAR + units, Moving(), land=land or {}, turn=Turn(effects=effects), **more))  # type: ignore[arg-type]


def ends(table: Table, unit: str) -> set[str]:
    """Where a unit can go."""
    return {line.split()[2] for line in table.can(table.state.active, "move") if line.split()[1] == unit}


def path(table: Table) -> tuple[str, ...]:
    """The way of the last move."""
    last = table.told(Moved)[-1]
    assert isinstance(last, Moved)
    return last.path


def test_scenario_019_a_hex_with_a_unit_is_neither_entered_nor_passed() -> None:
    table = moving("citadel_guard@C7,ordered citadel_guard@D7")

    refusal = table.refused(DAQAN, "move C7 D7")
    assert (refusal.code, refusal.facts["by"]) == ("move-occupied", "citadel_guard")
    assert "E7" in refusal.facts["reach"]  # type: ignore[operator]
    assert path(table.does(DAQAN, "move C7 E7")) == ("C7", "D6", "E7")


def test_a_hex_behind_units_on_both_ways_is_out_of_reach() -> None:
    table = moving("citadel_guard@C7,ordered citadel_guard@D7 obscenes@D6")

    refusal = table.refused(DAQAN, "move C7 E7")

    assert (refusal.code, refusal.facts["move"]) == ("move-out-of-reach", 2)


def test_scenario_020_terrain_that_stops_ends_the_movement() -> None:
    table = moving("riverwatch_riders@C6,ordered obscenes@C7 obscenes@D5", {"D6": "forest"})

    assert "D6" in ends(table, "C6")
    assert not {"E6", "E7", "E8"} & ends(table, "C6")


def test_scenario_021_who_starts_in_forest_leaves_normally() -> None:
    table = moving("riverwatch_riders@D6,ordered", {"D6": "forest"})

    way = path(table.does(DAQAN, "move D6 G6"))
    assert len(way) == 4
    assert way[0] == "D6"


def test_scenario_022_water_is_not_entered_and_a_ford_stops() -> None:
    water = moving("riverwatch_riders@C6,ordered", {"D6": "water"})
    refusal = water.refused(DAQAN, "move C6 D6")
    assert (refusal.code, refusal.facts["terrain"]) == ("move-impassable", "water")

    ford = moving("riverwatch_riders@C6,ordered obscenes@C7 obscenes@D5", {"D6": "ford"})
    assert "D6" in ends(ford, "C6")
    assert not {"E6", "E7"} & ends(ford, "C6")


def test_a_bridge_and_a_hill_stop_nobody() -> None:
    """B12.3, B12.5."""
    table = moving("riverwatch_riders@C6,ordered obscenes@C7 obscenes@D5", {"D6": "bridge", "E6": "hill"})

    assert {"E6", "F5"} <= ends(table, "C6")


def test_scenario_023_lunge_gives_a_hex_only_if_the_way_ends_beside_an_enemy() -> None:
    table = moving("obscenes@G6,ordered rune_golems@E6", active=UTHUK)

    assert {"F6", "F5"} <= ends(table, "G6")
    assert path(table.does(UTHUK, "move G6 F6")) == ("G6", "F6")

    table = moving("obscenes@G6,ordered rune_golems@E6 blood_harvesters@F5", active=UTHUK)
    assert "E5" not in ends(table, "G6"), "two hexes, of which the first is taken"

    table = moving("obscenes@G6,ordered rune_golems@D5 obscenes@F5", active=UTHUK)
    assert "E6" in ends(table, "G6"), "two hexes, and E6 is beside D5"
    refusal = table.refused(UTHUK, "move G6 H4")
    assert (refusal.code, refusal.facts["move"]) == ("move-out-of-reach", 1)


def test_scenario_023_two_hexes_that_do_not_end_beside_an_enemy_are_refused() -> None:
    table = moving("obscenes@G6,ordered rune_golems@E6", active=UTHUK)

    assert table.refused(UTHUK, "move G6 H4").code == "move-out-of-reach"


def test_scenario_024_flying_passes_over_units_and_water_and_ends_on_an_empty_hex() -> None:
    units = "roc_warrior@C6,ordered obscenes@D6 obscenes@D5 obscenes@C7 obscenes@C5 obscenes@B5 obscenes@B6"
    table = moving(units, {"D6": "water", "E6": "forest", "F7": "water"})

    assert {"E7", "F6", "E6"} <= ends(table, "C6")
    assert table.refused(DAQAN, "move C6 D6").code == "move-occupied"
    assert table.refused(DAQAN, "move C6 F7").code == "move-impassable"
    assert len(path(table.does(DAQAN, "move C6 F6"))) == 4


def test_each_unit_moves_once_and_only_with_an_order() -> None:
    """B7.1, B6.5."""
    table = moving("citadel_guard@C7,ordered citadel_guard@C3 citadel_guard@C5,ordered,stunned")
    table.does(DAQAN, "move C7 D7")

    again = table.refused(DAQAN, "move D7 E7")
    assert (again.code, again.facts["units"]) == ("unit-has-moved", ())
    assert table.refused(DAQAN, "move C3 C4").code == "unit-no-order"
    assert table.refused(DAQAN, "move C5 C6").code == "unit-stunned"
    assert table.refused(DAQAN, "move I1 I2").code == "unit-not-yours"
    assert table.can(DAQAN, "move") == set()


def test_hexes_moved_are_counted() -> None:
    assert moving("riverwatch_riders@C6,ordered").does(DAQAN, "move C6 F6").at("F6").moved == 3


# Swoop


def test_a_unit_that_swoops_can_take_the_longer_way_to_a_near_hex() -> None:
    """B11.7: two hexes count, however near the end is."""
    table = moving("roc_warrior@C6,ordered")

    assert {"move C6 D6 0", "move C6 D6 2", "move C6 C6 2", "move C6 E6 0"} <= table.can(DAQAN)
    assert "move C6 E6 2" not in table.can(DAQAN), "the shortest way has as many"
    assert {line.split()[3] for line in table.can(DAQAN, "move")} == {"0", "2"}, "more hexes count for no more"
    table.does(DAQAN, "move C6 D6 2")
    assert table.at("D6").moved == 2
    assert len(path(table)) == 3


def test_for_other_units_only_the_shortest_way_is_offered() -> None:
    table = moving("riverwatch_riders@C6,ordered")

    assert {line.split()[3] for line in table.can(DAQAN, "move")} == {"0"}
    refusal = table.refused(DAQAN, "move C6 D6 2")
    assert (refusal.code, refusal.facts["hexes"]) == ("move-hexes", 2)


# Ruins


def test_scenario_072_ruins_stop_a_unit_and_hurt_it() -> None:
    table = moving("citadel_guard@D7,ordered", ruins=["C7"])
    assert {"B6", "B7"}.isdisjoint(ends(moving("citadel_guard@D7,ordered obscenes@C8 obscenes@D6", ruins=["C7"]), "D7"))

    table.does(DAQAN, "move D7 C7")

    assert table.at("C7").health == 2
    hurt = table.told(Damaged)[-1]
    assert isinstance(hurt, Damaged)
    assert (hurt.why, hurt.damage, hurt.health) == ("ruins", 1, 2)


def test_scenario_073_staying_in_ruins_costs_nothing() -> None:
    table = moving("citadel_guard@C7,ordered", ruins=["C7"]).does(DAQAN, "done")

    assert table.at("C7").health == 3


def test_scenario_080_flying_over_ruins_is_free_and_ending_there_is_not() -> None:
    over = moving("roc_warrior@D7,ordered obscenes@C8 obscenes@D6", ruins=["C7"]).does(DAQAN, "move D7 B7")
    assert over.at("B7").health == 6

    ending = moving("roc_warrior@D7,ordered", ruins=["C7"]).does(DAQAN, "move D7 C7")
    assert ending.at("C7").health == 5


def test_a_unit_that_dies_in_ruins_scores_for_nobody_and_may_be_the_last() -> None:
    """B23.8, B14.2: the side has lost when its Move Step is closed."""
    table = Table(field("citadel_guard@D7:1,ordered viper_legion@I1", Moving(), land={}, ruins=["C7"]))
    phase = SKIRMISH.phase(table.state)

    table.does(DAQAN, "move D7 C7")

    assert SKIRMISH.phase(table.state) == phase, "the move can be taken back"
    destroyed = table.told(Destroyed)[-1]
    assert isinstance(destroyed, Destroyed)
    assert destroyed.by is None
    assert [side.victory for side in table.state.sides] == [0, 0]
    table.does(DAQAN, "done")
    assert table.state.phase == Over(UTHUK, "destroyed")
    assert table.told(GameOver) == [GameOver(UTHUK, "destroyed")]


# Effects of cards


MARCH = Effect("forest_march", 1, 0, "shortcut")


def test_scenario_097_shortcut_goes_on_through_forest_and_one_hex_further() -> None:
    table = moving("flesh_ripper_brutes@F4,ordered", {"F5": "forest"}, MARCH, active=UTHUK)
    walled = moving("flesh_ripper_brutes@F4,ordered", {"F5": "forest"}, active=UTHUK)

    assert path(table.does(UTHUK, "move F4 F8")) == ("F4", "F5", "F6", "F7", "F8")
    assert "F8" not in ends(walled, "F4")
    assert "F9" not in ends(moving("flesh_ripper_brutes@F4,ordered", {"F5": "forest"}, MARCH, active=UTHUK), "F4")
    plain = moving("flesh_ripper_brutes@F4,ordered", {}, MARCH, active=UTHUK)
    assert "F7" in ends(plain, "F4")
    assert "F8" not in ends(plain, "F4")


def test_scenario_098_two_forest_hexes_still_give_one_hex() -> None:
    table = moving("flesh_ripper_brutes@F4,ordered", {"F5": "forest", "F6": "forest"}, MARCH, active=UTHUK)

    assert "F8" in ends(table, "F4")
    assert "F9" not in ends(table, "F4")


def test_scenario_098_an_attack_out_of_the_forest_has_its_cap_all_the_same() -> None:
    """B21.2."""
    table = moving("flesh_ripper_brutes@F4,ordered citadel_guard@F6", {"F5": "forest"}, MARCH, active=UTHUK)

    table.does(UTHUK, "move F4 F5", "done", "attack F5 F6 strike")

    assert table.wanted == 2


def test_two_shortcuts_in_one_turn_add_up() -> None:
    """B13.6."""
    table = moving("flesh_ripper_brutes@F4,ordered", {"F5": "forest"}, MARCH, MARCH, active=UTHUK)

    assert "F9" in ends(table, "F4")
    assert "F10" not in ends(table, "F4")


def test_the_forest_must_be_entered_before_the_hex_that_it_grants() -> None:
    """B21.1: three hexes of plains do not lead into a forest that is the fourth."""
    table = moving("flesh_ripper_brutes@F4,ordered", {"F8": "forest"}, MARCH, active=UTHUK)

    assert "F8" not in ends(table, "F4")


def test_shortcut_does_not_lead_through_other_terrain_that_stops() -> None:
    """B7.5."""
    units = "flesh_ripper_brutes@F4,ordered citadel_guard@G5 citadel_guard@G6 citadel_guard@E5 citadel_guard@E6"
    table = moving(units, {"F5": "forest", "F6": "building"}, MARCH, active=UTHUK)

    assert "F6" in ends(table, "F4")
    assert "F7" not in ends(table, "F4")


@pytest.mark.parametrize(
    ("forest", "goes"),
    [("C7", True), ("C9", True), ("C10", True), ("C11", False), ("D11", False)],
)
def test_scenario_191_who_flies_enters_the_forest_in_which_it_lands(forest: str, goes: bool) -> None:
    """B21.2: it lands within its three hexes and flies one on, or lands one beyond; before it did not help flyers."""
    table = moving("roc_warrior@C6,ordered", {forest: "forest"}, MARCH)

    assert "C9" in ends(table, "C6")
    assert ("C10" in ends(table, "C6")) is goes
    assert "C10" not in ends(moving("roc_warrior@C6,ordered", {forest: "forest"}), "C6")


def test_scenario_191_it_does_not_land_where_somebody_stands() -> None:
    table = moving("roc_warrior@C6,ordered citadel_guard@C9", {"C9": "forest"}, MARCH)

    assert "C10" not in ends(table, "C6")


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_a_game_of_version_2_shortcut_does_not_help_who_flies() -> None:
    assert "C10" not in ends(moving("roc_warrior@C6,ordered", {"C7": "forest"}, MARCH), "C6")


def test_effects_that_give_hexes_add_up() -> None:
    """B7.5, B13.6."""
    number = 3
    march = Effect("march", 1, number, "forced_march")
    rush = Effect("rush", 1, number, "savage_rush")
    table = moving("citadel_guard@C6,ordered obscenes@C12", {}, march, march, rush)

    assert "C10" in ends(table, "C6")
    assert "C11" in ends(table, "C6"), "one more hex, beside an enemy"
    assert "F9" not in ends(table, "C6")


def test_a_march_is_for_its_unit_alone() -> None:
    table = moving("citadel_guard@C6,ordered citadel_guard@C2,ordered", {}, Effect("march", 1, 3, "forced_march"))

    assert "F6" in ends(table, "C6")
    assert "F2" not in ends(table, "C2")


def test_leap_passes_units_and_ends_on_an_empty_hex() -> None:
    units = "citadel_guard@C6,ordered obscenes@D6 obscenes@D5 obscenes@C7 obscenes@C5 obscenes@B5 obscenes@B6"
    closed, leaping = moving(units), moving(units, {}, Effect("leap", 0, 3, "leaping_assault"))

    assert ends(closed, "C6") == set()
    assert {"E6", "C8"} <= ends(leaping, "C6")
    assert "D6" not in ends(leaping, "C6")


def test_unstoppable_is_not_stopped_by_terrain_but_by_water() -> None:
    effect = Effect("unstopped", 0, 3, "unstoppable")
    table = moving(
        "riverwatch_riders@C6,ordered obscenes@C7 obscenes@D5",
        {"D6": "building", "E6": "forest", "E7": "water"},
        effect,
    )

    assert {"D6", "E6", "F5"} <= ends(table, "C6")
    assert "E7" not in ends(table, "C6")


def test_units_that_may_not_move_are_refused_with_the_card() -> None:
    table = moving("yeoman_archers@C6,ordered", {}, Effect("no_move", 0, 3, "arrow_volley"))

    refusal = table.refused(DAQAN, "move C6 C7")

    assert (refusal.code, refusal.facts["card"]) == ("unit-may-not-move", "arrow_volley")
    assert table.can(DAQAN, "move") == set()


@pytest.mark.parametrize("unit", ["citadel_guard", "riverwatch_riders", "roc_warrior", "rune_golems"])
def test_on_open_plains_a_unit_reaches_every_hex_as_far_as_it_moves(unit: str) -> None:
    """A slow second opinion on plains: distance is all (B7.1)."""
    table = moving(f"{unit}@E7,ordered")

    assert ends(table, "E7") - {"E7"} == set(within("E7", tables().kinds[unit].move))
