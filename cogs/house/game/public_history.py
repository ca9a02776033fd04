"""A game as everybody came to know it, deed by deed: what a replay is made of. Pure.

A moment shows what was public when it had become firm. What is staged stands in no moment until its phase closes; then
each step has one, in the order in which they were done. What was taken back has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.house.game.announce import Entry
from cogs.house.game.game_types import AnyRules, Opaque
from engine import log
from engine.core import Event, Seat, State, Takeback
from engine.log import Rewind


@dataclass(frozen=True, slots=True)
class Moment:
    """What the channel was told to have happened by entry `seq`; `view` is the game right after it.

    `proxy` is the seat for which the program did it in somebody's place, None if nobody's was taken.
    """

    seq: int
    events: tuple[Opaque, ...]
    proxy: Seat | None
    _rules: AnyRules
    _state: State
    _opened: bool

    @property
    def view(self) -> Opaque:
        """The game as everybody saw it; where all is opened, with nothing hidden. Made anew each time."""
        return self._rules.opened(self._state) if self._opened else self._rules.view(self._state, None)


def moments(rules: AnyRules, entries: Iterable[Entry], opened: bool = False) -> Iterator[Moment]:
    """The moments of `entries`, which are those of a game from its beginning. `opened`: of a game that is over.

    An entry of which the channel is told nothing has none, so that nobody can count what was said in private.
    """
    for entry in entries:
        for events, state in _firm(rules, entry):
            told = tuple(seen for event in events if (seen := rules.seen(event, None)) is not None)
            if told:
                yield Moment(entry.after.seq, told, entry.seat if entry.proxy else None, rules, state, opened)


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Those of all entries of a game that it has come of, in order; what it went back from is not among them."""
    return tuple(entries[number - 1] for number in log.standing(entry.action for entry in entries) if number)


def _firm(rules: AnyRules, entry: Entry) -> Iterator[tuple[tuple[Event, ...], State]]:
    """What became firm by an entry, step by step: the events, and the state after them."""
    before, after = entry.before, entry.after
    if isinstance(entry.action, Rewind) or before is None or after.firm is before.firm:
        # Gone back; the opening; or something staged, or undone.
        return
    own, state = entry.told.events, before.firm
    for step in before.steps:
        state, events = rules.apply(state, step.seat, step.action)
        if step.takeback is Takeback.FREE:  # told only now, before what the entry itself tells
            own = own[len(events) :]
        yield events, state
    yield own, after.state
