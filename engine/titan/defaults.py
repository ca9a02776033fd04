"""What is done for somebody whose time is up: the column "default after time-out" of ASYNC_PLAY 9 (A8.5).

Nothing is given away for them: they don't flee, concede, agree, teleport, resign, or split beyond what the rules
compel; what they can't do without is done in the plainest way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import TypeVar

from engine.core import Seat
from engine.log import Undo
from engine.pick import FIRST, Pick
from engine.titan.actions import (
    Acquire,
    Colour,
    Done,
    Engage,
    Fight,
    FirstMarker,
    May,
    Move,
    Muster,
    Refuse,
    Reinforce,
    Roll,
    Spawn,
    Split,
)
from engine.titan.battle.entering import deploys, entering
from engine.titan.battle.policy import struck
from engine.titan.board import BOTTOM, SIDES
from engine.titan.events import Agreed, Maneuvered
from engine.titan.rules import TITAN
from engine.titan.sides import DEFENDER
from engine.titan.view import View
from engine.values import without

A = TypeVar("A")


def default(view: View, actions: Sequence[May], pick: Pick = FIRST) -> May:
    """What is done for the viewer, who must decide now; `actions` are all that they may do, also to take back.

    It follows from what they see, the same each time, but for one thing that others must not be able to tell: which
    half leaves when a legion of eight is split for them, with which Lord in it. That is a whim of `pick`.
    Acting so until nothing more is asked ends every phase.
    """
    return PHASES[view.phase](view, actions, pick)


def _those(actions: Sequence[May], kind: type[A]) -> list[A]:
    return [a for a in actions if isinstance(a, kind)]


# --- setting up, coming back (rows 1, 37) ---


def _setup(view: View, actions: Sequence[May], pick: Pick) -> May:
    colours = _those(actions, Colour)
    return colours[0] if colours else FirstMarker(_marker(view, [a.marker for a in _those(actions, FirstMarker)]))


def _spawn(view: View, actions: Sequence[May], pick: Pick) -> May:
    """The dearest, which is the first in the list (V7.6)."""
    slots = _those(actions, Spawn)
    return slots[0] if slots else _setup(view, actions, pick)


def _marker(view: View, free: Sequence[str]) -> str:
    """One's own with the lowest number, before those taken from others (rows 4, 34)."""
    colour = next(player.colour for player in view.players if player.seat == view.viewer)
    own = view.rules.colours[colour].markers
    return min(free, key=lambda marker: (marker not in own, marker))


# --- Commencement and Movement (rows 2 to 11) ---


def _split(view: View, actions: Sequence[May], pick: Pick) -> May:
    """The roll; before it only legions that are too tall are split, once each."""
    rolls = _those(actions, Roll)
    if rolls:
        return rolls[0]
    tall = {leg.marker: leg.creatures for leg in view.legions if _mine(view, leg.owner) and _tall(view, leg.height)}
    splits = [a for a in _those(actions, Split) if a.legion in tall]
    legion = min(a.legion for a in splits)
    marker = _marker(view, [a.marker for a in splits if a.legion == legion])
    ways = [a for a in splits if a.legion == legion and a.marker == marker]
    least = min(_unlike(view, tall[legion], a.creatures) for a in ways)
    even = [a for a in ways if _unlike(view, tall[legion], a.creatures) == least]
    half = even[0].creatures
    return pick.choice([a for a in even if a.creatures in (half, without(tall[legion], half))])


def _tall(view: View, height: int) -> bool:
    return height > view.rules.max_height


def _unlike(view: View, creatures: tuple[str, ...], part: tuple[str, ...]) -> tuple[int, ...]:
    """How far a split is from the plainest: as many here as there, as many Lords, pairs kept together, those with the
    Titan who come last in `creatures.toml`. Of the starting legion these are two Ogres and a Gargoyle (row 2).

    It is the same whichever half leaves.
    """
    kinds, left = view.rules.kinds, without(creatures, part)
    lords = [sum(kinds[code].lord for code in half) for half in (part, left)]
    parted = sum(0 < part.count(code) < count for code, count in Counter(creatures).items())
    guard = max(part, left, key=lambda half: (TITAN in half, half))
    return abs(len(part) - len(left)), abs(lords[0] - lords[1]), parted, *(-view.rules.rank[code] for code in guard)


def _move(view: View, actions: Sequence[May], pick: Pick) -> May:
    """The end; before it those who must part, to a land without an enemy if there is one, then of the lowest number."""
    ends = _those(actions, Done)
    if ends:
        return ends[0]
    at = {legion.marker: legion.land for legion in view.legions if _mine(view, legion.owner)}
    stacked = Counter(at.values())
    enemies = {legion.land for legion in view.legions if not _mine(view, legion.owner)}

    def order(move: Move) -> tuple[bool, bool, int, str, int]:
        alone = stacked[at[move.legion]] == 1
        return alone, move.land in enemies, move.land, move.legion, ENTRY.index(move.side)

    return min(_those(actions, Move), key=order)


ENTRY = (BOTTOM, *(side for side in SIDES if side != BOTTOM))
"""The entry sides as they are taken: bottom, right, left (rows 8, 10)."""


def _mine(view: View, owner: Seat) -> bool:
    return owner == view.viewer


# --- Engagements (rows 12 to 17) ---


def _engage(view: View, actions: Sequence[May], pick: Pick) -> May:
    return min(_those(actions, Engage), key=lambda a: a.land)


def _parley(view: View, actions: Sequence[May], pick: Pick) -> May:
    """An offer that stands is refused, and battle insisted on."""
    return next(iter(_those(actions, Refuse)), None) or _those(actions, Fight)[0]


# --- battle, and after it (rows 18 to 31, 38) ---


def _battle(view: View, actions: Sequence[May], pick: Pick) -> May:
    """The dearest reinforcement, everybody onto the map, nobody else moved, nobody summoned; strikes by the policy."""
    return (
        struck(view, actions)
        or _reinforce(view, actions)
        or entering(view, actions)
        or _making_room(view, _those(actions, Undo))
        or _those(actions, Done)[0]
    )


def _making_room(view: View, ways: Sequence[Undo]) -> Undo | None:
    """The placing taken back of whoever is worth least, of equal ones the first by name, where a Titan is outside of a
    Tower that is full: it never stays out (V6.9). None where it is not so.

    All that can be taken back in a deployment are its placings, each by itself.
    """
    battle = view.battle
    if battle is None or not deploys(view.rules, battle):
        return None
    if not any(f.creature == TITAN and f.side == DEFENDER and not f.hex for f in battle.fighters):
        return None
    placed = [deed.creature for deed in view.deeds if isinstance(deed, Maneuvered)]
    kinds = (
        (view.rules.kinds[code], way)
        for code, way in zip(placed, sorted(ways, key=lambda way: way.entries), strict=False)
    )
    given_up = [(kind.value, kind.name, way) for kind, way in kinds if kind.code != TITAN]
    return min(given_up, key=itemgetter(0, 1))[2] if given_up else None


def _reinforce(view: View, actions: Sequence[May]) -> Reinforce | None:
    """The recruit of most value."""
    offered = _those(actions, Reinforce)
    dearest = max((view.rules.kinds[a.recruit].value for a in offered), default=0)
    return least_shown(view, [a for a in offered if view.rules.kinds[a.recruit].value == dearest])


W = TypeVar("W", Reinforce, Muster)


def least_shown(view: View, ways: Sequence[W]) -> W | None:
    """The way of taking a recruit that shows the least: by value, of equals the first (A7.6). None if there is none."""
    return min(ways, key=lambda way: sum(view.rules.kinds[code].value for code in way.shown), default=None)


def _gather(view: View, actions: Sequence[May], pick: Pick) -> May:
    """Archangels, Angels, then the dearest reinforcement, unless it would show what nobody has seen (rows 29 to 31).

    A legion that fought is known to all; one that has settled by agreement is not.
    """
    angels = _those(actions, Acquire)
    if angels:
        return max(angels, key=lambda a: view.rules.kinds[a.creature].value)
    assert view.engaged is not None, "additions belong to an engagement"
    agreed = any(isinstance(deed, Agreed) and deed.land == view.engaged.land for deed in view.deeds)
    return (None if agreed else _reinforce(view, actions)) or _those(actions, Done)[0]


def _end(view: View, actions: Sequence[May], pick: Pick) -> May:
    """Nobody is mustered: it would show recruiters, and the stack grows (rows 32, 33)."""
    return _those(actions, Done)[0]


PHASES: Mapping[str, Callable[[View, Sequence[May], Pick], May]] = {
    "setup": _setup,
    "spawn": _spawn,
    "split": _split,
    "move": _move,
    "engage": _engage,
    "parley": _parley,
    "battle": _battle,
    "gather": _gather,
    "muster": _end,
}
