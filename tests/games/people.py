"""How the people of these games decide: sound play, and once each whatever else the rules offer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

from engine.core import Seat
from engine.log import Undo
from engine.notation import verb
from engine.titan.actions import (
    Accept,
    Acquire,
    Action,
    Concede,
    Flee,
    Mulligan,
    Offer,
    Refuse,
    Reinforce,
    Summon,
    Teleport,
    Waive,
    Withdraw,
)
from engine.titan.bots import LEVELS
from engine.titan.view import View

CURIOUS = (
    Mulligan, Teleport, Flee, Waive, Offer, Withdraw, Accept, Refuse, Concede, Summon, Reinforce, Acquire, Undo,
)  # fmt: skip
"""What sound play seldom needs: each is done once as soon as it is possible and does not give up the own Titan."""

SIDES = ("attacker", "defender")


class People:
    """Decides for every person of a game, from the person's own view and list. The same seed decides alike."""

    def __init__(self, seed: int) -> None:
        self.whims = Random(seed)
        self.bots = Random(seed + 1)
        self.tried: set[str] = set()

    def choose(self, view: View, legal: Sequence[Action | Undo]) -> Action | Undo:
        """One of `legal`."""
        new = [a for a in legal if isinstance(a, CURIOUS) and verb(type(a)) not in self.tried and not _ruinous(view, a)]
        action = new[0] if new else LEVELS["steady"](view, [a for a in legal if not isinstance(a, Undo)], self.whims)
        self.tried.add(verb(type(action)))
        return action

    def whim(self) -> Random:
        """The source that a bot gets for one choice."""
        return Random(self.bots.getrandbits(64))


def seed_of(number: int) -> bytes:
    """The secret seed of a game's dice."""
    return hashlib.sha256(str(number).encode()).digest()


def next_to_act(awaiting: frozenset[Seat], people: frozenset[Seat]) -> Seat:
    """Who goes first if several may: the program does not hesitate."""
    return min(awaiting, key=lambda seat: (seat in people, seat))


def moment(view: View) -> str:
    """What is being decided, as everybody sees."""
    return f"{view.phase} {view.battle.step}" if view.battle else view.phase


def _ruinous(view: View, action: Action | Undo) -> bool:
    """Whether this loses a Titan of one's own, or so much that the game would be poorer."""
    if view.engaged is None or view.viewer not in view.engaged.seats:
        return False
    side = view.engaged.seats.index(view.viewer)
    marker = view.engaged.markers[side]
    mine = next((legion.creatures for legion in view.legions if legion.marker == marker), ())
    match action:
        case Offer(lost, losses):
            return lost != SIDES[1 - side] or bool(losses)
        case Accept(lost, losses):
            return "TTN" in (mine if lost != SIDES[1 - side] else losses)
        case Concede() | Flee():
            return "TTN" in mine
        case _:
            return False
