"""docs/architecture.md is true: its picture against the imports, the modules that it names against the tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.test_imports import PRODUCT, ROOT, imported, modules

MODULES = modules(ROOT, PRODUCT)
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FLOORS = [re.split(r" {3,}", line)[0].split() for line in PAGE.split("```")[1].splitlines() if line.strip()]
"""The packages of each line of the picture, the uppermost first."""
HEIGHT = {package: -floor for floor, packages in enumerate(FLOORS) for package in packages}
MOST_MODULES = 30
LISTED = ("engine", "engine/titan", "engine/titan/bots")
"""The folders of which the page has a line for each module."""


def package_of(module: str) -> str | None:
    """The package of the picture that a module is in: the longest name there that begins its own; None for `cogs`."""
    parts = module.split(".")
    return next((name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in HEIGHT), None)


def named() -> Iterator[str]:
    """Paths and modules of ours that the page names."""
    yield from re.findall(r"`((?:cogs|engine|render|tests|docs|migrations)/[\w/.]+|bot\.py)`", PAGE)


def test_every_package_is_in_the_picture() -> None:
    packages = {module for module, path in MODULES.items() if path.name == "__init__.py" and module != "cogs"}
    assert not [name for name in packages if not any(f"{name}.".startswith(f"{each}.") for each in HEIGHT)]
    assert all(name in MODULES for name in HEIGHT)


def test_imports_go_down_in_the_picture() -> None:
    upwards = [
        f"{module} -> {other}"
        for module in MODULES
        for other in set(imported(module, MODULES))
        if (here := package_of(module)) and (there := package_of(other)) and here != there
        if HEIGHT[there] >= HEIGHT[here]
    ]
    assert upwards == []


def test_no_folder_has_more_modules_than_one_takes_in() -> None:
    folders: dict[Path, int] = {}
    for root in ("cogs", "engine", "render", "tests"):
        for path in (ROOT / root).rglob("*.py"):
            folders[path.parent] = folders.get(path.parent, 0) + (path.name != "__init__.py")
    assert {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_every_package_says_what_lives_there() -> None:
    packages = [path for path in MODULES.values() if path.name == "__init__.py"]
    assert not [path for path in packages if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("folder", LISTED)
def test_every_module_of_the_engine_has_a_line(folder: str) -> None:
    there = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py"}
    assert sorted(re.findall(rf"^\| `{folder}/(\w+\.py)` \|", PAGE, re.M)) == sorted(there)


@pytest.mark.parametrize("path", sorted(set(named())))
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
