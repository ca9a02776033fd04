"""What was shown to whom of legions, fact by fact (R3.4, R3.5): all that anybody's knowledge comes of."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat
from engine.titan.events import Creatures

Marker = str
"""What a legion goes by."""


@dataclass(frozen=True, slots=True)
class Formed:
    """A legion came to be: `creatures` everybody knows, of a starting legion all of them (R1.6), and `unknown` more.

    `commoners` if it is known that none of these is a lord.
    """

    legion: Marker
    creatures: Creatures
    unknown: int = 0
    commoners: bool = False


@dataclass(frozen=True, slots=True)
class Showed:
    """These characters were seen in the legion, by all or by `to`; `whole` if they are all it had."""

    legion: Marker
    creatures: Creatures
    to: tuple[Seat, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Divided:
    """`left` of the characters of `parent` went under the marker `child`."""

    parent: Marker
    child: Marker
    left: int
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """All of `child` went back under `into`."""

    child: Marker
    into: Marker


@dataclass(frozen=True, slots=True)
class Gained:
    """The legion took a character, for all to see."""

    legion: Marker
    creature: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The legion lost characters, for all to see."""

    legion: Marker
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class Vanished:
    """The legion is gone, its marker free."""

    legion: Marker


Fact = Formed | Showed | Divided | Joined | Gained | Lost | Vanished
