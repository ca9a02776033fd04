"""Great and bad moments of a player, at which a bot may say a word: from what everybody knows alone.

In no player's turn is there more than one for a seat, save for the end of the game: the first Game-Turn has the
mulligan, and each later one for a seat either the last battle of a turn or its musters, by turns.
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.house.game.telling import AGAIN, FALL, GREAT, UPSET, WON, Occasion
from engine.core import Seat
from engine.titan.events import BattleEnded, Eliminated, Event, GameEnded, Mustered, Rolled
from engine.titan.rules import TITAN, rules_for
from engine.titan.view import View


def occasions(event: Event, before: Callable[[], View]) -> tuple[Occasion, ...]:
    """Whose moment an event is, and which; `before` gives the channel's view of right before it."""
    match event:
        case Rolled(seat=seat, again=True) if _is_first(event, before()):
            return ((seat, AGAIN),)
        case Mustered(seat=seat, recruit=recruit) if _is_mighty(recruit):
            return ((seat, GREAT),) if _in_the_mood(seat, before()) and _is_first(event, before()) else ()
        case BattleEnded(winner=winner, how="battle") if winner:
            return _upset(winner, before())
        case Eliminated(seat=seat, resigned=False) if before().turn > 1:
            return ((seat, FALL),)
        case GameEnded(winners=(seat,)):
            return ((seat, WON),)
    return ()


def _is_mighty(recruit: str) -> bool:
    return rules_for({}).kinds[recruit].mighty


def _is_first(event: Rolled | Mustered, view: View) -> bool:
    """Whether there was nothing of the kind in this part of the turn, which for a roll must be the first of all."""
    if isinstance(event, Rolled):
        return view.turn == 1 and not any(isinstance(deed, Rolled) and deed.again for deed in view.deeds)
    return not any(isinstance(deed, Mustered) and _is_mighty(deed.recruit) for deed in view.deeds)


def _in_the_mood(seat: Seat, view: View) -> bool:
    """Whether musters are what a seat remarks on in this turn, and not battles."""
    return (view.turn + seat) % 2 == 0


def _upset(winner: str, view: View) -> tuple[Occasion, ...]:
    """That a legion has won over one worth as much or more, in the last battle of a turn."""
    battle = view.battle
    if battle is None or len(view.engagements) > 1 or view.turn == 1:
        return ()
    side = battle.markers.index(winner)
    seat = battle.seats[side]
    if _in_the_mood(seat, view) or _worth(view, 1 - side) < _worth(view, side):
        return ()
    return ((seat, UPSET),)


def _worth(view: View, side: int) -> int:
    """What a side of the battle was worth in points, with all who have fallen."""
    battle = view.battle
    assert battle is not None
    codes = (*(fighter.creature for fighter in battle.fighters if fighter.side == side), *battle.fallen[side])
    titan = view.players[battle.seats[side]].titan_power
    kinds = view.rules.kinds
    return sum(titan * kinds[code].skill if code == TITAN else kinds[code].value for code in codes)
