"""A game in phases: who must decide in each, what may be done, what comes of it, and what follows without a choice.

A handler has the functions that answer for a phase, and stands beside its rules. They read the phase from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from engine.core import CHANCE, Draw, Drawn, Illegal, Seat
from engine.notation import verb


class Phased(Protocol):
    """A state: it has a phase, and it is somebody's turn."""

    @property
    def phase(self) -> object: ...
    @property
    def active(self) -> Seat: ...


S = TypeVar("S", bound=Phased)
A = TypeVar("A")
E = TypeVar("E")
D = TypeVar("D")
P = TypeVar("P")

Step = tuple[S, tuple[E, ...]]
"""A state and what happened on the way to it."""


def current(phase: object, kind: type[P]) -> P:
    """A phase, or a part of one, that is of this kind."""
    assert isinstance(phase, kind), f"{kind.__name__} is answered for, and not {phase}"
    return phase


def the_active(state: Phased) -> tuple[Seat, ...]:
    """Whose turn it is."""
    return (state.active,)


def never(state: Phased, seat: Seat, action: object) -> NoReturn:
    """Nobody decides anything here."""
    raise AssertionError(f"{action} is no decision in {state.phase}")


def never_drawn(state: Phased, drawn: Drawn) -> NoReturn:
    """Chance says nothing here."""
    raise AssertionError(f"nothing was drawn for in {state.phase}")


@dataclass(frozen=True, slots=True)
class Handler(Generic[S, A, D, E]):
    """What answers for a phase in which decisions of the kinds D are made, of all the actions A.

    `name` is what views call the phase, `verbs` the kinds of decisions it has. `waiting` are the seats that must
    decide, none while chance is wanted; `legal` is asked for these alone. `onward` is what follows without a choice: it
    is asked until it says None.
    """

    name: str
    verbs: tuple[type, ...] = ()
    waiting: Callable[[S], tuple[Seat, ...]] = lambda state: ()
    legal: Callable[[S, Seat], Iterator[A]] = lambda state, seat: iter(())
    apply: Callable[[S, Seat, D], Step[S, E]] = never
    refusal: Callable[[S, Seat, D], Illegal | None] = lambda state, seat, action: None
    wants: Callable[[S], Draw | None] = lambda state: None
    drawn: Callable[[S, Drawn], Step[S, E]] = never_drawn
    onward: Callable[[S], Step[S, E] | None] = lambda state: None


Handlers = Mapping[type, Handler[S, A, Any, E]]
"""Which functions answer for each kind of phase."""


@dataclass(frozen=True, slots=True)
class Phases(Generic[S, A, E]):
    """All phases of a game. `watch` is asked after every step what has come true by it, whatever the phase.

    `at` is what of a state tells who answers: its phase, or a part of that. `barred` is a reason that may stand against
    a decision in any phase that has it.
    """

    handlers: Handlers[S, A, E]
    watch: Callable[[S], Step[S, E]]
    at: Callable[[S], object] = lambda state: state.phase
    barred: Callable[[S, Seat, A], Illegal | None] = lambda state, seat, action: None

    def of(self, state: S) -> Handler[S, A, Any, E]:
        """What answers for a state."""
        return self.handlers[type(self.at(state))]

    def waiting(self, state: S) -> tuple[Seat, ...]:
        """The seats that everybody is told the game waits for."""
        return self.of(state).waiting(state)

    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        """What `seat` may do in this phase, in the order of its handler; nothing if it need not decide."""
        handler = self.of(state)
        return handler.legal(state, seat) if seat in handler.waiting(state) else iter(())

    def refusal(self, state: S, seat: Seat, action: A) -> Illegal:
        """Why `seat` may not do `action` in this phase: the first of the reasons that stands, with the facts."""
        handler, waiting = self.of(state), self.waiting(state)
        if seat not in waiting:
            return Illegal("not-your-turn", waiting=waiting)
        if type(action) not in handler.verbs:
            return Illegal("phase-other", phase=handler.name, verbs=tuple(verb(kind) for kind in handler.verbs))
        why = self.barred(state, seat, action) or handler.refusal(state, seat, action)
        return why or Illegal("not-legal")

    def step(self, state: S, seat: Seat, action: A | Drawn) -> Step[S, E]:
        """The state after a decision that belongs to its phase, or after what chance said."""
        if isinstance(action, Drawn):
            assert seat == CHANCE, "draws are chance's"
            return self.of(state).drawn(state, action)
        return self.of(state).apply(state, seat, action)

    def onward(self, state: S, events: tuple[E, ...]) -> Step[S, E]:
        """The state once somebody must decide or chance is wanted, and all that happened after what `events` tell."""
        while True:
            state, true = self.watch(state)
            further = self.of(state).onward(state)
            if further is None:
                return state, events + true
            state, more = further
            events += true + more
