"""What orders do and when they ask, row by row of the table of decision points (ASYNC_PLAY 9, issue 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import log
from engine.core import Seat
from engine.titan.orders import text
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engaging, Mustering, Spawning, Splitting, State
from tests.engine.ordering import (
    attacked,
    blocked,
    carried,
    fired,
    given,
    goals,
    moving,
    opened,
    refused,
    said,
    spoken,
    winning,
    with_phase,
)
from tests.engine.positions import battle, do, lines, position, with_stack


def test_row_1_a_ranked_list_of_colours() -> None:
    state = do(log.opening(TITAN, 2, {}).state, "draw 1,4")

    assert said(state, "when my turn then colour Green,Red; marker Gr05") == "colour Green"
    state = do(state, "colour Green")
    assert said(state, "when my turn then colour Green,Red; marker Gr05") == "marker Gr05"
    state = do(state, "marker Gr05")
    assert said(state, "when my turn then colour Green,Red", seat=1) == "colour Red"
    assert said(state, "when my turn then colour Green", seat=1) == "ask: order-not-exact"


START = "Red: Rd01@100 TTN ANG CEN CEN GAR GAR OGR OGR"


def test_rows_2_to_5_splits_and_the_roll() -> None:
    state = with_phase(Splitting(), START, turn=1)

    told, left = carried(state, "when my turn then split Rd01 Rd07 TTN,GAR,OGR,OGR; roll")

    assert told == ["split Rd01 Rd07 TTN,GAR,OGR,OGR", "roll"]
    assert left == ()


def test_row_3_a_split_with_a_condition_that_it_itself_unmakes() -> None:
    """It has begun, and what it did is no reason to stop."""
    state = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR OGR OGR")
    order = "when my turn and Rd01 height = 7 then split Rd01 Rd03 OGR,OGR; split Rd01 Rd04 OGR,OGR; roll"

    assert carried(state, order)[0] == ["split Rd01 Rd03 OGR,OGR", "split Rd01 Rd04 OGR,OGR", "roll"]
    assert said(with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR OGR"), order) == ""


def test_row_3_a_legion_that_has_changed_is_not_split() -> None:
    """A7.2"""
    before = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR")
    after = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR LIO")
    orders = given(before, "when my turn then split Rd01 Rd03 OGR,OGR")

    assert spoken(fired(before, orders)) == "split Rd01 Rd03 OGR,OGR"
    assert spoken(fired(after, orders)) == "ask: order-changed"


def test_row_4_a_marker_that_is_not_free_asks() -> None:
    state = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR; Rd03@41 LIO LIO")

    assert said(state, "when my turn then split Rd01 Rd03 OGR,OGR") == "ask: order-not-exact"


def test_row_7_six_lists_by_the_roll() -> None:
    orders = [f"when roll {roll} then stop" for roll in range(1, 7)]
    for roll in range(1, 7):
        state = moving(roll)
        land = next(line.split()[2] for line in lines(state) if line.startswith("move Rd01"))
        orders[roll - 1] = f"when roll {roll} then move Rd01 {land}; stop"

    for roll in range(1, 7):
        told, _ = carried(moving(roll), *orders)
        assert told[0].split()[:3] == ["move", "Rd01", orders[roll - 1].split()[6].rstrip(";")]
        assert told[1] == "done"


def test_row_7_an_alternative_and_staying() -> None:
    one, two = goals()
    held = blocked()

    assert said(held, f"when roll 3 then move Rd02 {two},stay; stop") == "ask: order-not-exact"
    told, _ = carried(held, f"when roll 3 then move Rd01 {one}; move Rd02 {two},stay; stop")
    assert [line.split()[0] for line in told][:2] == ["move", "done"]


def test_row_7_a_move_never_becomes_an_attack() -> None:
    """A2.4: whoever has come there since was not meant."""
    one, _ = goals()
    state = moving(3, blue=f"Blue: Bu01@200 TTN OGR; Bu03@{one} CEN CEN")
    assert any(line.startswith(f"move Rd01 {one} ") for line in lines(state))

    assert said(state, f"when roll 3 then move Rd01 {one}") == "ask: order-not-exact"
    sides = [line.split()[3] for line in lines(state) if line.startswith(f"move Rd01 {one} ")]
    attack = f"move Rd01 {one} {sides[0]}" if len(sides) == 1 else "ask: order-side-open"
    assert said(state, f"when roll 3 then attack Rd01 {one}") == attack
    assert said(moving(3), f"when roll 3 then attack Rd01 {one}") == "ask: order-not-exact"


def test_row_8_the_side_is_named_or_the_only_one() -> None:
    board = rules_for({}).board
    start, roll, land = next(
        (start, roll, land)
        for start in sorted(board.lands)
        for roll in (4, 5, 6)
        for land in sorted({land for land, _ in board.reach(start, roll, set(), set())} - {start})
        if sum(goal == land for goal, _ in board.reach(start, roll, {land}, set())) > 1
    )
    state = moving(roll, f"Red: Rd01@{start} OGR OGR", f"Blue: Bu01@{land} TTN OGR")
    sides = {int(line.split()[3]) for line in lines(state) if line.startswith(f"move Rd01 {land} ")}
    names = {1: "right", 3: "bottom", 5: "left"}

    assert said(state, f"when roll {roll} then attack Rd01 {land}") == "ask: order-side-open"
    for side, name in names.items():
        wanted = f"move Rd01 {land} {side}" if side in sides else "ask: order-not-exact"
        assert said(state, f"when roll {roll} then attack Rd01 {land} {name}") == wanted


def test_rows_9_and_10_a_titan_teleports_upon_an_enemy_only_with_a_side() -> None:
    """A land that was empty when the order was given may hold an enemy by now."""
    state = moving(6, "Red 400: Rd02@100 TTN OGR", "Blue: Bu01@118 OGR OGR; Bu02@200 TTN", turn=5)
    assert "teleport Rd02 118 5 TTN" in lines(state)

    assert said(state, "when roll 6 then teleport Rd02 118 showing TTN") == "ask: order-not-exact"
    assert said(state, "when roll 6 then teleport Rd02 118 left showing TTN") == "teleport Rd02 118 5 TTN"
    assert said(state, "when roll 6 then teleport Rd02 117 left showing TTN") == "ask: order-not-exact"


def test_row_11_a_stop_that_the_rules_do_not_allow_asks() -> None:
    """R6.2"""
    assert said(moving(3), "when roll 3 then stop") == "ask: order-not-exact"


def test_row_12_the_order_of_engagements() -> None:
    red = "Red: Rd01@118>3 LIO LIO; Rd02@41>3 LIO LIO; Rd09@20 TTN OGR"
    state = with_phase(Engaging(), red, "Blue: Bu01@118 OGR OGR; Bu02@41 OGR OGR; Bu09@30 TTN")

    assert said(state, "when my turn then engage 118,41") == "engage 118"
    assert said(state, "when my turn then engage 7,41") == "engage 41"
    assert said(state, "when my turn then engage 7") == ""


def test_row_13_a_flight_that_is_not_open_any_more_asks() -> None:
    state = do(attacked(), "1: waive")

    assert said(state, "when attacked Bu04 then flee", seat=1) == "ask: order-not-exact"


def test_rows_14_to_17_offers_answers_and_battle() -> None:
    state = attacked()
    mine = "when engagement Rd01 then offer defender losing LIO; fight"

    assert said(state, mine) == "offer defender LIO"
    state = do(state, "offer defender LIO")
    assert said(state, "when offer Bu04 and offer keeps >= 10 then accept; refuse", seat=1) == ""
    assert said(state, "when offer Bu04 then accept attacker; refuse", seat=1) == "refuse"
    assert said(state, "when attacked Bu04 then accept", seat=1) == "accept defender LIO"
    assert said(state, "when attacked Bu04 then accept defender losing LIO", seat=1) == "accept defender LIO"
    assert said(state, "when attacked Bu04 then accept defender losing LIO,LIO; fight", seat=1) == "fight"
    state = do(state, "1: refuse")
    assert said(state, mine) == "fight"


def test_row_15_what_an_offer_keeps() -> None:
    """Of two Ogres of 12 points each one would be left."""
    state = do(attacked("LIO LIO LIO", "OGR OGR"), "0: offer attacker OGR")

    for least, answer_ in ((12, "accept attacker OGR"), (13, "")):
        order = f"when offer Bu04 and offer keeps >= {least} then accept"
        assert said(state, order, seat=1) == answer_


def test_row_16_a_concession_waits_until_the_other_has_not_fled() -> None:
    state = attacked("LIO OGR", "SER SER SER")
    order = "when engagement Rd01 and estimate <= 5 then concede"

    assert said(state, order) == "wait"
    assert said(do(state, "1: waive"), order) == "concede"


def test_row_16_and_27_a_titan_is_given_up_by_name_only() -> None:
    """A6.9"""
    state = do(attacked("TTN OGR", "SER SER SER"), "1: waive")

    assert refused(state, "when engagement Rd01 then concede") == "order-titan"
    assert said(state, "when engagement Rd01 then concede titan") == "concede"
    assert said(state, "when engagement any then concede") == "ask: order-titan"


@pytest.mark.parametrize(
    ("condition", "gives_up"), [("living < 3", True), ("living < 2", False), ("hits OGR >= 4", True)]
)
def test_row_27_a_concession_when_it_goes_badly(condition: str, gives_up: bool) -> None:
    """A6.9"""
    state = battle("Plains", "OGR C1(4), LIO D1", "CEN C5, CEN D6", red="Rd09@20 TTN", mover=ATTACKER)

    assert (said(state, f"when maneuver any and attacker {condition} then concede") == "concede") == gives_up


def test_row_18_and_19_a_deployment_and_then_the_rest() -> None:
    state = battle("Tower", "OGR, OGR", "TTN, OGR, OGR", in_round=1, mover=DEFENDER)
    order = "when maneuver Bu01 round 1 then maneuver TTN D4; enter; hold"

    told, _ = carried(state, order, seat=1)

    assert told[0] == "maneuver TTN D4"
    assert [line.split()[0] for line in told] == ["maneuver", "maneuver", "maneuver", "done"]


def test_row_19_who_could_still_enter_is_not_left_out() -> None:
    """R10.3: a hold that was meant for those on the map."""
    state = battle("Plains", "OGR C1, LIO", "CEN C5, CEN D6", mover=ATTACKER)

    assert said(state, "when maneuver Rd01 then hold") == "ask: order-not-exact"
    assert said(state, "when maneuver Rd01 round 3 then hold") == ""


def test_row_19_a_maneuver_that_is_not_possible_asks() -> None:
    """The second character was to go where the first one stands by then."""
    state = battle("Plains", "OGR C1, LIO D1", "CEN C5, CEN D6", mover=ATTACKER)

    told, _ = carried(state, "when maneuver Rd01 then maneuver C1 C2; maneuver D1 C2; hold")

    assert told == ["maneuver C1 C2", "ask: order-not-exact"]


@pytest.mark.parametrize(
    ("step", "trigger", "seat"), [("strike", "strike phase Rd01", 0), ("strike-back", "struck back Bu01", 1)]
)
def test_rows_20_to_24_a_policy_makes_all_strikes(step: str, trigger: str, seat: int) -> None:
    state = battle("Plains", "OGR C3, TRO D3", "LIO C4, CEN D4", red="Rd09@20 TTN", mover=ATTACKER, step=step)

    assert said(state, f"when {trigger} then policy", seat=seat).startswith("strike ")
    assert said(state, f"when {'struck back Rd01' if seat == 0 else 'strike phase Bu01'} then policy", seat=seat) == ""


def test_row_23_rangestrikes_by_the_policy_or_not() -> None:
    state = battle("Plains", "RAN C1, OGR F1", "OGR C4, LIO E5", red="Rd09@20 TTN", mover=ATTACKER, step="strike")

    assert said(state, "when strike phase any then policy").startswith("strike C1")
    assert said(state, "when strike phase any then policy no-shots") == "done"
    assert said(state, "when strike phase any then strike C1 C4") == "strike C1 C4 2 3"
    assert said(state, "when strike phase any then hold") == "done"


def test_row_25_a_summons_in_battle() -> None:
    state = opened(battle("Plains", "OGR C3", "CEN D6", red="Rd07@20 TTN ANG; Rd08@21 ARC OGR", mover=ATTACKER))

    assert said(state, "when may summon Rd01 then summon ARC from Rd08") == "summon Rd08 ARC"
    assert said(state, "when maneuver Rd01 then summon Angel from Rd07; hold") == "summon Rd07 ANG"
    assert said(state, "when may summon Rd01 then summon ANG from Rd08") == "ask: order-not-exact"
    assert said(state, "when may summon Rd01 then none") == ""
    assert (
        said(
            battle("Plains", "OGR C3", "CEN D6", red="Rd07@20 TTN ANG", mover=ATTACKER),
            "when may summon Rd01 then summon ANG from Rd07",
        )
        == ""
    )


def test_row_26_a_reinforcement_in_battle() -> None:
    state = opened(battle("Plains", "OGR C1", "LIO C5, LIO D6, CEN E5, CEN F4", mover=DEFENDER, in_round=4))

    assert said(state, "when may reinforce Bu01 then reinforce Ranger", seat=1) == "reinforce RAN LIO,LIO"
    assert said(state, "when may reinforce Bu01 then reinforce LIO showing LIO", seat=1) == "reinforce LIO LIO"
    assert said(state, "when may reinforce any then auto SER,LIO", seat=1) == "reinforce LIO LIO"
    assert said(state, "when may reinforce any then reinforce SER", seat=1) == "ask: order-not-exact"


def test_rows_28_and_30_what_a_winner_adds() -> None:
    state = winning(ATTACKER, "OGR OGR", (400, 500))
    acquire, summon = "when acquire Rd01 then acquire ARC,ANG", "when may summon Rd01 then summon ANG from Rd09"

    assert carried(state, acquire, summon)[0][:3] == ["acquire ARC", "acquire ANG", "summon Rd09 ANG"]
    assert carried(state, acquire)[0] == ["acquire ARC", "acquire ANG"]
    assert carried(state, acquire, "when may summon any then none")[0][:3] == ["acquire ARC", "acquire ANG", "done"]
    assert said(state, "when acquire any then none", "when may summon any then none") == "done"


def test_what_is_used_up_still_lets_a_winner_end() -> None:
    """A3.4: what he had to add is added, and the rest was let go."""
    state = winning(DEFENDER, "LIO LIO OGR", (100,))
    acquire, reinforce = "when acquire Bu01 then acquire ANG", "when may reinforce Bu01 then reinforce RAN"

    told, _ = carried(state, reinforce, acquire, seat=1)

    assert told == ["reinforce RAN LIO,LIO", "acquire ANG"]
    assert carried(state, acquire, "when may reinforce Bu01 then none", seat=1)[0] == ["acquire ANG", "done"]


def test_row_29_a_reinforcement_after_a_victory() -> None:
    state = winning(DEFENDER, "LIO LIO OGR")

    assert said(state, "when may reinforce Bu01 then auto RAN", seat=1) == "reinforce RAN LIO,LIO"
    assert said(state, "when may reinforce Bu01 then none", seat=1) == "done"
    assert said(state, "when may reinforce Bu01 then ask", seat=1) == "ask: order-asks"


def test_row_31_the_order_that_stands_first_takes_the_last_place() -> None:
    state = winning(DEFENDER, "LIO LIO OGR OGR OGR OGR", (100,))
    acquire, reinforce = "when acquire any then acquire ANG", "when may reinforce any then reinforce RAN"

    assert said(state, acquire, reinforce, seat=1) == "acquire ANG"
    assert said(state, reinforce, acquire, seat=1) == "reinforce RAN LIO,LIO"


def test_row_32_musters() -> None:
    plains = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")
    state = with_phase(Mustering(), f"Red: Rd01@{plains}>3 LIO LIO CEN CEN; Rd02@100>3 TTN OGR")

    assert said(state, "when may muster Rd01 then muster Ranger") == "muster Rd01 RAN LIO,LIO"
    assert said(state, "when may muster Rd01 then muster LIO showing CEN,CEN") == "muster Rd01 LIO CEN,CEN"
    assert said(state, "when may muster Rd01 then muster SER") == "ask: order-not-exact"
    assert said(state, "when may muster Rd01 then auto SER,RAN") == "muster Rd01 RAN LIO,LIO"
    assert said(with_stack(state, RAN=0), "when may muster Rd01 then auto RAN,LIO").startswith("muster Rd01 LIO")
    assert said(state, "when may muster Rd01 then none", "when may muster any then auto RAN,OGR") == "muster Rd02 OGR -"


def test_row_33_the_end_of_the_turn_comes_after_the_musters() -> None:
    plains = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")
    state = with_phase(Mustering(), f"Red: Rd01@{plains}>3 LIO LIO CEN CEN; Rd02@100>3 TTN OGR")

    told, left = carried(state, "when may muster any then auto RAN expires never", "when my turn then end")

    assert told == ["muster Rd01 RAN LIO,LIO", "done"]
    assert [text(one.order) for one in left] == ["when may muster any then auto RAN expires never"]


def test_row_34_a_captured_marker_may_be_named() -> None:
    state = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR")
    state = state.with_player(Seat(0), markers=("Bu07", "Rd03"))

    assert said(state, "when my turn then split Rd01 Bu07 OGR,OGR") == "split Rd01 Bu07 OGR,OGR"


def coming_back(blue: str) -> State:
    """Red has nobody left, and the Tower is drawn in which he comes back."""
    options = {"variant": "battle_titan", "end_condition": "turns 12"}
    state = position("Red: ", blue, phase=Mustering(), turn=3, options=options)
    state = replace(state.with_player(Seat(0), wiped=True, wipeouts=1), active=Seat(1))
    state = with_stack(do(state, "1: done", "draw 1"), BEH=0, SER=0, COL=0, HYD=0, GRI=0)
    assert isinstance(state.phase, Spawning)
    return state


def test_row_37_a_ranked_list_for_a_legion_that_comes_back() -> None:
    state = coming_back("Blue: Bu02@8>3 TTN SER SER COL")
    *_, last = [line.split()[1] for line in lines(state) if line.startswith("spawn")]

    assert said(state, f"when my turn then spawn SER,{last}; marker Rd05") == f"spawn {last}"
    assert said(state, "when my turn then spawn SER") == "ask: order-not-exact"


def test_row_38_who_enters_in_a_spawn_attack_is_said_with_the_spawn() -> None:
    """V6.7: all at once, before the tower's defender has even decided to stay."""
    state = coming_back("Blue: Bu01@100 OGR OGR; Bu02@8>3 TTN SER SER COL")
    first, *_ = [line.split()[1] for line in lines(state) if line.startswith("spawn")]
    orders = given(
        state,
        f"when my turn then spawn {first}; marker Rd05",
        "when engagement Rd05 then fight",
        "when maneuver Rd05 then enter; hold",
    )

    enters = given(state, "when attacked any then fight", "when maneuver any then enter; hold", seat=1)

    told = []
    while line := spoken(fired(state, orders)) or spoken(fired(state, enters, seat=1)):
        mine = fired(state, orders) is not None and line != "wait"
        told += [line] if mine else []
        state = do(state, line, seat=0 if mine else 1)

    assert told[:3] == [f"spawn {first}", "marker Rd05", "fight"]
    assert sum(line.startswith("maneuver") for line in told[3:]) == state.legions["Rd05"].height
    assert told[-1] == "done"
