"""Maneuver Phases: moving on the battleland, coming onto it, calling others to it (R10, R12, R16, R17)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.core import Illegal, Seat
from engine.hexes import bits
from engine.phases import current
from engine.titan.actions import Action, Done, Maneuver, Reinforce, Summon
from engine.titan.battle.field import Battlefield, changed
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.events import Maneuvered, Reinforced
from engine.titan.handler import Step
from engine.titan.phases.muster import enlist, musters, no_way
from engine.titan.phases.settlement import donors, no_summon, transfer
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Fighter, Fighting, State
from engine.values import replace

REINFORCEMENT_ROUND = 4
"""The round whose Maneuver Phase may bring the defender's reinforcement (R17.2)."""

_maneuver = lru_cache(maxsize=65536)(Maneuver)
"""Listed again and again, made once."""


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Every maneuver of the moving player, their addition if one is open, then the end of the phase."""
    phase = current(state.phase, Fighting)
    yield from maneuvers(state, phase)
    if phase.battle.window:
        yield from additions(state, phase)
    yield Done()


def maneuvers(state: State, phase: Fighting) -> Iterator[Maneuver]:
    """Where each character of the moving player may go, in the order of the fighters; equal ones off the map once."""
    field = Battlefield(state, phase)
    waiting: set[str] = set()
    for fighter in field.side(phase.battle.mover):
        if fighter.hex == OFF:
            if fighter.creature in waiting:
                continue
            waiting.add(fighter.creature)
        name = fighter.creature if fighter.hex == OFF else HEXES[fighter.hex]
        for hex_ in bits(reach(field, fighter)):
            yield _maneuver(name, HEXES[hex_])


def reach(field: Battlefield, fighter: Fighter) -> int:
    """The hexes, as a mask, that a character may maneuver to (R12.1-R12.8); in a Tower the defender deploys (R10.4)."""
    if fighter.moved or field.contacts(fighter):
        return 0
    kind, ground, battle = field.rules.kinds[fighter.creature], field.ground, field.battle
    if fighter.hex != OFF:
        return ground.reach(kind, fighter.hex, field.occupied)
    if fighter.side == DEFENDER and battle.round <= 1 and ground.start_hexes:
        return sum(1 << hex_ for hex_ in ground.start_hexes) & ~field.occupied
    return ground.arrivals(kind, ground.entries[battle.side][fighter.side], field.occupied)


def additions(state: State, phase: Fighting) -> Iterator[Summon | Reinforce]:
    """Whom the moving player may call while their window is open: an angel, or a recruit of the land (R16.3, R17.2)."""
    if phase.battle.mover == ATTACKER:
        yield from (Summon(donor, code) for donor, code in donors(state, phase.engagement))
    else:
        legion = state.legions[phase.engagement.markers[DEFENDER]]
        yield from (Reinforce(recruit, shown) for recruit, shown in musters(state, legion))


def opened(state: State, phase: Fighting) -> Fighting:
    """The phase at the beginning of a Maneuver Phase: is there a window for an addition?

    The attacker's opens once, after the first slain defender, without a summons so far in this Engagement Phase
    (R16.1, R16.3); the defender's in round 4 (R17.2). Both need at most six living characters.
    """
    battle = phase.battle
    room = sum(fighter.side == battle.mover for fighter in battle.fighters) < state.rules.max_height
    if battle.mover == DEFENDER:
        window = room and battle.round == REINFORCEMENT_ROUND and not battle.reinforced
        return replace(phase, battle=replace(battle, window=window))
    if battle.summons != "earned":
        return replace(phase, battle=replace(battle, window=False))
    window = room and not phase.engagement.summoned
    return replace(phase, battle=replace(battle, window=window, summons="spent"))


def apply(state: State, seat: Seat, action: Maneuver | Summon | Reinforce) -> Step:
    """The state after a maneuver or an addition."""
    phase = current(state.phase, Fighting)
    battle, engagement = phase.battle, phase.engagement
    match action:
        case Maneuver():
            fighter = found(phase, action.character)
            assert fighter is not None, "legal lists only characters that are there"
            moved = replace(fighter, hex=INDEX[action.hex], moved=True)
            start = "" if fighter.hex == OFF else HEXES[fighter.hex]
            battle = replace(battle, fighters=changed(battle, fighter, moved))
            state = replace(state, phase=replace(phase, battle=battle))
            return state, (Maneuvered(seat, fighter.creature, start, action.hex),)
        case Summon():
            donor = state.legions[action.donor]
            legion = state.legions[engagement.markers[ATTACKER]]
            state, event = transfer(state, legion, action.donor, action.creature)
            fighters = (*battle.fighters, Fighter(ATTACKER, action.creature, came="summoned"))
            battle = replace(battle, fighters=fighters, window=False, donor=donor)
            engagement = replace(engagement, summoned=True)
            return replace(state, phase=Fighting(engagement, battle)), (event,)
        case Reinforce():
            legion = state.legions[engagement.markers[DEFENDER]]
            state = enlist(state, legion, action.recruit, action.shown)
            fighters = (*battle.fighters, Fighter(DEFENDER, action.recruit, came="mustered"))
            battle = replace(battle, fighters=fighters, window=False, reinforced=True)
            state = replace(state, phase=replace(phase, battle=battle))
            return state, (Reinforced(seat, legion.marker, action.recruit, action.shown),)


def found(phase: Fighting, character: str) -> Fighter | None:
    """The moving player's character on a hex, or the first of that kind off the map."""
    for fighter in phase.battle.fighters:
        if fighter.side == phase.battle.mover:
            name = fighter.creature if fighter.hex == OFF else HEXES[fighter.hex]
            if name == character:
                return fighter
    return None


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the moving player in a Maneuver Phase."""
    phase = current(state.phase, Fighting)
    match action:
        case Maneuver():
            return _no_maneuver(state, phase, action)
        case Summon():
            if phase.battle.mover != ATTACKER or not phase.battle.window:
                return Illegal("summon-not-now")
            legion = state.legions[phase.engagement.markers[ATTACKER]]
            return no_summon(state, phase.engagement, legion, action)
        case Reinforce():
            if phase.battle.mover != DEFENDER or not phase.battle.window:
                return Illegal("reinforce-not-now")
            legion = state.legions[phase.engagement.markers[DEFENDER]]
            return no_way(state, legion, action.recruit, action.shown)
        case _:
            return None


def _no_maneuver(state: State, phase: Fighting, action: Maneuver) -> Illegal:
    field = Battlefield(state, phase)
    fighter = found(phase, action.character)
    if fighter is None:
        return Illegal("character-unknown", character=action.character)
    if fighter.moved:
        return Illegal("moved-already", character=fighter.creature)
    if field.contacts(fighter):
        return Illegal("in-contact", character=fighter.creature)
    if action.hex in INDEX and field.occupied >> INDEX[action.hex] & 1:
        return Illegal("hex-occupied", to=action.hex)
    possible = tuple(HEXES[hex_] for hex_ in bits(reach(field, fighter)))
    return Illegal("hex-out-of-reach", character=fighter.creature, to=action.hex, reach=possible)
