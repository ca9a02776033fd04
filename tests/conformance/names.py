"""The record's names and the engine's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.titan.rules import Rules

SIDES: Mapping[str, int] = {"Right": 1, "Bottom": 3, "Left": 5}
"""Entry sides (R6.10)."""

OFF = "off"
"""The hex of a character that is not yet on the map."""


class Names:
    """Creatures by English name and by code."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.code = {kind.name: code for code, kind in rules.kinds.items()}
        self.name = {code: kind.name for code, kind in rules.kinds.items()}

    def codes(self, names: Iterable[str]) -> tuple[str, ...]:
        """A list of creatures as the engine has it."""
        return self.rules.arranged(self.code[name] for name in names)

    def listed(self, codes: Iterable[str]) -> list[str]:
        """A list of creatures as the record has it."""
        return sorted(self.name[code] for code in codes)

    def options(self, options: Iterable[Mapping[str, Any]]) -> set[tuple[str, tuple[str, ...]]]:
        """The musters that an offer of the record lists: the recruit, and what is shown for it."""
        found: set[tuple[str, tuple[str, ...]]] = set()
        for option in options:
            recruit = self.code[option["r"]]
            if option["anon"]:
                assert not option["by"], "a recruit for nothing, and yet recruiters"
                found.add((recruit, ()))
            found |= {(recruit, (self.code[by],) * count) for by, count in option["by"].items()}
        return found


def counted(codes: Iterable[str]) -> Mapping[str, int]:
    """How many of each."""
    return dict(Counter(codes))
