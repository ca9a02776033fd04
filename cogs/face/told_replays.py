"""What the replays of all games have in common: how long a shot stays, and what is said of a replay. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.face.overview import Chapter
from cogs.house.game.public_history import Moment
from cogs.house.words.words import ALT, Names, Words, shortened
from engine.values import replace
from render.replay import MOST_SHOTS, Shot, thinned

TITLE = 2_000
LOOK = 1_500
"""Milliseconds for what is looked at: a move, a card, a strike with its dice."""
PAUSE = 3_600
"""For the end, and a player who is out."""
HELD = 6_000
"""For the last shot, before all begins anew."""

READ, READ_AT_ONCE, READ_AT_MOST = 18, 50, 120
"""Milliseconds more for each letter of a caption from the one to the other; a caption has no room for more."""

GAME_MILLISECONDS, SHORTEST, LONGEST = 60_000, 300, 1_100
"""The turns of a game together, and each."""

TOLD_LONGER = 900
"""More for a turn of which there is something to read."""


def reading(caption: str) -> int:
    """Milliseconds more that a caption takes."""
    return READ * max(0, min(len(caption), READ_AT_MOST) - READ_AT_ONCE)


def each_turn(turns: int) -> int:
    """Milliseconds for each of so many turns, where a whole game is shown."""
    return min(LONGEST, max(SHORTEST, GAME_MILLISECONDS // turns))


def held(shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """As many of the shots as there may be, the last of them held."""
    *before, last = thinned(tuple(shots), MOST_SHOTS)
    return (*before, replace(last, milliseconds=max(last.milliseconds, HELD)))


class ToldReplays:
    """What is said of the replays of a `game`, in the language of `words`."""

    def __init__(self, words: Words, game: str) -> None:
        self._texts, self._below = words, f"{game}.replay"

    def lines(self, first: int, last: int, moments: Sequence[Moment], between: tuple[int, int]) -> Chapter | None:
        """The lines of a log from one number to another, told by the entries `between`; None if they show nothing."""
        shown = [place for place, moment in enumerate(moments) if between[0] <= moment.seq <= between[1]]
        label = self._texts.text(f"{self._below}.lines", first=first, last=last)
        return Chapter(f"{first}-{last}", label, shown[0], shown[-1]) if shown else None

    def told(self, chapter: Chapter, shots: Sequence[Shot]) -> str:
        """What a replay is, in a line."""
        seconds = round(sum(shot.milliseconds for shot in shots) / 1000)
        return self._texts.text(f"{self._below}.told", what=chapter.label, shots=len(shots), seconds=seconds)

    def alt(self, chapter: Chapter, shots: Sequence[Shot]) -> str:
        """What a replay shows, at most 1024 characters."""
        said = " ".join(dict.fromkeys(shot.caption for shot in shots))
        return shortened(f"{self.told(chapter, shots)} {said}", ALT)

    def named(self, moment: Moment, names: Names) -> Names:
        """The names as they stand in a caption: whatever the program did in somebody's place is marked."""
        seat = moment.proxy
        return names if seat is None else {**names, seat: self._texts.text("acted-for", who=names[seat])}
