"""Which test files call which functions of the engines: asked once of each file, and again when it has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutate.breaking import ROOT
from tests.mutate.listed import Mutation
from tests.mutate.running import NO_TESTS, run

FOLDERS: Mapping[str, tuple[str, ...]] = {
    "titan": ("scenarios", "engine", "battle_titan", "counts", "advice", "secrets", "games"),
    "skirmish": ("skirmish", "secrets", "games"),
}
"""Where the tests of an engine's rules are."""

LONGEST = 20
"""Files that take more seconds play whole games through the bot; they are no tests of a rule, and tried for none."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What a test file calls, and how long it takes. A file that fails as it is can tell nothing: `green` is False."""

    file: str
    digest: str
    seconds: float
    green: bool
    functions: tuple[str, ...]


def candidates(engines: Iterable[str]) -> list[str]:
    """The test files of these engines, by their paths below the root."""
    folders = dict.fromkeys(folder for engine in engines for folder in FOLDERS[engine])
    return [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
    ]


def touched(engines: Iterable[str], kept: Path, jobs: int) -> list[Touched]:
    """What each test file calls, from the file `kept` as far as that knows it; what is new is added to it."""
    known = {one.file: one for one in _read(kept)}
    wanted = [(file, _digest(file)) for file in candidates(engines)]
    new = [(file, digest) for file, digest in wanted if file not in known or known[file].digest != digest]
    with ThreadPoolExecutor(jobs) as pool, kept.open("a", encoding="utf-8") as out:
        for one in pool.map(_asked, new):
            known[one.file] = one
            out.write(json.dumps(asdict(one)) + "\n")
            out.flush()
            fails = "" if one.green else ", FAILS"
            print(f"{one.file}: {len(one.functions)} functions in {one.seconds} s{fails}", flush=True)
    return [known[file] for file, _ in wanted]


def matching(mutation: Mutation, files: Iterable[Touched]) -> list[Touched]:
    """The files that call a function, those that call few others and take a short time first; none of the long ones.

    What is no function, a constant, may matter wherever anything of its module is called.
    """
    green = [one for one in files if one.green and one.seconds <= LONGEST]
    found = [one for one in green if mutation.at in one.functions]
    if not found:
        within = f"{mutation.module}:"
        found = [one for one in green if any(name.startswith(within) for name in one.functions)]
    return sorted(found, key=lambda one: (one.seconds + 1) * len(one.functions))


def _asked(asked: tuple[str, str]) -> Touched:
    file, digest = asked
    ran = run([file])
    return Touched(file, digest, ran.seconds, ran.code in (0, NO_TESTS), ran.functions)


def _read(kept: Path) -> list[Touched]:
    if not kept.exists():
        return []
    rows = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    return [Touched(**{**row, "functions": tuple(row["functions"])}) for row in rows]


def _digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]
