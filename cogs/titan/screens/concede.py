"""Conceding, before a battle and in it: never without saying what it costs (R9.9)."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.presses import at, yes
from cogs.face.screen import Press, Screen, Sight
from cogs.house.words.words import Names
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan import outcomes
from engine.titan.actions import Concede
from engine.titan.events import Creatures
from engine.titan.outlook import is_last
from engine.titan.rules import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.view import View
from engine.values import without as lacking

PLACE = "concede"


def concession(terms: Terms, sight: Sight) -> Iterator[Press]:
    """The way to the question whether to concede, while it may be done."""
    if any(sight.of(Concede)):
        yield Press(at(PLACE), terms.say("concede.button"), style="grave")


def conceding(terms: Terms, sight: Sight) -> Screen | None:
    """What conceding costs, and whether it is meant; None while it may not be done."""
    concede = next(iter(sight.of(Concede)), None)
    if concede is None:
        return None
    really = Press(yes(sight.line(concede)), terms.say("concede.yes"), style="grave")
    return Screen(cost(terms, sight.view, sight.seat, sight.names), ((really,),))


def cost(terms: Terms, view: View, seat: Seat, names: Names) -> str:
    """What giving up the engaged legion costs and brings: it, points, perhaps the game (R9.9, R18, R19.2, V4.1)."""
    assert view.engaged is not None, "who concedes is engaged"
    side = view.engaged.seats.index(seat)
    other, marker = view.engaged.seats[1 - side], view.engaged.markers[side]
    whole = next(legion.creatures for legion in view.legions if legion.marker == marker)
    creatures = lacking(whole, outcomes.going_back(view, side))
    points = outcomes.conceded(view, side)
    before = view.players[other].score
    score = before + points[1 - side]
    lines = [
        terms.say("concede.legion", legion=terms.marker(marker), creatures=terms.creatures(creatures)),
        terms.say("concede.points", player=names[other], points=terms.points(points[1 - side]), score=score),
    ]
    if points[side]:
        own = view.players[seat].score + points[side]
        lines.append(terms.say("concede.own", points=terms.points(points[side]), score=own))
    if score // 100 > before // 100:
        lines.append(terms.say("concede.angel", player=names[other]))
    return "\n".join((*lines, *without(terms, view, seat, creatures)))


def without(terms: Terms, view: View, seat: Seat, creatures: Creatures) -> Iterator[str]:
    """What it means for a player beyond points to lose the engaged legion, with these in it (R19.2, V1.4, V6.2)."""
    if view.rules.eliminates:
        if TITAN in creatures:
            yield terms.say("concede.titan")
    elif view.players[seat].legions == 1 and not _donor_is_back(view, seat):
        yield terms.say("concede.wiped-out-last" if is_last(view) else "concede.wiped-out")
    elif TITAN in creatures:
        yield terms.say("concede.titan-waits")


def _donor_is_back(view: View, seat: Seat) -> bool:
    """Whether an angel goes back to the legion that it was summoned from, which stands again for it (R16.5, R16.7)."""
    return (
        view.engaged is not None and seat == view.engaged.seats[ATTACKER] and any(outcomes.going_back(view, ATTACKER))
    )
