"""Movement worked out a second time, slowly: a unit pays for each hex with what it has, and all ways are tried (B7)."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from itertools import pairwise

import pytest

from engine.skirmish.board import HEXES, neighbours, within
from engine.skirmish.sheets import tables
from engine.skirmish.state import Moving, State
from engine.skirmish.steps.move import longer, reachable
from engine.skirmish.units import Effect, Turn, Unit
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, field

Purse = tuple[int, int, int]
"""Hexes that a unit may go anyhow, those only for ending beside an enemy, those that a forest has granted."""

AROUND = within("E7", 4)
"""Where everything stands, so that it is in the way."""


def slowly(state: State, unit: Unit) -> Mapping[str, int]:
    """Where a unit can end, and by how few hexes."""
    kind = state.kind(unit)
    given = {
        does: [one.amount for one in state.turn.effects if one.does == does and one.unit in (0, unit.number)]
        for does in ("march", "rush", "forest_march", "leap", "unstopped")
    }
    flies = "flying" in kind.abilities
    anyhow = kind.move + sum(given["march"])
    beside = int("lunge" in kind.abilities) + sum(given["rush"])
    enemies = {one.hex for one in state.units if one.owner != unit.owner}
    taken = {one.hex for one in state.units} - {unit.hex}

    found: dict[str, int] = {}
    begin = (unit.hex, (anyhow, beside, 0), False)
    steps = {begin: 0}
    front = deque([begin])
    while front:
        here, purse, entered = front.popleft()
        if steps[here, purse, entered] and stays(state, here, flies, given):
            continue
        for to in neighbours(here):
            terrain = state.terrain(to)
            if (to in taken and not (flies or given["leap"])) or (not terrain.passable and not flies):
                continue
            granted = terrain.id == "forest" and not entered and not (flies and to in taken)
            more = sum(given["forest_march"]) * granted
            # Who flies may pay with the hex that a forest grants for entering that forest (B21.2).
            for left in payments((*purse[:2], purse[2] + more * flies)):
                after = (left[0], left[1], left[2] + more * (not flies))
                reached = (to, after, entered or granted)
                if reached in steps:
                    continue
                steps[reached] = steps[here, purse, entered] + 1
                front.append(reached)
                lunged = left[1] < beside
                if to in taken or not terrain.passable or to == unit.hex:
                    continue
                if not lunged or enemies & set(neighbours(to)):
                    found.setdefault(to, steps[reached])
    return found


def stays(state: State, at: str, flies: bool, given: Mapping[str, list[int]]) -> bool:
    """Whether whoever has entered a hex must stay there (B7.3, B11.6, B21.1)."""
    terrain = state.terrain(at)
    if flies or given["unstopped"] or (terrain.id == "forest" and given["forest_march"]):
        return False
    return terrain.stops


def payments(purse: Purse) -> list[Purse]:
    """What can be left after one hex more."""
    return [
        (purse[0] - (coin == 0), purse[1] - (coin == 1), purse[2] - (coin == 2)) for coin in range(3) if purse[coin]
    ]


def position(rng: random.Random) -> tuple[State, Unit]:
    """A unit among others on broken ground, with cards that help it, or with none."""
    land = {at: rng.choice(("forest", "forest", "hill", "building", "water", "ford", "plains")) for at in AROUND}
    ruins = [at for at, name in land.items() if name == "building" and rng.random() < 0.3]
    kind = rng.choice(list(tables().kinds))
    side = rng.choice(("daqan", "uthuk"))
    places = rng.sample([at for at in AROUND if land[at] != "water"], 10)
    texts = [f"{side}/{kind}@{places[0]},ordered"]
    texts += [f"{rng.choice(('daqan', 'uthuk'))}/{rng.choice(list(tables().kinds))}@{at}" for at in places[1:]]
    does = rng.sample(("march", "rush", "forest_march", "leap", "unstopped", "march"), rng.choice((0, 1, 2, 3)))
    effects = tuple(Effect(name, int(name not in ("leap", "unstopped")), rng.choice((0, 1))) for name in does)
    active = DAQAN if side == "daqan" else UTHUK
    state = field(" ".join(texts), Moving(), land=land, ruins=ruins, active=active, turn=Turn(effects=effects))
    return state, state.units[0]


@pytest.mark.parametrize("block", range(10))
def test_both_ways_to_work_it_out_agree(block: int) -> None:
    rng = random.Random(f"moves {block}")
    for _ in range(12):
        state, unit = position(rng)

        paths = reachable(state, unit)

        assert {to: len(path) - 1 for to, path in paths.items()} == slowly(state, unit)
        for to, path in {**paths, **longer(state, unit)}.items():
            assert path[0] == unit.hex
            assert path[-1] == to
            assert all(one in neighbours(other) for one, other in pairwise(path))


def test_effects_of_the_other_side_help_nobody() -> None:
    state, unit = position(random.Random("whose"))
    helped = replace(state, turn=Turn(effects=(Effect("march", 3, 0),)))

    away = replace(helped, active=DAQAN if helped.active == UTHUK else UTHUK)
    bare = replace(state, turn=Turn())

    assert reachable(away, unit) == reachable(bare, unit)
    assert len(reachable(helped, unit)) >= len(reachable(bare, unit))
    assert set(reachable(helped, unit)) <= set(HEXES)
