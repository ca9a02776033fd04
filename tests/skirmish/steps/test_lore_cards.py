"""What each lore card outside of combat does (B13, B21, the tables)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core import Seat
from engine.skirmish.events import (
    BuildingRuined,
    CardsSeen,
    Cured,
    Damaged,
    Destroyed,
    DiceRolled,
    Healed,
    LoreGained,
    Moved,
    Ordered,
    Stunned,
)
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Moving, Ordering, Phase
from engine.skirmish.steps import lore as cards
from engine.skirmish.steps.lore import EFFECTS
from engine.skirmish.units import Effect, Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

pytestmark = pytest.mark.usefixtures("windows_of_their_own")
"""In games of version 2 each moment has its window; `test_cards_with_steps` shows that cards do the same by now."""

BOTH = "citadel_guard@A1 viper_legion@I1 "
"""A unit of each side that is in nobody's way, without an order: numbers 1 and 2."""

LORE = 9


def after(phase: Phase, card: str, units: str, seat: Seat = DAQAN, **more: object) -> Table:
    """The step is closed, and its active player is asked for a card: he holds just this one, the other none."""
    hands = (card, "") if seat == DAQAN else ("", card)
    turn = Turn("patrol_center", "text")
    state = field(BOTH + units, phase, active=seat, lore=(LORE, LORE), hands=hands, turn=turn, **more)  # type: ignore[arg-type]
    return Table(state).does(seat, "done")


def after_orders(card: str, units: str, seat: Seat = DAQAN, **more: object) -> Table:
    return after(Ordering(), card, units, seat, **more)


def after_moves(card: str, units: str, seat: Seat = DAQAN, **more: object) -> Table:
    return after(Moving(), card, units, seat, **more)


def targets(table: Table, seat: Seat = DAQAN) -> set[str]:
    """What the card can be played on."""
    return {line.split()[2] for line in table.can(seat, "cast")}


def test_every_effect_outside_of_combat_is_used_by_a_card() -> None:
    lore = field(BOTH).rules.tables.lore.values()

    assert {card.does for card in lore if not card.timing.endswith("_roll")} == EFFECTS


# After the Order Step


def test_shortcut_opens_the_forest_for_the_side_this_turn() -> None:
    """B21.1. What it does to moves is in `test_moves`."""
    units = "uthuk/mountain_giant@C6,ordered flesh_ripper_brutes@F4,ordered"
    table = after_orders("shortcut", units, UTHUK, land={"F5": "forest"})
    assert targets(table, UTHUK) == {"-"}

    table.does(UTHUK, "cast shortcut -")

    assert table.state.sides[UTHUK].lore == LORE - 2
    assert table.state.turn.effects == (Effect("forest_march", 1, 0, "shortcut"),)
    assert "move F4 F8 0" in table.can(UTHUK)


@pytest.mark.parametrize(
    ("card", "seat", "far", "farther"), [("portal", DAQAN, "G6", "H6"), ("demon_gate", UTHUK, "F6", "G6")]
)
def test_a_gate_moves_an_ordered_unit_within_reach_to_an_empty_hex_where_it_stays(
    card: str, seat: Seat, far: str, farther: str
) -> None:
    mine, theirs = ("citadel_guard", "viper_legion") if seat == DAQAN else ("viper_legion", "citadel_guard")
    units = f"{mine}@C6,ordered {mine}@C2 {theirs}@C8"
    table = after_orders(card, units, seat, land={"C9": "water", far: "ford"})

    assert {f"C6,{far}", "C6,C7"} <= targets(table, seat)
    assert not {"C6,C8", "C6,C9", f"C6,{farther}", "C2,C3", "C6,C6"} & targets(table, seat)
    table.does(seat, f"cast {card} C6,{far}")

    assert table.at(far).number == 3
    assert table.told(Moved) == [Moved(seat, 3, mine, ("C6", far), "card")]
    assert table.can(seat, "move") == set()
    assert table.refused(seat, f"move {far} C7").code == "unit-has-moved"


def test_a_gate_into_ruins_ends_a_movement_there() -> None:
    """B17.3."""
    table = after_orders("portal", "citadel_guard@C6,ordered", ruins=["C9"]).does(DAQAN, "cast portal C6,C9")

    assert table.at("C9").health == 2


def test_who_went_through_a_gate_has_moved() -> None:
    """B11.2: no Double Shot."""
    table = after_orders("portal", "yeoman_archers@C6,ordered").does(DAQAN, "cast portal C6,C9")

    assert table.at("C9").moved


@pytest.mark.parametrize(
    ("card", "possible"),
    [
        ("forced_march", {"C4", "C6"}),
        ("fleet_of_foot", {"C4,C6", "C4,C8", "C6,C8"}),
    ],
)
def test_a_march_gives_a_hex_to_as_many_ordered_units_as_the_card_says(card: str, possible: set[str]) -> None:
    units = "citadel_guard@C4,ordered citadel_guard@C6,ordered riverwatch_riders@C8,ordered citadel_guard@C10"
    table = after_orders(card, units)
    assert targets(table) == possible

    chosen = sorted(possible)[0]
    table.does(DAQAN, f"cast {card} {chosen}")

    numbers = [table.at(at).number for at in chosen.split(",")]
    assert table.state.turn.effects == tuple(Effect("march", 1, number, card) for number in numbers)
    assert "move C4 F4 0" in table.can(DAQAN)
    assert ("move C6 F6 0" in table.can(DAQAN)) is (len(numbers) == 2)


def test_fleet_of_foot_is_for_one_unit_if_only_one_has_an_order() -> None:
    assert targets(after_orders("fleet_of_foot", "citadel_guard@C4,ordered")) == {"C4"}


@pytest.mark.parametrize(("card", "seat"), [("rally_the_guard", DAQAN), ("horde_call", UTHUK)])
def test_one_more_unit_anywhere_has_an_order(card: str, seat: Seat) -> None:
    mine = "citadel_guard" if seat == DAQAN else "viper_legion"
    table = after_orders(card, f"{mine}@C4,ordered {mine}@C13 {mine}@C8,stunned", seat)
    far = "A1" if seat == DAQAN else "I1"
    assert targets(table, seat) == {"C13", far}

    table.does(seat, f"cast {card} C13")

    assert table.at("C13").ordered
    assert table.told(Ordered) == [Ordered(seat, 4, mine, "C13")]


def test_a_card_that_orders_two_units_more_is_played_on_two() -> None:
    """The tables may say so: an owner of the printed cards puts his figures in there."""
    state = field(
        BOTH + "citadel_guard@C4 citadel_guard@C8",
        Ordering(),
        lore=(LORE, 0),
        hands=("rally_the_guard", ""),
        turn=Turn("patrol_center", "text"),
    )
    found = state.rules.tables
    more = replace(found.lore["rally_the_guard"], amount=2)
    rules = replace(state.rules, tables=replace(found, lore={**found.lore, more.id: more}))
    table = Table(replace(state, rules=rules)).does(DAQAN, "done")
    assert targets(table) == {"A1,C4", "A1,C8", "C4,C8"}

    table.does(DAQAN, "cast rally_the_guard C4,C8")

    assert [unit.hex for unit in table.state.own(DAQAN) if unit.ordered] == ["C4", "C8"]


def test_savage_rush_gives_a_hex_for_ending_beside_an_enemy() -> None:
    table = after_orders("savage_rush", "viper_legion@C4,ordered viper_legion@E4 citadel_guard@C8", UTHUK)
    assert targets(table, UTHUK) == {"C4"}

    table.does(UTHUK, "cast savage_rush C4")

    assert "move C4 C7 0" in table.can(UTHUK)
    assert "move C4 F4 0" not in table.can(UTHUK)


def test_leaping_assault_leads_through_units() -> None:
    units = "viper_legion@C13,ordered citadel_guard@C12 citadel_guard@B12 citadel_guard@D12"
    table = after_orders("leaping_assault", units, UTHUK)

    table.does(UTHUK, "cast leaping_assault C13")

    assert {"move C13 C11 0", "move C13 A13 0"} <= table.can(UTHUK)
    assert "move C13 C12 0" not in table.can(UTHUK)


# After the Move Step


@pytest.mark.parametrize(
    ("card", "seat", "amount"),
    [("brute_strength", UTHUK, 2), ("blood_tide", UTHUK, 1), ("oath_of_the_citadel", DAQAN, 1)],
)
def test_cards_of_strength_leave_their_effect_with_the_turn(card: str, seat: Seat, amount: int) -> None:
    """B21.5, B13.6. What it is worth in a roll is the combat's."""
    units = "uthuk/mountain_giant@C6,ordered viper_legion@C8,ordered citadel_guard@D6,ordered"
    table = after_moves(card, units, seat).does(seat, f"cast {card} -")

    assert table.state.turn.effects == (Effect("might", amount, 0, card),)


def test_strength_is_of_no_use_to_a_side_without_an_ordered_unit_of_the_class() -> None:
    table = after_moves("brute_strength sacrifice", "uthuk/mountain_giant@C6 viper_legion@C8,ordered", UTHUK)

    assert table.refused(UTHUK, "cast brute_strength -").code == "card-no-target"


@pytest.mark.parametrize(
    ("card", "seat", "stunned", "poisoned"),
    [("healing_light", DAQAN, True, False), ("dark_mending", UTHUK, False, True)],
)
def test_a_damaged_unit_recovers_one_and_loses_poison_or_stun(
    card: str, seat: Seat, stunned: bool, poisoned: bool
) -> None:
    mine = "citadel_guard" if seat == DAQAN else "viper_legion"
    table = after_moves(card, f"{mine}@C4:1,stunned,poisoned {mine}@C6,stunned,poisoned", seat)
    assert targets(table, seat) == {"C4"}, "only a damaged one"

    table.does(seat, f"cast {card} C4")

    unit = table.at("C4")
    assert (unit.health, bool(unit.stunned), unit.poisoned) == (2, stunned, poisoned)
    assert table.told(Healed) == [Healed(3, mine, seat, "C4", 1)]
    assert len(table.told(Cured)) == 1


@pytest.mark.parametrize(
    ("card", "seat", "own", "dice", "hits"),
    [("arrow_storm", DAQAN, "yeoman_archers", "PHS", 2), ("hellfire", UTHUK, "obscenes", "SCP", 2)],
)
def test_dice_rain_on_an_enemy_near_a_unit_of_the_class(card: str, seat: Seat, own: str, dice: str, hits: int) -> None:
    """Sight is not asked for; another class does not help."""
    theirs = "viper_legion" if seat == DAQAN else "citadel_guard"
    other = "citadel_guard" if seat == DAQAN else "viper_legion"
    units = f"{own}@C4 {other}@C11 {theirs}@C7 {theirs}@C8 {theirs}@C12"
    table = after_moves(card, units, seat, land={"C5": "forest", "C6": "forest"})
    assert targets(table, seat) == {"C7"}

    table.does(seat, f"cast {card} C7")
    assert (table.wanted, table.awaited) == (3, frozenset())
    table.rolls(dice)

    assert table.at("C7").health == 3 - hits
    rolled = table.told(DiceRolled)[-1]
    assert isinstance(rolled, DiceRolled)
    assert (rolled.number, rolled.card, rolled.seat) == (0, card, seat)


def test_dice_of_a_card_that_kill_are_its_players_deed() -> None:
    """B23.8, B14.4."""
    table = after_moves("arrow_storm", "yeoman_archers@C4 viper_legion@C7:1")
    table.does(DAQAN, "cast arrow_storm C7").rolls("PPP")

    destroyed = table.told(Destroyed)[-1]
    assert isinstance(destroyed, Destroyed)
    assert destroyed.by == DAQAN
    assert table.state.sides[DAQAN].victory == 1


def test_dice_of_a_card_that_destroy_the_last_unit_end_the_game() -> None:
    state = field("yeoman_archers@C4 viper_legion@C7:1", Moving(), land={}, lore=(LORE, 0), hands=("arrow_storm", ""))
    table = Table(state).does(DAQAN, "done", "cast arrow_storm C7").rolls("PMM")

    assert (table.view().winner, table.view().reason) == (DAQAN, "destroyed")


def test_venom_rain_poisons_an_enemy_in_sight_of_a_ranged_unit() -> None:
    units = "viper_legion@C4 obscenes@G4 citadel_guard@C7 citadel_guard@E4 citadel_guard@G5 citadel_guard@C5,poisoned"
    table = after_moves("venom_rain", units, UTHUK)
    assert targets(table, UTHUK) == {"E4"}, "C7 is behind C5, which is poisoned, and G5 is too far from the vipers"

    table.does(UTHUK, "cast venom_rain E4")

    assert table.at("E4").poisoned


def test_whoever_stands_on_a_hill_sees_over_units_when_he_poisons() -> None:
    """B12.3."""
    units = "viper_legion@C4 citadel_guard@C7 citadel_guard@C5"

    assert targets(after_moves("venom_rain", units, UTHUK), UTHUK) == {"C5"}
    assert targets(after_moves("venom_rain", units, UTHUK, land={"C4": "hill"}), UTHUK) == {"C5", "C7"}


@pytest.mark.parametrize(("card", "seat"), [("scouts_report", DAQAN), ("whispered_secrets", UTHUK)])
def test_two_cards_of_the_others_hand_are_seen_by_whoever_looks_alone(card: str, seat: Seat) -> None:
    other = Seat(1 - seat)
    hand = "venom_rain hellfire sacrifice" if seat == DAQAN else "portal keen_eyes dispel"
    hands = (card, hand) if seat == DAQAN else (hand, card)
    table = Table(field(BOTH, Moving(), active=seat, lore=(1, 1), hands=hands)).does(seat, "done", f"cast {card} -")
    assert (table.wanted, table.awaited) == (2, frozenset())

    table.draws(3, 1)

    cards = hand.split()
    seen = CardsSeen(seat, (cards[2], cards[0]))
    assert table.told(CardsSeen) == [seen]
    assert SKIRMISH.seen(seen, seat) == seen
    assert SKIRMISH.seen(seen, other) == SKIRMISH.seen(seen, None) == CardsSeen(seat, ())
    assert table.state.sides[other].hand == tuple(cards)


def test_looking_into_a_hand_of_one_and_into_none() -> None:
    one = Table(field(BOTH, Moving(), lore=(1, 0), hands=("scouts_report", "hellfire")))
    one.does(DAQAN, "done", "cast scouts_report -").draws(1)
    assert one.told(CardsSeen) == [CardsSeen(DAQAN, ("hellfire",))]

    none = after_moves("scouts_report", "yeoman_archers@C4 viper_legion@C6")
    assert none.refused(DAQAN, "cast scouts_report -").code == "card-no-target"


def test_dispel_frees_all_own_units_and_is_for_any_move_step() -> None:
    units = "citadel_guard@C4,stunned,poisoned citadel_guard@C6,poisoned viper_legion@C8,stunned,poisoned"
    hands = ("dispel", "")
    table = Table(field(BOTH + units, Moving(), active=UTHUK, lore=(3, 0), hands=hands)).does(UTHUK, "done")
    assert table.awaited == {DAQAN}

    table.does(DAQAN, "cast dispel -")

    assert [(unit.stunned, unit.poisoned) for unit in table.state.own(DAQAN)] == [(0, False)] * 3
    assert table.at("C8").stunned
    assert [event.of for event in table.told(Cured)] == ["stun", "poison", "poison"]


def test_sacrifice_hurts_an_own_unit_for_two_lore() -> None:
    table = after_moves("sacrifice", "viper_legion@C4 obscenes@C6:1", UTHUK)
    assert targets(table, UTHUK) == {"C4", "I1"}, "not one with its last health"

    table.does(UTHUK, "cast sacrifice C4")

    assert table.at("C4").health == 2
    assert table.state.sides[UTHUK].lore == LORE + 2
    assert table.told(LoreGained) == [LoreGained(UTHUK, 2, "sacrifice")]


def test_rotting_wounds_hurt_every_poisoned_enemy_and_use_up_the_poison() -> None:
    units = "citadel_guard@C4,poisoned citadel_guard@C6:1,poisoned citadel_guard@C8 viper_legion@E5,poisoned"
    table = after_moves("rotting_wounds", units, UTHUK).does(UTHUK, "cast rotting_wounds -")

    assert (table.at("C4").health, table.at("C4").poisoned) == (2, False)
    assert table.state.at("C6") is None
    assert table.at("C8").health == 3
    assert (table.at("E5").health, table.at("E5").poisoned) == (3, True)
    assert table.state.sides[UTHUK].victory == 1


def test_rotting_wounds_are_not_offered_without_a_poisoned_enemy() -> None:
    units = "citadel_guard@C4 viper_legion@C8:2 viper_legion@E5,poisoned"
    assert not after_moves("rotting_wounds", units, UTHUK).can(UTHUK, "cast")


# Crushing Force

CRUSH = "cast crushing_force"
TC: Mapping[str, str] = {"D6": "forest", "D7": "forest", "C7": "building", "D3": "building"}


def crushing(units: str, **more: object) -> Table:
    """The active Uthuk player has closed his Move Step."""
    return after_moves("crushing_force", units, UTHUK, **{"land": TC, **more})


def test_scenario_100_crushing_force_ruins_hurts_and_stuns_and_shows_the_card() -> None:
    """B21.3, B23.9: in this order."""
    hidden = {"C7": "citadel_guard", "B5": "blood_harvesters"}
    units = BOTH + "uthuk/mountain_giant@D5 citadel_guard@C7"
    state = field(units, Moving(), scenario=THUNDERCLAP, hidden=hidden, lore=(0, 3), hands=("", "crushing_force"))
    table = Table(state).does(DAQAN, "done")
    assert table.awaited == {UTHUK}

    table.does(UTHUK, f"{CRUSH} C7")

    assert table.state.sides[UTHUK].lore == 0
    assert table.state.terrain("C7").id == "ruins"
    unit = table.at("C7")
    assert (unit.health, bool(unit.stunned)) == (2, True)
    assert table.state.hidden == (("B5", "blood_harvesters"),)
    kinds = [type(event).__name__ for event in table.events]
    order = [kinds.index(name) for name in ("LorePlayed", "BuildingRuined", "Damaged", "Stunned", "CardRevealed")]
    assert order == sorted(order)
    assert table.awaited == {DAQAN}, "he places the Guard"


@pytest.mark.parametrize(
    ("giant", "possible"),
    [("E6", set()), ("E7", set()), ("F3", {"D3"}), ("D5", {"C7", "D3"}), ("F7", set()), ("C7", {"C7"})],
)
def test_scenario_101_the_giant_must_see_the_building_within_two_hexes(giant: str, possible: set[str]) -> None:
    """B21.4: its own hex counts."""
    table = crushing(f"uthuk/mountain_giant@{giant} viper_legion@I5")

    assert targets(table, UTHUK) == possible


def test_scenario_102_a_building_three_hexes_away_is_refused() -> None:
    refusal = crushing("uthuk/mountain_giant@D5 viper_legion@A2").refused(UTHUK, f"{CRUSH} B5")
    assert (refusal.code, refusal.facts["possible"]) == ("card-target", (("C7",), ("D3",)))

    assert crushing("uthuk/mountain_giant@C10").refused(UTHUK, f"{CRUSH} C7").code == "card-no-target"


def test_scenario_103_an_own_unit_in_the_building_suffers_as_well() -> None:
    table = crushing("uthuk/mountain_giant@D5 viper_legion@C7").does(UTHUK, f"{CRUSH} C7")

    unit = table.at("C7")
    assert (unit.health, bool(unit.stunned)) == (2, True)
    assert [type(event) for event in table.events if isinstance(event, BuildingRuined | Damaged | Stunned)] == [
        BuildingRuined,
        Damaged,
        Stunned,
    ]


def test_who_is_stunned_after_his_own_move_step_loses_his_attack() -> None:
    """B11.16."""
    table = crushing("uthuk/mountain_giant@D5 viper_legion@C7,ordered citadel_guard@C8")

    table.does(UTHUK, f"{CRUSH} C7")

    assert table.can(UTHUK, "attack") == set()


def test_an_own_unit_that_dies_of_it_is_nobodys_point() -> None:
    table = crushing("uthuk/mountain_giant@D5 viper_legion@C7:1", victory=(0, 0)).does(UTHUK, f"{CRUSH} C7")

    assert table.state.at("C7") is None
    assert [side.victory for side in table.state.sides] == [0, 0]


def test_another_kind_of_unit_crushes_nothing() -> None:
    assert crushing("obscenes@D5").refused(UTHUK, f"{CRUSH} C7").code == "card-no-target"


def test_the_enemys_giant_serves_nobody_for_crushing_force() -> None:
    """B21.3: a friendly Giant; it matters with two packs, and after one's own has fallen."""
    units = BOTH + "daqan/mountain_giant@C6,ordered citadel_guard@A5"
    land = {"C7": "building"}
    state = field(units, Moving(), active=UTHUK, land=land, lore=(8, 8), hands=("", "crushing_force"))

    assert not list(cards.targets(state, UTHUK, "crushing_force"))
    assert list(cards.targets(state, DAQAN, "crushing_force")) == [("C7",)]
