"""The figures of the game, their checks and the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core import Illegal
from engine.titan.battle.ground import read_grounds
from engine.titan.board import read_board
from engine.titan.data import sheet
from engine.titan.kinds import read_kinds
from engine.titan.options import OPTIONS
from engine.titan.rules import rules_for

RULES = rules_for({})


@pytest.mark.parametrize(
    ("code", "stack"),
    [
        ("TTN", 6),
        ("ANG", 18),
        ("ARC", 6),
        ("GUA", 6),
        ("WLK", 6),
        ("CEN", 25),
        ("CYC", 28),
        ("COL", 10),
        ("UNI", 12),
        ("GAR", 21),
    ],
)
def test_the_caretaker_begins_with_the_supply_of_the_rules(code: str, stack: int) -> None:
    """R20.1"""
    assert RULES.kinds[code].stack == stack


def test_the_starting_legion_is_worth_120() -> None:
    """R1.6"""
    assert sum(RULES.value(code, 0) for code in RULES.start) == 120
    assert RULES.start == ("TTN", "ANG", "CEN", "CEN", "GAR", "GAR", "OGR", "OGR")


@pytest.mark.parametrize(("score", "power"), [(0, 6), (99, 6), (100, 7), (399, 9), (400, 10), (1250, 18)])
def test_a_titan_grows_by_one_for_each_full_hundred(score: int, power: int) -> None:
    """R19.1, R18.5"""
    assert RULES.titan_power(score) == power
    assert RULES.power("TTN", score) == power
    assert RULES.value("TTN", score) == 4 * power


def test_nobody_but_a_titan_grows() -> None:
    assert RULES.power("ANG", 900) == 6
    assert RULES.value("COL", 900) == 40


def test_only_the_listed_characters_fly_or_rangestrike() -> None:
    """R12.6, R15.1"""
    kinds = RULES.kinds.values()

    assert {k.code for k in kinds if k.flies} == {"ANG", "ARC", "DRA", "GAR", "GOR", "GRI", "GUA", "RAN", "WYV"}
    assert {k.code for k in kinds if k.rangestrikes} == {"DRA", "GIA", "GOR", "HYD", "MIN", "RAN", "WLK"}
    assert {k.code for k in kinds if k.magic} == {"WLK"}
    assert {k.code for k in kinds if k.lord} == {"TTN", "ANG", "ARC"}
    assert {k.code: k.acquire_every for k in kinds if k.acquire_every} == {"ANG": 100, "ARC": 500}


@pytest.mark.parametrize(
    ("terrain", "order", "need"),
    [
        ("Jungle", "GAR CYC BEH SER", (0, 2, 3, 2)),
        ("Tundra", "TRO WBR GIA COL", (0, 2, 2, 2)),
        ("Woods", "CEN WBR UNI", (0, 3, 2)),
        ("Mountains", "LIO MIN DRA COL", (0, 2, 2, 2)),
    ],
)
def test_chains_are_those_of_the_table(terrain: str, order: str, need: tuple[int, ...]) -> None:
    """R8.3"""
    assert RULES.chains[terrain].order == tuple(order.split())
    assert RULES.chains[terrain].need == need


def test_a_tower_gives_three_kinds_for_nothing() -> None:
    """R8.5-R8.7"""
    assert set(RULES.tower.free) == {"CEN", "GAR", "OGR"}
    assert RULES.tower.guardian_same_creatures == 3
    assert "Tower" not in RULES.chains


def test_every_colour_has_twelve_markers_of_its_own() -> None:
    """R1.5"""
    assert list(RULES.colours) == ["Black", "Blue", "Brown", "Gold", "Green", "Red"]
    assert RULES.colours["Red"].markers[0] == "Rd01"
    assert RULES.colours["Red"].names["Rd01"] == "Cross"
    assert len({marker for colour in RULES.colours.values() for marker in colour.markers}) == 72


def test_characters_are_arranged_as_in_the_data() -> None:
    assert RULES.arranged(["OGR", "ANG", "CEN", "TTN", "CEN"]) == ("TTN", "ANG", "CEN", "CEN", "OGR")


def test_equal_options_give_the_same_rules() -> None:
    default = rules_for({"mulligan": "first_turn_once"})
    other = rules_for({"mulligan": "none"})

    assert default is RULES
    assert default.options == ()
    assert other is rules_for({"mulligan": "none", "variant": "standard"})
    assert other is not RULES
    assert other.options == (("mulligan", "none"),)


def test_every_option_is_a_field_with_its_default() -> None:
    for option, (default, *_) in OPTIONS.items():
        assert getattr(RULES, option) == {"on": True, "off": False}.get(default, default)
    assert RULES.demilord_self_muster is True
    assert rules_for({"demilord_self_muster": "off"}).demilord_self_muster is False


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(Illegal) as refusal:
        rules_for({"mulligans": "none"})
    assert refusal.value.code == "option-unknown"
    assert refusal.value.facts == {"option": "mulligans", "options": tuple(OPTIONS)}


def test_an_unknown_value_is_refused_with_those_there_are() -> None:
    with pytest.raises(Illegal) as refusal:
        rules_for({"memory_aid": "all"})
    assert refusal.value.code == "option-value"
    assert refusal.value.facts["values"] == ("ever_revealed", "own_only", "open")


# --- figures that cannot be ---


def _second_titan(creatures: Any) -> None:
    creatures["creature"][1]["code"] = "TTN"


def _wrong_value(creatures: Any) -> None:
    creatures["creature"][5]["value"] += 1


def _missing_counter(creatures: Any) -> None:
    creatures["creature"][5]["stack"] -= 1


@pytest.mark.parametrize("spoil", [_second_titan, _wrong_value, _missing_counter])
def test_wrong_figures_of_creatures_are_found_at_once(spoil: Callable[[Any], None]) -> None:
    creatures = sheet("creatures")
    spoil(creatures)

    with pytest.raises(ValueError, match=r"share a code|value|424 counters are expected, 4\d\d are there"):
        read_kinds(creatures)


def test_a_gate_that_its_neighbour_does_not_know_is_found_at_once() -> None:
    board = sheet("masterboard")
    gate = board["land"][0]["sides"][0]
    gate["in"] = "arrow" if gate["in"] != "arrow" else "arrows"

    with pytest.raises(ValueError, match="the neighbour tells otherwise"):
        read_board(board)


def test_a_missing_land_is_found_at_once() -> None:
    board = sheet("masterboard")
    board["land"].pop()

    with pytest.raises(ValueError, match="96 lands are expected, 95 are there"):
        read_board(board)


def test_a_missing_hex_is_found_at_once() -> None:
    battlelands = sheet("battlelands")
    battlelands["battleland"][3]["hexes"].pop()

    with pytest.raises(ValueError, match="every hex of the frame"):
        read_grounds(battlelands, sheet("hazards"), any_character_blocks=False)


def test_a_hexside_with_a_hazard_on_both_sides_is_found_at_once() -> None:
    battlelands = sheet("battlelands")
    plains = {row["hex"]: row for row in battlelands["battleland"][0]["hexes"]}
    plains["A1"]["sides"][0] = "slope"
    plains["A2"]["sides"][3] = "slope"

    with pytest.raises(ValueError, match="a hazard on both sides"):
        read_grounds(battlelands, sheet("hazards"), any_character_blocks=False)
