"""Commencement and the movement roll: T-011 to T-029."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import Illegal, Seat
from engine.log import Timeline, Undo, check_undo, step
from engine.titan.actions import NOTATION
from engine.titan.events import Parted
from engine.titan.ruleset import TITAN
from engine.titan.state import Moving, Splitting, State
from tests.engine.positions import contents, do, lines, position, refused, told

EIGHT = "Red: Rd01@600 TTN ANG CEN CEN GAR GAR OGR OGR"
SEVEN = "Red: Rd01@41 ANG LIO LIO TRO TRO CEN CEN"
HALVED = "split Rd01 Rd02 ANG,CEN,CEN,GAR"


def commencing(*players: str, turn: int = 2) -> State:
    return position(*players, "Blue: Bu01@5 TTN OGR", phase=Splitting(), turn=turn)


def opening() -> State:
    """The first turn, before its split."""
    return commencing(EIGHT, turn=1)


def rolled(roll: int, turn: int = 1) -> State:
    """The halves of a starting legion, and the roll for their move."""
    return position(
        "Red: Rd01@600 TTN GAR OGR OGR; Rd02@600 ANG CEN CEN GAR", "Blue: Bu01@5 TTN OGR", phase=Moving(roll), turn=turn
    )


def test_t011_the_first_split_gives_each_half_a_lord() -> None:
    """R4.2"""
    state = do(opening(), HALVED)

    assert contents(state, "Rd01") == "TTN GAR OGR OGR"
    assert contents(state, "Rd02") == "ANG CEN CEN GAR"


def test_t012_titan_and_angel_may_not_stay_together() -> None:
    """R4.2"""
    assert refused(opening(), "split Rd01 Rd02 TTN,ANG,OGR,OGR") == "split-first"
    assert not any("TTN,ANG" in line for line in lines(opening()))


def test_t013_the_first_split_is_into_fours() -> None:
    """R4.2"""
    assert refused(opening(), "split Rd01 Rd02 ANG,CEN,CEN") == "split-first"


def test_t014_nobody_rolls_before_the_first_split() -> None:
    """R4.2, R4.4"""
    assert refused(opening(), "roll") == "roll-first-split"
    assert "roll" in lines(do(opening(), HALVED))


def test_t015_the_first_turn_has_one_split() -> None:
    """R4.2"""
    state = do(opening(), HALVED)

    assert refused(state, "split Rd01 Rd03 OGR,OGR") == "split-once"
    assert lines(state) == ["roll", "resign"]


def test_t016_a_seven_may_part_as_five_and_two() -> None:
    """R4.1"""
    state = do(commencing(SEVEN), "split Rd01 Rd05 ANG,LIO")

    assert (state.legions["Rd01"].height, state.legions["Rd05"].height) == (5, 2)


def test_the_marker_of_a_new_legion_is_in_use() -> None:
    """R3.1"""
    state = do(commencing(SEVEN), "split Rd01 Rd05 ANG,LIO")

    assert "Rd05" not in state.players[0].markers
    assert refused(state, "split Rd01 Rd05 LIO,TRO") == "marker-not-yours"


def test_a_seven_with_two_lords_parts_as_its_owner_likes() -> None:
    """R4.1, R4.2: four and four, with a lord each, is for the eight of the start."""
    state = commencing("Red: Rd01@41 TTN ANG LIO LIO TRO TRO CEN")

    assert {"split Rd01 Rd05 TTN,ANG", "split Rd01 Rd05 LIO,LIO"} <= set(lines(state))


def test_the_mover_alone_splits_and_rolls() -> None:
    """R2.1, R4.1"""
    state = position("Red: Rd01@41 TTN OGR OGR OGR", "Blue: Bu01@5 TTN OGR OGR OGR", phase=Splitting())

    assert lines(state, 1) == ["resign"]
    assert refused(state, "split Bu01 Bu02 OGR,OGR", seat=1) == "not-your-turn"


def test_t017_nobody_goes_alone() -> None:
    """R4.1"""
    assert refused(commencing(SEVEN), "split Rd01 Rd05 ANG") == "split-too-small"


def test_t018_a_seven_may_become_three_legions() -> None:
    """R4.1"""
    state = do(commencing(SEVEN), "split Rd01 Rd05 LIO,LIO,TRO,TRO", "split Rd05 Rd06 TRO,TRO")

    assert {m: (leg.height, leg.land) for m, leg in state.legions.items() if leg.owner == 0} == {
        "Rd01": (3, 41),
        "Rd05": (2, 41),
        "Rd06": (2, 41),
    }


def test_t019_a_three_may_not_be_split() -> None:
    """R4.1"""
    assert refused(commencing("Red: Rd01@41 LIO LIO OGR"), "split Rd01 Rd02 LIO,LIO") == "legion-height"


def test_t020_a_four_may_part_as_two_and_two() -> None:
    """R4.1"""
    state = do(commencing("Red: Rd01@41 TTN OGR OGR OGR"), "split Rd01 Rd02 OGR,OGR")

    assert contents(state, "Rd01") == "TTN OGR"


def test_t021_without_a_marker_there_is_no_split() -> None:
    """R3.1, R4.1"""
    state = commencing(SEVEN).with_player(Seat(0), markers=())

    assert refused(state, "split Rd01 Rd05 ANG,LIO,LIO") == "no-marker-free"
    assert lines(state) == ["roll", "resign"]


def timeline(state: State, *said: str) -> Timeline[Any, Any, Any]:
    """A game played on from a state so that steps can be taken back."""
    now: Timeline[Any, Any, Any] = Timeline(state, state)
    for line in said:
        action = NOTATION.parse(line)
        now, _ = step(TITAN, now, Seat(-1 if line.startswith("draw") else 0), action)
    return now


def test_t022_a_split_may_be_taken_back_before_the_roll() -> None:
    """R4.5"""
    start = commencing(SEVEN)
    split = timeline(start, "split Rd01 Rd05 ANG,LIO")

    check_undo(TITAN, split, Seat(0), Undo((1,)))
    after, _ = step(TITAN, split, Seat(0), Undo((1,)))

    assert after.state == start
    assert "Rd05" in after.state.players[0].markers


def test_t023_a_split_stands_once_the_die_is_rolled() -> None:
    """R4.5"""
    split = timeline(commencing(SEVEN), "split Rd01 Rd05 ANG,LIO", "roll", "draw 3")

    with pytest.raises(Illegal):
        check_undo(TITAN, split, Seat(0), Undo((1,)))


def test_t024_of_a_split_others_see_the_heights() -> None:
    """R3.3, R4.3"""
    state, events = told(commencing(SEVEN), "split Rd01 Rd05 ANG,LIO")

    seen = {legion.marker: legion for legion in TITAN.view(state, Seat(1)).legions}
    assert (seen["Rd01"].height, seen["Rd05"].height) == (5, 2)
    assert seen["Rd05"].creatures == ()
    assert [TITAN.seen(event, Seat(1)) for event in events] == [Parted(Seat(0), "Rd01", "Rd05", 5, 2, ())]


def test_t025_the_second_roll_stands() -> None:
    """R5.3"""
    state = do(rolled(3), "mulligan", "draw 3")

    assert state.phase == Moving(3, throw=2)


def test_t026_there_is_one_mulligan() -> None:
    """R5.3"""
    assert refused(do(rolled(3), "mulligan", "draw 5"), "mulligan") == "mulligan-none"


def test_t027_no_mulligan_once_a_legion_has_moved() -> None:
    """R5.4"""
    state = rolled(3)
    move = next(line for line in lines(state) if line.startswith("move Rd01"))

    assert refused(do(state, move), "mulligan") == "mulligan-moved"


def test_t028_no_mulligan_after_the_first_turn() -> None:
    """R5.3"""
    assert refused(rolled(3, turn=2), "mulligan") == "mulligan-none"


def test_t029_the_first_turn_may_teleport() -> None:
    """R7.8: unless an option of the table says otherwise."""
    assert any(line.startswith("teleport Rd02") for line in lines(rolled(6)))
