"""A bot's source of whims. The engine knows no chance of its own; `random.Random` fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Pick(Protocol):
    """What a chooser asks of it."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of `seq`, which is not empty."""
        ...

    def random(self) -> float:
        """A number of 0 to below 1."""
        ...


class First:
    """No whims: the first of several. Fits where a chooser is asked for the same answer each time."""

    def choice(self, seq: Sequence[T], /) -> T:
        """The first of `seq`, which is not empty."""
        return seq[0]

    def random(self) -> float:
        """Always 0."""
        return 0.0
