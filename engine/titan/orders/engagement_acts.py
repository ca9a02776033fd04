"""What the acts of an engagement come to: before its battle, in it, and what the winner adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core import Illegal
from engine.titan.actions import (
    Accept,
    Acquire,
    Carry,
    Concede,
    Done,
    Fight,
    Flee,
    Maneuver,
    Offer,
    Refuse,
    Reinforce,
    Strike,
    Summon,
    Waive,
)
from engine.titan.battle.entering import entering
from engine.titan.battle.frame import INDEX
from engine.titan.battle.policy import Policy, struck
from engine.titan.battle.prospects import Prospect, forced, is_settled, prospects
from engine.titan.bots.suggest import formation
from engine.titan.events import Creatures, Struck
from engine.titan.orders import acts as do
from engine.titan.orders import conditions
from engine.titan.orders.acts import Act
from engine.titan.orders.order_position import ActOutcome, Next, OrderPosition, not_exact
from engine.titan.orders.turn_acts import chosen, first_offered
from engine.titan.phases.engage import OFFERS
from engine.titan.rules import TITAN

SURPLUS = 1.0
"""So many hits beyond what the target takes must be expected for a strike number to be raised (A6.3)."""

# --- before a battle ---


def of_parley(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act before a battle comes to."""
    parley = scene.view.parley
    assert parley is not None, "one of the engaged two is asked"
    match act:
        case do.FleeNow():
            return scene.only(Flee(), not_exact(act))
        case do.Stand():
            return scene.only(Waive(), Next.OVER)
        case do.FightNow():
            return scene.only(Fight(), Next.OVER)
        case do.Propose():
            return _proposed(scene, act)
        case do.Agree(lost, losses):
            offers = [a for a in scene.those(Accept) if lost in ("", a.lost)]
            fitting = [a for a in offers if not lost or Counter(a.losses) == Counter(losses)]
            return fitting[0] if fitting else Next.OVER
        case do.TurnDown():
            return scene.only(Refuse(), Next.OVER)
        case _:
            raise AssertionError(f"{act} is no act before a battle")


def _proposed(scene: OrderPosition, act: do.Propose) -> ActOutcome:
    """An offer is made once: it is over as soon as so many were made as stand in the order up to it."""
    view = scene.view
    assert view.parley is not None, "offers are made before a battle"
    side = 0 if scene.filed.order.trigger.kind == do.ENGAGEMENT else 1
    offers = [one for one in scene.filed.order.acts if isinstance(one, do.Propose)]
    if OFFERS - view.parley.offers_left[side] > offers.index(act):
        return Next.OVER
    made = [a for a in scene.those(Offer) if a.lost == act.lost and Counter(a.losses) == Counter(act.losses)]
    return made[0] if made else not_exact(act)


def conceded(scene: OrderPosition, act: do.GiveUp) -> ActOutcome:
    """A concession; whoever attacks waits while the other may still flee. A Titan is given up by name only (A6.9)."""
    legion = conditions.legion(scene.view, scene.legion)
    if legion and TITAN in legion.creatures and not act.titan:
        return Illegal("order-titan", legion=legion.marker)
    flight = scene.view.parley is not None and scene.view.parley.may_flee
    return scene.only(Concede(), Next.WAITS if flight else not_exact(act))


# --- battle ---


def of_battle(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act of a Maneuver Phase or of strikes comes to."""
    match act:
        case do.Go():
            return scene.only(Maneuver(act.character, act.hex), Next.OVER if _gone(scene, act) else not_exact(act))
        case do.Enter():
            return entering(scene.view, scene.actions) or Next.OVER
        case do.FormUp():
            return formation(scene.view, scene.actions) or entering(scene.view, scene.actions) or Done()
        case do.Hold():
            left_out = entering(scene.view, scene.actions) is not None
            return not_exact(act) if left_out else scene.only(Done(), not_exact(act))
        case do.Hit():
            return _hit(scene, act)
        case do.ByPolicy(marks, spills, shoots):
            return struck(scene.view, scene.actions, Policy(marks, spills, shoots)) or Next.OVER
        case do.RollAll():
            found = prospects(scene.view, scene.actions)
            return forced(found)[0] if is_settled(found) else Next.OVER
        case _:
            raise AssertionError(f"{act} is no act of a battle")


def _gone(scene: OrderPosition, act: do.Go) -> bool:
    """Whether a maneuver has been made: who was meant stands there, and is not where it was to come from."""
    battle = scene.view.battle
    mine = [fighter for fighter in battle.fighters if fighter.side == battle.mover] if battle else []
    there = [fighter for fighter in mine if fighter.hex == act.hex and fighter.moved]
    if act.character in INDEX:
        return bool(there) and not any(f.hex == act.character and not f.moved for f in mine)
    return any(fighter.creature == act.character for fighter in there)


def _hit(scene: OrderPosition, act: do.Hit) -> ActOutcome:
    """The strike at the first target that can be struck; then the first of the carries that is open.

    With a policy in the order what is not foreseen is left to it; else it is asked.
    """
    covered = any(isinstance(one, do.ByPolicy) for one in scene.filed.order.acts)
    carries = scene.those(Carry)
    if carries:
        blows = [deed for deed in scene.view.deeds if isinstance(deed, Struck)]
        if not blows or blows[-1].hex != act.striker:
            return Next.OVER
        wanted = (carry for label in act.carries for carry in carries if carry.target == label)
        return next(wanted, Next.OVER if covered else Illegal("order-carry-open", targets=_labels(carries)))
    mine = [p for p in prospects(scene.view, scene.actions) if p.strike.striker == act.striker]
    target = next((label for label in act.targets if any(p.strike.target == label for p in mine)), "")
    if target:
        return _pair(act, [p for p in mine if p.strike.target == target]) or not_exact(act)
    return not_exact(act) if mine and not covered else Next.OVER


def _pair(act: do.Hit, found: Sequence[Prospect]) -> Strike | None:
    """The pair that was named, None if there is none of it.

    Else the due one, or the one that slays most surely of those that can be carried as the order says.
    """
    if act.dice:
        return next((p.strike for p in found if (p.strike.dice, p.strike.number) == (act.dice, act.number)), None)
    due = next(p for p in found if p.due)
    spilling = [p for p in found if set(p.carries) & set(act.carries)]
    if act.raises and due not in spilling and due.spare >= SURPLUS:
        return max(spilling, key=lambda p: p.slays, default=due).strike
    return due.strike


def _labels(carries: list[Carry]) -> tuple[str, ...]:
    return tuple(carry.target for carry in carries)


# --- additions ---


def of_addition(scene: OrderPosition, act: Act) -> ActOutcome:
    """What an act that adds to a legion comes to; nothing if no addition of its kind is open."""
    match act:
        case do.Call(creature, donor):
            return scene.only(Summon(donor, creature), not_exact(act) if scene.those(Summon) else Next.OVER)
        case do.CallAny(lords):
            return _called(scene, lords) or Next.OVER
        case do.Bring(recruit, shown):
            offered = scene.those(Reinforce)
            return chosen(scene, act, [a for a in offered if a.recruit == recruit], shown) if offered else Next.OVER
        case do.Auto(recruits):
            return first_offered(scene, scene.those(Reinforce), recruits)
        case do.Take(recruits):
            return next((Acquire(code) for code in recruits if Acquire(code) in scene.actions), Next.OVER)
        case _:
            return Next.OVER


def _called(scene: OrderPosition, lords: Creatures) -> Summon | None:
    """The first of these that can be summoned: of equals the one from the tallest legion (R16.3)."""
    heights = {legion.marker: legion.height for legion in scene.view.legions}
    offered = sorted(scene.those(Summon), key=lambda a: (-heights[a.donor], a.donor))
    return next((a for code in lords for a in offered if a.creature == code), None)
