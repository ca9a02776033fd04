"""What to expect of strikes, from a view and the actions that are offered: figures for people, exact ones (R13-R15).

What may be done is in the list of legal actions and nowhere else; here it is only weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.hexes import bits, distance
from engine.titan.actions import Maneuver, May, Strike
from engine.titan.battle.blows import FARTHEST
from engine.titan.battle.frame import HEXES, INDEX, PLACES, pair
from engine.titan.battle.hits import hit_chance, slays, useful_hits
from engine.titan.battle.pairs import Contacts, Pair
from engine.titan.battle.sight import obstacles
from engine.titan.battle.strike import beside
from engine.titan.view import BattleView, FighterView, View


@dataclass(frozen=True, slots=True)
class Prospect:
    """A strike and what to expect of it. Hexes are labels.

    `due` if it is made with the pair that the rules give, not with fewer dice or a higher number by choice (R14.4).
    `need` are the hits that slay the target, `slays` the chance of as many. `expected` are the hits of all dice,
    `spare` those of them that the target does not take; they may go on to one of `carries` (R14.2).
    """

    strike: Strike
    ranged: bool
    due: bool
    need: int
    expected: float
    slays: float
    spare: float
    carries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HexProspects:
    """What a character could do from a hex that it may maneuver to, as the enemies stand now.

    `strikes` are its blows at those whom it would touch, `shots` its rangestrikes if it would touch nobody. `drift` are
    the hits it would take there at the beginning of each Strike Phase (R15.9).
    """

    maneuver: Maneuver
    hazard: str
    strikes: tuple[Prospect, ...]
    shots: tuple[Prospect, ...]
    drift: int


@dataclass(frozen=True, slots=True)
class Aim:
    """A rangestriker and an enemy: `range` counts both end hexes (R15.3).

    `why` says why there can be no rangestrike: `struck`, `contact`, `beside` for an enemy across a cliff where that
    bars it by option, `near`, `far`, `lord`, `character` for somebody in the way, or what `sight.obstacles` has; empty
    if it may be made. `at` is the hex of whom it touches, who is beside it or in the way.
    """

    striker: str
    target: str
    range: int
    why: str = ""
    at: str = ""


def prospects(view: View, actions: Iterable[May]) -> tuple[Prospect, ...]:
    """The strikes among the actions, in their order, with what to expect of each."""
    scene = BattlePosition(view)
    return tuple(scene.prospect(action) for action in actions if isinstance(action, Strike))


def forced(found: Sequence[Prospect]) -> tuple[Strike, ...]:
    """The strikes of those who must strike and have one enemy to strike: no choice of target, of pair, nor of a carry.

    With a single enemy in contact nothing can be carried, so that a higher number by option could gain nothing (R14.4).
    A strike may end another's duty by slaying its enemy: whoever makes them looks again after each.
    """
    targets = targets_of(p.strike for p in found)
    return tuple(p.strike for p in found if p.due and not p.ranged and len(targets[p.strike.striker]) == 1)


def targets_of(strikes: Iterable[Strike]) -> dict[str, set[str]]:
    """Whom each striker may strike, by hex."""
    targets: dict[str, set[str]] = {}
    for strike in strikes:
        targets.setdefault(strike.striker, set()).add(strike.target)
    return targets


def is_settled(found: Sequence[Prospect]) -> bool:
    """Whether there are strikes and nobody has a choice in them: each striker has one enemy, and none may rangestrike.

    Then neither their order nor a carry nor a worse pair can matter (R14).
    """
    one_each = all(len(targets) == 1 for targets in targets_of(p.strike for p in found).values())
    return bool(found) and one_each and not any(prospect.ranged for prospect in found)


def useful(found: Sequence[Prospect]) -> tuple[Prospect, ...]:
    """Without the pairs that can matter to nobody: worse than another at the same target, and carrying no farther."""
    return tuple(p for p in found if not any(_better(other, p) for other in found))


def _better(one: Prospect, other: Prospect) -> bool:
    a, b = one.strike, other.strike
    same = (a.striker, a.target) == (b.striker, b.target) and a != b
    return same and a.dice >= b.dice and a.number <= b.number and set(one.carries) >= set(other.carries)


def is_only(view: View) -> bool:
    """Whether the side that maneuvers would have a single strike if its phase ended now.

    Hits by drift at the beginning of the Strike Phase are left out of account.
    """
    scene = BattlePosition(view)
    mine = [fighter for fighter in scene.at.values() if fighter.side == scene.battle.mover]
    blows = [scene.due(fighter, INDEX[fighter.hex]) for fighter in mine]
    shots = (scene.shots(fighter) for fighter, touched in zip(mine, blows, strict=True) if not touched)
    return sum(map(len, blows)) == 1 and not any(shots)


def stands(view: View, actions: Iterable[May]) -> tuple[HexProspects, ...]:
    """The maneuvers among the actions, in their order, with what could be done from there."""
    scene = BattlePosition(view)
    return tuple(scene.stand(action) for action in actions if isinstance(action, Maneuver))


def aims(view: View) -> tuple[Aim, ...]:
    """Each rangestriker of the moving side on the map with each living enemy, and why it may not rangestrike it.

    Empty but in that side's strike phase: nobody rangestrikes otherwise (R15.1).
    """
    battle = view.battle
    if battle is None or battle.step != "strike":
        return ()
    scene = BattlePosition(view)
    mine = (f for f in scene.at.values() if f.side == battle.mover and view.rules.kinds[f.creature].rangestrikes)
    return tuple(scene.aim(striker, enemy) for striker in mine for enemy in scene.living(1 - battle.mover))


class BattlePosition:
    """A battle as a view has it: who stands where."""

    def __init__(self, view: View) -> None:
        assert view.battle is not None, "strikes are made in a battle"
        self.battle: BattleView = view.battle
        self.rules = view.rules
        self.kinds = view.rules.kinds
        self.ground = view.rules.grounds[view.battle.terrain]
        self.at: Mapping[int, FighterView] = {INDEX[f.hex]: f for f in view.battle.fighters if f.hex}

    @cached_property
    def occupied(self) -> int:
        """The hexes with anybody on them, the slain included."""
        return sum(1 << hex_ for hex_ in self.at)

    def living(self, side: int) -> Iterator[FighterView]:
        """The characters of a side on the map that are not slain, by their hexes."""
        return (self.at[hex_] for hex_ in sorted(self.at) if self.at[hex_].side == side and not self.at[hex_].slain)

    def due(self, striker: FighterView, here: int) -> dict[int, Pair]:
        """The pair at each living enemy whom a character on a hex touches (R13.5)."""
        kind, enemies = self.kinds[striker.creature], self.living(1 - striker.side)
        touched = self.ground.contacts[here]
        places = {INDEX[enemy.hex]: enemy for enemy in enemies if touched >> INDEX[enemy.hex] & 1}
        return {
            hex_: self.ground.melee(kind, striker.power, here, self.kinds[enemy.creature], hex_)
            for hex_, enemy in places.items()
        }

    def prospect(self, strike: Strike) -> Prospect:
        """What to expect of a legal strike."""
        here, there = INDEX[strike.striker], INDEX[strike.target]
        by = strike.dice, strike.number
        if not self.ground.contacts[here] >> there & 1:
            return self._weighed(strike, True, True, ())
        due = self.due(self.at[here], here)
        spread = Contacts(self.rules, self.ground, self.kinds[self.at[here].creature], here, due)
        carries = tuple(HEXES[hex_] for hex_ in spread.carries(there, by))
        return self._weighed(strike, False, due[there] == by, carries)

    def _weighed(self, strike: Strike, ranged: bool, due: bool, carries: tuple[str, ...]) -> Prospect:
        target = self.at[INDEX[strike.target]]
        need = max(target.power - target.hits, 0)
        expected = strike.dice * hit_chance(strike.number)
        return Prospect(
            strike,
            ranged,
            due,
            need,
            expected,
            slays(strike.dice, strike.number, need),
            max(0.0, expected - useful_hits(strike.dice, strike.number, need)),
            carries if strike.dice > need else (),
        )

    def stand(self, maneuver: Maneuver) -> HexProspects:
        """What a character could do from where a legal maneuver takes it."""
        who, here = self._moving(maneuver.character), INDEX[maneuver.hex]
        kind = self.kinds[who.creature]
        blows = tuple(
            self._weighed(Strike(maneuver.hex, HEXES[hex_], *by), False, True, ())
            for hex_, by in self.due(who, here).items()
        )
        shots = () if blows else tuple(self._shots(who, here))
        return HexProspects(maneuver, self.ground.hazards[here], blows, shots, self.ground.drift_hits(kind, here))

    def shots(self, who: FighterView) -> bool:
        """Whether a character on the map could rangestrike anybody from where it stands."""
        return any(self._shots(who, INDEX[who.hex]))

    def _shots(self, who: FighterView, here: int) -> Iterator[Prospect]:
        kind = self.kinds[who.creature]
        if not kind.rangestrikes or self._beside(who.side, here):
            return
        others = self.occupied & ~(1 << INDEX[who.hex]) if who.hex else self.occupied
        for enemy in self.living(1 - who.side):
            there = INDEX[enemy.hex]
            by = self.ground.rangestrike(kind, who.power, here, self.kinds[enemy.creature], there, others)
            if by is not None:
                yield self._weighed(Strike(HEXES[here], enemy.hex, *by), True, True, ())

    def _beside(self, side: int, here: int) -> tuple[int, ...]:
        """The enemies beside a hex, whatever lies between, that by option bar a rangestrike from there (R15.2)."""
        if not self.rules.rangestrike_nonadjacent:
            return ()
        return tuple(bits(beside(here, sum(1 << at for at in self.at if self.at[at].side != side))))

    def _moving(self, character: str) -> FighterView:
        if character in INDEX:
            return self.at[INDEX[character]]
        mine = (f for f in self.battle.fighters if f.side == self.battle.mover and not f.hex)
        return next(fighter for fighter in mine if fighter.creature == character)

    def aim(self, striker: FighterView, enemy: FighterView) -> Aim:
        """Whether a rangestriker may rangestrike an enemy now, and why not: the first of the reasons (R15.1-R15.8)."""
        here, there = INDEX[striker.hex], INDEX[enemy.hex]
        kind, target = self.kinds[striker.creature], self.kinds[enemy.creature]
        range_ = distance(PLACES[striker.hex], PLACES[enemy.hex]) + 1
        touched = [hex_ for hex_ in bits(self.ground.contacts[here]) if hex_ in self.at]
        foe = next((HEXES[hex_] for hex_ in touched if self.at[hex_].side != striker.side), "")
        if striker.struck:
            return Aim(striker.hex, enemy.hex, range_, "struck")
        if foe:
            return Aim(striker.hex, enemy.hex, range_, "contact", foe)
        if across := self._beside(striker.side, here):
            return Aim(striker.hex, enemy.hex, range_, "beside", HEXES[across[0]])
        if self.ground.rangestrike(kind, striker.power, here, target, there, self.occupied) is not None:
            return Aim(striker.hex, enemy.hex, range_)
        if range_ == 2 and not kind.magic:
            return Aim(striker.hex, enemy.hex, range_, "near")
        if range_ > min(FARTHEST, kind.skill):
            return Aim(striker.hex, enemy.hex, range_, "far")
        if target.lord and not kind.magic:
            return Aim(striker.hex, enemy.hex, range_, "lord")
        for blockers, _ in self.ground.lines.get(pair(here, there), ()):
            return Aim(striker.hex, enemy.hex, range_, "character", HEXES[bits(blockers & self.occupied)[0]])
        shut = obstacles(self.ground.relief, here, there)
        return Aim(striker.hex, enemy.hex, range_, next((what for what in shut if what != "edge"), "edge"))
