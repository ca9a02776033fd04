"""Who sees whom (B12.3, B12.7-B12.9)."""

from __future__ import annotations

from engine.skirmish import ground
from tests.skirmish.field import field


def test_scenario_006_what_stands_between_blocks_and_the_hex_of_the_target_does_not() -> None:
    assert ground.blockers(field("citadel_guard@C5", land={"D5": "forest"}), "C5", "E6") == ("D5",)
    assert ground.sees(field("citadel_guard@C5", land={"E6": "forest", "C5": "building"}), "C5", "E6")


def test_scenario_007_along_an_edge_one_clear_side_is_enough() -> None:
    assert ground.sees(field("citadel_guard@C7", land={"D6": "forest"}), "C7", "E7")
    assert ground.sees(field("citadel_guard@C7", land={"D7": "forest"}), "C7", "E7")
    both = field("citadel_guard@C7", land={"D6": "forest", "D7": "forest"})
    assert not ground.sees(both, "C7", "E7")
    assert set(ground.blockers(both, "C7", "E7")) <= {"D6", "D7"}


def test_scenario_008_any_unit_blocks() -> None:
    for between in ("citadel_guard@E6", "blood_harvesters@E6"):
        state = field(f"citadel_guard@E5 blood_harvesters@E7 {between}")
        assert ground.blockers(state, "E5", "E7") == ("E6",)


def test_scenario_009_a_hill_looks_over_units_and_not_over_forest() -> None:
    state = field("citadel_guard@E5 citadel_guard@E6 blood_harvesters@E7", land={"E5": "hill"})
    assert ground.sees(state, "E5", "E7")
    assert not ground.sees(state, "E7", "E5")
    wood = field("citadel_guard@E5 citadel_guard@E6 blood_harvesters@E7", land={"E5": "hill", "E6": "forest"})
    assert not ground.sees(wood, "E5", "E7")


def test_scenario_010_neighbours_always_see_each_other() -> None:
    state = field("citadel_guard@C7", land={"D6": "building", "D7": "building"})
    assert ground.sees(state, "C7", "D6")


def test_scenario_079_ruins_block_sight() -> None:
    state = field("citadel_guard@E7", ruins={"C7"})
    assert ground.blockers(state, "E7", "A7") == ("C7",)
    assert ground.sees(field("citadel_guard@E7"), "E7", "A7")


def test_water_fords_and_bridges_hide_nobody() -> None:
    for terrain, clear in (
        ("water", True), ("ford", True), ("bridge", True), ("hill", False), ("building", False), ("forest", False)
    ):  # fmt: skip
        assert ground.sees(field("citadel_guard@E5", land={"E6": terrain}), "E5", "E7") is clear
