"""No modules of the product import one another in a circle, be it for types alone or within a function."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot.py", "cogs", "engine", "render")

Modules = Mapping[str, Path]
"""Files by the names under which they are imported."""


def modules(root: Path, parts: Iterable[str]) -> Modules:
    files = (
        file for part in parts for file in ([root / part] if part.endswith(".py") else (root / part).rglob("*.py"))
    )
    return {".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(name: str, found: Modules) -> Iterator[str]:
    """The modules among those `found` that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(found[name].read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in found)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports by dots"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            own = set() if names <= found.keys() else {str(node.module)}  # what is no module is something in one
            yield from (names | own) & found.keys()


def in_order(found: Modules) -> list[str]:
    """The modules, each after those that it imports. Raises CycleError with a circle as its second argument."""
    return list(TopologicalSorter({name: set(imported(name, found)) for name in found}).static_order())


def test_no_modules_of_the_product_import_one_another_in_a_circle() -> None:
    found = modules(ROOT, PRODUCT)
    assert {"bot", "engine.core", "cogs.house.table.table", "render.canvas"} <= set(found)

    try:
        in_order(found)
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


@pytest.mark.parametrize(
    "later",
    [
        "from pack.one import A",
        "import pack.one",
        "def late() -> None:\n    from pack import one",
        "if T:\n    import pack.one",
    ],
)
def test_a_circle_is_found_wherever_the_import_stands(tmp_path: Path, later: str) -> None:
    (tmp_path / "pack").mkdir()
    for name, text in (
        ("__init__", ""),
        ("one", "from pack import two"),
        ("two", "import ast\n"),
        ("three", "import pack.one"),
    ):
        (tmp_path / "pack" / f"{name}.py").write_text(text)
    found = modules(tmp_path, ["pack"])

    assert in_order(found).index("pack.two") < in_order(found).index("pack.one") < in_order(found).index("pack.three")

    (tmp_path / "pack" / "two.py").write_text(later)
    with pytest.raises(CycleError) as circle:
        in_order(found)
    assert set(circle.value.args[1]) == {"pack.one", "pack.two"}
