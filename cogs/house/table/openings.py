"""Games that wait for their players: each person and each server has only so many at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cogs.house.store.store import Store
from cogs.house.values.safe_text import Safe, escaped
from cogs.house.words.words import shortened
from engine.core import Illegal

OWN, ALL = 3, 50
"""So many games that one person has opened may wait, and so many in one server."""

NAMED = 30
"""So much is said of the name of each, beside its channel: many are named alike."""


class Openings:
    """Who opens a game now, beside the games that wait already."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opening: list[tuple[int, int]] = []

    @asynccontextmanager
    async def one_more(self, guild: int, host: int) -> AsyncIterator[None]:
        """Within the block a person opens a game in a server. Raises Illegal `lobbies-own` or `lobbies-all` instead."""
        before = tuple(self._opening)
        self._opening.append((guild, host))
        try:
            waiting = await self._store.games.lobbies(guild, host)
            own = [game for game in waiting if game.host == host]
            if len(own) + sum(by == host for _, by in before) >= OWN:
                titles = tuple(
                    Safe(f"{escaped(shortened(game.name, NAMED))} (<#{game.channel}>)") for game in own[:OWN]
                )
                raise Illegal("lobbies-own", most=OWN, titles=titles)
            if sum(game.guild == guild for game in waiting) + sum(at == guild for at, _ in before) >= ALL:
                raise Illegal("lobbies-all", most=ALL)
            yield
        finally:
            self._opening.remove((guild, host))
