"""The SQL of what is kept beside games and people: values of the program, and what belongs to a server.

A part of the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.house.store.database import Database, StoreUnavailable, Transaction
from cogs.house.store.requests import keep_deed
from cogs.house.values.records import AuditEntry


class OtherWorld(StoreUnavailable):
    """The database belongs to another world: to Discord, or to the local table."""


DISCORD, LOCAL = "discord", "local"
"""The worlds that a database can belong to."""


@dataclass
class SettingStore:
    """Values of the program by their keys."""

    db: Database

    async def value(self, key: str) -> str | None:
        """A value kept beside the games, such as the hash of the command tree."""
        rows = await self.db.read("SELECT value FROM setting WHERE key = ?", key)
        return rows[0]["value"] if rows else None

    async def keep(self, key: str, value: str) -> None:
        await self.db.write(
            "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value
        )

    async def settled(self, key: str, value: str) -> str:
        """What is kept by a key for good: this value, if there is none yet, or that of whichever process was first."""
        async with self.db.transaction(quiet=True) as tx:
            await tx.write("INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO NOTHING", key, value)
            found: str = (await tx.one("SELECT value FROM setting WHERE key = ?", key))["value"]
        return found

    async def belong(self, world: str) -> None:
        """Has the database belong to a world, DISCORD or LOCAL, from now on. Raises OtherWorld if it does to another.

        What waits in it would be told to nobody there, and be given up. One that is not marked yet is Discord's if
        anything in it came from there.
        """
        async with self.db.transaction(quiet=True) as tx:
            marked = await tx.read("SELECT value FROM setting WHERE key = 'world'")
            found = marked[0]["value"] if marked else await _world(tx) or world
            if not marked:  # by now another process may have marked it
                await tx.write("INSERT INTO setting VALUES ('world', ?) ON CONFLICT (key) DO NOTHING", found)
                found = (await tx.one("SELECT value FROM setting WHERE key = 'world'"))["value"]
            if found != world:
                raise OtherWorld(f"the database is one of the world {found}")


@dataclass
class ServerStore:
    """What belongs to a server beside its games."""

    db: Database

    async def presets(self, guild: int) -> Mapping[str, str]:
        """What a new game of a server begins with where nothing else is said, by name."""
        rows = await self.db.read("SELECT key, value FROM preset WHERE guild_id = ?", guild)
        return {row["key"]: row["value"] for row in rows}

    async def keep_presets(self, guild: int, presets: Mapping[str, str], deed: AuditEntry) -> None:
        """Keeps these in place of all that were kept before."""
        async with self.db.transaction(place=guild, quiet=True) as tx:
            await tx.write("DELETE FROM preset WHERE guild_id = ?", guild)
            await tx.write_each(
                "INSERT INTO preset VALUES (?, ?, ?)", [(guild, key, value) for key, value in presets.items()]
            )
            await keep_deed(tx, deed)

    async def purge(self, guild: int) -> None:
        """Deletes what is kept of a server beside its games: what new ones begin with, who kept deadlines, what its
        channels follow."""
        async with self.db.transaction(place=guild, quiet=True) as tx:
            await tx.write("DELETE FROM relay WHERE guild_id = ?", guild)
            await tx.write("DELETE FROM reliability WHERE guild_id = ?", guild)
            await tx.write("DELETE FROM preset WHERE guild_id = ?", guild)


async def _world(tx: Transaction) -> str | None:
    """Where what is kept came from: commands that were registered, messages and interactions; None: nowhere yet."""
    traces = (
        "SELECT 1 FROM setting WHERE key = 'commands' AND value BETWEEN ?1 || ':' AND ?1 || ';'",
        "SELECT 1 FROM log WHERE interaction_id BETWEEN ?1 || ':' AND ?1 || ';'",
        "SELECT 1 FROM outbox WHERE message_id BETWEEN ?1 || ':' AND ?1 || ';'",
    )
    for sql in traces:
        if await tx.read(sql, DISCORD):
            return DISCORD
    for sql in traces:
        if await tx.read(sql.replace(":", "-").replace(";", "."), LOCAL):  # each run of it has a number
            return LOCAL
    return None
