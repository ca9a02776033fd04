"""Sentences: templates, plurals, lists, pages, and that every language says the same."""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cogs.house.values.safe_text import escaped, quoted
from cogs.house.words import words as house_words
from cogs.house.words.words import LOCALE, PAGE, PLURALS, Words, languages, pages, shortened
from cogs.titan.kit import titan_face
from engine.core import Illegal, Seat
from tests.fuzz.markup import active

ROOT = Path(__file__).parents[3]
REQUIRED = tomllib.loads((LOCALE / "required.toml").read_text(encoding="utf-8"))
GAMES = ("titan", "skirmish")
"""The games that have words of their own, below their names."""
NAMES = {Seat(0): "Ann", Seat(1): "Ben"}


@pytest.fixture
def words() -> Words:
    return Words("en")


@cache
def called(folder: str) -> tuple[tuple[str, str, ast.Call], ...]:
    """Every call in the sources: what is called, where it stands, and the call."""
    return tuple(
        (name, f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "") or getattr(node.func, "attr", ""))
    )


def calls(name: str, *folders: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call `name("literal", …)` or `….name("literal", …)` in the sources, with where it stands."""
    return ((where, node) for folder in folders for this, where, node in called(folder) if this == name)


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can be: itself, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def games(where: str) -> tuple[str, ...]:
    """The games whose own words are meant in a file: one game's, or those of all where it is nobody's."""
    found = tuple(game for game in GAMES if f"/{game}/" in where)
    return found or GAMES


@cache
def refusals() -> list[tuple[str, str, frozenset[str] | None]]:
    """Every refusal in the sources: where, its code and its facts; None if they are not written out."""
    found = []
    for where, call in calls("Illegal", "engine", "cogs"):
        facts = frozenset(word.arg for word in call.keywords if word.arg)
        whole = all(word.arg for word in call.keywords)
        found += [(where, code, facts if whole else None) for code in literals(call.args[0])]
    return found


def test_every_refusal_in_the_sources_has_a_sentence_with_its_facts(words: Words) -> None:
    missing, strange = [], []
    for where, code, facts in refusals():
        keys = [
            key for key in (*(f"{game}.refusal.{code}" for game in games(where)), f"refusal.{code}") if key in words
        ]
        if not keys:
            missing.append(f"{where} {code}")
        said = [key for plain in keys for key in (plain, f"{plain}--none") if key in words]
        strange += [
            f"{where} {key} wants {sorted(words.blanks(key) - facts)}, is given {sorted(facts)}"
            for key in said
            if facts is not None and not words.blanks(key) <= facts
        ]

    assert not missing
    assert not strange


def test_no_refusal_is_in_the_file_that_nobody_raises(words: Words) -> None:
    raised = {code for _, code, _ in refusals()} | set(REQUIRED["refuses"])
    asked = {key for _, call in calls("text", "cogs") for arg in call.args[:1] for key in literals(arg)}
    kept = (key for key in words.known if "refusal." in key and key not in asked)

    assert not [key for key in kept if key.split("refusal.")[1].removesuffix("--none") not in raised]


def test_every_key_that_the_program_asks_for_is_in_the_file_with_its_blanks(words: Words) -> None:
    wrong = []
    asked = [(where, call, "") for name in ("text", "sentence", "told") for where, call in calls(name, "cogs")]
    asked += [(where, call, f"{game}.") for where, call in calls("say", "cogs") for game in games(where)[:1]]
    for where, call, above in asked:
        for key in (above + literal for arg in call.args[:1] for literal in literals(arg)):
            given = frozenset(word.arg for word in call.keywords if word.arg)
            whole = all(word.arg for word in call.keywords)
            if key not in words:
                wrong.append(f"{where} {key}")
            elif whole and not words.blanks(key) <= given:
                wrong.append(f"{where} {key} wants {sorted(words.blanks(key) - given)}")

    assert not wrong


def test_what_the_house_says_itself_is_in_the_file(words: Words) -> None:
    for key, blanks in REQUIRED["says"].items():
        assert words.blanks(key) <= set(blanks), key
    for code, facts in REQUIRED["refuses"].items():
        assert words.blanks(f"refusal.{code}") <= set(facts), code


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of languages that is one's own, with English in it."""
    shutil.copytree(house_words.LOCALE / "en", tmp_path / "en")
    monkeypatch.setattr(house_words, "LOCALE", tmp_path)
    for cached in (house_words._load, languages):
        cached.cache_clear()
    yield tmp_path
    for cached in (house_words._load, languages):
        cached.cache_clear()


def test_a_second_language_is_a_second_folder(elsewhere: Path, words: Words) -> None:
    """With other plural forms, and without a change of the program."""
    shutil.copytree(elsewhere / "en", elsewhere / "xx")
    for path in (elsewhere / "xx").iterdir():
        other = path.read_text(encoding="utf-8").replace('plural = "one-other"', 'plural = "one-few-many"')
        other = re.sub(r', other = ("[^"]*")', r", few = \1, many = \1", other)
        path.write_text(other.replace("{number} hits", "{number} Treffer"), encoding="utf-8")

    second = Words("xx")

    assert languages() == ("en", "xx")
    assert second.known == words.known
    assert [second.text("titan.hits", number=n) for n in (1, 3, 5)] == ["1 hit", "3 Treffer", "5 Treffer"]


def test_a_key_in_two_files_is_an_error(elsewhere: Path) -> None:
    (elsewhere / "en" / "more.toml").write_text('[titan.colour]\nRed = "Crimson"\n', encoding="utf-8")

    with pytest.raises(AssertionError, match=re.escape("titan.colour.Red")):
        Words("en")


@pytest.mark.parametrize("language", languages())
def test_no_sentence_shouts_or_says_invalid(language: str) -> None:
    """The house rules for words; what a bot says now and then it says in its own way."""
    words = Words(language)
    for key in (key for key in words.known if not key.startswith("bot-line.")):
        for form in words._forms(key):
            assert "!" not in form, key
            assert "invalid" not in form.lower(), key


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("one-other", {0: "other", 1: "one", 2: "other", 21: "other"}),
        ("none-other", {0: "one", 1: "one", 2: "other"}),
        ("one-few-many", {0: "many", 1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 22: "few"}),
        ("other", {0: "other", 1: "other", 2: "other"}),
    ],
)
def test_plural_forms_follow_the_number(rule: str, forms: dict[int, str]) -> None:
    pick, known = PLURALS[rule]

    assert {number: pick(number) for number in forms} == forms
    assert set(forms.values()) <= set(known)


def test_a_plural_is_told_by_the_blank_that_counts(words: Words) -> None:
    assert words.text("titan.hits", number=1) == "1 hit"
    assert words.text("titan.hits", number=3) == "3 hits"


def test_an_unknown_key_and_a_missing_fact_are_our_mistakes(words: Words) -> None:
    with pytest.raises(KeyError):
        words.text("no.such-key")
    with pytest.raises(KeyError):
        words.text("titan.land", land=41)


def test_a_name_with_braces_stays_as_it_is(words: Words) -> None:
    assert words.text("titan.event.turnbegan", player="{turn} {0}", turn=3) == "Turn 3: {turn} {0} begins."


def test_lists_are_joined_as_people_say_them(words: Words) -> None:
    assert words.listing([]) == "nothing"
    assert words.listing(["a"]) == "a"
    assert words.listing(["a", "b"]) == "a and b"
    assert words.listing(["a", "b", "c"], "or") == "a, b or c"
    assert words.listing(["a", "b", "c"], "comma") == "a, b, c"


def test_a_refusal_names_people_and_lists_what_is_possible(words: Words) -> None:
    waiting = Illegal("not-your-turn", waiting=(Seat(0), Seat(1)))
    verb = Illegal("line-unknown-verb", verb="splat", verbs=("split", "roll"))

    assert words.refusal(waiting, NAMES) == "It's not your move now. The game waits for Ann and Ben."
    assert words.refusal(verb, NAMES) == "I don't know `splat`. An order begins with split or roll."


def test_a_refusal_with_an_empty_list_has_its_own_sentence(words: Words) -> None:
    assert words.refusal(Illegal("not-your-turn", waiting=()), NAMES) == "There's nothing to decide right now."


def test_a_refused_seat_is_counted_as_people_count(words: Words) -> None:
    said = words.refusal(Illegal("seat-unknown", seat=Seat(6), seats=(Seat(0), Seat(1))), {})

    assert said == "There's no seat 7. The seats are 1 or 2."


def test_a_status_is_told_in_words(words: Words) -> None:
    assert "called off" in words.refusal(Illegal("game-not-running", status="ended"), {})


def test_what_was_typed_cannot_break_out_of_its_quotes(words: Words) -> None:
    said = words.refusal(Illegal("line-malformed", line="roll `@everyone`\n" + "x" * 500, form="roll"), {})

    assert said.count("`") == 4
    assert "\n" not in said
    assert len(said) < 200
    assert quoted("a  b") == "a b"


@pytest.mark.parametrize(
    "typed",
    ["**x**", "||x||", "<@17>", "@here", "</x:17>", "<t:1:R>", ":smile:", "[x](http://a.b)", "http://a.b", "x\n# y"],
)
@pytest.mark.parametrize("code", ["zone-unknown", "channel-busy"])
def test_what_was_typed_does_nothing_in_a_sentence(words: Words, code: str, typed: str) -> None:
    """These say it outside of code, where mentions, links and the like stood active."""
    name = "zone" if code == "zone-unknown" else "name"
    plain, said = (words.refusal(Illegal(code, **{name: fact}), {}) for fact in ("x", typed))

    assert [each.kind for each in active(said)] == [each.kind for each in active(plain)]


def test_what_was_typed_stands_in_code_as_it_was_typed(words: Words) -> None:
    assert "`**x** #y`" in words.refusal(Illegal("line-malformed", line="**x** #y", form="roll"), {})


def test_creatures_that_there_are_not_are_refused_by_what_was_typed() -> None:
    said = titan_face().kit.words.refusal(
        Illegal("split-creatures", legion="Bu01", creatures=("ogr", "<@17>"), contents=("TTN",)), {}
    )

    assert said.startswith("Ogr or ")
    assert active(said) == []


def test_what_was_typed_turns_no_sentence_around(words: Words) -> None:
    for code, name in (("zone-unknown", "zone"), ("line-malformed", "line")):
        said = words.refusal(Illegal(code, **{name: "a\u202eb\x07c", "form": "roll"}), {})
        assert "abc" in said


def test_a_name_that_is_escaped_already_is_not_escaped_again(words: Words) -> None:
    assert escaped("a_b") in words.refusal(Illegal("seat-held", name=escaped("a_b")), {})
    assert quoted(escaped("a_b")) == "a\\_b"


def test_pages_are_short_and_hold_every_line() -> None:
    text = "\n".join(f"line {number} " + "x" * 60 for number in range(200)) + "\n" + "y" * 5000

    cut = pages(text)

    assert all(0 < len(page) <= PAGE for page in cut)
    assert "".join(cut).replace("\n", "") == text.replace("\n", "")
    assert pages("") == ()


def test_shortened_cuts_at_a_word() -> None:
    assert shortened("one two three", 20) == "one two three"
    assert shortened("one two three", 10) == "one two…"
    assert len(shortened("x" * 100, 20)) == 20


ABOVE = ("", "titan.", "titan.caption.", "skirmish.", "skirmish.caption.", "rulebook.table.")
"""What is put before a key by those who say it."""

BY_DATA = (
    "refusal.",
    "titan.refusal.",
    "skirmish.refusal.",
    "skirmish.until.",
    "skirmish.play.",
    "skirmish.combat-step.",
    "status.",
    "language.",
)
"""Keys that are made of codes of the rules or of states; refusals have a test of their own."""


def spoken_of() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every text in the sources, and what those with blanks in them can become."""
    texts, blanks = set(), set()
    folders = (path for folder in ("cogs", "render", "engine") for path in (ROOT / folder).rglob("*.py"))
    for path in (*folders, ROOT / "bot.py", *ROOT.glob("tests/*/rulebook.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    texts.add(text)
                case ast.JoinedStr(values=values):
                    fixed = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "" for part in values]
                    if re.fullmatch(r"[\w\\.-]*[a-z]{2}[\w\\.-]*", "".join(fixed)):
                        blanks.add("".join([fixed[0] or r"[\w.-]+", *(part or r"[\w-]+" for part in fixed[1:])]))
    return texts, [re.compile(blank) for blank in sorted(blanks)]


def test_every_sentence_in_the_files_is_asked_for_somewhere(words: Words) -> None:
    texts, blanks = spoken_of()

    def is_asked(key: str) -> bool:
        asked = [key.removeprefix(above) for above in ABOVE if key.startswith(above)]
        return any(each in texts or any(blank.fullmatch(each) for blank in blanks) for each in asked)

    assert [k for k in words.known if not k.startswith(BY_DATA) and not is_asked(k.removesuffix("--none"))] == []
