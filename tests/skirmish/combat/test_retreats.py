"""Retreats: where to, what stops them, what they cost, and who advances after them (B9, B10.3, B17)."""

from __future__ import annotations

import pytest

from engine.skirmish import board
from engine.skirmish.events import Damaged, Declined, Destroyed, Scored
from engine.skirmish.state import Attacking
from engine.skirmish.units import Effect, Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, ignored, moves


def hit(units: str, faces: str, *, attack: str = "E6 E7 strike", **more: object) -> Table:
    """The guard's attack, or another, with these faces; the rest of its dice miss."""
    table = battle(units, **more).does(DAQAN, f"attack {attack}")  # type: ignore[arg-type]  # the keywords of battle
    return table.rolls(faces + "P" * (table.wanted - len(faces)))


FACED = "citadel_guard@E6* blood_harvesters@E7"


def test_scenario_047_away_from_the_attacker() -> None:
    table = hit(FACED, "M")
    assert moves(table, "retreat") == ["E7-E8"]
    assert table.at("E8").health == 3
    combat = table.view().combat
    assert combat is not None
    assert (combat.step, combat.retreats, board.COMPASS[combat.direction]) == ("advance", 0, "E")


def test_scenario_048_a_friend_behind_supports_and_the_target_may_counter() -> None:
    table = hit(f"{FACED} blood_harvesters@E8", "M")
    assert not moves(table, "retreat")
    assert not table.told(Damaged)
    assert ignored(table) == [("E7", "retreat", 1, "support")]
    assert "counter" in table.can(UTHUK)


def test_scenario_049_an_enemy_behind_blocks_each_result() -> None:
    table = hit(f"{FACED} citadel_guard@E8", "MM")
    assert table.at("E7").health == 1
    assert not moves(table, "retreat")
    assert [event.why for event in table.told(Damaged)] == ["retreat"]


def test_scenario_050_so_does_the_edge_of_the_field() -> None:
    # In the south row the way from B7 runs off the board.
    table = hit("citadel_guard@B7* blood_harvesters@A7", "MM", attack="B7 A7 strike")
    assert table.at("A7").health == 1


def test_impassable_terrain_blocks() -> None:
    table = hit(FACED, "MM", land={"E8": "water"})
    assert table.at("E7").health == 1


def test_scenario_051_support_may_come_later() -> None:
    table = hit(f"{FACED} blood_harvesters@E9", "MM")
    assert moves(table, "retreat") == ["E7-E8"]
    assert not table.told(Damaged)
    assert ignored(table) == [("E8", "retreat", 1, "support")]


def test_a_stunned_friend_supports_too() -> None:
    table = hit(f"{FACED} blood_harvesters@E8,stunned", "M")
    assert ignored(table) == [("E7", "retreat", 1, "support")]


def test_scenario_052_a_building_holds_who_enters_it() -> None:
    table = hit("citadel_guard@E8* blood_harvesters@D7", "MM", attack="E8 D7 strike", land={"C7": "building"})
    assert moves(table, "retreat") == ["D7-C7"]
    assert table.at("C7").health == 2


@pytest.mark.parametrize(("terrain", "held"), [("forest", 1), ("ford", 1), ("hill", 0), ("bridge", 0)])
def test_what_terrain_holds_a_retreat(terrain: str, held: int) -> None:
    table = hit(FACED, "MM", land={"E8": terrain})
    assert moves(table, "retreat") == ["E7-E8" if held else "E7-E8-E9"]
    assert damage(table, "E8") == held


def test_scenario_053_immovable() -> None:
    table = (
        battle("blood_harvesters@E6* citadel_guard@E7", active=UTHUK).does(UTHUK, "attack E6 E7 strike").rolls("MMP")
    )
    assert moves(table, "retreat") == ["E7-E8"]
    assert ignored(table) == [("E7", "retreat", 1, "immovable")]


def test_immovable_can_keep_it_in_its_place() -> None:
    table = (
        battle("blood_harvesters@E6* citadel_guard@E7", active=UTHUK).does(UTHUK, "attack E6 E7 strike").rolls("MPP")
    )
    assert not moves(table, "retreat")
    assert "counter" in table.can(DAQAN)


def test_who_is_unshaken_ignores_every_retreat() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7,unshaken", "MMM")
    assert ignored(table) == [("E7", "retreat", 3, "unshaken")]
    assert not moves(table, "retreat")


def test_scenario_054_a_shot_from_afar_drives_away_from_where_it_comes_in() -> None:
    table = hit("yeoman_archers@E6* blood_harvesters@C7", "M", attack="E6 C7 ranged")
    assert moves(table, "retreat") == ["C7-B7"]


def test_scenario_055_at_a_corner_the_attacker_chooses() -> None:
    table = hit("yeoman_archers@E7* blood_harvesters@C7", "M", attack="E7 C7 ranged")
    assert table.can(DAQAN, "push") == {"push SW", "push SE"}
    assert table.awaited == {DAQAN}
    why = table.refused(DAQAN, "push N")
    assert (why.code, set(why.facts["possible"])) == ("push-direction", {"SW", "SE"})  # type: ignore[call-overload]
    table.does(DAQAN, "push SW")
    assert moves(table, "retreat") == ["C7-B6"]


CORNERS = [at for at in board.within("E7", 4) if len(board.retreats("E7", at)) == 2 and at[0] not in "AI"]


@pytest.mark.parametrize("aim", CORNERS)
def test_every_corner_leaves_two_ways_and_each_is_gone(aim: str) -> None:
    for direction in board.retreats("E7", aim):
        table = hit(f"yeoman_archers@E7* blood_harvesters@{aim}", "M", attack=f"E7 {aim} ranged")
        table.does(DAQAN, f"push {board.COMPASS[direction]}")
        assert moves(table, "retreat") == [f"{aim}-{board.ahead(aim, direction)}"]


def test_nothing_is_asked_at_a_corner_if_nobody_retreats() -> None:
    table = hit("yeoman_archers@E7* blood_harvesters@C7", "S", attack="E7 C7 ranged")
    assert not table.can(DAQAN, "push")


def test_scenario_056_dying_on_the_way_leaves_the_hex_that_was_left() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7:1", "MM", land={"E8": "forest"})
    assert moves(table, "retreat") == ["E7-E8"]
    assert [event.hex for event in table.told(Destroyed)] == ["E8"]
    assert table.can(DAQAN) >= {"advance", "stay"}
    table.does(DAQAN, "advance")
    assert table.at("E7").kind == "citadel_guard"


def test_scenario_171_all_results_take_the_same_direction() -> None:
    table = hit(FACED, "MMM")
    assert moves(table, "retreat") == ["E7-E8-E9-E10"]


def test_scenario_171_at_a_corner_the_choice_holds_for_all_of_them() -> None:
    table = hit("yeoman_archers@E7* blood_harvesters@C7", "MM", attack="E7 C7 ranged").does(DAQAN, "push SE")
    assert moves(table, "retreat") == ["C7-B7-A8"]


def test_a_flying_unit_retreats_like_any_other() -> None:
    table = battle("blood_harvesters@E6* roc_warrior@E7", active=UTHUK, land={"E8": "water"})
    table.does(UTHUK, "attack E6 E7 strike").rolls("MM")
    assert table.at("E7").health == 4


def test_scenario_045_who_is_destroyed_by_the_dice_does_not_retreat() -> None:
    table = hit("citadel_guard@E6* blood_harvesters@E7:1", "SMM")
    assert table.state.at("E7") is None
    assert not moves(table, "retreat")
    assert table.can(DAQAN) >= {"advance", "stay"}


def test_a_cry_makes_two_of_the_first_morale() -> None:
    turn = Turn("battle_cry", "text", (Effect("double_morale", 0, 1, "battle_cry"),))
    assert moves(hit(FACED, "M", turn=turn), "retreat") == ["E7-E8-E9"]
    assert moves(hit(FACED, "MM", turn=turn), "retreat") == ["E7-E8-E9-E10"]
    assert not moves(hit(FACED, "", turn=turn), "retreat")


def test_a_cry_is_for_whom_it_was_given_and_not_for_counters() -> None:
    others = Turn(
        "battle_cry", "text", (Effect("double_morale", 0, 9, "battle_cry"), Effect("dice", 0, 1, "unstoppable"))
    )
    assert moves(hit(FACED, "M", turn=others), "retreat") == ["E7-E8"]
    everybody = Turn("battle_cry", "text", (Effect("double_morale", 0, 0, "battle_cry"),))
    assert moves(hit(FACED, "M", turn=everybody), "retreat") == ["E7-E8-E9"]
    table = hit("rune_golems@E6* blood_harvesters@E7", "", turn=everybody).does(UTHUK, "counter").rolls("MPP")
    assert ignored(table) == [("E6", "retreat", 1, "immovable")]
    assert not moves(table, "retreat")


def test_without_a_retreat_nothing_is_ignored() -> None:
    assert not ignored(hit("citadel_guard@E6* blood_harvesters@E7,unshaken", "S"))


# Advances


def test_scenario_035_who_destroys_may_take_the_hex() -> None:
    table = hit("citadel_guard@D7* blood_harvesters@C7:1", "SS", attack="D7 C7 strike", land={"C7": "building"})
    table.does(DAQAN, "advance")
    assert table.at("C7").kind == "citadel_guard"
    assert moves(table, "advance") == ["D7-C7"]


def test_who_drives_away_may_take_the_hex_or_stay() -> None:
    table = hit(FACED, "M")
    assert table.can(DAQAN) >= {"advance", "stay"}
    table.does(DAQAN, "stay")
    assert table.told(Declined) == [Declined(DAQAN, "advance")]
    assert table.at("E6").kind == "citadel_guard"


def test_ranged_attacks_do_not_advance() -> None:
    table = hit("yeoman_archers@E6,ordered,moved=1 blood_harvesters@E7:1", "P", attack="E6 E7 ranged")
    assert table.state.at("E7") is None
    assert not table.can(DAQAN, "advance")


def test_nobody_advances_into_a_hex_that_is_held() -> None:
    table = hit(FACED, "S").does(UTHUK, "stay")
    assert not table.can(DAQAN, "advance")
    assert table.at("E7").health == 2


def test_scenario_074_who_stands_in_ruins_may_advance_out_of_them() -> None:
    table = hit("citadel_guard@C7* blood_harvesters@D7:1", "S", attack="C7 D7 strike", ruins={"C7"})
    assert table.does(DAQAN, "advance").at("D7").health == 3


def test_scenario_073_who_attacks_out_of_ruins_and_stays_is_not_hurt() -> None:
    table = hit("citadel_guard@C7* blood_harvesters@D7:1", "S", attack="C7 D7 strike", ruins={"C7"})
    assert table.does(DAQAN, "stay").at("C7").health == 3


def test_scenario_075_advancing_into_ruins_hurts() -> None:
    table = hit("citadel_guard@D7* blood_harvesters@C7:1", "S", attack="D7 C7 strike", ruins={"C7"})
    table.does(DAQAN, "advance")
    assert table.at("C7").health == 2
    assert [event.why for event in table.told(Damaged)] == ["hit", "ruins"]


def test_who_dies_of_its_own_advance_scores_for_nobody() -> None:
    table = hit("citadel_guard@D7:1* blood_harvesters@C7:1", "S", attack="D7 C7 strike", ruins={"C7"})
    table.does(DAQAN, "advance")
    assert table.state.at("C7") is None
    assert table.state.side(UTHUK).victory == 0
    assert [event.by for event in table.told(Destroyed)] == [DAQAN, None]


# Ruins


def test_scenario_076_retreating_into_ruins_hurts_and_stops() -> None:
    table = hit("citadel_guard@E8* blood_harvesters@D7", "MMM", attack="E8 D7 strike", ruins={"C7"})
    assert moves(table, "retreat") == ["D7-C7"]
    assert [(event.why, event.damage) for event in table.told(Damaged)] == [("ruins", 1), ("retreat", 2)]
    assert table.state.at("C7") is None
    assert table.told(Scored) == [Scored(DAQAN, 1, 1, "kill")]


def test_one_retreat_into_ruins_costs_one() -> None:
    table = hit("citadel_guard@E8* blood_harvesters@D7", "M", attack="E8 D7 strike", ruins={"C7"})
    assert table.at("C7").health == 2


def test_who_stands_in_ruins_and_cannot_leave_them_does_not_enter_them() -> None:
    units = "citadel_guard@D7* blood_harvesters@C7 citadel_guard@B6"
    table = hit(units, "M", attack="D7 C7 strike", ruins={"C7"})
    assert [(event.why, event.damage) for event in table.told(Damaged)] == [("retreat", 1)]


def test_scenario_077_another_combat_drives_it_out_again() -> None:
    units = "citadel_guard@E8* citadel_guard@E7* blood_harvesters@D7"
    table = hit(units, "M", attack="E8 D7 strike", ruins={"C7"}).does(DAQAN, "advance")
    assert table.at("D7").kind == "citadel_guard"
    assert table.at("C7").health == 2
    second = battle("citadel_guard@D7* blood_harvesters@C7:2", ruins={"C7"}).does(DAQAN, "attack D7 C7 strike")
    second.rolls("MPP")
    assert moves(second, "retreat") == ["C7-B6"]
    assert second.at("B6").health == 2


def test_scenario_116_dying_of_a_blocked_retreat_scores() -> None:
    table = hit("citadel_guard@E6* viper_legion@E7:1 citadel_guard@E8", "M", scenario="thunderclap")
    assert table.state.at("E7") is None
    assert table.state.side(DAQAN).victory == 1


# Pursuit


RIPPED = "flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@F7"


def pursued(units: str = RIPPED, **more: object) -> Table:
    table = battle(units, active=UTHUK, **more).does(UTHUK, "attack E6 E7 strike")  # type: ignore[arg-type]
    return table.rolls("S" + "P" * (table.wanted - 1))


def test_scenario_039_pursuit_attacks_once_more() -> None:
    table = pursued()
    assert table.can(UTHUK) >= {"pursue E7", "stay"}
    table.does(UTHUK, "pursue E7")
    assert moves(table, "pursue") == ["E6-E7"]
    assert table.can(UTHUK) >= {"attack E7 F7 strike"}
    assert "stay" in table.can(UTHUK)
    assert table.refused(UTHUK, "done").code == "attack-pursuing"
    table.does(UTHUK, "attack E7 F7 strike").rolls("SSC")
    assert "advance" in table.can(UTHUK)
    assert not table.can(UTHUK, "pursue")


@pytest.mark.usefixtures("windows_of_their_own")
def test_a_plain_advance_gives_no_further_attack() -> None:
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@F7 blood_harvesters@F8*")
    table.does(UTHUK, "advance")
    assert table.can(UTHUK, "attack") == {"attack F8 F7 strike"}


def test_who_pursues_may_do_without_the_attack_and_others_wait() -> None:
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@F7 blood_harvesters@F8*")
    table.does(UTHUK, "pursue E7")
    assert table.can(UTHUK, "attack") == {"attack E7 F7 strike"}
    assert table.refused(UTHUK, "attack F8 F7 strike").code == "attack-pursuing"
    table.does(UTHUK, "stay")
    assert table.can(UTHUK, "attack") == {"attack F8 F7 strike"}
    assert Declined(UTHUK, "pursue") in table.told(Declined)


def test_who_pursues_to_nobody_is_done_with_it() -> None:
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@G8 blood_harvesters@G9*")
    table.does(UTHUK, "pursue E7")
    assert table.state.phase == Attacking()


def test_overrun_makes_pursuit_longer() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 1, 1, "overrun"),))
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@G8", turn=turn)
    assert table.can(UTHUK, "pursue") == {
        "pursue E7", "pursue E8", "pursue F7", "pursue D7", "pursue D6", "pursue F6", "pursue E6"
    }  # fmt: skip
    table.does(UTHUK, "pursue E8")
    assert moves(table, "pursue") == ["E6-E7-E8"]
    assert table.at("E8").moved == 2


def test_terrain_ends_a_pursuit() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 1, 1, "overrun"),))
    table = pursued(turn=turn, land={"E7": "forest"})
    assert table.can(UTHUK, "pursue") == {"pursue E7"}
    assert table.refused(UTHUK, "pursue E8").facts["possible"] == ("E7",)
    assert table.does(UTHUK, "pursue E7").can(UTHUK, "attack")


def test_overrun_gives_pursuit_to_who_has_none() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 1, 1, "overrun"),))
    table = hit("citadel_guard@E6* blood_harvesters@E7:1 blood_harvesters@E8", "S", turn=turn)
    assert table.can(DAQAN, "pursue") == {"pursue E7"}
    table.does(DAQAN, "pursue E7")
    assert table.can(DAQAN, "attack") == {"attack E7 E8 strike"}


def test_a_flying_unit_pursues_over_everything_and_ends_where_it_may() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 2, 1, "overrun"),))
    table = battle(
        "roc_warrior@E6* blood_harvesters@E7:1 blood_harvesters@E8 citadel_guard@D7", turn=turn,
        land={"E7": "forest", "F7": "water"},
    )  # fmt: skip
    table.does(DAQAN, "attack E6 E7 strike").rolls("SPPP"[: table.wanted])
    assert table.can(DAQAN, "pursue") == {f"pursue {at}" for at in ("E7", "D6", "F6", "E6")}
    longer = Turn("overrun", "text", (Effect("pursue", 3, 1, "overrun"),))
    table.state = replace(table.state, turn=longer)
    assert table.can(DAQAN, "pursue") >= {"pursue E9", "pursue C7", "pursue G7"}
    assert not table.can(DAQAN, "pursue") & {"pursue F7", "pursue E8", "pursue D7"}
    assert moves(table.does(DAQAN, "pursue E7"), "pursue") == ["E6-E7"]


def test_unstoppable_pursues_on_through_forest() -> None:
    effects = (Effect("pursue", 1, 1, "overrun"), Effect("unstopped", 0, 1, "unstoppable"))
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@G8", land={"E7": "forest"},
                    turn=Turn("overrun", "text", effects))  # fmt: skip
    assert table.can(UTHUK, "pursue") > {"pursue E7", "pursue E8"}


def test_pursuit_on_foot_does_not_pass_units() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 2, 1, "overrun"),))
    table = pursued("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@E8 yeoman_archers@D7", turn=turn)
    reached = table.can(UTHUK, "pursue")
    assert "pursue E9" not in reached
    assert "pursue E8" not in reached
    assert "pursue F8" in reached


def test_pursuing_into_ruins_hurts() -> None:
    table = pursued(ruins={"E7"}).does(UTHUK, "pursue E7")
    assert table.at("E7").health == 2
    dying = pursued("flesh_ripper_brutes@E6:1* citadel_guard@E7:1 citadel_guard@F7", ruins={"E7"})
    dying.does(UTHUK, "pursue E7")
    assert dying.state.at("E7") is None
    assert not dying.can(UTHUK, "attack")


def test_a_pursuit_counts_as_movement_for_swoop() -> None:
    turn = Turn("overrun", "text", (Effect("pursue", 1, 1, "overrun"),))
    table = battle("roc_warrior@E6,ordered,moved=1 blood_harvesters@E7:1 blood_harvesters@E8", turn=turn)
    table.does(DAQAN, "attack E6 E7 strike").rolls("SPPP").does(DAQAN, "pursue E7", "attack E7 E8 strike")
    assert table.wanted == 5
