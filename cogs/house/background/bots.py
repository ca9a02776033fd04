"""Seats played by the program: asked one after the other, in a worker thread, by the same door as people."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from cogs.house.background.partitions import Partitions
from cogs.house.game.players import PROGRAM
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import BackgroundTask, Tasks
from cogs.house.runtime.worker_threads import Threads, TookTooLong
from cogs.house.table.table import Table
from cogs.house.values.records import Chair, Status
from engine.core import Action, Illegal, Seat, View

RANDOM = "random"
"""The level that chooses when another took too long, if the game has it."""

MANY, MOMENT = 4, 1.0
"""Games at which the program is called for at once when it is not in a hurry, and the seconds that it then waits."""

ANSWER = 2.0
"""Seconds for which somebody who waits for the program alone sees nothing new at most."""

_log = logging.getLogger(__name__)


class Bots:
    """Plays the bots' seats of every table it is called to.

    `think` and `pace` are seconds: at most for one choice, and before each.
    """

    def __init__(
        self,
        environment: Environment,
        tasks: Tasks,
        table: Callable[[int], Awaitable[Table]],
        think: float,
        pace: float,
        partitions: Partitions,
    ) -> None:
        self._partitions = partitions
        self._environment, self._tasks, self._table, self._think, self._pace = environment, tasks, table, think, pace
        self._threads = Threads(1, "bot")
        self._playing: dict[int, tuple[BackgroundTask, asyncio.Event]] = {}
        self._rests = asyncio.Event()
        self._stopping = False

    @property
    def stuck(self) -> int:
        """How many threads are busy with a choice that nobody waits for any more."""
        return self._threads.stuck

    def call(self, table: Table) -> None:
        """Lets the program play at `table` as long as it waits for one of its seats, if this process does."""
        if not self._partitions.holds(table.game.id):
            return
        if not self._stopping and table.game.id not in self._playing and due(table) is not None:
            game = table.game.id
            rests = asyncio.Event()
            job = self._tasks.job("bots", game, partial(self._play, game), partial(self._at_rest, rests))
            self._playing[game] = job, rests

    async def room(self) -> None:
        """Waits until the program is not called for at many games, for a moment at most: some never come to rest."""
        self._rests.clear()
        if len(self._playing) >= MANY:
            await self._environment.woken(self._rests, MOMENT, "the program has its hands full")

    async def answer(self, table: Table) -> None:
        """Waits until the program has decided where it alone is waited for, for a little while at most."""
        _, rests = self._playing.get(table.game.id, (None, None))
        if rests is not None and table.awaiting <= _ours(table):
            await self._environment.woken(rests, ANSWER, "an answer of the program")

    async def close(self) -> None:
        """Stops thinking. The seats are asked again at the next start."""
        self._stopping = True
        await self._tasks.end(*(job for job, _ in self._playing.values()))
        self._threads.shutdown()

    def _at_rest(self, rests: asyncio.Event) -> None:
        rests.set()
        self._rests.set()

    async def _play(self, game: int) -> None:
        try:
            table = await self._table(game)
        except Illegal as illegal:
            _log.error("game %d: the program stops playing: %s", game, illegal.code)
        else:
            await self._moves(table)
        del self._playing[game]  # at once after the last look, so that no call between is lost

    async def _moves(self, table: Table) -> None:
        while not self._stopping and (chair := due(table)) is not None:
            if self._pace:
                await self._environment.park(asyncio.sleep(self._pace), "the pace of bots")
            with self._partitions.working(table.game.id) as may:
                if not may:
                    return
                await self._move(table, chair)
            await asyncio.sleep(0)

    async def _move(self, table: Table, chair: Chair) -> None:
        proxy = not chair.level
        if proxy and await table.orders.fire(chair.seat, absent=True):
            return  # nothing is decided for somebody before their orders are silent (A8.5)
        if due(table) != chair:
            return  # they, or another, have acted meanwhile: whoever is not waited for can only give up
        seq, view, legal = table.seq, table.view(chair.seat), table.legal(chair.seat, undo=proxy)
        if not legal:
            return
        action = await self._choice(table, chair, view, legal)
        try:
            await table.submit(chair.seat, action, proxy=proxy)
        except Illegal as refusal:
            if table.seq != seq or self._stopping or due(table) != chair:
                return  # somebody else has acted while it thought, or is back
            _log.error("game %d, entry %d: bot %s was refused: %s", table.game.id, seq, chair.bot, refusal.code)
            await table.submit(chair.seat, legal[0] if proxy else _pick().choice(legal), proxy=proxy)

    async def _choice(self, table: Table, chair: Chair, view: View, legal: Sequence[Action]) -> Action:
        """What the bot chooses; at random from the list if it takes too long or breaks, so that the game goes on.

        For somebody whose time is up it is what `Deciding.default` says, and nothing at random.
        """
        if not chair.level:
            choosers = {"default": table.kit.deciding.default}
        else:
            bots = table.kit.deciding.bots
            choosers = {level: bots[level] for level in (chair.level, RANDOM) if level in bots}
        for level, choose in choosers.items():
            try:
                return await self._threads.run(partial(choose, view, legal, _pick()), self._think)
            except TookTooLong:
                _log.warning("game %d, entry %d: bot %s took too long", table.game.id, table.seq, level)
            except Exception:  # noqa: BLE001 - a bug in a bot must not hold up the people who play with it
                _log.exception("game %d, entry %d: bot %s failed", table.game.id, table.seq, level)
        return legal[0] if not chair.level else _pick().choice(legal)


def _pick() -> random.Random:
    return random.Random(secrets.randbits(64))


def due(table: Table) -> Chair | None:
    """The first seat that the game waits for and that the program plays, or decides for in somebody's place."""
    if table.game.status is not Status.RUNNING or table.game.frozen is not None:
        return None
    ours = table.awaiting & _ours(table)
    return next((chair for chair in table.seats if chair.seat in ours), None)


def _ours(table: Table) -> frozenset[Seat]:
    """The seats that the program plays, or decides for in somebody's place."""
    return frozenset(seat for seat, player in table.players.items() if player in PROGRAM)
