"""`python -m tests.month --games 50 --days 30 --seed 1`: lives a month, and prints what came of it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from pathlib import Path
from time import perf_counter

from tests.month.living import lived


async def main(games: int, days: float, seed: int) -> None:
    """Lives and prints."""
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        told = await lived(Path(folder), games, days, seed)
    print(*told.lines(), sep="\n")
    print(f"{perf_counter() - began:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--days", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    logging.getLogger("tests.month").setLevel(logging.INFO)
    asyncio.run(main(given.games, given.days, given.seed))
