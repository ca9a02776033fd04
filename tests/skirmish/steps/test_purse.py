"""Lore that a side gains, and the most that it holds (B5.5)."""

from __future__ import annotations

from random import Random

import pytest

from cogs.house.words.words import Words
from cogs.skirmish.screens import screens
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Action, Play
from engine.skirmish.bots import LEVELS, orders
from engine.skirmish.bots.outlook import Outlook, public
from engine.skirmish.bots.standing import StandingRoom
from engine.skirmish.counsel import Matter, reasons
from engine.skirmish.defaults import default
from engine.skirmish.events import LoreGained, LoreLost
from engine.skirmish.orders import filed, fire, proposed
from engine.skirmish.purse import gained
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Learning, Moving, State
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table, field
from tests.skirmish.screens.test_panel import sight

MOST = tables().most_lore
UNITS = "citadel_guard@A1 viper_legion@I1"


@pytest.mark.parametrize(("before", "after"), [(0, 2), (MOST - 2, MOST), (MOST - 1, MOST), (MOST, MOST)])
def test_what_goes_beyond_the_most_is_lost_and_both_are_told(before: int, after: int) -> None:
    state, told = gained(field(UNITS, lore=(before, 0)), DAQAN, 2, "step")

    assert state.sides[DAQAN].lore == after
    gained_, lost = after - before, before + 2 - after
    assert [*told] == [LoreGained(DAQAN, gained_, "step")] * bool(gained_) + [LoreLost(DAQAN, lost, "step")] * bool(
        lost
    )


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_a_game_of_version_2_there_is_no_most() -> None:
    state, _ = gained(field(UNITS, lore=(40, 0)), DAQAN, 2, "step")

    assert state.sides[DAQAN].lore == 42


def test_a_card_that_gives_lore_gives_no_more_than_there_is_room_for() -> None:
    table = Table(field(UNITS, lore=(MOST - 1, 0), commands=("regroup", ""))).does(DAQAN, "play regroup text")

    assert table.state.sides[DAQAN].lore == MOST
    assert table.told(LoreGained) == [LoreGained(DAQAN, 1, "regroup")]
    assert table.told(LoreLost) == [LoreLost(DAQAN, 1, "regroup")]


# The Lore Step, with little room

FULL_HAND = "portal keen_eyes dispel bodyguard"


def learning(lore: int, hand: str = FULL_HAND) -> State:
    return field(UNITS, Learning(), lore=(lore, 0), hands=(hand, ""))


def by_default(state: State) -> Action:
    return default(SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN)))


def by_the_bot(state: State) -> Action:
    return LEVELS["steady"](SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN)), Random(1))


def by_plan(state: State) -> Action | None:
    view = SKIRMISH.view(state, DAQAN)
    plans = tuple(filed(order, number, view) for number, order in enumerate(proposed(view), 1))
    fired = fire(plans, view, tuple(SKIRMISH.legal(state, DAQAN)))
    return None if fired is None else fired.action


@pytest.mark.parametrize("chosen", [by_default, by_the_bot, by_plan])
@pytest.mark.parametrize(
    ("lore", "hand", "line"),
    [
        (MOST - 2, FULL_HAND, "learn lore"),
        (MOST - 1, FULL_HAND, "learn both"),
        (MOST - 1, "portal", "learn both"),
        (MOST, FULL_HAND, "learn cards"),
        (MOST, "portal", "learn cards"),
    ],
)
def test_nobody_who_is_not_asked_gives_lore_away(chosen: object, lore: int, hand: str, line: str) -> None:
    """By plan a full side takes one card instead of choosing between two, about which it would be asked."""
    assert callable(chosen)
    wanted = "learn both" if chosen is by_plan and lore == MOST else line
    assert SKIRMISH.notation.line(chosen(learning(lore, hand))) == wanted


@pytest.mark.usefixtures("windows_of_their_own")
@pytest.mark.parametrize("chosen", [by_default, by_the_bot, by_plan])
def test_with_a_full_hand_lore_is_taken_in_a_game_of_version_2(chosen: object) -> None:
    assert callable(chosen)
    assert SKIRMISH.notation.line(chosen(learning(40))) == "learn lore"


def test_the_way_is_one_of_those_that_there_are() -> None:
    """Whoever has no card to draw takes what there is room for, or nothing."""
    state = learning(MOST)
    bare = state.with_side(DAQAN, replace(state.sides[DAQAN], deck=()))

    assert SKIRMISH.notation.line(by_default(bare)) == "learn lore"
    assert SKIRMISH.notation.line(by_the_bot(bare)) == "learn lore"


def told(state: State) -> str:
    screen = screens.screen(Terms(Words("en")), sight(Terms(Words("en")), state, DAQAN))
    assert screen is not None
    presses = [press.label for row in screen.rows if isinstance(row, tuple) for press in row]
    return "\n".join((screen.text, *presses))


@pytest.mark.parametrize(
    ("lore", "said"),
    [
        (0, ("You have 0 of 8 lore.", "Take 2 lore", "Take 1 lore and a card", "Take 2 cards, keep one")),
        (MOST - 1, ("You have 7 of 8 lore.", "Take 1 lore", "Take 1 lore and a card", "Take 2 cards, keep one")),
        (MOST, ("Your lore is full: 8 of 8.", "Take nothing: your lore is full", "Take a card", "Take 2 cards, keep")),
    ],
)
def test_the_panel_promises_what_there_is_room_for(lore: int, said: tuple[str, ...]) -> None:
    text = told(learning(lore))

    assert all(each in text for each in said), text


@pytest.mark.usefixtures("windows_of_their_own")
def test_the_panel_of_a_game_of_version_2_knows_no_most() -> None:
    text = told(learning(40))

    assert "You have 40 lore." in text
    assert "Take 2 lore" in text


def test_the_hint_says_that_lore_would_be_lost() -> None:
    near, far = (learning(lore) for lore in (MOST - 1, 3))

    assert reasons(SKIRMISH.view(near, DAQAN), by_the_bot(near)) == (
        Matter("learning-near", {"lore": MOST - 1, "most": MOST}),
    )
    assert [point.what for point in reasons(SKIRMISH.view(far, DAQAN), by_the_bot(far))] == ["learning"]


# Cards that give lore


def test_blood_is_not_shed_for_lore_that_finds_no_room() -> None:
    """B13.2: the card could do nothing but harm."""
    tables_ = [
        Table(field(UNITS, Moving(), active=UTHUK, lore=(0, lore), hands=("", "sacrifice")))
        for lore in (MOST - 1, MOST)
    ]

    assert "cast sacrifice I1" in tables_[0].can(UTHUK)
    assert tables_[1].refused(UTHUK, "cast sacrifice I1").code == "card-no-target"
    tables_[0].does(UTHUK, "cast sacrifice I1")
    assert tables_[0].told(LoreLost) == [LoreLost(UTHUK, 1, "sacrifice")]


@pytest.mark.parametrize(("lore", "worth"), [(0, 2), (MOST - 1, 1), (MOST, 0)])
def test_the_bot_values_the_lore_of_a_command_card_by_the_room_for_it(lore: int, worth: int) -> None:
    some, none = (valued(field(UNITS, lore=(each, 0), commands=("regroup", ""))) for each in (lore, MOST))

    assert some - none == pytest.approx(worth * orders.LORE)


def valued(state: State) -> float:
    """What Regroup is worth to the bot."""
    ground = StandingRoom(Outlook(public(SKIRMISH.view(state, DAQAN)), DAQAN), frozenset())
    return orders._card(ground, Play("regroup", "text"), {1: 0.0}, ())
