"""The masterboard: signs, walks, entry sides and teleports."""

from __future__ import annotations

from collections import Counter
from math import dist, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.titan.board import Arrival
from engine.titan.rules import rules_for
from tests.engine.sheets import expected

BOARD = rules_for({}).board
LANDS = sorted(BOARD.lands)
NOBODY: frozenset[int] = frozenset()


def reach(start: int, roll: int, *, enemies: set[int] | None = None, own: set[int] | None = None) -> set[Arrival]:
    """The arrivals as a set, after a look at their order."""
    found = BOARD.reach(start, roll, enemies or NOBODY, own or NOBODY)
    assert list(found) == sorted(set(found))
    return set(found)


def test_the_board_has_as_many_lands_of_each_kind_as_the_rules_say() -> None:
    counts = Counter(land.terrain for land in BOARD.lands.values())

    assert counts["Tower"] == 6
    assert counts["Brush"] == 18
    assert counts["Tundra"] == counts["Mountains"] == 3
    assert sum(counts.values()) == 96


def test_a_block_binds_the_first_step() -> None:
    """R6.4"""
    assert reach(4, 1) == {(103, 3)}


def test_arches_serve_the_first_step_only() -> None:
    """R6.4: towers are behind arches, so a roll of 1 alone leads into them."""
    assert {land for land, _ in reach(3, 1)} == {4, 100}
    assert all(
        land not in BOARD.towers for start in LANDS for roll in range(2, 7) for land, _ in BOARD.walks[start, roll].ends
    )


def test_a_tower_is_left_by_any_of_its_arrows_and_entered_from_the_bottom() -> None:
    """R6.10"""
    assert {land for land, _ in reach(100, 1)} == {3, 41, 101}
    assert (100, 3) in reach(3, 1)


def test_a_loop_may_end_where_it_began() -> None:
    """R6.5"""
    assert (7, 3) in reach(7, 6)


def test_a_land_that_two_ways_lead_to_can_be_entered_by_either_side() -> None:
    """R6.10"""
    assert reach(1, 4) == {(5, 5), (4000, 1), (4000, 5)}


def test_the_first_enemy_ends_the_move() -> None:
    """R6.6: from 1 with a 3 the ways are 1-2-3-4 and two through the inner ring."""
    assert reach(1, 3) == {(4, 5), (3000, 5), (5000, 1)}
    assert reach(1, 3, enemies={2}) == {(2, 5), (3000, 5), (5000, 1)}
    assert reach(1, 3, enemies={2, 3}) == {(2, 5), (3000, 5), (5000, 1)}


def test_an_own_legion_may_be_passed_but_not_joined() -> None:
    """R6.7"""
    assert reach(1, 3, own={2, 3}) == reach(1, 3)
    assert reach(1, 3, own={4}) == {(3000, 5), (5000, 1)}


def test_an_unsettled_engagement_may_be_neither_entered_nor_crossed() -> None:
    """R6.8"""
    assert reach(1, 3, enemies={2}, own={2}) == {(3000, 5), (5000, 1)}
    assert reach(1, 3, enemies={4}, own={4}) == {(3000, 5), (5000, 1)}


def test_an_enemy_at_the_end_of_a_walk_is_attacked() -> None:
    assert reach(1, 3, enemies={4}) == reach(1, 3)


def test_towers_teleport_to_all_other_towers_and_six_lands_around() -> None:
    """R7.2"""
    for tower in BOARD.towers:
        found = BOARD.teleports(tower)

        assert len(found) == 46
        assert found >= set(BOARD.towers) - {tower}
        assert tower not in found


def test_every_land_is_within_reach_of_some_other() -> None:
    assert {land for walks in BOARD.walks.values() for land, _ in walks.ends} == set(LANDS)


def slowly(start: int, roll: int, enemies: frozenset[int], own: frozenset[int]) -> set[Arrival]:
    """R6.3-R6.10 step by step, without tables."""
    found: set[Arrival] = set()

    def walk(at: int, left: int, came: int | None) -> None:
        for gate in BOARD.lands[at].gates:
            if came is None and any(other.out == "block" for other in BOARD.lands[at].gates):
                usable = gate.out == "block"
            elif came is None:
                usable = gate.out != ""
            else:
                usable = gate.out.startswith("arrow") and gate.side != came
            if not usable or (gate.to in enemies and gate.to in own):
                continue
            there, back = BOARD.lands[gate.to], (gate.side + 3) % 6
            if gate.to in enemies or left == 1:
                if gate.to not in own:
                    found.add((gate.to, 3 if there.terrain == "Tower" else (back - there.label_side) % 6))
            else:
                walk(gate.to, left - 1, back)

    walk(start, roll, None)
    return found


some_lands = st.frozensets(st.sampled_from(LANDS), max_size=30)


@settings(deadline=None)
@given(st.sampled_from(LANDS), st.integers(1, 6), some_lands, some_lands)
def test_reach_is_what_walking_step_by_step_gives(
    start: int, roll: int, enemies: frozenset[int], own: frozenset[int]
) -> None:
    assert reach(start, roll, enemies=set(enemies - {start}), own=set(own)) == slowly(
        start, roll, enemies - {start}, own
    )


def test_walks_are_those_of_the_fact_sheet() -> None:
    for start, by_roll in expected("moves")["normal"].items():
        for roll, ends in by_roll.items():
            wanted = {(int(land), side) for land, sides in ends.items() for side in sides}
            assert reach(int(start), int(roll)) == wanted, (start, roll)


def test_teleports_are_those_of_the_fact_sheet() -> None:
    for start, lands in expected("moves")["tower_teleport"].items():
        assert sorted(BOARD.teleports(int(start))) == lands


# --- drawing ---


def test_a_land_is_drawn_with_three_long_and_three_short_sides() -> None:
    for label in LANDS:
        lengths = [round(dist(*BOARD.edge(label, side)), 6) for side in range(6)]
        assert lengths in ([2, 4, 2, 4, 2, 4], [4, 2, 4, 2, 4, 2])
        assert isclose(lengths[BOARD.lands[label].label_side], 2)


def test_the_board_is_drawn_within_its_size() -> None:
    points = [point for label in LANDS for point in BOARD.corners(label)]

    assert 0 <= min(x for x, _ in points) < max(x for x, _ in points) <= BOARD.width
    assert 0 <= min(y for _, y in points) < max(y for _, y in points) <= BOARD.height


def test_centres_of_lands_keep_apart() -> None:
    centres = [BOARD.centre(label) for label in LANDS]
    gaps = [dist(a, b) for i, a in enumerate(centres) for b in centres[:i]]

    assert min(gaps) == pytest.approx(8 / sqrt(3))
