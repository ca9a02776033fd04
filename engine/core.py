"""What every game has: seats, draws of chance, public events, refusals, and ways to take back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NewType

Seat = NewType("Seat", int)
"""A place at the table, 0, 1, 2 … in the order of joining. It stays with the game; people may change."""

CHANCE = Seat(-1)
"""The seat of dice, draws and shuffles."""

MODERATOR = Seat(-2)
"""The seat of whoever sets a game back from outside: they play no seat, and decide nothing else."""

Options = Mapping[str, str]
"""What was chosen when the game was opened: option name to value, both as text."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What the rules want from chance: `count` numbers of 1..`sides`, all different if `distinct`.

    `place` names a draw that stays what it is however often the game comes by it, such as a turn's movement roll;
    it is empty for those that are made anew each time. It holds a character that is no digit.

    With an `instant`, a date and a time with its zone as text, nothing is thrown: the clock says 1 if it has passed,
    else 2.
    """

    purpose: str
    count: int
    sides: int
    distinct: bool = False
    place: str = ""
    instant: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A game as it is, secrets and all. Whoever runs games keeps it and hands it back to the rules."""


@dataclass(frozen=True, slots=True)
class Action:
    """What an entry of the log says: what somebody decided, what chance said, or what is taken back."""


class Event:
    """What happened, for telling people."""

    __slots__ = ()


class View:
    """What somebody may see of a game. Hashable."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Drawn(Action):
    """`draw 4,1,6`: what chance said, in the order asked for."""

    verb: ClassVar[str] = "draw"
    values: tuple[int, ...]


class Public(Event):
    """An event that everybody learns of, with all that it holds.

    Any other is told as the `seen` of its game says, and to nobody else.
    """

    __slots__ = ()


class Illegal(Exception):
    """Why a seat may not do what it asked for: a code for the sentence, and the facts for its blanks."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Takeback(Enum):
    """How an action may be taken back, before its phase closes."""

    FREE = "free"
    """It taught nobody anything: taken back in silence, and told to others only when the phase closes."""
    KNOWN = "known"
    """It may be taken back, but what it showed stays known: told at once."""
    SOON = "soon"
    """It closed a phase and did no more: taken back for a short while, as long as nothing has come of it."""
    NEVER = "never"
    """Chance has spoken, something was agreed or something secret was shown."""

    @property
    def staged(self) -> bool:
        """Whether its author may take it back, without asking anybody, until the phase closes."""
        return self in (Takeback.FREE, Takeback.KNOWN)
