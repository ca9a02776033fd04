"""Commencement: the mover splits legions, then rolls for movement (R4, R5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.core import Draw, Drawn, Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.titan.actions import Action, Roll, Split
from engine.titan.events import Creatures, Parted, Rolled
from engine.titan.facts import Divided
from engine.titan.handler import Handlers, Step
from engine.titan.rules import Rules
from engine.titan.state import Legion, Moving, Rolling, Splitting, State
from engine.values import replace, without

LEAST = 2
"""The fewest characters that a split may leave in a legion (R4.1)."""

_split = lru_cache(maxsize=65536)(Split)
"""Listed again and again, made once."""


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Every split with every free marker, legions in marker order, then the roll."""
    opening = is_opening(state.turn, state.players[seat].wipeouts)
    for legion in state.own(seat):
        for part in parts(state.rules, legion.creatures, opening):
            for marker in state.players[seat].markers:
                yield _split(legion.marker, marker, part)
    if may_roll(state):
        yield Roll()


def is_opening(turn: int, wipeouts: int) -> bool:
    """Whether a player who was wiped out so often splits the starting legion in this turn, and nothing else (R4.2)."""
    return turn == 1 and not wipeouts


def must_halve(rules: Rules, creatures: Creatures) -> bool:
    """Whether this can only be split four and four, a lord in each half: eight with two lords (R4.2, V6.6)."""
    return len(creatures) > rules.max_height and _lords(rules, creatures) == 2


def _lords(rules: Rules, creatures: Creatures) -> int:
    return sum(rules.kinds[code].lord for code in creatures)


@lru_cache(maxsize=4096)
def parts(rules: Rules, creatures: Creatures, opening: bool) -> tuple[Creatures, ...]:
    """Every part of a legion that may leave it, as sorted lists: 2 up to all but 2 of them (R4.1).

    Of eight with two lords it is four with one of them (R4.2, V6.6). After that nothing more in the opening.
    """
    if opening and len(creatures) <= rules.max_height:
        return ()
    found = []
    halved = must_halve(rules, creatures)
    for part in _subsets(creatures):
        if halved:
            if len(part) == len(creatures) // 2 and _lords(rules, part) == 1:
                found.append(part)
        elif LEAST <= len(part) <= len(creatures) - LEAST:
            found.append(part)
    return tuple(found)


def _subsets(creatures: Creatures) -> Iterator[Creatures]:
    """Every different multiset within a sorted list, shorter prefixes first."""
    if not creatures:
        yield ()
        return
    first = creatures[0]
    same = creatures.count(first)
    for rest in _subsets(creatures[same:]):
        for taken in range(same + 1):
            yield (first,) * taken + rest


def may_roll(state: State) -> bool:
    """Whether Commencement may end: no legion above seven, and the first turn's split made (R4.2, R4.4).

    A player without a free marker can't split, and keeps a legion of eight until there is one (V6.9).
    """
    tall = any(legion.height > state.rules.max_height for legion in state.own(state.active))
    return not tall or not state.players[state.active].markers


def apply(state: State, seat: Seat, action: Split | Roll) -> Step:
    """The state after a split, or with the die in the air."""
    if isinstance(action, Roll):
        return replace(state, phase=Rolling()), ()
    rules, legion, player = state.rules, state.legions[action.legion], state.players[seat]
    left = without(legion.creatures, action.creatures)
    child = Legion(action.marker, seat, legion.land, action.creatures, parent=legion.marker)
    public = is_opening(state.turn, player.wipeouts) or not rules.hide_stacks_on_spawn
    opening = must_halve(rules, legion.creatures) and public  # else that there are two lords is nobody's business
    state = state.put(replace(legion, creatures=left), child)
    state = state.with_player(seat, markers=tuple(m for m in player.markers if m != action.marker))
    state = state.note(Divided(legion.marker, action.marker, child.height, opening))
    parted = Parted(seat, legion.marker, action.marker, len(left), child.height, action.creatures)
    return state, (parted,)


def wants(state: State) -> Draw:
    """The movement die (R5.1)."""
    throw = current(state.phase, Rolling).throw
    return Draw("movement", 1, 6, place=f"turn {state.turn} seat {state.active} roll {throw}")


def rolled(state: State, drawn: Drawn) -> Step:
    """The movement die fell (R5.1)."""
    roll, throw = drawn.values[0], current(state.phase, Rolling).throw
    return replace(state, phase=Moving(roll, throw=throw)), (Rolled(state.active, roll, throw > 1),)


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the mover in Commencement."""
    rules = state.rules
    if isinstance(action, Roll):
        tall = tuple(leg.marker for leg in state.own(seat) if leg.height > rules.max_height)
        return (
            Illegal("roll-first-split")
            if is_opening(state.turn, state.players[seat].wipeouts)
            else Illegal("roll-too-high", legions=tall)
        )
    if not isinstance(action, Split):
        return None
    legion = state.legions[action.legion]
    markers = state.players[seat].markers
    if not markers:
        return Illegal("no-marker-free")
    if action.marker not in markers:
        return Illegal("marker-not-yours", marker=action.marker, free=markers)
    if is_opening(state.turn, state.players[seat].wipeouts) and legion.height <= rules.max_height:
        return Illegal("split-once")
    try:
        left = without(legion.creatures, action.creatures)
    except ValueError:
        return Illegal("split-creatures", legion=legion.marker, creatures=action.creatures, contents=legion.creatures)
    if must_halve(rules, legion.creatures):
        return Illegal("split-first", legion=legion.marker)
    if legion.height < 2 * LEAST:
        return Illegal("legion-height", legion=legion.marker, height=legion.height, least=2 * LEAST)
    if min(len(left), len(action.creatures)) < LEAST:
        return Illegal("split-too-small", legion=legion.marker, least=LEAST)
    return Illegal("split-order", creatures=rules.arranged(action.creatures))


HANDLERS: Handlers = {
    Splitting: Handler("split", (Split, Roll), the_active, legal, apply, refusal),
    Rolling: Handler("roll", wants=wants, drawn=rolled),
}
