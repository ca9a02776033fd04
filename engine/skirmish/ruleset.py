"""Skirmish as a ruleset: every phase has its handler, and what follows without a choice follows at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.core import Draw, Drawn, Illegal, Seat, Takeback
from engine.skirmish import view as views
from engine.skirmish.actions import NOTATION, Action, Commit, Concede, Done, EndAsDraw, Move, Order
from engine.skirmish.events import Answered, AttackDeclared, DrawOffered, Event, GameOver
from engine.skirmish.handler import Step
from engine.skirmish.phases import PHASES
from engine.skirmish.rules import VERSION
from engine.skirmish.state import (
    Choosing,
    Discarding,
    Drafting,
    Fighting,
    Learning,
    Moving,
    Over,
    Preparing,
    State,
    Window,
    fighting,
    other,
)
from engine.skirmish.steps import setup
from engine.values import replace

HOST = Seat(0)
"""The seat of whoever opened a game; up to version 2 it alone may end a very long one as a draw."""


class Skirmish:
    """The rules of the skirmish game (B1-B23)."""

    name = "skirmish"
    version = VERSION
    notation = NOTATION
    new_game = staticmethod(setup.new_game)
    view = staticmethod(views.view)
    opened = staticmethod(views.opened)
    seen = staticmethod(views.seen)
    hand = staticmethod(views.hand)

    def awaiting(self, state: State) -> frozenset[Seat]:
        """The seats that must decide now."""
        return frozenset(PHASES.waiting(state))

    def wants(self, state: State) -> Draw | None:
        """Shuffles, dice, and whatever else chance must say."""
        return PHASES.of(state).wants(state)

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Everything that `seat` may do now, in a fixed order; ending the game comes last."""
        if isinstance(state.phase, Over):
            return
        yield from PHASES.legal(state, seat)
        if may_end_as_draw(state, seat):
            yield EndAsDraw()
        if self.wants(state) is None:
            yield Concede()

    def refusal(self, state: State, seat: Seat, action: Action) -> Illegal:
        """Why `seat` may not do `action`: the first of the reasons that stands, with the facts."""
        if isinstance(state.phase, Over):
            return Illegal("game-over", winner=state.phase.winner)
        return _no_draw(state, seat) if isinstance(action, EndAsDraw) else PHASES.refusal(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> Step:
        """The state after a decision or a draw, run on until somebody must decide or chance is wanted."""
        here, done = part(state), state.deeds
        match action:
            case Concede():
                step = _over(state, other(seat), "conceded")
            case EndAsDraw():
                step = _drawn_game(state, seat)
            case _:
                step = PHASES.step(state, seat, action)
        state, events = PHASES.onward(*step)
        if part(state) == here:
            return replace(state, deeds=(*done, *events)), events
        # an attack is told from its declaration on; and who only passed has done nothing that would hide what was done
        own = next((at for at, event in enumerate(events) if _opens(event)), len(events))
        told = (*done, *events[:own])
        before = told if any(not isinstance(event, Answered) for event in told) else state.before
        return replace(state, deeds=events[own:], before=before), events

    def phase(self, state: State) -> Hashable:
        """The step of the turn; within a combat whose word is due in which of its steps."""
        fight = fighting(state.phase)
        inner = None if fight is None else (fight.combat.attacker, fight.combat.target, fight.combat.step)
        moving = isinstance(state.phase, Moving)  # whose moves can be taken back, the last one of a unit too
        attacks = () if moving else tuple(unit.attacks for unit in state.units)
        if isinstance(state.phase, _AT_ONCE):
            begun = tuple(side.stage != "waiting" for side in state.sides)
            return state.round, state.active, PHASES.of(state).name, begun
        return state.round, state.active, PHASES.of(state).name, PHASES.waiting(state), inner, attacks, _turn_of(state)

    def takeback(self, action: Action | Drawn) -> Takeback:
        """Orders, moves and heroic dice freely as long as their step is not closed; closing it for a while."""
        match action:
            case Order() | Move() | Commit():
                return Takeback.FREE
            case Done():
                return Takeback.SOON
            case _:
                return Takeback.NEVER

    def remember(self, state: State, undone: State, since: State) -> State:
        """What was drawn, looked at or shown since stays known."""
        if undone.learnt == since.learnt:
            return state
        for seat in map(Seat, range(len(state.sides))):
            side, seen = state.sides[seat], undone.sides[seat].peeked
            more = tuple(card for card in seen if card not in side.peeked and card in state.hidden)
            state = state.with_side(seat, replace(side, peeked=side.peeked + more))
        return replace(state, learnt=undone.learnt)


_AT_ONCE = (Choosing, Preparing, Discarding)
"""Phases in which both sides decide unseen: that one is ready must not make what the other has open out of date."""


def _turn_of(state: State) -> Hashable:
    """What tells a phase from one of the same name before it: public figures that never come back."""
    match state.phase:
        case Drafting(number=number):
            return number
        case Learning(way=way):
            return way
        case Window(timings=timings):
            return timings, _cards(state)
        case _:
            return len(state.hidden), _cards(state)


def _cards(state: State) -> tuple[int, ...]:
    """How many lore cards each side holds: one less with each that it plays."""
    return tuple(len(side.hand) for side in state.sides)


def _over(state: State, winner: Seat | None, reason: str) -> Step:
    return replace(state, phase=Over(winner, reason)), (GameOver(winner, reason),)


def may_end_after(state: State) -> int:
    """The round after which the game may end as a draw (B23.20)."""
    rules = state.rules
    return (rules.tables.field if rules.scenario is None else rules.scenario).may_end_after_round


def may_end_as_draw(state: State, seat: Seat) -> bool:
    """Whether a seat may end the game as a draw now, or offer that (B23.20).

    It may as long as it is not behind, and has not offered it in this turn; in a game of version 2 the host may.
    """
    if state.round <= may_end_after(state):
        return False
    if not state.rules.draws_by_lead:
        return seat == HOST
    return standing(state, seat) >= standing(state, other(seat)) and not state.sides[seat].draws


def standing(state: State, seat: Seat) -> tuple[int, int]:
    """By what a side leads: victory points, then the health of its units (B23.20)."""
    return state.sides[seat].victory, sum(unit.health for unit in state.own(seat))


def _drawn_game(state: State, seat: Seat) -> Step:
    """Whoever leads ends the game; with both equal it ends once both have said so (B23.20)."""
    equal = standing(state, seat) == standing(state, other(seat))
    if state.rules.draws_by_lead and equal and not state.sides[other(seat)].draws:
        return state.with_side(seat, replace(state.sides[seat], draws=True)), (DrawOffered(seat),)
    return _over(state, None, "agreed-draw")


def _no_draw(state: State, seat: Seat) -> Illegal:
    after = may_end_after(state)
    if state.round <= after or not state.rules.draws_by_lead:
        return Illegal("too-early-for-draw", round=state.round, after=after, host=HOST)
    if state.sides[seat].draws:
        return Illegal("draw-offered")
    (points, health), (more, healthier) = standing(state, seat), standing(state, other(seat))
    return Illegal("draw-behind", points=points, health=health, enemy_points=more, enemy_health=healthier)


def _opens(event: Event) -> bool:
    """Whether an attack begins with it, and so a part of the turn."""
    return isinstance(event, AttackDeclared) and not event.counter


def part(state: State) -> Hashable:
    """The part of a turn whose deeds are shown together: a step, or one attack with all that comes of it."""
    fight = fighting(state.phase)
    if fight is not None:
        while fight.combat.outer is not None:
            fight = Fighting(fight.combat.outer, fight.attacking)
        return state.round, state.active, fight.combat.attacker, fight.combat.target
    return state.round, state.active, PHASES.of(state).name


SKIRMISH = Skirmish()
"""The one ruleset object; it holds nothing."""
