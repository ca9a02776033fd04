"""Which functions answer for each phase, from the modules that play it."""

from __future__ import annotations

from engine.skirmish import command, draft, hands, lore, move, prepare, scenario, scoring, setup, turn, windows
from engine.skirmish.combat import attacking, fight
from engine.skirmish.handler import Handler, Handlers
from engine.skirmish.state import Over

HANDLERS: Handlers = {
    **setup.HANDLERS,
    **draft.HANDLERS,
    **prepare.HANDLERS,
    **hands.HANDLERS,
    **turn.HANDLERS,
    **command.HANDLERS,
    **move.HANDLERS,
    **windows.HANDLERS,
    **lore.HANDLERS,
    **scoring.HANDLERS,
    **scenario.HANDLERS,
    **attacking.HANDLERS,
    **fight.HANDLERS,
    Over: Handler("over"),
}
