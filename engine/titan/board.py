"""The masterboard: lands, the signs between them, where a legion can walk or teleport, and where to draw a land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

from engine.titan.data import check, count
from engine.values import Sheet, from_row

TOWER = "Tower"
SIDES = (1, 3, 5)
"""The entry sides: right, bottom, left (R6.10)."""

BOTTOM = 3
"""The entry side of every Tower (R6.10)."""

ROLLS = range(1, 7)
TELEPORT_STEPS = 6
"""How far a Tower Teleportation counts over connected lands (R7.2)."""

Arrival = tuple[int, int]
"""A land, and the side by which it is entered: 1 right, 3 bottom, 5 left (R6.10)."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Gate:
    """A long side that a land shares with the land `to`.

    `side` counts clockwise from the top of the board, `rel` from the side with the land's number. `out` is the sign
    for leaving here, `into` the one for coming in: `block`, `arch`, `arrow`, `arrows`, or empty for no way (R6.4).
    """

    side: int
    rel: int
    to: int
    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Land:
    """A land; `x`, `y` are its column and row on the board, `label_side` the short side that bears its number."""

    label: int
    terrain: str
    x: int
    y: int
    inverted: bool
    label_side: int
    gates: tuple[Gate, ...]

    def entry(self, side: int) -> int:
        """The entry side of a legion that comes in over `side` (R6.10)."""
        return BOTTOM if self.terrain == TOWER else (side - self.label_side) % 6


@dataclass(frozen=True, slots=True)
class LandPaint:
    """How the lands of a kind are painted."""

    name: str
    paint: str
    text: str


@dataclass(frozen=True, slots=True)
class Walks:
    """All ways to walk a roll from a land: the steps of each, every land on them, and where they end."""

    ways: tuple[tuple[Arrival, ...], ...]
    lands: frozenset[int]
    ends: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The lands by label, and what follows from their signs."""

    lands: Mapping[int, Land]
    terrains: Mapping[str, LandPaint]
    towers: tuple[int, ...]
    width: float
    height: float
    upright: tuple[Point, ...]
    upside_down: tuple[Point, ...]
    walks: Mapping[tuple[int, int], Walks]
    near: Mapping[int, frozenset[int]]

    def reach(self, start: int, roll: int, enemies: AbstractSet[int], own: AbstractSet[int]) -> tuple[Arrival, ...]:
        """Where a legion on `start` can end a walk of `roll` lands, each with its entry side, sorted.

        `enemies` are the lands with an enemy legion, `own` those with another legion of the mover: a land in both is
        an unsettled engagement, neither entered nor crossed (R6.8). The first enemy ends the move (R6.6); own legions
        may be passed, not joined (R6.7).
        """
        walks = self.walks[start, roll]
        if walks.lands.isdisjoint(enemies):
            return tuple([end for end in walks.ends if end[0] not in own])
        found = set()
        for way in walks.ways:
            for step in way:
                if step[0] in enemies:
                    break
            if step[0] not in own:
                found.add(step)
        return tuple(sorted(found))

    def teleports(self, start: int) -> frozenset[int]:
        """The lands of a Tower Teleportation from `start`, whoever stands there (R7.2)."""
        return self.near[start]

    def corners(self, label: int) -> tuple[Point, ...]:
        """The six corners of a land; side i runs from corner i to corner i + 1.

        A long side is 4 units, a short one 2; y grows downwards. The whole board is `width` by `height`.
        """
        land = self.lands[label]
        a, b = 4 * land.x, 4 * land.y + (0 if land.inverted else 1)
        return tuple((a + da, (b + db) * sqrt(3)) for da, db in (self.upside_down if land.inverted else self.upright))

    def centre(self, label: int) -> Point:
        """The middle of a land: that of the triangle whose corners are cut off."""
        corners = self.corners(label)
        return sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6

    def edge(self, label: int, side: int) -> tuple[Point, Point]:
        """The two ends of a side of a land, clockwise."""
        corners = self.corners(label)
        return corners[side], corners[(side + 1) % 6]


def read_board(sheet: Sheet) -> Board:
    """The board of `masterboard.toml`. Raises ValueError for one that does not fit together."""
    lands = {
        row["label"]: from_row(
            Land,
            row,
            gates=tuple(from_row(Gate, gate, side=gate["s"], into=gate["in"]) for gate in row["sides"]),
        )
        for row in sheet["land"]
    }
    terrains = {name: from_row(LandPaint, row, name=name) for name, row in sheet["terrain"].items()}
    check(len(lands) == len(sheet["land"]), "two lands share a label")
    count(sheet, lands=len(lands))
    for name, row in sheet["terrain"].items():
        check(row["lands"] == sum(land.terrain == name for land in lands.values()), f"{name}: the lands are miscounted")
    towers = tuple(sheet["towers"]["labels"])
    check(
        towers == tuple(sorted(land.label for land in lands.values() if land.terrain == TOWER)),
        "the towers are not the lands of that terrain",
    )
    geometry = sheet["geometry"]
    for land in lands.values():
        _check_land(land, lands, geometry["inverted_long_sides" if land.inverted else "upright_long_sides"])
    board = Board(
        lands=MappingProxyType(lands),
        terrains=MappingProxyType(terrains),
        towers=towers,
        width=float(geometry["grid_width"]),
        height=geometry["grid_height"] * sqrt(3),
        upright=_points(geometry["upright_vertices"]),
        upside_down=_points(geometry["inverted_vertices"]),
        walks=MappingProxyType({(label, roll): _walks(lands, label, roll) for label in lands for roll in ROLLS}),
        near=MappingProxyType({label: _near(lands, label, towers) for label in lands}),
    )
    _check_edges(board)
    return board


def _points(rows: list[list[int]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in rows)


def _check_land(land: Land, lands: Mapping[int, Land], long_sides: list[int]) -> None:
    """Raises ValueError unless every gate of the land is the other side of its neighbour's."""
    check(land.inverted == ((land.x + land.y) % 2 == 0), f"{land.label}: stands on the wrong end")
    check(land.label_side in range(6) and land.label_side not in long_sides, f"{land.label}: number on no short side")
    check(any(gate.out for gate in land.gates), f"{land.label}: no way out")
    check(sum(gate.out == "block" for gate in land.gates) <= 1, f"{land.label}: two blocks")
    for gate in land.gates:
        where = f"{land.label} to {gate.to}"
        check(gate.side in long_sides, f"{where}: not over a long side")
        check(gate.rel == (gate.side - land.label_side) % 6, f"{where}: rel does not follow from label_side")
        check(bool(gate.out or gate.into), f"{where}: a gate without a sign")
        check({gate.out, gate.into} <= {"block", "arch", "arrow", "arrows", ""}, f"{where}: unknown sign")
        check(gate.to in lands, f"{where}: no such land")
        back = [other for other in lands[gate.to].gates if other.side == (gate.side + 3) % 6]
        check(
            len(back) == 1 and (back[0].to, back[0].out, back[0].into) == (land.label, gate.into, gate.out),
            f"{where}: the neighbour tells otherwise",
        )


def _check_edges(board: Board) -> None:
    """Raises ValueError unless neighbours touch along the whole side that they share."""
    for land in board.lands.values():
        for gate in land.gates:
            here, there = board.edge(land.label, gate.side), board.edge(gate.to, (gate.side + 3) % 6)
            check(here == there[::-1], f"{land.label} to {gate.to}: the lands do not touch")


def _walks(lands: Mapping[int, Land], start: int, roll: int) -> Walks:
    """The ways of `roll` steps from `start`, all other legions away."""
    ways = tuple(_ways(lands, start, roll, None))
    return Walks(
        ways=ways,
        lands=frozenset(land for way in ways for land, _ in way),
        ends=tuple(sorted({way[-1] for way in ways})),
    )


def _ways(lands: Mapping[int, Land], at: int, left: int, came: int | None) -> Iterator[tuple[Arrival, ...]]:
    """Every way to go `left` steps on from `at`, which was entered over the side `came`; None at the start."""
    if not left:
        yield ()
        return
    for gate in _open(lands[at], came):
        step = (gate.to, lands[gate.to].entry((gate.side + 3) % 6))
        for rest in _ways(lands, gate.to, left - 1, (gate.side + 3) % 6):
            yield (step, *rest)


def _open(land: Land, came: int | None) -> list[Gate]:
    """The gates for a step: a block binds the first one, arches serve it alone, none goes back (R6.4, R6.5)."""
    if came is None:
        blocks = [gate for gate in land.gates if gate.out == "block"]
        return blocks or [gate for gate in land.gates if gate.out]
    return [gate for gate in land.gates if gate.out in ("arrow", "arrows") and gate.side != came]


def _near(lands: Mapping[int, Land], start: int, towers: tuple[int, ...]) -> frozenset[int]:
    """The other towers, and every other land within six lands over any shared sides (R7.2)."""
    found = edge = {start}
    for _ in range(TELEPORT_STEPS):
        edge = {gate.to for land in edge for gate in lands[land].gates} - found
        found = found | edge
    return frozenset(found | set(towers)) - {start}
