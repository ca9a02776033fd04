"""Orders as they are filed: looked through when they are given, and out of date when their time is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from engine.core import Illegal
from engine.titan.events import Creatures
from engine.titan.orders import conditions
from engine.titan.orders.acts import (
    ACQUIRE,
    BATTLE,
    MUSTER,
    PARLEY,
    REINFORCE,
    ROLL,
    SUMMON,
    TRIGGERS,
    TURN,
    Act,
    FleeNow,
    FormUp,
    GiveUp,
    SplitOff,
    line,
)
from engine.titan.orders.conditions import Condition, own_markers
from engine.titan.orders.grammar import AFTER, NEXT, ONCE, StandingOrder, trigger_text
from engine.titan.orders.phrases import ANY
from engine.titan.phases.split import LEAST
from engine.titan.rules import TITAN
from engine.titan.view import View


@dataclass(frozen=True, slots=True)
class FiledOrder:
    """An order with its number in the list of its owner.

    `until` is the Game-Turn at the end of whose own turn it lapses, 0 for never. `basis` are the contents that its
    legion, and those to be split, had when it was filed. `began` is the occasion at which it was last carried out in
    part; with that occasion an order for once is over. `within` is the engagement with which one for a battle is.
    """

    number: int
    order: StandingOrder
    until: int = 0
    basis: tuple[tuple[str, Creatures], ...] = ()
    began: str = ""
    within: str = ""


def filed(order: StandingOrder, number: int, view: View, *, advice: bool = True) -> FiledOrder:
    """The order of the viewer, looked through: everything in it is there, and its conditions are open to the viewer.

    Raises Illegal: `legion-not-yours`, `marker-not-yours`, `order-name` for what does not exist, `order-act-when` for
    what cannot be done then, what `conditions.check` raises, `order-no-advice` where the program gives none,
    `may-not-flee-lord`, `order-titan` for a concession that does not name the Titan it gives up, `split-creatures` and
    `split-too-small`.
    """
    trigger = order.trigger
    if advised(order) and not advice:
        raise Illegal("order-no-advice")
    if trigger.legion != ANY:
        _check_legion(view, trigger.legion)
    for condition in order.conditions:
        conditions.check(view, condition, trigger.kind)
        _check_names(view, condition)
    for act in order.acts:
        if trigger.kind not in act.at:
            whens = tuple(TRIGGERS[kind].shown for kind in act.at)
            raise Illegal("order-act-when", said=line(act), when=trigger_text(trigger), forms=whens)
        for name in ("legion", "donor"):
            _check_legion(view, getattr(act, name, ""))
        _check_marker(view, getattr(act, "marker", ""))
        _check_names(view, act)
        _check_act(view, act, trigger.legion)
    within = engagement(view) if order.expires == AFTER else ""
    return FiledOrder(number, order, _until(order, view), tuple(_basis(order, view)), within=within)


def advised(order: StandingOrder) -> bool:
    """Whether an order asks the program for an estimate, or for a formation."""
    asks = any(condition.fact == "estimate" for condition in order.conditions)
    return asks or any(isinstance(act, FormUp) for act in order.acts)


def _check_legion(view: View, marker: str) -> None:
    """One's own, or not chosen yet: before one has a colour any marker may be named."""
    own = own_markers(view)
    if own and marker not in ("", *own):
        mine = tuple(legion.marker for legion in view.legions if legion.owner == view.viewer)
        raise Illegal("legion-not-yours", legion=marker, own=mine)


def _check_marker(view: View, marker: str) -> None:
    own = own_markers(view)
    if own and marker not in ("", *own):
        free = tuple(marker for player in view.players if player.seat == view.viewer for marker in player.markers)
        raise Illegal("marker-not-yours", marker=marker, free=free)


def _check_names(view: View, said: Act | Condition) -> None:
    """Lands that are on the board."""
    lands = view.rules.board.lands
    for part in fields(said):
        value = getattr(said, part.name)
        if part.name in ("land", "lands", "goals"):
            for land in value if isinstance(value, tuple) else (value,):
                if land and land not in lands:
                    raise Illegal("order-name", said=str(land))


def _check_act(view: View, act: Act, marker: str) -> None:
    legion = conditions.legion(view, marker)
    match act:
        case FleeNow() if legion and (lords := [c for c in legion.creatures if view.rules.kinds[c].rank == "lord"]):
            raise Illegal("may-not-flee-lord", lords=tuple(dict.fromkeys(lords)))
        case GiveUp(titan=False) if legion and TITAN in legion.creatures:
            raise Illegal("order-titan", legion=marker)
        case SplitOff(legion=parent, creatures=creatures) if (whole := conditions.legion(view, parent)) is not None:
            left = Counter(whole.creatures)
            left.subtract(creatures)
            if min(left.values()) < 0:
                raise Illegal("split-creatures", legion=parent, creatures=creatures, contents=whole.creatures)
            if min(left.total(), len(creatures)) < LEAST:
                raise Illegal("split-too-small", legion=parent, least=LEAST)
        case _:
            pass


def _basis(order: StandingOrder, view: View) -> Iterator[tuple[str, Creatures]]:
    named = (order.trigger.legion, *(act.legion for act in order.acts if isinstance(act, SplitOff)))
    for marker in dict.fromkeys(named):
        if legion := conditions.legion(view, marker):
            yield marker, legion.creatures


# --- time ---


def _until(order: StandingOrder, view: View) -> int:
    """The Game-Turn that the order stands until; 0 if that does not end it."""
    return coming(view) if order.expires == NEXT else 0


def coming(view: View) -> int:
    """The Game-Turn of the viewer's next turn; a turn under way does not count."""
    return max(view.turn, 1) + (0 if _is_to_come(view) else 1)


def _is_to_come(view: View) -> bool:
    """Whether the viewer's turn is still ahead in this Game-Turn: towers have it in turn, the highest first (R1.3)."""
    towers = {player.seat: player.tower for player in view.players}
    assert view.viewer is not None, "orders belong to a seat"
    return view.turn == 0 or towers[view.active] > towers[view.viewer]


def occasion(order: StandingOrder, view: View) -> str:
    """What an order for once is carried out at: a turn, an engagement, or a phase of a battle."""
    if order.trigger.kind in (TURN, ROLL, MUSTER):
        return f"{view.turn}.{view.active}"
    if order.trigger.kind in BATTLE and view.battle:
        half = "maneuver" if view.battle.step == "maneuver" else "strike"
        return f"{engagement(view)}.{view.battle.round}.{view.battle.mover}.{half}"
    return engagement(view)


def engagement(view: View) -> str:
    """The engagement that the viewer is in, as orders remember it; empty if there is none."""
    if view.engaged is None or view.viewer not in view.engaged.seats:
        return ""
    return f"{view.turn}.{view.active}.{view.engaged.land}"


def standing(orders: Sequence[FiledOrder], view: View) -> tuple[FiledOrder, ...]:
    """The orders that are not out of date: neither their time nor their occasion is past, and their legion is there."""
    return tuple(one for one in orders if not _is_over(one, view))


def _is_over(one: FiledOrder, view: View) -> bool:
    if one.until and (view.turn > one.until or (view.turn == one.until and _is_past(view))):
        return True
    if one.order.expires == ONCE and one.began and one.began != occasion(one.order, view):
        return True
    if one.within and one.within != engagement(view):
        return True
    return void(one, view)


def void(one: FiledOrder, view: View) -> bool:
    """Whether the legion that an order is about is no longer its owner's, or is gone from the board."""
    legion = one.order.trigger.legion
    if legion not in ("", ANY, *own_markers(view)):
        return True
    return legion in dict(one.basis) and conditions.legion(view, legion) is None


def _is_past(view: View) -> bool:
    return view.active != view.viewer and not _is_to_come(view)


assert {*PARLEY, *BATTLE, ACQUIRE, SUMMON, REINFORCE, TURN, ROLL, MUSTER} == set(TRIGGERS), "every trigger has its time"
