"""The sum that explains a strike is the strike: over played positions and the vectors, from the view alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import Seat
from engine.titan.actions import Strike
from engine.titan.battle.account import PARTS, StrikeSum, account
from engine.titan.battle.field import Battlefield
from engine.titan.battle.frame import HEXES
from engine.titan.battle.strike import blows, strikers
from engine.titan.facts import Formed
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.state import Fighting, State, Striking
from tests.conformance.vectors.fights import battle_of
from tests.deep import deep_but
from tests.engine.positions import battle, battling
from tests.secrets.pairs import positions

VECTORS = Path(__file__).parents[1] / "conformance" / "records" / "vectors.jsonl"


def accounts(state: State, viewer: Seat | None) -> Iterator[StrikeSum]:
    """The sum of each strike that is legal, made from what `viewer` sees, and held to the engine's own figures."""
    phase = battling(state)
    view = TITAN.view(state, viewer)
    field, step = Battlefield(state, phase), phase.battle.step
    assert isinstance(step, Striking)
    carried = {
        (HEXES[blow.striker], HEXES[blow.target], blow.dice, blow.number): tuple(HEXES[at] for at in blow.carries)
        for fighter in strikers(field, step)
        for blow in blows(field, fighter, step)
    }
    for seat in phase.engagement.seats:
        for action in TITAN.legal(state, seat):
            if isinstance(action, Strike):
                told = account(view, action)
                assert sum(part.dice for part in told.parts) == action.dice, told
                assert sum(part.number for part in told.parts) == action.number, told
                assert told.carries == carried[action.striker, action.target, action.dice, action.number]
                assert {part.what for part in told.parts} <= set(PARTS)
                yield told


def striking(state: State) -> bool:
    return isinstance(state.phase, Fighting) and isinstance(state.phase.battle.step, Striking)


@pytest.mark.parametrize("seeds", deep_but([range(5), range(5, 20)], range(5)))
def test_every_strike_of_played_games_is_its_sum(seeds: range) -> None:
    told: Counter[str] = Counter()
    for seed in seeds:
        for position in positions(seed, most=1200):
            if striking(position.state):
                for one in accounts(position.state, None):
                    told.update(part.what for part in one.parts)

    assert told.total() > 420 * len(seeds)
    assert {"stands-in", "up", "down", "native-target", "higher", "far"} <= set(told)


def seen(state: State) -> State:
    """The state with its legions known, as those of a battle are."""
    return replace(state, history=History()).note(*(Formed(m, leg.creatures) for m, leg in state.legions.items()))


def test_every_strike_of_the_vectors_is_its_sum() -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    states = [seen(battle_of(v)) for v in vectors if v["kind"] == "battle" and v["phase"] != "maneuver"]

    assert sum(1 for state in states for _ in accounts(state, None)) > 20


def one(state: State, line: str) -> StrikeSum:
    action = TITAN.notation.parse(line)
    assert isinstance(action, Strike)
    return account(TITAN.view(state, None), action)


def said(told: StrikeSum) -> list[tuple[str, str, int, int]]:
    return [(part.what, part.hazard, part.dice, part.number) for part in told.parts]


def test_plain_ground_leaves_power_and_the_two_skills() -> None:
    state = battle("Plains", "OGR C3", "LIO C4(3)", step="strike")

    assert said(one(state, "strike C4 C3 5 3")) == [
        ("power", "", 5, 0),
        ("base", "", 0, 4),
        ("own-skill", "", 0, -3),
        ("their-skill", "", 0, 2),
    ]


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(1)])
def test_what_is_explained_is_alike_for_everybody(seat: Seat | None) -> None:
    state = battle("Plains", "OGR C3, OGR D3", "LIO C4(3), CEN D4", step="strike")

    assert list(accounts(state, seat)) == list(accounts(state, None))


def test_a_penalty_is_told_with_whom_it_lets_reach() -> None:
    """R14.4: the Ranger takes the Centaur's number upon itself to carry on to it."""
    state = battle("Plains", "LIO C4, CEN D4(2)", "OGR C5", "Green: Gr01@41 TTN", step="strike", mover=1)
    told = list(accounts(state, None))

    for each in told:
        higher = [part for part in each.parts if part.what in ("fewer", "higher")]
        if higher:
            assert each.carries
