"""The Move Step: where an ordered unit can go, and that it goes there (B7, B11.6, B11.11, B17.2, B21.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core import Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.skirmish import harm
from engine.skirmish.actions import Action, Cast, Done, Move
from engine.skirmish.board import known, neighbours
from engine.skirmish.combat.strength import SWOOP_FROM
from engine.skirmish.effects import FOREST
from engine.skirmish.events import Moved
from engine.skirmish.ground import effects
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Attacking, Moving, State, other
from engine.skirmish.steps import windows
from engine.skirmish.units import Unit
from engine.values import replace

AFTER_ORDERS, ENDING = "own_after_order", ("own_after_move", "any_after_move")
"""The moments whose cards a side plays in its Move Step: before the first move, and in place of closing it (B13.4)."""

TIMINGS = ("+".join(ENDING), "any_after_move")
"""The timings of the window after the Move Step, of whose step it was and of the other."""

COUNTED = {"swoop": SWOOP_FROM}
"""Abilities for which it matters how many hexes a unit went, and how many are enough (B11.7)."""


def granted(state: State, unit: Unit, does: str) -> int:
    """How many hexes an effect of this turn gives a unit; those of several cards add up (B13.6, B7.5)."""
    return sum(one.amount for one in effects(state, unit, does))


def reachable(state: State, unit: Unit) -> Mapping[str, tuple[str, ...]]:
    """Where a unit can end its movement, each hex with a shortest path there; its own is left out (B7)."""
    found: dict[str, tuple[str, ...]] = {}
    for path in _paths(state, unit):
        if path[-1] != unit.hex:
            found.setdefault(path[-1], path)
    return found


def longer(state: State, unit: Unit) -> Mapping[str, tuple[str, ...]]:
    """Nearer hexes to which it can also go by as many hexes as an ability of it counts, with the path (B11.7).

    It may come back to its own hex.
    """
    counted = [hexes for ability, hexes in COUNTED.items() if ability in state.kind(unit).abilities]
    if not counted:
        return {}
    direct, found = reachable(state, unit), dict[str, tuple[str, ...]]()
    for path in _paths(state, unit):
        hexes, to = len(path) - 1, path[-1]
        if hexes == max(counted) and hexes > len(direct.get(to, (unit.hex,))) - 1:
            found.setdefault(to, path)
    return found


@dataclass(frozen=True, slots=True)
class _Gait:
    """How a unit goes this turn: hexes it has in any case, those for ending beside an enemy, those for forest."""

    base: int
    beside: int
    forest: int
    flies: bool
    passes_units: bool
    unstopped: bool

    @property
    def most(self) -> int:
        return self.base + self.beside + self.forest


def _gait(state: State, unit: Unit) -> _Gait:
    kind = state.kind(unit)
    return _Gait(
        base=kind.move + granted(state, unit, "march"),
        beside=("lunge" in kind.abilities) + granted(state, unit, "rush"),
        forest=granted(state, unit, "forest_march") if state.rules.shortcut_in_all or not kind.flying else 0,
        flies=kind.flying,
        passes_units=kind.flying or any(effects(state, unit, "leap")),
        unstopped=kind.flying or any(effects(state, unit, "unstopped")),
    )


def _paths(state: State, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Ways to go that end well, the short ones first: one for each hex, length, and length at which it enters a forest.

    The hexes beyond those that a unit has anyway come last: a forest grants its hex if it was entered before (B21.1),
    and to who flies if it lands there; it passes over a forest otherwise, and enters it only where it could land
    (B21.2). Whoever has one for ending beside an enemy may have used it on the way to the forest (B11.11, B7.5).
    """
    gait = _gait(state, unit)
    taken = {one.hex for one in state.units if one.number != unit.number}
    hostile = {one.hex for one in state.own(other(unit.owner))}
    march = any(effects(state, unit, "forest_march"))
    never = gait.most + 1
    front: dict[tuple[str, int], tuple[str, ...]] = {(unit.hex, never): (unit.hex,)}
    for length in range(1, gait.most + 1):
        ahead: dict[tuple[str, int], tuple[str, ...]] = {}
        for (here, since), path in front.items():
            for to in neighbours(here):
                terrain = state.terrain(to)
                if (to in taken and not gait.passes_units) or (not terrain.passable and not gait.flies):
                    continue
                lands = terrain.id == FOREST and not (gait.flies and to in taken)
                entered = min(since, length) if lands else since
                ahead.setdefault((to, entered), (*path, to))
        front = {}
        for (to, since), path in ahead.items():
            terrain = state.terrain(to)
            if not terrain.stops or gait.unstopped or (march and terrain.id == FOREST):
                front[to, since] = path
            bonus = gait.beside if hostile.intersection(neighbours(to)) else 0
            budget = gait.base + bonus
            landed = gait.flies and terrain.id == FOREST
            allowed = budget + (gait.forest if since <= budget or landed else 0)
            if to not in taken and terrain.passable and length <= allowed:
                yield path


def may_move(state: State, unit: Unit) -> bool:
    """Whether a unit can still go somewhere in this Move Step (B6.5, B7.1)."""
    return unit.ordered and not unit.moved and not unit.stunned and not any(effects(state, unit, "no_move"))


# The phase


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    for unit in state.own(seat):
        if may_move(state, unit):
            for to in reachable(state, unit):
                yield Move(unit.hex, to)
            for to, path in longer(state, unit).items():
                yield Move(unit.hex, to, len(path) - 1)
    yield from windows.casts(state, seat, _open_to(state))
    yield Done()


def _open_to(state: State) -> tuple[str, ...]:
    """The moments whose cards may be played in the step: of after the orders until a unit moves, and of its end."""
    if not state.rules.cards_with_steps:
        return ()
    return ENDING if current(state.phase, Moving).begun else (AFTER_ORDERS, *ENDING)


def may_be_played(state: State, seat: Seat) -> bool:
    """Whether, as far as everybody knows, a side could play a card in its Move Step now."""
    return windows.possible(state, seat, "+".join(_open_to(state)))


def _apply(state: State, seat: Seat, action: Action) -> Step:
    match action:
        case Done():
            return windows.opened(state, TIMINGS, seat, Attacking(), state.rules.cards_with_steps), ()
        case Move():
            return _moved(state, seat, action)
        case Cast():
            if state.rules.tables.lore[action.card].timing == AFTER_ORDERS:
                return windows.play(state, seat, action.card, action.targets)
            return windows.opening(state, seat, action, TIMINGS, Attacking())
        case _:
            raise AssertionError(f"{action} is nothing to do in the Move Step")


def _moved(state: State, seat: Seat, action: Move) -> Step:
    """A unit goes its way, and suffers where ending a movement hurts (B7.6, B17.3)."""
    unit = state.at(action.unit)
    assert unit is not None, f"a unit stands on {action.unit}"
    path = (longer if action.hexes else reachable)(state, unit)[action.to]
    state = state.with_unit(replace(unit, hex=action.to, moved=len(path) - 1))
    if state.rules.cards_with_steps:
        state = replace(state, phase=Moving(True))
    moved = Moved(seat, unit.number, unit.kind, path, "move")
    state, hurt = harm.suffer(state, unit.number, state.terrain(action.to).hurts, "ruins", None)
    return state, (moved, *hurt)


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    if isinstance(action, Cast):
        open_to = _open_to(state)
        if not open_to:
            return Illegal("phase-other", phase="moving", verbs=("move", "done"))
        return windows.not_castable(state, seat, action, open_to, windows.aims(state, seat, action.card))
    if not isinstance(action, Move):
        return None
    unit = state.at(known(action.unit))
    movable = tuple(one.hex for one in state.own(seat) if may_move(state, one))
    if unit is None or unit.owner != seat:
        return Illegal("unit-not-yours", hex=action.unit, units=tuple(one.hex for one in state.own(seat)))
    if unit.stunned:
        return Illegal("unit-stunned", unit=unit.kind, hex=unit.hex)
    if not unit.ordered:
        return Illegal("unit-no-order", unit=unit.kind, hex=unit.hex, units=movable)
    if unit.moved:
        return Illegal("unit-has-moved", unit=unit.kind, hex=unit.hex, units=movable)
    if not may_move(state, unit):
        card = next(effects(state, unit, "no_move")).card
        return Illegal("unit-may-not-move", unit=unit.kind, hex=unit.hex, card=card)
    reach = tuple(reachable(state, unit))
    facts = {"unit": unit.kind, "hex": unit.hex, "to": known(action.to), "reach": reach}
    there = state.at(action.to)
    if there is not None and there.number != unit.number:
        return Illegal("move-occupied", by=there.kind, **facts)
    if not state.terrain(action.to).passable:
        return Illegal("move-impassable", terrain=state.terrain(action.to).id, **facts)
    if action.hexes and action.to in reach:
        return Illegal("move-hexes", hexes=action.hexes, **facts)
    return Illegal("move-out-of-reach", move=_gait(state, unit).base, **facts)


HANDLERS: Handlers = {Moving: Handler("moving", (Move, Cast, Done), the_active, _legal, _apply, _refusal)}
