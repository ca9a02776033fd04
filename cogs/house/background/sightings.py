"""When those who sit in games last did anything there, whatever it was: who has is there to be asked.

In memory, so that nobody's answer waits for the store: what was seen is kept beside everything else, once an hour.
"""

from __future__ import annotations

from contextlib import suppress

from cogs.house.runtime.tasks import BackgroundTask, Tasks
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.values.clocks import HOUR

SLACK = 60.0
"""Seconds by which the clock of another process that keeps them may be ahead."""


class Sightings:
    """When people were last seen, by game: exactly since the start, before that and elsewhere to the hour, as it is
    `kept`."""

    def __init__(self, store: Store, tasks: Tasks) -> None:
        self._store, self._tasks = store, tasks
        self._kept: dict[tuple[int, int], float] = {}
        self._last: dict[tuple[int, int], float] = {}
        self._due: dict[tuple[int, int], float] = {}
        self._keeping: BackgroundTask | None = None

    async def learn(self) -> None:
        """Reads what was kept, and begins to keep what comes."""
        await self.learn_anew()
        self._keeping = self._tasks.loop("seen", self._keep)

    async def learn_anew(self) -> None:
        """Reads what was kept in the place of what is known: another process may have forgotten somebody."""
        self._kept = {**await self._store.sightings.all(), **self._due}
        self._last = {key: at for key, at in self._last.items() if key in self._kept}

    async def learn_of(self, user_id: int) -> None:
        """Reads what was kept of one person, whom another process may have seen."""
        found = await self._store.sightings.of(user_id)
        self._kept |= {key: max(at, self._kept.get(key, at)) for key, at in found.items()}

    def saw(self, game: int, user_id: int, now: float) -> None:
        """A person has done something in a game."""
        key = game, user_id
        self._last[key] = now
        if not -SLACK <= now - self._kept.get(key, now + HOUR) < HOUR:
            self._kept[key] = self._due[key] = now
            if self._keeping is not None:
                self._keeping.wake()

    def until(self, game: int, user_id: int) -> float:
        """Until when a person may have done something in a game at the latest; 0 where they never have."""
        key = game, user_id
        last, kept = self._last.get(key), self._kept.get(key)
        if last is not None and (kept is None or kept <= last):
            return last
        return 0.0 if kept is None else kept + HOUR

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        for seen in (self._kept, self._last, self._due):
            for key in [key for key in seen if key[1] == user_id]:
                del seen[key]

    async def close(self) -> None:
        """Keeps what is not kept yet, and then nothing more."""
        if self._keeping is not None:
            await self._tasks.end(self._keeping)
        with suppress(StoreUnavailable):
            await self._keep()

    async def _keep(self) -> None:
        while self._due:
            key, at = next(iter(self._due.items()))
            await self._store.sightings.keep(*key, at)
            if self._due.get(key) == at:
                del self._due[key]
