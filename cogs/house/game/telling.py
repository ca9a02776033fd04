"""What a game tells of what has happened: its log, scenes, digests and stories, and what is counted and foretold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol

from cogs.house.game.game_types import E_in, Opaque, V, V_in
from cogs.house.game.pictures import Look
from cogs.house.values.finished import Standing
from cogs.house.words.words import Names
from engine.core import Seat
from engine.ruleset import E

Replay = Callable[[Opaque, Sequence[Opaque], Names, Look, Callable[[], None]], tuple[bytes, str]]
"""A part of a game as one animated picture, and what that shows in words, in a look and with the names as they are.

It is given the channel's view from before it and its moments, see `cogs.house.game.public_history`; what is called now
and then raises once nobody waits for it any more.
"""

Occasion = tuple[Seat, str]
"""Whose great or bad moment something is, and which of OCCASIONS."""

OCCASIONS = AGAIN, UPSET, GREAT, FALL, WON = "again", "upset", "great", "fall", "won"
"""A roll is rejected, a fight won against the odds, something great is gained, all is lost, and won."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a game that everybody may follow in a place of its own, such as a battle.

    `key` is its own among those of the game, `name` what the place is called, `about` what is told at its beginning.
    """

    key: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Scenes(Generic[V, E]):
    """Parts of a game that are told in places of their own.

    `now(view)` is the scene that is played, by the channel's view; the pictures of the `scenic` kinds and the events
    that are `within` one are told in its place alone, the others in the game's log too. `replay` shows a scene that has
    gone on for long at once.
    """

    now: Callable[[V], Scene | None] = lambda view: None
    within: Callable[[E], bool] = lambda event: False
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What those who only watch may foretell: the sentence that asks it, and every answer with its words."""

    text: str
    answers: Mapping[str, str]


class Questions(Protocol[V_in, E_in]):
    """What can be foretold of a game. All of it follows from what everybody knows, the number of answers too.

    A question has a key that is its own among those of the game and from which its words can be made at any time.
    """

    def open(self, view: V_in) -> tuple[str, ...]:
        """The keys of what can be foretold now, from the channel's view."""
        ...

    def question(self, key: str, names: Names) -> Question:
        """A question that was asked at some time."""
        ...

    def answers(self, view: V_in, events: Sequence[E_in]) -> Mapping[str, str]:
        """What is decided, by question, by what the channel heard since its `view`; also of what nobody was asked.

        Empty for what cannot be foretold any more but is still to come.
        """
        ...


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game as a written story: all of it as Markdown, and what a message says of it."""

    text: str
    summary: str


@dataclass(frozen=True, slots=True)
class LogFormat(Generic[E]):
    """How a game is looked up once it has happened.

    `part(event, names)` is the name of the part of the game that begins with an event, such as a player's turn; empty
    if none does. `about(event)` are the names of what an event is about, by which it can be found: whatever an event
    as somebody has seen it names, they know of. `short(event, names)` is it in a notation, empty where that has nothing
    for it; `opened(event, names)` is what is said of an event with a secret to those whose it was not, once all is
    open. `chronicle(title, moments, names, opened)` tells the game by its
    moments, see `cogs.house.game.public_history`, as far as they show it; None for a game that nobody tells.
    """

    part: Callable[[E, Names], str] = lambda event, names: ""
    about: Callable[[E], tuple[str, ...]] = lambda event: ()
    short: Callable[[E, Names], str] = lambda event, names: ""
    opened: Callable[[E, Names], str] = lambda event, names: ""
    chronicle: Callable[[str, Sequence[Opaque], Names, bool], Chronicle] | None = None


class Seen(Protocol):
    """Something that happened, as everybody saw it, and the game right after it with nothing hidden."""

    @property
    def events(self) -> tuple[Opaque, ...]: ...
    @property
    def view(self) -> Opaque: ...


class Tally(Protocol[V_in]):
    """What a game counts once it is over, and how that is said."""

    def count(self, happened: Sequence[Seen], final: V_in) -> tuple[Standing, ...]:
        """How each seat did, by seat, from all that happened and the game as it is now, with nothing hidden.

        Where the players have agreed on a draw it is not at its end; those who still play share the first place.
        """
        ...

    def turns(self, final: V_in) -> int:
        """How many turns the game had that ended so."""
        ...

    def said(self, figures: Mapping[str, float]) -> tuple[str, ...]:
        """Figures of one game or of several together, in words, a line each; nothing of what was never counted."""
        ...


class Digests(Protocol):
    """What a game tells whoever comes back of what the others have done since their turn, by the moments of that.

    The first of these is the one in which that turn ended, see `cogs.house.game.public_history`.
    """

    def lines(self, seat: Seat, moments: Sequence[Opaque], names: Names) -> tuple[str, ...]:
        """A line for each player but `seat` who has done something, in the order of their turns."""
        ...

    def film(
        self, seat: Seat, moments: Sequence[Opaque], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        """The same as one short moving picture, and what that shows in words; with the names as they are.

        What is called now and then raises once nobody waits for it any more.
        """
        ...


@dataclass(frozen=True, slots=True)
class Telling(Generic[V, E]):
    """What a game tells of what has happened.

    `log_format` is how that is looked up, `since` shows what has happened since somebody's turn, `tally` is what is
    counted once it is over, `questions` are what those who only watch can foretell; None where there is nothing of the
    kind. `occasions(event, before)` are the moments that an event is, as everybody saw it, at which a bot may say a
    word; `before()` is the channel's view of right before its entry. In no player's turn has a seat two, save for the
    end. `summary(view, names)` is told in place of each decision that `Deciding.ready` has made, by the channel's view.
    """

    log_format: LogFormat[E] = field(default_factory=LogFormat)
    since: Digests | None = None
    tally: Tally[V] | None = None
    questions: Questions[V, E] | None = None
    occasions: Callable[[E, Callable[[], V]], tuple[Occasion, ...]] = lambda event, before: ()
    summary: Callable[[V, Names], str] = lambda view, names: ""
