"""The log of a game: which entries still count, and when taking back is free.

The log is append-only. Taking back is an entry too: `undo 2,3` names the steps which no longer count, and `rewind 57`
the entry to which the whole game goes back. A game is what follows from its log, in order: `step` and `rewound` are
used by play and by loading alike, so that both always agree.

Steps are numbered within their phase: whoever may take back sees these numbers, and how many entries an exchange of
others took before is not their business. The number in a `rewind` is shown to nobody before the game is over.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from engine.core import Action, Drawn, Event, Illegal, Seat, State, Takeback
from engine.ruleset import A, E, Ruleset, S, V, play
from engine.values import replace

S_co = TypeVar("S_co", bound=State, covariant=True)
A_co = TypeVar("A_co", bound=Action, covariant=True)
E_co = TypeVar("E_co", bound=Event, covariant=True)


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """`undo 2,3`: these steps, all of one's own, no longer count."""

    verb: ClassVar[str] = "undo"
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rewind(Action):
    """`rewind 57`: the game goes back to what it was after entry 57. Whoever must agree has agreed."""

    verb: ClassVar[str] = "rewind"
    entry: int


@dataclass(frozen=True, slots=True)
class Undoable(Generic[A_co, E_co]):
    """What may still be taken back: its number in the phase and that of its entry, who, what, and what it told."""

    number: int
    entry: int
    seat: Seat
    action: A_co
    events: tuple[E_co, ...]
    takeback: Takeback


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S_co, A_co, E_co]):
    """A game so far: its state, the number of its last entry, and what may still be taken back.

    `firm` is the state before the first of `steps`. `began` counts the phases that began so far; what is
    offered in a phase is offered under that number. It is not the number of an entry: clients can read it,
    and how many entries an exchange took is nobody else's business. `within` are the entries of the phase.
    """

    state: S_co
    firm: S_co
    steps: tuple[Undoable[A_co, E_co], ...] = ()
    seq: int = 0
    began: int = 0
    within: int = 0


@dataclass(frozen=True, slots=True)
class Told(Generic[E_co]):
    """What an entry tells: events of the past steps that are firm now, then its own.

    `staged` events are known to their author alone until the phase closes; `undone` ones were told to all and are
    taken back, though what they showed stays known.
    """

    events: tuple[E_co, ...]
    staged: tuple[E_co, ...] = ()
    undone: tuple[E_co, ...] = ()


def opening(
    rules: Ruleset[S, A, E, V], seats: int, options: dict[str, str], version: int | None = None
) -> Timeline[S, A, E]:
    """A game of `seats` before its first entry, by the rules of a version, of now if None."""
    state = rules.new_game(seats, options, version)
    return Timeline(state, state)


def known(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], viewer: Seat | None) -> S:
    """The state as far as `viewer` has been told of it, None being the channel: the one that a view is made of.

    What others have staged in silence does not count: for everybody else the game is as if they had taken it back.
    """
    silent = (s.number for s in timeline.steps if s.takeback is Takeback.FREE and s.seat != viewer)
    hidden = Undo(tuple(silent))
    if not hidden.entries:
        return timeline.state
    told = _without(rules, timeline, hidden)
    assert told is not None, "what is told at once rests on nothing that is not"
    return told.state


def view(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], viewer: Seat | None) -> V:
    """The game as `viewer` may see it, None being the channel."""
    return rules.view(known(rules, timeline, viewer), viewer)


def undoable(timeline: Timeline[S, A, E], seat: Seat) -> tuple[Undoable[A, E], ...]:
    """The steps that `seat` may take back, the newest first."""
    return tuple(step for step in reversed(timeline.steps) if step.seat == seat)


def undoings(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], seat: Seat) -> Iterator[Undo]:
    """Every way to take back, the newest step first: each alone, or with all own ones after it that need it."""
    for step in undoable(timeline, seat):
        yield _undo_from(rules, timeline, seat, step.number)


def _undo_from(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], seat: Seat, number: int) -> Undo:
    alone = Undo((number,))
    if _without(rules, timeline, alone) is not None:
        return alone
    return Undo(tuple(step.number for step in timeline.steps if step.seat == seat and step.number >= number))


def _without(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], undo: Undo) -> Timeline[S, A, E] | None:
    """The timeline with the steps of `undo` left out and the others played again; None if they can't be."""
    state, steps = timeline.firm, []
    for step in timeline.steps:
        if step.number in undo.entries:
            continue
        try:
            state, events = play(rules, state, step.seat, step.action)
        except Illegal:
            return None
        steps.append(replace(step, events=events))
    return replace(timeline, state=rules.remember(state, timeline.state, timeline.firm), steps=tuple(steps))


def check_undo(rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], seat: Seat, undo: Undo) -> None:
    """Raises Illegal unless `seat` may take back just these entries."""
    own = {step.number for step in undoable(timeline, seat)}
    if not own:
        raise Illegal("undo-nothing")
    if not undo.entries or not own.issuperset(undo.entries):
        raise Illegal("undo-not-yours-or-firm", entries=undo.entries, possible=tuple(sorted(own)))
    if _without(rules, timeline, undo) is None:
        raise Illegal("undo-others-rest-on-it", entries=undo.entries)


def step(
    rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], seat: Seat, action: A | Drawn | Undo
) -> tuple[Timeline[S, A, E], Told[E]]:
    """The timeline after one more entry, which is legal or came from the log, and what it tells.

    For a `Rewind` see `rewound`.
    """
    seq, within = timeline.seq + 1, timeline.within + 1
    if isinstance(action, Undo):
        back = _without(rules, timeline, action)
        assert back is not None, "an undo in the log was legal when it was written"
        undone = [s for s in timeline.steps if s.number in action.entries]
        known = tuple(event for s in undone if s.takeback is Takeback.KNOWN for event in s.events)
        return _phased(rules, timeline, replace(back, seq=seq, within=within)), Told((), undone=known)
    state, events = rules.apply(timeline.state, seat, action)
    takeback = rules.takeback(action)
    if not takeback.staged:
        kept = tuple(e for s in timeline.steps if s.takeback is Takeback.FREE for e in s.events)
        return _phased(rules, timeline, Timeline(state, state, (), seq, timeline.began, within)), Told(kept + events)
    assert not isinstance(action, Drawn), "what chance has said stands"
    steps = (*timeline.steps, Undoable(within, seq, seat, action, events, takeback))
    after = _phased(rules, timeline, Timeline(state, timeline.firm, steps, seq, timeline.began, within))
    return after, Told((), events) if takeback is Takeback.FREE else Told(events)


def _phased(rules: Ruleset[S, A, E, V], before: Timeline[S, A, E], after: Timeline[S, A, E]) -> Timeline[S, A, E]:
    if rules.phase(before.state) == rules.phase(after.state):
        return after
    assert not after.steps, "what closes a phase can't be taken back"
    return replace(after, began=before.began + 1, within=0)


# Going back further


def rewound(
    rules: Ruleset[S, A, E, V], timeline: Timeline[S, A, E], past: Timeline[S, A, E]
) -> tuple[Timeline[S, A, E], Told[E]]:
    """The timeline after a rewind to `past`, from which `timeline` has come, and what it tells: nothing of the rules'.

    What was staged then is staged again, on what was firm then. Phases are counted on, so that what was offered
    meanwhile is out of date.
    """
    state = rules.remember(past.state, timeline.state, past.firm)
    return replace(past, state=state, seq=timeline.seq + 1, began=timeline.began + 1), Told(())


def standing(actions: Iterable[Action | None]) -> tuple[int, ...]:
    """The numbers of the entries that the present has come of, in order, 0 for the opening; the actions are all so far.

    What a rewind left behind is not among them, an undone step is.
    """
    rewinds, last = {}, 0
    for last, action in enumerate(actions, 1):
        if isinstance(action, Rewind):
            rewinds[last] = action.entry
    return remaining(last, rewinds)


def remaining(last: int, rewinds: Mapping[int, int]) -> tuple[int, ...]:
    """The same for a game with `last` entries, from its `rewinds` alone: their numbers, and where they lead."""
    numbers = [0]
    for number, entry in sorted(rewinds.items()):
        numbers += range(numbers[-1] + 1, number)
        del numbers[bisect_right(numbers, entry) :]
        numbers.append(number)
    return (*numbers, *range(numbers[-1] + 1, last + 1))


def check_rewind(rules: Ruleset[S, A, E, V], rewind: Rewind, standing: Sequence[int], past: Timeline[S, A, E]) -> None:
    """Raises Illegal unless the game can go back to `past`, which was after the entry, from where it has come of
    `standing`."""
    if rewind.entry not in standing[:-1] or not rules.awaiting(past.state):
        raise Illegal("rewind-nowhere")


def followed(
    rules: Ruleset[S, A, E, V],
    timeline: Timeline[S, A, E],
    entries: Sequence[tuple[Seat, A | Drawn | Undo | Rewind]],
    past: Mapping[int, Timeline[S, A, E]] | None = None,
) -> Iterator[tuple[Timeline[S, A, E], Told[E]]]:
    """The timeline after each of the entries that come after `timeline` in a log, and what each tells.

    They went through the door once and are trusted. `past` holds timelines from before `timeline`, by the number of
    their last entry. Raises KeyError for a rewind to before `timeline` that is not among them.
    """
    wanted = {action.entry for _, action in entries if isinstance(action, Rewind)}
    kept = {**(past or {}), timeline.seq: timeline}
    for seat, action in entries:
        if isinstance(action, Rewind):
            timeline, told = rewound(rules, timeline, kept[action.entry])
        else:
            timeline, told = step(rules, timeline, seat, action)
        if timeline.seq in wanted:
            kept[timeline.seq] = timeline
        yield timeline, told
