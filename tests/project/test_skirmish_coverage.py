"""`docs/skirmish/coverage.md` tells the truth: each rule of the pack has its clauses and tests, and they exist."""

from __future__ import annotations

import re

import pytest

from tests.project.tables import ROOT, TESTS, listed, missing, rows

RULES = 81
"""How many rules the pack has; each is a row."""

CLAUSE = re.compile(r"\bB\d+(?:\.\d+)?")

DESIGN = ROOT.parent / "shared" / "battlelore" / "DESIGN.md"
"""The rules of the pack as they were counted, where it lies beside the checkout."""


def covered() -> list[list[str]]:
    return listed("skirmish/coverage.md", "#")


def test_no_rule_of_the_pack_is_left_out() -> None:
    assert [number for number, *_ in covered()] == [f"N{number}" for number in range(1, RULES + 1)]


def test_every_rule_has_its_clauses_and_tests_that_exist() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/rules/skirmish/en").iterdir())
    known = {*CLAUSE.findall(text)}
    for number, rule, clauses, tests in covered():
        assert rule, number
        assert clauses, number
        assert {clause for clause in CLAUSE.findall(clauses) if "." in clause} <= known, number
        assert TESTS.fullmatch(tests), number
        assert not missing(tests), number


@pytest.mark.skipif(not DESIGN.exists(), reason="the design is not beside this checkout")
def test_the_rules_are_those_that_were_counted() -> None:
    design = DESIGN.read_text(encoding="utf-8")
    wanted = design[design.index("## 5. ") : design.index("## 6. ")]
    assert [cells[0] for cells in rows(wanted, "#") if cells[0].startswith("N")] == [row[0] for row in covered()]


# The rule sheet and what was found amiss, in `docs/sources.md`.

STATEMENTS = [*map(str, range(1, 54)), *(f"1.{number}" for number in range(1, 10)), "M1", "M2", "M3"]
"""What the sheet says, what a referee found amiss, and rules that could once be broken without a test noticing."""


def stated() -> list[list[str]]:
    text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    _, _, part = text.partition("## Skirmish\n")
    return list(rows(part, "#"))


def test_no_statement_of_the_rule_sheet_is_left_out() -> None:
    assert [number for number, *_ in stated()] == STATEMENTS


def test_every_statement_has_its_clauses_and_tests_that_exist() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/rules/skirmish/en").iterdir())
    known = {*CLAUSE.findall(text)}
    for number, statement, clauses, tests in stated():
        assert 0 < len(statement) <= 120, number
        assert {*clauses.split(", ")} <= known, number
        assert TESTS.fullmatch(tests), number
        assert not missing(tests), number


# The scenarios of the rules, 1 to 179, are each the subject of a test.

SCENARIOS = 179
NAMED = re.compile(r"^(?:async )?def test_scenarios?_((?:\d{3}_)+)", re.MULTILINE)


def test_every_scenario_of_the_rules_is_played_by_a_test() -> None:
    files = [*(ROOT / "tests/skirmish").rglob("test_*.py"), *(ROOT / "tests/discord").rglob("test_skirmish*.py")]
    named = {
        int(number)
        for path in files
        for numbers in NAMED.findall(path.read_text(encoding="utf-8"))
        for number in numbers.split("_")
        if number
    }
    assert {*range(1, SCENARIOS + 1)} - named == set()
