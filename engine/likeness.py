"""What is like what, for games that propose something near to what was wanted. Knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nsmallest

ALIKE = 0.6
"""How much of a line must be what was typed for it to be meant, as `difflib` measures."""

CLOSELY = 24
"""So many lines at most are compared sign by sign: those that have the most signs in common."""


def nearest_line(lines: Sequence[str], typed: str) -> str | None:
    """Of lines, the one that reads most like what was typed; None if none does."""
    return nearest_of(lines, typed, ALIKE)


def nearest_of(lines: Sequence[str], typed: str, least: float = 0.0) -> str | None:
    """Of lines, the one most like what was typed, if more than `least` of it is alike; None if none is.

    What is far longer or shorter, or has other signs, is passed over, so that it costs little whatever was typed.
    """
    wanted = typed.casefold()
    like = SequenceMatcher(b=wanted, autojunk=False)
    rated: list[tuple[float, int]] = []
    for at, line in enumerate(lines):
        like.set_seq1(line.casefold())
        if like.real_quick_ratio() > least and (common := like.quick_ratio()) > least:
            rated.append((-common, at))
    best, found = least, None
    for common, at in nsmallest(CLOSELY, rated):
        if -common <= best:
            break
        like.set_seq1(lines[at].casefold())
        if (ratio := like.ratio()) > best:
            best, found = ratio, lines[at]
    return found


@lru_cache(maxsize=1024)
def differing(mine: tuple[str, ...], theirs: tuple[str, ...]) -> int:
    """How many of two lists have nothing like them in the other; the same few lists are compared over and over."""
    one, other = Counter(mine), Counter(theirs)
    return ((one - other) + (other - one)).total()
