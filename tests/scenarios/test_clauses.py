"""Clauses that the other sections leave: T-543 to T-575."""

from __future__ import annotations

import pytest

from engine.core import CHANCE, Seat
from engine.titan.battle.ground import HEXES
from engine.titan.events import Drifted, Event, ManeuverBegan, Rolled, Slain, Struck
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Fighting, Moving, Mustering, Splitting, State
from tests.engine.positions import battle, battling, contents, do, fielded, lines, position, refused, told

BLUE = "Blue: Bu09@30 TTN OGR"
GREEN = "Green: Gr01@31 TTN OGR"


def walks(state: State, marker: str) -> set[int]:
    return {int(line.split()[2]) for line in lines(state) if line.startswith(f"move {marker}")}


def test_t543_a_turn_has_four_phases_in_order() -> None:
    """R2.1"""
    state = position("Red: Rd01@200 TTN OGR OGR OGR", "Blue: Bu01@6 LIO; Bu09@30 TTN OGR", phase=Splitting())

    phases = []
    for said in ("roll", "draw 1", "move Rd01 6 5", "done", "1: flee", "done"):
        phases.append(TITAN.view(state, None).phase)
        state = do(state, said)

    assert phases == ["split", "roll", "move", "move", "parley", "muster"]
    assert (state.active, state.phase) == (1, Splitting())


def test_t544_without_a_legion_of_four_there_is_nothing_but_the_roll() -> None:
    """R2.5"""
    state = position("Red: Rd01@41 TTN OGR OGR", BLUE, phase=Splitting())

    assert lines(state) == ["roll", "resign"]


def test_t545_one_roll_binds_all_legions() -> None:
    """R5.1"""
    board = rules_for({}).board
    state = position("Red: Rd01@200 TTN OGR; Rd02@4 OGR OGR", BLUE, phase=Moving(4))

    state = do(state, next(line for line in lines(state) if line.startswith("move Rd01")))

    assert walks(state, "Rd02") == {land for land, _ in board.reach(4, 4, set(), set())}
    assert TITAN.wants(state) is None


def test_t546_everybody_sees_the_roll() -> None:
    """R5.2"""
    _, events = told(position("Red: Rd01@41 TTN OGR", BLUE, phase=Splitting()), "roll", "draw 5")

    for viewer in (Seat(0), Seat(1), None):
        assert [TITAN.seen(event, viewer) for event in events] == [Rolled(Seat(0), 5, again=False)]


def test_t547_a_block_binds_those_who_start_there() -> None:
    """R6.4: 106 is behind the block of 5; who comes from 3 passes 5 by its arrows."""
    first = walks(position("Red: Rd01@5 OGR OGR", BLUE, phase=Moving(1)), "Rd01")
    second = walks(position("Red: Rd01@5 OGR OGR", BLUE, phase=Moving(2)), "Rd01")
    past = walks(position("Red: Rd01@3 OGR OGR", BLUE, phase=Moving(3)), "Rd01")

    assert first == {106}
    assert second == {land for land in second if land > 100}
    assert 6 in past
    assert 106 not in past


def test_t548_nobody_steps_straight_back() -> None:
    """R6.5"""
    assert 1 not in walks(position("Red: Rd01@1 OGR OGR", BLUE, phase=Moving(2)), "Rd01")


@pytest.mark.parametrize("land", [1, 100])
def test_t552_lords_are_not_mustered(land: int) -> None:
    """R8.8"""
    state = position(f"Red: Rd01@{land}>3 ANG ANG", BLUE, phase=Mustering())

    assert refused(state, "muster Rd01 ANG ANG") == "recruit-not-possible"


def test_t553_an_empty_stack_reinforces_nobody_in_a_tower_either() -> None:
    """R8.11, R20.3"""
    state = battle(
        "Tower",
        "OGR A1",
        "TTN C4, LIO D5",
        red="Rd09@20 TTN",
        blue="Bu02@41 WLK WLK WLK WLK WLK WLK",
        in_round=3,
        mover=ATTACKER,
    )

    state = do(state, "done")

    ways = {line for line in lines(state, 1) if line.startswith("reinforce")}
    assert ways == {"reinforce OGR -", "reinforce CEN -", "reinforce GAR -"}


def parley() -> State:
    return do(position("Red: Rd01@1>3 OGR TRO; Rd09@20 TTN", "Blue: Bu01@1 LIO LIO; Bu09@30 TTN", GREEN), "done")


def test_t554_an_engagement_is_between_two() -> None:
    """R9.1"""
    state = parley()

    assert lines(state, 2) == ["resign"]
    for said in ("concede", "offer both -", "fight", "accept both -"):
        assert refused(state, said, seat=2) == "not-your-turn"
    fight = do(state, "1: fight")
    assert lines(fight, 2) == ["resign"]


def test_t555_either_may_insist_on_battle() -> None:
    """R9.12"""
    assert isinstance(do(parley(), "1: fight").phase, Fighting)
    assert isinstance(do(parley(), "1: waive", "0: fight").phase, Fighting)
    assert isinstance(do(parley(), "0: fight", "1: waive").phase, Fighting)


def slain(others: str) -> State:
    """Blue has slain Red's Lion, which is about to strike back at one of two."""
    state = battle(
        "Plains", f"LIO C3(4){others}", "OGR C4, CEN D4", red="Rd09@20 TTN", blue="Bu09@30 TTN OGR", step="strike"
    )
    return do(state, "1: strike C4 C3 6 5", "draw 6,1,1,1,1,1")


def test_t556_a_concession_ends_the_strikes() -> None:
    """R9.10: who is slain is removed, the others live whatever their hits."""
    state = do(slain(", OGR F1(5)"), "1: concede")

    assert contents(state, "Rd01") == "OGR"
    assert state.dead["LIO"] == 1
    assert state.players[0].score == 24


def test_t557_who_concedes_to_nobody_shares_the_loss() -> None:
    """R9.10"""
    state = do(slain(""), "1: concede")

    assert [player.score for player in state.players] == [0, 0]
    assert not {"Rd01", "Bu01"} & set(state.legions)


@pytest.mark.parametrize(
    ("side", "attacker", "defender"),
    [
        pytest.param(1, "F1 F2 F3 F4", "A1 A2 A3", id="T-559"),
        pytest.param(3, "A1 B1 C1 D1", "D6 E5 F4", id="T-560"),
        pytest.param(5, "A3 B4 C5 D6", "D1 E1 F1", id="T-561"),
    ],
)
def test_the_entry_side_decides_the_entry_hexes(side: int, attacker: str, defender: str) -> None:
    """R10.1, R10.2: on open ground those on foot come onto just these and one hex further."""
    ground = rules_for({}).grounds["Plains"]

    for seat, edge in ((ATTACKER, attacker), (DEFENDER, defender)):
        state = battle("Plains", "OGR", "OGR", side=side, mover=seat)
        open_ = {line.split()[2] for line in lines(state, seat) if line.startswith("maneuver OGR")}
        entries = set(edge.split())
        further = {
            HEXES[at]
            for label in entries
            for at in range(len(HEXES))
            if ground.neighbours[HEXES.index(label)] >> at & 1
        }
        assert open_ == entries | further


def kinds_of(events: tuple[Event, ...]) -> list[type]:
    return [type(event) for event in events]


def test_t562_a_strike_phase_has_five_steps() -> None:
    """R11.2: hazards, strikes, strikes back, removal, and the test for the end."""
    state = battle(
        "Tundra", "TRO D4", "GAR E4(2), TRO D6", red="Rd09@20 TTN", blue="Bu09@30 TTN", in_round=2, mover=ATTACKER
    )

    state, events = told(
        state, "done", "strike D4 E4 8 5", "draw 6,6,1,1,1,1,1,1", "1: strike E4 D4 4 3", "draw 1,1,1,1"
    )

    assert kinds_of(events) == [Drifted, Struck, Struck, Slain, ManeuverBegan]
    assert [event.seat for event in events if isinstance(event, Struck)] == [0, 1]


def maneuvering(terrain: str, attackers: str, defenders: str = "OGR D6") -> State:
    return battle(terrain, attackers, defenders, red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER)


def test_t564_a_character_moves_once_a_phase() -> None:
    """R12.1"""
    state = do(maneuvering("Plains", "LIO A1, OGR B1"), "maneuver A1 A2")

    assert refused(state, "maneuver A2 A3") == "moved-already"


def test_t565_points_are_not_saved() -> None:
    """R12.1, R12.9"""
    state = do(maneuvering("Plains", "CEN A1", "OGR F4"), "maneuver A1 B2", "done", "1: done")

    mine = [line for line in lines(state) if line.startswith("maneuver B2")]
    assert battling(state).battle.round == 3
    assert mine == [line for line in lines(maneuvering("Plains", "CEN B2", "OGR F4")) if line.startswith("maneuver B2")]


def test_t566_the_edge_of_the_map_costs_nothing() -> None:
    """R12.4: B1 of the Hills lies on a slope all round; the first hex takes one point from those not native."""
    rules = rules_for({})
    ground, troll = rules.grounds["Hills"], rules.kinds["TRO"]
    b1, c1 = HEXES.index("B1"), HEXES.index("C1")
    assert any(ground.sides[b1])

    reached = ground.arrivals(troll, [b1], 0)

    assert reached >> b1 & 1
    assert reached >> c1 & 1


def test_t568_nobody_strikes_back_before_the_mover_is_done() -> None:
    """R13.1"""
    state = battle("Plains", "LIO C3, LIO F1", "OGR C4, OGR D4, OGR F2", step="strike")

    state = do(state, "1: strike C4 C3 6 5", "draw 1,1,1,1,1,1")

    assert refused(state, "strike C3 C4 5 3") == "not-your-turn"
    assert refused(state, "done", seat=1) == "must-strike"


def test_t569_an_announced_strike_stands() -> None:
    """R13.4"""
    state = battle("Plains", "OGR C3", "LIO C4(3), CEN D4", mover=ATTACKER, step="strike")

    state = do(state, "strike C3 C4 6 5")

    assert lines(state) == []
    assert refused(state, "strike C3 C4 6 6") == "not-your-turn"
    assert CHANCE not in TITAN.awaiting(state)


def striking(attackers: str, defenders: str) -> State:
    return battle("Plains", attackers, defenders, mover=ATTACKER, step="strike")


def strikes(state: State) -> list[str]:
    return [line for line in lines(state) if line.startswith("strike")]


def test_t570_neighbours_are_struck_and_not_rangestruck() -> None:
    """R15.3: four dice, not two."""
    assert strikes(striking("RAN C3", "OGR C4")) == ["strike C3 C4 4 2"]


def test_t571_half_of_seven_dice_are_three() -> None:
    """R15.4"""
    assert strikes(striking("GIA C1", "OGR C3")) == ["strike C1 C3 3 2"]


def test_t572_lords_are_not_rangestruck() -> None:
    """R15.6"""
    assert strikes(striking("HYD C1", "TTN C3")) == []


def test_t573_a_warlock_in_contact_must_strike() -> None:
    """R15.7, R15.2"""
    state = striking("WLK C3", "OGR C4, ANG C1")

    assert strikes(state) == ["strike C3 C4 5 2"]
    assert refused(state, "strike C3 C1 2 4") == "target-out"
    assert refused(state, "done") == "must-strike"


def test_t574_a_battle_that_is_not_over_goes_on() -> None:
    """R18.1"""
    state = striking("OGR C3", "LIO C4")

    state, events = told(state, "strike C3 C4 6 5", "draw 1,1,1,1,1,1", "1: strike C4 C3 5 3", "draw 1,1,1,1,1")

    assert ManeuverBegan(Seat(1), 3) in events
    assert isinstance(state.phase, Fighting)


def test_t575_hits_stay() -> None:
    """R18.1, R13.5"""
    state = striking("OGR C3", "LIO C4")

    state = do(state, "strike C3 C4 6 5", "draw 6,6,1,1,1,1", "1: strike C4 C3 5 3", "draw 6,1,1,1,1")

    assert (fielded(state, ATTACKER), fielded(state, DEFENDER)) == ("OGR C3(1)", "LIO C4(2)")
