"""A random game, with what is true of every position checked on the way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import fields
from typing import Any

import pytest

from engine import log, ruleset
from engine.core import CHANCE, Draw, Drawn, Illegal, Seat, Takeback
from engine.log import Rewind, Timeline, Undo
from engine.skirmish.actions import (
    Action,
    Attack,
    Back,
    Concede,
    Done,
    EndAsDraw,
    Lift,
    Move,
    Order,
    Pass,
    Sell,
    Stay,
    Unswap,
)
from engine.skirmish.events import (
    Answered,
    Bought,
    CardDrawn,
    CardsSeen,
    Dealt,
    HalfChosen,
    HalvesDrawn,
    LoreSwapped,
    Peeked,
    PutAway,
    SetDown,
    StageReached,
)
from engine.skirmish.ruleset import SKIRMISH, may_end_as_draw
from engine.skirmish.state import Fighting, Instruction, Learning, Over, Preparing, State, Window
from engine.values import replace

SEATS = (Seat(0), Seat(1))


EVERY = 60
"""Each so many steps a position is looked at closely."""

OPENING = 5
"""So many first steps are looked at, too: what is chosen in secret is soon open."""

BACK, REACH = 0.002, 40
"""How often the whole game goes back, and how far at most, in entries."""

LAZY = (Done, Pass, Stay)
"""What ends something without doing it; a walk does it less often."""

BACKWARDS = (Sell, Unswap, Lift, Back)
"""What takes back a preparation."""


def chance(rng: random.Random, draw: Draw) -> Drawn:
    numbers = range(1, draw.sides + 1)
    return Drawn(tuple(rng.sample(numbers, draw.count) if draw.distinct else rng.choices(numbers, k=draw.count)))


def weight(kind: type, preparing: bool) -> int:
    if preparing:
        return 1 if kind in BACKWARDS else 6
    return 1 if kind in LAZY else 9 if kind in (Attack, Order, Move) else 3


def choice(rng: random.Random, actions: list[Action], preparing: bool) -> Action:
    """One of them, first of what kind; nobody gives up, and a long game is ended elsewhere."""
    by_kind: dict[type, list[Action]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    for kind in (Concede, EndAsDraw):
        by_kind.pop(kind, None)
    weights = [weight(kind, preparing) for kind in by_kind]
    return rng.choice(by_kind[rng.choices(list(by_kind), weights)[0]])


class Walk:
    """A random game, with what is true of every position checked on the way."""

    def __init__(self, options: dict[str, str], seed: int) -> None:
        self.rng = random.Random(f"{options} {seed}")
        self.options = options
        self.timeline: Timeline[Any, Any, Any] = log.opening(SKIRMISH, 2, options)
        self.lines: list[tuple[Seat, str]] = []
        self.seen: list[Action] = []
        self.closely = 0
        self.rewinding: set[Hashable] = set()
        self.timelines = [self.timeline]
        self.rewinds = 0

    @property
    def state(self) -> State:
        found = self.timeline.state
        assert isinstance(found, State)
        return found

    def enter(self, seat: Seat, action: Any) -> None:
        self.lines.append((seat, SKIRMISH.notation.line(action)))
        if isinstance(action, Rewind):
            self.timeline, _ = log.rewound(SKIRMISH, self.timeline, self.timelines[action.entry])
            self.timelines.append(self.timeline)
            self.rewinding.clear()
            return
        before = SKIRMISH.phase(self.state)
        self.timeline, told = log.step(SKIRMISH, self.timeline, seat, action)
        self.timelines.append(self.timeline)
        if (now := SKIRMISH.phase(self.state)) != before:
            self.rewinding.add(before)
            assert now not in self.rewinding, "a phase that has ended never comes again"
        for event in told.events + told.staged:
            tells_nothing_secret(event)

    def play(self) -> Walk:
        while not isinstance(self.state.phase, Over):
            self.step()
            if len(self.lines) % EVERY == 0 or len(self.lines) < OPENING:
                self.look_closely()
            assert self.state.round <= 41, "whoever leads may end it after round 40, and both may if nobody does"
        return self

    def step(self) -> None:
        draw = SKIRMISH.wants(self.state)
        if draw is None:
            self.decide()
        else:
            assert not SKIRMISH.awaiting(self.state), "chance is asked alone"
            self.enter(CHANCE, chance(self.rng, draw))

    def decide(self) -> None:
        waiting = sorted(SKIRMISH.awaiting(self.state))
        assert waiting, f"somebody must be able to decide in {self.state.phase}"
        if willing := [seat for seat in SEATS if may_end_as_draw(self.state, seat)]:
            self.seen.append(EndAsDraw())
            self.enter(willing[0], EndAsDraw())  # whoever may say so does, also while the other is asked
            return
        seat = Seat(self.rng.choice(waiting))
        if self.rng.random() < BACK:
            self.go_back(seat)
            return
        preparing = isinstance(self.state.phase, Preparing)
        action = choice(self.rng, list(SKIRMISH.legal(self.state, seat)), preparing)
        self.seen.append(action)
        before = self.timeline
        self.enter(seat, action)
        if SKIRMISH.takeback(action) is Takeback.FREE and self.rng.random() < 0.1:
            undo = next(log.undoings(SKIRMISH, self.timeline, seat))
            assert undo == Undo((self.timeline.steps[-1].number,))
            self.enter(seat, undo)
            assert_equal(self.state, before.state)

    def go_back(self, seat: Seat) -> None:
        """The whole game goes back to where somebody decided a while ago, and all stands as it did."""
        actions = [SKIRMISH.notation.parse(line) for _, line in self.lines]
        stands = log.standing(actions)
        targets = [number for number in stands[-REACH:-1] if SKIRMISH.awaiting(self.timelines[number].state)]
        if not targets:
            return
        rewind = Rewind(self.rng.choice(targets))
        past, known = self.timelines[rewind.entry], self.state.learnt
        log.check_rewind(SKIRMISH, rewind, stands, past)
        self.enter(seat, rewind)
        self.rewinds += 1
        assert self.state.learnt == known
        for viewer in SEATS:
            assert set(SKIRMISH.legal(self.state, viewer)) <= set(SKIRMISH.legal(past.state, viewer))
        assert_equal(as_known(self.state, past.state), past.state)

    def look_closely(self) -> None:
        self.closely += 1
        conserved(self.state)
        every_action_works(self.state, self.rng)
        every_refusal_says_why(self.state, self.rng, self.seen)
        for viewer in (None, *SEATS):
            shows_nothing_secret(self.state, viewer, self.rng)


def as_known(state: State, then: State) -> State:
    """The state with no more known of it than there was then."""
    sides = [replace(side, peeked=old.peeked) for side, old in zip(state.sides, then.sides, strict=True)]
    return replace(state, learnt=then.learnt, sides=(sides[0], sides[1]))


def assert_equal(one: State, other: State) -> None:
    """Field by field, so that a difference names itself."""
    for part in fields(State):
        assert getattr(one, part.name) == getattr(other, part.name), part.name


# What is true of every position


def conserved(state: State) -> None:
    """Cards and units: none lost, none from nowhere, each unit on its own hex (B1.2, B5.4, B13.7)."""
    tables = state.rules.tables
    if state.round:
        commands = [*state.command_deck, *state.command_discard]
        for seat, side in enumerate(state.sides):
            commands += side.commands
            drawn = state.phase.drawn if isinstance(state.phase, Learning) and seat == state.active else ()
            lore = Counter([*side.deck, *side.hand, *side.discard, *drawn])
            assert lore.total() in (20, 21), side.faction
            assert max(lore.values()) <= tables.most_alike
        assert Counter(commands) == Counter(tables.command_deck)
    assert len({unit.hex for unit in state.units}) == len(state.units)
    assert [unit.number for unit in state.units] == sorted({unit.number for unit in state.units})
    packs = state.rules.packs if state.rules.scenario is None else 1
    for kind, count in Counter(unit.kind for unit in state.units).items():
        row = tables.kinds[kind]
        assert count <= row.supply * (packs if row.cards else 1), kind
    for unit in state.units:
        assert 1 <= unit.health <= state.kind(unit).full
        assert state.terrain(unit.hex).passable
    for side in state.sides:
        assert 0 <= side.lore <= tables.most_lore
        assert side.points >= 0


def every_action_works(state: State, rng: random.Random) -> None:
    """Each is listed once, its line reads back, and it can be done."""
    for seat in SEATS:
        actions = list(SKIRMISH.legal(state, seat))
        lines = list(map(SKIRMISH.notation.line, actions))
        assert len(set(lines)) == len(lines)
        assert list(map(SKIRMISH.notation.parse, lines)) == actions
        for action in rng.sample(actions, min(12, len(actions))):
            after, _ = ruleset.play(SKIRMISH, state, seat, action)
            if SKIRMISH.takeback(action) is Takeback.FREE:
                assert SKIRMISH.phase(after) == SKIRMISH.phase(state)


def every_refusal_says_why(state: State, rng: random.Random, seen: list[Action]) -> None:
    """What was possible at some other time is refused with a reason, never with a shrug or a failure."""
    for action in rng.sample(seen, min(8, len(seen))):
        for seat in SEATS:
            if action in SKIRMISH.legal(state, seat):
                continue
            with pytest.raises(Illegal) as refusal:
                ruleset.play(SKIRMISH, state, seat, action)
            assert refusal.value.code != "not-legal", (action, state.phase)


# Secrets

SECRET = "§"
"""Put in the place of whatever a viewer must not know."""


def shows_nothing_secret(state: State, viewer: Seat | None, rng: random.Random) -> None:
    """Two worlds that differ only in what a viewer does not know look the same to him (B13.1, B16.5, B23.17)."""
    shown = SKIRMISH.view(state, viewer)
    world = another_world(state, viewer, rng)
    assert SKIRMISH.view(world, viewer) == shown
    assert SKIRMISH.phase(world) == SKIRMISH.phase(state)
    assert SKIRMISH.awaiting(world) == SKIRMISH.awaiting(state)
    assert SKIRMISH.wants(world) == SKIRMISH.wants(state)
    if viewer is not None:
        assert list(SKIRMISH.legal(world, viewer)) == list(SKIRMISH.legal(state, viewer))
    assert SECRET not in "".join(text(SKIRMISH.view(marked(state, viewer), viewer)))


def text(value: object) -> Iterator[str]:
    """Everything that a view says, the rules left out."""
    yield from (repr(getattr(value, part.name)) for part in fields(value) if part.name != "rules")  # type: ignore[arg-type]


def others(viewer: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat != viewer)


def another_world(state: State, viewer: Seat | None, rng: random.Random) -> State:
    """A state that a viewer cannot tell from this one: unknown cards have changed places."""
    commands = [*state.command_deck, *(card for seat in others(viewer) for card in state.sides[seat].commands)]
    rng.shuffle(commands)
    for seat in SEATS:
        side = state.sides[seat]
        deck = rng.sample(side.deck, len(side.deck))
        if seat == viewer:
            state = state.with_side(seat, replace(side, deck=tuple(deck)))
            continue
        held = len(side.commands)
        hand = rng.sample((*side.deck, *side.hand), len(side.hand))
        left = list((Counter((*side.deck, *side.hand)) - Counter(hand)).elements())
        side = replace(
            side,
            commands=tuple(commands[:held]),
            hand=tuple(hand),
            deck=tuple(left),
            halves=side.halves[::-1],
            bought=(),
            swaps=(),
            placed=(),
        )
        commands = commands[held:]
        state = state.with_side(seat, side)
    known = {} if viewer is None else dict(state.sides[viewer].peeked)
    unknown = [(at, kind) for at, kind in state.hidden if at not in known]
    kinds = rng.sample([kind for _, kind in unknown], len(unknown))
    laid = {**dict(state.hidden), **{at: kind for (at, _), kind in zip(unknown, kinds, strict=True)}}
    return replace(state, command_deck=tuple(commands), hidden=tuple((at, laid[at]) for at, _ in state.hidden))


def marked(state: State, viewer: Seat | None) -> State:
    """The state with a mark on everything that the viewer must not see."""
    for seat in others(viewer):
        side = state.sides[seat]
        state = state.with_side(
            seat,
            replace(
                side,
                commands=tuple(SECRET for _ in side.commands),
                hand=tuple(SECRET for _ in side.hand),
                deck=tuple(SECRET for _ in side.deck),
                halves=(SECRET,),
                half=side.half if state.land else SECRET * bool(side.half),
                bought=(SECRET,),
                swaps=((SECRET, SECRET),),
                placed=((SECRET, SECRET),),
                peeked=((SECRET, SECRET),),
                passes=((SECRET, SECRET),),
            ),
        )
    phase = state.phase
    if isinstance(phase, Learning) and state.active != viewer:
        phase = replace(phase, drawn=tuple(SECRET for _ in phase.drawn))
    if isinstance(phase, Window) and isinstance(phase.after, Fighting):
        combat = phase.after.combat
        target = state.unit(combat.target)
        if target is not None and target.owner != viewer:
            combat = replace(combat, instructions=(Instruction(SECRET, 0),))
            phase = replace(phase, after=replace(phase.after, combat=combat))
    return replace(state, phase=phase, command_deck=tuple(SECRET for _ in state.command_deck))


NOBODY_ELSES = (HalvesDrawn, Bought, LoreSwapped, StageReached, SetDown, Dealt)
"""Events of which only their seat hears."""

EMPTIED = {
    HalfChosen: ("half",),
    PutAway: ("commands", "lore"),
    Answered: ("instruction",),
    CardsSeen: ("cards",),
    Peeked: ("kind",),
    CardDrawn: ("cards",),
}
"""Events of which others hear all but these parts."""


def tells_nothing_secret(event: Any) -> None:
    """Others hear of it without what is not theirs to know."""
    hushed = type(event) in NOBODY_ELSES
    for viewer in (None, Seat(1 - event.seat)) if hushed or type(event) in EMPTIED else ():
        told = SKIRMISH.seen(event, viewer)
        assert (told is None) == hushed
        assert not any(getattr(told, part) for part in EMPTIED.get(type(event), ()))
