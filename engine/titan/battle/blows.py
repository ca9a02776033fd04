"""What a strike or rangestrike is worth before the target is known: by striker and pair of hexes (R13.8, R15.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.hexes import distance
from engine.titan.battle.frame import HEXES, PLACES, SIZE, pair
from engine.titan.battle.relief import BRAMBLE, VOLCANO, WALL, Crossing, Relief
from engine.titan.kinds import Kind

HIGHEST = 6
"""A strike number above counts as this (R13.6)."""
FARTHEST = 4
"""No rangestrike goes beyond this range, both end hexes counted (R15.3)."""


class StrikePart(NamedTuple):
    """What one thing adds to the dice of a strike and to its strike number; a point of Skill less is one more there.

    `what` it is: `stands-in` a hazard, `native-in` it, `up` or `down` over it, `far` away.
    """

    what: str
    hazard: str = ""
    dice: int = 0
    number: int = 0


class Blow(NamedTuple):
    """The dice to add to Power or to half of it; the strike number against a target of Skill 0; how much harder to
    hit a target that is native to `hazard`."""

    dice: int
    number: int
    hazard: str
    harder: int


class RangedBlow(NamedTuple):
    """As `Blow`, for a rangestrike; `through` is the Skill for each Bramble on the path.

    To a Warlock's `hazard` and `through` are nothing (R15.7).
    """

    dice: int
    number: int
    hazard: str
    harder: int
    through: int


def blows(relief: Relief, striker: Kind) -> dict[int, Blow]:
    """For each pair of hexes in contact (R12.2), how the striker strikes from the first at the second."""
    harder = relief.hexes[BRAMBLE].strike_at_native_by_other
    found = {}
    for a, b, crossing in relief.steps():
        if relief.contact(crossing):
            parts = tuple(blow_parts(relief, striker, a, crossing))
            hit_less = harder if relief.hazards[b] == BRAMBLE and BRAMBLE not in striker.natives else 0
            number = 4 - striker.skill + sum(part.number for part in parts)
            found[pair(a, b)] = Blow(sum(part.dice for part in parts), number, BRAMBLE, hit_less)
    return found


def blow_parts(relief: Relief, striker: Kind, a: int, crossing: Crossing | None) -> Iterator[StrikePart]:
    """What changes a strike from `a` over a hexside, whoever the target is (R13.8)."""
    bramble, volcano = relief.hexes[BRAMBLE], relief.hexes[VOLCANO]
    here = relief.hazards[a]
    if here == BRAMBLE and BRAMBLE not in striker.natives:
        yield StrikePart("stands-in", BRAMBLE, number=-bramble.strike_from_other_skill)
    if here == VOLCANO and VOLCANO in striker.natives:
        yield StrikePart("native-in", VOLCANO, dice=volcano.strike_from_native_dice)
    if crossing is None:
        return
    side, native = relief.hexsides[crossing.hazard], crossing.hazard in striker.natives
    if crossing.up:
        skill = side.strike_up_all_skill + (0 if native else side.strike_up_other_skill)
        yield StrikePart("up", crossing.hazard, 0 if native else side.strike_up_other_dice, -skill)
    else:
        dice = side.strike_down_native_dice if native else 0
        yield StrikePart("down", crossing.hazard, dice, -side.strike_down_all_skill)


def benefits(relief: Relief, striker: Kind) -> dict[int, StrikePart]:
    """For each pair of hexes in contact, what the striker gains by striking down from the first at the second."""
    found = {}
    for a, b, crossing in relief.steps():
        if crossing is not None and not crossing.up and relief.contact(crossing):
            down = next(part for part in blow_parts(relief, striker, a, crossing) if part.what == "down")
            if down.dice or down.number:
                found[pair(a, b)] = down
    return found


def shots(relief: Relief, striker: Kind, rangestrike: Rangestrike) -> dict[int, RangedBlow]:
    """For each pair of hexes in the striker's range (R15.3), how it rangestrikes; line of sight is another matter."""
    if not striker.rangestrikes:
        return {}
    bramble, volcano = relief.hexes[BRAMBLE], relief.hexes[VOLCANO]
    native, walled = BRAMBLE in striker.natives, any(WALL in row for row in relief.sides)
    found = {}
    for a, b, range_ in _ranges(relief):
        if range_ > min(FARTHEST, striker.skill) or (range_ == 2 and not striker.magic):
            continue
        parts = tuple(shot_parts(relief, striker, a, b, rangestrike, walled))
        dice, number = sum(part.dice for part in parts), 4 - striker.skill + sum(part.number for part in parts)
        harder = 0
        if relief.hazards[b] == BRAMBLE and not native:
            harder = bramble.strike_at_native_by_other
        elif relief.hazards[b] == VOLCANO:
            harder = volcano.rangestrike_at_native
        through = 0 if native else bramble.rangestrike_through_other_skill
        found[pair(a, b)] = RangedBlow(dice, number, relief.hazards[b], harder, through)
    return found


def shot_parts(
    relief: Relief, striker: Kind, a: int, b: int, rangestrike: Rangestrike, walled: bool
) -> Iterator[StrikePart]:
    """What changes a rangestrike from `a` to `b`, whoever the target is and whatever lies between (R15.4, R15.5).

    `walled` says that the map has Walls.
    """
    if relief.hazards[a] == VOLCANO and VOLCANO in striker.natives:
        yield StrikePart("native-in", VOLCANO, dice=relief.hexes[VOLCANO].strike_from_native_dice)
    if striker.magic:
        return
    if range_of(a, b) == FARTHEST:
        yield StrikePart("far", number=-rangestrike.range_4_skill)
    if walled and relief.elevation[b] > relief.elevation[a]:
        climb = relief.elevation[b] - relief.elevation[a]
        yield StrikePart("up", WALL, number=-rangestrike.wall_up_skill * climb)


def range_of(a: int, b: int) -> int:
    """The range between two hexes, both counted (R15.3)."""
    return distance(PLACES[HEXES[a]], PLACES[HEXES[b]]) + 1


class Rangestrike(NamedTuple):
    """The Skill lost at range 4, and for each Wall upwards (R15.5)."""

    range_4_skill: int
    wall_up_skill: int


def _ranges(relief: Relief) -> Iterator[tuple[int, int, int]]:
    """All pairs of hexes that are not in contact, with their range."""
    in_contact = {pair(a, b) for a, b, crossing in relief.steps() if relief.contact(crossing)}
    for a in range(SIZE):
        for b in range(SIZE):
            if a != b and pair(a, b) not in in_contact:
                yield a, b, range_of(a, b)
