"""Who was wiped out comes back, and how his turn goes on (V6, 7.4). Expected values are those of the document."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Unpack

import pytest

from engine.core import Draw, Seat
from engine.titan.events import Engaged, Spawned, TowerDrawn, TurnBegan, WipedOut
from engine.titan.rules import VERSION, rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import (
    Engaging,
    Fighting,
    Gathering,
    Moving,
    Mustering,
    Parleying,
    Rolling,
    Spawning,
    Splitting,
    State,
    TowerDrawing,
)
from tests.battle_titan.stories import Options, idled, placed, scores, struck, turn_of, wiped_out
from tests.engine.positions import contents, do, lines, refused, told, with_stack

GREEN, BLUE, RED = Seat(0), Seat(1), Seat(2)
BLUES = "Blue: Bu01@41 TTN LIO TRO CYC"
EIGHT = "TTN ANG CEN GAR OGR LIO TRO CYC"


def back(*others: str, tower: int = 400, score: int = 0, **options: Unpack[Options]) -> State:
    """Green has come back in a Tower, under Gr01."""
    return do(wiped_out(*(others or (BLUES,)), score=score, **options), f"draw {tower // 100}", "marker Gr01")


# --- wiped out (V6.1, V6.2) ---


def last_one_flees(**options: Unpack[Options]) -> tuple[State, tuple[object, ...]]:
    """Blue attacks and Green's only legion flees; Green has had his turn."""
    green = "Green 212: Gr01@1 OGR OGR"
    state = turn_of(placed(green, "Blue: Bu01@1>3 LIO TTN; Bu02@41 TTN", **options), 1)
    return told(state, "1: done", "0: flee")


def test_v6_1_who_has_nobody_left_is_wiped_out() -> None:
    state, events = last_one_flees()

    assert WipedOut(GREEN, 1) in events
    assert (state.players[GREEN].wiped, state.players[GREEN].wipeouts, state.players[GREEN].out) == (True, 1, 0)
    assert [player.wipeouts for player in TITAN.view(state, None).players] == [1, 0]


def test_v6_1_it_is_counted_once_each_time() -> None:
    state, _ = last_one_flees()

    state, events = told(state, "1: done")

    assert not [event for event in events if isinstance(event, WipedOut)]
    assert state.players[GREEN].wipeouts == 1


def test_v6_1_losing_the_titan_alone_changes_nothing() -> None:
    """V6.1, T-523: a normal turn, no spawn; by option a new legion besides, if a marker is free."""
    left = ("Green: Gr01@1 OGR OGR", "Blue: Bu01@20 TTN")

    state = do(turn_of(placed(*left, phase=Mustering()), 1), "1: done")
    assert (state.active, state.phase) == (GREEN, Splitting())
    by_option = turn_of(placed(*left, phase=Mustering(), respawn_on="titan_lost"), 1)
    assert isinstance(do(by_option, "1: done").phase, TowerDrawing)
    held = do(by_option.with_player(GREEN, markers=()), "1: done")
    assert held.phase == Splitting()


def test_v6_1_who_has_his_titan_has_a_normal_turn_by_option_too() -> None:
    """V6.1: `titan_lost`"""
    state = placed("Green: Gr01@1 OGR OGR; Gr02@3 TTN", BLUES, phase=Mustering(), respawn_on="titan_lost")

    assert do(turn_of(state, 1), "1: done").phase == Splitting()


def test_v6_1_who_lost_his_titan_alone_keeps_what_he_has() -> None:
    """V6.1: option `titan_lost`; Ogres in play are tier 1, nothing is above it."""
    state = placed("Green: Gr02@1 OGR OGR", "Blue: Bu01@20 TTN", phase=TowerDrawing(), respawn_on="titan_lost")
    state = do(state, "draw 4", "marker Gr01")

    assert contents(state, "Gr02") == "OGR OGR"
    assert contents(state, "Gr01") == "TTN ANG CEN CEN GAR GAR OGR OGR"
    assert state.players[GREEN].wipeouts == 0
    assert state.phase == Splitting()


def hemmed_in() -> State:
    """By option his own Gr02 stands in the Tower that is drawn, and neither can leave it on a 1; Gr09 has moved."""
    exits = sorted(land for land, _ in rules_for({}).board.reach(400, 1, set(), set()))
    walls = "; ".join(f"Gr{number:02}@{land} OGR OGR" for number, land in enumerate(exits, 3))
    state = placed(
        f"Green: Gr02@400 OGR OGR OGR; {walls}; Gr09@1 OGR", "Blue: Bu01@4 TTN", "Red: Rd01@31 TTN",
        phase=TowerDrawing(), respawn_on="titan_lost",
    )  # fmt: skip
    state = do(state, "draw 4", "marker Gr01", "split Gr01 Gr12 TTN,CEN,GAR,OGR", "roll", "draw 1")
    return do(state, next(line for line in lines(state) if line.startswith("move Gr09")))


def test_v6_1_a_legion_that_comes_back_beside_another_is_not_merged_with_it() -> None:
    """V6.1, R6.9: parts of a split go back under their marker; two legions that never were one stay two."""
    state = do(hemmed_in(), "done")

    assert contents(state, "Gr02") == "OGR OGR OGR"
    assert Counter(contents(state, "Gr01").split()) == Counter(["TTN", "ANG", "CEN", "CEN", "GAR", "GAR", "OGR", "OGR"])
    assert "Gr12" in state.players[GREEN].markers


def test_v6_1_two_legions_in_a_land_are_met_one_after_the_other() -> None:
    """R9.1, R9.2: the land is named once, and the second engagement follows the first."""
    state = turn_of(do(hemmed_in(), "done", "done"), 1)
    titan = state.legions["Bu01"]
    state = replace(state.put(replace(titan, land=400, moved=True, side=3)), phase=Moving(1))

    state = do(state, "1: done")
    assert [line for line in lines(state, 1) if line.startswith("engage")] == ["engage 400"]
    state = do(state, "1: engage 400")
    assert isinstance(state.phase, Parleying)
    first = state.phase.engagement.markers[1]
    state = do(state, "0: concede") if "concede" in lines(state) else do(state, "0: flee")
    while isinstance(state.phase, Gathering):
        state = do(state, "1: done")
    assert isinstance(state.phase, Parleying)
    assert {first, state.phase.engagement.markers[1]} == {"Gr01", "Gr02"}


def test_v6_2_he_keeps_his_score_colour_and_markers_and_place() -> None:
    """V6.2: he was wiped out in another's turn, and his next turn opens with the Tower."""
    state, _ = last_one_flees()
    green = state.players[GREEN]
    assert (green.score, green.colour, len(green.markers)) == (212, "Green", 12)

    state, events = told(state, "1: done")
    assert TurnBegan(GREEN, 3) in events
    assert (state.active, state.phase) == (GREEN, TowerDrawing())


def test_v6_2_who_is_wiped_out_in_his_own_turn_comes_back_in_the_next_game_turn() -> None:
    state = placed("Green: Gr01@1>3 OGR", "Blue: Bu01@1 LIO; Bu02@41 TTN", "Red: Rd01@31 TTN")

    state = do(state, "done", "1: waive", "0: concede")

    assert state.players[GREEN].wiped
    assert (state.active, state.turn, state.phase) == (BLUE, 2, Splitting())
    state = idled(idled(state))
    assert (state.active, state.turn, state.phase) == (GREEN, 3, TowerDrawing())


# --- the Tower (V6.3) ---


def test_v6_3_one_of_all_six_is_drawn_for_all_to_see() -> None:
    """V6.3: occupied or not, equal chances; the draw stays what it is however often the game comes by it."""
    state = wiped_out(BLUES, "Red: Rd01@300 TTN")

    assert TITAN.wants(state) == Draw("spawn", 1, 6, place="turn 2 seat 0 spawn")
    for number in range(1, 7):
        drawn, events = told(state, f"draw {number}")
        assert drawn.phase == Spawning(100 * number)
        assert events == (TowerDrawn(GREEN, 100 * number),)
        assert all(TITAN.seen(event, viewer) == event for event in events for viewer in (None, GREEN, BLUE))


# --- the new legion (V6.4, V6.5) ---


def test_v6_4_it_is_put_under_any_of_his_markers_and_is_secret() -> None:
    """V6.4: what all know of it are the lords, whom anybody gets."""
    state = do(wiped_out(BLUES), "draw 4")
    assert sorted(line for line in lines(state) if line != "resign") == [f"marker Gr{n:02}" for n in range(1, 13)]

    state, events = told(state, "marker Gr07")

    assert contents(state, "Gr07") == EIGHT
    spawned = Spawned(GREEN, "Gr07", 400, 8, tuple(EIGHT.split()))
    assert spawned in events
    assert TITAN.seen(spawned, GREEN) == spawned
    for viewer in (None, BLUE):
        assert TITAN.seen(spawned, viewer) == Spawned(GREEN, "Gr07", 400, 8, ())
        (seen,) = (legion for legion in TITAN.view(state, viewer).legions if legion.marker == "Gr07")
        assert (seen.height, seen.creatures) == (8, ("TTN", "ANG"))
    assert not state.players[GREEN].wiped
    assert "Gr07" not in state.players[GREEN].markers


def test_v6_4_while_it_is_made_up_only_its_owner_sees_it() -> None:
    state = do(wiped_out(BLUES), "draw 4")

    spawning = TITAN.view(state, GREEN).spawning
    assert spawning is not None
    assert Counter(spawning.creatures) == Counter(EIGHT.split())
    assert TITAN.view(state, BLUE).spawning is None
    assert TITAN.view(state, None).spawning is None
    assert TITAN.view(state, None).waiting == (GREEN,)


@pytest.mark.parametrize(("score", "power"), [(0, 6), (99, 6), (100, 7), (337, 9), (1000, 16)])
def test_v6_5_the_new_titans_power_follows_the_score(score: int, power: int) -> None:
    """V6.5, 7.3 #10: 337 give Power 9, value 36."""
    state = back(score=score)

    assert TITAN.view(state, None).players[GREEN].titan_power == power
    assert state.rules.value("TTN", state.players[GREEN].score) == 4 * power


# --- the Tower is empty (V6.6) ---


def test_v6_6_in_an_empty_tower_he_has_a_normal_turn() -> None:
    state = back()

    assert (state.phase, state.legions["Gr01"].land) == (Splitting(), 400)
    state = do(state, "split Gr01 Gr02 ANG,CEN,GAR,OGR", "roll")
    assert isinstance(state.phase, Rolling)
    state = do(state, "draw 3")
    assert isinstance(state.phase, Moving)
    assert isinstance(idled(state).phase, Splitting)


def test_v6_6_eight_with_two_lords_are_split_four_and_four_with_one_in_each() -> None:
    """V6.6: compulsory, as in R4.2."""
    state = back()
    splits = [line.split() for line in lines(state) if line.startswith("split")]
    parts = {part for _, _, _, part in splits}

    assert refused(state, "roll") == "roll-too-high"
    assert all(len(part.split(",")) == 4 for part in parts)
    assert all(("TTN" in part) != ("ANG" in part) for part in parts)
    assert len(parts) == 2 * 20
    assert refused(state, "split Gr01 Gr02 CEN,GAR") == "split-first"


def test_v6_6_otherwise_any_split_into_parts_of_two_to_seven() -> None:
    """V6.6: with a third lord, from the lists of those who fill gaps, nothing more is asked than seven at most."""
    empty = dict.fromkeys(
        ("CEN", "OGR", "GAR", "LIO", "TRO", "CYC", "MIN", "WBR", "RAN", "GOR", "WLK", "GUA", "UNI"), 0
    )
    state = do(with_stack(wiped_out("Blue: Bu01@41 TTN"), **empty), "draw 4", "marker Gr01")
    assert contents(state, "Gr01") == "TTN" + " ANG" * 7

    sizes = {len(line.split()[3].split(",")) for line in lines(state) if line.startswith("split")}

    assert sizes == {2, 3, 4, 5, 6}
    assert refused(state, "roll") == "roll-too-high"
    assert "roll" in lines(do(state, "split Gr01 Gr02 ANG,ANG"))


def test_v6_6_there_is_no_new_mulligan() -> None:
    """V6.6: whatever the Game-Turn; wiped out before his first turn he has none either."""
    for turn in (1, 5):
        state = placed("Green:", BLUES, phase=TowerDrawing(), turn=turn)
        state = do(state, "draw 4", "marker Gr01", "split Gr01 Gr02 ANG,CEN,GAR,OGR", "roll", "draw 3")
        assert "mulligan" not in lines(state)
        assert any(line.startswith("move") for line in lines(state))


# --- the Tower is held by another (V6.7-V6.11) ---


THREE_LOST = "defender CEN,GAR,OGR"
"""An agreement that costs the new legion three of its eight."""

HELD = ("Blue: Bu07@400 RAN RAN LIO; Bu02@41 TTN TRO CYC", "Red: Rd01@31 TTN")


def test_v6_7_he_attacks_at_once_and_does_nothing_else() -> None:
    """V6.7: from the bottom; no split, no roll, no other move."""
    state, events = told(do(wiped_out(*HELD), "draw 4"), "marker Gr01")

    assert isinstance(state.phase, Parleying)
    assert Engaged(400, "Gr01", "Bu07", (GREEN, BLUE)) in events
    assert (state.legions["Gr01"].side, state.legions["Gr01"].moved) == (3, True)
    assert TITAN.wants(state) is None
    assert not any(line.split()[0] in ("split", "roll", "move") for line in lines(state))
    assert "flee" in lines(state, 1)


def test_v6_7_a_defender_with_a_lord_may_not_flee() -> None:
    state = back("Blue: Bu07@400 ANG LIO; Bu02@41 TTN", "Red: Rd01@31 TTN")

    assert refused(state, "flee", seat=1) == "may-not-flee-lord"
    assert {"concede", "fight"} <= set(lines(state, 1))
    assert any(line.startswith("offer") for line in lines(state))


def test_v6_7_as_many_enter_as_the_owner_likes() -> None:
    """V6.7, V5.2: two of eight enter; the rest go back to the stacks, the Titan to its owner's keeping."""
    state = do(back(*HELD), "1: fight")
    for creature, hex_ in (("RAN", "C3"), ("RAN", "D3"), ("LIO", "E3")):
        state = do(state, f"1: maneuver {creature} {hex_}")
    state = do(state, "1: done")
    before = dict(state.bank)

    state = do(state, "maneuver LIO A1", "maneuver CEN B1", "done")

    assert isinstance(state.phase, Fighting)
    assert Counter(contents(state, "Gr01").split()) == Counter(("LIO", "CEN"))
    state = do(state, "0: concede")
    state = do(state, "1: done") if isinstance(state.phase, Gathering) else state
    for code in ("TTN", "ANG", "TRO", "OGR", "CYC", "GAR"):
        assert state.bank[code] == before[code] + 1
        assert state.dead[code] == 0
    assert state.dead["LIO"] == state.dead["CEN"] == 1
    assert state.players[GREEN].wipeouts == 2


def test_v6_8_that_engagement_is_the_whole_turn() -> None:
    """V6.8, T-525: after it comes the next player's."""
    state = do(back(*HELD), "1: flee")

    assert (state.active, state.phase) == (BLUE, Splitting())


def test_v6_8_by_option_he_musters_after_it() -> None:
    """V6.8: option `spawn_attack_may_muster`; with eight there is no room (V6.9), with fewer there is."""
    state = do(back(*HELD, spawn_attack_may_muster="on"), "1: flee")
    assert state.phase == Mustering()
    assert [line for line in lines(state) if line.startswith("muster")] == []

    state = back(*HELD, spawn_attack_may_muster="on")
    offer = "defender CEN,GAR,OGR"
    state = do(state, "1: waive", f"0: offer {offer}", f"1: accept {offer}")
    state = do(state, "done") if isinstance(state.phase, Gathering) else state
    assert state.phase == Mustering()
    assert "muster Gr01 CEN -" in lines(state)


def test_v6_9_eight_stay_eight_until_the_owners_next_commencement() -> None:
    """V6.9, R4.4: then they must be split, four and four (7.4)."""
    state = do(back(*HELD), "1: flee")
    assert state.legions["Gr01"].height == 8

    state = idled(idled(state))

    assert (state.active, state.phase) == (GREEN, Splitting())
    assert refused(state, "roll") == "roll-too-high"
    parts = {line.split()[3] for line in lines(state) if line.startswith("split")}
    assert len(parts) == 2 * 20
    assert "roll" in lines(do(state, "split Gr01 Gr02 ANG,CEN,GAR,OGR"))


def test_v6_9_eight_can_take_no_addition() -> None:
    """V6.9: the hundred is reached and no angel comes; nor with seven."""
    for given, left in (("-", 8), ("CEN", 7)):
        state = back(*HELD, score=80)
        offer = f"defender {given}"
        state = do(state, "1: waive", f"0: offer {offer}", f"1: accept {offer}")
        assert scores(state)[GREEN] == 80 + 47
        assert state.legions["Gr01"].height == left
        assert (state.active, state.phase) == (BLUE, Splitting())


def test_v6_10_who_is_destroyed_there_comes_back_in_his_next_turn() -> None:
    state = do(back(*HELD), "1: waive", "0: concede")
    state = do(state, "1: done") if isinstance(state.phase, Gathering) else state
    assert (state.players[GREEN].wiped, state.players[GREEN].wipeouts) == (True, 2)
    assert (state.active, state.phase) == (BLUE, Splitting())

    state = idled(idled(state))

    assert (state.active, state.phase) == (GREEN, TowerDrawing())


def summoning(version: int = VERSION) -> State:
    """By option Green, who has an Angel elsewhere, has come back in a Tower and won by agreement with room."""
    held = ("Blue: Bu07@400 LIO OGR; Bu02@41 TTN TRO CYC", "Red: Rd01@31 TTN")
    green = "Green: Gr02@1 ANG OGR"
    state = placed(green, *held, phase=TowerDrawing(), version=version, respawn_on="titan_lost")
    return do(state, "draw 4", "marker Gr01", "1: waive", f"0: offer {THREE_LOST}", f"1: accept {THREE_LOST}")


def test_v6_11_he_may_summon_there_as_always() -> None:
    """V6.11, R16.6: he has no other legion; by option he may have, with an Angel."""
    alone = back("Blue: Bu07@400 LIO OGR; Bu02@41 TTN TRO CYC", "Red: Rd01@31 TTN")
    alone = do(alone, "1: waive", f"0: offer {THREE_LOST}", f"1: accept {THREE_LOST}")
    beside = summoning()

    assert not any(line.startswith("summon") for line in lines(alone))
    assert "summon Gr02 ANG" in lines(beside)
    assert contents(do(beside, "summon Gr02 ANG"), "Gr01").split().count("ANG") == 2


def test_v6_11_in_games_of_before_he_could_not_summon_there() -> None:
    state = summoning(version=2)

    assert contents(state, "Gr01").split().count("ANG") == 1
    assert not any(line.startswith("summon") for line in lines(state))


def test_v6_11_he_may_acquire_if_he_wins_with_room() -> None:
    """V6.11: 80 + 47 = 127."""
    state = back(*HELD, score=80)
    offer = "defender CEN,GAR,OGR"

    state = do(state, "1: waive", f"0: offer {offer}", f"1: accept {offer}")

    assert scores(state)[GREEN] == 127
    assert isinstance(state.phase, Gathering)
    state = do(state, "acquire ANG")
    assert contents(state, "Gr01").split().count("ANG") == 2
    assert (state.active, state.phase) == (BLUE, Splitting())


def test_v6_11_in_battle_his_one_chance_to_summon_comes_as_always() -> None:
    """V6.11, R16.3: by option he has an Angel elsewhere; the first defender is slain."""
    held = ("Blue: Bu07@400 OGR LIO; Bu02@41 TTN", "Red: Rd01@31 TTN")
    state = placed("Green: Gr02@1 ANG OGR", *held, phase=TowerDrawing(), respawn_on="titan_lost")
    state = do(state, "draw 4", "marker Gr01", "1: fight", "1: maneuver OGR C3", "1: maneuver LIO E3", "1: done")
    state = do(state, *(f"maneuver {line}" for line in ("CEN B2", "OGR A1", "TTN B1")), "done")
    state, _ = struck(state, "C3")

    state, _ = struck(do(state, "1: done"), "C3")
    assert isinstance(state.phase, Fighting)
    assert state.phase.battle.mover == ATTACKER
    assert "summon Gr02 ANG" in lines(state)


# --- 7.4 ---


def test_the_spawn_turn_of_7_4() -> None:
    """7.4: the worked example, from Green's turn on."""
    state = wiped_out(*HELD, score=212)
    state, events = told(state, "draw 4")
    assert events == (TowerDrawn(GREEN, 400),)

    state = do(state, "marker Gr01")
    assert Counter(contents(state, "Gr01").split()) == Counter(["TTN", "ANG", "LIO", "CEN", "TRO", "OGR", "CYC", "GAR"])
    assert TITAN.view(state, None).players[GREEN].titan_power == 8

    state = do(state, "1: flee")
    assert scores(state) == [235, 0, 0]
    assert (state.legions["Gr01"].land, state.legions["Gr01"].height) == (400, 8)
    assert (state.active, state.phase) == (BLUE, Splitting())
    state = idled(idled(state))
    assert state.active == GREEN
    assert refused(state, "split Gr01 Gr02 CEN,GAR,OGR") == "split-first"
    assert isinstance(do(state, "split Gr01 Gr02 TTN,CEN,GAR,OGR", "roll").phase, Rolling)


def test_t_524() -> None:
    """T-524, V6.6: score 337, an empty Tower, highest in play Lion, Warbear, Behemoth."""
    state = back("Blue: Bu01@41 LIO WBR BEH", tower=300, score=337)

    assert Counter(contents(state, "Gr01").split()) == Counter(["TTN", "ANG", "LIO", "CEN", "WBR", "TRO", "BEH", "CYC"])
    assert TITAN.view(state, None).players[GREEN].titan_power == 9
    assert refused(state, "roll") == "roll-too-high"


def test_t_525() -> None:
    """T-525: Blue's figures are Green's here; 337 + 23, and eight stay."""
    state = back("Blue: Bu01@41 LIO WBR BEH", "Red: Rd01@300 RAN RAN LIO; Rd02@31 TTN", tower=300, score=337)

    state = do(state, "2: flee")

    assert scores(state) == [360, 0, 0]
    assert state.legions["Gr01"].height == 8
    assert isinstance(state.phase, Splitting | Engaging)
    assert state.active == BLUE
