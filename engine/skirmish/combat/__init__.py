"""Combat: attacks, the eleven steps of each, counters, advances, pursuit (B8-B11, B19, B20)."""

from engine.skirmish.combat.reach import attacks
from engine.skirmish.combat.strength import Reason, dice

__all__ = ["Reason", "attacks", "dice"]
