"""Hints: what the bot would do and why, what matters, what is good; from the seat's own view, in every language."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.words.advice import why_number
from cogs.titan.words.advice_hints import because, hint, point
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.pick import FIRST
from engine.titan.actions import Concede, Done, Fight, Flee, Roll, Strike
from engine.titan.bots import choose_steady, counsel
from engine.titan.bots.counsel.good_choices import good
from engine.titan.bots.counsel.matter import Matter
from engine.titan.bots.counsel.matters import matters
from engine.titan.bots.counsel.reasons import ALWAYS, reasons
from engine.titan.ruleset import TITAN
from engine.titan.state import Engaging, Gathering, Mustering, Splitting, State
from tests.engine.positions import battle, do, position
from tests.house.words.test_words import literals
from tests.secrets.pairs import positions

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"))}
CONTENT = 2000


def points() -> set[str]:
    """Every point that the sources make."""
    sources = (ast.parse(path.read_text("utf-8")) for path in Path(counsel.__path__[0]).glob("*.py"))
    calls = (node for tree in sources for node in ast.walk(tree) if isinstance(node, ast.Call))
    made = (call for call in calls if getattr(call.func, "id", "") == "Matter")
    return {part for call in made for part in literals(call.args[0])} | {*ALWAYS.values()}


@pytest.mark.parametrize("language", languages())
def test_every_point_has_words_and_no_words_are_left_over(language: str) -> None:
    words = Words(language)
    there = {key.removeprefix("titan.hint.point.") for key in words.known if key.startswith("titan.hint.point.")}

    assert there == points()


def test_hints_of_played_games_are_said_in_every_language() -> None:
    """Every phase, every step: it fits a message, and what is called good may be done."""
    terms, dice = {language: Terms(Words(language)) for language in languages()}, Random(2)
    phases = set()
    for seed in range(5):
        for at in positions(seed, most=1200):
            if not isinstance(at.state.phase, Engaging | Gathering) and dice.random() > 0.1:
                continue
            view, legal = TITAN.view(at.state, at.seat), tuple(TITAN.legal(at.state, at.seat))
            phases.add(view.phase)
            first = good(view, legal)
            assert set(first) <= set(legal)
            assert not any(isinstance(action, Concede) for action in first[1:])
            for language in terms:
                for step in (1, 2):
                    made = hint(terms[language], view, legal, step, NAMES)
                    assert 0 < len(made.text) < CONTENT
                    assert made.does == (first[0] if first and step == 1 else None), "the first does what it says"
                if (found := because(terms[language], view, legal)) is not None:
                    assert found.does == first[0]
                    assert found.text
                    assert "\n" not in found.text
            strikes = [action for action in legal if isinstance(action, Strike)]
            for language in terms:
                for strike in strikes[:1]:
                    assert str(strike.number) in why_number(terms[language], view, strike)
    assert phases == {"setup", "split", "move", "engage", "parley", "battle", "gather", "muster"}


def test_the_first_good_choice_is_what_the_program_does() -> None:
    for seed in range(4):
        for at in positions(seed, most=500):
            view, legal = TITAN.view(at.state, at.seat), tuple(TITAN.legal(at.state, at.seat))
            found = good(view, legal)
            if found:
                assert found[0] == choose_steady(view, legal, FIRST)
                assert all(isinstance(one, Matter) for one in reasons(view, legal, found[0]))


def test_good_choices_end_where_nothing_more_is_gained() -> None:
    state = position("Red: Rd01@41 TTN OGR OGR; Rd02@7 LIO LIO", "Blue: Bu01@16 OGR", phase=Splitting())
    view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))

    assert good(view, legal) == (Roll(),)


def said(state: State, seat: int = 0) -> list[str]:
    view, legal = TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat)))
    return [one.what for one in matters(view, legal)]


def test_what_is_compulsory_is_said_first() -> None:
    """R4.4, R6.2, R10.3."""
    tall = position("Red: Rd01@41 TTN OGR OGR OGR OGR LIO LIO LIO", "Blue: Bu01@16 OGR", phase=Splitting(), turn=2)
    assert said(tall)[0] == "too-tall"
    assert said(position("Red: Rd01@41 TTN OGR OGR", "Blue: Bu01@16 OGR"))[0] == "must-move"
    assert said(battle("Plains", "OGR, LIO", "CEN D6", mover=0, in_round=1))[0] == "must-enter"


def test_what_becomes_of_those_outside_is_said_as_it_is() -> None:
    """R10.3, V5.2, R17.3: they die, or go back and score for the enemy, or by option not; who was called goes back."""
    variant = {"variant": "battle_titan"}
    early = battle("Plains", "OGR, LIO", "CEN D6", mover=0, in_round=1)
    assert "must-enter" in said(early)
    for scores, point_ in (("on", "must-enter-scores"), ("off", "must-enter-returns")):
        state = battle(
            "Plains", "OGR, LIO", "CEN D6", mover=0, in_round=1, options={**variant, "offboard_scores": scores}
        )
        assert point_ in said(state)
    called = battle("Plains", "OGR A1", "LIO D6, LIO E5", blue="Bu09@30 TTN", in_round=3, mover=0)
    called = do(called, "done", "1: reinforce CEN LIO")
    assert "must-enter-late" in said(called, 1)


def test_a_flight_and_a_fight_have_their_reasons() -> None:
    """R9.4: whoever is lost in battle gives half the points only by fleeing."""
    start = position("Red: Rd01@41>3 COL COL SER", "Blue: Bu01@41 OGR OGR; Bu02@7 TTN", phase=Engaging())
    state = do(start, "engage 41")
    view, legal = TITAN.view(state, Seat(1)), tuple(TITAN.legal(state, Seat(1)))

    assert good(view, legal)[0] == Flee()
    assert [one.what for one in reasons(view, legal, Flee())] == ["settle-chance", "flee-half"]
    assert [one.what for one in reasons(view, legal, Fight())][-1] == "no-way-out"
    assert "may-flee" in said(state, 1)


def test_why_legions_stay_is_said_of_each_that_could_walk() -> None:
    """Nobody takes it for an oversight that the bot leaves a legion where it is."""
    full = "Rd01@41 TTN OGR OGR CEN CEN LIO LIO"
    state = position(f"Red: {full}; Rd02@7>3 LIO LIO", "Blue: Bu01@16 OGR")
    view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
    assert Done() in legal

    points = {one.what: one.facts["legions"] for one in reasons(view, legal, Done())}

    assert points["stays-full"] == ("Rd01",)
    said = point(Terms(Words("en")), next(one for one in reasons(view, legal, Done()) if one.what == "stays-full"))
    assert said.startswith("Rd01")
    assert "stays put: it's full" in said


def test_a_muster_tells_what_it_leads_to() -> None:
    state = position("Red: Rd01@41>3 TTN OGR OGR", "Blue: Bu01@16 OGR", phase=Mustering())
    view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
    chosen = good(view, legal)[0]

    assert not isinstance(chosen, Done)
    assert reasons(view, legal, chosen)[0].what == "recruit-value"


def test_the_point_of_a_hopeless_battle_is_said() -> None:
    assert "slain" in point(Terms(Words("en")), Matter("hopeless", {}))
