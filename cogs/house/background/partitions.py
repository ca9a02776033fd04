"""Which games this process works for in the background: deliveries, deadlines, the program's seats, results.

Of several processes each has a part of all games, and what is done for a game is done by one of them. Decisions of
people are none of this: any process takes those.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from cogs.house.store.leases import PARTITIONS, LeasedSet, Leases, LeaseTimes, Participation, Share, part_of

NAME = "partitions"


class Partitions:
    """The part of the games that this process has now. Nothing is held before `begin`.

    `moved` is told which partitions were gained and which were lost at once; of those that are handed over it hears by
    `leaves`, once what is under way has ended or has had its time.
    """

    def __init__(
        self,
        leases: Leases,
        times: LeaseTimes,
        moved: Callable[[frozenset[int], frozenset[int]], None],
        leaves: Callable[[frozenset[int]], Awaitable[None]],
    ) -> None:
        self._leases, self._times = leases, times
        self._moved, self._leaves = moved, leaves
        self._set: LeasedSet | None = None
        self._known: frozenset[int] = frozenset()
        self._under_way: Counter[int] = Counter()
        self._rests = asyncio.Event()

    @property
    def shared(self) -> bool:
        """Whether there may be other processes at all."""
        return self._leases.shared

    @property
    def alone(self) -> bool:
        """Whether there is no other process now."""
        return self._set is not None and self._set.alone

    @property
    def held(self) -> frozenset[int]:
        """The partitions that this process has."""
        return frozenset() if self._set is None else self._set.held

    @property
    def share(self) -> Share:
        """The same for a statement."""
        held = self.held
        return None if len(held) == PARTITIONS else sorted(held)

    def holds(self, game: int) -> bool:
        """Whether this process works for a game."""
        return part_of(game) in self.held

    @contextmanager
    def working(self, game: int) -> Iterator[bool]:
        """Whether something may be done for a game; until it is done the game is not handed over."""
        if not self.holds(game):
            yield False
            return
        part = part_of(game)
        self._under_way[part] += 1
        try:
            yield True
        finally:
            self._under_way[part] -= 1
            self._rests.set()

    async def begin(self) -> None:
        """Takes what is due to this process."""
        if self._set is not None:
            return
        self._set = self._leases.take_part(NAME, PARTITIONS, Participation(self._changed, self._ends))
        if self.shared:
            await self._leases.look()
        self._changed()

    async def give_up(self) -> None:
        """Hands everything over to others, after what is under way has ended."""
        if self._set is not None:
            await self._leases.give_up(NAME)

    def _changed(self) -> None:
        if self._set is None:
            return
        held, before = self._set.held, self._known
        self._known = held
        self._moved(held - before, before - held - self._set.ending)

    async def _ends(self, parts: frozenset[int]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._times.ending):
                while any(self._under_way[part] for part in parts):
                    self._rests.clear()
                    await self._rests.wait()
        await self._leaves(parts)
