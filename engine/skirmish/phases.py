"""Which functions answer for each phase, from the modules that play it."""

from __future__ import annotations

from engine.skirmish import draft, hands, prepare, setup
from engine.skirmish.handler import Handler, Handlers
from engine.skirmish.state import Over

HANDLERS: Handlers = {
    **setup.HANDLERS,
    **draft.HANDLERS,
    **prepare.HANDLERS,
    **hands.HANDLERS,
    Over: Handler("over"),
}
