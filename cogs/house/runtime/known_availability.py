"""When people sleep, are away and are told: in memory, since a commit must not wait for it; the store keeps changes."""

from __future__ import annotations

from cogs.house.store.store import Store
from cogs.house.values.availability import Habit


class KnownHabits:
    """The habits of all people who have chosen any."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Habit] = {}

    async def learn(self) -> None:
        """Reads what was kept."""
        self._known = dict(await self._store.habits.all())

    def of(self, user_id: int) -> Habit:
        """A person's habits, those of everybody where he has said nothing."""
        return self._known.get(user_id, Habit())

    async def choose(self, user_id: int, habit: Habit) -> None:
        """Keeps a person's habits in place of those before."""
        await self._store.habits.keep(user_id, habit)
        self._known[user_id] = habit

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        self._known.pop(user_id, None)
