"""`python -m tests.drill`: a line for each point, and how many went wrong. Its exit code says whether any did."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from tests.drill.drilling import Drill, Point
from tests.drill.wire import KILLS, LOSSES, Fault


def chosen(drill: Drill, given: argparse.Namespace) -> Iterator[Point]:
    """The points that are asked for."""
    faults = [Fault(given.fault)] if given.fault else [*KILLS, *LOSSES]
    points = drill.points(faults, given.late)
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
        for point in chosen(drill, given):
            outcome = drill.tried(point, given.further)
            tried, wrong = tried + 1, wrong + bool(outcome.wrong)
            print(outcome, flush=True)
    print(f"{tried} points, {wrong} of them wrong, {perf_counter() - began:.0f} s")
    return min(wrong, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", help="only requests of this kind, as the lines name them: `post: log`")
    parser.add_argument("--fault", choices=[fault.value for fault in Fault], help="only this trouble")
    parser.add_argument("--late", action="store_true", help="after a kill the bot is away until nonces are forgotten")
    parser.add_argument("--first", type=int, default=0, help="begin with this point, from 0")
    parser.add_argument("--count", type=int, default=240, help="so many points")
    parser.add_argument("--further", type=int, default=None, help="go on for so many acts; else to the end")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    sys.exit(main(given))
