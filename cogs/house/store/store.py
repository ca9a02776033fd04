"""What is kept: an object for each subject, whose public methods are one transaction or one look each.

Nothing is awaited inside of a transaction but the database. What several subjects write together is functions that take
the transaction that is open. The SQL is what SQLite and PostgreSQL both understand; the dialect is told of in
`cogs.house.store.database`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from cogs.house.store.absences import SeatStore, VoteStore
from cogs.house.store.database import Clash, Database, StoreUnavailable, Uncertain, watched_writes
from cogs.house.store.games import AlreadyHere, ChannelBusy, GameStore, Repeated
from cogs.house.store.log import CheckpointStore, LogStore
from cogs.house.store.orders import OrderStore
from cogs.house.store.outbox import OutboxStore
from cogs.house.store.people import PersonStore
from cogs.house.store.posts import CardStore, DirectMessageStore, ThreadStore
from cogs.house.store.requests import DeedStore, RequestStore
from cogs.house.store.results import ResultStore
from cogs.house.store.servers import DISCORD, LOCAL, OtherWorld, ServerStore, SettingStore
from cogs.house.store.shards import ShardStore
from cogs.house.store.spectators import InsiderStore, PredictionStore, SpectatorStore
from cogs.house.store.sqlite import SqliteDatabase, path_of
from cogs.house.store.times import ClockStore, HabitStore, OutageStore, SightingStore

__all__ = [
    "DISCORD",
    "LOCAL",
    "AlreadyHere",
    "ChannelBusy",
    "Clash",
    "OtherWorld",
    "Repeated",
    "Store",
    "StoreUnavailable",
    "Uncertain",
    "is_postgresql",
    "named",
    "path_of",
    "watched_writes",
]


def is_postgresql(url: str) -> bool:
    """Whether the database is a PostgreSQL, which several processes share; else it is a file of SQLite for one."""
    return url.startswith(("postgresql://", "postgres://"))


def named(url: str) -> str:
    """The database that a URL names, as anybody may read it: the URL of a file, or host and name of a PostgreSQL."""
    if not is_postgresql(url):
        return url
    try:
        parts = urlsplit(url)
    except ValueError:
        return "PostgreSQL"
    return f"{parts.hostname or 'localhost'}{parts.path}"


class Store:
    """The open database with all that is kept in it, by subject."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = GameStore(database)
        self.log = LogStore(database)
        self.checkpoints = CheckpointStore(database)
        self.outbox = OutboxStore(database)
        self.cards = CardStore(database)
        self.threads = ThreadStore(database)
        self.dms = DirectMessageStore(database)
        self.clocks = ClockStore(database)
        self.orders = OrderStore(database)
        self.votes = VoteStore(database)
        self.seats = SeatStore(database)
        self.requests = RequestStore(database)
        self.deeds = DeedStore(database)
        self.results = ResultStore(database)
        self.predictions = PredictionStore(database)
        self.spectators = SpectatorStore(database)
        self.insiders = InsiderStore(database)
        self.people = PersonStore(database)
        self.habits = HabitStore(database)
        self.sightings = SightingStore(database)
        self.outages = OutageStore(database)
        self.servers = ServerStore(database)
        self.settings = SettingStore(database)
        self.shards = ShardStore(database)

    @classmethod
    async def open(cls, url: str, migrations: Path, now: Callable[[], float] = time.time) -> Self:
        """The store at `url`, made if there is none and brought up to date. Raises StoreUnavailable."""
        if not is_postgresql(url):
            return cls(await SqliteDatabase.open(url, migrations, now))
        try:  # whoever keeps games in a file needs no driver
            from cogs.house.store.postgresql.database import PostgresqlDatabase
        except ModuleNotFoundError as error:
            raise StoreUnavailable(
                "PostgreSQL needs asyncpg: python -m pip install --require-hashes -r requirements-postgres.lock"
            ) from error
        return cls(await PostgresqlDatabase.open(url, migrations / "postgresql", now))

    async def close(self) -> None:
        """Waits for what is being written and read, and closes."""
        await self.database.close()
