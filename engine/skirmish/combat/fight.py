"""The phase of a combat: who is asked what in which of its steps, the counter and the advance (B8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core import Illegal, Seat
from engine.notation import verb
from engine.phases import Handler, current
from engine.skirmish import board
from engine.skirmish.actions import Action, Advance, Cast, Commit, Counter, Done, Pursue, Push, Stay
from engine.skirmish.combat import blows, roll
from engine.skirmish.combat.advance import advances, counter, follow, may_counter, pursuit, ways
from engine.skirmish.combat.current_combat import at_step, current_combat, defender, roller, with_combat
from engine.skirmish.combat.results import HEROIC, uses
from engine.skirmish.events import Declined
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Attacking, Combat, Fighting, State
from engine.skirmish.steps import windows
from engine.values import replace

Onward = Callable[[State, Combat], Step | None]
"""What a step of a combat does by itself; None while somebody must decide or chance is wanted."""


# Step 10: the counter


def _counter(state: State, combat: Combat) -> Step | None:
    if not combat.countered and may_counter(state, combat):
        return None
    return at_step(state, combat, "advance"), ()


def _countered(state: State, combat: Combat, action: Counter | Cast | Stay) -> Step:
    """The target strikes back or does without, before its retreat or after the lore: it is asked once."""
    further = "retreat" if combat.step == "ferocity" else "advance"
    combat = replace(combat, countered=True, step=further)
    if isinstance(action, Stay):
        return with_combat(state, combat), (Declined(defender(state, combat), "counter"),)
    attacking = current(state.phase, Fighting).attacking
    if isinstance(action, Cast):
        return roll.with_card(state, counter(state, combat), attacking, action.card)
    return roll.begun(state, counter(state, combat), attacking)


def _countering_cards(state: State, seat: Seat, combat: Combat) -> Iterator[Cast]:
    """Cards of before the roll, each named with the counter."""
    yield from map(Cast, roll.cards_for(state, seat, counter(state, combat), current(state.phase, Fighting).attacking))


# Step 11: the advance


def _advance(state: State, combat: Combat) -> Step | None:
    if any(advances(state, combat)):
        return None
    return at_step(state, combat, "done"), ()


def _advanced(state: State, combat: Combat, action: Advance | Pursue | Stay) -> Step:
    state = at_step(state, combat, "done")
    unit = state.unit(combat.attacker)
    assert unit is not None, "only who stands is asked to advance"
    match action:
        case Stay():
            return state, (Declined(unit.owner, "advance"),)
        case Advance():
            return follow(state, unit, (unit.hex, combat.aim), "advance")
        case Pursue():
            path = ways(state, unit, combat.aim, pursuit(state, unit))[action.to]
            state = replace(state, phase=replace(current(state.phase, Fighting), attacking=Attacking(unit.number)))
            return follow(state, unit, path, "pursue")


def _done(state: State, combat: Combat) -> Step:
    """Back to the Attack Step; the attacker has had one attack more."""
    unit = state.unit(combat.attacker)
    if unit is not None:
        state = state.with_unit(replace(unit, attacks=unit.attacks + 1))
    return replace(state, phase=current(state.phase, Fighting).attacking), ()


# The phase

_ONWARD: Mapping[str, Onward] = {
    "before": roll.before,
    "after": roll.after,
    "commit": roll.commit,
    "damage": blows.damage,
    "ferocity": blows.ferocity,
    "retreat": blows.retreats,
    "pushes": blows.pushes,
    "lore": blows.lore,
    "counter": _counter,
    "advance": _advance,
    "done": _done,
}


def _onward(state: State) -> Step | None:
    combat = current_combat(state)
    return None if combat.step == "roll" else _ONWARD[combat.step](state, combat)


def _waiting(state: State) -> tuple[Seat, ...]:
    combat = current_combat(state)
    match combat.step:
        case "commit" | "retreat" | "advance":
            return (roller(state, combat),)
        case "ferocity" | "counter":
            return (defender(state, combat),)
        case _:
            return ()


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    combat = current_combat(state)
    match combat.step:
        case "commit":
            yield from uses(state, combat)
            yield Done()
        case "ferocity" | "counter":
            yield Counter()
            yield from _countering_cards(state, seat, combat)
            yield Stay()
        case "retreat":
            yield from (Push(board.COMPASS[side]) for side in board.retreats(combat.start, combat.aim))
        case "advance":
            yield from advances(state, combat)
            yield Stay()


def _apply(state: State, seat: Seat, action: Action) -> Step:
    combat = current_combat(state)
    match action:
        case Commit():
            return roll.put(state, combat, action)
        case Push():
            return blows.pushed(state, combat, action.direction)
        case Advance() | Pursue():
            return _advanced(state, combat, action)
        case Stay() if combat.step == "advance":
            return _advanced(state, combat, action)
        case Counter() | Cast() | Stay():
            return _countered(state, combat, action)
        case _:
            assert isinstance(action, Done), f"{action} is nothing to do in a combat"
            return at_step(state, combat, "damage"), ()


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    combat = current_combat(state)
    if isinstance(action, Cast) and combat.step in ("ferocity", "counter"):
        aimed = (cast.targets for cast in _countering_cards(state, seat, combat) if cast.card == action.card)
        return windows.not_castable(state, seat, action, roll.BEFORE[:1], aimed)
    possible = tuple(type(one) for one in _legal(state, seat))
    if type(action) not in possible and not (isinstance(action, Commit) and combat.step == "commit"):
        verbs = tuple(dict.fromkeys(map(verb, possible)))
        return Illegal("combat-step", step=combat.step, verbs=verbs)
    match action:
        case Commit():
            return _no_use(state, combat, action)
        case Push():
            sides = tuple(board.COMPASS[side] for side in board.retreats(combat.start, combat.aim))
            return Illegal("push-direction", direction=action.direction, possible=sides)
        case Pursue():
            reached = tuple(one.to for one in advances(state, combat) if isinstance(one, Pursue))
            return Illegal("pursue-to", to=action.to, possible=reached)
        case _:
            return None


def _no_use(state: State, combat: Combat, action: Commit) -> Illegal:
    """Why a heroic die cannot be put to this: none is left, the unit has no such ability, or not on that unit."""
    found = tuple(uses(state, combat))
    left = combat.dice.count(HEROIC) - len(combat.commitments)
    if not left:
        return Illegal("heroic-none", spent=len(combat.commitments))
    on = tuple(one.target for one in found if one.use == action.use)
    if not on:
        return Illegal("heroic-use", use=action.use, uses=tuple(dict.fromkeys(one.use for one in found)))
    return Illegal("heroic-target", use=action.use, target=action.target, possible=on)


HANDLERS: Handlers = {
    Fighting: Handler(
        "fighting",
        (Commit, Done, Push, Counter, Cast, Advance, Pursue, Stay),
        _waiting,
        _legal,
        _apply,
        _refusal,
        roll.wanted,
        roll.rolled,
        _onward,
    )
}
