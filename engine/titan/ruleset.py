"""Titan as a ruleset: which module answers in which phase, and what goes on by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from engine.core import CHANCE, Draw, Drawn, Illegal, Options, Seat, Takeback
from engine.notation import Notation, verb
from engine.titan import ending, engage, move, muster, resign, setup, spawn, split, spoils, turn, view
from engine.titan.actions import (
    NOTATION,
    Accept,
    Acquire,
    Action,
    Carry,
    Colour,
    Concede,
    Done,
    Engage,
    Fight,
    FirstMarker,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Offer,
    Refuse,
    Reinforce,
    Resign,
    Roll,
    Spawn,
    Split,
    Strike,
    Summon,
    Teleport,
    Waive,
    Withdraw,
)
from engine.titan.battle import strike
from engine.titan.battle import turn as rounds
from engine.titan.events import Event, Talked
from engine.titan.memory import beyond
from engine.titan.rules import VERSION
from engine.titan.settled import outcomes
from engine.titan.state import (
    Aimed,
    Carrying,
    Choosing,
    Closing,
    Engaging,
    Fighting,
    Gathering,
    Maneuvering,
    Moving,
    Mustering,
    Over,
    Parleying,
    Placing,
    Rolling,
    Spawning,
    Splitting,
    State,
    Striking,
    TowerDrawing,
)
from engine.titan.view import View
from engine.values import replace

Step = tuple[State, tuple[Event, ...]]

DECISIONS: dict[type, tuple[type, ...]] = {
    Placing: (),
    Choosing: (Colour, FirstMarker),
    TowerDrawing: (),
    Spawning: (Spawn, FirstMarker),
    Splitting: (Split, Roll),
    Rolling: (),
    Moving: (Mulligan, Move, Teleport, Done),
    Engaging: (Engage,),
    Parleying: (Flee, Waive, Fight, Offer, Withdraw, Accept, Refuse, Concede),
    Gathering: (Acquire, Summon, Reinforce, Done),
    Mustering: (Muster, Done),
    Closing: (),
    Over: (),
}
"""Which decisions belong to a phase; those of a battle to its step."""

BATTLE_DECISIONS: dict[type, tuple[type, ...]] = {
    Maneuvering: (Maneuver, Summon, Reinforce, Done, Concede),
    Striking: (Strike, Done, Concede),
    Carrying: (Carry, Done, Concede),
    Aimed: (),
}


class Titan:
    """The rules of Titan (R1-R20)."""

    name = "titan"
    version = VERSION

    @property
    def notation(self) -> Notation:
        """Lines of all actions, those of chance and of taking back included."""
        return NOTATION

    def new_game(self, seats: int, options: Options, version: int | None = None) -> State:
        """See `setup.new_game`."""
        return setup.new_game(seats, options, version)

    def awaiting(self, state: State) -> frozenset[Seat]:
        """The seats that must decide now; in an exchange before battle only those whose word is due."""
        if isinstance(state.phase, Parleying):
            return engage.awaiting(state.phase)
        return frozenset(view.waiting(state))

    def wants(self, state: State) -> Draw | None:
        """Towers, the movement die, the dice of a strike; of the clock whether a deadline has passed."""
        match state.phase:
            case Placing() as phase:
                return setup.wants(state, phase)
            case TowerDrawing():
                return spawn.wants(state)
            case Closing():
                return turn.wants(state)
            case Rolling():
                place = f"turn {state.turn} seat {state.active} roll {state.phase.throw}"
                return Draw("movement", 1, 6, place=place)
            case Fighting() as phase if isinstance(phase.battle.step, Aimed):
                return strike.wants(phase.battle.step)
            case _:
                return None

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Everything that `seat` may do now, in a fixed order; resigning comes last."""
        if state.players[seat].out:
            return
        match state.phase:
            case Choosing() as phase:
                yield from setup.legal(state, phase, seat)
            case Spawning() as phase:
                yield from spawn.legal(state, phase, seat)
            case Splitting():
                yield from split.legal(state, seat)
            case Moving() as phase:
                yield from move.legal(state, phase, seat)
            case Engaging():
                yield from engage.choices(state, seat)
            case Parleying() as phase:
                yield from engage.legal(state, phase, seat)
            case Fighting() as phase:
                if not isinstance(phase.battle.step, Aimed):
                    yield from rounds.legal(state, phase, seat)
            case Gathering() as phase:
                yield from spoils.legal(state, phase, seat)
            case Mustering():
                yield from muster.legal(state, seat)
            case Placing() | TowerDrawing() | Rolling() | Closing() | Over():
                return
        if resign.may_resign(state):
            yield Resign()

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> Step:
        """The state after a decision or a draw, run on until somebody must decide or chance is wanted."""
        first, here, done, ended = state, part(state), state.deeds, state.aftermath
        if isinstance(action, Drawn):
            assert seat == CHANCE, "draws are chance's"
            state, events = self._drawn(state, action)
        elif isinstance(action, Resign):
            state, events = resign.apply(state, seat)
        else:
            state, events = self._decided(state, seat, action)
        state, events = _watched(state, events)
        while (further := self._onward(state)) is not None:
            state, more = _watched(*further)
            events += more
        if ended is not None and state.aftermath is ended and not _aside(state, events):
            state = replace(state, aftermath=None)
        known = outcomes(first, state, events)
        if part(state) == here:
            return replace(state, deeds=(*done, *events), outcomes=known), events
        return replace(state, deeds=(), before=(*done, *events), outcomes=known), events

    def _drawn(self, state: State, drawn: Drawn) -> Step:
        match state.phase:
            case Placing() as phase:
                return setup.place(state, phase, drawn)
            case TowerDrawing():
                return spawn.drawn(state, drawn)
            case Closing():
                return turn.told(state, drawn)
            case Rolling() as phase:
                return split.rolled(state, phase, drawn)
            case Fighting() as phase:
                return rounds.rolled(state, phase, drawn)
            case _:
                raise AssertionError(f"nothing was drawn for in {state.phase}")

    def _decided(self, state: State, seat: Seat, action: Action) -> Step:
        match state.phase, action:
            case Choosing() as phase, (Colour() | FirstMarker()):
                return setup.apply(state, phase, seat, action)
            case Spawning() as phase, (Spawn() | FirstMarker()):
                return spawn.apply(state, phase, seat, action)
            case Splitting(), (Split() | Roll()):
                return split.apply(state, seat, action)
            case Moving() as phase, (Mulligan() | Move() | Teleport() | Done()):
                return move.apply(state, phase, seat, action)
            case Engaging() as phase, Engage():
                return engage.open_engagement(state, phase, action.land)
            case Parleying() as phase, _:
                return engage.apply(state, phase, seat, action)
            case Fighting() as phase, _:
                return rounds.apply(state, phase, seat, action)
            case Gathering() as phase, _:
                return spoils.apply(state, phase, seat, action)
            case Mustering(), (Muster() | Done()):
                return muster.apply(state, seat, action)
            case phase, _:
                raise AssertionError(f"{action} is no decision in {phase}")

    def _onward(self, state: State) -> Step | None:
        """What follows from public facts alone, without a choice. None if somebody must decide, or chance."""
        match state.phase:
            case Engaging() if state.players[state.active].out or state.players[state.active].wiped:
                return turn.next_turn(state)
            case Engaging() as phase:
                pairs = engage.engagements(state)
                if not pairs and phase.spawned and not state.rules.spawn_attack_may_muster:
                    return turn.next_turn(state)
                if not pairs:
                    return replace(state, phase=Mustering()), ()
                if len(pairs) == 1:
                    return engage.open_engagement(state, phase, pairs[0][0].land)
                return None
            case Fighting() as phase:
                return rounds.advance(state, phase)
            case Gathering() as phase if not spoils.is_open(state, phase):
                return spoils.finish(state, phase.engagement), ()
            case _:
                return None

    def refusal(self, state: State, seat: Seat, action: Action) -> Illegal:
        """Why `seat` may not do `action`: the first of the reasons that stands, with the facts."""
        return (
            self._no_part(state, seat)
            or self._wrong_phase(state, seat, action)
            or _wrong_legion(state, seat, action)
            or self._why_not(state, seat, action)
            or Illegal("not-legal")
        )

    def _no_part(self, state: State, seat: Seat) -> Illegal | None:
        if isinstance(state.phase, Over):
            return Illegal("game-over", winners=state.phase.winners)
        if state.players[seat].out:
            return Illegal("eliminated")
        return None

    def _wrong_phase(self, state: State, seat: Seat, action: Action) -> Illegal | None:
        phase, waiting = state.phase, view.waiting(state)
        kinds = BATTLE_DECISIONS[type(phase.battle.step)] if isinstance(phase, Fighting) else DECISIONS[type(phase)]
        if seat not in waiting:
            return Illegal("not-your-turn", waiting=waiting)
        if type(action) not in kinds:
            return Illegal("phase-other", phase=view.PHASES[type(phase)], verbs=tuple(verb(kind) for kind in kinds))
        return None

    def _why_not(self, state: State, seat: Seat, action: Action) -> Illegal | None:
        match state.phase:
            case Choosing() as phase:
                return setup.refusal(state, phase, action)
            case Spawning() as phase:
                return spawn.refusal(state, phase, seat, action)
            case Splitting():
                return split.refusal(state, seat, action)
            case Moving() as phase:
                return move.refusal(state, phase, seat, action)
            case Engaging() if isinstance(action, Engage):
                lands = tuple(attacker.land for attacker, _ in engage.engagements(state))
                return Illegal("no-engagement", to=action.land, lands=lands)
            case Parleying() as phase:
                return engage.refusal(state, phase, seat, action)
            case Fighting() as phase:
                return rounds.refusal(state, phase, action)
            case Gathering() as phase:
                return spoils.refusal(state, phase, action)
            case Mustering():
                return muster.refusal(state, seat, action)
            case _:
                return None

    def view(self, state: State, viewer: Seat | None) -> View:
        """See `view.view`."""
        return view.view(state, viewer)

    def opened(self, state: State) -> View:
        """See `view.opened`."""
        return view.opened(state)

    def seen(self, event: Event, viewer: Seat | None) -> Event | None:
        """See `view.seen`."""
        return view.seen(event, viewer)

    def hand(self, state: State, seat: Seat) -> Hashable:
        """See `view.hand`."""
        return view.hand(state, seat)

    def phase(self, state: State) -> Hashable:
        """The phase by turn and mover; an exchange before battle is one phase, whatever is said in it."""
        phase = state.phase
        here: tuple[Hashable, ...] = (state.turn, state.active, view.PHASES[type(phase)])
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


def _watched(state: State, events: tuple[Event, ...]) -> Step:
    """The state with what has come true by what happened, as long as the game is not over (V2.2)."""
    if isinstance(state.phase, Over):
        return state, events
    state, reached = ending.watch(state)
    return state, events + reached


def _aside(state: State, events: tuple[Event, ...]) -> bool:
    """Whether nobody but two players learns that anything was done: a step of an exchange before battle (A3.1)."""
    return isinstance(state.phase, Parleying) and all(isinstance(event, Talked) for event in events)


def _wrong_legion(state: State, seat: Seat, action: Action) -> Illegal | None:
    marker = getattr(action, "legion", None)
    if marker is None:
        return None
    own = tuple(legion.marker for legion in state.own(seat))
    if marker not in state.legions:
        return Illegal("legion-unknown", legion=marker, own=own)
    if marker not in own:
        return Illegal("legion-not-yours", legion=marker, own=own)
    return None


TITAN = Titan()
"""The one ruleset object; it holds nothing."""
