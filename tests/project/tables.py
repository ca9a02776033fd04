"""Tables of `docs/` that name the tests which hold what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = re.compile(r"(`tests/(\w+/)+test_\w+\.py::test_\w+` ?)+")


def rows(text: str, heading: str) -> Iterator[list[str]]:
    """The cells of each row of the tables, but for those whose first column is called `heading`."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in (heading, "---"):
            yield cells


def listed(document: str, heading: str) -> list[list[str]]:
    """The rows of a document in `docs/`."""
    return list(rows((ROOT / "docs" / document).read_text(encoding="utf-8"), heading))


def missing(tests: str) -> list[str]:
    """Those of the tests named in a cell that do not exist."""
    return [
        f"{file}::{name}"
        for file, name in re.findall(r"`([^`:]+)::(\w+)`", tests)
        if not re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    ]
