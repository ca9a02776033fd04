"""Coming back: a player who was wiped out begins their next turn with a new legion in a Tower (V6, V7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.core import Draw, Drawn, Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.titan.actions import Action, FirstMarker, Spawn
from engine.titan.board import BOTTOM
from engine.titan.data import check, sheet
from engine.titan.events import Creatures, Spawned, TowerDrawn
from engine.titan.facts import Formed
from engine.titan.handler import Handlers, Step
from engine.titan.rules import TITAN, Rules
from engine.titan.state import Engaging, Legion, Spawning, Splitting, State, TowerDrawing
from engine.values import replace


@dataclass(frozen=True, slots=True)
class Roads:
    """The paths with their tiers by kind, lowest first, empty where a path lacks a tier (V7.1); and the lists of kinds
    of which the first available is taken (V7.2)."""

    paths: Mapping[str, tuple[str, ...]]
    lord: tuple[str, ...]
    strong: tuple[str, ...]
    basic: tuple[str, ...]


@cache
def roads(rules: Rules) -> Roads:
    """The paths of `spawn.toml`. Raises ValueError for a name that no kind has."""
    table = sheet("spawn")
    codes = {kind.name: code for code, kind in rules.kinds.items()} | {"": ""}
    named = [name for row in (*table["path"].values(), *table["first"].values()) for name in row]
    check(set(named) <= set(codes), f"no such kind: {sorted(set(named) - set(codes))}")
    check(len({len(row) for row in table["path"].values()}) == 1, "each path tells of every tier")
    first = {key: tuple(codes[name] for name in row) for key, row in table["first"].items()}
    paths = {path: tuple(codes[name] for name in row) for path, row in table["path"].items()}
    return Roads(paths, first["lord"], first["strong"], first["basic"])


# --- who comes back, and where ---


def is_due(state: State, seat: Seat) -> bool:
    """Whether a player whose turn opens comes back: they have nobody left, or by option no Titan (V6.1)."""
    mine = tuple(state.own(seat))
    if not mine:
        return True
    by_titan = state.rules.respawn_on == "titan_lost" and not any(TITAN in legion.creatures for legion in mine)
    return by_titan and bool(state.players[seat].markers)


def wants(state: State) -> Draw:
    """One of all six Towers, each as likely (V6.3)."""
    return Draw("spawn", 1, len(state.rules.board.towers), place=f"turn {state.turn} seat {state.active} spawn")


def drawn(state: State, drawn: Drawn) -> Step:
    """The Tower was drawn, for all to see."""
    tower = state.rules.board.towers[drawn.values[0] - 1]
    return replace(state, phase=Spawning(tower)), (TowerDrawn(state.active, tower),)


# --- the new legion ---


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a new legion on a path: `part` is `strong`, `weak` or `basic` (V7.2).

    `due` is the kind of the path that belongs there, of a strong place the highest in play; `creature` is who takes it,
    empty while that is to be chosen, or if nobody is left.
    """

    path: str
    part: str
    due: str
    creature: str = ""


@dataclass(frozen=True, slots=True)
class NewLegion:
    """A new legion as far as it is settled: `creatures` in the order in which they are given, and the kinds that its
    owner may choose from next; none if nothing is left to choose. `slots` are its places on the paths so far."""

    creatures: Creatures
    options: Creatures
    slots: tuple[Slot, ...]


def composed(state: State, chosen: Creatures) -> NewLegion:
    """The legion that follows from the stacks, from who is in play, and from what its owner has `chosen` so far."""
    making = _Making(state, chosen)
    try:
        making.run()
    except _Open as asked:
        return NewLegion(tuple(making.taken), asked.options, tuple(making.slots))
    return NewLegion(tuple(making.taken), (), tuple(making.slots))


class _Open(Exception):
    def __init__(self, options: Creatures) -> None:
        super().__init__(options)
        self.options = options


class _Making:
    """The steps of V7.2, one slot after the other, each from the stock that those before it have left."""

    def __init__(self, state: State, chosen: Creatures) -> None:
        self.rules, self.roads = state.rules, roads(state.rules)
        self.stock = dict(state.bank) | {TITAN: fillers(state)}
        self.playing = {code for legion in state.legions.values() for code in legion.creatures}
        self.left = list(chosen)
        self.taken: list[str] = []
        self.slots: list[Slot] = []

    def run(self) -> None:
        self.taken.append(TITAN)
        self._first(self.roads.lord)
        for name, path in self.roads.paths.items():
            tier = max((at for at, code in enumerate(path) if code in self.playing), default=0)
            if tier:
                self._pair(name, path, tier)
            else:
                self._basic(name, path)
                self._basic(name, path)

    def _pair(self, name: str, path: Creatures, tier: int) -> None:
        """The strong slot and the weak one of a path whose highest tier in play is above the first (V7.2, step 2)."""
        below = max(at for at, code in enumerate(path[:tier]) if code)
        higher = next((code for code in path[tier + 1 :] if code), "")
        self.slots.append(Slot(name, "strong", path[tier]))
        own = self._take(path[tier]) or self._take(higher)
        if not own and not self._choose(path, range(tier, tier + 1)):
            self._first(self.roads.strong)
        self.slots.append(Slot(name, "weak", path[below]))
        if self._take(path[below]) or self._choose(path, range(below, below + 1 if own else tier)):
            return
        for lower in range(below - 1, -1, -1):
            if self._take(path[lower]) or self._choose(path, range(lower, lower + 1)):
                return
        self._first(self.roads.basic)

    def _basic(self, name: str, path: Creatures) -> None:
        """One of the first tier, of another path if need be, else of the list (V7.2, step 3)."""
        self.slots.append(Slot(name, "basic", path[0]))
        if not self._take(path[0]) and not self._choose(path, range(1)):
            self._first(self.roads.basic)

    def _take(self, code: str) -> bool:
        if not code or self.stock[code] <= 0:
            return False
        self.stock[code] -= 1
        self.taken.append(code)
        if self.slots:
            self.slots[-1] = replace(self.slots[-1], creature=code)
        return True

    def _first(self, kinds: Creatures) -> bool:
        return any(self._take(code) for code in kinds)

    def _choose(self, path: Creatures, tiers: range) -> bool:
        """The owner's choice of what other paths have in these tiers. False if nothing is available."""
        others = (other for other in self.roads.paths.values() if other is not path)
        found = {other[tier] for other in others for tier in tiers if other[tier]}
        options = sorted((code for code in found if self.stock[code] > 0), key=self._precedence)
        if len(options) > 1 and not self.left:
            raise _Open(tuple(options))
        return bool(options) and self._take(self.left.pop(0) if len(options) > 1 else options[0])

    def _precedence(self, code: str) -> tuple[int, str]:
        """The most valuable first, then by the alphabet: the first is what is taken if nobody chooses (V7.6)."""
        kind = self.rules.kinds[code]
        return -kind.value, kind.name


def fillers(state: State) -> int:
    """The Titans that no player of this game owns, less those that stand in legions beside their owner's (V7.5)."""
    owned = len(state.players)
    second = (sum(legion.creatures.count(TITAN) for legion in state.own(seat)) - 1 for seat in state.alive)
    return state.rules.kinds[TITAN].stack - owned - sum(max(0, more) for more in second)


# --- decisions ---


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """The kinds for the slot that is open, the dearest first; in the end the markers, of which one completes it."""
    options = composed(state, current(state.phase, Spawning).chosen).options
    if options:
        yield from (Spawn(code) for code in options)
    else:
        yield from (FirstMarker(marker) for marker in state.players[seat].markers)


def apply(state: State, seat: Seat, action: Spawn | FirstMarker) -> Step:
    """The state after a choice. The marker puts the legion into the Tower: for a normal turn, or at once against the
    legion of another that stands there, entering from the bottom (V6.6, V6.7)."""
    phase = current(state.phase, Spawning)
    if isinstance(action, Spawn):
        return replace(state, phase=replace(phase, chosen=(*phase.chosen, action.creature))), ()
    rules, player = state.rules, state.players[seat]
    creatures = rules.arranged(composed(state, phase.chosen).creatures)
    bank = {code: left - creatures.count(code) for code, left in state.bank.items()}
    attacks = any(legion.land == phase.tower and legion.owner != seat for legion in state.legions.values())
    legion = Legion(action.marker, seat, phase.tower, creatures, moved=attacks, side=BOTTOM if attacks else 0)
    hidden = rules.hide_stacks_on_spawn
    shown = (TITAN,) if hidden else tuple(code for code in creatures if rules.kinds[code].lord)
    formed = Formed(action.marker, shown, len(creatures) - len(shown), commoners=not hidden)
    state = replace(state.put(legion), bank=bank).note(formed)
    state = state.with_player(
        seat,
        markers=tuple(marker for marker in player.markers if marker != action.marker),
        mulligans=player.mulligans if rules.mulligan == "unlimited" else 0,
        wiped=False,
    )
    summoned = not rules.spawned_may_summon  # V6.11
    following = Engaging(summoned, spawned=True) if attacks else Splitting()
    spawned = Spawned(seat, action.marker, phase.tower, len(creatures), creatures)
    return replace(state, phase=following), (spawned,)


def refusal(state: State, seat: Seat, action: Action) -> Illegal:
    """Why not, for the player who comes back: first the open slots, then the marker."""
    options = composed(state, current(state.phase, Spawning).chosen).options
    match action:
        case Spawn() if options:
            return Illegal("spawn-not-open", creature=action.creature, possible=options)
        case FirstMarker() if not options:
            return Illegal("marker-not-yours", marker=action.marker, free=state.players[seat].markers)
        case _:
            return Illegal("phase-other", phase="spawn", verbs=("spawn",) if options else ("marker",))


HANDLERS: Handlers = {
    TowerDrawing: Handler("tower", wants=wants, drawn=drawn),
    Spawning: Handler("spawn", (Spawn, FirstMarker), the_active, legal, apply, refusal),
}
