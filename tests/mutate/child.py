"""A process of its own for each run of tests: `python -m tests.mutate.child ORDER`, an order in JSON.

It has `out`, the file for what came of it, and `files`, the tests. With a `mutation` that is in the module when it is
first imported, and the run ends with the first test that fails, or after so many `seconds`; without one it is written
down which functions of the engines are called. Nothing of the engines may be imported here before.
"""

from __future__ import annotations

import ast
import builtins
import json
import sys
import time
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from hypothesis import Phase, settings

from tests.mutate.breaking import broken
from tests.mutate.listed import Mutation

MEMORY = 4 * 2**30
"""A rule that is broken may well go round in circles: a process gets no more than so many bytes."""

Change = Callable[[str], ast.Module | None]
"""The tree that a module is to have in place of its own; None if it stays as it is."""


class Loader(SourceFileLoader):
    """Loads a tree, and leaves no compiled file."""

    def __init__(self, fullname: str, path: str, tree: ast.Module) -> None:
        super().__init__(fullname, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        code = compile(self.tree, self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


class Finder(MetaPathFinder):
    """Finds the modules that are to be changed."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("engine.") or (tree := self.change(fullname)) is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = Loader(fullname, spec.origin, tree)
        return spec


def replacing(mutation: Mutation) -> Change:
    tree, _ = broken(mutation)
    return lambda module: tree if module == mutation.module else None


def telling(touched: set[str]) -> Change:
    """All modules of the engines say which of their functions are called."""
    builtins.__dict__["_touched"] = touched.add

    def change(module: str) -> ast.Module | None:
        spec = PathFinder.find_spec(module, sys.modules[module.rpartition(".")[0]].__path__)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        tree = ast.parse(Path(spec.origin).read_bytes())
        _mark(tree, f"{module}:")
        return ast.fix_missing_locations(tree)

    return change


def _mark(node: ast.AST, within: str) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            _mark(child, f"{within}{child.name}.")
        else:
            _mark(child, within)
        if isinstance(child, ast.FunctionDef):
            child.body[:0] = ast.parse(f"_touched({within + child.name!r})").body


class Watch:
    """Sees which test fails first; what hypothesis finds is not made smaller, which takes longest."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_sessionstart(self) -> None:
        phases = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))
        settings.register_profile("broken", settings.default, phases=phases)
        settings.load_profile("broken")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid.partition("[")[0]


def main(order: str) -> None:
    asked = json.loads(order)
    touched: set[str] = set()
    mutation = Mutation(**asked["mutation"]) if "mutation" in asked else None
    sys.meta_path.insert(0, Finder(telling(touched) if mutation is None else replacing(mutation)))
    if mutation is not None:
        _bound(asked["seconds"])
    watch, begun = Watch(), time.process_time()
    plain = ["-q", "-p", "no:cacheprovider", "-n", "0", *(() if mutation is None else ("-x",))]
    code = pytest.main([*plain, *asked["files"]], plugins=[watch])
    told = {"code": int(code), "failed": watch.failed, "seconds": round(time.process_time() - begun, 2)}
    Path(asked["out"]).write_text(json.dumps({**told, "functions": sorted(touched)}), encoding="utf-8")


def _bound(seconds: int) -> None:
    """Ends the process when it has computed for so long, or wants more memory than there is for it."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main(sys.argv[1])
