"""`python -m tests.newcomer`: the first sessions of somebody new, what they took, and what they may take.

With `--told` everything is told that they press, and everything that they read with its words.
"""

from __future__ import annotations

import argparse
import asyncio
import logging

from tests.newcomer.goals import SESSIONS, played, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("session", nargs="*", choices=[[], *SESSIONS], help="which of them; all if none is named")
    parser.add_argument("--told", action="store_true", help="tell what is pressed and read")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    for name in given.session or SESSIONS:
        figures = asyncio.run(played(name, print if given.told else lambda text: None))
        print("\n".join(table(name, figures)), flush=True)


if __name__ == "__main__":
    main()
