"""Whether somebody may look at a game is asked in `cogs.access`: nothing else gets a table or a row from the house."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import get_annotations, isfunction
from pathlib import Path

from cogs.house.house import House
from tests.project.tables import ROOT

COGS = ROOT / "cogs"
ASKS = COGS / "access.py"
BESIDE = (COGS / "house", COGS / "preview.py")
"""The house itself, and the local table, where four people sit at one screen."""

OF_GAMES = re.compile(r"\b(Table|Game|Sought|Vacancy|Deed)\b")
MADE = {"open", "bring_in"}
"""What gives the game that one has just begun."""
NUMBERS = {"open_at", "newest_at", "told_by", "log_of", "seen_by"}
"""What leads to games by their numbers, or tells of them."""


def getters() -> set[str]:
    """What of the house gives tables and rows of games, by what it says that it gives."""
    giving = {
        name
        for name, member in vars(House).items()
        if isfunction(member) and OF_GAMES.search(str(get_annotations(member).get("return", "")))
    }
    return {name for name in giving | NUMBERS if not name.startswith("_")} - MADE


def modules() -> Iterator[Path]:
    for path in sorted(COGS.rglob("*.py")):
        if path != ASKS and not any(path.is_relative_to(each) for each in BESIDE):
            yield path


def asked(path: Path) -> Iterator[str]:
    """What a module has the house give: `house.table` in line 17."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in getters() and _is_house(node.value):
            yield f"{path.relative_to(ROOT)}:{node.lineno} house.{node.attr}"


def _is_house(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "house") or (
        isinstance(node, ast.Name) and node.id == "house"
    )


def test_what_gives_games_is_known() -> None:
    assert {"table", "at", "last_at", "shown", "in_memory", "sought", "games_in", "vacant_in", "deeds"} <= getters()
    assert vars(House).keys() >= NUMBERS


def test_nothing_but_the_one_place_gets_a_game_from_the_house() -> None:
    assert [each for path in modules() for each in asked(path)] == []


def test_the_one_place_does() -> None:
    assert len(set(asked(ASKS))) > 5
