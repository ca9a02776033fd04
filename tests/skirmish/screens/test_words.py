"""What is said of a skirmish: everything in the tables has its name and its text, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.house.words.words import Words, languages
from cogs.skirmish.words.terms import Terms
from engine.skirmish.effects import NEUTRAL
from engine.skirmish.sheets import tables

TABLES = tables()
RULES = Path(__file__).parents[3] / "docs" / "rules" / "skirmish"


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


VERBS = {
    "en": "become|choose|count|deal|gain|has|have|ignore|is|lose|may|move|needn't|needs"
    "|order|poison|put|regain|roll|see|stop|suffer|can't",
    "de": "angewiesen|bekommen|bekommt|darf|dürfen|erhältst|erleidet|gilt|halten|hat"
    "|hält|ignoriert|kann|macht|müssen|nimm|setz|sieh"
    "|vergifte|verlieren|verliert|weise|wird|wähle|würfeln|würfelt|würfle|braucht|zieht|zählt|ist",
    "ru": "бросает|бросают|брось|возьми|восстанавливает|выбери|выполняет|действует|избавляются|можно|могут|может|нужно"
    "|останавливает|останавливаются|отдай|отрави|отступает|получает|получают|получаешь|получить|посмотри|поставь"
    "|снимаются|становится|считается|стоит|наносит|у твоего отряда",
}
"""What makes a sentence of words: each has one of these, in any form that begins so."""


def test_the_text_of_each_card_is_whole_sentences(terms: Terms) -> None:
    """No rows of figures and classes: who does what is said, with a verb, and nothing stands in brackets."""
    verb, wrong = re.compile(rf"\b(?:{VERBS[terms.words.language]})", re.I), []
    for card in (*TABLES.commands, *TABLES.lore):
        for sentence in re.split(r"(?<=[.;]) ", terms.text(card)):
            whole = sentence[0].isalpha() and sentence[-1] in ".;" and verb.search(sentence)
            if not whole or re.search(r"[()+]|\b(?:Only|Nur|Только) ", sentence):
                wrong.append(f"{card}: {sentence}")

    assert not wrong, "\n".join(wrong)


def test_a_card_says_the_figures_of_its_table() -> None:
    terms = Terms(Words("en"))

    assert terms.text("crushing_force") == (
        "Choose a building up to 2 hexes from your Mountain Giant, in its sight. It becomes ruins; "
        "a unit in it suffers 1 damage and is stunned."
    )
    assert terms.text("brute_strength") == (
        "This turn your non-infantry units roll 2 more dice against infantry. "
        "A Mountain Giant rolls 3 dice more instead."
    )
    assert terms.text("general_advance") == (
        "Order up to 1 unit on the left, 1 unit in the center and 1 unit on the right."
    )
    assert terms.text("onslaught") == (
        "Order up to 3 infantry units. Each rolls 1 more die in its first melee attack. They can't shoot."
    )
    assert terms.text("hellfire").startswith("Choose an enemy up to 3 hexes from one of your elite or legend units. ")


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


RUSSIAN = {
    "faction.uthuk": "Утхук",
    "faction.daqan": "Дакан",
    "unit.mountain_giant": "Горный гигант",
    "unit.blood_harvesters": "Сборщики крови",
    "ability.heavy_swing": "Тяжёлый взмах",
    "card.shortcut": "Напролом",
    "card.crushing_force": "Сокрушающая сила",
    "card.brute_strength": "Грубая сила",
    "phase-name.moving": "этап маршей",
}
FORMER = re.compile(r"Утук|великан|жнец|мощный замах|короткий путь|сокрушительн|\bзнани|оглуш|\bклет(?:к|ок)", re.I)
"""Words for the same that were ours."""


def test_the_russian_names_are_those_of_the_russian_source() -> None:
    """DESIGN 2.7: whoever has the Russian sheet finds his cards; no text or rule has another word for them."""
    terms, words = Terms(Words("ru")), Words("ru")
    called = {key: terms.say(key) for key in RUSSIAN}
    texts = {key: words._forms(key) for key in words.known if key.startswith("skirmish.")}
    rules = [path.read_text(encoding="utf-8") for path in sorted((RULES / "ru").glob("*.md"))]

    assert {key: name.casefold() for key, name in called.items()} == {k: v.casefold() for k, v in RUSSIAN.items()}
    assert [key for key, forms in texts.items() if any(FORMER.search(form) for form in forms)] == []
    assert [found for text in rules if (found := FORMER.search(text))] == []


def test_what_a_half_scores_by_is_said_as_it_is_counted(terms: Terms) -> None:
    """B14.3: Black Wood counts every forest that one holds, not those of one's own half alone."""
    anywhere = {"en": "anywhere", "de": "irgendwo", "ru": "где угодно"}[terms.words.language]
    own = {"en": "your half", "de": "deiner Hälfte", "ru": "твоей половин"}[terms.words.language]
    told = {half.id: terms.half_points(half) for half in TABLES.halves.values() if half.points[0] == "every"}

    assert list(told) == ["uthuk_black_wood"]
    assert all(anywhere in said and own not in said for said in told.values())
