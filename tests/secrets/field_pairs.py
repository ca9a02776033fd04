"""Two games of skirmish side by side: what is done in both tells a viewer the same, until something is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import Any

from cogs.house.game.announce import Entry
from cogs.house.game.public_history import moments
from cogs.house.table.log_marks import Notes
from engine.core import CHANCE, Draw, Drawn, Seat
from engine.notation import verb
from engine.skirmish.actions import (
    Action,
    Advance,
    Attack,
    Back,
    Commit,
    Concede,
    Done,
    Draft,
    EndAsDraw,
    Instruct,
    Learn,
    Lift,
    Move,
    Order,
    Pass,
    Peek,
    Pursue,
    Push,
    Reveal,
    Sell,
    Stay,
    Swap,
    Unswap,
)
from engine.skirmish.actions import (
    Counter as Countering,
)
from engine.skirmish.board import distance
from engine.skirmish.events import (
    CardDrawn,
    CardRevealed,
    CardsSeen,
    CommandPlayed,
    Dealt,
    Deployed,
    LorePlayed,
    MapJoined,
    Peeked,
)
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Over, State
from tests.once import played_once
from tests.secrets.field_worlds import other_world
from tests.secrets.pairs import same
from tests.secrets.stage import Played, Stage, entered

SHOWING = (CardRevealed, CommandPlayed, Deployed, LorePlayed, MapJoined)
"""What may part two games: events that show all what was hidden, a card played after the roll by an instruction too."""

LEARNT = (CardDrawn, CardsSeen, Dealt, Peeked)
"""Events that show their seat alone what was hidden from it."""

PUBLIC = (Advance, Attack, Commit, Countering, Draft, Learn, Move, Order, Pass, Peek, Push, Pursue, Reveal, Stay)
"""What may be done of these is public, for whoever it is."""

KINDS = (
    "preparing", "discarding", "commanding", "ordering", "moving", "window", "attacking", "fighting", "scoring",
    "learning", "trimming",
)  # fmt: skip
"""The phases in which somebody decides in most games, while something is hidden."""


def drawn(draw: Draw, dice: Random) -> Drawn:
    """What chance says."""
    numbers = range(1, draw.sides + 1)
    return Drawn(tuple(dice.sample(numbers, draw.count) if draw.distinct else dice.choices(numbers, k=draw.count)))


@played_once
def positions(seed: int, most: int = 1500) -> Iterator[State]:
    """Every position of a game in which a seat must decide; it is played so that armies meet and cards are played."""
    dice = Random(seed)
    options = {
        "scenario": "thunderclap" if seed % 3 else "free",
        "first_seat": dice.choice(("daqan", "uthuk", "drawn")),
        "packs": dice.choice("12"),
    }
    state = SKIRMISH.new_game(2, options)
    for _ in range(most):
        if isinstance(state.phase, Over):
            return
        draw = SKIRMISH.wants(state)
        if draw is not None:
            state, _ = SKIRMISH.apply(state, CHANCE, drawn(draw, dice))
            continue
        yield state
        seat = dice.choice(sorted(SKIRMISH.awaiting(state)))
        action = picked(state, seat, tuple(SKIRMISH.legal(state, seat)), dice)
        state, _ = SKIRMISH.apply(state, seat, action)


def picked(state: State, seat: Seat, legal: Sequence[Action], dice: Random) -> Action:
    """Something that is not the end of it all: mostly towards the enemy, and not closing a step at once."""
    legal = [action for action in legal if not isinstance(action, Concede | EndAsDraw)]
    if dice.random() < 0.9:
        legal = [action for action in legal if not isinstance(action, Back | Lift | Sell | Unswap)] or legal
    going = [action for action in legal if not isinstance(action, Done | Pass | Swap)]
    moves = [action for action in going if isinstance(action, Move)]
    if moves and dice.random() < 0.8:
        enemies = [unit.hex for unit in state.units if unit.owner != seat]
        return min(moves, key=lambda move: (min(distance(move.to, at) for at in enemies), dice.random()))
    return dice.choice(going if going and dice.random() < 0.85 else legal)


Act = tuple[Seat, Any]


@dataclass(slots=True)
class Pair:
    """Two tables that `viewer` can't tell from each other. `told` counts acts by phase and verb.

    `tried` are acts of late, of both seats.
    """

    stage: Stage
    viewer: Seat | None
    here: Played
    there: Played
    dice: Random
    told: Counter[tuple[str, str]] = field(default_factory=Counter)
    tried: list[Action] = field(default_factory=list)
    noted: tuple[Notes, Notes] = field(default_factory=lambda: (Notes(), Notes()))

    @classmethod
    def at(cls, stage: Stage, state: State, viewer: Seat | None, dice: Random) -> Pair | None:
        """The game and another one; None if none was found that is another."""
        for _ in range(8):
            other = aside(other_world(state, viewer, dice), viewer, dice)
            if other != state:
                here, there = (stage.table(world, 50, 50, 2) for world in (state, other))
                return cls(stage, viewer, here, there, dice)
        return None

    async def follow(self, acts: int, late: bool = False) -> None:
        """Does what both allow, and compares, for so many acts or until something shown has parted the two.

        `late`: the time of all but the viewer is up, and the program decides for them.
        """
        await self.compare((), ())
        for _ in range(acts):
            if isinstance(self.here.timeline.state.phase, Over):
                return
            chosen = self._by_default() if late else self._chosen()
            if chosen is None:
                return
            self.stage.hours["passed"] += 1
            self.tried += [act[1] for act in chosen if act is not None]
            phase = self.here.view(None).phase
            entries = self._entered(*chosen)
            if entries is None:
                return
            await self.compare(*entries)
            if chosen[0] is not None:
                self.told[phase, verb(type(chosen[0][1]))] += 1

    def _entered(self, mine: Act | None, theirs: Act | None) -> tuple[list[Entry], list[Entry]] | None:
        """The entries of a submit in both games, with what chance says; None if what was shown has parted them."""
        here = [entered(self.here, *mine)] if mine is not None else []
        there = [entered(self.there, *theirs)] if theirs is not None else []
        while not self._parted(here, there):
            draw = SKIRMISH.wants(self.here.timeline.state)
            assert draw == SKIRMISH.wants(self.there.timeline.state), "what chance is asked for is public"
            if draw is None:
                over = isinstance(self.here.timeline.state.phase, Over)
                return None if over else (here, there)
            said = drawn(draw, self.dice)
            here.append(entered(self.here, CHANCE, said))
            there.append(entered(self.there, CHANCE, said))
        return None

    def _parted(self, mine: Sequence[Entry], theirs: Sequence[Entry]) -> bool:
        """Whether what happened has shown the viewer what was hidden, and it is not the same in both."""
        here, there = (seen([e for entry in some for e in entry.told.events], self.viewer) for some in (mine, theirs))
        if here == there:
            return _opened(self.here.timeline.state, self.viewer) != _opened(self.there.timeline.state, self.viewer)
        first = next(((one, other) for one, other in zip_longest(here, there) if one != other))
        assert any(_shows(event, self.viewer) for event in first), (here, there)
        return True

    def _chosen(self) -> tuple[Act | None, Act | None] | None:
        """What is done here and there, mostly by others than the viewer; None if there is nothing that both allow."""
        here, there = self.here.timeline.state, self.there.timeline.state
        assert SKIRMISH.awaiting(here) == SKIRMISH.awaiting(there), "whom the game waits for is public"
        seats = sorted(SKIRMISH.awaiting(here), key=lambda seat: (seat == self.viewer) != (self.dice.random() < 0.3))
        return next((acts for seat in seats if (acts := self._acts(seat, here, there)) is not None), None)

    def _by_default(self) -> tuple[Act, Act] | None:
        """What the program does in both for somebody whose time is up; None if there is nobody but the viewer."""
        seats = SKIRMISH.awaiting(self.here.timeline.state)
        assert seats == SKIRMISH.awaiting(self.there.timeline.state), "whom the game waits for is public"
        seat = min(seats - {self.viewer}, default=None)
        if seat is None:
            return None
        default = self.stage.kit.deciding.default
        both = (
            default(table.view(seat), table.legal(seat, undo=False), self.dice) for table in (self.here, self.there)
        )
        one, other = ((seat, action) for action in both)
        return one, other

    async def beside(self, acts: int) -> int:
        """Does as much in both, the same wherever both allow it and else what nobody but its seat can tell apart.

        Gives the acts that were compared: so many, or until the game is over or the viewer has seen what differs.
        """
        await self.compare((), ())
        for done in range(acts):
            here, there = self.here.timeline.state, self.there.timeline.state
            seat = min(SKIRMISH.awaiting(here), default=None)
            assert SKIRMISH.awaiting(here) == SKIRMISH.awaiting(there), "whom the game waits for is public"
            if seat is None:
                return done
            self.stage.hours["passed"] += 1
            entries = self._done((seat, self._alike(seat, here, there)), (seat, self._alike(seat, there, here)))
            events = [[event for entry in some for event in entry.told.events] for some in entries]
            if any(isinstance(event, CardsSeen) and event.seat == self.viewer for event in events[0]):
                return done
            same(*[seen(some, self.viewer) for some in events])
            same(*map(counts, (self.here, self.there)))
            await self.compare(*entries)
        return acts

    def _alike(self, seat: Seat, here: State, there: State) -> Action:
        """What is done here: whatever may be done there, too; else a secret choice among what is one's own here."""
        legal, others = set(SKIRMISH.legal(here, seat)), set(SKIRMISH.legal(there, seat))
        shared = {action for action in legal & others if not isinstance(action, Concede | EndAsDraw)}
        # sorted, and with a generator of its own, so that here and there the same is picked of the same
        of = sorted(shared or legal, key=SKIRMISH.notation.line)
        return picked(here, seat, of, Random(self.here.timeline.seq))

    def _done(self, mine: Act, theirs: Act) -> tuple[list[Entry], list[Entry]]:
        """The entries of a submit in both games, with what chance says, which is the same."""
        here, there = [entered(self.here, *mine)], [entered(self.there, *theirs)]
        while (draw := SKIRMISH.wants(self.here.timeline.state)) is not None:
            assert draw == SKIRMISH.wants(self.there.timeline.state), "what chance is asked for is public"
            said = drawn(draw, self.dice)
            here.append(entered(self.here, CHANCE, said))
            there.append(entered(self.there, CHANCE, said))
        return here, there

    def _acts(self, seat: Seat, here: State, there: State) -> tuple[Act | None, Act | None] | None:
        legal, others = tuple(SKIRMISH.legal(here, seat)), tuple(SKIRMISH.legal(there, seat))
        if seat == self.viewer:
            assert legal == others, "one's own list follows from what one knows"
            action = picked(here, seat, legal, self.dice)
            return (seat, action), (seat, action)
        assert public(legal) == public(others), "what everybody can see may be done in both"
        for _ in range(20):
            action = picked(here, seat, legal, self.dice)
            signs = noticed(here, seat, action, self.viewer)
            if isinstance(action, Instruct):
                assert noticed(there, seat, Pass(), self.viewer) == signs, "word for after the roll is like a pass"
                return (seat, action), (seat, Pass())
            alike = here.round or noticed(there, seat, action, self.viewer) == signs if action in others else False
            if alike and self.dice.random() < 0.8:
                return (seat, action), (seat, action)
            twins = [a for a in others if type(a) is type(action) and noticed(there, seat, a, self.viewer) == signs]
            if twins:
                return (seat, action), (seat, self.dice.choice(twins))
            if signs == unnoticed(here, self.viewer):
                return (seat, action), None
        return None

    async def compare(self, mine: Sequence[Entry], theirs: Sequence[Entry]) -> None:
        """Everything told and everything found is the same to the byte."""
        stage, viewer = self.stage, self.viewer
        both = (self.here, mine), (self.there, theirs)
        same(*[await stage.told(table, entries, viewer) if entries else [] for table, entries in both])
        same(*[stage.read(notes, entries, viewer) for notes, (_, entries) in zip(self.noted, both, strict=True)])
        same(*[[(moment.events, moment.view) for moment in moments(SKIRMISH, entries)] for _, entries in both])
        same(*[await stage.looks(table, viewer) for table, _ in both])
        same(*[stage.at_once(table, table.awaiting) for table, _ in both])
        if viewer is not None:
            tries = self.dice.sample(self.tried, min(3, len(self.tried)))
            same(*[stage.refused(table, viewer, tries) for table, _ in both])
        same(*[[SKIRMISH.phase(table.timeline.state)] for table, _ in both])


def _shows(event: Any, viewer: Seat | None) -> bool:
    return isinstance(event, SHOWING) or (isinstance(event, LEARNT) and event.seat == viewer)


def counts(table: Played) -> list[object]:
    """How many lore cards everybody knows each side to have: held, in the deck and put away."""
    return [(side.hand, side.deck, side.discard) for side in table.view(None).sides]


def public(actions: Sequence[Action]) -> list[Action]:
    """Those of which everybody can tell whether they may be done."""
    return [action for action in actions if isinstance(action, PUBLIC)]


def seen(events: Sequence[Any], viewer: Seat | None) -> list[Any]:
    """The events as a viewer hears of them."""
    return [found for event in events if (found := SKIRMISH.seen(event, viewer)) is not None]


def noticed(state: State, seat: Seat, action: Action, viewer: Seat | None) -> object:
    """What a viewer notices of something that is done."""
    after, events = SKIRMISH.apply(state, seat, action)
    return seen(events, viewer), *_looks(after, viewer)


def unnoticed(state: State, viewer: Seat | None) -> object:
    """What a viewer notices where nothing is done."""
    return [], *_looks(state, viewer)


def _looks(state: State, viewer: Seat | None) -> tuple[object, object]:
    view = SKIRMISH.view(state, viewer)
    return SKIRMISH.wants(state), view if view.round else view.phase


def _opened(state: State, viewer: Seat | None) -> object:
    """What no event shows the viewer, but his view: his choice of two cards, and piles once they lie open."""
    own = SKIRMISH.view(state, viewer).own
    piles = [state.command_discard, *(side.discard for side in state.sides)] if state.round else []
    return None if own is None else own.drawn, piles


def aside(state: State, viewer: Seat | None, dice: Random) -> State:
    """The game after some things of which the viewer is told nothing."""
    for _ in range(dice.randint(0, 6)):
        for seat in sorted(SKIRMISH.awaiting(state) - {viewer}):
            action = picked(state, seat, tuple(SKIRMISH.legal(state, seat)), dice)
            if noticed(state, seat, action, viewer) == unnoticed(state, viewer):
                state, _ = SKIRMISH.apply(state, seat, action)
    return state
