"""Bringing everybody onto the battleland who can come: who goes where, so that all find room (R10.3, R12.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from engine.hexes import bits, distance
from engine.titan.actions import Maneuver, May
from engine.titan.battle.frame import HEXES, INDEX, PLACES
from engine.titan.rules import TITAN, Rules
from engine.titan.sides import DEFENDER
from engine.titan.view import BattleView, View


def entering(view: View, actions: Iterable[May]) -> Maneuver | None:
    """The next of the moving side's characters to come onto the map; None once nobody can.

    They take the hexes nearest to their edge that have room for all, and the deepest of these is taken first. In a
    Tower the defender deploys on its hexes (R10.4); of eight one stays out, see `kept_out`. It moves nobody who is on
    the map.
    """
    battle = view.battle
    waiting = [f.creature for f in battle.fighters if f.side == battle.mover and not f.hex] if battle else []
    for code in kept_out(view):
        waiting.remove(code)
    entries = {a for a in actions if isinstance(a, Maneuver) and a.character in waiting}
    if battle is None or not entries:
        return None
    edge = _edge(view, battle)
    occupied = sum(1 << INDEX[f.hex] for f in battle.fighters if f.hex)
    plan = _spread(view, battle, waiting, occupied)
    steps = sorted(plan, key=lambda at: (-_depth(at, edge), at))
    tried = [Maneuver(waiting[plan[at]], HEXES[at]) for at in steps]
    tried += sorted(entries - set(tried), key=lambda a: (_depth(INDEX[a.hex], edge), INDEX[a.hex], a.character))
    best: tuple[int, Maneuver] | None = None
    for step in tried:
        left = [*waiting]
        left.remove(step.character)
        behind = len(_spread(view, battle, left, occupied | 1 << INDEX[step.hex]))
        if behind == len(left):
            return step
        if best is None or behind > best[0]:
            best = behind, step
    assert best is not None, "somebody can enter"
    return best[1]


def kept_out(view: View) -> tuple[str, ...]:
    """Those of the moving side, off the map, for whom a Tower has no hex: the ones worth least, of equal ones the first
    by name, and never a Titan (V6.9)."""
    battle = view.battle
    if battle is None or not deploys(view.rules, battle):
        return ()
    waiting = [f.creature for f in battle.fighters if f.side == battle.mover and not f.hex]
    taken = sum(f.side == battle.mover for f in battle.fighters if f.hex)
    over = len(waiting) + taken - len(view.rules.grounds[battle.terrain].start_hexes)
    kinds = (view.rules.kinds[code] for code in waiting if code != TITAN)
    spare = sorted(kinds, key=lambda kind: (kind.value, kind.name))
    return tuple(kind.code for kind in spare[: max(over, 0)])


def fate(rules: Rules, round_: int) -> str:
    """What becomes of those left off the map in a round, as the end of the key of what is said of it.

    `-late` ones go back where they came from (R16.5, R17.3); else they are eliminated (R10.3): empty; or by the variant
    they go back to the stacks: `-returns`, and by option `-scores` for the enemy (V5.2).
    """
    if round_ > 1:
        return "-late"
    if not rules.offboard_returns:
        return ""
    return "-scores" if rules.absent_score else "-returns"


def deploys(rules: Rules, battle: BattleView) -> bool:
    """Whether it is the defender's deployment in a Tower (R10.4)."""
    first = battle.mover == DEFENDER and battle.round <= 1 and battle.step == "maneuver"
    return first and bool(rules.grounds[battle.terrain].start_hexes)


def _edge(view: View, battle: BattleView) -> tuple[int, ...]:
    """The hexes by which the moving side comes; those of a Tower for who deploys in it."""
    ground = view.rules.grounds[battle.terrain]
    if deploys(view.rules, battle):
        return ground.start_hexes
    return ground.entries[battle.side][battle.mover]


def _depth(at: int, edge: Sequence[int]) -> int:
    return min(distance(PLACES[HEXES[at]], PLACES[HEXES[entry]]) for entry in edge)


def _spread(view: View, battle: BattleView, waiting: Sequence[str], occupied: int) -> dict[int, int]:
    """A place for as many of the waiting as there can be, by hex the index of who takes it; near hexes before far ones.

    Hexes are taken one after the other as long as all taken so far can be dealt out, which makes the whole spread the
    nearest there is. Each goes where it can now: that others then stand in its way is not looked at.
    """
    edge, ground = _edge(view, battle), view.rules.grounds[battle.terrain]
    if edge == ground.start_hexes:
        free = [sum(1 << at for at in edge) & ~occupied] * len(waiting)
    else:
        free = [ground.arrivals(view.rules.kinds[code], edge, occupied) for code in waiting]
    open_to = {at: [who for who, mask in enumerate(free) if mask >> at & 1] for at in bits(reduce(or_, free, 0))}
    taken: dict[int, int] = {}
    for at in sorted(open_to, key=lambda at: (_depth(at, edge), at)):
        _deal(at, open_to, taken, set())
    return {at: who for who, at in taken.items()}


def _deal(at: int, open_to: dict[int, list[int]], taken: dict[int, int], asked: set[int]) -> bool:
    """Gives a hex to somebody who can go there, others making room as they can. `taken` is by character."""
    for who in open_to[at]:
        if who not in asked:
            asked.add(who)
            if who not in taken or _deal(taken[who], open_to, taken, asked):
                taken[who] = at
                return True
    return False
