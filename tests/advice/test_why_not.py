"""Every refusal has its clause, in every language its words, and beside it the nearest thing that is possible."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.kit import titan_face
from cogs.titan.words.advice import why_not
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.terms import Terms
from engine.core import Illegal, Seat
from engine.likeness import nearest_line
from engine.log import Undo
from engine.titan.actions import NOTATION, Concede, Flee, Resign
from engine.titan.clauses import CLAUSES, FORMAL, clauses
from engine.titan.nearest import nearest
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from tests.deep import deep_but
from tests.engine.positions import battle, position
from tests.house.words.test_words import calls, games, literals
from tests.secrets.pairs import positions

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"))}
RULES = Path(__file__).parents[3] / "shared" / "titan"


IN_FORMS = {"additions-room"}
"""What a form of the panel refuses by a clause, before the rules are asked."""


def codes(*folders: str) -> set[str]:
    """What is refused in a game of Titan: another game's own refusals are not among them."""
    here = (call for where, call in calls("Illegal", *folders) if "titan" in games(where))
    return {code for call in here for code in literals(call.args[0])}


def test_every_refusal_of_the_rules_has_its_clause() -> None:
    assert codes("engine") | IN_FORMS == set(CLAUSES) | FORMAL
    assert codes("cogs") >= IN_FORMS
    assert not set(CLAUSES) & FORMAL
    assert all(found and clauses(code) == found for code, found in CLAUSES.items())


def test_every_clause_is_one_of_the_rules() -> None:
    if not RULES.exists():
        pytest.skip("there is no ../shared/titan beside this checkout")
    texts = [(RULES / name).read_text("utf-8") for name in ("RULES.md", "VARIANT_BATTLE_TITAN.md")]
    there = {clause for text in texts for clause in re.findall(r"\*\*([RV]\d+\.\d+)\*\*", text)}

    assert {clause for found in CLAUSES.values() for clause in found} <= there


@pytest.mark.parametrize("language", languages())
def test_every_clause_can_be_read_up(language: str) -> None:
    """What a refusal names is found by `/rules search`, in every language that the rules are in."""
    rulebook = titan_face().reference.rulebook(language)

    assert not [clause for found in CLAUSES.values() for clause in found if rulebook.clause(clause) is None]


@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_words_in_every_language(language: str) -> None:
    words = Words(language)

    for code in codes("engine", "cogs"):
        assert f"titan.refusal.{code}" in words or f"refusal.{code}" in words, code


def refused(state: State, line: str, seat: int = 0) -> list[str]:
    """What a seat is told that says a line which it may not, line by line."""
    view, words = TITAN.view(state, Seat(seat)), TitanWords(Words("en"))
    legal = tuple(TITAN.legal(state, Seat(seat)))
    try:
        wanted = NOTATION.parse(line)
        illegal = TITAN.refusal(state, Seat(seat), wanted)
    except Illegal as unread:
        wanted, illegal = line, unread
    return why_not(words.terms, view, illegal, words.refusal(illegal, NAMES), legal, wanted, NAMES).splitlines()


def test_a_land_out_of_reach_gets_the_nearest_one_of_the_same_legion() -> None:
    """Of the lands that a legion can reach, the one with the fewest steps to what was asked for."""
    state = position("Red: Rd01@41 TTN OGR OGR; Rd02@7 LIO LIO", "Blue: Bu01@16 OGR OGR TRO")

    said = refused(state, "move Rd02 10 3")

    assert said[0].startswith("Rd02 can't reach Brush 10")
    assert said[1].startswith("Closest legal choice: Rd02 → ")
    assert said[2] == "-# Rule: `/rules search R6.3`"


def test_a_hex_out_of_reach_gets_the_nearest_one_of_the_same_character() -> None:
    state = battle("Plains", "OGR C1, LIO D1", "CEN D6", mover=0)

    assert refused(state, "maneuver C1 C4")[1:] == [
        "Closest legal choice: Ogre C1 → C3 (`maneuver C1 C3`)",
        "-# Rule: `/rules search R12.1`",
    ]


def test_a_mistyped_line_gets_the_one_that_was_meant() -> None:
    state = battle("Plains", "OGR C1, LIO D1", "CEN D6", mover=0)

    assert "`maneuver C1 C3`" in refused(state, "manoeuvre C1 C3")[1]
    assert len(refused(state, "xyzzy")) == 1


@pytest.mark.parametrize("seeds", deep_but([range(1), range(1, 40)], range(1)))
def test_giving_up_is_never_the_nearest_thing(seeds: range) -> None:
    for seed in seeds:
        for at in positions(seed, most=600):
            legal = tuple(TITAN.legal(at.state, at.seat))
            for action in (*at.tried, Concede(), Flee(), Resign()):
                found = nearest(at.state.rules, legal, action)
                assert found is None or (found in legal and not isinstance(found, Concede | Flee | Resign | Undo))


@pytest.mark.parametrize("seeds", deep_but([range(1), range(1, 60)], range(1)))
def test_a_refusal_of_something_legal_in_kind_names_something_legal(seeds: range) -> None:
    """Over played games: whatever was tried, what is proposed may be done, and a clause stands with it."""
    words, told = TitanWords(Words("en")), Counter[str]()
    for seed in seeds:
        for at in positions(seed, most=700):
            legal = tuple(TITAN.legal(at.state, at.seat))
            view = TITAN.view(at.state, at.seat)
            for action in at.tried:
                if action in legal:
                    continue
                illegal = TITAN.refusal(at.state, at.seat, action)
                said = why_not(words.terms, view, illegal, "No.", legal, action, NAMES)
                told[illegal.code] += 1
                line = re.search(r"\(`(.+)`\)", said)
                assert line is None or NOTATION.parse(line[1]) in legal
                assert (line is None) == (nearest(view.rules, legal, action) is None)
                assert "-# Rule" in said or illegal.code in FORMAL
    assert len(told) > 12


def test_nothing_like_it_is_no_near_miss() -> None:
    assert nearest_line(["maneuver C1 C3", "done"], "where is my ogre") is None
    assert nearest_line(["maneuver C1 C3", "done"], "maneuvr c1 c3") == "maneuver C1 C3"


@pytest.mark.parametrize("language", languages())
def test_advice_is_worded_in_every_language(language: str) -> None:
    state = battle("Plains", "OGR C1, LIO D1", "CEN D6", mover=0)
    words = TitanWords(Words(language))
    illegal = TITAN.refusal(state, Seat(0), wanted := NOTATION.parse("maneuver C1 C4"))

    said = why_not(
        Terms(Words(language)),
        TITAN.view(state, Seat(0)),
        illegal,
        words.refusal(illegal, NAMES),
        tuple(TITAN.legal(state, Seat(0))),
        wanted,
        NAMES,
    )

    assert "R12.1" in said
    assert "`maneuver C1 C3`" in said
