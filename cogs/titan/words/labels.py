"""Choices of Titan as labels: what a button or a list says, in at most 80 characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from cogs.face.screen import BUTTON
from cogs.house.words.words import LABEL, Names, shortened
from cogs.titan.words.terms import Terms, at
from engine.log import Undo
from engine.titan.actions import (
    Accept,
    Acquire,
    Action,
    Carry,
    Colour,
    Concede,
    Done,
    Engage,
    Fight,
    FirstMarker,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Offer,
    Refuse,
    Reinforce,
    Resign,
    Roll,
    Spawn,
    Split,
    Strike,
    Summon,
    Teleport,
    Waive,
    Withdraw,
)
from engine.titan.battle.frame import INDEX
from engine.titan.view import LegionView, View

Spelling = Callable[[Iterable[str]], str]


def label(terms: Terms, action: Action | Undo, view: View, names: Names) -> str:
    """The label of a choice. Names of creatures become their codes if the label were too long for a button."""
    said = _label(terms, action, view, names, lambda codes: terms.creatures(codes, "comma"))
    if len(said) > LABEL:
        said = _label(terms, action, view, names, terms.codes)
    return shortened(said, LABEL)


def _label(terms: Terms, action: Action | Undo, view: View, names: Names, spell: Spelling) -> str:
    say = terms.say
    match action:
        case Colour(colour):
            return say("action.colour", colour=terms.colour(colour))
        case FirstMarker(marker):
            return say("action.firstmarker", marker=terms.marker(marker))
        case Spawn(creature):
            return say("action.spawn", creature=terms.creature(creature))
        case Split(legion, marker, creatures):
            return say("action.split", legion=legion, marker=marker, creatures=spell(creatures))
        case Concede() if view.engaged and not view.rules.eliminates and view.viewer == view.engaged.seats[0]:
            return say("action.concede-half")
        case Roll() | Mulligan() | Flee() | Waive() | Fight() | Withdraw() | Concede() | Resign():
            return say(f"action.{type(action).__name__.lower()}")
        case Move(legion, land, side):
            return _move(terms, legion, land, side, view)
        case Teleport():
            return _teleport(terms, action, view)
        case Engage() | Offer() | Accept() | Refuse():
            return _before_battle(terms, action, view, spell)
        case Maneuver() | Strike() | Carry():
            return _in_battle(terms, action, view)
        case Summon() | Reinforce() | Acquire() | Muster():
            return _joining(terms, action, spell)
        case Done():
            key = f"action.done-{view.battle.step if view.battle and view.phase == 'battle' else view.phase}"
            return say(key if f"titan.{key}" in terms.words else "action.done")
        case Undo(entries):
            if len(entries) > 3:
                return say("action.undo-many", number=len(entries), first=entries[0])
            steps = terms.words.listing(map(str, entries))
            return say("action.undo", number=len(entries), steps=steps)
        case _:
            assert_never(action)


def _teleport(terms: Terms, action: Teleport, view: View) -> str:
    enemy = enemy_at(view, action.land, action.legion)
    facts = {"legion": action.legion, "land": terms.land(action.land), "lord": terms.creature(action.lord)}
    if enemy is None:
        return terms.say("action.teleport", **facts)
    return terms.say("action.teleport-attack", from_side=terms.from_side(action.side), enemy=enemy.marker, **facts)


def _before_battle(terms: Terms, action: Engage | Offer | Accept | Refuse, view: View, spell: Spelling) -> str:
    match action:
        case Engage(land):
            return _engage(terms, land, view)
        case Offer(lost, losses):
            return _offer(terms, "action.offer", lost, losses, view, spell)
        case Accept(lost, losses):
            return terms.say("action.accept", offer=_offer(terms, "action.terms", lost, losses, view, spell))
        case Refuse():
            return terms.say("action.refuse", offer=_refused(terms, view, spell))


def _in_battle(terms: Terms, action: Maneuver | Strike | Carry, view: View) -> str:
    say = terms.say
    match action:
        case Maneuver(character, to) if character in INDEX:
            mover = _creature(terms, _mover(view, character, to))
            return say("action.maneuver", creature=mover, start=character, hex=to)
        case Maneuver(character, to):
            return say("action.maneuver-enters", creature=terms.creature(character), hex=to)
        case Strike(striker, target, dice, number):
            key = "action.strike-ranged" if is_ranged(view, striker, target) else "action.strike"
            facts = {"striker": _creature(terms, at(view, striker)), "target": _creature(terms, at(view, target))}
            return say(key, hex=striker, target_hex=target, dice=terms.dice(dice), number=number, **facts)
        case Carry(target):
            return say("action.carry", target=_creature(terms, at(view, target)), hex=target)


def _joining(terms: Terms, action: Summon | Reinforce | Acquire | Muster, spell: Spelling) -> str:
    say = terms.say
    match action:
        case Summon(donor, creature):
            return say("action.summon", creature=terms.creature(creature), donor=donor)
        case Reinforce(recruit, shown):
            if not shown:
                return say("action.reinforce-free", recruit=terms.creature(recruit))
            return say("action.reinforce", recruit=terms.creature(recruit), shown=spell(shown))
        case Acquire(creature):
            return say("action.acquire", creature=terms.creature(creature))
        case Muster(legion, recruit, shown):
            if not shown:
                return say("action.muster-free", recruit=terms.creature(recruit), legion=legion)
            return say("action.muster", recruit=terms.creature(recruit), legion=legion, shown=spell(shown))


def fitting(long: str, short: str) -> str:
    """What a button says: the long form if it is short enough for one, else the short one, cut to its room."""
    return long if len(long) <= BUTTON else shortened(short, BUTTON)


def undone(terms: Terms, steps: Sequence[Action], view: View) -> str:
    """What a button says that takes back these steps: which, or how many."""
    if len(steps) > 1:
        return terms.say("action.undo-steps", number=len(steps))
    return fitting(terms.say("action.undo-named", step=_briefly(terms, steps[0], view)), terms.say("action.undo-last"))


def _briefly(terms: Terms, step: Action, view: View) -> str:
    """A step as a few words behind *Undo*."""
    match step:
        case Move(legion, land) | Teleport(legion, land):
            return terms.say("turn.goes", legion=legion, land=terms.land(land))
        case Split(legion):
            return terms.say("action.brief-split", legion=legion)
        case Muster(legion, recruit):
            return terms.say("action.brief-muster", legion=legion, recruit=terms.creature(recruit))
        case Maneuver(_, to):
            return terms.say("action.brief-maneuver", creature=terms.creature(at(view, to)), hex=to)
        case Summon(_, creature) | Reinforce(creature) | Spawn(creature):
            return terms.creature(creature)
        case _:
            return terms.say("action.brief-step")


def kind_of(action: Action | Undo, view: View) -> str:
    """The kind of character that a choice is about, of several the first; empty if the view knows of none."""
    match action:
        case Muster(recruit=code) | Reinforce(recruit=code) | Summon(creature=code) | Acquire(code) | Spawn(code):
            return code
        case Teleport(lord=code) | Split(creatures=(code, *_)):
            return code
        case Maneuver(character, to) if character in INDEX:
            return _mover(view, character, to)
        case Maneuver(place) | Strike(place) | Carry(place):
            return at(view, place) if place in INDEX else place
        case _:
            return ""


def _move(terms: Terms, legion: str, land: int, side: int, view: View) -> str:
    """A walk: the side is told wherever the action has one, for a land may be entered by two."""
    where, enemy = terms.land(land), enemy_at(view, land, legion)
    if not side:
        return terms.say("action.move-plain", legion=legion, land=where)
    came = terms.from_side(side)
    if enemy is None:
        return terms.say("action.move", legion=legion, land=where, from_side=came)
    return terms.say(
        "action.move-attack", legion=legion, land=where, from_side=came, enemy=enemy.marker, height=enemy.height
    )


def enemy_at(view: View, land: int, legion: str) -> LegionView | None:
    """The legion in a land that is not its owner's whose `legion` is."""
    mine = {leg.owner for leg in view.legions if leg.marker == legion}
    return next((leg for leg in view.legions if leg.land == land and leg.owner not in mine), None)


def _engage(terms: Terms, land: int, view: View) -> str:
    for engagement in view.engagements:
        if engagement.land == land:
            attacker, defender = engagement.markers
            return terms.say("action.engage", land=terms.land(land), attacker=attacker, defender=defender)
    return terms.land(land)


def _offer(terms: Terms, key: str, lost: str, losses: Iterable[str], view: View, spell: Spelling) -> str:
    """The terms of an offer by the text `key`, or its form for no losses or for both legions."""
    losses = tuple(losses)
    assert view.engaged is not None, "offers are made in an engagement"
    attacker, defender = view.engaged.markers
    if lost == "both":
        return terms.say(f"{key}-both")
    gone, stays = (attacker, defender) if lost == "attacker" else (defender, attacker)
    if not losses:
        return terms.say(f"{key}-whole", lost=gone, survivor=stays)
    return terms.say(key, lost=gone, survivor=stays, losses=spell(losses))


def offer(terms: Terms, lost: str, losses: Iterable[str], view: View) -> str:
    """The terms of an offer within a sentence."""
    return _offer(terms, "action.terms", lost, losses, view, terms.creatures)


def _refused(terms: Terms, view: View, spell: Spelling) -> str:
    """The offer that stands: the other side's."""
    offers = view.parley.offers if view.parley else ()
    theirs = (_offer(terms, "action.terms", o.lost, o.losses, view, spell) for o in offers if o.by != view.viewer)
    return next(theirs, terms.say("action.terms-unknown"))


def _mover(view: View, character: str, to: str) -> str:
    """Who maneuvers between two hexes; he is there already if that is to be taken back."""
    return at(view, to) or at(view, character)


def _creature(terms: Terms, code: str) -> str:
    return terms.creature(code) if code else ""


def is_ranged(view: View, striker: str, target: str) -> bool:
    """Whether a strike between these hexes is a rangestrike: they do not touch, or touch at a cliff (R12.2, R15.7)."""
    assert view.battle is not None, "strikes are made in a battle"
    contacts = view.rules.grounds[view.battle.terrain].contacts[INDEX[striker]]
    return not contacts >> INDEX[target] & 1
