"""The house: every table of one bot, opened and deleted, and the tasks that deliver and play for bots."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from cogs.house.background.bots import Bots
from cogs.house.background.counting import Counting
from cogs.house.background.delivery import Delivery
from cogs.house.background.outages import Outages
from cogs.house.background.outbox import Outbox
from cogs.house.background.partitions import Partitions
from cogs.house.background.regained import Regained
from cogs.house.background.sightings import Sightings
from cogs.house.background.timers import Timers
from cogs.house.background.waking import Waking
from cogs.house.game import dice, themes
from cogs.house.game.kit import Kit
from cogs.house.game.options import kept
from cogs.house.game.pictures import Look
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.known_availability import KnownHabits
from cogs.house.runtime.languages import KnownLanguages
from cogs.house.runtime.metrics import UNMEASURED, Metrics
from cogs.house.runtime.tasks import BackgroundTask, Health, Tasks
from cogs.house.runtime.workers import Workers
from cogs.house.store.database import News
from cogs.house.store.leases import LeaseTimes
from cogs.house.store.store import ChannelBusy, Store, StoreUnavailable
from cogs.house.table import openings
from cogs.house.table.checkpoints import CHECKPOINT
from cogs.house.table.importing import bring_in
from cogs.house.table.known_tables import KnownTables
from cogs.house.table.openings import Openings
from cogs.house.table.running_game import Services
from cogs.house.table.settings import settled
from cogs.house.table.statistics import Results
from cogs.house.table.stored_game import GameUnknown
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import AuditEntry, Chair, Game, Status
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import Sender, TryLater
from cogs.house.words.words import Names
from engine.core import Illegal, Seat, View

T = TypeVar("T")

FLUSH_SECONDS = 2.0
NONCE_KEY = "nonce"

NOTHING_CHOSEN: Mapping[str, str] = MappingProxyType({})

_log = logging.getLogger(__name__)


class House(KnownTables):
    """Made with an open store, which it does not close; `begin` starts deliveries and bots, `close` ends them.

    `kits` are the games by the name of their ruleset. `think` and `pace` are seconds: how long a bot may think, and how
    long it waits before it acts. `metrics` are told what happens. `lease_times` are those in which several processes
    take over from each other.
    """

    def __init__(
        self,
        store: Store,
        kits: Mapping[str, Kit],
        environment: Environment | None = None,
        think: float = 5.0,
        pace: float = 0.0,
        metrics: Metrics = UNMEASURED,
        lease_times: LeaseTimes | None = None,
    ) -> None:
        self._environment = environment or Environment()
        self.metrics = metrics
        self.workers = Workers()
        self._tasks = Tasks(self._environment)
        self._sender: Sender | None = None
        self._outbox: Outbox | None = None
        self._regained: Regained | None = None
        self._timers: Timers | None = None
        self._preparing: BackgroundTask | None = None
        self._beginning: BackgroundTask | None = None
        self._begun = asyncio.Event()
        self._learned = False
        self.languages = KnownLanguages(store)
        self.habits = KnownHabits(store)
        self._sightings = Sightings(store, self._tasks)
        self._openings = Openings(store)
        super().__init__(kits, Services(
            store, self.workers, self._environment.world, self._finish, self._changed, self._environment.now,
            self.languages.of, self.habits.of, self._tasks.job, seen=self._sightings.until,
            gaps=lambda: self._outages.gaps, metrics=metrics,
        ))  # fmt: skip
        self._lease_times = lease_times or LeaseTimes()
        self.leases = store.database.leases(self._lease_times)
        self._partitions = Partitions(self.leases, self._lease_times, self._moved, self._left)
        self._bots = Bots(self._environment, self._tasks, self.table, think, pace, self._partitions)
        self._waking = Waking(
            store, self._tasks, self._bots, self.table, self.habits.of, self._environment.now, self._partitions
        )
        self._outages = Outages(
            store, self._environment, self._tasks, self._waking, self._known.values, self._wake, self._partitions
        )
        self._counting: Counting | None = None
        self.results = Results(store, self._environment.now)
        self._running: set[asyncio.Task[object]] = set()
        self._closing = False
        self._follows = self._divides = False

    async def learn(self) -> None:
        """Reads what an answer can't wait for: who reads which language, who sleeps when, who was seen when."""
        if not self._learned:
            await self.languages.learn()
            await self.habits.learn()
            await self._sightings.learn()
            await self._outages.learn()
            self.store.database.listen(self.heard)
            self._learned = True

    def heard(self, news: News) -> None:
        """Another process has written: what this one remembers of it is taken up anew."""
        self._notice(news)
        match news.kind:
            case "game":
                self.changed_elsewhere(news.number)
            case "person":
                self._tasks.job("news", 0, partial(self._learn_of, news.number))
            case "everything":
                for game in tuple(self._known):
                    self.changed_elsewhere(game)
                self._tasks.job("news", 0, self._learn_anew)

    async def _learn_of(self, user_id: int) -> None:
        await self.languages.learn_of(user_id)
        await self.habits.learn_of(user_id)
        await self._sightings.learn_of(user_id)

    async def _learn_anew(self) -> None:
        await self.languages.learn()
        await self.habits.learn()
        await self._sightings.learn_anew()

    async def begin(self, sender: Sender) -> None:
        """Has everything begin that runs in the background, now that it can be told: what is owed, clocks, bots.

        It is done beside everything else, see `cogs.house.background.waking`; `settled` waits for it.
        """
        await self.learn()
        self._sender = sender
        self._beginning = self._tasks.job("start", 0, partial(self._begin, sender), self._begun.set)

    async def _begin(self, sender: Sender) -> None:
        """What was done before it failed is not done again."""
        await self.divide()
        await self._partitions.begin()
        if self._outbox is None:
            token = await self.store.settings.value(NONCE_KEY)
            if token is None:
                token = await self.store.settings.settled(NONCE_KEY, secrets.token_hex(16))
            await self._outages.begin()
            delivery = Delivery(self.store, self.workers, self._environment, token, sender)
            self._outbox = Outbox(
                self.store, self._environment, self._tasks, self.table, delivery, self._outages, self._partitions,
                self._lease_times.claim,
            )  # fmt: skip
        if self._regained is None:
            await self._outbox.owes()
            self._regained = Regained(self._environment, self._tasks, sender, self._outbox, self._resume)
            for guild in await self.store.outbox.owing_servers():
                self.permitted(guild)
        if self._timers is None:
            self._follows = True  # from here on what comes to this process is looked at when it comes
            if self._partitions.alone:
                await self._waking.look()
            else:
                await self._look_at(self._partitions.held)
            self._timers = Timers(
                self.store, self._environment, self._tasks, self.table, self._outages, self._partitions,
                self._waking.owed,
            )  # fmt: skip
            rulesets = [name for name, kit in self.kits.items() if kit.telling.tally is not None]
            self._counting = Counting(
                self.store, self._environment, self._tasks, self.table, rulesets, self._partitions
            )
        await self._waking.wake(self._wake)

    # Several processes

    async def divide(self) -> None:
        """Begins to divide with the other processes what one of them does alone."""
        if self.leases.shared and not self._divides:
            self._divides = True
            await self.leases.look()
            self.leases.call(self._tasks.loop("leases", self.leases.look).wake)

    def _moved(self, gained: frozenset[int], lost: frozenset[int]) -> None:
        """Games have come to this process, or were lost at once: their partitions."""
        if lost and self._outbox is not None:
            self._tasks.job("leases", 0, partial(self._outbox.leave, lost))
        if gained and self._follows:
            self._tasks.job("waking", 0, partial(self._take_over, gained), self._wake)

    async def _left(self, parts: frozenset[int]) -> None:
        """Games are about to go to another process: nothing more is sent for them."""
        if self._outbox is not None:
            await self._outbox.leave(parts)

    async def _look_at(self, parts: frozenset[int]) -> None:
        """Finds out where the program is to move in games of some partitions; after an outage also what is owed."""
        if self._outages.recent:
            await self._waking.look()
        else:
            await self._waking.take_over(parts)

    async def _take_over(self, parts: frozenset[int]) -> None:
        await self._look_at(parts)
        if self._outbox is not None:
            await self._outbox.owes()
        self._wake()
        if self._counting is not None:
            self._counting.wake()
        await self._waking.wake(self._wake)

    def _notice(self, news: News) -> None:
        """Another process has written what there may be something to do about in the background."""
        match news.kind:
            case "game" if self._partitions.holds(news.number):
                self._wake()
                if self._counting is not None:
                    self._counting.wake()
                self._tasks.job("waking", news.number, partial(self._waking.call, news.number))
            case "place" if self._outbox is not None:
                self._tasks.job("news", 0, partial(self._outbox.allowed_elsewhere, news.number))
            case "everything" if self._follows:
                self._tasks.job("waking", 0, partial(self._take_over, self._partitions.held), self._wake)
            case _:
                pass

    async def hears(self, shards: frozenset[int], count: int) -> None:
        """This process hears these shards of Discord, of `count`, and no others: the servers of a shard that none hears
        are held to no deadline."""
        await self._outages.hears(shards, count)

    def watch(self) -> None:
        """Begins to look for times in which the program stood still, or the clock was set back."""
        self._outages.watch()

    def lost(self) -> None:
        """Discord can't be heard any more: nobody is held to a deadline, for nobody could do anything about it."""
        self._outages.lost()

    def found(self) -> None:
        """Discord is heard, again or for the first time. The time until now is given back if it was long."""
        self._outages.found()
        self._wake()

    def prepare(self) -> None:
        """Begins to draw what pictures share in the themes in use, while everything else goes on."""
        self._preparing = self._tasks.job("pictures", 0, self._prepare)

    async def woken(self) -> None:
        """Waits until a start has done what it owed to the games; what is to be delivered need not be."""
        await self._begun.wait()

    async def settled(self, patience: float = 10.0) -> bool:
        """Waits until everything due is delivered, and says whether that came about within `patience` seconds."""
        if self._beginning is None:
            return True
        try:
            async with asyncio.timeout(patience):
                await self.woken()
        except TimeoutError:
            return False
        return self._outbox is None or await self._outbox.flush(patience)

    def health(self) -> tuple[Health, ...]:
        """How everything does that runs in the background."""
        return self._tasks.health()

    def dead(self) -> tuple[str, ...]:
        """What has ended in the background though nobody ended it: only a restart brings it back."""
        return self._tasks.dead

    @property
    def begun(self) -> bool:
        """Whether a start has done what it owed to the games."""
        return self._begun.is_set()

    @property
    def cut_off(self) -> bool:
        """Whether Discord can't be heard just now, though it was before."""
        return self._outages.gone

    @property
    def stuck(self) -> int:
        """How many threads are busy with a job that never came back."""
        return self.workers.stuck + self._bots.stuck

    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self._environment.now()

    async def choose_habit(self, user_id: int, habit: Habit) -> None:
        """Keeps when a person sleeps, is away and is told; his clocks that run follow it."""
        before = await self.store.habits.of(user_id)
        await self.habits.choose(user_id, habit)
        for game in await self.store.games.of(user_id):
            if game.status is Status.RUNNING:
                table = await self.table(game.id)
                await table.timing.replan(user_id, before, habit)
                if (before.away, before.orders_away) != (habit.away, habit.orders_away):
                    await table.orders.replan(user_id)

    async def check_time(self) -> None:
        """Looks at the clock at once: deals with deadlines that have passed, and sends what has become due."""
        if self._timers is not None and self._outbox is not None:
            await self._timers.fire()
            self._outbox.wake()
        if self._regained is not None:
            await self._regained.look()

    async def count(self) -> None:
        """Keeps the results of games that are over at once, if that was not done yet."""
        if self._counting is not None:
            await self._counting.count()

    async def present(self, user_id: int) -> None:
        """Gives a person who has just done something their seats back in which the program decides for them."""
        for game in await self.store.clocks.decided_for(user_id):
            await (await self.table(game)).timing.back(user_id)

    def acted(self, game: int, user_id: int) -> None:
        """Notes that somebody who sits in a game has just done something there: they are there to be asked."""
        self._sightings.saw(game, user_id, self.now())

    async def close(self, patience: float = 10.0) -> None:
        """Takes nothing more, lets what runs come to its end, sends what can be sent at once, and stops."""
        self._closing = True
        await self._tasks.end(*(job for job in (self._preparing, self._beginning) if job is not None))
        if self._timers is not None:
            await self._timers.close()
        if self._counting is not None:
            await self._counting.close()
        await self._sightings.close()
        await self._bots.close()
        if self._running:
            await asyncio.wait(self._running, timeout=patience)
        if self._outbox is not None:
            await self._outbox.flush(min(patience, FLUSH_SECONDS))
            await self._outbox.close()
        await self._tasks.ended(CHECKPOINT, min(patience, FLUSH_SECONDS))
        await self._partitions.give_up()
        await self._tasks.close()
        await self.leases.close()
        self.workers.close()

    async def open(
        self,
        guild_id: int,
        channel_id: int | Callable[[], Awaitable[int]],
        host_id: int,
        host_name: str,
        ruleset: str,
        seats: int,
        name: str,
        options: Mapping[str, str] = NOTHING_CHOSEN,
        settings: Mapping[str, str] = NOTHING_CHOSEN,
        quietly: bool = False,
    ) -> Table:
        """Opens a game in a channel, with its host on the first seat; a new place for it is opened once all else fits.

        The `options` are those of its rules, the `settings` as `settled` has them, standard ones left out. Done
        `quietly` nothing is told of a lobby, because the game begins at once.

        Raises Illegal `seats-not-allowed`, `channel-busy`, `option-moot`, `lobbies-own`, `lobbies-all`, what `settled`
        does, or what the rules say of the options.
        """
        kit = self.kits[ruleset]
        if seats not in kit.seats:
            raise Illegal("seats-not-allowed", seats=seats, low=min(kit.seats), high=max(kit.seats))
        game = Game(
            0, guild_id, 0, host_id, name, ruleset, kit.rules.version, {}, seats, Status.LOBBY, 0, frozenset(), None,
            dice.new_seed(),
        )  # fmt: skip
        game = settled(kit, game, settings)
        game = replace(game, options=kept(kit.speaking(self.languages.of(host_id) or game.language), seats, options))
        async with self._openings.one_more(guild_id, host_id):
            game = replace(game, channel=channel_id if isinstance(channel_id, int) else await channel_id())
            told = () if quietly else (PostDraft(PostKind.LOBBY, None, 0),)
            return await self._finish(self._open(game, Chair(Seat(0), host_id, host_name, None), told))

    async def bring_in(
        self, guild: int, channel: int, data: bytes, language: str, deed: AuditEntry
    ) -> tuple[Table, int]:
        """The finished game of an exported file, in a channel that has none open, and how many rolls were checked.

        Raises Illegal `channel-busy`, or as `importing.bring_in` does.
        """
        if (other := await self.at(channel)) is not None:
            raise Illegal("channel-busy", name=other.game.name)
        place = Game(
            0, guild, channel, deed.user, "", "", 0, {}, 1, Status.OVER, 0, frozenset(), None, b"", language=language
        )
        number, rolls = await bring_in(self._services, self.kits, data, place, deed)
        return await self.table(number), rolls

    async def _open(self, game: Game, host: Chair, told: Collection[PostDraft]) -> Table:
        if (other := await self._told_in(game.channel, Status.LOBBY, Status.RUNNING)) is not None:
            raise Illegal("channel-busy", name=(await self.table(other)).game.name)  # in a thread of that game
        try:
            fits = partial(openings.check, guild=game.guild, host=game.host)
            number = await self.store.games.open(game, (host,), told, fits)
        except ChannelBusy:
            first = await self.at(game.channel)
            raise Illegal("channel-busy", name=first.game.name if first else game.name) from None
        self._changed(number)
        return await self.table(number)

    async def at(self, channel_id: int) -> Table | None:
        """The open or running game of a channel or thread.

        Whoever asks is in the channel, so deliveries to it go on if they had stopped.
        """
        game = await self.open_at(channel_id)
        return None if game is None else await self.shown(game, here=True)

    async def seen_by(self, game: Game, user_id: int) -> bool:
        """Whether a person is in a game's server and may view its channel now. Raises Illegal `discord-silent`."""
        try:
            if self._sender is None:
                raise TryLater("not begun")
            return await self._sender.seen_by(game.guild, game.channel, user_id)
        except TryLater as later:
            raise Illegal("discord-silent") from later

    async def shown(self, game_id: int, here: bool) -> Table:
        """The table of a game; if somebody acts `here`, where it is told, deliveries go on if they had stopped.

        Raises Illegal as `table` does.
        """
        table = await self.table(game_id)
        return await self._resumed(table) if here else table

    def permitted(self, guild_id: int) -> None:
        """Looks again at what is owed in a server: something has changed of what the bot may see and do there."""
        if self._regained is not None:
            self._regained.changed(guild_id)

    async def _resume(self, game_id: int) -> None:
        await self._resumed(await self.table(game_id))

    async def _resumed(self, table: Table) -> Table:
        if self._outbox is not None:
            await self._outbox.ask_again(table.game.id)
        if table.game.suspended is not None:
            await table.orders.put_off()
            await table.suspend(None)
            await table.timing.wait_anew()
            await table.timing.relieve()
        return table

    async def purge(self, game: int, deed: AuditEntry, even_open: bool = False) -> None:
        """Deletes a game with all that belongs to it. Raises Illegal `purge-open`, `game-unknown`."""
        await (await self.table(game)).moderation.purge(deed, even_open)
        self.gone(game)

    async def purge_server(self, guild: int, deed: AuditEntry) -> int:
        """Deletes every game of a server, also those that run, and what new ones begin with; how many games."""
        number = 0
        while games := await self.store.games.in_server(guild):
            for game in games:
                with suppress(GameUnknown):  # somebody else has deleted it meanwhile
                    await self.purge(game.id, replace(deed, game=game.id), even_open=True)
                    number += 1
        await self.store.servers.purge(guild)
        return number

    async def check_forget(self, user_id: int) -> None:
        """Raises Illegal `forget-sits` with the names of the games that a person still sits in."""
        open_still = await self.store.games.of(user_id)
        if open_still:
            raise Illegal("forget-sits", titles=tuple(escaped(game.name) for game in open_still))

    async def forget(self, user_id: int, name: str, title: str) -> None:
        """Deletes what is kept of a person; where he sat in games that are over, somebody called `name` did.

        Games that bear his name get the `title`.

        Raises Illegal `forget-sits`.
        """
        await self.check_forget(user_id)
        games = await self.store.games.with_person(user_id)
        while not await self.store.people.forget(user_id, name, title):
            await self.check_forget(user_id)  # they have sat down meanwhile
        self.languages.forget(user_id)
        self.habits.forget(user_id)
        self._sightings.forget(user_id)
        for game in games:
            if (table := self._known.get(game)) is not None:
                table.behind = True
                with suppress(Illegal, StoreUnavailable):  # it is done: what can't be now is taken up when it is wanted
                    await self._follow(table)

    async def answered(self, table: Table) -> None:
        """Waits for what the bots decide if nobody else is waited for, two seconds at most."""
        await self._bots.answer(table)

    async def keep_theme(self, user_id: int, theme: str | None) -> None:
        """Keeps a person's theme in place of the one before; None: that of each game."""
        own = await self.store.people.display(user_id)
        await self.store.people.keep_display(user_id, replace(own, theme=theme))

    async def keep_large(self, user_id: int, large: bool) -> None:
        """Keeps whether what a person alone sees is as large as what everybody sees, or made for a phone."""
        own = await self.store.people.display(user_id)
        await self.store.people.keep_display(user_id, replace(own, large=large))

    async def picture(
        self, kit: Kit, kind: str, view: View, look: Look, reader: int, names: Names | None = None
    ) -> bytes:
        """A picture that belongs to no table, as the person has chosen it who alone will see it."""
        look = themes.private(kit, look, await self.store.people.display(reader))
        return await self.workers.picture(kit, kind, view, names or {}, look)

    async def _prepare(self) -> None:
        """Part by part, so that it stops soon when the house closes."""
        used = await self.store.games.themes()
        for kit in self.kits.values():
            for theme in (kit.pictures.themes[0], *(theme for theme in kit.pictures.themes[1:] if theme in used)):
                for base in kit.pictures.bases(theme):
                    await self.workers.draw_ahead(base)

    async def _finish(self, doing: Coroutine[object, None, T]) -> T:
        if self._closing:
            doing.close()
            raise Illegal("restarting")
        task = asyncio.create_task(doing)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # known to the caller, unless he was cancelled

    def _wake(self) -> None:
        if self._outbox is not None:
            self._outbox.wake()
        if self._timers is not None:
            self._timers.wake()

    def _changed(self, game_id: int) -> None:
        if self._outbox is not None:
            self._wake()
            if (table := self._known.get(game_id)) is not None:
                self._bots.call(table)
                if self._counting is not None and table.game.status is Status.OVER:
                    self._counting.wake()
