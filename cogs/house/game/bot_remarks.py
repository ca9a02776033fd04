"""What bots say now and then, at great and bad moments of their own. Pure.

A remark follows from what everybody knows alone: the event as the channel saw it, the turn, and who sits there. It is
the same each time it is told, in whatever language, and says nothing of what a bot holds or thinks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from cogs.house.game.bot_names import COMPANY, who
from cogs.house.game.kit import Kit
from cogs.house.values.records import Chair
from cogs.house.words.words import Names
from engine.core import Event, Seat, View

LINES = 3
"""Of each temper for each occasion."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a seat says: the key of the line."""

    seat: Seat
    line: str

    def said(self, kit: Kit, names: Names) -> str:
        """The remark in the words of `kit`."""
        return kit.words.text("bot-says", who=names[self.seat], line=kit.words.text(self.line))


@dataclass(frozen=True, slots=True)
class Voices:
    """Those of a game who speak. `game` is its public number, so that not every game has the same remarks."""

    game: int = 0
    bots: Mapping[Seat, Chair] = field(default_factory=dict)

    def remark(self, kit: Kit, seq: int, event: Event, before: Callable[[], View]) -> Remark | None:
        """What is said to an event of entry `seq`, as everybody saw it; `before` is the channel's view until then."""
        for seat, what in kit.telling.occasions(event, before):
            chair = self.bots.get(seat)
            if chair is not None and seq > chair.since:  # before that somebody else sat there
                turn, _ = kit.flow.turn(before())
                number = sha256(f"{self.game} {turn} {seat} {what}".encode()).digest()[0] % LINES + 1
                return Remark(seat, f"bot-line.{COMPANY[who(chair)]}.{what}.{number}")
        return None


MUTE = Voices()
"""Nobody speaks."""
