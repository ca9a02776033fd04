"""What those who may manage the server do to a game; each deed is kept with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house import seating
from cogs.house.kept import KeptGame
from cogs.house.records import Chair, Deed, Draft, Kind, Said, Status
from cogs.house.seating import Chairs
from engine.core import Illegal, Seat


@dataclass(frozen=True, slots=True)
class Moderation:
    """The moderators' hands on one game. None of them shows them anything of it."""

    kept: KeptGame

    async def set_seat(self, seat: Seat, user_id: int | None, name: str, bot: str | None) -> None:
        """Puts a person on a seat, or the program at level `bot` if `user_id` is None, before or in the game."""
        if user_id is None:
            seating.check_level(self.kept.kit, bot)

        def placed(chairs: Chairs) -> Chairs:
            if user_id is not None or bot is None:
                put = Chair(seat, user_id, name, None)
            else:
                put = Chair(seat, None, seating.bot_name(chairs, self.kept.kit, bot), bot)
            if self.kept.game.status is Status.RUNNING:  # the dice go on from the words that they began with
                put = replace(put, word=next((chair.word for chair in chairs if chair.seat == seat), ""))
            return seating.placed(chairs, put)

        drafts: list[Draft] = []
        if self.kept.game.status is Status.RUNNING and user_id is not None:
            drafts = [Draft(Kind.HAND, seat, self.kept.seq), self.kept.call(seat)]
        await self.kept.reseat(placed, lambda _: drafts, (Status.LOBBY, Status.RUNNING))

    async def rehome(self, channel: int, deed: Deed) -> None:
        """Gives the game another channel, where all are told of it anew. Raises Illegal `channel-taken`."""
        kept = self.kept

        async def doing() -> None:
            if not await kept.means.store.rehome(kept.game.id, channel, deed):
                raise Illegal("channel-taken")
            kept.game = replace(kept.game, channel=channel, suspended=None)
            if kept.game.status is Status.RUNNING:
                await kept.means.store.enqueue(kept.game.id, [kept.call()])
            kept.written()

        await kept.in_turn(doing)

    async def freeze(self, reason: str | None, deed: Deed) -> None:
        """Lets nobody act any more, for a reason; None: everybody may again. Raises Illegal `game-not-running`."""
        kept = self.kept

        async def doing() -> None:
            if kept.game.status is not Status.RUNNING:
                raise Illegal("game-not-running", status=kept.game.status.value)
            text = kept.kit.words.text
            said = text("game-goes-on") if reason is None else text("game-rests", reason=reason)
            drafts = (Draft(Kind.TEXT, None, kept.seq, said=(Said(kept.seq, said),)), kept.call())
            await kept.means.store.freeze(kept.game.id, reason, deed, drafts if reason is None else drafts[:1])
            await kept.rests(reason)
            kept.written()

        await kept.in_turn(doing)

    async def purge(self, deed: Deed, even_open: bool = False) -> None:
        """Deletes the game with all that belongs to it. Raises Illegal `purge-open` for one that is not over."""

        async def doing() -> None:
            if not even_open and self.kept.game.status in (Status.LOBBY, Status.RUNNING):
                raise Illegal("purge-open", status=self.kept.game.status.value)
            await self.kept.means.store.purge(self.kept.game.id, deed)
            self.kept.game = replace(self.kept.game, status=Status.ENDED, awaiting=frozenset())

        await self.kept.in_turn(doing)
