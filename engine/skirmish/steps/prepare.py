"""Preparing: each side musters, changes its lore deck and deploys, unseen by the other (B4.4, B4.6, B16, B23.2-B23.7).

In free play both prepare at once. In a scenario one after the other, and each army is open before the next is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core import Illegal, Seat
from engine.notation import verb
from engine.phases import Handler
from engine.skirmish.actions import Action, Back, Buy, Done, Lift, Place, Sell, Swap, Unswap
from engine.skirmish.board import HEXES, turned
from engine.skirmish.effects import NEUTRAL
from engine.skirmish.events import (
    Bought,
    Deployed,
    Event,
    LoreReady,
    LoreSwapped,
    Ready,
    SetDown,
    StageReached,
)
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import DECKS, STAGES, Preparing, Shuffling, State
from engine.skirmish.tables import Host
from engine.skirmish.units import Unit
from engine.values import replace, without

WAITING, MUSTER, LORE, DEPLOY, READY = STAGES


def began(state: State) -> State:
    """The state with the preparations open: for both sides, or for the one that its scenario has set up first."""
    scenario = state.rules.scenario
    seats = (Seat(0), Seat(1)) if scenario is None else (state.seat_of(scenario.set_up[0]),)
    for seat in seats:
        state = _begun(state, seat)
    return replace(state, phase=Preparing())


def _begun(state: State, seat: Seat) -> State:
    return state.with_side(seat, replace(state.side(seat), stage=_stages(state, seat)[0]))


def _stages(state: State, seat: Seat) -> tuple[str, ...]:
    """The stages that a side has: whoever musters nothing begins with the lore deck."""
    host = _host(state, seat)
    return STAGES[1:] if host is None or host.muster else STAGES[2:]


def _host(state: State, seat: Seat) -> Host | None:
    scenario = state.rules.scenario
    return None if scenario is None else scenario.hosts[state.side(seat).faction]


# What is possible


def shop(state: State, seat: Seat) -> Mapping[str, int]:
    """The kinds that a side may muster, and how many of each are left: its faction's (B4.4, B15.9, B23.2, B23.5)."""
    side, scenario = state.side(seat), state.rules.scenario
    kept = {} if scenario is None else scenario.hidden
    had = Counter(side.bought)
    return {
        kind.id: kind.supply - kept.get(kind.id, 0) - had[kind.id]
        for kind in state.rules.tables.kinds.values()
        if kind.faction == side.faction
    }


def set_apart(state: State, seat: Seat) -> str:
    """The lore card that comes on top of a side's deck once it is shuffled, and has no part in its change (B23.6).

    So the deck is as large whatever was swapped, and its public count tells nothing of it (B16.5). Empty if none is.
    """
    host = _host(state, seat)
    return host.on_top if host is not None and state.rules.sets_top_apart else ""


def available(state: State, seat: Seat) -> tuple[str, ...]:
    """The lore cards that a side may still take into its deck, with copies (B15.11, B16.2, B23.6, B23.7)."""
    side, host, tables = state.side(seat), _host(state, seat), state.rules.tables
    neutral = side.drafted if host is None else (*side.drafted, *host.cards_of)
    cards = list(tables.reserve(side.faction))
    for kind in neutral:
        cards += tables.deck(tables.kinds[kind].cards)
    for _, into in side.swaps:
        cards.remove(into)
    apart = set_apart(state, seat)
    return tuple(card for card in cards if card != apart)


def removable(state: State, seat: Seat) -> tuple[str, ...]:
    """The lore cards that may still leave the deck: those that it began with."""
    side, apart = state.side(seat), set_apart(state, seat)
    cards = tuple(card for card in state.rules.tables.core(side.faction) if card != apart)
    return without(cards, (out for out, _ in side.swaps))


def to_place(state: State, seat: Seat) -> tuple[str, ...]:
    """The units of a side's army that are not deployed yet."""
    side, host = state.side(seat), _host(state, seat)
    army = (*side.drafted, *side.bought, *(() if host is None else host.free))
    return without(army, (kind for kind, _ in side.placed))


def positions(state: State, seat: Seat) -> tuple[str, ...]:
    """Where a side may deploy now: its hexes that are passable and free, turned for who sits in the north (B4.6)."""
    side, host, rules = state.side(seat), _host(state, seat), state.rules
    hexes = rules.tables.field.deploy if host is None else host.positions
    if host is None and side.faction != rules.south:
        hexes = tuple(map(turned, hexes))
    taken = {at for _, at in side.placed} | {unit.hex for unit in state.units}
    return tuple(at for at in HEXES if at in hexes and at not in taken and state.terrain(at).passable)


def _waiting(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, side in enumerate(state.sides) if side.stage not in (WAITING, READY))


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    side = state.side(seat)
    match side.stage:
        case "muster":
            yield from (Buy(unit) for unit in shop(state, seat) if _buyable(state, seat, unit))
            yield from map(Sell, dict.fromkeys(side.bought))
        case "lore":
            yield from _swaps(state, seat)
            yield from (Unswap(*swap) for swap in dict.fromkeys(side.swaps))
        case "deploy":
            hexes = positions(state, seat)
            yield from (Place(unit, at) for unit in dict.fromkeys(to_place(state, seat)) for at in hexes)
            yield from (Lift(at) for _, at in side.placed)
    if side.stage != _stages(state, seat)[0]:
        yield Back()
    if _unfinished(state, seat) is None:
        yield Done()


def _buyable(state: State, seat: Seat, unit: str) -> bool:
    cost = state.rules.tables.kinds[unit].cost
    return shop(state, seat)[unit] > 0 and cost <= state.side(seat).points


def _swaps(state: State, seat: Seat) -> Iterator[Swap]:
    side, tables = state.side(seat), state.rules.tables
    if len(side.swaps) == tables.most_swaps:
        return
    for out in dict.fromkeys(removable(state, seat)):
        for into in dict.fromkeys(available(state, seat)):
            if side.deck.count(into) < tables.most_alike:
                yield Swap(out, into)


def _unfinished(state: State, seat: Seat) -> Illegal | None:
    """What has to be done before the stage may be closed: an army has a unit, and all of it is deployed."""
    side, left = state.side(seat), to_place(state, seat)
    if side.stage == MUSTER and not left:
        return Illegal("muster-empty", points=side.points)
    if side.stage == DEPLOY and left:
        return Illegal("deploy-left", units=left, hexes=positions(state, seat))
    return None


# Why not

VERBS: Mapping[str, tuple[type, ...]] = {
    MUSTER: (Buy, Sell, Done),
    LORE: (Swap, Unswap, Back, Done),
    DEPLOY: (Place, Lift, Back, Done),
}
"""What is decided in which stage."""


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    side = state.side(seat)
    if isinstance(action, Back):
        return Illegal("first-stage", stage=side.stage)
    if type(action) not in VERBS[side.stage]:
        return Illegal("stage-other", stage=side.stage, verbs=tuple(verb(kind) for kind in VERBS[side.stage]))
    match action:
        case Buy(unit):
            return _unbuyable(state, seat, unit)
        case Sell(unit):
            return Illegal("not-bought", unit=unit, bought=side.bought)
        case Swap(out, into):
            return _unswappable(state, seat, out, into)
        case Unswap(out, into):
            return Illegal("not-swapped", out=out, into=into, swaps=side.swaps)
        case Place(unit, at):
            return _unplaceable(state, seat, unit, at)
        case Lift(at):
            return Illegal("not-placed", hex=at, hexes=tuple(at for _, at in side.placed))
        case _:
            return _unfinished(state, seat)


def _unbuyable(state: State, seat: Seat, unit: str) -> Illegal:
    side, kinds = state.side(seat), state.rules.tables.kinds
    can = tuple(one for one in shop(state, seat) if _buyable(state, seat, one))
    if unit not in kinds:
        return Illegal("unit-unknown", unit=unit, possible=can)
    if kinds[unit].faction == NEUTRAL:
        return Illegal("unit-neutral", unit=unit, possible=can)
    if kinds[unit].faction != side.faction:
        return Illegal("unit-of-the-other", unit=unit, faction=side.faction, possible=can)
    if not shop(state, seat)[unit]:
        return Illegal("supply", unit=unit, had=side.bought.count(unit), possible=can)
    return Illegal("muster-points", unit=unit, cost=kinds[unit].cost, points=side.points, possible=can)


def _unswappable(state: State, seat: Seat, out: str, into: str) -> Illegal | None:
    side, tables = state.side(seat), state.rules.tables
    if len(side.swaps) == tables.most_swaps:
        return Illegal("swaps-most", most=tables.most_swaps)
    for card in (out, into):
        if card not in tables.lore:
            return Illegal("card-unknown", card=card)
    if into == set_apart(state, seat):
        return Illegal("swap-set-apart", card=into)
    if out not in removable(state, seat):
        return Illegal("swap-not-in-deck", card=out, possible=tuple(dict.fromkeys(removable(state, seat))))
    if side.deck.count(into) >= tables.most_alike:
        return Illegal("swap-alike", card=into, most=tables.most_alike)
    if into not in available(state, seat):
        return Illegal("swap-not-available", card=into, possible=tuple(dict.fromkeys(available(state, seat))))
    return None


def _unplaceable(state: State, seat: Seat, unit: str, at: str) -> Illegal | None:
    side, free = state.side(seat), positions(state, seat)
    if unit not in to_place(state, seat):
        return Illegal("no-such-unit-left", unit=unit, units=to_place(state, seat))
    if at in {taken for _, taken in side.placed}:
        return Illegal("position-taken", hex=at, possible=free)
    return Illegal("not-a-position", hex=at, possible=free)


# What happens


def _apply(state: State, seat: Seat, action: Action) -> Step:
    side, kinds = state.side(seat), state.rules.tables.kinds
    event: Event
    match action:
        case Buy(unit):
            side = replace(side, bought=(*side.bought, unit), points=side.points - kinds[unit].cost)
            event = Bought(seat, unit, side.points)
        case Sell(unit):
            side = replace(side, bought=without(side.bought, (unit,)), points=side.points + kinds[unit].cost)
            event = Bought(seat, unit, side.points, back=True)
        case Swap(out, into):
            deck = (*without(side.deck, (out,)), into)
            side, event = replace(side, swaps=(*side.swaps, (out, into)), deck=deck), LoreSwapped(seat, out, into)
        case Unswap(out, into):
            side = replace(side, swaps=without(side.swaps, ((out, into),)), deck=(*without(side.deck, (into,)), out))
            event = LoreSwapped(seat, out, into, back=True)
        case Place(unit, at):
            side, event = replace(side, placed=(*side.placed, (unit, at))), SetDown(seat, unit, at)
        case Lift(at):
            unit = next(unit for unit, on in side.placed if on == at)
            side, event = replace(side, placed=without(side.placed, ((unit, at),))), SetDown(seat, unit, at, back=True)
        case _:
            return _on_to(state, seat, -1 if isinstance(action, Back) else 1)
    return state.with_side(seat, side), (event,)


def _on_to(state: State, seat: Seat, steps: int) -> Step:
    """The next stage or that before. If the army may change again, what was deployed is lifted."""
    side = state.side(seat)
    stage = STAGES[STAGES.index(side.stage) + steps]
    placed = () if stage == MUSTER else side.placed
    state = state.with_side(seat, replace(side, stage=stage, placed=placed))
    if stage == READY:
        return state, (LoreReady(seat), Ready(seat))
    return state, (StageReached(seat, stage),)


# What follows


def _onward(state: State) -> Step | None:
    """Armies are open once those that were made at once are ready; then the next is made, or the decks are."""
    if _waiting(state):
        return None
    scenario = state.rules.scenario
    order = state.rules.tables.factions if scenario is None else scenario.set_up
    seats = tuple(map(state.seat_of, order))
    ready = [seat for seat in seats if state.side(seat).stage == READY]
    events: tuple[Event, ...] = ()
    for seat in seats if scenario is None else ready[-1:]:
        state, deployed = _deployed(state, seat)
        events += (deployed,)
    if len(ready) < len(seats):
        return _begun(state, seats[len(ready)]), events
    return replace(state, phase=Shuffling(DECKS), ringed=_ringed(state)), events


def _deployed(state: State, seat: Seat) -> tuple[State, Deployed]:
    """The army on the field, from the south, and lore for what was not spent (B23.4) and by the scenario (B23.7).

    What was put away while preparing is forgotten: nobody looks at it again (B16.4).
    """
    side, host = state.side(seat), _host(state, seat)
    placed = tuple(sorted(side.placed, key=lambda each: HEXES.index(each[1])))
    units = tuple(
        Unit(number, kind, seat, at, state.rules.tables.kinds[kind].full)
        for number, (kind, at) in enumerate(placed, state.next_number)
    )
    lore = 0 if host is None else min(host.lore_most, host.lore_per_point * side.points) + host.bonus_lore
    side = replace(side, lore=side.lore + lore, points=0, halves=(), bought=(), swaps=(), placed=())
    state = replace(state, units=state.units + units, next_number=state.next_number + len(units))
    return state.with_side(seat, side), Deployed(seat, placed, lore)


def _ringed(state: State) -> bool:
    """Whether both sides have units that belong to neither faction (B18.1, B18.3)."""
    return len({unit.owner for unit in state.units if state.kind(unit).faction == NEUTRAL}) > 1


HANDLERS: Handlers = {
    Preparing: Handler(
        "preparing",
        (Buy, Sell, Swap, Unswap, Place, Lift, Back, Done),
        _waiting,
        _legal,
        _apply,
        _refusal,
        onward=_onward,
    ),
}
