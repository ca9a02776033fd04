"""What a strike or rangestrike is worth before the target is known: by striker and pair of hexes (R13.8, R15.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.hexes import distance
from engine.titan.battle.frame import HEXES, PLACES, SIZE, pair
from engine.titan.battle.relief import BRAMBLE, VOLCANO, WALL, Relief
from engine.titan.kinds import Kind

HIGHEST = 6
"""A strike number above counts as this (R13.6)."""
FARTHEST = 4
"""No rangestrike goes beyond this range, both end hexes counted (R15.3)."""


class Blow(NamedTuple):
    """The dice to add to Power or to half of it; the strike number against a target of Skill 0; how much harder to
    hit a target that is native to `hazard`."""

    dice: int
    number: int
    hazard: str
    harder: int


class Shot(NamedTuple):
    """As `Blow`, for a rangestrike; `through` is the Skill for each Bramble on the path."""

    dice: int
    number: int
    hazard: str
    harder: int
    through: int


def blows(relief: Relief, striker: Kind) -> dict[int, Blow]:
    """For each pair of hexes in contact (R12.2), how the striker strikes from the first at the second."""
    bramble, volcano = relief.hexes[BRAMBLE], relief.hexes[VOLCANO]
    found = {}
    for a, b, crossing in relief.steps():
        if not relief.contact(crossing):
            continue
        here, there = relief.hazards[a], relief.hazards[b]
        dice = skill = harder = 0
        if here == BRAMBLE and BRAMBLE not in striker.natives:
            skill += bramble.strike_from_other_skill
        if there == BRAMBLE and BRAMBLE not in striker.natives:
            harder = bramble.strike_at_native_by_other
        if here == VOLCANO and VOLCANO in striker.natives:
            dice += volcano.strike_from_native_dice
        if crossing:
            side, native = relief.hexsides[crossing.hazard], crossing.hazard in striker.natives
            if crossing.up:
                dice += 0 if native else side.strike_up_other_dice
                skill += side.strike_up_all_skill + (0 if native else side.strike_up_other_skill)
            else:
                dice += side.strike_down_native_dice if native else 0
                skill += side.strike_down_all_skill
        found[pair(a, b)] = Blow(dice, 4 - striker.skill - skill, BRAMBLE, harder)
    return found


def shots(relief: Relief, striker: Kind, rangestrike: Rangestrike) -> dict[int, Shot]:
    """For each pair of hexes in the striker's range (R15.3), how it rangestrikes; line of sight is another matter."""
    if not striker.rangestrikes:
        return {}
    bramble, volcano = relief.hexes[BRAMBLE], relief.hexes[VOLCANO]
    native, walled = BRAMBLE in striker.natives, any(WALL in row for row in relief.sides)
    found = {}
    for a, b, range_ in _ranges(relief):
        if range_ > min(FARTHEST, striker.skill) or (range_ == 2 and not striker.magic):
            continue
        dice = volcano.strike_from_native_dice if relief.hazards[a] == VOLCANO and VOLCANO in striker.natives else 0
        if striker.magic:  # R15.7: none of what follows
            found[pair(a, b)] = Shot(dice, 4 - striker.skill, "", 0, 0)
            continue
        skill = striker.skill
        if range_ == FARTHEST:
            skill += rangestrike.range_4_skill
        if walled:
            skill += rangestrike.wall_up_skill * max(0, relief.elevation[b] - relief.elevation[a])
        harder = 0
        if relief.hazards[b] == BRAMBLE and not native:
            harder = bramble.strike_at_native_by_other
        elif relief.hazards[b] == VOLCANO:
            harder = volcano.rangestrike_at_native
        through = 0 if native else bramble.rangestrike_through_other_skill
        found[pair(a, b)] = Shot(dice, 4 - skill, relief.hazards[b], harder, through)
    return found


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
                yield a, b, distance(PLACES[HEXES[a]], PLACES[HEXES[b]]) + 1
