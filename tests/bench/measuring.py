"""How a figure is taken, and how it is told: in milliseconds, and in yardsticks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from tests.goals import Goal

GOAL_YARDSTICK_US = 400
"""The yardstick of the machine on which the goals were set."""
SAMPLES = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement: the median of `runs`, in milliseconds and in yardsticks. Without a goal `goal_ms` is 0."""

    what: str
    runs: int
    ms: float
    yardsticks: float
    goal_ms: float = 0.0

    @property
    def goal_yardsticks(self) -> float:
        """The goal as it is held."""
        return self.goal_ms * 1000 / GOAL_YARDSTICK_US

    @property
    def reached(self) -> bool:
        """Whether the goal is, whatever the machine."""
        return self.yardsticks <= self.goal_yardsticks


@dataclass(frozen=True, slots=True)
class Sketch:
    """What pictures of a sort take: milliseconds (median, 95th percentile, floor, yardstick) and thousands of bytes.

    Goals are in the same units, 0 where there is none.
    """

    what: str
    runs: int
    ms: float
    ms_95: float
    floor_ms: float
    yardstick_ms: float
    kb: float
    goal_ms: float
    goal_kb: float

    @property
    def reached(self) -> bool:
        """Whether the goals are: time in yardsticks, as with all figures, and size as it is."""
        quick = self.ms / self.yardstick_ms <= self.goal_ms * 1000 / GOAL_YARDSTICK_US
        return quick and (self.kb <= self.goal_kb or not self.goal_kb)


def yardstick() -> int:
    """Some pure Python that every machine has."""
    return sum(i * i for i in range(10000))


def seconds(job: Callable[[], object]) -> float:
    """How long `job` keeps the processor busy."""
    began = process_time()
    job()
    return process_time() - began


def measured(what: str, jobs: Iterable[Callable[[], object]]) -> Figure:
    """The figure of `jobs`, each run once with the yardstick before it."""
    return figure(what, [(seconds(yardstick), seconds(job)) for job in jobs])


def figure(what: str, pairs: Sequence[tuple[float, float]], goal_us: float = 0.0) -> Figure:
    """The figure of pairs of yardstick and job, in seconds."""
    rod, job = median(a for a, _ in pairs), median(b for _, b in pairs)
    return Figure(what, len(pairs), job * 1000, job / rod, goal_us / 1000)


def held(goal: Goal) -> Figure:
    """The figure of one question of a goal; what it asks of a job at a time is asked again and again."""
    jobs = goal.asks if len(goal.asks) > 1 else goal.asks * SAMPLES
    if len(goal.asks) == 1:
        goal.asks[0]()  # tables are made
    pairs = [(seconds(yardstick), seconds(job) / goal.questions) for job in jobs]
    return figure(goal.what, pairs, goal.us)


def spread(things: Sequence[Any], number: int) -> list[Any]:
    """`number` of them at even distances, or all if they are fewer."""
    return [things[i * len(things) // number] for i in range(number)] if len(things) > number else list(things)


async def longest(work: Awaitable[object]) -> tuple[float, float]:
    """The longest gap between ticks a millisecond apart while something is done, by the clock and by the processor."""
    gaps: list[tuple[float, float]] = []
    ended = False

    async def ticks() -> None:
        last = perf_counter(), process_time()
        while not ended:
            await asyncio.sleep(0.001)
            now = perf_counter(), process_time()
            late = now[0] - last[0] - 0.001
            gaps.append((late, min(late, now[1] - last[1])))
            last = now

    ticking = asyncio.create_task(ticks())
    await work
    ended = True
    await ticking
    return max(gap for gap, _ in gaps) * 1000, max(gap for _, gap in gaps) * 1000


def rows(figures: Sequence[Figure]) -> str:
    """A table as text, goals beside figures."""
    width = max(len(figure.what) for figure in figures)
    lines = [f"{'':{width}}  {'runs':>4}  {'median µs':>12}  {'yardsticks':>10}  {'goal µs':>9}  {'yardsticks':>10}"]
    for one in figures:
        line = f"{one.what:{width}}  {one.runs:4}  {one.ms * 1000:12.2f}  {one.yardsticks:10.4f}"
        if one.goal_ms:
            verdict = "reached" if one.reached else "NOT reached"
            line += f"  {one.goal_ms * 1000:9.7g}  {one.goal_yardsticks:10.4f}  {verdict}"
        lines.append(line)
    return "\n".join(lines)


def gallery(pictures: Sequence[Sketch]) -> str:
    """The table of the pictures as text, in the columns of `docs/performance.md`."""
    lines = ["| picture | ms | 95 % | yardsticks | goal | floor, ms | times the floor | KB | goal | reached |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for one in pictures:
        floor = (f"{one.floor_ms:.1f}", f"{one.ms / one.floor_ms:.1f}") if one.floor_ms else ("", "")
        goal = f"{one.goal_ms:.0f} ms: {one.goal_ms * 1000 / GOAL_YARDSTICK_US:.0f}"
        cells = (
            one.what, f"{one.ms:.1f}", f"{one.ms_95:.1f}", f"{one.ms / one.yardstick_ms:.1f}", goal, *floor,
            f"{one.kb:.0f}" if one.kb else "", f"{one.goal_kb:.0f}" if one.goal_kb else "",
            "yes" if one.reached else "no",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
