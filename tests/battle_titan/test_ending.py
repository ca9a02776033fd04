"""How long a game lasts, and who wins it (V2, V3). Expected values are those of the document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import CHANCE, Draw, Drawn, Illegal, Seat
from engine.titan import end_conditions, ending
from engine.titan.end_conditions import ENDS, NUMBERS, EndCondition, eligible, ends_of
from engine.titan.events import EndReached, GameEnded, TurnBegan, WipedOut
from engine.titan.options import VARIANT_OPTIONS
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Closing, Fighting, Mustering, Over, Parleying, Splitting, State, TowerDrawing
from tests.battle_titan.stories import fought, idled, placed, scores, struck, turn_of, variant, wiped_out
from tests.engine.positions import do, lines, refused, told, with_stack

RED, BLUE, GREEN = Seat(0), Seat(1), Seat(2)
NOON = "2026-12-24T12:00+01:00"
THREE = ("Red: Rd01@1 TTN", "Blue: Bu01@20 TTN", "Green: Gr01@30 TTN")


def agreed(*ends: str, players: tuple[str, ...] = THREE, turn: int = 2) -> State:
    """Enlistment of the first of three players, in a game that ends by these conditions."""
    return placed(*players, phase=Mustering(), turn=turn, end_condition=", ".join(ends))


def keys(state: State) -> list[str]:
    return [end.key for end in state.reached]


# --- equal turns (V2.1, V2.2) ---


def test_v2_1_all_players_get_the_same_number_of_turns() -> None:
    """V2.1: from the first turn on, whatever number of them was agreed."""
    for number in (1, 2, 3):
        state, began = TITAN.new_game(3, variant(end_condition=f"turns {number}")), [0, 0, 0]
        state, _ = TITAN.apply(state, CHANCE, Drawn((1, 2, 3)))
        while not isinstance(state.phase, Over):
            assert state.turn <= number
            draw = TITAN.wants(state)
            if draw:
                state, events = TITAN.apply(state, CHANCE, Drawn((1,) * draw.count))
            else:
                seat = min(TITAN.awaiting(state))
                legal = [line for line in lines(state, seat) if line not in ("resign", "mulligan")]
                line = next((line for line in legal if line in ("done", "roll")), legal[0])
                state, events = told(state, line, seat=seat)
            for event in events:
                if isinstance(event, TurnBegan):
                    began[event.seat] += 1
        assert began == [number] * 3


def test_v2_2_a_condition_bites_at_the_end_of_the_game_turn() -> None:
    """V2.2, T-536: Red, the first of three, musters the first Hydra; Blue and Green have their turns."""
    state = agreed("appearance HYD", players=("Red: Rd01@7>3 GRI GRI TTN", *THREE[1:]))
    (muster,) = (line for line in lines(state) if line.startswith("muster Rd01 HYD GRI,GRI"))

    state, events = told(state, muster)
    assert EndReached("appearance", "HYD") in events
    state = do(state, "done")
    assert (state.active, state.turn, state.phase) == (BLUE, 2, Splitting())
    state = idled(state)
    assert (state.active, state.turn, state.phase) == (GREEN, 2, Splitting())
    assert isinstance(idled(state).phase, Over)


@pytest.mark.parametrize("seat", range(3))
def test_v2_2_in_whoever_s_turn_it_becomes_true(seat: int) -> None:
    state = turn_of(agreed("score 50", players=("Red 49: Rd01@1 TTN", *THREE[1:])), seat)
    state, _ = ending.watch(state.with_player(RED, score=50))

    for mover in range(seat, 3):
        assert state.active == mover
        state = idled(state)

    assert isinstance(state.phase, Over)
    assert state.turn == 2


def test_v2_2_once_true_it_stays_true() -> None:
    """V2.2: two stacks are empty for a while, and filled again before the Game-Turn is over."""
    state = do(with_stack(agreed("stacks 2"), LIO=0, SER=0), "done")
    assert keys(state) == ["stacks"]

    state = replace(state, bank={**state.bank, "LIO": 28, "SER": 10}, dead=dict.fromkeys(state.dead, 0))
    state = idled(state)
    assert [end.reached for end in TITAN.view(state, None).ends] == [True]
    assert isinstance(idled(state).phase, Over)


def test_v2_2_who_resigned_has_no_turn_and_holds_nothing_up() -> None:
    state = do(do(agreed("turns 2"), "2: resign"), "done")

    assert state.active == BLUE
    assert isinstance(idled(state).phase, Over)


# --- each condition (V2.3) ---


def test_v2_3_turns_is_true_when_the_last_game_turn_begins() -> None:
    """V2.3: exactly N are played."""
    state = turn_of(agreed("turns 4"), 2)

    state, events = told(state, "2: done")
    assert (state.turn, keys(state)) == (3, [])
    state, events = told(turn_of(replace(state, phase=Mustering()), 2), "2: done")
    assert state.turn == 4
    assert EndReached("turns", "4") in events
    state = idled(idled(idled(state)))
    assert (state.turn, isinstance(state.phase, Over)) == (4, True)


def test_v2_3_turns_1_is_a_game_of_one_game_turn() -> None:
    state = TITAN.new_game(2, variant(end_condition="turns 1"))
    state, _ = TITAN.apply(state, CHANCE, Drawn((1, 2)))
    state = do(state, "0: colour Red", "0: marker Rd01", "1: colour Blue", "1: marker Bu01")

    assert keys(state) == ["turns"]
    assert isinstance(idled(idled(state)).phase, Over)


def test_v2_2_nothing_comes_true_before_the_first_turn() -> None:
    """V2.2, V6.1: while legions are set up nobody has any, and nobody is wiped out."""
    state = TITAN.new_game(2, variant(end_condition="wipeouts 1"))
    state, events = TITAN.apply(state, CHANCE, Drawn((1, 2)))
    state, more = told(state, "0: colour Red", "0: marker Rd01", "1: colour Blue", "1: marker Bu01")

    assert not [event for event in (*events, *more) if isinstance(event, EndReached | WipedOut)]
    assert (keys(state), [player.wipeouts for player in state.players]) == ([], [0, 0])


def test_v2_3_the_clock_is_asked_for_a_deadline_at_the_end_of_each_game_turn() -> None:
    """V2.3: of an instant with its zone; 1 says that it has passed."""
    state = agreed(f"deadline {NOON}", "turns none")

    for seat in (0, 1):
        state = idled(state) if seat else do(state, "done")
        assert TITAN.wants(state) is None
    state = idled(state)
    assert isinstance(state.phase, Closing)
    draw = TITAN.wants(state)
    assert draw == Draw("deadline", 1, 2, instant=NOON)
    later, _ = TITAN.apply(state, CHANCE, Drawn((2,)))
    assert (later.turn, later.active, later.phase, later.reached) == (3, RED, Splitting(), ())
    passed, events = TITAN.apply(state, CHANCE, Drawn((1,)))
    assert isinstance(passed.phase, Over)
    assert EndReached("deadline", NOON) in events
    assert [type(event) for event in events][-1] is GameEnded


def test_v2_3_a_deadline_is_not_asked_for_when_the_game_ends_anyway() -> None:
    state = turn_of(agreed(f"deadline {NOON}", "turns 2"), 2)

    assert isinstance(do(state, "2: done").phase, Over)
    state = turn_of(do(agreed(f"deadline {NOON}", "score 1").with_player(RED, score=1), "done"), 2)
    assert isinstance(idled(state).phase, Over)


def test_v2_3_appearance_by_any_means() -> None:
    """V2.3: mustered in battle, acquired, and by a legion that comes back."""
    ways = []
    state = fought(
        "LIO A1", "BEH D6, BEH E5", in_round=3, mover=ATTACKER, step="strike", end_condition="appearance GOR",
    )  # fmt: skip
    ways.append((state, None))
    acquired = placed(
        "Red 480: Rd01@1>3 LIO TTN", "Blue: Bu01@1 LIO LIO LIO; Bu02@30 TTN", end_condition="appearance ARC"
    )
    acquired = do(acquired, "done", "1: flee")
    assert keys(acquired) == []
    assert keys(do(acquired, "acquire ARC")) == ["appearance"]
    spawned = wiped_out("Blue: Bu01@41 LIO TTN", end_condition="appearance ARC")
    spawned = do(with_stack(spawned, ANG=0), "draw 1")
    assert keys(spawned) == []
    assert keys(do(spawned, "marker Gr01")) == ["appearance"]


def test_v2_3_who_is_there_already_when_it_was_agreed_has_appeared() -> None:
    state = do(agreed("appearance SER", players=("Red: Rd01@1 SER TTN", *THREE[1:])), "done")

    assert keys(state) == ["appearance"]


def test_v2_3_extinction_wants_the_stack_empty_and_nobody_left() -> None:
    """V2.3, T-537: the last Ranger is slain in the turn of the last player."""
    green = "Green: Gr01@1>3 LIO TTN"
    state = placed("Red: Rd01@6 TTN", "Blue: Bu01@1 RAN; Bu02@20 TTN", green, end_condition="extinction RAN")
    state = turn_of(with_stack(state, RAN=0), 2)
    state = do(state, "2: done", "1: waive")
    assert keys(state) == []

    state, events = told(state, "1: concede")
    assert EndReached("extinction", "RAN") in events
    assert (state.active, isinstance(state.phase, Over)) == (GREEN, False)
    assert isinstance(do(state, "2: done").phase, Over)


def test_v2_3_extinction_waits_for_those_who_go_back_to_the_stack() -> None:
    """V2.3, V5.2: the last Ranger stayed off the map; it is in the stack again once the engagement is over."""
    state = fought("LIO A1(4), RAN", "SER B1", in_round=1, mover=ATTACKER, end_condition="extinction RAN")

    state = do(with_stack(state, RAN=0), "done")
    assert keys(state) == []
    state, _ = struck(state, "A1")

    assert (state.bank["RAN"], keys(state)) == (1, [])


def test_v2_3_score_is_the_battle_score_of_anybody() -> None:
    """V2.3, V3.3: 39 points for a flight of 39 do it at 281, not at 280."""
    for score, reached in ((280, []), (281, ["score"])):
        state = placed(
            f"Red {score}: Rd01@1>3 COL COL COL TTN", "Blue: Bu01@1 OGR OGR LIO; Bu02@30 TTN", end_condition="score 300"
        )
        assert keys(do(state, "done", "1: flee")) == reached


def test_v2_3_stacks_counts_different_creatures_whose_stacks_are_empty() -> None:
    """V2.3: lords and demi-lords are none."""
    lords = with_stack(agreed("stacks 3"), ANG=0, ARC=0, WLK=0, GUA=0, LIO=0, SER=0)
    assert keys(do(lords, "done")) == []

    assert keys(do(with_stack(lords, HYD=0), "done")) == ["stacks"]


def test_v2_3_wipeouts_are_counted_of_all_players_together() -> None:
    state = placed("Red: Rd01@1>3 LIO TTN", "Blue: Bu01@1 OGR", "Green: Gr01@30 TTN", end_condition="wipeouts 3")
    state = state.with_player(GREEN, wipeouts=1).with_player(RED, wipeouts=1)

    state = do(state, "done", "1: flee")

    assert [player.wipeouts for player in state.players] == [1, 1, 1]
    assert keys(state) == ["wipeouts"]
    assert state.phase == Mustering()


def test_v2_3_the_first_of_several_conditions_counts() -> None:
    """V2.3: and what else becomes true in the same Game-Turn is told as well."""
    state = agreed("turns 9", "score 50", "wipeouts 2", f"deadline {NOON}")
    assert [end.key for end in state.rules.ends] == ["turns", "deadline", "score", "wipeouts"]

    state = do(state.with_player(BLUE, score=51), "done")
    assert keys(state) == ["score"]
    state = idled(state.with_player(GREEN, wipeouts=2))
    assert keys(state) == ["score", "wipeouts"]
    assert isinstance(idled(state).phase, Over)
    assert [(end.key, end.reached) for end in TITAN.view(state, None).ends] == [
        ("turns", False),
        ("deadline", False),
        ("score", True),
        ("wipeouts", True),
    ]


# --- the text of the option (V2.3, V2.5) ---


EVERY = "turns 20, deadline 2026-12-24T20:00+01:00, appearance SER, extinction DRA, score 300, stacks 3, wipeouts 4"


def test_v2_3_all_conditions_may_be_agreed_together() -> None:
    ends = ends_of(EVERY)

    assert [end.key for end in ends] == list(ENDS)
    assert end_conditions.told(", ".join(reversed(EVERY.split(", ")))) == EVERY
    assert rules_for(variant(end_condition=EVERY)).ends == ends


@pytest.mark.parametrize(
    "text", ["", "turns 1", "turns 250", "score 1", "stacks 19", "wipeouts 60", "appearance Hydra"]
)
def test_v2_3_what_is_told_reads_back(text: str) -> None:
    text = text or "turns 12"

    assert ends_of(end_conditions.told(text)) == ends_of(text)
    assert rules_for(variant(end_condition=text)) is rules_for(variant(end_condition=end_conditions.told(text)))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "ends-unknown"),
        ("rounds 12", "ends-unknown"),
        ("turns 12,", "ends-unknown"),
        ("turns 12, turns 13", "ends-twice"),
        ("turns none, turns 13", "ends-twice"),
        ("turns 13, turns none", "ends-twice"),
        ("turns none, turns none", "ends-twice"),
        ("score 1, score 1", "ends-twice"),
        ("turns 0", "ends-number"),
        ("turns -1", "ends-number"),
        ("turns 1.5", "ends-number"),
        ("turns", "ends-number"),
        ("turns many", "ends-number"),
        ("turns ²", "ends-number"),
        ("turns " + "9" * 5000, "ends-number"),
        ("score 0", "ends-number"),
        ("stacks 0", "ends-number"),
        ("stacks 20", "ends-number"),
        ("wipeouts 0", "ends-number"),
        ("score none", "ends-number"),
        ("appearance", "ends-kind"),
        ("appearance XXX", "ends-kind"),
        ("appearance OGR", "ends-kind"),
        ("appearance TTN", "ends-kind"),
        ("appearance ANG", "ends-kind"),
        ("extinction ARC", "ends-kind"),
        ("extinction WLK", "ends-kind"),
        ("extinction GUA", "ends-kind"),
        ("extinction TTN", "ends-kind"),
        ("deadline", "ends-instant"),
        ("deadline 2026-12-24", "ends-instant"),
        ("deadline 2026-12-24T20:00", "ends-instant"),
        ("deadline 2026-02-29T20:00Z", "ends-instant"),
        ("deadline 2100-02-29T20:00Z", "ends-instant"),
        ("deadline 2026-13-01T20:00Z", "ends-instant"),
        ("deadline 2026-12-24T24:00Z", "ends-instant"),
        ("deadline 2026-12-24T20:60Z", "ends-instant"),
        ("deadline 2026-12-24T20:00+24:00", "ends-instant"),
        ("deadline tomorrow", "ends-instant"),
    ],
)
def test_v2_3_a_condition_that_makes_no_sense_is_refused(text: str, code: str) -> None:
    for reads in (ends_of, end_conditions.told, lambda text: rules_for(variant(end_condition=text))):
        with pytest.raises(Illegal) as refusal:
            reads(text)
        assert refusal.value.code == code


def test_v2_3_kinds_that_a_game_begins_with_do_not_appear_and_those_who_return_do_not_die_out() -> None:
    start, kinds = {"TTN", "ANG", "OGR", "CEN", "GAR"}, rules_for({}).kinds

    assert set(eligible("appearance")) == set(kinds) - start
    assert set(eligible("extinction")) == set(kinds) - start - {"ARC", "WLK", "GUA"}
    assert NUMBERS["stacks"] == sum(kind.rank == "creature" for kind in kinds.values())


def test_v2_4_a_deadline_does_not_cut_an_engagement_short() -> None:
    """V2.4, T-538: no clock is asked before the Game-Turn is over."""
    state = fought("LIO C3(4)", "OGR C4, OGR D4", "Green: Gr01@31 TTN", step="strike", end_condition=EVERY)
    asked = []
    while not isinstance(state.phase, Closing):
        draw = TITAN.wants(state)
        if draw:
            asked.append((draw.purpose, type(state.phase)))
            state, _ = TITAN.apply(state, CHANCE, Drawn((1,) * draw.count))
            continue
        seat = min(TITAN.awaiting(state))
        legal = [line for line in lines(state, seat) if line not in ("resign", "concede")]
        state = do(state, next((line for line in legal if line in ("done", "roll", "flee")), legal[0]), seat=seat)

    assert ("strike", Fighting) in asked
    assert "deadline" not in [purpose for purpose, _ in asked]
    assert (state.turn, state.active) == (2, GREEN)


def test_v2_5_a_deadline_alone_wants_a_limit_or_that_none_is_wanted() -> None:
    alone = f"deadline {NOON}"

    for text in (alone, "turns none"):
        with pytest.raises(Illegal) as refusal:
            ends_of(text)
        assert refusal.value.code == "ends-no-limit"
    assert ends_of(f"{alone}, turns none") == (EndCondition("deadline", NOON),)
    assert end_conditions.told(f"turns none,{alone}") == f"{alone}, turns none"
    assert ends_of(f"{alone}, turns 30") == (EndCondition("turns", "30"), EndCondition("deadline", NOON))
    assert ends_of(f"{alone}, score 300") == (EndCondition("deadline", NOON), EndCondition("score", "300"))
    assert end_conditions.told("score 300, turns none") == "score 300"


# --- leaving (V2.6) ---


def test_v2_6_the_game_ends_at_once_when_one_is_left() -> None:
    """V2.6: totals as always; who left holds nothing any more, and comes after who stayed (our decision)."""
    state = placed("Red: Rd01@1 OGR TTN", "Blue 200: Bu01@20 TTN COL", phase=Mustering())

    state, events = told(state, "1: resign")

    assert state.phase == Over((RED,))
    assert events[-1] == GameEnded((RED,), ((12 + 24) // 2, 200))
    assert ending.places(state) == (1, 2)


def test_v2_6_who_leaves_is_placed_after_all_who_stay() -> None:
    """Our decision: by their totals among themselves."""
    state = agreed("turns 2", players=("Red: Rd01@1 TTN", "Blue 300: Bu01@20 TTN", "Green: Gr01@30 LIO", "Gold 400:"))
    state = do(do(state, "1: resign"), "3: resign")
    assert not isinstance(state.phase, Over)
    state = do(state, "done")

    state = idled(state)

    assert state.phase == Over((RED,))
    assert ending.places(state) == (1, 4, 2, 3)
    assert [player.place for player in TITAN.view(state, None).players] == [1, 4, 2, 3]


def test_v2_6_nobody_locks_in_a_lead_by_leaving() -> None:
    """V2.6, V3.2: the resigned are placed by total among themselves, after all who stayed, if one is left alone too."""
    state = placed("Red 900: Rd01@1 TTN", "Blue: Bu01@20 TTN", "Green 300: Gr01@30 TTN", phase=Mustering())

    state = do(state, "2: resign", "0: resign")

    assert state.phase == Over((BLUE,))
    assert ending.places(state) == (2, 1, 3)


@pytest.mark.parametrize("opened", [False, True])
def test_v2_6_who_leaves_gives_nothing_for_a_legion_that_a_third_player_has_met(opened: bool) -> None:
    """V1.2, V2.6: no half-points either for who would have them in the standard game (R19.3)."""
    red = "Red: Rd01@1>3 LIO; Rd02@7>3 LIO; Rd09@31 TTN"
    state = placed(red, "Blue: Bu01@1 COL COL; Bu09@20 TTN", "Green: Gr01@7 OGR OGR; Gr09@30 TTN")
    state = do(state, "done", *(("engage 7",) if opened else ()))

    state = do(state, "1: resign")

    assert scores(state) == [0, 0, 0]
    assert scores(do(state, "2: flee")) == [12, 0, 0]


def test_v2_6_resigning_gives_nobody_half_points_or_markers() -> None:
    """V1.2: his legions are gone, for nothing; the others play on."""
    state = agreed("turns 9", players=("Red: Rd01@1 TTN", "Blue: Bu01@20 TTN COL", "Green: Gr01@30 LIO"))
    state = do(state, "1: resign")

    assert scores(state) == [0, 0, 0]
    assert not any(marker.startswith("Bu") for player in state.players for marker in player.markers)
    assert (state.dead["COL"], state.dead["TTN"], state.bank["TTN"]) == (1, 0, 5)
    assert state.active == RED


def test_v2_6_who_leaves_before_a_battle_gives_his_legion_up() -> None:
    """V2.6, V4.1: half of 48 for the defender, and his addition; the engagement is over."""
    state = placed("Red: Rd01@1>3 TRO TRO RAN", "Blue: Bu01@1 LIO LIO; Bu02@30 TTN", "Green: Gr01@31 TTN")
    state = do(state, "done", "0: resign")

    assert scores(state) == [0, 24, 0]
    assert (state.active, state.phase) == (BLUE, Splitting())


def test_v2_6_who_leaves_in_battle_gives_his_legion_up() -> None:
    """V2.6, V4.1: as in example h; the turn is over."""
    state = fought("UNI A1, OGR B1, ANG", "BEH D6", "Green: Gr01@31 TTN", mover=ATTACKER, in_round=1)
    state = do(state, "resign")

    assert scores(state) == [18, 30, 0]
    assert (state.active, state.phase) == (BLUE, Splitting())


def test_v2_6_who_leaves_while_others_are_engaged_changes_nothing_for_them() -> None:
    state = placed("Red: Rd01@1>3 TRO", "Blue: Bu01@1 LIO LIO; Bu02@30 TTN", "Green: Gr01@31 TTN")
    state = do(state, "done", "2: resign")

    assert isinstance(state.phase, Parleying)
    assert scores(do(state, "1: flee")) == [15, 0, 0]


def test_v2_6_nobody_resigns_twice_or_after_the_end() -> None:
    state = do(agreed("turns 9"), "1: resign")

    assert refused(state, "resign", seat=1) == "eliminated"
    assert refused(do(state, "2: resign"), "resign") == "game-over"


# --- totals (V3) ---


def test_v3_1_the_worked_example() -> None:
    """V3, T-535: 237 + half of 95 = 284."""
    state = placed("Red 237: Rd01@1 TTN ANG LIO; Rd02@3 OGR OGR", "Blue: Bu01@20 TTN")

    assert ending.living(state, RED) == 95
    assert ending.total(state, RED) == 284


def test_v3_1_all_legions_are_rounded_together_once() -> None:
    """V3.1: 15 + 15 in two legions are 15."""
    assert ending.total(placed("Red: Rd01@1 LIO; Rd02@3 LIO", "Blue: Bu01@20 TTN"), RED) == 15


def test_v3_1_demi_lords_count() -> None:
    assert ending.total(placed("Red: Rd01@1 WLK GUA", "Blue: Bu01@20 TTN"), RED) == 22


def ended(*players: str, tiebreak: str = "shared") -> State:
    """The last turn of the last Game-Turn is over."""
    state = placed(*players, phase=Mustering(), end_condition="turns 2", tiebreak=tiebreak)
    state = turn_of(state, len(players) - 1)
    return do(state, f"{len(players) - 1}: done")


def test_v3_2_the_highest_total_wins() -> None:
    """V3.2: not the highest battle score."""
    state = ended("Red 100: Rd01@1 OGR", "Blue 90: Bu01@20 COL COL", "Green 60:")

    assert state.phase == Over((BLUE,))
    assert ending.places(state) == (2, 1, 3)


TIED = ("Red 110: Rd01@1 OGR OGR", "Blue 98: Bu01@20 TRO TRO RAN", "Green 122:", "Gold: Gd01@30 TTN")


@pytest.mark.parametrize(
    ("tiebreak", "places"),
    [("shared", (1, 1, 1, 4)), ("battle_score", (2, 3, 1, 4)), ("living_value", (2, 1, 3, 4))],
)
def test_v3_2_equal_totals_share_the_place_or_the_option_parts_them(tiebreak: str, places: tuple[int, ...]) -> None:
    """V3.2, T-542: 110 + 12, 98 + 24, 122 + 0."""
    state = ended(*TIED, tiebreak=tiebreak)

    assert ending.places(state) == places
    assert state.phase == Over(tuple(Seat(seat) for seat, place in enumerate(places) if place == 1))
    assert [player.total for player in TITAN.view(state, None).players] == [122, 122, 122, 12]
    assert [player.place for player in TITAN.view(state, None).players] == list(places)


def test_v3_2_a_tiebreak_that_does_not_part_them_leaves_the_place_shared() -> None:
    state = ended("Red 10: Rd01@1 LIO", "Blue 10: Bu01@20 LIO", tiebreak="living_value")

    assert state.phase == Over((RED, BLUE))


def test_v3_3_living_value_gives_no_power() -> None:
    """V3.3: a Titan's Power and its teleport follow the battle score."""
    state = placed("Red 90: Rd01@1 TTN COL COL COL COL COL COL", "Blue: Bu01@20 TTN")

    assert ending.total(state, RED) == 90 + (24 + 240) // 2
    assert state.rules.titan_power(state.players[RED].score) == 6
    assert TITAN.view(state, RED).players[RED].titan_power == 6


def test_v3_4_the_total_now_is_told_to_each_for_himself_alone() -> None:
    state = agreed("turns 9", players=("Red 237: Rd01@1 TTN ANG LIO; Rd02@3 OGR OGR", *THREE[1:]))

    assert [player.total for player in TITAN.view(state, RED).players] == [284, None, None]
    assert [player.total for player in TITAN.view(state, BLUE).players] == [None, 12, None]
    assert [player.total for player in TITAN.view(state, None).players] == [None, None, None]
    assert all(player.place == 0 for player in TITAN.view(state, RED).players)


def test_v3_4_a_standard_game_has_no_totals() -> None:
    assert rules_for({}).ends == ()
    assert set(VARIANT_OPTIONS["standard"]) == set()


def test_the_tower_is_not_drawn_in_a_game_that_is_over() -> None:
    """V2.2, V6.2: who is wiped out in the last Game-Turn after his turn does not come back."""
    state = placed("Red:", "Blue: Bu01@1>3 LIO", phase=Mustering(), end_condition="turns 2")
    state = do(turn_of(state.with_player(RED, wiped=True, wipeouts=1), 1), "1: done")

    assert isinstance(state.phase, Over)
    assert not isinstance(state.phase, TowerDrawing)
