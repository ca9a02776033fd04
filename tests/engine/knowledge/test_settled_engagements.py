"""How the engagements of a turn have ended, and whether the mover can still summon: what conditions may ask (A5.2)."""

from __future__ import annotations

from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Action, Resign
from engine.titan.events import Engaged
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Moving, Mustering, Over, State
from tests.engine.ordering import attacked, refused, said
from tests.engine.positions import battle, battling, do, position
from tests.selfplay import answer

ENGAGEMENTS = (
    "Red: Rd01@41>3 LIO LIO LIO; Rd02@8>3 LIO LIO; Rd03@9>3 LIO LIO; Rd09@20 TTN ANG",
    "Blue: Bu04@41 OGR OGR; Bu05@8 CEN CEN; Bu06@9 CEN CEN; Bu09@30 TTN OGR",
)


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        (("1: flee",), "defender"),
        (("1: waive", "1: concede", "done"), "defender"),
        (("1: waive", "0: concede"), "attacker"),
        (("1: waive", "0: offer both -", "1: accept both -"), "both"),
        (("1: waive", "0: offer attacker -", "1: accept attacker -", "1: done"), "attacker"),
    ],
)
def test_everybody_knows_whose_legion_was_lost_until_the_turn_is_over(lines: tuple[str, ...], lost: str) -> None:
    state = do(attacked(), *lines)

    for viewer in (None, Seat(0), Seat(1)):
        assert TITAN.view(state, viewer).outcomes == ((41, lost),)
    after = do(state, "done")
    assert after.active == 1
    assert TITAN.view(after, None).outcomes == ()


def test_a_battle_has_an_outcome_too() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")
    land = battling(before).engagement.land

    assert TITAN.view(before, None).outcomes == ()
    ended = do(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "1: strike C4 C3 3 2", "draw 1,1,1")
    assert ended.outcomes == ((land, "defender"),)
    assert do(before, "0: concede").outcomes == ((land, "attacker"),)


def test_an_order_can_follow_how_an_earlier_engagement_ended() -> None:
    state = do(position(*ENGAGEMENTS, phase=Moving(1)), "done")
    orders = ("when my turn and lost in 41 = defender then engage 8", "when my turn then ask")
    assert said(state, *orders) == "ask: order-asks", "it is still to come"

    assert said(do(state, "engage 41", "1: flee"), *orders) == "engage 8"
    assert said(do(state, "engage 41", "1: waive", "0: concede"), *orders) == "ask: order-asks"
    assert refused(state, "when my turn and lost in 999 = both then engage 8") == "order-name"
    assert refused(state, "when my turn and lost in 41 > both then engage 8") == "order-compare"


def test_a_defender_can_ask_whether_the_attacker_may_still_summon() -> None:
    """R16.1: once in an Engagement Phase, whatever the engagement."""
    order = "when attacked Bu05 and summons left = 0 then flee"
    state = do(position(*ENGAGEMENTS, phase=Moving(1)), "done", "engage 41", "1: waive", "1: concede")

    without, summoned = do(state, "done", "engage 8"), do(state, "summon Rd09 ANG", "engage 8")

    for viewer in (None, Seat(1)):
        assert not TITAN.view(without, viewer).summoned
        assert TITAN.view(summoned, viewer).summoned
    assert said(without, order, seat=1) == ""
    assert said(summoned, order, seat=1) == "flee"
    assert refused(without, "when my turn and summons left = 0 then roll", seat=1) == "order-fact-when"


def chosen(state: State, seat: Seat) -> list[Action]:
    """What a seat may do but for giving up the game."""
    return [action for action in TITAN.legal(state, seat) if not isinstance(action, Resign)]


def test_every_engagement_of_a_game_has_one_outcome_by_the_end_of_its_turn() -> None:
    checked = 0
    for seed in range(4):
        random, timeline = Random(seed), log.opening(TITAN, 3, {})
        opened: list[Engaged] = []
        while not isinstance(timeline.state.phase, Over) and timeline.seq < 600:
            before, draw = timeline.state, TITAN.wants(timeline.state)
            seat = CHANCE if draw else min(TITAN.awaiting(before))
            action: Action | Drawn = random.choice(chosen(before, seat)) if draw is None else answer(draw, random)
            timeline, told = log.step(TITAN, timeline, seat, action)
            if (before.turn, before.active) != (timeline.state.turn, timeline.state.active):
                opened = []
            opened += [event for event in told.events if isinstance(event, Engaged)]
            if isinstance(timeline.state.phase, Mustering) and not isinstance(before.phase, Mustering):
                assert [land for land, _ in timeline.state.outcomes] == [event.land for event in opened]
                for event, (_, lost) in zip(opened, timeline.state.outcomes, strict=True):
                    gone = {"attacker": {event.attacker}, "defender": {event.defender}}
                    assert not gone.get(lost, {event.attacker, event.defender}) & set(timeline.state.legions)
                    checked += 1
    assert checked > 20
