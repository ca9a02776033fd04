"""When people sleep, are away and are told: in memory, since a commit must not wait for it; the store keeps changes."""

from __future__ import annotations

from functools import partial

from cogs.house.runtime.remembered import Remembered
from cogs.house.store.store import Store
from cogs.house.values.availability import Habit


class KnownHabits:
    """The habits of all people who have chosen any."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Remembered[Habit]()

    async def learn(self) -> None:
        """Reads what was kept, in place of what was known before."""
        await self._known.read(self._store.habits.all)

    async def learn_of(self, user_id: int) -> None:
        """Reads what was kept of one person: another process has changed it."""
        await self._known.read_of(user_id, partial(self._kept_of, user_id))

    def of(self, user_id: int) -> Habit:
        """A person's habits, those of everybody where he has said nothing."""
        return self._known.of(user_id) or Habit()

    async def choose(self, user_id: int, habit: Habit) -> None:
        """Keeps a person's habits in place of those before."""
        await self._store.habits.keep(user_id, habit)
        self._known.put(user_id, habit)

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        self._known.put(user_id, None)

    async def _kept_of(self, user_id: int) -> Habit | None:
        kept = await self._store.habits.of(user_id)
        return None if kept == Habit() else kept
