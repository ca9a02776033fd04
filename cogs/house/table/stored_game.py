"""A game as it is kept: taken up from the store, and the one way to write to it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from cogs.house.game import dice, seating
from cogs.house.game import orders_ahead as aheads
from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry, announce
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.orders_ahead import OrderChange, OrderNote, OrdersAhead
from cogs.house.game.prediction_questions import closing
from cogs.house.game.reminders import PRESENT, after_orders, comes_next, reminders
from cogs.house.game.seating import Chairs
from cogs.house.store.store import Clash, StoreUnavailable
from cogs.house.table.running_game import RunningGame, Services
from cogs.house.values.availability import Habit
from cogs.house.values.clocks import Clock, gone_on
from cogs.house.values.drafts import PostDraft
from cogs.house.values.order_delays import Written
from cogs.house.values.records import AuditEntry, Chair, Game, Request, Status, StoredLine, Submit, Vacancy, newcomers
from cogs.house.values.reliability import kept_by
from engine.core import Illegal, Seat
from engine.log import Rewind

T = TypeVar("T")

_log = logging.getLogger(__name__)

ATTEMPTS = 8
"""So often something is tried while others write to the same game. None of them is held up meanwhile."""

RECENT = 32
"""Entries kept with their states, for pictures of the game as it was. Older ones are replayed."""


class GameUnknown(Illegal):
    """There is no game of a number, or no more."""

    def __init__(self, game: int) -> None:
        super().__init__("game-unknown", game=game)


@dataclass(frozen=True, slots=True)
class Decision:
    """Entries that somebody's decision led to, with their lines; `first` is told before them.

    A `request` that led to it is closed with it, a `deed` kept. `proxy`: the program decided it for somebody. With
    `fired` orders given ahead have decided it, and this becomes of them. `options` are all that are in force from the
    start on, which this is then.
    """

    entries: tuple[Entry, ...]
    lines: tuple[StoredLine, ...]
    interaction: str | None = None
    first: tuple[PostDraft, ...] = ()
    request: int | None = None
    deed: AuditEntry | None = None
    proxy: bool = False
    fired: OrderChange | None = None
    options: Mapping[str, str] | None = None

    def marked(self) -> Decision:
        """The same with the entries and lines marked that the program decided in somebody's place."""
        if not self.proxy:
            return self
        actor = self.entries[0].seat
        return replace(
            self,
            entries=tuple(replace(entry, proxy=entry.seat == actor) for entry in self.entries),
            lines=tuple(replace(line, proxy=line.seat == actor) for line in self.lines),
        )


class StoredGame(RunningGame):
    """A game that can be changed: who writes to it does it in turn and believes only what is stored.

    Whatever changes it raises Illegal for what is not allowed and StoreUnavailable if it could not be kept; then
    nothing has changed.
    """

    def __init__(self, services: Services, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> None:
        super().__init__(services, kit, game, seats)
        self._lock = asyncio.Lock()
        self.behind = False
        """Whether it may lack what is written, as far as is known without asking."""

    async def is_current(self) -> bool:
        """Whether the table has all that was written of its game, by whichever process, up to this question."""
        return not self.behind and await self.services.store.database.is_current(self.game.id)

    async def follow(self) -> None:
        """Takes up what other processes have written, if they have. Raises GameUnknown."""
        if await self.is_current():
            return
        async with self._lock:
            if not await self.is_current():
                await self.refresh()

    async def refresh(self) -> None:
        """Takes up what somebody else has written, also while that is being read; in turn. Nothing is told of it.

        Raises GameUnknown if there is no such game any more. If it fails the table stays `behind`.
        """
        database, number = self.services.store.database, self.game.id
        for _ in range(ATTEMPTS):
            self.behind = True
            at = await database.revision(number)
            lost = await self._take_up()
            database.taken_up(number, at)
            try:
                with database.relying_on(number):
                    await self._void(lost)
            except Clash:
                continue
            self.behind = False  # before it is asked: what is heard meanwhile counts
            if await self.is_current():
                break

    async def _take_up(self) -> Mapping[Seat, int]:
        """Takes up the game as it is stored; how many orders of which seats this program can't read."""
        store, number = self.services.store, self.game.id
        found = await store.games.load(number)
        if found is None:
            self.game = replace(self.game, status=Status.ENDED, awaiting=frozenset())  # for whoever has the table still
            raise GameUnknown(number)
        game, seats = found
        course, entries = await self._gone_on(game, seats)
        clocks, (ahead, lost) = await store.clocks.of(number), await self._stored_ahead()
        votes, vacant = await store.votes.open_in(number), await store.seats.vacant(number)
        unanswered = await store.requests.unanswered(number)
        # From here on without waiting: whoever looks at the table meanwhile sees all of it or nothing.
        self._course = course
        self._take(entries)
        if course is not None:
            awaiting = self.kit.rules.awaiting(self.timeline.state) if game.status is Status.RUNNING else frozenset()
            game = replace(game, seq=self.seq, awaiting=awaiting)
        self.game, self.seats, self.clocks, self.ahead = game, seats, clocks, ahead
        self.votes, self.vacant, self.unanswered = votes, vacant, unanswered
        return lost

    async def _gone_on(self, game: Game, seats: tuple[Chair, ...]) -> tuple[Timeline | None, Collection[Entry]]:
        """The game as it is known here, and the last entries that it has come to since, which are no more than RECENT.

        None in the lobby, and where it was called off there.
        """
        if game.status not in (Status.RUNNING, Status.OVER):
            return None, ()
        past = self._past(game, seats)
        if self._course is not None:
            past.passed(self._course.seq, game.seq)
        timeline = self._course or await past.before(max(0, game.seq - RECENT))
        entries: deque[Entry] = deque(maxlen=RECENT)  # of a long past no more is held meanwhile
        async for piece in past.played(timeline, game.seq):
            entries += piece
        return timeline, entries

    async def recall(self) -> None:
        """Takes up from the store which votes are open, which seats may be taken, and who let requests lapse."""
        self.votes = await self.services.store.votes.open_in(self.game.id)
        self.vacant = await self.services.store.seats.vacant(self.game.id)
        self.unanswered = await self.services.store.requests.unanswered(self.game.id)

    async def rests(self, reason: str | None) -> None:
        """Takes up that the game rests for a reason, or goes on: its clocks, votes and offers, and when orders are
        looked at."""
        held = None if reason is None else self.game.held or self.services.now()
        self.game = replace(self.game, frozen=reason, held=held)
        await self._retime()

    def did(self, deed: AuditEntry | None) -> None:
        """Takes up what a deed that was kept has made of the game."""
        if deed is not None and deed.unrated:
            self.game = replace(self.game, unrated=True)

    def measure_late(self, ended: float) -> None:
        """Has it measured how late what had a deadline is dealt with: when that `ended`, in seconds since 1970."""
        self.services.metrics.late(self.services.now() - ended)

    async def retimed(self) -> None:
        """Takes up from the store what has been given to all games alike: time, because nobody could do anything."""
        await self.in_turn(self._retime)

    async def _retime(self) -> None:
        self.clocks = await self.services.store.clocks.of(self.game.id)
        self.ahead, _ = await self._stored_ahead()
        await self.recall()

    # Writing

    async def in_turn(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it while nobody else changes the game, and to its end; once more if somebody else had written before."""
        return await self.services.finish(self._once_more(doing))

    def interaction(self, number: int | None) -> str | None:
        """What the log knows an interaction by."""
        return None if number is None else f"{self.services.world}:{number}"

    async def keep(self, decision: Decision) -> None:
        """Writes what follows from a decision, and only then believes it."""
        decision = decision.marked()
        submit, change = self._submit_of(decision)
        at = await self.services.store.games.append(self.game, submit)
        self.services.metrics.decided()
        timeline = decision.entries[-1].after
        self._course = timeline
        self._take(replace(entry, at=at) for entry in decision.entries)
        self._past(self.game, self.seats).passed(self.game.seq, timeline.seq)
        self.clocks = {**self.clocks, **{clock.seat: clock for clock in submit.clocks}}
        self.ahead = self.ahead.changed(change)
        options = self.game.options if decision.options is None else decision.options
        status, awaiting = submit.status, frozenset(submit.awaiting)
        self.game = replace(self.game, seq=timeline.seq, status=status, awaiting=awaiting, options=options)
        self.did(decision.deed)
        self.written()

    def _submit_of(self, decision: Decision) -> tuple[Submit, OrderChange]:
        """What follows from a decision as it is stored, and what becomes of orders given ahead."""
        entries, proxy, fired = decision.entries, decision.proxy, decision.fired
        awaiting = self.kit.rules.awaiting(entries[-1].after.state)
        status = Status.RUNNING if awaiting else Status.OVER
        present = self._present_now()
        clocks, about, notices = self._timed(entries, proxy, present)
        change = aheads.gone_on(self.ahead, entries, self.kit_of, self.people, self.game.answer, self.acting, fired)
        notices = after_orders(notices, self.ahead.changed(change).firings, self.services.now())
        return Submit(
            decision.lines, status, awaiting, (*self._told(entries, decision.first, status, present), *notices),
            decision.interaction,
            chairs=self.seats if self.game.status is Status.LOBBY else None,  # their words count from here on
            taken_back=frozenset(seq for entry in entries for seq in timelines.taken_back(entry)),
            request=decision.request, goes_back=any(isinstance(entry.action, Rewind) for entry in entries),
            deed=decision.deed, clocks=tuple(clocks.values()), reminded=about,
            written=self.as_written(change),
            closing=closing(self.kit, None if self._course is None else self.view(None), entries, self.game.posts),
            punctual=self._punctual(entries[0], clocks, proxy), options=decision.options,
        ), change  # fmt: skip

    def _told(
        self, entries: Sequence[Entry], first: Iterable[PostDraft], status: Status, present: Collection[Seat]
    ) -> Iterator[PostDraft]:
        """What is told of entries that lead to a status, `first` before it."""
        if status is Status.OVER or self.game.status is Status.LOBBY:
            yield from self.lobby_post()
        yield from first
        yield from announce(self.kit, self.seats, self.names, entries, self.game.posts, self.voices, present)
        if status is Status.OVER:
            yield dice.revealed(self.kit, self.game, entries[-1].after.seq)

    def _present_now(self) -> frozenset[Seat]:
        """The seats of people whom everybody has seen act a moment ago."""
        now, rules, found = self.services.now(), self.kit.rules, set[Seat]()
        for entry in reversed(tuple(self.recent.values())):
            if now - entry.at > PRESENT:
                break
            if not entry.proxy and any(rules.seen(event, None) is not None for event, _ in entry.facts()):
                found.add(entry.seat)
        return frozenset(found & self.people)

    def _timed(
        self, entries: tuple[Entry, ...], proxy: bool, present: frozenset[Seat]
    ) -> tuple[dict[Seat, Clock], frozenset[Seat], tuple[PostDraft, ...]]:
        """The clocks that change with these entries, whose reminders are void by it, and those in their place."""
        before, after = self.waited(entries[0].before), self.waited(entries[-1].after)
        now, actor = self.services.now(), entries[0].seat
        clocks = gone_on(self.clocks, self.pace, before, after, now, self.habit, self.people, actor, proxy)
        about = frozenset(clocks) | ({actor} & self.people)
        seq, soon = entries[-1].after.seq, after.following
        quiet = present if before.turn == after.turn else frozenset[Seat]()
        drafts = (
            draft
            for seat in sorted(about & after.seats)
            for draft in reminders(
                clocks.get(seat) or self.clocks[seat], self.pace, self.habit(seat), after, now, seq,
                handed=seat not in before.seats, acted=seat == actor and not proxy, quietly=seat in quiet,
            )
        )  # fmt: skip
        told = comes_next(before, after, self.habit(soon), now, seq) if soon in self.people and soon is not None else ()
        return clocks, about, (*drafts, *told)

    def _punctual(self, act: Entry, clocks: Mapping[Seat, Clock], proxy: bool) -> tuple[int, ...]:
        """The person who has kept a deadline by his act, if it was that."""
        person, seat = self.person(act.seat), act.seat
        if person is None or proxy or isinstance(act.action, Rewind):
            return ()
        waiting = self.waited(act.before)
        return (person,) if kept_by(seat, self.clocks.get(seat), clocks.get(seat), waiting) else ()

    async def reseat(
        self,
        change: Callable[[Chairs], Chairs],
        drafts: Callable[[Chairs], Iterable[PostDraft]] = lambda _: (),
        deed: AuditEntry | None = None,
    ) -> Chairs:
        """Makes a `change` of who sits where before the game begins, tells its `drafts`, and gives what came of it.

        The `deed` that it was is kept with it.

        Raises Illegal `lobby-started` or `game-not-running` once that is too late.
        """

        async def doing() -> Chairs:
            if self.game.status is not Status.LOBBY:
                raise self.too_late()
            return await self.put(change(self.seats), lambda after: (*drafts(after), *self.lobby_post()), deed=deed)

        return await self.in_turn(doing)

    async def put(
        self,
        after: Chairs,
        drafts: Callable[[Chairs], Iterable[PostDraft]],
        vacancy: Vacancy | None = None,
        missed: Collection[int] = (),
        deed: AuditEntry | None = None,
    ) -> Chairs:
        """Puts `after` in the place of who sits here, in turn; the rest is as the store has it.

        Who is new on a seat of a running game has a clock that begins.
        """
        after, new = seating.since(self.seats, after, self.seq), newcomers(self.seats, after)
        await self._check_new(after, new)
        clocks = self._seated_clocks(after, new)
        told, timed = (*drafts(after), *self._seated_reminders(after, clocks)), tuple(clocks.values())
        await self.services.store.seats.reseat(self.game, self.seats, after, told, timed, vacancy, missed, deed)
        self.seats, self.clocks = after, {**self.clocks, **clocks}
        self.did(deed)
        self.ahead = self.ahead.without(new)
        if self.game.status is Status.RUNNING:
            await self.recall()
        self.written()
        return after

    async def _check_new(self, after: Chairs, new: Collection[Seat]) -> None:
        """Raises Illegal `has-looked` if somebody would sit down who has seen a running game opened."""
        if self.game.status is Status.RUNNING:
            seen = await self.services.store.insiders.onlookers(self.game.id)
            for chair in after:
                if chair.seat in new and chair.user_id in seen:
                    raise Illegal("has-looked", who=chair.shown)

    def _seated_clocks(self, after: Chairs, new: Collection[Seat]) -> dict[Seat, Clock]:
        """The clocks of those who are new on a seat of a running game; where the program sits now, none runs."""
        if self.game.status is not Status.RUNNING:
            return {}
        idle = {seat: Clock(seat, bank=self.pace.bank) for seat in new}
        people = {chair.seat: chair.user_id for chair in after if chair.seat in new and chair.user_id is not None}
        present = self.waited(self.timeline)

        def habit(seat: Seat) -> Habit:
            return self.services.habit(people[seat])

        return idle | gone_on(idle, self.pace, present, present, self.services.now(), habit, people, None)

    def _seated_reminders(self, after: Chairs, clocks: Mapping[Seat, Clock]) -> Iterator[PostDraft]:
        """What is to remind those who are new on a seat that the game waits for."""
        for chair in after:
            clock = clocks.get(chair.seat)
            if chair.user_id is not None and clock is not None and clock.since is not None:
                habit, present = self.services.habit(chair.user_id), self.waited(self.timeline)
                yield from reminders(
                    clock, self.pace, habit, present, self.services.now(), self.seq, handed=True, acted=False
                )

    def as_written(self, change: OrderChange) -> Written:
        """What becomes of orders given ahead as it is stored: what their owners are told waits until they are awake."""
        now = self.services.now()
        return change.written(self.kit, self.person, lambda seat: self.habit(seat).waking(now) - now)

    async def close_request(self, request: Request, closed: str, *told: PostDraft) -> None:
        """Asks for something no more, tells of it, and has the buttons of the question taken away."""
        await self.services.store.requests.close(request, closed, told)
        self.written()

    def written(self) -> None:
        """Something was written that is to be told."""
        self.services.changed(self.game.id)

    # Inside

    async def _stored_ahead(self) -> tuple[OrdersAhead, Mapping[Seat, int]]:
        """The orders given ahead as they are stored, and how many of which seats this program can't read."""
        if (kinds := self.kit.orders) is None:
            return OrdersAhead(), {}
        orders = self.services.store.orders
        filed, firings = await orders.lines(self.game.id), await orders.firings(self.game.id)
        read = {seat: aheads.read(kinds, lines) for seat, lines in filed.items()}
        ahead = OrdersAhead({seat: given for seat, (given, _) in read.items()}, firings)
        return ahead, {seat: lost for seat, (_, lost) in read.items() if lost}

    async def _void(self, lost: Mapping[Seat, int]) -> None:
        """Has orders stand no more that this program can't read, so many of which seats, and tells whoever gave them.

        Raises Clash if another process has written to the game meanwhile: it may have done the same.
        """
        if not lost:
            return
        _log.error("game %d: orders that cannot be read are void", self.game.id)
        told = (OrderNote(seat, self.kit_of(seat).words.text("orders-lost", number=lost[seat])) for seat in lost)
        change = OrderChange({seat: self.ahead.of(seat) for seat in lost}, notes=tuple(told))
        await self.services.store.orders.keep(self.game, self.as_written(change))
        self.written()

    async def _once_more(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it under the lock, with a table that has all that is written; if somebody else writes meanwhile, takes
        that up and tries once again."""
        database, game = self.services.store.database, self.game.id
        async with self._lock:
            if not await self.is_current():
                await self.refresh()
            for _ in range(ATTEMPTS):
                try:
                    with database.relying_on(game):
                        return await doing()
                except Clash:
                    pass
                except Illegal:
                    if await self.is_current():
                        raise
                except StoreUnavailable:
                    self.behind = True  # for some of it may have been written
                    raise
                await self.refresh()
            raise Illegal("game-has-gone-on")

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._course = entry.after
            self._entries[entry.after.seq] = entry
        while len(self._entries) > RECENT:
            self._entries.popitem(last=False)
