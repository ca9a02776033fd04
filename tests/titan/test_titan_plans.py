"""The screens of a battle plan: what is offered, what it says, and the orders that it comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cogs.face.screen import Filled, Form, Press, Screen, Sight
from cogs.house.words.words import Words, languages
from cogs.titan.screens.screens import form, screen
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.orders import FiledOrder, filed, parse
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from tests.carried import ordered
from tests.engine.ordering import attacked
from tests.engine.positions import battle, do
from tests.titan.sights import TERMS, sight


def shown(seen: Sight, terms: Terms = TERMS) -> Screen:
    made = screen(terms, seen)
    assert made is not None, f"there is no {seen.place}"
    return made


def pressed(made: Screen, label: str) -> Press:
    return next(press for press in made.presses() if press.label == label)


def changed(seen: Sight, **chosen: str) -> Sight:
    """What the form of a plan leads to when it is filled in so."""
    carries = pressed(shown(seen), "Change …").carries
    asked = form(TERMS, replace(seen, place=tuple(carries[1:].split())))
    assert asked is not None
    return replace(seen, place=tuple(asked.makes(filled(asked, **chosen))[1:].split()))


def filled(asked: Form, **chosen: str) -> Filled:
    return {field.name: (chosen.get(field.name) or field.before[0],) for field in asked.fields}


def left(state: State, made: Screen, seat: int) -> tuple[FiledOrder, ...]:
    """The orders that stand once the plan that is shown is left."""
    _, texts = ordered(pressed(made, "Use this plan").carries)
    view = TITAN.view(state, Seat(seat))
    return tuple(filed(parse(text), number, view) for number, text in enumerate(texts, 1))


def test_two_presses_from_the_panel_leave_a_sensible_plan() -> None:
    state = attacked("LIO LIO LIO", "TTN OGR OGR")

    first = shown(sight(state, 1))
    carries = pressed(first, "Battle plan …").carries
    made = shown(sight(state, 1, *carries[1:].split()))

    assert "The bot maneuvers for you." in made.text
    assert "You take over once your Titan is hit." in made.text
    assert "The plan ends with this battle." in made.text
    orders = left(state, made, 1)
    assert {one.order.trigger.kind for one in orders} >= {"maneuver", "strike phase", "struck back", "may reinforce"}
    assert all(one.within for one in orders)


MANEUVERS = "OGR C1, LIO D1", "CEN D6, OGR D5"
STRUCK = "OGR C3, TRO D3", "LIO C4, CEN D4"


@pytest.mark.parametrize(
    "state",
    [
        do(attacked("LIO LIO LIO", "OGR OGR OGR"), "1: waive"),
        battle("Plains", *MANEUVERS, mover=0),
        battle("Plains", *MANEUVERS, mover=1),
        battle("Plains", *STRUCK, mover=0, step="strike"),
        battle("Plains", *STRUCK, mover=0, step="strike-back"),
    ],
    ids=["before", "maneuvering", "watching", "striking", "struck"],
)
def test_whoever_has_a_plan_can_stop_it_from_every_panel_of_the_engagement(state: State) -> None:
    """And by that exactly the orders of this legion go."""
    plan = left(state, shown(sight(state, 0, "plan", "Rd01")), 0)
    other = filed(parse("when my turn then roll"), 90, TITAN.view(state, Seat(0)))
    seen = replace(sight(state, 0), orders=(other, *plan))

    made = shown(seen)

    assert "Battle plan …" in [press.label for press in shown(replace(seen, orders=(other,))).presses()]
    assert "Battle plan …" not in [press.label for press in made.presses()]
    numbers, texts = ordered(pressed(made, "Stop my plan").carries)
    assert (set(numbers), texts) == ({one.number for one in plan}, ())
    again = shown(replace(seen, place=("plan", "Rd01")))
    assert "This one replaces it." in again.text
    assert set(ordered(pressed(again, "Use this plan").carries)[0]) == {one.number for one in plan}


def test_of_the_others_plan_nothing_is_shown() -> None:
    """A panel is made of one's own orders alone: whether the other has left any changes nothing in it."""
    state = do(attacked("LIO LIO LIO", "OGR OGR OGR"), "1: fight")

    assert shown(sight(state, 0)) == shown(replace(sight(state, 0), orders=()))
    assert screen(TERMS, sight(state, 0, "plan", "Bu04")) is None
    assert screen(TERMS, sight(state, 0, "plan", "Rd77")) is None
    assert form(TERMS, sight(state, 0, "plan", "Bu04")) is None


def test_where_advice_is_not_allowed_nobody_is_led_by_the_program() -> None:
    state = attacked("LIO LIO LIO", "OGR OGR")
    seen = sight(state, 1, "plan", "Bu04", advised=False)

    made = shown(seen)

    assert "It enters the map, then everybody holds." in made.text
    assert "You make each maneuver yourself." in shown(sight(state, 0, "plan", "Rd01", advised=False)).text
    _, texts = ordered(pressed(made, "Use this plan").carries)
    view = TITAN.view(state, Seat(1))
    assert all(filed(parse(text), 1, view, advice=False) for text in texts)
    assert (
        screen(TERMS, replace(seen, place=("plan", "Bu04", "advised", "never", "standard", "best", "0", "once")))
        is None
    )


@pytest.mark.parametrize("marker", ["Rd01", "Rd09"])
def test_every_choice_of_the_form_can_be_filed_and_is_said(marker: str) -> None:
    """Rd01 is in an engagement and without the Titan, which is in Rd09: for that it is always a plan ahead."""
    state = attacked("LIO LIO LIO", "OGR OGR")
    seen = sight(state, 0, "plan", marker)
    carries = pressed(shown(seen), "Change …").carries
    asked = form(TERMS, replace(seen, place=tuple(carries[1:].split())))
    assert asked is not None
    names = [field.name for field in asked.fields]
    assert ("concedes" in names) == (marker == "Rd01")
    texts = set()
    for chosen in product(*([option.carries for option in field.options] for field in asked.fields)):
        made = shown(
            replace(seen, place=tuple(asked.makes({n: (v,) for n, v in zip(names, chosen, strict=True)})[1:].split()))
        )
        assert left(state, made, 0)
        texts.add(made.text)
    assert len(texts) >= 27


def test_a_plan_without_an_engagement_stands_for_every_battle_or_for_the_next() -> None:
    state = attacked("LIO LIO LIO", "OGR OGR")
    made = shown(sight(state, 0, "plan", "Rd09"))
    assert "every battle of Rd09" in made.text

    once = pressed(made, "For one battle only").carries
    other = shown(sight(state, 0, *once[1:].split()))

    assert "its next battle" in other.text
    assert {one.order.expires for one in left(state, other, 0)} == {"after battle"}


def test_strikes_are_never_asked_for_until_one_asks_for_them_again() -> None:
    """A6.5: the level `auto` is the policy for all legions, and no more."""
    state = battle("Plains", "CYC C3, OGR D3", "CEN C4, LIO D4", mover=0, step="strike")
    carries = pressed(shown(sight(state, 0)), "Always strike for me").carries

    numbers, texts = ordered(carries)
    assert numbers == ()
    assert texts == (
        "when strike phase any then policy expires never",
        "when struck back any then policy expires never",
    )
    view = TITAN.view(state, Seat(0))
    stand = tuple(filed(parse(text), number, view) for number, text in enumerate(texts, 5))
    back = pressed(shown(replace(sight(state, 0), orders=stand)), "Let me choose my strikes again")
    assert ordered(back.carries) == ((5, 6), ())


def test_strikes_without_a_choice_are_rolled_unasked_until_one_wants_to_roll_them_again() -> None:
    """A6.5: these alone, in every battle of the game."""
    state = battle("Plains", "CYC C3, OGR D3", "CEN C4, LIO D4", mover=0, step="strike")
    _, texts = ordered(pressed(shown(sight(state, 0)), "Always roll when I've no choice").carries)

    assert texts == (
        "when strike phase any then roll without choice expires never",
        "when struck back any then roll without choice expires never",
    )
    view = TITAN.view(state, Seat(0))
    stand = tuple(filed(parse(text), number, view) for number, text in enumerate(texts, 5))
    made = shown(replace(sight(state, 0), orders=stand))
    assert ordered(pressed(made, "Let me roll every strike").carries) == ((5, 6), ())
    assert ordered(pressed(made, "Always strike for me").carries)[0] == (), "the other stands for itself"


@pytest.mark.parametrize("language", languages())
def test_a_plan_reads_as_sentences_in_every_language(language: str) -> None:
    state = attacked("LIO LIO LIO", "OGR OGR")
    made = shown(sight(state, 1, "plan", "Bu04"), Terms(Words(language)))

    lines = made.text.split("\n")
    assert len(lines) == 7
    assert all(line.endswith((".", "**")) for line in lines)
