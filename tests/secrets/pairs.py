"""Two worlds side by side: the same is done in both, and a viewer is told the same, until something is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

from cogs.house.game.announce import Entry
from cogs.house.game.public_history import moments
from cogs.house.table.log_marks import Notes
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import CHANCE, MODERATOR, Draw, Drawn, Seat
from engine.log import Timeline
from engine.notation import verb
from engine.titan.actions import Action, Concede, Fight, Move, Resign, Spawn, Split
from engine.titan.bots import choose_random, choose_steady
from engine.titan.events import Agreed, BattleBegan, Conceded, Eliminated, EndReached, Examined, Fled, Spawned, Talked
from engine.titan.facts import Marker
from engine.titan.families import COMMONER, UNKNOWN
from engine.titan.options import OPTIONS, VARIANT_OPTIONS
from engine.titan.phases.handlers import PHASES
from engine.titan.ruleset import TITAN
from engine.titan.state import Fighting, Gathering, Over, Parleying, State
from engine.values import replace
from tests.once import played_once
from tests.secrets.stage import Played, Stage, entered, went_back
from tests.secrets.worlds import check_legal, differ, other_world

SHOWING = (Agreed, BattleBegan, Conceded, Eliminated, EndReached, Examined, Fled)
"""What may part two worlds: events that show what a legion holds, by whoever they are for (R3.4.5-7, R3.5).

What mustering, teleporting, summoning and acquiring show is named by the act itself, which is the same in both.
"""

KINDS = ("split", "move", "engage", "parley", "battle", "earned", "won", "settled", "gather", "muster")
"""The kinds of positions in which somebody decides while legions hold secrets: by phase.

Apart from the others of their phase are battles in which the attacker has earned his chance to summon (R16.3), and the
eves of additions: what is about to be done wins a battle, or settles an engagement without one.
"""

EVES = ("won", "settled")


@dataclass(frozen=True, slots=True)
class Position:
    """A state that a game came to, and how it went on: a seat's act, and what chance said to it.

    `gone` are the legions that went with it, `tried` acts of late, of all seats.
    """

    state: State
    seq: int
    began: int
    kind: str
    seat: Seat
    action: Action
    said: tuple[Drawn, ...]
    gone: tuple[Marker, ...]
    tried: tuple[Action, ...] = field(repr=False)


def seats_of(seed: int) -> int:
    """How many sit at the game of a seed."""
    return 2 + seed % 5


def positions(seed: int, most: int = 2500, variant: str = "standard") -> Iterator[Position]:
    """Every position of a game in which a seat must decide, up to so many entries."""
    return takewhile(lambda position: position.seq < most, _positions(seed, variant))


@played_once
def _positions(seed: int, variant: str) -> Iterator[Position]:
    """A game of a mixture of sound and of random seats.

    In Battle Titan they attack where they can, and every other game has few characters of a kind, so that players are
    wiped out and have to choose.
    """
    dice = Random(seed)
    seats, sense = seats_of(seed), dice.choice((0.5, 0.8, 0.95))
    table = {**OPTIONS, **VARIANT_OPTIONS[variant]}
    options = {name: dice.choice(values) for name, values in table.items() if dice.random() < 0.3}
    options["variant"] = variant
    if options.get("memory_aid") == "open":
        del options["memory_aid"]  # nothing is hidden
    timeline = log.opening(TITAN, seats, options)
    if variant == "battle_titan":
        sense /= 2
        timeline = scarce(timeline, seats, dice) if seed % 2 else timeline
    timeline = chanced(timeline, dice)[0]
    tried: tuple[Action, ...] = ()
    while not isinstance(timeline.state.phase, Over):
        before, seat = timeline, dice.choice(sorted(TITAN.awaiting(timeline.state)))
        legal = tuple(TITAN.legal(timeline.state, seat))
        choose = choose_steady if dice.random() < sense else choose_random
        action = choose(TITAN.view(timeline.state, seat), keen(timeline.state, seat, legal, dice), dice)
        tried = (*tried[-20:], action, dice.choice(legal))
        timeline, said = chanced(log.step(TITAN, timeline, seat, action)[0], dice)
        kind = _kind(before.state, timeline.state)
        gone = tuple(sorted(set(before.state.legions) - set(timeline.state.legions)))
        yield Position(before.state, before.seq, before.began, kind, seat, action, said, gone, tried)


def scarce(timeline: Timeline[Any, Any, Any], seats: int, dice: Random) -> Timeline[Any, Any, Any]:
    """The same opening with few of each kind beyond those that the starting legions take."""
    state: State = timeline.state
    start = Counter(state.rules.start * seats)
    some = {code: min(left, start[code] + dice.choice((0, 0, 1, 2, 4))) for code, left in state.bank.items()}
    bank = {**some, "TTN": state.bank["TTN"]}
    dead = {code: left - bank[code] for code, left in state.bank.items()}
    state = replace(state, bank=bank, dead=dead)
    return Timeline(state, state)


def keen(state: State, seat: Seat, legal: Sequence[Action], dice: Random) -> Sequence[Action]:
    """Mostly the attacks and battles alone, where totals decide."""
    if state.rules.eliminates or dice.random() < 0.3:
        return legal
    enemies = {legion.land for legion in state.legions.values() if legion.owner != seat}
    return [a for a in legal if isinstance(a, Fight) or (isinstance(a, Move) and a.land in enemies)] or legal


def came_back(state: State) -> bool:
    """Whether there are characters of whom people know nothing: of legions that came back (V7)."""
    families = state.history.known(None).values()
    return any(blank in root.least for family in families for root in family.trees for blank in (COMMONER, UNKNOWN))


def chanced(timeline: Timeline[Any, Any, Any], dice: Random) -> tuple[Timeline[Any, Any, Any], tuple[Drawn, ...]]:
    """The game after all that chance is asked for, and what it said."""
    said: tuple[Drawn, ...] = ()
    while draw := TITAN.wants(timeline.state):
        said = (*said, drawn(draw, dice))
        timeline, _ = log.step(TITAN, timeline, CHANCE, said[-1])
    return timeline, said


def _kind(state: State, after: State) -> str:
    phase = state.phase
    if isinstance(after.phase, Gathering) and not isinstance(phase, Gathering):
        return "won" if isinstance(phase, Fighting) else "settled"
    if isinstance(phase, Fighting) and phase.battle.summons == "earned":
        return "earned"
    return PHASES.of(state).name


def drawn(draw: Draw, dice: Random) -> Drawn:
    """What chance says."""
    numbers = range(1, draw.sides + 1)
    return Drawn(tuple(dice.sample(numbers, draw.count) if draw.distinct else dice.choices(numbers, k=draw.count)))


Act = tuple[Seat, Any]


@dataclass(slots=True)
class Pair:
    """Two tables that `viewer` can't tell from each other. `told` counts acts by phase before, verb and phase after."""

    stage: Stage
    viewer: Seat | None
    here: Played
    there: Played
    dice: Random
    start: Position
    told: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    noted: tuple[Notes, Notes] = field(default_factory=lambda: (Notes(), Notes()))

    @classmethod
    def at(cls, stage: Stage, position: Position, viewer: Seat | None, dice: Random) -> Pair | None:
        """The world and another one; None if none was found that is another.

        Before additions the legion that is lost is kept, and in every other exchange both: else what a settlement shows
        would part the worlds there and then.
        """
        state, eve = position.state, position.kind in EVES
        engagement = getattr(state.phase, "engagement", None)
        kept: tuple[Marker, ...] = position.gone if eve else ()
        if not eve and engagement is not None and dice.random() < 0.5:
            kept = tuple(marker for marker in engagement.markers if marker in state.legions)
        for _ in range(8):
            other = other_world(state, viewer, dice, kept, said=eve)
            if eve and position.action not in TITAN.legal(other, position.seat):
                continue
            if differ(state, other):
                check_legal(state, other, viewer)
                here, there = (stage.table(world, position.seq, position.began) for world in (state, other))
                return cls(stage, viewer, here, there, dice, position)
        return None

    async def follow(self, acts: int) -> None:
        """Does what both worlds allow, and compares, for so many acts or until the worlds part.

        If they don't part, all of it is taken back in the end.
        """
        await self.compare((), ())
        past = self.here.timeline, self.there.timeline
        for done in range(acts):
            chosen: tuple[Act, Act | None] | None = self._chosen()
            said: tuple[Drawn, ...] = ()
            if not done and self.start.kind in EVES:
                act = self.start.seat, self.start.action
                chosen, said = (act, act), self.start.said
            if chosen is None:
                return
            before = self.here.view(None).phase
            self.stage.hours["passed"] += 1
            entries = self._entered(*chosen, list(said))
            if entries is None:
                return
            await self.compare(*entries)
            self.told[before, verb(type(chosen[0][1])), self.here.view(None).phase] += 1
        await self._go_back(*past)

    async def _go_back(self, here: Timeline[Any, Any, Any], there: Timeline[Any, Any, Any]) -> None:
        """The whole game goes back to where the pair began, in both worlds: what people learnt since is the same."""
        before, drawn_so_far = self.here.view(None).phase, self.dice.getstate()
        await self.compare([went_back(self.here, MODERATOR, here)], [went_back(self.there, MODERATOR, there)])
        self.dice.setstate(drawn_so_far)  # what is walked through does not depend on it
        self.told[before, "rewind", self.here.view(None).phase] += 1

    def _chosen(self) -> tuple[Act, Act | None] | None:
        """What is done here and there: by others than the viewer if they can do anything."""
        seats = [Seat(seat) for seat in range(len(self.here.seats))]
        self.dice.shuffle(seats)
        idle = Resign if self.dice.random() < 0.05 else Resign | Concede
        for seat in sorted(seats, key=lambda seat: seat == self.viewer):
            legal, others = self.here.legal(seat), self.there.legal(seat)
            if seat == self.viewer:
                assert legal == others, "one's own list follows from what one knows"
            alike = frozenset(map(self._told_of, others)) if seat != self.viewer else frozenset(others)
            told_of = self._told_of if seat != self.viewer else lambda action: action
            both = tuple(action for action in legal if told_of(action) in alike or self._is_hidden(seat, action))
            if any(not isinstance(action, idle) for action in both):
                action = self._picked(seat, both, len(both) == len(legal) and seat in self.here.awaiting)
                if self._is_hidden(seat, action):
                    return (seat, action), self._hidden_there()
                twins = [twin for twin in others if told_of(twin) == told_of(action)]
                return (seat, action), (seat, self.dice.choice(twins))
        return None

    def _told_of(self, action: Any) -> object:
        """What others are told of an act that is allowed: of a split who went is not told (R3.3)."""
        return (action.legion, action.marker, len(action.creatures)) if isinstance(action, Split) else action

    def _is_hidden(self, seat: Seat, action: Any) -> bool:
        """Whether an act is one of which the viewer is told nothing: in an exchange, for a new legion (A3.1, V7.6)."""
        return self._steps_aside(self.here, seat, action)

    def _steps_aside(self, table: Played, seat: Seat, action: Any) -> bool:
        phase = table.timeline.state.phase
        if isinstance(action, Spawn):
            return seat != self.viewer
        if not isinstance(phase, Parleying) or self.viewer in phase.engagement.seats or isinstance(action, Resign):
            return False
        return all(isinstance(event, Talked) for event in TITAN.apply(table.timeline.state, seat, action)[1])

    def _hidden_there(self) -> Act | None:
        """Another such step in the other world, or none: how many there are is told to nobody either."""
        steps = [
            (Seat(seat), action)
            for seat in range(len(self.there.seats))
            for action in self.there.legal(Seat(seat))
            if self._steps_aside(self.there, Seat(seat), action)
        ]
        return self.dice.choice(steps) if steps and self.dice.random() < 0.6 else None

    def _picked(self, seat: Seat, both: Sequence[Any], whole: bool) -> Any:
        """Any verb in an exchange; else what a sound seat does if nothing was kept from it, or a random one."""
        if self.here.view(None).phase == "parley" or self.dice.random() < 0.15:
            verbs = {type(action): action for action in self.dice.sample(both, len(both))}
            verbs.pop(Resign, None)
            return self.dice.choice(list(verbs.values()) or both)
        choose = choose_steady if whole and self.dice.random() < 0.5 else choose_random
        return choose(self.here.view(seat), both, self.dice)

    def _entered(self, mine: Act, theirs: Act | None, said: list[Drawn]) -> tuple[list[Entry], list[Entry]] | None:
        """The entries of a submit in both worlds; see `with_chance`."""
        return self.with_chance([entered(self.here, *mine)], [entered(self.there, *theirs)] if theirs else [], said)

    def with_chance(
        self, here: list[Entry], there: list[Entry], said: list[Drawn]
    ) -> tuple[list[Entry], list[Entry]] | None:
        """The entries of a submit with those of chance that follow: first what is `said`, then the same in both worlds.

        None if what was shown parted them. A game's end opens everything to everybody, so that it parts all worlds
        (A3.11).
        """
        while self._shown(here) == self._shown(there) and not self._parted(here):
            draw = TITAN.wants(self.here.timeline.state)
            assert draw == TITAN.wants(self.there.timeline.state), "what chance is asked for is public"
            if draw is None:
                over = isinstance(self.here.timeline.state.phase, Over)
                return None if over else (here, there)
            drew = said.pop(0) if said else drawn(draw, self.dice)
            here.append(entered(self.here, CHANCE, drew))
            there.append(entered(self.there, CHANCE, drew))
        return None

    def _parted(self, entries: Sequence[Entry]) -> bool:
        """Whether the stacks have just told whom a new legion took, and they are not the same in both (V7.7)."""
        came = any(isinstance(event, Spawned) for entry in entries for event in entry.told.events)
        here, there = self.here.timeline.state, self.there.timeline.state
        return came and not here.rules.hide_stacks_on_spawn and here.bank != there.bank

    def _shown(self, entries: Sequence[Entry]) -> list[Any]:
        seen = (titan_kit().rules.seen(event, self.viewer) for entry in entries for event in entry.told.events)
        return [event for event in seen if isinstance(event, SHOWING)]

    async def compare(self, mine: Sequence[Entry], theirs: Sequence[Entry]) -> None:
        """Everything told and everything found is the same to the byte."""
        stage, viewer = self.stage, self.viewer
        both = (self.here, mine), (self.there, theirs)
        same(*[await stage.told(table, entries, viewer) if entries else [] for table, entries in both])
        same(*[stage.read(notes, entries, viewer) for notes, (_, entries) in zip(self.noted, both, strict=True)])
        same(*[[(moment.events, moment.view) for moment in moments(TITAN, entries)] for _, entries in both])
        same(*[await stage.looks(table, viewer) for table, _ in both])
        awaited = self.here.awaiting & self.there.awaiting
        same(*[stage.at_once(table, awaited) for table, _ in both])
        if viewer is not None:
            tries = [Resign(), *self.dice.sample(self.start.tried, min(4, len(self.start.tried)))]
            same(*[stage.refused(table, viewer, tries) for table, _ in both])


def same(mine: Sequence[Any], theirs: Sequence[Any]) -> None:
    """Fails with the first two things that differ."""
    assert len(mine) == len(theirs), f"{mine}\n{theirs}"
    for one, other in zip(mine, theirs, strict=True):
        assert one == other, differing(one, other)


def differing(one: Any, other: Any) -> str:
    """Both, from where their texts part."""
    texts = repr(one), repr(other)
    at = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    return "\n".join(text[max(0, at - 200) : at + 300] for text in texts)
