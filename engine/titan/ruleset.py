"""Titan as a ruleset: every phase has its handler, and what may be done in several of them comes after those."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.core import Draw, Drawn, Illegal, Seat, Takeback
from engine.titan import view as views
from engine.titan.actions import (
    NOTATION,
    Action,
    Concede,
    Done,
    Maneuver,
    Move,
    Muster,
    Resign,
    Spawn,
    Split,
)
from engine.titan.battle.turn import concede, may_concede
from engine.titan.events import Event, Talked
from engine.titan.handler import Step
from engine.titan.memory import beyond
from engine.titan.phases import engage, resign, setup
from engine.titan.phases.handlers import PHASES
from engine.titan.rules import VERSION
from engine.titan.settled_engagements import outcomes
from engine.titan.state import (
    Carrying,
    Choosing,
    Engaging,
    Fighting,
    Gathering,
    Maneuvering,
    Over,
    Parleying,
    Rolling,
    Spawning,
    Splitting,
    State,
    TowerDrawing,
)
from engine.values import replace


class Titan:
    """The rules of Titan (R1-R20)."""

    name = "titan"
    version = VERSION
    notation = NOTATION
    new_game = staticmethod(setup.new_game)
    view = staticmethod(views.view)
    opened = staticmethod(views.opened)
    seen = staticmethod(views.seen)
    hand = staticmethod(views.hand)

    def awaiting(self, state: State) -> frozenset[Seat]:
        """The seats that must decide now; in an exchange before battle only those whose word is due."""
        if isinstance(state.phase, Parleying):
            return engage.awaiting(state.phase)
        return frozenset(PHASES.waiting(state))

    def wants(self, state: State) -> Draw | None:
        """Towers, the movement die, the dice of a strike; of the clock whether a deadline has passed."""
        return PHASES.of(state).wants(state)

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Everything that `seat` may do now, in a fixed order; conceding a battle and resigning come last."""
        if state.players[seat].out:
            return
        yield from PHASES.legal(state, seat)
        if may_concede(state, seat):
            yield Concede()
        if resign.may_resign(state):
            yield Resign()

    def refusal(self, state: State, seat: Seat, action: Action) -> Illegal:
        """Why `seat` may not do `action`: the first of the reasons that stands, with the facts."""
        if isinstance(state.phase, Over):
            return Illegal("game-over", winners=state.phase.winners)
        return Illegal("eliminated") if state.players[seat].out else PHASES.refusal(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> Step:
        """The state after a decision or a draw, run on until somebody must decide or chance is wanted."""
        first, here, done, ended = state, part(state), state.deeds, state.aftermath
        match action, state.phase:
            case Resign(), _:
                step = resign.apply(state, seat)
            case Concede(), Fighting() as phase:
                step = concede(state, phase, seat)
            case _:
                step = PHASES.step(state, seat, action)
        state, events = PHASES.onward(*step)
        if ended is not None and state.aftermath is ended and not _aside(state, events):
            state = replace(state, aftermath=None)
        known = outcomes(first, state, events)
        if part(state) == here:
            return replace(state, deeds=(*done, *events), outcomes=known), events
        return replace(state, deeds=(), before=(*done, *events), outcomes=known), events

    def phase(self, state: State) -> Hashable:
        """The phase by turn and mover; an exchange before battle is one phase, whatever is said in it."""
        phase = state.phase
        here: tuple[Hashable, ...] = (state.turn, state.active, PHASES.of(state).name)
        match phase:
            case Choosing():
                return (*here, phase.queue[0])
            case Parleying() | Gathering():
                return (*here, phase.engagement.land)
            case Fighting():
                battle, step = phase.battle, phase.battle.step
                half = None if isinstance(step, Maneuvering) else step.responding
                carrying = isinstance(step, Carrying)
                return (*here, phase.engagement.land, battle.round, battle.mover, half, carrying)
            case _:
                return here

    def takeback(self, action: Action | Drawn) -> Takeback:
        """Splits, walks, maneuvers and choices for a new legion freely, musters with what they showed (R4.5, R8.10);
        `done` for a while."""
        match action:
            case Spawn() | Split() | Move() | Maneuver():
                return Takeback.FREE
            case Muster():
                return Takeback.KNOWN
            case Done():
                return Takeback.SOON
            case _:
                return Takeback.NEVER

    def remember(self, state: State, undone: State, since: State) -> State:
        """What was shown by what was taken back stays known (R8.10).

        It goes before what remains of the phase: a legion shows what it held before it takes a recruit, and what it is
        seen to hold afterwards may include the recruit.
        """
        from_here = len(since.history)
        kept, seen = state.history.since(from_here), undone.history.since(from_here)
        more = tuple(beyond(seen, kept))
        return replace(state, history=since.history.after(*more, *kept)) if more else state


def part(state: State) -> Hashable:
    """The part of a turn whose deeds are shown together: a phase, in battle one maneuver or the strikes of one player.

    The roll belongs to the splits before it, and so does coming back. What comes before a battle and after it is one
    part, so that the parts tell nothing of an exchange that the channel does not know (A3.1).
    """
    phase = state.phase
    match phase:
        case Fighting(engagement, battle):
            half = None if isinstance(battle.step, Maneuvering) else battle.step.responding
            return state.turn, state.active, engagement.land, battle.round, battle.mover, half
        case Engaging() | Parleying() | Gathering():
            return state.turn, state.active, Engaging
        case TowerDrawing() | Spawning() | Splitting() | Rolling():
            return state.turn, state.active, Splitting
        case _:
            return state.turn, state.active, type(phase)


def _aside(state: State, events: tuple[Event, ...]) -> bool:
    """Whether nobody but two players learns that anything was done: a step of an exchange before battle (A3.1)."""
    return isinstance(state.phase, Parleying) and all(isinstance(event, Talked) for event in events)


TITAN = Titan()
"""The one ruleset object; it holds nothing."""
