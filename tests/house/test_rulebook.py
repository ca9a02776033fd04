"""The rules to be read: complete, the same in every language, true to the engine's data, and found by words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.house.rulebook import CLAUSE, Rulebook, read, shown, stem
from cogs.house.words import languages
from cogs.titan.book import CHAPTERS, LESSON
from engine.titan.orders import parse, text
from engine.titan.rules import OPTIONS
from tests.rulebook import FOLDER, MARK, filled, tables

ROOT = Path(__file__).parents[2]
LANGUAGES = languages()

LAST = {"R": (7, 5, 8, 5, 4, 10, 8, 11, 12, 6, 4, 10, 8, 7, 9, 7, 6, 9, 9, 3), "V": (5, 6, 4, 8, 7, 11, 7)}
"""The last number of each section: 1 to 20 of the standard rules, 1 to 7 of Battle Titan."""

CLAUSES = {
    f"{letter}{section}.{number}"
    for letter, sections in LAST.items()
    for section, last in enumerate(sections, 1)
    for number in range(1, last + 1)
}
"""The clauses of the rules and of the variant."""


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return read(FOLDER, request.param)


def test_every_clause_has_one_section(book: Rulebook) -> None:
    told = [clause for section in book.sections.values() for clause in section.clauses]

    assert sorted(told) == sorted(CLAUSES)


def test_every_clause_that_the_sources_name_can_be_read_up(book: Rulebook) -> None:
    """Docstrings, comments and refusals name clauses; `R6.3` is looked up under that name."""
    sources = [path for folder in ("engine", "cogs", "render") for path in (ROOT / folder).rglob("*.*")]
    named = {
        clause
        for path in sources
        if path.suffix in (".py", ".toml")
        for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))
    }

    assert len(named) > 80
    assert {clause for clause in named if book.clause(clause) is None} == set()


def test_every_clause_in_the_text_exists(book: Rulebook) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / book.language).glob("*.md"))

    assert set(CLAUSE.findall(text)) <= CLAUSES
    assert all(CLAUSE.search(meaning) for meaning in book.terms.values()), "each term says where to read on"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.md")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_tables_are_the_engines_and_every_clause_has_its_anchor(path: Path) -> None:
    """`python -m tests.rulebook` writes them."""
    text = path.read_text(encoding="utf-8")

    assert text == filled(text, path.parent.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_stands_somewhere_once(language: str) -> None:
    marks = [
        mark["name"] for path in (FOLDER / language).glob("*.md") for mark in MARK.finditer(path.read_text("utf-8"))
    ]

    assert sorted(marks) == sorted(tables(language))


def test_every_option_with_a_choice_is_told(book: Rulebook) -> None:
    rows = [line for line in book.sections["options.1"].text.splitlines() if line.startswith("- **")]

    assert len(rows) == sum(len(values) > 1 for values in OPTIONS.values())


def test_every_language_has_the_same_sections_in_the_same_order(book: Rulebook) -> None:
    english = read(FOLDER, "en")

    assert [(s.key, s.clauses) for s in book.sections.values()] == [
        (s.key, s.clauses) for s in english.sections.values()
    ]
    assert len(book.terms) == len(english.terms)
    for key, section in book.sections.items():
        numbers = [re.findall(r"\d+", text) for text in (section.text, english.sections[key].text)]
        assert sorted(numbers[0]) == sorted(numbers[1]), f"{key} tells other numbers"


def test_titles_are_short_and_differ(book: Rulebook) -> None:
    """They are completions and options of a list."""
    titles = [section.title for section in book.sections.values()]

    assert len({title.casefold() for title in titles}) == len(titles)
    assert all(0 < len(title) <= 60 for title in titles)
    assert all(0 < len(term) <= 60 for term in book.terms)


def test_nothing_of_markdown_is_left_that_discord_does_not_show(book: Rulebook) -> None:
    for section in book.sections.values():
        assert not re.search(r"^\||<|\]\(", section.text, re.MULTILINE), section.key
        assert section.text.strip(), section.key


SEARCHES = {
    "en": {
        "carry hits": "carrying.1",
        "carrying": "carrying.1",
        "can a lord flee": "engagements.2",
        "R6.3": "moving.4",
        "6.9": "moving.7",
        "V4.1": "battle-titan-points.1",
        "v6.3": "spawning.2",
        "§V6.3": "spawning.2",
        "6.11": "spawning.4",
        "what battle titan changes": "battle-titan.1",
        "spawn": "spawning.1",
        "end conditions": "battle-titan.4",
        "wiped out": "spawning.1",
        "consolation": "battle-titan-points.2",
        "trophies": "battle-titan-points.6",
        "strong place": "spawning.8",
        "caretaker": "angels.8",
        "victory": "end.6",
        "points": "angels.5",
        "mulligan": "moving.2",
        "first split": "splitting.2",
        "when may a legion teleport": "teleporting.1",
        "guardian tower": "mustering.3",
        "line of sight blocked tree": "rangestrikes.6",
        "summon angels": "angels.1",
        "The first split": "splitting.2",
        "half points": "end.3",
        "time runs out": "battle.6",
        "orders ahead": "orders.1",
        "cancel an order": "orders.2",
        "orders in text": "orders.5",
    },
    "de": {
        "Treffer übertragen": "carrying.1",
        "darf ein Lord fliehen": "engagements.2",
        "ubertragen Dünen": "carrying.3",
        "R6.3": "moving.4",
        "Wurf verwerfen": "moving.2",
        "das erste Teilen": "splitting.2",
        "Sichtlinie": "rangestrikes.6",
        "halbe Punkte": "end.3",
        "Engel herbeirufen": "angels.1",
        "wann teleportieren": "teleporting.1",
        "Rekruten": "mustering.2",
        "V6.3": "spawning.2",
        "Wiederkehr": "spawning.1",
        "ausgelöscht": "spawning.1",
        "Auslöschung": "spawning.1",
        "Endbedingungen": "battle-titan.4",
        "Trostpunkte": "battle-titan-points.2",
        "Trophäe": "battle-titan-points.6",
        "Pfade und Stufen": "spawning.6",
        "Befehle im Voraus": "orders.1",
        "Befehl streichen": "orders.2",
    },
    "ru": {
        "перенести попадания": "carrying.1",
        "перенос через дюну": "carrying.3",
        "может ли лорд бежать": "engagements.2",
        "R6.3": "moving.4",
        "отвергнуть бросок": "moving.2",
        "первое разделение": "splitting.2",
        "линия видимости": "rangestrikes.6",
        "половинные очки": "end.3",
        "призвать ангела": "angels.1",
        "когда легион телепортируется": "teleporting.1",
        "цепочки вербовки": "mustering.2",
        "V6.3": "spawning.2",
        "возрождение": "spawning.1",
        "истреблён": "spawning.1",
        "условия конца": "battle-titan.4",
        "утешение": "battle-titan-points.2",
        "трофей": "battle-titan-points.6",
        "пути и ступени": "spawning.6",
        "приказы заранее": "orders.1",
        "отменить приказ": "orders.2",
    },
}


@pytest.mark.parametrize(
    ("language", "typed", "key"),
    [(language, typed, key) for language, asked in SEARCHES.items() for typed, key in asked.items()],
)
def test_words_find_their_section(language: str, typed: str, key: str) -> None:
    assert read(FOLDER, language).find(typed).sections[0].key == key


def test_every_language_is_searched() -> None:
    assert set(SEARCHES) == set(LANGUAGES)


def test_the_rules_are_in_the_image() -> None:
    """The bot reads them from docs/rules beside its code."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert CHAPTERS == FOLDER
    assert "COPY docs/rules docs/rules" in dockerfile
    assert "!docs/rules" in let_in
    assert LESSON.is_relative_to(ROOT / "cogs"), "the lesson comes with the code"


def test_the_orders_that_are_told_can_be_given(book: Rulebook) -> None:
    told = re.findall(r"`(when [^`]+ then [^`]+)`", "".join(section.text for section in book.sections.values()))

    assert len(told) >= 7
    assert [text(parse(order)) for order in told] == told


def test_a_heading_counts_more_than_the_text() -> None:
    first, *rest = read(FOLDER, "en").find("rangestrikes").sections

    assert "angestrike" in first.title
    assert any("angestrike" not in section.title for section in rest)


def test_what_is_not_found_gets_words_that_are_alike() -> None:
    found = read(FOLDER, "en").find("telport")

    assert found.sections == ()
    assert "teleport" in found.near
    assert read(FOLDER, "en").find("qqqqqq").near == ()


@pytest.mark.parametrize("clause", ["R99.1", "V99.1", "V8.1", "R6.11"])
def test_a_clause_that_there_is_not_finds_nothing(clause: str) -> None:
    assert read(FOLDER, "en").find(clause).sections == ()


def test_a_number_without_its_letter_means_the_standard_rule_and_then_the_variants() -> None:
    told = [section.clauses for section in read(FOLDER, "en").find("6.3").sections]

    assert ["R6.3" in told[0], "V6.3" in told[1], len(told)] == [True, True, 2]


@pytest.mark.parametrize(
    "typed", ["titan", "battle", "eight", "attacker", "resign", "behemoth", "victory", "score", "half points"]
)
def test_words_of_both_find_the_standard_rule_first(typed: str) -> None:
    """The variant's chapters use the words of the others; who plays the standard game is not to be misled."""
    first = read(FOLDER, "en").find(typed).sections[0]

    assert not first.chapter.startswith("Battle Titan"), first.title


def test_the_name_of_the_variant_leads_to_what_it_changes(book: Rulebook) -> None:
    assert book.find("battle titan").sections[0].key == "battle-titan.1"


@pytest.mark.parametrize("typed", ["points in battle titan", "spawning", "tower of a spawn", "tiers"])
def test_words_of_the_variant_find_its_chapters(typed: str) -> None:
    assert read(FOLDER, "en").find(typed).sections[0].chapter.startswith("Battle Titan")


def test_a_text_leads_to_the_sections_that_it_names() -> None:
    book = read(FOLDER, "en")

    named = book.named("See R6.3, V6.3, R6.5 and R99.1; not XR6.9.")

    assert [section.key for section in named] == ["moving.4", "spawning.2"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ("split", "splits", "splitting")),
        ("en", ("carry", "carries", "carried", "carrying")),
        ("en", ("move", "moves", "moved", "moving")),
        ("de", ("legion", "legionen")),
        ("de", ("engel", "engeln")),
        ("ru", ("легион", "легиона", "легионы", "легионов", "легионом")),
        ("ru", ("башня", "башни", "башню", "башне")),
    ],
)
def test_the_forms_of_a_word_have_one_stem(language: str, forms: tuple[str, ...]) -> None:
    assert len({stem(form, language) for form in forms}) == 1


def test_a_table_becomes_a_line_for_each_row() -> None:
    text = "\n".join(
        (
            '<a id="R1.1"></a>', "", "<!-- x -->", "| Kind | Power | Gift |", "| --- | --- | --- |",
            "| Lion | 5 | |", "| Ranger | 4 | flies |", "", "After.",
        )
    )  # fmt: skip

    assert shown(text) == "- **Lion** · Power: 5\n- **Ranger** · Power: 4 · Gift: flies\n\nAfter."
