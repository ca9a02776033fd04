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
