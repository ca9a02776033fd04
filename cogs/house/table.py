"""One game: who sits at it, what they may do, and the one way to do it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from cogs.house import course as courses
from cogs.house import dice, export, going_back, seating, themes
from cogs.house.announce import Entry, announce, retold, secret_sentences, sentences
from cogs.house.going_back import Point, TakeBack
from cogs.house.kit import AS_IT_IS, Further, Kit, Look, Names, Scene, View
from cogs.house.moments import Moment, moments
from cogs.house.options import told
from cogs.house.records import Chair, Deed, Draft, Game, Kind, Line, Manner, Said, Status, escaped, plain
from cogs.house.seating import Chairs
from cogs.house.store import Clash, Repeated, Store
from cogs.house.studio import Check, Studio
from engine import log
from engine.core import MODERATOR, Drawn, Illegal, Seat
from engine.log import Course, Rewind, Told, Undo

T = TypeVar("T")

NOBODYS = ("draw", "rewind")
"""Verbs of entries that no line of a player's makes."""

MOST_POINTS = 300
"""Beginnings of phases that are offered to go back to; older ones are not listed."""

RECENT = 32
"""Entries kept with their states, for pictures of the game as it was. Older ones are replayed."""


class Finish(Protocol):
    """Runs something to its end even if its caller is cancelled. Raises Illegal `restarting` when the house closes."""

    def __call__(self, doing: Coroutine[Any, Any, T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Means:
    """What a table uses of the house.

    `changed` is told after each commit; `now` is the clock in seconds since 1970;
    `reads` is the language of a person, None if nothing is known of him.
    """

    store: Store
    studio: Studio
    world: str
    finish: Finish
    changed: Callable[[Table], None]
    now: Callable[[], float]
    reads: Callable[[int], str | None]


class Table:
    """A game, open or over.

    Everything that changes it raises Illegal for what is not allowed and StoreUnavailable if it could not be kept; then
    nothing has changed.
    """

    def __init__(self, means: Means, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> None:
        self._kit = kit
        self.game = game
        self.seats = seats
        self._means = means
        self._lock = asyncio.Lock()
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._course: Course | None = None
        self._phases: tuple[int, tuple[Point, ...]] = (0, ())

    @classmethod
    async def load(cls, means: Means, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> Table:
        """The table of a stored game, as its log has it."""
        table = cls(means, kit, game, seats)
        await table.refresh()
        return table

    # What there is

    @property
    def kit(self) -> Kit:
        """The game in the table's language, in which everybody is told of it."""
        return self._kit.speaking(self.game.language)

    def kit_for(self, user_id: int | None) -> Kit:
        """The game in the language of the person who alone will read it; the table's if that is not known."""
        reads = None if user_id is None else self._means.reads(user_id)
        return self.kit if reads is None else self._kit.speaking(reads)

    @property
    def names(self) -> Names:
        """The names of the seats, escaped."""
        return {chair.seat: chair.shown for chair in self.seats}

    @property
    def plain_names(self) -> Names:
        """The names of the seats as people chose them, for pictures and buttons."""
        return {chair.seat: plain(chair.name) for chair in self.seats}

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
        return self._now()

    @property
    def scene(self) -> Scene | None:
        """What is being played in a place of its own."""
        return self.kit.scene(self.kit.rules.view(self._now().firm, None))

    @property
    def shown_name(self) -> str:
        """The name of the game as it may stand in a message."""
        return escaped(self.game.name)

    @property
    def awaiting(self) -> frozenset[Seat]:
        """The seats that must decide now. For the table and for each of these seats alone: it may tell a secret."""
        return self.game.awaiting

    def seat_of(self, user_id: int) -> Seat | None:
        return next((chair.seat for chair in self.seats if chair.user_id == user_id), None)

    def person(self, seat: Seat) -> int | None:
        """The user on a seat; None for the program, and for a seat that there is not."""
        return next((chair.user_id for chair in self.seats if chair.seat == seat), None)

    def view(self, seat: Seat | None) -> View:
        """The game as `seat` may see it, None the channel. Raises Illegal `game-not-running` in the lobby."""
        return self.kit.rules.view(self._now().state, seat)

    def legal(self, seat: Seat, undo: bool = True) -> tuple[Any, ...]:
        """Everything that `seat` may do now, ways to take back last; nothing in the lobby and after the end."""
        if self.game.status is not Status.RUNNING or self.game.frozen is not None:
            return ()
        course = self._now()
        undoings = log.undoings(self.kit.rules, course, seat) if undo else ()
        return (*self.kit.rules.legal(course.state, seat), *undoings)

    def refused(self, seat: Seat, action: Any) -> Illegal | None:
        """Why `seat` may not do `action` now; None if it may. For that seat alone."""
        try:
            courses.check(self.kit, self._now(), seat, action)
        except Illegal as illegal:
            return illegal
        return None

    def steps(self, undo: Undo) -> tuple[Any, ...]:
        """The actions that `undo` would take back."""
        return tuple(step.action for step in self._now().steps if step.number in undo.entries)

    def line(self, action: Any) -> str:
        return self.kit.rules.notation.line(action)

    def parse(self, line: str) -> Any:
        """The action of a line. Raises Illegal `line-unknown-verb` or `line-malformed`, for chance's lines too."""
        action = self.kit.rules.notation.parse(line)
        if isinstance(action, Drawn | Rewind):
            verb, *_ = line.split()
            verbs = tuple(known for known in self.kit.rules.notation.verbs if known not in NOBODYS)
            raise Illegal("line-unknown-verb", verb=verb, verbs=verbs)
        return action

    @property
    def theme(self) -> str:
        """What pictures for everybody are drawn in."""
        return themes.in_force(self.kit, self.game.theme)

    async def look(self, reader: int | None, look: Look = AS_IT_IS) -> Look:
        """A look in the theme of the person who alone will see the picture; of the game if it is for everybody."""
        own = None if reader is None else await self._means.store.theme_of(reader)
        return replace(look, theme=themes.in_force(self.kit, own, self.game.theme))

    async def picture(self, kind: str, seat: Seat | None, reader: int, look: Look) -> tuple[bytes, str]:
        """A picture of the present as `seat` may see it, for the person who asked, and what it shows in words."""
        kit, view, look = self.kit_for(reader), self.view(seat), await self.look(reader, look)
        drawing = await self._means.studio.picture(kit, kind, view, self.plain_names, look)
        return drawing, kit.alt[kind](view, self.names, look)

    async def knowledge(self, seat: Seat | None, of: str) -> Any:
        """What follows for `seat` of something secret, by the game's own answer; None if it has none."""
        kit, state = self.kit, self._now().state
        return await self._means.studio.work(lambda: kit.knowledge(state, seat, of))

    async def sentences(
        self, last: int | None = None, viewer: Seat | None = None, reader: int | None = None
    ) -> tuple[str, ...]:
        """What has happened, in words for a viewer; only the `last` if said. `reader` is who alone will read it."""
        said = sentences(self.kit_for(reader), self.names, await self.entries(1, self.seq), viewer)
        return said if last is None else said[-last:]

    async def secret_sentences(self, seat: Seat, first: int, last: int) -> tuple[str, ...]:
        """What entries told `seat` beyond what the channel heard, and was not his own act, in his own language."""
        return secret_sentences(self.kit_for(self.person(seat)), self.names, await self.entries(first, last), seat)

    async def retold(self, said: Sequence[Said], reader: int) -> tuple[Said, ...]:
        """News as they were told, in the language of the person who alone will read them."""
        kit, struck = self.kit_for(reader), {each.seq: each.struck for each in said}
        if kit is self.kit:
            return tuple(said)
        entries = [(await self.entries(seq, seq))[0] for seq in struck]
        told = ((seq, retold(kit, self.names, entry)) for seq, entry in zip(struck, entries, strict=True))
        return tuple(Said(seq, text, struck[seq]) for seq, texts in told for text in texts)

    async def moments(self, opened: bool = False) -> tuple[Moment, ...]:
        """The game deed by deed, as everybody saw it or, once it is over, `opened`.

        Raises Illegal `not-open-yet` for that in a game that still runs.
        """
        if opened and self.game.status is not Status.OVER:
            raise Illegal("not-open-yet")
        rules, entries = self.kit.rules, await self.entries(1, self.seq)
        return await self._means.studio.work(lambda: tuple(moments(rules, entries, opened)))

    async def long_work(self, job: Callable[[Check], T]) -> T:
        """The result of a pure job of many seconds, in its turn. Raises Stopped when the bot stops meanwhile."""
        return await self._means.studio.long_work(job)

    async def export(self) -> str:
        """The game as text: once it is over each line with the seed, before that only what the channel was told."""
        game, seats = self.game, self.seats
        if game.status is not Status.OVER:
            return export.public(game, seats, await self.sentences())
        entries, lines = await self.entries(1, self.seq), await self._means.store.lines(game.id)
        return export.whole(self.kit, game, seats, entries, lines)

    async def troubles(self) -> tuple[tuple[Kind, str, bool], ...]:
        """What did not arrive at once of late: kind, why, and whether it was given up."""
        return await self._means.store.troubles(self.game.id)

    # The past

    async def entries(self, first: int, last: int) -> tuple[Entry, ...]:
        """Entries by number, the last ones from memory and older ones by replay."""
        wanted = range(first, last + 1)
        if all(seq in self._entries for seq in wanted):
            return tuple(self._entries[seq] for seq in wanted)
        lines = [line for line in await self._means.store.lines(self.game.id) if line.seq <= last]
        kit, start = self.kit, courses.opened(self.kit, len(self.seats), self.game)
        played = await self._means.studio.work(lambda: tuple(courses.replayed(kit, start.after, lines)))
        return tuple(entry for entry in played if entry.after.seq >= first)

    async def course_at(self, seq: int) -> Course:
        """The game as it was after entry `seq`."""
        if seq == 0:
            return courses.opened(self.kit, len(self.seats), self.game).after
        (entry,) = await self.entries(seq, seq)
        return entry.after

    async def refresh(self) -> None:
        """Takes up what somebody else has written."""
        found = await self._means.store.load(self.game.id)
        if found is None:
            raise Illegal("game-unknown", game=self.game.id)
        game, seats = found
        kit, course = self.kit, self._course
        if game.status in (Status.RUNNING, Status.OVER):
            if course is None:
                course = courses.opened(kit, len(seats), game).after
            start, lines = course, await self._means.store.lines(game.id, course.seq)
            if courses.reaches_behind(kit, course, lines):
                start = course = courses.opened(kit, len(seats), game).after
                lines = await self._means.store.lines(game.id)
            entries = await self._means.studio.work(lambda: tuple(courses.replayed(kit, start, lines)))
            self._course = course
            self._take(entries)
            game = replace(game, seq=self.seq, awaiting=kit.rules.awaiting(self._now().state))
        self.game, self.seats = game, seats

    # The lobby

    async def join(self, user_id: int, name: str) -> Seat:
        """Takes the first free seat for a person."""
        after = await self._reseat(lambda chairs: seating.joined(chairs, self.game.places, user_id, name))
        return after[-1].seat

    async def add_bot(self, level: str, taken: int | None = None) -> Seat:
        """Gives the first free seat to the program.

        `taken` is how many were when a button for it was shown, so that pressed twice it counts once. Raises Illegal
        `lobby-changed` if it is not so any more.
        """

        def added(chairs: Chairs) -> Chairs:
            if taken is not None and taken != len(chairs):
                raise Illegal("lobby-changed")
            return seating.with_bot(chairs, self.game.places, self.kit, level)

        after = await self._reseat(added)
        return after[-1].seat

    async def leave(self, user_id: int) -> None:
        """Frees a person's seat before the game begins.

        When the host leaves, the next person is host; without a person the game is called off.
        """
        after = await self._reseat(lambda chairs: seating.left(chairs, user_id))
        if all(chair.user_id is None for chair in after):
            await self._end()

    async def add_word(self, user_id: int, typed: str) -> str:
        """Adds a person's word to the dice, or another in its place, and gives it as it counts.

        The channel is told that there is one; what it is, when the game begins.
        """
        word = dice.fit(typed)
        after = await self._reseat(
            lambda chairs: seating.worded(chairs, user_id, word),
            lambda chairs: [dice.word_added(self.kit, self.game, seating.chair_of(chairs, user_id))],
        )
        return seating.chair_of(after, user_id).word

    async def remove(self, seat: Seat, by: int) -> None:
        """Frees a seat that the host wants free."""
        self._host_only(by)
        await self._reseat(lambda chairs: seating.freed(chairs, seat))

    async def cancel(self, user_id: int, anybody: bool = False) -> None:
        """Calls the game off before it begins; `anybody` for those who may manage the server."""
        if not anybody:
            self._host_only(user_id)
        await self._end()

    async def start(self, user_id: int, anybody: bool = False) -> None:
        """Begins the game when all seats are taken."""
        if not anybody and self.seat_of(user_id) is None:
            raise Illegal("not-at-the-table")
        await self._means.finish(self._once_more(self._start))

    @property
    def host(self) -> int:
        """The person who opened the game, or the next one in the order of seats once he has left."""
        people = [chair.user_id for chair in self.seats if chair.user_id is not None]
        return self.game.host if self.game.host in people or not people else people[0]

    async def set_seat(self, seat: Seat, user_id: int | None, name: str, bot: str | None) -> None:
        """Puts a person on a seat, or the program at level `bot` if `user_id` is None, before or in the game."""
        if user_id is None:
            seating.check_level(self.kit, bot)

        def placed(chairs: Chairs) -> Chairs:
            if user_id is not None or bot is None:
                put = Chair(seat, user_id, name, None)
            else:
                put = Chair(seat, None, seating.bot_name(chairs, self.kit, bot), bot)
            if self.game.status is Status.RUNNING:  # the dice go on from the words that they began with
                put = replace(put, word=next((chair.word for chair in chairs if chair.seat == seat), ""))
            return seating.placed(chairs, put)

        drafts: list[Draft] = []
        if self.game.status is Status.RUNNING and user_id is not None:
            drafts = [Draft(Kind.HAND, seat, self.seq), self._call(seat)]
        await self._reseat(placed, lambda _: drafts, (Status.LOBBY, Status.RUNNING))

    async def paint(self, theme: str, by: int) -> None:
        """Has the public pictures drawn in another theme from now on, if the host wants it.

        Raises Illegal `lobby-not-host` or `theme-unknown`.
        """
        self._host_only(by)
        kept = themes.chosen(self.kit, theme)

        async def doing() -> None:
            await self._means.store.paint(self.game.id, kept)
            self.game = replace(self.game, theme=kept)
            await self._show_anew()

        await self._means.finish(doing())

    async def speak(self, language: str, by: int) -> None:
        """Has everybody told of the game in another language from now on, if the host wants it.

        Raises Illegal `lobby-not-host`.
        """
        self._host_only(by)

        async def doing() -> None:
            await self._means.store.speak(self.game.id, language)
            self.game = replace(self.game, language=language)
            await self._show_anew()

        await self._means.finish(doing())

    async def allow_hints(self, allowed: bool, by: int) -> None:
        """Lets the program give hints and odds from now on, or keeps it from that, for all players alike.

        Raises Illegal `lobby-not-host`.
        """
        self._host_only(by)

        async def doing() -> None:
            await self._means.store.allow_hints(self.game.id, allowed)
            self.game = replace(self.game, hints=allowed)

        await self._means.finish(doing())

    # The game

    async def submit(
        self,
        seat: Seat,
        action: Any,
        interaction_id: int | None = None,
        began: int | None = None,
        further: Further | None = None,
    ) -> Told:
        """Does `action`, with all that chance says to it, and gives what its author may learn of it.

        `began` is what a button was offered under. With `further` the seat goes on after each step, and all of it is
        kept together or not at all. Raises Illegal with the rules' own refusals, or `already-done` for
        an interaction that came twice, `game-has-gone-on`, `game-not-running`, `restarting`.
        """
        interaction = self.interaction(interaction_id)
        doing = partial(self._submit, seat, action, interaction, began, further)
        entries = await self._means.finish(self._once_more(doing))
        seen = self.kit.rules.seen
        events = (event for entry in entries for event in entry.told.events)
        staged = (event for entry in entries for event in entry.told.staged)
        return Told(
            tuple(mine for event in events if (mine := seen(event, seat)) is not None),
            tuple(mine for event in staged if (mine := seen(event, seat)) is not None),
        )

    # Going back

    def take_backs(self, seat: Seat, now: float | None = None) -> tuple[TakeBack, ...]:
        """The ends of phases that `seat` can take back at the time `now`, the newest first: a button in his panel."""
        if self.game.status is not Status.RUNNING or self.game.frozen is not None:
            return ()
        when = self._means.now() if now is None else now
        return tuple(going_back.take_backs(self.kit, self._entries, self._now(), seat, when))

    async def take_back(self, seat: Seat, interaction_id: int | None = None, began: int | None = None) -> None:
        """Takes back the newest end of a phase. Raises Illegal `take-back-late` or what `submit` raises."""

        async def where() -> int:
            open_still = self.take_backs(seat)
            if not open_still:
                raise Illegal("take-back-late", minutes=int(going_back.WINDOW // 60))
            return open_still[0].entry

        await self._rewound(seat, where, interaction_id, began)

    async def phase_points(self) -> tuple[Point, ...]:
        """The beginnings of phases, the newest first, for everybody."""
        seq, points = self._phases
        if seq != self.seq:
            kit, seq, entries = self.kit, self.seq, await self.entries(1, self.seq)
            points = await self._means.studio.work(
                lambda: tuple(islice(going_back.phase_points(kit, entries), MOST_POINTS))
            )
            self._phases = seq, points
        return points

    async def phase(self, began: int) -> Point:
        """The beginning of the phase that is counted `began`. Raises Illegal `rewind-nowhere`."""
        for point in await self.phase_points():
            if point.began == began:
                return point
        raise Illegal("rewind-nowhere")

    async def own_points(self, seat: Seat) -> tuple[Point, ...]:
        """Where `seat` can ask to go back to, the newest first. For that seat alone."""
        kit, entries = self.kit, await self.entries(1, self.seq)
        return await self._means.studio.work(lambda: tuple(going_back.own_points(kit, entries, seat)))

    async def roll_back(self, began: int, deed: Deed, interaction_id: int | None = None) -> None:
        """Sets the game back to the beginning of the phase counted `began`, for a moderator whose `deed` is kept.

        Raises Illegal `rewind-nowhere`.
        """

        async def where() -> int:
            return (await self.phase(began)).entry

        await self._rewound(MODERATOR, where, interaction_id, None, deed)

    async def purge(self, deed: Deed, even_open: bool = False) -> None:
        """Deletes the game with all that belongs to it. Raises Illegal `purge-open` for one that is not over."""

        async def doing() -> None:
            if not even_open and self.game.status in (Status.LOBBY, Status.RUNNING):
                raise Illegal("purge-open", status=self.game.status.value)
            await self._means.store.purge(self.game.id, deed)
            self.game = replace(self.game, status=Status.ENDED, awaiting=frozenset())

        await self._means.finish(self._once_more(doing))

    async def rehome(self, channel: int, deed: Deed) -> None:
        """Gives the game another channel, where all are told of it anew. Raises Illegal `channel-taken`."""

        async def doing() -> None:
            if not await self._means.store.rehome(self.game.id, channel, deed):
                raise Illegal("channel-taken")
            self.game = replace(self.game, channel=channel, suspended=None)
            if self.game.status is Status.RUNNING:
                await self._means.store.enqueue(self.game.id, [self._call()])
            self._means.changed(self)

        await self._means.finish(self._once_more(doing))

    async def freeze(self, reason: str | None, deed: Deed) -> None:
        """Lets nobody act any more, for a reason; None: everybody may again. Raises Illegal `game-not-running`."""

        async def doing() -> None:
            if self.game.status is not Status.RUNNING:
                raise Illegal("game-not-running", status=self.game.status.value)
            text = self.kit.words.text
            said = text("game-goes-on") if reason is None else text("game-rests", reason=reason)
            drafts = (Draft(Kind.TEXT, None, self.seq, said=(Said(self.seq, said),)), self._call())
            await self._means.store.freeze(self.game.id, reason, deed, drafts if reason is None else drafts[:1])
            self.game = replace(self.game, frozen=reason)
            self._means.changed(self)

        await self._means.finish(self._once_more(doing))

    async def _rewound(
        self,
        seat: Seat,
        where: Callable[[], Awaitable[int]],
        interaction_id: int | None,
        began: int | None,
        deed: Deed | None = None,
    ) -> None:
        interaction = self.interaction(interaction_id)

        async def doing() -> None:
            try:
                self.check_going(even_frozen=deed is not None)
                if began is not None and began != self.began:
                    raise Illegal("game-has-gone-on")
                entry = await where()
            except Illegal:
                if interaction is not None and await self._means.store.knows(interaction):
                    raise Illegal("already-done") from None
                raise
            await self.go_back(seat, entry, interaction, deed=deed)

        await self._means.finish(self._once_more(doing))

    async def go_back(
        self, seat: Seat, entry: int, interaction: str | None, request: int | None = None, deed: Deed | None = None
    ) -> None:
        """Goes back to what the game was after `entry`, in turn: whoever must agree has agreed.

        A `request` that led to it is closed, a moderator's `deed` kept.
        """
        past, kit = await self.course_at(entry), self.kit
        lines = await self._means.store.lines(self.game.id)
        actions = (kit.rules.notation.parse(line.line) for line in lines)
        log.check_rewind(kit.rules, Rewind(entry), actions, past)
        going = dice.of(self.game, self.seats)
        entries, lines = courses.decided(kit, going, self._now(), seat, Rewind(entry), past=past)
        try:
            await self._keep(entries, lines, interaction, request=request, deed=deed)
        except Repeated:
            raise Illegal("already-done") from None
        waiting = await self._means.store.open_request(self.game.id)
        if waiting is not None:  # whoever asked has asked of a game that is no more
            await self._means.store.close_request(waiting.id, "late")

    def check_going(self, even_frozen: bool = False) -> None:
        """Raises Illegal `game-not-running` or `game-frozen` if nobody may act."""
        if self.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=self.game.status.value)
        if self.game.frozen is not None and not even_frozen:
            raise Illegal("game-frozen", reason=self.game.frozen)

    async def remind(self, hands: bool = False) -> None:
        """Shows and calls for the present once more, and everybody's own things if `hands`."""
        drafts = [*self._pictures(), self._call()]
        if hands:
            drafts += [Draft(Kind.HAND, chair.seat, self.seq) for chair in self.seats if chair.user_id is not None]
        await self._means.store.enqueue(self.game.id, drafts)
        self._means.changed(self)

    def _pictures(self) -> list[Draft]:
        """Pictures of the present, where the call for it has none."""
        if self.game.posts is Manner.CARD:
            return []
        kinds = self.kit.pictures(None, self.view(None), ())
        return [Draft(Kind.PICTURE, None, self.seq, kind) for kind in kinds]

    def _call(self, *seats: Seat) -> Draft:
        """Tells everybody who is waited for, and those so that they hear of it; only `seats` of them if said."""
        kind = Kind.CARD if self.game.posts is Manner.CARD else Kind.PROMPT
        waited = sorted(seats or self.kit.waiting(self.view(None)))
        return Draft(kind, None, self.seq, ",".join(map(str, waited)))

    async def _show_anew(self) -> None:
        """Brings the live card up to date with how the game looks and speaks."""
        if self.game.posts is Manner.CARD and self.game.status is Status.RUNNING:
            await self._means.store.enqueue(self.game.id, [Draft(Kind.CARD, None, self.seq)])
            self._means.changed(self)

    async def behave(self, posts: Manner, by: int) -> None:
        """Has the game told in another manner from now on, if the host wants it. Raises Illegal `lobby-not-host`."""
        self._host_only(by)

        async def doing() -> None:
            before = self.game
            self.game = replace(before, posts=posts)
            changed = posts is not before.posts and before.status is Status.RUNNING
            try:
                await self._means.store.behave(before.id, posts, [*self._pictures(), self._call()] if changed else ())
            except BaseException:
                self.game = before
                raise
            self._means.changed(self)

        async with self._lock:
            await self._means.finish(doing())

    async def suspend(self, reason: str | None) -> None:
        """Stops what is sent, because the channel is gone, and has the host told of it once; None goes on."""
        drafts = () if reason is None else (Draft(Kind.NOTICE, None, self.seq, "channel-gone"),)
        await self._means.store.suspend(self.game.id, reason, drafts)
        self.game = replace(self.game, suspended=reason)
        self._means.changed(self)

    def written(self) -> None:
        """Something was written that is to be told."""
        self._means.changed(self)

    def interaction(self, number: int | None) -> str | None:
        """What the log knows an interaction by."""
        return None if number is None else f"{self._means.world}:{number}"

    async def in_turn(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does it while nobody else changes the game, and to its end; once more if somebody else had written before."""
        return await self._means.finish(self._once_more(doing))

    # Inside

    def _now(self) -> Course:
        if self._course is None:
            raise Illegal("game-not-running", status=self.game.status.value)
        return self._course

    def _too_late(self) -> Illegal:
        """Why nothing can be changed about who plays any more."""
        if self.game.status is Status.RUNNING:
            return Illegal("lobby-started")
        return Illegal("game-not-running", status=self.game.status.value)

    def _host_only(self, user_id: int) -> None:
        if user_id != self.host:
            name = next((chair.shown for chair in self.seats if chair.user_id == self.host), "?")
            raise Illegal("lobby-not-host", host=name)

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
        stored = await self._means.store.load(self.game.id)
        return stored is not None and (stored[0].status, stored[0].seq, stored[1]) == (
            self.game.status,
            self.game.seq,
            self.seats,
        )

    async def _reseat(
        self,
        change: Callable[[Chairs], Chairs],
        drafts: Callable[[Chairs], Iterable[Draft]] = lambda _: (),
        within: tuple[Status, ...] = (Status.LOBBY,),
    ) -> Chairs:
        async def doing() -> Chairs:
            if self.game.status not in within:
                raise self._too_late()
            after = change(self.seats)
            await self._means.store.reseat(self.game, self.seats, after, drafts(after))
            self.seats = after
            self._means.changed(self)
            return after

        return await self._means.finish(self._once_more(doing))

    async def _end(self) -> None:
        async def doing() -> None:
            if self.game.status is not Status.LOBBY:
                raise self._too_late()
            await self._means.store.end(self.game)
            self.game = replace(self.game, status=Status.ENDED)

        await self._means.finish(self._once_more(doing))

    async def _start(self) -> None:
        if self.game.status is not Status.LOBBY:
            raise self._too_late()
        if len(self.seats) < self.game.places:
            raise Illegal("lobby-seats-free", free=self.game.places - len(self.seats))
        opening = courses.opened(self.kit, len(self.seats), self.game)
        entries, lines = courses.drawn(self.kit, dice.of(self.game, self.seats), opening.after)
        first = dice.committed(self.kit, self.game, self.seats, opening.after.seq + len(lines))
        first = replace(first, said=(*first.said, Said(first.seq, told(self.kit, self.game.options))))
        await self._keep((opening, *entries), lines, None, (first,))

    async def _submit(
        self, seat: Seat, action: Any, interaction: str | None, began: int | None, further: Further | None
    ) -> tuple[Entry, ...]:
        try:
            self.check_going()
            course = self._now()
            if began is not None and began != course.began:
                raise Illegal("game-has-gone-on")
            courses.check(self.kit, course, seat, action)
        except Illegal:
            if interaction is not None and await self._means.store.knows(interaction):
                raise Illegal("already-done") from None
            raise
        entries, lines = courses.decided(self.kit, dice.of(self.game, self.seats), course, seat, action, further)
        try:
            await self._keep(entries, lines, interaction)
        except Repeated:
            raise Illegal("already-done") from None
        return entries

    async def _keep(
        self,
        entries: tuple[Entry, ...],
        lines: tuple[Line, ...],
        interaction: str | None,
        first: tuple[Draft, ...] = (),
        request: int | None = None,
        deed: Deed | None = None,
    ) -> None:
        """Writes what follows from a decision, and only then believes it. `first` is told before it.

        A `request` that led to it is closed with it, a `deed` kept.
        """
        course = entries[-1].after
        awaiting = self.kit.rules.awaiting(course.state)
        status = Status.RUNNING if awaiting else Status.OVER
        drafts = (*first, *announce(self.kit, self.seats, self.names, entries, self.game.posts))
        seated = self.seats if self.game.status is Status.LOBBY else None  # their words count from here on
        if status is Status.OVER:
            drafts += (dice.revealed(self.kit, self.game, self.seats, course.seq),)
        back = frozenset(seq for entry in entries for seq in courses.taken_back(entry))
        at = await self._means.store.append(
            self.game, lines, interaction, status, awaiting, drafts, seated, back, request, deed
        )
        self._course = course
        self._take(replace(entry, at=at) for entry in entries)
        self.game = replace(self.game, seq=course.seq, status=status, awaiting=awaiting)
        self._means.changed(self)

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._course = entry.after
            self._entries[entry.after.seq] = entry
        while len(self._entries) > RECENT:
            self._entries.popitem(last=False)
