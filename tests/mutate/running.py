"""Processes that run tests: one that watches what a test file calls, and one with a rule broken in it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.mutate.breaking import ROOT
from tests.mutate.listed import Mutation

FAILED, INTERRUPTED, UNUSABLE, NO_TESTS = 1, 2, 4, 5
"""What pytest ends with: a test failed; a file could not be imported; there is no such test, or not even what all files
share could be imported; there is nothing to run."""

AT_LEAST, TIMES = 60, 20
"""How many seconds a run may compute in any case, and how many times as many as without a mutation."""

ASLEEP = 20
"""How many times as long it may take on a machine that has other things to do."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a run: `failed` is the test that failed first; `slow` if it was ended for going on and on."""

    code: int
    failed: str
    seconds: float
    functions: tuple[str, ...] = ()
    slow: bool = False


def run(files: Sequence[str], mutation: Mutation | None = None, seconds: float = 0) -> Ran:
    """Runs test files, or single tests, which take so many seconds where nothing is broken."""
    limit = int(max(AT_LEAST, TIMES * seconds))
    order: dict[str, Any] = {"files": list(files)}
    if mutation is not None:
        order |= {"mutation": asdict(mutation), "seconds": limit}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as folder:
        order["out"] = str(Path(folder, "out.json"))
        # Tests start programs of their own: all are ended together, in a group.
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutate.child", json.dumps(order)],
            cwd=ROOT,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "", "TMPDIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            _, errors = process.communicate(timeout=None if mutation is None else ASLEEP * limit)
        except subprocess.TimeoutExpired:
            _end(process)
            return Ran(FAILED, "", limit, slow=True)
        except BaseException:
            _end(process)
            raise
        if not Path(order["out"]).exists():
            if -process.returncode in (signal.SIGXCPU, signal.SIGSEGV):
                return Ran(FAILED, "", limit, slow=True)
            raise RuntimeError(f"{files}: {process.returncode} {errors}")
        told: Mapping[str, Any] = json.loads(Path(order["out"]).read_text(encoding="utf-8"))
    return Ran(told["code"], told["failed"], told["seconds"], tuple(told["functions"]))


def killed(ran: Ran, files: Sequence[str]) -> bool:
    """Whether tests have failed, or could not even begin. That there is no such test any more is no failure."""
    if ran.code == UNUSABLE:
        return not any("::" in file for file in files)
    return ran.code in (FAILED, INTERRUPTED)


def _end(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
