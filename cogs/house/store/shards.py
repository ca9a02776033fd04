"""The SQL of shards: which were heard when, by whichever process. A part of the store."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from cogs.house.store.database import Database

SHARDS = "shards"
"""The setting that says how many there are."""

CLAIMED = 3600.0
"""Seconds for which it is kept at least that an event was claimed: Discord takes an answer for fifteen minutes."""

FORGETS = 256
"""After so many events that this process has claimed the old claims are forgotten."""

AHEAD = 60.0
"""Seconds in which the next turn comes at the latest: one that is later was taken by a clock that is wrong."""


@dataclass
class ShardStore:
    """When the shards of several processes were heard."""

    db: Database
    _claims: int = field(default=0, init=False)

    async def heard(self, count: int, numbers: Collection[int], least: float) -> None:
        """Keeps that this process hears these shards of `count` now. A silence of at least `least` seconds before that
        is kept, too."""
        async with self.db.transaction(quiet=True) as tx:
            await tx.write_each(
                "INSERT INTO shard (count, number, process, heard_at) VALUES (?1, ?2, ?3, ?4)"
                " ON CONFLICT (count, number) DO UPDATE SET process = excluded.process, heard_at = excluded.heard_at,"
                " lost_at = CASE WHEN excluded.heard_at - shard.heard_at >= ?5 THEN shard.heard_at"
                "  ELSE shard.lost_at END,"
                " back_at = CASE WHEN excluded.heard_at - shard.heard_at >= ?5 THEN excluded.heard_at"
                "  ELSE shard.back_at END",
                [(count, number, self.db.process, tx.now, least) for number in sorted(numbers)],
            )

    async def agree(self, recommended: int) -> int:
        """How many shards there are for all processes: what was agreed on before, else as many as recommended."""
        async with self.db.transaction(quiet=True) as tx:
            await tx.write("INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO NOTHING", SHARDS, str(recommended))
            return int((await tx.one("SELECT value FROM setting WHERE key = ?", SHARDS))["value"])

    async def turn(self, key: int, every: float) -> float:
        """Takes the next of the turns, `every` seconds apart, in which shards with a key identify: in how many seconds
        it comes."""
        turn = f"identify {key}"
        async with self.db.transaction(place=key, quiet=True) as tx:
            rows = await tx.read("SELECT value FROM setting WHERE key = ?", turn)
            comes = max(tx.now, min(float(rows[0]["value"]), tx.now + AHEAD)) if rows else tx.now
            await tx.write(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                turn, str(comes + every),
            )  # fmt: skip
        return comes - tx.now

    async def claim(self, number: int) -> bool:
        """Whether no process has claimed the number of an event that several may hear before. Old ones are forgotten
        now and then."""
        self._claims += 1  # its number says nothing: those of Discord mostly end alike
        if self._claims % FORGETS == 0:
            await self.db.write("DELETE FROM claim WHERE at < ?", self.db.now() - CLAIMED)
        return await self.db.write("INSERT INTO claim VALUES (?, ?) ON CONFLICT DO NOTHING", number, self.db.now()) > 0

    async def heard_elsewhere(self, count: int) -> Mapping[int, tuple[str, float]]:
        """The shards of `count` that another process heard last: which, and when."""
        rows = await self.db.read(
            "SELECT number, process, heard_at FROM shard WHERE count = ? AND process <> ?", count, self.db.process
        )
        return {row["number"]: (row["process"], row["heard_at"]) for row in rows}

    async def silences(self, count: int, least: float) -> Mapping[int, tuple[float, float | None]]:
        """From when to when each shard of `count` was not heard for at least `least` seconds, the last time; the end is
        None where it is not heard now."""
        rows, now = await self.db.read("SELECT * FROM shard WHERE count = ?", count), self.db.now()
        found: dict[int, tuple[float, float | None]] = {}
        for row in rows:
            if now - row["heard_at"] >= least:
                found[row["number"]] = row["heard_at"], None
            elif row["lost_at"] is not None:
                found[row["number"]] = row["lost_at"], row["back_at"]
        return found
