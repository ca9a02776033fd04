"""Both opinions on one state, and what chance may say between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core import CHANCE, Draw, Drawn, Seat
from engine.titan.actions import NOTATION
from engine.titan.ruleset import TITAN
from engine.titan.state import Aimed, Fighting, State
from tests.counts import slow
from tests.counts.field import LABELS


def aimed_at(state: State, before: str) -> str:
    """The hex that the latest strike goes to, which nothing in a state says once its hits are carried on."""
    if isinstance(state.phase, Fighting) and isinstance(state.phase.battle.step, Aimed):
        return LABELS[state.phase.battle.step.target]
    return before


def compare(state: State, target: str = "") -> int:
    """How many lines both list for all seats. Fails with the lines that only one lists."""
    number = 0
    for seat in map(Seat, range(len(state.players))):
        quick = [NOTATION.line(action) for action in TITAN.legal(state, seat)]
        obvious = slow.lines(state, seat, target)
        twice = [line for line, times in Counter(quick).items() if times > 1]
        assert not twice, f"seat {seat}: the engine lists twice {twice}"
        missing, surplus = set(obvious) - set(quick), set(quick) - set(obvious)
        assert not missing, f"seat {seat} in {state.phase}: only the rules allow {sorted(missing)}"
        assert not surplus, f"seat {seat} in {state.phase}: only the engine allows {sorted(surplus)}"
        number += len(quick)
    return number


def draws(draw: Draw, die: int) -> list[Drawn]:
    """What chance may say, cut down: a single die shows each number, of several each shows `die`; towers in order."""
    if draw.distinct:
        return [Drawn(tuple(range(1, draw.count + 1)))]
    if draw.count == 1:
        return [Drawn((number,)) for number in range(1, draw.sides + 1)]
    return [Drawn((die,) * draw.count)]


def decided(state: State, die: int, target: str = "") -> Iterator[tuple[State, str]]:
    """The states in which somebody must decide, or nobody any more, after chance has spoken."""
    draw, target = TITAN.wants(state), aimed_at(state, target)
    if draw is None:
        yield state, target
        return
    for drawn in draws(draw, die):
        yield from decided(TITAN.apply(state, CHANCE, drawn)[0], die, target)
