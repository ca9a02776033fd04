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
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bot import MIGRATIONS
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.titan.kit import titan_face
from engine import log
from engine.titan.ruleset import TITAN
from tests.bench.late import late, told
from tests.bench.measuring import SAMPLES, Figure, figure, gallery, held, measured, rows, spread, yardstick
from tests.bench.pictures import drawing, waiting
from tests.bench.waits import told as said
from tests.bench.waits import waits
from tests.goals import goals
from tests.late import Played, choice, played

REPORT = Path("bench.json")
SEATS = 4
ENTRIES = 1500
COMMITS = 200
COMMIT_US = 3000
"""What a decision at a table may take."""


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
        timeline = log.opening(TITAN, SEATS, {})
        for seat, action in game.entries:
            timeline, _ = log.step(TITAN, timeline, seat, action)

    return measured(f"replay: {len(game.entries)} entries", [load] * 5)


async def committing(folder: Path) -> tuple[Figure, Figure]:
    """A decision at a table: legal, apply, announce, commit, by the processor's time and by the clock.

    Nobody delivers it. The clock also counts the disk, and how long other programs kept the two threads waiting.
    """
    store = await Store.open(f"sqlite:///{folder / 'bench.db'}", MIGRATIONS)
    house = House(store, {TITAN.name: titan_face().kit}, Environment())
    table = await house.open(1, 2, 100, "0", TITAN.name, SEATS, "bench", {})
    for user in range(1, SEATS):
        await table.lobby.join(100 + user, str(user))
    await table.lobby.start(100)
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


def main() -> None:
    """Measures, prints the tables and writes the report."""
    with TemporaryDirectory() as folder:
        aims = [*(held(goal) for goal in goals()), *asyncio.run(committing(Path(folder)))]
        old = late(Path(folder))
    game = played(SEATS, ENTRIES, seed=1)
    others = [*legal_moves(game), loading(game)]
    pictures = drawing(game)
    idle, passed, own = asyncio.run(waiting(game))
    with TemporaryDirectory() as folder:
        asked = asyncio.run(waits(Path(folder)))
    print(f"{rows(aims)}\n\n{rows(others)}\n\n{gallery(pictures)}\n\n{told(old)}\n")
    print(f"the event loop waits {passed:.1f} ms at the longest while pictures are drawn, {own:.1f} ms of it for them;")
    print(f"{idle:.1f} ms with nothing to do")
    print(said(asked))
    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "yardstick_ms": measured("yardstick", [yardstick] * SAMPLES).ms,
        "figures": [asdict(one) for one in (*aims, *others)],
        "pictures": [asdict(one) for one in pictures],
        "late": asdict(old),
        "loop_ms": {"idle": idle, "drawing": passed, "drawing, processor": own, **asked},
    }
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\none yardstick is {report['yardstick_ms']:.3f} ms; all of this is in {REPORT}")


if __name__ == "__main__":
    main()
