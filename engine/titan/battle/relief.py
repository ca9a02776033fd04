"""What lies on a battleland: the hazards of its hexes and hexsides, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.hexes import opposite
from engine.titan.battle.frame import ACROSS, HEXES, INDEX, SIZE
from engine.titan.data import check
from engine.values import Sheet

BRAMBLE, VOLCANO, TREE = "bramble", "volcano", "tree"
CLIFF, DUNE, WALL = "cliff", "dune", "wall"


@dataclass(frozen=True, slots=True)
class HexHazard:
    """Points to enter on foot or to land, 0 for never; who may fly over; hits taken by those who are not native.

    `natives` are the names of those who alone are native to it; None for all who are mustered where it lies (R12.8).
    """

    ground_native: int
    ground_other: int
    land_native: int
    land_other: int
    fly_over_other: bool
    blocks_rangestrike: bool
    damage_other: int = 0
    strike_from_other_skill: int = 0
    strike_at_native_by_other: int = 0
    strike_from_native_dice: int = 0
    rangestrike_at_native: int = 0
    rangestrike_through_other_skill: int = 0
    natives: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SideHazard:
    """Points to cross on foot, 0 for never; what it does to a strike. Up is into the hex that it belongs to.

    `natives` are as those of a hex.
    """

    up_native: int
    up_other: int
    down: int
    contact: bool
    strike_down_native_dice: int = 0
    strike_down_all_skill: int = 0
    strike_up_other_dice: int = 0
    strike_up_other_skill: int = 0
    strike_up_all_skill: int = 0
    natives: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """A hexside hazard as met on the way across it: up if it belongs to the hex ahead, else down."""

    hazard: str
    up: bool


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """A battleland as it is printed, by hex index; `sides[hex][side]` is a hazard that belongs to the hex, or empty."""

    hazards: tuple[str, ...]
    elevation: tuple[int, ...]
    sides: tuple[tuple[str, ...], ...]
    hexes: Mapping[str, HexHazard]
    hexsides: Mapping[str, SideHazard]

    @property
    def nativity(self) -> frozenset[str]:
        """The hazards here that somebody is native to."""
        here = {side for row in self.sides for side in row if side} | set(self.hazards)
        return frozenset(hazard for hazard in here if self._natives(hazard) != ())

    def native_to(self, name: str) -> frozenset[str]:
        """The hazards here that a kind of this name is native to, if it is mustered here (R12.8)."""
        return frozenset(hazard for hazard in self.nativity if name in (self._natives(hazard) or (name,)))

    def _natives(self, hazard: str) -> tuple[str, ...] | None:
        return self.hexes[hazard].natives if hazard in self.hexes else self.hexsides[hazard].natives

    def crossing(self, a: int, side: int) -> Crossing | None:
        """The hazard of the hexside by which one leaves `a`, which must not be the map's edge."""
        if self.sides[a][side]:
            return Crossing(self.sides[a][side], up=False)
        b = ACROSS[a][side]
        assert b is not None
        hazard = self.sides[b][opposite(side)]
        return Crossing(hazard, up=True) if hazard else None

    def steps(self) -> Iterator[tuple[int, int, Crossing | None]]:
        """Every way from a hex to a neighbour, with the hazard on the way."""
        for a in range(SIZE):
            for side, b in enumerate(ACROSS[a]):
                if b is not None:
                    yield a, b, self.crossing(a, side)

    def contact(self, crossing: Crossing | None) -> bool:
        """Whether characters on both sides are in contact (R12.2)."""
        return crossing is None or self.hexsides[crossing.hazard].contact


def read_hazards(sheet: Sheet) -> tuple[dict[str, HexHazard], dict[str, SideHazard]]:
    """The hazards of `hazards.toml`, of hexes and of hexsides."""
    return (
        {name: HexHazard(**_row(row)) for name, row in sheet["hex"].items()},
        {name: SideHazard(**_row(row)) for name, row in sheet["side"].items()},
    )


def _row(row: Sheet) -> Sheet:
    return {**row, "natives": tuple(row["natives"])} if "natives" in row else {**row}


def read_relief(row: Sheet, hexes: Mapping[str, HexHazard], hexsides: Mapping[str, SideHazard]) -> Relief:
    """One map of `battlelands.toml`. Raises ValueError for one that does not fit the frame."""
    name, found = row["name"], {entry["hex"]: entry for entry in row["hexes"]}
    check(set(found) == set(HEXES) and len(row["hexes"]) == SIZE, f"{name}: every hex of the frame is wanted once")
    relief = Relief(
        hazards=tuple(found[label]["terrain"] for label in HEXES),
        elevation=tuple(found[label]["elev"] for label in HEXES),
        sides=tuple(tuple(found[label]["sides"]) for label in HEXES),
        hexes=hexes,
        hexsides=hexsides,
    )
    for label in HEXES:
        at = INDEX[label]
        check(relief.hazards[at] in hexes, f"{name} {label}: unknown terrain {relief.hazards[at]}")
        check(relief.elevation[at] in (0, 1, 2), f"{name} {label}: elevations are 0, 1 or 2")
        check(len(relief.sides[at]) == 6, f"{name} {label}: a hex has six sides")
        for side, hazard in enumerate(relief.sides[at]):
            if not hazard:
                continue
            beyond = ACROSS[at][side]
            check(hazard in hexsides, f"{name} {label}: unknown hexside {hazard}")
            check(beyond is not None, f"{name} {label}: {hazard} on the edge of the map")
            assert beyond is not None
            check(not relief.sides[beyond][opposite(side)], f"{name} {label}: the hexside has a hazard on both sides")
    return relief
