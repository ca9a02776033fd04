"""What a player of skirmish finds on coming back: what the other has done since, in a line and as a short film.

Pure, like replays: nothing is looked up but a moment's events and its view, which are what everybody saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cogs.commands.watch import TURN
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.values.safe_text import all_isolated
from cogs.house.words.short_lines import fitting
from cogs.house.words.words import Names
from cogs.skirmish.history.replay import SkirmishReplays
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import (
    AttackDeclared,
    CommandPlayed,
    Destroyed,
    Event,
    LorePlayed,
    Moved,
    Scored,
    TurnBegan,
)

WALKED = ("move",)
"""Why a unit moved that was ordered to."""

POINTS, LOSSES, CARDS, FIGHTS, WALKS = 5, 4, 3, 2, 1
"""What is left out last where a line has no room for all of a turn."""


class SkirmishDigests:
    """The digests of skirmish in one language."""

    def __init__(self, terms: Terms) -> None:
        self._terms, self._replays = terms, SkirmishReplays(terms)

    def lines(self, seat: Seat, moments: Sequence[Moment], names: Names) -> tuple[str, ...]:
        """See `cogs.house.game.telling.Digests`."""
        return tuple(self._line(whose, events, names) for whose, events in turns(moments) if whose != seat)

    def film(
        self, seat: Seat, moments: Sequence[Moment], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        """See `cogs.house.game.telling.Digests`: the last turn of the other, deed by deed."""
        whose = [each for each, _ in turns(moments)]
        at = max(place for place, each in enumerate(whose) if each != seat)
        shown = all_isolated(names)
        chapter = self._replays.chapters(TURN, moments, shown)[at]
        shots = self._replays.shots(TURN, moments, chapter, shown)
        picture = self._replays.draw(TURN, shots, "webp", names, look, check)
        return picture, self._replays.alt(chapter, shots)

    def _line(self, seat: Seat, events: Sequence[Event], names: Names) -> str:
        say = self._terms.say
        parts = tuple(self._parts(seat, events)) or ((WALKS, say("since.stayed")),)
        return fitting(
            parts,
            lambda told: say("since.line", player=names[seat], what=self._terms.words.listing(told, "comma")),
        )

    def _parts(self, seat: Seat, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
        """What is told of a turn, each with how much it weighs."""
        say = self._terms.say
        cards = [event.card for event in events if isinstance(event, CommandPlayed | LorePlayed) and event.seat == seat]
        if cards:
            yield CARDS, say("since.cards", cards=self._terms.cards(cards))
        moved = {event.number for event in events if isinstance(event, Moved) and event.why in WALKED}
        if moved:
            yield WALKS, say("since.moves", number=len(moved))
        if attacks := sum(isinstance(event, AttackDeclared) and not event.counter for event in events):
            yield FIGHTS, say("since.attacks", number=attacks)
        fallen = [event for event in events if isinstance(event, Destroyed)]
        if slain := [event.kind for event in fallen if event.owner != seat]:
            yield LOSSES, say("since.destroyed", units=self._terms.fallen(slain))
        if lost := [event.kind for event in fallen if event.owner == seat]:
            yield LOSSES, say("since.lost", units=self._terms.fallen(lost))
        scored = [event for event in events if isinstance(event, Scored) and event.seat == seat]
        if scored:
            yield POINTS, say("since.scored", points=sum(event.points for event in scored), total=scored[-1].total)


def turns(moments: Sequence[Moment]) -> tuple[tuple[Seat, tuple[Event, ...]], ...]:
    """The turns that began in these moments, each with whose it is and all that happened in it."""
    found: list[tuple[Seat, list[Event]]] = []
    for moment in moments:
        for event in moment.events:
            if isinstance(event, TurnBegan):
                found.append((event.seat, []))
            elif found:
                found[-1][1].append(event)
    return tuple((seat, tuple(events)) for seat, events in found)
