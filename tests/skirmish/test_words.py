"""What is said of a skirmish: everything in the tables has its name and its text, in every language."""

from __future__ import annotations

import pytest

from cogs.house.words import Words, languages
from cogs.skirmish.terms import Terms
from engine.skirmish.effects import NEUTRAL
from engine.skirmish.tables import tables

TABLES = tables()


@pytest.fixture(params=languages())
def terms(request: pytest.FixtureRequest) -> Terms:
    return Terms(Words(request.param))


def test_every_unit_has_a_name_a_letter_of_its_own_and_abilities_in_words(terms: Terms) -> None:
    letters = [terms.letter(kind) for kind in TABLES.kinds]

    assert len({letter.upper() for letter in letters}) == len(letters)
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)
    for kind in TABLES.kinds.values():
        assert terms.unit(kind.id)
        assert all(name and does.endswith(".") for name, does in terms.abilities(kind))
        assert all(terms.of_class(tag) for tag in kind.tags)
    assert all(terms.faction(faction) for faction in (*TABLES.factions, NEUTRAL))


def test_every_card_has_a_name_a_timing_and_a_text_of_sentences(terms: Terms) -> None:
    cards = (*TABLES.commands, *TABLES.lore)

    assert len({terms.card(card) for card in cards}) == len(cards)
    for card in cards:
        said = terms.text(card)
        assert said.endswith("."), said
        assert "{" not in said
        assert "  " not in said
    assert all(terms.timing(card.timing) for card in TABLES.lore.values())


def test_a_card_says_the_figures_of_its_table() -> None:
    terms = Terms(Words("en"))

    assert terms.text("crushing_force") == (
        "Choose a building up to 2 hexes from your Mountain Giant, in its sight. It becomes ruins; "
        "a unit in it suffers 1 damage and is stunned."
    )
    assert terms.text("brute_strength") == (
        "This turn your units (all but infantry) roll +2 dice against infantry. Mountain Giant: +3 dice instead."
    )
    assert terms.text("general_advance") == (
        "Order up to 1 unit on the left, 1 unit in the center and 1 unit on the right."
    )
    assert terms.text("onslaught") == ("Order up to 3 units (infantry). +1 die in their first melee. No shots.")


def test_every_terrain_half_scenario_and_face_has_words(terms: Terms) -> None:
    for terrain in TABLES.terrains.values():
        assert terms.terrain(terrain.id)
        assert list(terms.terrain_does(terrain))
    for half in TABLES.halves.values():
        assert terms.half(half.id)
        assert "{" not in terms.half_points(half)
    assert all(terms.scenario(scenario) for scenario in (*TABLES.scenarios, ""))
    assert terms.faces(TABLES.faces)


def test_a_cause_is_named_by_what_it_is(terms: Terms) -> None:
    assert terms.cause("steady_the_line") == terms.card("steady_the_line")
    assert terms.cause("building") == terms.terrain("building")
    assert terms.ability("immovable", 2) == f"{terms.cause('immovable')} 2"
    assert terms.cause("hit") == ""
