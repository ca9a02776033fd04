"""Random walks through games of Titan, and what must hold at every step of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine import log
from engine.core import CHANCE, Draw, Drawn, Illegal, Seat, Takeback
from engine.log import Timeline, Undo
from engine.ruleset import play
from engine.titan.actions import (
    Accept,
    Action,
    Concede,
    Done,
    Fight,
    Flee,
    Offer,
    Refuse,
    Resign,
    Split,
    Waive,
    Withdraw,
)
from engine.titan.battle.frame import HEXES
from engine.titan.bots import choose_steady
from engine.titan.events import Scored
from engine.titan.facts import Fact, Showed
from engine.titan.options import OPTIONS
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.state import Over, Parleying, State
from engine.titan.view import View
from engine.values import without

EXCHANGE = (Flee, Waive, Fight, Offer, Withdraw, Accept, Refuse, Concede)
"""What one of the engaged two may say before a battle, waited for or not (R9)."""

WEARY = 700
"""After so many entries a walk resigns and concedes more and more, so that most come to an end."""


def any_options(random: Random) -> dict[str, str]:
    """A value of each option, all alike likely (R22)."""
    return {option: random.choice(values) for option, values in OPTIONS.items()}


class Walk:
    """A game played at random. `entries` are all lines so far, `past` actions of any phase to be refused later.

    `sense` is how often a steady bot is asked instead of the dice: without any, legions never grow and battles are
    over before they have begun, and much of the rules would never be walked through. `care` is the share of the costly
    checks that are made; what is counted is counted at every step.
    """

    def __init__(self, seats: int, seed: int, options: Mapping[str, str] | None = None, care: float = 1.0) -> None:
        self.random = Random(seed)
        self.seats = [Seat(seat) for seat in range(seats)]
        self.options = dict(options or {})
        self.care = care
        self.start = self._opening(seats)
        self.timeline = self.start
        self.entries: list[tuple[Seat, str]] = []
        self.past: list[Action] = []
        self.supply = characters(self.timeline.state)
        self.fork: Fork | None = None
        self.sense = self.random.choice((0.0, 0.5, 0.9))

    def _opening(self, seats: int) -> Timeline[Any, Any, Any]:
        return log.opening(TITAN, seats, self.options)

    @property
    def state(self) -> State:
        """The game now."""
        state: State = self.timeline.state
        return state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.state.phase, Over)

    def run(self, most: int) -> None:
        """Walks to the end of the game, or `most` entries, checking all the way."""
        while not self.over and len(self.entries) < most:
            self.walk()
        check_replay(self)

    def walk(self) -> None:
        """One entry: what chance says, or what a seat picks."""
        draw = TITAN.wants(self.state)
        awaited = TITAN.awaiting(self.state)
        assert bool(awaited) != bool(draw), "chance or a seat is waited for, never both or neither"
        if draw:
            assert all(not self._serious(TITAN.legal(self.state, seat)) for seat in self.seats)
            self._enter(CHANCE, self._chance(draw))
            return
        lists = {seat: tuple(TITAN.legal(self.state, seat)) for seat in self.seats}
        check_lists(self.state, awaited, lists)
        seat = self.random.choice(sorted(awaited))
        legal = lists[seat]
        if self._chosen(0.04):
            check_all_apply(self, seat, legal)
            check_lines(legal)
            check_taking_back(self, seat, legal)
        if self._chosen(0.03):
            check_secret(self.state, self.random.choice((None, *self.seats)))
        if self._chosen(0.06):
            check_refusals(self, self.random.choice(self.seats))
        if self.timeline.steps and self.random.random() < 0.05:
            self._take_back()
            return
        action = self._picked(seat, legal)
        if self._chosen(0.05):
            self.past = [*self.past[-40:], *self.random.sample(legal, min(len(legal), 3))]
        if self.fork is None and isinstance(action, Split) and self._chosen(0.35):
            self.fork = Fork.of(self, seat, action, legal)
        self._enter(seat, action)

    def _chosen(self, share: float) -> bool:
        return self.random.random() < share * self.care

    def _serious(self, actions: Any) -> tuple[Action, ...]:
        return tuple(a for a in actions if not isinstance(a, Resign | Concede))

    def _chance(self, draw: Draw) -> Drawn:
        numbers = range(1, draw.sides + 1)
        if draw.distinct:
            return Drawn(tuple(self.random.sample(numbers, draw.count)))
        return Drawn(tuple(self.random.choices(numbers, k=draw.count)))

    def _picked(self, seat: Seat, legal: Sequence[Action]) -> Action:
        """A verb first, then one of its actions; giving up seldom, more often when the walk is weary."""
        tired = max(0.0, (len(self.entries) - WEARY) / (4 * WEARY))
        if Resign() in legal and self.random.random() < 0.0005 + 0.02 * tired:
            return Resign()
        if Concede() in legal and self.random.random() < 0.005 + 0.2 * tired:
            return Concede()
        if self.random.random() < self.sense:
            return choose_steady(TITAN.view(self.state, seat), legal, self.random)
        verbs: dict[type, list[Action]] = {}
        for action in self._serious(legal):
            verbs.setdefault(type(action), []).append(action)
        if len(verbs) > 1 and self.random.random() < 0.6:
            verbs.pop(Done, None)
        return self.random.choice(verbs[self.random.choice(list(verbs))])

    def _enter(self, seat: Seat, action: Action | Drawn) -> None:
        before = self.state
        _, events = TITAN.apply(before, seat, action)
        self.timeline, _ = log.step(TITAN, self.timeline, seat, action)
        self.entries.append((seat, TITAN.notation.line(action)))
        check_conserved(self, before, events)
        if self.fork is not None and not self.fork.follow(seat, action, self.state, events):
            self.fork = None

    def _take_back(self) -> None:
        """One of the steps that can be taken back, with what rests on it, is taken back for good."""
        before = self.timeline
        seat = self.random.choice(sorted({step.seat for step in before.steps}))
        undo = self.random.choice(tuple(log.undoings(TITAN, before, seat)))
        log.check_undo(TITAN, before, seat, undo)
        self.timeline, _ = log.step(TITAN, before, seat, undo)
        self.entries.append((seat, TITAN.notation.line(undo)))
        self.fork = None
        check_undone(before, undo, self.timeline)
        check_conserved(self, before.state, ())


class Fork:
    """Another world in which a seat split the same legion otherwise: nobody else can tell it from this one.

    Both worlds do the same until they tell `viewer` different things, one forbids what the other allows, or the game
    ends and everything is opened.
    """

    def __init__(self, state: State, split: Split, owner: Seat, viewer: Seat | None) -> None:
        self.state, self.split, self.owner, self.viewer = state, split, owner, viewer
        self.parted = False

    @classmethod
    def of(cls, walk: Walk, owner: Seat, split: Split, legal: Sequence[Action]) -> Fork | None:
        """A world with another split of as many into the same marker, and somebody who can't know."""
        others = [
            a
            for a in legal
            if isinstance(a, Split)
            and (a.legion, a.marker, len(a.creatures)) == (split.legion, split.marker, len(split.creatures))
            and a != split
        ]
        if not others:
            return None
        viewers: list[Seat | None] = [None, *(seat for seat in walk.seats if seat != owner)]
        return cls(walk.state, walk.random.choice(others), owner, walk.random.choice(viewers))

    def follow(self, seat: Seat, action: Action | Drawn, here: State, events: Sequence[Any]) -> bool:
        """Does the same there, and compares what the viewer sees. False when the worlds have parted."""
        done: Action | Drawn = action if self.parted else self.split
        self.parted = True
        if not isinstance(done, Drawn) and done not in TITAN.legal(self.state, seat):
            return False
        if isinstance(done, Drawn) and TITAN.wants(self.state) is None:
            return False
        self.state, others = TITAN.apply(self.state, seat, done)
        told = [TITAN.seen(event, self.viewer) for event in events]
        if told != [TITAN.seen(event, self.viewer) for event in others]:
            return False
        if isinstance(here.phase, Over) or isinstance(self.state.phase, Over):
            return False
        mine, theirs = TITAN.view(here, self.viewer), TITAN.view(self.state, self.viewer)
        if here.rules.memory_aid != "open":
            assert mine == theirs, (self.split, action, differing(mine, theirs))
        return True


def swapped(state: State, viewer: Seat | None) -> State:
    """The state with two characters exchanged of which the viewer is not certain, for each of the others."""
    unknown = {
        seen.marker: sorted((Counter(state.legions[seen.marker].creatures) - Counter(seen.creatures)).elements())
        for seen in TITAN.view(state, viewer).legions
    }
    examined: tuple[str, ...] = ()
    if isinstance(state.phase, Parleying) and viewer in state.phase.engagement.seats:
        examined = state.phase.engagement.markers  # with `own_only` too: remembering is another matter (R9.3, R3.7)
    for owner in state.alive:
        others = [legion.marker for legion in state.own(owner) if owner != viewer and legion.marker not in examined]
        hidden = [marker for marker in others if unknown[marker]]
        for a, b in list(pairwise(hidden))[:1]:
            x, y = unknown[a][0], unknown[b][-1]
            mine, other = state.legions[a], state.legions[b]
            state = state.put(
                replace(mine, creatures=state.rules.arranged((*without(mine.creatures, (x,)), y))),
                replace(other, creatures=state.rules.arranged((*without(other.creatures, (y,)), x))),
            )
    return state


def check_secret(state: State, viewer: Seat | None) -> None:
    """Exchanging what a viewer is not certain of changes nothing that he sees."""
    mine, theirs = TITAN.view(state, viewer), TITAN.view(swapped(state, viewer), viewer)
    assert mine == theirs, differing(mine, theirs)


def differing(mine: View, theirs: View) -> list[tuple[str, object, object]]:
    """The fields in which two views differ."""
    pairs = ((f.name, getattr(mine, f.name), getattr(theirs, f.name)) for f in fields(mine))
    return [(name, a, b) for name, a, b in pairs if a != b]


def characters(state: State) -> Counter[str]:
    """All characters there are, wherever they are."""
    count = Counter(dict(state.bank)) + Counter(dict(state.dead))
    for legion in state.legions.values():
        count.update(legion.creatures)
    return count


def markers(state: State) -> Counter[str]:
    """All markers that somebody holds or that stand on the board."""
    count = Counter(state.legions.keys())
    for player in state.players:
        count.update(player.markers)
    return count


def check_lists(state: State, awaited: frozenset[Seat], lists: dict[Seat, tuple[Action, ...]]) -> None:
    """Who is waited for has something to do; nobody else has, but for giving up and the exchange before a battle."""
    for seat, legal in lists.items():
        assert len(set(legal)) == len(legal), "an action is listed once"
        serious = [a for a in legal if not isinstance(a, Resign | Concede)]
        if seat in awaited:
            assert serious, f"seat {seat} is waited for and has nothing to do in {state.phase}"
        elif isinstance(state.phase, Parleying) and seat in state.phase.engagement.seats:
            assert all(isinstance(a, EXCHANGE) for a in serious), "only one's own side of the exchange"
        else:
            assert not serious, f"seat {seat} is not waited for and may {serious[0]}"


def check_lines(legal: Sequence[Action]) -> None:
    """Every action's line reads back as the same action, and no two share one."""
    lines = [TITAN.notation.line(action) for action in legal]
    assert len(set(lines)) == len(lines), "two actions have the same line"
    for line, action in zip(lines, legal, strict=True):
        assert TITAN.notation.parse(line) == action, line


def check_all_apply(walk: Walk, seat: Seat, legal: Sequence[Action]) -> None:
    """Everything listed can be done, does the same each time, and loses nobody."""
    for action in walk.random.sample(legal, min(len(legal), 60)):
        after = TITAN.apply(walk.state, seat, action)
        assert characters(after[0]) == walk.supply, action
        assert after == TITAN.apply(walk.state, seat, action), f"{action} does not always do the same"


def check_taking_back(walk: Walk, seat: Seat, legal: Sequence[Action]) -> None:
    """What may be taken back leaves the state as it was, apart from what people have seen."""
    for action in walk.random.sample(legal, min(len(legal), 25)):
        if not TITAN.takeback(action).staged:
            continue
        after, told = log.step(TITAN, walk.timeline, seat, action)
        if not after.steps:
            continue
        assert not (told.events if TITAN.takeback(action) is Takeback.FREE else told.staged), "to its author or to all"
        undo = log.Undo((after.within,))
        log.check_undo(TITAN, after, seat, undo)
        back, _ = log.step(TITAN, after, seat, undo)
        assert not forgotten(walk.state.history, back.state.history), "what was seen stays seen"
        assert replace(back.state, history=History()) == replace(walk.state, history=History()), action
        assert back.steps == walk.timeline.steps


def forgotten(before: Iterable[Fact], after: Iterable[Fact]) -> list[Fact]:
    """What people had seen before and have not after: a showing is kept by another that shows as much to as many."""
    there = set(after)
    showings = [fact for fact in after if isinstance(fact, Showed)]

    def kept(fact: Fact) -> bool:
        if not isinstance(fact, Showed) or fact in there:
            return fact in there
        shown = Counter(fact.creatures)
        return any(
            fact.legion == other.legion and other.to in ((), fact.to) and shown <= Counter(other.creatures)
            for other in showings
        )

    return [fact for fact in before if not kept(fact)]


def check_undone(before: Timeline[Any, Any, Any], undo: Undo, after: Timeline[Any, Any, Any]) -> None:
    """The state is what the other steps alone make of that before the first of all, and what was seen stays seen."""
    state = before.firm
    for step in before.steps:
        if step.number not in undo.entries:
            state, _ = TITAN.apply(state, step.seat, step.action)
    assert replace(after.state, history=History()) == replace(state, history=History()), undo
    assert (*after.state.history,)[: len(before.firm.history)] == (*before.firm.history,)
    showings = [fact for fact in before.state.history if isinstance(fact, Showed)]
    assert not forgotten(showings, after.state.history), "what was shown stays known"
    assert {step.number for step in after.steps} == {step.number for step in before.steps} - set(undo.entries)


def check_conserved(walk: Walk, before: State, events: Sequence[Any]) -> None:
    """Characters, markers and points neither appear nor vanish."""
    after = walk.state
    assert characters(after) == walk.supply, Counter(characters(after)) - walk.supply
    held = markers(after)
    assert all(count == 1 for count in held.values()), "no marker is in two places"
    if all(player.colour for player in before.players):
        gone = set(markers(before)) - set(held)
        assert not set(held) - set(markers(before)), "no marker appears from nowhere"
        if gone:
            assert any(player.out for player in after.players), "markers leave with their owners alone"
    for seat in walk.seats:
        gained = sum(event.points for event in events if isinstance(event, Scored) and event.seat == seat)
        assert after.players[seat].score == before.players[seat].score + gained, "points come by being scored"
        assert gained >= 0
    standing = Counter((legion.owner, legion.land) for legion in after.legions.values())
    owners = {land: {owner for owner, where in standing if where == land} for _, land in standing}
    assert all(len(there) <= 2 for there in owners.values()), "two players' legions at most share a land"
    assert all(1 <= legion.height <= after.rules.max_height + 1 for legion in after.legions.values())


def check_replay(walk: Walk) -> None:
    """The lines alone give the same game again."""
    timeline = walk.start
    for seat, line in walk.entries:
        timeline, _ = log.step(TITAN, timeline, seat, TITAN.notation.parse(line))
    assert timeline == walk.timeline


def check_refusals(walk: Walk, seat: Seat) -> None:
    """Whatever is not listed is refused for a reason of its own, and nothing else happens."""
    legal = set(TITAN.legal(walk.state, seat))
    tried: list[Action] = [*walk.past, *legal]
    mutants = [mutated(walk, action) for action in walk.random.sample(tried, min(len(tried), 12))]
    for action in [*mutants, *walk.past[:6]]:
        if action in legal:
            continue
        reason = TITAN.refusal(walk.state, seat, action)
        assert reason.code != "not-legal", (walk.state.phase, TITAN.notation.line(action))
        with pytest.raises(Illegal) as refused:
            play(TITAN, walk.state, seat, action)
        assert (refused.value.code, refused.value.facts) == (reason.code, reason.facts)


def mutated(walk: Walk, action: Any) -> Any:
    """An action with one field changed to something of the same sort, sense or nonsense."""
    names = [f.name for f in fields(action)]
    if not names:
        return action
    name = walk.random.choice(names)
    value = getattr(action, name)
    return replace(action, **{name: _other(walk, name, value)})


def _other(walk: Walk, name: str, value: object) -> object:
    state, pick = walk.state, walk.random.choice
    kinds = tuple(state.rules.kinds)
    if isinstance(value, tuple):
        return pick([(), value[1:], (*value, pick(kinds)), value[::-1]])
    if isinstance(value, int):
        return pick([0, 1, 2, 3, 5, 6, pick(tuple(state.rules.board.lands)), 999, value + 1])
    if name in ("legion", "marker", "donor"):
        return pick([*state.legions, *(m for player in state.players for m in player.markers), "Xx99"])
    if name in ("hex", "target", "striker", "character"):
        return pick([*HEXES, *kinds, "Z9"])
    if name == "lost":
        return pick(["attacker", "defender", "both", "neither"])
    return pick([*kinds, *state.rules.colours, "XXX"])
