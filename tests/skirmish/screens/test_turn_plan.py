"""A turn up to its attacks as one question: what the panel plans is done by one press, or changed in one form."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from statistics import median
from typing import Any

import pytest

from cogs.face.presses import Sign, run
from cogs.face.screen import Press, Screen
from cogs.house.words.words import Words
from cogs.skirmish.screens import screens
from cogs.skirmish.screens.turn_plan import CARD, GOES, NONE, PLAN, STAYS, TURN, WHO
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal, Seat
from engine.skirmish.actions import Done, Play
from engine.skirmish.bots import LEVELS
from engine.skirmish.defaults import forced
from engine.skirmish.proposal import best, proposed
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, State
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.questions import asked
from tests.skirmish.screens.test_panel import positions, sight

TERMS = Terms(Words("en"))
UNITS = "citadel_guard@C6 citadel_guard@C8 yeoman_archers@B6 viper_legion@E7 obscenes@I1"


def table(units: str = UNITS, commands: str = "patrol_center attack_left", **more: object) -> Table:
    """Daqan begins a turn."""
    return Table(field(units, commands=(commands, ""), **more))  # type: ignore[arg-type]


def shown(state: State, place: str = "") -> Screen:
    found = screens.screen(TERMS, sight(TERMS, state, DAQAN, place))
    assert found is not None
    return found


def pressed(state: State, carries: str, seat: Seat = DAQAN) -> tuple[list[str], State]:
    """The lines that a press does, one after the other, and the state after them."""
    further, lines = screens.run(sight(TERMS, state, seat, carries)), list[str]()
    assert further is not None
    while seat in SKIRMISH.awaiting(state):
        step: Any = further(SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)))
        if step is None:
            break
        lines.append(SKIRMISH.notation.line(step))
        state, _ = SKIRMISH.apply(state, seat, step)
    return lines, state


def button(screen: Screen, label: str) -> Press:
    return next(press for press in screen.presses() if press.label == label)


def filled(state: State, place: str, **changes: tuple[str, ...]) -> str:
    """What the form of a plan makes with some of its fields changed."""
    form = screens.form(TERMS, sight(TERMS, state, DAQAN, Sign.FORM + place))
    assert form is not None
    return form.meant({field_.name: field_.before for field_ in form.fields} | changes)


# What is planned


def test_a_turn_is_planned_as_the_bot_would_play_it() -> None:
    seen = 0
    for position in positions(1, 700):
        view, legal = SKIRMISH.view(position.state, position.seat), tuple(SKIRMISH.legal(position.state, position.seat))
        if position.kind != "commanding" or (play := best(view, legal)) is None:
            continue
        plan, state, done = proposed(view, play), position.state, list[str]()
        while position.seat in SKIRMISH.awaiting(state):
            here, able = SKIRMISH.view(state, position.seat), tuple(SKIRMISH.legal(state, position.seat))
            if here.phase not in ("commanding", "ordering", "moving") or here.round != view.round:
                break
            assert plan.step(here, able) == LEVELS["steady"](here, able, Random(here.round))
            step = plan.step(here, able)
            assert step is not None
            done.append(SKIRMISH.notation.line(step))
            state, _ = SKIRMISH.apply(state, position.seat, step)
        seen += len(done) > 3
    assert seen > 5


def test_what_the_panel_tells_is_done_by_one_press_up_to_the_attacks() -> None:
    started = table()
    screen = shown(started.state)
    press = button(screen, "Do this, then attack")

    lines, after = pressed(started.state, press.carries)

    assert lines[0].startswith("play ")
    ordered = [line.removeprefix("order ") for line in lines if line.startswith("order ")]
    moves = [line.split() for line in lines if line.startswith("move ")]
    assert ordered
    assert moves
    told = screen.text
    assert all(hex_ in told for hex_ in ordered)
    assert all(f"{start} → {to}" in told for _, start, to, _ in moves)
    assert not isinstance(after.phase, Moving)
    assert after.active != DAQAN or isinstance(after.phase, Attacking)


def test_of_another_card_the_panel_shows_that_plan_and_does_it() -> None:
    started = table()
    for play in (Play("attack_left", "text"), Play("attack_left", "one"), Play("patrol_center", "one")):
        screen = shown(started.state, f"/{PLAN} {play.card} {play.how}")
        lines, _ = pressed(started.state, button(screen, "Do this, then attack").carries)
        assert lines[0] == SKIRMISH.notation.line(play)


def test_the_card_alone_leaves_all_else_open() -> None:
    """A press that carries its line, as the tutorial wants it."""
    started = table()
    for play in ("play patrol_center text", "play attack_left one"):
        _, card, how = play.split()
        assert play in {press.carries for press in shown(started.state, f"/{PLAN} {card} {how}").presses()}


def test_a_press_of_another_round_or_for_a_card_that_is_gone_does_nothing() -> None:
    started = table()
    for words in (("2", "patrol_center", "text"), ("1", "pincer", "text"), ("1", "patrol_center", "text", "x~", "?")):
        further = screens.run(sight(TERMS, started.state, DAQAN, Sign.RUN + " ".join((TURN, *words))))
        legal = tuple(SKIRMISH.legal(started.state, DAQAN))
        step = further and further(SKIRMISH.view(started.state, DAQAN), legal)
        assert step is None


def test_what_comes_after_the_moves_is_not_decided_by_a_plan() -> None:
    started = table()
    plan = proposed(SKIRMISH.view(started.state, DAQAN), Play("patrol_center", "text"))
    _, after = pressed(started.state, run(TURN, "1", "patrol_center", "text"))

    assert plan.step(SKIRMISH.view(after, DAQAN), tuple(SKIRMISH.legal(after, DAQAN))) is None


@pytest.mark.parametrize("how", [{"advised": False}, {"taught": True}])
def test_where_the_bot_may_not_advise_and_in_a_lesson_each_card_is_a_press_of_its_own(how: dict[str, Any]) -> None:
    screen = screens.screen(TERMS, replace(sight(TERMS, table().state, DAQAN), **how))
    assert screen is not None

    assert {press.carries for press in screen.presses()} >= {"play patrol_center text", "play attack_left one"}


# The form


def test_the_form_has_the_plan_beforehand_and_sent_as_it_is_does_that() -> None:
    started = table()
    place = f"{PLAN} patrol_center text"
    same = filled(started.state, place)

    lines, _ = pressed(started.state, same)
    planned, _ = pressed(started.state, run(TURN, "1", "patrol_center", "text"))

    assert sorted(lines) == sorted(planned)
    assert lines[-1] == planned[-1] == "done"


def test_a_unit_of_the_form_stays_or_goes_elsewhere() -> None:
    started = table("citadel_guard@C6 viper_legion@I7 obscenes@I1", "patrol_center")
    place = f"{PLAN} patrol_center text"

    stays, _ = pressed(started.state, filled(started.state, place, **{f"{GOES}C6": (STAYS,)}))
    goes, _ = pressed(started.state, filled(started.state, place, **{f"{GOES}C6": ("move C6 C7 0",)}))

    assert stays == ["play patrol_center text", "order C6", "done", "done"]
    assert goes == ["play patrol_center text", "order C6", "done", "move C6 C7 0", "done"]


def test_nobody_ordered_in_the_form_is_a_turn_without_orders() -> None:
    started = table("citadel_guard@C6 viper_legion@I7 obscenes@I1", "patrol_center")
    lines, _ = pressed(started.state, filled(started.state, f"{PLAN} patrol_center text", **{WHO: ()}))

    assert lines == ["play patrol_center text", "done", "done"]


def test_with_somebody_ordered_of_whom_the_form_does_not_say_where_he_goes_the_moves_are_left_open() -> None:
    started = table("citadel_guard@C6 citadel_guard@C8 yeoman_archers@B6 citadel_guard@B7 viper_legion@I7")
    place = f"{PLAN} patrol_center text"
    planned = proposed(SKIRMISH.view(started.state, DAQAN), Play("patrol_center", "text")).orders
    other = next(hex_ for hex_ in ("C6", "C8", "B6", "B7") if hex_ not in planned)

    lines, after = pressed(started.state, filled(started.state, place, **{WHO: (planned[0], other)}))

    assert f"order {other}" in lines
    assert isinstance(after.phase, Moving)


def test_orders_that_the_card_cannot_give_are_refused_with_the_reason() -> None:
    started = table("citadel_guard@C1 citadel_guard@C2 citadel_guard@C3 citadel_guard@C11 viper_legion@I7", "pincer")

    with pytest.raises(Illegal) as refused:
        filled(started.state, f"{PLAN} pincer text", **{WHO: ("C1", "C2", "C3")})

    assert refused.value.code.startswith("order")


def test_a_lore_card_of_the_plan_can_be_left_out_in_the_form() -> None:
    started = table(
        "citadel_guard@C6 viper_legion@F6:1 obscenes@I1", "patrol_center", lore=(8, 0), hands=("portal", "")
    )
    place = f"{PLAN} patrol_center text"
    form = screens.form(TERMS, sight(TERMS, started.state, DAQAN, Sign.FORM + place))
    assert form is not None
    (cards,) = (field_ for field_ in form.fields if field_.name == CARD)
    cast = next(option.carries for option in cards.options if option.carries.startswith("cast portal C6,"))

    without, _ = pressed(started.state, filled(started.state, place, **{CARD: (NONE,)}))
    with_, _ = pressed(started.state, filled(started.state, place, **{CARD: (cast,), f"{GOES}C6": (STAYS,)}))

    assert not any(line.startswith("cast") for line in without)
    assert cast in with_


# Secrets, and how often it is asked


def test_a_plan_knows_nothing_of_what_the_other_holds() -> None:
    """DESIGN 2.3: of two games that differ in nothing but that, all plans are the same."""
    for hand in ("unnatural_vigor", "hellfire"):
        states = [table(hands=("", each), lore=(3, 6)).state for each in (hand, "savage_rush")]
        told = [shown(state, f"/{PLAN} patrol_center text").text for state in states]
        assert told[0] == told[1]
        assert forced(states[0], DAQAN) == forced(states[1], DAQAN)


def test_a_plan_of_uthuk_is_done_as_well() -> None:
    state = field(UNITS, commands=("", "patrol_center"), active=UTHUK)
    lines, _ = pressed(state, run(TURN, "1", "patrol_center", "text"), UTHUK)

    assert lines[0] == "play patrol_center text"
    assert SKIRMISH.notation.line(Done()) in lines


@pytest.mark.parametrize("seeds", [(7000,), pytest.param(range(5000, 15000, 500), marks=pytest.mark.deep)])
def test_a_game_of_two_steady_seats_asks_at_most_150_questions_a_quarter_of_them_windows(seeds: Iterable[int]) -> None:
    """In the median, with the plans that the set-up proposes; the seeds of every day are one pair of games."""
    games = [
        asked({"scenario": THUNDERCLAP, "first_seat": faction}, seed)
        for seed in seeds
        for faction in ("daqan", "uthuk")
    ]
    questions = [game.questions.total() for game in games]

    assert median(questions) <= 150
    assert 4 * sum(game.questions["window"] for game in games) <= sum(questions)
