"""Heavy Swing: heroic dice that drive enemies beside the Giant away (B19)."""

from __future__ import annotations

import pytest

from engine.skirmish.events import Damaged, HeroicSpent
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, ignored, moves

RING = "uthuk/mountain_giant@D7* yeoman_archers@E7 yeoman_archers@C8 yeoman_archers@D8"
"""The Giant and three neighbours who are neither Immovable nor fierce."""


def swing(faces: str, *commits: str, units: str = RING, **more: object) -> Table:
    """The Giant attacks E7, these dice fall, and the heroic ones are put to these hexes."""
    table = battle(units, active=UTHUK, **more).does(UTHUK, "attack D7 E7 strike")  # type: ignore[arg-type]
    table.rolls(faces)
    table.does(UTHUK, *(f"commit heavy_swing {at}" for at in commits))
    return table.does(UTHUK, "done") if "H" in faces else table


def test_scenario_081_each_die_may_drive_another_enemy() -> None:
    table = swing("SHHL", "C8", "D8")
    assert table.at("E7").health == 2
    assert table.at("B8").health == 2
    assert table.at("D9").health == 2
    assert moves(table, "retreat") == ["C8-B8", "D8-D9"]
    assert table.state.side(UTHUK).lore == 1
    assert [(event.use, event.target) for event in table.told(HeroicSpent)] == [
        ("heavy_swing", "C8"),
        ("heavy_swing", "D8"),
    ]


def test_the_others_are_driven_in_the_order_in_which_they_were_named() -> None:
    assert moves(swing("SHHL", "D8", "C8"), "retreat") == ["D8-D9", "C8-B8"]


def test_scenario_082_the_target_that_was_hit_suffers_no_more() -> None:
    table = swing("SHPL", "E7")
    assert [(event.hex, event.why) for event in table.told(Damaged)] == [("E7", "hit")]
    assert table.at("F6").health == 2


def test_scenario_083_the_target_that_was_missed_suffers_one() -> None:
    table = swing("PHPL", "E7")
    assert [(event.hex, event.why) for event in table.told(Damaged)] == [("E7", "heavy_swing")]
    assert table.at("F6").health == 2


def test_scenario_084_morale_and_swing_are_one_retreat() -> None:
    table = swing("MHPP", "E7")
    assert moves(table, "retreat") == ["E7-F6-G6"]
    assert table.at("G6").health == 2


@pytest.mark.usefixtures("windows_of_their_own")
def test_scenario_085_a_friend_behind_holds_it() -> None:
    table = swing("PHPP", "D8", units=f"{RING} citadel_guard@D9")
    assert not table.told(Damaged)
    assert table.at("D8").health == 3
    assert ignored(table) == [("D8", "retreat", 1, "support")]


@pytest.mark.usefixtures("windows_of_their_own")
def test_a_target_that_is_held_is_pushed_no_second_time() -> None:
    table = swing("PHPP", "E7", units=f"{RING} citadel_guard@F6")
    assert ignored(table) == [("E7", "retreat", 1, "support")]
    blocked = swing("SHPP", "E7", units=f"{RING} blood_harvesters@F6")
    assert [(event.hex, event.why) for event in blocked.told(Damaged)] == [("E7", "hit"), ("E7", "retreat")]


def test_scenario_086_an_enemy_behind_makes_it_two() -> None:
    table = swing("PHPP", "D8", units=f"{RING} blood_harvesters@D9")
    assert [(event.hex, event.damage, event.why) for event in table.told(Damaged)] == [
        ("D8", 1, "heavy_swing"), ("D8", 1, "retreat")
    ]  # fmt: skip


GUARDED = "uthuk/mountain_giant@D7* yeoman_archers@E7 yeoman_archers@C8 citadel_guard@D8"


@pytest.mark.usefixtures("windows_of_their_own")
def test_scenario_087_immovable_ignores_the_first() -> None:
    table = swing("PHPP", "D8", units=GUARDED)
    assert not table.told(Damaged)
    assert not moves(table, "retreat")
    assert ignored(table) == [("D8", "retreat", 1, "immovable")]
    twice = swing("PHHP", "D8", "D8", units=GUARDED)
    assert twice.at("D9").health == 2
    assert moves(twice, "retreat") == ["D8-D9"]


def test_of_the_targets_results_those_of_the_swing_are_ignored_first() -> None:
    units = "uthuk/mountain_giant@D7* citadel_guard@E7"
    table = swing("MHPP", "E7", units=units)
    assert moves(table, "retreat") == ["E7-F6"]
    assert not table.told(Damaged)


def test_scenario_088_who_was_pushed_and_not_attacked_does_not_strike_back() -> None:
    table = swing("PHPP", "C8")
    assert table.awaited == {DAQAN}
    table.does(DAQAN, "counter")
    assert table.wanted == 2
    assert table.state.phase.combat.attacker == 2  # type: ignore[union-attr]  # E7, the target


def test_scenario_089_a_counter_may_push_too() -> None:
    units = "uthuk/mountain_giant@D7 yeoman_archers@E7 citadel_guard@D8*"
    table = battle(units).does(DAQAN, "attack D8 D7 strike").rolls("PPP").does(UTHUK, "counter").rolls("HPPP")
    assert table.can(UTHUK, "commit") == {"commit heavy_swing E7"}, "one die does not move a guard"
    table.does(UTHUK, "commit heavy_swing E7", "done")
    assert moves(table, "retreat") == ["E7-F6"]
    assert damage(table, "E7") == 1


def test_scenario_090_nothing_need_be_spent() -> None:
    table = swing("PHHP")
    assert not table.told(HeroicSpent)
    assert not table.told(Damaged)
    assert table.can(DAQAN) >= {"counter", "stay"}
    table.does(DAQAN, "stay")
    assert not table.can(UTHUK, "commit")


def test_scenario_151_the_extra_damage_comes_once() -> None:
    table = swing("HHPP", "D8", "D8")
    assert damage(table, "D8") == 1
    assert moves(table, "retreat") == ["D8-D9-D10"]
    assert table.at("D10").health == 2


def test_only_enemies_beside_the_giant_can_be_named() -> None:
    units = f"{RING} yeoman_archers@D9 blood_harvesters@D6"
    table = battle(units, active=UTHUK).does(UTHUK, "attack D7 E7 strike").rolls("HPPP")
    assert table.can(UTHUK, "commit") == {f"commit heavy_swing {at}" for at in ("E7", "C8")}
    for at in ("D9", "D6"):
        assert set(table.refused(UTHUK, f"commit heavy_swing {at}").facts["possible"]) == {"E7", "C8"}  # type: ignore[call-overload]


def test_whom_no_die_that_is_left_could_move_is_not_named() -> None:
    """B19.6: a friend behind holds it, or it ignores as many retreats as dice are left; two dice move a guard."""
    held = battle(f"{RING} citadel_guard@D9", active=UTHUK).does(UTHUK, "attack D7 E7 strike").rolls("HPPP")
    assert held.can(UTHUK, "commit") == {"commit heavy_swing E7", "commit heavy_swing C8"}
    assert held.refused(UTHUK, "commit heavy_swing D8").code == "heroic-target"

    once, twice = (
        battle(GUARDED, active=UTHUK).does(UTHUK, "attack D7 E7 strike").rolls(faces) for faces in ("HPPP", "HHPP")
    )
    assert "commit heavy_swing D8" not in once.can(UTHUK)
    assert "commit heavy_swing D8" in twice.can(UTHUK)


def test_with_nobody_to_move_no_die_is_asked_for() -> None:
    table = battle("uthuk/mountain_giant@D7* citadel_guard@E7", active=UTHUK).does(UTHUK, "attack D7 E7 strike")

    table.rolls("HPPP")

    assert table.awaited == {DAQAN}, "the guard may strike back"


def test_dice_for_a_unit_that_is_destroyed_first_are_lost() -> None:
    units = "uthuk/mountain_giant@D7* yeoman_archers@E7 yeoman_archers@C8:1 yeoman_archers@D8"
    table = swing("HHPP", "C8", "C8", units=units)
    assert table.state.at("C8") is None
    assert table.state.at("B8") is None
    assert not moves(table, "retreat")
    assert table.state.side(UTHUK).victory == 1


def test_the_target_that_the_dice_destroy_cannot_be_named_and_the_others_are_pushed() -> None:
    units = "uthuk/mountain_giant@D7* yeoman_archers@E7:1 yeoman_archers@C8 yeoman_archers@D8"
    table = battle(units, active=UTHUK).does(UTHUK, "attack D7 E7 strike").rolls("SHPP")
    assert table.can(UTHUK, "commit") == {"commit heavy_swing C8", "commit heavy_swing D8"}
    table.does(UTHUK, "commit heavy_swing C8", "done")
    assert moves(table, "retreat") == ["C8-B8"]
    assert table.can(UTHUK) >= {"advance", "stay"}


def test_a_building_does_not_hold_off_the_swing() -> None:
    table = swing("SHPP", "E7", land={"E7": "building"})
    assert [(event.why, event.damage) for event in table.told(Damaged)] == [("heavy_swing", 1)]
    assert ignored(table) == [("E7", "damage", 1, "building")]
    assert table.at("F6").health == 2


def test_pushed_into_ruins() -> None:
    table = swing("HHPP", "D8", "D8", ruins={"D9"})
    assert [(event.hex, event.why, event.damage) for event in table.told(Damaged)] == [
        ("D8", "heavy_swing", 1), ("D9", "ruins", 1), ("D9", "retreat", 1)
    ]  # fmt: skip
    assert table.state.at("D9") is None


def test_the_giant_advances_into_the_hex_of_the_target_alone() -> None:
    table = swing("HHPP", "E7", "C8")
    assert table.can(UTHUK) >= {"advance", "stay"}
    table.does(UTHUK, "advance")
    assert table.at("E7").kind == "mountain_giant"


@pytest.mark.parametrize(("health", "driven"), [(1, True), (2, False)])
def test_a_bodyguard_who_falls_holds_nobody(health: int, driven: bool) -> None:
    """B19.1, B19.6, B9.4: he suffers in step 6, and support comes in step 8."""
    units = f"uthuk/mountain_giant@D7* citadel_guard@E7 yeoman_archers@F6:{health}"
    table = battle(units, active=UTHUK, lore=(2, 0), hands=("bodyguard", "")).does(UTHUK, "attack D7 E7 strike")
    table.does(DAQAN, "instruct bodyguard 0 F6").rolls("HHSP")

    assert ("commit heavy_swing E7" in table.can(UTHUK, "commit")) == driven
    if driven:
        table.does(UTHUK, "commit heavy_swing E7", "commit heavy_swing E7", "done")
        assert moves(table, "retreat") == ["E7-F6"]


def test_the_target_of_a_boulder_holds_nobody_if_it_may_be_gone() -> None:
    """B19.5, B9.4: the target retreats first. From a hill the Giant sees it over the unit between (B12.3)."""
    units = "uthuk/mountain_giant@E7* yeoman_archers@E8 yeoman_archers@E9"
    table = battle(units, active=UTHUK, land={"E7": "hill"}).does(UTHUK, "attack E7 E9 boulder").rolls("HM")

    table.does(UTHUK, "commit heavy_swing E8", "done")

    assert moves(table, "retreat") == ["E9-E10", "E8-E9"]
