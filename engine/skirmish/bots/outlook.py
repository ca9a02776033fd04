"""What a bot makes of its view: the game as far as it is public, and what things are worth, in muster points.

`public` gives a State of nothing but what the view tells, so that the engine's own functions of moves and dice can be
asked. Whatever the seat does not know is empty in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.core import Seat
from engine.skirmish import harm
from engine.skirmish.board import distance, neighbours
from engine.skirmish.effects import PLAINS, RUINS
from engine.skirmish.forecast import blow
from engine.skirmish.outlook import supposed
from engine.skirmish.state import Attacking, Fighting, Moving, State, other
from engine.skirmish.steps import move
from engine.skirmish.tables import Kind
from engine.skirmish.units import Unit
from engine.skirmish.view import View

HURT, STANDING = 0.6, 0.4
"""How the price of a unit is split: a part for its health, and a part for standing at all."""

GAME = 30.0
"""What a game is worth: a victory point is its part of it."""


GUARDED, DRIVEN = 0.35, 0.15
"""Parts of a hidden card's worth: for standing on it while it could be stormed, and for driving another off it."""

LAST = 2.5
"""Losing a unit costs its side a part of the game: one over the number of its units, to this power."""


def public(view: View) -> State:
    """A state of what the view tells: decks, the other's hand and unseen cards are not in it."""
    return supposed(view, Moving() if view.combat is None else Fighting(view.combat, Attacking()))


@dataclass(frozen=True)
class Outlook:
    """The game as a seat sees it, with what it has worked out so far.

    Values are muster points, and for the seat's own side unless something else is said.
    """

    state: State
    seat: Seat

    @property
    def enemy(self) -> Seat:
        return other(self.seat)

    @cached_property
    def own(self) -> tuple[Unit, ...]:
        return self.state.own(self.seat)

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        return self.state.own(self.enemy)

    @cached_property
    def at(self) -> Mapping[str, Unit]:
        """The units by hex."""
        return {unit.hex: unit for unit in self.state.units}

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The terrain by hex, where it is not plains."""
        return dict(self.state.land) | dict.fromkeys(self.state.ruins, RUINS)

    def kind(self, unit: Unit) -> Kind:
        return self.state.rules.tables.kinds[unit.kind]

    def point(self, seat: Seat) -> float:
        """What a victory point is worth to a side, 0 if it wins by none."""
        scenario = self.state.rules.scenario
        if scenario is None:
            return GAME / self.state.rules.tables.field.victory_points * 1.5
        enough = scenario.special.wins_at.get(self.state.sides[seat].faction, 0)
        return GAME / enough if enough else 0.0

    @cached_property
    def _prizes(self) -> dict[tuple[str, Seat], float]:
        return {}

    def prize(self, unit: Unit) -> float:
        """What it is worth to destroy a unit, beside what it can do."""
        key = unit.kind, unit.owner
        if key not in self._prizes:
            by = other(unit.owner)
            last = GAME / len(self.state.own(unit.owner)) ** LAST if unit.number else 0.0
            self._prizes[key] = 1.0 + self.point(by) * harm.kill_points(self.state, unit, by) + last
        return self._prizes[key]

    def worth(self, unit: Unit) -> float:
        """What a unit is worth as it stands, and what its opponent would gain by its end."""
        kind = self.kind(unit)
        able = kind.cost * (STANDING + HURT * unit.health / kind.full) + self.prize(unit)
        return able - (1.5 if unit.stunned else 0) - (0.4 * kind.cost * HURT / kind.full if unit.poisoned else 0)

    def harm(self, unit: Unit, dice: int, faces: int, ignored: int) -> float:
        """What a roll against a unit costs its side, on average."""
        kind = self.kind(unit)
        mean, dead = blow(dice, faces, ignored, unit.health)
        return mean * kind.cost * HURT / kind.full + dead * (kind.cost * STANDING + self.prize(unit))

    # Hidden cards

    @cached_property
    def stormer(self) -> Seat | None:
        """The side that reveals hidden cards by storming, None if the game has none."""
        scenario = self.state.rules.scenario
        if scenario is None or not scenario.special.storms:
            return None
        return self.state.seat_of(scenario.special.storms)

    @cached_property
    def prizes(self) -> Mapping[str, float]:
        """What it is worth to the storming side to reveal the card on each hex that still has one."""
        scenario = self.state.rules.scenario
        if scenario is None or self.stormer is None:
            return {}
        faction = self.state.sides[self.stormer].faction
        wanted = scenario.special.wins_by_cards.get(faction, {})
        left = dict(scenario.hidden)
        for kind in (*self.state.shown, *(kind for _, kind in self.state.hidden if kind)):
            left[kind] -= 1
        unknown = sum(left.values())
        missing = {kind: count - self.state.shown.count(kind) for kind, count in wanted.items()}
        found = {}
        for at, known in self.state.hidden:
            value = 0.0
            for kind, count in missing.items():
                chance = float(kind == known) if known else left[kind] / unknown
                cost = self.state.rules.tables.kinds[kind].cost
                value += chance * (GAME if count <= 1 else cost + GAME / 3) - (1 - chance) * 2
            found[at] = value
        return found

    # The ground

    @cached_property
    def goals(self) -> Mapping[str, float]:
        """What it is worth to a unit of this side to stand on a hex at the end of the turn, whoever it is."""
        if self.stormer is not None:
            return {at: max(0.5, self._share(at) * value) for at, value in self.prizes.items()}
        point, table = self.point(self.seat), self.state.rules.tables.field
        found = dict.fromkeys(table.banners, point * table.banner_points)
        half = self.state.rules.tables.halves.get(self.state.sides[self.seat].half)
        if half is not None:
            for at, name in self.places.items():
                if name in half.points:
                    found[at] = found.get(at, 0) + point / 3
        return found

    def _share(self, at: str) -> float:
        """The part of a hidden card's worth for one unit on it: for its guards more, if it could be stormed."""
        if self.seat == self.stormer:
            return 0.3
        near = sum(distance(hex_, at) <= far + 1 for hex_, far, _, _ in self._dangers)
        return 0.2 if near < 2 else GUARDED

    @cached_property
    def _dangers(self) -> tuple[tuple[str, int, int, int], ...]:
        """Of each enemy that can act where it stands, how far it strikes after a move, its dice, its faces that hit."""
        rows = []
        for enemy in self.enemies:
            kind = self.kind(enemy)
            far = kind.move + (kind.range[1] if kind.ranged else 1)
            faces = 1 if kind.ranged or kind.weak(enemy.health) else 2
            if not enemy.stunned:
                rows.append((enemy.hex, far, kind.combat, faces))
        return tuple(rows)

    @cached_property
    def _threats(self) -> dict[tuple[str, str, int], float]:
        return {}

    def threat(self, unit: Unit, at: str) -> float:
        """What the two worst attacks of the next enemy turn may cost a unit that stands there."""
        key = at, unit.kind, unit.health
        if key not in self._threats:
            terrain = self.state.rules.tables.terrains[self.places.get(at, PLAINS)]
            cap = terrain.cap_into or 99
            costs = [
                self.harm(unit, min(dice, cap), faces, terrain.ignores_damage)
                for hex_, far, dice, faces in self._dangers
                if distance(hex_, at) <= far
            ]
            self._threats[key] = sum(sorted(costs)[-2:])
        return self._threats[key]

    def friends_beside(self, at: str, but: int = 0) -> int:
        """How many own units stand beside a hex."""
        return sum(
            (unit := self.at.get(near)) is not None and unit.owner == self.seat and unit.number != but
            for near in neighbours(at)
        )

    def reach(self, unit: Unit) -> tuple[str, ...]:
        """Where a unit can stand at the end of its movement, its own hex first."""
        if unit.stunned or unit.moved:
            return (unit.hex,)
        return (unit.hex, *move.reachable(self.state, unit))

    def harm_chance(self, unit: Unit, dice: int, faces: int, ignored: int) -> float:
        """How likely a roll destroys a unit."""
        return blow(dice, faces, ignored, unit.health)[1]

    def hold(self, unit: Unit) -> float:
        """What it is worth to drive a unit from where it stands."""
        if self.stormer is None:
            banners = self.state.rules.tables.field.banners
            return self.point(unit.owner) if unit.hex in banners else 0.0
        return DRIVEN * self.prizes.get(unit.hex, 0.0)
