"""Titans, eliminated players and the end of the game: T-460 to T-478."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.events import Eliminated, GameEnded
from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER
from engine.titan.state import Moving, Over, Splitting, State
from tests.engine.positions import battle, contents, do, lines, position, told

HOME = "Rd09@20 TTN OGR"
GREEN = "Green: Gr01@31 TTN OGR"
GOLD = "Gold: Gd01@32 TTN OGR"


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


def markers_of(colour: str) -> set[str]:
    return set(rules_for({}).colours[colour].markers)


def titan_slain(score: int) -> State:
    """Blue's Titan and an Ogre were slain by Red, of five; an Ogre lives, and so do two legions elsewhere."""
    state = battle(
        "Plains",
        "LIO C3, LIO F1, TRO B1, TRO C1, TRO D1",
        "TTN C4(6), OGR F2(5), OGR A3",
        GREEN,
        red=HOME,
        blue="Bu02@41 ANG LIO CEN; Bu03@9 TRO RAN RAN",
        scores=(score, 120),
        step="strike-back",
    )
    return do(state, "strike C3 C4 5 5", "draw 6,1,1,1,1", "strike F1 F2 5 3", "draw 6,1,1,1,1")


def test_t460_a_titans_fall_ends_the_battle_and_the_player() -> None:
    """R18.2, R19.2, R19.3: 40 points for the slain, half of 111 for the rest."""
    state = titan_slain(80)

    assert scores(state) == [175, 120, 0]
    assert state.players[1].out == 1
    assert not list(state.own(Seat(1)))
    assert markers_of("Blue") <= set(state.players[0].markers)
    assert "acquire ANG" in lines(state)
    assert not any(line.startswith("acquire") for line in lines(do(state, "acquire ANG")))


def test_t460_all_legions_of_an_eliminated_player_are_shown() -> None:
    """R3.4"""
    start = battle("Plains", "LIO C3", "TTN C4(5)", GREEN, red=HOME, blue="Bu02@41 ANG LIO", step="strike-back")

    _, events = told(start, "strike C3 C4 5 5", "draw 6,1,1,1,1")

    assert Eliminated(Seat(1), Seat(0), (("Bu02", 41, ("ANG", "LIO")),), False) in events


def test_t461_half_points_pass_a_multiple_for_good() -> None:
    """R18.8"""
    state = titan_slain(45)

    assert scores(state) == [140, 120, 0]
    assert not any(line.startswith("acquire") for line in lines(state))


def mover_slain() -> State:
    """Red, the mover, lost his Titan and an Ogre to Blue; Rd02 is in an engagement with Green, Rd03 in none."""
    state = battle(
        "Plains",
        "TTN C3(6), OGR F2(5), OGR A3",
        "LIO C4, LIO F3, TRO D6, TRO E5, TRO F4",
        "Green: Gr01@41 OGR OGR; Gr02@30 TTN",
        red="Rd02@41>3 ANG LIO CEN; Rd03@9 TRO RAN RAN",
        blue="Bu09@20 TTN OGR",
        scores=(120, 80),
        mover=ATTACKER,
        step="strike-back",
    )
    return do(state, "1: strike C4 C3 5 5", "draw 6,1,1,1,1", "1: strike F3 F2 5 3", "draw 6,1,1,1,1")


def test_t462_who_is_engaged_with_a_legion_gets_its_half_points() -> None:
    """R19.3"""
    assert scores(mover_slain()) == [120, 80 + 40 + 30, 25]


def test_t463_half_points_bring_no_additions() -> None:
    """R19.4"""
    state = do(mover_slain(), "1: done")

    assert contents(state, "Gr01") == "OGR OGR"
    assert state.legions["Gr01"].land == 41
    assert (state.active, state.phase) == (1, Splitting())


def both_slain(*others: str) -> State:
    """Two Titans slay each other."""
    state = battle("Plains", "TTN C3(5)", "TTN C4(5)", *others, red="Rd02@9 LIO", blue="Bu02@10 LIO", step="strike")
    return do(state, "1: strike C4 C3 6 4", "draw 6,1,1,1,1,1", "strike C3 C4 6 4", "draw 6,1,1,1,1,1")


def test_t464_of_two_titans_slain_together_nobody_profits() -> None:
    """R19.6"""
    state = both_slain(GREEN, GOLD)

    assert scores(state) == [0, 0, 0, 0]
    assert [player.out for player in state.players] == [1, 1, 0, 0]
    assert state.alive == (2, 3)
    held = {marker for player in state.players for marker in player.markers}
    assert not held & (markers_of("Red") | markers_of("Blue"))
    assert (state.active, state.phase) == (2, Splitting())


def test_of_two_players_who_are_out_together_neither_scores_for_the_other_legions_either() -> None:
    """R19.6: Red and Blue have met in 41, too; Green, whom Red has met in 5, gets half of the Lion there."""
    state = battle(
        "Plains", "TTN C3(5)", "TTN C4(5)", "Green: Gr01@5 OGR; Gr02@31 TTN", GOLD, red="Rd02@41>3 LIO; Rd03@5>3 LIO",
        blue="Bu02@41 TRO", step="strike",
    )  # fmt: skip

    state = do(state, "1: strike C4 C3 6 4", "draw 6,1,1,1,1,1", "strike C3 C4 6 4", "draw 6,1,1,1,1,1")

    assert scores(state) == [0, 0, 7, 0]


def test_places_are_those_of_the_order_of_going() -> None:
    """R19.8"""
    state = position(HOME.replace("Rd09", "Red: Rd09"), "Blue: Bu01@1 TTN", GREEN, GOLD, phase=Moving(3))

    assert [player.out for player in do(state, "2: resign", "1: resign").players] == [0, 2, 1, 0]


def test_t464_the_only_one_left_has_won() -> None:
    """R19.8"""
    assert both_slain(GREEN).phase == Over((Seat(2),))


def test_t465_the_last_titans_may_draw() -> None:
    """R19.8"""
    assert both_slain().phase == Over((Seat(0), Seat(1)))


def test_t466_a_legion_wiped_out_with_the_titan_it_slew_gets_half_points() -> None:
    """R19.6: nothing for the engagement itself."""
    state = battle(
        "Plains", "LIO C3(4)", "TTN C4(5)", GREEN, red=HOME, blue="Bu02@41 TRO RAN RAN; Bu03@9 OGR", step="strike"
    )

    state = do(state, "1: strike C4 C3 6 3", "draw 6,1,1,1,1,1", "strike C3 C4 5 5", "draw 6,1,1,1,1")

    assert scores(state) == [30, 0, 0]
    assert markers_of("Blue") <= set(state.players[0].markers)
    assert state.players[1].out == 1
    assert "Rd01" in state.players[0].markers


def test_t467_a_titans_legion_conceded_gives_full_points_and_the_rest_half() -> None:
    """R9.9, R19.5"""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue 100: Bu01@1 TTN LIO; Bu02@41 TRO RAN RAN", GREEN)

    state = do(state, "done", "1: concede")

    assert scores(state) == [28 + 15 + 24, 100, 0]
    assert state.players[1].out == 1


def test_t468_an_attacking_titan_may_lose_on_time() -> None:
    """R19.5: nothing for its legion, half-points for the rest."""
    state = battle(
        "Plains",
        "TTN A1, OGR B1",
        "LIO D6",
        GREEN,
        red="Rd02@9 TRO RAN RAN",
        blue="Bu09@20 TTN OGR",
        in_round=7,
        mover=ATTACKER,
    )

    state = do(state, "done")

    assert scores(state) == [0, 24, 0]
    assert state.players[0].out == 1
    assert markers_of("Red") <= set(state.players[1].markers)


def test_t469_a_titan_that_does_not_enter_is_lost() -> None:
    """R10.3, R19.2"""
    state = battle("Plains", "TTN, OGR A1", "LIO D6", GREEN, blue="Bu09@20 TTN OGR", in_round=1, mover=ATTACKER)

    state, events = told(state, "done")

    assert Eliminated(Seat(0), Seat(1), (("Rd01", 1, ("OGR",)),), False) in events
    assert scores(state) == [0, 24 + 6, 0]


def test_t470_hits_and_power_decide_over_a_titan() -> None:
    """R13.7: with a score of 200 it takes eight hits."""
    state = battle("Plains", "LIO C3", "TTN C4(7)", GREEN, red=HOME, scores=(0, 200), step="strike-back")
    assert not state.players[1].out

    assert do(state, "strike C3 C4 5 5", "draw 5,1,1,1,1").players[1].out == 1


def test_t471_a_turn_ends_with_its_movers_titan() -> None:
    """R2.4, R19.3"""
    state = position(
        "Red: Rd01@1>3 TTN OGR; Rd02@41>3 LIO LIO",
        "Blue: Bu01@1 OGR OGR; Bu02@20 TTN",
        "Green: Gr01@41 OGR OGR; Gr02@30 TTN",
    )

    state = do(state, "done", "engage 1", "1: waive", "0: concede")

    assert scores(state) == [0, 36, 15]
    assert (state.active, state.phase) == (1, Splitting())


def test_t472_captured_markers_may_be_used() -> None:
    """R19.7"""
    state = position("Red: Rd01@41 TTN OGR LIO LIO", GREEN, phase=Splitting())
    state = state.with_player(Seat(0), markers=("Bu05",))

    state = do(state, "split Rd01 Bu05 LIO,LIO")

    assert state.legions["Bu05"].owner == 0
    assert contents(state, "Bu05") == "LIO LIO"


def test_t473_captured_markers_go_on_to_the_next_slayer() -> None:
    """R19.7"""
    state = position("Red: Rd01@1>3 TTN OGR", "Green: Gr01@1 OGR OGR; Gr02@20 TTN", "Gold: Gd01@32 TTN OGR")
    captured = (*state.players[0].markers, "Bu05", "Bu06")

    state = do(state.with_player(Seat(0), markers=captured), "done", "1: waive", "0: concede")

    assert markers_of("Red") | {"Bu05", "Bu06"} <= set(state.players[1].markers)


def test_t474_the_last_titan_wins_at_once() -> None:
    """R18.2, R19.8"""
    state = position(f"Red 90: Rd01@1>3 OGR OGR; Rd03@3 ANG LIO; {HOME}", "Blue: Bu01@1 TTN LIO; Bu02@41 OGR OGR")

    state, events = told(state, "done", "1: concede")

    assert state.phase == Over((Seat(0),))
    assert events[-1] == GameEnded((Seat(0),))
    assert lines(state) == []


def test_t475_who_resigns_gives_points_to_those_engaged_with_him() -> None:
    """R19.9"""
    state = position(
        f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 LIO LIO LIO; Bu02@41 TTN ANG", GREEN, phase=Moving(3)
    )

    state, events = told(state, "1: resign")

    assert scores(state) == [22, 0, 0]
    assert not list(state.own(Seat(1)))
    assert not markers_of("Blue") & {marker for player in state.players for marker in player.markers}
    assert any(isinstance(event, Eliminated) and event.slayer is None and event.resigned for event in events)


def test_t475_nobody_scores_where_nobody_is_engaged() -> None:
    """R19.9"""
    state = position(HOME.replace("Rd09", "Red: Rd09"), "Blue: Bu01@1 LIO LIO; Bu02@41 TTN ANG", GREEN, phase=Moving(3))

    assert scores(do(state, "1: resign")) == [0, 0, 0]


def test_t475_a_titan_that_resigns_gives_its_companions_by_half() -> None:
    """R19.9: the opponent of its legion is the slayer and gets the markers; the Titan itself gives nothing."""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 TTN LIO; Bu02@41 LIO", GREEN)

    state = do(state, "done", "1: resign")

    assert scores(state) == [15, 0, 0]
    assert markers_of("Blue") <= set(state.players[0].markers)


def test_who_is_engaged_when_another_resigns_goes_on() -> None:
    """R19.9: what the two have said stands, and a third who is engaged with neither gives them nothing."""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 LIO LIO; Bu02@41 TTN", GREEN, GOLD)
    state = do(state, "done", "0: offer both -")

    after = do(state, "2: resign")

    assert after.phase == state.phase
    assert after.players[2].out
    assert scores(do(after, "1: flee")) == [15, 0, 0, 0]


def test_who_has_won_takes_his_additions_when_the_loser_resigns() -> None:
    """R19.9, R18.6: the Angel that he is due; his own resigning ends it."""
    state = position(f"Red 95: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 LIO LIO; Bu02@41 TTN", GREEN, GOLD)
    state = do(state, "done", "1: flee")
    assert "acquire ANG" in lines(state)

    for third in (1, 2):
        assert contents(do(state, f"{third}: resign", "acquire ANG"), "Rd01") == "ANG OGR OGR"
    assert do(state, "0: resign").active == 1


def test_t476_lords_and_demi_lords_return_and_creatures_do_not() -> None:
    """R20.2"""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 TTN LIO; Bu02@41 ANG ARC GUA WLK OGR", GREEN)

    state = do(state, "done", "1: concede", "0: done")

    full = {code: kind.stack for code, kind in state.rules.kinds.items()}
    assert {code: state.bank[code] for code in ("ANG", "ARC", "GUA", "WLK")} == {
        code: full[code] for code in ("ANG", "ARC", "GUA", "WLK")
    }
    assert (state.dead["LIO"], state.dead["OGR"], state.dead["TTN"]) == (1, 1, 1)
    assert state.bank["TTN"] == full["TTN"] - 3


def test_t477_all_for_one_slayer_is_halved_once() -> None:
    """R19.3"""
    state = position(f"Red: Rd01@1>3 OGR OGR; {HOME}", "Blue: Bu01@1 TTN; Bu02@41 LIO; Bu03@9 CEN CEN", GREEN)

    assert scores(do(state, "done", "1: concede")) == [24 + 19, 0, 0]


def test_t478_each_scorer_is_rounded_for_himself() -> None:
    """R19.3"""
    state = position(
        "Red: Rd01@1>3 TTN; Rd02@41>3 LIO; Rd03@9 LIO",
        "Blue: Bu01@1 OGR OGR; Bu02@20 TTN",
        "Green: Gr01@41 OGR OGR; Gr02@30 TTN",
    )

    state = do(state, "done", "engage 1", "1: waive", "0: concede")

    assert scores(state) == [0, 24 + 7, 7]


def test_who_resigns_in_battle_gives_all_for_the_slain_and_half_for_the_rest() -> None:
    """R18.3, R19.9: 12 for the Ogre that has fallen, 8 of the Troll's 16; nothing for those who are not engaged."""
    state = battle(
        "Plains", "LIO C3", "OGR C4(5), TRO A3", GREEN, red=HOME, blue="Bu09@41 TTN", step="strike", mover=ATTACKER
    )

    state = do(state, "strike C3 C4 5 3", "draw 6,6,6,6,6", "1: resign")

    assert scores(state) == [20, 0, 0]


def test_a_titan_that_is_slain_already_resigns_to_whoever_slew_it() -> None:
    """R19.9, R19.6: the markers are the opponent's."""
    state = battle(
        "Plains", "LIO C3", "TTN C4(5), OGR A3", GREEN, red=HOME, blue="Bu09@41 LIO", step="strike", mover=ATTACKER
    )

    state, events = told(do(state, "strike C3 C4 5 5", "draw 6,6,6,6,6"), "1: resign")

    assert any(isinstance(event, Eliminated) and event.slayer == 0 and event.seat == 1 for event in events)
    assert markers_of("Blue") <= set(state.players[0].markers)


def test_of_two_titans_that_are_slain_both_are_out_when_one_resigns() -> None:
    """R19.4"""
    state = battle(
        "Plains", "TTN C3(5), LIO F1", "TTN C4(5), OGR F2", GREEN, GOLD, red="Rd09@41 OGR", blue="Bu09@9 LIO",
        step="strike", mover=ATTACKER,
    )  # fmt: skip
    state = do(state, "strike C3 C4 6 4", "draw 6,6,6,6,6,6", "strike F1 F2 5 3", "draw 1,1,1,1,1")

    state = do(state, "1: strike C4 C3 6 4", "draw 6,6,6,6,6,6", "1: resign")

    assert [player.out for player in state.players] == [True, True, False, False]
    assert scores(state)[:2] == [0, 0]
