"""Views in which a great moment of Titan has just come, made by hand."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Seat
from engine.titan.events import BattleEnded, Eliminated, Engaged, Event
from engine.titan.view import View
from tests.render import views

WINNER, LOSER = Seat(0), Seat(5)


def _after(*more: Event, winner: str = "Bk01", loser: str = "Rd01") -> View:
    """A battle in the Marsh is over, in which the sixth has lost nine characters to the first."""
    view = views.fight("Marsh")
    battle = view.battle
    assert battle is not None
    engaged = Engaged(battle.land, "Bk01", "Rd01", (WINNER, LOSER))
    ended = BattleEnded(battle.land, winner, loser, "battle", 4)
    return replace(
        view, phase="engage", battle=None, engaged=None, engagements=(), aftermath=battle, deeds=(engaged, ended, *more)
    )


def wiped() -> View:
    """Nobody is left of the loser's tall legion."""
    return _after()


def fallen() -> View:
    """The loser's Titan was among them, and he had three legions more."""
    gone = (("Rd04", 100, ("OGR",)), ("Rd07", 12, ("LIO", "LIO")), ("Rd09", 23, ("CEN", "OGR", "OGR")))
    return _after(Eliminated(LOSER, WINNER, gone, False))


def both_fallen() -> View:
    """Both Titans fell, and others play on."""
    gone = Eliminated(WINNER, None, (), False), Eliminated(LOSER, None, (("Rd04", 100, ("OGR",)),), False)
    return _after(*gone, winner="", loser="")


def over() -> View:
    """The first of six has won, all others are out."""
    crowd = views.crowd()
    players = tuple(replace(player, out=6 - player.seat if player.seat else 0) for player in crowd.players)
    return replace(crowd, phase="over", winners=(WINNER,), engaged=None, engagements=(), waiting=(), players=players)
