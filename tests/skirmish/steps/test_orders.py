"""Command cards and orders (B2.4, B2.5, B6, B11.16)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.skirmish.events import CommandPlayed, Cured, LoreGained, Ordered
from engine.skirmish.state import Ordering
from engine.skirmish.steps.command import SIDES, matched
from engine.skirmish.units import LAST_TURN, Effect
from tests.skirmish.field import DAQAN, UTHUK, Table, field

FAR = "viper_legion@I1 "
"""An enemy that is in nobody's way."""


def commanding(units: str, card: str, **more: object) -> Table:
    """Daqan in the Command Step with one card."""
    return Table(field(FAR + units, commands=(card, ""), **more))  # type: ignore[arg-type]


def test_scenario_011_one_unit_anywhere_instead_of_the_text() -> None:
    table = commanding("citadel_guard@D3", "patrol_center attack_right pincer onslaught")

    table.does(DAQAN, "play attack_right one", "order D3")

    assert table.at("D3").ordered
    assert table.can(DAQAN, "order") == set()


def test_instead_of_the_text_only_one_unit_has_an_order() -> None:
    table = commanding("citadel_guard@D3 citadel_guard@D9", "attack_right").does(DAQAN, "play attack_right one")

    assert table.can(DAQAN, "order") == {"order D3", "order D9"}
    refusal = table.does(DAQAN, "order D9").refused(DAQAN, "order D3")
    assert (refusal.code, refusal.facts["used"], refusal.facts["orders"]) == ("orders-used", 1, 1)


def test_scenario_005_left_and_right_are_those_of_whoever_acts() -> None:
    """B2.5."""
    units = "citadel_guard@D3 viper_legion@D4 viper_legion@D10"
    south = Table(field(units, commands=("patrol_left", "")))
    north_left, north_right = (
        Table(field(units, commands=("", card), active=UTHUK)) for card in ("patrol_left", "patrol_right")
    )

    assert south.does(DAQAN, "play patrol_left text").can(DAQAN, "order") == {"order D3"}
    assert north_left.does(UTHUK, "play patrol_left text").can(UTHUK, "order") == {"order D10"}
    assert north_right.does(UTHUK, "play patrol_right text").can(UTHUK, "order") == {"order D4"}


def test_scenario_012_a_third_order_of_two_is_refused() -> None:
    table = commanding("citadel_guard@C6 citadel_guard@C7 citadel_guard@C8", "patrol_center")
    table.does(DAQAN, "play patrol_center text", "order C6", "order C7")

    refusal = table.refused(DAQAN, "order C8")

    assert refusal.code == "orders-used"
    assert (refusal.facts["used"], refusal.facts["orders"], refusal.facts["units"]) == (2, 2, ())


def test_scenario_013_a_unit_in_two_sections_takes_one_order_of_either_never_two() -> None:
    """B2.4: C5 is in the west and the centre."""
    table = commanding("citadel_guard@C5 citadel_guard@C3 citadel_guard@C2", "pincer").does(DAQAN, "play pincer text")

    table.does(DAQAN, "order C5")
    assert "order C5" not in table.can(DAQAN)
    assert table.refused(DAQAN, "order C5").code == "order-has-one"

    table.does(DAQAN, "order C3")
    refusal = table.refused(DAQAN, "order C2")
    assert (refusal.code, refusal.facts["sections"]) == ("order-section", ("left",))
    assert refusal.facts["quotas"] == {"left": 2, "right": 2}


def test_a_unit_on_the_line_makes_room_for_one_that_has_no_other_section() -> None:
    """B2.4: C5 first takes an order of the left, and gives it up for one of the centre."""
    table = commanding("citadel_guard@C5 citadel_guard@C3", "general_advance").does(DAQAN, "play general_advance text")

    table.does(DAQAN, "order C5", "order C3")

    assert table.at("C5").ordered
    assert table.at("C3").ordered


def test_two_units_on_the_line_and_one_on_either_side_of_it_cannot_share_two_sections() -> None:
    quota = {"left": 1, "center": 2}

    assert matched([{"left", "center"}, {"left", "center"}, {"left"}], quota)
    assert not matched([{"left"}, {"left", "center"}, {"center"}, {"center"}], quota)


def test_sharing_sections_worked_out_a_second_time_by_trying_all() -> None:
    """B2.4."""
    rng = random.Random("sections")
    for _ in range(300):
        quota = {side: rng.randint(0, 2) for side in SIDES}
        wanted = [set(rng.sample(SIDES, rng.choice((1, 1, 2)))) for _ in range(rng.randint(0, 5))]

        shares = any(all(choice.count(side) <= number for side, number in quota.items()) for choice in product(*wanted))

        assert matched(wanted, quota) == shares, (wanted, quota)


def test_scenario_014_orders_are_fixed_before_any_unit_moves() -> None:
    table = commanding("citadel_guard@C6 citadel_guard@C7", "patrol_center")
    table.does(DAQAN, "play patrol_center text", "order C6", "done", "move C6 D5")

    refusal = table.refused(DAQAN, "order C7")

    assert (refusal.code, refusal.facts["phase"]) == ("phase-other", "moving")


def test_scenario_167_a_unit_attacks_only_when_moves_are_finished() -> None:
    table = commanding("citadel_guard@C6 viper_legion@C7 citadel_guard@C8", "patrol_center")
    table.does(DAQAN, "play patrol_center text", "order C6", "order C8", "done")

    refusal = table.refused(DAQAN, "attack C6 C7 strike")

    assert (refusal.code, refusal.facts["verbs"]) == ("phase-other", ("move", "cast", "done"))


def test_scenario_178_the_chosen_section_has_two_orders_and_each_other_one() -> None:
    units = "citadel_guard@C6 citadel_guard@C7 citadel_guard@C8 citadel_guard@C1 citadel_guard@C2 citadel_guard@C13"
    table = commanding(units, "main_thrust")
    assert table.can(DAQAN, "play") == {f"play main_thrust {how}" for how in ("left", "center", "right", "one")}

    table.does(DAQAN, "play main_thrust center", "order C6", "order C8", "order C1")

    assert table.can(DAQAN, "order") == {"order C13"}
    assert table.refused(DAQAN, "order C7").code == "order-section"
    assert table.refused(DAQAN, "order C2").code == "order-section"


def test_a_card_of_one_section_orders_nobody_elsewhere() -> None:
    table = commanding("citadel_guard@C6 citadel_guard@C1", "patrol_center").does(DAQAN, "play patrol_center text")

    refusal = table.refused(DAQAN, "order C1")

    assert (refusal.code, refusal.facts["sections"], refusal.facts["units"]) == ("order-section", ("left",), ("C6",))


@pytest.mark.parametrize(
    ("card", "possible"),
    [
        ("onslaught", {"C1", "C2"}),
        ("mounted_charge", {"C3"}),
        ("arrow_volley", {"C2"}),
        ("champions_hour", {"C4", "C5"}),
        ("overrun", {"C1", "C3", "C4", "C5"}),
        ("battle_cry", {"C1", "C2", "C3", "C4", "C5"}),
    ],
)
def test_a_tactic_card_orders_units_of_its_class(card: str, possible: set[str]) -> None:
    """B6.2."""
    table = commanding(
        "citadel_guard@C1 yeoman_archers@C2 riverwatch_riders@C3 rune_golems@C4 roc_warrior@C5 "
        "citadel_guard@C6,stunned",
        card,
    )

    table.does(DAQAN, f"play {card} text")

    assert table.can(DAQAN, "order") == {f"order {at}" for at in possible}


def test_a_tactic_card_refuses_other_classes_by_its_class() -> None:
    table = commanding("citadel_guard@C1 riverwatch_riders@C3", "onslaught").does(DAQAN, "play onslaught text")

    refusal = table.refused(DAQAN, "order C3")

    assert (refusal.code, refusal.facts["select"], refusal.facts["units"]) == ("order-class", "infantry", ("C1",))


def test_a_tactic_cards_text_works_for_the_units_that_it_ordered() -> None:
    table = commanding("citadel_guard@C1 citadel_guard@C2", "onslaught").does(DAQAN, "play onslaught text")

    table.does(DAQAN, "order C2", "done")

    number = table.at("C2").number
    assert set(table.state.turn.effects) == {
        Effect("first_melee_dice", 1, number, "onslaught"),
        Effect("no_ranged", 0, number, "onslaught"),
    }


def test_a_tactic_card_played_for_one_unit_does_nothing_else() -> None:
    """B6.3: instead of any card's text."""
    table = commanding("riverwatch_riders@C1 citadel_guard@C2,stunned", "regroup").does(DAQAN, "play regroup one")

    assert table.can(DAQAN, "order") == {"order C1"}
    table.does(DAQAN, "order C1", "done")
    assert table.state.turn.effects == ()
    assert table.state.sides[DAQAN].lore == 0


def test_regroup_orders_stunned_units_and_frees_them_of_stun_and_poison() -> None:
    """B1.7: the card's text overrides B11.16."""
    table = commanding("citadel_guard@C1,stunned,poisoned citadel_guard@C2,poisoned citadel_guard@C3", "regroup")

    table.does(DAQAN, "play regroup text", "order C1", "order C3", "done")

    assert table.state.sides[DAQAN].lore == 2
    assert table.told(LoreGained) == [LoreGained(DAQAN, 2, "regroup")]
    assert (table.at("C1").stunned, table.at("C1").poisoned) == (0, False)
    assert table.at("C2").poisoned, "it has no order"
    assert [event.of for event in table.told(Cured)] == ["stun", "poison"]
    assert {effect.does for effect in table.state.turn.effects} == {"no_attack"}
    assert "move C1 C2" not in table.can(DAQAN)
    assert "move C1 D1 0" in table.can(DAQAN)


def test_the_unstoppable_unit_ignores_retreats_until_its_owners_next_turn() -> None:
    table = commanding("citadel_guard@C1", "unstoppable").does(DAQAN, "play unstoppable text", "order C1", "done")

    assert table.at("C1").unshaken
    assert {effect.does for effect in table.state.turn.effects} == {"unstopped", "dice"}


def test_scenario_043_a_stunned_unit_may_not_be_ordered() -> None:
    table = commanding("citadel_guard@C6,stunned citadel_guard@C7", "patrol_center")
    table.does(DAQAN, "play patrol_center text")

    assert table.can(DAQAN, "order") == {"order C7"}
    assert table.refused(DAQAN, "order C6").code == "unit-stunned"


def test_a_stun_that_goes_at_the_end_of_this_turn_still_bars_from_orders() -> None:
    table = commanding(f"citadel_guard@C6,stunned={LAST_TURN}", "patrol_center").does(DAQAN, "play patrol_center one")

    assert table.can(DAQAN, "order") == set()


def test_no_enemy_and_no_empty_hex_is_ordered() -> None:
    table = commanding("citadel_guard@C6 obscenes@C7", "patrol_center").does(DAQAN, "play patrol_center text")

    for at in ("C7", "C8"):
        refusal = table.refused(DAQAN, f"order {at}")
        assert (refusal.code, refusal.facts["units"]) == ("unit-not-yours", ("C6",))
    assert table.refused(DAQAN, "order Z9").code == "hex-unknown"


def test_a_command_card_is_played_in_every_turn_and_discarded() -> None:
    """B6.1."""
    table = commanding("citadel_guard@C6", "patrol_center attack_left")

    assert table.refused(DAQAN, "done").code == "command-must"
    assert table.refused(DAQAN, "play pincer text").code == "card-not-held"
    refusal = table.refused(DAQAN, "play patrol_center left")
    assert (refusal.code, refusal.facts["ways"]) == ("command-way", ("text", "one"))

    table.does(DAQAN, "play patrol_center text")

    assert table.state.sides[DAQAN].commands == ("attack_left",)
    assert table.state.command_discard == ("patrol_center",)
    assert table.told(CommandPlayed) == [CommandPlayed(DAQAN, "patrol_center", "text")]


def test_whoever_holds_no_command_card_gives_no_orders_and_is_not_stuck() -> None:
    table = commanding("citadel_guard@C6", "").does(DAQAN, "done")

    assert isinstance(table.state.phase, Ordering)
    assert table.can(DAQAN, "order") == set()
    table.does(DAQAN, "done")
    assert table.view().phase == "moving"


def test_orders_are_told_with_their_unit() -> None:
    table = commanding("citadel_guard@C6", "patrol_center").does(DAQAN, "play patrol_center text", "order C6")

    assert table.told(Ordered) == [Ordered(DAQAN, table.at("C6").number, "citadel_guard", "C6")]
