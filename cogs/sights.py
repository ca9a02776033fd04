"""What a game tells of itself, beside what is decided in it: to be looked at, looked up and shown again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cogs.house.kit import Look, Names, View
from cogs.house.lesson import Lesson
from cogs.house.moments import Moment
from cogs.house.rulebook import Shelf
from cogs.house.studio import Check
from engine.core import Seat


class Sights(Protocol):
    """What a game says of itself when it is looked at."""

    def position(self, view: View, names: Names) -> str: ...
    def mine(self, view: View, names: Names) -> str: ...
    def scores(self, view: View, names: Names) -> str: ...
    def caretaker(self, view: View) -> str: ...
    def knowledge(self, known: Any, view: View, names: Names) -> str: ...
    def secret(self, view: View, names: Names) -> tuple[tuple[str, str], ...]: ...
    def owner(self, view: View, secret: str) -> Seat | None:
        """Who knows all of something secret anyway; None if it is not there."""
        ...

    def in_battle(self, view: View) -> bool: ...
    def fighters(self, view: View) -> tuple[tuple[str, str], ...]: ...
    def has_dice(self, view: View) -> bool: ...
    def on_the_move(self, view: View) -> bool: ...
    def agreed(self, view: View) -> tuple[str, ...]:
        """What was agreed on the end, how near it is, and what the viewer has by now; nothing where all is as usual."""
        ...

    def lands(self, view: View) -> tuple[tuple[str, str], ...]: ...


class Book(Shelf, Protocol):
    """What a game explains of itself: the names of its pages, each with what the game calls it."""

    @property
    def creatures(self) -> Mapping[str, str]: ...
    @property
    def terrains(self) -> Mapping[str, str]: ...
    @property
    def openings(self) -> Mapping[str, str]:
        """The section that a command of its own opens, by the command's name."""
        ...

    @property
    def lesson(self) -> Lesson:
        """The game to learn by."""
        ...


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a game that can be shown again: by what it is asked for, its name, its first and its last moment."""

    key: str
    label: str
    first: int
    last: int


class Replays(Protocol):
    """How a game is shown again."""

    def chapters(self, what: str, moments: Sequence[Moment], names: Names) -> tuple[Chapter, ...]: ...
    def lines(self, first: int, last: int, moments: Sequence[Moment], between: tuple[int, int]) -> Chapter | None: ...
    def shots(self, what: str, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Sequence[Any]: ...
    def told(self, chapter: Chapter, shots: Sequence[Any]) -> str: ...
    def alt(self, chapter: Chapter, shots: Sequence[Any]) -> str: ...
    def draw(self, what: str, shots: Sequence[Any], form: str, names: Names, look: Look, check: Check) -> bytes: ...
