"""Resignation: a player leaves the game of their own will (R19.9)."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.battle.turn import concede as concede_battle
from engine.titan.battle.turn import lost, remove_slain, sent_back, titans
from engine.titan.events import BattleEnded, Event
from engine.titan.handler import Step
from engine.titan.phases.engage import concede
from engine.titan.phases.settlement import disband, eliminate, finish, give_back, score, value
from engine.titan.phases.turn import next_turn
from engine.titan.state import (
    Aimed,
    Choosing,
    Closing,
    Engaging,
    Fighting,
    Gathering,
    Moving,
    Mustering,
    Over,
    Parleying,
    Rolling,
    Spawning,
    Splitting,
    State,
    TowerDrawing,
    TowersDrawing,
)
from engine.values import replace

# Made once: every list of legal actions asks, and a union that stands in the function is made anew each time.
_NO_RESIGNING = TowersDrawing | Choosing | TowerDrawing | Rolling | Closing | Over


def may_resign(state: State) -> bool:
    """Whether those in the game may resign: at any time once it is under way and no die is in the air."""
    if isinstance(state.phase, _NO_RESIGNING):
        return False
    return not (isinstance(state.phase, Fighting) and isinstance(state.phase.battle.step, Aimed))


def apply(state: State, seat: Seat) -> Step:
    """The state without the player. The opponent of their Titan's legion is the slayer, else there is none."""
    events: tuple[Event, ...] = ()
    if not state.rules.eliminates:
        state, events = _given_up(state, seat)
    phase = state.phase
    if isinstance(phase, Fighting) and seat in phase.engagement.seats:
        return _in_battle(state, phase, seat)
    slayer = _slayer(state, seat) if state.rules.eliminates else None
    state, out = eliminate(state, {seat: slayer}, resigned=True)
    events += out
    if isinstance(state.phase, Over):
        return give_back(state), events
    if isinstance(phase, Parleying) and seat in phase.engagement.seats:
        return finish(state, phase.engagement), events
    if isinstance(phase, Gathering) and seat == phase.engagement.seats[phase.side]:
        return finish(state, phase.engagement), events
    if isinstance(phase, Spawning | Splitting | Moving | Engaging | Mustering):
        state = give_back(state)
        if seat == state.active:
            state, more = next_turn(state)
            events += more
    return state, events


def _given_up(state: State, seat: Seat) -> Step:
    """Where nobody is eliminated, a player who leaves gives up their engagement; no more is scored (V2.6)."""
    match state.phase:
        case Fighting(engagement) as phase if seat in engagement.seats:
            return concede_battle(state, phase, seat)
        case Parleying(engagement) if seat in engagement.seats:
            return concede(state, engagement, engagement.seats.index(seat))
        case _:
            return state, ()


def _slayer(state: State, seat: Seat) -> Seat | None:
    """The player whose legion stands in the same land as the Titan's, also if that is slain and not removed yet."""
    land = next((legion.land for legion in state.own(seat) if "TTN" in legion.creatures), None)
    return next((leg.owner for leg in state.legions.values() if leg.land == land and leg.owner != seat), None)


def _in_battle(state: State, phase: Fighting, seat: Seat) -> Step:
    """As in a concession the slain are removed first. The fallen give full points, the rest half (R18.3, R19.3)."""
    slayer = _slayer(state, seat)
    state, phase, events = remove_slain(replace(state, aftermath=phase), phase)
    state, phase, late = sent_back(state, phase)
    events += late
    engagement, side = phase.engagement, phase.engagement.seats.index(seat)
    other, opponent = 1 - side, engagement.seats[1 - side]
    slayers: dict[Seat, Seat | None] = {seat: slayer}
    winner = engagement.markers[other]
    if titans(state, phase)[other]:
        slayers = {seat: None, opponent: None}
    elif lost(state, phase)[other]:
        state = disband(state, winner)
        here = (*phase.battle.fallen[side], *state.legions[engagement.markers[side]].creatures)
        if state.rules.are_fatal(here) and not state.rules.mutual_titan_exception:
            slayers[seat] = None
    else:
        points = value(state, seat, phase.battle.fallen[side])
        if points:
            state, scored = score(state, opponent, points, "battle")
            events += scored
    left = "" if lost(state, phase)[other] else winner
    events += (BattleEnded(engagement.land, left, engagement.markers[side], "resignation", phase.battle.round),)
    state, out = eliminate(state, slayers, resigned=True)
    if isinstance(state.phase, Over):
        return give_back(state), events + out
    return finish(replace(state, phase=phase), engagement), events + out
