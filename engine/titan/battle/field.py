"""The battleland with everybody on it: questions that maneuvers and strikes share.

A `Battlefield` is gathered once from a battle and then asked; hexes are indices, sets of hexes are bit masks.
"""

from __future__ import annotations

from engine.titan.rules import Rules
from engine.titan.state import OFF, Battle, Fighter, Fighting, State


class Battlefield:
    """Who stands where in a battle, and with which Power.

    `masks` are the hexes of each side with anybody on them, `living` those without the slain.
    """

    def __init__(self, state: State, phase: Fighting) -> None:
        self.rules: Rules = state.rules
        self.battle: Battle = phase.battle
        self.ground = state.rules.grounds[phase.battle.terrain]
        attacker, defender = phase.engagement.seats
        self.scores = state.players[attacker].score, state.players[defender].score
        self.masks = [0, 0]
        self.living = [0, 0]
        self.at: dict[int, Fighter] = {}
        for fighter in phase.battle.fighters:
            if fighter.hex != OFF:
                here = 1 << fighter.hex
                self.masks[fighter.side] |= here
                self.at[fighter.hex] = fighter
                if not fighter.hits or not self.slain(fighter):
                    self.living[fighter.side] |= here

    @property
    def occupied(self) -> int:
        """The hexes with anybody on them, the slain included."""
        return self.masks[0] | self.masks[1]

    def power(self, fighter: Fighter) -> int:
        """Dice, and hits that slay; a Titan's grows with its owner's score (R19.1)."""
        return self.rules.power(fighter.creature, self.scores[fighter.side])

    def slain(self, fighter: Fighter) -> bool:
        """Whether its hits have reached its Power (R13.7)."""
        return fighter.hits >= self.power(fighter)

    def contacts(self, fighter: Fighter) -> int:
        """The hexes of enemies it is in contact with, living or slain (R12.2)."""
        return 0 if fighter.hex == OFF else self.ground.contacts[fighter.hex] & self.masks[1 - fighter.side]

    def side(self, side: int) -> tuple[Fighter, ...]:
        """The fighters of a side, those off the map included."""
        return tuple(fighter for fighter in self.battle.fighters if fighter.side == side)


def changed(battle: Battle, old: Fighter, new: Fighter) -> tuple[Fighter, ...]:
    """The fighters of a battle with one in place of another."""
    at = battle.fighters.index(old)
    return (*battle.fighters[:at], new, *battle.fighters[at + 1 :])
