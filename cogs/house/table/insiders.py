"""Is this person inside the game? Who knows more of it than everybody, and what a host or manager may do to it.

Inside is who sits there, has sat there since the start, or has looked at it opened. From the start on a host is as
somebody who manages the server is. One of them who is inside could win by what they do, so all are asked who are there
to be asked; where nobody else is, it is done at once, everybody is told, and the game counts for nobody any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house.table.running_game import RunningGame
from cogs.house.values.clocks import EXPELS, UNHEARD
from cogs.house.values.drafts import PostDraft
from cogs.house.values.records import AuditEntry, Status
from cogs.house.values.safe_text import Safe
from engine.core import Illegal, Seat

UNFREEZE = "unfreeze"
"""What it is called to have a game go on that a host or manager has halted."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who wants something done to a game: `name` as it may stand in a message, and whether they manage its server.

    `agreed` is the request for it to which all have agreed.
    """

    user: int
    name: str = ""
    manages: bool = False
    agreed: int | None = None


class AskOthers(Illegal):
    """That those on the seats `others` must agree to it first."""

    def __init__(self, others: frozenset[Seat]) -> None:
        super().__init__("ask-others")
        self.others = others


@dataclass(frozen=True, slots=True)
class Warrant:
    """That something may be done: the deed to keep with it, and what everybody is told before it.

    `outside`: whoever does it has no part in the game.
    """

    deed: AuditEntry
    told: tuple[PostDraft, ...]
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Insiders:
    """Those who know more of one game than everybody."""

    kept: RunningGame

    async def knows(self, user_id: int) -> bool:
        """Whether a person knows more of the running game than everybody: who sits here, did, or saw it opened."""
        kept = self.kept
        return kept.seat_of(user_id) is not None or await kept.services.store.insiders.includes(kept.game.id, user_id)

    async def has_sat(self, user_id: int) -> bool:
        """Whether a person sits here, or did: who has only looked may look again."""
        kept = self.kept
        return kept.seat_of(user_id) is not None or bool(
            await kept.services.store.insiders.sat_in(kept.game.id, user_id)
        )

    async def check_new(self, user_id: int, seat: Seat) -> None:
        """Raises Illegal `seat-known` or `has-looked` if somebody knows more of the game than this seat does."""
        store, game = self.kept.services.store, self.kept.game.id
        if await store.insiders.sat_in(game, user_id) - {seat}:
            raise Illegal("seat-known")
        if user_id in await store.insiders.onlookers(game):
            raise Illegal("has-looked", who=Safe(f"<@{user_id}>"))

    def others(self, user_id: int) -> frozenset[Seat]:
        """The seats of other people who are there to be asked: still in the game, and not absent."""
        return frozenset(
            seat
            for seat in self.kept.people & self.kept.playing
            if self.kept.person(seat) != user_id and not self.is_absent(seat)
        )

    def is_absent(self, seat: Seat) -> bool:
        """Whether the person on a seat is not there to be asked: they have not done anything in this game for long, and
        it has noticed.

        It has if they have let two deadlines in a row pass, if it has waited for them in vain for as long beyond their
        time, or if for as long they have not answered a request that asked them after they were last seen: that tells
        also of who need not decide anything, and while the game rests. A deadline missed once or a sitter make nobody
        absent; vacations do not count, nor when nobody could reach the bot.
        """
        kept, now = self.kept, self.kept.services.now()
        person = kept.person(seat)
        if person is None:
            return False
        habit, seen = kept.habit(seat).without(kept.services.gaps()), kept.services.seen(kept.game.id, person)
        if now < habit.after(seen, UNHEARD):
            return False
        clock = kept.clocks.get(seat)
        if clock is not None and clock.missed >= EXPELS:
            return True
        if clock is not None and clock.since is not None:
            held, since = kept.game.held, clock.since if clock.ends is None else max(clock.since, clock.ends)
            if (now if held is None else min(held, now)) >= habit.after(since, UNHEARD):
                return True
        asked = (each.asked_at for each in kept.unanswered if seat in each.wanted - each.agreed)
        return any(seen <= at and now >= habit.after(at, UNHEARD) for at in asked)

    def check(self, by: Author) -> None:
        """Raises Illegal `lobby-not-host` for who neither manages the server nor is the host, `game-not-running`."""
        if self.kept.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.kept.game.status.value)
        if not by.manages and by.agreed is None:
            self.kept.check_host(by.user)

    async def check_askable(self, by: Author) -> None:
        """Raises Illegal as `check` does, and `insider-no-seat` for who may do nothing now, and ask nobody."""
        self.check(by)
        if self.kept.seat_of(by.user) is None and await self.knows(by.user) and self.others(by.user):
            raise Illegal("insider-no-seat")

    async def warrant(self, by: Author, what: str, reason: str, said: str) -> Warrant:
        """That a host or manager may do something now, which is `said` in the table's language. In turn.

        `what` and `reason` are kept of it. Whoever halted a game may have it go on, whatever they have seen of it
        since. Raises Illegal as `check` and `alone` do.
        """
        self.check(by)
        deed = AuditEntry(self.kept.game.guild, self.kept.game.id, by.user, what, reason)
        if by.agreed is None and not await self.knows(by.user):
            return Warrant(deed, (self.kept.sentence("deed-outside", who=by.name, what=said),), outside=True)
        if what == UNFREEZE and await self.kept.services.store.deeds.frozen_by(self.kept.game.id) == by.user:
            return Warrant(replace(deed, request=by.agreed), (self.kept.sentence("deed-own", who=by.name, what=said),))
        return await self.alone(by, deed, said)

    async def alone(self, by: Author, deed: AuditEntry, said: str) -> Warrant:
        """That somebody who is inside may do something, as all have agreed to it or nobody is there to be asked.

        Raises AskOthers for those who must agree first, and Illegal `insider-no-seat` for somebody without
        one from which to ask them.
        """
        kept = self.kept
        if by.agreed is not None:
            return Warrant(replace(deed, request=by.agreed), (kept.sentence("deed-agreed", what=said),))
        seat = kept.seat_of(by.user)
        if others := self.others(by.user):
            if seat is None:
                raise Illegal("insider-no-seat")
            raise AskOthers(others)
        key = "deed-alone" if seat is not None else "deed-alone-left"
        who = by.name if seat is None else kept.names[seat]
        said_so = kept.sentence(key, who=who, what=said)
        return Warrant(replace(deed, unrated=True), (said_so, *kept.lobby_post()))
