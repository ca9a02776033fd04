"""Lore cards that are played into a combat, and the windows around its roll (B13, DESIGN 2.3)."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.skirmish.combat import cards, strength
from engine.skirmish.combat.strength import Reason
from engine.skirmish.events import Answered, Damaged, Healed, LorePlayed
from engine.skirmish.sheets import tables
from engine.skirmish.state import Fighting, Window, fighting
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle, damage, ignored, moves

pytestmark = pytest.mark.usefixtures("windows_of_their_own")
"""In games of version 2 each moment has its window; `test_cards_with_steps` shows that cards do the same by now."""

GUARD = "citadel_guard@E6* blood_harvesters@E7"
HARVEST = "blood_harvesters@E6* citadel_guard@E7"


def declared(
    units: str, attack: str = "E6 E7 strike", *, daqan: str = "", uthuk: str = "", lore: int = 9, **more: object
) -> Table:
    """An attack just declared: each side has lore for its cards, and none if it holds no card."""
    table = battle(units, lore=(lore, lore), hands=(daqan, uthuk), **more)  # type: ignore[arg-type]
    return table.does(table.state.active, f"attack {attack}")


def count(table: Table) -> tuple[int, list[Reason]]:
    """The dice that are about to be rolled, and the reasons beyond the combat value."""
    fight = fighting(table.state.phase)
    assert fight is not None
    attacker, target = table.state.unit(fight.combat.attacker), table.state.unit(fight.combat.target)
    assert attacker is not None
    assert target is not None
    found, reasons = strength.dice(table.state, attacker, target, fight.combat.how, fight.combat)
    return found, list(reasons[1:])


def asked(table: Table) -> tuple[Seat, str] | None:
    """Whose word is due in a window, and whether before or after the roll."""
    phase = table.state.phase
    if not isinstance(phase, Window):
        return None
    fight = fighting(phase)
    assert fight is not None
    return phase.mover, "after" if fight.combat.dice else "before"


def passed(table: Table) -> Table:
    """Everybody who is asked does without."""
    while (due := asked(table)) is not None:
        table.does(due[0], "pass now")
    return table


# Before the roll: the side that rolls


def test_no_card_is_named_with_an_attack_while_every_moment_has_its_window() -> None:
    table = battle(GUARD, lore=(9, 0), hands=("rune_blade", ""))
    assert not table.can(DAQAN, "cast")
    assert table.does(DAQAN, "attack E6 E7 strike").can(DAQAN, "cast") == {"cast rune_blade -"}


def test_keen_eyes_add_a_die_to_a_ranged_unit() -> None:
    table = declared("yeoman_archers@E5* blood_harvesters@E8", "E5 E8 ranged", daqan="keen_eyes")
    table.does(DAQAN, "cast keen_eyes")
    assert count(table) == (3, [Reason("more", "keen_eyes", 1)])
    assert table.state.side(DAQAN).lore == 7
    assert table.state.side(DAQAN).discard == ("keen_eyes",)
    assert table.told(LorePlayed) == [LorePlayed(DAQAN, "keen_eyes", (), 2)]
    assert table.wanted == 3


def test_keen_eyes_are_not_for_melee() -> None:
    table = declared(GUARD, daqan="keen_eyes")
    assert not table.can(DAQAN, "cast")
    assert table.refused(DAQAN, "cast keen_eyes").code == "card-no-target"


def test_a_rune_blade_makes_lore_hit_and_still_gains_it() -> None:
    table = declared(GUARD, daqan="rune_blade", lore=3).does(DAQAN, "cast rune_blade").rolls("LLP")
    assert damage(table, "E7") == 2
    assert table.state.side(DAQAN).lore == 2


def test_a_rune_blade_is_for_melee() -> None:
    table = declared("yeoman_archers@E5* blood_harvesters@E8", "E5 E8 ranged", daqan="rune_blade", lore=3)
    assert not table.can(DAQAN, "cast")


def test_blood_is_the_price_of_two_dice() -> None:
    table = declared("obscenes@E6* citadel_guard@E7", uthuk="blood_price", active=UTHUK).does(UTHUK, "cast blood_price")
    assert table.at("E6").health == 3
    assert table.told(Damaged)[0].why == "blood_price"
    assert count(table) == (6, [Reason("more", "blood_price", 2)])


def test_blood_that_costs_a_figure_feeds_rage() -> None:
    table = declared(HARVEST, uthuk="blood_price", active=UTHUK).does(UTHUK, "cast blood_price")
    assert count(table)[0] == 6


def test_who_has_one_health_cannot_pay_with_blood() -> None:
    table = declared("blood_harvesters@E6:1* citadel_guard@E7", uthuk="blood_price", active=UTHUK)
    assert not table.can(UTHUK, "cast")


def test_a_howl_forbids_ignoring_retreats() -> None:
    table = declared(HARVEST, uthuk="howl_of_dread", active=UTHUK).does(UTHUK, "cast howl_of_dread").rolls("MPP")
    assert moves(table, "retreat") == ["E7-E8"]
    assert not ignored(table)


def test_a_howl_does_not_move_the_friend_behind() -> None:
    table = declared(f"{HARVEST} citadel_guard@E8", uthuk="howl_of_dread", active=UTHUK)
    table.does(UTHUK, "cast howl_of_dread").rolls("MPP")
    assert ignored(table) == [("E7", "retreat", 1, "support")]


# Before the roll: the side under attack


def test_steady_the_line_is_immovable_two_and_not_three() -> None:
    table = declared(HARVEST, daqan="steady_the_line", active=UTHUK).does(DAQAN, "cast steady_the_line").rolls("MMM")
    assert ignored(table) == [("E7", "retreat", 2, "steady_the_line")]
    assert moves(table, "retreat") == ["E7-E8"]


def test_a_line_that_is_unshaken_need_not_be_steadied() -> None:
    table = declared("blood_harvesters@E6* citadel_guard@E7,unshaken", daqan="steady_the_line", active=UTHUK)
    assert asked(table) == (DAQAN, "before")  # for a barrier that he could have
    assert not table.can(DAQAN, "cast")


def test_a_steady_line_ignores_no_more_retreats_than_there_are() -> None:
    table = declared("blood_harvesters@E6* yeoman_archers@E7", daqan="steady_the_line", active=UTHUK)
    table.does(DAQAN, "cast steady_the_line").rolls("MPP")
    assert ignored(table) == [("E7", "retreat", 1, "steady_the_line")]
    assert not moves(table, "retreat")


def test_a_howl_undoes_a_steady_line() -> None:
    table = declared(HARVEST, daqan="steady_the_line", uthuk="howl_of_dread", active=UTHUK)
    table.does(UTHUK, "pass now").does(DAQAN, "cast steady_the_line").does(UTHUK, "cast howl_of_dread")
    passed(table).rolls("MMP")
    assert moves(table, "retreat") == ["E7-E8-E9"]


PUSHED = "uthuk/mountain_giant@D7* yeoman_archers@E7 {}@D8"


def test_a_steady_line_is_for_the_unit_under_attack_alone() -> None:
    table = declared(PUSHED.format("yeoman_archers"), "D7 E7 strike", daqan="steady_the_line", active=UTHUK)
    table.does(DAQAN, "cast steady_the_line").rolls("HPPP").does(UTHUK, "commit heavy_swing D8", "done")
    assert moves(table, "retreat") == ["D8-D9"]


def test_a_howl_is_for_the_unit_under_attack_alone() -> None:
    table = declared(PUSHED.format("citadel_guard"), "D7 E7 strike", uthuk="howl_of_dread", active=UTHUK)
    table.does(UTHUK, "cast howl_of_dread").rolls("HPPP").does(UTHUK, "commit heavy_swing D8", "done")
    assert ignored(table) == [("D8", "retreat", 1, "immovable")]


def test_hold_the_gate_is_for_buildings() -> None:
    table = declared(HARVEST, daqan="hold_the_gate", active=UTHUK, land={"E7": "building"})
    table.does(DAQAN, "cast hold_the_gate")
    assert count(table) == (2, [Reason("more", "hold_the_gate", -1)])
    plain = declared(HARVEST, daqan="hold_the_gate", active=UTHUK)
    assert not plain.can(DAQAN, "cast")


def test_choking_smoke_is_against_arrows() -> None:
    table = declared("yeoman_archers@E5* blood_harvesters@E8", "E5 E8 ranged", uthuk="choking_smoke")
    table.does(UTHUK, "cast choking_smoke")
    assert count(table) == (1, [Reason("more", "choking_smoke", -1)])
    assert not declared(GUARD, uthuk="choking_smoke").can(UTHUK, "cast")


# After the roll


def waited(units: str, faces: str, **more: object) -> Table:
    """The defender has asked to be asked again, and the dice have fallen."""
    table = declared(units, **more)  # type: ignore[arg-type]
    while asked(table) is not None:
        mover = table.state.phase.mover  # type: ignore[union-attr]  # a window is open
        table.does(mover, "pass now" if mover == table.state.active else "wait")
    table.rolls(faces)
    while asked(table) == (table.state.active, "after"):
        table.does(table.state.active, "pass now")
    return table


def test_a_barrier_holds_off_two() -> None:
    table = waited(HARVEST, "SSC", daqan="runic_barrier", active=UTHUK)
    assert asked(table) == (DAQAN, "after")
    table.does(DAQAN, "cast runic_barrier")
    assert damage(table, "E7") == 1
    assert ignored(table) == [("E7", "damage", 2, "runic_barrier")]


def test_a_barrier_adds_to_a_building() -> None:
    table = waited(HARVEST, "SSC", daqan="runic_barrier", active=UTHUK, land={"E7": "building"})
    table.does(DAQAN, "cast runic_barrier")
    assert damage(table, "E7") == 0
    assert ignored(table) == [("E7", "damage", 1, "building"), ("E7", "damage", 2, "runic_barrier")]


def test_a_barrier_has_to_hold_off_what_the_building_leaves() -> None:
    table = waited(HARVEST, "SSP", daqan="runic_barrier", active=UTHUK, land={"E7": "building"})
    table.does(DAQAN, "cast runic_barrier")
    assert damage(table, "E7") == 0
    assert ignored(table) == [("E7", "damage", 1, "building"), ("E7", "damage", 1, "runic_barrier")]


def test_vigor_holds_off_one() -> None:
    table = waited(GUARD, "SSP", uthuk="unnatural_vigor").does(UTHUK, "cast unnatural_vigor")
    assert damage(table, "E7") == 1


def test_nobody_is_asked_to_hold_off_what_does_not_come() -> None:
    table = waited(GUARD, "MPP", uthuk="unnatural_vigor")
    assert asked(table) is None


def test_who_may_be_hurt_by_frenzy_yet_is_asked_to_hold_it_off() -> None:
    """B8.3: heroic dice are put to their uses after the cards, and damage is ignored after those."""
    table = waited(HARVEST, "HPP", daqan="runic_barrier", active=UTHUK)
    table.does(DAQAN, "cast runic_barrier").does(UTHUK, "commit frenzy -", "done")
    assert ignored(table) == [("E7", "damage", 1, "runic_barrier")]
    assert (table.at("E6").health, table.at("E7").health) == (2, 3)


def test_a_counterstroke_is_ferocity() -> None:
    table = waited("blood_harvesters@E6* riverwatch_riders@E7", "MPP", daqan="counterstroke", active=UTHUK)
    table.does(DAQAN, "cast counterstroke", "counter").rolls("SPP")
    assert damage(table, "E6") == 1
    assert moves(table, "retreat") == ["E7-E8"]


def test_a_counterstroke_is_of_no_use_without_a_retreat() -> None:
    table = waited("blood_harvesters@E6* riverwatch_riders@E7", "SPP", daqan="counterstroke", active=UTHUK)
    assert asked(table) == (DAQAN, "after")  # for a barrier that he could have
    assert not table.can(DAQAN, "cast")


def test_a_counterstroke_is_of_no_use_against_who_is_far_away_or_vigilant() -> None:
    far = declared("viper_legion@E5* citadel_guard@E7", "E5 E7 ranged", daqan="counterstroke", active=UTHUK)
    assert not far.can(DAQAN, "instruct")
    vigilant = declared("uthuk/riverwatch_riders@E6* citadel_guard@E7", daqan="counterstroke", active=UTHUK)
    assert not vigilant.can(DAQAN, "instruct")


def test_a_counterstroke_gives_nothing_to_who_is_fierce_already() -> None:
    table = waited("blood_harvesters@E6* daqan/obscenes@E7", "MPP", daqan="counterstroke", active=UTHUK)
    assert not table.can(DAQAN, "cast")


def test_what_a_giant_began_goes_on_when_a_counterstroke_fells_it() -> None:
    """B8.6: the target retreats, the others are pushed, lore is gained; nobody advances."""
    units = "uthuk/mountain_giant@D7:1* citadel_guard@E7 yeoman_archers@D8"
    table = waited(units, "MMHL", daqan="counterstroke", attack="D7 E7 strike", active=UTHUK)
    table.does(DAQAN, "cast counterstroke").does(UTHUK, "commit heavy_swing D8", "done")
    table.does(DAQAN, "counter").rolls("SPP")
    assert table.state.at("D7") is None
    assert moves(table, "retreat") == ["E7-F6", "D8-D9"]
    assert table.state.side(UTHUK).lore == 10
    assert not table.can(UTHUK, "advance")


def test_who_is_stunned_by_a_counterstroke_does_not_advance() -> None:
    table = waited("blood_harvesters@E6* rune_golems@E7", "MMP", daqan="counterstroke", active=UTHUK)
    table.does(DAQAN, "cast counterstroke", "counter").rolls("HPPP").does(DAQAN, "commit stunning_blow -", "done")
    assert table.at("E6").stunned
    assert moves(table, "retreat") == ["E7-E8"]
    assert not table.can(UTHUK, "advance")


def test_a_bodyguard_suffers_one_in_place_of_the_target() -> None:
    table = waited(f"{HARVEST} citadel_guard@F7 citadel_guard@E9", "SSP", daqan="bodyguard", active=UTHUK)
    assert table.can(DAQAN, "cast") == {"cast bodyguard F7"}
    table.does(DAQAN, "cast bodyguard F7")
    assert (damage(table, "E7"), damage(table, "F7")) == (1, 1)
    assert [event.why for event in table.told(Damaged)] == ["hit", "bodyguard"]


def test_a_bodyguard_has_nothing_to_do_without_damage() -> None:
    table = waited(f"{HARVEST} citadel_guard@F7", "MPP", daqan="bodyguard counterstroke", active=UTHUK)
    assert not table.can(DAQAN, "cast") & {"cast bodyguard F7"}


@pytest.mark.parametrize(
    ("second", "hurt"), [("bodyguard D7", {"F7": 1}), ("runic_barrier", {})], ids=["bodyguard", "barrier"]
)
def test_a_bodyguard_suffers_no_more_than_the_target_would_have(second: str, hurt: dict[str, int]) -> None:
    """Of one damage nothing is left for a second one, and none for the first if it is held off after all."""
    hand = f"bodyguard {second.split()[0]}"
    table = waited(f"{HARVEST} citadel_guard@F7 citadel_guard@D7", "SPP", daqan=hand, active=UTHUK)
    table.does(DAQAN, "cast bodyguard F7", f"cast {second}")
    assert {at: suffered for at in ("D7", "E7", "F7") if (suffered := damage(table, at))} == hurt


def test_a_bodyguard_that_falls_scores() -> None:
    table = waited(f"{HARVEST} citadel_guard@F7:1", "SPP", daqan="bodyguard", active=UTHUK)
    table.does(DAQAN, "cast bodyguard F7")
    assert table.state.at("F7") is None
    assert table.at("E7").health == 3
    assert table.state.side(UTHUK).victory == 1


def test_a_drain_heals_who_has_dealt_damage() -> None:
    table = declared("obscenes@E6:2* yeoman_archers@E7", uthuk="marrow_drain", active=UTHUK)
    passed(table).rolls("SPPP")
    assert asked(table) == (UTHUK, "after")
    table.does(UTHUK, "cast marrow_drain")
    assert table.at("E6").health == 3
    assert [event.amount for event in table.told(Healed)] == [1]


def test_a_drain_heals_nobody_who_has_dealt_none() -> None:
    table = declared("obscenes@E6:3* yeoman_archers@E7", uthuk="marrow_drain", active=UTHUK)
    passed(table).rolls("PPPP")
    table.does(UTHUK, "cast marrow_drain")
    assert not table.told(Healed)


def test_a_drain_does_not_count_what_the_attacker_suffers() -> None:
    """It heals who has dealt damage; the price of blood is none of that."""
    table = declared("obscenes@E6* yeoman_archers@E7", uthuk="blood_price marrow_drain", active=UTHUK)
    passed(table.does(UTHUK, "cast blood_price")).rolls("PPPPPP")
    table.does(UTHUK, "cast marrow_drain")
    assert table.at("E6").health == 3
    assert not table.told(Healed)


def test_a_drain_counts_the_damage_of_the_retreat() -> None:
    units = "obscenes@E6:3* yeoman_archers@E7 blood_harvesters@E8"
    table = declared(units, uthuk="marrow_drain", active=UTHUK)
    passed(table).rolls("MPPP").does(UTHUK, "cast marrow_drain")
    assert [event.amount for event in table.told(Healed)] == [1]


def test_a_drain_is_offered_to_who_may_hurt_himself() -> None:
    table = declared(HARVEST, uthuk="marrow_drain", active=UTHUK)
    passed(table).rolls("HPP").does(UTHUK, "cast marrow_drain", "commit frenzy -", "done")
    assert table.at("E6").health == 3
    assert [event.amount for event in table.told(Healed)] == [1]


def test_a_drain_is_not_offered_to_the_unhurt() -> None:
    table = declared("obscenes@E6* yeoman_archers@E7", uthuk="marrow_drain", active=UTHUK)
    passed(table).rolls("SPPP")
    assert asked(table) is None


# One word of the defender for before and after


def test_an_instruction_fires_from_so_much_damage_on() -> None:
    for faces, fired in (("SSP", True), ("SPP", False)):
        table = declared(HARVEST, daqan="runic_barrier", active=UTHUK).does(DAQAN, "instruct runic_barrier 2 -")
        assert table.state.side(DAQAN).lore == 9
        table.rolls(faces)
        assert bool(table.told(LorePlayed)) is fired
        cost = table.state.rules.tables.lore["runic_barrier"].cost
        assert table.state.side(DAQAN).lore == (9 - cost if fired else 9)
        assert damage(table, "E7") == (0 if fired else 1)


def test_the_damage_of_an_instruction_is_what_would_be_suffered() -> None:
    table = declared(HARVEST, daqan="runic_barrier", active=UTHUK, land={"E7": "building"})
    table.does(DAQAN, "instruct runic_barrier 2 -").rolls("SSP")
    assert not table.told(LorePlayed)
    assert damage(table, "E7") == 1


def test_an_instruction_with_a_target() -> None:
    table = declared(f"{HARVEST} citadel_guard@F7", daqan="bodyguard", active=UTHUK)
    table.does(DAQAN, "instruct bodyguard 1 F7").rolls("SPP")
    assert damage(table, "F7") == 1


def test_who_left_an_instruction_is_not_asked_again() -> None:
    table = declared(HARVEST, daqan="runic_barrier counterstroke", active=UTHUK).does(
        DAQAN, "instruct runic_barrier 3 -"
    )
    table.rolls("SMP")
    assert asked(table) is None


def test_others_cannot_tell_an_instruction_from_a_pass() -> None:
    told, instructed = (
        declared(HARVEST, daqan="runic_barrier", active=UTHUK).does(DAQAN, line)
        for line in ("pass now", "instruct runic_barrier 2 -")
    )
    assert told.view(UTHUK) == instructed.view(UTHUK)
    assert told.view(None) == instructed.view(None)
    told.rolls("SPP")
    instructed.rolls("SPP")
    assert told.view(UTHUK) == instructed.view(UTHUK)
    assert told.awaited == instructed.awaited


def test_the_owner_sees_his_instruction() -> None:
    table = declared(HARVEST, daqan="runic_barrier", active=UTHUK).does(DAQAN, "instruct runic_barrier 2 -")
    own = table.view(DAQAN).combat
    assert own is not None
    assert [word.card for word in own.instructions] == ["runic_barrier"]
    (answer,) = table.told(Answered)
    assert answer.instruction == "runic_barrier"


def test_an_instruction_that_cannot_be_paid_any_more_is_void() -> None:
    cost = tables().lore["runic_barrier"].cost
    table = declared(HARVEST, daqan="runic_barrier", uthuk="blood_price", active=UTHUK, lore=cost)
    table.does(UTHUK, "pass now").does(DAQAN, "instruct runic_barrier 1 -")
    table.state = table.state.with_side(DAQAN, replace(table.state.side(DAQAN), lore=cost - 1))
    passed(table).rolls("SSP")
    assert not table.told(LorePlayed)
    assert damage(table, "E7") == 2
    assert table.state.side(DAQAN).hand == ("runic_barrier",)


def test_of_two_words_for_one_card_the_second_is_void() -> None:
    """B13.2: what has been played is discarded. Who is asked again, after a card of the other, may say it again."""
    table = declared(HARVEST, daqan="runic_barrier", uthuk="blood_price blood_price", active=UTHUK)
    for _ in range(2):
        table.does(UTHUK, "cast blood_price").does(DAQAN, "instruct runic_barrier 1 -")
    table.rolls("SSSS" + "P" * (table.wanted - 4))
    assert [event.card for event in table.told(LorePlayed)] == ["blood_price", "blood_price", "runic_barrier"]
    assert ignored(table) == [("E7", "damage", 2, "runic_barrier")]


def test_the_window_before_the_roll_does_not_depend_on_the_hand() -> None:
    for hand in ("runic_barrier", "portal"):
        table = declared(HARVEST, daqan=hand, active=UTHUK)
        assert asked(table) == (DAQAN, "before")


def test_no_window_without_cards_or_lore() -> None:
    assert isinstance(declared(HARVEST, active=UTHUK).state.phase, Fighting)
    assert isinstance(declared(HARVEST, daqan="runic_barrier", active=UTHUK, lore=0).state.phase, Fighting)


def test_the_side_that_rolls_is_asked_first_in_a_counter_too() -> None:
    table = declared(GUARD, uthuk="blood_price", daqan="runic_barrier")
    passed(table).rolls("PPP").does(UTHUK, "counter")
    assert asked(table) == (UTHUK, "before")
    table.does(UTHUK, "cast blood_price")
    assert asked(table) == (DAQAN, "before")
    assert passed(table).wanted == 6


def test_a_standing_pass_covers_both_timings_of_the_turn() -> None:
    units = "citadel_guard@E6* citadel_guard@F6* blood_harvesters@E7"
    table = declared(units, uthuk="unnatural_vigor").does(UTHUK, "pass turn").rolls("SPP")
    assert asked(table) is None
    table.does(UTHUK, "stay").does(DAQAN, "attack F6 E7 strike")
    assert asked(table) is None


ROLL = ("own_before_roll", "own_after_roll", "defend_before_roll", "defend_after_roll")


def test_every_card_of_a_combat_has_an_effect_that_this_engine_knows() -> None:
    table = declared(HARVEST, daqan="runic_barrier", active=UTHUK)
    known = {
        "dice", "fewer_dice", "immovable", "lore_hits", "ignore_damage", "ferocity", "bodyguard", "blood_price",
        "no_ignoring", "drain",
    }  # fmt: skip
    for card in table.state.rules.tables.lore.values():
        if card.timing in ROLL:
            assert card.does in known, card.id


@pytest.mark.parametrize("seat", [DAQAN, UTHUK])
def test_cards_are_for_the_side_that_they_name(seat: Seat) -> None:
    table = declared(HARVEST, daqan="runic_barrier", uthuk="blood_price", active=UTHUK)
    assert cards.public(table.state, seat, "blood_price") is (seat == UTHUK)
    assert cards.public(table.state, seat, "runic_barrier") is (seat == DAQAN)
