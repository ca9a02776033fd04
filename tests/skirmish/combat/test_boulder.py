"""Throw Boulder: a melee attack of two dice, two hexes far (B20)."""

from __future__ import annotations

from engine.skirmish.combat import strength
from engine.skirmish.combat.strength import Reason
from engine.skirmish.units import Effect, Turn
from tests.skirmish.field import DAQAN, UTHUK
from tests.skirmish.fights import battle, damage, moves

FAR = "uthuk/mountain_giant@E7* yeoman_archers@C8"


def test_scenario_091_strikes_and_cleaves_hit_and_pierces_do_not() -> None:
    table = battle(FAR, active=UTHUK).does(UTHUK, "attack E7 C8 boulder")
    assert table.wanted == 2
    assert damage(table.rolls("SC"), "C8") == 2
    none = battle(FAR, active=UTHUK).does(UTHUK, "attack E7 C8 boulder").rolls("PP")
    assert damage(none, "C8") == 0


def test_scenario_092_what_stands_between_hides_the_target() -> None:
    table = battle(f"{FAR} yeoman_archers@D7", active=UTHUK)
    assert table.can(UTHUK, "attack") == {"attack E7 D7 strike", "attack E7 D7 boulder"}
    why = table.refused(UTHUK, "attack E7 C8 boulder")
    assert (why.code, why.facts["blockers"], why.facts["possible"]) == ("attack-sight", ("D7",), ("D7",))


def test_scenario_093_it_drives_away_and_brings_neither_counter_nor_advance() -> None:
    table = battle(FAR, active=UTHUK).does(UTHUK, "attack E7 C8 boulder").rolls("MS")
    assert damage(table, "C8") == 1
    assert moves(table, "retreat") == ["C8-B8"]
    assert not table.can(DAQAN, "counter")
    assert not table.can(UTHUK, "advance")


def test_a_target_that_was_destroyed_two_hexes_away_is_not_followed() -> None:
    units = "uthuk/mountain_giant@E7* yeoman_archers@C8:1"
    table = battle(units, active=UTHUK).does(UTHUK, "attack E7 C8 boulder").rolls("SP")
    assert table.state.at("C8") is None
    assert not table.can(UTHUK, "advance")


def test_scenario_094_against_a_neighbour_there_is_the_choice_and_one_attack() -> None:
    table = battle("uthuk/mountain_giant@E7* yeoman_archers@E8", active=UTHUK)
    assert table.can(UTHUK, "attack") == {"attack E7 E8 strike", "attack E7 E8 boulder"}
    giant, archers = table.at("E7"), table.at("E8")
    assert strength.dice(table.state, giant, archers, "strike") == (4, (Reason("base", "combat", 4),))
    assert strength.dice(table.state, giant, archers, "boulder") == (2, (Reason("base", "boulder", 2),))
    table.does(UTHUK, "attack E7 E8 boulder").rolls("PP").does(DAQAN, "stay")
    assert not table.can(UTHUK, "attack")


def test_a_boulder_at_a_neighbour_may_be_answered_and_followed() -> None:
    units = "uthuk/mountain_giant@E7* yeoman_archers@E8"
    answered = battle(units, active=UTHUK).does(UTHUK, "attack E7 E8 boulder").rolls("PP")
    assert answered.can(DAQAN, "counter")
    followed = battle(units, active=UTHUK).does(UTHUK, "attack E7 E8 boulder").rolls("MP")
    assert followed.can(UTHUK, "advance")


def test_scenario_095_three_hexes_are_too_far() -> None:
    table = battle("uthuk/mountain_giant@E7* yeoman_archers@C8 yeoman_archers@E10", active=UTHUK)
    assert table.can(UTHUK, "attack") == {"attack E7 C8 boulder"}
    why = table.refused(UTHUK, "attack E7 E10 boulder")
    assert (why.code, why.facts["distance"], why.facts["far"]) == ("attack-range", 3, 2)
    assert why.facts["possible"] == ("C8",)


def test_scenario_096_the_cap_of_a_forest_changes_nothing() -> None:
    table = battle(FAR, active=UTHUK, land={"C8": "forest"}).does(UTHUK, "attack E7 C8 boulder")
    assert table.wanted == 2


def test_scenario_152_flying_makes_it_one_die() -> None:
    table = battle("uthuk/mountain_giant@E7* roc_warrior@C8", active=UTHUK).does(UTHUK, "attack E7 C8 boulder")
    assert table.wanted == 1
    assert damage(table.rolls("P"), "C8") == 0


def test_scenario_153_a_counter_is_no_boulder() -> None:
    table = battle("uthuk/mountain_giant@E7 citadel_guard@E8*").does(DAQAN, "attack E8 E7 strike").rolls("PPP")
    assert {line for line in table.can(UTHUK) if line != "concede"} == {"counter", "stay"}
    table.does(UTHUK, "counter")
    assert table.wanted == 4
    far = battle("uthuk/mountain_giant@E7 yeoman_archers@E9*").does(DAQAN, "attack E9 E7 ranged").rolls("PP")
    assert not far.can(UTHUK, "counter")


def test_heavy_swing_of_a_boulder_reaches_neighbours_alone() -> None:
    units = "uthuk/mountain_giant@E7* yeoman_archers@C8 yeoman_archers@E8"
    table = battle(units, active=UTHUK).does(UTHUK, "attack E7 C8 boulder").rolls("HP")
    assert table.can(UTHUK, "commit") == {"commit heavy_swing E8"}
    table.does(UTHUK, "commit heavy_swing E8", "done")
    assert moves(table, "retreat") == ["E8-E9"]
    assert damage(table, "E8") == 1


def test_onslaught_is_for_boulders_too_and_arrows_are_not() -> None:
    turn = Turn(effects=(Effect("first_melee_dice", 1, 1, "onslaught"), Effect("ranged_dice", 1, 1, "arrow_volley")))
    table = battle(FAR, active=UTHUK, turn=turn).does(UTHUK, "attack E7 C8 boulder")
    assert table.wanted == 3
