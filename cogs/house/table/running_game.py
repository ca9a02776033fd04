"""A game as the house knows it now: who sits there, how it came to it, whom it waits for, what is told of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Hashable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from cogs.house.game import timeline as courses
from cogs.house.game.announce import Entry, waiting
from cogs.house.game.bot_names import called, called_plainly
from cogs.house.game.bot_remarks import Voices
from cogs.house.game.kit import Course, Kit, Names, Opaque
from cogs.house.game.orders_ahead import Ahead
from cogs.house.game.players import IN_SOMEBODYS_PLACE, Player, players
from cogs.house.game.public_history import Moment, moments
from cogs.house.runtime.recent import Lately
from cogs.house.runtime.workers import Studio
from cogs.house.store.store import Store
from cogs.house.table.checkpoints import Beside, Checkpoints
from cogs.house.table.log_marks import Noted
from cogs.house.table.rate_limits import Pacing
from cogs.house.values.availability import Habit, Spans
from cogs.house.values.clocks import Clock, Pace, Waiting, pace_of
from cogs.house.values.drafts import Draft, Kind, Said
from cogs.house.values.records import PAUSED, Chair, Game, Manner, Request, Status, Vacancy, Vote, listed
from cogs.house.values.safe_text import Safe, escaped
from engine import log
from engine.core import Illegal, Seat
from engine.log import Rewind

T = TypeVar("T")


class Finish(Protocol):
    """Runs something to its end even if its caller is cancelled. Raises Illegal `restarting` when the house closes."""

    def __call__(self, doing: Coroutine[object, None, T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Means:
    """What a table uses of the house.

    `changed` is told the number of the game after each commit; `now` is the clock in seconds since 1970;
    `reads` is the language of a person, None if nothing is known of him; `habit` is when he sleeps and is told;
    `beside` begins what nobody waits for; `lately` keeps what was found of games of late;
    `pacing` is how often is done what everybody is told of; `seen` is until when in a game a person may have acted,
    `gaps` are the times in which nobody could.
    """

    store: Store
    studio: Studio
    world: str
    finish: Finish
    changed: Callable[[int], None]
    now: Callable[[], float]
    reads: Callable[[int], str | None]
    habit: Callable[[int], Habit]
    beside: Beside
    lately: Lately = field(default_factory=Lately)
    pacing: Pacing = field(default_factory=Pacing)
    seen: Callable[[int, int], float] = lambda *_: 0.0
    gaps: Callable[[], Spans] = tuple


class KnownGame:
    """A game, open or over, with all its secrets. Nothing here changes it."""

    def __init__(self, means: Means, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> None:
        self._kit = kit
        self.game = game
        self.seats = seats
        self.clocks: Mapping[Seat, Clock] = {}
        self.ahead = Ahead()
        self.votes: tuple[Vote, ...] = ()
        self.vacant: Mapping[Seat, Vacancy] = {}
        self.unanswered: tuple[Request, ...] = ()
        self.means = means
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._course: Course | None = None
        self._checkpoints: Checkpoints | None = None
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
        words = self.kit.words
        return {chair.seat: called(words, chair) for chair in self.seats}

    @property
    def plain_names(self) -> Names:
        """The names of the seats as people chose them, for pictures and buttons."""
        words = self.kit.words
        return {chair.seat: called_plainly(words, chair) for chair in self.seats}

    @property
    def voices(self) -> Voices:
        """Its bots, as they speak."""
        return Voices(self.game.number, {chair.seat: chair for chair in self.seats if chair.level})

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

    def view(self, seat: Seat | None) -> Opaque:
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

    def paced(self, *what: Hashable) -> AbstractContextManager[None]:
        """For what somebody does that everybody is told of. Raises Illegal `too-often`, see `Pacing.told`."""
        return self.means.pacing.told((self.game.id, *what), self.means.now())

    # The log

    @property
    def recent(self) -> Mapping[int, Entry]:
        """The last entries by number."""
        return self._entries

    async def entries(self, first: int, last: int) -> tuple[Entry, ...]:
        """Entries by number, the last ones from memory and older ones by replay from a checkpoint."""
        return tuple([entry async for piece in self.pieces(first, last) for entry in piece])

    async def pieces(self, first: int, last: int) -> AsyncIterator[tuple[Entry, ...]]:
        """Entries by number as `entries` gives them, piece by piece: for what wants many, and keeps none."""
        wanted = range(first, last + 1)
        if all(seq in self._entries for seq in wanted):
            yield tuple(self._entries[seq] for seq in wanted)
            return
        past = self._past(self.game, self.seats)
        async for piece in past.played(await past.before(first - 1), last):
            yield tuple(entry for entry in piece if entry.after.seq >= first)

    async def kept_notes(self) -> list[tuple[Noted, ...]]:
        """What was noted of the entries before each checkpoint, from the first on."""
        return await self._past(self.game, self.seats).notes()

    async def deeds(self, opened: bool, among: Collection[int] | None = None) -> tuple[Moment, ...]:
        """The moments of the game up to now, or of those of its entries that are `among` these numbers."""
        rules, found = self.kit.rules, list[Moment]()
        first, last = (1, self.seq) if among is None else (min(among, default=1), max(among, default=0))
        async for piece in self.pieces(first, last):
            entries = [entry for entry in piece if among is None or entry.after.seq in among]
            found += await self.means.studio.work(partial(tuple, moments(rules, entries, opened)))
        return tuple(found)

    async def standing(self) -> tuple[int, ...]:
        """The numbers of the entries that the present has come of, in order, 0 for the opening."""
        parse, seq = self.kit.rules.notation.parse, self.seq
        backs = await self.means.store.log.lines_with(self.game.id, Rewind.verb)
        return log.remaining(seq, {number: parse(line).entry for number, line in backs if number <= seq})

    async def course_at(self, seq: int) -> Course:
        """The game as it was after entry `seq`, 0 for its opening."""
        if seq in self._entries:
            return self._entries[seq].after
        return await self._past(self.game, self.seats).course_at(seq)

    def _past(self, game: Game, seats: tuple[Chair, ...]) -> Checkpoints:
        """The past of the game, which began with these rules and so many seats."""
        if self._checkpoints is not None:
            return self._checkpoints
        opening, means = courses.opened(self.kit, len(seats), game).after, self.means
        found = Checkpoints(means.store, means.studio, means.beside, self.kit, game.id, opening, len(seats))
        if game.status is not Status.LOBBY:  # where both may still change
            self._checkpoints = found
        return found

    # What may be done

    def check_going(self, even_frozen: bool = False) -> None:
        """Raises Illegal `game-not-running`, `game-paused` or `game-frozen` if nobody may act."""
        if self.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.game.status.value)
        if self.game.frozen is not None and not even_frozen:
            if self.game.frozen == PAUSED:
                raise Illegal("game-paused")
            raise Illegal("game-frozen", reason=Safe(self.game.frozen))

    def check_host(self, user_id: int) -> None:
        """Raises Illegal `lobby-not-host` for anybody else."""
        if user_id != self.host:
            name = next((chair.shown for chair in self.seats if chair.user_id == self.host), "?")
            raise Illegal("lobby-not-host", host=name)

    def command(self, name: str) -> tuple[str]:
        """A command of the game's own group, as a fact of a refusal."""
        return (f"/{self.game.ruleset} {name}",)

    def too_late(self) -> Illegal:
        """Why nothing can be changed about who plays any more."""
        if self.game.status is Status.RUNNING:
            return Illegal("lobby-started", commands=self.command("list"))
        return Illegal("game-not-running", status=self.game.status.value)

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
        playing = self.kit.flow.playing(self.view(None))
        return frozenset(chair.seat for chair in self.seats) if playing is None else playing

    def habit(self, seat: Seat) -> Habit:
        """When the person on a seat sleeps, is away and is told."""
        person = self.person(seat)
        return Habit() if person is None else self.means.habit(person)

    def acting(self, seat: Seat) -> float:
        """From when the orders of a seat are carried out that have something to say now."""
        return self.habit(seat).acting(self.means.now())

    def waited(self, course: Course | None) -> Waiting:
        """Whom everybody knows the game to wait for, once it is as `course` has it; nobody before the opening."""
        if course is None or not self.kit.rules.awaiting(course.state):
            return Waiting()
        view = log.view(self.kit.rules, course, None) if course is not self._course else self.view(None)
        return Waiting(waiting(self.kit, view), course.began, self.kit.flow.turn(view), self.kit.flow.following(view))

    @property
    def players(self) -> Mapping[Seat, Player]:
        """Who plays for each seat now."""
        return players(self.seats, self.clocks)

    @property
    def acted_for(self) -> frozenset[Seat]:
        """The seats for which the program decides in somebody's place, as everybody was told."""
        return frozenset(seat for seat, player in self.players.items() if player in IN_SOMEBODYS_PLACE)

    # What is told of the present

    def sentence(self, key: str, **facts: object) -> Draft:
        """A sentence for everybody, in the table's language; it may name the `group` of the game's commands."""
        text = self.kit.words.text(key, group=self.game.ruleset, **facts)
        return Draft(Kind.TEXT, None, self.seq, said=(Said(self.seq, text),))

    def told(self, key: str, **facts: object) -> tuple[Draft, ...]:
        """Such a sentence, and the card as it is by it."""
        return self.sentence(key, **facts), *self.card()

    def card(self) -> tuple[Draft, ...]:
        """The live card anew, where there is one."""
        return (Draft(Kind.CARD, None, self.seq),) if self.game.posts is Manner.CARD else ()

    def lobby_post(self) -> tuple[Draft, ...]:
        """The lobby post anew, where there is one or is to be one."""
        return (Draft(Kind.LOBBY, None, self.seq),)

    def call(self, *seats: Seat, posts: Manner | None = None) -> Draft:
        """Tells everybody who is waited for, and those so that they hear of it; only `seats` of them if said."""
        kind = Kind.CARD if (posts or self.game.posts) is Manner.CARD else Kind.PROMPT
        return Draft(kind, None, self.seq, listed(seats or self.kit.flow.waiting(self.view(None))))

    def present(self, posts: Manner | None = None) -> tuple[Draft, ...]:
        """The call for the present, with its pictures before it where the call has none; as it is told by `posts`."""
        call = self.call(posts=posts)
        if call.kind is Kind.CARD:
            return (call,)
        kinds = self.kit.pictures.due(None, self.view(None), ())
        return (*(Draft(Kind.PICTURE, None, self.seq, kind) for kind in kinds), call)
