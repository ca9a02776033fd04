"""Which clause of the rules stands behind a refusal: the numbers of `docs/rules/titan`, `R6.2` and the like."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.titan.data import sheet

_SHEET = sheet("clauses")

CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {code: tuple(found) for code, found in _SHEET["clauses"].items()}
)
"""The clauses of each refusal, the nearest one first."""

FORMAL = frozenset(_SHEET["formal"])
"""The refusals of how something was said, which no clause stands behind."""


def clauses(code: str) -> tuple[str, ...]:
    """The clauses behind a refusal; none if it is no matter of the rules."""
    return CLAUSES.get(code, ())
