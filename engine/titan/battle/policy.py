"""How strikes are made for a player who decides nothing: an order of targets, of strikers, of carries (A6.4).

Every step is chosen from the battle as it stands, since what the dice have said changes what is best (A6.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.titan.actions import Carry, Done, May, Strike
from engine.titan.battle.frame import INDEX
from engine.titan.battle.prospects import BattlePosition, Prospect, prospects, targets_of
from engine.titan.rules import TITAN
from engine.titan.view import FighterView, View

MARKS = ("titan", "sure", "likely", "hurt", "value")
"""What may set a target before others: a Titan, one that is slain surely, the dearest that is slain with an even chance
at least, the one with most hits, the dearest."""

EVEN = 0.5
OVERKILL = 2.0
"""So many hits more than the target takes must be expected before a worse pair is taken that carries on."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How to strike: by which of the `MARKS` targets are compared, the first of them first; carries go the same way.

    `spills`: a worse pair that lets hits be carried is taken where the due one is expected to overkill (R14.4);
    `shoots`: rangestrikes are made, which nobody must (R15.1).
    """

    targets: tuple[str, ...] = MARKS
    spills: bool = True
    shoots: bool = True


STANDARD = Policy()
"""What is done for those who have said nothing."""


def struck(view: View, actions: Iterable[May], policy: Policy = STANDARD) -> Strike | Carry | Done | None:
    """The next strike or carry by a policy, or the end of the strikes; None if it is no moment for either.

    Excess hits are always carried where they may be. Those who have one target strike first, then those with the
    fewest dice; equals go by the order of the actions.
    """
    offered = tuple(actions)
    carries = [a for a in offered if isinstance(a, Carry)]
    if carries:
        return carried(view, carries, policy)
    found = [p for p in prospects(view, offered) if policy.shoots or not p.ranged] if view.battle else []
    if found:
        targets = targets_of(p.strike for p in found)
        due = [p for p in found if p.due]
        first = min(due, key=lambda p: (len(targets[p.strike.striker]), p.strike.dice)).strike.striker
        return aimed(view, [p for p in found if p.strike.striker == first], policy)
    striking = view.battle is not None and view.battle.step != "maneuver"
    return next((a for a in offered if isinstance(a, Done)), None) if striking else None


def aimed(view: View, found: Sequence[Prospect], policy: Policy = STANDARD) -> Strike:
    """Which of one striker's strikes is made, by the policy; `found` is not empty."""
    scene = BattlePosition(view)

    def rank(prospect: Prospect) -> tuple[float, ...]:
        return _rank(view, scene.at[INDEX[prospect.strike.target]], prospect.slays, policy)

    best = max((p for p in found if p.due), key=rank)
    if policy.spills and not best.carries and best.spare >= OVERKILL:
        spilling = [p for p in found if p.strike.target == best.strike.target and p.carries]
        return max(spilling, key=lambda p: (p.slays, p.spare), default=best).strike
    return best.strike


def carried(view: View, carries: Sequence[Carry], policy: Policy = STANDARD) -> Carry:
    """Whom excess hits go on to, by the policy; `carries` is not empty."""
    scene = BattlePosition(view)

    def rank(carry: Carry) -> tuple[float, ...]:
        target = scene.at[INDEX[carry.target]]
        return _rank(view, target, float(scene.battle.excess >= target.power - target.hits), policy)

    return max(carries, key=rank)


def _rank(view: View, target: FighterView, slain: float, policy: Policy) -> tuple[float, ...]:
    """How a target compares by each mark of a policy: more is better. `slain` is the chance that it falls."""
    value = target.power * target.skill
    marks = {
        "titan": float(target.creature == TITAN),
        "sure": float(slain >= 1.0),
        "likely": value if slain >= EVEN else 0.0,
        "hurt": target.hits,
        "value": value,
    }
    return tuple(marks[mark] for mark in policy.targets)
