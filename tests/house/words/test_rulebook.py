"""The rules to be read: complete, the same in every language, true to the engine's data, and found by words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.house.game.rulebook import CLAUSE, Rulebook, Section, read, shown
from cogs.house.words.text_search import stem
from cogs.house.words.words import languages
from cogs.titan.reference import CHAPTERS, LESSON
from engine.skirmish import orders as skirmish
from engine.titan.options import OPTIONS
from engine.titan.orders import parse, text
from tests.deep import deep_but
from tests.rulebook import FOLDER, GAMES, MARK, chapters, filled, tables

ROOT = Path(__file__).parents[3]
LANGUAGES = languages()

LAST: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "titan": {"R": (7, 5, 8, 5, 4, 10, 8, 11, 12, 6, 4, 10, 8, 7, 9, 7, 6, 9, 9, 3), "V": (5, 6, 4, 8, 8, 11, 7)},
    "skirmish": {"B": (8, 7, 6, 9, 6, 6, 6, 6, 7, 5, 16, 9, 7, 4, 12, 6, 9, 3, 9, 8, 6, 7, 20)},
}
"""The last number of each section by its letter, counted from 1."""


def clauses(game: str) -> set[str]:
    """The clauses of a game's rules and of its variant."""
    return {
        f"{letter}{section}.{number}"
        for letter, sections in LAST[game].items()
        for section, last in enumerate(sections, 1)
        for number in range(1, last + 1)
    }


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def any_book(game: str, language: str) -> Rulebook:
    """The rules of each game in each language."""
    return read(FOLDER / game, language)


@pytest.fixture
def book(language: str) -> Rulebook:
    """Titan's rules in each language."""
    return read(CHAPTERS, language)


def test_every_clause_has_one_section(game: str, any_book: Rulebook) -> None:
    told = [clause for section in any_book.sections.values() for clause in section.clauses]

    assert sorted(told) == sorted(clauses(game))


def test_every_clause_that_the_sources_name_can_be_read_up(language: str) -> None:
    """Docstrings, comments and refusals name clauses; `R6.3` is looked up under that name."""
    books = [read(FOLDER / game, language) for game in GAMES]
    sources = [path for folder in ("engine", "cogs", "render") for path in (ROOT / folder).rglob("*.*")]
    named = {
        clause
        for path in sources
        if path.suffix in (".py", ".toml")
        for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))
    }

    assert len(named) > 80
    assert {clause for clause in named if not any(book.clause(clause) for book in books)} == set()


def test_every_clause_in_the_text_exists(game: str, any_book: Rulebook) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / game / any_book.language).glob("*.md"))

    assert set(CLAUSE.findall(text)) <= clauses(game)
    assert all(CLAUSE.search(meaning) for meaning in any_book.terms.values()), "each term says where to read on"


@pytest.mark.parametrize(("path", "game", "language"), [*chapters()], ids=str)
def test_the_tables_are_the_engines_and_every_clause_has_its_anchor(path: Path, game: str, language: str) -> None:
    """`python -m tests.rulebook` writes them."""
    text = path.read_text(encoding="utf-8")

    assert text == filled(text, game, language)


def test_every_table_stands_somewhere_once(game: str, language: str) -> None:
    folder = FOLDER / game / language
    marks = [mark["name"] for path in folder.glob("*.md") for mark in MARK.finditer(path.read_text("utf-8"))]

    assert sorted(marks) == sorted(tables(game, language))


def test_every_option_with_a_choice_is_told(book: Rulebook) -> None:
    rows = [line for line in book.sections["options.1"].text.splitlines() if line.startswith("- **")]

    assert len(rows) == sum(len(values) > 1 for values in OPTIONS.values())


def test_every_language_has_the_same_sections_in_the_same_order(game: str, any_book: Rulebook) -> None:
    english = read(FOLDER / game, "en")

    assert [(s.key, s.clauses) for s in any_book.sections.values()] == [
        (s.key, s.clauses) for s in english.sections.values()
    ]
    assert len(any_book.terms) == len(english.terms)
    for key, section in any_book.sections.items():
        numbers = [re.findall(r"\d+", text) for text in (section.text, english.sections[key].text)]
        assert sorted(numbers[0]) == sorted(numbers[1]), f"{key} tells other numbers"


def test_titles_are_short_and_differ(any_book: Rulebook) -> None:
    """They are completions and options of a list."""
    titles = [section.title for section in any_book.sections.values()]

    assert len({title.casefold() for title in titles}) == len(titles)
    assert all(0 < len(title) <= 60 for title in titles)
    assert all(0 < len(term) <= 60 for term in any_book.terms)


def test_nothing_of_markdown_is_left_that_discord_does_not_show(any_book: Rulebook) -> None:
    for section in any_book.sections.values():
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
        "plan ahead": "orders.1",
        "orders ahead": "orders.1",
        "cancel a plan": "orders.2",
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
        "vorausplanen": "orders.1",
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
        "планы заранее": "orders.1",
        "приказы заранее": "orders.1",
        "отменить приказ": "orders.2",
    },
}


@pytest.mark.parametrize(
    ("language", "typed", "key"),
    [(language, typed, key) for language, asked in SEARCHES.items() for typed, key in asked.items()],
)
def test_words_find_their_section(language: str, typed: str, key: str) -> None:
    assert read(CHAPTERS, language).find(typed)[0].key == key


QUESTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)
"""What people ask, by whether they had read the chapters: each with what answers it."""

MISTYPED: Mapping[str, Callable[[str, int], str]] = {
    "left out": lambda word, at: word[:at] + word[at + 1 :],
    "twice": lambda word, at: word[:at] + word[at - 1 :],
    "swapped": lambda word, at: word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
}
"""How a letter of a word goes wrong."""


def test_a_question_as_people_ask_it_finds_its_answer(game: str, language: str) -> None:
    """The first is right for 85 of a hundred, and one of the first three for 95."""
    asked = [each for asks in QUESTIONS.values() for each in asks if each["game"] == game]

    assert_found(asked, language, str)


@pytest.mark.parametrize("kind", [*QUESTIONS])
def test_it_does_not_matter_who_asks(kind: str, language: str) -> None:
    """Those who had read nothing are answered as well as those whom the search was made with."""
    assert_found(QUESTIONS[kind], language, str)


@pytest.mark.parametrize("mistype", deep_but(MISTYPED, "swapped"), ids=str)
def test_a_mistyped_word_is_read_as_it_was_meant(mistype: str, language: str) -> None:
    """In each question that finds its answer the longest word lacks a letter, has one twice, or has two swapped."""
    asked = [each for asks in QUESTIONS.values() for each in asks if any(right(each, language, each[language])[:3])]

    assert_found(asked, language, lambda words: mistyped(words, MISTYPED[mistype]))


@pytest.mark.parametrize(
    ("game", "language", "words", "key"),
    [
        ("titan", "en", "telport", "teleporting.1"),
        ("titan", "en", "legionsize", "legions.1"),
        ("titan", "de", "Stapelgröße", "legions.1"),
        ("skirmish", "de", "Kartenstapel leer", "turn.3"),
        ("skirmish", "ru", "знамьона", "victory.3"),
    ],
)
def test_a_word_that_nobody_knows_is_one_mistyped_or_two_in_one(game: str, language: str, words: str, key: str) -> None:
    assert key in [section.key for section in find(game, language, words)[:3]]


def mistyped(words: str, mistype: Callable[[str, int], str]) -> str:
    longest = max(words.split(), key=len)
    return words.replace(longest, mistype(longest, len(longest) // 2), 1)


def assert_found(asked: Sequence[Mapping[str, Any]], language: str, typed: Callable[[str], str]) -> None:
    found = {words: right(each, language, words) for each in asked for words in [typed(each[language])]}
    not_first = [words for words, rights in found.items() if not any(rights[:1])]
    not_near = [words for words, rights in found.items() if not any(rights[:3])]

    assert len(not_first) <= 0.15 * len(found), not_first
    assert len(not_near) <= 0.05 * len(found), not_near


def right(asked: Mapping[str, Any], language: str, words: str) -> Sequence[bool]:
    """Whether each of the sections that words find answers a question."""
    return [section.key in asked["answers"] for section in find(asked["game"], language, words)]


def find(game: str, language: str, words: str) -> Sequence[Section]:
    return read(FOLDER / game, language).find(words)


def test_the_questions_are_many_and_of_both_games_and_of_newcomers() -> None:
    asked = [each for asks in QUESTIONS.values() for each in asks]

    assert len(asked) >= 60
    assert all(sum(each["game"] == game for each in asked) >= 20 for game in GAMES)
    assert min(map(len, QUESTIONS.values())) >= 20
    assert all(set(each) == {"game", "answers", *LANGUAGES} for each in asked)
    assert all(set(each["answers"]) <= read(FOLDER / each["game"], "en").sections.keys() for each in asked)


@pytest.mark.parametrize("words", ["can I attack twice", "what happens on a 6", "who strikes first", "how do I win"])
def test_no_question_about_play_is_answered_by_what_the_bot_can_do(words: str) -> None:
    first = [section for section in find("titan", "en", words)[:3] if not section.clauses]

    assert not [section.title for section in first if section.chapter in ("Plan ahead", "Options of this bot")]


def test_how_people_ask_is_told_of_sections_that_there_are(game: str, language: str) -> None:
    asked = tomllib.loads((FOLDER / game / language / "asked.toml").read_text(encoding="utf-8"))

    assert asked["sections"].keys() <= read(FOLDER / game, language).sections.keys()


def test_a_word_of_the_glossary_leads_to_its_clause() -> None:
    assert find("titan", "en", "what is a mulligan")[0].key == "moving.2"
    assert find("skirmish", "en", "storming")[0].key == "thunderclap.6"


def test_every_language_is_searched() -> None:
    assert set(SEARCHES) == set(LANGUAGES)


def test_the_rules_are_in_the_image() -> None:
    """The bot reads them from docs/rules beside its code."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert CHAPTERS.parent == FOLDER
    assert "COPY docs/rules docs/rules" in dockerfile
    assert "!docs/rules" in let_in
    assert LESSON.is_relative_to(ROOT / "cogs"), "the lesson comes with the code"


ORDERS: Mapping[str, Callable[[str], str]] = {
    "titan": lambda said: text(parse(said)),
    "skirmish": lambda said: skirmish.text(skirmish.parse(said)),
}
"""An order of each game, read and written again."""


def test_the_orders_that_are_told_can_be_given(game: str, any_book: Rulebook) -> None:
    told = re.findall(r"`(when [^`]+ then [^`]+)`", "".join(section.text for section in any_book.sections.values()))

    assert len(told) >= 7
    assert list(map(ORDERS[game], told)) == told


def test_a_heading_counts_more_than_the_text() -> None:
    first, *rest = read(CHAPTERS, "en").find("dunes")

    assert "dune" in first.title
    assert any("dune" not in section.title for section in rest)


def test_what_is_not_found_gets_words_that_are_alike() -> None:
    book = read(CHAPTERS, "en")

    assert book.find("taleporq") == ()
    assert "teleport" in book.near("taleporq")
    assert book.near("qqqqqq") == ()


@pytest.mark.parametrize("clause", ["R99.1", "V99.1", "V8.1", "R6.11"])
def test_a_clause_that_there_is_not_finds_nothing(clause: str) -> None:
    assert read(CHAPTERS, "en").find(clause) == ()


def test_a_number_without_its_letter_means_the_standard_rule_and_then_the_variants() -> None:
    told = [section.clauses for section in read(CHAPTERS, "en").find("6.3")]

    assert ["R6.3" in told[0], "V6.3" in told[1], len(told)] == [True, True, 2]


@pytest.mark.parametrize(
    "typed", ["titan", "battle", "eight", "attacker", "resign", "behemoth", "victory", "score", "half points"]
)
def test_words_of_both_find_the_standard_rule_first(typed: str) -> None:
    """The variant's chapters use the words of the others; who plays the standard game is not to be misled."""
    first = read(CHAPTERS, "en").find(typed)[0]

    assert not first.chapter.startswith("Battle Titan"), first.title


def test_the_name_of_the_variant_leads_to_what_it_changes(book: Rulebook) -> None:
    assert book.find("battle titan")[0].key == "battle-titan.1"


@pytest.mark.parametrize("typed", ["points in battle titan", "spawning", "tower of a spawn", "tiers"])
def test_words_of_the_variant_find_its_chapters(typed: str) -> None:
    assert read(CHAPTERS, "en").find(typed)[0].chapter.startswith("Battle Titan")


def test_a_text_leads_to_the_sections_that_it_names() -> None:
    book = read(CHAPTERS, "en")

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
