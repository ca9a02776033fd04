"""Every table of one bot: found by its channel, loaded when it is wanted, and kept in memory while it is used."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakValueDictionary, finalize

from cogs.house.game.kit import Kit
from cogs.house.store.store import StoreUnavailable
from cogs.house.table.consent import Consent
from cogs.house.table.running_game import Services
from cogs.house.table.stored_game import GameUnknown
from cogs.house.table.table import Table
from cogs.house.values.drafts import LOG, Message
from cogs.house.values.records import SoughtGame, Status
from engine.core import Illegal
from engine.ruleset import plays

TABLES = 32
"""Tables kept in memory though nobody uses them. The others are loaded when they are wanted: in 10 ms, however late.

Each has some 2,000 objects, which every full search for garbage looks through while nothing else runs.
"""

_log = logging.getLogger(__name__)


class KnownTables:
    """The tables of a store. `kits` are the games by the name of their ruleset, `services` what each table uses."""

    def __init__(self, kits: Mapping[str, Kit], services: Services) -> None:
        self.kits = kits
        self.store = services.store
        self._services = services
        self._known: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def table(self, game_id: int) -> Table:
        """The table of a game, with all that was written of it by now, by whichever process.

        Raises Illegal `game-unknown`, or `game-suspended` if this program cannot replay it.
        """
        async with self._loading.setdefault(game_id, asyncio.Lock()):
            table = self._known.get(game_id)
            loads = table is None
            if table is None:
                table = await self._load(game_id)
                self._known[game_id] = table
                finalize(table, self.store.database.forgotten, game_id)
        if not loads:
            await self._follow(table)
        self._recent[game_id] = table
        self._recent.move_to_end(game_id)
        while len(self._recent) > TABLES:
            self._recent.popitem(last=False)
        return table

    def in_memory(self, game_id: int) -> Table | None:
        """The table of a game if it is loaded and has all that was heard of, for what cannot wait."""
        table = self._known.get(game_id)
        return None if table is None or table.behind else table

    def phases(self) -> Mapping[int, int]:
        """The number of the present phase of each of these games, for an order that is meant for this moment."""
        return {game: table.began for game, table in self._known.items() if not table.behind}

    def changed_elsewhere(self, game_id: int) -> None:
        """Another process has written to a game: that is taken up when the table is wanted."""
        if (table := self._known.get(game_id)) is not None:
            table.behind = True

    def gone(self, game_id: int) -> None:
        """A game is no more."""
        self._recent.pop(game_id, None)
        self._known.pop(game_id, None)

    def consent(self, table: Table) -> Consent:
        """How people at a table ask each other to go back."""
        return Consent(table, self.store, self._services.now())

    # Found by where it is played

    async def open_at(self, channel_id: int) -> int | None:
        """The number of the open or running game of a channel or thread."""
        return await self.store.games.open_in(channel_id) or await self._told_in(
            channel_id, Status.LOBBY, Status.RUNNING
        )

    async def newest_at(self, channel_id: int, status: Status | None = None) -> int | None:
        """The number of the newest game of a channel or thread, over or not, or of the newest of a status."""
        within = () if status is None else (status,)
        return await self._told_in(channel_id, *within) or await self.store.games.last_in(channel_id, status)

    async def last_at(self, channel_id: int) -> Table | None:
        """The newest game of a channel or thread, over or not."""
        game = await self.newest_at(channel_id)
        return None if game is None else await self.table(game)

    async def sought(self, game_id: int, user_id: int, channel_id: int) -> SoughtGame | None:
        """A game that a person asks for in a channel: one look at what is kept, whether there is such a game or not."""
        found = await self.store.games.sought((game_id,), user_id, channel_id)
        return found[0] if found else None

    async def sought_in(
        self, guild: int, *within: Status, user: int, channel: int, channels: Collection[int] | None = None
    ) -> tuple[SoughtGame, ...]:
        """The newest games of a server as `store.games` gives them, as a person asks for them in a channel."""
        games = await self.store.games.in_server(guild, *within, channels=channels)
        return await self.store.games.sought([game.id for game in games], user, channel)

    async def told_by(self, channel_id: int, message_id: int) -> tuple[int, int] | None:
        """The number of the game that a public post told of, and up to which entry; None if that is not known (any
        more)."""
        row = await self.store.outbox.told_by(Message(self._services.world, channel_id, message_id))
        return None if row is None or row.seat is not None else (row.game, row.seq)

    async def log_of(self, game_id: int) -> int | None:
        """The thread of a game's log, if it has one."""
        return (await self.store.threads.at(game_id, LOG.key, self._services.world)).id

    async def _told_in(self, thread_id: int, *within: Status) -> int | None:
        """The game that is told in a thread, if it is in one of these states, or in any."""
        return await self.store.threads.game_in(self._services.world, thread_id, within or tuple(Status))

    async def _load(self, game_id: int) -> Table:
        found = await self.store.games.load(game_id)
        if found is None or found[0].ruleset not in self.kits:
            raise GameUnknown(game_id)
        game, seats = found
        kit = self.kits[game.ruleset]
        if not plays(kit.rules, game.version):
            raise Illegal("game-suspended", reason=f"rules {game.version}")
        with self._readable(game_id):
            return await Table.load(self._services, kit, game, seats)

    async def _follow(self, table: Table) -> None:
        """Has a table take up what it lacks. That of a game that is no more goes; there never are two of one game."""
        try:
            with self._readable(table.game.id):
                await table.follow()
        except GameUnknown:
            self.gone(table.game.id)
            raise

    @contextmanager
    def _readable(self, game_id: int) -> Iterator[None]:
        """Within the block a game is replayed. Raises Illegal `game-suspended` if this program can't."""
        try:
            yield
        except (GameUnknown, StoreUnavailable):
            raise
        except Exception as error:  # it must not stop the others
            _log.exception("game %d cannot be read", game_id)
            raise Illegal("game-suspended", reason=type(error).__name__) from error
