"""The contract of a ruleset, and the two functions that no ruleset may replace.

A game is a list of decisions and of what chance said. `apply` turns a state and one of those into
the next state and the events that tell people of it; nothing else changes a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol, TypeVar

from engine.core import Action, Draw, Drawn, Event, Illegal, Options, Seat, State, Takeback, View
from engine.notation import Notation

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View, covariant=True)


class Ruleset(Protocol[S, A, E, V]):
    """The rules of one game. States, actions, events and views are frozen values of its own types."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int:
        """The rules of now. It goes up when they would play an old game otherwise; those go on as they began."""
        ...

    @property
    def notation(self) -> Notation: ...

    def new_game(self, seats: int, options: Options, version: int | None = None) -> S:
        """The state before the first decision, by the rules of a version from 1 on, of now if None.

        Raises Illegal for options or a number of seats it lacks.
        """
        ...

    def awaiting(self, state: S) -> frozenset[Seat]:
        """The seats that must decide now. Empty while chance is wanted, and when the game is over."""
        ...

    def wants(self, state: S) -> Draw | None:
        """What chance must say before anything else can happen."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        """Everything that `seat` may do now, each once, in an order that depends on the state alone."""
        ...

    def refusal(self, state: S, seat: Seat, action: A) -> Illegal:
        """Why `seat` may not do `action`, which `legal` does not list. It explains and never decides."""
        ...

    def apply(self, state: S, seat: Seat, action: A | Drawn) -> tuple[S, tuple[E, ...]]:
        """The state after `action`, and what happened. The action is trusted."""
        ...

    def view(self, state: S, viewer: Seat | None) -> V:
        """What `viewer` may see; None is the channel."""
        ...

    def opened(self, state: S) -> V:
        """The channel's view with nothing hidden: for looking back on a game that is over, and for nothing else.

        A table may agree to show those who only watch what is long past, too.
        """
        ...

    def seen(self, event: E, viewer: Seat | None) -> E | None:
        """The event as `viewer` may learn of it; None if it is not for them, or for nobody.

        It lists what is not `Public` and has no `case _`: so an event that nobody thought of is told to nobody, and the
        type checker complains about a missing return.
        """
        ...

    def hand(self, state: S, seat: Seat) -> Hashable:
        """What `seat` alone sees of the game: equal as long as nothing of it has changed."""
        ...

    def phase(self, state: S) -> Hashable:
        """Which phase the game is in: equal until it ends, never equal to that of another phase. Public."""
        ...

    def takeback(self, action: A | Drawn) -> Takeback:
        """How `action` may be taken back."""
        ...

    def remember(self, state: S, undone: S, since: S) -> S:
        """`state` with what people have learnt between `since` and `undone`, which was taken back.

        Both `state` and `undone` have come of `since`. Equal to `state` if nothing was learnt that it does not tell.
        """
        ...


def plays(rules: Ruleset[S, A, E, V], version: int) -> bool:
    """Whether games that began by the rules of a version are played as they began."""
    return 1 <= version <= rules.version


def play(rules: Ruleset[S, A, E, V], state: S, seat: Seat, action: A) -> tuple[S, tuple[E, ...]]:
    """The door: people, buttons and bots come through here. Raises Illegal; then nothing has changed."""
    if action not in rules.legal(state, seat):
        raise rules.refusal(state, seat, action)
    return rules.apply(state, seat, action)


def replay(rules: Ruleset[S, A, E, V], state: S, entries: Iterable[tuple[Seat, A | Drawn]]) -> S:
    """The state after `entries`, which went through the door once and are trusted."""
    for seat, action in entries:
        state, _ = rules.apply(state, seat, action)
    return state
