"""`python -m tests.load`: the load of one process on a simulated Discord."""

from __future__ import annotations

import argparse
import asyncio
import logging

from tests.load.simulated import main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=20.0, help="presses a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--entries", type=int, default=60, help="a young game is at most so many decisions old")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    asyncio.run(main(given.games, given.rate, given.seconds, given.entries, given.seed))
