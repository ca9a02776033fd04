"""The characters of a battle under the record's names, kept by what the engine tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.state import OFF as NOWHERE
from engine.titan.state import Battle, Fighter, Maneuvering
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
    struck: bool = False

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
        """It as the engine has it, before it has moved."""
        hex_ = NOWHERE if self.hex == OFF else INDEX[self.hex]
        return Fighter(self.side, self.creature, hex_, self.hits, struck=self.struck, came=self.came)


Men = dict[str, Man]

LETTERS = ("a", "d")
"""What the names of a side begin with."""


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


def sharing(men: Men, man: Man) -> list[Man]:
    """Others on the same hex: after K11 the record may have two there, which the rules never have."""
    return [other for other in men.values() if other is not man and other.hex == man.hex != OFF]


When = tuple[int, int, int]
"""Round; the mover, the defender first; maneuver, strikes, strikes back. It only rises."""


def when(battle: Battle) -> When:
    """How far a battle is."""
    half = 0 if isinstance(battle.step, Maneuvering) else 2 if battle.step.responding else 1
    return battle.round, 1 - battle.mover, half
