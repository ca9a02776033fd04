"""What is dear to find of a game and large to keep: of the games that were asked about last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 8
"""A thing of a late game is up to 20,000 objects, see `cogs.house.table.known_tables.TABLES`."""


class RecentCache:
    """One thing of each kind for a game, made empty. Of all games so `many` are kept; the others begin anew."""

    def __init__(self, many: int = MOST) -> None:
        self._many = many
        self._kept: OrderedDict[tuple[Callable[[], Any], int], Any] = OrderedDict()

    def of(self, kind: Callable[[], T], game: int) -> T:
        """What is kept of a kind for a game."""
        if (kind, game) not in self._kept:
            self._kept[kind, game] = kind()
        self._kept.move_to_end((kind, game))
        while len(self._kept) > self._many:
            self._kept.popitem(last=False)
        found: T = self._kept[kind, game]
        return found
