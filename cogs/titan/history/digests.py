"""What a player of Titan finds on coming back: what each of the others has done since, in a line and as a short film.

Pure, like replays: nothing is looked up but a moment's events and its view, which are what everybody saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cogs.face.overview import Chapter
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.values.safe_text import all_isolated
from cogs.house.words.short_lines import fitting
from cogs.house.words.words import Names
from cogs.titan.history.replay import TitanReplays
from cogs.titan.history.replay_events import ReplayEvent
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import (
    Agreed,
    BattleEnded,
    Conceded,
    Eliminated,
    Fled,
    Moved,
    Mustered,
    Rolled,
    Spawned,
    TurnBegan,
    WipedOut,
)

FATES, FIGHTS, GROWTH, ROLL, WALKS = 5, 4, 3, 2, 1
"""What is left out last where a line has no room for all of a turn."""


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A turn of another player: its first and its last moment, and all deeds of it."""

    seat: Seat
    first: int
    last: int
    deeds: tuple[ReplayEvent, ...]


class TitanDigests:
    """The digests of Titan in one language."""

    def __init__(self, words: TitanWords) -> None:
        self._terms: Terms = words.terms
        self._replays = TitanReplays(words)

    def lines(self, seat: Seat, moments: Sequence[Moment], names: Names) -> tuple[str, ...]:
        """See `cogs.house.game.telling.Digests`."""
        return tuple(self._line(turn, names) for turn in turns(seat, moments))

    def film(
        self, seat: Seat, moments: Sequence[Moment], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        """See `cogs.house.game.telling.Digests`: the board as each turn left it, and before that how each engagement
        ended.
        """
        shown = all_isolated(names)
        chapters = [
            (Chapter("", self._line(turn, shown, bold=False), turn.first, turn.last), turn.deeds)
            for turn in turns(seat, moments)
        ]
        return self._replays.meanwhile(self._terms.say("since.title"), moments, chapters, shown, look, names, check)

    def _line(self, turn: MissedTurn, names: Names, bold: bool = True) -> str:
        say = self._terms.say
        parts = tuple(self._parts(turn, names)) or ((WALKS, say("since.stayed")),)
        return fitting(
            parts,
            lambda told: say(
                "since.line" if bold else "since.caption",
                player=names[turn.seat],
                what=self._terms.words.listing(told, "comma"),
            ),
        )

    def _parts(self, turn: MissedTurn, names: Names) -> Iterator[tuple[int, str]]:
        """What is told of a turn, in its order, each with how much it weighs."""
        say, events = self._terms.say, [deed.event for deed in turn.deeds]
        if rolls := [event.roll for event in events if isinstance(event, Rolled)]:
            yield ROLL, say("since.roll", roll=rolls[-1])
        if moved := sum(isinstance(event, Moved) for event in events):
            yield WALKS, say("since.moves", number=moved)
        for event in events:
            match event:
                case Spawned(land=land):
                    yield FATES, say("since.spawned", land=self._terms.land(land))
                case BattleEnded(land=land, winner=winner, loser=loser) if winner:
                    yield FIGHTS, say("since.won", winner=winner, loser=loser, land=self._terms.land(land))
                case BattleEnded(land=land):
                    yield FIGHTS, say("since.both", land=self._terms.land(land))
                case Fled(land=land, legion=legion):
                    yield FIGHTS, say("since.fled", legion=legion, land=self._terms.land(land))
                case Conceded(land=land, legion=legion, in_battle=False):
                    yield FIGHTS, say("since.conceded", legion=legion, land=self._terms.land(land))
                case Agreed(land=land):
                    yield FIGHTS, say("since.agreed", land=self._terms.land(land))
                case Eliminated(seat=seat):
                    yield FATES, say("since.out", who=names[seat])
                case WipedOut(seat=seat):
                    yield FATES, say("since.wiped", who=names[seat])
                case _:
                    pass
        if taken := [event.recruit for event in events if isinstance(event, Mustered)]:
            yield GROWTH, say("since.mustered", creatures=self._terms.creatures(taken))


def turns(seat: Seat, moments: Sequence[Moment]) -> tuple[MissedTurn, ...]:
    """The turns that began in these moments, but those of `seat`."""
    found: list[MissedTurn] = []
    for place, moment in enumerate(moments):
        for event in moment.events:
            if isinstance(event, TurnBegan):
                found.append(MissedTurn(event.seat, place, place, ()))
            elif found:
                turn = found[-1]
                found[-1] = MissedTurn(turn.seat, turn.first, place, (*turn.deeds, ReplayEvent(event, moment)))
    return tuple(turn for turn in found if turn.seat != seat)
