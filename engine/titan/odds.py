"""How a battle may end: fought many times over with the real rules, both sides played by the level `steady`.

Nothing is estimated: each trial is a whole battle from the given position on, decision by decision and die by die. What
is uncertain is only the number of trials, which the standard error tells. `estimate` is the quick guess that the
program itself plays by; it is not used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from engine.core import CHANCE, Drawn
from engine.pick import Pick
from engine.titan.actions import Action, Concede, Strike
from engine.titan.bots import choose_steady
from engine.titan.events import BattleEnded
from engine.titan.rules import TITAN as TITAN_CODE
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Fighting, State

OUTCOMES = ("attacker", "time", "both", "defender")
"""How a battle ends: the attacker wins, or runs out of time (R11.3), both are lost, the defender wins."""


class RandomSource(Pick, Protocol):
    """A source of dice and whims; `random.Random` fits."""

    def randint(self, a: int, b: int, /) -> int:
        """A whole number of `a` to `b`, both possible."""
        ...


@dataclass(frozen=True, slots=True)
class Ending:
    """How one battle ended. `left` is the value of what each side has left, `titans` whose Titan fell; by side."""

    outcome: str
    left: tuple[int, int]
    titans: tuple[bool, bool]
    round: int


def endings(state: State, luck: RandomSource) -> Iterator[Ending | None]:
    """The battle of a state fought again and again without end. The state must be one of `simulation`.

    Between two decisions or throws of a battle there is None, so that nobody has to wait for its end.
    """
    while True:
        yield from fought(state, luck)


def fought(state: State, luck: RandomSource) -> Iterator[Ending | None]:
    """The battle of a state fought once: None after each decision and each throw, and how it ended at last."""
    phase = state.phase
    assert isinstance(phase, Fighting), "there is a battle"
    engagement = phase.engagement
    scores = tuple(state.players[seat].score for seat in engagement.seats)
    while True:
        draw = TITAN.wants(state)
        if draw is not None:
            rolls = tuple(luck.randint(1, draw.sides) for _ in range(draw.count))
            state, events = TITAN.apply(state, CHANCE, Drawn(rolls))
        else:
            (seat,) = TITAN.awaiting(state)
            match tuple(TITAN.legal(state, seat)):
                case (Strike() as only, Concede(), *_):  # it would make it, and need not look at all for that
                    action: Action = only
                case actions:
                    action = choose_steady(TITAN.view(state, seat), actions, luck)
            state, events = TITAN.apply(state, seat, action)
        for event in events:
            if isinstance(event, BattleEnded):
                yield _told(state, event, engagement.markers, scores)
                return
        yield None


def _told(state: State, ended: BattleEnded, markers: tuple[str, str], scores: tuple[int, ...]) -> Ending:
    """The last map of the battle tells who is left: the slain are on it still. Scores are those before it ended."""
    fought = state.aftermath
    assert fought is not None, "the battle that has just ended is kept for its last picture"
    left, titans = [0, 0], [TITAN_CODE in fallen for fallen in fought.battle.fallen]
    for fighter in fought.battle.fighters:
        slain = fighter.hits >= state.rules.power(fighter.creature, scores[fighter.side])
        if not slain and markers[fighter.side] == ended.winner:
            left[fighter.side] += state.rules.value(fighter.creature, scores[fighter.side])
        elif fighter.creature == TITAN_CODE:
            titans[fighter.side] = True
    outcome = "both"
    if ended.how == "time":
        outcome = "time"
    elif ended.winner:
        outcome = ("attacker", "defender")[markers.index(ended.winner)]
    return Ending(outcome, (left[ATTACKER], left[DEFENDER]), (titans[ATTACKER], titans[DEFENDER]), ended.round)


@dataclass(frozen=True, slots=True)
class Odds:
    """What many trials have shown: how many ended in each of the `OUTCOMES`, in this order.

    `left` is the mean value of what a side has left in the battles that it survives, 0 if there is none; `titans` the
    share of the battles in which a side loses its Titan; `rounds` the mean length.
    """

    trials: int
    counts: tuple[int, ...]
    left: tuple[float, float]
    titans: tuple[float, float]
    rounds: float

    def share(self, outcome: str) -> float:
        """The share of the trials that ended so, 0 to 1."""
        return self.counts[OUTCOMES.index(outcome)] / self.trials

    def error(self, outcome: str) -> float:
        """The standard error of a share. Two of each kind are added first, so that none seen is not certainty."""
        share = (self.counts[OUTCOMES.index(outcome)] + 2) / (self.trials + 4)
        return sqrt(share * (1 - share) / (self.trials + 4))


def odds(seen: Sequence[Ending]) -> Odds:
    """The odds that trials show; there must be at least one."""
    trials = len(seen)
    return Odds(
        trials=trials,
        counts=tuple(sum(one.outcome == outcome for one in seen) for outcome in OUTCOMES),
        left=(_left(seen, ATTACKER), _left(seen, DEFENDER)),
        titans=(sum(one.titans[ATTACKER] for one in seen) / trials, sum(one.titans[DEFENDER] for one in seen) / trials),
        rounds=sum(one.round for one in seen) / trials,
    )


def _left(seen: Sequence[Ending], side: int) -> float:
    kept = [one.left[side] for one in seen if one.left[side]]
    return sum(kept) / len(kept) if kept else 0.0
