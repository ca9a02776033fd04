"""What is worth telling of a game of Titan, gathered from its moments: its turns, its battles, how legions ended. Pure.

Nothing is looked up but events, which are what everybody heard, and the views of their moments. Where these are open,
as in a game that is over, it is known who went where: else that is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogs.house.game.public_history import Moment
from engine.core import Seat
from engine.titan.battle.hits import hit_chance
from engine.titan.events import (
    Agreed,
    BattleBegan,
    BattleEnded,
    Coloured,
    Conceded,
    Eliminated,
    EndReached,
    Engaged,
    Event,
    Fled,
    GameEnded,
    MarkerChosen,
    Moved,
    Mustered,
    NotEntered,
    Parted,
    Reinforced,
    Rejoined,
    Scored,
    Slain,
    Spawned,
    Struck,
    Summoned,
    TowerDrawn,
    TowersDrawn,
    TurnBegan,
    WipedOut,
)
from engine.titan.rules import TITAN
from engine.titan.view import View

BEGUN, SPAWNED, PARTED = "begun", "spawned", "parted"
"""How legions come to be."""

STANDS, FELL, FELL_BOTH, FLED, CONCEDED, AGREED, REMOVED, EMPTIED = (
    "stands", "fell", "fell-both", "fled", "conceded", "agreed", "removed", "emptied"
)  # fmt: skip
"""How they end, if they do."""


@dataclass(slots=True)
class Luck:
    """Hits that dice made, and how many were to be expected of them."""

    dice: int = 0
    hits: int = 0
    due: float = 0.0
    spread: float = 0.0
    """The variance of the hits."""

    def add(self, struck: Struck) -> None:
        chance = hit_chance(struck.number)
        self.dice += len(struck.rolls)
        self.hits += sum(roll >= struck.number for roll in struck.rolls)
        self.due += len(struck.rolls) * chance
        self.spread += len(struck.rolls) * chance * (1 - chance)

    @property
    def unusual(self) -> float:
        """By how many standard deviations there were more hits than due; below zero if there were less."""
        return (self.hits - self.due) / self.spread**0.5 if self.spread else 0.0


@dataclass(slots=True)
class BattleStory:
    """A battle: what both sides had at its beginning, who joined, who was lost by legion, and how it ended."""

    turn: int
    began: BattleBegan
    seats: tuple[Seat, Seat]
    joined: list[Summoned | Reinforced] = field(default_factory=list)
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    luck: dict[Seat, Luck] = field(default_factory=dict)
    fallen: list[Seat] = field(default_factory=list)
    """Whose Titans fell."""
    ended: BattleEnded | None = None
    scored: list[Scored] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many characters took part."""
        return len(self.began.attackers) + len(self.began.defenders) + len(self.joined)


@dataclass(slots=True)
class Feat:
    """Something that is told as it was, with what was scored for it; `engaged` is in which engagement, if in one."""

    event: Event
    engaged: Engaged | None = None
    scored: list[Scored] = field(default_factory=list)


@dataclass(slots=True)
class TurnStory:
    """A player's turn: whom he mustered, and what happened in it, in order."""

    number: int
    seat: Seat
    mustered: list[str] = field(default_factory=list)
    story: list[BattleStory | Feat] = field(default_factory=list)
    leads: tuple[Seat, int] | None = None
    """Who took the lead in it, and with how much."""


@dataclass(slots=True)
class LegionStory:
    """A legion from the turn in which it came to be to the one in which it ended: how, where, against or out of whom.

    `had` and `last` are whom it held at both ends, empty where that is not known.
    """

    seat: Seat
    marker: str
    turn: int
    how: str
    origin: str
    land: int
    had: tuple[str, ...]
    end: str = STANDS
    ended: int = 0
    at: int = 0
    by: str = ""
    last: tuple[str, ...] = ()


@dataclass(slots=True)
class Story:
    """A game as it is told. `titans` is under which marker each player's Titan was when each Game-Turn began."""

    towers: tuple[int, ...] = ()
    colours: dict[Seat, str] = field(default_factory=dict)
    turns: list[TurnStory] = field(default_factory=list)
    lives: list[LegionStory] = field(default_factory=list)
    titans: dict[Seat, dict[int, str]] = field(default_factory=dict)
    ended: GameEnded | None = None
    view: View | None = None
    """The last of its moments."""

    @property
    def fights(self) -> tuple[BattleStory, ...]:
        return tuple(item for turn in self.turns for item in turn.story if isinstance(item, BattleStory))

    @property
    def deeds(self) -> tuple[tuple[TurnStory, Event], ...]:
        return tuple((turn, item.event) for turn in self.turns for item in turn.story if isinstance(item, Feat))

    @property
    def luck(self) -> dict[Seat, Luck]:
        """What everybody's dice did in all battles together."""
        found: dict[Seat, Luck] = {}
        for fight in self.fights:
            for seat, each in fight.luck.items():
                known = found.get(seat, Luck())
                found[seat] = Luck(
                    known.dice + each.dice, known.hits + each.hits, known.due + each.due, known.spread + each.spread
                )
        return dict(sorted(found.items()))


def story(moments: Sequence[Moment], opened: bool) -> Story:
    """The story of moments that are all of a game so far, without what was taken back."""
    gatherer = _Gatherer(opened)
    for moment in moments:
        for event in moment.events:
            gatherer.take(event, moment)
    gatherer.story.view = moments[-1].view if moments else None
    gatherer.close()
    return gatherer.story


class _Gatherer:
    """Takes one event after the other."""

    def __init__(self, opened: bool) -> None:
        self.story = Story()
        self._opened = opened
        self._engaged: Engaged | None = None
        self._fight: BattleStory | None = None
        self._settled: list[Scored] | None = None
        self._scores: dict[Seat, int] = {}
        self._leader: Seat | None = None
        self._living: dict[str, LegionStory] = {}

    @property
    def _turn(self) -> TurnStory:
        return self.story.turns[-1]

    @property
    def _number(self) -> int:
        return self.story.turns[-1].number if self.story.turns else 1

    def _score(self, event: Scored) -> None:
        self._scores[event.seat] = event.score
        if self._settled is not None:
            self._settled.append(event)

    def take(self, event: Event, moment: Moment) -> None:
        """Whatever is worth telling of an event."""
        match event:
            case TowersDrawn(towers):
                self.story.towers = towers
            case Coloured(seat, colour):
                self.story.colours[seat] = colour
            case TurnBegan(seat, turn):
                self._find_leader()
                self.story.turns.append(TurnStory(turn, seat))
                if self._opened:
                    self._find_titans(turn, moment.view)
            case Engaged():
                self._engaged = event
            case Mustered(recruit=recruit):
                self._turn.mustered.append(recruit)
            case Moved(lord=lord) if lord:
                self._turn.story.append(Feat(event))
            case Scored():
                self._score(event)
            case GameEnded():
                self.story.ended = event
            case BattleBegan() | Struck() | Slain() | NotEntered() | BattleEnded():
                self._battle(event)
            case Summoned() | Reinforced() if self._fight is not None:
                self._fight.joined.append(event)
            case Fled() | Conceded(in_battle=False) | Agreed():
                self._tell(Feat(event, self._engaged))
            case Eliminated() | WipedOut() | TowerDrawn() | Spawned() | EndReached():
                self._tell(Feat(event))
        if self._opened:
            self._live(event, moment)

    def _tell(self, deed: Feat) -> None:
        if self.story.turns:
            self._turn.story.append(deed)
            self._settled = deed.scored

    def _battle(self, event: BattleBegan | Struck | Slain | NotEntered | BattleEnded) -> None:
        if isinstance(event, BattleBegan):
            assert self._engaged is not None, "battles are of engagements"
            self._fight = BattleStory(self._number, event, self._engaged.seats)
            self._turn.story.append(self._fight)
            return
        fight = self._fight
        assert fight is not None, "blows are struck in battles"
        match event:
            case Struck(seat=seat):
                fight.luck.setdefault(seat, Luck()).add(event)
            case Slain(seat, legion, creatures) | NotEntered(seat, legion, creatures):
                fight.lost[legion] = (*fight.lost.get(legion, ()), *creatures)
                if TITAN in creatures:
                    fight.fallen.append(seat)
            case BattleEnded():
                fight.ended = event
                self._settled, self._fight = fight.scored, None

    def _find_leader(self) -> None:
        """Who leads alone once a turn is over; it is told if that is another one than before."""
        if not self.story.turns or not self._scores:
            return
        best = max(self._scores.values())
        leaders = [seat for seat, score in self._scores.items() if score == best]
        if len(leaders) == 1 and best and leaders[0] != self._leader:
            self._leader = leaders[0]
            self._turn.leads = self._leader, best

    def _find_titans(self, turn: int, view: View) -> None:
        for legion in view.legions:
            if TITAN in legion.creatures:
                self.story.titans.setdefault(legion.owner, {}).setdefault(turn, legion.marker)

    # Legions, where they are open

    def _live(self, event: Event, moment: Moment) -> None:
        match event:
            case MarkerChosen(seat, marker, _):
                self._begin(seat, marker, BEGUN, "", moment.view)
            case Spawned(seat=seat, marker=marker):
                self._begin(seat, marker, SPAWNED, "", moment.view)
            case Parted(seat, parent, child):
                self._begin(seat, child, PARTED, parent, moment.view)
            case Rejoined(child=child):
                if (life := self._living.pop(child, None)) is not None:
                    self.story.lives.remove(life)
            case Summoned(donor=donor, emptied=True):
                self._end(donor, EMPTIED, event.legion, 0, (event.creature,))
            case Fled():
                self._end(event.legion, FLED, "", event.land, event.creatures)
            case Conceded(in_battle=False):
                self._end(event.legion, CONCEDED, "", event.land, event.creatures)
            case Agreed(land, lost, survivor):
                for legion, creatures in lost:
                    self._end(legion, AGREED, survivor, land, creatures)
            case BattleEnded():
                self._end_of_battle(event)
            case Eliminated(legions=legions):
                for legion, land, creatures in legions:
                    self._end(legion, REMOVED, "", land, creatures)
            case _:
                pass

    def _end_of_battle(self, event: BattleEnded) -> None:
        began = self.story.fights[-1].began
        if event.loser:
            had = began.attackers if event.loser == began.attacker else began.defenders
            self._end(event.loser, FELL, event.winner, event.land, had)
            return
        self._end(began.attacker, FELL_BOTH, began.defender, event.land, began.attackers)
        self._end(began.defender, FELL_BOTH, began.attacker, event.land, began.defenders)

    def _begin(self, seat: Seat, marker: str, how: str, origin: str, view: View) -> None:
        found = next((legion for legion in view.legions if legion.marker == marker), None)
        land, had = (found.land, found.creatures) if found else (0, ())
        life = self._living[marker] = LegionStory(seat, marker, self._number, how, origin, land, had)
        self.story.lives.append(life)

    def _end(self, marker: str, how: str, by: str, land: int, last: tuple[str, ...]) -> None:
        life = self._living.pop(marker, None)
        if life is not None:
            life.end, life.ended, life.by, life.at, life.last = how, self._number, by, land, last

    def close(self) -> None:
        """What stands in the end."""
        self._find_leader()
        view = self.story.view
        for legion in view.legions if view is not None and self._opened else ():
            life = self._living.get(legion.marker)
            if life is not None:
                life.at, life.last, life.ended = legion.land, legion.creatures, self._number


def trail(under: dict[int, str]) -> Iterator[tuple[str, int, int]]:
    """The markers that a Titan was under, each with the first and the last Game-Turn of it, in order."""
    runs: list[tuple[str, int, int]] = []
    for turn, marker in sorted(under.items()):
        if runs and runs[-1][0] == marker:
            runs[-1] = (marker, runs[-1][1], turn)
        else:
            runs.append((marker, turn, turn))
    yield from runs
