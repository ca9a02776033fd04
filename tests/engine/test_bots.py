"""Seats played by the program: what they may know, that their games end, and that `steady` is worth its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Seat
from engine.log import Undo
from engine.titan.actions import Accept, Action, Concede, Done, Flee, Maneuver, Offer, Resign, Strike
from engine.titan.battle.hits import slays, useful_hits
from engine.titan.bots import LEVELS, choose_random, choose_steady
from engine.titan.bots.aims import RECKLESS
from engine.titan.bots.bot_board import distances
from engine.titan.bots.estimate import KnownSide, outlook
from engine.titan.bots.steady import LAST
from engine.titan.facts import Formed
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.state import Legion, Moving, Over, Player, State
from engine.titan.view import View
from tests.deep import deep_but
from tests.engine.walking import swapped
from tests.selfplay import Played, answer, dealt, selfplay


@cache
def four_steady(seed: int) -> Played:
    """A game of four steady seats, played once for several claims."""
    return selfplay(["steady"] * 4, seed)


def opened(seats: int, seed: int, until: str, turn: int = 1) -> State:
    """A game of steady seats as it is when somebody must first decide in the phase `until`, from a turn on."""
    dice, timeline = Random(seed), log.opening(TITAN, seats, {})
    while True:
        draw = TITAN.wants(timeline.state)
        if draw:
            timeline, _ = log.step(TITAN, timeline, CHANCE, answer(draw, dice))
            continue
        seat = min(TITAN.awaiting(timeline.state))
        seen = TITAN.view(timeline.state, seat)
        if seen.phase == until and seen.turn >= turn:
            state: State = timeline.state
            return state
        action = choose_steady(seen, tuple(TITAN.legal(timeline.state, seat)), dice)
        timeline, _ = log.step(TITAN, timeline, seat, action)


@pytest.mark.parametrize("seed", deep_but([1, 2, 3], 1))
def test_a_game_of_four_steady_seats_ends_in_reasonable_time(seed: int) -> None:
    game = four_steady(seed)

    assert game.winners
    assert game.turns < RECKLESS
    assert game.battles


@pytest.mark.parametrize(
    ("seats", "levels"),
    deep_but([(2, "steady"), (3, "random"), (6, "steady"), (5, "random,steady")], (2, "steady"), (6, "steady")),
)
def test_games_of_any_size_and_mixture_end(seats: int, levels: str) -> None:
    game = selfplay(dealt(levels.split(","), seats, 0), seed=40 + seats)

    assert game.winners


def test_the_same_seed_plays_the_same_game() -> None:
    assert selfplay(["steady", "random"], 5).lines == selfplay(["steady", "random"], 5).lines


def test_steady_beats_random_clearly() -> None:
    games = [selfplay(dealt(("steady", "random"), 2, number), 700 + number) for number in range(12)]

    won = sum(game.winners == (Seat(game.levels.index("steady")),) for game in games)

    assert won >= 10


def test_a_steady_choice_is_fast() -> None:
    game = four_steady(1)

    assert game.thinking / game.choices < 0.005


def test_steady_never_resigns_before_the_last_turn_and_random_never() -> None:
    assert not any(line == "resign" for _, line in four_steady(1).lines)
    assert not any(line == "resign" for _, line in selfplay(["random"] * 3, 9).lines)


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_bot_needs_nothing_but_its_view_and_the_list(level: str) -> None:
    """Two states that look alike to a seat get the same answer from it."""
    state = opened(3, seed=8, until="move", turn=3)
    seat = state.active
    other = swapped(state, seat)
    legal = tuple(TITAN.legal(state, seat))

    assert other.legions != state.legions
    assert TITAN.view(other, seat) == TITAN.view(state, seat)
    for seed in range(20):
        here = LEVELS[level](TITAN.view(state, seat), legal, Random(seed))
        there = LEVELS[level](TITAN.view(other, seat), tuple(TITAN.legal(other, seat)), Random(seed))
        assert here == there


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_bot_never_takes_back(level: str) -> None:
    state = opened(2, seed=3, until="move")
    offered: list[Action] = [Undo((3,)), *TITAN.legal(state, state.active), Undo((4, 5))]  # type: ignore[list-item]

    for seed in range(30):
        chosen = LEVELS[level](TITAN.view(state, state.active), offered, Random(seed))

        assert not isinstance(chosen, Undo)


def test_random_brings_everybody_onto_the_battleland_while_it_can() -> None:
    state = opened(2, seed=3, until="battle")
    (seat,) = TITAN.awaiting(state)
    legal = tuple(TITAN.legal(state, seat))
    assert Done() in legal

    for seed in range(20):
        assert isinstance(choose_random(TITAN.view(state, seat), legal, Random(seed)), Maneuver | Concede)


def test_from_the_last_turn_on_only_the_leader_stays() -> None:
    """The bound on a game of steady seats: see `steady`."""
    state = opened(4, seed=4, until="split")
    for _ in range(10):
        seat = state.active
        state = replace(state, turn=max(state.turn, LAST), players=_scored(state, leader=Seat(2)))
        action = choose_steady(TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), Random(1))
        assert (action == Resign()) == (seat != 2)
        if seat == 2:
            state = replace(state, active=next(s for s in state.alive if s != 2))
            continue
        state, _ = TITAN.apply(state, seat, action)
        if isinstance(state.phase, Over):
            break

    assert isinstance(state.phase, Over)
    assert state.phase.winners == (Seat(2),)


def _scored(state: State, leader: Seat) -> tuple[Player, ...]:
    return tuple(replace(player, score=100 if seat == leader else 0) for seat, player in enumerate(state.players))


def test_late_in_the_game_every_attack_that_is_legal_is_made() -> None:
    state = opened(2, seed=6, until="split")
    me, other = state.active, Seat(1 - state.active)
    weak = next(state.own(me))
    board = state.rules.board
    land, side = board.walks[weak.land, 3].ends[0]
    foe = Legion("Zz01", other, land, ("COL", "COL", "SER", "SER", "TTN"))
    state = replace(state, legions={weak.marker: replace(weak, creatures=("TTN", "OGR"))}, phase=Moving(3)).put(foe)
    state = replace(state, history=History()).note(*(Formed(m, leg.creatures) for m, leg in state.legions.items()))

    early = _moved(replace(state, turn=3))
    late = _moved(replace(state, turn=RECKLESS))

    assert getattr(early, "land", 0) != land
    assert getattr(late, "land", 0) == land
    assert side


def _moved(state: State) -> Action:
    return choose_steady(TITAN.view(state, state.active), tuple(TITAN.legal(state, state.active)), Random(1))


def test_every_land_can_be_come_to_from_every_other() -> None:
    """So a legion that draws near gets there, and in the end somebody attacks."""
    far = distances(rules_for({}).board)

    assert all(len(row) == 96 for row in far.values())


def test_steady_flees_from_a_hopeless_battle_and_not_from_a_good_one() -> None:
    state, seat = _engaged(("OGR", "OGR"), ("DRA", "DRA", "COL", "TTN"))
    assert _answer(state, seat) == Flee()

    state, seat = _engaged(("DRA", "DRA", "COL"), ("OGR", "OGR"))
    assert _answer(state, seat) != Flee()


def test_steady_takes_an_offer_that_beats_the_battle_and_no_other() -> None:
    attackers = ("DRA", "DRA", "COL", "TTN")
    state, seat = _engaged(("DRA", "DRA", "COL"), attackers)

    assert _answer(_offered(state, Offer("attacker", ("DRA",))), seat) == Accept("attacker", ("DRA",))
    assert not isinstance(_answer(_offered(state, Offer("defender", ())), seat), Accept)


def _offered(state: State, offer: Offer) -> State:
    """The state after the attacker has proposed something."""
    attacker = state.active
    assert offer in TITAN.legal(state, attacker)
    return TITAN.apply(state, attacker, offer)[0]


def _engaged(mine: tuple[str, ...], attackers: tuple[str, ...]) -> tuple[State, Seat]:
    """An exchange before battle in Plains; the seat is the defender's."""
    state = opened(2, seed=6, until="split")
    me, other = Seat(1 - state.active), state.active
    land = next(label for label, land in state.rules.board.lands.items() if land.terrain == "Plains")
    a, b = Legion("Aa01", other, land, attackers, moved=True, side=1), Legion("Bb01", me, land, mine)
    home = Legion("Bb02", me, state.players[me].tower, ("TTN", "OGR"))
    state = replace(state, legions={leg.marker: leg for leg in (a, b, home)}, phase=Moving(1), history=History())
    formed = state.note(*(Formed(legion.marker, legion.creatures) for legion in (a, b, home)))
    state, _ = TITAN.apply(formed, other, Done())
    return state, me


def _answer(state: State, seat: Seat) -> Action:
    return choose_steady(TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), Random(1))


def test_the_stronger_legion_is_expected_to_win() -> None:
    rules = rules_for({})
    strong, weak = KnownSide(("DRA", "DRA", "COL"), 0), KnownSide(("OGR", "OGR", "CEN"), 0)

    assert outlook(rules, "Plains", strong, weak).chance > 0.95
    assert outlook(rules, "Plains", weak, strong).chance < 0.05
    assert outlook(rules, "Tower", strong, strong).chance < outlook(rules, "Plains", strong, strong).chance


@pytest.mark.parametrize(("dice", "number", "needed"), [(1, 4, 1), (6, 4, 3), (4, 6, 2), (5, 1, 5), (3, 2, 4)])
def test_the_chance_to_slay_is_that_of_the_dice(dice: int, number: int, needed: int) -> None:
    """Against counting all rolls of up to six dice."""
    hits = [sum(pip >= number for pip in roll) for roll in product(range(1, 7), repeat=dice)]

    assert slays(dice, number, needed) == pytest.approx(sum(h >= needed for h in hits) / len(hits))
    assert useful_hits(dice, number, needed) == pytest.approx(sum(min(h, needed) for h in hits) / len(hits))


@pytest.mark.parametrize("seeds", deep_but([range(1, 2), range(2, 40)], range(1, 2)))
def test_steady_always_rangestrikes_when_it_may(seeds: range) -> None:
    """Rangestrikes are never compulsory (R15.1)."""
    offered, taken = 0, 0

    def watch(_: View, legal: Sequence[Action], action: Action) -> None:
        nonlocal offered, taken
        if Done() in legal and any(isinstance(a, Strike) for a in legal):
            offered += 1
            taken += isinstance(action, Strike)

    for seed in seeds:
        selfplay(["steady"] * 3, seed, watch=watch)

    assert taken == offered > 0
