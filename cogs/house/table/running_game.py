"""A game as the house knows it now: who sits there, how it came to it, whom it waits for, what is told of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Hashable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry, waiting
from cogs.house.game.bot_names import called, called_plainly
from cogs.house.game.bot_remarks import Voices
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.orders_ahead import OrdersAhead
from cogs.house.game.players import IN_SOMEBODYS_PLACE, PlayedBy, players
from cogs.house.game.public_history import Moment, moments
from cogs.house.runtime.metrics import UNMEASURED, Metrics
from cogs.house.runtime.recent import RecentCache
from cogs.house.runtime.workers import Workers
from cogs.house.store.store import Store
from cogs.house.table.checkpoints import Checkpoints, StartBeside
from cogs.house.table.log_marks import Noted
from cogs.house.table.rate_limits import RateLimits
from cogs.house.values.availability import Habit, Spans
from cogs.house.values.clocks import Clock, Pace, Waiting, pace_of
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import PAUSED, Chair, Game, PostStyle, Request, Status, Vacancy, Vote, listed
from cogs.house.values.safe_text import Safe, escaped
from cogs.house.words.words import Names
from engine import log
from engine.core import Illegal, Seat
from engine.log import Rewind

T = TypeVar("T")


class RunToEnd(Protocol):
    """Runs something to its end even if its caller is cancelled. Raises Illegal `restarting` when the house closes."""

    def __call__(self, doing: Coroutine[object, None, T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Services:
    """What a table uses of the house.

    `changed` is told the number of the game after each commit; `now` is the clock in seconds since 1970;
    `reads` is the language of a person, None if nothing is known of him; `habit` is when he sleeps and is told;
    `beside` begins what nobody waits for; `cache` keeps what was found of games of late;
    `rate_limits` is how often is done what everybody is told of; `seen` is until when in a game a person may have
    acted, `gaps` are the times in which nobody could; `metrics` are told what happens.
    """

    store: Store
    workers: Workers
    world: str
    finish: RunToEnd
    changed: Callable[[int], None]
    now: Callable[[], float]
    reads: Callable[[int], str | None]
    habit: Callable[[int], Habit]
    beside: StartBeside
    cache: RecentCache = field(default_factory=RecentCache)
    rate_limits: RateLimits = field(default_factory=RateLimits)
    seen: Callable[[int, int], float] = lambda *_: 0.0
    gaps: Callable[[], Spans] = tuple
    metrics: Metrics = UNMEASURED


class RunningGame:
    """A game, open or over, with all its secrets. Nothing here changes it."""

    def __init__(self, services: Services, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> None:
        self._kit = kit
        self.game = game
        self.seats = seats
        self.clocks: Mapping[Seat, Clock] = {}
        self.ahead = OrdersAhead()
        self.votes: tuple[Vote, ...] = ()
        self.vacant: Mapping[Seat, Vacancy] = {}
        self.unanswered: tuple[Request, ...] = ()
        self.services = services
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._course: Timeline | None = None
        self._checkpoints: Checkpoints | None = None
        self._present: tuple[Timeline | None, dict[Hashable, Any]] = None, {}

    @property
    def kit(self) -> Kit:
        """The game in the table's language, in which everybody is told of it."""
        return self._kit.speaking(self.game.language)

    def kit_for(self, user_id: int | None) -> Kit:
        """The game in the language of the person who alone will read it; the table's if that is not known."""
        reads = None if user_id is None else self.services.reads(user_id)
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
    def timeline(self) -> Timeline:
        """The game as it is, with all its secrets: for the house alone. Raises Illegal `game-not-running`."""
        if self._course is None:
            raise Illegal("game-not-running", status=self.game.status.value)
        return self._course

    def view(self, seat: Seat | None) -> Opaque:
        """The game as `seat` may see it, None the channel. Raises Illegal `game-not-running` in the lobby.

        What others have staged in silence is in nobody else's view, see `engine.log.known`.
        """
        return self.once(("view", seat), lambda timeline: log.view(self.kit.rules, timeline, seat))

    def once(self, what: Hashable, work: Callable[[Timeline], T]) -> T:
        """What follows from the present, worked out when it is first asked for: a panel asks for the same often."""
        timeline = self.timeline
        if self._present[0] is not timeline:
            self._present = timeline, {}
        found = self._present[1]
        if what not in found:
            found[what] = work(timeline)
        known: T = found[what]
        return known

    def paced(self, *what: Hashable) -> AbstractContextManager[None]:
        """For what somebody does that everybody is told of. Raises Illegal `too-often`, see `RateLimits.told`."""
        return self.services.rate_limits.told((self.game.id, *what), self.services.now())

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
            found += await self.services.workers.work(partial(tuple, moments(rules, entries, opened)))
        return tuple(found)

    async def standing(self) -> tuple[int, ...]:
        """The numbers of the entries that the present has come of, in order, 0 for the opening."""
        parse, seq = self.kit.rules.notation.parse, self.seq
        backs = await self.services.store.log.lines_with(self.game.id, Rewind.verb)
        return log.remaining(seq, {number: parse(line).entry for number, line in backs if number <= seq})

    async def course_at(self, seq: int) -> Timeline:
        """The game as it was after entry `seq`, 0 for its opening."""
        if seq in self._entries:
            return self._entries[seq].after
        return await self._past(self.game, self.seats).course_at(seq)

    def _past(self, game: Game, seats: tuple[Chair, ...]) -> Checkpoints:
        """The past of the game, which began with these rules and so many seats."""
        if self._checkpoints is not None:
            return self._checkpoints
        opening, services = timelines.opened(self.kit, len(seats), game).after, self.services
        found = Checkpoints(services.store, services.workers, services.beside, self.kit, game.id, opening, len(seats))
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
        return Habit() if person is None else self.services.habit(person)

    def acting(self, seat: Seat) -> float:
        """From when the orders of a seat are carried out that have something to say now."""
        return self.habit(seat).acting(self.services.now())

    def waited(self, timeline: Timeline | None) -> Waiting:
        """Whom everybody knows the game to wait for, once it is as `timeline` has it; nobody before the opening."""
        if timeline is None or not self.kit.rules.awaiting(timeline.state):
            return Waiting()
        view = log.view(self.kit.rules, timeline, None) if timeline is not self._course else self.view(None)
        return Waiting(waiting(self.kit, view), timeline.began, self.kit.flow.turn(view), self.kit.flow.following(view))

    @property
    def players(self) -> Mapping[Seat, PlayedBy]:
        """Who plays for each seat now."""
        return players(self.seats, self.clocks)

    @property
    def acted_for(self) -> frozenset[Seat]:
        """The seats for which the program decides in somebody's place, as everybody was told."""
        return frozenset(seat for seat, player in self.players.items() if player in IN_SOMEBODYS_PLACE)

    # What is told of the present

    def sentence(self, key: str, **facts: object) -> PostDraft:
        """A sentence for everybody, in the table's language; it may name the `group` of the game's commands."""
        text = self.kit.words.text(key, group=self.game.ruleset, **facts)
        return PostDraft(PostKind.TEXT, None, self.seq, said=(Sentence(self.seq, text),))

    def told(self, key: str, **facts: object) -> tuple[PostDraft, ...]:
        """Such a sentence, and the card as it is by it."""
        return self.sentence(key, **facts), *self.card()

    def card(self) -> tuple[PostDraft, ...]:
        """The live card anew, where there is one."""
        return (PostDraft(PostKind.CARD, None, self.seq),) if self.game.posts is PostStyle.CARD else ()

    def lobby_post(self) -> tuple[PostDraft, ...]:
        """The lobby post anew, where there is one or is to be one."""
        return (PostDraft(PostKind.LOBBY, None, self.seq),)

    def call(self, *seats: Seat, posts: PostStyle | None = None) -> PostDraft:
        """Tells everybody who is waited for, and those so that they hear of it; only `seats` of them if said."""
        kind = PostKind.CARD if (posts or self.game.posts) is PostStyle.CARD else PostKind.PROMPT
        return PostDraft(kind, None, self.seq, listed(seats or self.kit.flow.waiting(self.view(None))))

    def present(self, posts: PostStyle | None = None) -> tuple[PostDraft, ...]:
        """The call for the present, with its pictures before it where the call has none; as it is told by `posts`."""
        call = self.call(posts=posts)
        if call.kind is PostKind.CARD:
            return (call,)
        kinds = self.kit.pictures.due(None, self.view(None), ())
        return (*(PostDraft(PostKind.PICTURE, None, self.seq, kind) for kind in kinds), call)
