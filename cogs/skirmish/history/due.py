"""Which pictures of a skirmish are due in the channel: never more than one field for a step of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.skirmish.events import AttackDeclared, BuildingRuined, Deployed, DiceRolled, Event, MapJoined, Moved, Placed
from engine.skirmish.view import View
from render.skirmish.field.rolls import rolls

CHANGES = (MapJoined, Moved, Placed, BuildingRuined)
"""After what the field looks different, outside of a combat."""


def due(before: View | None, after: View, events: Sequence[Event]) -> tuple[str, ...]:
    """The dice when a combat is over or a card was rolled for; the field after a step that changed it, and when the
    armies are open; in the end how both have done, and the last field; for whoever saw it end, its own picture.

    An Attack Step has one field, at its end; what single attacks did is told by their dice.
    """
    if after.phase == "over":
        if before is None:
            return "standing", "board"
        return ("standing", "moment-end") if before.phase != "over" else ()
    if before is None:
        return ("board",)
    thrown = any(isinstance(event, DiceRolled) and event.card for event in events)
    dice = ("dice",) if (_fought(before, after) or thrown) and rolls(after) else ()
    return (*dice, "board") if _changed(before, after, events) else dice


def _fought(before: View, after: View) -> bool:
    """Whether a combat has just ended, with its counter."""
    return before.combat is not None and (after.combat is None or _pair(before) != _pair(after))


def _pair(view: View) -> tuple[int, int]:
    combat = view.combat
    assert combat is not None, "two units are in a combat"
    while combat.outer is not None:
        combat = combat.outer
    return combat.attacker, combat.target


def _changed(before: View, after: View, events: Sequence[Event]) -> bool:
    if any(isinstance(event, Deployed) for event in events):
        return after.phase != "preparing"
    if _attacks(before) and not _attacks(after):
        return True
    outside = before.combat is None and not _attacks(before)
    return outside and any(isinstance(event, CHANGES) for event in events)


def _attacks(view: View) -> bool:
    """Whether it is in an Attack Step in which something was done, by one who has fallen since too."""
    if view.combat is not None:
        return True
    attacked = any(unit.attacks for unit in view.units) or any(isinstance(e, AttackDeclared) for e in view.before)
    return view.phase == "attacking" and attacked
