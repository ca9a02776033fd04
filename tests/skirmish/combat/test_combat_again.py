"""Attacks on a neighbour worked out a second time, from the rules alone and in other terms (B3, B8, B9, B11.1, B12)."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Seat
from engine.skirmish.board import HEXES, neighbours
from engine.skirmish.events import LoreGained
from engine.skirmish.sheets import tables
from engine.skirmish.state import State, fighting
from engine.skirmish.units import Unit
from tests.skirmish.fights import battle

HOLDING = ("forest", "building", "ford", "ruins")
LAND = (*HOLDING, "hill", "bridge", "water")
SIMPLE = [kind.id for kind in tables().kinds.values() if not kind.ranged and kind.id != "mountain_giant"]


def place(at: str) -> tuple[int, int]:
    """Row and doubled column of a hex (B2.3)."""
    row = "ABCDEFGHI".index(at[0])
    return row, 2 * int(at[1:]) + row % 2


NAMED = {place(at): at for at in HEXES}


def outcome(state: State, attacker: Unit, target: Unit, faces: str) -> tuple[str, int]:
    """Where the target stands after the dice, and with how much health; 0 for one that is destroyed."""
    land, ruins = dict(state.land), state.ruins
    terrain = {at: "ruins" if at in ruins else land.get(at, "plains") for at in HEXES}
    mine = {unit.hex for unit in state.units if unit.owner == target.owner}
    theirs = {unit.hex for unit in state.units if unit.owner != target.owner}
    row = tables().kinds[attacker.kind]
    last = row.figures > 1 and attacker.health <= row.health
    hits = faces.count("S") + (0 if last else faces.count("C"))
    if terrain[target.hex] == "building":
        hits = max(0, hits - 1)
    health = target.health - hits
    if health <= 0:
        return target.hex, 0
    goes = max(0, faces.count("M") - tables().kinds[target.kind].abilities.get("immovable", 0))
    (row_from, x_from), (row_at, x_at) = place(attacker.hex), place(target.hex)
    here = target.hex
    for step in range(goes):
        row_at, x_at = row_at + (place(target.hex)[0] - row_from), x_at + (place(target.hex)[1] - x_from)
        further = NAMED.get((row_at, x_at))
        if further in mine:
            break
        if further is None or further in theirs or terrain[further] == "water":
            health -= goes - step
            break
        here = further
        if terrain[here] in HOLDING:
            health -= (terrain[here] == "ruins") + goes - step - 1
            break
    return here, max(0, health)


@pytest.mark.parametrize("block", range(6))
def test_the_target_is_where_the_rules_put_it(block: int) -> None:
    rng = Random(block)
    for _ in range(50):
        target = rng.choice(HEXES)
        attacker = rng.choice(neighbours(target))
        beside = neighbours(target)
        near = sorted({*beside, *(far for at in beside for far in neighbours(at))} - {target, attacker})
        land = {at: rng.choice(LAND) for at in near if rng.random() < 0.4} | {
            target: rng.choice(("plains", "building"))
        }
        ruins = [at for at, name in land.items() if name == "ruins"]
        crowd = [at for at in near if rng.random() < 0.15 and land.get(at) != "water" and at not in ("A1", "I1")]
        active = Seat(rng.randint(0, 1))
        sides = ("daqan", "uthuk")
        kinds = [rng.choice(SIMPLE) for _ in range(2)]
        health = [rng.randint(1, tables().kinds[kind].full) for kind in kinds]
        units = [
            f"{sides[active]}/{kinds[0]}@{attacker}:{health[0]}*",
            f"{sides[1 - active]}/{kinds[1]}@{target}:{health[1]}",
            *(f"{rng.choice(sides)}/citadel_guard@{at}" for at in crowd),
        ]
        if {"A1", "I1"} & {target, attacker}:
            continue
        plain = {at: name for at, name in land.items() if name != "ruins"}
        table = battle(" ".join(units), active=active, land=plain, ruins=ruins)
        start, who, whom = table.state, table.at(attacker), table.at(target)
        table.does(active, f"attack {attacker} {target} strike")
        # Heroic dice are left out: what they are put to is chosen.
        faces = "".join(rng.choices("SCPML", weights=(2, 2, 2, 4, 1), k=table.wanted))
        table.rolls(faces)
        while fighting(table.state.phase) is not None and Seat(1 - active) in table.awaited:
            table.does(Seat(1 - active), "stay")
        where, left = outcome(start, who, whom, faces)
        found = table.state.unit(whom.number)
        assert (found.hex, found.health) == (where, left) if found else left == 0, (faces, units, land)
        gained = [event.amount for event in table.told(LoreGained) if event.why == "dice"]
        assert gained == ([faces.count("L")] if "L" in faces else [])
