"""A source of whims, for bots of every game. The engine knows no chance of its own; `random.Random` fits."""

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
        """A number from 0 to below 1."""
        ...


class First:
    """No whims at all: the same position is always answered alike."""

    def choice(self, seq: Sequence[T], /) -> T:
        """The first of `seq`, which is not empty."""
        return seq[0]

    def random(self) -> float:
        """Always 0."""
        return 0.0


FIRST = First()
