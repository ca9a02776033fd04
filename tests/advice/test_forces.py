"""What may be typed for a force: any reasonable spelling, in every language, and what is said of the rest."""

from __future__ import annotations

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.words.advice_odds import (
    OddsRequest,
    TitanOddsQuestion,
    chart,
    completions,
    creature,
    own,
    question,
    told,
)
from cogs.titan.words.terms import Terms
from engine.core import Illegal, Seat
from engine.titan.odds import OUTCOMES, Ending, odds
from engine.titan.ruleset import TITAN
from engine.titan.view import View
from tests.engine.positions import battle, position

ENGLISH = Terms(Words("en"))
BLANK: View = TITAN.view(TITAN.new_game(2, {}), None)


def asked(attackers: str, defenders: str = "ogre", view: View = BLANK, terms: Terms = ENGLISH) -> TitanOddsQuestion:
    return question(terms, view, OddsRequest(attackers, defenders, "Plains", 1))


def refused(attackers: str, view: View = BLANK) -> Illegal:
    with pytest.raises(Illegal) as told:
        asked(attackers, view=view)
    return told.value


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("2 lion, ranger", "LIO LIO RAN"),
        ("2 lion ranger", None),
        ("2 Lions and a Ranger", "LIO LIO RAN"),
        ("2 lion 3 ogre", "OGR OGR OGR LIO LIO"),
        ("2xLion; 3x OGRE", "OGR OGR OGR LIO LIO"),
        ("lio,lio , RAN", "LIO LIO RAN"),
        ("cyclopes + 2 behemoths", "CYC BEH BEH"),
        ("wyvren", "WYV"),
        ("warb", "WBR"),
    ],
)
def test_names_are_read_as_people_write_them(typed: str, codes: str | None) -> None:
    if codes is None:
        assert refused(typed).code == "force-unknown"
    else:
        assert asked(typed).clash.forces[0] == tuple(codes.split())


@pytest.mark.parametrize("language", languages())
def test_every_name_is_understood_in_its_language_in_every_number(language: str) -> None:
    terms = Terms(Words(language))

    for code in terms.rules.kinds:
        for number in (1, 2, 5):
            assert creature(terms, terms.say(f"creature.{code}", number=number).upper()) == code
    for name in terms.rules.grounds:
        assert question(terms, BLANK, OddsRequest("ogre", "lion", terms.terrain(name))).clash.terrain == name


def test_a_titan_has_the_power_that_is_typed_or_that_of_the_reader() -> None:
    """R19.1: 6, and one more for every 100 points."""
    view = TITAN.view(position("Red 430: Rd01@41 TTN OGR", "Blue: Bu01@16 TTN"), Seat(0))

    assert asked("titan 9, ogre").powers == (9, 0)
    assert asked("titan (12)").clash.scores == (600, 0)
    assert asked("titan").powers == (6, 0)
    assert asked("titan", view=view).powers == (10, 0)
    assert asked("titan", "titan", view=view).powers == (10, 6)
    assert asked("ogre", "titan", view=view).powers == (0, 10)


def test_forces_that_cannot_be_are_refused() -> None:
    assert (refused("8 ogre").code, refused("2 titan").code, refused(" , ").code) == ("force-size",) * 3
    assert refused("hippo").facts["name"] == "hippo"


@pytest.mark.parametrize("power", ["0", "5", "1000", "9" * 190])
def test_a_titan_has_a_power_that_a_game_can_reach(power: str) -> None:
    """R19.1: with the points of all characters in the box its owner's Titan has the highest."""
    assert refused(f"titan {power}").facts == {"low": 6, "high": BLANK.rules.most_power}
    assert asked(f"titan {BLANK.rules.most_power}").powers == (BLANK.rules.most_power, 0)


def test_a_force_of_too_many_parts_is_refused_before_they_are_read() -> None:
    assert refused(", ".join(["0 ogre"] * 8)).facts == {"number": 8}


def test_a_marker_stands_for_a_legion_that_one_knows() -> None:
    state = position("Red: Rd01@41 TTN OGR OGR", "Blue: Bu01@16 OGR OGR TRO")
    mine, theirs = (TITAN.view(state, Seat(seat)) for seat in (0, 1))

    assert asked("rd01", view=mine).clash.forces[0] == ("TTN", "OGR", "OGR")
    assert refused("Rd01", theirs).code == "force-unseen"
    assert [value for value, _ in completions(ENGLISH, mine, "rd")][:1] == ["Rd01"]
    assert "Rd01" not in [value for value, _ in completions(ENGLISH, theirs, "rd")]


def test_what_is_typed_is_completed_from_its_last_part() -> None:
    assert [value for value, _ in completions(ENGLISH, None, "2 Lion, 3 warb")] == ["2 Lion, 3 Warbear"]
    assert len(completions(ENGLISH, None, "")) == len(ENGLISH.rules.kinds)


def test_nothing_typed_means_the_own_battle_and_nothing_else() -> None:
    fight = battle("Plains", "OGR C3, CEN", "LIO C4(3), GAR D4", "Green: Gr01@41 TTN")

    for seat in (None, Seat(0), Seat(2)):
        mine = own(TITAN.view(fight, seat))
        assert mine is not None
        assert mine.clash.forces == (("CEN", "OGR"), ("GAR", "LIO"))
    assert own(BLANK) is None
    with pytest.raises(Illegal, match="force-missing"):
        question(ENGLISH, BLANK, OddsRequest())


@pytest.mark.parametrize("language", languages())
def test_odds_are_told_with_every_outcome_and_fit_a_description(language: str) -> None:
    """A picture's description takes 1024 characters."""
    terms = Terms(Words(language))
    seen = [Ending(outcome, (30, 0), (False, True), 5) for outcome in OUTCOMES for _ in range(25)]
    long = "titan 12, archangel, guardian, warlock, behemoth, griffon, minotaur"
    shown = chart(terms, asked(long, long, terms=ENGLISH), odds(seen))
    said = told(terms, shown)

    assert len(said) < 1024
    assert all(bar.label in said and bar.figure in said for bar in shown.bars)
    assert [bar.share for bar in shown.bars] == [0.25] * 4
    assert all(note in said for note in shown.notes)
