"""The battles of Titan as places of their own: what one is called, what is told at its beginning and what only there.

All that stands here is public: battles are fought in the open (R3.4).
"""

from __future__ import annotations

from cogs.house.game.telling import Scene
from cogs.titan.words.cards import hazards
from cogs.titan.words.terms import Terms
from engine.titan.events import (
    Carried,
    Drifted,
    Event,
    ManeuverBegan,
    Maneuvered,
    NotEntered,
    Slain,
    Struck,
    TurnedBack,
)
from engine.titan.view import View

FOUGHT = (Carried, Drifted, ManeuverBegan, Maneuvered, NotEntered, Slain, Struck, TurnedBack)
"""What happens within a battle; its beginning, its end and what they bring are news for the whole game."""


def scene(terms: Terms, view: View) -> Scene | None:
    """The battle that is being fought; None if there is none.

    A land sees one battle in a player's turn, so that turn, player and land are its own.
    """
    battle = view.battle
    if battle is None:
        return None
    attacker, defender = battle.markers
    terrain = terms.terrain(battle.terrain)
    name = terms.say(
        "scene.name", turn=view.turn, attacker=attacker, defender=defender, terrain=terrain, land=battle.land
    )
    found = hazards(terms, view.rules, battle.terrain)
    key = "scene.hazards" if found else "scene.level"
    return Scene(f"{view.turn} {view.active} {battle.land}", name, terms.say(key, name=name, hazards="\n".join(found)))


def in_scene(event: Event) -> bool:
    """Whether an event is told in the battle's place alone."""
    return isinstance(event, FOUGHT)
