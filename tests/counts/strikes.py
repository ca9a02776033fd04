"""Strikes with their dice and numbers, carried hits, rangestrikes and what lies in their way (R13-R15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations, pairwise
from typing import NamedTuple

from tests.counts.field import AT, PLACES, WAYS, hexside, in_contact, range_of
from tests.counts.figures import LORDS, MAPS, native, one_of, skill

RANGESTRIKERS = "Dragon Giant Gorgon Hydra Minotaur Ranger Warlock"


class Stander(NamedTuple):
    """A character on the map."""

    code: str
    hex: str
    side: int
    power: int
    hits: int

    @property
    def slain(self) -> bool:
        """R13.7"""
        return self.hits >= self.power


def melee(terrain: str, striker: Stander, target: Stander) -> tuple[int, int]:
    """R13.5-R13.8: the dice and strike number due."""
    dice, quality, harder = striker.power, skill(striker.code), 0
    here, there = (MAPS[terrain][who.hex]["terrain"] for who in (striker, target))
    hazard, owner = hexside(terrain, striker.hex, target.hex)
    down, up = owner == striker.hex, owner == target.hex
    at_home = native(striker.code, hazard)
    if here == "bramble" and not native(striker.code, "bramble"):
        quality -= 1
    if there == "bramble" and native(target.code, "bramble") and not native(striker.code, "bramble"):
        harder += 1
    if here == "volcano" and native(striker.code, "volcano"):
        dice += 2
    if hazard == "slope" and at_home and down:
        dice += 1
    if hazard == "slope" and not at_home and up:
        quality -= 1
    if hazard == "dune" and at_home and down:
        dice += 2
    if hazard == "dune" and not at_home and up:
        dice -= 1
    if hazard == "wall" and down:
        quality += 1
    if hazard == "wall" and up:
        quality -= 1
    return dice, min(6, 4 - quality + skill(target.code) + harder)


def enemies_in_contact(terrain: str, striker: Stander, field: Mapping[str, Stander]) -> list[Stander]:
    """R12.2, the slain among them."""
    return [
        other for other in field.values() if other.side != striker.side and in_contact(terrain, striker.hex, other.hex)
    ]


def up_dune(terrain: str, a: str, b: str) -> bool:
    """Whether a strike from `a` at `b` goes up over a Dune."""
    return hexside(terrain, a, b) == ("dune", b)


def pairs(
    terrain: str,
    striker: Stander,
    target: Stander,
    field: Mapping[str, Stander],
    raised: str = "useful_only",
    benefit_wanted: bool = False,
) -> set[tuple[int, int]]:
    """R14.4: the due pair, and those that would make carrying possible: to any set of the others, or to one of them."""
    due = melee(terrain, striker, target)
    found, need = {due}, target.power - target.hits
    theirs = [
        melee(terrain, striker, other)
        for other in enemies_in_contact(terrain, striker, field)
        if other != target and not other.slain
        and (not up_dune(terrain, striker.hex, other.hex) or up_dune(terrain, striker.hex, target.hex))  # R14.3
    ]  # fmt: skip

    def worse(start: tuple[int, int]) -> set[tuple[int, int]]:
        sets = (set_ for size in range(2 if raised == "one_further" else len(theirs) + 1)
                for set_ in combinations(theirs, size))  # fmt: skip
        pairs_ = {(min(d for d, _ in (start, *set_)), max(s for _, s in (start, *set_))) for set_ in sets}
        return {pair for pair in pairs_ if pair[0] > need}

    found |= worse(due)
    if benefit_wanted:  # section 22: offered where somebody becomes eligible by what is forgone
        reached = {
            pair: carries(terrain, striker, target.hex, *pair, field, True)
            for pair in found | worse(forgone(terrain, striker, target))
        }
        found |= {
            pair
            for pair in reached
            if not any(
                other != pair and other[0] >= pair[0] and other[1] <= pair[1] and reached[pair] <= reached[other]
                for other in reached
            )
        }
    if raised == "any":
        found |= {(dice, higher) for dice, number in found for higher in range(number, 7)}
    return found


def forgone(terrain: str, striker: Stander, target: Stander) -> tuple[int, int]:
    """The pair without what striking down gives: a Wall's Skill, a native's dice down a Slope or a Dune."""
    dice, number = melee(terrain, striker, target)
    gain = down(terrain, striker, target.hex)
    return dice - {"slope": 1, "dune": 2}.get(gain, 0), min(6, number + (gain == "wall"))


def down(terrain: str, striker: Stander, target: str) -> str:
    """The hexside that gives the striker something as it strikes down over it; empty for none."""
    hazard, owner = hexside(terrain, striker.hex, target)
    gives = hazard == "wall" or (hazard in ("slope", "dune") and native(striker.code, hazard))
    return hazard if gives and owner == striker.hex else ""


def carries(
    terrain: str,
    striker: Stander,
    target: str,
    dice: int,
    number: int,
    field: Mapping[str, Stander],
    benefit_wanted: bool = False,
) -> set[str]:
    """R14.1-R14.3, R14.6: the hexes that excess hits of a strike at `target` may go on to."""
    found, used = set(), ""
    if benefit_wanted:
        plain = forgone(terrain, striker, field[target])
        used = down(terrain, striker, target) if dice > plain[0] or number < plain[1] else ""
    for other in enemies_in_contact(terrain, striker, field):
        if other.hex == target or other.slain or (used and down(terrain, striker, other.hex) != used):
            continue
        if up_dune(terrain, striker.hex, other.hex) and not up_dune(terrain, striker.hex, target):
            continue
        their_dice, their_number = melee(terrain, striker, other)
        if their_dice >= dice and their_number <= number:
            found.add(other.hex)
    return found


def rangestrike(
    terrain: str, striker: Stander, target: Stander, occupied: Collection[str], anybody_blocks: bool
) -> tuple[int, int] | None:
    """R15.3-R15.8: dice and strike number, None if it cannot be."""
    if not one_of(striker.code, RANGESTRIKERS) or in_contact(terrain, striker.hex, target.hex):
        return None
    distance, quality, harder = range_of(striker.hex, target.hex), skill(striker.code), 0
    here, there = (MAPS[terrain][who.hex] for who in (striker, target))
    dice = striker.power // 2 + (2 if here["terrain"] == "volcano" and native(striker.code, "volcano") else 0)
    if one_of(striker.code, "Warlock"):  # R15.7
        return (dice, min(6, 4 - quality + skill(target.code))) if distance <= 4 else None
    if not 3 <= distance <= quality or target.code in LORDS:
        return None
    brambles = sight(terrain, striker.hex, target.hex, occupied, anybody_blocks)
    if not brambles:
        return None
    if not native(striker.code, "bramble"):
        quality -= min(brambles)
        if there["terrain"] == "bramble" and native(target.code, "bramble"):
            harder = 1
    if distance == 4:
        quality -= 1
    if terrain == "Tower":
        quality -= max(0, there["elev"] - here["elev"])
    if there["terrain"] == "volcano":
        quality -= 1
    return dice, min(6, 4 - quality + skill(target.code) + harder)


def paths(a: str, b: str) -> list[list[str]]:
    """R15.8.1: the hexes from `a` to `b` on each path; a hex off the map is on none."""
    found: list[list[str]] = []
    for turn in (-1, 1):
        for way in range(6):
            one, other = WAYS[way], WAYS[(way + turn) % 6]
            for legs in ((one, one), (one, other), (one, one, one), (one, other, one)):
                hexes, place = [a], PLACES[a]
                for leg in legs:
                    place = place[0] + leg[0], place[1] + leg[1]
                    hexes.append(AT.get(place, ""))
                if hexes[-1] == b and hexes not in found:
                    found.append(hexes)
    return [path for path in found if all(path)]


def sight(terrain: str, a: str, b: str, occupied: Collection[str], anybody_blocks: bool = False) -> set[int]:
    """R15.8: for each clear path, how many Brambles it crosses."""
    return {
        sum(MAPS[terrain][label]["terrain"] == "bramble" for label in path[1:-1])
        for path in paths(a, b)
        if not blocked(terrain, path, occupied, anybody_blocks)
    }


def blocked(terrain: str, path: list[str], occupied: Collection[str], anybody_blocks: bool) -> bool:
    """R15.8.2-R15.8.7"""
    land, striker, target = MAPS[terrain], path[0], path[-1]
    middle = path[1:-1]
    crossed = [hexside(terrain, one, other) for one, other in pairwise(path)]
    if any(land[label]["terrain"] == "tree" for label in middle):
        return True
    if crossed[0] == ("wall", path[1]) or crossed[-1] == ("wall", path[-2]):
        return True
    for label in middle:
        if label in occupied and anybody_blocks:
            return True
        if label in occupied:
            lower = land[label]["elev"] < min(land[striker]["elev"], land[target]["elev"])
            foot = (label == path[1] and crossed[0] == ("cliff", striker)) or (
                label == path[-2] and crossed[-1] == ("cliff", target)
            )
            if not (lower or foot):
                return True
    mine = crossed[0][0] if crossed[0][1] == striker else ""
    theirs = crossed[-1][0] if crossed[-1][1] == target else ""
    hazards = [hazard for hazard, _ in crossed if hazard]
    unowned = list(hazards)
    for hazard in (mine, theirs):
        if hazard:
            unowned.remove(hazard)
    if ("cliff" in unowned or "dune" in unowned) and not (mine == "cliff" and theirs == "cliff"):
        return True
    if any(hazard not in ("cliff", "dune") for hazard in unowned) and not (mine or theirs):
        return True
    return len(hazards) == 3 and not (mine and theirs) and "cliff" not in (mine, theirs)
