"""Sentences of the sources that no other section of scenarios tries by itself; `docs/sources.md` has all of them."""

from __future__ import annotations

import pytest

from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Moving, State
from tests.engine.positions import battle, battling, contents, do, fielded, lines, position, refused
from tests.scenarios.test_maneuvers import cost

HOME = "Rd09@20 TTN OGR"
BLUE = "Bu09@30 TTN OGR"


def test_only_the_mover_maneuvers_and_as_few_as_he_likes() -> None:
    """R12.1, LoT 11.0: nobody of his has to move; of two either goes first."""
    state = battle("Plains", "LIO A1, OGR B1", "LIO D6, OGR E5", red=HOME, blue=BLUE, mover=ATTACKER)

    assert refused(state, "maneuver D6 D5", seat=1) == "not-your-turn"
    assert not any(line.startswith("maneuver") for line in lines(state, 1))
    assert battling(do(state, "done")).battle.mover == DEFENDER
    for order in (("maneuver B1 B2", "maneuver A1 A2"), ("maneuver A1 A2", "maneuver B1 B2")):
        assert fielded(do(state, *order), ATTACKER) == "LIO A2, OGR B2"


def test_a_tower_is_entered_over_its_bottom_side() -> None:
    """R10.4, R6.10, LoT 10.2: whichever way a legion comes to it."""
    board = rules_for({}).board
    comers = {
        (start, roll): sides
        for start in board.lands
        for roll in range(1, 7)
        if (sides := {side for end, side in board.reach(start, roll, {200}, set()) if end == 200 != start})
    }

    assert set().union(*comers.values()) == {3}
    start, roll = min(comers)
    state = position(f"Red: Rd01@{start} OGR OGR; {HOME}", f"Blue: Bu01@200 OGR OGR; {BLUE}", phase=Moving(roll))
    state = do(state, "move Rd01 200 3", "done", "1: fight", "1: maneuver OGR D4", "1: maneuver OGR D5", "1: done")
    hexes = {line.split()[2] for line in lines(state) if line.startswith("maneuver OGR")}
    assert {"A1", "B1", "C1", "D1"} < hexes
    assert not {"D6", "E5", "F4", "F1", "A3"} & hexes


STRIKE, SHOT, SECOND = "strike F2 F3 5 3", "strike C1 C3 2 2", "strike A1 A2 8 4"


def shooting() -> State:
    """A Lion and a Troll are in contact with an Ogre each; a Ranger may rangestrike a third."""
    return battle(
        "Plains", "LIO F2, RAN C1, TRO A1", "OGR F3, OGR C3, OGR A2", red=HOME, blue=BLUE, mover=ATTACKER, step="strike"
    )


@pytest.mark.parametrize(
    "order", [(STRIKE, SHOT, SECOND), (SHOT, STRIKE, SECOND), (SECOND, STRIKE, SHOT), (SHOT, SECOND, STRIKE)]
)
def test_strikes_and_rangestrikes_are_mixed_as_their_owner_likes(order: tuple[str, ...]) -> None:
    """R13.1, LoT 12.1: one after the other in any order, each of his once, each rolled before the next."""
    state = shooting()
    for said in order:
        state = do(state, said)
        assert lines(state) == [], "the dice come first"
        state = do(state, "draw " + ",".join(["1"] * int(said.split()[3])))

    assert not any(line.startswith("strike") for line in lines(state))
    assert {line for line in lines(state, 1) if line.startswith("strike")} == {"strike F3 F2 6 5", "strike A2 A1 6 4"}


def test_who_has_struck_strikes_no_more_in_this_phase() -> None:
    """R13.2, LoT 12.1"""
    assert refused(do(shooting(), STRIKE, "draw 1,1,1,1,1"), STRIKE) == "struck-already"
    assert refused(do(shooting(), SHOT, "draw 1,1"), SHOT) == "struck-already"


def test_nobody_strikes_ones_own() -> None:
    """R13.2, LoT 12.1: neither beside one nor in range."""
    state = battle(
        "Plains", "RAN C1, OGR C3, OGR F2, LIO F3", "OGR F4", red=HOME, blue=BLUE, mover=ATTACKER, step="strike"
    )

    assert [line for line in lines(state) if line.startswith("strike")] == ["strike F3 F4 5 3"]
    assert refused(state, "strike F3 F2 5 3") == "target-out"


@pytest.mark.parametrize("losses", ["LIO", "OGR,OGR", "OGR,ANG"])
def test_an_agreement_is_about_those_who_are_there(losses: str) -> None:
    """R9.6, VG: nobody who is elsewhere or in the stacks, and nobody oftener than he is there."""
    state = position("Red: Rd01@1>3 OGR TRO TRO; Rd03@3 ANG LIO; Rd09@20 TTN", f"Blue: Bu01@1 LIO RAN; {BLUE}")
    state = do(state, "done", "1: waive")

    for seat in (0, 1):
        assert refused(state, f"offer defender {losses}", seat=seat) == "offer-losses"
        offers = {line.split()[2] for line in lines(state, seat) if line.startswith("offer defender")}
        assert offers == {"-", "OGR", "TRO", "OGR,TRO", "TRO,TRO"}


def test_a_summoned_angel_stays_in_its_new_legion() -> None:
    """R16.7, LoT 15.1: it does not go back when the battle is won."""
    red = f"Rd03@3 ANG LIO; {HOME}"
    state = battle("Plains", "LIO C3, LIO A1", "OGR C4(5), OGR F4", red=red, blue=BLUE, step="strike")
    state = do(state, "1: strike C4 C3 6 5", "draw 1,1,1,1,1,1", "strike C3 C4 5 3", "draw 6,1,1,1,1")

    state = do(state, "summon Rd03 ANG", "maneuver ANG B1", "done", "1: concede", "done")

    assert (contents(state, "Rd01"), contents(state, "Rd03")) == ("ANG LIO LIO", "LIO")
    assert state.active == 1


@pytest.mark.parametrize(
    ("terrain", "code", "start", "end"),
    [("Brush", "OGR", "B2", "B3"), ("Desert", "TTN", "A1", "B1"), ("Tower", "OGR", "C3", "C2")],
)
def test_leaving_a_hex_costs_nothing(terrain: str, code: str, start: str, end: str) -> None:
    """R12.7, LoT 11.4: out of Bramble or Sand, or down from a Wall, it is one point; back it would be two."""
    assert (cost(terrain, code, start, end), cost(terrain, code, end, start)) == (1, 2)
