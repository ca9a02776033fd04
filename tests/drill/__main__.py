"""`python -m tests.drill`: a line for each point, and how many went wrong. Its exit code says whether any did."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from tests.drill.drilling import FURTHER, Drill, Point, further
from tests.drill.wire import KILLS, Fault


def chosen(drill: Drill, given: argparse.Namespace) -> Iterator[Point]:
    """The points that are asked for."""
    faults = (Fault(given.fault),) if given.fault else KILLS
    points = drill.points(faults, given.late, given.twice)
    found = [point for point in points if given.kind in (None, point.asked.kind)]
    yield from found[given.first : given.first + given.count]


def main(given: argparse.Namespace) -> int:
    """Drills, and prints."""
    began, tried, wrong = perf_counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        drill = Drill(Path(folder))
        drill.play()
        requests = sum(len(moment.requests) for moment in drill.moments)
        print(f"without trouble: {len(drill.moments) - 1} acts, {requests} requests, {perf_counter() - began:.0f} s")
        for tried, point in enumerate(chosen(drill, given), 1):
            outcome = drill.tried(point, given.further or further(tried))
            wrong += bool(outcome.wrong)
            print(outcome, flush=True)
    print(f"{tried} points, {wrong} of them wrong, {perf_counter() - began:.0f} s")
    return min(wrong, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", help="only requests of this kind, as the lines name them: `post: log`")
    parser.add_argument(
        "--fault", choices=[fault.value for fault in Fault], help="this trouble; else both kinds of kills"
    )
    parser.add_argument("--late", action="store_true", help="after a kill the bot is away until nonces are forgotten")
    parser.add_argument("--twice", action="store_true", help="the bot that comes after a kill is killed too")
    parser.add_argument("--first", type=int, default=0, help="begin with this point, from 0")
    parser.add_argument("--count", type=int, default=240, help="so many points")
    parser.add_argument(
        "--further", type=int, help=f"go on for so many acts; else {FURTHER}, and each third time to the end"
    )
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    sys.exit(main(given))
