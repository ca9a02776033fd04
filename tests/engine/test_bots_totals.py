"""Seats played by the program where totals decide (Battle Titan): their games end, and `steady` plays for points."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Seat
from engine.titan.actions import Accept, Action, Concede, Flee, Move, Offer, Resign
from engine.titan.bots import choose_steady
from engine.titan.bots.aims import Aims, Survival, Totals, aims_of, consolation
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.estimate import KnownSide, outlook
from engine.titan.bots.steady import LAST
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Engaging, Moving, Splitting, State
from tests.engine.positions import battle, do, position
from tests.selfplay import dealt, selfplay, shares

BATTLE_TITAN = {"variant": "battle_titan", "end_condition": "turns 12"}


@pytest.mark.parametrize(
    ("seats", "levels", "options"),
    [
        (4, "steady,survivor", {}),
        (3, "random,steady", {"respawn_on": "titan_lost", "loser_kill_credit": "none", "fled_returns": "none"}),
        (
            2,
            "random",
            {"end_condition": "wipeouts 2, turns 30", "offboard_scores": "off", "hide_stacks_on_spawn": "on"},
        ),
    ],
)
def test_games_are_played_to_the_agreed_end(seats: int, levels: str, options: dict[str, str]) -> None:
    """V2.1, V2.2."""
    game = selfplay(dealt(levels.split(","), seats, 0), 60 + seats, options=BATTLE_TITAN | options)

    assert game.winners
    assert len(game.totals) == seats
    assert game.turns == 12 or "end_condition" in options
    assert max(game.totals) == game.totals[game.winners[0]]


@pytest.mark.deep
def test_who_plays_for_points_beats_who_plays_for_survival() -> None:
    """At least three of five games; the 200 of docs/performance.md have it far above that."""
    games = [
        selfplay(dealt(("steady", "survivor"), 4, number), 5000 + number, options=BATTLE_TITAN) for number in range(40)
    ]

    assert shares(games)["steady"] >= 0.6 * len(games)


def chosen(state: State, seat: int = 0, aims: Aims | None = None) -> Action:
    return choose_steady(TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat))), Random(1), aims)


def test_the_rules_say_what_is_played_for() -> None:
    lasting = position("Red: Rd01@41 TTN", "Blue: Bu01@16 TTN", "Black: Bk01@7 TTN", turn=5, options=BATTLE_TITAN)

    assert aims_of(TITAN.view(lasting, Seat(0))) == Totals(left=7, rivals=2)
    assert aims_of(TITAN.view(position("Red: Rd01@41 TTN", "Blue: Bu01@16 TTN"), Seat(0))) == Survival(2)


def test_at_the_end_a_titan_goes_where_it_would_not_go_to_survive() -> None:
    """V3.1, V4.2: what is lost counts half and brings as much; what is won counts in full."""
    lines = "Red: Rd01@3 TTN LIO LIO", "Blue: Bu01@4 LIO LIO CEN"
    state = position(*lines, phase=Moving(1), turn=12, options=BATTLE_TITAN | {"memory_aid": "open"})
    assert any(isinstance(a, Move) and a.land == 4 for a in TITAN.legal(state, Seat(0)))

    assert getattr(chosen(state), "land", 0) == 4
    assert getattr(chosen(state, aims=Survival(12)), "land", 0) != 4


def test_a_lost_attack_is_worth_its_consolation() -> None:
    """V4.2, by the options of V4: half of 42 against 36, or nothing but kills."""
    sides = KnownSide(("LIO", "LIO", "OGR"), 0), KnownSide(("SER",), 0)
    rules, harsh = rules_for(BATTLE_TITAN), rules_for({})
    hopeless = outlook(rules, "Plains", KnownSide(("OGR",), 0), KnownSide(("SER", "SER", "SER"), 0))
    worth = Totals(0, 3).fought(rules, sides, ATTACKER, hopeless)

    assert consolation(rules, sides) == 21
    assert consolation(harsh, sides) == 0
    assert worth > Totals(0, 3).fought(harsh, sides, ATTACKER, hopeless) + 20


def test_a_weak_defender_flees_and_a_strong_one_stays() -> None:
    """V4.1: flight costs half of what losing the battle costs."""
    weak = position("Red: Rd01@41>3 COL COL SER", "Blue: Bu01@41 OGR OGR", phase=Engaging(), options=BATTLE_TITAN)
    strong = position("Red: Rd01@41>3 OGR OGR", "Blue: Bu01@41 COL COL SER", phase=Engaging(), options=BATTLE_TITAN)

    assert chosen(do(weak, "engage 41"), 1) == Flee()
    assert chosen(do(strong, "engage 41"), 1) != Flee()


def test_an_offer_is_held_against_what_the_battle_scores() -> None:
    """A defender who survives by agreement scores half (V4.1), and keeps what a hopeless battle would cost him."""
    start = position(
        "Red: Rd01@41>3 COL COL SER", "Blue: Bu01@41 TTN DRA DRA", phase=Engaging(), turn=12, options=BATTLE_TITAN
    )
    met = do(start, "engage 41")
    given = TITAN.apply(met, Seat(0), Offer("attacker", ("DRA",)))[0]
    asked = TITAN.apply(met, Seat(0), Offer("defender", ()))[0]

    assert chosen(given, 1) == Accept("attacker", ("DRA",))
    assert not isinstance(chosen(asked, 1), Accept | Concede)


def test_nothing_is_conceded_in_battle_and_nobody_resigns() -> None:
    """What is conceded scores for the other (V5.3), and a last Game-Turn is played to its end (V2.1)."""
    late = position("Red: Rd01@41 TTN OGR", "Blue 90: Bu01@16 TTN", phase=Splitting(), turn=LAST, options=BATTLE_TITAN)
    lost = battle("Plains", "OGR D4(5)", "COL D5, COL C4, SER E4", mover=0)

    assert chosen(late) != Resign()
    assert chosen(position("Red: Rd01@41 TTN OGR", "Blue 90: Bu01@16 TTN", phase=Splitting(), turn=LAST)) == Resign()
    assert chosen(lost, aims=Survival(2)) == Concede()
    assert chosen(lost, aims=Totals(2, 1)) != Concede()


def test_in_the_last_turn_only_those_are_feared_who_still_move() -> None:
    """Seat 0 moves first (R1.3), so the last Game-Turn is over for him, and not for seat 1, when he has moved."""
    lines = "Red: Rd01@41 OGR OGR", "Blue: Bu01@40 OGR OGR"
    for turn, seat, feared in ((12, 0, True), (12, 1, False), (11, 1, True)):
        state = position(*lines, turn=turn, options=BATTLE_TITAN)
        table = BotBoard(TITAN.view(state, Seat(seat)), Seat(seat))
        assert bool(table.coming) == feared
