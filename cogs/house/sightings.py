"""When people last did anything with the bot, whatever it was: who has is there to be asked.

In memory, so that a press costs neither a look at the store nor a write, but for one an hour.
"""

from __future__ import annotations

from cogs.house.clocks import HOUR
from cogs.house.store import Store


class Sightings:
    """When people were last seen, to the hour."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, float] = {}

    async def learn(self) -> None:
        """Reads what was kept."""
        self._known = dict(await self._store.sightings())

    async def saw(self, user_id: int, now: float) -> None:
        """A person has done something."""
        if not 0 <= now - self._known.get(user_id, now + HOUR) < HOUR:
            self._known[user_id] = now
            await self._store.keep_seen(user_id, now)

    def until(self, user_id: int) -> float:
        """Until when a person may have done something at the latest; 0 where they never have."""
        kept = self._known.get(user_id)
        return 0.0 if kept is None else kept + HOUR

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        self._known.pop(user_id, None)
