"""What follows from a view for whoever has it."""

from __future__ import annotations

import pytest

from engine.skirmish import outlook
from engine.skirmish.actions import Attack
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Moving
from engine.skirmish.units import Turn
from tests.skirmish.field import DAQAN, UTHUK, field


def test_what_is_supposed_is_the_view_again_and_holds_nothing_of_the_other() -> None:
    state = field("citadel_guard@C7 viper_legion@E7", hands=("keen_eyes", "shortcut"), lore=(2, 3))
    view = SKIRMISH.view(state, DAQAN)

    supposed = outlook.supposed(view)

    assert supposed.side(DAQAN).hand == ("keen_eyes",)
    assert supposed.side(UTHUK).hand == ()
    assert supposed.side(UTHUK).lore == 3
    assert supposed.side(UTHUK).deck == supposed.command_deck == ()
    assert supposed.units == state.units


def test_scenario_005_a_card_shows_whom_it_could_order_as_its_player_sits() -> None:
    state = field("citadel_guard@D3 roc_warrior@D10 viper_legion@F3")
    south, north = SKIRMISH.view(state, DAQAN), SKIRMISH.view(state, UTHUK)

    assert outlook.orderable(south, "patrol_left", "text") == ("D3",)
    assert outlook.orderable(south, "patrol_left", "one") == ("D3", "D10")
    assert outlook.orderable(north, "patrol_right", "text") == ("F3",)
    assert outlook.orderable(north, "patrol_left", "text") == ()


def test_orders_that_are_left_are_those_of_the_card_less_those_given() -> None:
    state = field("citadel_guard@D3,ordered roc_warrior@D10", turn=Turn("pincer", "text"))

    assert outlook.orders_left(SKIRMISH.view(state, DAQAN)) == 3


def test_scenario_029_a_prospect_has_the_dice_of_the_rules_with_their_reasons() -> None:
    state = field("blood_harvesters@E7:2 citadel_guard@D6", land={"D6": "forest"}, active=UTHUK)

    found = outlook.prospect(SKIRMISH.view(state, UTHUK), Attack("E7", "D6", "strike"))

    assert found.dice == 3
    assert [reason.what for reason in found.reasons] == ["combat", "forest", "rage"]
    assert found.expected == pytest.approx(1.0)
    assert found.destroys == pytest.approx(1 / 27)


def test_scenario_030_a_building_keeps_one_damage_off_what_is_expected() -> None:
    state = field("blood_harvesters@E7 citadel_guard@D6:1", land={"D6": "building"}, active=UTHUK)

    found = outlook.prospect(SKIRMISH.view(state, UTHUK), Attack("E7", "D6", "strike"))

    assert found.destroys == pytest.approx(7 / 27), "two hits of three dice, each in a third of the throws"
    assert found.expected == pytest.approx(7 / 27), "no more than it has left"


def test_what_could_be_attacked_from_a_hex_counts_walls_of_wood_and_other_units() -> None:
    state = field("yeoman_archers@C7,ordered viper_legion@F7", Moving(), land={"E7": "forest"})
    view = SKIRMISH.view(state, DAQAN)

    assert outlook.aims(view, "C7", "D6") == ()
    assert outlook.aims(view, "C7", "D7") == ("F7",)
