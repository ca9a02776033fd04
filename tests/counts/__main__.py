"""`python -m tests.counts` prints each position with its counts; `python -m tests.counts 2 Plains` those named so."""

from __future__ import annotations

import sys

from tests.counts.book import apart, book


def main(depth: int, named: str) -> None:
    for position in book():
        if named in position.title:
            found, table = apart(position, depth)
            print(*found.engine, position.title if found.engine == found.rules and not found.differs else table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2, sys.argv[2] if len(sys.argv) > 2 else "")
