"""What the handlers of this game are made of: see `engine.phases`."""

from __future__ import annotations

from engine import phases
from engine.titan.actions import Action
from engine.titan.events import Event
from engine.titan.state import State

Step = phases.Step[State, Event]
"""A state and what happened on the way to it."""

Handlers = phases.Handlers[State, Action, Event]
"""Which functions answer for each phase, from the modules that play it."""
