"""Games of many entries at a house of the toy game, and rules that count what is played of them."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

from cogs.house.game.announce import Entry
from cogs.house.game.packing import program
from cogs.house.house import House
from cogs.house.store.store import Store
from cogs.house.table.checkpoints import CHECKPOINT, EVERY
from cogs.house.table.table import Table
from cogs.house.values.records import Status, StoredLine, Submit
from engine import log
from engine.core import Drawn, Seat
from engine.log import Timeline, Undo
from tests.engine.knowledge.test_rewinds import Going, played
from tests.house.conftest import BOB, CAT, game, lobby, until
from tests.toy import TOY, Action, Event, Lay, State, Take, Toy, View

FIRST = Seat(0)
OLD = 3 * EVERY + 10


class Counting(Toy):
    """The toy, which counts what is played and how often it is looked at. A worker stands still until it `goes_on`."""

    def __init__(self) -> None:
        self.played = self.looked = 0
        self.goes_on, self.stands = threading.Event(), threading.Event()
        self.goes_on.set()

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> tuple[State, tuple[Event, ...]]:
        self.played += 1
        self._wait()
        return super().apply(state, seat, action)

    def view(self, state: State, viewer: Seat | None) -> View:
        self.looked += 1
        self._wait()
        return super().view(state, viewer)

    def _wait(self) -> None:
        if not self.goes_on.is_set() and threading.current_thread() is not threading.main_thread():
            self.stands.set()
            assert self.goes_on.wait(10)


class Crowded(Counting):
    """The toy, which counts how many entries are in memory at the most when one is played after every 64th."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 0

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> tuple[State, tuple[Event, ...]]:
        if not self.played % EVERY:
            self.most = max(self.most, in_memory())
        return super().apply(state, seat, action)


def in_memory() -> int:
    """How many entries are in memory."""
    return sum(isinstance(one, Entry) for one in gc.get_objects())


async def aged(house: House, entries: int = OLD, table: Table | None = None) -> Table:
    """A game in which Ann lays a card and takes it up again until it has so many entries, as another has written it."""
    table = table or await game(house)
    await table.submit(FIRST, Take(1))
    rules, timeline, lines = table.kit.rules, table.timeline, list[StoredLine]()
    while timeline.seq < entries:
        timeline, _ = log.step(rules, timeline, FIRST, action := dithered(timeline))
        lines.append(StoredLine(timeline.seq, FIRST, rules.notation.line(action)))
    await house.store.games.append(table.game, Submit(lines, Status.RUNNING, table.awaiting))
    await table.refresh()
    await kept(house, table)
    return table


def dithered(timeline: Timeline[Any, Any, Any]) -> Action | Undo:
    return Undo((timeline.steps[0].number,)) if timeline.steps else Lay(timeline.state.hands[FIRST][0])


async def lost(store: Store, sql: str = "DELETE FROM checkpoint") -> None:
    """Takes away what is kept of checkpoints, or spoils it."""
    async with store.database.transaction() as tx:
        await tx.write(sql)


async def kept(house: House, table: Table) -> None:
    """Waits until every checkpoint of a game that is due stands, and none is written any more: some are twice."""
    due = set(range(EVERY, table.seq + 1, EVERY))
    async with asyncio.timeout(10):
        while not due <= await house.store.checkpoints.entries(table.game.id, program(type(table.kit.rules))):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await until(lambda: all(each.name != CHECKPOINT for each in house.health()))


async def often_taken_back(house: House, seed: int) -> tuple[Table, Going]:
    """A game of three played at random, in which much is told and taken back, as another has written it."""
    going = played(TOY, 3, seed, 3 * EVERY, back=0.3)
    assert len(going.actions) > 2 * EVERY
    written = [
        StoredLine(number, seat, TOY.notation.line(action)) for number, (seat, action) in enumerate(going.actions, 1)
    ]
    table = await lobby(house, seats=3)
    for user, name in ((BOB, "Bob"), (CAT, "Cat")):
        await table.lobby.join(user, name)
    await house.store.games.append(table.game, Submit(written, Status.RUNNING, TOY.awaiting(going.now.state)))
    await table.refresh()
    await kept(house, table)
    return table, going
