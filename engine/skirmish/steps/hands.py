"""The decks made ready and the opening hands: what follows once both armies stand (B4.1, B4.7, B23.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.core import Illegal, Seat
from engine.phases import Handler
from engine.skirmish.actions import Discard
from engine.skirmish.events import Dealt, Event, PutAway
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Discarding, Side, State, other
from engine.skirmish.steps import turn
from engine.values import replace, without


def dealt(state: State) -> Step:
    """Both sides draw their opening hands from the shuffled decks, the first player first (B4.7)."""
    tables = state.rules.tables
    events: list[Event] = []
    for seat in (state.first, other(state.first)):
        side, deck = topped(state, seat), state.command_deck
        commands, hand = deck[: tables.command_opening[0]], side.deck[: tables.lore_opening[0]]
        side = replace(side, commands=commands, hand=hand, deck=side.deck[len(hand) :])
        state = replace(state.with_side(seat, side), command_deck=deck[len(commands) :])
        events.append(Dealt(seat, commands, hand))
    return replace(state, phase=Discarding()), tuple(events)


def topped(state: State, seat: Seat) -> Side:
    """The side with the card on top of its lore deck that its scenario wants there (B23.6).

    In a game of version 1 the deck may hold it, see `Rules.sets_top_apart`; there is one then.
    """
    side, scenario = state.side(seat), state.rules.scenario
    card = "" if scenario is None else scenario.hosts[side.faction].on_top
    if not card:
        return side
    rest = without(side.deck, (card,)) if card in side.deck else side.deck
    return replace(side, deck=(card, *rest))


def _waiting(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, side in enumerate(state.sides) if not side.discarded)


def _legal(state: State, seat: Seat) -> Iterator[Discard]:
    """Every choice of so many cards, each once, in the order of the hands."""
    side, tables = state.side(seat), state.rules.tables
    commands = _choices(side.commands, tables.command_opening[1])
    lore = _choices(side.hand, tables.lore_opening[1])
    return (Discard(some, others) for some in commands for others in lore)


def _choices(held: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """So many of the cards in every way, each once whatever the order."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for cards in combinations(held, count):
        found.setdefault(tuple(sorted(cards)), cards)
    return tuple(found.values())


def _refusal(state: State, seat: Seat, action: Discard) -> Illegal | None:
    side, tables = state.side(seat), state.rules.tables
    wanted = tables.command_opening[1], tables.lore_opening[1]
    if (len(action.commands), len(action.lore)) != wanted:
        return Illegal("discard-count", commands=wanted[0], lore=wanted[1])
    for cards, held in ((action.commands, side.commands), (action.lore, side.hand)):
        if not Counter(cards) <= Counter(held):
            return Illegal("card-not-held", cards=cards, held=held)
    return None


def _apply(state: State, seat: Seat, action: Discard) -> Step:
    side = state.side(seat)
    side = replace(
        side,
        commands=without(side.commands, action.commands),
        hand=without(side.hand, action.lore),
        discard=side.discard + action.lore,
        discarded=True,
    )
    state = replace(state.with_side(seat, side), command_discard=state.command_discard + action.commands)
    return state, (PutAway(seat, action.commands, action.lore),)


def _onward(state: State) -> Step | None:
    """The first turn begins when both have put their cards away."""
    if _waiting(state):
        return None
    return turn.start(state, state.first)


HANDLERS: Handlers = {
    Discarding: Handler("discarding", (Discard,), _waiting, _legal, _apply, _refusal, onward=_onward),
}
