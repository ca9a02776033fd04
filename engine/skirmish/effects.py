"""The ids that the tables are written with: what units and cards do, each in a sentence; x is the number behind it.

Whoever changes the tables chooses among these. What an id does is in the module that plays it.
"""

from __future__ import annotations

from collections.abc import Mapping

ABILITIES: Mapping[str, str] = {
    "immovable": "ignores x retreat results in each combat (B11.1)",
    "double_shot": "attacks twice if it has not moved (B11.2)",
    "flanking": "a friend who attacks an enemy beside it rolls one die more (B11.3)",
    "vigilant": "the target of its attack may not counter (B11.4)",
    "stunning_blow": "a heroic stuns the target (B11.5)",
    "flying": "moves over everything, and is harder to hit for who stands on the ground (B11.6)",
    "swoop": "one die more after a move of two hexes (B11.7)",
    "rage": "one die more for each figure lost (B11.8)",
    "frenzy": "heroics hurt the target and itself (B11.9)",
    "pursue": "instead of an advance up to x hexes and one more melee attack (B11.10)",
    "lunge": "one hex more if it then stands beside an enemy (B11.11)",
    "ferocity": "counters although it must retreat (B11.12)",
    "poison": "a heroic poisons the target (B11.13)",
    "rend": "heroics hurt other enemies beside it (B11.14)",
    "armor": "ignores x cleave results in each combat (B11.15)",
    "heavy_swing": "heroics push enemies beside it (B19)",
    "throw_boulder": "a melee attack of two dice on up to two hexes (B20)",
}
"""What units can do."""

ORDERS: Mapping[str, str] = {
    "first_melee_dice": "x dice more in the first melee attack of each ordered unit",
    "ranged_dice": "x dice more in its ranged attacks",
    "dice": "x dice more in each of its attacks",
    "double_morale": "the first morale result of its attack counts twice",
    "march": "it may move x hexes more",
    "unstopped": "terrain does not stop it",
    "unshaken": "it ignores retreats until the next turn of its side",
    "pursue": "it has Pursue x, or x more of it",
    "no_move": "it may not move",
    "no_ranged": "it may not make ranged attacks",
    "no_attack": "it may not attack",
    "stunned_too": "stunned units may be ordered",
    "cleanse": "ordered units lose stun and poison",
    "lore": "the side gains x lore",
}
"""What tactic cards do, for the units that they order and the turn."""

LORE: Mapping[str, str] = {
    "forest_march": "units are not stopped by forest, and move x hexes more if they enter one",
    "march": "ordered units may move x hexes more",
    "rush": "an ordered unit may move x hexes more if it then stands beside an enemy",
    "leap": "an ordered unit may move through occupied hexes",
    "teleport": "an ordered unit goes to a free hex within reach, and does not move this turn",
    "order": "x units more are ordered",
    "crush": "a building within reach and sight of a `unit` becomes ruins; who is in it is hurt and stunned",
    "might": "units of the class roll x dice more against the target's class",
    "heal": "a unit recovers x damage and loses what the card cures",
    "barrage": "an enemy within reach of a unit of the class suffers for each hit of so many dice",
    "poison": "an enemy within reach of a unit of the class is poisoned",
    "spy": "x cards of the opponent's lore hand are seen",
    "cleanse": "own units lose stun and poison",
    "sacrifice": "a unit suffers x damage, the side gains lore",
    "rot": "poisoned enemies suffer x damage and lose the poison",
    "dice": "x dice more in this roll",
    "lore_hits": "lore results hurt as well",
    "blood_price": "the attacking unit suffers x damage and rolls so many dice more",
    "no_ignoring": "retreats are not ignored",
    "drain": "the attacking unit recovers x damage if it has dealt any",
    "immovable": "the unit under attack has Immovable x",
    "fewer_dice": "the attacker rolls x dice fewer",
    "ignore_damage": "the unit under attack ignores x damage",
    "ferocity": "the unit under attack has Ferocity",
    "bodyguard": "a unit beside the one under attack suffers x damage in its place",
}
"""What lore cards do."""

TIMINGS = (
    "own_after_order",
    "own_after_move",
    "any_after_move",
    "own_before_roll",
    "own_after_roll",
    "defend_before_roll",
    "defend_after_roll",
)
"""When a lore card can be played (B13.4)."""

WHEN = ("", "ranged", "melee", "building")
"""What must be so for a card that is played into a combat."""

POINTS = ("all_of", "at_least", "no_enemy_on", "every", "on_rows_of_enemy", "killed_this_turn")
"""The ways in which a scenario half scores (B14.3)."""

TAGS = ("infantry", "cavalry", "elite", "legend", "melee", "ranged", "flying")
"""The classes of units (B1.6)."""

PLAINS, RUINS = "plains", "ruins"
"""The terrains that need no map: where nothing else is, and what buildings become (B17.1)."""

NEUTRAL = "neutral"
"""What units have for a faction that belong to neither (B15.1)."""
