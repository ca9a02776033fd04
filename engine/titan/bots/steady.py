"""The level `steady`: sound greedy play, a choice at a time.

What it plays for is in `aims`. Why games of steady seats end, whatever the dice, where the last Titan wins:

- A turn is finite. A legion is split at most to pairs, moves and musters once; engagements of a turn are given at its
  Movement, each exchange is over when both have spoken (a steady seat makes no offers, never withdraws, and answers
  each of the other's three), a battle has seven rounds (R11.3), and nothing is ever taken back.
- Turns go on for `LAST` Game-Turns at most. When that one begins, every steady seat but the one with the most points
  (of equals, the first to move) resigns at its next decision (R19.9). The leader is then alone.
- Long before, the game ends by play: from Game-Turn `BOLD` on attacks want less and less of a chance and legions draw
  near, from `RECKLESS` on every attack that is legal is made, nobody flees, and each engagement eliminates a legion.

Where totals decide the end is agreed (V2.3), and no seat ever resigns.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.log import Undo
from engine.pick import Pick
from engine.titan.actions import Action, Colour, FirstMarker, Resign
from engine.titan.bots import masterboard
from engine.titan.bots.aims import Aims
from engine.titan.bots.battle import battle
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.parley import parley
from engine.titan.view import View

LAST = 250
"""The Game-Turn with which a steady seat that is behind gives up. None of self-played games has seen a third of it."""


def choose_steady(view: View, actions: Sequence[Action], pick: Pick, aims: Aims | None = None) -> Action:
    """The action that looks best by rules of thumb; `actions` are all that the seat of `view` may do.

    It plays for what the rules of the game are about, or else for these `aims`.
    """
    assert view.viewer is not None, "a seat chooses, the channel does not"
    table = BotBoard(view, view.viewer, aims)
    if table.aims.gives_up and view.turn >= LAST and Resign() in actions and not _leads(view):
        return Resign()
    offered = [a for a in actions if not isinstance(a, Resign | Undo)]
    if len(offered) <= 1:
        return offered[0] if offered else actions[0]
    if isinstance(offered[0], Colour | FirstMarker):
        return pick.choice(offered)
    match view.phase:
        case "spawn":
            return masterboard.spawn(offered)
        case "split":
            return masterboard.split(table, offered, pick)
        case "move":
            return masterboard.move(table, offered, pick)
        case "engage":
            return masterboard.engage(table, offered, pick)
        case "parley":
            return parley(table, offered, pick)
        case "battle":
            return battle(table, offered, pick)
        case "gather":
            return masterboard.gather(table, offered, pick)
        case "muster":
            return masterboard.muster(table, offered, pick)
        case _:
            return pick.choice(offered)


def _leads(view: View) -> bool:
    living = [player for player in view.players if not player.out]
    first = max(living, key=lambda player: (player.score, player.tower))
    return first.seat == view.viewer
