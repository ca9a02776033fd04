"""The Attack Step: one attack after another, until its player is done (B8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core import Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.skirmish import board
from engine.skirmish.actions import Action, Attack, Cast, Done, Stay
from engine.skirmish.combat import reach
from engine.skirmish.combat.roll import BEFORE, begun, cards_for, with_card
from engine.skirmish.combat.strength import BOULDER
from engine.skirmish.events import Declined
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Attacking, Combat, State
from engine.skirmish.steps import turn, windows
from engine.skirmish.units import Unit
from engine.values import replace


def _attacks(state: State, seat: Seat) -> Iterator[Attack]:
    """Every attack that may be made now: those of a unit that has pursued, else those of all.

    A unit that pursues has no ranged attack: after one of those there is no pursuit (B10.3, B11.10).
    """
    pursuing = current(state.phase, Attacking).pursuing
    if not pursuing:
        for unit in state.own(seat):
            yield from reach.attacks(state, unit)
    elif (unit_ := state.unit(pursuing)) is not None:
        yield from reach.within_reach(state, unit_)


def _onward(state: State) -> Step | None:
    """A pursuit without a target is over; when nobody can attack any more the step is over.

    If sight or a card keeps all units with an order from attacking, that is told.
    """
    if any(_attacks(state, state.active)):
        return None
    if current(state.phase, Attacking).pursuing:
        return replace(state, phase=Attacking()), ()
    own, why = state.own(state.active), reach.silent(state, state.active)
    state, events = turn.upkeep(state)
    if why not in ("sight", "barred") or any(unit.attacks for unit in own):
        return state, events
    return state, (Declined(own[0].owner, why), *events)


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    attacks = tuple(_attacks(state, seat))
    yield from attacks
    yield from _with_cards(state, seat, attacks)
    yield Stay() if current(state.phase, Attacking).pursuing else Done()


def _with_cards(state: State, seat: Seat, attacks: Iterable[Attack]) -> Iterator[Cast]:
    """A card of before the roll, named with an attack: on the hexes of both, and the way where that is not plain."""
    for attack in attacks:
        for card in cards_for(state, seat, _combat(state, attack), Attacking()):
            yield Cast(card, said_with(attack))


def said_with(attack: Attack) -> tuple[str, ...]:
    """What a card is played on that is named with an attack."""
    return (attack.unit, attack.target, *((attack.how,) if attack.how == BOULDER else ()))


def _combat(state: State, attack: Attack) -> Combat:
    attacker, target = state.at(attack.unit), state.at(attack.target)
    assert attacker is not None, "somebody attacks"
    assert target is not None, "somebody is attacked"
    return Combat(attacker.number, target.number, attacker.hex, target.hex, attack.how)


def _apply(state: State, seat: Seat, action: Action) -> Step:
    match action:
        case Attack():
            return begun(state, _combat(state, action), Attacking())
        case Cast():
            attack = next(one for one in _attacks(state, seat) if said_with(one) == action.targets)
            return with_card(state, _combat(state, attack), Attacking(), action.card)
        case Stay():
            return replace(state, phase=Attacking()), (Declined(seat, "pursue"),)
        case _:
            assert isinstance(action, Done), f"{action} is nothing to do in the Attack Step"
            return turn.upkeep(state)


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    pursuing = state.unit(current(state.phase, Attacking).pursuing)
    match action:
        case Stay():
            return Illegal("attack-stay")
        case Done():
            assert pursuing is not None, "the step can be closed unless a unit pursues"
            return _pursues(pursuing)
        case Cast():
            attacks = tuple(_attacks(state, seat))
            aimed = (cast.targets for cast in _with_cards(state, seat, attacks) if cast.card == action.card)
            return windows.not_castable(state, seat, action, BEFORE[:1], aimed)
        case Attack():
            board.known(action.unit)
            board.known(action.target)
            attacker, target = state.at(action.unit), state.at(action.target)
            if attacker is None or attacker.owner != seat:
                return Illegal("unit-not-yours", hex=action.unit, units=reach.able(state, seat))
            if pursuing is not None and attacker != pursuing:
                return _pursues(pursuing)
            if target is None or target.owner == seat:
                possible = tuple(dict.fromkeys(one.target for one in reach.within_reach(state, attacker)))
                return Illegal(
                    "attack-target", unit=attacker.kind, hex=attacker.hex, target=action.target, possible=possible
                )
            barred = None if pursuing is not None else reach.barred(state, attacker)
            return barred or reach.refusal(state, attacker, target, action.how)
        case _:
            return None


def _pursues(unit: Unit) -> Illegal:
    return Illegal("attack-pursuing", unit=unit.kind, hex=unit.hex)


HANDLERS: Handlers = {
    Attacking: Handler("attacking", (Attack, Cast, Stay, Done), the_active, _legal, _apply, _refusal, onward=_onward)
}
