"""Conceding, before a battle and in it: never without saying what it costs (R9.9)."""

from __future__ import annotations

from cogs.house.words import Names
from cogs.screen import Press, Screen, Sight, at
from cogs.titan_terms import Terms
from engine.core import Seat
from engine.titan.actions import Concede
from engine.titan.rules import TITAN
from engine.titan.view import View

PLACE = "concede"


def concession(terms: Terms, sight: Sight) -> Press:
    """The way to the question whether to concede; greyed while it may not be done."""
    off = not any(sight.of(Concede))
    note = sight.why(Concede()) if off else ""
    return Press(at(PLACE), terms.say("concede.button"), style="grave", off=off, note=note)


def conceding(terms: Terms, sight: Sight) -> Screen | None:
    """What conceding costs, and whether it is meant; None while it may not be done."""
    concede = next(iter(sight.of(Concede)), None)
    if concede is None:
        return None
    yes = sight.press(concede, terms.say("concede.yes"), style="grave")
    return Screen(cost(terms, sight.view, sight.seat, sight.names), ((yes,),))


def cost(terms: Terms, view: View, seat: Seat, names: Names) -> str:
    """What giving up the engaged legion costs: it, points for the other, perhaps the game (R9.9, R18, R19.2)."""
    assert view.engaged is not None, "who concedes is engaged"
    side = view.engaged.seats.index(seat)
    other, marker = view.engaged.seats[1 - side], view.engaged.markers[side]
    creatures = next(legion.creatures for legion in view.legions if legion.marker == marker)
    fallen = view.battle.fallen[side] if view.battle else ()
    scores = {player.seat: player.score for player in view.players}
    points = sum(view.rules.value(code, scores[seat]) for code in (*creatures, *fallen))
    score = scores[other] + points
    lines = [
        terms.say("concede.legion", legion=terms.marker(marker), creatures=terms.creatures(creatures)),
        terms.say("concede.points", player=names[other], points=terms.points(points), score=score),
    ]
    if score // 100 > scores[other] // 100:
        lines.append(terms.say("concede.angel", player=names[other]))
    if TITAN in creatures:
        lines.append(terms.say("concede.titan"))
    return "\n".join(lines)
