"""How the dice and the number of a strike come about: the rules' own sum, one part at a time, for whoever explains it.

The parts are those that `blows` adds up; what is left to this module is the target's share and the striker's choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.hexes import bits
from engine.titan.actions import Strike
from engine.titan.battle.blows import HIGHEST, StrikePart, blow_parts, range_of, shot_parts
from engine.titan.battle.field import Battlefield
from engine.titan.battle.frame import ACROSS, HEXES, INDEX
from engine.titan.battle.relief import BRAMBLE, WALL, Crossing
from engine.titan.battle.simulation import resumed
from engine.titan.battle.strike import blows, targets
from engine.titan.kinds import Kind
from engine.titan.state import Fighter, Fighting, Striking
from engine.titan.view import View

PARTS = (
    "power", "half", "base", "own-skill", "their-skill", "stands-in", "native-in", "up", "down", "far", "through",
    "native-target", "capped", "fewer", "higher",
)  # fmt: skip
"""Everything that a sum is made of, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class StrikeSum:
    """A strike as a sum: the `dice` of all parts together are its dice, their `number` its strike number.

    `needs` are the hits that the target can still take, `carries` the hexes that more may go on to, and `barred` those
    of other enemies in contact that they may not, in the order of hexes. `range` counts both hexes; 2 is contact.
    """

    strike: Strike
    striker: str
    target: str
    ranged: bool
    range: int
    parts: tuple[StrikePart, ...]
    needs: int
    carries: tuple[str, ...]
    barred: tuple[str, ...]


def account(view: View, strike: Strike) -> StrikeSum:
    """How the numbers of a strike in the battle of a view come about. It must be one that may be made now."""
    state = resumed(view)
    assert isinstance(state.phase, Fighting), "a battle is resumed"
    field, step = Battlefield(state, state.phase), state.phase.battle.step
    assert isinstance(step, Striking), "strikes are made in strike phases"
    striker, target = field.at[INDEX[strike.striker]], field.at[INDEX[strike.target]]
    blow = next(
        blow
        for blow in blows(field, striker, step)
        if (blow.target, blow.dice, blow.number) == (target.hex, strike.dice, strike.number)
    )
    due = targets(field, striker, step)[target.hex]
    parts = _shot(field, striker, target) if blow.ranged else _blow(field, striker, target)
    others = () if blow.ranged else bits(field.ground.contacts[striker.hex] & field.living[1 - striker.side])
    return StrikeSum(
        strike=strike,
        striker=striker.creature,
        target=target.creature,
        ranged=blow.ranged,
        range=range_of(striker.hex, target.hex),
        parts=(*parts, *_capped(parts), *_chosen(due, strike)),
        needs=field.power(target) - target.hits,
        carries=tuple(HEXES[at] for at in blow.carries),
        barred=tuple(HEXES[at] for at in others if at != target.hex and at not in blow.carries),
    )


def _blow(field: Battlefield, striker: Fighter, target: Fighter) -> tuple[StrikePart, ...]:
    """A strike in contact (R13.5-R13.8)."""
    kind, other = field.rules.kinds[striker.creature], field.rules.kinds[target.creature]
    relief = field.ground.relief
    hazard = relief.hexes[relief.hazards[target.hex]]
    return (
        StrikePart("power", dice=field.power(striker)),
        *_skills(kind, other),
        *blow_parts(relief, kind, striker.hex, _crossing(field, striker.hex, target.hex)),
        *_at_native(field, kind, other, target.hex, hazard.strike_at_native_by_other),
    )


def _shot(field: Battlefield, striker: Fighter, target: Fighter) -> tuple[StrikePart, ...]:
    """A rangestrike (R15.4, R15.5); a Warlock's knows none of the changes (R15.7)."""
    kind, other, ground = field.rules.kinds[striker.creature], field.rules.kinds[target.creature], field.ground
    here, there, relief = striker.hex, target.hex, ground.relief
    walled = any(WALL in row for row in relief.sides)
    parts = (
        StrikePart("half", dice=field.power(striker) // 2),
        *_skills(kind, other),
        *shot_parts(relief, kind, here, there, ground.rangestrikes, walled),
    )
    if kind.magic:
        return parts
    brambles = ground.sight(here, there, field.occupied) if BRAMBLE not in kind.natives else 0
    through = StrikePart(
        "through", BRAMBLE, number=-relief.hexes[BRAMBLE].rangestrike_through_other_skill * (brambles or 0)
    )
    hazard = relief.hexes[relief.hazards[there]]
    harder = hazard.strike_at_native_by_other or hazard.rangestrike_at_native
    return (*parts, *((through,) if brambles else ()), *_at_native(field, kind, other, there, harder))


def _skills(kind: Kind, other: Kind) -> tuple[StrikePart, ...]:
    """Four, less the striker's Skill, and the target's (R13.6)."""
    return (
        StrikePart("base", number=4),
        StrikePart("own-skill", number=-kind.skill),
        StrikePart("their-skill", number=other.skill),
    )


def _at_native(field: Battlefield, kind: Kind, other: Kind, there: int, harder: int) -> Iterator[StrikePart]:
    """What a target gains by its own ground, against those who are not native to it."""
    hazard = field.ground.hazards[there]
    if harder and hazard in other.natives and not (hazard == BRAMBLE and BRAMBLE in kind.natives):
        yield StrikePart("native-target", hazard, number=harder)


def _crossing(field: Battlefield, a: int, b: int) -> Crossing | None:
    return field.ground.relief.crossing(a, ACROSS[a].index(b))


def _capped(parts: tuple[StrikePart, ...]) -> Iterator[StrikePart]:
    """A strike number above six counts as six (R13.6)."""
    beyond = sum(part.number for part in parts) - HIGHEST
    if beyond > 0:
        yield StrikePart("capped", number=-beyond)


def _chosen(due: tuple[int, int], strike: Strike) -> Iterator[StrikePart]:
    """What the striker gives up so that excess hits may be carried (R14.4)."""
    if strike.dice < due[0]:
        yield StrikePart("fewer", dice=strike.dice - due[0])
    if strike.number > due[1]:
        yield StrikePart("higher", number=strike.number - due[1])
