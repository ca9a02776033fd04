"""`python -m tests.conformance PATH...`: compares recorded games, battles and vectors with the engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from tests.conformance.record import Unreadable, events_of, files, holds_vectors, text
from tests.conformance.replay import Replay
from tests.conformance.tally import Tally
from tests.conformance.vectors.run import Vectors


def compare(paths: list[Path], out: TextIO) -> Tally:
    """Plays every record named, asks every vector, and counts. What can't be read is a failure like any other."""
    tally = Tally(out)
    try:
        named = list(files(paths))
    except Unreadable as error:
        tally.fail(str(error), "refused")
        return tally
    vectors = Vectors(tally)
    for path in named:
        try:
            lines = text(path)
            if holds_vectors(lines):
                vectors.run(path.name, lines)
                continue
            events = events_of(path, lines)
        except Unreadable as error:
            tally.fail(str(error), "refused")
            continue
        Replay(path.name, events, tally).run()
    return tally


def main(arguments: list[str]) -> int:
    """0 if all comparisons passed, 1 if one failed, 2 without a path."""
    if not arguments:
        print("usage: python -m tests.conformance PATH...", file=sys.stderr)
        return 2
    return compare([Path(argument) for argument in arguments], sys.stdout).close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
