"""Counters: who may strike back, when, and what a counter is not (B10, B11.4, B11.12, B8.6)."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.events import AttackDeclared, Declined, GameOver, LoreGained
from engine.skirmish.state import Over
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, moves


def hit(units: str, faces: str, *, attack: str = "E6 E7 strike", **more: object) -> Table:
    """An attack with these faces; the rest of its dice are lore, which hurts nobody."""
    table = battle(units, **more).does(_active(more), f"attack {attack}")  # type: ignore[arg-type]
    return table.rolls(faces + "L" * (table.wanted - len(faces)))


def _active(more: dict[str, object]) -> Seat:
    active = more.get("active", DAQAN)
    assert isinstance(active, int)
    return Seat(active)


def test_scenario_032_who_stands_its_ground_may_strike_back_or_not() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7", "P")
    assert table.awaited == {UTHUK}
    assert table.can(UTHUK) >= {"counter", "stay"}
    table.does(UTHUK, "counter")
    assert table.wanted == 3
    table.rolls("SPP")
    assert damage(table, "E6") == 1
    assert [event.counter for event in table.told(AttackDeclared)] == [False, True]


def test_scenario_032_refusing_is_told_and_is_the_end_of_it() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7", "P").does(UTHUK, "stay")
    assert table.told(Declined) == [Declined(UTHUK, "counter")]
    assert table.at("E6").attacks == 1


def test_scenario_031_ferocity_strikes_back_before_it_retreats() -> None:
    table = hit("citadel_guard@E6* obscenes@E7", "M")
    assert table.at("E7").kind == "obscenes"
    table.does(UTHUK, "counter").rolls("SPPP")
    assert damage(table, "E6") == 1
    assert moves(table, "retreat") == ["E7-E8"]
    assert "counter" not in table.can(UTHUK)
    assert "advance" in table.can(DAQAN)


def test_who_lets_ferocity_be_retreats_and_is_not_asked_again() -> None:
    table = hit("citadel_guard@E6* obscenes@E7", "M").does(UTHUK, "stay")
    assert moves(table, "retreat") == ["E7-E8"]
    blocked = hit("citadel_guard@E6* obscenes@E7 citadel_guard@E8", "M").does(UTHUK, "stay")
    assert blocked.at("E7").health == 3
    assert "counter" not in blocked.can(UTHUK)


def test_ferocity_without_a_retreat_is_an_ordinary_counter() -> None:
    table = hit("citadel_guard@E6* obscenes@E7", "S", lore=(0, 0))
    assert table.state.side(DAQAN).lore == 2
    assert "counter" in table.can(UTHUK)


def test_scenario_033_who_retreated_does_not_strike_back() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7 citadel_guard@E9 citadel_guard@F8", "M")
    assert moves(table, "retreat") == ["E7-E8"]
    assert not table.can(UTHUK, "counter")


def test_who_could_not_retreat_strikes_back() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7 citadel_guard@E8", "M")
    assert table.at("E7").health == 2
    assert table.can(UTHUK, "counter")


def test_scenario_034_a_counter_is_not_answered_and_does_not_advance() -> None:
    table = hit("citadel_guard@E6:1* blood_harvesters@E7 citadel_guard@D6", "P").does(UTHUK, "counter").rolls("SPP")
    assert table.state.at("E6") is None
    assert not table.can(UTHUK, "advance")
    assert not table.can(DAQAN, "counter")
    survived = hit("citadel_guard@E6* blood_harvesters@E7", "P").does(UTHUK, "counter").rolls("SPP")
    assert not survived.can(DAQAN, "counter")


def test_scenario_034_ferocity_does_not_answer_a_counter() -> None:
    table = hit("obscenes@E6* yeoman_archers@E7", "PPPP", active=UTHUK).does(DAQAN, "counter").rolls("MP")
    assert moves(table, "retreat") == ["E6-E5"]
    assert not table.can(UTHUK, "counter")


def test_scenario_036_nobody_strikes_back_at_the_vigilant() -> None:
    table = hit("riverwatch_riders@E6* blood_harvesters@E7", "P")
    assert not table.can(UTHUK, "counter")
    ferocious = hit("riverwatch_riders@E6* obscenes@E7", "M")
    assert moves(ferocious, "retreat") == ["E7-E8"]


def test_the_vigilant_may_be_struck_back_at_by_nobody_but_strike_back_themselves() -> None:
    table = hit("riverwatch_riders@E6 blood_harvesters@E7*", "P", attack="E7 E6 strike", active=UTHUK)
    assert table.can(DAQAN, "counter")


def test_scenario_038_a_ranged_unit_strikes_back_with_its_ranged_attack() -> None:
    table = hit("citadel_guard@E6* viper_legion@E7", "P").does(UTHUK, "counter")
    assert table.wanted == 2
    table.rolls("SP")
    assert table.at("E6").health == 2
    assert [event.how for event in table.told(AttackDeclared)] == ["strike", "ranged"]


def test_scenario_043_the_stunned_do_not_strike_back() -> None:
    table = hit("citadel_guard@E6 blood_harvesters@E7*", "P", attack="E7 E6 strike", active=UTHUK)
    assert table.can(DAQAN, "counter")
    stunned = hit("citadel_guard@E6,stunned blood_harvesters@E7*", "P", attack="E7 E6 strike", active=UTHUK)
    assert not stunned.can(DAQAN, "counter")


def test_nobody_strikes_back_at_archers_from_afar() -> None:
    table = hit("yeoman_archers@E6* viper_legion@E8", "", attack="E6 E8 ranged")
    assert not table.can(UTHUK, "counter")


def test_scenario_040_two_shots_for_who_stood_still() -> None:
    table = hit("yeoman_archers@E5* blood_harvesters@E8", "S", attack="E5 E8 ranged")
    assert table.can(DAQAN, "attack") == {"attack E5 E8 ranged"}
    table.does(DAQAN, "attack E5 E8 ranged").rolls("SS")
    assert not table.can(DAQAN, "attack")


def test_scenario_040_one_shot_for_who_moved() -> None:
    table = hit("yeoman_archers@E5,ordered,moved=1 blood_harvesters@E8", "S", attack="E5 E8 ranged")
    assert not table.can(DAQAN, "attack")


def test_scenario_040_none_for_who_was_struck_down_in_between() -> None:
    table = hit("yeoman_archers@E6:1* blood_harvesters@E7", "S", attack="E6 E7 ranged").does(UTHUK, "counter")
    table.rolls("SPP")
    assert table.state.at("E6") is None
    assert not table.can(DAQAN, "attack")


def test_who_is_stunned_by_a_counter_attacks_no_more() -> None:
    table = hit("rune_golems@E7 viper_legion@E6*", "", attack="E6 E7 ranged", active=UTHUK)
    table.does(DAQAN, "counter").rolls("HPPP").does(DAQAN, "commit stunning_blow -", "done")
    assert table.at("E6").stunned
    assert not table.can(UTHUK, "attack")


def test_scenario_160_the_last_unit_dies_of_a_counter() -> None:
    table = hit("citadel_guard@E6:1* blood_harvesters@E7", "P", alone=True).does(UTHUK, "counter").rolls("SPP")
    assert table.state.phase == Over(UTHUK, "destroyed")
    assert table.told(GameOver) == [GameOver(UTHUK, "destroyed")]
    assert not table.awaited


def test_the_game_ends_with_the_last_defender_too() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7:1", alone=True)
    table.does(DAQAN, "attack E6 E7 strike").rolls("SLL")
    assert table.state.phase == Over(DAQAN, "destroyed")


def test_scenario_126_destroying_all_wins_a_scenario_at_once() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7:1", alone=True, scenario="thunderclap")
    table.does(DAQAN, "attack E6 E7 strike").rolls("SLL")
    assert table.state.phase == Over(DAQAN, "destroyed")
    back = battle("citadel_guard@E6:1 blood_harvesters@E7*", alone=True, scenario="thunderclap", active=UTHUK)
    back.does(UTHUK, "attack E7 E6 strike").rolls("SPP")
    assert back.state.phase == Over(UTHUK, "destroyed")


def test_scenario_170_the_attacker_falls_in_its_own_attack() -> None:
    table = hit("citadel_guard@E6:1* obscenes@E7", "MLL", lore=(0, 0)).does(UTHUK, "counter").rolls("SPPP")
    assert table.state.at("E6") is None
    assert table.state.side(DAQAN).lore == 2
    assert moves(table, "retreat") == ["E7-E8"]
    assert not table.can(DAQAN, "advance")


def test_lore_of_a_counter_is_that_of_who_rolled() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7", "PPP").does(UTHUK, "counter").rolls("LLP")
    assert table.told(LoreGained) == [LoreGained(UTHUK, 2, "dice")]
    assert (table.state.side(DAQAN).lore, table.state.side(UTHUK).lore) == (0, 2)


def test_a_counter_drives_back_and_the_attacker_is_gone_from_its_hex() -> None:
    table = hit("riverwatch_riders@E7 blood_harvesters@E6*", "PPP", active=UTHUK).does(DAQAN, "counter").rolls("MPP")
    assert moves(table, "retreat") == ["E6-E5"]
    assert not table.can(UTHUK, "advance")


def test_who_was_driven_back_before_the_target_left_cannot_reach_its_hex() -> None:
    table = hit("riverwatch_riders@E8 citadel_guard@F9 obscenes@E7 yeoman_archers@E6*", "", attack="E6 E7 ranged")
    table.does(UTHUK, "counter").rolls("MPPP")
    assert moves(table, "retreat") == ["E6-E5"]
    melee = battle("rune_golems@E6:1* obscenes@E7", lore=(0, 0)).does(DAQAN, "attack E6 E7 strike").rolls("MPPP")
    melee.does(UTHUK, "counter").rolls("MMPP")
    assert moves(melee, "retreat") == ["E6-E5", "E7-E8"]
    assert not melee.can(DAQAN, "advance")


def test_the_turn_goes_on_with_who_has_not_attacked_yet() -> None:
    table = hit("citadel_guard@E6* citadel_guard@F6* blood_harvesters@E7", "P").does(UTHUK, "counter")
    table.rolls("PPP")
    assert table.can(DAQAN, "attack") == {"attack F6 E7 strike"}
