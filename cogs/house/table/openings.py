"""Games that wait for their players: each person and each server has only so many at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

from cogs.house.store.store import Store
from cogs.house.values.records import Game
from cogs.house.values.safe_text import Safe, escaped
from cogs.house.words.words import shortened
from engine.core import Illegal

OWN, ALL = 3, 50
"""So many games that one person has opened may wait, and so many in one server."""

NAMED = 30
"""So much is said of the name of each, beside its channel: many are named alike."""


class Openings:
    """Who opens a game now by this process, beside the games that wait already: before a place is made for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opening: list[tuple[int, int]] = []

    @asynccontextmanager
    async def one_more(self, guild: int, host: int) -> AsyncIterator[None]:
        """Within the block a person opens a game in a server. Raises Illegal `lobbies-own` or `lobbies-all` instead."""
        before = tuple(self._opening)
        self._opening.append((guild, host))
        try:
            check(await self._store.games.lobbies(guild, host), guild, host, before)
            yield
        finally:
            self._opening.remove((guild, host))


def check(waiting: Sequence[Game], guild: int, host: int, opening: Collection[tuple[int, int]] = ()) -> None:
    """Whether a person may open one more game in a server, by the games that wait already, and the servers and hosts of
    those that are `opening` just now. Raises Illegal `lobbies-own` or `lobbies-all`."""
    own = [game for game in waiting if game.host == host]
    if len(own) + sum(by == host for _, by in opening) >= OWN:
        titles = tuple(Safe(f"{escaped(shortened(game.name, NAMED))} (<#{game.channel}>)") for game in own[:OWN])
        raise Illegal("lobbies-own", most=OWN, titles=titles)
    if sum(game.guild == guild for game in waiting) + sum(at == guild for at, _ in opening) >= ALL:
        raise Illegal("lobbies-all", most=ALL)
