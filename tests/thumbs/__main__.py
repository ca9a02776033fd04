"""`python -m tests.thumbs --games 20`: games by thumb, and what they took."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from pathlib import Path

from tests.thumbs.games import played
from tests.thumbs.playing import Count


async def main(first: int, games: int, most_turns: int) -> None:
    """Plays and prints."""
    total = Count()
    for seed in range(first, first + games):
        with tempfile.TemporaryDirectory() as folder:
            count = await played(Path(folder), seed, most_turns)
        total.add(count)
        print(f"{seed}: {', '.join(count.told())}", flush=True)
    print(*total.told(), sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--turns", type=int, default=60, help="a game is broken off after so many Game-Turns")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    asyncio.run(main(given.first, given.games, given.turns))
