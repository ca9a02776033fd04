"""Legions of eight beyond the first turn (V6.6, V6.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import Seat
from engine.log import Timeline, step, undoings
from engine.titan.actions import NOTATION
from engine.titan.battle.entering import kept_out
from engine.titan.defaults import default
from engine.titan.facts import Divided, Formed, Showed
from engine.titan.families import surely
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.sides import DEFENDER
from engine.titan.state import Fighting, Splitting, State
from tests.engine.positions import battling, do, lines, position, refused

EIGHT = "Red: Rd01@400 TTN ANG CEN LIO OGR TRO GAR CYC"
BLUE = "Blue: Bu01@600 TTN OGR OGR CEN"
VARIANT = {"variant": "battle_titan"}
BLUE_SEAT = Seat(1)


def tall(red: str = EIGHT) -> State:
    return position(red, BLUE, phase=Splitting(), turn=5, options=VARIANT)


def test_eight_with_two_lords_part_four_and_four_with_a_lord_each() -> None:
    """V6.6"""
    state = tall()
    splits = {line.split()[3] for line in lines(state) if line.startswith("split")}

    assert splits
    assert all(len(part.split(",")) == 4 and ("TTN" in part) != ("ANG" in part) for part in splits)
    assert "roll" not in lines(state)
    assert refused(state, "split Rd01 Rd02 CEN,OGR") == "split-first"
    assert refused(state, "roll") == "roll-too-high"


def test_after_that_they_may_split_again_as_in_any_turn_but_the_first() -> None:
    """V6.6: what the first turn forbids (R4.2) is for starting legions."""
    state = do(tall(), "split Rd01 Rd02 ANG,CEN,GAR,OGR")

    assert "split Rd02 Rd03 ANG,CEN" in lines(state)
    assert "roll" in lines(state)


def test_eight_with_another_number_of_lords_part_as_their_owner_likes() -> None:
    """V6.6"""
    state = tall("Red: Rd01@400 TTN ANG ARC LIO OGR TRO GAR CYC")
    splits = {line.split()[3].count(",") + 1 for line in lines(state) if line.startswith("split")}

    assert splits == {2, 3, 4, 5, 6}
    assert "roll" not in lines(state)


def test_without_a_free_marker_eight_stay_together_and_the_game_goes_on() -> None:
    """V6.9: nobody is stuck for want of a marker."""
    state = tall()
    state = state.with_player(Seat(0), markers=())

    assert "roll" in lines(state)
    assert not any(line.startswith("split") for line in lines(state))


def test_others_know_that_a_lord_is_in_each_half() -> None:
    """V6.6, R3.7: by the Archangel in one of them it follows where the Titan is."""
    facts = (
        Formed("Rd01", ("TTN", "ARC"), 6, commoners=True),
        Divided("Rd01", "Rd02", 4, opening=True),
        Showed("Rd02", ("ARC",)),
    )
    known = History().after(*facts).known(None)

    assert surely(known["Rd01"], "Rd01") == ("TTN",)
    assert surely(known["Rd02"], "Rd02") == ("ARC",)
    before = History().after(*facts[:2]).known(None)
    assert surely(before["Rd01"], "Rd01") == surely(before["Rd02"], "Rd02") == ()


def test_in_the_first_turn_a_legion_that_came_back_is_split_by_the_rules_of_later_ones() -> None:
    """V6.6: wiped out before one's first turn."""
    state = position("Red: Rd01@400 TTN CEN LIO OGR TRO GAR CYC", BLUE, phase=Splitting(), turn=1, options=VARIANT)
    wiped = state.with_player(Seat(0), wipeouts=1)

    assert "split Rd01 Rd02 CEN,OGR" in lines(wiped)
    assert "split Rd01 Rd02 CEN,OGR" not in lines(replace(state))


def test_a_half_that_is_seen_whole_tells_which_lord_the_other_has() -> None:
    """R3.7: none of those who were never seen is a lord."""
    facts = (
        Formed("Rd01", ("TTN", "ANG"), 6, commoners=True),
        Divided("Rd01", "Rd02", 4, opening=True),
        Showed("Rd01", ("ANG", "CEN", "CEN", "GAR"), whole=True),
    )
    known = History().after(*facts).known(None)

    assert surely(known["Rd01"], "Rd01") == ("ANG", "CEN", "CEN", "GAR")
    assert surely(known["Rd02"], "Rd02") == ("TTN",)


# --- in a Tower that is attacked (V6.9) ---


def besieged(eight: str) -> State:
    """Blue's eight stand in the Tower 400, and Red has come into it."""
    state = position("Red: Rd01@400>3 OGR OGR; Rd09@20 TTN", f"Blue: Bu01@400 {eight}; Bu09@30 TTN", options=VARIANT)
    return do(state, "done", "1: fight")


def late(state: State) -> State:
    """What is done for Blue until his deployment is over (A8.5)."""
    while isinstance(state.phase, Fighting) and battling(state).battle.mover == DEFENDER:
        action = default(TITAN.view(state, BLUE_SEAT), tuple(TITAN.legal(state, BLUE_SEAT)))
        state = do(state, NOTATION.line(action), seat=BLUE_SEAT)
    return state


@pytest.mark.parametrize(
    ("eight", "out"),
    [
        ("TTN ANG CEN LIO OGR TRO GAR CYC", "CEN"),
        ("TTN ANG SER LIO OGR TRO GAR CYC", "GAR"),
        ("TTN ANG SER COL DRA HYD GIA TTN", "ANG"),
        ("CEN ANG CEN LIO OGR TRO GAR OGR", "CEN"),
    ],
)
def test_at_a_deadline_the_one_of_eight_worth_least_stays_out_and_never_a_titan(eight: str, out: str) -> None:
    """V6.9, A8.5, row 18: of equal ones the first by name; worth 12 are Centaur, Gargoyle and Ogre."""
    state = besieged(eight)
    assert kept_out(TITAN.view(state, BLUE_SEAT)) == (out,)

    state = late(state)

    assert sum(f.side == DEFENDER for f in battling(state).battle.fighters) == 7
    assert battling(state).battle.absent[DEFENDER] == (out,)


def test_the_owner_of_eight_chooses_who_stays_out() -> None:
    """V6.9: whoever he has not placed when seven are; the default chooses among those alone."""
    state = besieged("TTN ANG CEN LIO OGR TRO GAR CYC")
    placed = do(state, *(f"1: maneuver {line}" for line in ("CEN C3", "GAR D5", "OGR D4")))

    assert kept_out(TITAN.view(placed, BLUE_SEAT)) == ("LIO",)
    full = do(placed, *(f"1: maneuver {line}" for line in ("TRO C4", "LIO D3", "CYC E3", "ANG E4")))
    assert kept_out(TITAN.view(full, BLUE_SEAT)) == ()
    assert battling(do(full, "1: done")).battle.absent[DEFENDER] == ("TTN",)


@pytest.mark.parametrize("order", ["ANG CEN LIO OGR TRO GAR CYC", "CYC GAR TRO OGR LIO CEN ANG"])
def test_at_a_deadline_a_titan_outside_takes_the_place_of_the_one_worth_least(order: str) -> None:
    """V6.9: whoever has placed seven others can still take them back, and so can the default."""
    state = besieged("TTN ANG CEN LIO OGR TRO GAR CYC")
    timeline: Timeline[State, Any, Any] = Timeline(state, state)
    for code, hex_ in zip(order.split(), ("C3", "D5", "D4", "C4", "D3", "E3", "E4"), strict=True):
        timeline, _ = step(TITAN, timeline, BLUE_SEAT, NOTATION.parse(f"maneuver {code} {hex_}"))

    done: list[str] = []
    while battling(timeline.state).battle.mover == DEFENDER:
        may = (*TITAN.legal(timeline.state, BLUE_SEAT), *undoings(TITAN, timeline, BLUE_SEAT))
        action = default(TITAN.view(timeline.state, BLUE_SEAT), may)
        done.append(NOTATION.line(action).split()[0])
        timeline, _ = step(TITAN, timeline, BLUE_SEAT, action)

    assert done == ["undo", "maneuver", "done"]
    assert battling(timeline.state).battle.absent[DEFENDER] == ("CEN",)


def test_seven_and_fewer_all_find_room() -> None:
    """R10.4"""
    assert kept_out(TITAN.view(besieged("TTN CEN LIO OGR TRO GAR CYC"), BLUE_SEAT)) == ()
    assert kept_out(TITAN.view(tall(), BLUE_SEAT)) == ()
