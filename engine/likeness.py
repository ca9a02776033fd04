"""What is like what, for games that propose something near to what was wanted. Knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

ALIKE = 0.6
"""How much of a line must be what was typed for it to be meant, as `difflib` measures."""


def nearest_line(lines: Sequence[str], typed: str) -> str | None:
    """Of lines, the one that reads most like what was typed; None if none does."""
    wanted = typed.casefold()
    rated = [(SequenceMatcher(None, wanted, line.casefold()).ratio(), line) for line in lines]
    best = max(rated, key=lambda pair: pair[0], default=(0.0, ""))
    return best[1] if best[0] > ALIKE else None


@lru_cache(maxsize=1024)
def differing(mine: tuple[str, ...], theirs: tuple[str, ...]) -> int:
    """How many of two lists have nothing like them in the other; the same few lists are compared over and over."""
    one, other = Counter(mine), Counter(theirs)
    return ((one - other) + (other - one)).total()
