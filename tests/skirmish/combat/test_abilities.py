"""What heroic dice are put to: stunning blows, poison, frenzy, rending (B8.3 step 4, B11)."""

from __future__ import annotations

import pytest

from engine.core import Takeback
from engine.skirmish.events import Damaged, GotPoisoned, HeroicSpent, Stunned
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Fighting
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, ignored, moves


def test_scenario_046_a_heroic_die_does_nothing_by_itself() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    assert table.can(UTHUK) >= {"commit poison -", "done"}
    table.does(UTHUK, "done")
    assert not table.at("E8").poisoned
    assert damage(table, "E8") == 1


def test_scenario_042_vipers_poison() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    table.does(UTHUK, "commit poison -")
    assert table.can(UTHUK) >= {"done"}
    assert not table.can(UTHUK, "commit")
    table.does(UTHUK, "done")
    assert table.at("E8").poisoned
    assert [event.hex for event in table.told(GotPoisoned)] == ["E8"]
    assert table.told(HeroicSpent) == [HeroicSpent(UTHUK, "poison", "-")]


def test_scenario_042_one_token_at_most() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HH")
    table.does(UTHUK, "commit poison -")
    assert not table.can(UTHUK, "commit")
    why = table.refused(UTHUK, "commit poison -")
    assert (why.code, why.facts["uses"]) == ("heroic-use", ())
    ill = battle("viper_legion@E6* citadel_guard@E8,poisoned", active=UTHUK).does(UTHUK, "attack E6 E8 ranged")
    ill.rolls("HP")
    assert not ill.can(UTHUK, "commit")
    assert not isinstance(ill.state.phase, Fighting)


def test_a_die_that_was_put_to_a_use_has_no_other() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HM")
    table.does(UTHUK, "commit poison -")
    why = table.refused(UTHUK, "commit poison -")
    assert (why.code, why.facts["spent"]) == ("heroic-none", 1)


def test_nobody_is_asked_without_a_heroic_die_or_a_use_for_it() -> None:
    plain = battle("citadel_guard@E6* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("HHH")
    assert plain.awaited == {UTHUK}
    none = battle("viper_legion@E6* citadel_guard@E7", active=UTHUK).does(UTHUK, "attack E6 E7 ranged").rolls("PP")
    assert none.awaited == {DAQAN}


def test_nobody_is_asked_what_to_do_to_a_unit_that_the_dice_destroy() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8:1", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    assert table.state.at("E8") is None
    assert not table.can(UTHUK, "commit")


def test_scenario_172_golems_stun() -> None:
    table = battle("rune_golems@E6* uthuk/riverwatch_riders@E7").does(DAQAN, "attack E6 E7 strike").rolls("HSPP")
    table.does(DAQAN, "commit stunning_blow -", "done")
    assert damage(table, "E7") == 1
    assert table.at("E7").stunned
    assert [event.hex for event in table.told(Stunned)] == ["E7"]
    assert not table.can(UTHUK, "counter")


def test_a_stunned_unit_is_not_stunned_again() -> None:
    table = battle("rune_golems@E6* blood_harvesters@E7,stunned").does(DAQAN, "attack E6 E7 strike").rolls("HSPP")
    assert not table.can(DAQAN, "commit")


def test_a_stunning_blow_takes_one_die() -> None:
    table = battle("rune_golems@E6* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("HHPP")
    table.does(DAQAN, "commit stunning_blow -")
    assert not table.can(DAQAN, "commit")


def test_a_stun_keeps_ferocity_from_striking_back() -> None:
    table = battle("rune_golems@E6* obscenes@E7").does(DAQAN, "attack E6 E7 strike").rolls("HMPP")
    table.does(DAQAN, "commit stunning_blow -", "done")
    assert moves(table, "retreat") == ["E7-E8"]
    assert table.at("E8").stunned


@pytest.mark.parametrize(("health", "uses"), [(1, 0), (2, 1), (3, 2)])
def test_scenario_041_frenzy_leaves_one_health(health: int, uses: int) -> None:
    table = battle(f"blood_harvesters@E6:{health}* rune_golems@E7", active=UTHUK).does(UTHUK, "attack E6 E7 strike")
    table.rolls("HHH" + "P" * (table.wanted - 3))
    for _ in range(uses):
        table.does(UTHUK, "commit frenzy -")
    assert not table.can(UTHUK, "commit")
    if uses:
        table.does(UTHUK, "done")
    assert damage(table, "E7") == uses
    assert table.at("E6").health == health - uses
    assert table.told(HeroicSpent) == [HeroicSpent(UTHUK, "frenzy", "-")] * uses


def test_frenzy_is_held_off_by_a_building_and_hurts_the_frenzied_all_the_same() -> None:
    table = battle("blood_harvesters@E6* citadel_guard@E7", active=UTHUK, land={"E7": "building"})
    table.does(UTHUK, "attack E6 E7 strike").rolls("HHP").does(UTHUK, "commit frenzy -", "done")
    assert damage(table, "E7") == 0
    assert table.at("E6").health == 2


def test_frenzy_that_is_held_off_whatever_is_put_to_it_is_no_use() -> None:
    """B8.3 step 5: it would hurt nobody but the frenzied."""
    table = battle("blood_harvesters@E6* citadel_guard@E7", active=UTHUK, land={"E7": "building"})
    table.does(UTHUK, "attack E6 E7 strike").rolls("HPP")

    assert not table.can(UTHUK, "commit")
    assert table.at("E6").health == 3


def test_frenzy_goes_no_further_than_to_destroy() -> None:
    table = battle("blood_harvesters@E6* citadel_guard@E7:1", active=UTHUK).does(UTHUK, "attack E6 E7 strike")
    table.rolls("HHP").does(UTHUK, "commit frenzy -")
    assert not table.can(UTHUK, "commit")
    table.does(UTHUK, "done")
    assert table.state.at("E7") is None
    assert table.at("E6").health == 2


def test_frenzy_may_be_worked_in_a_counter() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("PPP")
    table.does(UTHUK, "counter").rolls("HPP").does(UTHUK, "commit frenzy -", "done")
    assert (table.at("E6").health, table.at("E7").health) == (2, 2)


def test_scenario_174_rending_hurts_another_neighbour() -> None:
    table = battle("chaos_lord@E6* citadel_guard@E7 citadel_guard@F6", active=UTHUK)
    table.does(UTHUK, "attack E6 E7 strike").rolls("HPPP")
    assert table.can(UTHUK, "commit") == {"commit rend F6"}
    why = table.refused(UTHUK, "commit rend E7")
    assert (why.code, why.facts["possible"]) == ("heroic-target", ("F6",))
    table.does(UTHUK, "commit rend F6", "done")
    assert (table.at("E7").health, table.at("F6").health) == (3, 2)
    assert [(event.hex, event.why) for event in table.told(Damaged)] == [("F6", "rend")]


def test_scenario_174_with_nobody_else_beside_it_there_is_no_use() -> None:
    table = battle("chaos_lord@E6* citadel_guard@E7 citadel_guard@E8", active=UTHUK)
    table.does(UTHUK, "attack E6 E7 strike").rolls("HPPP")
    assert table.awaited == {DAQAN}


def test_rending_takes_any_number_of_dice_and_scores() -> None:
    table = battle("chaos_lord@E6* citadel_guard@E7:1 yeoman_archers@F6:2", active=UTHUK)
    table.does(UTHUK, "attack E6 E7 strike").rolls("HHHS")
    table.does(UTHUK, "commit rend F6", "commit rend F6")
    assert not table.can(UTHUK, "commit")
    table.does(UTHUK, "done")
    assert table.state.at("F6") is None
    assert table.state.at("E7") is None
    assert table.state.side(UTHUK).victory == 2


def test_rending_is_not_held_off_by_the_building_of_who_is_not_attacked() -> None:
    table = battle("chaos_lord@E6* citadel_guard@E7 citadel_guard@F6", active=UTHUK, land={"F6": "building"})
    table.does(UTHUK, "attack E6 E7 strike").rolls("HPPP").does(UTHUK, "commit rend F6", "done")
    assert table.at("F6").health == 2


def test_committing_is_taken_back_freely_and_closes_nothing() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    before = SKIRMISH.phase(table.state)
    commit = SKIRMISH.notation.parse("commit poison -")
    assert SKIRMISH.takeback(commit) is Takeback.FREE
    table.does(UTHUK, "commit poison -")
    assert SKIRMISH.phase(table.state) == before
    assert table.awaited == {UTHUK}


def test_a_step_of_a_combat_says_what_it_is_for() -> None:
    table = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    why = table.refused(UTHUK, "counter")
    assert (why.code, why.facts) == ("combat-step", {"step": "commit", "verbs": ("commit", "done")})
    assert table.refused(DAQAN, "counter").code == "not-your-turn"


def armored(table: Table, kind: str, amount: int) -> Table:
    """The same battle in a game whose tables give a kind of unit Armor, which no unit of the files has."""
    rules = table.state.rules
    row = rules.tables.kinds[kind]
    worn = replace(row, abilities={**row.abilities, "armor": amount})
    tables = replace(rules.tables, kinds={**rules.tables.kinds, kind: worn})
    return Table(replace(table.state, rules=replace(rules, tables=tables)))


@pytest.mark.parametrize(("faces", "held"), [("CCC", 2), ("SCP", 1), ("SSP", 0)])
def test_armor_holds_off_cleaves(faces: str, held: int) -> None:
    """B11.15."""
    table = armored(battle("citadel_guard@E6* blood_harvesters@E7"), "blood_harvesters", 2)
    table.does(DAQAN, "attack E6 E7 strike").rolls(faces)
    assert damage(table, "E7") == sum(face in "SC" for face in faces) - held
    assert ignored(table) == ([("E7", "damage", held, "armor")] if held else [])


def test_armor_has_nothing_to_hold_off_where_cleaves_do_not_hit() -> None:
    units = "citadel_guard@E6:1* blood_harvesters@E7"
    table = armored(battle(units), "blood_harvesters", 2).does(DAQAN, "attack E6 E7 strike").rolls("SCC")
    assert damage(table, "E7") == 1
    shot = armored(battle("yeoman_archers@E5* blood_harvesters@E7"), "blood_harvesters", 2)
    assert damage(shot.does(DAQAN, "attack E5 E7 ranged").rolls("PC"), "E7") == 1


def test_armor_comes_before_the_building() -> None:
    table = armored(battle("citadel_guard@E6* blood_harvesters@E7", land={"E7": "building"}), "blood_harvesters", 1)
    table.does(DAQAN, "attack E6 E7 strike").rolls("CCS")
    assert ignored(table) == [("E7", "damage", 1, "armor"), ("E7", "damage", 1, "building")]
    assert damage(table, "E7") == 1
