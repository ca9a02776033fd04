"""The text of skirmish's rules, as people look it up; what holds for the rules of every game is in tests/house."""

from __future__ import annotations

import re

import pytest

from cogs.house.game.rulebook import Rulebook, read
from cogs.house.words.words import Words, languages
from cogs.skirmish.reference import CHAPTERS, SkirmishReference
from cogs.skirmish.words.terms import Terms
from engine.skirmish.rules import rules_for
from engine.skirmish.sheets import tables

SEARCHES = {
    "en": {
        "B9.4": "retreat.2",
        "9.4": "retreat.2",
        "supported retreat": "retreat.2",
        "when can I counter": "retreat.5",
        "counter": "retreat.5",
        "advance": "retreat.6",
        "ruins": "terrain.3",
        "line of sight": "terrain.2",
        "giant": "giant.1",
        "heavy swing": "giant.1",
        "boulder": "giant.4",
        "poison": "abilities.9",
        "stunned": "abilities.4",
        "lore is full": "turn.4",
        "mustering": "setup.3",
        "draft": "neutral.3",
        "order a unit": "orders.3",
        "change the lore deck": "lore.7",
        "eleven steps": "combat.2",
        "storm a building": "thunderclap.6",
        "peek at a hidden card": "thunderclap.8",
        "what is printed and what is ours": "ours.1",
    },
    "de": {
        "B9.4": "retreat.2",
        "Unterstützung": "retreat.2",
        "kontern": "retreat.5",
        "Sichtlinie": "terrain.2",
        "Ruinen": "terrain.3",
        "Schwung": "giant.1",
        "Felswurf": "giant.4",
        "betäubt": "abilities.4",
        "Wissen voll": "turn.4",
        "Draft": "neutral.3",
        "Wissensdeck ändern": "lore.7",
        "elf Schritte": "combat.2",
    },
    "ru": {
        "B9.4": "retreat.2",
        "поддержка": "retreat.2",
        "контратака": "retreat.5",
        "линия видимости": "terrain.2",
        "руины": "terrain.3",
        "замах": "giant.1",
        "бросить валун": "giant.4",
        "оглушённые": "abilities.4",
        "запас мудрости полон": "turn.4",
        "драфт": "neutral.3",
        "замена карт в колоде": "lore.7",
        "одиннадцать шагов": "combat.2",
    },
}


@pytest.fixture(params=languages())
def book(request: pytest.FixtureRequest) -> Rulebook:
    return read(CHAPTERS, request.param)


@pytest.mark.parametrize(
    ("language", "typed", "key"),
    [(language, typed, key) for language, asked in SEARCHES.items() for typed, key in asked.items()],
)
def test_words_find_their_section(language: str, typed: str, key: str) -> None:
    assert read(CHAPTERS, language).find(typed)[0].key == key


def test_every_card_and_every_unit_is_told_with_what_it_does(book: Rulebook) -> None:
    terms, found = Terms(Words(book.language)), tables()
    text = "\n".join(section.text for section in book.sections.values())

    assert all(terms.unit(kind) in text for kind in found.kinds)
    assert all(f"**{terms.card(card)}**" in text for card in (*found.commands, *found.lore))
    assert all(terms.text(card) in text for card in (*found.commands, *found.lore))


def test_every_ability_is_explained(book: Rulebook) -> None:
    terms = Terms(Words(book.language))
    told = "\n".join(s.title + s.text for s in (*book.chapter("abilities.1"), *book.chapter("giant.1")))

    for kind in tables().kinds.values():
        for ability in kind.abilities:
            assert terms.ability(ability, 0).removesuffix(" 0").casefold() in told.casefold(), ability


def test_the_figures_of_the_text_are_those_of_the_tables() -> None:
    """Prose has a few figures of the tables; who changes a table is to change them too."""
    found, book = tables(), read(CHAPTERS, "en")
    scenario = rules_for({"scenario": "thunderclap"}).scenario
    assert scenario is not None
    daqan, special = scenario.hosts["daqan"], scenario.special

    def told(clause: str) -> str:
        section = book.clause(clause)
        assert section is not None
        return section.text

    assert f"draws {found.command_opening[0]} command cards and puts {found.command_opening[1]} away" in told("B4.7")
    assert f"draws {found.lore_opening[0]} lore cards and puts {found.lore_opening[1]} away" in told("B4.7")
    assert f"an army for {found.field.muster} points" in told("B4.4")
    assert f"draws {found.field.draw_halves} halves" in told("B4.2")
    assert f"who has {found.field.victory_points} points or more" in told("B14.1")
    assert f"more than {found.hand_limit} lore cards" in told("B5.5")
    assert f"holds {found.most_lore} lore at most" in told("B5.5")
    assert f"how much lore you have, {found.most_lore} at most" in told("B13.1")
    assert f"gains 1 lore, up to {found.most_lore} in all" in told("B3.1")
    assert f"up to {found.most_swaps} cards" in told("B16.1")
    assert f"never more than {found.most_alike} of one name" in told("B16.3")
    assert f"muster for {daqan.muster} points" in told("B23.3")
    assert f"{daqan.lore_most} at most" in told("B23.4")
    assert f"win with {special.wins_at['daqan']} points" in told("B23.14")
    assert f"may pay {special.peek_cost} lore" in told("B23.12")
    assert f"at most {special.places_if_fewer['citadel_guard'] - 1} such units" in told("B23.11")
    assert f"after {scenario.may_end_after_round} rounds" in told("B23.20")


def test_the_pages_are_named_and_the_sequences_open_where_they_are_told() -> None:
    book = SkirmishReference(Terms(Words("en")))
    rules = book.rulebook("en")

    assert book.cards["creature"]["mountain_giant"] == "Mountain Giant"
    assert book.cards["terrain"]["ruins"] == "Ruins"
    assert {name: rules.sections[key].title for name, key in book.openings.items()} == {
        "sequence": "The steps of a turn",
        "battle": "The eleven steps",
    }
    assert all(key in rules.sections for key in book.illustrated)
    assert book.rulebook("xx").language == "en"


def test_who_wins_how_often_is_told_where_it_is_measured_and_nowhere_else(book: Rulebook) -> None:
    """B23.19: figures of games between bots are as old as the tables that they were played by."""
    section = book.clause("B23.19")
    assert section is not None

    assert "docs/skirmish/balance.md" in section.text
    assert not re.search(r"\d+ (?:games|Spiele|игр)|\d ?%|\d+ : \d+", section.text)
