"""Entering the battleland and moving on it: T-173 to T-210."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.hexes import mask_of
from engine.titan.battle.frame import EVERYWHERE, INDEX
from engine.titan.battle.movement import gait
from engine.titan.events import NotEntered, TurnedBack
from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import State
from tests.engine.positions import battle, battling, do, lines, refused, told
from tests.scenarios.tables import scenarios

SIDES = {"Right": 1, "Bottom": 3, "Left": 5}

REACH = """
T-173 | Plains | TTN | defender Left   | A1 B1 B2 C1 C2 C3 D1 D2 D3 D4 E1 E2 E3 E4 F1 F2 F3 F4
T-174 | Plains | OGR | defender Left   | C1 D1 D2 E1 E2 F1 F2
T-175 | Plains | OGR | defender Bottom | C5 D5 D6 E4 E5 F3 F4
T-176 | Marsh  | TTN | attacker Bottom | A1 A2 B1 B2 B3 B4 C1 C4 D1 D2 D3 D4 E2 F1 F2
T-177 | Marsh  | OGR | attacker Bottom | A1 A2 B1 B2 C1 C2 D1 D2 E1
T-178 | Marsh  | GAR | attacker Bottom | A1 A2 B1 B2 B3 C1 D1 D2 D3 E2 F1
T-179 | Brush  | OGR | attacker Bottom | A1 A2 B1 C1 C2 D1
T-180 | Brush  | CYC | attacker Bottom | A1 A2 B1 B2 C1 C2 D1 D2 E1
T-181 | Tundra | TRO | attacker Bottom | A1 A2 B1 B2 C1 C2 D1 D2 E1
T-182 | Tundra | OGR | attacker Bottom | A1 B1 C1 D1 D2
T-183 | Hills  | OGR | attacker Bottom | A1 A2 B1 B2 C1 D1 D2 E1
T-184 | Hills  | TRO | attacker Bottom | A1 A2 B1 B2 C1 D1 E1
T-185 | Swamp  | OGR | attacker Bottom | A1 A2 B1 B2 C1 D1 D2 E1
T-186 | Desert | OGR | attacker Bottom | A1 B1 C1 C2 D1 D2
T-187 | Desert | LIO | attacker Bottom | A1 A2 A3 B1 B2 B3 C1 C2 C3 D1 D2 D3 E1 E2 F1
T-188 | Tower  | OGR | attacker Bottom | A1 A2 B1 B2 C1 C2 D1 D2 E1
T-189 | Tower  | OGR | C2              | A1 A2 B1 B2 B3 C1 C3 D1 D2 D3 E1 E2
"""


def hexes(state: State, character: str, seat: int = 0) -> str:
    """Where a character may go, `OGR` off the map or `C3` on it."""
    found = (line.split() for line in lines(state, seat) if line.startswith("maneuver"))
    return " ".join(words[2] for words in found if words[1] == character)


@pytest.mark.parametrize(("terrain", "code", "start", "reached"), scenarios(REACH))
def test_alone_on_the_map_a_character_may_end_here(terrain: str, code: str, start: str, reached: str) -> None:
    """R12.1, R12.4-R12.8: from off the map over an edge of R10.2, in round 2; or from a hex."""
    who, _, edge = start.partition(" ")
    mover = DEFENDER if who == "defender" else ATTACKER
    text = code if edge else f"{code} {start}"
    mine, theirs = (text, "OGR") if mover == ATTACKER else ("OGR", text)
    state = battle(terrain, mine, theirs, side=SIDES.get(edge, 3), mover=mover)

    assert hexes(state, code if edge else start, mover) == reached


def maneuvering(terrain: str, attackers: str, defenders: str = "OGR", in_round: int = 2) -> State:
    """The attacker's maneuver."""
    return battle(terrain, attackers, defenders, in_round=in_round, mover=ATTACKER)


def test_t190_who_is_in_contact_stays() -> None:
    """R12.3"""
    state = maneuvering("Plains", "LIO C4", "OGR C3")

    assert hexes(state, "C4") == ""
    assert refused(state, "maneuver C4 C5") == "in-contact"


def test_t191_a_cliff_parts() -> None:
    """R12.2, R13.8"""
    state = maneuvering("Desert", "LIO D4", "OGR D3")
    assert hexes(state, "D4")

    striking = battle("Desert", "LIO D4", "OGR D3", mover=ATTACKER, step="strike")
    assert not any(line.startswith("strike") for line in lines(striking))
    assert not any(line.startswith("strike") for line in lines(do(striking, "done"), 1))


def test_t192_flyers_cross_a_cliff() -> None:
    """R12.6: here all other ways down are taken."""
    ring = ", ".join(f"CEN {hex_}" for hex_ in ("C3", "C4", "D5", "E3", "E4"))

    assert "D3" in hexes(maneuvering("Desert", f"GRI D4, {ring}"), "D4").split()
    assert hexes(maneuvering("Desert", f"LIO D4, {ring}"), "D4") == ""


def reinforced(recruit: str, shown: str, crowd: str, terrain: str = "Plains") -> State:
    """Blue has called a reinforcement in round 4."""
    state = do(battle(terrain, "TTN A1", crowd, in_round=3, mover=ATTACKER), "done")
    return do(state, f"1: reinforce {recruit} {shown}")


def test_t193_on_foot_nobody_enters_over_taken_hexes() -> None:
    """R17.3, R12.5: the recruit goes back, and the right to take one after the battle stays; 8 is Marsh."""
    state = reinforced("OGR", "OGR", "OGR D6, OGR E5, OGR F4", terrain="Marsh")
    assert hexes(state, "OGR", 1) == ""

    after, events = told(state, "1: done")

    assert TurnedBack(Seat(1), "OGR", "") in events
    assert after.bank["OGR"] == state.bank["OGR"] + 1
    assert not battling(after).battle.reinforced


def test_t194_flyers_enter_over_taken_hexes() -> None:
    """R12.6"""
    state = battle("Plains", "TTN A1", "GAR, OGR D6, OGR E5, OGR F4", in_round=4)

    assert hexes(state, "GAR", 1) == "B4 C4 C5 D4 D5 E3 E4 F2 F3"


def cost(terrain: str, code: str, start: str, end: str, around: str = "") -> int:
    """The points that a way takes with all hexes taken but its end and those `around`; 0 if there is none."""
    rules = rules_for({})
    ground, kind = rules.grounds[terrain], rules.kinds[code]
    free = mask_of(INDEX[label] for label in (end, *around.split()))
    goes = gait(ground.relief, kind.flies, kind.natives & ground.nativity)
    needed = (n for n in range(1, kind.skill + 1) if goes.reach(INDEX[start], n, EVERYWHERE & ~free) >> INDEX[end] & 1)
    return next(needed, 0)


def test_t195_the_volcano_cannot_be_flown_over() -> None:
    """R12.7: so the way round it takes three points."""
    assert cost("Mountains", "ANG", "D3", "D5") == 3
    assert cost("Mountains", "DRA", "D3", "D5") == 2
    assert "D5" in hexes(maneuvering("Mountains", "ANG D3"), "D3").split()
    assert "D5" not in hexes(maneuvering("Mountains", "GUA D3"), "D3").split()


def test_t196_dragons_land_in_the_volcano() -> None:
    """R12.7"""
    assert cost("Mountains", "DRA", "D3", "D4") == 1
    assert "D4" in hexes(maneuvering("Mountains", "DRA D3"), "D3").split()
    assert "D4" not in hexes(maneuvering("Mountains", "GAR D3"), "D3").split()


@pytest.mark.parametrize(
    ("terrain", "code", "start", "end", "points"),
    [
        pytest.param("Marsh", "OGR", "C1", "C2", 1, id="T-197"),
        pytest.param("Desert", "TTN", "B1", "A1", 2, id="T-200"),
        pytest.param("Desert", "GAR", "B1", "A1", 1, id="T-201"),
        pytest.param("Tundra", "GAR", "D2", "D3", 2, id="T-202"),
        pytest.param("Tower", "LIO", "C2", "C3", 2, id="T-203"),
    ],
)
def test_a_step_costs_so_much(terrain: str, code: str, start: str, end: str, points: int) -> None:
    """R12.7, R12.8"""
    assert cost(terrain, code, start, end) == points


@pytest.mark.parametrize(
    ("terrain", "code", "start", "hazard", "beyond"),
    [
        pytest.param("Marsh", "ANG", "C1", "C2", "C4", id="T-198"),
        pytest.param("Woods", "GAR", "C2", "C3", "C4", id="T-199"),
    ],
)
def test_flyers_cross_what_they_cannot_land_in(terrain: str, code: str, start: str, hazard: str, beyond: str) -> None:
    """R12.7: the straight way leads over it, and takes a point a hex."""
    assert cost(terrain, code, start, hazard) == 0
    assert cost(terrain, code, start, beyond) == int(beyond[1]) - int(start[1])


def test_t203_a_point_is_left_after_a_wall() -> None:
    """R12.7"""
    assert cost("Tower", "LIO", "C2", "C4", around="C3") == 3
    assert cost("Tower", "OGR", "C2", "C4", around="C3") == 0


def deploying(defenders: str) -> State:
    """The defender's first phase in a Tower."""
    return battle("Tower", "OGR, OGR", defenders, red="Rd03@3 ANG LIO", blue="Bu09@30 TTN", in_round=1)


def test_t204_the_defender_of_a_tower_is_set_up_on_its_walls() -> None:
    """R10.4"""
    state = deploying("LIO, CEN")
    assert hexes(state, "LIO", 1) == hexes(state, "CEN", 1) == "C3 C4 D3 D4 D5 E3 E4"

    state = do(state, "1: maneuver LIO D4")

    assert hexes(state, "CEN", 1) == "C3 C4 D3 D5 E3 E4"
    assert refused(state, "maneuver D4 D5", seat=1) == "moved-already"


def test_t205_who_is_not_set_up_is_lost() -> None:
    """R10.3, R10.4"""
    state = deploying("LIO, LIO, LIO, LIO, CEN")

    state, events = told(state, *(f"1: maneuver LIO {hex_}" for hex_ in ("C3", "C4", "D3", "D4")), "1: done")

    assert NotEntered(Seat(1), "Bu01", ("CEN",)) in events
    assert battling(state).battle.summons == "none"
    assert not any(line.startswith("summon") for line in lines(state))
    assert do(state, "1: concede").players[0].score == 4 * 15 + 12


def test_t206_from_round_two_on_the_defender_moves_as_everywhere() -> None:
    """R11.1"""
    state = battle("Tower", "OGR", "LIO D4", in_round=2)

    assert hexes(state, "D4", 1) == hexes(maneuvering("Tower", "LIO D4"), "D4")
    assert "C2" in hexes(state, "D4", 1).split()


def test_t207_reinforcements_of_a_tower_come_over_its_name_side() -> None:
    """R10.5"""
    state = reinforced("OGR", "-", "TTN C4", terrain="Tower")

    assert hexes(state, "OGR", 1) == "C5 D6 E5 F3 F4"


def test_t208_the_first_make_room_for_those_who_follow() -> None:
    """R10.3: who is still off the map at the end of the phase is lost."""
    state = maneuvering("Plains", ", ".join(["OGR"] * 7), "LIO D6", in_round=1)

    for hex_ in ("A2", "B2", "C2", "A1", "B1", "C1"):
        state = do(state, f"maneuver OGR {hex_}")
    assert hexes(state, "OGR").split()[0] == "D1"

    everybody = do(state, "maneuver OGR D1", "done")
    assert everybody.legions["Rd01"].height == 7
    after, events = told(state, "done")
    assert NotEntered(Seat(0), "Rd01", ("OGR",)) in events
    assert after.legions["Rd01"].height == 6


def test_t209_nobody_is_held_in_passing() -> None:
    """R12.3, R12.5"""
    state = maneuvering("Plains", "LIO B3", "OGR C2, OGR C5")

    assert hexes(state, "B3") == "A1 A2 A3 B1 B2 B4 C1 C3 C4 D2 D3 D4 D5 D6 E2 E3 E4 E5"


def test_t210_nobody_leaves_the_map() -> None:
    """R12.9"""
    state = maneuvering("Plains", "LIO A1")

    assert refused(state, "maneuver A1 A0") == "hex-out-of-reach"
    assert all(hex_ in INDEX for hex_ in hexes(state, "A1").split())
