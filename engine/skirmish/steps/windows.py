"""Windows for lore cards: when they open, what may be done in them, and how a card is played (B13).

Whether a window opens follows from public facts alone: that a side holds lore cards, how much lore it has, which cards
of a timing it could have, and whether such a card could do anything on the field (DESIGN 2.3). The hand is never asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engine.core import Illegal, Seat
from engine.phases import Handler, current
from engine.skirmish.actions import Action, Cast, Instruct, Pass, Wait
from engine.skirmish.combat import cards as combat_cards
from engine.skirmish.combat.current_combat import roller
from engine.skirmish.events import Answered, LorePlayed
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.rules import Rules
from engine.skirmish.state import Fighting, Instruction, Phase, State, Window, fighting, other
from engine.skirmish.steps import lore
from engine.skirmish.tables import LoreCard
from engine.values import replace, without

BEFORE_ROLL, AFTER_ROLL = "defend_before_roll", "defend_after_roll"
"""The two timings of a defender, who answers for both at once before the roll (DESIGN 2.3)."""

NOW, TURN, MINE = "now", "turn", "mine"
"""How long a pass holds: this once, to the end of the turn, until one's own next turn begins."""


def opened(state: State, timings: tuple[str, str], first: Seat, after: Phase, passed: bool = False) -> State:
    """The state with a window open, or in the phase `after` if nobody can be asked.

    `timings` are those of the cards of `first`, who is asked first, and of the other's, joined by `+`; empty where
    there are none. `first` is whose turn it is, and in a combat whose unit rolls (B13.5). With `passed` they had their
    chance already, since a card could have been played with what they did; then the other is asked.
    """
    state = replace(state, phase=Window(timings, other(first) if passed else first, passed, after))
    while (further := _onward(state)) is not None:
        state, _ = further
        if not isinstance(state.phase, Window) or state.phase.after is not after:
            break
    return state


def possible(state: State, seat: Seat, timing: str) -> bool:
    """Whether a side could, as far as everybody knows, play a card of one of these timings now (DESIGN 2.3)."""
    side = state.sides[seat]
    if not timing or not side.hand:
        return False
    cards = state.rules.tables.lore
    return any(
        card.timing in timing.split("+") and card.cost <= side.lore and _public(state, seat, card)
        for card in map(cards.__getitem__, could_have(state, seat))
    )


def could_have(state: State, seat: Seat) -> tuple[str, ...]:
    """The lore cards that may be in a side's hand as far as everybody knows, each once (B16.2)."""
    side = state.sides[seat]
    return could_hold(state.rules, side.faction, (*side.drafted, *(unit.kind for unit in state.own(seat))))


def could_hold(rules: Rules, faction: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The lore cards of a faction, its reserve, and the neutral units that it has or may have the cards of."""
    tables, scenario = rules.tables, rules.scenario
    others = () if scenario is None else scenario.hosts[faction].cards_of
    decks = {f"{faction}_core", f"{faction}_reserve", *(tables.kinds[kind].cards for kind in (*kinds, *others))}
    return tuple(card.id for card in tables.lore.values() if card.deck in decks)


def casts(state: State, seat: Seat, open_to: Collection[str]) -> Iterator[Cast]:
    """The cards of a hand that can be played at these moments, on everything that each can be played on."""
    for card in _hand(state, seat):
        if card.timing in open_to and card.cost <= state.sides[seat].lore:
            for targets in _targets(state, seat, card):
                yield Cast(card.id, targets)


def opening(state: State, seat: Seat, cast: Cast, timings: tuple[str, str], after: Phase) -> Step:
    """A window that its first card opens, of whoever comes first: then the other is asked (B13.5)."""
    state = replace(state, phase=Window(timings, other(seat), False, after))
    return play(state, seat, cast.card, cast.targets)


def not_castable(
    state: State, seat: Seat, cast: Cast | Instruct, open_to: tuple[str, ...], possible: Iterable[tuple[str, ...]]
) -> Illegal | None:
    """Why a card can't be played so at these moments; `possible` is what it could be played on."""
    side, row = state.sides[seat], state.rules.tables.lore.get(cast.card)
    if row is None or row.id not in side.hand:
        return Illegal("card-not-held", cards=(cast.card,), held=side.hand)
    if row.timing not in open_to:
        return Illegal("card-timing", card=row.id, timing=row.timing, timings=open_to)
    if row.cost > side.lore:
        return Illegal("card-cost", card=row.id, cost=row.cost, lore=side.lore)
    found = tuple(possible)
    if not found:
        return Illegal("card-no-target", card=row.id)
    if cast.targets not in found:
        return Illegal("card-target", card=row.id, targets=cast.targets, possible=found)
    return None


def aims(state: State, seat: Seat, card: str) -> Iterator[tuple[str, ...]]:
    """Everything that a card can be played on now; nothing for one that there is not."""
    row = state.rules.tables.lore.get(card)
    return iter(()) if row is None else _targets(state, seat, row)


def play(state: State, seat: Seat, card: str, targets: tuple[str, ...]) -> Step:
    """The card is paid for, discarded, and does what it does (B13.2). The phase is what comes after it."""
    side, row = state.sides[seat], state.rules.tables.lore[card]
    hand, discard = without(side.hand, (card,)), (*side.discard, card)
    paid = replace(side, lore=side.lore - row.cost, hand=hand, discard=discard)
    played = LorePlayed(seat, card, targets, row.cost)
    work = combat_cards.cast if _in_combat(row) else lore.cast
    state, events = work(state.with_side(seat, paid), seat, card, targets)
    return state, (played, *events)


def first(window: Window, state: State) -> Seat:
    """Who is asked first: whose unit rolls, outside of a combat whose turn it is (B13.5)."""
    fight = fighting(window)
    return state.active if fight is None else roller(state, fight.combat)


def timings(window: Window, state: State, seat: Seat) -> str:
    """The timings of the cards that a side can play in a window, joined by `+`."""
    return window.timings[0 if seat == first(window, state) else 1]


def _in_combat(card: LoreCard) -> bool:
    return card.timing.endswith("_roll")


def _public(state: State, seat: Seat, card: LoreCard) -> bool:
    return (combat_cards.public if _in_combat(card) else lore.public)(state, seat, card.id)


def _targets(state: State, seat: Seat, card: LoreCard) -> Iterator[tuple[str, ...]]:
    return (combat_cards.targets if _in_combat(card) else lore.targets)(state, seat, card.id)


def _now(timing: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of a side's timings in a window those of cards that it plays at once, and those that it can leave word for."""
    parts = tuple(timing.split("+"))
    if BEFORE_ROLL in parts:
        return tuple(part for part in parts if part != AFTER_ROLL), tuple(part for part in parts if part == AFTER_ROLL)
    return parts, ()


# The phase


def _waiting(state: State) -> tuple[Seat, ...]:
    return (current(state.phase, Window).mover,)


def _onward(state: State) -> Step | None:
    """Whoever can't be asked, or has said not to ask, passes by default; two passes close the window (B13.5)."""
    window = current(state.phase, Window)
    if _asked(state, window, window.mover):
        return None
    return _passed(state, window), ()


def _asked(state: State, window: Window, seat: Seat) -> bool:
    timing = timings(window, state, seat)
    standing = {passed for passed, _ in state.sides[seat].passes}
    left = "+".join(part for part in timing.split("+") if part not in standing)
    return possible(state, seat, left)


def _passed(state: State, window: Window) -> State:
    if window.passed:
        return replace(state, phase=window.after)
    return replace(state, phase=replace(window, mover=other(window.mover), passed=True))


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    window = current(state.phase, Window)
    at_once, later = _now(timings(window, state, seat))
    yield from casts(state, seat, at_once)
    for cast in casts(state, seat, later):
        for least in _leasts(state):
            yield Instruct(cast.card, least, cast.targets)
    if later:
        yield Wait()
    for until in (NOW, TURN, MINE):
        yield Pass(until)


def _hand(state: State, seat: Seat) -> Iterator[LoreCard]:
    """The cards of a hand, each name once, in the order of the tables."""
    return (card for card in state.rules.tables.lore.values() if card.id in state.sides[seat].hand)


def _leasts(state: State) -> range:
    """What damage a word for after the roll can name: from none at all to what would destroy the unit."""
    fight = fighting(state.phase)
    target = None if fight is None else state.unit(fight.combat.target)
    return range(0 if target is None else target.health + 1)


def _apply(state: State, seat: Seat, action: Action) -> Step:
    window = current(state.phase, Window)
    match action:
        case Cast():
            state = replace(state, phase=replace(window, mover=other(seat), passed=False))
            return play(state, seat, action.card, action.targets)
        case Instruct():
            word = Instruction(action.card, action.least, action.targets)
            return _passed(state, _with_word(window, (word,), False)), (Answered(seat, NOW, action.card),)
        case Wait():
            return _passed(state, _with_word(window, (), True)), (Answered(seat, NOW),)
        case Pass():
            if action.until != NOW:
                parts = timings(window, state, seat).split("+")
                side = state.sides[seat]
                kept = (one for one in side.passes if one[0] not in parts)
                state = state.with_side(seat, replace(side, passes=(*kept, *((part, action.until) for part in parts))))
            return _passed(state, window), (Answered(seat, action.until),)
        case _:
            raise AssertionError(f"{action} is no answer in a window")


def _with_word(window: Window, words: tuple[Instruction, ...], wants: bool) -> Window:
    """The window of a combat, with what the defender has said of the time after the roll."""
    fight = window.after
    assert isinstance(fight, Fighting), "word for after the roll is left in a combat"
    combat = fight.combat
    told = replace(combat, instructions=(*combat.instructions, *words), wants_word=combat.wants_word or wants)
    return replace(window, after=replace(fight, combat=told))


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    window = current(state.phase, Window)
    at_once, later = _now(timings(window, state, seat))
    side = state.sides[seat]
    match action:
        case Wait():
            return Illegal("window-no-later")
        case Pass():
            return Illegal("pass-until", until=action.until, ways=(NOW, TURN, MINE))
        case Cast() | Instruct():
            open_to = at_once if isinstance(action, Cast) else later
            aimed = aims(state, seat, action.card)
            row = state.rules.tables.lore.get(action.card)
            if row is not None and row.id in side.hand and row.timing not in open_to:
                return Illegal("card-timing", card=row.id, timing=row.timing, timings=at_once + later)
            if (why := not_castable(state, seat, action, open_to, aimed)) is not None:
                return why
            if isinstance(action, Instruct):
                return Illegal("instruct-least", least=action.least, most=max(_leasts(state), default=0))
        case _:
            pass
    return None


HANDLERS: Handlers = {
    Window: Handler("window", (Cast, Instruct, Wait, Pass), _waiting, _legal, _apply, _refusal, onward=_onward)
}
