"""Orders given ahead: what they do, when they ask, what they may not know (ASYNC_PLAY A2.3, A2.4, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Illegal, Seat
from engine.titan.actions import Action
from engine.titan.bots import choose_steady
from engine.titan.orders import Filed, Fired, Order, filed, fire, kept, parse, restored, standing, text
from engine.titan.orders.acts import Act
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import (
    ATTACKER,
    DEFENDER,
    Choosing,
    Engagement,
    Engaging,
    Gathering,
    Moving,
    Mustering,
    Over,
    Phase,
    Placing,
    Spawning,
    Splitting,
    State,
)
from engine.titan.view import View
from tests.engine.positions import battle, battling, do, lines, position, with_stack
from tests.engine.test_orders_grammar import any_order
from tests.engine.walking import swapped
from tests.selfplay import answer

RED = "Red: Rd01@41 OGR OGR LIO; Rd02@100 TTN ANG OGR"
BLUE = "Blue: Bu01@200 TTN OGR; Bu03@8 CEN CEN"


def given(state: State, *orders: str, seat: int = 0) -> tuple[Filed, ...]:
    """The orders of a seat as it has filed them."""
    view = TITAN.view(state, Seat(seat))
    return tuple(filed(parse(order), number, view) for number, order in enumerate(orders, 1))


def fired(state: State, orders: Sequence[Filed], seat: int = 0) -> Fired | None:
    """What the orders of a seat have to say to its decision; an action is legal."""
    view, actions = TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat)))
    found = fire(orders, view, actions)
    assert found is None or found.action is None or found.action in actions
    return found


def said(state: State, *orders: str, seat: int = 0) -> str:
    """What is done first by the orders: a line, `ask: code`, `wait`; empty if they have nothing to say."""
    return _told(fired(state, given(state, *orders, seat=seat), seat))


def _told(found: Fired | None) -> str:
    if found is None:
        return ""
    if found.why is not None:
        return f"ask: {found.why.code}"
    line: str = TITAN.notation.line(found.action) if found.action else "wait"
    return line


def carried(state: State, *orders: str, seat: int = 0) -> tuple[list[str], tuple[Filed, ...]]:
    """All that the orders do until they have nothing more to say, ask, or chance is wanted; and those left."""
    left, told = given(state, *orders, seat=seat), []
    while Seat(seat) in TITAN.awaiting(state):
        found = fired(state, left, seat)
        told += [_told(found)] if found else []
        if found:
            left = tuple(one for one in (found.left if one == found.by else one for one in left) if one)
        if found is None or found.action is None:
            break
        state = do(state, told[-1], seat=seat)
    return told, standing(left, TITAN.view(state, Seat(seat)))


def refused(state: State, order: str, seat: int = 0, *, advice: bool = True) -> str:
    """The code of the refusal that an order meets when it is filed. Fails if it is taken."""
    try:
        filed(parse(order), 1, TITAN.view(state, Seat(seat)), advice=advice)
    except Illegal as illegal:
        return illegal.code
    raise AssertionError(f"{order} was taken")


def moving(roll: int, red: str = RED, blue: str = BLUE, turn: int = 2) -> State:
    return position(red, blue, phase=Moving(roll), turn=turn)


def attacked(red: str = "LIO LIO LIO", blue: str = "OGR OGR", land: int = 41) -> State:
    """Red has come upon Bu04 with Rd01, and Blue is asked."""
    others = "Rd09@20 TTN OGR", "Bu09@30 TTN OGR"
    state = position(
        f"Red: Rd01@{land}>3 {red}; {others[0]}", f"Blue: Bu04@{land} {blue}; {others[1]}", phase=Moving(1)
    )
    return do(state, "done")


# --- the worked examples of 5.5 ---


def test_example_1_a_mulligan_on_a_one_in_the_first_turn() -> None:
    order = "when roll {1} and Game-Turn = 1 then mulligan."

    assert said(moving(1, turn=1), order) == "mulligan"
    assert said(moving(2, turn=1), order) == ""
    assert said(moving(1, turn=2), order) == ""


def test_example_1_fires_only_if_no_move_has_been_made() -> None:
    """R5.4"""
    state = moving(1, turn=1)
    moved = do(state, next(line for line in lines(state) if line.startswith("move Rd02")))

    assert said(moved, "when roll {1} and Game-Turn = 1 then mulligan.") == ""


def test_example_2_a_teleport_to_a_land_that_is_held_by_then_asks() -> None:
    order, red = "when roll 6 then teleport Rd02 118 showing Angel", "Red: Rd02@300 TTN ANG OGR"

    assert said(moving(6, red), order) == "teleport Rd02 118 3 ANG"
    assert said(moving(6, red, "Blue: Bu01@200 TTN OGR; Bu03@118 CEN CEN"), order) == "ask: order-not-exact"


def test_example_3_flight_from_a_tall_legion() -> None:
    order = "when attacked Bu04 and attacker height >= 6 then flee"

    assert said(attacked("LIO LIO LIO LIO OGR OGR"), order, seat=1) == "flee"
    assert said(attacked("LIO LIO LIO LIO OGR"), order, seat=1) == ""


def test_example_4_the_contents_are_known_when_the_engagement_is_opened() -> None:
    """R9.3"""
    order = "when attacked Bu04 and attacker contains Titan and my estimate >= 60 % then fight"
    strong = "SER SER SER SER"

    assert said(attacked("TTN OGR", strong), order, seat=1) == "fight"
    assert said(attacked("OGR OGR", strong), order, seat=1) == ""
    assert said(attacked("TTN SER SER SER SER", "OGR OGR"), order, seat=1) == ""


def test_example_5_unseen_legions_are_refused_at_entry() -> None:
    state = attacked()

    assert refused(state, "when attacked Bu04 and others lacks Angel then fight", 1) == "order-unseen"
    assert refused(state, "when attacked Bu04 and Rd09 lacks Angel then fight", 1) == "order-unseen"
    assert refused(state, "when attacked Bu04 and Rd09 value < 50 then fight", 1) == "order-unseen"


def goals() -> tuple[str, str]:
    """Where Rd01 and Rd02 can go by a three without being in each other's way."""
    free = lines(moving(3))
    one, two = ([line.split()[2] for line in free if line.startswith(f"move {m}")][-1] for m in ("Rd01", "Rd02"))
    return one, two


def blocked() -> State:
    """By a three Rd01 can go on, and Rd02 no more: Blue has come to the land where it was to go."""
    return moving(3, blue=f"Blue: Bu01@200 TTN OGR; Bu03@{goals()[1]} CEN CEN")


def test_example_6_what_can_be_done_is_done_and_the_rest_is_asked() -> None:
    """A2.4"""
    one, two = goals()
    order = f"when roll 3 then move Rd01 {one}; move Rd02 {two}; ask"

    told, _ = carried(moving(3), order)
    assert [line.split()[:3] for line in told[:2]] == [["move", "Rd01", one], ["move", "Rd02", two]]
    assert told[2:] == ["ask: order-asks"]
    told, _ = carried(blocked(), order)
    assert told[0].startswith(f"move Rd01 {one} ")
    assert told[1:] == ["ask: order-not-exact"]


def test_example_6_with_all_or_ask_nothing_moves() -> None:
    one, two = goals()
    order = f"when roll 3 then all or ask; move Rd01 {one}; move Rd02 {two}; stop"

    assert carried(blocked(), order)[0] == ["ask: order-not-exact"]
    assert [line.split()[0] for line in carried(moving(3), order)[0]][:3] == ["move", "move", "done"]


STRIKE_PLAN = "when strike phase Rd01 then strike C3 C4 carry D4; strike D5 C4,D4"
LION, CENTAUR = "C4", "D4"


def before_strikes(lion: int) -> State:
    """An Ogre on C3 and a Troll on D5, each beside Lion and Centaur; the Troll also beside an Ogre on D6."""
    defenders = f"LIO C4({lion}), CEN D4, OGR D6"
    return battle("Plains", "OGR C3, TRO D5", defenders, red="Rd09@20 TTN", mover=ATTACKER, step="strike")


@pytest.mark.parametrize(("dice", "target"), [("6,1,1,1,1,1", CENTAUR), ("1,1,1,1,1,1", LION)])
def test_example_7_the_troll_prefers_the_lion_as_long_as_it_lives(dice: str, target: str) -> None:
    """A6.7"""
    state = before_strikes(lion=4)
    first = fired(state, given(state, STRIKE_PLAN))
    assert _told(first) == "strike C3 C4 6 5"
    assert first is not None
    assert first.left is not None

    state = do(state, _told(first), f"draw {dice}")

    assert _told(fired(state, (first.left,))) == f"strike D5 {target} 8 {5 if target == LION else 6}"


def test_example_7_the_excess_is_carried_to_the_centaur() -> None:
    """R14.4: by the higher number that allows it, if that was said."""
    state = before_strikes(lion=4)
    raised = "when strike phase Rd01 then strike C3 C4 carry D4 raised"
    assert said(state, raised) == "strike C3 C4 6 6"
    assert said(before_strikes(lion=0), raised) == "strike C3 C4 6 5"

    state = do(state, "strike C3 C4 6 6", "draw 6,6,1,1,1,1")
    assert lines(state)[:2] == ["carry D4", "done"]

    assert said(state, raised) == "carry D4"
    assert said(state, "when strike phase Rd01 then strike C3 C4") == "ask: order-carry-open"
    assert said(state, "when strike phase Rd01 then strike C3 C4; policy") == "carry D4"
    assert said(state, "when strike phase Rd01 then strike D5 C4") == ""


# --- the rows of the table of decision points, each by its order (issue 7) ---


def with_phase(phase: Phase, red: str = RED, blue: str = BLUE, turn: int = 2) -> State:
    return position(red, blue, phase=phase, turn=turn)


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

    assert _told(fired(before, orders)) == "split Rd01 Rd03 OGR,OGR"
    assert _told(fired(after, orders)) == "ask: order-changed"


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


def opened(state: State) -> State:
    """The battle with the window for an addition open."""
    phase = battling(state)
    return replace(state, phase=replace(phase, battle=replace(phase.battle, window=True)))


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


def winning(side: int, creatures: str, due: tuple[int, ...] = ()) -> State:
    """One of the two has won in a land of Plains and may add to his legion whatever is left."""
    land = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")
    legions = ["", ""]
    legions[side] = f"{'RB'[side]}{'du'[side]}01@{land}>3 {creatures}; "
    red, blue = f"Red: {legions[0]}Rd09@20 TTN ANG", f"Blue: {legions[1]}Bu09@30 TTN ANG"
    engagement = Engagement(land, ("Rd01", "Bu01"), (Seat(0), Seat(1)), summoned=False)
    gathering = Gathering(engagement, side, due, side == ATTACKER, side == DEFENDER, secret=False)
    return replace(position(red, blue), phase=gathering)


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


def test_row_37_a_ranked_list_for_a_legion_that_comes_back() -> None:
    options = {"variant": "battle_titan", "end_condition": "turns 12"}
    state = position("Red: ", "Blue: Bu02@8>3 TTN SER SER COL", phase=Mustering(), turn=3, options=options)
    state = replace(state.with_player(Seat(0), wiped=True, wipeouts=1), active=Seat(1))
    state = with_stack(do(state, "1: done", "draw 1"), BEH=0, SER=0, COL=0, HYD=0, GRI=0)
    assert isinstance(state.phase, Spawning)
    *_, last = [line.split()[1] for line in lines(state) if line.startswith("spawn")]

    assert said(state, f"when my turn then spawn SER,{last}; marker Rd05") == f"spawn {last}"
    assert said(state, "when my turn then spawn SER") == "ask: order-not-exact"


# --- scope, expiry, first match ---


def test_the_first_order_that_has_something_to_say_wins() -> None:
    state = attacked()
    orders = (
        "when attacked Bu04 and attacker height >= 6 then fight",
        "when attacked any then flee",
        "when attacked Bu04 then waive",
    )

    assert said(state, *orders, seat=1) == "flee"


def test_nothing_is_done_while_the_other_side_decides() -> None:
    """R9.9: a concession at any time is for people."""
    options = {"concession_window": "anytime"}
    state = battle("Plains", "OGR C1", "CEN C5, CEN D6", red="Rd09@20 TTN", mover=ATTACKER, options=options)
    assert lines(state, 1) == ["concede", "resign"]

    for order in ("maneuver any then concede", "strike phase any then concede", "struck back any then policy"):
        assert said(state, f"when {order}", seat=1) == ""


def test_an_order_that_asks_stops_those_behind_it() -> None:
    assert said(attacked(), "when attacked Bu04 then ask", "when attacked any then flee", seat=1) == "ask: order-asks"


def test_an_order_for_once_is_used_up_and_one_for_ever_is_not() -> None:
    state = attacked()

    once, always = (
        fired(state, given(state, f"when attacked Bu04 then waive{end}", seat=1), 1) for end in ("", " expires never")
    )

    assert once is not None
    assert once.left is None
    assert always is not None
    assert always.left == always.by


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (before_strikes(lion=0), "when strike phase Rd01 then policy"),
        (
            with_phase(
                Engaging(),
                "Red: Rd01@118>3 LIO LIO; Rd02@41>3 LIO LIO; Rd09@20 TTN OGR",
                "Blue: Bu01@118 OGR OGR; Bu02@41 OGR OGR; Bu09@30 TTN",
            ),
            "when my turn then engage 118,41",
        ),
    ],
)
def test_what_may_do_several_things_is_not_used_up_by_the_first(state: State, order: str) -> None:
    found = fired(state, given(state, order))

    assert found is not None
    assert found.action is not None
    assert found.left == replace(found.by, began=found.left.began if found.left else "")


def test_an_order_for_once_that_has_begun_is_over_with_its_occasion() -> None:
    state = moving(3)
    one, _ = goals()
    begun = fired(state, given(state, f"when roll 3 then move Rd01 {one}; ask"))
    assert begun is not None
    assert begun.left is not None

    later = replace(state, turn=3)
    assert standing((begun.left,), TITAN.view(state, Seat(0))) == (begun.left,)
    assert standing((begun.left,), TITAN.view(later, Seat(0))) == ()
    assert standing((begun.by,), TITAN.view(later, Seat(0))) == (begun.by,)


@pytest.mark.parametrize(("filed_in", "last"), [(1, (3, 1)), (0, (2, 1))])
def test_an_order_until_the_next_turn_lapses_with_it(filed_in: int, last: tuple[int, int]) -> None:
    """Seat 1 comes after seat 0. Its own turn of now does not count; that still ahead in this Game-Turn does."""
    state = replace(moving(3), active=Seat(filed_in))
    (order,) = given(state, "when attacked any then fight expires next turn", seat=1)

    for turn in range(2, 5):
        for mover in (0, 1):
            now = replace(state, turn=turn, active=Seat(mover))
            assert (standing((order,), TITAN.view(now, Seat(1))) == ()) == ((turn, mover) > last), (turn, mover)


def test_an_order_goes_with_its_legion() -> None:
    state = moving(3)
    orders = given(state, "when attacked Bu03 then fight", "when attacked any then fight", seat=1)
    lost = state.drop("Bu03").with_player(Seat(1), markers=("Bu03", "Bu04"))

    assert standing(orders, TITAN.view(lost, Seat(1))) == orders[1:]


def test_a_filed_order_is_stored_as_a_line() -> None:
    state = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR LIO; Rd02@8 LIO LIO LIO LIO")
    for order in (
        "when my turn then split Rd01 Rd03 OGR,OGR; split Rd02 Rd04 LIO,LIO; roll expires next turn",
        "when attacked Rd01 and attacker height >= 6 then fight",
        "when struck back any then policy expires never",
    ):
        (one,) = given(state, order)
        for as_it_is in (one, replace(one, began="2.0.118.3.1.strike")):
            assert restored(kept(as_it_is)) == as_it_is

    with pytest.raises(ValueError, match="no line"):
        restored("when attacked Rd01 then fight")


# --- at entry ---


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("when attacked Rd01 then fight", "legion-not-yours"),
        ("when my turn then split Rd01 Bu09 OGR,OGR", "legion-not-yours"),
        ("when my turn then split Bu04 Rd05 OGR,OGR", "marker-not-yours"),
        ("when may summon Bu04 then summon ANG from Rd09", "legion-not-yours"),
        ("when roll 3 then move any 41", "legion-not-yours"),
        ("when attacked Bu04 then stop", "order-act-when"),
        ("when my turn then flee", "order-act-when"),
        ("when roll 3 then move Bu04 43", "order-name"),
        ("when my turn then engage 41,999", "order-name"),
        ("when my turn and score Mauve >= 4 then roll", "order-fact"),
        ("when my turn and score Green >= 4 then roll", "order-name"),
        ("when my turn and attacker value >= 4 then roll", "order-fact-when"),
        ("when roll 3 and attacker height >= 4 then stop", "order-fact-when"),
        ("when attacked Bu04 and roll = 3 then fight", "order-fact-when"),
        ("when attacked Bu04 and round = 3 then fight", "order-fact-when"),
        ("when may muster any and estimate > 3 then none", "order-fact-when"),
        ("when attacked Bu04 and attacker marker > Rd01 then fight", "order-compare"),
        ("when attacked Bu09 then flee", "may-not-flee-lord"),
        ("when attacked Bu09 then concede", "order-titan"),
        ("when my turn then split Bu04 Bu05 OGR,LIO", "split-creatures"),
        ("when my turn then split Bu04 Bu05 OGR,OGR", "split-too-small"),
    ],
)
def test_what_can_never_be_carried_out_is_refused_at_entry(order: str, code: str) -> None:
    assert refused(attacked(), order, 1) == code


def test_advice_is_for_tables_that_have_it() -> None:
    """A13.4"""
    order = "when attacked Bu04 and estimate < 20 then flee"

    assert refused(attacked(), order, 1, advice=False) == "order-no-advice"
    assert refused(attacked(), "when maneuver any then form up", 1, advice=False) == "order-no-advice"
    assert said(attacked("SER SER SER SER", "OGR OGR"), order, seat=1) == "flee"


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("turn = 2", True), ("score >= 1", False), ("score Red = 0", True), ("legions = 2", True),
        ("legions Red = 3", False), ("titan power = 6", True), ("stack SER = 10", True), ("dead OGR = 0", True),
        ("Bu04 height = 2", True), ("Rd09 height >= 3", False), ("Rd09 land = 20", True), ("Bu04 value = 24", True),
        ("Bu04 holds OGR", True), ("Bu04 count OGR > 2", False), ("attacker height = 3", True),
        ("attacker value = 45", True), ("attacker value < 45", False), ("defender value = 24", True),
        ("attacker lacks TTN", True), ("attacker holds LIO", True), ("attacker marker = Rd01", True),
        ("attacker marker != rd01", False), ("attacker colour = red", True), ("land = 41", True),
        ("side = bottom", True), ("side = left", False), ("offer keeps >= 0", False), ("Rd12 height >= 0", False),
    ],
)  # fmt: skip
def test_the_facts(condition: str, true: bool) -> None:
    """Three Lions of 15 points come upon two Ogres of 12; of what is not there nothing is true."""
    assert said(attacked(), f"when attacked Bu04 and {condition} then fight", seat=1) == ("fight" if true else "")


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("round = 2", True), ("attacker living = 2", True), ("defender living < 2", False),
        ("defender hits LIO = 3", True),
        ("defender hits SER >= 0", False), ("attacker holds TTN", False), ("defender value = 27", True),
    ],
)  # fmt: skip
def test_the_facts_of_a_battle(condition: str, true: bool) -> None:
    state = battle("Plains", "OGR C3, TRO D3", "LIO C4(3), CEN D4", red="Rd09@20 TTN", mover=ATTACKER, step="strike")

    assert said(state, f"when strike phase any and {condition} then policy").startswith("strike") == true


# --- secrecy, and whole games ---

ORDERS = (
    "when roll 1 and turn = 1 then mulligan",
    "when roll 1 and score >= 0 then stop expires never",
    "when attacked any and attacker value >= 60 and estimate < 30 then flee expires never",
    "when attacked any and attacker holds TTN then fight expires never",
    "when offer any and offer keeps >= 20 then accept expires never",
    "when engagement any and defender value <= 30 then fight expires never",
    "when maneuver any and attacker living > 9 then hold expires never",
    "when maneuver any then enter expires never",
    "when strike phase any then policy expires never",
    "when struck back any then policy value,hurt no-shots expires never",
    "when may summon any then none expires never",
    "when may reinforce any and turn > 3 then auto RAN,WBR,GIA,TRO expires never",
    "when acquire any then acquire ARC,ANG expires never",
    "when may muster any then auto SER,COL,HYD,GIA,BEH,RAN,TRO,WBR,LIO,CYC,GOR expires never",
    "when my turn then end expires never",
)


def everything(found: Fired | None) -> object:
    """All that an order has said, to be compared."""
    why = found and found.why
    return found and (found.by, found.action, found.left, why and (why.code, why.facts))


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (4, {"memory_aid": "own_only"}), (3, {"variant": "battle_titan"})]
)
def test_two_worlds_that_look_alike_fire_alike(seats: int, options: dict[str, str]) -> None:
    """A2.3: at every decision of games in which orders play what they can, and the program the rest."""
    dice, whims = Random(seats), Random(seats + 1)
    course, did = log.opening(TITAN, seats, options), dict.fromkeys(ORDERS, 0)
    while course.state.turn <= 30 and not isinstance(course.state.phase, Over):
        draw = TITAN.wants(course.state)
        if draw:
            course, _ = log.step(TITAN, course, CHANCE, answer(draw, dice))
            continue
        state: State = course.state
        seat = whims.choice(sorted(TITAN.awaiting(state)))
        view, legal = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
        action: Action | None = None
        if not isinstance(state.phase, Placing | Choosing):
            found = fire(given(state, *ORDERS, seat=seat), view, legal)
            other = swapped(state, seat)
            alike = fire(given(other, *ORDERS, seat=seat), TITAN.view(other, seat), tuple(TITAN.legal(other, seat)))
            assert everything(alike) == everything(found)
            if found and found.action:
                action = found.action
                assert action in legal
                did[text(found.by.order)] += 1
        course, _ = log.step(TITAN, course, seat, action or choose_steady(view, legal, whims))

    assert sum(map(bool, did.values())) >= 8, did


def test_battles_of_two_plans_are_fought_to_the_end_without_anybody() -> None:
    """Issue 7, 3: with a plan on both sides nobody is asked, and of the two hand-offs none is left."""
    plan = ("maneuver any then form up", "strike phase any then policy", "struck back any then policy")
    orders = tuple(
        f"when {order} expires never" for order in (*plan, "may summon any then none", "acquire any then none")
    )
    dice = Random(5)
    for mine, theirs in (
        ("TTN OGR OGR LIO", "SER OGR CEN"),
        ("RAN RAN LIO", "OGR OGR OGR OGR"),
        ("WLK GAR", "CYC TRO TRO"),
    ):
        state = do(attacked(mine, theirs), "1: fight")
        while TITAN.view(state, None).phase == "battle":
            draw = TITAN.wants(state)
            if draw:
                state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
                continue
            (seat,) = TITAN.awaiting(state)
            state = do(state, said(state, *orders, seat=seat), seat=seat)

        assert {"Rd01", "Bu04"} - set(state.legions)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_ordered_is_legal_or_asks(seed: int) -> None:
    """Orders of all that the grammar has, each alone and many together, at the decisions of a game."""
    dice, whims = Random(seed), Random(seed + 1)
    course, acted = log.opening(TITAN, 3, {}), set()
    while course.state.turn <= 12 and not isinstance(course.state.phase, Over):
        draw = TITAN.wants(course.state)
        if draw:
            course, _ = log.step(TITAN, course, CHANCE, answer(draw, dice))
            continue
        state: State = course.state
        seat = whims.choice(sorted(TITAN.awaiting(state)))
        view, legal = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
        orders = tuple(taken(meant(any_order(whims), view, whims), view) for _ in range(25))
        filed_ = tuple(one for one in orders if one)
        for some in (*((one,) for one in filed_), filed_):
            found = fire(some, view, legal)
            if found and found.action:
                assert found.action in legal
                acted.add(type(found.action))
        course, _ = log.step(TITAN, course, seat, choose_steady(view, legal, whims))

    assert len(acted) >= 6, acted


def meant(order: Order, view: View, dice: Random) -> Order:
    """The order with legions of the viewer in it, and half of the time without its conditions."""
    own = [legion.marker for legion in view.legions if legion.owner == view.viewer] or ["Rd01"]
    free = [marker for player in view.players if player.seat == view.viewer for marker in player.markers] or own
    acts: list[Act] = []
    for act in order.acts:
        names = {part.name for part in fields(act)}
        mine = {name: dice.choice(own) for name in names & {"legion", "donor"}}
        mine |= {name: dice.choice(free) for name in names & {"marker"}}
        acts.append(replace(act, **mine))
    trigger = replace(order.trigger, legion="any") if order.trigger.legion else order.trigger
    return replace(order, trigger=trigger, acts=tuple(acts), conditions=order.conditions * dice.randint(0, 1))


def taken(order: Order, view: View) -> Filed | None:
    """The order as it is filed; None if it is refused."""
    try:
        return filed(order, 1, view)
    except Illegal:
        return None
