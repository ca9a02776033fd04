"""The cards under the buildings, and what else Thunderclap has of its own (B23.8-B23.17)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.skirmish.board import HEXES
from engine.skirmish.events import CardRevealed, Declined, GameOver, NotPlaced, Peeked, Placed, Scored
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, Over, Placing
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

BOTH = "citadel_guard@A1 viper_legion@I1 "
"""Units of both sides that are in nobody's way."""

HARVESTERS, GUARD = "blood_harvesters", "citadel_guard"
HIDDEN = {"D3": HARVESTERS, "C11": HARVESTERS, "C7": HARVESTERS, "B5": GUARD, "B8": GUARD}


def storming(units: str, hidden: Mapping[str, str] = HIDDEN, **more: object) -> Table:
    """Uthuk's Victory Point Step has begun."""
    state = field(BOTH + units, Attacking(), scenario=THUNDERCLAP, active=UTHUK, hidden=hidden, **more)  # type: ignore[arg-type]
    return Table(state).does(UTHUK, "done")


def peeking(lore: int = 2, hidden: Mapping[str, str] = HIDDEN) -> Table:
    """Daqan's Victory Point Step has begun."""
    state = field(BOTH, Attacking(), scenario=THUNDERCLAP, active=DAQAN, hidden=hidden, lore=(lore, 8))
    return Table(state).does(DAQAN, "done")


# Storming


@pytest.mark.parametrize(
    ("units", "revealed"),
    [
        ("viper_legion@C7 viper_legion@D6", ["C7"]),
        ("viper_legion@C7", []),
        ("viper_legion@C7 citadel_guard@D6", []),
        ("viper_legion@D6 viper_legion@D7", []),
        ("citadel_guard@C7 viper_legion@D6", []),
    ],
)
def test_scenario_117_a_building_is_stormed_by_a_unit_in_it_and_one_beside(units: str, revealed: list[str]) -> None:
    table = storming(units)

    assert [event.hex for event in table.told(CardRevealed)] == revealed


def test_nothing_is_stormed_in_daqans_step() -> None:
    state = field(BOTH + "viper_legion@C7 viper_legion@D6", Attacking(), scenario=THUNDERCLAP, hidden=HIDDEN)

    assert Table(state).does(DAQAN, "done").told(CardRevealed) == []


def test_scenario_118_of_several_cards_uthuk_chooses_the_order() -> None:
    table = storming("viper_legion@D3 viper_legion@E3 viper_legion@C7 viper_legion@D7")
    assert table.awaited == {UTHUK}
    assert table.can(UTHUK, "reveal") == {"reveal D3", "reveal C7"}
    assert table.view(DAQAN).reveal == ("D3", "C7")
    refusal = table.refused(UTHUK, "reveal B5")
    assert (refusal.code, refusal.facts["hexes"]) == ("reveal-not-stormed", ("D3", "C7"))

    table.does(UTHUK, "reveal C7")
    assert table.can(UTHUK, "place") >= {"place blood_harvesters C8"}
    table.does(UTHUK, "place blood_harvesters C8")

    assert [event.hex for event in table.told(CardRevealed)] == ["C7", "D3"], "the last one needs no choice"


def test_the_condition_is_checked_once_before_the_first_card() -> None:
    """B23.13: the unit that the first card brings does not storm another building."""
    table = storming("viper_legion@D3 viper_legion@E3 viper_legion@C4")
    assert table.can(UTHUK, "place") >= {"place blood_harvesters C3"}

    hidden = {"D3": HARVESTERS, "C4": GUARD}
    table = storming("viper_legion@D3 viper_legion@E3 viper_legion@C5", hidden)
    table.does(UTHUK, "place blood_harvesters C4")

    assert table.state.hidden == (("C4", GUARD),)


def test_three_cards_of_both_kinds_win_nothing() -> None:
    """B23.15: Guard, Guard, Harvesters; it takes three of the Harvesters."""
    units, hidden = BOTH + "viper_legion@C7 viper_legion@C8", {"C7": HARVESTERS}
    state = field(units, Attacking(), scenario=THUNDERCLAP, active=UTHUK, hidden=hidden)
    table = Table(replace(state, shown=(GUARD, GUARD))).does(UTHUK, "done")

    assert table.state.shown == (GUARD, GUARD, HARVESTERS)
    assert not table.told(GameOver)
    assert table.view().placing == (HARVESTERS, "C7")


def test_units_of_daqan_in_and_beside_a_building_storm_nothing() -> None:
    """B23.13: in Daqan's Victory Point Step Daqan's own hold it, in Uthuk's it is Uthuk's alone that count."""
    units = BOTH + "citadel_guard@C7 citadel_guard@C8"
    for seat in (DAQAN, UTHUK):
        table = Table(field(units, Attacking(), scenario=THUNDERCLAP, active=seat, hidden=HIDDEN)).does(seat, "done")

        assert table.state.hidden == tuple(HIDDEN.items())
        assert not table.told(CardRevealed)


# Placing


def test_a_card_brings_its_unit_beside_the_building() -> None:
    """B23.10, B23.11."""
    table = storming("viper_legion@C7 viper_legion@D6 citadel_guard@D7")
    assert table.awaited == {UTHUK}
    assert table.view().placing == (HARVESTERS, "C7")
    assert table.can(UTHUK, "place") == {f"place blood_harvesters {at}" for at in ("C8", "B7", "B6", "C6")}
    refusal = table.refused(UTHUK, "place blood_harvesters D7")
    assert (refusal.code, set(refusal.facts["hexes"])) == ("place-not-nearest", {"C8", "B7", "B6", "C6"})  # type: ignore[call-overload]
    assert table.refused(UTHUK, "place citadel_guard C8").code == "place-other-unit"

    table.does(UTHUK, "place blood_harvesters B6")

    unit = table.at("B6")
    assert (unit.kind, unit.owner, unit.health, unit.ordered) == (HARVESTERS, UTHUK, 3, False)
    assert table.told(Placed) == [Placed(UTHUK, unit.number, HARVESTERS, "B6")]
    assert table.state.next_number == unit.number + 1


def test_scenario_119_if_all_hexes_beside_are_taken_any_at_distance_two() -> None:
    vipers, guards = ("C7", "C8", "D7"), ("D6", "C6", "B6", "B7")
    table = storming(" ".join([f"viper_legion@{at}" for at in vipers] + [f"citadel_guard@{at}" for at in guards]))

    assert table.can(UTHUK, "place") == {
        f"place blood_harvesters {at}"
        for at in ("C9", "D8", "E8", "E7", "E6", "D5", "C5", "B5", "A6", "A7", "A8", "B8")
    }  # fmt: skip


def test_impassable_hexes_are_no_place() -> None:
    land = {"C7": "building", "C8": "water", "B6": "water", "B7": "forest"}
    table = storming("viper_legion@C7 viper_legion@D6 citadel_guard@D7", land=land)

    assert table.can(UTHUK, "place") == {"place blood_harvesters B7", "place blood_harvesters C6"}


@pytest.mark.parametrize(("standing", "placed"), [(4, True), (5, False)])
def test_scenario_120_a_guard_comes_if_at_most_four_are_on_the_field(standing: int, placed: bool) -> None:
    guards = " ".join(f"citadel_guard@A{number}" for number in range(2, 1 + standing))
    table = storming(f"{guards} viper_legion@B5 viper_legion@C6")

    assert table.state.hidden == tuple((at, kind) for at, kind in HIDDEN.items() if at != "B5")
    if placed:
        assert table.awaited == {DAQAN}
        table.does(DAQAN, "place citadel_guard C5")
        assert table.at("C5").owner == DAQAN
    else:
        assert table.told(NotPlaced) == [NotPlaced(DAQAN, GUARD, "limit")]
        assert not isinstance(table.state.phase, Placing)


def test_without_supply_nothing_is_placed() -> None:
    """B23.16."""
    units = " ".join(f"blood_harvesters@I{number}" for number in range(2, 7))
    table = storming(f"{units} viper_legion@C7 viper_legion@D6")

    assert table.told(NotPlaced) == [NotPlaced(UTHUK, HARVESTERS, "supply")]
    assert table.state.shown == (HARVESTERS,)


def test_without_an_empty_hex_nothing_is_placed() -> None:
    lakes = {at: "water" for at in HEXES if at not in ("C7", "D6", "A1", "I1")}
    table = storming("viper_legion@C7 viper_legion@D6", land={**lakes, "C7": "building"})

    assert table.told(NotPlaced) == [NotPlaced(UTHUK, HARVESTERS, "room")]


def test_scenario_121_a_unit_placed_in_the_step_may_be_ordered_by_its_owners_next_card() -> None:
    table = storming("viper_legion@C7 viper_legion@D6 citadel_guard@D7", commands=("patrol_left", "patrol_center"))
    table.does(UTHUK, "place blood_harvesters C8", "learn lore")
    assert table.state.active == DAQAN
    table.does(DAQAN, "play patrol_left text", "done", "done")
    table.does(DAQAN, "learn lore")

    table.does(UTHUK, "play patrol_center text")

    assert "order C8" in table.can(UTHUK)


def test_a_unit_placed_after_a_move_step_has_no_attack_in_that_turn() -> None:
    """B23.16."""
    units = BOTH + "uthuk/mountain_giant@D5,ordered citadel_guard@B7"
    hands = ("", "crushing_force")
    state = field(units, Moving(), scenario=THUNDERCLAP, active=UTHUK, hidden=HIDDEN, lore=(0, 8), hands=hands)
    table = Table(state).does(UTHUK, "cast crushing_force C7", "place blood_harvesters C8")

    assert not any(line.startswith("attack C8") for line in table.can(UTHUK))


# Ruins and the cards


def test_scenario_122_a_building_without_its_card_becomes_ruins_and_nothing_is_shown() -> None:
    units = BOTH + "uthuk/mountain_giant@D5"
    hands = ("", "crushing_force")
    state = field(units, Moving(), scenario=THUNDERCLAP, active=UTHUK, hidden={"B5": GUARD}, lore=(0, 8), hands=hands)

    table = Table(state).does(UTHUK, "cast crushing_force C7")

    assert table.state.ruins == {"C7"}
    assert table.told(CardRevealed) == []
    assert table.state.hidden == (("B5", GUARD),)


def test_a_scenario_of_which_it_is_not_said_shows_no_card_for_ruins() -> None:
    """B22.5, B23.9: it is a special rule of Thunderclap."""
    units = BOTH + "uthuk/mountain_giant@D5"
    hands = ("", "crushing_force")
    state = field(units, Moving(), scenario=THUNDERCLAP, active=UTHUK, hidden=HIDDEN, lore=(0, 8), hands=hands)
    assert state.rules.scenario is not None
    special = replace(state.rules.scenario.special, reveal_on_ruins=False)
    scenario = replace(state.rules.scenario, special=special)
    table = Table(replace(state, rules=replace(state.rules, scenario=scenario)))

    table.does(UTHUK, "cast crushing_force C7")

    assert table.state.ruins == {"C7"}
    assert table.told(CardRevealed) == []


def test_ruins_have_no_card_to_storm() -> None:
    """B17.6, B23.13."""
    table = storming("viper_legion@C7 viper_legion@D6", {"B5": GUARD}, ruins=["C7"])

    assert table.told(CardRevealed) == []


def test_scenario_124_the_third_harvesters_win_at_once_before_any_placing() -> None:
    """B23.15, in Daqan's turn."""
    units = BOTH + "uthuk/mountain_giant@D5"
    hands = ("", "crushing_force")
    state = field(
        units, Moving(), scenario=THUNDERCLAP, hidden={"C7": HARVESTERS, "B5": GUARD}, lore=(0, 8), hands=hands
    )
    table = Table(replace(state, shown=(HARVESTERS, HARVESTERS))).does(DAQAN, "done")

    table.does(UTHUK, "cast crushing_force C7")

    assert table.state.phase == Over(UTHUK, "cards")
    assert table.told(GameOver) == [GameOver(UTHUK, "cards")]
    assert table.told(Placed) == []
    assert table.can(UTHUK) == table.can(DAQAN) == set()
    assert table.refused(DAQAN, "concede").code == "game-over"


def test_the_second_harvesters_and_the_second_guard_win_nothing() -> None:
    for kind in (HARVESTERS, GUARD):
        units = BOTH + "viper_legion@C7 viper_legion@D6"
        state = field(units, Attacking(), scenario=THUNDERCLAP, active=UTHUK, hidden={"C7": kind, "B5": GUARD})

        table = Table(replace(state, shown=(kind,))).does(UTHUK, "done")

        assert table.state.shown == (kind, kind)
        assert table.view().placing == (kind, "C7")


def test_a_building_whose_occupant_was_the_last_unit_shows_no_card_any_more() -> None:
    """B14.2 comes before B23.9."""
    units = "uthuk/mountain_giant@D5 citadel_guard@C7:1"
    hands = ("", "crushing_force")
    state = field(units, Moving(), scenario=THUNDERCLAP, active=UTHUK, hidden=HIDDEN, lore=(0, 8), hands=hands)

    table = Table(state).does(UTHUK, "cast crushing_force C7")

    assert (table.view().winner, table.view().reason) == (UTHUK, "destroyed")
    assert table.told(CardRevealed) == []


# A look at a card


def test_scenario_123_daqan_pays_two_lore_for_a_look_that_only_he_has() -> None:
    table = peeking()
    assert table.awaited == {DAQAN}
    assert table.can(DAQAN, "peek") == {f"peek {at}" for at in HIDDEN}

    table.does(DAQAN, "peek B5")

    assert table.state.sides[DAQAN].lore == 0
    assert dict(table.view(DAQAN).hidden)["B5"] == GUARD
    for viewer in (UTHUK, None):
        assert set(dict(table.view(viewer).hidden).values()) == {""}
    told = Peeked(DAQAN, "B5", 2, GUARD)
    assert table.told(Peeked) == [told]
    assert SKIRMISH.seen(told, UTHUK) == SKIRMISH.seen(told, None) == Peeked(DAQAN, "B5", 2, "")


def test_scenario_123_one_look_in_a_step() -> None:
    table = peeking(9).does(DAQAN, "peek B5")

    assert table.refused(DAQAN, "peek B8").code == "phase-other"


def test_scenario_123_with_one_lore_there_is_no_look() -> None:
    assert peeking(1).refused(DAQAN, "peek B5").code == "phase-other"


def test_a_card_is_not_paid_for_twice_and_doing_without_goes_on() -> None:
    table = peeking(9)
    seen = replace(table.state.sides[DAQAN], peeked=(("B5", GUARD),))
    table = Table(table.state.with_side(DAQAN, seen))
    refusal = table.refused(DAQAN, "peek B5")
    assert (refusal.code, set(refusal.facts["hexes"])) == ("peek-no-card", set(HIDDEN) - {"B5"})  # type: ignore[call-overload]

    table.does(DAQAN, "stay")

    assert table.told(Declined) == [Declined(DAQAN, "peek")]
    assert table.view().phase == "learning"


def test_a_look_that_the_game_has_gone_back_before_stays_known_and_is_not_paid_for_again() -> None:
    before = peeking(9).state
    seen = Table(before).does(DAQAN, "peek B5").state

    back = SKIRMISH.remember(before, seen, before)

    assert back.sides[DAQAN].lore == 9
    assert dict(SKIRMISH.view(back, DAQAN).hidden)["B5"] == GUARD
    assert set(dict(SKIRMISH.view(back, UTHUK).hidden).values()) == {""}
    assert Table(back).can(DAQAN, "peek") == {f"peek {at}" for at in HIDDEN if at != "B5"}
    other = replace(before, hidden=tuple((at, HARVESTERS if at == "B5" else kind) for at, kind in HIDDEN.items()))
    assert SKIRMISH.remember(other, seen, before).sides[DAQAN].peeked == (), "cards that lie otherwise are unknown"


def test_uthuk_may_not_look() -> None:
    assert storming("", lore=(0, 8)).view().phase == "learning"


# What everybody knows


def test_scenario_157_every_view_counts_the_cards_that_are_left() -> None:
    table = storming("viper_legion@B5 viper_legion@C6").does(DAQAN, "place citadel_guard C5")

    for viewer in (DAQAN, UTHUK, None):
        view = table.view(viewer)
        assert view.hidden_left == ((HARVESTERS, 3), (GUARD, 1))
        assert {at for at, _ in view.hidden} == set(HIDDEN) - {"B5"}
        assert view.shown == (GUARD,)


# Points and the end


@pytest.mark.parametrize(("kind", "points"), [("viper_legion", 1), ("uthuk/mountain_giant", 2), ("chaos_lord", 1)])
def test_scenario_115_daqan_scores_for_what_he_destroys(kind: str, points: int) -> None:
    units = f"{BOTH} citadel_guard@E6,ordered {kind}@E7:1"
    table = Table(field(units, Attacking(), scenario=THUNDERCLAP)).does(DAQAN, "attack E6 E7 strike").rolls("SSS")

    assert table.state.sides[DAQAN].victory == points
    assert table.told(Scored) == [Scored(DAQAN, points, points, "kill")]


def test_scenario_115_what_dies_in_ruins_by_itself_is_nobodys_deed() -> None:
    units = f"{BOTH} blood_harvesters@D7:1,ordered"
    state = field(units, Moving(), scenario=THUNDERCLAP, active=UTHUK, ruins=["C7"])
    table = Table(state).does(UTHUK, "move D7 C7")

    assert table.state.at("C7") is None
    assert table.state.sides[DAQAN].victory == 0


def test_scenario_116_a_blocked_retreat_that_kills_is_the_attackers_deed() -> None:
    units = f"{BOTH} citadel_guard@E6,ordered viper_legion@E7:1 citadel_guard@E8"
    table = Table(field(units, Attacking(), scenario=THUNDERCLAP, land={})).does(DAQAN, "attack E6 E7 strike")

    table.rolls("MPP")

    assert table.state.at("E7") is None
    assert table.state.sides[DAQAN].victory == 1


def test_scenario_126_destroying_all_enemies_wins_at_once() -> None:
    units = "citadel_guard@E6,ordered viper_legion@E7:1"
    state = field(units, Attacking(), scenario=THUNDERCLAP, hidden=HIDDEN, victory=(5, 0))
    table = Table(state).does(DAQAN, "attack E6 E7 strike").rolls("SPP")
    assert (table.view().winner, table.view().reason) == (DAQAN, "destroyed")

    units = "citadel_guard@D7:1 viper_legion@E7,ordered"
    table = Table(field(units, Attacking(), scenario=THUNDERCLAP, active=UTHUK, hidden=HIDDEN))
    table.does(UTHUK, "attack E7 D7 ranged").rolls("PP")
    assert table.view().winner == UTHUK


def test_scenario_160_a_counter_that_destroys_the_last_unit_ends_the_game() -> None:
    state = field("citadel_guard@D7:1,ordered blood_harvesters@E7", Attacking())
    table = Table(state).does(DAQAN, "attack D7 E7 strike").rolls("PPP").does(UTHUK, "counter").rolls("SPP")

    assert (table.view().winner, table.view().reason) == (UTHUK, "destroyed")
