"""The fact sheets beside the project, if they are there: expected results to compare with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHEETS = Path(__file__).resolve().parents[3] / "shared" / "titan"


def expected(name: str) -> Any:
    """The contents of `expected_<name>.json`; skips the test where the sheets are absent."""
    path = SHEETS / f"expected_{name}.json"
    if not path.exists():
        pytest.skip("the fact sheets are not beside this project (../shared/titan)")
    return json.loads(path.read_text("utf-8"))
