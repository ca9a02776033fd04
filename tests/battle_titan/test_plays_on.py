"""What stays and what goes in Battle Titan (V1), and how its options are chosen (section 8)."""

from __future__ import annotations

import pytest

from engine.core import Illegal, Seat
from engine.titan.events import Eliminated, Slain
from engine.titan.options import END_CONDITION, OPTIONS, VARIANT_OPTIONS
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Fighting, Gathering, Moving, Mustering, Over, Splitting
from tests.battle_titan.stories import fought, placed, scores, struck, variant
from tests.engine.positions import contents, do, lines, position, told

RED, BLUE, GREEN = Seat(0), Seat(1), Seat(2)


def test_v1_1_the_figures_and_tables_are_those_of_the_standard_game() -> None:
    """V1.1: setup, recruits, maps, angels and Titans' Power."""
    ours, theirs = rules_for(variant()), rules_for({})

    for name in ("kinds", "start", "chains", "tower", "board", "grounds", "max_height", "teleport_score", "colours"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert {option: getattr(ours, option) for option in OPTIONS if option != "variant"} == {
        option: getattr(theirs, option) for option in OPTIONS if option != "variant"
    }


def test_v1_1_a_standard_game_has_nothing_of_the_variant() -> None:
    rules = rules_for({})

    assert rules.eliminates
    assert (rules.ends, rules.offboard_returns, rules.hide_stacks_on_spawn) == ((), False, False)
    state = position("Red: Rd01@1>3 LIO LIO OGR; Rd09@20 TTN", "Blue 90: Bu01@1 SER; Bu09@30 TTN")
    assert scores(do(state, "done", "1: waive", "0: concede")) == [0, 132]


def test_v1_2_nobody_is_eliminated_by_the_loss_of_his_titan() -> None:
    """V1.2: no half-points, no markers, no victory of the last Titan; in battle, by concession and by agreement."""
    state = fought("LIO C3, LIO D4", "TTN C4(5)", mover=ATTACKER, step="strike", blue="Bu02@41 ANG LIO; Bu03@9 OGR")
    state, events = struck(state, "C4")

    assert not [event for event in events if isinstance(event, Eliminated)]
    assert scores(state) == [24, 0]
    assert not any(player.out for player in state.players)
    assert {"Bu02", "Bu03"} <= set(state.legions)
    assert not any(marker.startswith("Bu") for marker in state.players[RED].markers)
    assert "Bu01" in state.players[BLUE].markers

    state = placed("Red: Rd01@1>3 LIO", "Blue: Bu01@1 TTN; Bu02@41 OGR")
    conceded = do(state, "done", "1: concede")
    assert scores(conceded) == [24, 0]
    assert "Bu02" in conceded.legions
    agreed = do(state, "done", "offer both -", "1: accept both -")
    assert scores(agreed) == [0, 0]
    assert not isinstance(agreed.phase, Over)


def test_v1_2_the_last_titan_has_not_won() -> None:
    """V1.2, R19.6: both Titans fall together, and both players play on."""
    state = fought("TTN C3(5)", "TTN C4(5)", mover=ATTACKER, step="strike", red="Rd02@20 OGR", blue="Bu02@30 OGR")
    state, _ = struck(state, "C3", "C4")

    assert scores(state) == [24, 0]
    assert state.alive == (RED, BLUE)
    assert not isinstance(state.phase, Over)


def test_v1_3_a_battle_goes_on_when_a_titan_is_slain() -> None:
    """V1.3, T-522: two Ogres live on; the Titan of 100 points counts 7 x 4 when all are lost."""
    state = fought(
        "LIO C3, LIO D4",
        "TTN C4(6), OGR D6, OGR F3",
        mover=ATTACKER,
        step="strike",
        scores=(0, 100),
        blue="Bu02@30 OGR",
    )

    state, events = struck(state, "C4")

    assert Slain(BLUE, "Bu01", ("TTN",)) in events
    assert isinstance(state.phase, Fighting)
    assert contents(state, "Bu01") == "OGR OGR"
    assert scores(do(state, "1: concede")) == [7 * 4 + 24, 100]


def test_v1_4_without_a_titan_a_player_plays_on_with_what_he_has() -> None:
    """V1.4, T-541: he splits, moves and musters; with 400 points and a 6 there is no Titan Teleportation."""
    state = placed("Red 400: Rd01@100 ANG CEN CEN CEN", "Blue: Bu01@20 TTN", phase=Splitting())
    assert "split Rd01 Rd02 CEN,CEN" in lines(state)

    state = do(state, "roll", "draw 6")
    teleports = [line for line in lines(state) if line.startswith("teleport")]
    assert teleports
    assert all(line.endswith("ANG") for line in teleports)
    assert not any(line.startswith("teleport Rd01 20 ") for line in teleports)
    with_titan = placed("Red 400: Rd01@100 TTN CEN", "Blue: Bu01@20 TTN", phase=Moving(6))
    assert any(line.startswith("teleport Rd01 20 ") for line in lines(with_titan))


def test_v1_4_without_a_titan_no_warlock_is_mustered_for_it() -> None:
    for creatures, warlock in (("ANG CEN CEN", False), ("TTN CEN CEN", True), ("WLK CEN CEN", True)):
        state = placed(f"Red: Rd01@100>3 {creatures}", "Blue: Bu01@20 TTN", phase=Mustering())
        assert any(line.startswith("muster Rd01 WLK") for line in lines(state)) is warlock


def test_v1_5_a_slain_titan_goes_back_to_its_owner() -> None:
    """V1.5, V5.1: once the engagement is over; it is neither in the dead pile nor in play."""
    state = fought("LIO C3, LIO D4", "TTN C4(5)", mover=ATTACKER, step="strike", blue="Bu02@41 ANG LIO")
    before = state.bank["TTN"]

    state, _ = struck(state, "C4")
    state = do(state, "done") if isinstance(state.phase, Gathering) else state

    assert (state.bank["TTN"], state.dead["TTN"]) == (before + 1, 0)


def test_v1_5_in_the_standard_game_it_is_gone() -> None:
    state = position("Red: Rd01@1>3 LIO; Rd09@20 TTN", "Blue: Bu01@1 TTN", "Green: Gr01@31 TTN")
    state = do(state, "done", "1: concede")

    assert state.dead["TTN"] == 1


# --- options (section 8) ---


OWN = VARIANT_OPTIONS["battle_titan"]


@pytest.mark.parametrize("option", OWN)
def test_an_option_of_the_variant_is_refused_without_it(option: str) -> None:
    for options in ({option: OWN[option][0]}, {option: OWN[option][1], "variant": "standard"}):
        with pytest.raises(Illegal) as refusal:
            rules_for(options)
        assert refusal.value.code == "option-without-variant"
        assert refusal.value.facts["variant"] == "battle_titan"
    with pytest.raises(Illegal) as refusal:
        rules_for(variant(**{option: "perhaps"}))
    assert refusal.value.code == "option-value"


def test_end_conditions_are_refused_without_the_variant() -> None:
    with pytest.raises(Illegal) as refusal:
        rules_for({END_CONDITION: "turns 12"})

    assert refusal.value.code == "option-without-variant"


def test_every_value_of_every_option_makes_its_own_rules_and_the_default_none() -> None:
    for option, values in OWN.items():
        assert rules_for(variant(**{option: values[0]})) is rules_for(variant())
        assert len({id(rules_for(variant(**{option: value}))) for value in values}) == len(values)
    assert rules_for(variant(end_condition="turns 12")) is rules_for(variant())


def test_the_fields_say_what_was_chosen() -> None:
    chosen = rules_for(variant(**{option: values[-1] for option, values in OWN.items()}))

    assert chosen.tiebreak == "living_value"
    assert chosen.respawn_on == "titan_lost"
    assert chosen.fled_returns == "fled_and_agreed"
    assert chosen.spawn_attack_may_muster
    assert chosen.hide_stacks_on_spawn
    assert TITAN.new_game(2, variant()).rules is rules_for(variant())


def test_v1_1_concession_is_as_it_was() -> None:
    """V1.1: before a battle once flight is waived; a defender's concession lets the attacker summon."""
    state = placed("Red: Rd01@1>3 LIO; Rd09@20 TTN ANG", "Blue: Bu01@1 OGR; Bu02@41 TTN")

    state, _ = told(state, "done", "1: waive", "1: concede")

    assert "summon Rd09 ANG" in lines(state)
