"""Resignation: a player leaves the game of his own will (R19.9)."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.battle.turn import lost, remove_slain, titans
from engine.titan.events import BattleEnded, Event
from engine.titan.spoils import disband, eliminate, finish, give_back, score, value
from engine.titan.state import (
    Aimed,
    Choosing,
    Fighting,
    Gathering,
    Moving,
    Mustering,
    Over,
    Parleying,
    Placing,
    Rolling,
    Splitting,
    State,
)
from engine.titan.turn import next_turn
from engine.values import replace


def may_resign(state: State, seat: Seat) -> bool:
    """Any living player, at any time once the game is under way and no die is in the air."""
    if state.players[seat].out or isinstance(state.phase, Placing | Choosing | Rolling | Over):
        return False
    return not (isinstance(state.phase, Fighting) and isinstance(state.phase.battle.step, Aimed))


def apply(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """The state without the player. The opponent of his Titan's legion is the slayer, else there is none."""
    phase = state.phase
    if isinstance(phase, Fighting) and seat in phase.engagement.seats:
        return _in_battle(state, phase, seat)
    state, events = eliminate(state, {seat: _slayer(state, seat)}, resigned=True)
    if isinstance(state.phase, Over):
        return give_back(state), events
    if isinstance(phase, Parleying) and seat in phase.engagement.seats:
        return finish(state, phase.engagement), events
    if isinstance(phase, Gathering) and seat == phase.engagement.seats[phase.side]:
        return finish(state, phase.engagement), events
    if isinstance(phase, Splitting | Moving | Mustering):
        state = give_back(state)
        if seat == state.active:
            state, more = next_turn(state)
            events += more
    return state, events


def _slayer(state: State, seat: Seat) -> Seat | None:
    """The player whose legion stands in the same land as the Titan's."""
    land = next((legion.land for legion in state.own(seat) if "TTN" in legion.creatures), None)
    return next((leg.owner for leg in state.legions.values() if leg.land == land and leg.owner != seat), None)


def _in_battle(state: State, phase: Fighting, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """As in a concession the slain are removed first. The fallen give full points, the rest half (R18.3, R19.3)."""
    slayer = _slayer(state, seat)
    state, phase, events = remove_slain(replace(state, aftermath=phase), phase)
    engagement, side = phase.engagement, phase.engagement.seats.index(seat)
    other, opponent = 1 - side, engagement.seats[1 - side]
    slayers: dict[Seat, Seat | None] = {seat: slayer}
    if titans(phase)[side]:
        slayers[seat] = opponent
    winner = engagement.markers[other]
    if titans(phase)[other]:
        slayers = {seat: None, opponent: None}
    elif lost(phase)[other]:
        state = disband(state, winner)
    else:
        points = value(state, seat, phase.battle.fallen[side])
        if points:
            state, scored = score(state, opponent, points, "battle")
            events += scored
    left = "" if lost(phase)[other] else winner
    events += (BattleEnded(engagement.land, left, engagement.markers[side], "resignation", phase.battle.round),)
    state, out = eliminate(state, slayers, resigned=True)
    if isinstance(state.phase, Over):
        return give_back(state), events + out
    return finish(replace(state, phase=phase), engagement), events + out
