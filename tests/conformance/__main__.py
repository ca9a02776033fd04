"""`python -m tests.conformance PATH...`: compares recorded games and battles with the engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from tests.conformance.record import Unreadable, files, read
from tests.conformance.replay import Replay
from tests.conformance.tally import Tally


def compare(paths: list[Path], out: TextIO) -> Tally:
    """Plays every record named and counts. What can't be read is a failure like any other."""
    tally = Tally(out)
    try:
        named = list(files(paths))
    except Unreadable as error:
        tally.fail(str(error), "refused")
        return tally
    for path in named:
        try:
            events = read(path)
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
