"""What a viewer can work out from his own view alone: a legion's worth, what it could muster, who is ahead."""

from __future__ import annotations

from engine.titan.events import Creatures, Mustered
from engine.titan.muster import recruits
from engine.titan.view import LegionView, PlayerView, View


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


def placed(view: View) -> tuple[tuple[int, PlayerView], ...]:
    """Every player with his place, the first first; who is level shares one.

    Who is in the game goes by his score, before those who are out: the later they fell, the better. Once the game is
    over its winners are first, even if the last of them fell together (R19.8).
    """

    def rank(player: PlayerView) -> tuple[bool, int]:
        if player.seat in view.winners:
            return False, 0
        return (True, -player.out) if player.out else (False, -player.score)

    ranks = {player.seat: rank(player) for player in view.players}
    found = ((1 + sum(other < ranks[player.seat] for other in ranks.values()), player) for player in view.players)
    return tuple(sorted(found, key=lambda place: (place[0], place[1].seat)))
