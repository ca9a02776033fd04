"""A game of Battle Titan in which seats do anything that is allowed, so that players are wiped out and come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, takewhile
from random import Random

from cogs.house.game.announce import Entry
from engine import log
from engine.core import CHANCE, Seat
from engine.titan.actions import Resign
from engine.titan.events import BattleBegan, Parted, Spawned, TurnBegan
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from tests.selfplay import answer

OPTIONS = {"variant": "battle_titan", "end_condition": "turns 14, score 200, extinction GRI"}


@lru_cache(maxsize=1)
def wild() -> tuple[Entry, ...]:
    """The entries of the first such game of six in which a legion comes back into an empty Tower, and one has to fight
    for it."""
    for seed in count(3):
        entries = tuple(_played(seed))
        turns = list(_back(entries))
        if any(BattleBegan in turn and Parted not in turn for turn in turns) and any(Parted in turn for turn in turns):
            return entries
    raise AssertionError("somebody comes back")


def _back(entries: Sequence[Entry]) -> Iterator[list[type]]:
    """What happens in each turn after somebody came back."""
    told = [event for entry in entries for event in entry.told.events]
    for place, event in enumerate(told):
        if isinstance(event, Spawned):
            yield [type(event) for event in takewhile(lambda event: not isinstance(event, TurnBegan), told[place:])]


def states() -> Iterator[State]:
    """The states of that game, in their order."""
    return (entry.after.state for entry in wild())


def _played(seed: int) -> Iterator[Entry]:
    chance, timeline = Random(seed), log.opening(TITAN, 6, OPTIONS)
    while True:
        before, draw = timeline, TITAN.wants(timeline.state)
        if draw is not None:
            timeline, told = log.step(TITAN, before, CHANCE, answer(draw, chance))
            yield Entry(CHANCE, before, timeline, told)
            continue
        waiting = sorted(TITAN.awaiting(timeline.state))
        if not waiting:
            return
        seat = Seat(chance.choice(waiting))
        actions = [each for each in TITAN.legal(timeline.state, seat) if not isinstance(each, Resign)]
        timeline, told = log.step(TITAN, before, seat, chance.choice(actions))
        yield Entry(seat, before, timeline, told)
