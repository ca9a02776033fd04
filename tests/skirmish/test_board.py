"""The field: names, neighbours, distances, sections, sight; against the scenarios and a second opinion (B2, B12)."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from math import hypot

import pytest

from engine.core import Illegal
from engine.skirmish import board, ground
from engine.skirmish.board import COMPASS, HEXES
from tests.skirmish.field import Table, field

TO = COMPASS.index


def looks(start: str, aim: str, units: Iterable[str] = (), **land: str) -> bool:
    """Whether one hex sees another across this land; units stand on some hexes."""
    names = " ".join(f"citadel_guard@{at}" for at in units)
    return ground.sees(field(names, land=land), start, aim)


def test_scenario_001_neighbours() -> None:
    assert board.neighbours("E7") == ("E8", "D7", "D6", "E6", "F6", "F7")
    assert set(board.neighbours("A1")) == {"A2", "B1"}


def test_scenario_002_the_field_has_113_hexes() -> None:
    assert len(HEXES) == len(set(HEXES)) == 113
    assert Counter(at[0] for at in HEXES) == {row: 12 if row in "BDFH" else 13 for row in "ABCDEFGHI"}


@pytest.mark.parametrize("name", ["B13", "J1", "A0", "A14", "a1", "", "7"])
def test_scenario_002_a_name_without_a_hex_is_told_the_range(name: str) -> None:
    with pytest.raises(Illegal) as refused:
        board.known(name)

    assert refused.value.code == "hex-unknown"
    assert refused.value.facts == {"hex": name, "rows": "ABCDEFGHI", "long": 13, "short": 12}


def test_scenario_003_distances() -> None:
    assert board.distance("H6", "E7") == 3
    assert board.distance("A1", "I13") == 16
    assert board.distance("H2", "D3") == 4


def test_scenario_004_sections() -> None:
    assert board.sections("C5") == ("west", "center")
    assert board.sections("C9") == ("center", "east")
    assert board.sections("D4") == ("west",)
    assert board.sections("D5") == ("center",)


def test_every_hex_has_a_section_and_the_field_is_the_same_from_both_sides() -> None:
    """B2.4, B2.5: what is west for the south is east for the north."""
    swapped = {"west": "east", "center": "center", "east": "west"}
    for at in HEXES:
        assert {swapped[name] for name in board.sections(at)} == set(board.sections(board.turned(at)))
    counts = Counter(name for at in HEXES for name in board.sections(at))
    assert counts == {"west": 41, "center": 41, "east": 41}


def test_turning_twice_is_not_turning() -> None:
    assert board.turned("C4") == "G10"
    assert board.turned("D2") == "F11"
    assert all(board.turned(board.turned(at)) == at for at in HEXES)


# A second opinion: the grid as the rules say it, and hexes as shapes


def x_of(at: str) -> float:
    """B2.2: the number in long rows, half more in short ones."""
    return int(at[1:]) + (0.5 if at[0] in "BDFH" else 0)


def beside(at: str) -> set[str]:
    """B2.2 once more, by looking at every hex."""
    row = ord(at[0])
    return {
        other
        for other in HEXES
        if (ord(other[0]) == row and abs(x_of(other) - x_of(at)) == 1)
        or (abs(ord(other[0]) - row) == 1 and abs(x_of(other) - x_of(at)) == 0.5)
    }


def test_neighbours_and_distances_are_those_of_the_rules() -> None:
    for start in HEXES:
        assert set(board.neighbours(start)) == beside(start)
        steps, ahead = {start: 0}, deque([start])
        while ahead:
            here = ahead.popleft()
            for there in board.neighbours(here):
                if there not in steps:
                    steps[there] = steps[here] + 1
                    ahead.append(there)
        for at in HEXES:
            rows, columns = abs(ord(at[0]) - ord(start[0])), abs(2 * x_of(at) - 2 * x_of(start))
            assert board.distance(start, at) == steps[at] == rows + max(0, (columns - rows) / 2)


def test_directions_go_where_they_say() -> None:
    for at in HEXES:
        for side, name in enumerate(COMPASS):
            there = board.ahead(at, side)
            if there is None:
                continue
            assert ("N" in name, "S" in name) == (there[0] > at[0], there[0] < at[0])
            assert ("E" in name) == (x_of(there) > x_of(at))
            assert board.ahead(there, (side + 3) % 6) == at


def test_pictures_and_names_agree() -> None:
    for at in HEXES:
        for other in board.neighbours(at):
            (ax, ay), (bx, by) = board.centre(at), board.centre(other)
            assert hypot(ax - bx, ay - by) == pytest.approx(3**0.5)
            assert (by < ay) == (other[0] > at[0])
            assert (bx > ax) == (x_of(other) > x_of(at))


APART = 0.75**0.5
"""How far two rows lie apart where neighbours lie 1 apart."""


def point(at: str) -> tuple[float, float]:
    """The centre of a hex where neighbours lie 1 apart."""
    return x_of(at), APART * ord(at[0])


def met(start: str, aim: str, aside: float) -> set[str]:
    """The hexes that a line between centres, moved `aside`, has a part in: it is cut off at each side of each hex."""
    (ax, ay), (bx, by) = point(start), point(aim)
    length = hypot(bx - ax, by - ay)
    ax, ay = ax - aside * (by - ay) / length, ay + aside * (bx - ax) / length
    bx, by = ax + (point(aim)[0] - point(start)[0]), ay + (point(aim)[1] - point(start)[1])
    found = set()
    for at in HEXES:
        if at in (start, aim):
            continue
        cx, cy = point(at)
        first, last = 0.0, 1.0
        for nx, ny in ((1.0, 0.0), (0.5, APART), (-0.5, APART)):
            here, there = (ax - cx) * nx + (ay - cy) * ny, (bx - cx) * nx + (by - cy) * ny
            for way in (1, -1):
                a, b = way * here - 0.5, way * there - 0.5
                if a > 0 and b > 0:
                    first, last = 1.0, 0.0
                elif a > 0:
                    first = max(first, a / (a - b))
                elif b > 0:
                    last = min(last, a / (a - b))
        if last - first > 1e-9:
            found.add(at)
    return found


def pairs() -> Iterator[tuple[str, str]]:
    """Every kind of line: from hexes of a long and a short row, and from the edges, to everywhere."""
    for start in ("E7", "D4", "A1", "B12", "I6"):
        for aim in HEXES:
            if aim != start:
                yield start, aim


def test_lines_cross_what_a_ruler_says() -> None:
    for start, aim in pairs():
        one, other = board.crossed(start, aim)
        assert {one, other} == {frozenset(met(start, aim, aside)) for aside in (1e-4, -1e-4)}, (start, aim)


def test_a_line_is_the_same_from_its_other_end() -> None:
    for start in HEXES:
        for aim in HEXES[:: 1 if start in ("E7", "D6", "A1") else 11]:
            if start != aim:
                assert set(board.crossed(start, aim)) == set(board.crossed(aim, start)), (start, aim)


# Sight


def test_scenario_006_forest_between_blocks_and_the_targets_own_does_not() -> None:
    assert not looks("C5", "E6", D5="forest")
    assert looks("C5", "E6", E6="forest")
    assert looks("C5", "E6", C5="forest")


def test_scenario_007_along_an_edge_both_sides_must_be_blocked() -> None:
    assert looks("C7", "E7", D6="forest")
    assert looks("C7", "E7", D7="forest")
    assert not looks("C7", "E7", D6="forest", D7="forest")


def test_scenario_008_a_unit_between_blocks() -> None:
    assert not looks("E5", "E7", ["E6"])
    assert looks("E5", "E7", ["E5", "E7"])


def test_scenario_009_a_hill_looks_over_units_and_not_over_forest() -> None:
    assert looks("E5", "E7", ["E6"], E5="hill")
    assert not looks("E5", "E7", ["E6"], E5="hill", E6="forest")
    assert not looks("E5", "E7", ["E6"], E7="hill")


def test_scenario_010_neighbours_always_see_each_other() -> None:
    assert looks("C7", "D6", D6="building", D7="building")
    for at in ("E7", "D1", "I13"):
        for other in board.neighbours(at):
            assert looks(at, other, board.HEXES)


@pytest.mark.parametrize(
    ("terrain", "clear"),
    [("plains", True), ("water", True), ("ford", True), ("bridge", True), ("forest", False), ("hill", False),
     ("building", False), ("ruins", False)],
)  # fmt: skip
def test_which_terrain_blocks(terrain: str, clear: bool) -> None:
    """B12.6, B17.7."""
    assert looks("E5", "E7", E6=terrain) == clear


def test_scenario_079_ruins_made_in_the_game_block() -> None:
    assert not ground.sees(field("", land={"C7": "building"}, ruins=["C7"]), "E7", "A7")
    assert ground.sees(field("", land={}), "E7", "A7")


def test_along_an_edge_one_hex_on_each_side_is_enough_wherever_they_lie() -> None:
    """B12.8: each shifted copy of the line must be clear as a whole."""
    assert not looks("A7", "E7", ["B6", "D7"])
    assert looks("A7", "E7", ["B6", "D6"])
    assert not looks("A7", "E7", ["C7"])


# Retreats


@pytest.mark.parametrize(
    ("attacker", "target", "ways"),
    [
        ("E6", "E7", ["E"]),
        ("B7", "A7", ["SW"]),
        ("E8", "D7", ["SW"]),
        ("E6", "C7", ["SE"]),
        ("E7", "C7", ["SE", "SW"]),
        ("D7", "E7", ["NW"]),
    ],
)
def test_scenarios_047_054_055_the_way_of_a_retreat(attacker: str, target: str, ways: list[str]) -> None:
    assert sorted(COMPASS[side] for side in board.retreats(attacker, target)) == ways


def test_a_retreat_from_a_neighbour_is_straight_on() -> None:
    """B9.1."""
    for at in HEXES:
        for side in range(6):
            there = board.ahead(at, side)
            if there is not None:
                assert board.retreats(at, there) == (side,)


def test_a_retreat_goes_away_from_where_the_line_comes_in() -> None:
    """B9.2: the last hex that the line crosses is behind the edge; two edges where it comes in at a corner."""
    inner = [(start, aim) for start, aim in pairs() if len(board.neighbours(aim)) == 6]
    for start, aim in inner:
        if board.distance(start, aim) == 1:
            continue
        into = {
            (side + 3) % 6
            for line in board.crossed(start, aim)
            for side in range(6)
            if (near := board.ahead(aim, side)) is not None and near in line
        }
        assert into == set(board.retreats(start, aim)), (start, aim)


def test_beyond_goes_on_until_the_field_ends() -> None:
    assert list(board.beyond("A2", TO("W"))) == ["A1", None]
    assert list(board.beyond("E11", TO("E"))) == ["E12", "E13", None]


def test_a_table_on_plains_shows_the_field_to_everybody() -> None:
    assert Table(field("citadel_guard@C7 viper_legion@E7")).view().land == ()
