"""A game from any position on, told by the layers that tell it in play: all but the store, the clock and Discord.

Pictures are pure functions of the view: in their place stands the number of the view, equal for equal views alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bot import MIGRATIONS
from cogs.commands.show import ShowCommands
from cogs.face.face import Face
from cogs.face.presses import GoTo
from cogs.house.background.posting import card, post
from cogs.house.game.announce import Entry, announce, sentences
from cogs.house.game.bot_remarks import Voices
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.game.prediction_questions import closing
from cogs.house.game.public_history import moments
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.workers import Workers
from cogs.house.store.store import Store
from cogs.house.table.history import LogReading, said
from cogs.house.table.log_marks import Notes, bit, noted
from cogs.house.table.running_game import Services
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR, Absent
from cogs.house.values.drafts import PostDraft, PostKind, PostRow
from cogs.house.values.records import Chair, Game, PostStyle, Status, Vacancy, VacancyReason
from cogs.house.values.reliability import missed_by
from cogs.house.words.words import Names, Words
from cogs.interactions.context import Context, Reply
from cogs.lobby.status import status_text
from cogs.panel.advice import hint, why_not
from cogs.panel.orders import orders_of
from cogs.panel.panel import choices, my_turn
from cogs.panel.predictions import panel_of
from cogs.panel.seats import looked_at
from cogs.titan.kit import titan_face
from cogs.titan.words.advice_odds import OddsRequest, question
from cogs.titan.words.terms import Terms
from engine import log
from engine.core import CHANCE, Illegal, Seat, View
from engine.log import Rewind, Timeline, Told
from tests.plain import redrawn

T = TypeVar("T")

TRIALS = 2
"""So often a battle is fought where its odds are asked for: what they are of is compared, not how good they are."""

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SPEAKING = Voices(7, {Seat(seat): Chair(Seat(seat), None, name, "steady") for seat, name in enumerate(NAMES)})
"""Whoever sits there says what a bot would: all see the same of it."""

TOLD_ALL = Habit(pings=Pings.DM, interval=2, next=True)
"""The habits of people who hear of everything that the house tells of time."""

TERMS = Terms(Words("en"))
OPEN = Seat(0)
"""A seat that others may take."""

ORDERED = 29
"""In every so manieth phase the panel of orders ahead is looked at, each time at another of these places."""
PLACES = ("", "attacked any", "turn", "moves", "moves 6", "adds", "muster any")
WATCHER = 999
"""A user without a seat."""


More = Callable[["Stage", "Played", Seat | None], Awaitable[list[object]]]


class Played(Table):
    """A table at which a game stands as it is told to."""

    def lay(self, entries: Sequence[Entry]) -> None:
        """Takes up what has happened."""
        self._take(entries)
        timeline = entries[-1].after
        awaiting = self.kit.rules.awaiting(timeline.state)
        self.game = replace(self.game, seq=timeline.seq, awaiting=awaiting)

    def timed(self, entries: Sequence[Entry]) -> tuple[tuple[PostDraft, ...], tuple[int, ...]]:
        """Lets the clocks go on by what one submit made of the game.

        Gives what is to remind people later, and who is known from now on for one deadline more that he has kept.
        """
        clocks, _, notices = self._timed(tuple(entries), proxy=False, present=frozenset())
        kept = self._punctual(entries[0], clocks, proxy=False)
        self.clocks = {**self.clocks, **clocks}
        return notices, kept


@dataclass(slots=True)
class Stage:
    """What tables share: the words and panels of play. `views` are those that pictures were asked for.

    `hours` are those that have `passed`, by which deadlines are told. `face` is the game that is played, and `more`
    what a viewer finds at a table of it besides what every game has.
    """

    context: Context
    services: Services
    workers: Workers
    views: dict[tuple[View, tuple[tuple[Seat, str], ...], Look], int]
    show: ShowCommands
    hours: Counter[str]
    face: Face
    more: More

    @property
    def kit(self) -> Kit:
        return self.face.kit

    def table(self, state: Any, seq: int, began: int, seats: int = 0) -> Played:
        """A table of people at a position, nothing of which can be taken back; as many as the state has players."""
        seats = seats or len(state.players)
        chairs = tuple(Chair(Seat(seat), 100 + seat, NAMES[seat], None) for seat in range(seats))
        rules, running = self.kit.rules, Status.RUNNING
        game = Game(
            7, 1, 5, 100, "Friday", rules.name, rules.version, {}, len(chairs), running, seq, frozenset(), None, b"",
            pace="daily", absent=Absent.SIT,
        )  # fmt: skip
        table = Played(self.services, self.kit, game, chairs)
        table.vacant = {OPEN: Vacancy(OPEN, VacancyReason.OFFERED, 0.0)}
        opening = Entry(CHANCE, None, Timeline(state, state, (), seq, began), Told(()))
        table.lay((opening,))
        table.timed((opening,))
        return table

    async def told(self, table: Played, entries: Sequence[Entry], viewer: Seat | None) -> list[object]:
        """Everything that the channel and `viewer` are sent of a submit, in its order."""
        told: list[object] = []
        if entries:
            notices, kept = table.timed(entries)
            told += kept
            own = [draft for draft in notices if draft.seat == viewer]
            told += [(_public(draft), await self._made(table, draft)) for draft in own]
            before = entries[0].before
            closes = closing(
                self.kit, log.view(self.kit.rules, before, None) if before else None, entries, PostStyle.CARD
            )
            told += [closes.questions] if closes is not None and closes.questions else []
        for manner in PostStyle:
            drafts = announce(self.kit, table.seats, table.names, entries, manner, SPEAKING)
            told += [
                (_public(draft), await self._made(table, draft)) for draft in drafts if draft.seat in (None, viewer)
            ]
        return told

    async def _made(self, table: Played, draft: PostDraft) -> object:
        """What a row makes of itself at Discord: a card, a message, or nothing that is seen."""
        match draft.kind:
            case PostKind.CARD:
                handed = frozenset(Seat(int(seat)) for seat in draft.body.split(",") if seat)
                return await card(table, handed, (), self.workers, "nonce"), table.scene
            case PostKind.CLOSE:
                return None
            case PostKind.DIGEST:  # of all that has happened here: what was before is not in the store
                assert self.kit.telling.since is not None, "every game has digests"
                found = tuple(moments(self.kit.rules, table.recent.values()))
                return draft.body, self.kit.telling.since.lines(Seat(int(draft.body)), found, table.names)
            case _:
                return await post(table, _row(draft), self.workers, "nonce")

    async def looks(self, table: Played, viewer: Seat | None) -> list[object]:
        """Everything that `viewer` finds when he looks: his panel and choices, a legion, the position and the rest."""
        user = WATCHER if viewer is None else 100 + viewer
        found = _plain(await my_turn(self.context, table, user))
        offered = choices(self.context, table, viewer) if viewer is not None else ()
        awaited, status = viewer in table.awaiting, status_text(self.context, table, viewer)
        clocks = [(c.seat, c.began, c.since, c.due, c.ends, c.bank, c.spent, c.out) for c in table.clocks.values()]
        late = missed_by(table.clocks, table.timing.waiting)
        found += await self.more(self, table, viewer)
        if viewer is None:  # for those without a seat
            found += _plain(await panel_of(self.context, table, user, guild=None))
            found += _plain(await looked_at(self.context, table, user, OPEN))
        return [*found, offered, awaited, status, clocks, late, table.began, table.view(viewer), table.view(None)]

    def hinted(self, table: Played, viewer: Seat | None) -> list[object]:
        """The hints that `viewer` gets if he asks."""
        return [] if viewer is None else [hint(self.context, table, viewer, step) for step in (1, 2)]

    def at_once(self, table: Played, seats: Iterable[Seat]) -> list[bool]:
        """Whether the orders of seats that must decide would be carried out at once: else after a delay (A3.6)."""
        kinds = self.kit.orders
        assert kinds is not None, "orders can be given ahead"
        return [kinds.at_once(log.view(self.kit.rules, table.timeline, seat)) for seat in sorted(seats)]

    def read(self, notes: Notes, entries: Sequence[Entry], viewer: Seat | None) -> list[object]:
        """What `/show log` has of these entries, with the numbers of its lines; they are noted first."""
        names = {Seat(seat): name for seat, name in enumerate(NAMES)}
        before = len(notes.noted)
        notes.add(entries[-1].after.seq if entries else notes.seq, noted(self.kit, names, entries))
        told = (at for at in range(before, len(notes.noted)) if notes.noted[at].readers & bit(viewer))
        return [
            replace(line, seq=0) for line in said(self.kit, names, SPEAKING, notes, told, entries, LogReading(viewer))
        ]

    def sentences(self, table: Played, entries: Sequence[Entry], viewer: Seat | None) -> tuple[str, ...]:
        """What the entries tell, in words."""
        return sentences(self.kit, table.names, entries, viewer, SPEAKING)

    def refused(self, table: Played, seat: Seat, actions: Iterable[Any]) -> list[tuple[str, str]]:
        """What a seat is told that tries these, of those that it may not do."""
        legal = set(table.legal(seat))
        tried = (action for action in actions if action not in legal)
        return [(self.kit.rules.notation.line(action), why_not(self.context, table, seat, action)) for action in tried]


def _public(draft: PostDraft) -> PostDraft:
    """What a row is, where it goes and when, without the numbers of entries, which nobody is sent."""
    return replace(draft, seq=0, body="", said=tuple(replace(said, seq=0) for said in draft.said))


async def of_titan(stage: Stage, table: Played, viewer: Seat | None) -> list[object]:
    """What somebody finds at a table of Titan: a legion, hints, the battle that his odds are of, his orders ahead."""
    found: list[object] = []
    user = WATCHER if viewer is None else 100 + viewer
    others = [legion.marker for legion in table.view(None).legions if legion.owner != viewer]
    if others:  # another one each time: what follows of a legion takes its time
        marker = others[table.began % len(others)]
        found += _plain(await stage.show.one_legion(stage.context, table, user, marker))
    found += stage.hinted(table, viewer)
    try:
        found.append(question(TERMS, table.view(viewer), OddsRequest()))
    except Illegal as illegal:
        found.append(illegal.code)
    if viewer is not None and table.began % ORDERED == 0:
        place = GoTo(tuple(PLACES[table.began // ORDERED % len(PLACES)].split()))
        found += _plain(await orders_of(stage.context, table, user, place))
    return found


def _row(draft: PostDraft) -> PostRow:
    reader = WATCHER if draft.kind is PostKind.NEWS else None
    return PostRow(
        1, 7, draft.kind, draft.seat, draft.seq, draft.body, draft.said, draft.buttons, 1, 0.0, draft.place.key, reader
    )


def _plain(reply: Reply) -> list[object]:
    components = reply.view.to_components() if reply.view is not None else None
    return [reply.text, reply.pictures, components, reply.keep]


def entered(table: Played, seat: Seat, action: Any) -> Entry:
    """The next entry of the game, which is not told yet."""
    after, told = log.step(table.kit.rules, table.timeline, seat, action)
    entry = Entry(seat, table.timeline, after, told, action)
    table.lay((entry,))
    return entry


def went_back(table: Played, seat: Seat, past: Timeline[Any, Any, Any]) -> Entry:
    """The game goes back to what it was, which is not told yet."""
    after, told = log.rewound(table.kit.rules, table.timeline, past)
    entry = Entry(seat, table.timeline, after, told, Rewind(past.seq))
    table.lay((entry,))
    return entry


async def _finish(doing: Coroutine[Any, Any, T]) -> T:
    return await doing


@asynccontextmanager
async def staged(folder: Path, face: Face | None = None, more: More = of_titan) -> AsyncIterator[Stage]:
    """A stage, for Titan unless it is for another game; its store is there and holds nothing."""
    store = await Store.open(f"sqlite:///{folder}/stage.db", MIGRATIONS)
    views: dict[tuple[View, tuple[tuple[Seat, str], ...], Look], int] = {}

    def drawn(view: View, names: Names, look: Look) -> bytes:
        return str(views.setdefault((view, tuple(sorted(names.items())), look), len(views))).encode()

    face = titan_face() if face is None else face
    kit = redrawn(face.kit, drawn)
    face = replace(face, kit=kit)
    house, workers = House(store, {kit.rules.name: kit}, Environment()), Workers()
    context = Context(house, {kit.rules.name: face}, Words(), trials=TRIALS)
    hours: Counter[str] = Counter()

    def now() -> float:
        return hours["passed"] * HOUR

    try:
        yield Stage(
            context,
            Services(
                store,
                workers,
                "stage",
                _finish,
                lambda _: None,
                now,
                house.languages.of,
                lambda user: TOLD_ALL,
                lambda *_: None,
            ),
            workers,
            views,
            ShowCommands(),
            hours,
            face,
            more,
        )
    finally:
        workers.close()
        await house.close(0.0)
        await store.close()
