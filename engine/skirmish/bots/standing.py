"""What it is worth to have a unit on a hex, and what an order for it is: goals, danger, attacks, storming in pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.skirmish import scoring
from engine.skirmish.board import distance, neighbours
from engine.skirmish.bots import assault
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.units import Unit
from engine.values import replace

CAUTION, BOLD = 0.35, 25
"""What danger weighs at first, as not every enemy has an order in its next turn, and the round when it stops."""

PULL, STEP = 0.4, 0.22
"""What a goal is worth to a unit on its way to it, and what each hex of the way takes off."""

HUNT = 0.08
"""What each hex towards the nearest enemy is worth."""

COMPANY = 0.08
"""What each of at most two friends beside a unit is worth: support for its retreat."""


@dataclass(frozen=True)
class StandingRoom:
    """Where the units of a side could stand at the end of the turn, with what each place is worth.

    `movable` are the numbers of those that can still move this turn, if it is the Move Step; all, while it is planned.
    """

    outlook: Outlook
    movable: frozenset[int]

    @cached_property
    def reach(self) -> Mapping[int, frozenset[str]]:
        """Where each own unit can stand."""
        return {
            unit.number: frozenset(self.outlook.reach(unit) if unit.number in self.movable else (unit.hex,))
            for unit in self.outlook.own
        }

    @cached_property
    def _values(self) -> dict[tuple[int, str], float]:
        return {}

    @cached_property
    def _attacks(self) -> dict[tuple[int, str], float]:
        return {}

    @cached_property
    def _steps(self) -> dict[str, int]:
        return {}

    def place(self, unit: Unit, at: str) -> float:
        """What it is worth to have the unit there, its attacks aside."""
        key = unit.number, at
        if key not in self._values:
            self._values[key] = self._place(unit, at)
        return self._values[key]

    def _place(self, unit: Unit, at: str) -> float:
        outlook = self.outlook
        worth = outlook.goals.get(at, 0.0)
        worth += max(
            (
                goal * PULL - STEP * distance(at, hex_)
                for hex_, goal in outlook.goals.items()
                if (there := outlook.at.get(hex_)) is None or there.owner != outlook.seat or there.number == unit.number
            ),
            default=0.0,
        )
        worth -= HUNT * self._nearest(at)
        worth += COMPANY * min(2, outlook.friends_beside(at, unit.number))
        worth -= CAUTION * max(0.0, 1 - outlook.state.round / BOLD) * outlook.threat(unit, at)
        if at in outlook.state.ruins and at != unit.hex:
            worth -= outlook.harm(unit, 1, 6, 0)
        return worth

    def _nearest(self, at: str) -> int:
        if at not in self._steps:
            self._steps[at] = min((distance(at, enemy.hex) for enemy in self.outlook.enemies), default=0)
        return self._steps[at]

    def attack(self, unit: Unit, at: str) -> float:
        """What its best attack is worth from there."""
        key = unit.number, at
        if key not in self._attacks:
            moved = 0 if at == unit.hex else max(1, distance(unit.hex, at))
            self._attacks[key] = assault.best(self.outlook, unit, at, moved + unit.moved)
        return self._attacks[key]

    def line(self, unit: Unit, at: str) -> float:
        """What the side scores more with the unit there than where it is, by the line of its half (B14.3)."""
        outlook = self.outlook
        if at == unit.hex or outlook.state.rules.scenario is not None:
            return 0.0
        moved = outlook.state.with_unit(replace(unit, hex=at))
        more = scoring.line(moved, outlook.seat) - scoring.line(outlook.state, outlook.seat)
        return more * outlook.point(outlook.seat)

    # Storming

    def storm(self, unit: Unit, at: str) -> float:
        """What the unit adds there to storming a hidden card: less if the second unit of it is still to come."""
        outlook = self.outlook
        if outlook.stormer != outlook.seat:
            return 0.0
        found = 0.0
        if at in outlook.prizes:
            found = outlook.prizes[at] * self._partner(unit, at, neighbours(at), 0.7, 0.45)
        for near in neighbours(at):
            if near in outlook.prizes:
                found = max(found, outlook.prizes[near] * self._partner(unit, at, (near,), 0.7, 0.3))
        return found

    def nearby(self, unit: Unit) -> float:
        """What the best place is worth to which the unit can go, its attacks aside."""
        if unit.number not in self._bests:
            places = self.reach[unit.number]
            self._bests[unit.number] = max(self.place(unit, at) + self.storm(unit, at) for at in places)
        return self._bests[unit.number]

    @cached_property
    def _bests(self) -> dict[int, float]:
        return {}

    def _partner(self, unit: Unit, at: str, hexes: Collection[str], there: float, maybe: float) -> float:
        others = [friend for friend in self.outlook.own if friend.number != unit.number]
        if any(friend.hex in hexes and friend.hex != at for friend in others):
            return there
        if any(not self.reach[friend.number].isdisjoint(hexes) for friend in others if friend.number in self.movable):
            return maybe
        return 0.0

    def pairs(self) -> Iterator[tuple[float, frozenset[int]]]:
        """Each way to storm a hidden card this turn: what it is worth, and which units must have moved for it."""
        outlook = self.outlook
        if outlook.stormer != outlook.seat:
            return
        for at, prize in outlook.prizes.items():
            around = set(neighbours(at))
            on = [unit for unit in outlook.own if at in self.reach[unit.number]]
            beside = [unit for unit in outlook.own if self.reach[unit.number] & around]
            for one in on:
                for two in beside:
                    if one.number == two.number:
                        continue
                    moves = {one.number} if one.hex != at else set()
                    if two.hex not in around:
                        moves.add(two.number)
                    if moves:
                        yield prize, frozenset(moves)

    # Orders

    def order(self, unit: Unit, moves: bool = True, attacks: bool = True) -> float:
        """What an order for a unit is worth, storming aside: the best that it could do, against doing nothing."""
        here = self.place(unit, unit.hex)
        best = 0.0
        for at in self.reach[unit.number] if moves else (unit.hex,):
            worth = self.place(unit, at) + self.line(unit, at) - here
            if attacks and worth > best - 8:
                worth += self.attack(unit, at)
            best = max(best, worth)
        return best

    def whole(self, unit: Unit, at: str) -> float:
        """What it is worth to have an ordered unit there: its place, its attack, the line of the half, storming."""
        return self.place(unit, at) + self.attack(unit, at) + self.line(unit, at) + self.storm(unit, at)
