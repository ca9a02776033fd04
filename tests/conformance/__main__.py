"""`python -m tests.conformance PATH... [preset=NAME]`: compares recorded games, battles and vectors with the engine.

Records are played by the Law; by the preset `colossus` they depart from ours in fewer places (FORMAT.md section 6).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from engine.titan.options import PRESET, PRESETS
from tests.conformance.record import Unreadable, events_of, files, holds_vectors, text
from tests.conformance.replay import Replay
from tests.conformance.tally import Tally
from tests.conformance.vectors.run import Vectors

SAID = f"{PRESET}="


def compare(paths: list[Path], out: TextIO, options: Mapping[str, str] = MappingProxyType({})) -> Tally:
    """Plays every record named by these options, asks every vector, and counts. What can't be read is a failure like
    any other."""
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
        Replay(path.name, events, tally, options).run()
    return tally


def main(arguments: list[str]) -> int:
    """0 if all comparisons passed, 1 if one failed, 2 without a path or with an unknown preset."""
    paths = [Path(argument) for argument in arguments if not argument.startswith(SAID)]
    presets = [argument.removeprefix(SAID) for argument in arguments if argument.startswith(SAID)]
    if not paths or not PRESETS.keys() >= set(presets):
        print(f"usage: python -m tests.conformance PATH... [{SAID}{'|'.join(PRESETS)}]", file=sys.stderr)
        return 2
    options = {PRESET: presets[-1]} if presets else {}
    return compare(paths, sys.stdout, options).close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
