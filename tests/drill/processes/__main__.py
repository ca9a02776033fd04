"""`python -m tests.drill.processes`: what happens, then each violation. Its exit code says whether there was any."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.drill.processes.drilling import NAMES, Plan, drill
from tests.drill.processes.referee import violations

LOGS = "drill-logs"


def clocked() -> Callable[[str], None]:
    """Prints, with the seconds since now."""
    began = monotonic()
    return lambda said: print(f"{monotonic() - began:6.1f} s  {said}", flush=True)


async def main(plan: Plan, folder: Path) -> int:
    """Drills, and prints."""
    say = clocked()
    async with drill(plan, folder, say) as ready:
        evidence = await ready.run()
    found = violations(evidence)
    say(", ".join(f"{number} {what}" for what, number in evidence.figures().items()))
    for line in found:
        print(line)
    print(f"{len(found)} violations")
    return min(len(found), 1)


if __name__ == "__main__":
    usual = Plan()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    parser.add_argument("--processes", type=int, choices=range(1, len(NAMES) + 1), default=usual.processes)
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--kills", type=int, default=usual.kills, help="so many in all")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="so long at least")
    parser.add_argument("--rate", type=float, default=usual.rate, help="so many people come to their table in a second")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--older", type=Path, help="a checkout of an older version, which this one takes the place of")
    parser.add_argument("--logs", type=Path, default=Path(LOGS), help="a folder that is empty")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    chosen = Plan(
        processes=given.processes, games=given.games, kills=given.kills, seconds=given.seconds,
        rate=given.rate, postgresql=given.database == "postgresql", seed=given.seed,
        older=None if given.older is None else given.older.resolve(),
    )  # fmt: skip
    try:
        sys.exit(asyncio.run(main(chosen, given.logs)))
    except ValueError as error:
        sys.exit(str(error))
