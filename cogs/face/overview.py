"""What a game tells of itself, beside what is decided in it: to be looked at, looked up and shown again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from cogs.house.game.game_types import Opaque, V, V_in
from cogs.house.game.lesson import Lesson
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.game.rulebook import Shelf
from cogs.house.runtime.workers import Check
from cogs.house.words.words import Names
from engine.core import Seat


class Hidden(Protocol[V_in]):
    """The secret things of a game that have names, such as legions: pictures of the kind `legion` show one."""

    def named(self, view: V_in, names: Names) -> tuple[tuple[str, str], ...]:
        """Those that are there, each with the words to find it by."""
        ...

    def owner(self, view: V_in, name: str) -> Seat | None:
        """Who knows all of it anyway; None if it is not there."""
        ...

    def knowledge(self, known: Opaque, view: V_in, names: Names) -> str:
        """What follows for the viewer of its contents, by `Deciding.knowledge`."""
        ...


class Fights(Protocol[V_in]):
    """The battles of a game in which they are fought apart: pictures of the kind `battle` show them."""

    def is_fought(self, view: V_in) -> bool: ...
    def fighters(self, view: V_in) -> tuple[tuple[str, str], ...]:
        """The viewer's own characters in it, each with the words to find it by."""
        ...


class Overview(ABC, Generic[V]):
    """What a game says of itself when it is looked at. What it has not is None: those who ask for that are told so."""

    hidden: Hidden[V] | None = None
    fights: Fights[V] | None = None

    @abstractmethod
    def position(self, view: V, names: Names) -> str: ...
    @abstractmethod
    def mine(self, view: V, names: Names) -> str: ...
    @abstractmethod
    def scores(self, view: V, names: Names) -> str:
        """How everybody does; the picture of the kind `standing`, if the game draws one, shows the same."""

    def agreed(self, view: V) -> tuple[str, ...]:
        """What was agreed on the end, how near it is, and what the viewer has by now; nothing where all is as usual."""
        return ()

    def has_dice(self, view: V) -> bool | None:
        """Whether dice lie there to be looked at: pictures of the kind `dice` show the latest."""
        return None

    def caretaker(self, view: V) -> str | None:
        """What the caretaker's stacks hold, of which pictures of the kind `caretaker` show the same."""
        return None

    def lands(self, view: V) -> tuple[tuple[str, str], ...] | None:
        """The lands of the board, each with the words to find it by: `zoom` and `land` are the pictures of one."""
        return None


class Reference(Shelf, Protocol):
    """What a game explains of itself: the names of its pages, each with what the game calls it."""

    @property
    def cards(self) -> Mapping[str, Mapping[str, str]]:
        """What there are pictures of, by the command of `/rules` that shows one: `creature`, `terrain`, `recruits`.

        The name of the command is also the kind of the picture, the key of a card what that looks at.
        """
        ...

    @property
    def openings(self) -> Mapping[str, str]:
        """The section that a command of its own opens, by the command's name: `sequence`, `battle`."""
        ...

    @property
    def lesson(self) -> Lesson | None:
        """The game to learn by, None if there is none.

        What is said of its steps stands below `<ruleset>.lesson.<step>`: `title`, `text`, `other`; `end` is the last.
        """
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
    def shots(self, what: str, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Sequence[Opaque]: ...
    def told(self, chapter: Chapter, shots: Sequence[Opaque]) -> str: ...
    def alt(self, chapter: Chapter, shots: Sequence[Opaque]) -> str: ...
    def draw(self, what: str, shots: Sequence[Opaque], form: str, names: Names, look: Look, check: Check) -> bytes: ...
