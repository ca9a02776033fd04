"""The kinds of characters: what each one is and can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.titan.data import check, count
from engine.values import Sheet, from_row

Rank = Literal["lord", "demilord", "creature"]


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of character. A Titan's `power` and `value` are those at score 0 (R19.1).

    `magic` is the Warlock's rangestrike (R15.7). `acquire_every` is the multiple of the score at which one is due, 0 if
    never (R18.6). `stack` is the supply (R20.1), `returns` whether the slain go back to it (R20.2). `paint` is the
    colour of its counters as #RRGGBB; Titans have their player's. `mighty` are those who are mustered late, and seldom.
    """

    code: str
    name: str
    plural: str
    rank: Rank
    power: int
    skill: int
    value: int
    flies: bool
    rangestrikes: bool
    magic: bool
    summonable: bool
    acquire_every: int
    stack: int
    returns: bool
    natives: frozenset[str]
    paint: str
    mighty: bool = False

    @property
    def lord(self) -> bool:
        """Titan, Angel or Archangel."""
        return self.rank == "lord"


def read_kinds(sheet: Sheet) -> dict[str, Kind]:
    """The kinds of `creatures.toml` by code, in its order. Raises ValueError for figures that cannot be."""
    kinds = {
        row["code"]: from_row(
            Kind, row, rank=row["class"], magic=row["magic_missile"], natives=frozenset(row["native"])
        )
        for row in sheet["creature"]
    }
    check(len(kinds) == len(sheet["creature"]), "two kinds share a code")
    check(len({kind.name for kind in kinds.values()}) == len(kinds), "two kinds share a name")
    count(sheet, kinds=len(kinds), counters=sum(kind.stack for kind in kinds.values()))
    for code, kind in kinds.items():
        check(kind.value == kind.power * kind.skill, f"{code}: value is not power times skill")
        check(2 <= kind.skill <= 4 and kind.power > 0, f"{code}: power or skill is off the chart")
        check(kind.rank in ("lord", "demilord", "creature"), f"{code}: unknown class {kind.rank}")
        check(
            not kind.natives or kind.rank == "creature", f"{code}: lords and demi-lords are native to nothing (R12.8)"
        )
        check(
            kind.returns == (kind.rank != "creature" and code != "TTN"), f"{code}: returns to the stack or not (R20.2)"
        )
    return kinds
