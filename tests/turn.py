"""The moving picture of a turn in the README, `docs/turn.webp`, again: `python -m tests.turn`.

It is a turn of a game that bots have played: Ann splits a legion, rolls, attacks a Titan and fells it.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from cogs.house import moments as told
from cogs.house.announce import Entry
from cogs.house.kit import Look
from cogs.house.words import Words
from cogs.titan.replay import Replays
from cogs.titan.words import TitanWords
from cogs.watch import TURN
from engine import log
from engine.core import Seat
from engine.titan.ruleset import TITAN
from render.replay import go_on
from render.theme import DARK
from tests.selfplay import selfplay

FILE = Path(__file__).parents[1] / "docs" / "turn.webp"
SEED, CHAPTER = 6, "7 Green"
"""The game, and the turn in it."""

NAMES = MappingProxyType({Seat(0): "Ann", Seat(1): "Ada (bot)", Seat(2): "Boris (bot)", Seat(3): "Chloe (bot)"})


def game() -> tuple[told.Moment, ...]:
    """The game up to the end of that turn and a little further."""
    course, entries = log.opening(TITAN, len(NAMES), {}), []
    last = int(CHAPTER.split(" ")[0])
    for seat, line in selfplay(("steady",) * len(NAMES), SEED).lines:
        before = course
        course, news = log.step(TITAN, before, seat, TITAN.notation.parse(line))
        entries.append(Entry(seat, before, course, news))
        if course.state.turn > last:
            break
    return tuple(told.moments(TITAN, entries))


def picture() -> bytes:
    """The turn as an animated WebP."""
    maker, played = Replays(TitanWords(Words())), game()
    (chapter,) = (each for each in maker.chapters(TURN, played, NAMES) if each.key == CHAPTER)
    return maker.draw(TURN, maker.shots(TURN, played, chapter, NAMES), "webp", NAMES, Look(DARK.name), go_on)


if __name__ == "__main__":
    FILE.write_bytes(picture())
    print(f"{FILE}: {FILE.stat().st_size / 1000:.0f} KB")
