"""What a table lets those see who only watch: in which channels, and everything, if so agreed, but some turns late.

What is told in other channels everybody was told before. Of what is opened nobody sees anything while the game runs who
sits there, or did; whoever has looked takes no seat of it any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cogs.house.game.announce import Entry
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.public_history import Moment
from cogs.house.store.store import Clash
from cogs.house.table.checkpoints import by_checkpoint
from cogs.house.table.history import PastGame, ShownPicture
from cogs.house.table.insiders import Insiders
from cogs.house.table.stored_game import StoredGame
from cogs.house.values.drafts import TURN, PostDraft, PostKind
from cogs.house.values.records import Status
from engine.core import Illegal

NEVER = 0
LATE = (NEVER, 2, 3, 5)
"""How many turns late a table may be opened: what was a turn ago tells too much of what is."""


MOST_RELAYS = 10
"""So many channels follow a game at most."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """The game with nothing hidden, as it was at the end of a `turn`, and the pictures of it."""

    turn: int
    view: Opaque
    pictures: tuple[ShownPicture, ...]


@dataclass(frozen=True, slots=True)
class Spectators:
    """One game, for those who only watch."""

    kept: StoredGame

    async def choose(self, late: int, by: int) -> None:
        """Has the table opened so many turns late, if the host wants it and nothing has begun; `NEVER` for not at all.

        Raises Illegal `lobby-not-host`, `lobby-started`, `game-not-running`.
        """
        assert late in LATE, "what the panel offers"

        async def doing() -> None:
            kept = self.kept
            if kept.game.status is not Status.LOBBY:
                raise kept.too_late()
            kept.check_host(by)
            after = replace(kept.game, late=late)
            if not await kept.services.store.games.keep_late(after, kept.lobby_post()):
                raise Clash
            kept.game = after
            kept.written()

        await self.kept.in_turn(doing)

    async def relay(self, guild: int, channel: int) -> None:
        """Has a channel told of the game from now on: its battles, the board after each turn, its end.

        Raises Illegal `follow-unknown` if it may not be followed there, `follow-own-channel`, `follow-full`,
        `game-not-running` once it is over.
        """

        async def doing() -> None:
            kept = self.kept
            if guild != kept.game.guild and not kept.game.abroad:
                raise Illegal("follow-unknown")
            self._check_open()
            if channel == kept.game.channel:
                raise Illegal("follow-own-channel")
            if len(await kept.services.store.spectators.relays(kept.game.id) | {channel}) > MOST_RELAYS:
                raise Illegal("follow-full", most=MOST_RELAYS)
            running = kept.game.status is Status.RUNNING
            present = PostDraft(PostKind.RELAY, None, kept.seq, TURN) if running else None
            await kept.services.store.spectators.relay(kept.game.id, guild, channel, present)
            kept.written()

        await self.kept.in_turn(doing)

    async def unrelay(self, channel: int) -> bool:
        """Has a channel told of the game no longer; False if it was not."""
        return await self.kept.services.store.spectators.unrelay(self.kept.game.id, channel)

    def _check_open(self) -> None:
        """Raises Illegal `game-not-running` of a game that nothing happens in any more."""
        if self.kept.game.status not in (Status.LOBBY, Status.RUNNING):
            raise Illegal("game-not-running", status=self.kept.game.status.value)

    async def opened(self, user_id: int) -> OpenedGame:
        """The table as it was the agreed number of turns ago, for somebody who has no part in it; that is noted.

        Raises Illegal `late-never`, `late-sits`, `late-not-yet`, `game-not-running`, and `game-has-gone-on` if it goes
        back meanwhile.
        """
        timeline = await self.kept.course_at((await self._past(user_id))[-1])
        view = self.kept.kit.rules.opened(timeline.firm)
        return OpenedGame(self._turn(timeline), view, await PastGame(self.kept, timeline).pictures(None, view, user_id))

    async def moments(self, user_id: int) -> tuple[Moment, ...]:
        """The game deed by deed up to then, opened. What it has gone back over is left out. Raises Illegal likewise."""
        return await self.kept.deeds(opened=True, among=frozenset(await self._past(user_id)))

    async def _past(self, user_id: int) -> tuple[int, ...]:
        """The numbers of the entries that the game has come of up to the agreed number of turns ago, once he may see
        them."""
        kept = self.kept
        if kept.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=kept.game.status.value)
        if not kept.game.late:
            raise Illegal("late-never")
        turn = kept.kit.flow.turn(kept.view(None))[0]
        past = await self._up_to(turn - kept.game.late)
        if not past:
            raise Illegal("late-not-yet", number=kept.game.late)

        async def doing() -> None:
            if await Insiders(kept).has_sat(user_id):
                raise Illegal("late-sits")
            if kept.kit.flow.turn(kept.view(None))[0] < turn or past[-1] not in await kept.standing():
                raise Illegal("game-has-gone-on")  # back: what was so many turns ago is not long ago any more
            if user_id not in await kept.services.store.insiders.onlookers(kept.game.id):
                await kept.services.store.insiders.saw(kept.game.id, user_id)

        await kept.in_turn(doing)
        return past

    async def _up_to(self, turn: int) -> tuple[int, ...]:
        """The numbers of those entries that the game has come of, to the end of a turn."""
        kept = self.kept
        stands = (await kept.standing())[1:]
        for part in by_checkpoint(stands):
            if self._turn(await kept.course_at(part[-1])) <= turn:
                ended = await kept.services.workers.work(
                    partial(self._ended, await kept.entries(part[-1], part[0]), frozenset(part), turn)
                )
                return stands[: stands.index(ended) + 1]
        return ()

    def _ended(self, entries: Sequence[Entry], among: Collection[int], turn: int) -> int:
        """The number of the last of the entries `among` these that is of a turn, or of one before."""
        of_then = (entry.after for entry in entries if entry.after.seq in among)
        return max(timeline.seq for timeline in of_then if self._turn(timeline) <= turn)

    def _turn(self, timeline: Timeline) -> int:
        """Which turn it is by what is firm of a timeline."""
        kit = self.kept.kit
        return kit.flow.turn(kit.rules.view(timeline.firm, None))[0]
