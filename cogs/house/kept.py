"""A game as it is kept: its log, what follows from it, and the one way to write to it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from cogs.house import ahead as aheads
from cogs.house import course as courses
from cogs.house import dice, seating
from cogs.house.ahead import Ahead, Change, Note
from cogs.house.announce import Entry, announce, waiting
from cogs.house.answers import Written
from cogs.house.clocks import Clock, Pace, Waiting, acted_for, gone_on, pace_of
from cogs.house.hours import Habit
from cogs.house.kit import Kit, Names, View
from cogs.house.notices import after_orders, comes_next, reminders
from cogs.house.questions import closing
from cogs.house.records import (
    PAUSED,
    SITTER,
    Chair,
    Deed,
    Draft,
    Game,
    Kind,
    Line,
    Manner,
    Said,
    Status,
    Vacancy,
    Vote,
    escaped,
    listed,
    newcomers,
    plain,
)
from cogs.house.reliability import kept_by
from cogs.house.seating import Chairs
from cogs.house.store import Clash, Store
from cogs.house.studio import Studio
from engine import log
from engine.core import Illegal, Seat
from engine.log import Course, Rewind

T = TypeVar("T")

_log = logging.getLogger(__name__)

RECENT = 32
"""Entries kept with their states, for pictures of the game as it was. Older ones are replayed."""


class Finish(Protocol):
    """Runs something to its end even if its caller is cancelled. Raises Illegal `restarting` when the house closes."""

    def __call__(self, doing: Coroutine[Any, Any, T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Means:
    """What a table uses of the house.

    `changed` is told the number of the game after each commit; `now` is the clock in seconds since 1970;
    `reads` is the language of a person, None if nothing is known of him; `habit` is when he sleeps and is told.
    """

    store: Store
    studio: Studio
    world: str
    finish: Finish
    changed: Callable[[int], None]
    now: Callable[[], float]
    reads: Callable[[int], str | None]
    habit: Callable[[int], Habit]


class KeptGame:
    """A game, open or over, with all its secrets: who writes to it does it in turn and believes only what is stored.

    Whatever changes it raises Illegal for what is not allowed and StoreUnavailable if it could not be kept; then
    nothing has changed.
    """

    def __init__(self, means: Means, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> None:
        self._kit = kit
        self.game = game
        self.seats = seats
        self.clocks: Mapping[Seat, Clock] = {}
        self.ahead = Ahead()
        self.votes: tuple[Vote, ...] = ()
        self.vacant: Mapping[Seat, Vacancy] = {}
        self.means = means
        self._lock = asyncio.Lock()
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._course: Course | None = None
        self._present: tuple[Course | None, dict[Hashable, Any]] = None, {}

    @property
    def kit(self) -> Kit:
        """The game in the table's language, in which everybody is told of it."""
        return self._kit.speaking(self.game.language)

    def kit_for(self, user_id: int | None) -> Kit:
        """The game in the language of the person who alone will read it; the table's if that is not known."""
        reads = None if user_id is None else self.means.reads(user_id)
        return self.kit if reads is None else self._kit.speaking(reads)

    def kit_of(self, seat: Seat) -> Kit:
        """The game in the language of whoever sits on a seat."""
        return self.kit_for(self.person(seat))

    @property
    def names(self) -> Names:
        """The names of the seats, escaped."""
        return {chair.seat: chair.shown for chair in self.seats}

    @property
    def plain_names(self) -> Names:
        """The names of the seats as people chose them, for pictures and buttons."""
        return {chair.seat: plain(chair.name) for chair in self.seats}

    @property
    def shown_name(self) -> str:
        """The name of the game as it may stand in a message."""
        return escaped(self.game.name)

    @property
    def host(self) -> int:
        """The person who opened the game, or the next one in the order of seats once he has left."""
        people = [chair.user_id for chair in self.seats if chair.user_id is not None]
        return self.game.host if self.game.host in people or not people else people[0]

    def seat_of(self, user_id: int) -> Seat | None:
        return next((chair.seat for chair in self.seats if chair.user_id == user_id), None)

    def person(self, seat: Seat) -> int | None:
        """The user on a seat; None for the program, and for a seat that there is not."""
        return next((chair.user_id for chair in self.seats if chair.seat == seat), None)

    async def is_insider(self, user_id: int) -> bool:
        """Whether a person knows more of the running game than everybody: who sits here, did, or saw it opened."""
        return self.seat_of(user_id) is not None or await self.means.store.is_insider(self.game.id, user_id)

    @property
    def seq(self) -> int:
        return self._course.seq if self._course else 0

    @property
    def began(self) -> int:
        """The number of the present phase, which buttons and panels carry."""
        return self._course.began if self._course else 0

    @property
    def course(self) -> Course:
        """The game as it is, with all its secrets: for the house alone. Raises Illegal `game-not-running`."""
        if self._course is None:
            raise Illegal("game-not-running", status=self.game.status.value)
        return self._course

    def view(self, seat: Seat | None) -> View:
        """The game as `seat` may see it, None the channel. Raises Illegal `game-not-running` in the lobby.

        What others have staged in silence is in nobody else's view, see `engine.log.known`.
        """
        return self.once(("view", seat), lambda course: log.view(self.kit.rules, course, seat))

    def once(self, what: Hashable, work: Callable[[Course], T]) -> T:
        """What follows from the present, worked out when it is first asked for: a panel asks for the same often."""
        course = self.course
        if self._present[0] is not course:
            self._present = course, {}
        found = self._present[1]
        if what not in found:
            found[what] = work(course)
        known: T = found[what]
        return known

    # The log

    @property
    def recent(self) -> Mapping[int, Entry]:
        """The last entries by number."""
        return self._entries

    async def entries(self, first: int, last: int) -> tuple[Entry, ...]:
        """Entries by number, the last ones from memory and older ones by replay."""
        wanted = range(first, last + 1)
        if all(seq in self._entries for seq in wanted):
            return tuple(self._entries[seq] for seq in wanted)
        lines = [line for line in await self.means.store.lines(self.game.id) if line.seq <= last]
        kit, start = self.kit, courses.opened(self.kit, len(self.seats), self.game)
        played = await self.means.studio.work(lambda: tuple(courses.replayed(kit, start.after, lines)))
        return tuple(entry for entry in played if entry.after.seq >= first)

    async def course_at(self, seq: int) -> Course:
        """The game as it was after entry `seq`."""
        if seq == 0:
            return courses.opened(self.kit, len(self.seats), self.game).after
        (entry,) = await self.entries(seq, seq)
        return entry.after

    async def refresh(self) -> None:
        """Takes up what somebody else has written."""
        found = await self.means.store.load(self.game.id)
        if found is None:
            raise Illegal("game-unknown", game=self.game.id)
        game, seats = found
        kit, course = self.kit, self._course
        if game.status in (Status.RUNNING, Status.OVER):
            if course is None:
                course = courses.opened(kit, len(seats), game).after
            start, lines = course, await self.means.store.lines(game.id, course.seq)
            if courses.reaches_behind(kit, course, lines):
                start = course = courses.opened(kit, len(seats), game).after
                lines = await self.means.store.lines(game.id)
            entries = await self.means.studio.work(lambda: tuple(courses.replayed(kit, start, lines)))
            self._course = course
            self._take(entries)
            awaiting = kit.rules.awaiting(self.course.state) if game.status is Status.RUNNING else frozenset()
            game = replace(game, seq=self.seq, awaiting=awaiting)
        self.game, self.seats, self.clocks = game, seats, await self.means.store.clocks(game.id)
        self.ahead = await self._stored_ahead()
        await self.recall()

    async def recall(self) -> None:
        """Takes up from the store which votes are open, and which seats may be taken."""
        self.votes = await self.means.store.votes(self.game.id)
        self.vacant = await self.means.store.vacancies(self.game.id)

    async def rests(self, reason: str | None) -> None:
        """Takes up that the game rests for a reason, or goes on: its clocks, votes and offers, and when orders are
        looked at."""
        self.game = replace(self.game, frozen=reason)
        self.clocks, self.ahead = await self.means.store.clocks(self.game.id), await self._stored_ahead()
        await self.recall()

    # What may be done

    def check_going(self, even_frozen: bool = False) -> None:
        """Raises Illegal `game-not-running`, `game-paused` or `game-frozen` if nobody may act."""
        if self.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.game.status.value)
        if self.game.frozen is not None and not even_frozen:
            if self.game.frozen == PAUSED:
                raise Illegal("game-paused")
            raise Illegal("game-frozen", reason=self.game.frozen)

    def check_host(self, user_id: int) -> None:
        """Raises Illegal `lobby-not-host` for anybody else."""
        if user_id != self.host:
            name = next((chair.shown for chair in self.seats if chair.user_id == self.host), "?")
            raise Illegal("lobby-not-host", host=name)

    def too_late(self) -> Illegal:
        """Why nothing can be changed about who plays any more."""
        if self.game.status is Status.RUNNING:
            return Illegal("lobby-started")
        return Illegal("game-not-running", status=self.game.status.value)

    # Writing

    async def in_turn(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it while nobody else changes the game, and to its end; once more if somebody else had written before."""
        return await self.means.finish(self._once_more(doing))

    def interaction(self, number: int | None) -> str | None:
        """What the log knows an interaction by."""
        return None if number is None else f"{self.means.world}:{number}"

    async def keep(
        self,
        entries: tuple[Entry, ...],
        lines: tuple[Line, ...],
        interaction: str | None,
        first: tuple[Draft, ...] = (),
        request: int | None = None,
        deed: Deed | None = None,
        proxy: bool = False,
        fired: Change | None = None,
    ) -> None:
        """Writes what follows from a decision, and only then believes it. `first` is told before it.

        A `request` that led to it is closed with it, a `deed` kept. `proxy`: the program decided it for somebody.
        With `fired` orders given ahead have decided it, and this becomes of them.
        """
        if proxy:
            actor = entries[0].seat
            entries = tuple(replace(entry, proxy=entry.seat == actor) for entry in entries)
            lines = tuple(replace(line, proxy=line.seat == actor) for line in lines)
        course = entries[-1].after
        awaiting = self.kit.rules.awaiting(course.state)
        status = Status.RUNNING if awaiting else Status.OVER
        drafts = (*first, *announce(self.kit, self.seats, self.names, entries, self.game.posts))
        seated = self.seats if self.game.status is Status.LOBBY else None  # their words count from here on
        if status is Status.OVER:
            drafts += (dice.revealed(self.kit, self.game, self.seats, course.seq),)
        back = frozenset(seq for entry in entries for seq in courses.taken_back(entry))
        clocks, about, notices = self._timed(entries, proxy)
        change = aheads.gone_on(self.ahead, entries, self.kit_of, self.people, self.game.answer, self.acting, fired)
        notices = after_orders(notices, self.ahead.changed(change).firings, self.means.now())
        before = None if self._course is None else self.view(None)
        closes = closing(self.kit, before, entries, self.game.posts)
        at = await self.means.store.append(
            self.game, lines, interaction, status, awaiting, (*drafts, *notices), seated, back, request, deed,
            tuple(clocks.values()), about, self.as_written(change), closes,
            self._punctual(entries[0], clocks, proxy),
        )  # fmt: skip
        self._course = course
        self._take(replace(entry, at=at) for entry in entries)
        self.clocks, self.ahead = {**self.clocks, **clocks}, self.ahead.changed(change)
        self.game = replace(self.game, seq=course.seq, status=status, awaiting=awaiting)
        self.written()

    def _timed(
        self, entries: tuple[Entry, ...], proxy: bool
    ) -> tuple[dict[Seat, Clock], frozenset[Seat], tuple[Draft, ...]]:
        """The clocks that change with these entries, whose reminders are void by it, and those in their place."""
        before, after = self.waited(entries[0].before), self.waited(entries[-1].after)
        now, actor = self.means.now(), entries[0].seat
        clocks = gone_on(self.clocks, self.pace, before, after, now, self.habit, self.people, actor, proxy)
        about = frozenset(clocks) | ({actor} & self.people)
        seq, soon = entries[-1].after.seq, after.following
        drafts = (
            draft
            for seat in sorted(about & after.seats)
            for draft in reminders(
                clocks.get(seat) or self.clocks[seat], self.pace, self.habit(seat), after, now, seq,
                handed=seat not in before.seats, acted=seat == actor and not proxy,
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
        drafts: Callable[[Chairs], Iterable[Draft]] = lambda _: (),
    ) -> Chairs:
        """Makes a `change` of who sits where before the game begins, tells its `drafts`, and gives what came of it.

        Raises Illegal `lobby-started` or `game-not-running` once that is too late.
        """

        async def doing() -> Chairs:
            if self.game.status is not Status.LOBBY:
                raise self.too_late()
            return await self.put(change(self.seats), drafts)

        return await self.in_turn(doing)

    async def put(
        self,
        after: Chairs,
        drafts: Callable[[Chairs], Iterable[Draft]],
        vacancy: Vacancy | None = None,
        missed: Collection[int] = (),
    ) -> Chairs:
        """Puts `after` in the place of who sits here, in turn; `vacancy` and `missed` are as the store has them.

        Who is new on a seat of a running game has a clock that begins.
        """
        after, new = seating.since(self.seats, after, self.seq), newcomers(self.seats, after)
        await self._check_new(after, new)
        clocks = self._seated_clocks(after, new)
        told, timed = (*drafts(after), *self._seated_reminders(after, clocks)), tuple(clocks.values())
        await self.means.store.reseat(self.game, self.seats, after, told, timed, vacancy, missed)
        self.seats, self.clocks = after, {**self.clocks, **clocks}
        self.ahead = self.ahead.without(new)
        if self.game.status is Status.RUNNING:
            await self.recall()
        self.written()
        return after

    async def _check_new(self, after: Chairs, new: Collection[Seat]) -> None:
        """Raises Illegal `has-looked` if somebody would sit down who has seen a running game opened."""
        if self.game.status is Status.RUNNING:
            seen = await self.means.store.onlookers(self.game.id)
            for chair in after:
                if chair.seat in new and chair.user_id in seen:
                    raise Illegal("has-looked", who=chair.shown)

    def _seated_clocks(self, after: Chairs, new: Collection[Seat]) -> dict[Seat, Clock]:
        """The clocks of those who are new on a seat of a running game; where the program sits now, none runs."""
        if self.game.status is not Status.RUNNING:
            return {}
        idle = {seat: Clock(seat, bank=self.pace.bank) for seat in new}
        people = {chair.seat: chair.user_id for chair in after if chair.seat in new and chair.user_id is not None}
        present = self.waited(self.course)

        def habit(seat: Seat) -> Habit:
            return self.means.habit(people[seat])

        return idle | gone_on(idle, self.pace, present, present, self.means.now(), habit, people, None)

    def _seated_reminders(self, after: Chairs, clocks: Mapping[Seat, Clock]) -> Iterator[Draft]:
        """What is to remind those who are new on a seat that the game waits for."""
        for chair in after:
            clock = clocks.get(chair.seat)
            if chair.user_id is not None and clock is not None and clock.since is not None:
                habit, present = self.means.habit(chair.user_id), self.waited(self.course)
                yield from reminders(
                    clock, self.pace, habit, present, self.means.now(), self.seq, handed=True, acted=False
                )

    # Time

    @property
    def pace(self) -> Pace:
        """How long the game waits for people."""
        return pace_of(self.game.pace)

    @property
    def people(self) -> frozenset[Seat]:
        """The seats of people."""
        return frozenset(chair.seat for chair in self.seats if chair.user_id is not None)

    @property
    def playing(self) -> frozenset[Seat]:
        """The seats that are still in a running game, as everybody knows."""
        playing = self.kit.playing(self.view(None))
        return frozenset(chair.seat for chair in self.seats) if playing is None else playing

    def habit(self, seat: Seat) -> Habit:
        """When the person on a seat sleeps, is away and is told."""
        person = self.person(seat)
        return Habit() if person is None else self.means.habit(person)

    def as_written(self, change: Change) -> Written:
        """What becomes of orders given ahead as it is stored: what their owners are told waits until they are awake."""
        now = self.means.now()
        return change.written(self.kit, self.person, lambda seat: self.habit(seat).waking(now) - now)

    def acting(self, seat: Seat) -> float:
        """From when the orders of a seat are carried out that have something to say now."""
        return self.habit(seat).acting(self.means.now())

    def waited(self, course: Course | None) -> Waiting:
        """Whom everybody knows the game to wait for, once it is as `course` has it; nobody before the opening."""
        if course is None or not self.kit.rules.awaiting(course.state):
            return Waiting()
        view = log.view(self.kit.rules, course, None) if course is not self._course else self.view(None)
        return Waiting(waiting(self.kit, view), course.began, self.kit.turn(view), self.kit.following(view))

    @property
    def acted_for(self) -> frozenset[Seat]:
        """The seats for which the program decides in somebody's place, as everybody was told."""
        empty = {chair.seat for chair in self.seats if chair.bot == SITTER} if self.people else frozenset()
        return acted_for(self.clocks) & self.people | empty

    def written(self) -> None:
        """Something was written that is to be told."""
        self.means.changed(self.game.id)

    # What is told of the present

    def sentence(self, key: str, **facts: object) -> Draft:
        """A sentence for everybody, in the table's language."""
        return Draft(Kind.TEXT, None, self.seq, said=(Said(self.seq, self.kit.words.text(key, **facts)),))

    def told(self, key: str, **facts: object) -> tuple[Draft, ...]:
        """Such a sentence, and the card as it is by it."""
        return self.sentence(key, **facts), *self.card()

    def card(self) -> tuple[Draft, ...]:
        """The live card anew, where there is one."""
        return (Draft(Kind.CARD, None, self.seq),) if self.game.posts is Manner.CARD else ()

    def call(self, *seats: Seat) -> Draft:
        """Tells everybody who is waited for, and those so that they hear of it; only `seats` of them if said."""
        kind = Kind.CARD if self.game.posts is Manner.CARD else Kind.PROMPT
        return Draft(kind, None, self.seq, listed(seats or self.kit.waiting(self.view(None))))

    def present(self) -> tuple[Draft, ...]:
        """The call for the present, with its pictures before it where the call has none."""
        if self.game.posts is Manner.CARD:
            return (self.call(),)
        kinds = self.kit.pictures(None, self.view(None), ())
        return (*(Draft(Kind.PICTURE, None, self.seq, kind) for kind in kinds), self.call())

    # Inside

    async def _stored_ahead(self) -> Ahead:
        """The orders given ahead as they are stored; those that this program can't read are void."""
        if (kinds := self.kit.orders) is None:
            return Ahead()
        filed, firings = await self.means.store.filed(self.game.id), await self.means.store.firings(self.game.id)
        read = {seat: aheads.read(kinds, lines) for seat, lines in filed.items()}
        ahead = Ahead({seat: orders for seat, (orders, _) in read.items()}, firings)
        if lost := {seat: lost for seat, (_, lost) in read.items() if lost}:
            _log.error("game %d: orders that cannot be read are void", self.game.id)
            told = (Note(seat, self.kit_of(seat).words.text("orders-lost", number=lost[seat])) for seat in lost)
            change = Change({seat: ahead.of(seat) for seat in lost}, notes=tuple(told))
            await self.means.store.keep_ahead(self.game, self.as_written(change))
            self.written()
        return ahead

    async def _once_more(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it under the lock; if somebody else has written meanwhile, takes that up and tries once again."""
        async with self._lock:
            try:
                return await doing()
            except Clash:
                await self.refresh()
            except Illegal:
                if await self._is_known():
                    raise
                await self.refresh()
            try:
                return await doing()
            except Clash:
                raise Illegal("game-has-gone-on") from None

    async def _is_known(self) -> bool:
        """Whether the store has no more of this game than the table knows."""
        stored = await self.means.store.load(self.game.id)
        if stored is None:
            return False
        game, seats = stored
        known = (self.game.status, self.game.seq, self.game.options, self.seats)
        return (game.status, game.seq, game.options, seats) == known

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._course = entry.after
            self._entries[entry.after.seq] = entry
        while len(self._entries) > RECENT:
            self._entries.popitem(last=False)
