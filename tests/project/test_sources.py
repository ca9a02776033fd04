"""`docs/sources.md` tells the truth: no statement of the sources is left out, and tests that name it hold each."""

from __future__ import annotations

import ast
import re
from functools import cache
from string import ascii_lowercase

import pytest

from tests.project.tables import ROOT, TESTS, rows

TEXT = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
RULES = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/rules/titan/en").glob("*.md")))

CLAUSE = re.compile(r"[RV]\d+\.\d+")
RANGE = re.compile(r"([RV])(\d+)\.(\d+)-\1\2\.(\d+)")

NUMBERS = {
    "Law of Titan": [
        *(f"10.{number}" for number in range(1, 7)),
        *(f"11.{number}" for number in range(7)),
        *(f"12.{number}" for number in range(5)),
        *(f"14.{number}" for number in range(3)),
        *(f"15.{number}" for number in range(4)),
        *(f"16.{number}" for number in range(3)),
        *(f"17.{number}" for number in range(5)),
    ],
    "Valley Games": [f"VG{number}" for number in range(1, 29)],
    "Battle Titan: the game": ["1", "2", "A", "B", "3", "4"],
    "Battle Titan: who is wiped out": ["0", "A", "B", "C", "C1", "C2", "C3", "C4", "C5"],
    "Mended in reading them": [*(f"D{number}" for number in range(1, 13)), "S38", "S69", "S96", "B56"],
}
"""The numbers of each part's statements, as the sources have them; what has several has a letter for each."""


def part(heading: str) -> list[list[str]]:
    """The rows of a part of the page."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, heading
    return list(rows(found[1], "#"))


STATEMENTS = [pytest.param(*row, id=f"{heading} {row[0]}") for heading in NUMBERS for row in part(heading)]


@cache
def found_in(file: str) -> dict[str, str]:
    """Name and docstring of each test of a file, by its name."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    made = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name: f"{node.name} {ast.get_docstring(node) or ''}" for node in made}


def said(text: str) -> set[str]:
    """The clauses that a test names: by its docstring, `R13.5-R13.8` among them, or by a name like `test_v4_1_…`."""
    found = {*CLAUSE.findall(text)}
    for letter, section, first, last in RANGE.findall(text):
        found |= {f"{letter}{section}.{number}" for number in range(int(first), int(last) + 1)}
    if inside := re.match(r"test_v(\d+)_(\d+)_", text):
        found.add(f"V{inside[1]}.{inside[2]}")
    return found


@pytest.mark.parametrize("heading", NUMBERS)
def test_no_statement_is_left_out(heading: str) -> None:
    """In the order of the sources; the letters of a number from `a`, without a gap, and none where there is one."""
    found: dict[str, list[str]] = {}
    for number, *_ in part(heading):
        whole = number.rstrip(ascii_lowercase)
        found.setdefault(whole, []).append(number.removeprefix(whole))

    assert list(found) == NUMBERS[heading]
    for number, letters in found.items():
        assert "".join(letters) == (ascii_lowercase[: len(letters)] if len(letters) > 1 else ""), number


def test_all_statements_are_in_these_parts() -> None:
    numbers = [row[0] for heading in NUMBERS for row in part(heading)]

    assert [row[0] for row in rows(TEXT, "#")][: len(numbers)] == numbers
    assert re.findall(r"^## (.+)$", TEXT, re.MULTILINE) == [*NUMBERS, "Skirmish"]


@pytest.mark.parametrize(("number", "statement", "clauses", "tests"), STATEMENTS)
def test_a_statement_has_its_clauses_and_tests(number: str, statement: str, clauses: str, tests: str) -> None:
    """A line each; the tests exist, and one of them at least names one of the clauses."""
    assert statement, number
    assert len(statement) <= 120
    named = clauses.split(", ")
    assert all(CLAUSE.fullmatch(clause) for clause in named)
    assert {clause for clause in named if not re.search(rf"\b{re.escape(clause)}\b", RULES)} == set()
    assert TESTS.fullmatch(tests)

    pairs = re.findall(r"`([^`:]+)::(\w+)`", tests)

    assert [f"{file}::{name}" for file, name in pairs if name not in found_in(file)] == []
    assert set(named) & {clause for file, name in pairs for clause in said(found_in(file)[name])}
