"""Advice on a skirmish: why something may not be done and what is nearest to it, and hints in every phase."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cogs.house.words.words import Words, languages
from cogs.skirmish.words.advice import SkirmishAdvice
from cogs.skirmish.words.game_words import SkirmishWords
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Attack, Move, Order
from engine.skirmish.counsel import good, matters
from engine.skirmish.nearest import nearest
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, Ordering
from engine.skirmish.units import Turn
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.screens.test_panel import NAMES, positions
from tests.skirmish.screens.test_panel_moments import MOMENTS


def refused(table: Table, line: str) -> str:
    """What the Daqan player is told of a line that he may not do."""
    state, action = table.state, SKIRMISH.notation.parse(line)
    view, legal = SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN))
    said = SkirmishWords(Words("en")).refusal(SKIRMISH.refusal(state, DAQAN, action), NAMES)
    return SkirmishAdvice(Terms(Words("en"))).why_not(
        view, SKIRMISH.refusal(state, DAQAN, action), said, legal, action, NAMES
    )


def test_a_refusal_names_the_nearest_thing_that_is_possible() -> None:
    table = Table(field("citadel_guard@C7,ordered roc_warrior@A3 viper_legion@F7", Moving(), turn=Turn("pincer")))

    said = refused(table, "move C7 F8")

    assert said.startswith("Citadel Guard C7 can't reach F8 with a move of 2.")
    assert "Closest legal move: Guard C7 → E8 (`move C7 E8 0`)" in said


def test_the_nearest_is_by_the_same_unit_then_by_distance_and_never_grave() -> None:
    legal = (Move("A1", "B1"), Move("C7", "D7"), Move("C7", "E7"), Order("C7"))

    assert nearest(legal, Move("C7", "F7")) == Move("C7", "E7")
    assert nearest(legal, Attack("C7", "D7", "strike")) is None


def test_a_line_that_cannot_be_read_is_answered_with_the_one_that_is_most_like_it() -> None:
    state = field("citadel_guard@C7 viper_legion@F7", Ordering(), turn=Turn("attack_center", "text"))
    view, legal = SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN))

    said = SkirmishAdvice(Terms(Words("en"))).why_not(
        view, SKIRMISH.refusal(state, DAQAN, legal[0]), "", legal, "order c77", NAMES
    )

    assert "`order C7`" in said


@pytest.mark.parametrize("language", languages())
def test_there_are_two_hints_in_every_phase_and_the_first_can_be_done(language: str) -> None:
    advice, kinds = SkirmishAdvice(Terms(Words(language))), set[str]()
    found = [(p.state, p.seat, p.kind) for p in positions(1, 1200)]
    found += [(table.state, seat, name) for name, (made, _, _) in MOMENTS.items() for table, seat in (made(),)]
    for state, seat, kind in found:
        if kind in kinds:
            continue
        kinds.add(kind)
        view, legal = SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat))
        first, second = (advice.hint(view, legal, step, NAMES) for step in (1, 2))
        assert first.does in legal
        assert first.text.startswith("**")
        assert second.does is None
        assert second.text.count("\n") >= 2, (kind, second)
    assert len(kinds) > 20


def test_what_is_counselled_is_legal_and_never_gives_up_or_takes_back() -> None:
    for number, position in enumerate(positions(3, 800)):
        if number % 20 == 0:
            legal = tuple(SKIRMISH.legal(position.state, position.seat))
            found = good(SKIRMISH.view(position.state, position.seat), legal, Random(1))
            assert found
            assert set(found) <= set(legal)
            assert len(set(found)) == len(found)
            assert not {type(action).__name__ for action in found} & {"Concede", "Back", "EndAsDraw", "Sell", "Lift"}


def test_it_matters_what_wins_who_is_in_danger_and_what_could_be_destroyed() -> None:
    state = field(
        "citadel_guard@C7,ordered viper_legion@D7:1",
        Attacking(),
        scenario=THUNDERCLAP,
        victory=(6, 0),
        hidden={"C7": "blood_harvesters", "D3": "blood_harvesters", "C11": "blood_harvesters"},
        hands=("keen_eyes", ""),
        lore=(3, 0),
    )

    points = matters(SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN)))

    told = {point.what: dict(point.facts) for point in points}
    assert told["own-points"] == {"number": 2, "need": 8}
    assert told["other-cards"] == {"kind": "blood_harvesters", "number": 3}
    assert told["threatened"] == {"hex": "C7", "hexes": ("D7",)}
    assert told["may-destroy"]["percent"] == 56, "two dice into the forest, of which a third hits"
    assert told["affordable"] == {"cards": ("keen_eyes",), "lore": 3}


def test_hints_do_not_depend_on_what_the_seat_cannot_see() -> None:
    advice = SkirmishAdvice(Terms(Words("en")))
    state = field("citadel_guard@C7,ordered viper_legion@D7", Attacking(), lore=(3, 6), hands=("keen_eyes", "hellfire"))
    other = state.side(UTHUK)
    changed = state.with_side(UTHUK, replace(other, hand=("crushing_force",)))

    for step in (1, 2):
        said = {
            advice.hint(SKIRMISH.view(each, DAQAN), tuple(SKIRMISH.legal(each, DAQAN)), step, NAMES)
            for each in (state, changed)
        }
        assert len(said) == 1
