"""`docs/traps.md` tells the truth: each trap has an answer and tests, and these tests exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DESIGN = ROOT.parent / "shared" / "UX.md"
"""The list of traps that was the design, where it lies beside the checkout."""

TRAPS = 44


def rows(text: str) -> Iterator[list[str]]:
    """The cells of each row of the tables."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("Trap", "---"):
            yield cells


def listed() -> list[list[str]]:
    return list(rows((ROOT / "docs" / "traps.md").read_text(encoding="utf-8")))


def test_every_trap_has_an_answer_and_a_test() -> None:
    found = listed()

    assert len(found) == TRAPS
    assert len({trap for trap, *_ in found}) == TRAPS
    for trap, answer, tests in found:
        assert answer, trap
        assert re.fullmatch(r"(`tests/\w+/test_\w+\.py::test_\w+` ?)+", tests), trap


def test_every_test_that_is_named_exists() -> None:
    for trap, _, tests in listed():
        for file, name in re.findall(r"`([^`:]+)::(\w+)`", tests):
            source = (ROOT / file).read_text(encoding="utf-8")
            assert re.search(rf"^(async )?def {name}\(", source, re.MULTILINE), f"{trap}: {file}::{name}"


@pytest.mark.skipif(not DESIGN.exists(), reason="the design is not beside this checkout")
def test_no_trap_of_the_design_is_left_out() -> None:
    design = DESIGN.read_text(encoding="utf-8")
    wanted = design[design.index("### U15") : design.index("### U16")]

    assert {trap for trap, *_ in rows(wanted)} <= {trap for trap, *_ in listed()}
