"""Great and bad moments of a side, at which a bot may say a word: from what everybody knows alone.

In no turn is there more than one for a seat, save for the end: the first enemy that it destroys, if that is one of the
best.
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.house.game.telling import FALL, UPSET, WON, Occasion
from engine.skirmish.events import Destroyed, Event, GameOver
from engine.skirmish.state import other
from engine.skirmish.view import View

BEST = "elite"
"""The class of those whose end is remarked on."""

PLAYED_OUT = ("destroyed", "points", "cards")
"""How a game ends that was played to its end."""


def occasions(event: Event, before: Callable[[], View]) -> tuple[Occasion, ...]:
    """Whose moment an event is, and which; `before` gives the channel's view of right before it."""
    match event:
        case Destroyed(kind=kind, owner=owner, by=int(seat)) if seat != owner:
            view = before()
            first = seat == view.active and not view.turn.killed
            return ((seat, UPSET),) if first and BEST in view.rules.tables.kinds[kind].tags else ()
        case GameOver(winner=int(seat), reason=reason) if reason in PLAYED_OUT:
            return (seat, WON), (other(seat), FALL)
    return ()
