"""What an engagement would bring both sides in points, settled in one way or another, by what one of the two knows."""

from __future__ import annotations

from engine.titan.events import Creatures
from engine.titan.points import Points, Reckoning
from engine.titan.sides import ATTACKER, DEFENDER, lost_by
from engine.titan.view import BattleView, View
from engine.values import replace, without

Forces = tuple[Creatures, Creatures]


def fled(view: View) -> Points:
    """The defending legion is given up without a battle for half its value (R9.4)."""
    return view.rules.points(Reckoning("flight", (False, True), False, (0, _values(view, _legions(view))[DEFENDER])))


def conceded(view: View, side: int) -> Points:
    """The legion of a side is given up, before the battle or in it, where the slain are removed first (R9.9, R9.10)."""
    lost = (side == ATTACKER, side == DEFENDER)
    if view.battle is None:
        return view.rules.points(Reckoning("concession", lost, False, _of(lost, _values(view, _legions(view)))))
    return _fought(view, view.battle, side)


def agreed(view: View, lost: str, losses: Creatures) -> Points:
    """An offer is accepted: `lost` is `attacker`, `defender` or `both`, `losses` those of the survivor (R9.6)."""
    gone = lost_by(lost)
    legions = _legions(view)
    given = [legions[side] if gone[side] else losses for side in (ATTACKER, DEFENDER)]
    return view.rules.points(Reckoning("agreement", gone, False, _values(view, (given[ATTACKER], given[DEFENDER]))))


def won(view: View, side: int) -> Points:
    """A battle yet to come is won by a side without losses, once all of both legions have entered (R18.3)."""
    values = _values(view, _legions(view))
    lost = (side != ATTACKER, side != DEFENDER)
    return view.rules.points(Reckoning("battle", lost, True, _of(lost, values), entered=values))


def going_back(view: View, side: int) -> Creatures:
    """Those of a side who go back where they came from, unscored, if the battle is conceded now: they were called to it
    and have not entered (R16.5, R17.3)."""
    if view.battle is None or not _late_ones(view, view.battle):
        return ()
    return tuple(f.creature for f in view.battle.fighters if f.side == side and not f.hex)


def _late_ones(view: View, battle: BattleView) -> bool:
    """Whether whoever is outside was called later and goes back: those of the start are lost after the first round."""
    return view.rules.late_ones_go_back and battle.round > 1


def _fought(view: View, battle: BattleView, side: int) -> Points:
    """A side gives up in battle. The other loses it, too, if nobody of it lives, or its Titan does not."""
    slain = tuple(without(fallen, absent) for fallen, absent in zip(battle.fallen, battle.absent, strict=True))
    if _late_ones(view, battle):
        battle = replace(battle, fighters=tuple(f for f in battle.fighters if f.hex))
    here, alive, outside = _each(battle, "here"), _each(battle, "alive"), _each(battle, "outside")
    entered = slain[ATTACKER] + here[ATTACKER], slain[DEFENDER] + here[DEFENDER]
    whole = [came + out for came, out in zip(entered, outside, strict=True)]
    gone = [whole[each] if each == side else without(whole[each], alive[each]) for each in (ATTACKER, DEFENDER)]
    lost = [each == side or not alive[each] or view.rules.are_fatal(gone[each]) for each in (ATTACKER, DEFENDER)]
    return view.rules.points(
        Reckoning(
            "concession",
            (lost[ATTACKER], lost[DEFENDER]),
            fought=True,
            gone=_values(view, (gone[ATTACKER], gone[DEFENDER])),
            absent=_values(view, battle.absent),
            entered=_values(view, entered),
        )
    )


def _each(battle: BattleView, which: str) -> Forces:
    """Those of both sides who are on the map, the slain included, who live, or who are still outside."""
    tests = {"here": lambda f: bool(f.hex), "alive": lambda f: not f.slain, "outside": lambda f: not f.hex}
    found = [tuple(f.creature for f in battle.fighters if f.side == side and tests[which](f)) for side in (0, 1)]
    return found[ATTACKER], found[DEFENDER]


def _legions(view: View) -> Forces:
    """Both legions, each of whom the viewer must know."""
    assert view.parley is not None, "who is engaged sees both legions before a battle"
    return view.parley.contents


def _of(lost: tuple[bool, bool], values: Points) -> Points:
    return values[ATTACKER] * lost[ATTACKER], values[DEFENDER] * lost[DEFENDER]


def _values(view: View, forces: Forces) -> Points:
    assert view.engaged is not None, "points are of an engagement"
    scores = [view.players[seat].score for seat in view.engaged.seats]
    attacker, defender = (view.rules.worth(codes, score) for codes, score in zip(forces, scores, strict=True))
    return attacker, defender
