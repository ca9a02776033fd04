"""What follows from a view for whoever has it: what the rules would say of the field and of what is their own.

The rules read states. Whatever they read here is public or the viewer's own, so a state can be supposed that is equal
in all of that, with nothing in the decks and in the other's hands; what is asked of it gives away nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core import Seat
from engine.skirmish import ground
from engine.skirmish.actions import Attack
from engine.skirmish.board import turned
from engine.skirmish.combat import results
from engine.skirmish.combat.reach import within_reach
from engine.skirmish.combat.strength import Reason, dice
from engine.skirmish.forecast import blow
from engine.skirmish.state import Attacking, Combat, Fighting, Ordering, Over, Phase, Side, State
from engine.skirmish.steps import command, prepare
from engine.skirmish.units import Turn, Unit
from engine.skirmish.view import SideView, View
from engine.values import replace


def supposed(view: View, phase: Phase | None = None) -> State:
    """A state that is as the view shows it, in a phase of which the answer does not depend on what is hidden."""
    return State(
        rules=view.rules,
        sides=(_side(view, view.sides[0]), _side(view, view.sides[1])),
        phase=phase or Over(None, ""),
        units=view.units,
        land=view.land,
        ruins=view.ruins,
        hidden=view.hidden,
        shown=view.shown,
        pool=view.pool,
        first=view.first,
        active=view.active,
        round=view.round,
        turn=view.turn,
        ringed=view.ringed,
    )


def _side(view: View, side: SideView) -> Side:
    public = Side(
        faction=side.faction,
        lore=side.lore,
        victory=side.victory,
        half=side.half,
        drafted=side.drafted,
    )
    if view.own is None or view.viewer != side.seat:
        return public
    own = view.own
    return replace(
        public,
        points=own.points,
        commands=own.commands,
        hand=own.hand,
        deck=own.deck,
        half=own.half,
        bought=own.bought,
        swaps=own.swaps,
        placed=own.placed,
        stage=own.stage,
        peeked=own.peeked,
        passes=own.passes,
    )


def _viewer(view: View) -> Seat:
    assert view.viewer is not None, "the channel has no army"
    return view.viewer


def shop(view: View) -> Mapping[str, int]:
    """The kinds that the viewer may muster, and how many of each are left (B4.4)."""
    return prepare.shop(supposed(view), _viewer(view))


def available(view: View) -> tuple[str, ...]:
    """The lore cards that may still be taken into the viewer's deck, with copies (B16.2)."""
    return prepare.available(supposed(view), _viewer(view))


def set_apart(view: View) -> str:
    """The lore card that comes on top of the viewer's deck by itself, empty if none does (B23.6)."""
    return prepare.set_apart(supposed(view), _viewer(view))


def removable(view: View) -> tuple[str, ...]:
    """The lore cards that may still leave the viewer's deck, with copies (B16.1)."""
    return prepare.removable(supposed(view), _viewer(view))


def to_place(view: View) -> tuple[str, ...]:
    """The units of the viewer's army that are not deployed yet (B4.6)."""
    return prepare.to_place(supposed(view), _viewer(view))


def with_half(view: View, half: str) -> View:
    """The view with the terrain of a half of the map where it would lie for the viewer, and no other (B4.2)."""
    south = view.side(_viewer(view)).faction == view.rules.south
    terrain = view.rules.tables.halves[half].terrain
    return replace(view, land=tuple((hex_ if south else turned(hex_), name) for hex_, name in terrain.items()))


# Orders


def orderable(view: View, card: str, how: str) -> tuple[str, ...]:
    """The hexes of the viewer's units that a command card, played so, could order: any of them first (B6.2)."""
    seat = _viewer(view)
    state = replace(supposed(view, Ordering()), turn=Turn(card, how))
    return tuple(unit.hex for unit in state.own(seat) if command.orderable(state, seat, unit))


def quotas(view: View, card: str, how: str) -> Mapping[str, int]:
    """How many orders a card, played so, gives in each section as the viewer sees it; none for other cards (B6.2)."""
    return command.quotas(replace(supposed(view, Ordering()), turn=Turn(card, how)))


def orders_left(view: View) -> int:
    """How many more orders the card of the turn gives (B6.4)."""
    used = sum(unit.ordered for unit in view.units if unit.owner == view.active)
    return max(0, command.orders(supposed(view, Ordering())) - used)


# Attacks


def aims(view: View, hex_: str, to: str) -> tuple[str, ...]:
    """The hexes of the enemies that a unit could attack once it has gone to another hex (B8.2)."""
    unit = view.at(hex_)
    assert unit is not None, "somebody goes"
    field = moved(view, unit, to)
    return tuple(dict.fromkeys(attack.target for attack in within_reach(field, replace(unit, hex=to))))


def moved(view: View, unit: Unit, to: str) -> View:
    """The view with a unit on another hex."""
    there = replace(unit, hex=to)
    return replace(view, units=tuple(there if one is unit else one for one in view.units))


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack that may be made: its dice and why so many, the damage to expect, the chance that it destroys.

    `expected` is the mean of the damage that counts, `health` what the target has left. Cards of the defender and uses
    of heroic dice are left out: what will be played is not known.
    """

    dice: int
    reasons: tuple[Reason, ...]
    expected: float
    destroys: float
    health: int


def prospect(view: View, attack: Attack) -> Prospect:
    """What to expect of an attack of the viewer's list."""
    attacker, target = view.at(attack.unit), view.at(attack.target)
    assert attacker is not None, "somebody attacks"
    assert target is not None, "somebody is attacked"
    return _prospect(view, attacker, target, attack.how, None)


def prospect_of(view: View, combat: Combat) -> Prospect | None:
    """What to expect of a combat before its dice are rolled; None if one of its units is gone."""
    units = {unit.number: unit for unit in view.units}
    if combat.attacker not in units or combat.target not in units:
        return None
    return _prospect(view, units[combat.attacker], units[combat.target], combat.how, combat)


def _prospect(view: View, attacker: Unit, target: Unit, how: str, combat: Combat | None) -> Prospect:
    number, reasons = dice(view, attacker, target, how, combat)
    tables = view.rules.tables
    melee = tables.weak_melee_hits if ground.kind(view, attacker).weak(attacker.health) else tables.melee_hits
    hits = tables.ranged_hits if how == "ranged" else melee
    held = ground.terrain(view, target.hex).ignores_damage
    expected, destroys = blow(number, len(hits), held, target.health)
    return Prospect(number, reasons, expected, destroys, target.health)


@dataclass(frozen=True, slots=True)
class RollOutlook:
    """What a roll would come to if nothing more were played: the damage of the dice, what the target suffers of it, the
    retreats of the dice, those that it does not ignore; heroic dice that can still be put to something."""

    damage: int
    suffers: int
    retreats: int
    goes: int
    heroic: int


def roll(view: View) -> RollOutlook | None:
    """What the dice of the view's combat come to; None before they are rolled, and once a unit of it is gone."""
    if (rolled := _rolled(view)) is None:
        return None
    state, combat, target = rolled
    retreats = results.morale(state, combat)
    return RollOutlook(
        results.damage(state, combat),
        results.suffering(state, combat),
        retreats,
        results.retreating(state, combat, target, retreats),
        combat.dice.count(results.HEROIC) - len(combat.commitments),
    )


def counter(view: View) -> Prospect | None:
    """What to expect of a counter in the view's combat (B10.1); None if a unit of it is gone."""
    combat = view.combat
    units = {unit.number: unit for unit in view.units}
    if combat is None or combat.attacker not in units or combat.target not in units:
        return None
    strikes = units[combat.target]
    how = "ranged" if ground.kind(view, strikes).ranged else "strike"
    return _prospect(view, strikes, units[combat.attacker], how, None)


def misses(view: View) -> str:
    """Why faces of the roll of the view's combat miss that would hit in melee, see `results.misses`; empty for none."""
    rolled = _rolled(view)
    return "" if rolled is None else results.misses(*rolled[:2])


def _rolled(view: View) -> tuple[State, Combat, Unit] | None:
    """The view's combat in a state, with its target; None before the dice are rolled, and once a unit of it is gone."""
    combat = view.combat
    if combat is None or not combat.dice:
        return None
    state = supposed(view, Fighting(combat, Attacking()))
    target = state.unit(combat.target)
    return None if target is None or state.unit(combat.attacker) is None else (state, combat, target)
