"""What the acts of one's own turn come to: splits, moves, the order of engagements, musters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core import Illegal
from engine.titan.actions import (
    Colour,
    Done,
    Engage,
    FirstMarker,
    Move,
    Mulligan,
    Muster,
    Roll,
    Spawn,
    Split,
    Teleport,
)
from engine.titan.defaults import ENTRY, W, least_shown
from engine.titan.events import Creatures, Parted
from engine.titan.orders import acts as do
from engine.titan.orders import conditions
from engine.titan.orders.acts import Act
from engine.titan.orders.order_position import ActOutcome, Next, OrderPosition, not_exact
from engine.titan.orders.phrases import STAY
from engine.titan.outlook import enemies

PHASES = ("setup", "spawn", "split", "move", "engage", "muster")
"""The phases of a turn in which its owner decides, in their order."""

WHEN: dict[type[Act], tuple[str, ...]] = {
    do.TakeColour: ("setup",),
    do.TakeMarker: ("setup", "spawn"),
    do.Spawned: ("spawn",),
    do.SplitOff: ("split",),
    do.RollNow: ("split",),
    do.EngageIn: ("engage",),
    do.End: ("muster",),
}
"""The phases that the acts of a turn belong to."""


def of_turn(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act that follows `my turn` comes to."""
    phase, when = scene.view.phase, WHEN[type(act)]
    if phase not in when:
        return Next.LATER if PHASES.index(phase) < PHASES.index(when[-1]) else Next.OVER
    match act:
        case do.TakeColour(colours):
            free = [Colour(colour) for colour in colours]
            return _ranked(scene, act, free, scene.those(Colour))
        case do.TakeMarker(marker):
            return _ranked(scene, act, [FirstMarker(marker)], scene.those(FirstMarker))
        case do.Spawned(recruits):
            return _ranked(scene, act, [Spawn(code) for code in recruits], scene.those(Spawn))
        case do.SplitOff():
            return _split(scene, act)
        case do.RollNow():
            return scene.only(Roll(), not_exact(act))
        case do.EngageIn(lands):
            return next((Engage(land) for land in lands if Engage(land) in scene.actions), Next.OVER)
        case _:
            return scene.only(Done(), not_exact(act))


def _ranked(scene: OrderPosition, act: Act, wanted: Sequence[ActOutcome], offered: Sequence[object]) -> ActOutcome:
    """The first of those wanted that is offered. Without any of the kind it is past, or to come: the marker is last."""
    if not offered:
        return Next.LATER if isinstance(act, do.TakeMarker) else Next.OVER
    return next((one for one in wanted if one in offered), not_exact(act))


def _split(scene: OrderPosition, act: do.SplitOff) -> ActOutcome:
    """A split that has been made is over; one of a legion that has changed is asked about (A7.2)."""
    made = (deed for deed in scene.view.deeds if isinstance(deed, Parted))
    if any((deed.parent, deed.child) == (act.legion, act.marker) for deed in made):
        return Next.OVER
    legion, known = conditions.legion(scene.view, act.legion), dict(scene.filed.basis)
    earlier = [deed.creatures for deed in scene.view.deeds if isinstance(deed, Parted) and deed.parent == act.legion]
    now = Counter(legion.creatures if legion else ()) + Counter(code for gone in earlier for code in gone)
    if act.legion in known and now != Counter(known[act.legion]):
        return Illegal("order-changed", legion=act.legion)
    wanted = act.legion, act.marker, Counter(act.creatures)
    splits = scene.those(Split)
    return next((a for a in splits if (a.legion, a.marker, Counter(a.creatures)) == wanted), not_exact(act))


# --- movement ---


def of_roll(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act that follows a roll comes to."""
    match act:
        case do.Reject():
            return scene.only(Mulligan(), Next.OVER)
        case do.Together():
            return _together(scene)
        case do.Stop():
            return scene.only(Done(), not_exact(act))
        case do.Walk() | do.Attack() | do.Jump():
            legion = conditions.legion(scene.view, act.legion)
            if legion is None:
                return not_exact(act)
            return Next.OVER if legion.moved else _moved(scene, act)
        case _:
            raise AssertionError(f"{act} does not follow a roll")


def _together(scene: OrderPosition) -> ActOutcome:
    """Before anybody has moved: why one of the moves can't be made, if that is so."""
    moves = [act for act in scene.filed.order.acts if isinstance(act, do.Walk | do.Attack | do.Jump)]
    if any((legion := conditions.legion(scene.view, act.legion)) and legion.moved for act in moves):
        return Next.OVER
    return next((why for act in moves if isinstance(why := of_roll(scene, act), Illegal)), Next.OVER)


def _moved(scene: OrderPosition, act: do.Walk | do.Attack | do.Jump) -> ActOutcome:
    match act:
        case do.Walk():
            return _walked(scene, act)
        case do.Attack():
            walks = [a for a in scene.those(Move) if (a.legion, a.land) == (act.legion, act.land)]
            return _attacked(act, act.side, walks) if act.land in enemies(scene.view) else not_exact(act)
        case do.Jump():
            jumps = [a for a in scene.those(Teleport) if (a.legion, a.land, a.lord) == (act.legion, act.land, act.lord)]
            if bool(act.side) != (act.land in enemies(scene.view)):
                return not_exact(act)
            return _attacked(act, act.side, jumps)


def _walked(scene: OrderPosition, act: do.Walk) -> ActOutcome:
    """Without an enemy the side does not matter."""
    walks, hostile = [a for a in scene.those(Move) if a.legion == act.legion], enemies(scene.view)
    for goal in act.goals:
        if goal == STAY:
            return Next.OVER
        there = [a for a in walks if a.land == goal and goal not in hostile]
        if there:
            return min(there, key=lambda a: ENTRY.index(a.side))
    return not_exact(act)


def _attacked(act: do.Attack | do.Jump, side: int, moves: Sequence[Move | Teleport]) -> ActOutcome:
    """The move over the side that was named; without one the only one there is."""
    open_to = [a for a in moves if side in (0, a.side)]
    if len(open_to) > 1:
        return Illegal("order-side-open", land=act.land, sides=tuple(a.side for a in open_to))
    return open_to[0] if open_to else not_exact(act)


# --- musters ---


def of_muster(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act that follows `may muster` comes to, for a legion that may."""
    mine = [a for a in scene.those(Muster) if a.legion == scene.legion]
    match act:
        case do.Enlist(recruit, shown):
            return chosen(scene, act, [a for a in mine if a.recruit == recruit], shown)
        case do.Auto(recruits):
            return first_offered(scene, mine, recruits)
        case _:
            return Next.OVER


def first_offered(scene: OrderPosition, offered: Sequence[W], recruits: Creatures) -> ActOutcome:
    """The first of these recruits that is offered, showing the least; it is over if none is."""
    found = next((ways for code in recruits if (ways := [a for a in offered if a.recruit == code])), [])
    return least_shown(scene.view, found) or Next.OVER


def chosen(scene: OrderPosition, act: Act, ways: Sequence[W], shown: Creatures) -> ActOutcome:
    """The way of taking a recruit that shows these, or if nothing was said the least."""
    fitting = [a for a in ways if not shown or Counter(a.shown) == Counter(shown)]
    return least_shown(scene.view, fitting) or not_exact(act)
