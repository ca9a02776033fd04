"""The private panel of who fights: a screen for each step of a battle (R10-R18).

All of a battle is public but whom the attacker could summon; that is in his own list of actions alone (A3.3).
"""

from __future__ import annotations

from cogs.face.screen import Screen, Sight
from cogs.house.game.game_types import Further
from cogs.house.game.pictures import Look
from cogs.titan.screens.battle_maneuver import CALL, LEAVE, calling, leaving, maneuvering
from cogs.titan.screens.battle_plan import way
from cogs.titan.screens.battle_strikes import carrying, striking
from cogs.titan.screens.concede import PLACE as CONCEDE
from cogs.titan.screens.concede import conceding, concession
from cogs.titan.words.terms import Terms
from engine.titan.actions import Strike
from engine.titan.bots.suggest import BestOrder, forced_strike, formation


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place in the panel of one's battle; None if that is no place now."""
    battle = sight.view.battle
    if sight.view.phase != "battle" or battle is None or sight.seat not in battle.seats:
        return None
    if sight.place == (CONCEDE,):
        return conceding(terms, sight)
    if sight.seat not in sight.view.waiting:
        return None if sight.place else watching(terms, sight)
    match battle.step:
        case "maneuver" if sight.place[:1] == (CALL,):
            return calling(terms, sight)
        case "maneuver" if sight.place == (LEAVE,):
            return leaving(terms, sight)
        case "maneuver":
            return maneuvering(terms, sight)
        case "carry":
            return carrying(terms, sight)
        case _:
            return striking(terms, sight)


def watching(terms: Terms, sight: Sight) -> Screen:
    """It is the other's turn in the battle: the map, and the way out that is always there (R9.9)."""
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    other = sight.names[battle.seats[1 - battle.seats.index(sight.seat)]]
    text = terms.say(f"battle.other-{battle.step}", round=battle.round, land=terms.land(battle.land), player=other)
    more = (way(terms, sight), *concession(terms, sight))
    return Screen(text, (), (("battle", Look()),), more)


def going_on(sight: Sight) -> Further | None:
    """How a seat goes on by itself: the forced strikes; where advice is allowed, a formation and the best order."""
    match sight.place:
        case ("form-up",) if sight.advised:
            return formation
        case ("forced",):
            return forced_strike
        case ("best",) if sight.advised and any(sight.of(Strike)):
            return BestOrder(sight.view, sight.actions)
        case _:
            return None
