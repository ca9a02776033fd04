"""What a viewer can work out from his own view alone: the worth of a legion, and what it could muster."""

from __future__ import annotations

from engine.titan.events import Creatures, Mustered
from engine.titan.muster import recruits
from engine.titan.view import LegionView, View


def worth(view: View, legion: LegionView) -> int:
    """The points of the characters that the viewer is certain of (R18.5)."""
    score = next(player.score for player in view.players if player.seat == legion.owner)
    return sum(view.rules.value(code, score) for code in legion.creatures)


def enlists(view: View, legion: LegionView) -> Creatures:
    """What a legion of the viewer's may still muster where it stands, in the phase for it; each recruit once (R8.1)."""
    if view.phase != "muster" or not view.viewer == view.active == legion.owner or not legion.moved:
        return ()
    if any(isinstance(deed, Mustered) and deed.legion == legion.marker for deed in view.deeds):
        return ()
    stacks = {code: left for code, left, _ in view.caretaker}
    found = recruits(view.rules, view.turn, stacks, legion.land, legion.creatures)
    return view.rules.arranged({recruit for recruit, _ in found})
