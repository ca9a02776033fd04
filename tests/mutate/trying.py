"""Mutations tried on the tests that match, one after the other; what came of each is kept as it comes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutate.breaking import broken
from tests.mutate.listed import Mutation
from tests.mutate.running import killed, run
from tests.mutate.touching import Touched, matching

SOON, START = 12, 1
"""What isn't killed by test files that take so many seconds together waits until all others have been tried; so many
seconds of each file pass before its first test, and only once where several are run together."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a mutation: `killed` is the test that failed, empty if it survived; `slow` if that took too long.

    `digest` is that of the broken function, `tests` that of all files that match: with both the same, so is this.
    """

    key: str
    digest: str
    tests: str
    killed: str
    slow: bool
    seconds: float


def trial(mutation: Mutation, files: Sequence[Touched], soon: bool) -> Tried | None:
    """Tries the test that is known to fail, then all files that match, more and more of them at once.

    None if it is to be told `soon`, and that would take long.
    """
    _, digest = broken(mutation)
    spent = taken = 0.0
    for asked, usual in _batches(mutation, matching(mutation, files)):
        taken += usual - START * len(asked)
        if soon and taken > SOON:
            return None
        ran = run(asked, mutation, usual)
        spent += ran.seconds
        if killed(ran, asked):
            killer = ran.failed or _alone(asked, mutation, usual)
            return Tried(mutation.key, digest, "", killer, ran.slow, spent)
    return Tried(mutation.key, digest, _tests(mutation, files), "", False, spent)


def _batches(mutation: Mutation, files: list[Touched]) -> Iterator[tuple[list[str], float]]:
    """Test files, with the seconds that they take usually."""
    if mutation.killed:
        yield [mutation.killed], next((one.seconds for one in files if one.file == mutation.file), 0)
    # There may be no such test any more: hence its file comes first.
    files = sorted(files, key=lambda one: one.file != mutation.file)
    size = 1
    while files:
        batch, files = files[:size], files[size:]
        yield [one.file for one in batch], sum(one.seconds for one in batch)
        size *= 2


def _alone(asked: list[str], mutation: Mutation, usual: float) -> str:
    """Of several files the one that is to blame for a run that was ended before any test had failed."""
    if len(asked) == 1:
        return asked[0]
    return next((file for file in asked if killed(run([file], mutation, usual), [file])), asked[0])


def _tests(mutation: Mutation, files: Sequence[Touched]) -> str:
    told = "".join(sorted(one.file + one.digest for one in matching(mutation, files)))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def kept(file: Path) -> dict[str, Tried]:
    """What is known already, the last of each mutation."""
    if not file.exists():
        return {}
    rows = (Tried(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())
    return {row.key: row for row in rows}


def holds(known: Tried | None, mutation: Mutation, files: Sequence[Touched]) -> bool:
    """Whether what is known of a mutation is still so: the function is the same, and for who survived the tests are."""
    if known is None or known.digest != broken(mutation)[1]:
        return False
    return bool(known.killed) or known.tests == _tests(mutation, files)


def tried(
    mutations: Iterable[Mutation], files: Mapping[str, Sequence[Touched]], file: Path, jobs: int
) -> Iterator[Tried]:
    """What comes of these mutations, each as soon as it is known and kept; `files` are the tests by engine.

    Those that nothing kills soon are the last.
    """
    left = tuple(mutations)
    with ThreadPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        try:
            for soon in (True, False):
                trials = {pool.submit(trial, one, files[one.engine], soon): one for one in left}
                late = []
                for done in as_completed(trials):
                    if (result := done.result()) is None:
                        late.append(trials[done])
                        continue
                    out.write(json.dumps(asdict(result)) + "\n")
                    out.flush()
                    yield result
                left = tuple(late)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
