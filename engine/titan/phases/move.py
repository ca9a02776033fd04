"""Movement on the masterboard: walking, teleporting, and what may not be left undone (R5.3, R6, R7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from engine.core import Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.titan.actions import Action, Done, Move, Mulligan, Teleport
from engine.titan.board import BOTTOM, SIDES
from engine.titan.events import Creatures, Event, Moved, Rejoined
from engine.titan.facts import Joined, Marker, Showed
from engine.titan.handler import Handlers, Step
from engine.titan.rules import Rules
from engine.titan.state import Engaging, Legion, Moving, Rolling, State
from engine.values import replace

TELEPORT_ROLL = 6

_move = lru_cache(maxsize=65536)(Move)
_teleport = lru_cache(maxsize=65536)(Teleport)
"""Listed again and again, made once: that takes a quarter of the time."""


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """A mulligan, every walk and teleport of every legion in marker order, then the end of the phase."""
    if may_mulligan(state):
        yield Mulligan()
    phase, lands = current(state.phase, Moving), Occupied(state)
    for legion in state.own(seat):
        if not legion.moved:
            yield from moves(state, phase, legion, lands)
    if not unmet(state, phase, lands):
        yield Done()


def moves(state: State, phase: Moving, legion: Legion, lands: Occupied) -> list[Move | Teleport]:
    """Every walk and every teleport of a legion that has not moved."""
    marker, walks = legion.marker, lands.walks(legion, phase.roll)
    return [*[_move(marker, land, side) for land, side in walks], *teleports(state, phase, legion, lands)]


class Occupied:
    """Which lands the mover's legions and the others stand in, gathered once for many questions."""

    def __init__(self, state: State) -> None:
        self.board = state.rules.board
        self.mine: Counter[int] = Counter()
        self.enemies: set[int] = set()
        for legion in state.legions.values():
            if legion.owner == state.active:
                self.mine[legion.land] += 1
            else:
                self.enemies.add(legion.land)

    def walks(self, legion: Legion, roll: int) -> tuple[tuple[int, int], ...]:
        """Where a legion can walk to, each land with the side it is entered by (R6.3-R6.8)."""
        own = set(self.mine)
        if self.mine[legion.land] == 1:
            own.discard(legion.land)
        return self.board.reach(legion.land, roll, self.enemies, own)


def may_mulligan(state: State) -> bool:
    """In one's first turn, once, before any legion has moved (R5.3, R5.4)."""
    left = state.players[state.active].mulligans > 0
    return left and not any(legion.moved for legion in state.own(state.active))


def teleports(state: State, phase: Moving, legion: Legion, lands: Occupied) -> list[Teleport]:
    """Every teleport of a legion: Tower Teleportation by a lord, Titan Teleportation (R7)."""
    if phase.roll != TELEPORT_ROLL or phase.teleported:
        return []
    score, stands = state.players[legion.owner].score, (legion.marker, legion.land, legion.creatures)
    return jumps(state.rules, state.turn, score, stands, lands.enemies, lands.mine.keys())


def jumps(
    rules: Rules,
    turn: int,
    score: int,
    stands: tuple[Marker, int, Creatures],
    enemies: AbstractSet[int],
    own: AbstractSet[int],
) -> list[Teleport]:
    """Every teleport on a six in a Game-Turn of a legion with its marker, its land and its characters (R7).

    `score` is its owner's; `enemies` and `own` are the lands with legions of others and of the owner.
    """
    if barred(rules, turn, "first turn"):
        return []
    marker, start, creatures = stands
    towers = rules.board.towers
    lords = [code for code in dict.fromkeys(creatures) if rules.kinds[code].rank == "lord"]
    found: list[Teleport] = []
    if lords and start in towers and not barred(rules, turn, "tower"):
        empty = sorted(rules.board.teleports(start) - enemies - own)
        shut = {True: barred(rules, turn, "to tower"), False: barred(rules, turn, "to land")}
        found += [_teleport(marker, land, BOTTOM, lord) for land in empty if not shut[land in towers] for lord in lords]
    if "TTN" in lords and score >= rules.teleport_score and not barred(rules, turn, "titan"):
        for land in sorted(enemies - own):
            sides = (BOTTOM,) if land in towers else SIDES
            found += [_teleport(marker, land, side, "TTN") for side in sides]
    return found


def barred(rules: Rules, turn: int, kind: str) -> bool:
    """Whether an option of this table rules out teleports of a kind in a Game-Turn (R7.8)."""
    first = turn == 1
    match kind:
        case "first turn":
            return first and rules.no_first_turn_teleport
        case "to tower":
            return first and rules.no_first_turn_tower_to_tower
        case "tower":
            return rules.no_tower_teleport
        case "to land":
            return rules.tower_to_tower_only
        case "titan":
            return rules.no_titan_teleport
    raise AssertionError(kind)


def unmet(state: State, phase: Moving, lands: Occupied) -> Illegal | None:
    """What keeps the phase open: one legion must move if one can (R6.2), split ones must part if they can (R6.9)."""
    able = [leg for leg in state.own(state.active) if not leg.moved and lands.walks(leg, phase.roll)]
    if able and not any(legion.moved for legion in state.own(state.active)):
        return Illegal("must-move", legions=tuple(legion.marker for legion in able), roll=phase.roll)
    stuck = tuple(sorted({legion.land for legion in able if lands.mine[legion.land] > 1}))
    return Illegal("must-part", lands=stuck) if stuck else None


def apply(state: State, seat: Seat, action: Mulligan | Move | Teleport | Done) -> Step:
    """The state after a move, with the die in the air again, or in the Engagement phase."""
    phase = current(state.phase, Moving)
    match action:
        case Mulligan():
            left = state.players[seat].mulligans - (state.rules.mulligan != "unlimited")
            return replace(state.with_player(seat, mulligans=left), phase=Rolling(phase.throw + 1)), ()
        case Move():
            return _arrive(state, state.legions[action.legion], action.land, action.side, "")
        case Teleport():
            state = replace(state, phase=replace(phase, teleported=True))
            state = state.note(Showed(action.legion, (action.lord,)))
            return _arrive(state, state.legions[action.legion], action.land, action.side, action.lord)
        case Done():
            state, events = _recombine(state)
            return replace(state, phase=Engaging()), events


def _arrive(state: State, legion: Legion, land: int, side: int, lord: str) -> Step:
    enemy = next((leg.marker for leg in state.legions.values() if leg.land == land and leg.owner != legion.owner), "")
    state = state.put(replace(legion, land=land, moved=True, side=side))
    moved = Moved(legion.owner, legion.marker, legion.land, land, side if enemy else 0, lord, enemy)
    return state, (moved,)


def _recombine(state: State) -> Step:
    """Parts of a split that could not leave each other go back under one marker, unseen (R6.9).

    A legion that came back beside another is no part of it: they stay as they are (V6.1).
    """
    groups: dict[tuple[int, Marker], list[Legion]] = {}
    for legion in state.own(state.active):
        groups.setdefault((legion.land, _origin(state, legion)), []).append(legion)
    events: list[Event] = []
    for group in groups.values():
        markers = {legion.marker for legion in group}
        root, *rest = sorted(group, key=lambda legion: (legion.parent in markers, legion.parent != "", legion.marker))
        for child in rest:
            root = replace(root, creatures=state.rules.arranged(root.creatures + child.creatures))
            state = state.drop(child.marker).put(root).note(Joined(child.marker, root.marker))
            state = state.with_player(
                state.active, markers=tuple(sorted((*state.players[state.active].markers, child.marker)))
            )
            events.append(Rejoined(state.active, child.marker, root.marker, root.land))
    return state, tuple(events)


def _origin(state: State, legion: Legion) -> Marker:
    """The legion that this one has come of by the splits of this turn."""
    while legion.parent:
        legion = state.legions[legion.parent]
    return legion.marker


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the mover in Movement."""
    phase, lands = current(state.phase, Moving), Occupied(state)
    match action:
        case Mulligan():
            moved = any(legion.moved for legion in state.own(seat))
            return Illegal("mulligan-moved") if moved and state.players[seat].mulligans else Illegal("mulligan-none")
        case Done():
            return unmet(state, phase, lands)
        case Move():
            legion = state.legions[action.legion]
            if legion.moved:
                return Illegal("already-moved", legion=legion.marker, land=legion.land)
            reach = lands.walks(legion, phase.roll)
            sides = tuple(side for land, side in reach if land == action.land)
            if sides:
                return Illegal("side-not-possible", to=action.land, side=action.side, sides=sides)
            possible = tuple(sorted({land for land, _ in reach}))
            if lands.mine[action.land] and action.land not in lands.enemies and action.land != legion.land:
                return Illegal("land-own-legion", to=action.land, legion=legion.marker, reach=possible)
            return Illegal("land-out-of-reach", legion=legion.marker, roll=phase.roll, to=action.land, reach=possible)
        case Teleport():
            return _no_teleport(state, phase, action, lands)
        case _:
            return None


def _no_teleport(state: State, phase: Moving, action: Teleport, lands: Occupied) -> Illegal:
    rules, legion = state.rules, state.legions[action.legion]
    if legion.moved:
        return Illegal("already-moved", legion=legion.marker, land=legion.land)
    if phase.roll != TELEPORT_ROLL:
        return Illegal("teleport-roll", roll=phase.roll, needed=TELEPORT_ROLL)
    if phase.teleported:
        return Illegal("teleport-once")
    if any(barred(state.rules, state.turn, kind) for kind in ("first turn", "tower", "titan")):
        return Illegal("teleport-barred")
    lords = tuple(code for code in rules.kinds if rules.kinds[code].rank == "lord" and code in legion.creatures)
    if not lords:
        return Illegal("teleport-no-lord", legion=legion.marker)
    possible = tuple(teleports(state, phase, legion, lands))
    at = tuple(teleport for teleport in possible if teleport.land == action.land)
    score = state.players[legion.owner].score
    if (
        not at
        and action.land in lands.enemies
        and action.lord == "TTN"
        and "TTN" in lords
        and score < rules.teleport_score
    ):
        return Illegal("titan-score", score=score, needed=rules.teleport_score)
    if not at and not possible:
        return Illegal("teleport-not-in-tower", legion=legion.marker)
    if not at:
        return Illegal("teleport-land", to=action.land, possible=tuple(sorted({t.land for t in possible})))
    if action.lord not in {t.lord for t in at}:
        return Illegal("teleport-lord-shown", lord=action.lord, lords=tuple(dict.fromkeys(t.lord for t in at)))
    sides = tuple(dict.fromkeys(teleport.side for teleport in at))
    return Illegal("side-not-possible", to=action.land, side=action.side, sides=sides)


HANDLERS: Handlers = {Moving: Handler("move", (Mulligan, Move, Teleport, Done), the_active, legal, apply, refusal)}
