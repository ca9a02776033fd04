"""`docs/decisions.md` tells the truth: each decision has a default, an order and tests of both, and they exist."""

from __future__ import annotations

import re

import pytest

from engine.titan.orders import parse, text
from tests.project.tables import ROOT, TESTS, listed, missing, rows

DESIGN = ROOT.parent / "shared" / "titan" / "ASYNC_PLAY.md"
"""The table of decision points, where it lies beside the checkout."""


def decisions() -> list[list[str]]:
    return listed("decisions.md", "#")


def test_every_decision_has_a_default_an_order_and_tests_of_both() -> None:
    for number, decision, default, order, tests in decisions():
        assert decision, number
        assert default, number
        assert order, number
        assert TESTS.fullmatch(tests), number
        assert not missing(tests), number


ORDERS = sorted({said for row in decisions() for said in re.findall(r"`(when [^`]+)`", row[3])})


@pytest.mark.parametrize("order", ORDERS)
def test_every_whole_order_of_the_table_is_one(order: str) -> None:
    assert text(parse(order)) == order


@pytest.mark.skipif(not DESIGN.exists(), reason="the design is not beside this checkout")
def test_no_decision_of_the_design_is_left_out() -> None:
    design = DESIGN.read_text(encoding="utf-8")
    wanted = design[design.index("## 9. ") : design.index("## 10. ")]

    assert [number for number, *_ in decisions()] == [number for number, *_ in rows(wanted, "#")]
