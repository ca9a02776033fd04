"""How fast it is: `python -m tests.bench` prints a table and writes `bench.json`.

Machines differ and are busy, so each figure is the processor's time, and is also given in yardsticks: how often a
fixed sum could have been taken in that time, measured in the same run, right beside it. Goals were set on a machine
with a yardstick of 400 µs, so they hold in yardsticks.
"""

from __future__ import annotations

import asyncio
import json
import platform
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from cogs.house.house import House
from cogs.house.kit import AS_IT_IS
from cogs.house.seams import Seams
from cogs.house.store import Store
from cogs.titan_kit import titan_face
from engine import log
from engine.core import CHANCE, Drawn, Seat
from engine.notation import verb
from engine.titan.ruleset import TITAN
from tests.goals import Goal, goals

KIT = titan_face().kit
REPORT = Path("bench.json")
MIGRATIONS = Path(__file__).parents[1] / "migrations"
SEATS = 4
ENTRIES = 1500
COMMITS = 200
COMMIT_US = 3000
"""What a decision at a table may take."""
GOAL_YARDSTICK_US = 400
"""The yardstick of the machine on which the goals were set."""
SAMPLES = 100
PICTURES = 12


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
class Played:
    """A game that was played: its entries, and the state before each of them."""

    entries: tuple[tuple[Seat, Any], ...]
    states: tuple[Any, ...]


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


def choice(view: Any, actions: Iterable[Any], whim: random.Random) -> Any:
    """What sound play does, among what ends no game early and takes nothing back."""
    steady = KIT.bots["steady"]
    return steady(view, [one for one in actions if verb(type(one)) not in ("resign", "concede", "undo")], whim)


def played(entries: int, seed: int) -> Played:
    """A game of sound play, the same for the same seed."""
    whim = random.Random(seed)
    state = TITAN.new_game(SEATS, {})
    said: list[tuple[Seat, Any]] = []
    states = []
    while len(said) < entries:
        seat: Seat
        action: Any
        if draw := TITAN.wants(state):
            faces = range(1, draw.sides + 1)
            values = whim.sample(faces, draw.count) if draw.distinct else whim.choices(faces, k=draw.count)
            seat, action = CHANCE, Drawn(tuple(values))
        elif waited := TITAN.awaiting(state):
            seat = min(waited)
            action = choice(TITAN.view(state, seat), TITAN.legal(state, seat), whim)
        else:
            break
        said.append((seat, action))
        states.append(state)
        state, _ = TITAN.apply(state, seat, action)
    return Played(tuple(said), tuple(states))


def legal_moves(game: Played) -> list[Figure]:
    """Listing everything a waited-for seat may do, by phase."""
    phases: dict[str, list[Any]] = {}
    for state in game.states:
        if TITAN.awaiting(state):
            phases.setdefault(TITAN.view(state, None).phase, []).append(state)

    def listing(state: Any) -> Callable[[], object]:
        seat = min(TITAN.awaiting(state))
        return lambda: list(TITAN.legal(state, seat))

    return [
        measured(f"legal moves: {phase}", [listing(state) for state in spread(states, SAMPLES)])
        for phase, states in phases.items()
    ]


def loading(game: Played) -> Figure:
    """Playing a log again, as a table does when it is loaded."""

    def load() -> None:
        course = log.opening(TITAN, SEATS, {})
        for seat, action in game.entries:
            course, _ = log.step(TITAN, course, seat, action)

    return measured(f"replay: {len(game.entries)} entries", [load] * 5)


def drawing(game: Played) -> list[Figure]:
    """Each kind of picture: the first, which fills the caches, and those of later views."""
    views = {
        "board": [TITAN.view(state, None) for state in game.states],
        "battle": [TITAN.view(state, None) for state in game.states if TITAN.view(state, None).battle],
        "aftermath": [last for state in game.states if (last := TITAN.view(state, None)).aftermath],
        "hand": [TITAN.view(state, min(TITAN.awaiting(state))) for state in game.states if TITAN.awaiting(state)],
        "own-board": [TITAN.view(state, min(TITAN.awaiting(state))) for state in game.states if TITAN.awaiting(state)],
        "zoom": [TITAN.view(state, None) for state in game.states],
        "land": [TITAN.view(state, None) for state in game.states],
        "caretaker": [TITAN.view(state, None) for state in game.states],
    }

    def job(kind: str, view: Any) -> Callable[[], object]:
        return lambda: KIT.draw[kind](view, {}, AS_IT_IS)

    figures = []
    for kind, seen in views.items():
        first, *later = [job(kind, view) for view in spread(list(dict.fromkeys(seen)), PICTURES + 1)]
        figures += [measured(f"picture: the first {kind}", [first]), measured(f"picture: {kind}", later)]
    return figures


async def committing(folder: Path) -> tuple[Figure, Figure]:
    """A decision at a table: legal, apply, announce, commit, by the processor's time and by the clock.

    Nobody delivers it. The clock also counts the disk, and how long other programs kept the two threads waiting.
    """
    store = await Store.open(f"sqlite:///{folder / 'bench.db'}", MIGRATIONS)
    house = House(store, {TITAN.name: KIT}, Seams())
    table = await house.open(1, 2, 100, "0", TITAN.name, SEATS, "bench", {})
    for user in range(1, SEATS):
        await table.join(100 + user, str(user))
    await table.start(100)
    whim = random.Random(1)
    busy: list[tuple[float, float]] = []
    passed: list[tuple[float, float]] = []
    while len(busy) < COMMITS and table.awaiting:
        seat = min(table.awaiting)
        action = choice(table.view(seat), table.legal(seat), whim)
        times = [(process_time(), perf_counter())]
        yardstick()
        times.append((process_time(), perf_counter()))
        table.legal(seat)
        await table.submit(seat, action)
        times.append((process_time(), perf_counter()))
        for kind, pairs in enumerate((busy, passed)):
            began, halfway, ended = (time[kind] for time in times)
            pairs.append((halfway - began, ended - halfway))
    await house.close()
    await store.close()
    what = "a move through the table: legal, apply, announce, commit"
    return figure(what, busy, COMMIT_US), figure(f"{what}, by the clock", passed, COMMIT_US)


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


def main() -> None:
    """Measures, prints the tables and writes the report."""
    with TemporaryDirectory() as folder:
        aims = [*(held(goal) for goal in goals()), *asyncio.run(committing(Path(folder)))]
    game = played(ENTRIES, seed=1)
    others = [*legal_moves(game), loading(game), *drawing(game)]
    print(f"{rows(aims)}\n\n{rows(others)}")
    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "yardstick_ms": measured("yardstick", [yardstick] * SAMPLES).ms,
        "figures": [asdict(one) for one in (*aims, *others)],
    }
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\none yardstick is {report['yardstick_ms']:.3f} ms; all of this is in {REPORT}")


if __name__ == "__main__":
    main()
