"""What an engagement is worth to each side: a function of the rules, from one count of what was there and was lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.titan.sides import ATTACKER, DEFENDER

Points = tuple[int, int]
"""The points of the attacker and of the defender."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How an engagement was settled, as its points follow from it. Pairs are by side, attacker first; all in points.

    `how`: `flight`, `concession`, `agreement`, `battle`, `time`. `lost`: which legions are lost whole. `fought` if it
    had come to a battle. `gone` is what each legion lost, slain or given up, without those in `absent`, who never came
    onto the map. `entered` is what came onto it.
    """

    how: str
    lost: tuple[bool, bool]
    fought: bool
    gone: Points
    absent: Points = (0, 0)
    entered: Points = (0, 0)


PointsRule = Callable[[Reckoning], Points]


def standard(settled: Reckoning) -> Points:
    """The winner gets what the loser lost, after a flight half of it; nothing if both are lost, or on time (R18.3)."""
    if all(settled.lost) or settled.how == "time":
        return 0, 0
    loser = settled.lost.index(True)
    points = settled.gone[loser] + settled.absent[loser]
    if settled.how == "flight":
        points //= 2
    return (points, 0) if loser == DEFENDER else (0, points)


@dataclass(frozen=True, slots=True)
class Consoling:
    """Points as Battle Titan gives them, to a losing attacker as well (V4.1). Its fields are options of section 8, but
    for `entered_alone_sent`: those who never entered count neither as sent in by the attacker nor as slain (V5.2)."""

    loser_kill_credit: str
    mutual_attacker: str
    consolation_on_concession: str
    offboard_scores: bool
    entered_alone_sent: bool = True

    def __call__(self, settled: Reckoning) -> Points:
        """The points of both sides, from the same count (V4.7)."""
        attacker_lost, defender_lost = settled.lost
        killed = settled.gone[DEFENDER] + self._counted(settled, DEFENDER)
        if settled.how == "flight":
            return killed // 2, 0
        if not attacker_lost:
            return killed, 0
        fallen = settled.gone[ATTACKER] + self._counted(settled, ATTACKER)
        rewarded = not defender_lost and settled.how != "time"
        return self._consolation(settled), fallen // 2 if rewarded else 0

    def _counted(self, settled: Reckoning, side: int) -> int:
        return settled.absent[side] if self.offboard_scores else 0

    def _consolation(self, settled: Reckoning) -> int:
        """What a losing attacker gets: half of what was sent in, at most all that stood against it, at least the kills
        (V4.2-V4.4)."""
        if not settled.fought:
            return 0
        credit = self.loser_kill_credit
        if all(settled.lost):  # even if somebody gave up what was left: R9.10
            if self.mutual_attacker == "zero":
                return 0
            if self.mutual_attacker == "consolation_only":
                credit = "none"
        elif settled.how == "concession" and self.consolation_on_concession == "never":
            return 0
        sent, met = settled.entered[ATTACKER], settled.entered[DEFENDER] + self._counted(settled, DEFENDER)
        slain = settled.gone[DEFENDER]
        if not self.entered_alone_sent:
            sent, slain = sent + self._counted(settled, ATTACKER), slain + self._counted(settled, DEFENDER)
        half = min(sent // 2, met)
        return half if credit == "none" else max(slain, half)
