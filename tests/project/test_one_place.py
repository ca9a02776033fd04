"""Whether somebody may look at a game is asked in `cogs.interactions.access`: nothing else gets a table or a row
from the house.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import get_annotations, getmembers, isfunction
from pathlib import Path
from typing import cast

from cogs.house.house import House
from cogs.house.store.database import Database
from cogs.house.store.store import Store
from tests.project.tables import ROOT

COGS = ROOT / "cogs"
ASKS = COGS / "interactions" / "access.py"
BESIDE = (COGS / "house", COGS / "preview.py")
"""The house itself, and the local table, where four people sit at one screen."""

OF_GAMES = re.compile(r"\b(Table|Game|SoughtGame|Vacancy|AuditEntry)\b")
MADE = {"open", "bring_in"}
"""What gives the game that one has just begun."""
NUMBERS = {"open_at", "newest_at", "told_by", "log_of", "seen_by"}
"""What leads to games by their numbers, or tells of them."""

OF_PEOPLE = "people."
"""What is kept of somebody who asks for it, or may be asked of anybody."""
ASKED = {
    "dms.owed",
    "games.counted_in",
    "insiders.inside_of",
    "log.share",
    "log.shared",
    "outbox.troubles",
    "predictions.ranked",
    "servers.keep_presets",
    "servers.presets",
    "settings",
    "settings.keep",
    "settings.value",
    "spectators.follow",
    "spectators.follows",
}
"""What of the store others may ask as well: of a game that they were given, or of none."""


def getters() -> set[str]:
    """What of the house gives tables and rows of games, by what it says that it gives."""
    giving = {
        name
        for name, member in getmembers(House)
        if isfunction(member) and OF_GAMES.search(str(get_annotations(member).get("return", "")))
    }
    return {name for name in giving | NUMBERS if not name.startswith("_")} - MADE


def stored() -> set[str]:
    """What of the store gives rows of games: `games.load`."""
    return {
        f"{subject}.{name}"
        for subject, rows in vars(Store(cast(Database, None))).items()
        for name, member in vars(type(rows)).items()
        if isfunction(member) and OF_GAMES.search(str(get_annotations(member).get("return", "")))
    }


def modules() -> Iterator[Path]:
    for path in sorted(COGS.rglob("*.py")):
        if path != ASKS and not any(path.is_relative_to(each) for each in BESIDE):
            yield path


def asked(path: Path) -> Iterator[str]:
    """What a module has the house or its store give: `house.table` in line 17."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    inner = {node.value for node in names}
    for node in names:
        first, _, of_store = ("" if node in inner else _of_house(node)).partition(".")
        may = of_store in ASKED or of_store.startswith(OF_PEOPLE) if first == "store" else first not in getters()
        if not may:
            yield f"{path.relative_to(ROOT)}:{node.lineno} house.{first}.{of_store}"


def _of_house(node: ast.expr) -> str:
    """What of the house a name leads to: `store.people.known`; empty if to something else."""
    if not isinstance(node, ast.Attribute):
        return ""
    if _is_house(node.value):
        return node.attr
    return f"{before}.{node.attr}" if (before := _of_house(node.value)) else ""


def _is_house(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "house") or (
        isinstance(node, ast.Name) and node.id == "house"
    )


def test_what_gives_games_is_known() -> None:
    assert {"table", "at", "last_at", "shown", "in_memory", "sought"} <= getters()
    assert {"games.in_server", "games.load", "seats.vacant_in", "deeds.page"} <= stored()
    assert {name for name, _ in getmembers(House)} >= NUMBERS
    assert not ASKED & stored()


def test_nothing_but_the_one_place_gets_a_game_from_the_house() -> None:
    assert [each for path in modules() for each in asked(path)] == []


def test_the_one_place_does() -> None:
    assert len(set(asked(ASKS))) > 5
