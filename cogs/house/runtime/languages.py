"""Who reads what: the language that each person has chosen, or was last heard to use."""

from __future__ import annotations

from typing import NamedTuple

from cogs.house.store.store import Store


class KnownLanguage(NamedTuple):
    """What is known of a person's language: `chosen` by himself, and what Discord was last set to, as we `heard` it."""

    chosen: str | None = None
    heard: str | None = None


class KnownLanguages:
    """The languages of all people, in memory, since an answer must not wait for them; the store keeps what changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, KnownLanguage] = {}

    async def learn(self) -> None:
        """Reads what was kept."""
        for user_id, chosen, heard in await self._store.people.languages():
            self._known[user_id] = KnownLanguage(chosen, heard)

    def of(self, user_id: int) -> str | None:
        """What a person reads: as he has chosen, else as was last heard; None if nothing is known of him."""
        chosen, heard = self._known.get(user_id, KnownLanguage())
        return chosen or heard

    def chosen(self, user_id: int) -> str | None:
        """What a person has chosen for himself; None: as Discord has it."""
        return self._known.get(user_id, KnownLanguage()).chosen

    async def choose(self, user_id: int, language: str | None) -> None:
        """Keeps a person's choice in place of the one before; None: as Discord has it."""
        await self._keep(user_id, self._known.get(user_id, KnownLanguage())._replace(chosen=language))

    async def hear(self, user_id: int, language: str) -> None:
        """Notes what Discord is set to for a person, who has just done something. Nothing is written if it is known."""
        await self._keep(user_id, self._known.get(user_id, KnownLanguage())._replace(heard=language))

    async def forget(self, user_id: int) -> None:
        """Forgets what was known of a person."""
        await self._keep(user_id, KnownLanguage())

    async def _keep(self, user_id: int, known: KnownLanguage) -> None:
        if self._known.get(user_id, KnownLanguage()) == known:
            return
        await self._store.people.keep_language(user_id, *known)
        self._known[user_id] = known
