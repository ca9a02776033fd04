"""What a viewer can work out from their own view alone: of legions their worth, goals and recruits; who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core import Seat
from engine.titan.actions import May, Move, Teleport
from engine.titan.board import TOWER
from engine.titan.events import Creatures, Mustered
from engine.titan.phases.muster import recruits
from engine.titan.rules import TITAN, Rules
from engine.titan.view import EndView, LegionView, PlayerView, View


def worth(view: View, legion: LegionView) -> int:
    """The points of the characters that the viewer is certain of (R18.5)."""
    return view.rules.worth(legion.creatures, view.players[legion.owner].score)


def enemies(view: View) -> frozenset[int]:
    """The lands where legions of others stand."""
    return frozenset(legion.land for legion in view.legions if legion.owner != view.viewer)


def is_last(view: View) -> bool:
    """Whether the game ends with this Game-Turn (V2.2)."""
    return any(end.reached for end in view.ends)


def is_wiped_out(view: View, seat: Seat) -> bool:
    """Whether a player has nobody on the board and waits for the turn in which they come back (V6.1)."""
    player = view.players[seat]
    return bool(player.wipeouts) and not player.legions and not player.out


def enlists(view: View, legion: LegionView) -> Creatures:
    """What a legion of the viewer's may still muster where it stands, in the phase for it; each recruit once (R8.1)."""
    if view.phase != "muster" or not view.viewer == view.active == legion.owner or not legion.moved:
        return ()
    if any(isinstance(deed, Mustered) and deed.legion == legion.marker for deed in view.deeds):
        return ()
    return _offered(view, legion.land, legion.creatures)


def _offered(view: View, land: int, creatures: Creatures) -> Creatures:
    """What these characters may muster in a land, by the caretaker's stacks; each recruit once."""
    stacks = {code: left for code, left, _ in view.caretaker}
    return view.rules.arranged({recruit for recruit, _ in recruits(view.rules, view.turn, stacks, land, creatures)})


def placed(view: View) -> tuple[tuple[int, PlayerView], ...]:
    """Every player with their place, the first first; those who are level share one.

    Players in the game go by their score, before those who are out: the later they fell, the better. Once the game is
    over its winners are first, even if the last of them fell together (R19.8); if it ended by agreement the totals
    have placed all (V3.2).
    """
    if all(player.place for player in view.players):
        final = ((player.place, player) for player in view.players)
        return tuple(sorted(final, key=lambda place: (place[0], place[1].seat)))

    def rank(player: PlayerView) -> tuple[bool, int]:
        if player.seat in view.winners:
            return False, 0
        return (True, -player.out) if player.out else (False, -player.score)

    ranks = {player.seat: rank(player) for player in view.players}
    found = ((1 + sum(other < ranks[player.seat] for other in ranks.values()), player) for player in view.players)
    return tuple(sorted(found, key=lambda place: (place[0], place[1].seat)))


def progress(view: View, end: EndView) -> tuple[int, int]:
    """How far an end condition is, and how much it takes: turns, points, characters, stacks, wipe-outs (V2.3).

    Of what has a single step that is 0 or 1 of 1.
    """
    match end.key:
        case "turns":
            return view.turn, int(end.value)
        case "score":
            return max(player.score for player in view.players), int(end.value)
        case "extinction":
            dead = {code: number for code, _, number in view.caretaker}
            return dead[end.value], view.rules.kinds[end.value].stack
        case "stacks":
            creatures = {code for code, kind in view.rules.kinds.items() if kind.rank == "creature"}
            return sum(code in creatures and not left for code, left, _ in view.caretaker), int(end.value)
        case "wipeouts":
            return sum(player.wipeouts for player in view.players), int(end.value)
        case _:
            return int(end.reached), 1


@dataclass(frozen=True, slots=True)
class Goal:
    """A land that may be gone to, by which legions, whether only by teleporting, and over which sides if it matters.

    `recruits` is what the one legion that is asked after could muster there; empty if nothing, or if all are asked.
    """

    land: int
    legions: tuple[str, ...]
    teleport: bool
    sides: tuple[int, ...]
    recruits: Creatures = ()


def goals(view: View, actions: Iterable[May], focus: str = "") -> tuple[Goal, ...]:
    """The goals of the moves among the `actions`, by land; only those of the legion `focus`, if there is one."""
    moves = [a for a in actions if isinstance(a, Move | Teleport) and focus in ("", a.legion)]
    return tuple(
        _goal(view, land, [move for move in moves if move.land == land], focus)
        for land in sorted({move.land for move in moves})
    )


def _goal(view: View, land: int, moves: list[Move | Teleport], focus: str) -> Goal:
    attacked = land in enemies(view)
    sides = tuple(sorted({move.side for move in moves if move.side})) if attacked else ()
    legion = next((legion for legion in view.legions if legion.marker == focus), None)
    return Goal(
        land=land,
        legions=tuple(sorted({move.legion for move in moves})),
        teleport=all(isinstance(move, Teleport) for move in moves),
        sides=sides,
        recruits=_offered(view, land, legion.creatures) if legion else (),
    )


def recruited(rules: Rules, terrain: str) -> Iterator[tuple[str, str, int]]:
    """What is mustered in a terrain, from the lowest: each recruit with whom it takes, and how many (R8.3-R8.7).

    In a Tower, no number is needed of nobody for a free one, and a number of nobody in particular is one of any kind.
    """
    if terrain == TOWER:
        yield from ((code, "", 0) for code in rules.tower.free)
        yield rules.tower.guardian, "", rules.tower.guardian_same_creatures
        yield rules.tower.warlock, TITAN, rules.tower.warlock_titans
        return
    chain = rules.chains[terrain]
    for place, code in enumerate(chain.order):
        yield (code, chain.order[place - 1], chain.need[place]) if place else (code, code, 1)
