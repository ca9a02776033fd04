"""When people last did anything with the bot, whatever it was: who has is there to be asked.

In memory, so that a press costs neither a look at the store nor a write, but for one an hour.
"""

from __future__ import annotations

from cogs.house.clocks import HOUR
from cogs.house.store import Store


class Sightings:
    """When people were last seen: exactly since the start, before that to the hour, as it is `kept`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int, float] = {}
        self._last: dict[int, float] = {}

    async def learn(self) -> None:
        """Reads what was kept."""
        self._kept = dict(await self._store.sightings())

    async def saw(self, user_id: int, now: float) -> None:
        """A person has done something."""
        self._last[user_id] = now
        if not 0 <= now - self._kept.get(user_id, now + HOUR) < HOUR:
            self._kept[user_id] = now
            await self._store.keep_seen(user_id, now)

    def until(self, user_id: int) -> float:
        """Until when a person may have done something at the latest; 0 where they never have."""
        if user_id in self._last:
            return self._last[user_id]
        return self._kept[user_id] + HOUR if user_id in self._kept else 0.0

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        self._kept.pop(user_id, None)
        self._last.pop(user_id, None)
