"""The SQL of the store is what more than one database understands: `cogs.house.store.database` says what is left."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.project.tables import ROOT

STORE = ROOT / "cogs" / "house" / "store"
STATEMENT = re.compile(r"(SELECT|INSERT|UPDATE|DELETE) ")
OF_SQLITE_ALONE = re.compile(
    r"\bOR (REPLACE|IGNORE)\b|\bPRAGMA\b|\b(iif|instr|ifnull|total|group_concat|json_(?!each)\w+)\(|\bIS (NOT )?\?"
    r"|\bLIMIT -|\b(GLOB|STRICT|AUTOINCREMENT)\b|(?<!prediction\.)(?<!ORDER BY )\browid\b|\b(min|max)\([^()]*,"
)
SUM = re.compile(r"(?<!CAST\()\bsum\(")
"""PostgreSQL gives a `Decimal`."""
LIST = "(SELECT value FROM json_each("
MIXED = re.compile(r"\?\d.*\?(?!\d)|\?(?!\d).*\?\d")


def statements() -> Iterator[tuple[str, str]]:
    """Where each statement stands, and what it says."""
    for path in sorted(STORE.glob("*.py")):
        if path.stem in ("catalogs", "sqlite"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.match(node.value):
                yield f"{path.name}:{node.lineno}", node.value


def test_no_statement_is_for_sqlite_alone() -> None:
    found = dict(statements())

    assert len(found) > 200
    assert {where for where, sql in found.items() if OF_SQLITE_ALONE.search(sql)} == set()
    assert {where for where, sql in found.items() if SUM.search(sql)} == set()
    assert {where for where, sql in found.items() if sql.count("json_each") != sql.count(LIST)} == set()
    assert {where for where, sql in found.items() if MIXED.search(sql)} == set()
