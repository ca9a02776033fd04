"""A line of the log that has to be short: what weighs least is left out until the rest fits. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.house.words.words import shortened

LINE = 120
"""Characters of a line that tells of an event."""


def fitting(parts: Sequence[tuple[int, str]], line: Callable[[Sequence[str]], str], most: int = LINE) -> str:
    """The `line` of as many of the parts as fit, in their order; each has its weight, and one is always there."""
    kept = list(parts)
    while len(said := line([text for _, text in kept])) > most and len(kept) > 1:
        kept.remove(min(kept, key=lambda part: part[0]))
    return shortened(said, most)
