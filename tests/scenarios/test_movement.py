"""Walking on the masterboard: T-030 to T-075."""

from __future__ import annotations

import pytest

from engine.titan.rules import rules_for
from engine.titan.state import Moving, Mustering, Splitting, State
from tests.engine.positions import contents, do, lines, position, refused
from tests.scenarios.tables import scenarios

NAMES = {"1": "Right", "3": "Bottom", "5": "Left"}

DESTINATIONS = """
T-030 | 200  | 1 |     |          | 6 Left, 10 Right, 108 Bottom
T-031 | 200  | 2 |     |          | 7 Bottom, 11 Left, 107 Right
T-032 | 200  | 6 |     |          | 11 Left, 15 Right, 103 Left
T-033 | 1000 | 1 |     |          | 1 Bottom
T-034 | 1000 | 2 |     |          | 2 Left
T-035 | 1000 | 6 |     |          | 6 Right
T-036 | 1    | 1 |     |          | 2 Left, 1000 Bottom
T-037 | 1    | 2 |     |          | 3 Bottom, 2000 Left, 6000 Right
T-038 | 1    | 6 |     |          | 7 Bottom, 2000 Right, 6000 Left
T-039 | 4    | 1 |     |          | 103 Bottom
T-040 | 4    | 2 |     |          | 102 Right
T-041 | 5    | 1 |     |          | 106 Bottom
T-042 | 42   | 1 |     |          | 1 Right, 37 Right
T-043 | 42   | 6 |     |          | 6 Right, 42 Bottom
T-044 | 101  | 1 |     |          | 100 Bottom, 142 Right
T-045 | 101  | 2 |     |          | 3 Right, 41 Left, 141 Left
T-046 | 41   | 1 |     |          | 42 Bottom, 100 Bottom
T-047 | 41   | 2 |     |          | 1 Right, 3 Right, 101 Bottom
T-048 | 103  | 1 |     |          | 4 Bottom, 102 Right
T-049 | 103  | 2 |     |          | 5 Left, 101 Left
T-050 | 8    | 1 |     |          | 9 Left, 2000 Bottom
T-051 | 8    | 3 |     |          | 11 Left, 4000 Left, 6000 Right
T-052 | 3    | 1 |     |          | 4 Left, 100 Bottom
T-053 | 3    | 2 |     |          | 5 Left, 41 Left, 101 Bottom
T-054 | 102  | 1 |     |          | 101 Left
T-055 | 142  | 6 |     |          | 136 Left
T-056 | 200  | 4 |     |          | 9 Left, 13 Right, 105 Right
T-057 | 200  | 4 | 7   |          | 7 Bottom, 13 Right, 105 Right
T-058 | 200  | 4 | 7   | 7        | 13 Right, 105 Right
T-059 | 200  | 4 |     | 9        | 13 Right, 105 Right
T-060 | 200  | 4 |     | 7        | 9 Left, 13 Right, 105 Right
T-061 | 200  | 1 |     | 6 10 108 |
T-062 | 137  | 2 | 136 |          | 136 Left
"""


def moving(roll: int, *players: str) -> State:
    return position(*players, phase=Moving(roll))


def walks(state: State, marker: str) -> list[str]:
    """Where a legion can walk to, as `41 Left`."""
    words = (line.split() for line in lines(state) if line.startswith(f"move {marker}"))
    return [f"{land} {NAMES[side]}" for _, _, land, side in words]


@pytest.mark.parametrize(("start", "roll", "enemies", "own", "destinations"), scenarios(DESTINATIONS))
def test_a_walk_ends_in_these_lands(start: str, roll: str, enemies: str, own: str, destinations: str) -> None:
    """R6.3-R6.8: from, roll, enemies in, own legions in, destinations with the side entered by."""
    red = "; ".join([f"Rd01@{start} OGR OGR", *(f"Rd{n:02}@{land} OGR OGR" for n, land in enumerate(own.split(), 2))])
    blue = "; ".join(f"Bu{n:02}@{land} OGR OGR" for n, land in enumerate(enemies.split(), 1))

    assert ", ".join(walks(moving(int(roll), f"Red: {red}", f"Blue: {blue}"), "Rd01")) == destinations


FOLLOWED = "Red: Rd01@1000 OGR OGR; Rd02@2 OGR OGR"


def test_t063_an_own_legion_bars_the_destination() -> None:
    """R6.7"""
    assert refused(moving(2, FOLLOWED, "Blue:"), "move Rd01 2 5") == "land-own-legion"


def test_t064_a_legion_may_follow_one_that_has_left() -> None:
    """R6.7"""
    state = moving(2, FOLLOWED, "Blue:")
    assert walks(state, "Rd02") == ["4 Left", "8 Right"]

    state = do(state, "move Rd02 4 5", "move Rd01 2 5")

    assert (state.legions["Rd01"].land, state.legions["Rd02"].land) == (2, 4)


def test_t065_of_two_routes_the_mover_chooses_the_side() -> None:
    """R6.10"""
    state = moving(4, "Red: Rd01@1 OGR OGR", "Blue: Bu01@4000 OGR OGR")

    assert {"4000 Right", "4000 Left"} <= set(walks(state, "Rd01"))
    assert do(state, "move Rd01 4000 5", "done").legions["Rd01"].side == 5


def test_t066_a_round_trip_is_a_move() -> None:
    """R6.5, R8.1"""
    state = do(moving(6, "Red: Rd01@42 TRO TRO TRO", "Blue:"), "move Rd01 42 3", "done")

    assert isinstance(state.phase, Mustering)
    assert "muster Rd01 WYV TRO,TRO,TRO" in lines(state)


def test_nobody_comes_back_beside_who_was_left_behind() -> None:
    """R6.7: once the other has left as well the round is open to him (T-043)."""
    state = moving(6, "Red: Rd01@42 TRO TRO; Rd05@42 OGR OGR", "Blue:")
    assert walks(state, "Rd01") == walks(state, "Rd05") == ["6 Right"]

    assert walks(do(state, "move Rd05 6 1"), "Rd01") == ["42 Bottom"]


def test_the_mover_alone_moves() -> None:
    """R2.1, R6.1"""
    state = moving(1, "Red: Rd01@1 OGR OGR", "Blue: Bu01@5 OGR OGR")

    assert lines(state, 1) == ["resign"]
    assert refused(state, "move Bu01 106 3", seat=1) == "not-your-turn"


def divided(roll: int, *taken: int) -> State:
    """Rd05 was split from Rd01 in the tower 200; other legions have moved to the lands `taken` before."""
    red = "; ".join(f"Rd{n:02}@{land}>3 OGR OGR" for n, land in enumerate(taken, 2))
    state = position(f"Red: Rd01@200 TTN LIO LIO ANG; {red}", "Blue: Bu01@41 TTN OGR", phase=Splitting())
    return do(state, "split Rd01 Rd05 ANG,LIO", "roll", f"draw {roll}")


def test_t067_parts_that_cannot_leave_each_other_join_again() -> None:
    """R6.9"""
    state = do(divided(1, 6, 10, 108), "done")

    assert contents(state, "Rd01") == "TTN ANG LIO LIO"
    assert "Rd05" in state.players[0].markers
    assert "Rd05" not in state.legions


def test_t068_parts_must_leave_each_other_if_they_can() -> None:
    """R6.9"""
    state = divided(1, 6, 108)

    assert refused(state, "done") == "must-part"
    assert "done" in lines(do(state, "move Rd01 10 1"))
    assert "done" in lines(do(state, "move Rd05 10 1"))


def test_t069_nobody_has_to_teleport() -> None:
    """R6.9: a teleport does not count as a way to part."""
    state = divided(6, 11, 15, 103)
    assert any(line.startswith("teleport Rd05") for line in lines(state))

    assert do(state, "done").legions["Rd01"].height == 4


def test_t070_a_legion_must_move_if_one_can() -> None:
    """R6.2"""
    assert refused(moving(2, "Red: Rd01@1000 OGR OGR", "Blue:"), "done") == "must-move"


def test_t071_one_move_is_enough() -> None:
    """R6.2"""
    state = do(moving(2, FOLLOWED, "Blue:"), "move Rd02 4 5", "done")

    assert state.legions["Rd01"].land == 1000
    assert isinstance(state.phase, Mustering)


def blocked(roll: int) -> State:
    """A mover who holds every land that his legions could walk to, with as many markers as that takes."""
    board = rules_for({}).board
    lands, reached = {1}, {1}
    while reached:
        reached = {land for start in reached for land, _ in board.reach(start, roll, set(), set())} - lands
        lands |= reached
    markers = [f"{colour}{n:02}" for colour in ("Rd", "Bk", "Bu", "Br", "Gd", "Gr") for n in range(1, 13)]
    red = "; ".join(f"{marker}@{land} OGR OGR" for marker, land in zip(markers, sorted(lands), strict=False))
    assert len(lands) <= len(markers)
    return moving(roll, f"Red: {red}", "Blue:")


def test_t072_who_cannot_move_need_not() -> None:
    """R6.2: without that a mover who is blocked would be stuck."""
    state = blocked(4)

    assert not any(line.startswith(("move", "teleport")) for line in lines(state))
    assert "done" in lines(state)


def test_t073_a_legion_moves_once() -> None:
    """R6.1"""
    state = do(moving(2, FOLLOWED, "Blue:"), "move Rd02 4 5")

    assert refused(state, "move Rd02 6 5") == "already-moved"
    assert walks(state, "Rd02") == []


def test_t074_no_way_leads_through_an_enemy() -> None:
    """R6.6"""
    state = moving(4, "Red: Rd01@200 OGR OGR", "Blue: Bu01@7 OGR OGR")

    assert refused(state, "move Rd01 9 5") == "land-out-of-reach"


@pytest.mark.parametrize("start", [3, 41])
def test_t075_a_tower_is_attacked_from_the_bottom(start: int) -> None:
    """R6.10"""
    state = moving(1, f"Red: Rd01@{start} OGR OGR", "Blue: Bu01@100 OGR OGR")

    assert [walk for walk in walks(state, "Rd01") if walk.startswith("100 ")] == ["100 Bottom"]
