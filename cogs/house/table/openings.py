"""Games that wait for their players: each person and each server has only so many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cogs.house.store.store import Store
from cogs.house.values.records import Game
from cogs.house.values.safe_text import Safe, escaped
from cogs.house.words.words import shortened
from engine.core import Illegal

OWN, ALL = 3, 50
"""So many games that one person has opened may wait, and so many in one server."""

NAMED = 30
"""So much is said of the name of each, beside its channel: many are named alike."""


@dataclass(frozen=True, eq=False, slots=True)
class Opening:
    """A game that is being opened, until it is `over`."""

    guild: int
    host: int
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Openings:
    """Who opens a game now by this process, beside the games that wait already: before a place is made for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opening: list[Opening] = []

    @asynccontextmanager
    async def one_more(self, guild: int, host: int) -> AsyncIterator[None]:
        """Within the block a person opens a game in a server. Raises Illegal `lobbies-own` or `lobbies-all` instead."""
        ahead, own = self._opening.copy(), Opening(guild, host)
        self._opening.append(own)
        try:
            while True:
                ahead = [each for each in ahead if not each.over.is_set()]
                try:
                    check(await self._store.games.lobbies(guild, host), guild, host, ahead)
                    break
                except Illegal:
                    if not ahead:
                        raise
                await ahead[0].over.wait()  # it may be among those that wait already, or come to nothing
            yield
        finally:
            self._opening.remove(own)
            own.over.set()


def check(waiting: Sequence[Game], guild: int, host: int, opening: Collection[Opening] = ()) -> None:
    """Whether a person may open one more game in a server, by the games that wait already, and those that are `opening`
    just now. Raises Illegal `lobbies-own` or `lobbies-all`."""
    own = [game for game in waiting if game.host == host]
    if len(own) + sum(each.host == host for each in opening) >= OWN:
        titles = tuple(Safe(f"{escaped(shortened(game.name, NAMED))} (<#{game.channel}>)") for game in own[:OWN])
        raise Illegal("lobbies-own", most=OWN, titles=titles)
    if sum(game.guild == guild for game in waiting) + sum(each.guild == guild for each in opening) >= ALL:
        raise Illegal("lobbies-all", most=ALL)
