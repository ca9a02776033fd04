"""What a seat plays for, in one place: to be the last with a Titan, or to have the most points in the end.

All that `steady` weighs comes from here: what losing a legion or a Titan costs, when an attack pays, what an exchange
before battle may end with, and how much the future counts. Which aims fit follows from the fields of Rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.titan.bots.estimate import BattleOutlook, KnownSide, legion_worth, points
from engine.titan.events import Creatures
from engine.titan.outlook import is_last
from engine.titan.points import Reckoning
from engine.titan.rules import TITAN, Rules
from engine.titan.sides import ATTACKER, DEFENDER, lost_by
from engine.titan.view import View
from engine.values import replace

Sides = tuple[KnownSide, KnownSide]
"""The legions of an engagement, the attacker's first."""


@dataclass(frozen=True, slots=True)
class Chance:
    """An attack that could be made: `outlook` is its battle's, `titan` the loss of a Titan it may bring to the enemy,
    `muster` what the winner may expect to muster after it, `danger` what standing there may cost then."""

    outlook: BattleOutlook
    titan: float
    muster: float
    danger: float


class Aims(Protocol):
    """What things are worth to a seat, in points."""

    @property
    def titan(self) -> float:
        """What a Titan's death costs its owner over and above the legion."""
        ...

    @property
    def titan_fighting(self) -> float:
        """What a Titan's life is worth in battle over and above its points; 0 if it fights like any other."""
        ...

    @property
    def gain(self) -> float:
        """What a point of a recruit is worth to its owner."""
        ...

    @property
    def future(self) -> float:
        """How much of what next turns may bring counts, 0 to 1."""
        ...

    @property
    def eager(self) -> float:
        """0 while there is time to grow, 1 when every attack must be made."""
        ...

    @property
    def gives_up(self) -> bool:
        """Whether a seat may concede a battle in which nothing more can be had, and the game in the end."""
        ...

    @property
    def is_last(self) -> bool:
        """Whether the game ends with this Game-Turn."""
        ...

    def loss(self, rules: Rules, side: KnownSide) -> float:
        """What it costs to lose a legion, the Titan's life included."""
        ...

    def attack(self, rules: Rules, sides: Sides, chance: Chance) -> float:
        """What an attack is worth over standing nowhere."""
        ...

    def fought(self, rules: Rules, sides: Sides, me: int, outlook: BattleOutlook) -> float:
        """What a battle is worth to the side `me` that cannot be got out of but by flight and agreement."""
        ...

    def fled(self, rules: Rules, sides: Sides) -> float:
        """What flight is worth to the defender."""
        ...

    def settled(self, rules: Rules, sides: Sides, me: int, lost: str, losses: Creatures) -> float:
        """What an agreement is worth to the side `me`: who is lost, `attacker`, `defender` or `both`, and what the
        survivor gives up."""
        ...


def aims_of(view: View) -> Aims:
    """The aims that fit the rules of a game and what is left of it."""
    if view.rules.eliminates:
        return Survival(view.turn)
    left = turns_left(view)
    return Totals(LONG if left is None else left, len(view.players) - 1)


# --- the last Titan wins ---

TITAN_LOSS = 320.0
"""What it costs to lose the game, in points, over and above the legion."""

TITAN_WORTH = 250.0
"""What a Titan's life is worth in battle, in points."""

BOLD, RECKLESS = 25, 110
"""From the first Game-Turn on it attacks more and more readily, from the second whatever it can reach."""

CAREFUL = 0.96
"""The chance of winning that a Titan wants at first before it attacks."""


def eagerness(turn: int) -> float:
    """0 while the game is young, 1 when it must end."""
    return min(max((turn - BOLD) / (RECKLESS - BOLD), 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Survival:
    """A player whose Titan falls is out, and the last one wins (R19)."""

    turn: int
    titan: float = TITAN_LOSS
    titan_fighting: float = TITAN_WORTH
    gain: float = 1.0
    future: float = 1.0
    gives_up: bool = True
    is_last: bool = False

    @property
    def eager(self) -> float:
        """By the Game-Turn."""
        return eagerness(self.turn)

    def loss(self, rules: Rules, side: KnownSide) -> float:
        """The legion, and the game if the Titan is in it."""
        return 1.2 * legion_worth(rules, side) + (self.titan if TITAN in side.creatures else 0.0)

    def attack(self, rules: Rules, sides: Sides, chance: Chance) -> float:
        """Points, the enemy's loss and the muster after it, against one's own losses."""
        mine, other = sides
        outlook, eager = chance.outlook, self.eager
        if eager >= 1.0:
            return 1000.0 * (1 + outlook.chance)
        if outlook.chance < (CAREFUL if TITAN in mine.creatures else 0.55) * (1 - eager):
            return -1000.0
        prize = (1.2 + eager) * points(rules, other) + chance.titan * (0.5 + eager)
        companions = tuple((Counter(mine.creatures) - Counter((TITAN,))).elements())
        spent = (1 - outlook.attacker_keeps) * self.loss(rules, replace(mine, creatures=companions))
        won = prize - spent + chance.muster
        lost = self.loss(rules, mine) * (1.0 - 0.5 * eager)
        return outlook.chance * (won - chance.danger) - (1 - outlook.chance) * lost

    def fought(self, rules: Rules, sides: Sides, me: int, outlook: BattleOutlook) -> float:
        """The prize less what is spent for it, or the loss less what the enemy spends."""
        mine, other, keeps = sides[me], sides[1 - me], (outlook.attacker_keeps, outlook.defender_keeps)
        chance = outlook.chance if me == ATTACKER else 1 - outlook.chance
        hurt = 1 - keeps[1 - me]
        fought = chance * (self._prize(rules, other) - (1 - keeps[me]) * self._cost(rules, mine, titan=False))
        fought -= (1 - chance) * (self._cost(rules, mine, titan=True) - 0.8 * hurt * legion_worth(rules, other))
        return fought

    def fled(self, rules: Rules, sides: Sides) -> float:
        """The legion is lost, but gives half of its points only (R9.4). When the game must end, nobody flees."""
        if self.eager >= 1.0:
            return float("-inf")
        mine = sides[DEFENDER]
        return -self._cost(rules, mine, titan=True) + 0.5 * legion_worth(rules, mine)

    def settled(self, rules: Rules, sides: Sides, me: int, lost: str, losses: Creatures) -> float:
        """The prize less the cost."""
        gone = _gone(sides, lost, losses)
        return self._prize(rules, gone[1 - me]) - self._cost(rules, gone[me], titan=True)

    def _cost(self, rules: Rules, side: KnownSide, *, titan: bool) -> float:
        """What losing it costs: the legion, the points it gives, and the game if the Titan is in it."""
        return 1.7 * legion_worth(rules, side) + (self.titan if titan and TITAN in side.creatures else 0.0)

    def _prize(self, rules: Rules, side: KnownSide) -> float:
        return 1.2 * legion_worth(rules, side) + (self.titan if TITAN in side.creatures else 0.0)


def _gone(sides: Sides, lost: str, losses: Creatures) -> Sides:
    attacker, defender = sides
    return (
        attacker if lost_by(lost)[ATTACKER] else replace(attacker, creatures=losses),
        defender if lost_by(lost)[DEFENDER] else replace(defender, creatures=losses),
    )


# --- totals decide ---

ALIVE = 0.5
"""What a point of somebody alive counts in the end (V3.1)."""

LONG = 6
"""So many Game-Turns are a future; as many are taken to be left if no end is in sight."""

GROWING = 0.25
"""What a point alive is worth over its half while the future is long: it musters, and it beats others."""

SPRINGS = 4.0
"""What a legion can be expected to muster in a Game-Turn, in points of the total."""

ANGELS = 0.12
"""What a point scored brings in angels (R18.6) and in the Power of the Titan (R19.1)."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The most points win, scored and half of what is alive, when the agreed end comes (V3). Nobody is ever out, and
    an attack that is lost scores as well (V4.2): with the end in sight legions are there to be spent.

    `left` are the Game-Turns after this one, `rivals` the number of other players.
    """

    left: int
    rivals: int
    titan: float = 0.0
    titan_fighting: float = 0.0
    gives_up: bool = False

    @property
    def future(self) -> float:
        """In the last Game-Turn there is none."""
        return min(self.left, LONG) / LONG

    @property
    def gain(self) -> float:
        """What a point alive is worth: half of it in the end, and what it may do till then."""
        return ALIVE + GROWING * self.future

    @property
    def eager(self) -> float:
        """Half-heartedly from the middle on: an enemy who is near can be attacked."""
        return 0.25 * (1 - self.future)

    @property
    def is_last(self) -> bool:
        """Whether the totals are counted at the end of this Game-Turn."""
        return not self.left

    def loss(self, rules: Rules, side: KnownSide) -> float:
        """What it would be worth itself, and what it would still muster. What another scores for it does not count
        here: by self-played games who fears that as well stays away from lands that are worth it."""
        return self.gain * points(rules, side) + self._springs(side)

    def attack(self, rules: Rules, sides: Sides, chance: Chance) -> float:
        """The battle, and what its winner may hope for and fear afterwards."""
        won = chance.outlook.chance
        return self.fought(rules, sides, ATTACKER, chance.outlook) + won * (chance.muster - chance.danger)

    def fought(self, rules: Rules, sides: Sides, me: int, outlook: BattleOutlook) -> float:
        """Both ends of the battle by their chances, each with the points that the rules give for it."""
        won = beaten(rules, sides, ATTACKER, 1 - outlook.attacker_keeps)
        lost = beaten(rules, sides, DEFENDER, 1 - outlook.defender_keeps)
        attacked, repelled = (self._worth(rules, sides, me, settled) for settled in (won, lost))
        return outlook.chance * attacked + (1 - outlook.chance) * repelled

    def fled(self, rules: Rules, sides: Sides) -> float:
        """The legion is lost for half of its points (V4.1)."""
        return self._worth(
            rules,
            sides,
            DEFENDER,
            Reckoning("flight", (False, True), False, (0, round(points(rules, sides[DEFENDER])))),
        )

    def settled(self, rules: Rules, sides: Sides, me: int, lost: str, losses: Creatures) -> float:
        """What the rules give for the agreement, less what is given up."""
        attacker, defender = (round(points(rules, gone)) for gone in _gone(sides, lost, losses))
        return self._worth(rules, sides, me, Reckoning("agreement", lost_by(lost), False, (attacker, defender)))

    def _worth(self, rules: Rules, sides: Sequence[KnownSide], me: int, settled: Reckoning) -> float:
        """What an engagement that is settled so is worth to a side: its own points and losses, and those of the other,
        who is one rival of several."""
        scored = rules.points(settled)
        worth = [
            scored[side] * (1.0 if settled.lost[side] else 1.0 + ANGELS)
            - self.gain * settled.gone[side]
            - (self._springs(sides[side]) if settled.lost[side] else 0.0)
            for side in (ATTACKER, DEFENDER)
        ]
        return worth[me] - worth[1 - me] / self.rivals

    def _springs(self, side: KnownSide) -> float:
        """What a legion that is not full may still muster."""
        return SPRINGS * min(self.left, LONG) if 1 < len(side.creatures) < 7 else 0.0


def turns_left(view: View) -> int | None:
    """The Game-Turns after this one, at most; None if that cannot be known (V2.2)."""
    if is_last(view):
        return 0
    return next((int(end.value) - view.turn for end in view.ends if end.key == "turns"), None)


def beaten(rules: Rules, sides: Sides, winner: int, spent: float = 0.0) -> Reckoning:
    """A battle that a side has won, in which it has lost this share of its legion."""
    whole = round(points(rules, sides[ATTACKER])), round(points(rules, sides[DEFENDER]))
    rest = round(spent * whole[winner])
    if winner == ATTACKER:
        return Reckoning("battle", (False, True), True, (rest, whole[DEFENDER]), entered=whole)
    return Reckoning("battle", (True, False), True, (whole[ATTACKER], rest), entered=whole)


def consolation(rules: Rules, sides: Sides) -> int:
    """What an attack that is lost scores at least: 0 but where a losing attacker is rewarded (V4.2)."""
    return rules.points(beaten(rules, sides, DEFENDER))[ATTACKER]
