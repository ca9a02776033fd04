"""When those who sit in games last did anything there, whatever it was: who has is there to be asked.

In memory, so that a press costs neither a look at the store nor a write, but for one an hour.
"""

from __future__ import annotations

import asyncio

from cogs.house.clocks import HOUR
from cogs.house.store import Store


class Sightings:
    """When people were last seen, by game: exactly since the start, before that to the hour, as it is `kept`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[tuple[int, int], float] = {}
        self._last: dict[tuple[int, int], float] = {}
        self._keeping = asyncio.Lock()

    async def learn(self) -> None:
        """Reads what was kept."""
        self._kept = dict(await self._store.sightings())

    async def saw(self, game: int, user_id: int, now: float) -> None:
        """A person has done something in a game. Whoever comes next does not overtake the one that is being kept."""
        key = game, user_id
        self._last[key] = now
        async with self._keeping:
            if not 0 <= now - self._kept.get(key, now + HOUR) < HOUR:
                self._kept[key] = now
                await self._store.keep_seen(game, user_id, now)

    def until(self, game: int, user_id: int) -> float:
        """Until when a person may have done something in a game at the latest; 0 where they never have."""
        key = game, user_id
        if key in self._last:
            return self._last[key]
        return self._kept[key] + HOUR if key in self._kept else 0.0

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        for seen in (self._kept, self._last):
            for key in [key for key in seen if key[1] == user_id]:
                del seen[key]
