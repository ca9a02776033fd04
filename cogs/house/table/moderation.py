"""What hosts and those who may manage the server do to a game; each deed is kept with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.game import dice, seating
from cogs.house.game import timeline as timelines
from cogs.house.game.players import is_late
from cogs.house.game.seating import Chairs
from cogs.house.store.store import Clash
from cogs.house.table.insiders import UNFREEZE, Author, Insiders, Warrant
from cogs.house.table.interventions import ActFor, Freeze, Move, Unfreeze, deed_said
from cogs.house.table.rate_limits import OFTEN, SECONDS, too_often
from cogs.house.table.stored_game import Decision, StoredGame
from cogs.house.table.timing import Timing
from cogs.house.values.clocks import StandIn
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import PAUSED, AuditEntry, Chair, Status
from cogs.house.values.safe_text import escaped
from engine.core import Drawn, Illegal, Seat
from engine.log import Rewind, Undo

ACT_FOR, SETUP = "act-for", "setup"

IN_VAIN = ("not-waited-for", "not-late", "act-not-possible", "act-own-table")
"""Why an act for somebody else is refused: that it was tried everybody is told."""


@dataclass(frozen=True, slots=True)
class Moderation:
    """The moderators' hands on one game. None of them shows them anything of it."""

    kept: StoredGame

    async def set_seat(self, seat: Seat, user_id: int | None, name: str, bot: str | None, by: Author) -> None:
        """Puts a person on a seat before the game begins, or a bot of the level `bot` if `user_id` is None."""
        kit, game = self.kept.kit, self.kept.game
        if user_id is None:
            seating.check_level(kit, bot)

        def placed(chairs: Chairs) -> Chairs:
            if user_id is not None or bot is None:
                return seating.placed(chairs, Chair(seat, user_id, name, None))
            return seating.placed(chairs, seating.bot_on(chairs, kit, bot, game.id, seat))

        await self.kept.reseat(placed, deed=AuditEntry(game.guild, game.id, by.user, "seat", f"{seat + 1}"))

    async def act_for(self, seat: Seat, by: Author, line: str | None = None) -> None:
        """Has the program decide once for a seat that the game waits for; with a `line` that is done there instead.

        All are told by whom; so they are of what was tried in vain, but neither what nor why, and it can be tried a few
        times in a row only: each answer could tell what is possible. The line is kept in the game's log alone. A host
        may do so where a time is up, or long enough was waited. Raises Illegal `not-waited-for`, `not-late`,
        `act-not-possible`, `act-own-table`, `seat-unknown`, `too-often`, what `Insiders.warrant` does, and if nobody
        may act.
        """
        kept = self.kept

        async def doing() -> Illegal | None:
            kept.check_going()
            Insiders(kept).check(by)
            seating.check_seat(kept.seats, seat)
            tried = AuditEntry(kept.game.guild, kept.game.id, by.user, ACT_FOR, f"{seat + 1}")
            await self._check_often(tried)
            try:
                await self._act_for(seat, by, line)
            except Illegal as illegal:
                if illegal.code not in IN_VAIN or by.agreed is not None:
                    raise
                own = kept.seat_of(by.user)
                who = by.name if own is None else kept.names[own]
                said = kept.sentence("acts-in-vain", who=kept.names[seat], by=who)
                await kept.services.store.deeds.keep(tried, (said,))
                kept.written()
                return illegal
            return None

        # That it was in vain is kept by then: refused in turn it would be tried, and told, anew if others write.
        if (why := await kept.in_turn(doing)) is not None:
            raise why

    async def _check_often(self, deed: AuditEntry) -> None:
        """Raises Illegal `too-often` for who has done, or tried, the same so often of late: by whichever process."""
        done = await self.kept.services.store.deeds.times(deed, self.kept.services.now() - SECONDS)
        if len(done) >= OFTEN:
            raise too_often(done[0] + SECONDS)

    async def _act_for(self, seat: Seat, by: Author, line: str | None) -> None:
        kept, insiders, name = self.kept, Insiders(self.kept), self.kept.names[seat]
        if line is not None and await insiders.knows(by.user):
            raise Illegal("act-own-table")
        if seat not in kept.waited(kept.timeline).seats or seat not in kept.clocks:
            raise Illegal("not-waited-for", name=name)
        if not by.manages and by.agreed is None and not is_late(kept.clocks[seat], kept.services.now()):
            raise Illegal("not-late", name=name)
        warrant = await insiders.warrant(by, ACT_FOR, f"{seat + 1}", deed_said(kept, ActFor(seat)))
        first = (kept.sentence("acts-for", who=name, by=by.name),) if warrant.outside else warrant.told
        if line is None:
            clock = replace(kept.clocks[seat], stand_in=StandIn.ONCE)
            if not await kept.services.store.clocks.keep(kept.game, (clock,), first, (seat,), deed=warrant.deed):
                raise Clash
            kept.clocks = {**kept.clocks, seat: clock}
            kept.did(warrant.deed)
            kept.written()
            return
        try:
            action = kept.kit.rules.notation.parse(line)
            if isinstance(action, Drawn | Rewind | Undo):
                raise Illegal("act-not-possible")
            timelines.check(kept.kit, kept.timeline, seat, action)
        except Illegal:
            raise Illegal("act-not-possible") from None
        going = dice.of(kept.game, kept.seats, kept.services.now)
        entries, lines = timelines.decided(kept.kit, going, kept.timeline, seat, action)
        await kept.keep(Decision(entries, lines, first=first, deed=warrant.deed, proxy=True))

    async def move(self, channel: int, by: Author, is_lost: bool = False) -> None:
        """Gives the game another channel, where all are told of it anew; in the old one they are told where it went.

        Who moves a game that runs does something to it, unless its channel `is_lost`. Raises Illegal `channel-taken`,
        and what `Insiders.warrant` does.
        """
        kept, was_gone = self.kept, self.kept.game.suspended is not None

        async def doing() -> None:
            warrant = Warrant(AuditEntry(kept.game.guild, kept.game.id, by.user, SETUP, ""), ())
            moves, runs = deed_said(kept, Move(channel)), kept.game.status is Status.RUNNING
            if runs and not is_lost:
                warrant = await Insiders(kept).warrant(by, SETUP, "", moves)
            said = kept.sentence("discord.admin.moved-here", name=kept.shown_name)
            told = [said, *warrant.told, *((kept.call(),) if runs else kept.lobby_post())]
            if not is_lost:
                gone = (Sentence(kept.seq, moves),) if not warrant.told else warrant.told[0].said
                told.append(PostDraft(PostKind.MOVED, None, kept.seq, str(kept.game.channel), gone))
            if not await kept.services.store.games.rehome(kept.game.id, channel, warrant.deed, told):
                raise Illegal("channel-taken")
            kept.game = replace(kept.game, channel=channel, suspended=None)
            kept.did(warrant.deed)
            kept.written()

        await kept.in_turn(doing)
        if was_gone:
            await Timing(kept).wait_anew()

    async def freeze(self, reason: str | None, by: Author) -> None:
        """Lets nobody act any more, for a reason; None: everybody may again.

        What somebody halts who is inside rests as if the players had wanted it: they can have it go on. Whoever halted
        a game may have it go on, whatever they have seen of it since. Raises Illegal `request-closed` if nothing was
        halted, and what `Insiders.warrant` does.
        """
        kept = self.kept

        async def doing() -> None:
            insiders = Insiders(kept)
            insiders.check(by)
            if reason is None and kept.game.frozen is None:
                raise Illegal("request-closed")
            wanted = Unfreeze() if reason is None else Freeze(reason)
            verb = UNFREEZE if reason is None else "freeze"
            warrant = await insiders.warrant(by, verb, reason or "", deed_said(kept, wanted))
            why = None if reason is None else escaped(reason) if warrant.outside else PAUSED
            told = list(warrant.told)
            if reason is not None:
                told.append(kept.sentence("game-rests" if warrant.outside else "rests-by", reason=escaped(reason)))
            elif warrant.outside:
                told.append(kept.sentence("game-goes-on"))
            if reason is None:
                told.append(kept.call())
            await kept.services.store.games.freeze(kept.game.id, why, warrant.deed, told)
            await kept.rests(why)
            kept.did(warrant.deed)
            kept.written()

        await kept.in_turn(doing)

    async def purge(self, deed: AuditEntry, even_open: bool = False) -> None:
        """Deletes the game with all that belongs to it. Raises Illegal `purge-open` for one that is not over."""

        async def doing() -> None:
            if not even_open and self.kept.game.status in (Status.LOBBY, Status.RUNNING):
                raise Illegal("purge-open", status=self.kept.game.status.value)
            await self.kept.services.store.games.purge(self.kept.game.id, deed)
            self.kept.game = replace(self.kept.game, status=Status.ENDED, awaiting=frozenset())

        await self.kept.in_turn(doing)
