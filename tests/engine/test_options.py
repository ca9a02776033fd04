"""Each option of the rules with all of its values, in a position where they differ (RULES section 22)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core import CHANCE, Draw, Drawn, Illegal, Seat
from engine.hexes import bits
from engine.titan.actions import Done
from engine.titan.battle.frame import HEXES
from engine.titan.events import BattleEnded, ManeuverBegan
from engine.titan.options import MOOT, OPTIONS, VARIANT_OPTIONS, moot
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Gathering, Moving, Mustering, State
from tests.engine.positions import battle, contents, do, lines, position, refused, told, with_stack

RED, BLUE = Seat(0), Seat(1)
TOWERS = {100, 200, 300, 400, 500, 600}
HOME = "Rd09@20 TTN OGR"
THEIRS = "Bu09@30 TTN OGR"


def drawn(state: State, *values: int) -> State:
    return TITAN.apply(state, CHANCE, Drawn(values))[0]


def test_every_option_is_tried_here_or_with_the_editions() -> None:
    here = Path(__file__)
    source = "".join(path.read_text(encoding="utf-8") for path in (here, here.with_name("test_editions.py")))

    assert all(option in source for option in OPTIONS)


def test_the_standard_game_is_the_first_of_the_variants() -> None:
    assert OPTIONS["variant"] == ("standard", "battle_titan") == tuple(VARIANT_OPTIONS)
    assert rules_for({"variant": "standard"}) is rules_for({})


def test_an_option_that_another_leaves_without_effect_is_named() -> None:
    """R7.8"""
    for (option, value), (beside, other) in MOOT:
        assert moot({option: value, beside: other}) == (option, beside)
        assert moot({option: value, beside: "off"}) is None
        assert moot({beside: other}) is None
    assert moot({}) is None


# --- towers (R1.2) ---


@pytest.mark.parametrize("seats", range(2, 7))
def test_towers_are_drawn_at_random_or_spread_evenly_from_any_start(seats: int) -> None:
    """R1.2: `tower_assignment`; the gaps between neighbours, round the board, differ by one at most."""
    assert TITAN.wants(TITAN.new_game(seats, {})) == Draw("towers", seats, 6, distinct=True)

    for start in range(1, 7):
        opened = TITAN.new_game(seats, {"tower_assignment": "balanced"})
        assert TITAN.wants(opened) == Draw("first tower", 1, 6)
        opened = drawn(opened, start)
        assert TITAN.wants(opened) == Draw("places", seats, seats, distinct=True)
        placed = drawn(opened, *range(1, seats + 1))

        taken = sorted(player.tower // 100 for player in placed.players)
        gaps = [b - a for a, b in pairwise([*taken, taken[0] + 6])]
        assert placed.players[0].tower == 100 * start
        assert len(set(taken)) == seats
        assert max(gaps) - min(gaps) <= 1


def test_who_sits_where_in_a_balanced_spread_is_drawn() -> None:
    """R1.2"""
    three = drawn(TITAN.new_game(3, {"tower_assignment": "balanced"}), 2)

    assert [player.tower for player in drawn(three, 1, 2, 3).players] == [200, 400, 600]
    assert [player.tower for player in drawn(three, 3, 1, 2).players] == [600, 200, 400]


# --- the movement roll (R5.3) ---


def first_roll(option: str) -> State:
    """Red, who begins, has split and rolled a 3."""
    return do(
        TITAN.new_game(2, {"mulligan": option}),
        "draw 6,1",
        "1: colour Blue",
        "1: marker Bu01",
        "colour Red",
        "marker Rd01",
        "split Rd01 Rd02 TTN,CEN,CEN,OGR",
        "roll",
        "draw 3",
    )


def turn_two(state: State) -> State:
    """The game when Red has rolled a 4 in his second turn; both did what came first."""
    while state.turn == 1 or not isinstance(state.phase, Moving):
        if TITAN.wants(state):
            state = do(state, "draw 4")
            continue
        seat = state.active
        open_to = lines(state, seat)
        verbs = ("move", "done", "split", "roll") if state.turn == 1 else ("roll", "split")
        state = do(state, next(line for verb in verbs for line in open_to if line.startswith(verb)), seat=seat)
    assert state.active == RED
    return state


@pytest.mark.parametrize(("option", "most"), [("first_turn_once", 1), ("none", 0), ("unlimited", 9)])
def test_the_first_roll_may_be_rejected_so_often(option: str, most: int) -> None:
    """R5.3: `mulligan`"""
    state = first_roll(option)

    for _ in range(most):
        state = do(state, "mulligan", "draw 3")

    assert ("mulligan" in lines(state)) == (option == "unlimited")
    if option != "unlimited":
        assert refused(state, "mulligan") == "mulligan-none"


@pytest.mark.parametrize("option", OPTIONS["mulligan"])
def test_no_roll_may_be_rejected_once_a_legion_has_moved(option: str) -> None:
    """R5.3, R5.4"""
    state = first_roll(option)

    moved = do(state, next(line for line in lines(state) if line.startswith("move")))

    assert "mulligan" not in lines(moved)


@pytest.mark.parametrize("option", OPTIONS["mulligan"])
def test_only_without_limit_may_a_roll_be_rejected_in_the_second_turn(option: str) -> None:
    """R5.3"""
    assert ("mulligan" in lines(turn_two(first_roll(option)))) == (option == "unlimited")


# --- what is remembered (R3.7) ---


def seen(state: State, marker: str, viewer: Seat | None = BLUE) -> str:
    legions = {legion.marker: legion for legion in TITAN.view(state, viewer).legions}
    return " ".join(legions[marker].creatures)


@pytest.mark.parametrize(
    ("aid", "known"), [("ever_revealed", "OGR OGR TRO"), ("own_only", ""), ("open", "CEN OGR OGR TRO")]
)
def test_t481_what_a_muster_has_shown_is_remembered_by_the_option(aid: str, known: str) -> None:
    """R3.7: `memory_aid`; for players and for who only watches."""
    state = position(
        f"Red: Rd01@41>3 OGR OGR CEN; {HOME}", f"Blue: {THEIRS}", phase=Mustering(), options={"memory_aid": aid}
    )
    mustered = do(state, "muster Rd01 TRO OGR,OGR")

    assert seen(mustered, "Rd01") == seen(mustered, "Rd01", None) == " ".join(mustered.rules.arranged(known.split()))
    assert seen(mustered, "Rd01", RED) == contents(mustered, "Rd01")


@pytest.mark.parametrize(("aid", "after"), [("ever_revealed", "OGR"), ("own_only", ""), ("open", "OGR")])
def test_what_fights_lies_open_and_is_remembered_by_the_option(aid: str, after: str) -> None:
    """R3.5, R3.7"""
    state = battle("Plains", "OGR A1", "LIO D6", red=HOME, blue=THEIRS, options={"memory_aid": aid})
    assert seen(state, "Rd01") == "OGR"
    assert seen(state, "Bu01", None) == "LIO"

    state = do(state, "1: concede")

    assert seen(state, "Rd01") == after


# --- teleports (R7.8) ---


def teleports(option: str, value: str, turn: int, score: int = 0) -> set[int]:
    """Where the Titan's legion in the tower 100 may teleport; Blue stands in the Plains 118."""
    state = position(
        f"Red {score}: Rd01@100 TTN OGR", "Blue: Bu01@118 OGR OGR", phase=Moving(6), turn=turn, options={option: value}
    )
    return {int(line.split()[2]) for line in lines(state) if line.startswith("teleport")}


@pytest.mark.parametrize("turn", [1, 2])
def test_no_tower_is_teleported_to_in_the_first_turn_if_so_chosen(turn: int) -> None:
    """R7.8"""
    allowed = teleports("no_first_turn_tower_to_tower", "off", turn)
    left = teleports("no_first_turn_tower_to_tower", "on", turn)

    assert TOWERS - {100} < allowed
    assert left == (allowed - TOWERS if turn == 1 else allowed)


@pytest.mark.parametrize("turn", [1, 2])
def test_nobody_teleports_in_the_first_turn_if_so_chosen(turn: int) -> None:
    """R7.8: Titans no more than others."""
    allowed = teleports("no_first_turn_teleport", "off", turn, score=400)
    left = teleports("no_first_turn_teleport", "on", turn, score=400)

    assert 118 in allowed
    assert left == (set() if turn == 1 else allowed)


@pytest.mark.parametrize("turn", [1, 2])
def test_from_a_tower_only_towers_are_teleported_to_if_so_chosen(turn: int) -> None:
    """R7.8: Titans teleport to enemies as before."""
    allowed = teleports("tower_to_tower_only", "off", turn, score=400)
    left = teleports("tower_to_tower_only", "on", turn, score=400)

    assert len(allowed) > 40
    assert left == TOWERS - {100} | {118}


def test_nobody_teleports_from_a_tower_if_so_chosen() -> None:
    """R7.8"""
    assert len(teleports("no_tower_teleport", "off", 2, score=400)) > 40
    assert teleports("no_tower_teleport", "on", 2, score=400) == {118}
    assert teleports("no_tower_teleport", "on", 2, score=399) == set()


def test_no_titan_teleports_to_an_enemy_if_so_chosen() -> None:
    """R7.8"""
    allowed = teleports("no_titan_teleport", "off", 2, score=400)

    assert teleports("no_titan_teleport", "on", 2, score=400) == allowed - {118}
    assert 118 in allowed


@pytest.mark.parametrize("option", ["no_first_turn_teleport", "no_tower_teleport", "no_titan_teleport"])
def test_a_teleport_that_the_table_does_not_allow_is_refused_as_such(option: str) -> None:
    """R7.8"""
    to = 118 if option == "no_titan_teleport" else 200
    state = position("Red 400: Rd01@100 TTN OGR", "Blue: Bu01@118 OGR", phase=Moving(6), turn=1, options={option: "on"})

    assert refused(state, f"teleport Rd01 {to} 3 TTN") == "teleport-barred"


# --- musters (R8.6, R8.7) ---


def musters(legion: str, turn: int = 2, **options: str) -> set[str]:
    """What a legion that moved to the tower 200 may muster there, beyond what is free."""
    state = position(
        f"Red: Rd01@200>3 {legion}; {HOME}", f"Blue: {THEIRS}", phase=Mustering(), turn=turn, options=options
    )
    return {
        line.removeprefix("muster Rd01 ")
        for line in lines(state)
        if line.startswith(("muster Rd01 G", "muster Rd01 W"))
    } - {"GAR -"}


@pytest.mark.parametrize("creature", ["GUA", "WLK"])
def test_t549_t550_guardians_and_warlocks_muster_their_like_unless_barred(creature: str) -> None:
    """R8.6, R8.7: `demilord_self_muster`"""
    assert f"{creature} {creature}" in musters(f"{creature} OGR", demilord_self_muster="on")
    assert musters(f"{creature} OGR", demilord_self_muster="off") == set()


def test_three_of_a_kind_and_the_titan_give_demilords_under_either_option() -> None:
    """R8.6, R8.7"""
    for value in OPTIONS["demilord_self_muster"]:
        assert musters("TTN OGR OGR OGR", demilord_self_muster=value) == {"GUA OGR,OGR,OGR", "WLK TTN"}


@pytest.mark.parametrize(("value", "turn", "possible"), [("off", 1, True), ("on", 1, False), ("on", 2, True)])
def test_t551_a_warlock_in_the_first_turn_is_an_option(value: str, turn: int, possible: bool) -> None:
    """R8.7: `no_first_turn_warlock`; Guardians are not concerned."""
    open_to = musters("TTN OGR OGR OGR", turn, no_first_turn_warlock=value)

    assert ("WLK TTN" in open_to) == possible
    assert "GUA OGR,OGR,OGR" in open_to


# --- conceding (R9.10) ---


@pytest.mark.parametrize(
    ("mover", "step", "acting"),
    [
        (DEFENDER, "maneuver", BLUE),
        (ATTACKER, "maneuver", RED),
        (DEFENDER, "strike", BLUE),
        (DEFENDER, "strike-back", RED),
        (ATTACKER, "strike-back", BLUE),
    ],
)
def test_t558_conceding_at_any_time_or_in_ones_own_segment(mover: int, step: str, acting: Seat) -> None:
    """R9.10: `concession_window`"""
    for window in OPTIONS["concession_window"]:
        state = battle(
            "Plains", "OGR C3", "LIO C4", red=HOME, blue=THEIRS, mover=mover, step=step,
            options={"concession_window": window},
        )  # fmt: skip

        assert "concede" in lines(state, acting)
        assert ("concede" in lines(state, 1 - acting)) == (window == "anytime")


# --- battles in a Tower (R11.4) ---


BEFORE = 2
"""The last version with the option `tower_round_order`, which no edition has: such games go on as they began."""


def in_order(order: str) -> dict[str, Any]:
    """How a battle in a Tower is begun with this order, by the rules of now or of then."""
    return {} if order == "defender_first" else {"options": {"tower_round_order": order}, "version": BEFORE}


def fought_out(terrain: str, order: str) -> tuple[list[tuple[int, int]], BattleEnded]:
    """Everybody comes onto the map and stays apart: the maneuver phases, as seat and round, and the end."""
    land = {"Tower": 200, "Plains": 1}[terrain]
    state = position(
        f"Red: Rd01@{land}>3 OGR OGR; {HOME}",
        f"Blue: Bu01@{land} OGR OGR; {THEIRS}",
        **in_order(order),
    )
    state, events = told(state, "done", "1: fight")
    began: list[tuple[int, int]] = []
    while True:
        began += [(event.seat, event.round) for event in events if isinstance(event, ManeuverBegan)]
        ended = next((event for event in events if isinstance(event, BattleEnded)), None)
        if ended:
            return began, ended
        seat, _ = began[-1]
        entering = [line for line in lines(state, seat) if line.startswith("maneuver OGR ")]
        if entering and began.count((seat, began[-1][1])) == 1 and len(began) <= 2:
            state, _ = told(state, entering[0], seat=seat)
        state, events = told(state, "done", seat=seat)


def test_t563_the_defender_goes_first_in_each_of_seven_rounds_in_a_tower_as_well() -> None:
    """R11.1, R11.3, R11.4: in a Tower his first Maneuver Phase is the deployment."""
    rounds = [(seat, number) for number in range(1, 8) for seat in (1, 0)]

    for terrain, order in (("Tower", "defender_first"), ("Plains", "defender_first"), ("Plains", "attacker_first")):
        began, ended = fought_out(terrain, order)
        assert began == rounds
        assert (ended.how, ended.round, ended.winner) == ("time", 7, "Bu01")


def test_nobody_can_have_the_attacker_go_first_any_more() -> None:
    """R11.4: an eighth Maneuver Phase of the defender and a late reinforcement are in no edition."""
    for value in ("defender_first", "attacker_first"):
        with pytest.raises(Illegal) as refusal:
            TITAN.new_game(2, {"tower_round_order": value})
        assert refusal.value.code == "option-unknown"
        assert rules_for({"tower_round_order": value}, BEFORE).tower_round_order == value


def test_in_games_of_before_the_attacker_goes_first_in_a_tower_by_option_after_the_deployment() -> None:
    """Version 2, `tower_round_order`; seven rounds all the same, and then time is lost by the attacker."""
    rounds = [(seat, number) for number in range(1, 8) for seat in (0, 1)]

    began, ended = fought_out("Tower", "attacker_first")

    assert began == [(1, 0), *rounds]
    assert (ended.how, ended.round, ended.winner) == ("time", 7, "Bu01")


@pytest.mark.parametrize(
    ("order", "in_round", "mover", "reinforced"),
    [
        ("defender_first", 3, ATTACKER, True),
        ("defender_first", 4, ATTACKER, False),
        ("attacker_first", 3, ATTACKER, False),
        ("attacker_first", 3, DEFENDER, False),
        ("attacker_first", 4, ATTACKER, True),
    ],
)
def test_the_reinforcement_comes_in_the_defenders_maneuver_of_round_four(
    order: str, in_round: int, mover: int, reinforced: bool
) -> None:
    """R17.2, R11.4"""
    state = battle(
        "Tower", "OGR A1, OGR B1", "OGR D4, OGR E4", red=HOME, blue=THEIRS, in_round=in_round, mover=mover,
        **in_order(order),
    )  # fmt: skip

    state = do(state, "done", seat=mover)

    assert any(line.startswith("reinforce") for line in lines(state, BLUE)) == reinforced


@pytest.mark.parametrize(
    ("order", "mover", "in_round"), [("defender_first", DEFENDER, 2), ("attacker_first", DEFENDER, 3)]
)
def test_the_angel_is_summoned_in_the_attackers_next_maneuver_under_either_order(
    order: str, mover: int, in_round: int
) -> None:
    """R16.3, R11.4: the first defender falls in the strikes of the defender's half of round 2."""
    state = battle(
        "Tower", "OGR C3", "OGR C4(5), OGR F1", red="Rd09@20 TTN ANG", blue=THEIRS, mover=mover, step="strike",
        **in_order(order),
    )  # fmt: skip
    for seat, die in ((BLUE, 1), (RED, 6)):
        (strike,) = [line for line in lines(state, seat) if line.startswith("strike")]
        state = do(state, strike, seat=seat)
        draw = TITAN.wants(state)
        assert draw is not None
        state = drawn(state, *((die,) * draw.count))

    now = TITAN.view(state, None).battle
    assert now is not None
    assert (now.mover, now.round) == (RED, in_round)
    assert "summon Rd09 ANG" in lines(state)


def test_a_defender_who_deploys_nobody_has_lost_at_once() -> None:
    """R11.4, R10.3: no strikes follow a deployment, after which that would be seen."""
    state = position(
        f"Red: Rd01@200>3 OGR OGR; {HOME}", f"Blue: Bu01@200 OGR OGR; {THEIRS}",
        **in_order("attacker_first"),
    )  # fmt: skip

    deploying = TITAN.view(do(state, "done", "1: fight"), None).battle
    assert deploying is not None
    assert deploying.round == 1, "a deployment belongs to the first round"
    state, events = told(state, "done", "1: fight", "1: done")

    (ended,) = [event for event in events if isinstance(event, BattleEnded)]
    assert (ended.winner, ended.loser, ended.how) == ("Rd01", "Bu01", "battle")
    assert "Bu01" not in state.legions
    assert state.players[RED].score == 24


# --- strikes and rangestrikes (R14.4, R15.8) ---


def strikes(option: str, defenders: str) -> set[str]:
    state = battle(
        "Plains", "OGR C3", defenders, red=HOME, blue=THEIRS, mover=ATTACKER, step="strike",
        options={"raise_strike_number": option},
    )  # fmt: skip
    return {line.removeprefix("strike ") for line in lines(state) if line.startswith("strike")}


def test_a_higher_strike_number_only_to_carry_or_as_one_likes() -> None:
    """R14.4: `raise_strike_number`; an Ogre has 6 dice and Skill 2."""
    assert strikes("useful_only", "OGR C4") == {"C3 C4 6 4"}
    assert strikes("any", "OGR C4") == {"C3 C4 6 4", "C3 C4 6 5", "C3 C4 6 6"}
    assert strikes("useful_only", "OGR C4(4), LIO B3") == {"C3 C4 6 4", "C3 C4 6 5", "C3 B3 6 5"}
    assert strikes("any", "OGR C4(4), LIO B3") == {
        "C3 C4 6 4", "C3 C4 6 5", "C3 C4 6 6", "C3 B3 6 5", "C3 B3 6 6",
    }  # fmt: skip


def test_t303_an_only_strike_waits_for_its_player() -> None:
    """R13.4: he names striker and target, whether or not there is a choice."""
    for option in OPTIONS["raise_strike_number"]:
        state = battle(
            "Plains", "OGR C3", "OGR C4", red=HOME, blue=THEIRS, mover=ATTACKER, options={"raise_strike_number": option}
        )
        state = do(state, "done")

        assert TITAN.wants(state) is None
        assert TITAN.awaiting(state) == {Seat(0)}
        assert Done() not in TITAN.legal(state, Seat(0))
        assert TITAN.wants(do(state, "strike C3 C4 6 4")) == Draw("strike", 6, 6)
    assert TITAN.wants(do(state, "strike C3 C4 6 6")) == Draw("strike", 6, 6)


def test_in_games_of_version_1_an_only_strike_is_announced_unless_its_number_may_be_chosen() -> None:
    """R14.4: where any number is open there is a choice. Nobody may rangestrike who need not."""
    for option in OPTIONS["raise_strike_number"]:
        chosen = {"raise_strike_number": option}
        begun = battle("Plains", "OGR C3", "OGR C4", red=HOME, blue=THEIRS, mover=ATTACKER, options=chosen)
        state = do(replace(begun, rules=rules_for(chosen, 1)), "done")

        assert (TITAN.wants(state) is None) == (option == "any")
    shot = battle("Plains", "RAN C1", "OGR C3", red=HOME, blue=THEIRS, mover=ATTACKER)
    assert TITAN.wants(do(replace(shot, rules=rules_for({}, 1)), "done")) is None


def test_any_character_in_between_blocks_a_rangestrike_if_so_chosen() -> None:
    """R15.8: `los_any_character_blocks`; else somebody lower than both does not."""
    mountains = rules_for({}).grounds["Mountains"]
    strict = rules_for({"los_any_character_blocks": "on"}).grounds["Mountains"]
    tops = [at for at, height in enumerate(mountains.elevation) if height]
    low = [at for at, height in enumerate(mountains.elevation) if not height]
    between = [
        (a, b, at)
        for a in tops for b in tops for at in low
        if mountains.sight(a, b, 1 << at) is not None and strict.sight(a, b, 1 << at) is None
    ]  # fmt: skip
    assert between

    for a, b, at in between:
        for value, possible in (("off", True), ("on", False)):
            state = battle(
                "Mountains", f"RAN {HEXES[a]}, OGR {HEXES[at]}", f"LIO {HEXES[b]}", red=HOME, blue=THEIRS,
                mover=ATTACKER, step="strike", options={"los_any_character_blocks": value},
            )  # fmt: skip
            assert any(line.startswith(f"strike {HEXES[a]} {HEXES[b]} ") for line in lines(state)) == possible


@pytest.mark.parametrize("option", ["cumulative_slow", "one_hex_always"])
def test_t567_slowing_and_one_step_matter_on_other_maps_only(option: str) -> None:
    """R12.10: on the standard maps no step is slowed twice, and everybody can make any step that is not forbidden."""
    chosen, standard = rules_for({option: "on"}), rules_for({})

    for terrain, ground in standard.grounds.items():
        for kind in standard.kinds.values():
            for start in range(len(HEXES)):
                reach = ground.reach(kind, start, 1 << start)
                assert reach == chosen.grounds[terrain].reach(kind, start, 1 << start)
                steps = [b for b in bits(ground.neighbours[start]) if reach >> b & 1]
                alone = [b for a, b, _ in ground.relief.steps() if a == start and _may_enter(terrain, kind.code, a, b)]
                assert set(steps) >= set(alone)


def _may_enter(terrain: str, code: str, a: int, b: int) -> bool:
    """Whether the step itself is not forbidden: the character gets there if it has all the Skill there is."""
    rules = rules_for({})
    return bool(rules.grounds[terrain].reach(replace(rules.kinds[code], skill=1), a, 1 << a) >> b & 1)


# --- acquired angels (R18.7) ---


def acquired(choice: str, due: tuple[int, ...], *said: str, archangels: int = 6) -> set[str]:
    """Whom Red's winner may acquire for these multiples, after some lines."""
    engagement = Engagement(1, ("Rd01", "Bu01"), (RED, BLUE), summoned=False)
    gathering = Gathering(engagement, ATTACKER, due, may_summon=False, may_reinforce=False, secret=False)
    state = position(
        f"Red {max(due)}: Rd01@1>3 OGR OGR; {HOME}",
        f"Blue: {THEIRS}",
        phase=gathering,
        options={"archangel_choice": choice},
    )
    state = do(with_stack(state, ARC=archangels), *said)
    return {line.removeprefix("acquire ") for line in lines(state) if line.startswith("acquire")}


def test_an_angel_in_the_place_of_an_archangel_is_an_option() -> None:
    """R18.7: `archangel_choice`"""
    assert acquired("may_take_angel", (500,)) == {"ARC", "ANG"}
    assert acquired("strict", (500,)) == {"ARC"}


def test_without_archangels_an_angel_is_taken_under_either_option() -> None:
    """R18.7"""
    for choice in OPTIONS["archangel_choice"]:
        assert acquired(choice, (500,), archangels=0) == {"ANG"}


def test_each_multiple_gives_its_own_under_the_strict_option() -> None:
    """R18.6, R18.7"""
    assert acquired("strict", (400, 500)) == {"ARC", "ANG"}
    assert acquired("strict", (400, 500), "acquire ANG") == {"ARC"}
    assert acquired("strict", (400, 500), "acquire ARC") == {"ANG"}
    assert acquired("may_take_angel", (400, 500), "acquire ANG") == {"ARC", "ANG"}
