"""What the chapters on Battle Titan work out comes out of the engine as told, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.reference import CHAPTERS
from cogs.titan.words.terms import Terms
from engine.titan.end_conditions import ENDS, ends_of
from engine.titan.options import DEFAULT_ENDS
from engine.titan.phases.spawn import composed, roads
from engine.titan.points import Reckoning
from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import State
from tests.engine.positions import position

VARIANT = {"variant": "battle_titan"}
RULES = rules_for(VARIANT)

Sides = tuple[str, str]

ENGAGEMENTS: Mapping[str, tuple[str, Sides, Sides, tuple[bool, bool]]] = MappingProxyType(
    {
        "a": ("battle", ("LIO LIO OGR", "SER"), ("LIO LIO OGR", ""), (True, False)),
        "b": ("battle", ("COL COL", "SER"), ("COL COL", ""), (True, False)),
        "c": ("battle", ("LIO LIO OGR", "CYC CYC OGR OGR"), ("LIO LIO OGR", "CYC OGR"), (True, False)),
        "d": ("battle", ("TRO TRO RAN", "LIO LIO"), ("TRO RAN", "LIO LIO"), (False, True)),
        "e": ("time", ("GIA WBR WBR", "CYC CYC"), ("GIA WBR WBR", "CYC"), (True, False)),
        "f": ("battle", ("LIO CEN", "GAR OGR"), ("LIO CEN", "GAR OGR"), (True, True)),
        "g": ("flight", ("", "OGR OGR LIO"), ("", "OGR OGR LIO"), (False, True)),
        "h": ("concession", ("UNI OGR", "BEH"), ("UNI OGR ANG", ""), (True, False)),
        "i": ("battle", ("COL COL", "SER"), ("COL COL", ""), (True, False)),
        "j": ("battle", ("", ""), ("", ""), (False, True)),
        "k": ("battle", ("LIO CEN", "GAR OGR"), ("LIO CEN", "GAR OGR"), (True, True)),
    }
)
"""Each example of points: how it ended, and by side who was there, who was lost, and whether the legion was."""

STAYED_OFF: Mapping[str, str] = MappingProxyType({"i": "OGR", "j": "SER SER", "k": "OGR"})
"""The defenders who never entered."""

NEW_LEGIONS: Mapping[str, tuple[str, Mapping[str, int]]] = MappingProxyType(
    {
        "1": ("CEN OGR GAR", {}),
        "2": ("LIO WBR BEH", {}),
        "3": ("CYC", {"CYC": 0, "GAR": 0}),
        "4": ("LIO TRO BEH", {"GAR": 0, "CYC": 0, "BEH": 0, "SER": 0}),
        "5": ("COL CYC", {}),
        "6": ("COL CYC", {"COL": 1}),
        "7": ("MIN", {"MIN": 0}),
        "8": ("LIO TRO CYC", {"CEN": 0, "OGR": 0, "GAR": 0}),
    }
)
"""Each example of a new legion: who is in play, and the stacks that are not as usual."""


@pytest.fixture(params=languages())
def terms(request: pytest.FixtureRequest) -> Terms:
    return Terms(Words(request.param))


def section(terms: Terms, chapter: str, place: int) -> str:
    """A section of a chapter, counted from 1, as it stands in its file."""
    (path,) = CHAPTERS.glob(f"{terms.words.language}/*-{chapter}.md")
    return path.read_text(encoding="utf-8").split("\n## ")[place]


def rows(terms: Terms, chapter: str, place: int) -> Mapping[str, list[str]]:
    """The rows of the table in a section, by their first cell."""
    lines = [line for line in section(terms, chapter, place).splitlines() if line.startswith("|")]
    return {cells[0]: cells[1:] for cells in ([c.strip() for c in line.strip("|").split("|")] for line in lines[2:])}


def worth(codes: str) -> int:
    return sum(RULES.value(code, 0) for code in codes.split())


def counted(terms: Terms, codes: str) -> str:
    """`2 Lions, Ogre (42)`; nothing for nobody."""
    if not codes:
        return ""
    kinds = dict.fromkeys(codes.split())
    named = (terms.creatures([kind] * codes.split().count(kind)) for kind in kinds)
    return f"{terms.words.listing(named, 'comma')} ({worth(codes)})"


def test_the_points_of_each_engagement(terms: Terms) -> None:
    examples = rows(terms, "battle-titan-points", 3)

    assert examples.keys() == ENGAGEMENTS.keys()
    for letter, (how, there, gone, lost) in ENGAGEMENTS.items():
        attack, defence, _, *points = examples[letter]
        entered, fallen = ((worth(side[ATTACKER]), worth(side[DEFENDER])) for side in (there, gone))
        absent = (0, worth(STAYED_OFF.get(letter, "")))
        settled = Reckoning(how, lost, how != "flight", fallen, absent, entered)
        assert tuple(map(int, points)) == RULES.points(settled), letter
        assert attack.startswith(counted(terms, there[ATTACKER])), letter
        assert defence.partition(";")[0] == counted(terms, there[DEFENDER]) or letter == "j", letter
        if letter == "j":
            assert defence.startswith(counted(terms, STAYED_OFF[letter]).partition(" (")[0])


def every(state: State, chosen: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All legions that may come of it, as its owner chooses."""
    made = composed(state, chosen)
    if not made.options:
        yield made.creatures
    for code in made.options:
        yield from every(state, (*chosen, code))


def test_the_new_legion_of_each_situation(terms: Terms) -> None:
    """Where there is a choice, everybody who may be chosen is named."""
    examples = rows(terms, "spawning", 14)
    names = {code: terms.creature(code) for code in RULES.kinds}

    assert examples.keys() == NEW_LEGIONS.keys()
    for number, (playing, stacks) in NEW_LEGIONS.items():
        state = position("Red:", f"Blue: Bu01@41 {playing}", options=VARIANT)
        legions = list(every(replace(state, bank={**state.bank, **stacks})))
        assert {legion[:2] for legion in legions} == {("TTN", "ANG")}
        for path, cell in enumerate(examples[number][1:]):
            pairs = {legion[2 + 2 * path : 4 + 2 * path] for legion in legions}
            if len(pairs) == 1:
                (pair,) = pairs
                assert cell == terms.words.listing(
                    (terms.creatures([code] * pair.count(code)) for code in dict.fromkeys(pair)), "comma"
                ), number
            else:
                assert {code for code, name in names.items() if name in cell} == {c for p in pairs for c in p}, number


def test_the_lists_of_who_fills_a_place_are_the_engines(terms: Terms) -> None:
    ways = roads(RULES)
    basic = terms.words.listing(map(terms.creature, ways.basic), "comma")
    strong = terms.words.listing(map(terms.creature, ways.strong), "or")

    assert basic in section(terms, "spawning", 10)
    assert strong in section(terms, "spawning", 8)


def test_every_end_condition_is_told_as_it_is_typed(terms: Terms) -> None:
    typed = [cells[0].strip("`") for cells in rows(terms, "battle-titan", 4).values()]

    assert [text.split()[0] for text in typed] == list(ENDS)
    for text in typed:
        with_limit = f"turns 12, {text}" if text.startswith("deadline") else text
        assert [end.key for end in ends_of(with_limit)][-1] == text.split()[0]
    assert DEFAULT_ENDS in typed
