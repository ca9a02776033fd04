"""Engagements up to the battle: their order, the examination, and the exchange before battle (R9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from engine.core import Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.titan.actions import (
    Accept,
    Action,
    Concede,
    Engage,
    Fight,
    Flee,
    Offer,
    Refuse,
    Waive,
    Withdraw,
)
from engine.titan.battle.turn import begin_battle
from engine.titan.events import Agreed, Conceded, Creatures, Engaged, Examined, Fled, Talked
from engine.titan.facts import Showed
from engine.titan.handler import Handlers, Step
from engine.titan.phases.settlement import Outcome, bury, settle
from engine.titan.phases.turn import next_turn
from engine.titan.rules import TITAN
from engine.titan.sides import ATTACKER, BOTH, DEFENDER, SIDE_NAMES, lost_by
from engine.titan.state import Engagement, Engaging, Legion, Mustering, Parleying, Proposal, State
from engine.values import replace, without

T = TypeVar("T")

OFFERS = 3
"""How many proposals each side may make (R9.6)."""


def engagements(state: State) -> tuple[tuple[Legion, Legion], ...]:
    """The attacking and the defending legion in each land where the mover met another, lands rising (R9.1)."""
    mine = {legion.land: legion for legion in state.legions.values() if legion.owner == state.active}
    pairs = [(mine[leg.land], leg) for leg in state.legions.values() if leg.owner != state.active and leg.land in mine]
    return tuple(sorted(pairs, key=lambda pair: pair[0].land))


def choices(state: State, seat: Seat) -> Iterator[Action]:
    """The engagements that the mover may open next, by land (R9.2)."""
    mine, theirs = set[int](), set[int]()
    for legion in state.legions.values():
        (mine if legion.owner == state.active else theirs).add(legion.land)
    yield from map(Engage, sorted(mine & theirs))


def onward(state: State) -> Step | None:
    """A mover who is out or wiped out has no more to settle; an only engagement needs no choice; after the last the
    mover musters, or the turn is over (R9.2, V6.1, V6.8)."""
    phase, player, pairs = current(state.phase, Engaging), state.players[state.active], engagements(state)
    if player.out or player.wiped:
        return next_turn(state)
    if not pairs and phase.spawned and not state.rules.spawn_attack_may_muster:
        return next_turn(state)
    if not pairs:
        return replace(state, phase=Mustering()), ()
    return open_engagement(state, state.active, Engage(pairs[0][0].land)) if len(pairs) == 1 else None


def open_engagement(state: State, seat: Seat, action: Engage) -> Step:
    """Both players see the opposing legion; the exchange begins (R9.3)."""
    phase, land = current(state.phase, Engaging), action.land
    attacker, defender = next(pair for pair in engagements(state) if pair[0].land == land)
    seats = (attacker.owner, defender.owner)
    engagement = Engagement(land, (attacker.marker, defender.marker), seats, phase.summoned, phase.spawned)
    may_flee = not any(state.rules.kinds[code].rank == "lord" for code in defender.creatures)
    state = replace(state, phase=Parleying(engagement, may_flee))
    state = state.note(
        Showed(attacker.marker, attacker.creatures, to=(defender.owner,), whole=True),
        Showed(defender.marker, defender.creatures, to=(attacker.owner,), whole=True),
    )
    return state, (
        Engaged(land, attacker.marker, defender.marker, seats),
        Examined(attacker.owner, defender.marker, defender.creatures),
        Examined(defender.owner, attacker.marker, attacker.creatures),
    )


def no_engagement(state: State, seat: Seat, action: Engage) -> Illegal:
    """Why the mover can't open this one: nobody met there."""
    return Illegal("no-engagement", to=action.land, lands=tuple(attacker.land for attacker, _ in engagements(state)))


# --- the exchange before battle ---


def _engaged(state: State) -> tuple[Seat, ...]:
    """Both players, whoever's word is due: others are told no more (ASYNC_PLAY A3.1)."""
    return current(state.phase, Parleying).engagement.seats


def awaiting(phase: Parleying) -> frozenset[Seat]:
    """The engaged players that may bring the exchange on. Others are always told of both (ASYNC_PLAY A3.1)."""
    attacker, defender = phase.engagement.seats
    if phase.may_flee:
        idle = phase.insists or (phase.offers[ATTACKER] is not None)
        return frozenset((defender,)) if idle else frozenset((attacker, defender))
    seats, offers = (attacker, defender), phase.offers
    answered = (seat for side, seat in enumerate(seats) if offers[side] and not offers[1 - side])
    return frozenset(seats).difference(answered)


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Flight, waiver, battle, concession, answers and proposals of one of the engaged two."""
    phase = current(state.phase, Parleying)
    side = phase.engagement.seats.index(seat)
    if side == DEFENDER and phase.may_flee:
        yield Flee()
        yield Waive()
    if not (side == ATTACKER and phase.insists):
        yield Fight()
    theirs = phase.offers[1 - side]
    if theirs:
        yield Accept(theirs.lost, theirs.losses)
        yield Refuse()
    if phase.offers[side]:
        yield Withdraw()
    if not phase.may_flee:
        yield Concede()
    if phase.made[side] < OFFERS:
        standing = phase.offers[side]
        for proposal in proposals(state, phase.engagement):
            if proposal != standing:
                yield Offer(proposal.lost, proposal.losses)


def proposals(state: State, engagement: Engagement) -> Iterator[Proposal]:
    """Every settlement in which at least one legion is lost whole (R9.6, R9.7)."""
    yield Proposal(BOTH, ())
    for side, marker in enumerate(engagement.markers):
        for losses in possible_losses(state.legions[marker].creatures, state.rules.titans_may_be_given):
            yield Proposal(SIDE_NAMES[1 - side], losses)


@lru_cache(maxsize=1024)
def possible_losses(creatures: Creatures, titans: bool) -> tuple[Creatures, ...]:
    """What a survivor may lose: anything but all of it, and its Titan only where that counts like any other (R9.7,
    V5.8)."""
    found: set[Creatures] = {()}
    for at, code in enumerate(creatures):
        if titans or code != TITAN:
            found |= {(*losses, code) for losses in found if losses.count(code) == creatures[:at].count(code)}
    return tuple(sorted((losses for losses in found if len(losses) < len(creatures)), key=lambda c: (len(c), c)))


def apply(state: State, seat: Seat, action: Action) -> Step:
    """The state after a step of the exchange, which may end it."""
    phase = current(state.phase, Parleying)
    engagement = phase.engagement
    side = engagement.seats.index(seat)
    match action:
        case Flee():
            return _flee(state, engagement)
        case Concede():
            return concede(state, engagement, side)
        case Accept():
            return _agree(state, engagement, Proposal(action.lost, action.losses))
        case Fight() if side == DEFENDER or not phase.may_flee:
            return begin_battle(state, engagement)
        case Fight():
            return _talked(state, replace(phase, insists=True), seat, "insist")
        case Waive() if phase.insists:
            return begin_battle(state, engagement)
        case Waive():
            return _talked(state, replace(phase, may_flee=False), seat, "waive")
        case Offer():
            phase = replace(
                phase,
                may_flee=phase.may_flee and side == ATTACKER,
                insists=False,
                offers=_at(phase.offers, side, Proposal(action.lost, action.losses)),
                made=_at(phase.made, side, phase.made[side] + 1),
            )
            return _talked(state, phase, seat, "offer", action.lost, action.losses)
        case Withdraw():
            return _talked(state, replace(phase, offers=_at(phase.offers, side, None)), seat, "withdraw")
        case Refuse():
            return _talked(state, replace(phase, offers=_at(phase.offers, 1 - side, None)), seat, "refuse")
        case _:
            raise AssertionError(f"{action} is no step of the exchange before a battle")


def _at(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if side == ATTACKER else (pair[0], value)


def _talked(state: State, phase: Parleying, seat: Seat, what: str, lost: str = "", losses: Creatures = ()) -> Step:
    return replace(state, phase=phase), (Talked(seat, what, phase.engagement.seats, lost, losses),)


def _flee(state: State, engagement: Engagement) -> Step:
    """The defending legion is eliminated for half its value; no summoning (R9.4, R9.11)."""
    legion = state.legions[engagement.markers[DEFENDER]]
    state = bury(state, legion.marker, legion.creatures)
    engagement = _spared(state, engagement, DEFENDER, legion.creatures, "fled", "fled_and_agreed")
    state, events = settle(state, engagement, Outcome("flight", (False, True), ((), legion.creatures)))
    return state, (Fled(engagement.land, legion.owner, legion.marker, legion.creatures), *events)


def _spared(state: State, engagement: Engagement, side: int, creatures: Creatures, *by: str) -> Engagement:
    """The engagement, `by` these values of the option with the creatures going back to the stacks after it (V5.5)."""
    return engagement.sent_back(side, creatures) if state.rules.fled_returns in by else engagement


def concede(state: State, engagement: Engagement, side: int) -> Step:
    """A legion is given up before battle, for its full value (R9.9, R9.11)."""
    legion = state.legions[engagement.markers[side]]
    outcome = Outcome(
        "concession",
        lost=(side == ATTACKER, side == DEFENDER),
        gone=_at(((), ()), side, legion.creatures),
        may_summon=side == DEFENDER,
    )
    state = bury(state, legion.marker, legion.creatures)
    state, events = settle(state, engagement, outcome)
    return state, (Conceded(engagement.land, legion.owner, legion.marker, legion.creatures, False), *events)


def _agree(state: State, engagement: Engagement, proposal: Proposal) -> Step:
    """An agreement: full value for a legion lost whole, nothing for two (R9.6, R9.8)."""
    lost = lost_by(proposal.lost)
    legions = tuple(state.legions[marker] for marker in engagement.markers)
    gone = tuple((leg.marker, leg.creatures) for leg, is_lost in zip(legions, lost, strict=True) if is_lost)
    survivor = "" if all(lost) else engagement.markers[lost.index(False)]
    given_up = [leg.creatures if is_lost else proposal.losses for leg, is_lost in zip(legions, lost, strict=True)]
    for side, creatures in enumerate(given_up):
        state = bury(state, engagement.markers[side], creatures)
        engagement = _spared(state, engagement, side, creatures, "fled_and_agreed")
    outcome = Outcome("agreement", lost, (given_up[0], given_up[1]), may_summon=True, may_reinforce=True)
    state, events = settle(state, engagement, outcome)
    return state, (Agreed(engagement.land, gone, survivor, proposal.losses), *events)


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for one of the engaged two in the exchange before battle."""
    phase = current(state.phase, Parleying)
    side = phase.engagement.seats.index(seat)
    match action:
        case Flee() | Waive():
            return _no_flight(state, phase, side)
        case Fight():
            return Illegal("insists-already")
        case Accept() | Refuse() | Withdraw():
            return Illegal("no-offer")
        case Concede():
            return Illegal("concede-flight-open")
        case Offer():
            return _no_offer(state, phase, side, action)
        case _:
            return None


def _no_flight(state: State, phase: Parleying, side: int) -> Illegal:
    if side == ATTACKER:
        return Illegal("may-not-flee-attacker")
    creatures = state.legions[phase.engagement.markers[DEFENDER]].creatures
    lords = tuple(code for code in creatures if state.rules.kinds[code].rank == "lord")
    return Illegal("may-not-flee-lord", lords=lords) if lords else Illegal("may-not-flee-waived")


def _no_offer(state: State, phase: Parleying, side: int, action: Offer) -> Illegal:
    if phase.made[side] >= OFFERS:
        return Illegal("offers-spent", most=OFFERS)
    if action.lost not in (*SIDE_NAMES, BOTH):
        return Illegal("offer-lost", lost=action.lost, possible=(*SIDE_NAMES, BOTH))
    if Proposal(action.lost, action.losses) == phase.offers[side]:
        return Illegal("offer-same")
    if action.lost == BOTH:
        return Illegal("offer-losses", losses=action.losses, contents=())
    survivor = state.legions[phase.engagement.markers[SIDE_NAMES.index(action.lost) ^ 1]]
    if TITAN in action.losses and TITAN in survivor.creatures and not state.rules.titans_may_be_given:
        return Illegal("offer-titan")
    try:
        left = without(survivor.creatures, action.losses)
    except ValueError:
        left = survivor.creatures
    if not left:
        return Illegal("offer-nobody-left")
    return Illegal("offer-losses", losses=action.losses, contents=survivor.creatures)


HANDLERS: Handlers = {
    Engaging: Handler("engage", (Engage,), the_active, choices, open_engagement, no_engagement, onward=onward),
    Parleying: Handler(
        "parley", (Flee, Waive, Fight, Offer, Withdraw, Accept, Refuse, Concede), _engaged, legal, apply, refusal
    ),
}
