"""Which functions answer for each phase, from the modules that play it."""

from __future__ import annotations

from engine.skirmish.handler import Handler, Handlers
from engine.skirmish.state import Over

HANDLERS: Handlers = {Over: Handler("over")}
