"""The characters of a battle under the record's names, kept by what the engine tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.state import OFF as NOWHERE
from engine.titan.state import Fighter
from tests.conformance.names import OFF


@dataclass
class Man:
    """A character in battle: `hex` is a label or `off`; `came` as in the engine's `Fighter`."""

    id: str
    side: int
    creature: str
    power: int
    hex: str = OFF
    hits: int = 0
    came: str = ""

    @property
    def name(self) -> str:
        """What a maneuver calls it: its hex, off the map its kind."""
        return self.creature if self.hex == OFF else self.hex

    @property
    def slain(self) -> bool:
        """Whether its hits have reached its Power (R13.7)."""
        return self.hits >= self.power

    @property
    def fighter(self) -> Fighter:
        """It as the engine has it, before it has moved or struck."""
        hex_ = NOWHERE if self.hex == OFF else INDEX[self.hex]
        return Fighter(self.side, self.creature, hex_, self.hits, came=self.came)


Men = dict[str, Man]


def on(men: Men, hex_: str | int) -> Man | None:
    """Who stands on a hex."""
    label = HEXES[hex_] if isinstance(hex_, int) else hex_
    return next((man for man in men.values() if man.hex == label), None)


def roll_call(men: Men) -> Counter[tuple[int, str, int, int, str]]:
    """Everybody's place and hits, to compare with those of the engine's fighters."""
    return Counter(_place(man.fighter) for man in men.values())


def fighters(all_: tuple[Fighter, ...]) -> Counter[tuple[int, str, int, int, str]]:
    """As `roll_call`, of the engine's."""
    return Counter(_place(fighter) for fighter in all_)


def _place(fighter: Fighter) -> tuple[int, str, int, int, str]:
    return fighter.side, fighter.creature, fighter.hex, fighter.hits, fighter.came
