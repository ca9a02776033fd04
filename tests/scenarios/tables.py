"""Many scenarios of one kind as a table of text: an id a line, then cells parted by bars."""

from __future__ import annotations

from typing import Any

import pytest


def scenarios(text: str) -> Any:
    """The rows of a table for `parametrize`, each under its number; an empty cell is an empty string."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "all rows have the same number of cells"
    assert len({row[0] for row in rows}) == len(rows), "a number stands for one row"
    return [pytest.param(*row[1:], id=row[0]) for row in rows]
