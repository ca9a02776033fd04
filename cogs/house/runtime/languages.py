"""Who reads what: the language that each person has chosen, or was last heard to use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from cogs.house.runtime.remembered import Remembered
from cogs.house.store.store import Store


class KnownLanguage(NamedTuple):
    """What is known of a person's language: `chosen` by himself, and what Discord was last set to, as we `heard` it."""

    chosen: str | None = None
    heard: str | None = None


class KnownLanguages:
    """The languages of all people, in memory, since an answer must not wait for them; the store keeps what changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Remembered[KnownLanguage]()

    async def learn(self) -> None:
        """Reads what was kept, in place of what was known before."""
        await self._known.read(self._kept)

    async def learn_of(self, user_id: int) -> None:
        """Reads what was kept of one person: another process has changed it."""
        await self._known.read_of(user_id, partial(self._kept_of, user_id))

    def of(self, user_id: int) -> str | None:
        """What a person reads: as he has chosen, else as was last heard; None if nothing is known of him."""
        chosen, heard = self._of(user_id)
        return chosen or heard

    def chosen(self, user_id: int) -> str | None:
        """What a person has chosen for himself; None: as Discord has it."""
        return self._of(user_id).chosen

    async def choose(self, user_id: int, language: str | None) -> None:
        """Keeps a person's choice in place of the one before; None: as Discord has it."""
        if self.chosen(user_id) != language:
            await self._store.people.choose_language(user_id, language)
            self._known.put(user_id, self._of(user_id)._replace(chosen=language))

    async def hear(self, user_id: int, language: str) -> None:
        """Notes what Discord is set to for a person, who has just done something. Nothing is written if it is known."""
        if self._of(user_id).heard != language:
            await self._store.people.hear_language(user_id, language)
            self._known.put(user_id, self._of(user_id)._replace(heard=language))

    def forget(self, user_id: int) -> None:
        """Forgets what was known of a person, whom the store has forgotten."""
        self._known.put(user_id, None)

    def _of(self, user_id: int) -> KnownLanguage:
        return self._known.of(user_id) or KnownLanguage()

    async def _kept(self) -> Mapping[int, KnownLanguage]:
        kept = await self._store.people.languages()
        return {user_id: KnownLanguage(chosen, heard) for user_id, chosen, heard in kept}

    async def _kept_of(self, user_id: int) -> KnownLanguage | None:
        kept = KnownLanguage(*await self._store.people.language(user_id))
        return None if kept == KnownLanguage() else kept
