"""Seats played by the program: they choose from their view alone, quickly, and their games end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from engine.core import Seat
from engine.skirmish.actions import Action, Concede, Done
from engine.skirmish.bots import LEVELS, choose_random, choose_steady
from engine.skirmish.bots.outlook import public
from engine.skirmish.forecast import blow, chances
from engine.skirmish.rules import FREE
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, Scoring, State
from engine.skirmish.view import View
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.selfplay import Played, selfplay

STRANGE = ("portal", "hellfire")
"""Lore cards for hands that nobody may look into."""


SEED = 5


@cache
def played(scenario: str) -> Played:
    """A game of two steady seats."""
    return selfplay({"scenario": scenario}, SEED)


def choice(state: State, seat: Seat, seed: int = 1) -> Action:
    """What a steady seat does."""
    return choose_steady(SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)), Random(seed))


def line(state: State, seat: Seat) -> str:
    return SKIRMISH.notation.line(choice(state, seat))


# Odds


def test_chances_of_hits_are_those_of_the_dice() -> None:
    assert chances(1, 2) == pytest.approx((4 / 6, 2 / 6))
    assert chances(2, 1) == pytest.approx((25 / 36, 10 / 36, 1 / 36))
    assert sum(chances(7, 2)) == pytest.approx(1)


def test_a_blow_is_at_most_the_health_and_spared_by_what_is_ignored() -> None:
    mean, dead = blow(3, 2, 0, 1)
    assert mean == dead == pytest.approx(1 - (2 / 3) ** 3)
    mean, dead = blow(3, 2, 1, 3)
    assert mean == pytest.approx(1 * 3 * (1 / 9) * (2 / 3) + 2 * (1 / 27))
    assert dead == 0


# What it sees


def test_what_it_reckons_with_holds_nothing_that_its_view_does_not_tell() -> None:
    state = field(
        "citadel_guard@C7 viper_legion@E7",
        scenario=THUNDERCLAP,
        hidden={"D3": "citadel_guard", "C7": "blood_harvesters"},
        hands=("runic_barrier", "hellfire crushing_force"),
        commands=("pincer", "onslaught"),
    )

    reckoned = public(SKIRMISH.view(state, DAQAN))

    own, other = reckoned.side(DAQAN), reckoned.side(UTHUK)
    assert (own.commands, own.hand) == (("pincer",), ("runic_barrier",))
    assert (other.commands, other.hand, other.deck) == ((), (), ())
    assert reckoned.hidden == (("D3", ""), ("C7", ""))
    assert reckoned.command_deck == ()


def test_its_choices_do_not_depend_on_what_it_cannot_see() -> None:
    """Hands, decks and hidden cards of others changed at every decision of a game: it decides the same."""
    seen = 0

    def other_world(state: State, seat: Seat, view: View, legal: Sequence[Action], action: Action) -> None:
        nonlocal seen
        foe = Seat(1 - seat)
        theirs = state.side(foe)
        changed = replace(theirs, hand=STRANGE[: len(theirs.hand)] + theirs.hand[2:], deck=theirs.deck[::-1])
        world = replace(state.with_side(foe, changed), command_deck=state.command_deck[::-1])
        if not state.side(seat).peeked:
            kinds = [kind for _, kind in state.hidden][::-1]
            world = replace(world, hidden=tuple(zip([at for at, _ in state.hidden], kinds, strict=True)))
        whims = Random(seen)
        again = choose_steady(SKIRMISH.view(world, seat), tuple(SKIRMISH.legal(world, seat)), whims)
        assert again == choose_steady(view, legal, Random(seen)), SKIRMISH.notation.line(action)
        seen += 1

    watched = selfplay({"scenario": FREE}, SEED, watch=other_world)

    assert seen > 100
    assert watched.lines == played(FREE).lines, "the same seed is the same game"


# That it keeps going


@pytest.mark.parametrize("scenario", [THUNDERCLAP, FREE])
def test_games_end_by_play(scenario: str) -> None:
    game = played(scenario)

    assert game.winner
    assert game.reason in ("points", "cards", "destroyed")
    assert game.thinking / game.choices < 0.02


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_gives_up(level: str) -> None:
    table = Table(field("citadel_guard@C7 viper_legion@E7", commands=("pincer", "")))
    view, legal = table.view(DAQAN), tuple(SKIRMISH.legal(table.state, DAQAN))
    assert Concede() in legal

    for seed in range(20):
        assert LEVELS[level](view, legal, Random(seed)) != Concede()


def test_random_seats_finish_their_preparations() -> None:
    """Nothing of them is taken back, so that they come to an end."""
    whims = Random(3)
    table = Table(SKIRMISH.new_game(2, {"scenario": FREE})).shuffled()
    choices = 0
    while table.state.round == 0:
        seat = min(table.awaited)
        action = choose_random(table.view(seat), tuple(SKIRMISH.legal(table.state, seat)), whims)
        table.does(seat, SKIRMISH.notation.line(action)).shuffled()
        choices += 1
    assert choices < 100


# That it plays sensibly


def test_it_attacks_the_unit_that_it_can_destroy() -> None:
    units = "citadel_guard@D6,ordered viper_legion@D7:1 viper_legion@D5"

    assert line(field(units, Attacking()), DAQAN) == "attack D6 D7 strike"


def test_it_does_not_attack_where_the_answer_costs_more() -> None:
    """A last figure against the giant in a building."""
    state = field("yeoman_archers@D6:1,ordered uthuk/mountain_giant@D7", Attacking(), land={"D7": "building"})

    assert choice(state, DAQAN) == Done()


def test_its_pairs_storm_a_building() -> None:
    state = field(
        "blood_harvesters@C9,ordered viper_legion@C5,ordered citadel_guard@A4",
        Moving(),
        scenario=THUNDERCLAP,
        active=UTHUK,
        hidden={"C7": "blood_harvesters", "B5": "citadel_guard"},
    )
    table = Table(state)
    for _ in range(2):
        table.does(UTHUK, line(table.state, UTHUK))

    held = {unit.hex for unit in table.state.own(UTHUK)}
    assert "C7" in held
    assert held & {"C6", "C8", "D6", "D7", "B6", "B7"}


def test_it_orders_both_units_of_a_storm() -> None:
    units = "blood_harvesters@C9 viper_legion@C5 flesh_ripper_brutes@H2 citadel_guard@A4"
    state = field(
        units,
        scenario=THUNDERCLAP,
        active=UTHUK,
        hidden={"C7": "blood_harvesters"},
        commands=("", "patrol_left attack_center"),
    )
    table = Table(state).does(UTHUK, line(state, UTHUK))
    assert table.state.turn.card == "attack_center"

    table.does(UTHUK, line(table.state, UTHUK)).does(UTHUK, line(table.state, UTHUK))

    assert {unit.hex for unit in table.state.own(UTHUK) if unit.ordered} == {"C9", "C5"}


def test_it_walks_onto_a_banner() -> None:
    state = field("citadel_guard@C4,ordered viper_legion@I9", Moving())

    assert line(state, DAQAN) == "move C4 E4 0" or line(state, DAQAN) == "move C4 E4"


def test_it_keeps_out_of_the_way_of_the_giant() -> None:
    """A weak unit that can reach nobody does not walk up to be hit."""
    state = field("yeoman_archers@C7:1,ordered uthuk/mountain_giant@F7", Moving(), scenario=THUNDERCLAP, land={})
    action = choice(state, DAQAN)

    to = getattr(action, "to", "C7")
    assert SKIRMISH.view(state, None).at("F7") is not None
    assert to[0] in "ABC"


def test_it_looks_at_a_hidden_card_only_when_lore_is_left() -> None:
    units = "citadel_guard@A4 viper_legion@E7"
    hidden = {"C7": "blood_harvesters", "B5": "citadel_guard", "D3": "blood_harvesters"}
    poor = field(units, Scoring(), scenario=THUNDERCLAP, lore=(2, 0), hidden=hidden)
    rich = field(units, Scoring(), scenario=THUNDERCLAP, lore=(6, 0), hidden=hidden)

    assert line(poor, DAQAN) == "stay"
    assert line(rich, DAQAN) == "peek C7"
