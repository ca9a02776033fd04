"""Every clause and every worked example of the variant has a test that names it, and every clause is here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.titan.options import DEFAULT_ENDS, END_CONDITION, VARIANT_OPTIONS

CLAUSES = {
    1: "what stays and what goes",
    2: "length of the game",
    3: "who wins",
    4: "points of an engagement",
    5: "where the counters go",
    6: "wiped out",
    7: "the new legion",
}
LAST = {1: 5, 2: 6, 3: 4, 4: 8, 5: 8, 6: 11, 7: 7}
"""How many clauses each section has, from its first."""

NAMED = [f"V{section}.{number}" for section in CLAUSES for number in range(1, LAST[section] + 1)]
EXAMPLES = [*(f"7.3 #{number}" for number in range(1, 12)), "7.4", *(f"example_{letter}" for letter in "abcdefghijk")]


def sayings() -> Iterator[str]:
    """Name and docstring of every test of this package, with those of its parameters."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{node.name} {ast.get_docstring(node) or ''}"


SAID = " ".join(sayings())


@pytest.mark.parametrize("clause", NAMED)
def test_every_clause_is_named_by_a_test(clause: str) -> None:
    inside = "v" + clause[1:].replace(".", "_")

    assert re.search(rf"\b{re.escape(clause)}\b|test_{inside}_", SAID), clause


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_example_is_named_by_a_test(example: str) -> None:
    number = example.removeprefix("7.3 ")
    found = rf"7\.3[^\n]*{re.escape(number)}\b" if example.startswith("7.3") else rf"{re.escape(example)}(?![0-9])"

    assert re.search(found, SAID), example


def document(shared: Path) -> str:
    return (shared / "titan" / "VARIANT_BATTLE_TITAN.md").read_text("utf-8")


def test_no_clause_of_the_document_is_missing_here(shared: Path) -> None:
    text = document(shared)

    assert set(re.findall(r"^- \*\*(V\d+\.\d+)\*\*", text, re.MULTILINE)) == set(NAMED)


def test_no_example_of_the_document_is_missing_here(shared: Path) -> None:
    text = document(shared)
    points = text[text.index("Worked examples V4") : text.index("## 5.")]
    legions = text[text.index("### 7.3") : text.index("### 7.4")]

    assert re.findall(r"^\| ([a-z]) \|", points, re.MULTILINE) == list("abcdefghijk")
    assert [f"7.3 #{n}" for n in re.findall(r"^\| (\d+) \|", legions, re.MULTILINE)] == EXAMPLES[:11]


def test_every_option_of_the_document_is_there_with_its_values(shared: Path) -> None:
    """Section 8."""
    text = document(shared)
    table = text[text.index("## 8.") : text.index("## 9.")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|", table, re.MULTILINE)
    told = {key: tuple(re.findall(r"\w+", f"{default} {others}")) for key, default, others in rows}

    assert told.pop(END_CONDITION)[:2] == tuple(DEFAULT_ENDS.split())
    assert told == VARIANT_OPTIONS["battle_titan"]
