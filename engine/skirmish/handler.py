"""How a phase is played: which functions answer for it. Every module of phases has a table of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Draw, Drawn, Illegal, Seat
from engine.skirmish.actions import Action
from engine.skirmish.events import Event
from engine.skirmish.state import State

Step = tuple[State, tuple[Event, ...]]
"""A state and what happened on the way to it."""


def nobody(state: State) -> tuple[Seat, ...]:
    """Nobody has to decide."""
    return ()


def the_active(state: State) -> tuple[Seat, ...]:
    """Whose turn it is."""
    return (state.active,)


def nothing(state: State, seat: Seat) -> Iterator[Action]:
    """Nothing may be done."""
    return iter(())


def never(state: State, seat: Seat, action: Action) -> Step:
    """Nobody decides anything here."""
    raise AssertionError(f"{action} is no decision in {state.phase}")


def no_reason(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Nothing to say beyond that it is not possible."""
    return None


def nothing_wanted(state: State) -> Draw | None:
    """Chance is not asked."""
    return None


def never_drawn(state: State, drawn: Drawn) -> Step:
    """Chance says nothing here."""
    raise AssertionError(f"nothing was drawn for in {state.phase}")


def stays(state: State) -> Step | None:
    """Nothing follows by itself."""
    return None


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers for a phase; each function reads the phase from the state.

    `name` is what views call the phase, `verbs` the kinds of decisions it has. `waiting` are the seats that must
    decide, none while chance is wanted. `onward` is what follows without a choice: it is asked until it says None.
    """

    name: str
    verbs: tuple[type, ...] = ()
    waiting: Callable[[State], tuple[Seat, ...]] = nobody
    legal: Callable[[State, Seat], Iterator[Action]] = nothing
    apply: Callable[[State, Seat, Any], Step] = never
    refusal: Callable[[State, Seat, Any], Illegal | None] = no_reason
    wants: Callable[[State], Draw | None] = nothing_wanted
    drawn: Callable[[State, Drawn], Step] = never_drawn
    onward: Callable[[State], Step | None] = stays


Handlers = Mapping[type, Handler]
