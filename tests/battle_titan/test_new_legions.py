"""Whom a new legion is made of (V7, 7.2, 7.3). Expected values are those of the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine.core import Seat, Takeback
from engine.titan.actions import Spawn
from engine.titan.facts import Showed
from engine.titan.phases.spawn import fillers
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Mustering, Splitting, State, TowerDrawing
from tests.battle_titan.stories import placed, wiped_out
from tests.engine.positions import contents, do, lines, refused, supply, with_stack

GREEN, BLUE = Seat(0), Seat(1)

PATHS = {
    "Plains": ("CEN", "LIO", "MIN", "DRA", "COL"),
    "Marsh": ("OGR", "TRO", "WBR", "GIA", "COL"),
    "Jungle": ("GAR", "CYC", "", "BEH", "SER"),
}
FILLERS = ("LIO", "TRO", "CYC", "MIN", "WBR", "RAN", "GOR", "WLK", "GUA", "UNI", "ANG")
NOBODY: dict[str, int] = {}
JUNGLE_GONE = {"GAR": 0, "CYC": 0, "BEH": 0, "SER": 0}


def spawning(playing: str, stacks: dict[str, int], seats: int = 2, score: int = 0) -> State:
    """Green is about to make up his legion; Blue holds who is in play."""
    others = [f"Blue: Bu01@41 {playing}", "Red: Rd01@31 TTN", "Gold: Gd01@32 TTN", "Black: Bk01@33 TTN"][: seats - 1]
    return do(with_stack(wiped_out(*others, score=score), **stacks), "draw 4")


def made(state: State, *chosen: str) -> Counter[str]:
    """The legion, when these are chosen in order; fails if there is more or less to choose."""
    state = do(state, *(f"spawn {code}" for code in chosen), "marker Gr01")
    return Counter(contents(state, "Gr01").split())


def offered(state: State) -> list[str]:
    """The kinds that may be chosen from now; none if the legion is complete."""
    return [line.split()[1] for line in lines(state) if line.startswith("spawn")]


def legion(text: str) -> Counter[str]:
    return Counter(f"TTN {text}".split())


# --- the worked examples 7.3, through the door ---


@pytest.mark.parametrize(
    ("playing", "stacks", "wanted"),
    [
        pytest.param("TTN OGR CEN", NOBODY, "CEN CEN OGR OGR GAR GAR", id="1"),
        pytest.param("TTN", NOBODY, "CEN CEN OGR OGR GAR GAR", id="1, nobody in play"),
        pytest.param("LIO WBR BEH", NOBODY, "LIO CEN WBR TRO BEH CYC", id="2"),
        pytest.param("COL CYC", NOBODY, "COL DRA COL GIA CYC GAR", id="5"),
        pytest.param("COL CYC", {"COL": 1}, "COL DRA SER GIA CYC GAR", id="6"),
        pytest.param("MIN", {"MIN": 0}, "DRA LIO OGR OGR GAR GAR", id="7"),
        pytest.param("LIO TRO CYC", {"CEN": 0, "OGR": 0, "GAR": 0}, "LIO LIO TRO LIO CYC LIO", id="8"),
        pytest.param("TRO", {"WBR": 0}, "CEN CEN TRO OGR GAR GAR", id="9"),
    ],
)
def test_v7_1_worked_examples_without_a_choice(playing: str, stacks: dict[str, int], wanted: str) -> None:
    """7.3 #1, #2, #5 (V7.2), #6 (V7.3), #7, #8, #9; 7.2 steps 1 to 3."""
    assert made(spawning(playing, stacks)) == legion(f"ANG {wanted}")


def test_example_1_is_the_starting_legion() -> None:
    """7.3 #1"""
    assert tuple(sorted(made(spawning("TTN", {})).elements())) == tuple(sorted(rules_for({}).start))


def test_example_3() -> None:
    """7.3 #3: Behemoth by 2b; the weak slot is Ogre or Centaur."""
    state = spawning("CYC", {"CYC": 0, "GAR": 0})

    assert offered(state) == ["CEN", "OGR"]
    for choice in ("CEN", "OGR"):
        assert made(state, choice) == legion(f"ANG CEN CEN OGR OGR BEH {choice}")


def test_example_4() -> None:
    """7.3 #4: Dragon or Giant by 2c, then one of the tiers 2 to 3 of the others."""
    state = spawning("LIO TRO BEH", JUNGLE_GONE)

    assert offered(state) == ["GIA", "DRA"]
    for strong, weak in product(("GIA", "DRA"), ("LIO", "MIN", "TRO", "WBR")):
        assert set(offered(do(state, f"spawn {strong}"))) == {"LIO", "MIN", "TRO", "WBR"}
        assert made(state, strong, weak) == legion(f"ANG LIO CEN TRO OGR {strong} {weak}")


def test_example_10() -> None:
    """7.3 #10, V6.5: score 337 is Power 9, value 36."""
    state = spawning("TTN", {}, score=337)

    assert TITAN.view(state, None).players[GREEN].titan_power == 9
    assert state.rules.value("TTN", 337) == 36


def test_example_11() -> None:
    """7.3 #11, V6.6: seven, without an angel; any split or none."""
    state = spawning("TTN", {"ANG": 0, "ARC": 0})

    assert made(state) == legion("CEN CEN OGR OGR GAR GAR")
    state = do(state, "marker Gr01")
    assert "roll" in lines(state)
    assert {len(line.split()[3].split(",")) for line in lines(state) if line.startswith("split")} == {2, 3, 4, 5}


def test_step_1_an_archangel_if_there_is_no_angel() -> None:
    """7.2 step 1, T-534"""
    assert made(spawning("TTN", {"ANG": 0})) == legion("ARC CEN CEN OGR OGR GAR GAR")


# --- the other branches of 7.2 ---


def test_v7_1_each_path_is_treated_on_its_own() -> None:
    """V7.1: two basics, even if the other paths are far ahead."""
    assert made(spawning("COL SER", {})) == legion("ANG COL DRA COL GIA SER BEH")
    assert made(spawning("SER", {})) == legion("ANG CEN CEN OGR OGR SER BEH")
    assert made(spawning("GIA", {})) == legion("ANG CEN CEN GIA WBR GAR GAR")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("tier", range(5))
def test_v7_1_every_tier_of_every_path(path: str, tier: int) -> None:
    """7.1, 7.2 step 2a, 3a: the highest tier in play and its precursor, Behemoth's being Cyclops (T-529: Colossus)."""
    code = PATHS[path][tier]
    if not code:
        return
    wanted = []
    for kinds in PATHS.values():
        if code in kinds and tier:
            below = next(kinds[at] for at in range(tier - 1, -1, -1) if kinds[at])
            wanted += [code, below]
        else:
            wanted += [kinds[0], kinds[0]]

    assert made(spawning(code, {})) == legion(f"ANG {' '.join(wanted)}")


def test_v7_1_in_play_means_in_whoever_s_legion_now() -> None:
    """7.1, 7.3 #9: in any player's legion; neither the dead pile nor the stack counts."""
    state = wiped_out("Blue: Bu01@41 TTN", "Red: Rd01@31 OGR; Rd02@3 DRA")
    state = do(with_stack(state, GIA=3, SER=0), "draw 4")

    assert made(state) == legion("ANG DRA MIN OGR OGR GAR GAR")


def test_v7_1_of_several_tiers_in_play_the_highest_counts() -> None:
    """7.2 step 2.1"""
    assert made(spawning("CEN LIO MIN OGR TRO GAR BEH", {})) == legion("ANG MIN LIO TRO OGR BEH CYC")


def test_v7_1_by_option_his_own_legions_are_in_play_too() -> None:
    """7.1: "any player's Legion"; `titan_lost`."""
    state = placed("Green: Gr02@1 TRO", "Blue: Bu01@41 TTN", phase=TowerDrawing(), respawn_on="titan_lost")

    assert made(do(state, "draw 4")) == legion("ANG CEN CEN TRO OGR GAR GAR")


def test_v7_2_a_colossus_is_the_fifth_tier_of_two_paths() -> None:
    """V7.2: 7.3 #5; whichever path it came from."""
    assert made(spawning("COL", {})) == legion("ANG COL DRA COL GIA GAR GAR")


def test_v7_3_the_order_of_the_paths_decides_when_stock_runs_short() -> None:
    """V7.3: Plains, Marsh, Jungle: the last Centaur is Plains', then choices, then the list."""
    state = spawning("TTN", {"CEN": 1, "OGR": 1, "GAR": 0})

    assert offered(state) == []
    assert made(state) == legion("ANG CEN OGR LIO LIO LIO LIO")


def test_v7_4_lists_are_taken_in_their_order() -> None:
    """V7.4: the first available of the list of step 3, one after the other, and in the end nobody."""
    empty = dict.fromkeys(("CEN", "OGR", "GAR"), 0)
    for at, code in enumerate(FILLERS[:-1]):
        stacks = empty | dict.fromkeys(FILLERS[:at], 0)
        assert made(spawning("TTN", stacks)) == legion("ANG " + " ".join([code] * 6)), code
    none = empty | dict.fromkeys(FILLERS[:-1], 0)
    assert made(spawning("TTN", none | {"ANG": 4})) == legion("ANG ANG ANG ANG")
    assert made(spawning("TTN", empty | {"LIO": 1, "TRO": 2, "CYC": 1, "MIN": 9})) == legion(
        "ANG LIO TRO TRO CYC MIN MIN"
    )


def test_v7_4_the_list_of_the_strong_slot_is_hydra_archangel_titan() -> None:
    """7.2 step 2d, V7.4: no fifth tier is left anywhere."""
    gone = {"SER": 0, "COL": 0}
    assert made(spawning("SER", gone)) == legion("ANG CEN CEN OGR OGR HYD BEH")
    assert made(spawning("SER", gone | {"HYD": 0})) == legion("ANG CEN CEN OGR OGR ARC BEH")
    assert made(spawning("SER", gone | {"HYD": 0, "ARC": 0})) == legion("ANG CEN CEN OGR OGR TTN BEH")


def test_v7_5_titans_that_fill_a_gap_belong_to_no_player() -> None:
    """V7.5: six minus the number of players; with six players there is none, and the slot stays empty."""
    gone = {"SER": 0, "COL": 0, "HYD": 0, "ARC": 0}
    for seats in (2, 3, 4, 5):
        assert fillers(spawning("SER", gone, seats)) == 6 - seats
    assert made(spawning("SER", gone, 5)) == legion("ANG CEN CEN OGR OGR TTN BEH")
    six = [f"{c}: {m}01@{at} TTN" for c, m, at in (("Gold", "Gd", 2), ("Red", "Rd", 3), ("Black", "Bk", 4))]
    state = do(with_stack(wiped_out("Blue: Bu01@41 SER", "Brown: Br01@31 TTN", *six), **gone), "draw 4")
    assert made(state) == legion("ANG CEN CEN OGR OGR BEH")


def test_v7_5_fillers_run_out_and_are_of_one_power() -> None:
    """V7.5: each is worth Power x 4; one that another player holds is not there for the next."""
    gone = {"SER": 0, "COL": 0, "HYD": 0, "ARC": 0}
    colossal = do(with_stack(wiped_out("Blue: Bu01@41 COL SER", score=300), **gone), "draw 4", "marker Gr01")
    assert Counter(contents(colossal, "Gr01").split())["TTN"] == 4
    assert fillers(colossal) == 1
    assert supply(colossal, ["TTN"]) == {"TTN": 6}
    living = sum(colossal.rules.value("TTN", 300) for _ in range(4))
    assert living == 4 * 9 * 4


def test_2b_the_next_higher_tier_that_exists() -> None:
    """7.2 step 2b: above Cyclops comes Behemoth; nothing is above the fifth tier."""
    assert made(spawning("CYC", {"CYC": 0})) == legion("ANG CEN CEN OGR OGR BEH GAR")
    assert made(spawning("BEH", {"BEH": 0})) == legion("ANG CEN CEN OGR OGR SER CYC")
    assert made(spawning("TRO", {"TRO": 0})) == legion("ANG CEN CEN WBR OGR GAR GAR")


def test_2b_goes_no_further_than_one_tier() -> None:
    """7.2 step 2: with that gone as well it is 2c: a tier-t character of another path."""
    state = spawning("TRO", {"TRO": 0, "WBR": 0})

    assert set(offered(state)) == {"LIO", "CYC"}
    assert made(state, "CYC") == legion("ANG CEN CEN CYC OGR GAR GAR")


def test_3b_the_weak_slot_goes_to_the_same_tier_of_another_path() -> None:
    """7.2 step 3b: after 2a and 2b, of tier w alone."""
    state = spawning("DRA", {"MIN": 0})
    assert offered(state) == []
    assert made(state) == legion("ANG DRA WBR OGR OGR GAR GAR")

    state = spawning("MIN", {"MIN": 0, "LIO": 0})
    assert set(offered(state)) == {"TRO", "CYC"}
    assert made(state, "TRO") == legion("ANG DRA TRO OGR OGR GAR GAR")


def test_3b_after_2d_it_is_any_tier_from_w_to_below_t() -> None:
    """7.2 step 3b: Serpent in play, w is 4 (Behemoth), t - 1 is 4."""
    state = spawning("SER", {"SER": 0, "COL": 0, "BEH": 0})

    assert set(offered(state)) == {"DRA", "GIA"}
    assert made(state, "DRA") == legion("ANG CEN CEN OGR OGR HYD DRA")


def test_3c_lower_tiers_one_by_one_own_path_first() -> None:
    """7.2 step 3c"""
    gone = {"MIN": 0, "WBR": 0}
    assert made(spawning("DRA", gone)) == legion("ANG DRA LIO OGR OGR GAR GAR")
    state = spawning("DRA", gone | {"LIO": 0})
    assert set(offered(state)) == {"TRO", "CYC"}
    state = spawning("DRA", gone | {"LIO": 0, "TRO": 0, "CYC": 0})
    assert made(state) == legion("ANG DRA CEN OGR OGR GAR GAR")
    state = spawning("DRA", gone | {"LIO": 0, "TRO": 0, "CYC": 0, "CEN": 0})
    assert set(offered(state)) == {"OGR", "GAR"}


def test_3d_everything_gone_leads_to_the_list() -> None:
    """7.2 step 3d"""
    low = dict.fromkeys(("MIN", "WBR", "LIO", "TRO", "CYC", "CEN", "OGR", "GAR"), 0)

    assert made(spawning("DRA", low)) == legion("ANG DRA RAN RAN RAN RAN RAN")


def test_basic_slots_take_a_first_tier_of_another_path() -> None:
    """7.2 step 3, C1: the player's choice for each slot."""
    state = spawning("TTN", {"CEN": 0})

    assert offered(state) == ["GAR", "OGR"]
    assert made(state, "GAR", "OGR") == legion("ANG GAR OGR OGR OGR GAR GAR")
    assert made(state, "OGR", "OGR") == legion("ANG OGR OGR OGR OGR GAR GAR")


def test_the_last_of_a_kind_leaves_no_choice() -> None:
    """7.2: stock as it is after the previous steps: one Gargoyle, then only Ogres."""
    state = spawning("TTN", {"CEN": 0, "GAR": 1})

    assert offered(do(state, "spawn GAR")) == []
    assert made(state, "GAR") == legion("ANG GAR OGR OGR OGR OGR OGR")


# --- choosing (V7.6, V7.7) ---


def test_v7_6_the_most_valuable_comes_first_then_the_alphabet() -> None:
    """V7.6: the first is what a time-out takes. Giant 28, Dragon 27; Warbear 18, Minotaur 16, Troll 16, Lion 15."""
    state = spawning("LIO TRO BEH", JUNGLE_GONE)

    assert offered(state) == ["GIA", "DRA"]
    assert offered(do(state, "spawn GIA")) == ["WBR", "MIN", "TRO", "LIO"]
    view = TITAN.view(state, GREEN).spawning
    assert view is not None
    assert view.options == ("GIA", "DRA")


def test_v7_6_choices_are_private_and_freely_taken_back() -> None:
    state = spawning("LIO TRO BEH", JUNGLE_GONE)
    chosen = do(state, "spawn DRA", "spawn MIN")

    for viewer in (None, BLUE):
        assert TITAN.view(chosen, viewer) == TITAN.view(state, viewer)
    assert TITAN.takeback(Spawn("DRA")) is Takeback.FREE
    assert TITAN.phase(chosen) == TITAN.phase(state)
    view = TITAN.view(chosen, GREEN).spawning
    assert view is not None
    assert (view.chosen, view.options) == (("DRA", "MIN"), ())


def test_v7_6_what_is_not_open_is_refused() -> None:
    state = spawning("LIO TRO BEH", JUNGLE_GONE)

    assert refused(state, "spawn COL") == "spawn-not-open"
    assert refused(state, "marker Gr01") == "phase-other"
    assert refused(state, "roll") == "phase-other"
    assert refused(state, "spawn DRA", seat=1) == "not-your-turn"
    complete = do(state, "spawn DRA", "spawn MIN")
    assert refused(complete, "spawn DRA") == "phase-other"
    assert refused(complete, "marker Bu02") == "marker-not-yours"


def test_v7_7_the_stacks_get_lower_for_all_to_see() -> None:
    state = spawning("LIO TRO BEH", JUNGLE_GONE)
    after = do(state, "spawn DRA", "spawn MIN", "marker Gr01")
    taken = Counter(contents(after, "Gr01").split())

    for viewer in (None, GREEN, BLUE):
        before = {code: left for code, left, _ in TITAN.view(state, viewer).caretaker}
        assert {code: left for code, left, _ in TITAN.view(after, viewer).caretaker} == {
            code: left - taken[code] for code, left in before.items()
        }


def hidden(playing: str = "LIO TRO BEH", **stacks: int) -> State:
    """The same, with the option that keeps the stacks hidden."""
    state = wiped_out(f"Blue: Bu01@41 {playing}", "Red: Rd01@31 TTN", hide_stacks_on_spawn="on")
    return do(with_stack(state, **(stacks or JUNGLE_GONE)), "draw 4")


def stacks_of(state: State, viewer: Seat | None) -> dict[str, int]:
    return {code: left for code, left, _ in TITAN.view(state, viewer).caretaker}


def test_v7_7_by_option_others_see_only_that_he_has_a_titan() -> None:
    """V7.7: `hide_stacks_on_spawn`; neither the legion nor the stacks tell more, whatever was chosen."""
    state = hidden()
    one = do(state, "spawn DRA", "spawn MIN", "marker Gr01")
    other = do(state, "spawn GIA", "spawn WBR", "marker Gr01")

    for viewer in (None, BLUE):
        assert TITAN.view(one, viewer) == TITAN.view(other, viewer)
        assert stacks_of(one, viewer) == {**stacks_of(state, viewer), "TTN": stacks_of(state, viewer)["TTN"] - 1}
        (seen,) = (legion for legion in TITAN.view(one, viewer).legions if legion.marker == "Gr01")
        assert (seen.creatures, seen.height) == (("TTN",), 8)
    assert stacks_of(one, GREEN) == dict(one.bank)


def test_v7_7_by_option_a_second_titan_is_hidden_like_the_rest() -> None:
    """V7.5, V7.7: it would tell that no fifth tier and no Hydra is left."""
    state = do(hidden("SER", SER=0, COL=0, HYD=0, ARC=0), "marker Gr01")
    assert Counter(contents(state, "Gr01").split())["TTN"] == 2

    (seen,) = (legion for legion in TITAN.view(state, BLUE).legions if legion.marker == "Gr01")
    assert seen.creatures == ("TTN",)
    assert stacks_of(state, BLUE)["TTN"] == state.bank["TTN"] + 1


def test_v7_7_by_option_what_becomes_known_leaves_the_stacks() -> None:
    """V7.7: a legion that is laid open is taken off; what is killed is in the dead pile."""
    state = wiped_out("Blue: Bu07@400 RAN RAN LIO; Bu02@41 TTN", "Red: Rd01@31 TTN", hide_stacks_on_spawn="on")
    state = do(state, "draw 4", "marker Gr01")
    before = stacks_of(state, None)
    assert before["LIO"] == state.bank["LIO"] + 1

    state = do(state, "1: fight")

    assert stacks_of(state, None) == dict(state.bank)
    assert stacks_of(state, Seat(2)) == dict(state.bank)


def test_v7_7_by_option_what_is_known_of_two_legions_together_stays_off_the_stacks() -> None:
    """V7.7: a Lion was shown before the split; which half holds it is not known, that it is one of them is."""
    state = do(hidden(), "spawn DRA", "spawn LIO", "marker Gr01")
    state = state.note(Showed("Gr01", ("LIO",)))
    before = stacks_of(state, None)
    assert before["LIO"] == state.bank["LIO"] + 1

    state = do(state, "split Gr01 Gr02 ANG,CEN,OGR,LIO")

    assert stacks_of(state, None) == before


def seen(state: State, marker: str) -> tuple[str, ...]:
    """What Blue is certain of in a legion."""
    return next(legion.creatures for legion in TITAN.view(state, BLUE).legions if legion.marker == marker)


def test_v7_7_by_option_a_lord_may_be_among_the_hidden_ones() -> None:
    """V7.5, V7.7: of two Titans one is known; each part shows one after the split, and both are off the stack."""
    state = do(hidden("SER", SER=0, COL=0, HYD=0, ARC=0), "marker Gr01", "split Gr01 Gr02 TTN,BEH")
    assert (seen(state, "Gr01"), seen(state, "Gr02"), stacks_of(state, BLUE)["TTN"]) == ((), (), state.bank["TTN"] + 1)

    state = state.note(Showed("Gr01", ("TTN",)), Showed("Gr02", ("TTN",)))

    assert (seen(state, "Gr01"), seen(state, "Gr02")) == (("TTN",), ("TTN",))
    assert stacks_of(state, BLUE)["TTN"] == state.bank["TTN"]


def test_v7_7_by_option_a_split_does_not_tell_how_many_lords_there_are() -> None:
    """V7.7, V6.6: eight with two lords had to part so, eight with three did not; all are shown the same."""
    worlds = []
    for last in ("OGR", "ARC"):
        eight = f"Green: Gr01@400 TTN ANG CEN CEN GAR GAR OGR {last}"
        state = placed(eight, "Blue: Bu01@41 TTN", phase=Splitting(), hide_stacks_on_spawn="on")
        worlds.append(do(state, "split Gr01 Gr02 ANG,CEN,CEN,GAR"))
    one, other = worlds

    assert one.history == other.history
    assert TITAN.view(one, BLUE) == TITAN.view(other, BLUE)


def test_v7_7_by_option_a_muster_of_the_same_kind_shows_nothing_of_the_hidden_one() -> None:
    """V7.7: a second Lion hidden in Gr01, or a Troll; Gr02 shows its Lion and musters another before all eyes."""
    worlds = []
    for choice in ("LIO", "TRO"):
        state = do(hidden(), "spawn DRA", f"spawn {choice}", "marker Gr01", "split Gr01 Gr02 ANG,CEN,OGR,LIO")
        moved = replace(state.legions["Gr02"], land=1, moved=True, side=3)
        worlds.append(do(replace(state.put(moved), phase=Mustering()), "muster Gr02 LIO LIO"))
    one, other = worlds

    assert one.bank != other.bank
    for viewer in (None, BLUE):
        assert stacks_of(one, viewer) == stacks_of(other, viewer)
        assert TITAN.view(one, viewer) == TITAN.view(other, viewer)


def every(state: State) -> Iterator[State]:
    """All ways to make up a legion."""
    kinds = offered(state)
    if not kinds:
        yield state
    for code in kinds:
        yield from every(do(state, f"spawn {code}"))


def test_whatever_is_chosen_nobody_is_taken_who_is_not_there() -> None:
    """7.2, over many short stacks: the stock is never overdrawn, and the legion has eight unless stock fails."""
    for seed, playing in enumerate(("LIO", "CYC", "BEH TRO", "COL", "DRA GIA SER", "MIN WBR CYC")):
        for short in (("CEN", "GAR"), ("OGR", "LIO", "BEH"), ("COL", "SER", "TRO"), ("MIN", "WBR", "GAR", "CYC")):
            for complete in every(spawning(playing, dict.fromkeys(short, seed % 2))):
                after = do(complete, "marker Gr01")
                assert min(after.bank.values()) >= 0
                assert after.legions["Gr01"].height == 8
