"""Attacks and what is decided within a combat (B8-B11, B19)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.skirmish import board
from engine.skirmish.actions import Action, Advance, Attack, Cast, Commit, Counter, Done, Place, Pursue, Push, Stay
from engine.skirmish.bots import assault
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.bots.standing import StandingRoom
from engine.skirmish.combat.current_combat import both, current_combat
from engine.skirmish.combat.results import FRENZY, NOBODY, REND, STUNNING_BLOW, suffering
from engine.skirmish.units import Unit
from engine.values import replace


def attack(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The attack that is worth most, or none if all cost more than they bring."""
    attacks = [action for action in actions if isinstance(action, Attack)]
    other = next((action for action in actions if not isinstance(action, Attack | Cast)), actions[0])
    if not attacks:
        return other
    at = outlook.at
    values = [(assault.value(outlook, outlook.state, at[one.unit], one), one) for one in attacks]
    value, best = max(values, key=lambda each: each[0])
    return best if value > 0 else other


def combat(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """What a combat asks for: heroic dice, the way of a retreat, a counter, an advance."""
    commits = [action for action in actions if isinstance(action, Commit)]
    if commits:
        value, best = max(((_heroic(outlook, one), one) for one in commits), key=lambda each: each[0])
        return best if value > 0 else Done()
    pushes = [action for action in actions if isinstance(action, Push)]
    if pushes:
        return max(pushes, key=lambda one: _push(outlook, one))
    if Counter() in actions:
        return Counter()
    follows = [action for action in actions if isinstance(action, Advance | Pursue)]
    if follows:
        return _follow(outlook, follows)
    return actions[0]


def place(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """Where a unit that a hidden card has brought stands best."""
    places = [action for action in actions if isinstance(action, Place)]
    ground = StandingRoom(outlook, frozenset())

    def worth(action: Place) -> float:
        full = outlook.state.rules.tables.kinds[action.unit].full
        unit = Unit(0, action.unit, outlook.seat, action.hex, full)
        return ground.place(unit, action.hex) + ground.storm(unit, action.hex)

    return max(places, key=worth)


def _heroic(outlook: Outlook, commit: Commit) -> float:
    """What a heroic die is worth so."""
    state = outlook.state
    fought = current_combat(state)
    attacker, aimed = both(state, fought)
    if commit.use == FRENZY:
        left = replace(aimed, health=aimed.health - suffering(state, fought))
        return outlook.harm(left, 1, 6, 0) - outlook.harm(attacker, 1, 6, 0)
    target = aimed if commit.target == NOBODY else outlook.at[commit.target]
    if commit.use == STUNNING_BLOW:
        return 2.5
    if commit.use == REND:
        return outlook.harm(target, 1, 6, 0)
    if commit.target == NOBODY:
        return 0.5
    hurt = target.number == aimed.number and suffering(state, fought) > 0
    named = sum(one.target == commit.target and one.use == commit.use for one in fought.commitments)
    ignores = outlook.kind(target).abilities.get("immovable", 0) > named
    (way, *_) = board.retreats(attacker.hex, target.hex)
    behind = board.ahead(target.hex, way)
    friend = behind is not None and (unit := outlook.at.get(behind)) is not None and unit.owner == target.owner
    if ignores or friend:
        return 0.05
    return 0.3 + outlook.hold(target) + (0.1 if hurt or named else outlook.harm(target, 1, 6, 0))


def _push(outlook: Outlook, push: Push) -> float:
    """What the way of a retreat is worth to who chooses it: best is a closed one, worst one with a friend on it."""
    aim = current_combat(outlook.state).aim
    behind = board.ahead(aim, board.COMPASS.index(push.direction))
    if behind is None or not outlook.state.terrain(behind).passable:
        return 2.0
    unit, target = outlook.at.get(behind), outlook.at[aim]
    if unit is not None:
        return 2.0 if unit.owner != target.owner else -1.0
    return 0.5 if outlook.state.terrain(behind).hurts else 0.0


def _follow(outlook: Outlook, follows: Sequence[Advance | Pursue]) -> Action:
    fought = current_combat(outlook.state)
    unit = outlook.state.unit(fought.attacker)
    assert unit is not None, "who advances stands"
    ground = StandingRoom(outlook, frozenset())
    here = _worth(ground, unit, unit.hex)
    values = []
    for follow in follows:
        to = follow.to if isinstance(follow, Pursue) else fought.aim
        more = ground.attack(unit, to) if isinstance(follow, Pursue) else 0.0
        values.append((_worth(ground, unit, to) + more - here, follow))
    value, best = max(values, key=lambda each: each[0])
    return best if value > 0 else Stay()


def _worth(ground: StandingRoom, unit: Unit, at: str) -> float:
    return ground.place(unit, at) + ground.line(unit, at) + ground.storm(unit, at)
