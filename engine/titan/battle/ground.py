"""A battleland as the battle asks about it: who gets where, who is in contact, what a strike is worth.

Hexes are indices of `HEXES`, sets of hexes ints with a bit for each. Tables are made when first needed and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.hexes import mask_of
from engine.titan.battle.blows import HIGHEST, Blow, RangedBlow, Rangestrike, StrikePart, benefits, blows, shots
from engine.titan.battle.frame import HEXES, INDEX, NEIGHBOURS, SIZE, pair
from engine.titan.battle.movement import Gait, gait
from engine.titan.battle.relief import DUNE, Relief, read_hazards, read_relief
from engine.titan.battle.sight import Lines, lines
from engine.titan.board import SIDES
from engine.titan.data import check
from engine.titan.kinds import Kind
from engine.values import Sheet

__all__ = ["HEXES", "INDEX", "Edges", "Ground", "read_grounds"]

Edges = tuple[tuple[int, ...], tuple[int, ...]]
"""The entry hexes of the attacker and of the defender."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A battleland. `entries` are by entry side (R10.2), `start_hexes` the defender's in a Tower (R10.4), else none.

    `contacts` are the hexes in contact with each, cliffs left out (R12.2), `neighbours` those beside it; `drift` are
    the hexes that hurt (R15.9).
    """

    name: str
    relief: Relief
    entries: Mapping[int, Edges]
    name_side: tuple[int, ...]
    start_hexes: tuple[int, ...]
    contacts: tuple[int, ...]
    drift: int
    dunes: frozenset[tuple[int, int]]
    lines: Lines
    rangestrikes: Rangestrike
    nativity: frozenset[str]
    _gaits: dict[str, Gait] = field(default_factory=dict)
    _shared: dict[tuple[bool, frozenset[str]], Gait] = field(default_factory=dict)
    _blows: dict[str, dict[int, Blow]] = field(default_factory=dict)
    _shots: dict[str, dict[int, RangedBlow]] = field(default_factory=dict)
    _ranges: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _benefits: dict[str, dict[int, StrikePart]] = field(default_factory=dict)

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The hexes beside each hex, whatever lies between."""
        return NEIGHBOURS

    @property
    def hazards(self) -> tuple[str, ...]:
        """What lies in each hex: `plain`, `bramble`, …"""
        return self.relief.hazards

    @property
    def elevation(self) -> tuple[int, ...]:
        """The height of each hex, 0 to 2."""
        return self.relief.elevation

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The hazard on each side of each hex, 0..5 clockwise from the top, if it belongs to that hex; else empty."""
        return self.relief.sides

    def reach(self, kind: Kind, start: int, occupied: int) -> int:
        """The hexes where a character on `start` may end its move, `start` not among them (R12.5-R12.8).

        `occupied` are all hexes with a character. Whether it may move at all (R12.3) is the caller's question.
        """
        return (self._gaits.get(kind.code) or self._gait(kind)).reach(start, kind.skill, occupied)

    def arrivals(self, kind: Kind, entries: Sequence[int], occupied: int) -> int:
        """The hexes where a character may end its move that comes in over the hexes `entries` (R12.4)."""
        return (self._gaits.get(kind.code) or self._gait(kind)).arrivals(mask_of(entries), kind.skill, occupied)

    def melee(self, striker: Kind, power: int, a: int, target: Kind, b: int) -> tuple[int, int]:
        """Dice and strike number of a strike from `a` at `b`, which must be in contact (R13.5-R13.8).

        `power` is the striker's, since a Titan's grows.
        """
        known = self._blows.get(striker.code)
        if known is None:
            known = self._blows[striker.code] = blows(self.relief, striker)
        dice, number, hazard, harder = known[a * SIZE + b]
        number += target.skill
        if harder and hazard in target.natives:
            number += harder
        return power + dice, number if number < HIGHEST else HIGHEST

    def rangestrike(
        self, striker: Kind, power: int, a: int, target: Kind, b: int, occupied: int
    ) -> tuple[int, int] | None:
        """Dice and strike number of a rangestrike from `a` at `b`; None if there can be none (R15.1-R15.8).

        Of several clear paths it takes the one with the fewest Brambles. The caller sees to it that the striker is in
        no contact (R15.2).
        """
        known = self._shots.get(striker.code)
        if known is None:
            known = self._shooting(striker)
        shot = known.get(a * SIZE + b)
        if shot is None:
            return None
        dice, number, hazard, harder, through = shot
        number += target.skill
        if not striker.magic:
            if target.lord:
                return None
            brambles = self.sight(a, b, occupied)
            if brambles is None:
                return None
            number -= through * brambles
            if harder and hazard in target.natives:
                number += harder
        return power // 2 + dice, number if number < HIGHEST else HIGHEST

    def within(self, striker: Kind, a: int) -> int:
        """The hexes in the striker's range from `a`, whatever lies between (R15.3)."""
        if striker.code not in self._ranges:
            self._shooting(striker)
        return self._ranges[striker.code][a]

    def _shooting(self, striker: Kind) -> dict[int, RangedBlow]:
        """The striker's rangestrikes, from now on known with their ranges."""
        found = self._shots[striker.code] = shots(self.relief, striker, self.rangestrikes)
        self._ranges[striker.code] = tuple(mask_of(b for b in range(SIZE) if pair(a, b) in found) for a in range(SIZE))
        return found

    def sight(self, a: int, b: int, occupied: int) -> int | None:
        """The fewest Brambles on a clear path between hexes at range 3 or 4; None if all are blocked (R15.8)."""
        for blockers, brambles in self.lines.get(a * SIZE + b, ()):
            if not blockers & occupied:
                return brambles
        return None

    def climbs_dune(self, a: int, b: int) -> bool:
        """Whether a strike from `a` at its neighbour `b` goes up over a Dune (R14.3)."""
        return (a, b) in self.dunes

    def benefit(self, striker: Kind, a: int, b: int) -> StrikePart | None:
        """What a striker gains by striking down from `a` at its neighbour `b`: a Wall's number, or the dice of a Slope
        or a Dune that it is native to; None if nothing. It may forgo that."""
        known = self._benefits.get(striker.code)
        if known is None:
            known = self._benefits[striker.code] = benefits(self.relief, striker)
        return known.get(a * SIZE + b)

    def drift_hits(self, kind: Kind, at: int) -> int:
        """The hits a character takes at the beginning of a Strike Phase for where it stands (R15.9)."""
        hazard = self.relief.hazards[at]
        return 0 if hazard in kind.natives else self.relief.hexes[hazard].damage_other

    def _gait(self, kind: Kind) -> Gait:
        """The kind's gait, which it shares with all others that fly or walk and are native alike."""
        natives = kind.natives & self.nativity
        shared = kind.flies, natives
        found = self._shared.get(shared) or gait(self.relief, kind.flies, natives)
        self._shared[shared] = self._gaits[kind.code] = found
        return found


def read_grounds(battlelands: Sheet, hazards: Sheet, any_character_blocks: bool) -> dict[str, Ground]:
    """The maps of `battlelands.toml` by terrain. Raises ValueError for one that does not fit the frame.

    `any_character_blocks` is the option `los_any_character_blocks` (R15.8).
    """
    hexes, hexsides = read_hazards(hazards)
    frame, ranged = battlelands["frame"], hazards["rangestrike"]
    edges = {int(side): _indices(labels) for side, labels in frame["edge"].items()}
    name_side = _indices(frame["name_side"])
    check(sorted(edges) == list(range(6)), "the frame has six edges")
    check(name_side == edges[0], "the name-side is edge 0")
    entries = {side: (edges[side], edges[(side + 3) % 6]) for side in SIDES}
    for side, (attacker, defender) in entries.items():
        check((len(attacker), len(defender)) == (4, 3), f"entry side {side}: four hexes against three are wanted")
    grounds = {}
    for row in battlelands["battleland"]:
        relief = read_relief(row, hexes, hexsides)
        grounds[row["name"]] = Ground(
            name=row["name"],
            relief=relief,
            entries=MappingProxyType(entries),
            name_side=name_side,
            start_hexes=_indices(row["start_hexes"]),
            contacts=_contacts(relief),
            drift=mask_of(at for at in range(SIZE) if hexes[relief.hazards[at]].damage_other),
            dunes=frozenset((a, b) for a, b, way in relief.steps() if way and way.up and way.hazard == DUNE),
            lines=lines(relief, any_character_blocks),
            rangestrikes=Rangestrike(ranged["range_4_skill"], ranged["wall"]["up_skill"]),
            nativity=relief.nativity,
        )
    check(len(grounds) == len(battlelands["battleland"]), "two maps share a name")
    return grounds


def _indices(labels: Sequence[str]) -> tuple[int, ...]:
    """The indices of hexes, rising. Raises ValueError for a label that the frame lacks."""
    for label in labels:
        check(label in INDEX, f"no such hex: {label}")
    return tuple(sorted(INDEX[label] for label in labels))


def _contacts(relief: Relief) -> tuple[int, ...]:
    """For each hex, those that characters there are in contact with (R12.2)."""
    masks = [0] * SIZE
    for a, b, crossing in relief.steps():
        if relief.contact(crossing):
            masks[a] |= 1 << b
    return tuple(masks)
