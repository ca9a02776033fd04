"""A mutation carried out on the tree of a module: the named function with one thing replaced by another."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.mutate.listed import Mutation

ROOT = Path(__file__).parents[2]

Place = tuple[ast.AST, str, int | None]
"""The parent of a node, its field, and the index if that is a list."""


class Stale(Exception):
    """A mutation no longer applies: the function is gone, or what is replaced is not in it any more."""


def broken(mutation: Mutation, root: Path = ROOT) -> tuple[ast.Module, str]:
    """The tree of the module with the mutation in it, and a digest of what became of the function.

    Raises Stale if it does not apply, and SyntaxError for what is no Python.
    """
    tree = ast.parse(_source(mutation.module, root).read_bytes())
    function = _named(tree, mutation.name)
    (parent, field, at), instead = _replaced(mutation, function)
    if at is None:
        setattr(parent, field, instead[0])
    else:
        getattr(parent, field)[at : at + 1] = instead
    return ast.fix_missing_locations(tree), hashlib.sha256(ast.dump(function).encode()).hexdigest()[:16]


def stale(mutations: Iterable[Mutation], root: Path = ROOT) -> dict[str, str]:
    """The mutations that do not apply, by their keys, and why."""
    found = {}
    for mutation in mutations:
        try:
            _replaced(mutation, _named(_tree(_source(mutation.module, root)), mutation.name))
        except (Stale, SyntaxError) as why:
            found[mutation.key] = str(why)
    return found


@lru_cache(maxsize=256)
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_bytes())


def _source(module: str, root: Path) -> Path:
    """The file of a module. Raises Stale if there is none."""
    base = root.joinpath(*module.split("."))
    for file in (base.with_suffix(".py"), base / "__init__.py"):
        if file.is_file():
            return file
    raise Stale(f"there is no module {module}")


def _named(tree: ast.Module, name: str) -> ast.AST:
    """The function, class or assignment of a qualified name."""
    here: ast.AST = tree
    for part in name.split("."):
        found = next((node for node in _within(here) if part in _names(node)), None)
        if found is None:
            raise Stale(f"there is no {name}")
        here = found
    return here


def _within(node: ast.AST) -> list[ast.AST]:
    """What is defined in a node, not that in the functions and classes within it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            found += _within(child)
    return found


def _names(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Assign(targets=targets):
            return tuple(part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case _:
            return ()


def _replaced(mutation: Mutation, function: ast.AST) -> tuple[Place, Sequence[ast.AST]]:
    """Where something is replaced in a function, and by what."""
    was, now = ast.parse(mutation.was).body, ast.parse(mutation.now).body
    wanted, instead = _expressions(was, now) or (was[0], now)
    places = _places(function, wanted)
    if len(places) < mutation.nth:
        seen = f"there {len(places)} times" if places else "not there"
        raise Stale(f"{mutation.was} is {seen}")
    if [ast.dump(node) for node in instead] == [ast.dump(wanted)]:
        raise Stale("it is replaced by the same")
    return places[mutation.nth - 1], instead


def _expressions(was: list[ast.stmt], now: list[ast.stmt]) -> tuple[ast.AST, Sequence[ast.AST]] | None:
    """Both as expressions; None if one of them is no expression."""
    match was, now:
        case [ast.Expr(value=old)], [ast.Expr(value=new)]:
            return old, [new]
        case _:
            return None


def _places(function: ast.AST, wanted: ast.AST) -> list[Place]:
    """Where a node of this shape stands, in the order of the source."""
    shape = ast.dump(wanted)
    found: list[tuple[int, int, Place]] = []
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            for at, node in _each(value):
                if isinstance(node, ast.expr | ast.stmt) and type(node) is type(wanted) and ast.dump(node) == shape:
                    found.append((node.lineno, node.col_offset, (parent, field, at)))
    return [place for _, _, place in sorted(found, key=lambda each: each[:2])]


def _each(value: Any) -> Iterator[tuple[int | None, Any]]:
    """The nodes of a field, each with its index if that is a list."""
    if isinstance(value, list):
        yield from enumerate(value)
    else:
        yield None, value
