"""The Command Step and the Order Step: a command card is played, units get their orders (B6, B2.4, B2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core import Illegal, Seat
from engine.phases import Handler, the_active
from engine.skirmish import purse
from engine.skirmish.actions import Action, Done, Order, Play
from engine.skirmish.board import SECTIONS, known, sections
from engine.skirmish.events import CommandPlayed, Event, Ordered
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Commanding, Moving, Ordering, State
from engine.skirmish.steps import lore, windows
from engine.skirmish.tables import CommandCard
from engine.skirmish.units import Effect, Unit
from engine.values import replace, without

TEXT, ONE = "text", "one"
"""How a card is played: by what it says, or for one unit anywhere instead (B6.3)."""

SIDES = ("left", "center", "right")
"""The sections as whoever acts sees them (B2.5)."""

AT_ONCE = frozenset({"lore", "cleanse", "stunned_too", "unshaken"})
"""Effects of tactic cards that are not of the kind that works through the turn."""


def side_of(state: State, seat: Seat, section: str) -> str:
    """A section as a seat sees it: the left of the south is the west, that of the north the east (B2.5)."""
    at = SECTIONS.index(section)
    return SIDES[at if state.south(seat) else len(SIDES) - 1 - at]


def quotas(state: State) -> Mapping[str, int]:
    """How many orders the card played gives in each section, as the active side sees them; none for another card."""
    card = _card(state)
    if card is None or state.turn.how == ONE or not card.orders:
        return {}
    if "chosen" in card.orders:
        return {side: card.orders["chosen" if side == state.turn.how else "each_other"] for side in SIDES}
    return card.orders


def orders(state: State) -> int:
    """How many orders the card played gives in all."""
    card = _card(state)
    if card is None:
        return 0
    if state.turn.how == ONE:
        return 1
    return sum(quotas(state).values()) or card.most


def orderable(state: State, seat: Seat, unit: Unit) -> bool:
    """Whether a unit can have an order now: the card means it, and an order is left for it (B6.2-B6.4, B11.16)."""
    return _wanted(state, unit) and not unit.ordered and _fits(state, seat, unit)


def _card(state: State) -> CommandCard | None:
    return state.rules.tables.commands.get(state.turn.card)


def _by_text(state: State) -> Mapping[str, int]:
    """The effects of the card, none if it was played for one unit."""
    card = _card(state)
    return {} if card is None or state.turn.how == ONE else card.does


def _wanted(state: State, unit: Unit) -> bool:
    """Whether the card means a unit of its class, and a stunned one too if it is (B11.16)."""
    card = _card(state)
    if card is None or (unit.stunned and "stunned_too" not in _by_text(state)):
        return False
    return state.turn.how == ONE or not card.select or state.kind(unit).fits(card.select)


def _fits(state: State, seat: Seat, unit: Unit) -> bool:
    """Whether an order is left for one more unit: each has its own, of a section that it is in (B2.4, B6.4)."""
    ordered = [one for one in state.own(seat) if one.ordered]
    quota = quotas(state)
    if not quota:
        return len(ordered) < orders(state)
    return matched(
        [{side_of(state, seat, section) for section in sections(one.hex)} for one in (*ordered, unit)], quota
    )


def matched(wanted: Iterable[Iterable[str]], quota: Mapping[str, int]) -> bool:
    """Whether each can have one of the things it wants, with so many of each (a bipartite matching)."""
    slots = [side for side, number in quota.items() for _ in range(number)]
    holds: dict[int, Iterable[str]] = {}

    def settle(wants: Iterable[str], tried: set[int]) -> bool:
        for slot, side in enumerate(slots):
            if side not in wants or slot in tried:
                continue
            tried.add(slot)
            if slot not in holds or settle(holds[slot], tried):
                holds[slot] = wants
                return True
        return False

    return all(settle(wants, set()) for wants in wanted)


# The Command Step


def _plays(state: State, seat: Seat) -> Iterator[Action]:
    hand = state.sides[seat].commands
    for card in state.rules.tables.commands.values():
        if card.id in hand:
            for how in (*ways(card), ONE):
                yield Play(card.id, how)
    if not hand:
        yield Done()


def ways(card: CommandCard) -> tuple[str, ...]:
    """The ways to play a card by what it says: one for each section if it has one chosen."""
    return SIDES if "chosen" in card.orders else (TEXT,)


def _play(state: State, seat: Seat, action: Action) -> Step:
    """The card is discarded (B6.1). Whoever holds none gives no orders."""
    events: tuple[Event, ...] = ()
    if isinstance(action, Play):
        side = state.sides[seat]
        state = state.with_side(seat, replace(side, commands=without(side.commands, (action.card,))))
        discard = (*state.command_discard, action.card)
        state = replace(state, command_discard=discard, turn=replace(state.turn, card=action.card, how=action.how))
        events = (CommandPlayed(seat, action.card, action.how),)
        state, gained = purse.gained(state, seat, _by_text(state).get("lore", 0), action.card)
        events += gained
    return windows.opened(state, ("own_after_command", ""), seat, Ordering()), events


def _no_play(state: State, seat: Seat, action: Action) -> Illegal | None:
    hand = state.sides[seat].commands
    if isinstance(action, Done):
        return Illegal("command-must", hand=hand)
    assert isinstance(action, Play)
    card = state.rules.tables.commands.get(action.card)
    if card is None or card.id not in hand:
        return Illegal("card-not-held", cards=(action.card,), held=hand)
    return Illegal("command-way", card=card.id, how=action.how, ways=(*ways(card), ONE))


# The Order Step


def _orders(state: State, seat: Seat) -> Iterator[Action]:
    for unit in state.own(seat):
        if orderable(state, seat, unit):
            yield Order(unit.hex)
    yield Done()


def _order(state: State, seat: Seat, action: Action) -> Step:
    if isinstance(action, Done):
        return _closed(state, seat)
    assert isinstance(action, Order)
    unit = state.at(action.unit)
    assert unit is not None, f"a unit stands on {action.unit}"
    return state.with_unit(replace(unit, ordered=True)), (Ordered(seat, unit.number, unit.kind, unit.hex),)


def _closed(state: State, seat: Seat) -> Step:
    """What a tactic card does for the units that it has ordered begins now (B6.2)."""
    ordered = [unit for unit in state.own(seat) if unit.ordered]
    events: tuple[Event, ...] = ()
    does = _by_text(state)
    effects = tuple(
        Effect(name, amount, unit.number, state.turn.card)
        for name, amount in does.items()
        if name not in AT_ONCE
        for unit in ordered
    )
    state = replace(state, turn=replace(state.turn, effects=state.turn.effects + effects))
    if "cleanse" in does:
        state, events = lore.cleansed(state, tuple(unit.number for unit in ordered))
    if "unshaken" in does:
        for unit in ordered:
            state = state.with_unit(replace(unit, unshaken=True))
    if state.rules.cards_with_steps:
        return replace(state, phase=Moving()), events
    return windows.opened(state, ("own_after_order", ""), seat, Moving()), events


def _no_order(state: State, seat: Seat, action: Action) -> Illegal | None:
    if not isinstance(action, Order):
        return None
    unit = state.at(known(action.unit))
    own = state.own(seat)
    possible = tuple(one.hex for one in own if orderable(state, seat, one))
    ordered = tuple(one.hex for one in own if one.ordered)
    facts = {"card": state.turn.card, "used": len(ordered), "orders": orders(state), "units": possible}
    if unit is None or unit.owner != seat:
        return Illegal("unit-not-yours", hex=action.unit, units=possible)
    facts |= {"unit": unit.kind, "hex": unit.hex}
    if unit.ordered:
        return Illegal("order-has-one", **facts)
    if len(ordered) >= orders(state):
        return Illegal("orders-used", **facts)
    if unit.stunned and not _wanted(state, unit):
        return Illegal("unit-stunned", unit=unit.kind, hex=unit.hex)
    if not _wanted(state, unit):
        card = _card(state)
        return Illegal("order-class", select="" if card is None else card.select, **facts)
    places = tuple(side_of(state, seat, section) for section in sections(unit.hex))
    return Illegal("order-section", sections=places, quotas=dict(quotas(state)), **facts)


HANDLERS: Handlers = {
    Commanding: Handler("commanding", (Play, Done), the_active, _plays, _play, _no_play),
    Ordering: Handler("ordering", (Order, Done), the_active, _orders, _order, _no_order),
}
