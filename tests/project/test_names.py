"""One word, one thing: no two classes of the product have the same name, and no two modules, but for those listed here."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from tests.project.test_imports import PRODUCT, ROOT, modules

MODULES = modules(ROOT, PRODUCT)
GAMES = ("titan", "skirmish")
"""One game knows nothing of another: each has a `State`, and a reader of one never meets that of the other."""

CLASSES: Mapping[str, str] = {}
"""Names of several classes, with why."""

SUBJECTS: Mapping[str, str] = {}
"""Names of several modules, with what all of them are about."""


def worlds() -> Iterable[tuple[str, frozenset[str]]]:
    """What somebody may meet who works on one of the games: its modules and those of all games."""
    for game in GAMES:
        others = tuple(f".{other}" for other in GAMES if other != game)
        yield game, frozenset(name for name in MODULES if not any(f"{name}.".find(f"{other}.") >= 0 for other in others))


@cache
def classes(module: str) -> tuple[str, ...]:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))


def several(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that stand for more than one thing, with where."""
    found: dict[str, list[str]] = {}
    for name, where in named:
        found.setdefault(name, []).append(where)
    return {name: sorted(where) for name, where in found.items() if len(where) > 1}


@pytest.mark.parametrize(("game", "world"), worlds())
def test_no_class_has_the_name_of_another(game: str, world: frozenset[str]) -> None:
    found = several((name, module) for module in world for name in classes(module))
    assert {name: where for name, where in found.items() if name not in CLASSES} == {}


@pytest.mark.parametrize(("game", "world"), worlds())
def test_modules_of_one_name_are_about_one_thing(game: str, world: frozenset[str]) -> None:
    plain = (module for module in world if MODULES[module].name != "__init__.py")
    found = several((module.rpartition(".")[2], module) for module in plain)
    assert {name: where for name, where in found.items() if name not in SUBJECTS} == {}


def test_what_is_listed_is_there() -> None:
    every = frozenset(MODULES)
    assert CLASSES.keys() <= several((name, module) for module in every for name in classes(module)).keys()
    assert SUBJECTS.keys() <= several((module.rpartition(".")[2], module) for module in every).keys()
