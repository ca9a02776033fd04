"""The types of a game that the house runs and does not know: what it gives to a game, and is given back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine import log
from engine.core import Action, Event, View
from engine.ruleset import Ruleset

V = TypeVar("V", bound=View)
V_in = TypeVar("V_in", bound=View, contravariant=True)
A_in = TypeVar("A_in", bound=Action, contravariant=True)
E_in = TypeVar("E_in", bound=Event, contravariant=True)

Opaque = Any
"""What a game is given back that it has made: its own view, action, event or state.

Each part of a game is written for its own types, and checked with them. The house has them as `View`, `Action`, `Event`
and `State`, of which it knows nothing but that they are not each other.
"""

AnyRules = Ruleset[Opaque, Opaque, Opaque, Opaque]
Timeline = log.Timeline[Opaque, Action, Event]
Told = log.Told[Event]

Further = Callable[[Opaque, Sequence[Opaque]], Action | None]
"""How somebody who asked for several steps goes on after each: his view, everything he may do; None to stop."""
