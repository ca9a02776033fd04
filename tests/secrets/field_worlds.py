"""Another game of skirmish that a viewer can't tell from this one: what he does not know of, dealt anew.

Hidden are hands, the order of decks and what was changed in them, hidden cards, halves and armies until they are open,
the two cards of which one is kept, and what a defender wants played after the roll (B13.1, B16.5, B23.17, B4.2, B4.6).
"""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.core import Seat
from engine.skirmish.state import (
    Combat,
    Fighting,
    Instruction,
    Learning,
    Phase,
    Placing,
    Revealing,
    Rolling,
    Side,
    State,
    Window,
)
from engine.values import replace

SEATS = (Seat(0), Seat(1))
TOP = 6
"""So many cards on top of a deck are left there in half of the games, so that who draws them draws the same."""


def other_world(state: State, viewer: Seat | None, dice: Random) -> State:
    """The state with everything that is hidden from `viewer` in another way that fits all he knows."""
    others = [seat for seat in SEATS if seat != viewer]
    state = _commands(state, others, dice)
    for seat in SEATS:
        state = _lore(state, seat, seat == viewer, dice)
    state = _hidden(state, viewer, dice)
    for seat in others:
        if state.side(seat).halves and not state.land:
            state = _halved(state, seat, dice)
    return replace(state, phase=_told_nothing(state, state.phase, viewer, dice))


def _commands(state: State, others: list[Seat], dice: Random) -> State:
    """Command cards of the others and the deck they are drawn from, dealt anew; of the deck nobody knows the order."""
    top = state.command_deck[: dice.choice((0, TOP))]
    pool = [*state.command_deck[len(top) :], *(card for seat in others for card in state.side(seat).commands)]
    dice.shuffle(pool)
    for seat in others:
        held = len(state.side(seat).commands)
        state = state.with_side(seat, replace(state.side(seat), commands=tuple(pool[:held])))
        pool = pool[held:]
    return replace(state, command_deck=(*top, *pool))


def _lore(state: State, seat: Seat, own: bool, dice: Random) -> State:
    """The lore deck in another order; of somebody else the hand too, and some of the cards are others (B16)."""
    side = state.side(seat)
    if own:
        top = side.deck[: dice.choice((0, TOP))]
        return state.with_side(seat, replace(side, deck=(*top, *_shuffled(side.deck[len(top) :], dice))))
    drawn = state.phase.drawn if isinstance(state.phase, Learning) and seat == state.active else ()
    cards = [*side.hand, *drawn, *side.deck]
    if state.round:
        cards = _changed(state, side, cards, dice)
    dice.shuffle(cards)
    hand, deck = tuple(cards[: len(side.hand)]), tuple(cards[len(side.hand) :])
    if isinstance(state.phase, Learning) and drawn:
        state = replace(state, phase=replace(state.phase, drawn=deck[: len(drawn)]))
    return state.with_side(seat, replace(side, hand=hand, deck=deck[len(drawn) :]))


def _changed(state: State, side: Side, cards: list[str], dice: Random) -> list[str]:
    """The cards with up to three of them exchanged for such as the side could have changed in."""
    tables, scenario = state.rules.tables, state.rules.scenario
    neutral = side.drafted if scenario is None else scenario.hosts[side.faction].cards_of
    every = [*tables.core(side.faction), *tables.reserve(side.faction)]
    every += [card for kind in neutral for card in tables.deck(tables.kinds[kind].cards)]
    out = list((Counter(every) - Counter(cards) - Counter(side.discard)).elements())
    dice.shuffle(out)
    for card in out[: dice.randint(0, 3)]:
        if cards and Counter((*cards, *side.discard))[card] < tables.most_alike:
            cards[dice.randrange(len(cards))] = card
    return cards


def _shuffled(cards: tuple[str, ...], dice: Random) -> tuple[str, ...]:
    return tuple(dice.sample(cards, len(cards)))


def _hidden(state: State, viewer: Seat | None, dice: Random) -> State:
    """The hidden cards lie otherwise, but for those that the viewer has looked at; others who looked saw these."""
    known = set() if viewer is None else {at for at, _ in state.side(viewer).peeked}
    places = [at for at, _ in state.hidden if at not in known]
    kinds = _shuffled(tuple(kind for at, kind in state.hidden if at not in known), dice)
    dealt = {**dict(state.hidden), **dict(zip(places, kinds, strict=True))}
    state = replace(state, hidden=tuple((at, dealt[at]) for at, _ in state.hidden))
    for seat in SEATS:
        seen = tuple((at, dealt.get(at, kind)) for at, kind in state.side(seat).peeked)
        state = state.with_side(seat, replace(state.side(seat), peeked=seen))
    return state


def _halved(state: State, seat: Seat, dice: Random) -> State:
    """Another choice of a half among others (B4.2)."""
    side = state.side(seat)
    every = [half.id for half in state.rules.tables.halves.values() if half.faction == side.faction]
    halves = tuple(dice.sample(every, len(side.halves)))
    return state.with_side(seat, replace(side, halves=halves, half=dice.choice(halves) if side.half else ""))


def _told_nothing(state: State, phase: Phase, viewer: Seat | None, dice: Random) -> Phase:
    """The phase with other words of a defender for after the roll, if he is somebody else."""
    match phase:
        case Window() | Placing() | Revealing() | Rolling():
            return replace(phase, after=_told_nothing(state, phase.after, viewer, dice))
        case Fighting(combat):
            return replace(phase, combat=_combat(state, combat, viewer, dice))
        case _:
            return phase


def _combat(state: State, combat: Combat, viewer: Seat | None, dice: Random) -> Combat:
    target = state.unit(combat.target)
    if target is None or target.owner == viewer or combat.step not in ("before", "roll"):
        return combat
    if not combat.instructions or dice.random() < 0.5:
        return replace(combat, instructions=())
    return replace(combat, instructions=tuple(_reworded(word, dice) for word in combat.instructions))


def _reworded(word: Instruction, dice: Random) -> Instruction:
    return replace(word, least=dice.randint(0, 3))
