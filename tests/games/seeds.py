"""Looks for games to play in these tests: `python -m tests.games.seeds SEATS PEOPLE FIRST LAST MOST`.

Plays without Discord what People of each seed would play, bots on the other seats, and prints of each game of at most
MOST decisions: its seed, how many decisions, the moments people decided in, and the verbs they used.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from cogs.house.game.timeline import decided, drawn
from cogs.titan.kit import titan_face
from engine import chance, log
from engine.core import Draw, Drawn, Seat
from engine.notation import verb
from engine.titan.bots import LEVELS
from engine.titan.ruleset import TITAN
from engine.titan.state import Over
from tests.games.people import People, moment, next_to_act, seed_of

KIT = titan_face().kit


@dataclass(frozen=True, slots=True)
class Found:
    """How a game went: all decisions, those of people, and what they had to do with."""

    decisions: int
    of_people: int
    moments: tuple[str, ...]
    verbs: tuple[str, ...]
    won: bool


def played(number: int, seats: int, people: int, most: int) -> Found | None:
    """The game of a seed with `people` on the first seats and steady bots on the others; None if it gets too long."""
    mind, seed, words = People(number), seed_of(number), ("",) * seats
    persons = frozenset(map(Seat, range(people)))
    moments: dict[str, None] = {}
    verbs: dict[str, None] = {}
    decisions = of_people = 0

    def dice(entry: int, draw: Draw) -> Drawn:
        return chance.answer(seed, words, 1, entry, draw)

    entries, _ = drawn(KIT, dice, log.opening(KIT.rules, seats, {}))
    timeline = entries[-1].after
    while not isinstance(timeline.state.phase, Over):
        seat = next_to_act(TITAN.awaiting(timeline.state), persons)
        view, legal = TITAN.view(timeline.state, seat), tuple(TITAN.legal(timeline.state, seat))
        if seat in persons:
            action = mind.choose(view, (*legal, *log.undoings(KIT.rules, timeline, seat)))
            of_people += 1
            moments[moment(view)] = None
            verbs[verb(type(action))] = None
        else:
            action = LEVELS["steady"](view, legal, mind.whim())
        decisions += 1
        if decisions > most:
            return None
        entries, _ = decided(KIT, dice, timeline, seat, action)
        timeline = entries[-1].after
    return Found(decisions, of_people, tuple(moments), tuple(verbs), len(timeline.state.phase.winners) == 1)


def main(seats: int, people: int, first: int, last: int, most: int) -> None:
    """Prints the games of these seeds."""
    for number in range(first, last):
        found = played(number, seats, people, most)
        if found and found.won:
            print(number, found.decisions, found.of_people, len(found.moments), len(found.verbs), end=" ")
            print(",".join(found.moments).replace(" ", "-"), ",".join(found.verbs), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
