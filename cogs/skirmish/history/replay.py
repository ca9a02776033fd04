"""Replays of skirmish: which moments of a turn, a combat or a game are shown, in what words and for how long. Pure.

Nothing is looked up but a moment's events and its view, which are what everybody saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from cogs.commands.watch import BATTLE, GAME, LINES, TURN
from cogs.face.overview import Chapter
from cogs.face.told_replays import LOOK, PAUSE, READ_AT_MOST, TITLE, TOLD_LONGER, ToldReplays, each_turn, held, reading
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.runtime.workers import Check
from cogs.house.words.words import Names
from cogs.skirmish.words.captions import captions_in
from cogs.skirmish.words.event_sentences import news
from cogs.skirmish.words.terms import Terms
from engine.skirmish.events import (
    AttackDeclared,
    BuildingRuined,
    CardRevealed,
    CommandPlayed,
    Cured,
    Damaged,
    Deployed,
    Destroyed,
    DiceRolled,
    Event,
    GameOver,
    GotPoisoned,
    Healed,
    HeroicSpent,
    Ignored,
    LorePlayed,
    MapJoined,
    Moved,
    NotPlaced,
    Ordered,
    Peeked,
    Placed,
    PoisonRolled,
    Scored,
    Stunned,
    TurnBegan,
)
from engine.skirmish.view import View
from engine.values import replace
from render.replay import Shot
from render.skirmish.pieces.captions import goal
from render.skirmish.replay import replay
from render.theme import THEMES

MOST_BYTES = {TURN: 2_000_000, BATTLE: 2_000_000, GAME: 6_000_000, LINES: 6_000_000}

TOLD = (
    AttackDeclared, BuildingRuined, CardRevealed, CommandPlayed, Cured, Damaged, Deployed, Destroyed, DiceRolled,
    GameOver, GotPoisoned, Healed, HeroicSpent, Ignored, LorePlayed, MapJoined, Moved, NotPlaced, Ordered, Peeked,
    Placed, PoisonRolled, Scored, Stunned,
)  # fmt: skip
"""What is shown. The rest (answers, cards drawn, what a step earns of lore) stands in the log."""

OF_A_TURN = (Moved, Destroyed, BuildingRuined, Placed)
"""What is drawn of a turn where all of a game is shown."""

WEIGHTY = (Destroyed, CardRevealed, BuildingRuined)
"""What is told of one."""


class SkirmishReplays(ToldReplays):
    """What `/watch replay` shows of skirmish, in one language."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms.words, "skirmish")
        self._terms = terms

    # What there is to show

    def chapters(self, what: str, moments: Sequence[Moment], names: Names) -> tuple[Chapter, ...]:
        """The turns or the attacks so far, or the one game, the oldest first."""
        if what == BATTLE:
            return tuple(self._attacks(moments))
        turns = tuple(self._turns(moments, names))
        if what == TURN:
            return turns
        return (Chapter("", self._terms.say("replay.game"), turns[0].first, len(moments) - 1),) if turns else ()

    def _turns(self, moments: Sequence[Moment], names: Names) -> Iterator[Chapter]:
        begun = [(place, event) for place, event in _every(moments) if isinstance(event, TurnBegan)]
        ends = [*(place for place, _ in begun[1:]), len(moments) - 1]
        for (place, event), end in zip(begun, ends, strict=False):
            label = self._terms.say("replay.turn", round=event.round, player=names[event.seat])
            faction = moments[place].view.side(event.seat).faction
            yield Chapter(f"{event.round} {faction}", label, place, end)

    def _attacks(self, moments: Sequence[Moment]) -> Iterator[Chapter]:
        """Each attack, with its counter and all that comes of it: up to the next one, or the end of the Attack Step."""
        number = 0
        for place, event in _every(moments):
            if isinstance(event, AttackDeclared) and not event.counter:
                number += 1
                one = self._terms.unit_at(event.kind, event.hex)
                other = self._terms.unit_at(event.target_kind, event.target_hex)
                label = self._terms.say("replay.attack", number=number, unit=one, target=other)
                yield Chapter(str(number), label, place, _end_of_attack(moments, place))

    # What is shown of it

    def shots(self, what: str, moments: Sequence[Moment], chapter: Chapter, names: Names) -> tuple[Shot, ...]:
        """The shots of a chapter, with a title first; the last one is held."""
        start = moments[max(0, chapter.first - 1) if what in (LINES, BATTLE) else chapter.first].view
        title = Shot(_still(start), self._standing(start, names), TITLE, chapter.label, kept=True)
        showing: Callable[[Sequence[Moment], Chapter, Names], Iterator[Shot]]
        showing = self._game if what == GAME else partial(self._deeds, whole=what == LINES)
        return held((title, *showing(moments, chapter, names)))

    def _deeds(self, moments: Sequence[Moment], chapter: Chapter, names: Names, whole: bool = False) -> Iterator[Shot]:
        """A shot for each deed, or for the few that came together; all orders of a step are one.

        What the next turn brings in the last moment of a chapter is shown if that is taken `whole`.
        """
        fought: tuple[Event, ...] = ()
        orders: list[Ordered] = []
        for place, moment in enumerate(moments[chapter.first : chapter.last + 1]):
            last = not whole and chapter.first + place == chapter.last
            told = [event for event in _of(moment, not place and not whole, last) if isinstance(event, TOLD)]
            here = [event for event in told if isinstance(event, Ordered)]
            orders += here
            told = [event for event in told if not isinstance(event, Ordered)]
            if orders and not here:
                yield self._ordered(orders, moment, names)
                orders = []
            for events in self._readable(told, names):
                # what comes of an attack is drawn together with it
                fought = (*fought, *events) if fought and not _attacks(events[0]) else tuple(events)
                yield self._shot(moment, fought, self._said(events, moment, names))
                fought = fought if _attacks(fought[0]) else ()
            if moment.view.combat is None:
                fought = ()
            if any(isinstance(event, GameOver) for event in told):
                end = moment.view
                yield Shot(_still(end), self._standing(end, names), PAUSE, kept=True, standing=True)
        if orders:
            yield self._ordered(orders, moments[chapter.last], names)

    def _ordered(self, orders: Sequence[Ordered], moment: Moment, names: Names) -> Shot:
        """All units that have an order, ringed."""
        named = self.named(moment, names)
        units = self._terms.words.listing((self._terms.unit_at(one.kind, one.hex) for one in orders), "comma")
        said = self._terms.say("replay.orders", player=named[orders[0].seat], units=units)
        return self._shot(moment, (), said)

    def _readable(self, events: Sequence[Event], names: Names) -> Iterator[list[Event]]:
        """Events that came together, in groups whose sentences a caption has room for; a new attack begins one."""
        group: list[Event] = []
        for event in events:
            longer = sum(len(self._sentence(one, names)) + 1 for one in (*group, event)) > READ_AT_MOST
            if group and (longer or isinstance(event, AttackDeclared)):
                yield group
                group = []
            group.append(event)
        if group:
            yield group

    def _game(self, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Iterator[Shot]:
        """The field after each turn, what fell in it, and the end."""
        turns = tuple(self._turns(moments, names))
        each = each_turn(len(turns))
        for turn in turns:
            shown = moments[turn.first : turn.last + 1]
            deeds = [event for place, one in enumerate(shown) for event in _of(one, not place, last=one is shown[-1])]
            view = shown[-1].view
            if view.phase == "over" and turn is turns[-1]:
                yield from self._deeds(moments, Chapter("", "", turn.last, turn.last), names)
                continue
            began = next(event for event in shown[0].events if isinstance(event, TurnBegan))
            weighty = self._weighty(deeds, names, READ_AT_MOST - len(turn.label))
            drawn = tuple(event for event in deeds if isinstance(event, OF_A_TURN))
            still = _still(view, drawn)
            there = replace(
                still, round=began.round, active=began.seat, phase="learning", waiting=(), winner=None, combat=None
            )
            caption = f"{turn.label}. {weighty}" if weighty else turn.label
            yield Shot(there, caption, each + TOLD_LONGER * bool(weighty))

    def _weighty(self, deeds: Sequence[Event], names: Names, room: int) -> str:
        """What is told of a turn, as many sentences as have room."""
        said = ""
        for event in deeds:
            if isinstance(event, WEIGHTY):
                more = f"{said} {self._sentence(event, names)}".strip()
                said = more if len(more) <= room else said
        return said

    def _shot(self, moment: Moment, deeds: tuple[Event, ...], caption: str) -> Shot:
        return Shot(replace(moment.view, deeds=deeds, before=()), caption, LOOK + reading(caption))

    # In what words

    def _said(self, events: Sequence[Event], moment: Moment, names: Names) -> str:
        named = self.named(moment, names)
        return " ".join(filter(None, (self._sentence(event, named) for event in events)))

    def _sentence(self, event: Event, names: Names) -> str:
        return news(self._terms, event, names).removeprefix("↳ ")

    def _standing(self, view: View, names: Names) -> str:
        """What both have of what they need to win."""
        found = ((side.seat, *goal(view, side.seat)) for side in view.sides)
        each = (self._terms.say(f"replay.{what}", player=names[seat], has=has, of=of) for seat, has, of, what in found)
        return self._terms.words.listing(each, "comma")

    # As a picture

    def draw(self, what: str, shots: Sequence[Shot], form: str, names: Names, look: Look, check: Check) -> bytes:
        """The animated picture; what `check` raises ends the drawing."""
        captions = captions_in(self._terms.words.language, shots[0].view.rules.tables)
        return replay(shots, form, MOST_BYTES[what], captions, THEMES[look.theme], names, check)


def _every(moments: Sequence[Moment]) -> Iterator[tuple[int, Event]]:
    """Every event with the place of its moment."""
    return ((place, event) for place, moment in enumerate(moments) for event in moment.events)


def _of(moment: Moment, first: bool = False, last: bool = False) -> Sequence[Event]:
    """The events of a moment; of the `first` of a turn those of that turn, of the `last` those before the next one."""
    begins = next((at for at, event in enumerate(moment.events) if isinstance(event, TurnBegan)), None)
    if begins is None:
        return moment.events
    return moment.events[begins:] if first else moment.events[:begins] if last else moment.events


def _end_of_attack(moments: Sequence[Moment], place: int) -> int:
    """The last moment of an attack that begins in one: before the next attack, or when the combat is over."""
    for later in range(place, len(moments)):
        events = moments[later].events
        if later > place and any(map(_attacks, events)):
            return later - 1
        if moments[later].view.combat is None:
            return later
    return len(moments) - 1


def _attacks(event: Event) -> bool:
    """Whether an attack begins with it."""
    return isinstance(event, AttackDeclared) and not event.counter


def _still(view: View, deeds: tuple[Event, ...] = ()) -> View:
    """The view with these deeds alone."""
    return replace(view, deeds=deeds, before=())
