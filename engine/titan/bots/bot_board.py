"""What a bot makes of a view: its own legions, what it must guess of the others, and who could come upon whom.

Everything here follows from the view alone. What the viewer cannot know is taken to be middling.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import pairwise

from engine.core import Seat
from engine.titan.board import ROLLS, Board
from engine.titan.bots.aims import Aims, aims_of
from engine.titan.bots.estimate import BattleOutlook, KnownSide, outlook, points, worth
from engine.titan.events import Creatures
from engine.titan.families import UNKNOWN
from engine.titan.phases.muster import ways
from engine.titan.rules import TITAN, Rules
from engine.titan.view import LegionView, View

FAR = 99


class BotBoard:
    """The masterboard as one seat sees it, with what it plays for: if not told otherwise, what the rules are about."""

    def __init__(self, view: View, me: Seat, aims: Aims | None = None) -> None:
        self.view, self.me, self.aims = view, me, aims or aims_of(view)
        self.rules: Rules = view.rules
        self.scores = {player.seat: player.score for player in view.players}
        self.mine = [legion for legion in view.legions if legion.owner == me]
        self.enemies = [legion for legion in view.legions if legion.owner != me]
        self.legions: Mapping[str, LegionView] = {legion.marker: legion for legion in view.legions}
        self.enemy_at = {legion.land: legion for legion in self.enemies}

    @property
    def turn(self) -> int:
        """The Game-Turn."""
        return self.view.turn

    @cached_property
    def stacks(self) -> dict[str, int]:
        """What the caretaker has left, by kind."""
        return {code: left for code, left, _ in self.view.caretaker}

    def side(self, legion: LegionView) -> KnownSide:
        """A legion for estimates, its unknown characters filled in as such."""
        blanks = (UNKNOWN,) * (legion.height - len(legion.creatures))
        return KnownSide(legion.creatures + blanks, self.scores[legion.owner], self._grade_turn)

    def grown(self, legion: LegionView, recruit: str) -> KnownSide:
        """An own legion with one more character."""
        return KnownSide((*legion.creatures, recruit), self.scores[legion.owner], self._grade_turn)

    @property
    def _grade_turn(self) -> int:
        return min(self.turn - self.turn % 4, 24)

    def terrain(self, land: int) -> str:
        """The kind of a land."""
        return self.rules.board.lands[land].terrain

    def battle(self, attacker: KnownSide, defender: KnownSide, land: int) -> BattleOutlook:
        """How a battle there would go."""
        return outlook(self.rules, self.terrain(land), attacker, defender)

    def loss(self, side: KnownSide) -> float:
        """What it costs to lose this own legion."""
        return self.aims.loss(self.rules, side)

    def risk(self, side: KnownSide, land: int) -> float:
        """What standing there may cost until one's next turn: the worst of those who can come, by their chances."""
        stride = strides(self.rules.board)
        expected, own_loss = 0.0, self.loss(side)
        for enemy in self.coming:
            roll = stride[enemy.land].get(land)
            if roll is None:
                continue
            chance = self.battle(self.side(enemy), side, land).chance
            if chance > 0.3:
                expected = max(expected, (7 - roll) / 6 * chance) + 0.15 * min(expected, (7 - roll) / 6 * chance)
        return min(expected, 1.0) * own_loss

    @cached_property
    def coming(self) -> list[LegionView]:
        """The legions of others that still move before one's next turn, or before the game ends (R2.2)."""
        if not self.aims.is_last:
            return self.enemies
        towers = {player.seat: player.tower for player in self.view.players}
        return [legion for legion in self.enemies if towers[legion.owner] < towers[self.me]]

    def titan_value(self, enemy: LegionView) -> float:
        """What beating a legion is worth for the chance that its Titan is in it."""
        if TITAN in enemy.creatures:
            return self.aims.titan
        blanks = enemy.height - len(enemy.creatures)
        others = [leg for leg in self.enemies if leg.owner == enemy.owner]
        if any(TITAN in leg.creatures for leg in others) or not blanks:
            return 0.0
        return self.aims.titan * 0.6 * blanks / max(sum(leg.height - len(leg.creatures) for leg in others), 1)

    def score_of(self, side: KnownSide) -> float:
        """What eliminating a legion scores."""
        return points(self.rules, side)

    def recruit_value(self, creatures: Creatures, recruit: str) -> float:
        """What a recruit is worth to a legion of these."""
        return self.aims.gain * recruit_value(self.rules, creatures, recruit, self.aims.future)

    def best_muster(self, terrain: str, creatures: Creatures) -> tuple[float, str]:
        """The best recruit for these creatures in this terrain and what it is worth; 0 if there is none."""
        best, which = 0.0, ""
        for recruit, _ in ways(self.rules, terrain, creatures):
            if self.stacks.get(recruit, 0) > 0:
                value = self.recruit_value(creatures, recruit)
                if value > best:
                    best, which = value, recruit
        return best, which

    def prospects(self, land: int, creatures: Creatures) -> float:
        """What the legion may expect to muster next turn from there, over the six rolls."""
        if len(creatures) >= self.rules.max_height:
            return 0.0
        best = {terrain: self.best_muster(terrain, creatures)[0] for terrain in self.rules.grounds}
        total = 0.0
        for terrains in terrains_ahead(self.rules.board, land):
            total += max((best[terrain] for terrain in terrains), default=0.0)
        return self.aims.future * total / 6


@lru_cache(maxsize=65536)
def recruit_value(rules: Rules, creatures: Creatures, recruit: str, future: float) -> float:
    """What a recruit is worth to this legion: itself, and, as far as there is a future, the recruits it opens."""
    return worth(rules, recruit, 0) + 0.35 * future * (opens(rules, (*creatures, recruit)) - opens(rules, creatures))


@lru_cache(maxsize=65536)
def opens(rules: Rules, creatures: Creatures) -> float:
    """The worth of the best recruits that these creatures can take anywhere, the second and third counting less."""
    best = sorted(
        (max((worth(rules, way[0], 0) for way in ways(rules, t, creatures)), default=0.0) for t in rules.chains),
        reverse=True,
    )
    return best[0] + 0.5 * best[1] + 0.25 * best[2]


@lru_cache(maxsize=8)
def strides(board: Board) -> Mapping[int, Mapping[int, int]]:
    """For each land the least roll by which a legion there comes to, or could be stopped in, each other land."""
    found: dict[int, dict[int, int]] = {}
    for land in board.lands:
        reach: dict[int, int] = {}
        for roll in reversed(ROLLS):
            reach.update(dict.fromkeys(board.walks[land, roll].lands, roll))
        found[land] = reach
    return found


@lru_cache(maxsize=1024)
def terrains_ahead(board: Board, land: int) -> tuple[frozenset[str], ...]:
    """For each roll the terrains in which a walk from this land can end."""
    return tuple(frozenset(board.lands[end].terrain for end, _ in board.walks[land, roll].ends) for roll in ROLLS)


@lru_cache(maxsize=8)
def distances(board: Board) -> Mapping[int, Mapping[int, int]]:
    """The number of lands from each land to each other along the signs, each step being one of some roll."""
    ahead = {land: {end for end, _ in board.walks[land, 1].ends} for land in board.lands}
    for land in board.lands:
        for way in board.walks[land, 6].ways:
            for (here, _), (there, _) in pairwise(way):
                ahead[here].add(there)
    found: dict[int, dict[int, int]] = {}
    for start in board.lands:
        far, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in ahead[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        found[start] = far
    return found
