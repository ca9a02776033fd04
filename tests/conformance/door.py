"""The engine as a table uses it: decisions through its door, chance as it asks for it, events as they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.core import CHANCE, Drawn, Illegal, Seat, Takeback
from engine.log import Timeline, Undo, check_undo, step
from engine.ruleset import play
from engine.titan.actions import Action
from engine.titan.events import Event
from engine.titan.ruleset import TITAN
from engine.titan.state import State

E = TypeVar("E")


class Lost(Exception):
    """The record and the engine have parted so far that no next event can be compared."""


class Door:
    """A game that runs. `told` are the engine's events that no event of the record has called for yet."""

    def __init__(self, state: State) -> None:
        self.rules = TITAN
        self.timeline: Timeline[State, Any, Any] = Timeline(state, state)
        self.told: list[Event] = []

    @classmethod
    def new(cls, seats: int, options: Mapping[str, str]) -> Door:
        """A game before its towers are drawn."""
        return cls(TITAN.new_game(seats, options))

    @property
    def state(self) -> State:
        """The game as it stands."""
        state = self.timeline.state
        assert isinstance(state, State)
        return state

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do now."""
        return tuple(self.rules.legal(self.state, seat))

    def may(self, seat: Seat, action: Action) -> bool:
        """Whether a seat may do this now."""
        return action in self.rules.legal(self.state, seat)

    def submit(self, seat: Seat, action: Action) -> None:
        """A decision, through the door. Raises Lost if it is refused."""
        try:
            state, events = play(self.rules, self.state, seat, action)
        except Illegal as illegal:
            raise Lost(
                f"seat {seat} may not {self.rules.notation.line(action)!r}: {illegal.code} {illegal.facts}"
            ) from None
        self._step(seat, action)
        if self.state != state:
            raise Lost(f"{self.rules.notation.line(action)!r} led to two different states")
        self.told.extend(events)

    def draw(self, *values: int) -> None:
        """What chance said. Raises Lost unless just so many numbers are wanted."""
        want = self.rules.wants(self.state)
        if want is None or want.count != len(values) or not all(1 <= v <= want.sides for v in values):
            raise Lost(f"chance said {values}, but wanted is {want}")
        drawn = Drawn(values)
        _, events = self.rules.apply(self.state, CHANCE, drawn)
        self._step(CHANCE, drawn)
        self.told.extend(events)

    def _step(self, seat: Seat, action: Action | Drawn) -> None:
        kept = tuple(e for s in self.timeline.steps if s.takeback is Takeback.FREE for e in s.events)
        self.timeline, told = step(self.rules, self.timeline, seat, action)
        if not self.rules.takeback(action).staged and told.events[: len(kept)] != kept:
            raise Lost(f"what was staged was not told when the phase closed: {kept}")

    def undo(self, seat: Seat, *entries: int) -> bool:
        """Entries of a seat are taken back; False if later ones rest on them. Raises Lost if they may not be."""
        undo = Undo(entries)
        try:
            check_undo(self.rules, self.timeline, seat, undo)
        except Illegal as illegal:
            if illegal.code == "undo-others-rest-on-it":
                return False
            raise Lost(f"seat {seat} may not take back {entries}: {illegal.code} {illegal.facts}") from None
        self.timeline, _ = step(self.rules, self.timeline, seat, undo)
        return True

    def lay_out(self, state: State) -> None:
        """The position of the record, which the engine would not have come to."""
        self.timeline = replace(self.timeline, state=state, firm=state, steps=())

    def steps(self, seat: Seat, kind: type[E]) -> Iterator[tuple[int, E]]:
        """A seat's decisions of a kind that can still be taken back, the newest first, each with its number."""
        for done in reversed(self.timeline.steps):
            if done.seat == seat and isinstance(done.action, kind):
                yield done.number, done.action

    def take(self, kind: type[E], **fields: object) -> E | None:
        """The first event not yet called for of this kind and with these fields; it is called for now."""
        found = self.peek(kind, **fields)
        if found is not None:
            self.told = [event for event in self.told if event is not found]
        return found

    def peek(self, kind: type[E], **fields: object) -> E | None:
        """As `take`, but the event stays."""
        for event in self.told:
            if isinstance(event, kind) and all(getattr(event, key) == value for key, value in fields.items()):
                return event
        return None

    def seen(self, event: Event, seat: Seat | None) -> Any:
        """The event as a seat, or the channel, may learn of it."""
        return self.rules.seen(event, seat)
