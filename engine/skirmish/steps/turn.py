"""A turn from its start to its end, but for what is decided on the field: poison, drawing, lore (B5, B11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.core import Draw, Drawn, Illegal, Seat
from engine.phases import Handler, current, the_active
from engine.skirmish import harm, purse, scenario, scoring
from engine.skirmish.actions import Action, Discard, Keep, Learn
from engine.skirmish.events import (
    CardDrawn,
    Event,
    GameOver,
    PoisonRolled,
    PutAway,
    Reshuffled,
    TurnBegan,
    TurnEnded,
)
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Commanding, Learning, Over, Poisoned, Reshuffling, Side, State, Trimming, other
from engine.skirmish.units import LAST_TURN, STUNNED, Turn, Unit
from engine.values import replace, without

LORE, BOTH, CARDS = "lore", "both", "cards"
"""The three ways of the Lore Step (B5.5)."""

GAINS = {LORE: 2, BOTH: 1, CARDS: 0}
"""How much lore each gives."""

DRAWS = {LORE: 0, BOTH: 1, CARDS: 2}
"""How many lore cards each draws."""


def unwasted(ways: Iterable[str], room: int) -> str:
    """The way that gives most lore among those that lose least of it, with room for so much."""
    return min(ways, key=lambda way: (max(0, GAINS[way] - room), -GAINS[way]))


def start(state: State, seat: Seat) -> Step:
    """The turn of a seat starts: wins are looked for, then poison works (B5.3, B14.1, B23.14)."""
    state = replace(
        state,
        active=seat,
        round=state.round + (seat == state.first),
        turn=Turn(),
        units=tuple(_rested(unit, seat) for unit in state.units),
        sides=(_awake(state, Seat(0), seat), _awake(state, Seat(1), seat)),
    )
    began = TurnBegan(seat, state.round)
    if (victory := scenario.won(state, seat)) is not None:
        return replace(state, phase=Over(*victory)), (began, GameOver(*victory))
    poisoned = tuple(unit.number for unit in state.own(seat) if unit.poisoned)
    return replace(state, phase=Poisoned(poisoned) if poisoned else Commanding()), (began,)


def upkeep(state: State) -> Step:
    """The main phase is over, the Victory Point Step comes (B5.2)."""
    return scoring.scored(state)


def end(state: State) -> Step:
    """The turn is over: stun goes that was there when it began, and the opponent's turn starts (B11.16, B5.1)."""
    seat, events = state.active, tuple[Event, ...]()
    for unit in state.own(seat):
        if unit.stunned == LAST_TURN:
            state, cured = harm.cure(state, unit.number, "stun")
            events += cured
    state, began = start(state, other(seat))
    return state, (*events, TurnEnded(seat), *began)


def _rested(unit: Unit, seat: Seat) -> Unit:
    """A unit at the start of a turn of `seat`."""
    unit = replace(unit, ordered=False, moved=0, attacks=0, pursued=False)
    if unit.owner != seat:
        return unit
    return replace(unit, unshaken=False, stunned=LAST_TURN if unit.stunned == STUNNED else unit.stunned)


def _awake(state: State, seat: Seat, starts: Seat) -> Side:
    """A side whose standing answers are those that still hold in the turn that starts."""
    side = state.sides[seat]
    return replace(side, passes=tuple(one for one in side.passes if one[1] == "mine" and seat != starts), draws=False)


# Poison


def _poison_wants(state: State) -> Draw | None:
    return Draw("dice", len(current(state.phase, Poisoned).units), len(state.rules.tables.faces))


def _poison_drawn(state: State, drawn: Drawn) -> Step:
    """Each token goes, and what would hit in any combat hurts (B11.13). It is the opponent's deed (B23.8)."""
    tables, events = state.rules.tables, tuple[Event, ...]()
    for number, value in zip(current(state.phase, Poisoned).units, drawn.values, strict=True):
        unit = state.unit(number)
        assert unit is not None, "poison hurts nobody but its own unit"
        face = tables.faces[value - 1]
        damage = int(face in tables.melee_hits | tables.ranged_hits)
        events += (PoisonRolled(number, unit.kind, unit.owner, unit.hex, face, damage),)
        state = state.with_unit(replace(unit, poisoned=False))
        state, hurt = harm.suffer(state, number, damage, "poison", other(unit.owner))
        events += hurt
    return replace(state, phase=Commanding()), events


# The Draw Step


def _shuffle(count: int, deck: str) -> Draw:
    return Draw(f"shuffle of the {deck} deck", count, count, distinct=True)


def _to_draw(state: State) -> int:
    """How many command cards are drawn: as many as there are, at most (B5.4)."""
    return min(state.rules.tables.command_draw, len(state.command_deck) + len(state.command_discard))


def _drawing_wants(state: State) -> Draw | None:
    if len(state.command_deck) >= _to_draw(state):
        return None
    return _shuffle(len(state.command_discard), "command")


def _drawing_drawn(state: State, drawn: Drawn) -> Step:
    anew = tuple(state.command_discard[value - 1] for value in drawn.values)
    state = replace(state, command_deck=(*state.command_deck, *anew), command_discard=())
    return state, (Reshuffled("command", None),)


def _draw(state: State) -> Step | None:
    count = _to_draw(state)
    if len(state.command_deck) < count:
        return None
    cards, left = state.command_deck[:count], state.command_deck[count:]
    side = state.sides[state.active]
    state = state.with_side(state.active, replace(side, commands=side.commands + cards))
    state = replace(state, command_deck=left, phase=Learning(), learnt=state.learnt + bool(cards))
    return state, (CardDrawn(state.active, "command", cards, count),) if cards else ()


# The Lore Step


def _available(state: State, seat: Seat) -> int:
    """How many lore cards a side can draw: its deck, and its discard pile made a deck (B5.6)."""
    return len(state.sides[seat].deck) + len(state.sides[seat].discard)


def _learning_waiting(state: State) -> tuple[Seat, ...]:
    return () if current(state.phase, Learning).rebuilding else (state.active,)


def _learns(state: State, seat: Seat) -> Iterator[Action]:
    phase = current(state.phase, Learning)
    if phase.way:
        yield from map(Keep, dict.fromkeys(phase.drawn))
    else:
        yield from map(Learn, _ways(state, seat))


def _ways(state: State, seat: Seat) -> tuple[str, ...]:
    """The ways for which there are cards enough."""
    return tuple(way for way, cards in DRAWS.items() if cards <= _available(state, seat))


def _learn(state: State, seat: Seat, action: Action) -> Step:
    if isinstance(action, Keep):
        return _kept(state, seat, action.card)
    assert isinstance(action, Learn)
    state, events = purse.gained(state, seat, GAINS[action.way], "step")
    state, more = _drawn_on(replace(state, phase=Learning(action.way)))
    return state, events + more


def _drawn_on(state: State) -> Step:
    """Cards are drawn as far as the deck goes; then its discard pile must be shuffled first (B5.6)."""
    phase, seat = current(state.phase, Learning), state.active
    side = state.sides[seat]
    count = min(DRAWS[phase.way] - len(phase.drawn), len(side.deck))
    drawn = phase.drawn + side.deck[:count]
    state = state.with_side(seat, replace(side, deck=side.deck[count:]))
    state = replace(state, learnt=state.learnt + bool(count))
    if len(drawn) < DRAWS[phase.way]:
        return replace(state, phase=Learning(phase.way, True, drawn)), ()
    if len(drawn) > 1:
        return replace(state, phase=Learning(phase.way, False, drawn)), ()
    return _into_hand(state, seat, drawn)


def _into_hand(state: State, seat: Seat, cards: tuple[str, ...]) -> Step:
    side = state.sides[seat]
    state = replace(state.with_side(seat, replace(side, hand=side.hand + cards)), phase=Trimming())
    return state, (CardDrawn(seat, "lore", cards, len(cards)),) if cards else ()


def _kept(state: State, seat: Seat, card: str) -> Step:
    """The other one goes under the deck (B5.5)."""
    side, drawn = state.sides[seat], current(state.phase, Learning).drawn
    state = state.with_side(seat, replace(side, deck=(*side.deck, *without(drawn, (card,)))))
    return _into_hand(state, seat, (card,))


def _learning_wants(state: State) -> Draw | None:
    if not current(state.phase, Learning).rebuilding:
        return None
    return _shuffle(len(state.sides[state.active].discard), "lore")


def _learning_drawn(state: State, drawn: Drawn) -> Step:
    side = state.sides[state.active]
    anew = tuple(side.discard[value - 1] for value in drawn.values)
    state = state.with_side(state.active, replace(side, deck=anew, discard=()))
    state, events = _drawn_on(state)
    return state, (Reshuffled("lore", state.active), *events)


def _no_learning(state: State, seat: Seat, action: Action) -> Illegal | None:
    phase = current(state.phase, Learning)
    if isinstance(action, Keep):
        if not phase.way:
            return Illegal("keep-nothing", ways=_ways(state, seat))
        return Illegal("keep-not-drawn", card=action.card, drawn=phase.drawn)
    assert isinstance(action, Learn)
    if phase.way:
        return Illegal("learn-chosen", way=phase.way, drawn=phase.drawn)
    if action.way not in DRAWS:
        return Illegal("learn-way", way=action.way, ways=tuple(DRAWS))
    return Illegal("learn-no-cards", way=action.way, cards=_available(state, seat), needed=DRAWS[action.way])


# Too many cards


def _too_many(state: State, seat: Seat) -> int:
    return max(0, len(state.sides[seat].hand) - state.rules.tables.hand_limit)


def _trims(state: State, seat: Seat) -> Iterator[Action]:
    hand = state.sides[seat].hand
    order = list(state.rules.tables.lore)
    ranked = sorted(hand, key=order.index)
    yield from (Discard((), cards) for cards in dict.fromkeys(combinations(ranked, _too_many(state, seat))))


def _trim(state: State, seat: Seat, action: Discard) -> Step:
    side = state.sides[seat]
    trimmed = replace(side, hand=without(side.hand, action.lore), discard=(*side.discard, *action.lore))
    return state.with_side(seat, trimmed), (PutAway(seat, (), action.lore),)


def _no_trim(state: State, seat: Seat, action: Discard) -> Illegal | None:
    side = state.sides[seat]
    return Illegal("trim", cards=action.lore, number=_too_many(state, seat), hand=side.hand)


def _trimmed(state: State) -> Step | None:
    return None if _too_many(state, state.active) else end(state)


HANDLERS: Handlers = {
    Poisoned: Handler("poisoned", wants=_poison_wants, drawn=_poison_drawn),
    Reshuffling: Handler("drawing", wants=_drawing_wants, drawn=_drawing_drawn, onward=_draw),
    Learning: Handler(
        "learning",
        (Learn, Keep),
        _learning_waiting,
        _learns,
        _learn,
        _no_learning,
        _learning_wants,
        _learning_drawn,
    ),
    Trimming: Handler("trimming", (Discard,), the_active, _trims, _trim, _no_trim, onward=_trimmed),
}
