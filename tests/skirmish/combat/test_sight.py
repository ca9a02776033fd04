"""What stands in the way of a line of sight is named (B12.7, B12.8)."""

from __future__ import annotations

from engine.skirmish import ground
from tests.skirmish.field import field


def test_what_hides_is_named_from_near_to_far() -> None:
    state = field("citadel_guard@E4 citadel_guard@E7", land={"E6": "forest"})
    assert ground.blockers(state, "E4", "E9") == ("E6", "E7")
    assert ground.blockers(state, "E9", "E4") == ("E7", "E6")
    assert ground.blockers(state, "E4", "E5") == ()


def test_along_an_edge_the_side_with_less_in_the_way_is_named() -> None:
    state = field("citadel_guard@D6 citadel_guard@D7 citadel_guard@B6")
    assert ground.blockers(state, "E7", "A7") == ("D7",)


def test_a_unit_in_a_building_is_seen_out_of_and_into() -> None:
    state = field("citadel_guard@E5", land={"E5": "building", "E7": "building"})
    assert ground.sees(state, "E5", "E7")
