"""A battle plan: how a legion is to fight while its owner is not asked, as a few choices (ASYNC_PLAY 6).

A plan is nothing but the orders that it comes to, which are filed, shown, fired and cancelled like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.titan.battle.policy import Policy
from engine.titan.events import Creatures
from engine.titan.kinds import Kind
from engine.titan.orders import acts as do
from engine.titan.orders.acts import (
    ACQUIRE,
    ADDITIONS,
    BATTLE,
    MANEUVER,
    REINFORCE,
    STRIKES,
    STRIKES_BACK,
    SUMMON,
    Act,
)
from engine.titan.orders.conditions import Condition, legion
from engine.titan.orders.filing import FiledOrder
from engine.titan.orders.grammar import AFTER, NEVER, StandingOrder, Trigger
from engine.titan.orders.phrases import ANY
from engine.titan.rules import TITAN
from engine.titan.view import View

ADVISED, STAY, HAND = "advised", "stay", "hand"
MANEUVERS = (ADVISED, STAY, HAND)
"""How it maneuvers: as the program would; onto the map and no further; or its owner is asked each time."""

BEST, ASKED, NOBODY = "best", "ask", "nobody"
CALLS = (BEST, ASKED, NOBODY)
"""Whom it calls, in the battle and as the winner after it: the best there is; its owner is asked; nobody."""

UNSAID = "unsaid"
"""In place of these: nobody in the battle, and after it the owner is asked."""

IN_DANGER, HALVED, LATE = "titan", "half", "late"
WHENS = (IN_DANGER, HALVED, LATE)
"""When its owner is asked to maneuver: its Titan is hit; half of it has fallen; the fourth round has begun."""

LATE_ROUND = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """How the legion `marker` fights: each of its fields is a choice of those above.

    `policy` is how it strikes. It concedes at its Maneuver Phase with fewer than `least` characters left, or with
    `most_hits` on its Titan, each 0 for never. A plan for `always` stands until it is cancelled; else it is for the
    engagement that the legion is in, or for the next one.
    """

    marker: str
    maneuvers: str = ADVISED
    asks: tuple[str, ...] = (IN_DANGER,)
    policy: Policy = field(default_factory=Policy)
    calls: str = BEST
    least: int = 0
    most_hits: int = 0
    always: bool = False


def orders(plan: Plan, view: View) -> tuple[StandingOrder, ...]:
    """What a plan comes to, by its owner's view, in the order in which it is to be filed: what asks goes first."""
    expires = NEVER if plan.always else AFTER
    return tuple(
        StandingOrder(Trigger(when, plan.marker), conditions, then, expires)
        for when, conditions, then in _parts(plan, view)
    )


PlanPart = tuple[str, tuple[Condition, ...], tuple[Act, ...]]
"""Trigger, conditions and acts of an order."""


def _parts(plan: Plan, view: View) -> Iterator[PlanPart]:
    yield from _concessions(plan, view)
    if plan.maneuvers != HAND:
        for condition in _asked(plan, view):
            yield MANEUVER, (condition,), (do.Ask(),)
    yield from _additions(plan, view)
    if plan.maneuvers != HAND:
        yield MANEUVER, (), (do.FormUp(),) if plan.maneuvers == ADVISED else (do.Enter(), do.Hold())
    for when in (STRIKES, STRIKES_BACK):
        yield when, (), (_by(plan.policy),)


def _concessions(plan: Plan, view: View) -> Iterator[PlanPart]:
    titan = holds_titan(plan.marker, view)
    if plan.most_hits:
        yield MANEUVER, (Condition("hits", ">=", plan.most_hits, plan.marker, TITAN),), (do.GiveUp(titan),)
    if plan.least:
        yield MANEUVER, (Condition("living", "<", plan.least, plan.marker),), (do.GiveUp(titan),)


def _asked(plan: Plan, view: View) -> Iterator[Condition]:
    if IN_DANGER in plan.asks and holds_titan(plan.marker, view):
        yield Condition("hits", ">=", 1, plan.marker, TITAN)
    if HALVED in plan.asks:
        yield Condition("living", "<=", _height(plan.marker, view) // 2, plan.marker)
    if LATE in plan.asks:
        yield Condition("round", ">=", LATE_ROUND)
    if plan.calls == ASKED:  # whoever may be called: not to ask would tell that there is nobody (A3.3)
        yield Condition("window", ">=", 1)


def _additions(plan: Plan, view: View) -> Iterator[PlanPart]:
    """Whom it calls. A due angel is nothing that is called: only the best plan takes it unasked."""
    if plan.calls == BEST:
        yield ACQUIRE, (), (do.Take(_angels(view, lambda kind: kind.acquire_every > 0)),)
        yield SUMMON, (), (do.CallAny(_angels(view, lambda kind: kind.summonable)),)
        yield REINFORCE, (), (do.Auto(_recruits(view)),)
    elif plan.calls == NOBODY:
        yield SUMMON, (), (do.Nothing(),)
        yield REINFORCE, (), (do.Nothing(),)


def _angels(view: View, may: Callable[[Kind], bool]) -> Creatures:
    return _dearest(view, (code for code, kind in view.rules.kinds.items() if may(kind)))


def _recruits(view: View) -> Creatures:
    """Whom the land of the viewer's engagement gives, or any: the dearest first."""
    rules = view.rules
    if view.engaged is None:
        return _dearest(view, (code for code, kind in rules.kinds.items() if not kind.lord))
    chain = rules.chains.get(rules.board.lands[view.engaged.land].terrain)
    tower = (*rules.tower.free, rules.tower.guardian, rules.tower.warlock)
    return _dearest(view, chain.order if chain else tower)


def _dearest(view: View, codes: Iterable[str]) -> Creatures:
    return tuple(sorted(codes, key=lambda code: -view.rules.kinds[code].value))


def settling(
    filed: Iterable[FiledOrder], marker: str, view: View, advice: bool
) -> tuple[tuple[FiledOrder, ...], tuple[StandingOrder, ...]]:
    """What makes a legion fight its battle out unasked: orders of its owner that go, and others that come (A6.10).

    What is ordered for it stands, but for what asks the owner. Where that says nothing it is led as the program would,
    or without `advice` stays where it is, and strikes by the standing policy.
    """
    stops = (one for one in filed if one.order.trigger.kind in BATTLE and one.order.trigger.legion in (marker, ANY))
    asking = tuple(one for one in stops if any(isinstance(act, do.Ask) for act in one.order.acts))
    return asking, orders(Plan(marker, ADVISED if advice else STAY, (), calls=UNSAID), view)


def holds_titan(marker: str, view: View) -> bool:
    """Whether the viewer's Titan is in this legion."""
    found = legion(view, marker)
    return found is not None and TITAN in found.creatures


def _height(marker: str, view: View) -> int:
    found = legion(view, marker)
    return found.height if found else 0


def planned(filed: Iterable[FiledOrder], marker: str) -> tuple[FiledOrder, ...]:
    """The orders by which a legion fights without its owner, whether a plan made them or the owner did."""
    return tuple(one for one in filed if one.order.trigger.kind in FOUGHT and one.order.trigger.legion == marker)


def striking(policy: Policy) -> tuple[StandingOrder, ...]:
    """The orders by which all strikes are made by a policy, in every battle (A6.5, `auto`).

    Without them, and without a plan, each strike is asked for (`ask`); a plan asks where it is silent (`plan`).
    """
    return _always(_by(policy))


def rolling() -> tuple[StandingOrder, ...]:
    """The orders by which strikes that are no choice are rolled unasked, in every battle (A6.5)."""
    return _always(do.RollAll())


def _always(act: Act) -> tuple[StandingOrder, ...]:
    return tuple(StandingOrder(Trigger(when, ANY), (), (act,), NEVER) for when in (STRIKES, STRIKES_BACK))


def _by(policy: Policy) -> do.ByPolicy:
    return do.ByPolicy(policy.targets, policy.spills, policy.shoots)


def policies(filed: Iterable[FiledOrder]) -> tuple[FiledOrder, ...]:
    """The orders among these by which all strikes are made by a policy in every battle."""
    return _in_every_battle(filed, do.ByPolicy)


def rollings(filed: Iterable[FiledOrder]) -> tuple[FiledOrder, ...]:
    """The orders among these by which strikes that are no choice are rolled in every battle."""
    return _in_every_battle(filed, do.RollAll)


def _in_every_battle(filed: Iterable[FiledOrder], kind: type[Act]) -> tuple[FiledOrder, ...]:
    return tuple(
        one
        for one in filed
        if one.order.trigger.kind in (STRIKES, STRIKES_BACK)
        and one.order.trigger.legion == ANY
        and all(isinstance(act, kind) for act in one.order.acts)
    )


FOUGHT = (*BATTLE, *ADDITIONS)
"""The triggers of a plan's orders."""
