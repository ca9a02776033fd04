"""Mustering: a legion that moved this turn may take one character native to its land (R8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Illegal, Seat
from engine.phases import Handler, the_active
from engine.titan.actions import Action, Done, Muster
from engine.titan.events import Creatures, Mustered
from engine.titan.facts import Gained, Showed
from engine.titan.handler import Handlers, Step
from engine.titan.phases.turn import next_turn
from engine.titan.rules import Rules
from engine.titan.state import Legion, Mustering, State
from engine.values import replace

MusterWay = tuple[str, Creatures]
"""A recruit, and the recruiters that are shown for it."""


@lru_cache(maxsize=65536)
def ways(rules: Rules, terrain: str, creatures: Creatures) -> tuple[MusterWay, ...]:
    """Every recruit that these characters justify in this terrain, with each set of recruiters (R8.3-R8.7).

    The caretaker's stacks are not looked at.
    """
    if terrain == "Tower":
        return tuple(_tower_ways(rules, creatures))
    chain = rules.chains[terrain]
    found: list[MusterWay] = []
    for place, recruit in enumerate(chain.order):
        if place and creatures.count(chain.order[place - 1]) >= chain.need[place]:
            found.append((recruit, (chain.order[place - 1],) * chain.need[place]))
        found.extend((recruit, (same,)) for same in chain.order[place:] if same in creatures)
    return tuple(found)


def _tower_ways(rules: Rules, creatures: Creatures) -> Iterator[MusterWay]:
    """Free ones for anybody; Guardians for three of a kind; Warlocks for the Titan; each for itself (R8.5-R8.7)."""
    tower = rules.tower
    yield from ((recruit, ()) for recruit in tower.free)
    for code, kind in rules.kinds.items():
        if kind.rank == "creature" and creatures.count(code) >= tower.guardian_same_creatures:
            yield tower.guardian, (code,) * tower.guardian_same_creatures
    bases = [("TTN", tower.warlock, tower.warlock_titans)]
    if rules.demilord_self_muster:
        bases += [
            (tower.guardian, tower.guardian, tower.guardian_self),
            (tower.warlock, tower.warlock, tower.warlock_self),
        ]
    for shown, recruit, number in bases:
        if creatures.count(shown) >= number:
            yield recruit, (shown,) * number


def musters(state: State, legion: Legion) -> Iterator[MusterWay]:
    """What a legion may take here and now: room for it, and one in the stack (R8.1, R8.9)."""
    yield from recruits(state.rules, state.turn, state.bank, legion.land, legion.creatures)


def recruits(
    rules: Rules, turn: int, stacks: Mapping[str, int], land: int, creatures: Creatures
) -> Iterator[MusterWay]:
    """What a legion of these characters may take in a land, by the caretaker's stacks (R8.1, R8.9)."""
    if len(creatures) < rules.max_height:
        barred = rules.tower.warlock if rules.no_first_turn_warlock and turn == 1 else ""
        for way in ways(rules, rules.board.lands[land].terrain, creatures):
            if stacks[way[0]] > 0 and way[0] != barred:
                yield way


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Every muster open to the mover, legions in marker order, then the end of the turn."""
    for legion in state.own(seat):
        if legion.moved and not legion.mustered:
            yield from (Muster(legion.marker, recruit, shown) for recruit, shown in musters(state, legion))
    yield Done()


def apply(state: State, seat: Seat, action: Muster | Done) -> Step:
    """The state after a muster, or in the next player's turn."""
    if isinstance(action, Done):
        return next_turn(state)
    legion = state.legions[action.legion]
    state = enlist(state, replace(legion, mustered=True), action.recruit, action.shown)
    return state, (Mustered(seat, legion.marker, legion.land, action.recruit, action.shown),)


def enlist(state: State, legion: Legion, recruit: str, shown: Creatures) -> State:
    """The state with a character from the stacks added to `legion`, and seen by all with its recruiters."""
    grown = replace(legion, creatures=state.rules.arranged((*legion.creatures, recruit)))
    bank = {**state.bank, recruit: state.bank[recruit] - 1}
    facts = (Showed(legion.marker, shown),) if shown else ()
    return replace(state.put(grown), bank=bank).note(*facts, Gained(legion.marker, recruit))


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the mover in Enlistment."""
    if not isinstance(action, Muster):
        return None
    legion = state.legions[action.legion]
    if not legion.moved:
        return Illegal("not-moved", legion=legion.marker)
    if legion.mustered:
        return Illegal("mustered-already", legion=legion.marker)
    return no_way(state, legion, action.recruit, action.shown)


def no_way(state: State, legion: Legion, recruit: str, shown: Creatures) -> Illegal:
    """Why a legion can't take this recruit showing these: no room, stack empty, no basis, other recruiters."""
    terrain = state.rules.board.lands[legion.land].terrain
    if legion.height >= state.rules.max_height:
        return Illegal("legion-full", legion=legion.marker)
    justified = ways(state.rules, terrain, legion.creatures)
    mine = tuple(way[1] for way in justified if way[0] == recruit)
    if not mine:
        possible = tuple(dict.fromkeys(way[0] for way in musters(state, legion)))
        return Illegal("recruit-not-possible", recruit=recruit, land=legion.land, possible=possible)
    if state.bank[recruit] <= 0:
        return Illegal("stock-empty", recruit=recruit)
    if not any(way[0] == recruit for way in musters(state, legion)):
        return Illegal("warlock-first-turn")
    return Illegal("recruit-shown", recruit=recruit, shown=shown, ways=mine)


@dataclass(frozen=True, slots=True)
class Earning:
    """So many of the kind `shown` earn a `recruit` in a terrain; nobody is needed where `shown` is empty."""

    terrain: str
    shown: str
    number: int
    recruit: str


@lru_cache(maxsize=16)
def earnings(rules: Rules) -> tuple[Earning, ...]:
    """Everything that musters anything anywhere, by the fewest that do (R8.3-R8.7). The stacks are not looked at."""
    found: dict[tuple[str, str, str], Earning] = {}
    for terrain in rules.board.terrains:
        for recruit, _ in ways(rules, terrain, ()):
            found[terrain, "", recruit] = Earning(terrain, "", 0, recruit)
        for shown in rules.kinds:
            for number in range(1, rules.max_height):
                for recruit, recruiters in ways(rules, terrain, (shown,) * number):
                    if recruiters:
                        found.setdefault((terrain, shown, recruit), Earning(terrain, shown, number, recruit))
    return tuple(found.values())


HANDLERS: Handlers = {Mustering: Handler("muster", (Muster, Done), the_active, legal, apply, refusal)}
