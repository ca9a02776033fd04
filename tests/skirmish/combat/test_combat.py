"""A combat from its declaration to its damage: who may be attacked, how many dice, what they do (B8, B3, B12, B20)."""

from __future__ import annotations

import pytest

from engine.skirmish.combat import reach, strength
from engine.skirmish.combat.strength import Reason
from engine.skirmish.events import AttackDeclared, Destroyed, DiceRolled, LoreGained, Scored
from engine.skirmish.state import Attacking, Moving
from engine.skirmish.tables import Tables
from engine.skirmish.units import Effect, Turn
from engine.skirmish.view import View
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, ignored


def dice(table: Table, attacker: str, target: str, how: str = "strike") -> tuple[int, tuple[Reason, ...]]:
    return strength.dice(table.state, table.at(attacker), table.at(target), how)


# Whom a unit may attack (B8.1, B8.2)


def test_a_melee_unit_reaches_its_neighbours_alone() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7 blood_harvesters@E8 citadel_guard@F6")
    assert table.can(DAQAN, "attack") == {"attack E6 E7 strike"}
    why = table.refused(DAQAN, "attack E6 E8 strike")
    assert why.code == "attack-beside"
    assert why.facts == {"unit": "citadel_guard", "hex": "E6", "target": "E8", "possible": ("E7",)}


def test_scenario_168_archers_shoot_at_a_neighbour_too_and_may_be_countered() -> None:
    table = battle("yeoman_archers@E6* blood_harvesters@E7")
    assert table.can(DAQAN, "attack") == {"attack E6 E7 ranged"}
    assert table.refused(DAQAN, "attack E6 E7 strike").facts["ways"] == ("ranged",)
    table.does(DAQAN, "attack E6 E7 ranged")
    assert table.wanted == 2
    table.rolls("SP")
    assert damage(table, "E7") == 1
    assert table.can(UTHUK) >= {"counter", "stay"}


def test_archers_reach_four_hexes_where_they_see() -> None:
    units = "yeoman_archers@E5* blood_harvesters@E9 blood_harvesters@E10 blood_harvesters@C5"
    table = battle(units, land={"D4": "forest", "D5": "hill"})
    assert table.can(DAQAN, "attack") == {"attack E5 E9 ranged"}
    far = table.refused(DAQAN, "attack E5 E10 ranged")
    assert far.code == "attack-range"
    assert far.facts == {
        "unit": "yeoman_archers", "hex": "E5", "target": "E10", "distance": 5, "near": 1, "far": 4, "possible": ("E9",)
    }  # fmt: skip
    hidden = table.refused(DAQAN, "attack E5 C5 ranged")
    assert hidden.code == "attack-sight"
    assert set(hidden.facts["blockers"]) <= {"D4", "D5"}  # type: ignore[call-overload]  # a tuple of hexes
    assert hidden.facts["possible"] == ("E9",)


def otherwise(table: Table, tables: Tables) -> Table:
    """The same battle in a game of other tables, such as an owner of the printed game may put in."""
    return Table(replace(table.state, rules=replace(table.state.rules, tables=tables)))


def test_a_range_that_begins_at_two_hexes_leaves_out_the_neighbours() -> None:
    """B8.2, B0: the table says how near a range begins."""
    table = battle("yeoman_archers@E6* blood_harvesters@E7 blood_harvesters@D7")
    tables = table.state.rules.tables
    archers = replace(tables.kinds["yeoman_archers"], range=(2, 4))
    table = otherwise(table, replace(tables, kinds={**tables.kinds, "yeoman_archers": archers}))

    assert table.can(DAQAN, "attack") == {"attack E6 D7 ranged"}
    assert table.refused(DAQAN, "attack E6 E7 ranged").code == "attack-range"


def test_only_an_ordered_unit_attacks_and_only_the_enemy() -> None:
    own = "citadel_guard@E6 citadel_guard@D6* citadel_guard@C6,ordered,stunned"
    table = battle(f"{own} blood_harvesters@E7 blood_harvesters@D7,ordered")
    assert table.can(DAQAN, "attack") == {"attack D6 E7 strike", "attack D6 D7 strike"}
    for line, code in (("attack E6 E7 strike", "unit-no-order"), ("attack E7 E6 strike", "unit-not-yours")):
        why = table.refused(DAQAN, line)
        assert (why.code, why.facts["units"]) == (code, ("D6",))
    assert table.refused(DAQAN, "attack D6 E6 strike").code == "attack-target"
    assert table.refused(DAQAN, "attack D6 C6 strike").facts["possible"] == ("E7", "D7")
    assert table.refused(DAQAN, "attack D6 Z9 strike").code == "hex-unknown"
    assert table.refused(DAQAN, "attack D6 E7 boulder").code == "attack-how"
    assert table.refused(DAQAN, "stay").code == "attack-stay"


def test_a_stunned_unit_does_not_attack() -> None:
    table = battle("citadel_guard@E6,ordered,stunned citadel_guard@D6* blood_harvesters@E7")
    assert table.can(DAQAN, "attack") == {"attack D6 E7 strike"}
    assert table.refused(DAQAN, "attack E6 E7 strike").code == "unit-stunned"


def test_each_ordered_unit_attacks_once_and_then_the_step_ends_by_itself() -> None:
    table = battle("citadel_guard@E6* citadel_guard@D7* blood_harvesters@E7")
    table.does(DAQAN, "attack E6 E7 strike").rolls("PPP").does(UTHUK, "stay")
    assert table.can(DAQAN, "attack") == {"attack D7 E7 strike"}
    assert table.refused(DAQAN, "attack E6 E7 strike").code == "attack-done"
    table.does(DAQAN, "attack D7 E7 strike").rolls("PPP").does(UTHUK, "stay")
    assert not isinstance(table.state.phase, Attacking)


def test_scenario_167_nobody_attacks_before_the_moves_are_finished() -> None:
    table = battle("citadel_guard@E6* citadel_guard@C6* blood_harvesters@E7", phase=Moving())
    assert table.refused(DAQAN, "attack E6 E7 strike").code == "phase-other"
    table.does(DAQAN, "move C6 D6", "done")
    assert table.can(DAQAN, "attack") == {"attack E6 E7 strike", "attack D6 E7 strike"}
    assert table.refused(DAQAN, "move E6 F6").code == "phase-other"


# The damage of the dice, B3


def test_scenario_025_strikes_and_cleaves_hit_in_melee() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("SCP")
    assert table.at("E7").health == 1
    (told,) = table.told(AttackDeclared)
    assert (told.seat, told.hex, told.target_hex, told.how, told.counter) == (DAQAN, "E6", "E7", "strike", False)
    assert [(event.seat, event.faces) for event in table.told(DiceRolled)] == [(DAQAN, ("strike", "cleave", "pierce"))]


def test_scenario_026_pierces_hit_at_range() -> None:
    table = battle("yeoman_archers@E5* blood_harvesters@E8").does(DAQAN, "attack E5 E8 ranged").rolls("PS")
    assert table.at("E8").health == 2


def test_scenario_027_a_weak_unit_does_not_hit_with_cleaves() -> None:
    table = battle("citadel_guard@E6:1* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("SCC")
    assert table.at("E7").health == 2


def test_scenario_028_who_has_one_figure_is_never_weak() -> None:
    table = battle("daqan/mountain_giant@E6:1* blood_harvesters@E7").does(DAQAN, "attack E6 E7 strike").rolls("SCMP")
    assert table.at("E7" if table.state.at("E7") else "E8").health == 1


def test_scenario_179_the_last_of_two_figures_is_weak() -> None:
    table = battle("obscenes@E7 rune_golems@E6*").does(DAQAN, "attack E6 E7 strike").rolls("SSPP").does(UTHUK, "stay")
    assert table.at("E7").health == 2
    weak = battle("obscenes@E7:2* citadel_guard@E6", active=UTHUK)
    weak.does(UTHUK, "attack E7 E6 strike").rolls("CCCP")
    assert weak.at("E6").health == 3
    strong = battle("obscenes@E7:3* citadel_guard@E6", active=UTHUK)
    strong.does(UTHUK, "attack E7 E6 strike").rolls("CPPP")
    assert strong.at("E6").health == 2


def test_scenario_030_a_building_holds_off_one_damage_and_lore_is_gained() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7", land={"E7": "building"}, lore=(1, 0))
    table.does(DAQAN, "attack E6 E7 strike").rolls("SCL")
    assert damage(table, "E7") == 1
    assert ignored(table) == [("E7", "damage", 1, "building")]
    assert table.state.side(DAQAN).lore == 2
    assert table.told(LoreGained) == [LoreGained(DAQAN, 1, "dice")]


def test_what_holds_nothing_off_is_not_told() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7", land={"E7": "building"})
    table.does(DAQAN, "attack E6 E7 strike").rolls("PPL")
    assert not ignored(table)
    assert not damage(table, "E7")


def test_a_counter_too_is_held_off_by_a_building() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7", land={"E6": "building"})
    table.does(DAQAN, "attack E6 E7 strike").rolls("PPP").does(UTHUK, "counter").rolls("SSP")
    assert damage(table, "E6") == 1


def test_scenario_078_ruins_hold_nothing_off() -> None:
    table = battle("citadel_guard@C7 blood_harvesters@C8*", ruins={"C7"}, land={"C7": "building"}, active=UTHUK)
    table.does(UTHUK, "attack C8 C7 strike").rolls("SCP")
    assert damage(table, "C7") == 2


def test_who_is_destroyed_is_gone_and_scores() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7:2").does(DAQAN, "attack E6 E7 strike").rolls("SSC")
    assert table.state.at("E7") is None
    (gone,) = table.told(Destroyed)
    assert (gone.kind, gone.owner, gone.by) == ("blood_harvesters", UTHUK, DAQAN)
    assert damage(table, "E7") == 2
    assert table.state.turn.killed


@pytest.mark.parametrize(
    ("target", "points"),
    [("viper_legion@E7:1", 1), ("chaos_lord@E7:1", 2), ("uthuk/mountain_giant@E7:1", 2)],
)
def test_scenario_162_destroying_an_enemy_scores_in_free_play(target: str, points: int) -> None:
    table = battle(f"citadel_guard@E6* {target}").does(DAQAN, "attack E6 E7 strike").rolls("SPP")
    assert table.told(Scored) == [Scored(DAQAN, points, points, "kill")]
    assert table.state.side(DAQAN).victory == points


def test_scenario_115_a_scenario_says_what_destroying_is_worth_and_to_whom() -> None:
    vipers = battle("citadel_guard@E6* viper_legion@E7:1", scenario="thunderclap")
    assert vipers.does(DAQAN, "attack E6 E7 strike").rolls("SPP").state.side(DAQAN).victory == 1
    giant = battle("yeoman_archers@E6* uthuk/mountain_giant@E8:1", scenario="thunderclap")
    assert giant.does(DAQAN, "attack E6 E8 ranged").rolls("PP").state.side(DAQAN).victory == 2
    back = battle("citadel_guard@E6:1 viper_legion@E7*", scenario="thunderclap", active=UTHUK)
    assert not back.does(UTHUK, "attack E7 E6 ranged").rolls("PP").told(Scored)


# How many dice (B8.4, B11, B12)


def test_scenario_029_caps_count_before_rage() -> None:
    table = battle("blood_harvesters@E6:2* citadel_guard@E7", land={"E7": "forest"}, active=UTHUK)
    assert dice(table, "E6", "E7") == (
        3, (Reason("base", "combat", 3), Reason("cap", "forest", 2), Reason("more", "rage", 1))
    )  # fmt: skip
    assert table.does(UTHUK, "attack E6 E7 strike").wanted == 3


@pytest.mark.parametrize("wood", ["E6", "E7"])
def test_forest_caps_attacks_out_of_it_and_into_it(wood: str) -> None:
    table = battle("rune_golems@E6* blood_harvesters@E7", land={wood: "forest"})
    assert dice(table, "E6", "E7")[0] == 2


def test_a_cap_that_holds_nothing_down_is_no_reason() -> None:
    table = battle("yeoman_archers@E6* blood_harvesters@E7", land={"E6": "forest", "E7": "forest"})
    assert dice(table, "E6", "E7", "ranged") == (2, (Reason("base", "combat", 2),))


def test_of_two_caps_the_lowest_counts() -> None:
    """B8.4. All caps of the files are alike."""
    table = battle("yeoman_archers@E6* blood_harvesters@E7", land={"E6": "ford", "E7": "forest"})
    tables = table.state.rules.tables
    forest = replace(tables.terrains["forest"], cap_into=1)
    table = otherwise(table, replace(tables, terrains={**tables.terrains, "forest": forest}))

    assert dice(table, "E6", "E7", "ranged") == (1, (Reason("base", "combat", 2), Reason("cap", "forest", 1)))


def test_scenario_175_a_ford_caps_attacks_out_of_it_alone() -> None:
    table = battle("flesh_ripper_brutes@E6* citadel_guard@E7", land={"E6": "ford"}, active=UTHUK)
    assert table.does(UTHUK, "attack E6 E7 strike").wanted == 2
    back = battle("flesh_ripper_brutes@E6 rune_golems@E7*", land={"E6": "ford"})
    assert back.does(DAQAN, "attack E7 E6 strike").wanted == 4


def test_scenario_037_flanking_helps_others_and_not_itself() -> None:
    table = battle("riverwatch_riders@E6* yeoman_archers@E9* blood_harvesters@E7")
    assert dice(table, "E9", "E7", "ranged") == (3, (Reason("base", "combat", 2), Reason("more", "flanking", 1)))
    assert dice(table, "E6", "E7")[0] == 3
    table.does(DAQAN, "attack E9 E7 ranged")
    assert table.wanted == 3


def test_who_is_not_beside_the_enemy_does_not_flank() -> None:
    table = battle("citadel_guard@E6* riverwatch_riders@D5 riverwatch_riders@E9 blood_harvesters@E7")
    assert dice(table, "E6", "E7")[0] == 3


def test_who_does_not_swoop_gains_nothing_by_its_way() -> None:
    table = battle("riverwatch_riders@E6,ordered,moved=3 blood_harvesters@E7")
    assert dice(table, "E6", "E7")[0] == 3


def test_each_flanking_unit_helps_and_enemies_do_not() -> None:
    table = battle("riverwatch_riders@E6* riverwatch_riders@D7* blood_harvesters@E7 uthuk/riverwatch_riders@D6")
    assert dice(table, "E6", "E7") == (4, (Reason("base", "combat", 3), Reason("more", "flanking", 1)))
    three = battle("citadel_guard@F7* riverwatch_riders@E6* riverwatch_riders@D7* blood_harvesters@E7")
    assert dice(three, "F7", "E7")[0] == 5


def test_scenario_044_flying_costs_melee_units_a_die_and_archers_none() -> None:
    table = battle("blood_harvesters@E6* viper_legion@E9* roc_warrior@E7", active=UTHUK)
    assert dice(table, "E6", "E7") == (2, (Reason("base", "combat", 3), Reason("more", "flying", -1)))
    assert dice(table, "E9", "E7", "ranged")[0] == 2
    assert table.does(UTHUK, "attack E6 E7 strike").wanted == 2
    sky = battle("roc_warrior@E6* uthuk/roc_warrior@E7")
    assert dice(sky, "E6", "E7")[0] == 4


@pytest.mark.parametrize(("moved", "rolled"), [(2, 5), (3, 5), (1, 4), (0, 4)])
def test_scenario_173_swoop_wants_two_hexes(moved: int, rolled: int) -> None:
    table = battle(f"roc_warrior@E6,ordered,moved={moved} blood_harvesters@E7")
    assert table.does(DAQAN, "attack E6 E7 strike").wanted == rolled


def test_scenario_169_reductions_never_leave_less_than_one_die() -> None:
    gate = "yeoman_archers@E6* blood_harvesters@E8"
    table = battle(gate, land={"E6": "forest", "E8": "building"})
    start = table.does(DAQAN, "attack E6 E8 ranged").state
    cards = tuple((UTHUK, Effect("fewer_dice", 1, 0, card)) for card in ("hold_the_gate", "choking_smoke"))
    for count, left, least in ((1, 1, ()), (2, 1, (Reason("least", "", 1),))):
        fought = start.phase.combat  # type: ignore[union-attr]  # the dice are wanted in a combat
        played = replace(fought, cards=cards[:count])
        found, reasons = strength.dice(start, table.at("E6"), table.at("E8"), "ranged", played)
        assert found == left
        assert reasons[0] == Reason("base", "combat", 2)
        assert reasons[1 + count :] == least


EFFECTS = {
    "dice": ("unstoppable", {("citadel_guard", "strike"): 4, ("yeoman_archers", "ranged"): 3}),
    "first_melee_dice": ("onslaught", {("citadel_guard", "strike"): 4, ("yeoman_archers", "ranged"): 2}),
    "ranged_dice": ("arrow_volley", {("citadel_guard", "strike"): 3, ("yeoman_archers", "ranged"): 3}),
}


@pytest.mark.parametrize("does", EFFECTS)
def test_tactic_cards_add_dice_to_the_units_that_they_ordered(does: str) -> None:
    card, expected = EFFECTS[does]
    turn = Turn(card, "text", (Effect(does, 1, 1, card), Effect(does, 1, 2, card)))
    table = battle("citadel_guard@E6* yeoman_archers@D7* citadel_guard@F7* blood_harvesters@E7", turn=turn)
    for (kind, how), count in expected.items():
        at = {"citadel_guard": "E6", "yeoman_archers": "D7"}[kind]
        assert dice(table, at, "E7", how)[0] == count
    assert dice(table, "F7", "E7")[0] == 3
    assert dice(table, "E7", "E6")[0] == 3


def test_onslaught_helps_the_first_melee_attack_alone_and_forbids_ranged_ones() -> None:
    turn = Turn("onslaught", "text", tuple(
        Effect(does, amount, number, "onslaught")
        for number in (1, 2) for does, amount in (("first_melee_dice", 1), ("no_ranged", 0))
    ))  # fmt: skip
    table = battle("citadel_guard@E6,ordered,attacks=1 yeoman_archers@D7* blood_harvesters@E7", turn=turn)
    assert dice(table, "E6", "E7")[0] == 3
    assert not table.can(DAQAN, "attack")
    why = table.refused(DAQAN, "attack D7 E7 ranged")
    assert (why.code, why.facts["card"]) == ("attack-barred", "onslaught")


def test_who_was_ordered_by_a_card_without_attacks_has_none() -> None:
    turn = Turn("regroup", "text", (Effect("no_attack", 0, 1, "regroup"),))
    table = battle("citadel_guard@E6* citadel_guard@D7* blood_harvesters@E7", turn=turn)
    assert table.can(DAQAN, "attack") == {"attack D7 E7 strike"}
    why = table.refused(DAQAN, "attack E6 E7 strike")
    assert (why.code, why.facts["card"]) == ("attack-barred", "regroup")


def test_scenario_104_brute_strength() -> None:
    turn = Turn(effects=(Effect("might", 2, 0, "brute_strength"),))
    units = (
        "obscenes@E6* blood_harvesters@D6* uthuk/mountain_giant@E8* citadel_guard@E7 yeoman_archers@F8 "
        "riverwatch_riders@D8 yeoman_archers@E10"
    )
    table = battle(units, turn=turn, active=UTHUK)
    assert dice(table, "E6", "E7") == (6, (Reason("base", "combat", 4), Reason("more", "brute_strength", 2)))
    assert dice(table, "E8", "F8")[0] == 7
    assert dice(table, "E8", "E10", "boulder")[0] == 5
    assert dice(table, "D6", "E7")[0] == 3
    assert dice(table, "E8", "D8")[0] == 4


def test_scenario_105_brute_strength_is_over_in_the_turn_of_the_opponent() -> None:
    turn = Turn(effects=(Effect("might", 2, 0, "brute_strength"),))
    table = battle("uthuk/mountain_giant@E8 citadel_guard@E7*", turn=turn)
    table.does(DAQAN, "attack E7 E8 strike").rolls("PPP").does(UTHUK, "counter")
    assert table.wanted == 4


def test_copies_of_a_card_add_up() -> None:
    turn = Turn(effects=(Effect("might", 2, 0, "brute_strength"), Effect("might", 2, 0, "brute_strength")))
    table = battle("obscenes@E6* citadel_guard@E7", turn=turn, active=UTHUK)
    assert dice(table, "E6", "E7")[0] == 8


def test_the_oath_strengthens_infantry_against_others_and_every_ranged_attack() -> None:
    turn = Turn(effects=(Effect("might", 1, 0, "oath_of_the_citadel"),))
    units = (
        "citadel_guard@E6* yeoman_archers@D7* rune_golems@F7* obscenes@E7 blood_harvesters@D6 flesh_ripper_brutes@C7"
    )
    table = battle(units, turn=turn)
    assert dice(table, "E6", "E7")[0] == 4
    assert dice(table, "E6", "D6")[0] == 3
    assert dice(table, "D7", "E7", "ranged")[0] == 3
    assert dice(table, "D7", "D6", "ranged")[0] == 3
    assert dice(table, "F7", "E7")[0] == 4


def test_the_tide_strengthens_every_roll_of_infantry() -> None:
    turn = Turn(effects=(Effect("might", 1, 0, "blood_tide"),))
    units = "blood_harvesters@E6* viper_legion@D7* obscenes@F7* citadel_guard@E7 riverwatch_riders@D6"
    table = battle(units, turn=turn, active=UTHUK)
    assert dice(table, "E6", "E7")[0] == 4
    assert dice(table, "D7", "D6", "ranged")[0] == 3
    assert dice(table, "F7", "E7")[0] == 4


def test_a_view_tells_the_same_dice() -> None:
    table = battle("blood_harvesters@E6:2* citadel_guard@E7", land={"E7": "forest"}, active=UTHUK)
    view: View = table.view(UTHUK)
    assert strength.dice(view, table.at("E6"), table.at("E7"), "strike") == dice(table, "E6", "E7")
    assert [*reach.attacks(view, table.at("E6"))] == [*reach.attacks(table.state, table.at("E6"))]
