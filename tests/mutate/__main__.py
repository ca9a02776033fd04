"""`python -m tests.mutate` breaks what is listed, and goes on where it stopped. `--check` says what no longer applies.

What it knows is in `.mutate`, a folder that git leaves out; which test kills what is written into the lists. It fails
if fewer than 99 of 100 die, those left out that are marked as equivalent, or if something listed no longer applies.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutate.breaking import ROOT, stale
from tests.mutate.listed import ENGINES, Mutation, listed, note
from tests.mutate.touching import Touched, touched
from tests.mutate.trying import Tried, holds, kept, tried

KEPT = ROOT / ".mutate"
SHARE = 0.99
"""How many of those that are not equivalent must die."""


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("--engine", choices=ENGINES, help="one of the engines alone")
    parser.add_argument("--only", default="", help="mutations in whose function or rule this text is")
    parser.add_argument("--most", type=int, help="no more than so many")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--anew", action="store_true", help="forget what came of them before")
    parser.add_argument("--equivalent", action="store_true", help="those that are marked so: each of them must survive")
    parser.add_argument("--check", action="store_true", help="break nothing, and say what no longer applies")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout that --check looks into")
    return parser.parse_args()


def main() -> int:
    wanted = asked()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and the runs that go on are waited for
    engines = (wanted.engine,) if wanted.engine else ENGINES
    mutations = [one for one in listed(engines) if wanted.only in f"{one.at} {one.rule}"]
    gone = stale(mutations, wanted.root)
    for one in mutations:
        if one.key in gone:
            print(f"STALE     {_told(one)}\n          {gone[one.key]}")
    if wanted.check:
        print(f"{len(mutations)} listed, {len(gone)} no longer apply")
        return int(bool(gone))
    KEPT.mkdir(exist_ok=True)
    files = {engine: touched([engine], KEPT / "touched.jsonl", wanted.jobs) for engine in engines}
    for file in sorted({one.file for some in files.values() for one in some if not one.green}):
        print(f"{file} fails as it is, and is left out")
    applying = [one for one in mutations if one.key not in gone and bool(one.equivalent) == wanted.equivalent]
    done = _tried(wanted, applying, files)
    if wanted.equivalent:
        return _doubtful(applying, done)
    note({key: one.killed for key, one in done.items()})
    return max([_summed(engine, mutations, gone, done, files[engine]) for engine in engines])


def _tried(
    wanted: argparse.Namespace, applying: Sequence[Mutation], files: Mapping[str, Sequence[Touched]]
) -> dict[str, Tried]:
    """What has come of these mutations, by their keys: before, and of those that were left now."""
    results = KEPT / "results.jsonl"
    if wanted.anew:
        results.unlink(missing_ok=True)
    known = kept(results)
    done = {one.key: known[one.key] for one in applying if holds(known.get(one.key), one, files[one.engine])}
    left = {one.key: one for one in [one for one in applying if one.key not in done][: wanted.most]}
    print(f"{len(applying)} that are to be tried, {len(done)} of them before, {len(left)} now", flush=True)
    for at, result in enumerate(tried(left.values(), files, results, wanted.jobs), 1):
        done[result.key] = result
        what = "killed" if result.killed else "SURVIVED"
        print(f"{at:4} {what} in {result.seconds:.0f} s: {_told(left[result.key])}  {result.killed}", flush=True)
    return done


def _told(mutation: Mutation) -> str:
    return f"{mutation.at}: `{mutation.was}` -> `{mutation.now}`"


def _summed(
    engine: str,
    mutations: Sequence[Mutation],
    gone: Mapping[str, str],
    done: Mapping[str, Tried],
    files: Sequence[Touched],
) -> int:
    """Tells how many of an engine's have died, and which nothing kills; 1 if that is not enough."""
    mine = [one for one in mutations if one.engine == engine]
    same = [one for one in mine if one.equivalent]
    stales = sum(one.key in gone for one in mine)
    met = [one for one in mine if one.key in done]
    survived = [one for one in met if not done[one.key].killed]
    slow, killed = sum(done[one.key].slow for one in met), len(met) - len(survived)
    left = sum(one.key not in gone and one.key not in done and not one.equivalent for one in mine)
    share = killed / len(met) if met else 0
    for one in survived:
        print(f"SURVIVED  {_told(one)}\n          {one.rule}")
    print(
        f"{engine}: {len(mine)} listed, {len(same)} equivalent, {stales} stale, {left} left; of {len(met)} tried"
        f" on {len(files)} test files {killed} were killed, {slow} of them by taking too long: {100 * share:.1f} %"
    )
    return int(bool(stales or left) or share < SHARE)


def _doubtful(applying: Sequence[Mutation], done: Mapping[str, Tried]) -> int:
    """Tells which of those that are marked as equivalent are not; 1 if there are any."""
    dead = [one for one in applying if one.key in done and done[one.key].killed]
    for one in dead:
        print(f"NOT EQUIVALENT  {_told(one)}  {done[one.key].killed}")
    return int(bool(dead))


if __name__ == "__main__":
    sys.exit(main())
