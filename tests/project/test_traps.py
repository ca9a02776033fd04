"""`docs/traps.md` tells the truth: each trap has an answer and tests, and these tests exist."""

from __future__ import annotations

import pytest

from tests.project.tables import ROOT, TESTS, listed, missing, rows

DESIGN = ROOT.parent / "shared" / "UX.md"
"""The list of traps that was the design, where it lies beside the checkout."""

HEADING = "Trap"
TRAPS = 52


def test_every_trap_has_an_answer_and_a_test() -> None:
    found = listed("traps.md", HEADING)

    assert len(found) == TRAPS
    assert len({trap for trap, *_ in found}) == TRAPS
    for trap, answer, tests in found:
        assert answer, trap
        assert TESTS.fullmatch(tests), trap


def test_every_test_that_is_named_exists() -> None:
    for trap, _, tests in listed("traps.md", HEADING):
        assert not missing(tests), trap


@pytest.mark.skipif(not DESIGN.exists(), reason="the design is not beside this checkout")
def test_no_trap_of_the_design_is_left_out() -> None:
    design = DESIGN.read_text(encoding="utf-8")
    wanted = design[design.index("### U15") : design.index("### U16")]

    assert {trap for trap, *_ in rows(wanted, HEADING)} <= {trap for trap, *_ in listed("traps.md", HEADING)}
