"""Values: frozen ones made from others, rows of them, and those that a file of data holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["Sheet", "from_row", "replace", "without"]

T = TypeVar("T")

Sheet = dict[str, Any]
"""A table of a TOML file. Whoever reads it says what stands where, and refuses what does not."""

if TYPE_CHECKING:
    from dataclasses import replace  # whose keywords the type checker knows
else:

    def replace(value: T, **changes: object) -> T:
        """The value with some of its fields changed, as `dataclasses.replace` has it, in half of its time.

        Every step of a game makes a handful of values from others. A field that is not there raises KeyError.
        """
        kind = type(value)
        read, places = _layouts.get(kind) or _layout(kind)
        parts = [*read(value)]
        for name, new in changes.items():
            parts[places[name]] = new
        return kind(*parts)


_layouts: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
"""How to read the fields of a type, all at once, and which place each has."""


def _layout(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    names = [part.name for part in fields(kind)]
    read = attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
    found = _layouts[kind] = read, {name: place for place, name in enumerate(names)}
    return found


def from_row(kind: type[T], row: Sheet, **others: Any) -> T:
    """A value of a dataclass from a table of data: the fields that stand there by their names, and these `others`.

    A list becomes a tuple. What else stands in the table is ignored. Raises TypeError if a field without a default is
    in neither.
    """
    found = {part.name: row[part.name] for part in fields(kind) if part.name in row}  # type: ignore[arg-type]
    read = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return kind(**{**read, **others})


def without(row: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """A row less some of its members, each the first of its kind, order kept. Raises ValueError if one is not in it."""
    left = list(row)
    for one in gone:
        left.remove(one)
    return tuple(left)
