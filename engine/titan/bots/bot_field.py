"""What a bot makes of a battle: who stands where, what a hit is worth, and who may come upon whom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.hexes import Axial, bits
from engine.titan.battle.entering import kept_out
from engine.titan.battle.frame import HEXES, INDEX, PLACES
from engine.titan.battle.hits import hit_chance, slays, useful_hits
from engine.titan.board import TOWER
from engine.titan.bots.aims import Aims
from engine.titan.bots.estimate import worth
from engine.titan.kinds import Kind
from engine.titan.rules import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.view import View

KILL = 0.6
"""What slaying is worth over the hits it takes, as a share of the character: it strikes no more."""


@dataclass(frozen=True, slots=True)
class Character:
    """A fighter for estimates; `at` is an index of `HEXES`, or -1 off the map; `left` the hits it can still take."""

    creature: str
    kind: Kind
    power: int
    at: int
    left: int
    moved: bool

    @property
    def on_map(self) -> bool:
        """Whether it has come onto the battleland."""
        return self.at >= 0


class BotField:
    """A battle as seen from one side, which plays for its `aims`.

    Slain characters that still strike are among `mine`, not among `enemies`.
    """

    def __init__(self, view: View, side: int, aims: Aims) -> None:
        fought = view.battle
        assert fought is not None, "there is a battle"
        self.rules, self.side, self.round, self.aims = view.rules, side, fought.round, aims
        self.ground = view.rules.grounds[fought.terrain]
        scores = {player.seat: player.score for player in view.players}
        self.scores = (scores[fought.seats[0]], scores[fought.seats[1]])
        everybody = [
            (
                fighter,
                Character(
                    fighter.creature,
                    view.rules.kinds[fighter.creature],
                    fighter.power,
                    INDEX.get(fighter.hex, -1),
                    max(fighter.power - fighter.hits, 0),
                    fighter.moved,
                ),
            )
            for fighter in fought.fighters
        ]
        self.mine = [c for f, c in everybody if f.side == side and c.on_map]
        self.waiting = [c for f, c in everybody if f.side == side and not c.on_map]
        self.kept_out = kept_out(view) if side == fought.mover else ()
        self.enemies = [c for f, c in everybody if f.side != side and c.on_map and not f.slain]
        self.mine_at = {c.at: c for c in self.mine}
        self.enemy_at = {c.at: c for c in self.enemies}
        self.mine_mask = sum(1 << c.at for c in self.mine)
        self.enemy_mask = sum(1 << c.at for c in self.enemies)
        self.occupied = sum(1 << c.at for _, c in everybody if c.on_map)
        self.entries = self.ground.entries[fought.side][side]
        facing = self.ground.entries[fought.side][1 - side]
        if fought.terrain == TOWER and side == ATTACKER:
            facing = self.ground.start_hexes
        self.edge: list[Axial] = [PLACES[HEXES[at]] for at in facing]
        self._threats: dict[int, int] = {}
        self._strength: float | None = None

    def may_enter(self, character: str) -> bool:
        """Whether who is meant is on the map, or should come: of eight in a Tower the one worth least does not."""
        coming = sum(c.creature == character for c in self.waiting)
        return not coming or coming > self.kept_out.count(character)

    def is_dear(self, who: Character) -> bool:
        """Whether this is a Titan that must not be lost."""
        return who.creature == TITAN and self.aims.titan_fighting > 0

    def price(self, who: Character) -> float:
        """What one hit on a character is worth, in points."""
        if who.creature == TITAN:
            return (self.aims.titan_fighting + 4.0 * who.power) / who.power
        return worth(self.rules, who.creature, 0) / who.power

    def harm(self, enemy: Character, dice: int, number: int) -> float:
        """What a strike with this pair is worth: hits that count, and the chance to slay."""
        if not enemy.left:
            return 0.0
        price = self.price(enemy)
        return price * (useful_hits(dice, number, enemy.left) + KILL * enemy.power * slays(dice, number, enemy.left))

    def due(self, enemy: Character, who: Character) -> float:
        """The hits to expect of an enemy on level ground."""
        number = min(max(4 - enemy.kind.skill + who.kind.skill, 1), 6)
        return useful_hits(enemy.power, number, max(who.left, 1))

    @cached_property
    def loose(self) -> list[Character]:
        """Enemies that are in no contact: they may move (R12.3)."""
        return [enemy for enemy in self.enemies if not self.ground.contacts[enemy.at] & self.mine_mask]

    def threat(self, enemy: Character) -> int:
        """The hexes where an enemy could come into contact with somebody in its next maneuver phase."""
        found = self._threats.get(enemy.at)
        if found is None:
            found = self.ground.contacts[enemy.at]
            for at in bits(self.ground.reach(enemy.kind, enemy.at, self.occupied)):
                found |= self.ground.contacts[at]
            self._threats[enemy.at] = found
        return found

    def shared(self, enemy: Character, who: Character) -> float:
        """Among how many an enemy's strike may fall: those in contact with it, and one that may still come."""
        others = self.ground.contacts[enemy.at] & self.mine_mask
        if who.on_map:
            others &= ~(1 << who.at)
        return 1.2 + others.bit_count()

    def ratio(self) -> float:
        """How much stronger this side is by what it can take and deal: the square law of `estimate`."""
        if self._strength is None:
            mine, theirs = (*self.mine, *self.waiting), tuple(self.enemies)
            if not mine or not theirs:
                return 1.0
            self._strength = _weight(mine, theirs) / max(_weight(theirs, mine), 0.01)
        return self._strength

    def pull(self, who: Character) -> float:
        """What each step nearer to the enemy is worth. A defender has time on their side (R11.3)."""
        if self.is_dear(who):
            return 0.2
        if self.side == ATTACKER:
            return 2.5 + 0.7 * self.round
        return 2.0 if self.ratio() > 2.0 else 0.0

    def caution(self, who: Character) -> float:
        """How much of what could come upon a character is feared. By self-played battles a defender had best not."""
        if self.is_dear(who):
            return 0.5
        return 0.12 if self.side == ATTACKER else 0.0


def _weight(side: tuple[Character, ...], other: tuple[Character, ...]) -> float:
    skill = sum(c.kind.skill for c in other) / len(other)
    rate = sum(c.power * hit_chance(min(max(round(4 - c.kind.skill + skill), 1), 6)) for c in side)
    return rate * sum(c.left for c in side)
