"""Section 23 of the scenarios, what is not compared elsewhere: recruits, sight both ways, points, other contents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core import CHANCE, Drawn
from engine.hexes import mask_of
from engine.titan.actions import Resign
from engine.titan.battle.frame import HEXES, INDEX, SIZE
from engine.titan.events import Event, Reinforced, Scored, Summoned
from engine.titan.phases.muster import ways
from engine.titan.phases.settlement import value
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Engagement, Parleying, State
from tests.engine.sheets import expected

RULES = rules_for({})
CODES = {kind.name: code for code, kind in RULES.kinds.items()}


def recruits(terrain: str, names: list[str]) -> set[str]:
    return {code for code, _ in ways(RULES, terrain, RULES.arranged([CODES[name] for name in names]))}


def test_legions_may_muster_what_the_sheet_says() -> None:
    """R8.3-R8.7"""
    sheet = expected("recruits")

    rows = [(terrain, names, may) for terrain, names, may in sheet["legions"]]
    for terrain, by_legion in sheet["single_kind"].items():
        for legion, may in by_legion.items():
            name, number = legion.split("*")
            rows.append((terrain, [name] * int(number), may))

    assert len(rows) > 440
    for terrain, names, may in rows:
        assert recruits(terrain, names) == {CODES[name] for name in may}, (terrain, names)


@pytest.mark.parametrize("terrain", RULES.grounds)
def test_line_of_sight_is_the_same_both_ways(terrain: str) -> None:
    """R15.8: for every pair of hexes, with any others taken."""
    ground, chance = RULES.grounds[terrain], random.Random(terrain)

    for a in range(SIZE):
        for b in range(a):
            for taken in (0, 4, 8):
                occupied = mask_of(chance.sample(range(SIZE), taken)) | 1 << a | 1 << b
                there, back = ground.sight(a, b, occupied), ground.sight(b, a, occupied)
                assert (there is None) == (back is None), (HEXES[a], HEXES[b], occupied)


@pytest.mark.parametrize("occupied", ["C2", "C2 D2"])
def test_the_hexes_between_decide_for_both(occupied: str) -> None:
    """R15.8"""
    ground, a, b = RULES.grounds["Plains"], INDEX["C1"], INDEX["C3"]
    taken = mask_of(INDEX[label] for label in occupied.split())

    assert ground.sight(a, b, taken) is ground.sight(b, a, taken) is None


def told(seed: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """A random game in which nobody resigns: each state with what was told on the way to the next."""
    chance = random.Random(seed)
    state = TITAN.new_game(3, {})
    for _ in range(2500):
        draw, seats = TITAN.wants(state), sorted(TITAN.awaiting(state))
        if draw is not None:
            faces = range(1, draw.sides + 1)
            values = chance.sample(faces, draw.count) if draw.distinct else chance.choices(faces, k=draw.count)
            after, events = TITAN.apply(state, CHANCE, Drawn(tuple(values)))
        elif seats:
            seat = chance.choice(seats)
            legal = [action for action in TITAN.legal(state, seat) if not isinstance(action, Resign)]
            kind = chance.choice(sorted({type(action).__name__ for action in legal}))
            action = chance.choice([action for action in legal if type(action).__name__ == kind])
            after, events = TITAN.apply(state, seat, action)
        else:
            return
        yield state, events
        state = after


def test_an_engagement_gives_no_more_than_the_losing_legion_was_worth() -> None:
    """R18.3: with all that joined it; half-points for an eliminated player are another matter."""
    compared: set[str] = set()

    for seed in range(12):
        worth: Counter[str] = Counter()
        engaged: Engagement | None = None
        for state, events in told(seed):
            if isinstance(state.phase, Parleying) and state.phase.engagement != engaged:
                engaged = state.phase.engagement
                worth = Counter({m: value(state, leg.owner, leg.creatures) for m, leg in state.legions.items()})
            for event in events:
                if isinstance(event, Summoned | Reinforced):
                    code = event.creature if isinstance(event, Summoned) else event.recruit
                    worth[event.legion] += RULES.kinds[code].value
                if isinstance(event, Scored) and event.why != "half":
                    assert engaged is not None
                    assert event.points <= worth[engaged.markers[1 - engaged.seats.index(event.seat)]]
                    compared.add(event.why)

    assert compared == {"battle", "concession", "agreement", "flight"}
