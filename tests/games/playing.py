"""A whole game, step by step, with the bot started anew in each phase and a watch on everything that is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any

from cogs.house.game import timeline
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle, Status
from cogs.titan.commands import VERBS
from engine import log
from engine.core import Seat
from engine.log import Undo
from engine.notation import verb
from tests.games.accounts import untold
from tests.games.people import People, moment, next_to_act
from tests.games.watching import Watch, committed, figures_told, seed_told, told
from tests.games.world import World

SIGHTS = ("board", "battle", "text", "mine", "log", "scores", "caretaker", "moves")
NOSY = 4
"""After every so many decisions somebody looks where he has nothing to decide."""

Decide = Callable[[str, str, Any], Awaitable[None]]
"""Makes a person's decision: who, the line, and the panel that he had opened before the bot was started anew."""


class Playing:
    """A game that runs. `moments` are those in which the bot was started anew, `done` the verbs that people used."""

    def __init__(self, world: World, mind: People) -> None:
        self.world, self.mind, self.watch = world, mind, Watch(world)
        self.moments: list[str] = []
        self.done: set[str] = set()
        self.decisions = self.starts = 0
        self._nosy = cycle([*(f"show {sight}" for sight in SIGHTS), "titan status", "play do", "panel", "options"])

    async def set_up(self, people: tuple[str, ...], posts: PostStyle, steady: int = 0) -> None:
        """A game of these people, and of as many steady bots, told in one manner or the other."""
        host, *others = people
        await self.world.new(host, seats=len(people) + steady, told=posts.value)
        await self.watch.look(host)
        for name in others:
            await self._said(name, "titan join")
        for _ in range(steady):
            await self._said(host, "titan add-bot", level="steady")
        await self._said(host, "titan start")

    async def _said(self, who: str, command: str, **options: Any) -> None:
        await self.world.slash(who, command, **options)
        await self.watch.look(who)

    async def to_victory(self, decide: Decide) -> Table:
        """Plays until it is over."""
        table = await self.world.table()
        while table.game.status is Status.RUNNING:
            people = frozenset(chair.seat for chair in table.seats if chair.user_id is not None)
            seat = next_to_act(table.awaiting, people)
            self.decisions += 1
            if seat in people:
                table = await self._person(table, seat, decide)
            else:
                table = await self._bot(table)
            if self.decisions % NOSY == 0 and table.game.status is Status.RUNNING:
                await self._peek(table, next(self._nosy))
        return table

    async def _person(self, table: Table, seat: Seat, decide: Decide) -> Table:
        """A person decides. What he had opened before the bot was started anew must still do."""
        view, opened = table.view(seat), None
        who = self.world.name(table, seat)
        choosing = f" {verb(type(table.legal(seat)[0]))}" if view.phase == "setup" else ""
        new = self._is_new(moment(view) + choosing)
        if new:
            opened = await self.world.opened_panel(who)
            await self.watch.look(who, decided=False)
            table = await self._restarted(table)
        action = self.mind.choose(table.view(seat), table.legal(seat))
        self.done.add(verb(type(action)))
        return await self._told_late_if(new, table, who, lambda: decide(who, table.line(action), opened))

    async def _bot(self, table: Table) -> Table:
        """The program decides."""
        new = self._is_new(f"{moment(table.view(None))} of a bot")
        if new:
            table = await self._restarted(table)
        return await self._told_late_if(new, table, None, self.world.wait)

    async def _told_late_if(
        self, new: bool, table: Table, who: str | None, deciding: Callable[[], Awaitable[None]]
    ) -> Table:
        """A decision is made. In every other new moment the bot is ended before it could tell of it."""
        silent = new and len(self.moments) % 2 == 0
        if silent:
            self.world.silence()
        await deciding()
        await self.watch.look(who, arrives=not silent)
        return await self._ended_untold(table) if silent else table

    # Starting anew

    async def _ended_untold(self, table: Table) -> Table:
        """The bot is ended before it could tell of a decision: the next one tells, once."""
        before = _everything(table)
        self.starts += 1
        await self.world.restart()
        again = await self.world.table()
        assert _everything(again) == before, "what was played is there again"
        self.world.hear()
        await self.world.pass_time()
        await self.watch.look(decided=False)
        return again

    def _is_new(self, now: str) -> bool:
        new = now not in self.moments
        if new:
            self.moments.append(now)
        return new

    async def _restarted(self, table: Table) -> Table:
        """The table after a new start: all that was is there, and nothing is sent again."""
        before, history = _everything(table), len(self.world.public())
        self.starts += 1
        await self.world.restart()
        again = await self.world.table()
        assert again is not table, "another bot has another table"
        assert _everything(again) == before, "what was played is there again"
        assert await self.watch.look(decided=False) == [], "a new start sends nothing"
        assert len(self.world.public()) == history == self.watch.posts, "the channel has each post once"
        self._seen_in_the_channel()
        return again

    def _seen_in_the_channel(self) -> None:
        """What anybody finds in the channel is everybody's, or was answered to himself."""
        for name in self.world.people:
            own = {message.content for message in self.world.seen_by(name) if message.flags.ephemeral}
            assert own <= self.watch.answers[name]
            direct = {message.content for message in self.world.dms(name)}
            assert direct <= self.watch.answers[name]

    # Looking

    async def _peek(self, table: Table, what: str) -> None:
        """A spectator, and a player whose turn it is not, look at everything there is."""
        for who, person in self.world.people.items():
            seat = table.seat_of(person.id)
            if seat is not None and seat in table.awaiting:
                continue
            if what == "panel":
                await self.world.opened_panel(who)
            elif what == "options":
                await self._nothing_offered(table, who, seat)
            else:
                await self.world.slash(who, what)
            await self.watch.look(who, decided=False, past=what == "show log")

    async def _nothing_offered(self, table: Table, who: str, seat: Seat | None) -> None:
        """Completion offers nothing but what the rules let the person do now, and what is grave once it was begun."""
        legal = () if seat is None else table.legal(seat)
        for kind in VERBS:
            offered = any(isinstance(action, kind) for action in legal)
            for name in kind.__annotations__:
                if name != "verb":
                    assert bool(await self.world.completed(who, f"play {verb(kind)}", name)) == offered
        lines = {table.line(action) for action in legal}
        grave = {line for line in lines if line.partition(" ")[0] in self.world.client.context.face(table).panel.grave}
        assert bool(await self.world.completed(who, "play do", "line")) == bool(lines - grave)
        for line in grave:
            assert line in await self.world.completed(who, "play do", "line", line[:3])

    # The end

    async def check_the_end(self, table: Table) -> None:
        """The whole channel tells the whole log, each thing once, and all that was to be sent was sent."""
        view = table.view(None)
        assert view.phase == "over"
        assert len(view.winners) == 1, "somebody has won"
        lines = await self.world.store.log.lines(table.game.id)
        opening = timeline.opened(table.kit, len(table.seats), table.game).after
        entries = tuple(timeline.replayed(table.kit, opening, lines))
        said = [sentence for entry in entries for sentence in told(entry, table)]
        last = [*seed_told(table), *figures_told(table, entries)]
        heard = [*committed(table), *(text for text, _ in said), *last]
        assert heard == self.watch.heard, "what was told is what the log has"
        if table.game.posts is PostStyle.CARD:
            due = [*committed(table), *(text for text, fought in said if not fought), *last]
            posts = self.world.thread("Log")
        else:
            due = heard
            posts = [post for post in self.world.cards()[1:] if "<@" not in post.content]
        assert [line for post in posts for line in post.content.split("\n") if line] == due, "and it stands there"
        names = [table.names[Seat(seat)] for seat in range(len(table.seats))]
        counted = _counted(table, [(line.seat, line.line) for line in lines])
        assert untold(counted, names, heard) == []
        won, end = f"{names[view.winners[0]]} wins the game.", heard[-2 - len(last) : -len(last)]
        assert any(won in line for line in end), "the last but a word of the winner, the seed and the figures"
        assert await table.services.store.outbox.troubles(table.game.id) == (), "everything arrived at once"


def _everything(table: Table) -> object:
    seats = [chair.seat for chair in table.seats]
    views = [table.view(viewer) for viewer in (None, *seats)]
    return table.game, table.seats, table.seq, table.began, views, [table.legal(seat) for seat in seats]


def _counted(table: Table, entries: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The log without the splits, walks and maneuvers that were taken back; what showed something stays."""
    kept: list[tuple[int, str] | None] = []
    phase: list[int] = []
    at = timeline.opened(table.kit, len(table.seats), table.game).after
    for place, (seat, line) in enumerate(entries):
        action = table.kit.rules.notation.parse(line)
        if isinstance(action, Undo):
            for number in action.entries:
                gone = phase[number - 1]
                if not entries[gone][1].startswith("muster"):
                    kept[gone] = None
        kept.append((seat, line))
        phase.append(place)
        at, _ = log.step(table.kit.rules, at, Seat(seat), action)
        if at.within == 0:
            phase = []
    return [entry for entry in kept if entry is not None]
