"""The pairs of dice and strike number that a strike may be made with, and whom excess hits may go on to (R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.titan.battle.blows import HIGHEST
from engine.titan.battle.ground import Ground
from engine.titan.kinds import Kind
from engine.titan.rules import Rules

Pair = tuple[int, int]
"""Dice, and strike number."""


@dataclass(frozen=True, slots=True)
class Contacts:
    """A striker on a hex with all living enemies in contact; `due` are the pairs by their hexes."""

    rules: Rules
    ground: Ground
    striker: Kind
    hex: int
    due: Mapping[int, Pair]

    def pairs(self, target: int, need: int) -> list[Pair]:
        """The due pair at a target that can take `need` hits more, and the worse ones that would let excess be carried
        (R14.4): for any others together the fewest dice and the highest number that one of them needs.

        The best first.
        """
        due = self.due[target]
        found = {due}
        others = [pair for hex_, pair in self.due.items() if hex_ != target and self._may_climb(target, hex_)]
        if others:
            found |= {pair for pair in self._worse(due, others) if pair[0] > need}
            if self.rules.carry_needs_benefit and (plain := self._without(target)) != due:
                forgone = {pair for pair in (plain, *self._worse(plain, others)) if pair[0] > need}
                for pair in sorted(forgone, key=_best_first):
                    if not self._reached(target, pair, found):
                        found.add(pair)
        if self.rules.raise_strike_number == "any":
            found |= {(dice, higher) for dice, number in found for higher in range(number + 1, HIGHEST + 1)}
        return sorted(found, key=_best_first)

    def _reached(self, target: int, pair: Pair, offered: set[Pair]) -> bool:
        """Whether one that is no worse lets hits go on to all that a pair lets them go on to: then nobody becomes
        eligible by what is forgone for it (RULES 22)."""
        better = (other for other in offered if other[0] >= pair[0] and other[1] <= pair[1])
        wanted = set(self.carries(target, pair))
        return any(wanted.issubset(self.carries(target, other)) for other in better)

    def _worse(self, due: Pair, others: list[Pair]) -> set[Pair]:
        """The least and greatest over a pair and each set of others; by option over one other at a time."""
        if self.rules.raise_strike_number == "one_further":
            return {_hull(due, other) for other in others}
        found = {due}
        for other in others:
            found |= {_hull(pair, other) for pair in found}
        return found

    def carries(self, target: int, pair: Pair) -> tuple[int, ...]:
        """The hexes that excess hits of a strike with this pair may go on to (R14.2, R14.3)."""
        return tuple(self._carries(target, pair))

    def _carries(self, target: int, pair: Pair) -> Iterator[int]:
        dice, number = pair
        used = self._used(target, pair) if self.rules.carry_needs_benefit else ""
        for other, (their_dice, their_number) in self.due.items():
            if other == target or their_dice < dice or their_number > number or not self._may_climb(target, other):
                continue
            if not used or self._hazard(other) == used:
                yield other

    def _may_climb(self, target: int, other: int) -> bool:
        """Hits are carried up a dune only if the strike itself went up one (R14.3)."""
        return self.ground.climbs_dune(self.hex, target) or not self.ground.climbs_dune(self.hex, other)

    # --- the benefit of striking down, by the option `carry_needs_benefit` ---

    def _without(self, target: int) -> Pair:
        """The due pair without what striking down gives."""
        (dice, number), gain = self.due[target], self.ground.benefit(self.striker, self.hex, target)
        return (dice, number) if gain is None else (dice - gain.dice, min(number - gain.number, HIGHEST))

    def _used(self, target: int, pair: Pair) -> str:
        """The hazard by whose benefit a pair is better than it would be without; empty if it is not."""
        dice, number = self._without(target)
        return self._hazard(target) if pair[0] > dice or pair[1] < number else ""

    def _hazard(self, target: int) -> str:
        """The hazard by which a strike at a target gains something; empty if there is none."""
        gain = self.ground.benefit(self.striker, self.hex, target)
        return gain.hazard if gain else ""


def _best_first(pair: Pair) -> tuple[int, int]:
    return -pair[0], pair[1]


def _hull(one: Pair, other: Pair) -> Pair:
    return min(one[0], other[0]), max(one[1], other[1])
