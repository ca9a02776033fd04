"""Points of an engagement, and where the counters go (V1.3, V4, V5). Expected values are those of the document."""

from __future__ import annotations

from itertools import product
from typing import Unpack

import pytest

from engine.core import Seat
from engine.titan.events import Conceded, Scored
from engine.titan.points import Consoling, Reckoning
from engine.titan.rules import VERSION, rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Gathering, State
from tests.battle_titan.stories import Options, fought, placed, scores, struck, variant
from tests.engine.positions import contents, do, lines, refused, told, with_stack

RED, BLUE = Seat(0), Seat(1)


BEFORE = 2
"""The last version before some of V5 and V6 was read as it is now; games that began by it go on so."""


def met(
    attackers: str, defenders: str, red: int = 0, blue: int = 0, version: int = VERSION, **options: Unpack[Options]
) -> State:
    """Rd01 has met Bu01, and the exchange before battle is open."""
    state = placed(
        f"Red {red}: Rd01@1>3 {attackers}; Rd09@20 TTN", f"Blue {blue}: Bu01@1 {defenders}; Bu09@30 TTN",
        version=version, **options,
    )  # fmt: skip
    return do(state, "done")


# --- the worked examples V4, played out ---


def example_a(**options: Unpack[Options]) -> State:
    """All attackers are slain, no defender."""
    state = fought("LIO C3(4), LIO D4(4), OGR B3(5)", "SER C4", mover=ATTACKER, step="strike-back", **options)
    return struck(state, "C3", "D4", "B3")[0]


def test_v4_1_example_a() -> None:
    """V4.1, V4.5: A 42, D 36, K 0."""
    assert scores(example_a()) == [21, 21]


def test_v4_1_example_b() -> None:
    """V4.1, V4.2: half of 80 is more than the 36 that stood against it."""
    state = fought("COL C3(9), COL D4(9)", "SER C4", mover=ATTACKER, step="strike-back")

    assert scores(struck(state, "C3", "D4")[0]) == [36, 40]


def example_c(**options: Unpack[Options]) -> State:
    """All attackers are slain after killing a Cyclops and an Ogre."""
    state = fought(
        "LIO C3(4), LIO D4(4), OGR B3(5)", "CYC C4(8), CYC D5, OGR B4(5), OGR A3", mover=ATTACKER, step="strike",
        **options,
    )  # fmt: skip
    return struck(state, "C4", "B4", "C3", "D4", "B3")[0]


def test_v4_2_example_c() -> None:
    """V4.2: A 42, D 60, and K 30 is more than half of A."""
    state = example_c()

    assert contents(state, "Bu01") == "OGR CYC"
    assert scores(state) == [30, 21]


def test_v4_1_example_d() -> None:
    state = fought("TRO C3(7), TRO D4, RAN B3(3)", "LIO C4(4), LIO B4(4)", mover=ATTACKER, step="strike")

    state, _ = struck(state, "C4", "B4", "C3", "B3")

    assert contents(state, "Rd01") == "TRO"
    assert scores(state) == [30, 0]


def example_e() -> State:
    """Time runs out; one Cyclops was slain."""
    state = fought(
        "GIA C3, WBR D4, WBR A1", "CYC C4(8), CYC F4", mover=ATTACKER, step="strike", in_round=7, scores=(90, 95)
    )
    return struck(state, "C4")[0]


def test_v4_1_example_e() -> None:
    """V4.1: K 18, A 64, D 36; the defender gets nothing on time, nor an angel for the hundred that the other passes."""
    state = example_e()

    assert scores(state) == [122, 95]
    assert not any(line.startswith("acquire") for seat in (0, 1) for line in lines(state, seat))


def example_f(**options: Unpack[Options]) -> State:
    """Both sides are wiped out in the same Strike Phase."""
    state = fought("LIO C3(4), CEN D4(2)", "GAR C4(3), OGR D5(5)", mover=ATTACKER, step="strike", **options)
    return struck(state, "C3", "D4", "C4", "D5")[0]


def test_v4_4_example_f() -> None:
    """V4.4, V4.3: K = D = 24."""
    state = example_f()

    assert not {"Rd01", "Bu01"} & set(state.legions)
    assert scores(state) == [24, 0]


def test_v4_1_example_g() -> None:
    """V4.1: half of 39, rounded down."""
    assert scores(do(met("LIO", "OGR OGR LIO"), "1: flee")) == [19, 0]


def example_h(**options: Unpack[Options]) -> State:
    """The attacker gives up in his first Maneuver Phase, an Angel of his still off the map."""
    state = fought("UNI A1, OGR B1, ANG", "BEH D6", mover=ATTACKER, in_round=1, **options)
    return do(state, "concede")


def test_v4_1_example_h() -> None:
    """V4.1, V5.3: A 36, D 24; the defender gets half of 60."""
    assert scores(example_h()) == [18, 30]


# --- the other rows of the table ---


def test_v4_1_a_defender_who_concedes_before_battle_gives_full_value_and_gets_nothing() -> None:
    assert scores(do(met("LIO", "OGR OGR LIO"), "1: waive", "1: concede")) == [39, 0]


def test_v4_1_a_defender_who_concedes_in_battle_gives_those_off_the_map_as_well() -> None:
    """V4.1, V5.3: in his first Maneuver Phase, with one of three on the map; all are dead, none goes back."""
    state = fought("LIO", "OGR D6, LIO, CEN", mover=DEFENDER, in_round=1)

    state = do(state, "1: concede")

    assert scores(state) == [39, 0]
    assert [state.dead[code] for code in ("OGR", "LIO", "CEN")] == [1, 1, 1]


def test_v4_1_an_attacker_who_concedes_before_battle_took_no_part() -> None:
    """V4.1: nothing for him; half of 48."""
    assert scores(do(met("TRO TRO RAN", "LIO LIO"), "1: waive", "0: concede")) == [0, 24]


@pytest.mark.parametrize(
    ("offer", "points"), [("offer defender -", [30, 0]), ("offer attacker -", [0, 24]), ("offer both -", [0, 0])]
)
def test_v4_1_an_agreement_gives_nothing_to_who_is_lost(offer: str, points: list[int]) -> None:
    """V4.1: 48 against 30."""
    state = do(met("TRO TRO RAN", "LIO LIO"), offer, f"1: {offer.replace('offer', 'accept')}")

    assert scores(state) == points


def test_v4_1_what_a_survivor_loses_by_agreement_gives_no_points() -> None:
    state = do(met("TRO TRO RAN", "LIO LIO"), "offer defender TRO", "1: accept defender TRO")

    assert scores(state) == [30, 0]


def test_v4_1_an_attacker_who_concedes_in_battle_keeps_the_credit_of_his_kills() -> None:
    """V4.1, V4.2: the Lion of 15 is slain and outweighs half of 12 + 12, which is what the defender gets."""
    state = fought("OGR C3, CEN D4", "LIO C4(4), CEN D6", mover=ATTACKER, step="strike")
    state = do(state, "strike C3 C4 6 5", "draw 6,1,1,1,1,1")

    assert scores(do(state, "0: concede")) == [15, 12]


def test_v4_1_who_concedes_when_all_the_others_are_slain_shares_the_loss() -> None:
    """R9.10, V4.4: mutual elimination, whatever V4.8 says of those who give up."""
    for option in ("entered_only", "never"):
        state = fought("LIO C3(4)", "OGR C4, CEN D4", step="strike", consolation_on_concession=option)
        state = do(state, "1: strike C4 C3 6 5", "draw 6,1,1,1,1,1")
        state = do(state, "1: concede")
        assert not {"Rd01", "Bu01"} & set(state.legions)
        assert scores(state) == [24, 0]


def test_v4_1_a_summoned_angel_counts_among_the_attackers() -> None:
    """V4.1: A and A_lost are 12 + 24, K is 12."""
    state = fought("OGR C3", "CEN C4(2), SER F4", step="strike", red="Rd09@20 TTN ANG")
    state, _ = struck(state, "C4")

    state = do(state, "summon Rd09 ANG", "maneuver ANG A1", "concede")

    assert scores(state) == [18, 18]


def test_v4_1_a_reinforcement_counts_among_the_defenders() -> None:
    """V4.1: D is 12 + 12 + 15, less than half of 80."""
    state = fought("COL A1, COL B1", "CEN D6, CEN E5", in_round=3, mover=ATTACKER, step="strike")
    state, _ = struck(state)

    state = do(state, "1: reinforce LIO CEN,CEN", "1: maneuver LIO F4", "0: concede")

    assert scores(state) == [39, 40]


# --- the formula by itself (V4.2-V4.4, V4.8) ---


def points(how: str, lost: tuple[bool, bool], a: int, d: int, k: int, **options: str) -> tuple[int, int]:
    scoring = rules_for(variant(**options)).points
    assert isinstance(scoring, Consoling)
    return scoring(Reckoning(how, lost, True, (a if lost[0] else 0, k), entered=(a, d)))


def test_v4_3_the_formula_never_exceeds_what_stood_against_it() -> None:
    """V4.2, V4.3: for every K up to D; never less than K, nor than the smaller of half of A and D."""
    for a, d in product(range(0, 130, 7), repeat=2):
        for k in range(0, d + 1, 3):
            attacker, defender = points("battle", (True, False), a, d, k)
            half = min(a // 2, d)
            assert attacker == (k if k > half else half)
            assert attacker <= d
            assert defender == a // 2


def test_v4_2_without_credit_for_kills_only_the_half_is_left() -> None:
    """V4.2: option `loser_kill_credit`; example c gives 21 in place of 30, and f half of 27."""
    assert scores(example_c(loser_kill_credit="none")) == [21, 21]
    assert scores(example_f(loser_kill_credit="none")) == [13, 0]
    assert scores(example_a(loser_kill_credit="none")) == [21, 21]


@pytest.mark.parametrize(("option", "attacker"), [("formula", 24), ("consolation_only", 13), ("zero", 0)])
def test_v4_4_mutual_elimination_is_an_option(option: str, attacker: int) -> None:
    """V4.4: `mutual_attacker`; A 27, D 24. It touches no other row."""
    assert scores(example_f(mutual_attacker=option)) == [attacker, 0]
    assert scores(example_c(mutual_attacker=option)) == [30, 21]


def test_v4_5_the_halving_is_of_the_sum_once() -> None:
    """V4.5: 15 + 15 lost are 15, and not 7 + 7."""
    state = fought("LIO C3(4), LIO D4(4)", "SER C4", mover=ATTACKER, step="strike-back")

    assert scores(struck(state, "C3", "D4")[0])[BLUE] == 15


def test_v4_6_a_winning_defender_acquires_for_the_halved_points() -> None:
    """V4.6, T-539: half of 51 is 25; 90 + 25 = 115 brings one Angel."""
    state = fought("LIO C3(4), WBR D4(5), CYC B3(8)", "SER C4", mover=ATTACKER, step="strike-back", scores=(0, 90))
    state, _ = struck(state, "C3", "D4", "B3")

    assert scores(state)[BLUE] == 115
    assert isinstance(state.phase, Gathering)
    assert "acquire ANG" in lines(state, 1)
    assert "acquire ANG" not in lines(do(state, "1: acquire ANG"), 1)


def test_v4_6_points_that_were_halved_away_bring_no_angel() -> None:
    """V4.6: 15 would have reached the hundred, 7 do not."""
    state = fought("LIO C3(4)", "SER C4", mover=ATTACKER, step="strike-back", scores=(0, 90))
    state, _ = struck(state, "C3")

    assert scores(state)[BLUE] == 97
    assert not any(line.startswith("acquire") for line in lines(state, 1))


def test_v4_6_a_losers_points_bring_no_angel_and_pass_the_hundred() -> None:
    """V4.6, T-540: 90 + 21 = 111; what he wins afterwards reaches no other hundred."""
    state = fought("LIO C3(4), LIO D4(4), OGR B3(5)", "SER C4", mover=ATTACKER, step="strike-back", scores=(90, 0))
    state, _ = struck(state, "C3", "D4", "B3")

    assert scores(state) == [111, 21]
    assert not any(line.startswith("acquire") for seat in (0, 1) for line in lines(state, seat))
    assert state.bank["ANG"] == rules_for({}).kinds["ANG"].stack

    state = placed("Red 111: Rd01@1>3 LIO; Rd09@20 TTN", "Blue: Bu01@1 OGR OGR LIO; Bu09@30 TTN")
    state = do(state, "done", "1: flee")
    assert scores(state)[RED] == 130
    assert not any(line.startswith("acquire") for line in lines(state))


def test_v4_7_both_sides_points_come_from_the_same_state() -> None:
    """V4.7: Titans fall on both sides at scores of 96; neither is worth more for the points of the other."""
    state = fought(
        "TTN C3(5), LIO D4(4)", "TTN C4(5), CEN D5", mover=ATTACKER, step="strike", scores=(96, 96),
        red="Rd02@20 OGR", blue="Bu02@30 OGR",
    )  # fmt: skip
    state, events = struck(state, "C3", "D4", "C4")

    assert [(e.seat, e.points) for e in events if isinstance(e, Scored)] == [(RED, 24), (BLUE, (24 + 15) // 2)]


@pytest.mark.parametrize(("option", "attacker"), [("entered_only", 18), ("never", 0)])
def test_v4_8_the_consolation_of_who_gives_up_is_an_option(option: str, attacker: int) -> None:
    """V4.8: in example h; who loses without giving up keeps his."""
    assert scores(example_h(consolation_on_concession=option)) == [attacker, 30]
    assert scores(example_a(consolation_on_concession=option)) == [21, 21]


# --- where the counters go ---


def test_v5_1_creatures_are_gone_for_good_and_lords_go_back() -> None:
    """V5.1: slain or conceded; lords only once the engagement is over."""
    state = fought("ANG C3(5), LIO D4(4)", "SER C4", mover=ATTACKER, step="strike-back", scores=(0, 95))
    before = state.bank["ANG"]
    state, _ = struck(state, "C3", "D4")
    assert isinstance(state.phase, Gathering)
    assert (state.bank["ANG"], state.dead["ANG"]) == (before, 1)
    state = do(state, "1: done")
    assert (state.bank["ANG"], state.dead["ANG"], state.dead["LIO"]) == (before + 1, 0, 1)

    state = example_h()
    assert (state.dead["ANG"], state.dead["UNI"], state.dead["OGR"]) == (0, 1, 1)
    assert state.bank["ANG"] == before + 1


def late(version: int = VERSION, **options: Unpack[Options]) -> State:
    """The attacker's Lion and a Centaur of the defender's stayed off the map; the attacker's Centaur is slain."""
    state = fought("CEN(2), LIO", "OGR E4, CEN", in_round=1, version=version, **options)
    return struck(do(state, "1: done", "maneuver CEN D4", "done"), "D4")[0]


def test_v5_2_who_never_came_onto_the_map_goes_back_to_the_stacks_and_scores() -> None:
    """V5.2, T-521, V5.7: A is 12, D and what the attacker lost are 24 and 27. Nobody has killed them."""
    kinds = rules_for({}).kinds
    state = late()

    assert contents(state, "Bu01") == "OGR"
    assert (state.bank["LIO"], state.dead["LIO"]) == (kinds["LIO"].stack, 0)
    assert (state.bank["CEN"], state.dead["CEN"]) == (kinds["CEN"].stack - 1, 1)
    assert scores(state) == [6, 13]
    assert [player.trophies for player in state.players] == [(), ("CEN",)]


def test_v5_2_they_count_for_nothing_by_option() -> None:
    """V5.2: `offboard_scores`; A and A_lost are 12, D is 12. They go back all the same."""
    state = late(offboard_scores="off")

    assert scores(state) == [6, 6]
    assert (state.dead["LIO"], state.dead["CEN"]) == (0, 1)


def test_v5_2_in_games_of_before_they_were_sent_in_and_slain_as_well() -> None:
    """V5.2: A is 27, K is 12, D is 24; half of A is more than K."""
    assert scores(late(version=BEFORE, offboard_scores="on")) == [13, 13]


@pytest.mark.parametrize(("option", "attacker"), [("off", 15), ("on", 27)])
def test_v5_2_a_winner_gets_the_value_of_those_who_stayed_off(option: str, attacker: int) -> None:
    """V4.1, V5.2: the defender's Ogre never came; by option it counts for nothing."""
    state = fought("CEN", "LIO E4(4), OGR", in_round=1, offboard_scores=option)

    state, _ = struck(do(state, "1: done", "maneuver CEN D4", "done"), "E4")

    assert scores(state) == [attacker, 0]


def test_v4_1_example_i() -> None:
    """V4.1, V5.2, T-582: A 80, D 48 with the Ogre that never entered."""
    state = fought("COL C3(9), COL D4(9)", "SER C4, OGR", in_round=1, mover=DEFENDER)

    state, _ = struck(do(state, "1: done"), "C3", "D4")

    assert scores(state) == [40, 40]


def test_v4_1_example_j() -> None:
    """V4.1, V5.2, T-582: a defender of whom nobody enters gives as much as one who concedes."""
    state = do(fought("OGR, OGR", "SER, SER", in_round=1), "1: done", "done")

    assert scores(state) == [72, 0]
    assert (state.dead["SER"], state.bank["SER"]) == (0, rules_for({}).kinds["SER"].stack)
    assert scores(do(met("OGR OGR", "SER SER"), "1: waive", "1: concede")) == [72, 0]


def test_v4_4_example_k() -> None:
    """V4.4, V5.2, T-582: K 24 is slain; the Ogre that never entered is part of D alone."""
    state = fought("LIO C3(4), CEN D4(2)", "GAR C4(3), OGR D5(5), OGR", in_round=1, mover=DEFENDER)

    state, _ = struck(do(state, "1: done"), "C3", "D4", "C4", "D5")

    assert not {"Rd01", "Bu01"} & set(state.legions)
    assert scores(state) == [24, 0]


def test_v5_2_an_attacker_of_whom_nobody_enters_gains_nothing_by_it() -> None:
    """V4.1, V5.2: the defender gets the half that a concession would have given."""
    state = do(fought("SER, COL", "OGR D6", in_round=1, mover=ATTACKER), "done")

    assert scores(state) == [0, (36 + 40) // 2]
    assert scores(do(met("SER COL", "OGR"), "1: waive", "0: concede")) == [0, (36 + 40) // 2]


def test_v5_3_who_failed_to_enter_is_scored_by_a_later_concession_and_not_killed() -> None:
    """V5.2, V5.3, V4.1: the defender's Ogre never came, the Lion is given up in his next Maneuver Phase."""
    state = do(fought("CEN A1", "LIO D6, OGR", in_round=1), "1: done", "done")

    state = do(state, "1: concede", "done")

    assert scores(state) == [15 + 12, 0]
    assert (state.dead["LIO"], state.dead["OGR"]) == (1, 0)


def test_v5_3_a_concession_kills_those_off_the_map() -> None:
    state, events = told(fought("UNI A1, LIO", "BEH D6", mover=ATTACKER, in_round=1), "concede")

    assert Conceded(1, RED, "Rd01", ("LIO", "UNI"), True) in events
    assert (state.dead["LIO"], state.dead["UNI"]) == (1, 1)
    assert scores(state) == [12, (24 + 15) // 2]


def test_v5_4_on_time_the_survivors_go_back_and_the_slain_stay_dead() -> None:
    """V5.4, V5.7: of example e, with one Warbear slain before."""
    kinds = rules_for({}).kinds
    state = fought("GIA C3, WBR D4(5), WBR A1", "CYC C4(8), CYC D5", mover=ATTACKER, step="strike", in_round=7)
    state, _ = struck(state, "C4", "D4")

    assert (state.bank["GIA"], state.dead["GIA"]) == (kinds["GIA"].stack, 0)
    assert (state.bank["WBR"], state.dead["WBR"]) == (kinds["WBR"].stack - 1, 1)
    assert state.dead["CYC"] == 1
    assert "Rd01" not in state.legions
    assert state.players[BLUE].trophies == ("WBR",)
    assert state.players[RED].trophies == ("CYC",)
    assert scores(state) == [32, 0]


@pytest.mark.parametrize(
    ("option", "fled_dead", "agreed_dead"), [("fled", 0, 2), ("none", 2, 2), ("fled_and_agreed", 0, 0)]
)
def test_v5_5_who_flees_goes_back_and_who_is_given_up_by_agreement_is_retired(
    option: str, fled_dead: int, agreed_dead: int
) -> None:
    """V5.5: `fled_returns`, its default first; V5.6: given up they are kills wherever they go, fled they are not."""
    fled = do(met("LIO", "OGR OGR", fled_returns=option), "1: flee")
    agreed = do(met("LIO", "OGR OGR", fled_returns=option), "offer defender -", "1: accept defender -", "done")

    for state, dead in ((fled, fled_dead), (agreed, agreed_dead)):
        assert state.dead["OGR"] == dead
        assert state.bank["OGR"] == rules_for({}).kinds["OGR"].stack - dead
    assert scores(fled) == [12, 0]
    assert scores(agreed) == [24, 0]
    assert [state.players[RED].trophies for state in (fled, agreed)] == [(), ("OGR", "OGR")]


@pytest.mark.parametrize(("option", "killed"), [("off", ("OGR", "OGR")), ("on", ())])
def test_v5_6_in_games_of_before_they_were_kills_unless_they_went_back(option: str, killed: tuple[str, ...]) -> None:
    """V5.6: whoever fled and whoever was given up by agreement, by `fled_returns` as it was then."""
    fled = do(met("LIO", "OGR OGR", version=BEFORE, fled_returns=option), "1: flee")
    agreed = do(met("LIO", "OGR OGR", version=BEFORE, fled_returns=option), "offer defender -")
    agreed = do(agreed, "1: accept defender -")

    assert [state.players[RED].trophies for state in (fled, agreed)] == [killed, killed]


def test_v5_5_a_legion_that_flees_goes_back_unless_it_is_chosen_otherwise() -> None:
    assert rules_for(variant()).fled_returns == "fled"


def test_v5_5_who_concedes_never_goes_back() -> None:
    """V5.1, V5.5: `fled_returns` is about flight and agreement."""
    state = do(met("LIO", "OGR OGR", fled_returns="fled_and_agreed"), "1: waive", "1: concede")

    assert state.dead["OGR"] == 2


def test_v5_8_agreed_losses_may_include_a_titan() -> None:
    """V5.8, against R9.7: it goes back to its owner; somebody has to be left."""
    state = met("TTN OGR", "LIO LIO")
    assert refused(state, "offer defender TTN,OGR") == "offer-nobody-left"

    state = do(state, "offer defender TTN", "1: accept defender TTN")

    assert contents(state, "Rd01") == "OGR"
    assert scores(state) == [30, 0]
    assert not state.players[RED].out
    assert state.players[BLUE].trophies == ("TTN",)


def test_v5_8_in_games_of_before_a_titan_stayed() -> None:
    """R9.7"""
    state = met("TTN OGR", "LIO LIO", version=BEFORE)

    assert refused(state, "offer defender TTN") == "offer-titan"
    assert [line for line in lines(state) if line.startswith("offer defender")] == [
        "offer defender -",
        "offer defender OGR",
    ]


def test_v5_6_whom_a_player_killed_is_listed_for_all() -> None:
    """V5.6: both sides' kills; it changes nothing else."""
    state = example_c()

    assert state.players[RED].trophies == ("OGR", "CYC")
    assert state.players[BLUE].trophies == ("OGR", "LIO", "LIO")
    for viewer in (None, RED, BLUE):
        assert [player.trophies for player in TITAN.view(state, viewer).players] == [
            ("OGR", "CYC"),
            ("OGR", "LIO", "LIO"),
        ]


def test_v5_7_who_went_back_may_be_mustered_at_once() -> None:
    """V5.7: the last Centaur stayed off the map and comes back with the next muster."""
    state = fought("LIO E5(4), CEN", "OGR D6", in_round=1, mover=ATTACKER, red="Rd09@20>3 TTN CEN CEN")
    state, _ = struck(do(with_stack(state, CEN=0), "done"), "E5")

    assert state.bank["CEN"] == 1
    assert "muster Rd09 CEN CEN" in lines(state)
