"""What is done for somebody whose time is up, row by row of the table of decision points (ASYNC_PLAY 9, A8.5).

Rows 35, 36 and 39 are no decisions of the rules, and what they are by default is nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Seat
from engine.hexes import bits
from engine.log import Undo
from engine.titan.actions import (
    Accept,
    Action,
    Concede,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Offer,
    Resign,
    Split,
    Summon,
    Teleport,
    Withdraw,
)
from engine.titan.battle.frame import INDEX
from engine.titan.battle.policy import Policy, struck
from engine.titan.bots import choose_random, choose_steady
from engine.titan.defaults import default
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Engagement, Engaging, Gathering, Moving, Mustering, Over, Splitting, State
from tests.engine.positions import battle, battling, do, fielded, lines, position, with_stack
from tests.engine.walking import swapped
from tests.selfplay import answer

BATTLE_TITAN = {"variant": "battle_titan", "end_condition": "turns 12", "respawn_on": "titan_lost"}


def by_default(state: State, seat: int = 0, dice: Random | None = None) -> str:
    """What is done for a seat, as a line."""
    who = Seat(seat)
    whims = (dice,) if dice else ()
    action = default(TITAN.view(state, who), tuple(TITAN.legal(state, who)), *whims)
    line: str = TITAN.notation.line(action)
    assert line in lines(state, seat)
    return line


def defaulted(state: State, seat: int = 0) -> tuple[State, list[str]]:
    """The state once the seat is not asked any more, or chance is, and what was done for it."""
    said = []
    while Seat(seat) in TITAN.awaiting(state):
        said.append(by_default(state, seat))
        state = do(state, said[-1], seat=seat)
    return state, said


# --- setting up ---


def test_row_1_a_colour_that_is_free_and_its_first_marker() -> None:
    state = do(log.opening(TITAN, 2, {}).state, "draw 1,4")

    assert by_default(state) == "colour Black"

    state = do(state, "colour Black")
    assert by_default(state) == "marker Bk01"
    assert by_default(do(state, "marker Bk01"), 1) == "colour Blue"


# --- Commencement ---

START = "TTN ANG CEN CEN GAR GAR OGR OGR"


def test_row_2_the_titan_with_two_ogres_and_a_gargoyle() -> None:
    state = position(f"Red: Rd01@100 {START}", "Blue: Bu01@200 " + START, phase=Splitting(), turn=1)

    halves = {tuple(by_default(state, 0, Random(seed)).split()[1:]) for seed in range(20)}

    assert halves == {("Rd01", "Rd02", "TTN,GAR,OGR,OGR"), ("Rd01", "Rd02", "ANG,CEN,CEN,GAR")}


def test_row_2_which_half_leaves_is_not_to_be_told_from_what_all_know() -> None:
    """Else the mark of the time-out would tell who is where (R3.3)."""
    state = position(f"Red: Rd01@100 {START}", "Blue: Bu01@200 " + START, phase=Splitting(), turn=1)

    leaving = Counter("TTN" in by_default(state, 0, Random(seed)) for seed in range(100))

    assert min(leaving.values()) > 30


def test_row_3_nobody_is_split_who_need_not() -> None:
    state = position("Red: Rd01@100 TTN OGR OGR OGR OGR OGR OGR", phase=Splitting())

    assert any(line.startswith("split") for line in lines(state))
    assert by_default(state) == "roll"


def test_row_3_eight_are_halved_and_nobody_else() -> None:
    own = "Red: Rd01@100 TTN OGR OGR OGR LIO LIO TRO TRO; Rd02@200 OGR OGR OGR OGR OGR OGR OGR"

    state, said = defaulted(position(own, phase=Splitting()))

    assert len(said) == 2
    assert said[0].startswith("split Rd01 Rd03 ")
    assert said[1] == "roll"
    assert [state.legions[marker].height for marker in ("Rd01", "Rd03", "Rd02")] == [4, 4, 7]


def test_row_4_the_lowest_free_marker() -> None:
    state = position(f"Red: Rd03@100 {START}", phase=Splitting(), turn=1)

    assert by_default(state).split()[2] == "Rd01"


def test_row_5_then_the_roll() -> None:
    assert defaulted(position("Red: Rd01@100 TTN OGR", phase=Splitting()))[1] == ["roll"]


# --- Movement ---


def test_row_6_the_roll_is_kept() -> None:
    state = position("Red: Rd01@100 TTN OGR; Rd02@100 ANG CEN", phase=Moving(3), turn=1)

    assert "mulligan" in lines(state)
    assert "mulligan" not in defaulted(state)[1]


def test_row_7_one_moves_since_one_must_to_the_lowest_land() -> None:
    state = position("Red: Rd02@41 LIO LIO; Rd01@100 TTN OGR", "Blue: Bu01@200 TTN", phase=Moving(2))
    reach = sorted(int(line.split()[2]) for line in lines(state) if line.startswith("move"))

    _, said = defaulted(state)

    assert said[0].startswith("move")
    assert int(said[0].split()[2]) == reach[0]
    assert said[1] == "done"


def test_row_7_those_who_stand_together_part_first() -> None:
    red = "Red: Rd02@600 TTN OGR; Rd03@600 ANG CEN; Rd01@8 LIO LIO"

    _, said = defaulted(position(red, "Blue: Bu01@200 TTN", phase=Moving(1)))

    assert said[0].split()[:2] == ["move", "Rd02"]
    assert said[1] == "done"


def test_row_7_an_enemy_is_met_only_if_there_is_no_other_way() -> None:
    free = position("Red: Rd01@100 TTN OGR", phase=Moving(1))
    lands = sorted({int(line.split()[2]) for line in lines(free) if line.startswith("move")})
    assert len(lands) > 1

    *_, last = lands
    for held in (lands[:-1], lands):
        others = "; ".join(f"Bu0{at}@{land} OGR OGR" for at, land in enumerate(held, 1))
        state = position("Red: Rd01@100 TTN OGR", f"Blue: {others}", phase=Moving(1))
        assert int(by_default(state).split()[2]) == (last if len(held) < len(lands) else lands[0])


def test_row_7_who_must_part_meets_an_enemy_rather_than_that_another_moves_for_nothing() -> None:
    around = sorted({land for land, _ in rules_for({}).board.reach(600, 1, set(), set())})
    others = "; ".join(f"Bu{at:02}@{land} OGR OGR" for at, land in enumerate(around, 1))
    red = "Red: Rd02@600 TTN OGR; Rd03@600 ANG CEN; Rd01@8 LIO LIO"

    _, said = defaulted(position(red, f"Blue: {others}", phase=Moving(1)))

    assert said[0].split()[:3] == ["move", "Rd02", str(around[0])]
    assert said[1] == "done"


def test_row_8_the_bottom_side_else_the_right_else_the_left() -> None:
    """Wherever several sides are open, over all lands and rolls."""
    board, seen = rules_for({}).board, set()
    for start, roll in product(sorted(board.lands), (1, 3, 6)):
        ends = {land for land, _ in board.reach(start, roll, set(), set())} - {start}
        others = "; ".join(f"Bu{at:02}@{land} OGR OGR" for at, land in enumerate(sorted(ends)[:12], 1))
        if not others:
            continue
        state = position(f"Red: Rd01@{start} OGR OGR", f"Blue: {others}", phase=Moving(roll))
        chosen = by_default(state).split()
        if chosen[0] == "move":
            sides = {line.split()[3] for line in lines(state) if line.split()[:3] == chosen[:3]}
            assert chosen[3] == next(side for side in "315" if side in sides)
            seen.add((chosen[3], len(sides) > 1))

    assert {("3", True), ("1", False), ("5", False)} <= seen


def test_rows_9_and_10_nobody_teleports() -> None:
    own = "Red 900: Rd01@100 TTN ANG; Rd02@41 LIO LIO"
    state = position(own, "Blue: Bu01@7 OGR OGR", phase=Moving(6), turn=5)
    assert any(line.startswith("teleport") for line in lines(state))

    assert not any(line.startswith("teleport") for line in defaulted(state)[1])


def test_row_11_movement_ends_as_soon_as_it_may() -> None:
    state = position("Red: Rd01@100 TTN OGR; Rd02@41>3 LIO LIO", phase=Moving(6), turn=5)

    assert by_default(state) == "done"


# --- Engagements ---


def engaged(defender: str = "OGR OGR") -> State:
    """Red has come upon Blue; the exchange is open."""
    red = "Red: Rd01@41>3 LIO LIO; Rd09@20 TTN OGR"
    return do(position(red, f"Blue: Bu01@41 {defender}; Bu09@30 TTN", phase=Moving(1)), "done")


def test_row_12_engagements_in_the_order_of_the_lands() -> None:
    red = "Red: Rd01@118>3 LIO LIO; Rd02@41>3 LIO LIO; Rd09@20 TTN OGR"
    state = position(red, "Blue: Bu01@118 OGR OGR; Bu02@41 OGR OGR; Bu09@30 TTN", phase=Engaging())

    assert by_default(state) == "engage 41"


def test_rows_13_14_16_and_17_who_is_attacked_fights() -> None:
    state = engaged()
    assert {"flee", "waive", "offer both -"} <= set(lines(state, 1))

    assert by_default(state, 1) == "fight"


def test_rows_14_16_and_17_so_does_the_attacker_and_it_never_hangs() -> None:
    state = engaged("TTN OGR")
    assert {"concede", "offer both -"} <= set(lines(state, 0))

    assert by_default(state, 0) == "fight"
    assert TITAN.view(do(state, "fight"), None).phase == "battle"


@pytest.mark.parametrize(
    "before",
    [
        ("offer defender -",),
        ("1: waive", "offer defender -"),
        ("1: waive", "1: offer both -"),
        ("1: waive", "1: offer both -", "offer defender -"),
    ],
)
def test_row_15_an_offer_is_refused_and_battle_follows(before: tuple[str, ...]) -> None:
    state, said = do(engaged(), *before), []

    while TITAN.view(state, None).phase == "parley":
        seat = max(TITAN.awaiting(state))
        said.append(by_default(state, seat))
        state = do(state, said[-1], seat=seat)

    assert said[0] == "refuse"
    assert said[-1] == "fight"
    assert set(said) == {"refuse", "fight"}
    assert TITAN.view(state, None).phase == "battle"


# --- battle ---


def test_row_18_everybody_is_deployed_in_a_tower() -> None:
    state = battle("Tower", "OGR, OGR", "TTN, OGR, OGR, LIO, GAR, CEN, TRO", in_round=1, mover=DEFENDER)

    state, said = defaulted(state, 1)

    assert len(said) == 8
    assert all(said[at].startswith("maneuver") for at in range(7))
    start = rules_for({}).grounds["Tower"].start_hexes
    places = {f.hex for f in battling(state).battle.fighters if f.side == DEFENDER}
    assert places == set(start)


TALL = (
    "TTN, OGR, OGR, LIO, GAR, CEN, TRO",
    "OGR, OGR, OGR, OGR, OGR, OGR, OGR",
    "TTN, WLK, ANG, GIA, COL, BEH, SER",
    "CEN, CEN, MIN, MIN, UNI, UNI, GOR",
    "CYC, CYC, CYC, TRO, TRO, TRO, TRO",
)


@pytest.mark.parametrize("side", [1, 3, 5])
@pytest.mark.parametrize("terrain", sorted(set(rules_for({}).grounds) - {"Tower"}))
def test_row_18_as_many_of_seven_come_as_there_can_be(terrain: str, side: int) -> None:
    """By all ways of entering that there are; seven Ogres may be too many for a narrow edge."""
    for mine, mover in product(TALL, (ATTACKER, DEFENDER)):
        text = ("OGR", mine) if mover == DEFENDER else (mine, "OGR")
        state = battle(terrain, *text, side=side, in_round=1, mover=mover)

        after, _ = defaulted(state, mover)

        there = [f for f in battling(after).battle.fighters if f.side == mover]
        assert len(there) == 7 or len(there) == most(state, side, mover, mine.split(", ")), fielded(after, mover)


def most(state: State, side: int, mover: int, waiting: list[str]) -> int:
    """How many can come onto the map at most: every order and every place is tried."""
    ground, kinds = state.rules.grounds[battling(state).battle.terrain], state.rules.kinds
    edge = ground.entries[side][mover]
    seen: set[tuple[tuple[str, ...], int]] = set()
    tried = [(tuple(sorted(waiting)), 0)]
    while tried:
        left, occupied = here = tried.pop()
        if here in seen:
            continue
        seen.add(here)
        for at, code in enumerate(left):
            rest = left[:at] + left[at + 1 :]
            tried += [(rest, occupied | 1 << to) for to in bits(ground.arrivals(kinds[code], edge, occupied))]
    return len(waiting) - min(len(left) for left, _ in seen)


def test_row_18_by_the_cheapest_spread() -> None:
    state, said = defaulted(battle("Plains", "OGR", "CEN, CEN, CEN", in_round=1, mover=DEFENDER), 1)

    edge = state.rules.grounds["Plains"].entries[3][DEFENDER]
    assert {INDEX[line.split()[2]] for line in said[:3]} == set(edge)


def test_row_19_who_is_on_the_map_stays() -> None:
    state = battle("Plains", "OGR C1, LIO, LIO", "CEN C5, CEN D6", mover=ATTACKER)

    _, said = defaulted(state)

    assert [line.split()[:2] for line in said] == [["maneuver", "LIO"], ["maneuver", "LIO"], ["done"]]


def test_row_20_a_titan_is_struck_first() -> None:
    """A6.4: before what is slain more easily."""
    state = battle("Plains", "OGR C3", "CEN C4(2), TTN D4", mover=ATTACKER, step="strike")

    assert by_default(state).split()[:3] == ["strike", "C3", "D4"]


@pytest.mark.parametrize(
    ("defenders", "target"),
    [
        ("LIO C4(4), TRO D4", "C4"),  # the one that may fall
        ("TRO C4, OGR D4(1)", "D4"),  # nobody falls: the one with hits
        ("OGR C4, TRO D4", "D4"),  # nobody is hurt: the dearer
    ],
)
def test_row_20_then_who_falls_then_who_is_hurt_then_the_dearest(defenders: str, target: str) -> None:
    state = battle("Plains", "OGR C3", defenders, red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")

    assert by_default(state).split()[2] == target


def test_row_20_who_has_one_target_strikes_first_then_who_has_fewest_dice() -> None:
    alone = battle(
        "Plains", "TRO C3, OGR E2", "LIO C4, CEN D4, CEN E3", red="Rd09@20 TTN", mover=ATTACKER, step="strike"
    )
    fewest = battle("Plains", "TRO C3, LIO D3", "LIO C4, CEN D4", red="Rd09@20 TTN", mover=ATTACKER, step="strike")

    assert by_default(alone).split()[1] == "E2"
    assert by_default(fewest).split()[1] == "D3"


def test_row_20_an_only_strike_is_rolled_as_well() -> None:
    """R13.2, R13.4: it waits for its player, and in the end it must be made."""
    state = battle("Plains", "OGR C3", "LIO C4, CEN F1", red="Rd09@20 TTN", mover=ATTACKER)

    assert by_default(do(state, "done")) == "strike C3 C4 6 5"


def test_row_21_the_due_pair_unless_it_overkills_by_two() -> None:
    """R14.4: where one hit does, the strike at the higher number carries the rest."""
    for hits, pair in (("", "18 4"), ("(8)", "18 5")):
        defenders = f"CYC C4{hits}, LIO D4"
        state = battle("Plains", "SER C3", defenders, red="Rd09@20 TTN", mover=ATTACKER, step="strike")
        view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
        assert "strike C3 C4 18 4" in lines(state)

        assert by_default(state) == f"strike C3 C4 {pair}"
        assert struck(view, legal, Policy(spills=False)) == TITAN.notation.parse("strike C3 C4 18 4")


def test_row_22_hits_are_carried_and_in_the_order_of_the_targets() -> None:
    state = battle("Plains", "SER C3", "OGR C4(5), LIO D4, LIO B3(4)", red="Rd09@20 TTN", mover=ATTACKER, step="strike")
    state = do(state, "strike C3 C4 18 5", "draw " + ",".join("6" * 7 + "1" * 11))
    assert {"carry D4", "carry B3", "done"} <= set(lines(state))

    assert by_default(state) == "carry B3"
    assert by_default(do(state, "carry B3")) == "carry D4"


def test_row_23_rangestrikes_are_made() -> None:
    state = battle("Plains", "RAN C1, OGR F1", "OGR C4, LIO E5", red="Rd09@20 TTN", mover=ATTACKER, step="strike")
    assert "done" in lines(state)

    assert by_default(state).startswith("strike C1")
    view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
    assert struck(view, legal, Policy(shoots=False)) == TITAN.notation.parse("done")


def test_row_24_striking_back_goes_by_the_policy_too() -> None:
    state = battle("Plains", "CEN C3(2), CEN D3", "OGR C4", red="Rd09@20 TTN", mover=ATTACKER, step="strike-back")

    assert by_default(state, 1).split()[:3] == ["strike", "C4", "C3"]


def opened(state: State) -> State:
    """The battle with the window for an addition open."""
    phase = battling(state)
    return replace(state, phase=replace(phase, battle=replace(phase.battle, window=True)))


def test_row_25_nobody_is_summoned_into_a_battle() -> None:
    state = opened(battle("Plains", "OGR C3", "CEN D6", red="Rd07@20 TTN ANG", mover=ATTACKER))
    assert "summon Rd07 ANG" in lines(state)

    assert by_default(state) == "done"


def test_row_26_the_dearest_reinforcement_comes_and_enters() -> None:
    state = opened(battle("Plains", "OGR C1", "LIO C5, LIO D6, CEN E5, CEN F4", mover=DEFENDER, in_round=4))
    taken = {line.split()[1] for line in lines(state, 1) if line.startswith("reinforce")}
    assert taken > {"RAN"}

    _, said = defaulted(state, 1)

    assert said[0] == "reinforce RAN LIO,LIO"
    assert said[1].startswith("maneuver RAN")
    assert said[2] == "done"


def test_row_27_no_battle_is_given_up() -> None:
    state = battle("Plains", "OGR C3(5), CEN A1", "SER C4, SER D4", mover=ATTACKER)
    assert "concede" in lines(state)

    assert "concede" not in defaulted(state)[1]


# --- afterwards ---


def winning(side: int, creatures: str, due: tuple[int, ...] = (), land: int = 1) -> State:
    """One of the two has won and may add to his legion whatever is left."""
    legions = ["", ""]
    legions[side] = f"{'RB'[side]}{'du'[side]}01@{land}>3 {creatures}; "
    red, blue = f"Red: {legions[0]}Rd09@20 TTN ANG", f"Blue: {legions[1]}Bu09@30 TTN ANG"
    state = position(red, blue)
    engagement = Engagement(land, ("Rd01", "Bu01"), (Seat(0), Seat(1)), summoned=False)
    return replace(state, phase=Gathering(engagement, side, due, side == ATTACKER, side == DEFENDER, secret=False))


def test_row_28_nobody_is_summoned_after_a_victory() -> None:
    state = winning(ATTACKER, "OGR OGR")
    assert "summon Rd09 ANG" in lines(state)

    assert by_default(state) == "done"


def test_row_29_after_a_battle_the_dearest_reinforcement_is_taken() -> None:
    plains = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")

    assert by_default(winning(DEFENDER, "LIO LIO", land=plains), 1) == "reinforce RAN LIO,LIO"


def test_row_29_after_an_agreement_nothing_is_shown() -> None:
    plains = min(label for label, at in rules_for({}).board.lands.items() if at.terrain == "Plains")
    red = f"Red: Rd01@{plains}>3 OGR OGR; Rd09@20 TTN OGR"
    state = do(position(red, f"Blue: Bu01@{plains} LIO LIO LIO; Bu09@30 TTN", phase=Moving(1)), "done")
    state = do(state, "1: waive", "1: offer attacker LIO", "0: accept attacker LIO")
    assert "reinforce RAN LIO,LIO" in lines(state, 1)

    assert by_default(state, 1) == "done"


def test_row_30_archangels_and_angels_as_far_as_there_is_room() -> None:
    assert defaulted(winning(ATTACKER, "OGR OGR", (400, 500)))[1][:2] == ["acquire ARC", "acquire ANG"]
    assert "acquire ANG" not in defaulted(winning(ATTACKER, "OGR OGR OGR OGR OGR OGR", (400, 500)))[1]
    assert by_default(with_stack(winning(ATTACKER, "OGR OGR", (500,)), ARC=0)) == "acquire ANG"


def test_row_31_the_last_place_is_the_angels() -> None:
    state = winning(DEFENDER, "LIO LIO OGR OGR OGR OGR", (100,))
    assert any(line.startswith("reinforce") for line in lines(state, 1))

    assert by_default(state, 1) == "acquire ANG"


def test_rows_32_and_33_nobody_is_mustered_and_the_turn_ends() -> None:
    state = position("Red: Rd01@8>3 LIO LIO LIO; Rd02@100>3 TTN OGR", phase=Mustering())
    assert any(line.startswith("muster") for line in lines(state))

    assert by_default(state) == "done"


def test_row_34_own_markers_before_captured_ones() -> None:
    state = position(f"Red: Rd03@100 {START}", phase=Splitting(), turn=1)
    state = state.with_player(Seat(0), markers=("Bk01", "Bu02", "Rd07", "Rd11"))

    assert by_default(state).split()[2] == "Rd07"


# --- Battle Titan ---


def wiped_out(held: bool) -> State:
    """Red has nobody left and comes back; the Tower drawn for him may be held by Blue."""
    blue = "Blue: Bu01@100 OGR OGR; Bu02@8>3 TTN SER SER COL" if held else "Blue: Bu02@8>3 TTN SER SER COL"
    state = position("Red: ", blue, phase=Mustering(), turn=3, options=BATTLE_TITAN)
    state = replace(state.with_player(Seat(0), wiped=True, wipeouts=1), active=Seat(1))
    return do(do(state, "1: done"), "draw 1")


def test_row_37_the_dearest_of_whom_may_come_back() -> None:
    state = with_stack(wiped_out(held=False), BEH=0, SER=0, COL=0, HYD=0, GRI=0)
    kinds = state.rules.kinds

    while options := [line.split()[1] for line in lines(state) if line.startswith("spawn")]:
        chosen = by_default(state).split()[1]
        assert kinds[chosen].value == max(kinds[code].value for code in options)
        state = do(state, f"spawn {chosen}")

    assert by_default(state) == "marker Rd01"


def test_row_38_all_enter_who_come_back_into_a_held_tower() -> None:
    state, said = defaulted(wiped_out(held=True))
    assert said[-2:] == ["marker Rd01", "fight"]
    state, _ = defaulted(do(state, "1: fight"), 1)
    assert {f.hex for f in battling(state).battle.fighters if f.side == ATTACKER} == {OFF}

    state, said = defaulted(state)

    assert sum(line.startswith("maneuver") for line in said) == state.legions["Rd01"].height


# --- whole games ---

Choose = Callable[..., Action]
NEVER = (Mulligan, Teleport, Flee, Offer, Withdraw, Accept, Concede, Summon, Muster, Resign)


def game(seats: int, seed: int, turns: int, others: Choose, options: Mapping[str, str]) -> Counter[type]:
    """A game of so many Game-Turns at most in which every second seat is always late. What was done for them."""
    dice, whims = Random(seed), Random(seed + 1)
    timeline, seen, acted = log.opening(TITAN, seats, dict(options)), Counter[type](), 0
    while timeline.state.turn <= turns and not isinstance(timeline.state.phase, Over):
        draw = TITAN.wants(timeline.state)
        if draw:
            timeline, _ = log.step(TITAN, timeline, CHANCE, answer(draw, dice))
            continue
        seat = whims.choice(sorted(TITAN.awaiting(timeline.state)))
        view, legal = TITAN.view(timeline.state, seat), tuple(TITAN.legal(timeline.state, seat))
        if seat % 2:
            action = others(view, legal, whims)
        else:
            done = default(view, legal, whims)
            assert not isinstance(done, Undo), "no way to take back is among what it chooses of"
            action = done
            check_harmless(timeline.state, seat, action)
            seen[type(action)] += 1
        acted += 1
        assert action in legal
        timeline, _ = log.step(TITAN, timeline, seat, action)
    assert acted < 250 * turns, "every turn is finite"
    return seen


def check_harmless(state: State, seat: Seat, action: Action) -> None:
    """Nothing is given away, and nothing that the seat does not know is used."""
    assert not isinstance(action, NEVER)
    if isinstance(action, Split):
        assert state.legions[action.legion].height > state.rules.max_height
    other = swapped(state, seat)
    legal: Sequence[Action] = tuple(TITAN.legal(other, seat))
    assert isinstance(action, Split) or default(TITAN.view(other, seat), legal) == action


@pytest.mark.parametrize(
    ("seats", "others", "options"),
    [
        (2, default, {}),
        (6, default, {}),
        (3, choose_steady, {}),
        (4, choose_random, {"memory_aid": "own_only", "concession_window": "anytime"}),
        (4, default, {"preset": "valley", "raise_strike_number": "any"}),
        (3, default, BATTLE_TITAN),
        (4, choose_steady, BATTLE_TITAN),
    ],
)
def test_games_of_those_who_are_always_late_go_on(seats: int, others: Choose, options: Mapping[str, str]) -> None:
    done = sum((game(seats, 100 * seats + seed, 25, others, options) for seed in range(2)), Counter[type]())

    assert done[Move]
    assert done[Maneuver] or others is default
