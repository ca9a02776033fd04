"""Which cases of a test run each time, and which in the deep run alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def deep_but(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """All cases for `pytest.mark.parametrize`; those that are not `kept` are for the deep run.

    A case of several values is a tuple.
    """
    cases = tuple(cases)
    assert all(case in cases for case in kept)

    def given(case: Any) -> Any:
        values = case if isinstance(case, tuple) else (case,)
        return pytest.param(*values, marks=() if case in kept else pytest.mark.deep)

    return [given(case) for case in cases]
