"""How often somebody may do what everybody is told of: a few times in a row, as one does, and then after a while.

It is remembered in memory alone, and for so many: what it keeps from others is noise, and no rule of a game.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import ceil

from cogs.house.values.safe_text import Safe
from engine.core import Illegal

OFTEN, SECONDS = 3, 60.0
"""So often in so many seconds is the same told of one person or one game."""

KEPT = 10_000


class RateLimits:
    """When who did what of late."""

    def __init__(self) -> None:
        self._done: OrderedDict[Hashable, tuple[float, ...]] = OrderedDict()

    @contextmanager
    def told(self, what: Hashable, now: float) -> Iterator[None]:
        """Within the block is done what everybody will be told of. What fails there does not count.

        Raises Illegal `too-often`, with the time when it is possible again, instead.
        """
        before = tuple(at for at in self._done.get(what, ()) if now - SECONDS < at <= now)
        if len(before) >= OFTEN:
            raise too_often(before[0] + SECONDS)
        self._done[what] = (*before, now)
        self._done.move_to_end(what)
        while len(self._done) > KEPT:
            self._done.popitem(last=False)
        try:
            yield
        except BaseException:
            done = list(self._done.get(what, ()))
            if now in done:
                done.remove(now)
            self._done[what] = tuple(done)
            raise


def too_often(until: float) -> Illegal:
    """Why something can't be done once more before a time."""
    return Illegal("too-often", when=Safe(f"<t:{ceil(until)}:R>"))
