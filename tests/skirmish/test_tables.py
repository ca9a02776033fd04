"""The tables that the game is made of: what they hold, and that wrong ones are refused by name."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from engine.skirmish import effects
from engine.skirmish.board import HEXES, turned
from engine.skirmish.data import sheet
from engine.skirmish.rules import VERSION
from engine.skirmish.sheets import SHEETS, as_they_were, read, tables
from engine.skirmish.steps import lore
from engine.skirmish.tables import Tables
from tests.skirmish.field import FACTIONS, THUNDERCLAP

Sheets = dict[str, dict[str, Any]]


@pytest.fixture
def sheets() -> Sheets:
    """The files, to be changed."""
    return {name: copy.deepcopy(sheet(name)) for name in SHEETS}


def row(sheets: Sheets, file: str, id_: str) -> dict[str, Any]:
    """A row of a file."""
    rows = {"units": "unit", "terrain": "terrain", "commands": "card", "lore": "card", "halves": "half"}
    found: dict[str, Any] = next(one for one in sheets[file][rows[file]] if one["id"] == id_)
    return found


def refused(sheets: Sheets) -> str:
    """What the loader says of the tables."""
    with pytest.raises(ValueError) as wrong:  # noqa: PT011  # the words are what each test looks at
        read(sheets)
    return str(wrong.value)


def test_the_files_are_a_game(sheets: Sheets) -> None:
    assert isinstance(read(sheets), Tables)


def test_scenario_137_an_unknown_ability(sheets: Sheets) -> None:
    row(sheets, "units", "rune_golems")["abilities"].append("earthquake:2")

    assert refused(sheets) == "units.toml, rune_golems: no such ability: earthquake"


@pytest.mark.parametrize(
    ("file", "id_", "changes", "words"),
    [
        ("units", "obscenes", {"tags": ["elite", "wizard", "melee"]}, "no such class: wizard"),
        ("units", "obscenes", {"cards": "obscene"}, "no such deck of lore cards: obscene"),
        ("units", "obscenes", {"tags": ["elite", "melee", "ranged"]}, "neither melee nor ranged, or both"),
        ("units", "obscenes", {"tags": ["elite"]}, "neither melee nor ranged, or both"),
        ("units", "roc_warrior", {"abilities": ["swoop"]}, "flying by its tag or by its ability alone"),
        ("units", "obscenes", {"supply": 0}, "a figure below 1"),
        ("commands", "overrun", {"does": ["pursuit:1"]}, "no such effect: pursuit"),
        ("commands", "overrun", {"select": "dragons"}, "no such class: dragons"),
        ("commands", "pincer", {"orders": {"west": 2}}, "no such section: west"),
        (
            "commands",
            "pincer",
            {"kind": "tactic"},
            "section card has orders, a tactic card a class and how many of it",
        ),
        ("lore", "portal", {"does": "gate"}, "no such effect: gate"),
        ("lore", "portal", {"timing": "own_before_lunch"}, "no such timing: own_before_lunch"),
        ("lore", "portal", {"deck": "dwarven_core"}, "no such deck: dwarven_core"),
        ("lore", "keen_eyes", {"when": "raining"}, "no such condition: raining"),
        ("lore", "arrow_storm", {"hits": ["axe"]}, "no such face: axe"),
        ("lore", "crushing_force", {"unit": "ogre"}, "no such unit: ogre"),
        ("lore", "arrow_storm", {"select": "archers"}, "no such class: archers"),
        ("lore", "portal", {"copies": 3}, "3 copies, 2 at most"),
        ("halves", "uthuk_black_wood", {"swamp": ["A1"]}, "no such terrain: swamp"),
        ("halves", "uthuk_black_wood", {"hill": ["D14"]}, "no such hex: D14"),
        ("halves", "uthuk_black_wood", {"hill": ["C3"]}, "C3 twice"),
        ("halves", "uthuk_black_wood", {"hill": ["E4"]}, "no such row of a southern half: E"),
        ("halves", "uthuk_black_wood", {"points": "luck"}, "no such way to score: luck"),
        ("halves", "uthuk_black_wood", {"faction": "elves"}, "no such faction: elves"),
        ("halves", "uthuk_black_wood", {"water": ["A5"]}, "nobody can be deployed on A5"),
    ],
)
def test_scenario_137_what_is_wrong_is_named_with_its_file_and_its_entry(
    sheets: Sheets, file: str, id_: str, changes: dict[str, Any], words: str
) -> None:
    row(sheets, file, id_).update(changes)

    told = refused(sheets)

    assert told.endswith(words)
    assert told.startswith(f"{file}.toml, {id_}: ")


def test_which_half_begins_is_never_in_doubt(sheets: Sheets) -> None:
    row(sheets, "halves", "uthuk_black_wood")["initiative"] = 5

    assert refused(sheets) == "halves.toml, daqan_high_ground: initiative 5 twice"


def test_every_effect_that_lore_cards_may_have_is_played_somewhere() -> None:
    """What is outside of combat has its function; the others are known by their timing."""
    cards = tables().lore.values()
    outside = {card.does for card in cards if not card.timing.endswith("_roll")}

    assert outside == lore.EFFECTS
    assert {card.does for card in cards} == set(effects.LORE)


@pytest.mark.parametrize("most", [0, 5])
def test_a_side_can_hold_the_lore_for_the_dearest_card(sheets: Sheets, most: int) -> None:
    sheets["lore"]["most_lore"] = most

    assert refused(sheets) == f"lore.toml, most_lore: {most}, and brute_strength costs 6"


def test_an_id_is_given_once(sheets: Sheets) -> None:
    sheets["lore"]["card"].append(row(sheets, "lore", "portal"))

    assert refused(sheets) == "lore.toml, portal: there 2 times"


def test_there_are_two_factions(sheets: Sheets) -> None:
    row(sheets, "units", "obscenes")["faction"] = "dagan"

    assert refused(sheets) == "units.toml, faction: two sides are wanted, not daqan, uthuk, dagan"


def test_scenario_138_decks_and_buildings_are_as_many_as_the_rules_say() -> None:
    found = tables()

    for faction in FACTIONS:
        assert len(found.core(faction)) == 20
        assert max(Counter(found.core(faction)).values()) == 2
        assert len(found.reserve(faction)) == 4
    assert len(found.command_deck) == 36
    assert Counter(found.scenarios[THUNDERCLAP].terrain.values())["building"] == 5


@pytest.mark.parametrize(
    ("file", "id_", "copies", "words"),
    [
        ("lore", "keen_eyes", 1, "lore.toml, daqan_core: 19 cards, not 20"),
        ("lore", "hellfire", 2, "lore.toml, uthuk_core: 21 cards, not 20"),
        ("commands", "regroup", 2, "commands.toml, deck: 37 cards, not 36"),
    ],
)
def test_scenario_138_another_size_of_a_deck_is_refused(
    sheets: Sheets, file: str, id_: str, copies: int, words: str
) -> None:
    row(sheets, file, id_)["copies"] = copies

    assert refused(sheets) == words


def test_scenario_158_three_preset_harvesters_are_more_than_the_box_has(sheets: Sheets) -> None:
    sheets[THUNDERCLAP]["uthuk"]["preset"]["blood_harvesters"].append("H9")

    assert refused(sheets) == "thunderclap.toml, uthuk.preset.blood_harvesters: 6 of 5 used"


def test_scenario_158_five_cards_want_five_buildings(sheets: Sheets) -> None:
    sheets[THUNDERCLAP]["map"]["building"].remove("C7")

    assert refused(sheets) == "thunderclap.toml, map.building: 4 hexes for 5 hidden cards"


def test_scenario_158_no_two_units_in_one_hex(sheets: Sheets) -> None:
    sheets[THUNDERCLAP]["uthuk"]["preset"]["viper_legion"] = ["I5", "I7", "H6"]

    assert refused(sheets) == "thunderclap.toml, uthuk.preset: H6 twice"


@pytest.mark.parametrize(
    ("part", "key", "value", "words"),
    [
        ("uthuk", "positions", ["H5", "H14"], "thunderclap.toml, uthuk.positions: no such hex: H14"),
        ("uthuk", "positions", ["H5", "H6"], "thunderclap.toml, uthuk.positions: a preset unit stands on H6"),
        ("uthuk", "free", ["roc_warrior"], "thunderclap.toml, uthuk: roc_warrior is of the other side"),
        ("uthuk", "free", ["dragon"], "thunderclap.toml, uthuk: no such unit: dragon"),
        ("uthuk", "on_top", "avalanche", "thunderclap.toml, uthuk.on_top: no such lore card: avalanche"),
        ("daqan", "positions", ["A4", "A5", "A6"], "thunderclap.toml, daqan.positions: 3 for 6 units"),
        ("map", "lava", ["E5"], "thunderclap.toml, map: no such terrain: lava"),
        ("map", "hill", ["C4", "C7"], "thunderclap.toml, map: C7 twice"),
        ("map", "water", ["A4"], "thunderclap.toml, daqan: nobody can stand on A4"),
        ("special", "places", {"citadel_guard": "daqan"}, "no such unit with a side that places it: blood_harvesters"),
        ("special", "wins_at", {"elves": 8}, "thunderclap.toml, special: no such faction: elves"),
        ("special", "kill_points", {"daqan": {"bats": 1}}, "no such unit or class: bats"),
        ("sides", "south", "elves", "thunderclap.toml, factions: no such faction: elves"),
    ],
)
def test_scenario_158_a_scenario_names_hexes_units_and_sides_that_there_are(
    sheets: Sheets, part: str, key: str, value: object, words: str
) -> None:
    sheets[THUNDERCLAP][part][key] = value

    assert refused(sheets).endswith(words)


def test_an_army_finds_room_in_free_play(sheets: Sheets) -> None:
    sheets["halves"]["deploy"] = sheets["halves"]["deploy"][:10]

    assert refused(sheets) == "halves.toml, deploy: an army of daqan can have 13 units"


def test_every_figure_says_where_it_comes_from() -> None:
    found = tables()
    for rows in (found.kinds, found.terrains, found.commands, found.lore):
        marks = {id_: one.marks for id_, one in rows.items()}
        assert all(marks.values())
        assert {mark for each in marks.values() for mark in each.values()} <= {"confirmed", "inferred", "ours"}


def test_what_is_confirmed_of_the_giant_and_its_cards() -> None:
    """B19-B21, B23: the figures that the pack itself gives."""
    found = tables()
    giant = found.kinds["mountain_giant"]

    assert giant.faction == effects.NEUTRAL
    assert set(giant.abilities) == {"heavy_swing", "throw_boulder"}
    assert (giant.figures, giant.supply) == (1, 1)
    costs = {card: (found.lore[card].cost, found.lore[card].timing) for card in found.deck(giant.cards)}
    assert costs == {
        "shortcut": (2, "own_after_order"),
        "crushing_force": (3, "any_after_move"),
        "brute_strength": (6, "own_after_move"),
    }
    scenario = found.scenarios[THUNDERCLAP]
    assert (scenario.first, scenario.set_up) == ("uthuk", ("daqan", "uthuk"))
    assert (scenario.hosts["daqan"].muster, scenario.hosts["daqan"].lore_most) == (26, 5)
    assert scenario.hidden == {"citadel_guard": 2, "blood_harvesters": 3}
    assert scenario.special.wins_at == {"daqan": 8}
    assert scenario.special.kill_points == {"daqan": {"any": 1, "mountain_giant": 2}}


def test_figures_of_a_unit() -> None:
    """B1.3, B1.5."""
    golems = tables().kinds["rune_golems"]

    assert golems.full == 4
    assert [golems.figures_left(health) for health in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert [golems.weak(health) for health in (1, 2, 3, 4)] == [True, True, False, False]
    assert not tables().kinds["mountain_giant"].weak(1)


@pytest.mark.parametrize(
    ("select", "who"),
    [
        ("any", "citadel_guard yeoman_archers riverwatch_riders rune_golems roc_warrior"),
        ("infantry", "citadel_guard yeoman_archers"),
        ("not_infantry", "riverwatch_riders rune_golems roc_warrior"),
        ("elite_or_legend", "rune_golems roc_warrior"),
        ("ranged", "yeoman_archers"),
    ],
)
def test_classes_that_cards_name(select: str, who: str) -> None:
    daqan = [kind for kind in tables().kinds.values() if kind.faction == "daqan"]

    assert [kind.id for kind in daqan if kind.fits(select)] == who.split()


def test_the_deployment_hexes_are_the_same_on_both_sides() -> None:
    deploy = tables().field.deploy

    assert {turned(at) for at in deploy} <= set(HEXES)
    assert {at[0] for at in map(turned, deploy)} == {"H", "I"}


# Figures of before


def test_a_game_of_an_earlier_version_has_the_figures_that_it_began_with(sheets: Sheets) -> None:
    cost, muster = row(sheets, "lore", "hellfire")["cost"], sheets["halves"]["muster"]
    changes = [
        {"up_to": 2, "file": "lore", "entry": "hellfire", "was": {"cost": 1}},
        {"up_to": 1, "file": "lore", "entry": "hellfire", "was": {"cost": 2}},
        {"up_to": 1, "file": "halves", "was": {"muster": 40}},
        {"up_to": 1, "file": "thunderclap", "entry": "daqan", "was": {"muster": 30}},
    ]

    second, first = read(as_they_were(sheets, changes[:1])), read(as_they_were(sheets, changes))

    assert (second.lore["hellfire"].cost, second.field.muster) == (1, muster)
    assert (first.lore["hellfire"].cost, first.field.muster) == (2, 40)
    armies = [each.scenarios["thunderclap"].hosts["daqan"].muster for each in (second, first)]
    assert armies == [sheets["thunderclap"]["daqan"]["muster"], 30]
    assert read(sheets).lore["hellfire"].cost == cost, "what was told of before changes nothing of now"


@pytest.mark.parametrize(
    "change",
    [
        {"file": "lore", "entry": "fireball", "was": {"cost": 1}},
        {"file": "lore", "entry": "hellfire", "was": {"price": 1}},
        {"file": "spells", "entry": "hellfire", "was": {"cost": 1}},
        {"file": "lore", "was": {"cost": 1}},
        {"file": "lore", "entry": "size", "was": {"cost": 1}},
    ],
)
def test_what_was_before_is_of_something_that_there_is(sheets: Sheets, change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^earlier_versions\.toml, .*: no such figures: "):
        as_they_were(sheets, [change | {"up_to": 2}])


def test_the_tables_of_now_are_those_of_the_present_version() -> None:
    assert tables() is tables(VERSION)
    assert all(isinstance(tables(version), Tables) for version in range(1, VERSION))
