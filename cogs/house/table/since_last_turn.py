"""What has happened since somebody's last turn, for them to come back to: a line a player, and one moving picture.

It is made of what everybody was told, and begins and ends where everybody saw a turn begin and end: a digest tells
nobody anything that the game's posts did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.table.history import GameHistory
from cogs.house.table.stored_game import StoredGame
from cogs.house.values.sender import Picture
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Digest:
    """What has happened since the last turn of a seat, as everybody saw it."""

    kept: StoredGame
    seat: Seat
    moments: Sequence[Moment]
    fresh: bool
    """The seat has had no turn yet: these are the first of the game."""

    def lines(self, kit: Kit) -> tuple[str, ...]:
        """A line for each other player who has done something."""
        assert kit.telling.since is not None, "nothing is looked for of a game that has no digest"
        return kit.telling.since.lines(self.seat, self.moments, self.kept.names)

    async def picture(self, kit: Kit, look: Look) -> Picture:
        """All of it as one moving picture. Raises Stopped when the bot stops meanwhile."""
        since, names = kit.telling.since, self.kept.plain_names
        assert since is not None, "nothing is looked for of a game that has no digest"
        data, alt = await self.kept.services.workers.long_work(
            lambda check: since.film(self.seat, self.moments, names, look, check)
        )
        return Picture("since.webp", data, alt)


@dataclass(frozen=True, slots=True)
class SinceLastTurn:
    """The digests of one game, whose past is in its `history`."""

    kept: StoredGame
    history: GameHistory

    async def of(self, seat: Seat, seq: int | None = None) -> Digest | None:
        """What the others have done since the seat's last turn, as of entry `seq` or of now; None if they have done
        nothing, or the game has no digests. What was gone back from is not in it."""
        kept = self.kept
        if kept.kit.telling.since is None:
            return None
        found = await self.history.since(seat, kept.seq if seq is None else seq)
        if found is None:
            return None
        among = frozenset(range(found.first, found.last + 1)) & frozenset(await kept.standing())
        digest = Digest(kept, seat, await kept.deeds(opened=False, among=among) if among else (), found.fresh)
        return digest if digest.moments and digest.lines(kept.kit) else None
