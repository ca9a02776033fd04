"""What those who may manage the server do to a game; each deed is kept with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house import course as courses
from cogs.house import dice, seating
from cogs.house.clocks import StandIn
from cogs.house.kept import KeptGame
from cogs.house.records import Chair, Deed, Status
from cogs.house.seating import Chairs
from cogs.house.store import Clash
from cogs.house.vacancies import Vacancies, is_late
from engine.core import Drawn, Illegal, Seat
from engine.log import Rewind, Undo


@dataclass(frozen=True, slots=True)
class Moderation:
    """The moderators' hands on one game. None of them shows them anything of it."""

    kept: KeptGame

    async def set_seat(self, seat: Seat, user_id: int | None, name: str, bot: str | None, deed: Deed) -> None:
        """Puts a person on a seat, or the program at level `bot` if `user_id` is None.

        Once the game runs a person is asked first, and sees nothing of the seat before he has taken it.
        """
        if self.kept.game.status is not Status.LOBBY:
            vacancies = Vacancies(self.kept)
            await (vacancies.fill(seat, bot or "", deed) if user_id is None else vacancies.invite(seat, user_id, deed))
            return
        if user_id is None:
            seating.check_level(self.kept.kit, bot)

        def placed(chairs: Chairs) -> Chairs:
            if user_id is not None or bot is None:
                return seating.placed(chairs, Chair(seat, user_id, name, None))
            return seating.placed(chairs, Chair(seat, None, seating.bot_name(chairs, self.kept.kit, bot), bot))

        await self.kept.reseat(placed)
        await self.kept.means.store.keep_deed(deed)

    async def act_for(self, seat: Seat, by: str, deed: Deed, line: str | None = None, host: bool = False) -> None:
        """Has the program decide once for a seat that the game waits for; with a `line` that is done there instead.

        All are told, and that it was done `by` whom; so is what was tried in vain, on the record. A `host` may do so
        where a time is up, or long enough was waited. Nothing is told of what else would be possible, nor why something
        is not. Raises Illegal `not-waited-for`, `not-late`, `act-not-possible`, `seat-unknown`, and if nobody may act.
        """
        kept = self.kept

        async def doing() -> None:
            kept.check_going()
            seating.check_seat(kept.seats, seat)
            name = kept.names[seat]
            if seat not in kept.waited(kept.course).seats or seat not in kept.clocks:
                raise Illegal("not-waited-for", name=name)
            if host and not is_late(kept, seat):
                raise Illegal("not-late", name=name)
            await kept.means.store.keep_deed(deed)
            first = kept.sentence("acts-for", who=name, by=by)
            if line is None:
                clock = replace(kept.clocks[seat], stand_in=StandIn.ONCE)
                if not await kept.means.store.keep_clocks(kept.game, (clock,), (first,), (seat,)):
                    raise Clash
                kept.clocks = {**kept.clocks, seat: clock}
                kept.written()
                return
            try:
                action = kept.kit.rules.notation.parse(line)
                if isinstance(action, Drawn | Rewind | Undo):
                    raise Illegal("act-not-possible")
                courses.check(kept.kit, kept.course, seat, action)
            except Illegal:
                raise Illegal("act-not-possible") from None
            going = dice.of(kept.game, kept.seats, kept.means.now)
            entries, lines = courses.decided(kept.kit, going, kept.course, seat, action)
            await kept.keep(entries, lines, None, (first,), proxy=True)

        await kept.in_turn(doing)

    async def rehome(self, channel: int, deed: Deed) -> None:
        """Gives the game another channel, where all are told of it anew. Raises Illegal `channel-taken`."""
        kept = self.kept

        async def doing() -> None:
            said = kept.sentence("discord.admin.moved-here", name=kept.shown_name)
            told = (said, *((kept.call(),) if kept.game.status is Status.RUNNING else kept.lobby_post()))
            if not await kept.means.store.rehome(kept.game.id, channel, deed, told):
                raise Illegal("channel-taken")
            kept.game = replace(kept.game, channel=channel, suspended=None)
            kept.written()

        await kept.in_turn(doing)

    async def freeze(self, reason: str | None, deed: Deed) -> None:
        """Lets nobody act any more, for a reason; None: everybody may again. Raises Illegal `game-not-running`."""
        kept = self.kept

        async def doing() -> None:
            if kept.game.status is not Status.RUNNING:
                raise Illegal("game-not-running", status=kept.game.status.value)
            said = kept.sentence("game-goes-on") if reason is None else kept.sentence("game-rests", reason=reason)
            drafts = (said, kept.call())
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
